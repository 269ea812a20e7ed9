"""What a program sends as OTLP in JSON is read, whatever stands in it."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.errors import UsageError
from proctor.server.answers import TooLarge
from proctor.server.otlp import LARGEST, events_of, number_in, text_in, unpacked
from tests.server.telling import decided, logs, requested
from tests.tables import each_row

NAMES = {"tool_decision", "api_request"}
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)
KEYS = ["resourceLogs", "scopeLogs", "logRecords", "attributes", "key", "value", "intValue"]
NEARLY = st.recursive(
    ANYTHING,
    lambda inner: st.dictionaries(st.sampled_from(KEYS), inner) | st.lists(inner, max_size=3),
    max_leaves=20,
)


def test_events_are_read_as_names_and_values() -> None:
    """Each event that is wanted comes with what is said of it, in their order."""
    said = [decided(), requested(ok=True, cost_usd=1.5)]

    assert list(events_of(logs({"event.name": "auth"}, *said, {"x": 1}), NAMES)) == said


@given(said=NEARLY)
def test_nothing_that_is_sent_breaks_it(said: Any) -> None:
    """What has another form is passed over, however deep or odd."""
    events = list(events_of({"resourceLogs": said}, {"", "x"}))

    assert all(isinstance(value, str | int | float | bool) for e in events for value in e.values())


@each_row(
    ("value", "read"),
    [
        ({"intValue": "42"}, 42),
        ({"intValue": 42}, 42),
        ({"doubleValue": 2}, 2),
        ({"intValue": "4_2"}, None),
        ({"intValue": "-1"}, None),
        ({"intValue": "9" * 21}, None),
        ({"intValue": True}, None),
        ({"arrayValue": {"values": []}}, None),
        ({"stringValue": 1}, None),
        ({}, None),
        ("text", None),
        (None, None),
    ],
)
def test_a_value_is_a_text_a_number_or_a_truth(value: object, read: object) -> None:
    """Whole numbers may be written as texts; everything else is no value."""
    record = {"attributes": [{"key": "k", "value": value}]}
    [event] = events_of({"resourceLogs": [{"scopeLogs": [{"logRecords": [record]}]}]}, {""})

    assert event == ({} if read is None else {"k": read})


@each_row(
    ("said", "number"),
    [
        (3, 3.0),
        ("0.000017999999999999997", 0.000017999999999999),
        (0.5, 0.5),
        (-3, 0.0),
        ("-1", 0.0),
        ("nan", 0.0),
        ("inf", 0.0),
        (float("inf"), 0.0),
        (10**400, 0.0),
        (True, 0.0),
        ("many", 0.0),
        ("", 0.0),
    ],
)
def test_a_number_is_finite_and_not_below_nothing(said: Any, number: float) -> None:
    """What cannot be counted counts nothing."""
    assert pytest.approx(number) == number_in({"n": said}, "n")


def test_what_is_missing_is_nothing() -> None:
    """A field that is not there, or is no text, is an empty one."""
    assert (
        number_in({}, "n"),
        text_in({}, "t", 2),
        text_in({"t": 3}, "t", 2),
        text_in({"t": "abc"}, "t", 2),
    ) == (0.0, "", "", "ab")


def test_a_gzip_is_unpacked() -> None:
    """What was packed comes out as it was."""
    data = json.dumps(logs(decided())).encode()

    assert unpacked(gzip.compress(data)) == data


@each_row(
    "body",
    [b"", b"{}", gzip.compress(b"{}")[:-4], gzip.compress(b"{}") + b"x", gzip.compress(b"{}") * 2],
    ids=["empty", "plain", "half", "more behind it", "two"],
)
def test_what_is_no_gzip_is_refused(body: bytes) -> None:
    """Only one whole one is taken."""
    with pytest.raises(UsageError, match="gzip"):
        unpacked(body)


def test_a_bomb_does_not_go_off() -> None:
    """What would become too large is refused before it has."""
    bomb = gzip.compress(b"0" * (64 * LARGEST // 16))

    assert len(unpacked(gzip.compress(b"0" * LARGEST))) == LARGEST
    with pytest.raises(TooLarge):
        unpacked(bomb)
