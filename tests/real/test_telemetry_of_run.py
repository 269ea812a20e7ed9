"""An agent that `proctor run` starts tells the server what it does, unless nobody wants it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.session_files import life_of, read_session
from proctor.proving.scripted_model import bash, say
from tests.agents.terminals import until
from tests.real.model import Model
from tests.real.place import FREE, Place, mark
from tests.real.serving import listed
from tests.real.starting import Starter, proven, starter, variables_of
from tests.real.telling import alarms

DONE = "all is made"
# Of two answers of the scripted model.
TOKENS = 4


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell, whose program was proven before."""
    proven(place)
    with starter(place, model) as made:
        yield made


def used(person: Starter) -> int:
    """Return the tokens of the one agent, as `list` shows them."""
    [row] = json.loads(person.types("list", "--json").stdout)
    return int(row["tokens"])


def said_of_telemetry(place: Place, name: str) -> tuple[list[str], list[str]]:
    """Return what the program was told of telemetry, by its environment and by its settings."""
    running = life_of(place.home, read_session(place.home, name)).running
    assert running is not None
    variables = variables_of(running.pid)
    file = Path(place.home, "sessions", name, ".claude", "settings.json")
    settings = json.loads(file.read_text())
    names = [*settings.get("env", {}), *(key for key in settings if "otel" in key)]
    return sorted(key for key in variables if "OTEL" in key), [
        key for key in names if "otel" in key.lower()
    ]


@pytest.mark.parametrize("sandbox", [pytest.param(False, marks=pytest.mark.full), True])
@pytest.mark.full
def test_its_tokens_are_in_the_list(
    person: Starter, place: Place, model: Model, sandbox: bool
) -> None:
    """What it has used is shown, and what was decided for it raises no alarm."""
    place.write_role("free", f"{FREE}sandbox: {str(sandbox).lower()}\n")
    person.run("--role", "free", "--", model.learn("go", bash(mark()), say(DONE)))
    person.shows("free", DONE)
    until(lambda: listed(place.home)[0]["body"]["tokens"] == TOKENS)
    variables, settings = said_of_telemetry(place, "free")
    assert person.types("stop", "free").returncode == 0
    assert place.proctor("down").returncode == 0

    assert (place.ran(), alarms(place), used(person)) == (1, [], TOKENS)
    assert "otelHeadersHelper" in settings
    assert set(variables) <= set(settings)


@pytest.mark.full
def test_switched_off_it_is_told_nothing_of_it(person: Starter, place: Place, model: Model) -> None:
    """Where config.yaml says so, the person's own telemetry stays as it was."""
    place.configure("telemetry: {enabled: false}\n")
    place.write_role("free", FREE)
    person.run("--role", "free", "--", model.learn("go", say(DONE)))
    person.shows("free", DONE)

    assert said_of_telemetry(place, "free") == ([], [])
