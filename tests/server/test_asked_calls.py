"""Calls that were left to a dialog: joined once, oldest first, bounded, and told of once."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.server.asked_calls import (
    MOST_CALLS,
    MOST_SESSIONS,
    Asked,
    AskedCall,
    AskedCalls,
    recalled,
)
from proctor.server.seat import WISHES
from proctor.terms.record import Outcome, Record
from tests.tables import each_row

MAKE = Asked("s-1", "", "Bash", "d1")
SHOP = "/srv/shop"


def call(name: str, asked: Asked = MAKE) -> AskedCall:
    """Return a call that was asked about."""
    return AskedCall(asked, f"call-{name}", f"u-{name}", record(f"u-{name}-ask_dialog"), cwd=SHOP)


def record(uid: str, **more: Any) -> Record:
    """Return the record of a call that was left to a dialog."""
    told = Record(uid, "2026-06-01T12:00:00.000Z", "arch-1", "tool:bash:make", "ask_dialog")
    return told._replace(**more)


def test_requests_are_joined_oldest_first_and_each_once() -> None:
    """The first request belongs to the first call; a third one to none."""
    calls = AskedCalls()
    first, second = call("1"), call("2")
    for each in (first, second):
        calls.add(each)

    assert [calls.join(MAKE, uid, SHOP) for uid in ("a", "b", "c")] == [first, second, None]


def test_a_request_that_comes_again_gets_the_same_call() -> None:
    """It is known by its uid."""
    calls = AskedCalls()
    first, second = call("1"), call("2")
    for each in (first, second):
        calls.add(each)

    assert [calls.join(MAKE, uid, SHOP) for uid in ("a", "b", "b", "a")] == [
        first,
        second,
        second,
        first,
    ]


@pytest.mark.parametrize(
    "other",
    [
        MAKE._replace(session="s-2"),
        MAKE._replace(subagent="sub-1"),
        MAKE._replace(tool="Read"),
        MAKE._replace(digest="d2"),
    ],
)
def test_what_differs_in_anything_is_not_joined(other: Asked) -> None:
    """Session, sub-agent, tool and input all belong to it."""
    calls = AskedCalls()
    calls.add(call("1"))

    assert calls.join(other, "a", SHOP) is None


def test_the_same_words_in_another_folder_are_another_call() -> None:
    """`make` does something else there, and people were not asked about that."""
    calls = AskedCalls()
    calls.add(call("1"))

    assert calls.join(MAKE, "a", "/srv/other") is None


def test_the_oldest_of_a_session_goes_when_there_are_too_many() -> None:
    """It is handed back, so that its end can be kept."""
    calls = AskedCalls()
    gone = [calls.add(call(str(number))) for number in range(MOST_CALLS + 1)]

    assert [one.uid for one in gone[-1]] == ["u-0"]
    assert gone[:-1] == [[]] * MOST_CALLS
    assert len(calls.of_session("s-1", None)) == MOST_CALLS


def test_the_session_that_asked_longest_ago_goes_when_there_are_too_many() -> None:
    """All of its calls are handed back."""
    calls = AskedCalls()
    for number in range(MOST_SESSIONS):
        calls.add(call(str(number), MAKE._replace(session=f"s-{number}")))
    calls.add(call("again", MAKE._replace(session="s-0")))
    gone = calls.add(call("new", MAKE._replace(session="new")))

    assert [one.uid for one in gone] == ["u-1"]
    assert len(calls.sessions) == MOST_SESSIONS


def test_the_same_hook_is_remembered_once() -> None:
    """One that comes again after its connection broke is no second call."""
    calls = AskedCalls()
    calls.add(call("1"))
    calls.add(call("1"))

    assert len(calls.of_session("s-1", None)) == 1


def test_what_became_of_a_call_is_taken_once() -> None:
    """Whoever comes second is told so, and nothing is left behind."""
    calls = AskedCalls()
    known = call("1")
    calls.add(known)

    assert [calls.take(known), calls.take(known), calls.holds(known)] == [True, False, False]
    assert calls.sessions == {}


def test_the_end_is_a_record_of_its_own_that_points_back() -> None:
    """Approved or unknown, it has one name, so that only one of them can be kept."""
    known = call("1")
    at = "2026-06-01T12:00:05.000Z"
    ends = [
        known.end(outcome, "words", at)
        for outcome in (Outcome.DIALOG_APPROVED, Outcome.DIALOG_UNKNOWN)
    ]

    assert [(end.uid, end.about, end.decision, end.decider) for end in ends] == [
        ("u-1-dialog", "u-1-ask_dialog", "dialog_approved", "person"),
        ("u-1-dialog", "u-1-ask_dialog", "dialog_unknown", ""),
    ]


@each_row("why", WISHES)
def test_a_new_server_recalls_the_dialogs_without_an_end(why: str) -> None:
    """One that has an end, one that was handed in and whatever else is kept are left out."""
    found = recalled(
        [
            record("u-1-ask_dialog", session="s-1", input_digest="d1", call_id="c1", why=why),
            record("u-2-ask_dialog", session="s-1", input_digest="d1"),
            record("u-2-dialog", decision="dialog_approved", about="u-2-ask_dialog"),
            record("u-3-ask_dialog", session="s-1", input_digest="d1", spooled=True),
            record("u-4-allow", decision="allow"),
        ]
    )
    calls = AskedCalls()
    for each in found:
        calls.add(each)

    assert [(one.uid, one.call_id, one.wished) for one in found] == [("u-1", "c1", True)]
    assert calls.join(MAKE, "a", "") is None
    assert calls.join(MAKE._replace(agent="arch-1"), "a", "") is found[0]


def test_a_call_without_an_id_is_known_by_what_it_was() -> None:
    """One with an id never is: that is for its own event to say."""
    calls = AskedCalls()
    named = call("1")
    nameless = AskedCall(MAKE, "", "u-2", record("u-2-ask_dialog"), cwd=SHOP)
    for each in (named, nameless):
        calls.add(each)

    assert calls.nameless(MAKE) is nameless
    assert calls.of_call(MAKE, "") is None
    assert calls.of_call(MAKE, "call-1") is named
