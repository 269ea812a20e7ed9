"""A gateway of an agent that `proctor run` has started: one decision, one question, its name."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.agents.terminals import until
from tests.real.model import Model
from tests.real.place import Place
from tests.real.starting import Starter, proven, starter
from tests.real.terminal import DIALOG
from tests.real.test_gateway import CHANGE, DONE, LOOK, ROLE, gateway, kept, uses

pytestmark = pytest.mark.full


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell, for whom the program was proven before."""
    proven(place)
    place.write_role("maker", ROLE)
    with starter(place, model) as somebody:
        yield somebody


def test_what_the_rules_allow_is_decided_once(person: Starter, place: Place, model: Model) -> None:
    """A call that the role allows runs, asks nobody and has one record, the agent's."""
    person.run("--role", "maker", "--", *gateway(place, "maker"))
    person.say("maker", model.learn("go", *uses(LOOK)))
    person.shows("maker", DONE)

    assert place.ran("mcp-look") == 1
    assert json.loads(person.types("approvals", "--json").stdout) == []
    assert kept(place) == [("mcp__shelf__look", "allow")]
    assert [(each["agent_name"], each["role"]) for each in place.records()] == [("maker", "maker")]


@pytest.mark.parametrize("role", ["maker", ""])
def test_a_person_is_asked_once(person: Starter, place: Place, model: Model, role: str) -> None:
    """Whether the gateway names the agent's role or none, a yes from a shell is the only one."""
    options = gateway(place, role) if role else unnamed(place)
    person.run("--role", "maker", "--", *options)
    person.say("maker", model.learn("go", *uses(CHANGE)))
    person.shows("maker", DIALOG)
    [question] = until(lambda: json.loads(person.types("approvals", "--json").stdout))

    assert (question["agent"], question["tool"]) == ("maker", "mcp__shelf__change")
    assert person.types("approve", str(question["id"])).returncode == 0
    person.shows("maker", DONE)
    assert place.ran("mcp-change") == 1
    assert json.loads(person.types("approvals", "--json").stdout) == []
    until(lambda: [word for _, word in kept(place)] == ["ask_dialog", "ask_approved"])
    assert {each["agent_name"] for each in place.records()} == {"maker"}


def test_an_answer_in_the_dialog_is_the_only_one(
    person: Starter, place: Place, model: Model
) -> None:
    """Whoever approves in the agent's own terminal is asked nothing more."""
    person.run("--role", "maker", "--", *gateway(place, "maker"))
    person.say("maker", model.learn("go", *uses(CHANGE)))
    person.shows("maker", DIALOG)
    person.insist("maker", "1", lambda: DIALOG not in person.engine.screen("maker"))
    person.shows("maker", DONE)

    assert place.ran("mcp-change") == 1
    until(lambda: [word for _, word in kept(place)] == ["ask_dialog", "dialog_approved"])
    assert {each["agent_name"] for each in place.records()} == {"maker"}


def unnamed(place: Place) -> list[str]:
    """Return the options with which the program has our gateway, of which no role is said."""
    options = gateway(place)
    path = place.root / "mcp.json"
    said = json.loads(path.read_text())
    words = said["mcpServers"]["proctor"]["args"]
    said["mcpServers"]["proctor"]["args"] = [words[0], *words[3:]]
    path.write_text(json.dumps(said))
    return options
