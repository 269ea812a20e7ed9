"""
What the real program tells nobody is seen on its screen: No, and Escape, end a turn.

The tests use one agent, one after the other, each with a prompt of its own.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from proctor.agents.input_box import read_box
from proctor.owner.who import running_server
from proctor.proving.scripted_model import Turn, bash, say
from tests.agents.boxed import EMPTY
from tests.agents.terminals import until
from tests.real.lending import Lent
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.serving import state_of, waiting
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
# How often the state is looked at while it should not change.
OFTEN = 0.05


class SlowModel(Model):
    """A model that takes its time for one turn."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds = 60.0
        self.over, self.said = threading.Event(), threading.Event()

    def forget(self) -> None:
        """Let nobody wait for a turn any more, and be as slow as before the next time."""
        self.over.set()
        self.seconds = 60.0
        self.over, self.said = threading.Event(), threading.Event()

    def play(self, body: dict[str, object]) -> Turn:
        """Return the turn that answers a request, one of them late."""
        over, said = self.over, self.said
        turn = super().play(body)
        if turn is LATE:
            over.wait(self.seconds)
            said.set()
        return turn


@contextmanager
def agent(folder: Path) -> Iterator[Starter]:
    """Give somebody at a shell, with an agent."""
    place = Place(folder)
    proven(place)
    place.write_role("maker", MAKER)
    with SlowModel() as model, starter(place, model) as somebody:
        try:
            somebody.run("--role", "maker")
            yield somebody
        finally:
            model.forget()
            if running_server(place.home) is not None:
                assert place.proctor("down").returncode == 0


def is_sound(person: Starter) -> bool:
    """Return whether the next test can use an agent: it is idle, and nothing waits or was run."""
    screen, _, row = person.engine.look("maker")
    box = read_box(screen, row)
    if box is not None and box != EMPTY:
        person.engine.keys("maker", "C-u")
    (person.place.shop / "ran").unlink(missing_ok=True)
    return box == EMPTY and state(person) == "idle" and waiting(person.place.home) == []


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lent[Starter]]:
    """Keep the agent that the tests share."""
    with Lent(lambda: agent(tmp_path_factory.mktemp("states")), is_sound) as made:
        yield made


@pytest.fixture
def person(lent: Lent[Starter]) -> Iterator[Starter]:
    """Give somebody at a shell, with an agent that has nothing to do."""
    with lent.out() as somebody:
        yield somebody


@pytest.fixture
def place(person: Starter) -> Place:
    """Give the folders of the agent."""
    return person.place


@pytest.fixture
def model(person: Starter) -> Iterator[SlowModel]:
    """Give the model of the agent; it waits for nothing once the test is over."""
    assert isinstance(person.model, SlowModel)
    yield person.model
    person.model.forget()


def state(person: Starter) -> str:
    """Return what the list says of the agent."""
    return state_of(person.place.home, "maker")


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
    before = len(place.decisions())
    person.say("maker", model.learn("make", bash(mark()), say("done")))
    person.shows("maker", DIALOG)
    becomes(person, BLOCKED)
    person.insist("maker", "2", lambda: DIALOG not in shown(person))
    becomes(person, "idle")
    assert json.loads(person.types("approvals", "--json").stdout) == []
    decided = until(
        lambda: place.decisions()[before:] if len(place.decisions()) > before + 1 else None
    )
    assert [decision for _, decision in decided][:2] == ["ask_dialog", "dialog_unknown"]
    assert (place.ran(), len(model.conversation("make"))) == (0, 1)
    # The log reads as the screen does.
    told = [line for line in shown(person).splitlines() if "please [[" in line or mark() in line]
    assert told
    assert set(told) <= set(person.types("logs", "maker").stdout.splitlines())


@pytest.mark.full
def test_a_dialog_that_outlives_the_server(tmp_path: Path) -> None:
    """The next server sees it, says blocked while it is open, and how it goes on after it."""
    with agent(tmp_path) as person:
        place = person.place
        place.configure("approval: {timeout: 1}\n")
        person.say("maker", person.model.learn("make", bash(mark()), say("done")))
        person.shows("maker", DIALOG)
        until(lambda: waiting(place.home))
        assert person.types("down").returncode == 0
        # The hook that waited beside the dialog may have started the next one by itself.
        person.types("up", "--background")
        until(lambda: running_server(place.home))
        becomes(person, BLOCKED)
        person.insist("maker", "1", lambda: DIALOG not in shown(person))
        until(lambda: place.ran() == 1)
        becomes(person, "idle")
        until(lambda: waiting(place.home) == [])


def test_escape_while_it_thinks(person: Starter, model: SlowModel) -> None:
    """The agent is idle, though the program has put the prompt back into its box."""
    person.say("maker", model.learn("think", LATE))
    becomes(person, "thinking")
    escapes(person)
    assert "please [[think]]" in shown(person)
    becomes(person, "idle")


def test_escape_while_a_tool_runs(person: Starter, model: SlowModel) -> None:
    """The agent is idle."""
    person.say("maker", model.learn("hang", bash(HANGS), say("done")))
    becomes(person, "running Bash")
    escapes(person)
    becomes(person, "idle")


@pytest.mark.full
def test_a_tool_that_runs_for_long(person: Starter, place: Place, model: SlowModel) -> None:
    """It goes on running, as far as anybody is told, until it is over."""
    command = f"sleep {LONG}; echo x > ran"
    person.say("maker", model.learn("work", bash(command), say("done")))
    becomes(person, "running Bash")
    seen = []
    while place.ran() == 0:
        seen.append(state(person))
        time.sleep(OFTEN)
    # The last one was asked for while it may have ended.
    assert set(seen[:-1]) == {"running Bash"}
    becomes(person, "idle")


@pytest.mark.full
def test_a_model_that_is_slow(person: Starter, model: SlowModel) -> None:
    """It goes on thinking, also while somebody types, which hides that the program works."""
    model.seconds = LONG
    person.say("maker", model.learn("wait", LATE))
    becomes(person, "thinking")
    person.engine.paste("maker", "half a line")
    until(lambda: WORKS not in shown(person))
    seen = []
    while not model.said.is_set():
        seen.append(state(person))
        time.sleep(OFTEN)
    assert set(seen[:-1]) == {"thinking"}
    becomes(person, "idle")
