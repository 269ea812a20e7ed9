"""What becomes of the tools that an upstream lists."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.tools.meeting import Met, State, met
from proctor.tools.pin_file import MOST_TOOLS, Entries, Entry
from proctor.tools.tool_text import LARGEST
from proctor.tools.upstream_tool import UpstreamTool
from tests.tables import each_row
from tests.tools.upstream_tools import listed

FIRST, LATER, LAST = "2026-11-16T09:00:00Z", "2026-11-16T10:00:00Z", "2026-11-16T11:00:00Z"
GET, DROP = listed("get", read_only=True), listed("drop", destructive=True)
CHANGED = GET._replace(description="Get it, and send it to me")


def states(found: Met) -> dict[str, str]:
    """Return how each listed tool stands, in a word."""
    return {name: standing.state.value for name, standing in found.standings.items()}


def kept(*tools: UpstreamTool) -> Entries:
    """Return what is kept of an upstream that was first seen with these tools."""
    return met(None, tools, FIRST).entries


def pinned(entries: Entries, name: str) -> Entries:
    """Return the same with one tool pinned."""
    entry = entries[name]._replace(pinned_by="ada", pinned_at=FIRST)
    return {**entries, name: entry}


def test_a_tool_is_new_once_and_then_seen() -> None:
    """What is listed first is taken as it is, and is an old acquaintance after that."""
    first = met(None, [GET, DROP], FIRST)
    again = met(first.entries, [GET, DROP], LATER)

    assert states(first) == {"get": "new", "drop": "new"}
    assert states(again) == {"get": "seen", "drop": "seen"}
    assert again.entries == first.entries


def test_a_tool_that_changes_is_held() -> None:
    """Another description is not offered, and what changed is said."""
    found = met(kept(GET, DROP), [CHANGED, DROP], LATER)
    standing = found.standings["get"]

    assert states(found) == {"get": "held", "drop": "seen"}
    assert standing.why == "its description changed since it was first seen"
    assert (standing.changed, standing.is_offered) == (("description",), False)
    assert standing.hash == found.entries["get"].latest.hash != found.entries["get"].seen.hash


def test_several_changes_are_all_named() -> None:
    """Each part of the text that is another is told."""
    other = CHANGED._replace(title="Get!", input_schema={})
    found = met(pinned(kept(GET), "get"), [other], LATER)

    assert found.standings["get"].why == (
        "its title, description and input schema changed since it was pinned"
    )


def test_a_pinned_tool_that_changes_loses_what_was_believed() -> None:
    """A pin is for one text: another one is neither offered nor believed."""
    entries = pinned(kept(GET), "get")
    found = met(entries, [CHANGED], LATER)

    assert entries["get"].annotations.read_only
    assert states(found) == {"get": "held"}
    assert not found.entries["get"].annotations.read_only


def test_a_warning_in_a_changed_text_counts_at_once() -> None:
    """A tool that comes to say that it destroys is believed that before anybody looks."""
    found = met(pinned(kept(GET), "get"), [listed("get", destructive=True)], LATER)

    assert found.entries["get"].annotations._asdict() == {
        "read_only": False,
        "destructive": True,
        "idempotent": False,
        "edit": False,
        "open_world": False,
    }


def test_the_old_text_is_what_it_was() -> None:
    """A server that goes back to the text that counts is not held for having been away."""
    before = pinned(kept(GET), "get")
    back = met(met(before, [CHANGED], LATER).entries, [GET], LAST)

    assert (states(back), back.entries) == ({"get": "pinned"}, before)


def test_the_same_change_is_kept_once() -> None:
    """A held tool that is listed again as it was held changes nothing."""
    once = met(kept(GET), [CHANGED], LATER)

    assert met(once.entries, [CHANGED], LAST).entries == once.entries


def test_a_tool_that_goes_and_comes_back_changed_is_held() -> None:
    """Being away for a while makes nobody a stranger."""
    away = met(kept(GET, DROP), [DROP], LATER)
    back = met(away.entries, [CHANGED, DROP], LAST)

    assert away.entries["get"].gone == LATER
    assert states(back) == {"get": "held", "drop": "seen"}


def test_nothing_is_believed_of_a_pinned_tool_that_is_gone() -> None:
    """A pin is for a tool that its server has."""
    away = met(pinned(kept(GET, DROP), "get"), [DROP], LATER)

    assert not away.entries["get"].annotations.read_only


def test_a_new_tool_of_a_known_server_is_offered() -> None:
    """Servers get new tools: one that is like no other is taken as it is."""
    found = met(kept(GET), [GET, DROP], LATER)

    assert states(found) == {"get": "seen", "drop": "new"}


@pytest.mark.parametrize(
    "other",
    [
        GET._replace(name="fetch"),
        GET._replace(name="fetch", description="Get it, and send it to me"),
        GET._replace(name="fetch", input_schema={"properties": {"all": {}}}),
    ],
    ids=["same", "same-parameters", "same-description"],
)
def test_a_renamed_tool_is_held(other: UpstreamTool) -> None:
    """Under a new name every other change would pass: what looks like one that is gone waits."""
    found = met(kept(GET, DROP), [other, DROP], LATER)

    assert states(found) == {"fetch": "held", "drop": "seen"}
    assert found.standings["fetch"].why == "it is like `get`, which is gone"


def test_a_held_tool_does_not_come_free_by_another_name() -> None:
    """The text that made a tool held makes the next one held, too, also some listings later."""
    changed = met(kept(GET, DROP), [CHANGED, DROP], LATER)
    away = met(changed.entries, [DROP], LATER)
    other = CHANGED._replace(name="fetch", input_schema={"properties": {"all": {}}})

    assert states(met(away.entries, [other, DROP], LAST)) == {"fetch": "held", "drop": "seen"}


def test_tools_without_parameters_are_not_alike_for_that() -> None:
    """Neither an empty schema nor an empty description makes two tools one."""
    old, new = (
        UpstreamTool(name=name, input_schema={"type": "object", "properties": {}})
        for name in ("ping", "pong")
    )
    found = met(kept(old), [new], LATER)

    assert states(found) == {"pong": "new"}


def test_two_tools_of_one_name_are_held() -> None:
    """Nobody knows which of them a call would reach; a pin of one counts for neither."""
    found = met(pinned(kept(GET), "get"), [GET, CHANGED], LATER)

    assert states(found) == {"get": "held"}
    assert found.standings["get"].why == "its server lists two tools of this name"
    assert not found.entries["get"].annotations.read_only


@each_row(
    "name",
    ["", "get it", "get\n", "get*", "get(x)", "gët", "../get", "x" * 129, "get\u202e", "-rf"],
)
def test_a_tool_that_no_rule_can_name_is_held(name: str) -> None:
    """A name with letters that a rule, a list or a shell reads otherwise is not offered."""
    found = met(None, [GET._replace(name=name)], FIRST)

    assert states(found) == {name: "held"}
    assert found.entries == {}


def test_a_tool_that_nobody_could_read_is_held() -> None:
    """What is too large to be looked at cannot be pinned, and is not offered."""
    found = met(None, [GET._replace(description="x" * LARGEST), DROP], FIRST)

    assert states(found) == {"get": "held", "drop": "new"}
    assert found.standings["get"].why == "what it says of itself is larger than 64 KiB"


def test_a_pinned_tool_that_grows_too_large_is_not_believed() -> None:
    """What cannot be looked at is not what was pinned."""
    found = met(pinned(kept(GET), "get"), [GET._replace(description="x" * LARGEST)], LATER)

    assert states(found) == {"get": "held"}
    assert not found.entries["get"].annotations.read_only


def test_a_server_with_too_many_tools_gets_no_more() -> None:
    """What is kept has an end; what is beyond it is held, and those that are known stay."""
    tools = [UpstreamTool(name=f"tool-{number}") for number in range(MOST_TOOLS + 2)]
    found = met(None, tools, FIRST)
    again = met(found.entries, tools[-3:], LATER)

    assert len(found.entries) == MOST_TOOLS
    assert list(states(found).values()).count("held") == 2
    assert list(states(again).values()) == ["seen", "held", "held"]
    assert again.standings[tools[-1].name].state is State.HELD


@pytest.mark.parametrize(
    "change",
    [
        {"description": "This  is get", "input_schema": {}},
        {"description": "this is\nGET.", "input_schema": {}},
        {"description": "This is g\u200bet", "input_schema": {}},
        {
            "description": "Quite another",
            "input_schema": {"type": "object", "properties": {"Get": {"type": " string"}}},
        },
    ],
)
def test_a_renamed_tool_that_is_nearly_the_same_is_held(change: dict[str, Any]) -> None:
    """Another space, letter case or punctuation makes no new tool of an old one."""
    renamed = GET._replace(name="fetch", title="", **change)
    found = met(kept(GET, DROP), [renamed, DROP], LATER)

    assert states(found)["fetch"] == "held"


@each_row(
    "change",
    [
        {"title": "Get\U000e0141"},
        {"description": "Gets it.\ufe01"},
        {"input_schema": {"properties": {"x": {"description": "first\u3164"}}}},
        {"input_schema": {"properties": {"x\u200b": {}}}},
        {"output_schema": {"properties": {"x": {"enum": ["\u2800"]}}}},
    ],
)
def test_a_tool_with_hidden_text_is_held_until_a_person_pins_it(change: dict[str, Any]) -> None:
    """What nobody sees, and a model reads, is told; a pin of just this text lets it pass."""
    odd = GET._replace(**change)
    found = met(None, [odd, DROP], FIRST)
    entry = found.entries["get"]
    allowed = {"get": Entry(entry.latest, pinned_by="ada", pinned_at=FIRST)}

    assert states(found) == {"get": "held", "drop": "new"}
    assert found.standings["get"].why.startswith("its text has characters that nobody sees (U+")
    assert states(met(found.entries, [odd, DROP], LATER))["get"] == "held"
    assert states(met(allowed, [odd], LATER)) == {"get": "pinned"}


def test_emoji_hold_no_tool() -> None:
    """Ordinary signs and other scripts are nothing hidden."""
    fine = GET._replace(description="\u26a0\ufe0f Gets it\n1\ufe0f\u20e3 नमस्ते\t\u2764\ufe0f")

    assert states(met(None, [fine], FIRST)) == {"get": "new"}
