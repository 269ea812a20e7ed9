"""What a person sees of a question: every field on one line, and nothing forged."""

from __future__ import annotations

import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.approval import message
from proctor.approval.channels.button_tags import choice_of
from proctor.approval.message import (
    CHOICES,
    Message,
    choices_of,
    ending,
    message_of,
    narrow_choices_of,
    short,
    target_of,
)
from proctor.terms.plain import UNPRINTABLE, plain
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Reply, Scope
from tests.approval.asked_questions import QUESTIONS, question
from tests.approval.golden import compare
from tests.tables import each_row


def lines_of(read: Message) -> list[str]:
    """Return each field of a message on a line."""
    several = {"pieces", "remembers", "changes"}
    fields = [f"{name}: {value}" for name, value in read._asdict().items() if name not in several]
    pieces = [f"change: {line}" for line in read.changes]
    pieces += [f"piece: {' | '.join(piece)}" for piece in read.pieces]
    return [*fields, *pieces, *(f"remembers: {': '.join(each)}" for each in read.remembers)]


@each_row("name", QUESTIONS)
def test_a_message_reads_as_its_golden_file_says(name: str) -> None:
    """The fields of a message are those of its golden file, each on one line."""
    lines = lines_of(message_of(QUESTIONS[name]))
    text = "\n".join(lines)

    assert len(text.splitlines()) == len(lines)
    compare(f"message-{name}.txt", text)


def test_message_shows_the_worst_asked_part_among_many() -> None:
    """Parts with one reason are one piece, and the worst of what is asked comes first."""
    code = {"effect": "ask", "classes": ["code"], "why": "a makefile is code"}
    made = [{"part": f"make t{at}", **code} for at in range(24)]
    sent = {"part": "curl -d @.env", "effect": "ask", "classes": ["network", "secret"], "why": "x"}
    read = {"part": "ls", "effect": "allow", "classes": ["read"], "why": "it reads"}
    unread = {"part": "$x", "effect": "ask", "classes": [], "why": "it cannot be read"}
    parts = [read, *made[:12], sent, unread, *made[12:]]

    shown = message_of(question(body={"parts": parts})).pieces

    assert [piece.why for piece in shown] == [
        "it cannot be read", "x", "a makefile is code", "it reads",
    ]  # fmt: skip
    assert "make t0; make t1;" in shown[2].text


def test_the_choices_read_as_their_golden_file_says() -> None:
    """Each choice says what it is called, what it answers, and what would be remembered."""
    lines = [
        f"{each.key}: {each.says}: {each.answer} {each.scope} {each.seconds}: {each.remembers}"
        for each in choices_of(QUESTIONS["with-more-choices"])
    ]

    compare("choices.txt", "\n".join(lines))


@settings(deadline=None)
@given(st.text(max_size=300))
def test_nothing_in_a_field_moves_or_hides_anything(text: str) -> None:
    """Whatever an agent says, each field is visible, on one line, and not too long."""
    odd = question(
        agent=text, session=text, tool=text, action=text,
        body=dict.fromkeys(("role", "cwd", "why", "rule"), text)
        | {"parts": [{"part": text, "effect": text, "why": text}]},
    )  # fmt: skip
    lines = lines_of(message_of(odd))

    assert len("\n".join(lines).splitlines()) == len(lines)
    assert not {char for line in lines for char in line if category(char) in UNPRINTABLE}


def category(char: str) -> str:
    """Return what kind of a character this is."""
    return unicodedata.category(char)


@settings(deadline=None)
@given(st.text(min_size=200, max_size=400), st.integers(50, 100))
def test_a_cut_keeps_both_ends(text: str, limit: int) -> None:
    """A long text keeps its beginning and its end, and says how much is left out."""
    shown = short("b" * 10 + text + "e" * 10, limit)

    assert len(shown) <= limit + 40
    assert shown.startswith("b" * 10)
    assert shown.endswith("e" * 10)
    assert " characters…] " in shown or " blanks…] " in shown


LONG = {
    "bidi": ("\u202e" * 10**6, 10**6 - 2 * 25),
    "emoji": ("\U0001f98a" * 10**6, 10**6 - 2 * 150),
    "controls": ("\x1b" * 10**6, 10**6 - 2 * 37),
}


@pytest.mark.parametrize("name", LONG)
def test_no_more_is_spelled_out_than_is_shown(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a text of any length only so much is read character by character as there is room."""
    text, gone = LONG[name]
    spelled: list[int] = []

    def counting(part: str) -> str:
        spelled.append(len(part))
        return plain(part)

    monkeypatch.setattr(message, "spelled", counting)
    shown = short(text, 300)

    assert f" […{gone} characters…] " in shown
    assert sum(spelled) <= 2 * 300 + 3


PADDED = {
    "spaces": ("ls" + " " * 5000 + "; rm -rf /", "ls […5000 blanks…] ; rm -rf /"),
    "lines": ("ls" + "\n" * 30 + "; rm", "ls […30 blanks…] ; rm"),
    "of all kinds": ("ls" + " \t\u3000\u2800\u3164\xa0" * 3 + "; rm", "ls […18 blanks…] ; rm"),
    "in front": (" " * 20 + "rm", " […20 blanks…] rm"),
    "behind": ("rm" + " " * 20, "rm […20 blanks…] "),
    "not many": ("ls" + " " * 16 + "; rm", "ls" + " " * 16 + "; rm"),
    "one": ("git status", "git status"),
}  # fmt: skip


@each_row("name", PADDED)
def test_padding_pushes_nothing_out_of_sight(name: str) -> None:
    """Many blanks in a row are left out, and their number is said."""
    text, wanted = PADDED[name]

    assert short(text, 1500) == wanted


ENDINGS = {
    "Allowed by ada through telegram": Reply(Answer.ALLOW),
    "Allowed for this session by ada through telegram": Reply(Answer.ALLOW, scope=Scope.SESSION),
    "Allowed for 10 min by ada through telegram": Reply(
        Answer.ALLOW, scope=Scope.TIME, seconds=600),
    "Allowed for 1 min 30 s by ada through telegram": Reply(
        Answer.ALLOW, scope=Scope.TIME, seconds=90),
    "Allowed always by ada through telegram": Reply(Answer.ALLOW, scope=Scope.ALWAYS),
    "Allowed every bash call for this session by ada through telegram": Reply(
        Answer.ALLOW, scope=Scope.SESSION, category="bash"),
    "Denied by ada through telegram: no": Reply(Answer.DENY, words="no"),
}  # fmt: skip


@each_row("words", ENDINGS)
def test_an_ending_tells_how_long_it_holds(words: str) -> None:
    """Who reads how a question ended reads what was allowed, for how long, and by whom."""
    reply = ENDINGS[words]._replace(by="ada", channel="telegram")

    assert ending(question(status=Status.ANSWERED, reply=reply)) == words


@each_row(
    "body",
    [{}, {"always": "", "category": ""}, {"always": 5, "category": ["bash"]},
     {"category": "everything"}, {"category": {}}],
)  # fmt: skip
def test_a_question_without_more_has_the_usual_choices(body: dict[str, Any]) -> None:
    """Nothing wider is offered where nothing certain says so."""
    assert choices_of(question(body=body)) == CHOICES


def test_a_wider_choice_is_for_places_that_show_it_first() -> None:
    """The one for a category is among all choices, and not among those of buttons."""
    each = QUESTIONS["with-more-choices"]
    wide = [choice for choice in choices_of(each) if choice not in narrow_choices_of(each)]

    assert [(choice.key, choice.reply("inbox")) for choice in wide] == [
        ("c", Reply(Answer.ALLOW, channel="inbox", scope=Scope.SESSION, category="bash"))
    ]
    assert [choice.key for choice in choices_of(each)] == list("astwcd")
    assert all(choice_of(choice.key) is None for choice in wide)


def test_what_always_would_write_is_one_safe_field() -> None:
    """A rule that quotes an agent is spelled out and cut like everything that it said."""
    told = choices_of(question(body={"always": "adds `x\n\u202e" + "y" * 5000 + "end`"}))

    [always] = [choice.remembers for choice in told if choice.scope is Scope.ALWAYS]
    assert always.startswith("adds `x\\n\\u202eyyy")
    assert always.endswith("yend`")
    assert len(always) < 400


@each_row(
    ("action", "target"),
    [
        ("tool:bash:git push origin main", "git push origin main"),
        ("tool:bash:echo a:b", "echo a:b"),
        ("tool:view:/srv/app/x", "/srv/app/x"),
        ("tool:deploy", "deploy"),
        ("odd", "odd"),
        ("", ""),
    ],
)
def test_the_target_is_what_the_tool_works_on(action: str, target: str) -> None:
    """An action's target is everything behind the name of its tool."""
    assert target_of(action) == target


@pytest.mark.parametrize("why", ["handed_in", "once"])
def test_a_question_that_is_for_once_is_answered_once_only(why: str) -> None:
    """Nobody here has decided what it is about, so nothing longer is offered."""
    handed = question()._replace(body={why: True, "category": "bash", "always": "x"})

    assert [choice.key for choice in narrow_choices_of(handed)] == ["a", "d"]
    assert [choice.key for choice in choices_of(handed)] == ["a", "d"]
