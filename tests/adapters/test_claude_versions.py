"""What which version takes."""

from __future__ import annotations

import pytest

from proctor.adapters.claude_versions import (
    OUR_EVENTS,
    TOOLS,
    Version,
    facts,
    our_events,
    parse_version,
)
from tests.tables import each_row

CHANGE = "ConfigChange"
# What came with later versions.
LATE = ("PostCompact", "StopFailure", CHANGE)


@each_row(
    ("text", "version"),
    [
        ("2.1.325 (Claude Code)\n", (2, 1, 325)),
        ("2.0.77", (2, 0, 77)),
        ("v1.0.128", (1, 0, 128)),
        ("3.0.0-beta.1 (Claude Code)", (3, 0, 0)),
        ("", None),
        ("Claude Code 2.1.325", None),
        ("2.1", None),
        ("2.1.3.4", None),
        ("9" * 50 + ".1.1", None),
    ],
)
def test_a_version_is_read(text: str, version: Version | None) -> None:
    """The version stands first in what the program prints."""
    assert version == parse_version(text)


@each_row(
    ("version", "missing"),
    [
        ((2, 1, 325), ()),
        ((9, 9, 9), ()),
        ((2, 1, 0), LATE),
        ((2, 0, 77), LATE),
        ((2, 0, 76), ("PermissionRequest", "PostToolUseFailure", "SubagentStart", *LATE)),
        ((1, 0, 128), ("PermissionRequest", "PostToolUseFailure", "SubagentStart", *LATE)),
    ],
)
def test_only_known_events_are_installed(version: Version, missing: tuple[str, ...]) -> None:
    """Our hook is installed for the events that a version is known to take, in their order."""
    assert tuple(event for event in OUR_EVENTS if event not in missing) == our_events(version)


@pytest.mark.parametrize("version", [None, (1, 0, 38), (0, 0, 1)])
def test_an_unknown_version_gets_the_first_events(version: Version | None) -> None:
    """Where nothing is known of a version, only what every one takes is written."""
    assert our_events(version) == ("PreToolUse", "PostToolUse", "Notification", "Stop")


def test_the_newest_takes_all_events() -> None:
    """The newest version that was measured takes 33 events, and a newer one the same."""
    assert len(set(facts((2, 1, 325)).events)) == 33
    assert facts((2, 1, 325)) == facts((2, 2, 0))


@each_row(
    ("version", "on_failure", "ask_holds", "agent"),
    [
        ((2, 1, 325), True, True, "Agent"),
        ((2, 1, 324), True, False, "Agent"),
        ((2, 1, 295), True, False, "Agent"),
        ((2, 1, 294), False, False, "Agent"),
        ((2, 1, 62), False, False, "Task"),
        ((2, 0, 77), False, False, "Task"),
        (None, False, False, "Task"),
    ],
)
def test_nothing_is_taken_for_granted(
    version: Version | None, *, on_failure: bool, ask_holds: bool, agent: str
) -> None:
    """A version honours what it was seen to honour, and an unknown one nothing."""
    known = facts(version)

    assert (on_failure, ask_holds, agent) == (known.on_failure, known.ask_holds, known.agent)
    assert ask_holds == known.http == known.arguments == known.unattended_request


@pytest.mark.parametrize(
    ("version", "stars", "read_first"),
    [((2, 1, 325), True, True), ((2, 0, 77), True, False), ((1, 0, 128), False, False),
     (None, False, True)],
)  # fmt: skip
def test_an_unknown_version_is_the_worst_of_all(
    version: Version | None, *, stars: bool, read_first: bool
) -> None:
    """Of a version that is not known, whatever makes a rule risky is taken to be so."""
    known = facts(version)

    assert (known.stars, known.read_first) == (stars, read_first)


def test_each_tool_stands_once() -> None:
    """The list of tools has no name twice, and no name that an old version refuses."""
    assert len(TOOLS) == len(set(TOOLS))
    assert all(name[0].isupper() for name in TOOLS)
