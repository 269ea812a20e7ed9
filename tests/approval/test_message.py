"""What a person sees of a question: every field on one line, and nothing forged."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.approval.message import CHOICES, Message, message_of, short, target_of
from proctor.terms.plain import UNPRINTABLE
from tests.approval.asked_questions import QUESTIONS, question
from tests.approval.golden import compare


def lines_of(message: Message) -> list[str]:
    """Return each field of a message on a line."""
    fields = [f"{name}: {value}" for name, value in message._asdict().items() if name != "pieces"]
    pieces = [f"piece: {' | '.join(piece)}" for piece in message.pieces]
    return [*fields, *pieces]


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_message_reads_as_its_golden_file_says(name: str) -> None:
    """The fields of a message are those of its golden file, each on one line."""
    lines = lines_of(message_of(QUESTIONS[name]))
    text = "\n".join(lines)

    assert len(text.splitlines()) == len(lines)
    compare(f"message-{name}.txt", text)


def test_the_choices_read_as_their_golden_file_says() -> None:
    """Each choice says what it is called, what it answers, and what would be remembered."""
    lines = [
        f"{each.key}: {each.says}: {each.answer} {each.scope} {each.seconds}: {each.remembers}"
        for each in CHOICES
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
    assert " characters…] " in shown


@pytest.mark.parametrize(
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
