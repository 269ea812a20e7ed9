"""What people see in Telegram: as the golden files say, short enough, and nothing forged."""

from __future__ import annotations

import html
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.approval.channels.button_tags import belongs, read_data
from proctor.approval.channels.telegram_text import LONGEST, buttons_of, cut, text_of
from proctor.approval.channels.text_room import units
from proctor.approval.message import CHOICES
from proctor.terms.question import Question, Status
from tests.amounts import amount
from tests.approval.asked_questions import QUESTIONS, question
from tests.approval.golden import compare
from tests.doubles.telegram import keyboard
from tests.doubles.telegram_html import checked
from tests.tables import each_row

KEY = b"k" * 32
# What stands in HTML for one character.
ENTITY = re.compile(r"&(?:amp|lt|gt|quot);")


def keyboard_text(each: Question) -> str:
    """Return the buttons, row by row."""
    rows = keyboard(buttons_of(each, KEY))["inline_keyboard"]
    return "\n".join(" ".join(f"[{button['text']}]" for button in row) for row in rows)


@each_row("name", QUESTIONS)
def test_a_question_reads_as_its_golden_file_says(name: str) -> None:
    """The message of a question, in Telegram's HTML, is that of its golden file."""
    each = QUESTIONS[name]
    text = text_of(each)
    if each.status is Status.PENDING:
        text += "\n\n" + keyboard_text(each)

    compare(f"telegram-{name}.html", text)


def odd(text: str) -> Question:
    """Return a question that says the same everywhere."""
    part = {"part": text, "effect": text, "why": text}
    return question(
        agent=text, session=text, tool=text, action=f"tool:bash:{text}",
        body=dict.fromkeys(("role", "cwd", "why", "rule"), text) | {"parts": [part] * 9},
    )  # fmt: skip


TEXTS = st.one_of(
    st.text(max_size=2000),
    st.text("<>&\"'@/#.: ab\n🦊", max_size=2000),
    st.builds(lambda text, times: text * times, st.text(max_size=20), st.integers(0, 500)),
)


@settings(deadline=None, max_examples=amount(20, 120))
@given(TEXTS)
def test_telegram_takes_whatever_is_said(text: str) -> None:
    """Any text gives a message that Telegram reads, of 4096 at most, with nothing but our lines."""
    source = text_of(odd(text))
    shown, entities = checked(source, "HTML")
    usual, _ = checked(text_of(odd("x")), "HTML")

    assert units(source) <= LONGEST
    assert {each["type"] for each in entities} <= {"code"}
    assert len(shown.splitlines()) <= len(usual.splitlines())
    assert shown.startswith("🔧 Tool Approval Request\n\nTool: ")
    keyboard(buttons_of(odd(text), KEY))


@settings(deadline=None)
@given(TEXTS, st.integers(60, 400))
def test_no_escape_is_cut_in_two(text: str, room: int) -> None:
    """A text that is cut has its beginning and its end, and whole escapes only."""
    source = cut(text, room)

    assert units(source) <= room
    assert "&" not in ENTITY.sub("", source)
    assert not set("<>") & set(source)
    found = re.fullmatch(r"(?s)(.*) \[…(\d+) characters…\] (.*)", html.unescape(source))
    if html.unescape(source) != text:
        assert found
        assert text.startswith(found[1])
        assert text.endswith(found[3])
        assert len(found[1]) + int(found[2]) + len(found[3]) == len(text)


def test_the_buttons_are_those_of_the_seed() -> None:
    """Allow and deny stand side by side on the first row, the longer ones below."""
    wanted = (
        "[✅ Allow] [❌ Deny]\n[Allow for this session]\n[Allow for 10 minutes]\n[Always allow]"
    )

    assert keyboard_text(question()) == wanted


def test_a_button_belongs_to_its_question_alone() -> None:
    """The data of a button holds for its choice, number, uid and bot, and for nothing else."""
    each = question(id=2**63 - 1)
    rows = buttons_of(each, KEY)["inline_keyboard"]
    data = [button["callback_data"] for row in rows for button in row]
    pressed = [read for read in map(read_data, data) if read]

    assert {read.key for read in pressed} == {choice.key for choice in CHOICES}
    assert all(len(text.encode()) <= 64 for text in data)
    for read in pressed:
        assert belongs(read, each, KEY)
        assert not belongs(read, each, b"another")
        assert not belongs(read, each._replace(uid="another"), KEY)
        assert not belongs(read, each._replace(id=5), KEY)
        assert not belongs(read._replace(number=5), each._replace(id=5), KEY)
        assert not belongs(read._replace(key="z"), each, KEY)
    assert len({read.tag for read in pressed}) == len(CHOICES)


@given(st.text(max_size=40) | st.integers() | st.none())
def test_only_our_data_is_read(data: object) -> None:
    """Anything that is not of our form is no data."""
    assert read_data(data) is None
