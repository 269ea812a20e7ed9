"""What people see in Discord: as the golden files say, short enough, and nothing forged."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.approval.channels.button_tags import belongs, read_data
from proctor.approval.channels.discord_text import (
    LONGEST,
    LONGEST_NONCE,
    LOOKS_ALIKE,
    buttons_of,
    cut,
    nonce_of,
    prose,
    said,
    text_of,
)
from proctor.approval.channels.text_room import units
from proctor.approval.message import CHOICES
from proctor.terms.question import Question, Status
from tests.amounts import amount
from tests.approval.asked_questions import QUESTIONS, question
from tests.approval.golden import compare
from tests.contracts.channel import HOSTILE
from tests.tables import each_row

KEY = b"k" * 32
TEXTS = st.one_of(
    st.text(max_size=2500),
    st.text("`@<>&!#*_~|[]()/\\:. ab\n🦊\u05e9", max_size=2500),
    st.builds(lambda text, times: text * times, st.text(max_size=20), st.integers(0, 500)),
)


@each_row("name", QUESTIONS)
def test_a_question_reads_as_its_golden_file_says(name: str) -> None:
    """The message of a question, in Discord's Markdown, is that of its golden file."""
    each = QUESTIONS[name]
    text = text_of(each)
    if each.status is Status.PENDING:
        rows = buttons_of(each, KEY)
        text += "\n\n" + "\n".join(" ".join(f"[{b.label}]" for b in row) for row in rows)

    compare(f"discord-{name}.md", text)


def odd(text: str) -> Question:
    """Return a question that says the same everywhere."""
    part = {"part": text, "effect": text, "why": text}
    return question(
        agent=text, session=text, tool=text, action=f"tool:bash:{text}",
        body=dict.fromkeys(("role", "cwd", "why", "rule"), text) | {"parts": [part] * 9},
    )  # fmt: skip


def outside_code(text: str) -> str:
    """Return what of a message is not code."""
    assert text.count("```") == 2
    before, _, after = text.split("```")
    pieces = f"{before}{after}".split("`")
    assert len(pieces) % 2 == 1
    return "".join(pieces[::2])


@settings(deadline=None, max_examples=amount(20, 120))
@given(TEXTS)
def test_discord_takes_whatever_is_said(text: str) -> None:
    """Any text gives a message of 2000 at most, on our own lines, with all of it in code."""
    shown, usual = text_of(odd(text)), text_of(odd("x"))

    assert units(shown) <= LONGEST
    assert len(shown.splitlines()) <= len(usual.splitlines())
    assert shown.startswith("**Agent wants to execute:**\n```\n")
    loose = outside_code(shown.removeprefix("**Agent wants to execute:**"))
    assert not set(loose) & set("@<>*_~|[]#/\\🦊")


@each_row("text", HOSTILE.values(), ids=HOSTILE)
@each_row("field", ["agent", "session", "tool", "action", "role", "cwd", "why"])
def test_each_field_holds_what_is_hostile(field: str, text: str) -> None:
    """A hostile text in any one field leaves the lines of the others where they are."""
    usual = text_of(question())
    changed = {field: f"tool:bash:{text}" if field == "action" else text}
    body = question().body | (changed if field in {"role", "cwd", "why"} else {})
    shown = text_of(question(body=body, **({} if field in body else changed)))

    assert units(shown) <= LONGEST
    assert labels(shown) <= labels(usual) | {f"… and {n} more" for n in (1, 2)}
    assert shown.count("\n") <= usual.count("\n")


def labels(text: str) -> set[str]:
    """Return what each line begins with before there is any code, outside the block."""
    before, _, after = text.split("```")
    return {line.partition("`")[0] for line in (before + after).splitlines()}


def test_the_end_of_a_long_command_is_seen() -> None:
    """A command of 100 KB shows how it begins and how it ends."""
    shown = text_of(QUESTIONS["long"])

    assert "echo begin" in shown
    assert "; rm -rf end" in shown
    assert re.search(r" \[…99[0-9]{3}…\] ", shown)
    assert units(shown) <= LONGEST


def test_backticks_are_seen_and_end_nothing() -> None:
    """A backtick, which runs something in a shell, is seen as a sign that looks like one."""
    shown = text_of(question(action="tool:bash:echo `rm -rf x` ``` @everyone"))

    wanted = "Bash: echo `rm -rf x` ``` @everyone".replace("`", LOOKS_ALIKE)
    assert wanted in shown


@settings(deadline=None)
@given(st.text(max_size=800), st.integers(40, 400))
def test_what_is_cut_has_both_ends(text: str, room: int) -> None:
    """A text that is cut fits, and has its beginning and its end."""
    shown = cut(text, room)

    assert units(shown) <= room
    if shown != text:
        head, _, tail = shown.partition(" […")
        assert text.startswith(head)
        assert text.endswith(tail.partition("…] ")[2])


@each_row(
    "text",
    ["@everyone", "<@7>", "[a](b)", "a_b_", "https://evil.example", "a.b", "# x", "> x", "`", "\\"],
)
def test_what_could_be_more_than_text_is_code(text: str) -> None:
    """Nothing that Discord could make a mention, a link or a format of is shown as it is."""
    assert prose(text, 100).startswith("`")
    assert said(text).startswith("`")


def test_a_sentence_stays_a_sentence() -> None:
    """What is only words is shown as words."""
    assert said("that question is over, sorry: ask again.") == (
        "that question is over, sorry: ask again."
    )


def test_a_button_belongs_to_its_question_alone() -> None:
    """What a button sends holds for its question, and is short enough."""
    each = question(id=2**63 - 1)
    data = [button.data for row in buttons_of(each, KEY) for button in row]
    pressed = [read for read in map(read_data, data) if read]

    assert {read.key for read in pressed} == {choice.key for choice in CHOICES}
    assert all(len(text) <= 100 for text in data)
    for read in pressed:
        assert belongs(read, each, KEY)
        assert not belongs(read, each, b"another")
        assert not belongs(read, each._replace(uid="another"), KEY)


def test_a_nonce_names_a_question() -> None:
    """The same question has the same nonce, another one another, and none is too long."""
    one, other = question(), question(uid="another")

    assert nonce_of(one, KEY) == nonce_of(question(), KEY)
    assert nonce_of(one, KEY) != nonce_of(other, KEY)
    assert len(nonce_of(one, KEY)) <= LONGEST_NONCE
