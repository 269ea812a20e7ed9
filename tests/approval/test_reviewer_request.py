"""What a reviewer is shown of a call."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from proctor.approval.review_request import (
    LONGEST_INPUT,
    LONGEST_READ,
    MOST_PARTS,
    TOO_LONG,
    UNREADABLE,
    AskedPart,
    Request,
    call_of,
    is_whole,
    request_of,
    same_shape,
    shown_of,
    telling,
)
from proctor.terms.effect import Effect
from proctor.terms.record import Standing
from tests.approval.review_calls import HARMLESS
from tests.tables import each_row
from tests.terms.decisions import decision, part

# Everything but the input, at its longest.
MOST_BESIDE = 36_000


def shown(request: Request) -> Any:
    """Return what is shown of a request, read as JSON."""
    return json.loads(call_of(request))


def itself() -> list[object]:
    """Return a list that holds itself."""
    endless: list[object] = []
    endless.append(endless)
    return endless


def deep() -> object:
    """Return a list in a list, and so on."""
    value: object = "x"
    for _ in range(100_000):
        value = [value]
    return value


def test_a_call_is_shown_field_by_field() -> None:
    """A model sees tool, action, places, role, parts and input."""
    assert shown(HARMLESS) == {
        "tool": "Bash",
        "action": "tool:bash:npm test && git push origin main",
        "cwd": "/home/ada/shop/web",
        "project": "/home/ada/shop",
        "role": "coder",
        "parts": [
            {
                "text": "npm test",
                "effect": "allow",
                "why": "allowed by Bash(npm test)",
                "classes": "code",
                "reasons": "runs scripts",
            },
            {
                "text": "git push origin main",
                "effect": "ask",
                "why": "no rule decides it",
                "classes": "network",
                "reasons": "",
            },
        ],
        "parts_left_out": 0,
        "input": {"command": "npm test && git push origin main", "description": "Test and publish"},
    }


@each_row("char", ["x", '"', "\\", "\n", "é", "\U0001f600", "@"])
def test_a_long_input_is_shown_from_both_ends(char: str) -> None:
    """Of what is too long the beginning and the end are shown, and how much is missing."""
    text = json.dumps({"command": f"begin {char * 100_000} end"}).replace("@", "\\u0040")
    request = HARMLESS._replace(input={"command": f"begin {char * 100_000} end"})
    cut = shown(request)["input"]

    assert text.startswith(cut["begins"])
    assert text.endswith(cut["ends"])
    assert cut["begins"].startswith('{"command": "begin ')
    assert cut["ends"].endswith(' end"}')
    assert cut["cut_characters"] == len(text) - len(cut["begins"]) - len(cut["ends"])
    assert len(json.dumps(cut)) <= LONGEST_INPUT
    assert not is_whole(request)


@given(st.text(), st.integers(1, 3_000))
def test_whatever_is_said_is_shown_in_a_bounded_size(text: str, times: int) -> None:
    """No text, however long and wherever, makes a prompt longer than a known size."""
    said = text * times
    few = AskedPart(said, said, said, (said,), (said,))
    request = Request(said, said, {"x": said}, (few,) * 100, said, said, said)

    assert len(call_of(request)) <= LONGEST_INPUT + MOST_BESIDE


NOT_OF_JSON = {
    "holds itself": itself(),
    "deep": deep(),
    "keys of two": {("a", "b"): 1},
    "an object": object(),
    "bytes": b"x",
    "a set": {1, 2},
    "a huge number": [10**5_000],
}


@each_row("name", NOT_OF_JSON)
def test_what_is_not_of_json_cannot_be_shown(name: str) -> None:
    """An input that cannot be shown is said to be one, and counts as not shown whole."""
    request = HARMLESS._replace(input=NOT_OF_JSON[name])

    assert shown(request)["input"] == UNREADABLE
    assert not is_whole(request)


@each_row("value", [None, "", [], {}, "text", 1.5, True, {"a": [1, None]}])
def test_any_other_input_is_shown_as_it_is(value: object) -> None:
    """An input need not be an object."""
    request = HARMLESS._replace(input=value)

    assert shown(request)["input"] == value
    assert is_whole(request)


def test_of_many_parts_those_that_are_asked_about_come_first() -> None:
    """Where there are too many parts, none that is asked about is left out for one that is not."""
    allowed, asked = AskedPart("ls", "allow", "fine"), AskedPart("rm x", "ask", "no rule")
    found = shown(HARMLESS._replace(parts=(allowed,) * 50 + (asked,) * 3))

    assert [each["text"] for each in found["parts"]] == ["rm x"] * 3 + ["ls"] * (MOST_PARTS - 3)
    assert found["parts_left_out"] == 53 - MOST_PARTS


def test_a_request_is_made_of_a_decision() -> None:
    """What a reviewer is told of a decision is redacted, each text of it."""
    found = decision(Effect.ASK, part(text="echo s3cret", classes=("read",), reasons=("s3cret",)))
    standing = Standing(role="coder", policy_revision="r7", project="/srv/app")
    request = request_of(
        found, standing, input={"a": 1}, digest="d", clean=lambda text: text.replace("s3cret", "*")
    )

    assert request == Request(
        tool="Bash",
        action="tool:bash:npm test",
        input={"a": 1},
        parts=(AskedPart("echo *", "ask", "so it is", ("read",), ("*",)),),
        cwd="/srv/app/web",
        project="/srv/app",
        role="coder",
        policy_revision="r7",
        digest="d",
    )


@each_row(
    ("value", "found", "expected"),
    [
        ({"a": "x y"}, {"a": "x [redacted]"}, True),
        ({"secret a": 1}, {"[redacted]": 1}, True),
        ({"a": ["x", 1, None]}, {"a": ["[redacted]", "[redacted]", None]}, True),
        (["x… (5 more characters)"], ["x… (5 more characters)"], True),
        ({"a": "x" * 9}, {"a": "x… (8 more characters)"}, False),
        ({"a": "x", "b": "y"}, {"a": "x"}, False),
        ({"a": ["x", "y"]}, {"a": ["x"]}, False),
        ({"a": {"b": 1}}, {"a": "[cut: nested too deep]"}, False),
        ({"a": "x"}, {"a": "[left out: it could not be redacted]"}, False),
        ({"a": "x"}, {"left out": {"a": "1 characters"}}, False),
        ({"a": "x"}, "[redacted]", False),
        ("x", {"a": "x"}, False),
    ],
)
def test_what_was_cut_is_told_from_what_was_redacted(
    value: object, found: object, expected: bool
) -> None:
    """A secret that was replaced is no loss; what was cut or left out is."""
    assert same_shape(value, found) == expected


def test_what_is_too_long_is_not_even_redacted() -> None:
    """Nobody can keep us busy with an input without an end."""
    assert shown_of({"a": "x" * LONGEST_READ}, lambda _: 1 / 0) == (TOO_LONG, True)


@each_row("name", NOT_OF_JSON)
def test_what_cannot_be_looked_at_is_not_shown(name: str) -> None:
    """An input that is no JSON is left out, and counts as not shown whole."""
    assert shown_of(NOT_OF_JSON[name], lambda value: value) == (UNREADABLE, True)
    assert telling(NOT_OF_JSON[name], "", str.upper)("x") == "X"


def test_a_quoted_input_is_shown_as_the_input_is() -> None:
    """Where a text quotes the input, what is shown of the input stands there instead."""
    told = telling({"b": "s3cret", "a": "é"}, {"b": "*", "a": "é"}, str.upper)

    assert told('run {"a":"é","b":"s3cret"} now') == 'RUN {"A":"É","B":"*"} NOW'
