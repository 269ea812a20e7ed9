"""Characters that pass for others are marked in every view; ordinary writing stays as it is."""

# ruff: noqa: RUF001 - lookalikes are what this file is about

from __future__ import annotations

from collections.abc import Callable

from proctor.approval.channels import discord_text, telegram_text
from proctor.approval.message import short
from proctor.cli.render import styled
from proctor.gateway.shown_text import shown
from proctor.nodes import visible
from proctor.server.screen_text import pieces_of, texts_of
from proctor.server.web import in_words
from proctor.terms.decision import on_one_line
from proctor.terms.lookalikes import lookalikes, marked
from proctor.terms.plain import plain
from proctor.terms.question import Question
from proctor.terms.unseen import one_line
from tests.amounts import amount
from tests.tables import each_row

# What an agent could say, and how it is shown.
MARKED = [
    # commands
    ("ѕudo rm x", "‹U+0455›udo rm x"),
    ("gіt push", "g‹U+0456›t push"),
    ("сurl https://x", "‹U+0441›url https://x"),
    ("ср a b", "‹U+0441 U+0440› a b"),
    ("ｒｍ -rf build", "‹U+FF52 U+FF4D› -rf build"),
    ("rm −rf build", "rm ‹U+2212›rf build"),
    ("rm –rf build", "rm ‹U+2013›rf build"),
    ("rm —force build", "rm ‹U+2014›force build"),
    ("rm ‐rf build", "rm ‹U+2010›rf build"),
    ("rm ‑rf build", "rm ‹U+2011›rf build"),
    ("ls\u037e rm x", "ls‹U+037E› rm x"),
    ("ls； rm x", "ls‹U+FF1B› rm x"),
    ("ls ∣ sh", "ls ‹U+2223› sh"),
    ("ls ｜ sh", "ls ‹U+FF5C› sh"),
    ("ls ＆＆ sh", "ls ‹U+FF06 U+FF06› sh"),
    ("echo ＄HOME", "echo ‹U+FF04›HOME"),
    ("echo x ＞ y", "echo x ‹U+FF1E› y"),
    ("cat ˂ y", "cat ‹U+02C2› y"),
    ("rm x\u00a0y", "rm x‹U+00A0›y"),
    ("rm x\u2003y", "rm x‹U+2003›y"),
    ("rm\u3000x", "rm‹U+3000›x"),
    ("echo ′x′", "echo ‹U+2032›x‹U+2032›"),
    ("echo ‵id‵", "echo ‹U+2035›id‹U+2035›"),
    ("echo \u1fefid\u1fef", "echo ‹U+1FEF›id‹U+1FEF›"),
    ("ls ∗", "ls ‹U+2217›"),
    ("ǃtouch x", "‹U+01C3›touch x"),
    ("ﬁnd . -delete", "‹U+FB01›nd . -delete"),
    ("𝗿𝗺 -rf x", "‹U+1D5FF U+1D5FA› -rf x"),
    ("gⅰt push", "g‹U+2170›t push"),
    ("PYTHONPATH=．", "PYTHONPATH=‹U+FF0E›"),
    # paths
    ("/еtc/passwd", "/‹U+0435›tc/passwd"),
    ("/srv∕app", "/srv‹U+2215›app"),
    ("/srv⁄app", "/srv‹U+2044›app"),
    ("/srv⧸app", "/srv‹U+29F8›app"),
    ("／etc", "‹U+FF0F›etc"),
    ("ノetc", "‹U+30CE›etc"),
    ("~∕.ssh", "~‹U+2215›.ssh"),
    ("∼/.ssh", "‹U+223C›/.ssh"),
    ("README․md", "README‹U+2024›md"),
    ("src/αpp.py", "src/‹U+03B1›pp.py"),
    ("src/ɑpp.py", "src/‹U+0251›pp.py"),
    ("src/app_v٢.py", "src/app_v‹U+0662›.py"),
    ("src/一r", "src/‹U+4E00›r"),
    ("secret\u0338s", "secret‹U+0338›s"),
    ("-\u0301x", "-‹U+0301›x"),
    # hosts
    ("https://pаypal.com", "https://p‹U+0430›ypal.com"),
    ("https://раураl.com", "https://‹U+0440 U+0430 U+0443 U+0440 U+0430›l.com"),
    ("https://раура.com", "https://‹U+0440 U+0430 U+0443 U+0440 U+0430›.com"),
    ("https://gοogle.com", "https://g‹U+03BF›ogle.com"),
    ("https://github。com", "https://github。com"),  # a full stop that nobody takes for a dot
    ("https://github．com", "https://github‹U+FF0E›com"),
    ("https：//x.org", "https‹U+FF1A›//x.org"),
    ("https:∕∕x.org", "https:‹U+2215 U+2215›x.org"),
    ("https://x.org∶443", "https://x.org‹U+2236›443"),
    ("https://օrg.org", "https://‹U+0585›rg.org"),
    ("https://ԛq.com", "https://‹U+051B›q.com"),
    ("https://ɡithub.com", "https://‹U+0261›ithub.com"),
    ("https://ꓖithub.com", "https://‹U+A4D6›ithub.com"),
    # names of agents and roles
    ("аda", "‹U+0430›da"),
    ("Ꭺda", "‹U+13AA›da"),
    ("АDА", "‹U+0410›D‹U+0410›"),
    ("revіewer", "rev‹U+0456›ewer"),
    ("аdmіn", "‹U+0430›dm‹U+0456›n"),
    ("coder (аn agent)", "coder (‹U+0430›n agent)"),
    ("ｃｏｄｅｒ", "‹U+FF43 U+FF4F U+FF44 U+FF45 U+FF52›"),
    ("coder\u0301\u0302\u0303\u0304\u0305", "coder‹U+0301 U+0302 U+0303 U+0304 U+0305›"),
    ("\u212a8s", "‹U+212A›8s"),
    ("рoot", "‹U+0440›oot"),
    ("Ѕ", "‹U+0405›"),
    ("‹x›", "‹U+2039›x‹U+203A›"),
]
ORDINARY = [
    "git status && make test",
    "naïve café façade Straße Øresund Łódź Đà Nẵng Việt İstanbul ısı",
    "cafe\u0301 de\u0301ja\u0300 Vie\u0302\u0323t",
    "Привет, мир! Роса и сор, оса с осой",
    "docker-контейнер, файл_one, /home/ада/проект",
    "Καλημέρα κόσμε· πού είναι ο δρόμος;",
    "你好，世界！请运行：测试（全部）",
    "使用git提交代码，然后运行make。",
    "第１２回　テスト、サーバーをPythonで起動する。",
    "ＡＢＣ株式会社",
    "한글 문서를 git에 저장",
    "مرحبا بالعالم، ٥٥ ملفًا؟",
    "کتاب\u200cها را بخوان",
    "שלום עולם, תנ״ך צ׳ק",
    "नमस्ते दुनिया",
    "สวัสดีชาวโลก ใช้gitได้",
    "Բարեւ աշխարհ։",
    "❤️ ✅ 1️⃣ ℹ️ Ⓜ️ 👩‍💻 🇩🇪 ① ➜ │ table │",
    "don’t, “quoted”, „so“, «oui» – and — so on… ½ ™ № 5 µm x² 1ª",
    "Hawaiʻi, Ukrainian п’ять, l’été",
    "❯\u00a0 Try it · 3 files • done ✻ ✽ ★",
]  # fmt: skip


def on_page(text: str) -> str:
    """Return what a page shows of a text."""
    return in_words.shown(text).striptags()


def on_screen(text: str) -> str:
    """Return what the view of an agent's screen shows of a text."""
    return "\n".join(texts_of(pieces_of(text)))


VIEWS: list[Callable[[str], str]] = [
    marked, plain, one_line, visible, shown, on_one_line, styled, on_page, on_screen,
    lambda text: short(text, 200),
]  # fmt: skip


@each_row(("text", "expected"), MARKED)
def test_lookalikes_are_marked_alike_in_every_view(text: str, expected: str) -> None:
    """Terminal, page, screen, messages to chats and errors have the same mark for the same text."""
    assert {view(text) for view in VIEWS} == {expected}


@each_row("text", ORDINARY)
def test_ordinary_writing_is_not_marked(text: str) -> None:
    """Whole words in one script, accents, emoji and typography stay as they were written."""
    assert list(lookalikes(text)) == []
    assert marked(text) == text


@each_row("text", [text for text, _ in MARKED])
def test_marked_text_stays_as_it_is(text: str) -> None:
    """A text that passes two views is marked once."""
    once = marked(text)

    assert once in (marked(once), text)
    assert plain(plain(text)) == plain(text)


@each_row(
    "text",
    ["а" * 1000, "a" + "\u0301" * 1000, "；" * 1000, "ｒ" * 1000, "一" * 1000],
    ids=["letters", "marks", "signs", "fullwidth", "strokes"],
)
def test_run_of_lookalikes_has_one_short_mark(text: str) -> None:
    """However many there are, the first eight are named and the others counted."""
    assert len(marked(text)) < 80
    assert marked(text).endswith(" more›")


@each_row("text", ["а", "aа", "一", "x\u0301", "a；", "𝗿", "א", "x\u0338"])
def test_time_for_a_long_text_is_linear(text: str) -> None:
    """Every length is done, and a word that never ends is looked at in pieces."""
    long = text * amount(20_000, 200_000)

    assert bool(list(lookalikes(long))) == bool(list(lookalikes(text * 100)))


def test_both_ends_of_a_long_text_are_marked() -> None:
    """What is cut takes no mark with it, also beside padding."""
    text = short("pаypal" + " " * 5000 + "x" * 5000 + " " * 5000 + "pаypal", 200)

    assert text.startswith("p‹U+0430›ypal […5000 blanks…] xxx")
    assert text.endswith("xxx […5000 blanks…] p‹U+0430›ypal")
    assert len(short("pа" * 10_000, 200)) < 260


def asked(target: str) -> Question:
    """Return a question of an agent whose name is a lookalike."""
    return Question("u", "h", "h", "аda", "Bash", f"tool:bash:{target}", "", "", id=7)


def test_chats_show_marks() -> None:
    """A question in Telegram and in Discord has the marks of its target and of its agent."""
    texts = [
        telegram_text.text_of(asked("gіt push")),
        discord_text.text_of(asked("gіt push")),
    ]

    for text in texts:
        assert "g‹U+0456›t push" in text
        assert "‹U+0430›da" in text
