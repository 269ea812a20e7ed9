"""What the real program tells nobody is seen on its screen: No, and Escape, end a turn."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

import pytest

from proctor.proving.scripted_model import Turn, bash, say
from tests.agents.terminals import until
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.starting import Starter, proven, starter
from tests.real.terminal import DIALOG

MAKER = 'permissions: {ask: ["Bash(tee *)"], otherwise: allow}\n'
BLOCKED = "blocked (permission: Bash)"
LATE = say("that took a while")
# Longer than it takes until the screen of a silent agent was looked at twice, in seconds.
LONG = 8
HANGS, WORKS = "tail -f /dev/null", "esc to interrupt"
# How long a key has to be taken, before it is pressed again.
SLOWLY = 3.0


class SlowModel(Model):
    """A model that takes its time for one turn."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 60.0
        self.over, self.said = threading.Event(), threading.Event()

    def play(self, body: dict[str, object]) -> Turn:
        """Return the turn that answers a request, one of them late."""
        turn = super().play(body)
        if turn is LATE:
            self.over.wait(self.seconds)
            self.said.set()
        return turn


@pytest.fixture
def model() -> Iterator[SlowModel]:
    """Give a model that plays scripts, and may be slow."""
    with SlowModel() as played:
        yield played
        played.over.set()


@pytest.fixture
def person(place: Place, model: SlowModel) -> Iterator[Starter]:
    """Give somebody at a shell, with an agent."""
    proven(place)
    place.write_role("maker", MAKER)
    with starter(place, model) as somebody:
        somebody.run("--role", "maker")
        yield somebody


def state(person: Starter) -> str:
    """Return what the list says of the agent."""
    [told] = json.loads(person.types("list", "--json").stdout)
    return str(told["state"])


def becomes(person: Starter, wanted: str) -> None:
    """Wait until the list says this of the agent."""
    until(lambda: state(person) == wanted, wanted)


def escapes(person: Starter) -> None:
    """Press Escape until the program works no more; once more at the prompt opens a menu."""
    pressed = 0.0

    def is_over() -> bool:
        nonlocal pressed
        if WORKS not in shown(person):
            return True
        if time.monotonic() - pressed > SLOWLY:
            person.engine.keys("maker", "Escape")
            pressed = time.monotonic()
        return False

    person.shows("maker", WORKS)
    until(is_over, "the prompt")


def shown(person: Starter) -> str:
    """Return the agent's screen."""
    return person.engine.screen("maker")


def test_no_in_the_dialog(person: Starter, place: Place, model: SlowModel) -> None:
    """The agent is idle, what became of the dialog is unknown, and nothing has run."""
    person.say("maker", model.learn("make", bash(mark()), say("done")))
    person.shows("maker", DIALOG)
    becomes(person, BLOCKED)
    person.insist("maker", "2", lambda: DIALOG not in shown(person))
    becomes(person, "idle")
    assert json.loads(person.types("approvals", "--json").stdout) == []
    decided = until(lambda: place.decisions() if len(place.decisions()) > 1 else None)
    assert [decision for _, decision in decided][:2] == ["ask_dialog", "dialog_unknown"]
    assert (place.ran(), len(model.conversation("make"))) == (0, 1)


def test_a_dialog_that_outlives_its_question_and_the_server(
    person: Starter, place: Place, model: SlowModel
) -> None:
    """The next server sees it, says blocked while it is open, and how it goes on after it."""
    place.configure("approval: {timeout: 1}\n")
    person.say("maker", model.learn("make", bash(mark()), say("done")))
    person.shows("maker", DIALOG)
    until(lambda: "ask_dialog" in [decision for _, decision in place.decisions()])
    assert person.types("down").returncode == 0
    # The hook that waited beside the dialog may have started the next one by itself.
    person.types("up", "--background")
    until(lambda: json.loads(person.types("status", "--json").stdout)["running"])
    until(lambda: json.loads(person.types("approvals", "--json").stdout) == [])
    becomes(person, BLOCKED)
    person.insist("maker", "1", lambda: DIALOG not in shown(person))
    until(lambda: place.ran() == 1)
    becomes(person, "idle")


def test_escape_while_it_thinks(person: Starter, model: SlowModel) -> None:
    """The agent is idle, though the program has put the prompt back into its box."""
    person.say("maker", model.learn("make", LATE))
    becomes(person, "thinking")
    escapes(person)
    assert "please [[make]]" in shown(person)
    becomes(person, "idle")


def test_escape_while_a_tool_runs(person: Starter, model: SlowModel) -> None:
    """The agent is idle."""
    person.say("maker", model.learn("make", bash(HANGS), say("done")))
    becomes(person, "running Bash")
    escapes(person)
    becomes(person, "idle")


def test_a_tool_that_runs_for_long(person: Starter, place: Place, model: SlowModel) -> None:
    """It goes on running, as far as anybody is told, until it is over."""
    command = f"sleep {LONG}; echo x > ran"
    person.say("maker", model.learn("make", bash(command), say("done")))
    becomes(person, "running Bash")
    seen = []
    while place.ran() == 0:
        seen.append(state(person))
    # The last one was asked for while it may have ended.
    assert set(seen[:-1]) == {"running Bash"}
    becomes(person, "idle")


def test_a_model_that_is_slow(person: Starter, model: SlowModel) -> None:
    """It goes on thinking, also while somebody types, which hides that the program works."""
    model.seconds = LONG
    person.say("maker", model.learn("make", LATE))
    becomes(person, "thinking")
    person.engine.paste("maker", "half a line")
    until(lambda: WORKS not in shown(person))
    seen = []
    while not model.said.is_set():
        seen.append(state(person))
    assert set(seen[:-1]) == {"thinking"}
    becomes(person, "idle")
