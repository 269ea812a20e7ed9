"""What holds for whatever a program writes to the hook."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from proctor.adapters.claude_code import hear, refuse, say
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from tests.adapters.claude_events import EVENTS, written

KEYS = sorted({key for event in EVENTS.values() for key in event} | {"hook_event_name", "agent_id"})
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(KEYS),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(sorted(EVENTS)) | st.text(max_size=20)
OBJECTS = st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=5), VALUES, max_size=8)


@given(st.binary(max_size=200))
def test_any_bytes_are_heard(data: bytes) -> None:
    """No bytes raise."""
    hear(data)


@given(st.sampled_from(sorted(EVENTS)), st.integers(0, 600), st.binary(max_size=3))
def test_a_damaged_event_is_heard(event: str, at: int, junk: bytes) -> None:
    """An event with a hole in it, or cut, raises nothing."""
    data = written(event)

    hear(data[:at])
    hear(data[:at] + junk + data[at + 1 :])


@given(OBJECTS, NAMES)
def test_any_object_is_heard(fields: dict[str, object], event: str) -> None:
    """Whatever the fields of an event are, what is heard can be kept as text."""
    heard = hear(json.dumps({**fields, "hook_event_name": event}).encode())

    kept = json.dumps([heard.session, heard.subagent, heard.cwd, heard.mode, heard.body])
    assert len(kept) < 20_000 + len(heard.cwd) * 12
    heard.session.encode()
    heard.cwd.encode()
    assert heard.call is None or heard.event


@given(NAMES, st.sampled_from(Effect), st.text())
def test_an_answer_is_one_line_of_json(event: str, effect: Effect, why: str) -> None:
    """What is said is nothing, or one line of ASCII with the right event and the right word."""
    text = say(event, Verdict(effect, why))
    if not text:
        assert event not in ("PreToolUse", "PermissionRequest") or effect is Effect.ASK
        return
    told = json.loads(text)["hookSpecificOutput"]

    assert text.isascii()
    assert text.isprintable()
    assert event == told["hookEventName"]
    word = told.get("permissionDecision") or told["decision"]["behavior"]
    assert effect.word == word


@given(NAMES, st.text())
def test_a_refusal_is_never_a_yes(event: str, why: str) -> None:
    """A refusal is one printable line, and has no allow in its JSON."""
    status, text = refuse(event, why)

    assert text == "" or text.isprintable()
    if status == 0 and text:
        assert json.loads(text)["hookSpecificOutput"]["decision"]["behavior"] == "deny"
