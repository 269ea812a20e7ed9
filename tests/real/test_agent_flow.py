"""
An agent of the real program: run, blocked, answered from everywhere, attached, started again.

Tests that only use an agent share one, one after the other.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from proctor.errors import NoOwner
from proctor.owner.who import running_server
from proctor.proving.scripted_model import bash, say
from tests.agents.outer_terminal import outer_terminal
from tests.agents.terminals import shows, until
from tests.approval.telegram_rig import ADA
from tests.cli.test_trial_telegram import button
from tests.doubles.telegram import CHAT, TOKEN, Telegram
from tests.real.lending import Lent
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.serving import answer, asked, state_of, waiting
from tests.real.starting import Starter, proven, starter
from tests.real.terminal import DIALOG, READY

ASKS = "permissions: {ask: [Bash]}\n"
BLOCKED = "blocked (permission: Bash)"
Found = TypeVar("Found")


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell, for whom the program was proven before."""
    proven(place)
    place.write_role("maker", ASKS)
    with starter(place, model) as somebody:
        yield somebody


@contextmanager
def agent(folder: Path) -> Iterator[Starter]:
    """Give somebody at a shell, with an agent."""
    place = Place(folder)
    proven(place)
    place.write_role("maker", ASKS)
    with Model() as model, starter(place, model) as somebody:
        try:
            somebody.run("--role", "maker")
            yield somebody
        finally:
            if running_server(place.home) is not None:
                assert place.proctor("down").returncode == 0


def is_sound(owner: Starter) -> bool:
    """Return whether the next test can use an agent: it takes a prompt, and nothing waits."""
    home = owner.place.home
    ready = READY in owner.engine.screen("maker") and state_of(home, "maker") == "idle"
    return ready and waiting(home) == []


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lent[Starter]]:
    """Keep the agent that some tests share."""
    with Lent(lambda: agent(tmp_path_factory.mktemp("flow")), is_sound) as made:
        yield made


@pytest.fixture
def owner(lent: Lent[Starter]) -> Iterator[Starter]:
    """Give somebody at a shell, with an agent that has nothing to do."""
    with lent.out() as somebody:
        yield somebody


def state(person: Starter, name: str = "maker") -> dict[str, Any]:
    """Return what the list says of an agent."""
    told = json.loads(person.types("list", "--json").stdout)
    found: dict[str, Any] = next(each for each in told if each["name"] == name)
    return found


def becomes(person: Starter, wanted: str) -> None:
    """Wait until the list says that the agent does this."""

    def is_so() -> bool:
        # A server that a hook starts may not be there yet.
        with suppress(NoOwner):
            return state_of(person.place.home, "maker") == wanted
        return False

    until(is_so, wanted)
    assert state(person)["state"] == wanted


def pressed(press: Callable[[], None], found: Callable[[], Found]) -> Found:
    """Press a key, and say whether it was taken: one of the first moments may be lost."""
    press()
    return found()


def waits(person: Starter) -> bool:
    """Say whether it is held up: the question comes a moment after the dialog."""
    home = person.place.home
    return (state_of(home, "maker"), len(waiting(home))) == (BLOCKED, 1)


def leaves_dialog(person: Starter, name: str = "maker") -> bool:
    """Press Escape, then clear the box, and say whether it takes a prompt now.

    A screen that is drawn anew has no dialog on it for a moment, so only the empty box counts:
    the program may have put the prompt back into it, or opened a list for a second Escape.
    """
    for key in ("Escape", "C-u"):
        person.engine.keys(name, key)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            if READY in person.engine.screen(name):
                return True
            time.sleep(0.05)
    return False


def blocked(person: Starter, model: Model, word: str = "make") -> None:
    """Start an agent, and give it something to do about which a person is asked."""
    person.run("--role", "maker")
    wishes(person, model, word)


def wishes(person: Starter, model: Model, word: str) -> None:
    """Give an agent something to do about which a person is asked."""
    person.say("maker", model.learn(word, bash(mark()), say("done")))
    until(lambda: waits(person))
    said = state(person)
    assert (said["state"], said["questions"]) == (BLOCKED, 1)


def test_approved_from_a_shell(owner: Starter) -> None:
    """The list shows it first, with one question; the answer closes the program's dialog."""
    place = owner.place
    before = len(place.decisions())
    wishes(owner, owner.model, "make")
    told = json.loads(owner.types("list", "--json").stdout)
    [question] = json.loads(owner.types("approvals", "--json").stdout)

    assert (told[0]["name"], told[0]["questions"]) == ("maker", 1)
    assert owner.types("approve", str(question["id"])).returncode == 0
    until(lambda: place.ran() == 1)
    becomes(owner, "idle")
    assert DIALOG not in owner.engine.screen("maker")
    assert [decision for _, decision in place.decisions()[before:]] == [
        "ask_dialog",
        "ask_approved",
    ]


@pytest.mark.full
def test_denied_from_a_shell(person: Starter, place: Place, model: Model) -> None:
    """The model hears the words, and nothing runs."""
    blocked(person, model)
    [question] = json.loads(person.types("approvals", "--json").stdout)

    assert person.types("deny", str(question["id"]), "use a branch").returncode == 0
    until(lambda: model.told("make"))
    [answer] = model.told("make")
    assert (answer.error, "use a branch" in answer.text, place.ran()) == (True, True, 0)
    becomes(person, "idle")


@pytest.mark.full
def test_approved_from_a_popup(person: Starter, place: Place, model: Model) -> None:
    """Attached, one key opens what waits over the terminal, and another lets it run."""
    blocked(person, model)
    with outer_terminal(place.root / "o", place.home, "attach", "maker", size=(150, 40)) as window:
        window.shows(DIALOG, BLOCKED)
        window.press("C-]")
        window.press("a")
        window.shows("[a] Allow:", "Action:    echo x | tee -a ran")
        # A key of the first moments is not taken: nobody can have read it by then.
        window.loses("count in a moment")
        window.press("a")
        until(lambda: place.ran() == 1)
        window.shows("through terminal", "maker · idle")
        window.press("q")
        window.loses("through terminal")
        window.press("C-]")
        window.press("d")
        window.shows("ended with 0")

    assert [decision for _, decision in place.decisions()] == ["ask_dialog", "ask_approved"]
    assert state(person)["state"] == "idle"


@contextmanager
def chat() -> Iterator[tuple[Telegram, asyncio.AbstractEventLoop]]:
    """Give a chat with a bot, in a thread of its own."""
    ready = threading.Event()
    made: dict[str, Any] = {}

    async def serve() -> None:
        made["end"] = end = asyncio.Event()
        async with Telegram() as telegram:
            made["telegram"], made["loop"] = telegram, asyncio.get_running_loop()
            ready.set()
            await end.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait()
    try:
        yield made["telegram"], made["loop"]
    finally:
        made["loop"].call_soon_threadsafe(made["end"].set)
        thread.join()


@pytest.mark.full
def test_approved_by_telegram(person: Starter, place: Place, model: Model) -> None:
    """The button in the chat lets it run, and the dialog closes."""
    with chat() as (telegram, loop):
        place.configure(
            f'channels: {{telegram: {{token: "{TOKEN}", chat: {CHAT}, poll: 1, users: [{ADA}], '
            f'api: "{telegram.wire.address}"}}}}\n'
        )
        blocked(person, model)
        message = until(
            lambda: next((m for m in [*telegram.messages.values()] if "reply_markup" in m), None)
        )
        tapped = (message["message_id"], button(message, "a"), ADA)
        loop.call_soon_threadsafe(lambda: telegram.press(*tapped))
        until(lambda: place.ran() == 1)
        becomes(person, "idle")
        assert person.types("down").returncode == 0

    [_, last] = place.records()
    assert (last["decision"], last["channel"]) == ("ask_approved", "telegram")
    assert TOKEN not in "".join(person.engine.screen("maker", history=1000))


def test_attach_type_detach(owner: Starter) -> None:
    """What is typed reaches the program; whoever leaves it leaves it running."""
    place, model = owner.place, owner.model
    prompt = model.learn("look", say("the shop is open"))
    owner.ready("maker")
    with outer_terminal(place.root / "o", place.home, "attach", "maker", size=(150, 40)) as window:
        window.shows(READY, "maker")
        window.press("-l", prompt)
        window.shows(prompt)
        until(partial(pressed, partial(window.press, "Enter"), lambda: model.conversation("look")))
        window.shows("the shop is open")
        window.press("C-]")
        window.press("d")
        window.shows("ended with 0")

    assert "the shop is open" in shows(owner.engine, "maker", "the shop is open")
    becomes(owner, "idle")


@pytest.mark.full
def test_exit_and_relaunch(person: Starter, place: Place, model: Model) -> None:
    """It ends by its own word, says so, and begins again with nothing that was blocked."""
    blocked(person, model)
    until(lambda: leaves_dialog(person))
    person.engine.paste("maker", "/exit")
    shows(person.engine, "maker", "/exit")
    enter = partial(person.engine.keys, "maker", "Enter")
    until(partial(pressed, enter, lambda: state(person)["state"] == "exited"))
    ended = state(person)

    assert ended["exit_code"] == 0
    assert json.loads(person.types("approvals", "--json").stdout) == []
    assert person.types("restart", "maker", "--detach").returncode == 0
    person.ready("maker")
    becomes(person, "idle")
    assert "exit_code" not in state(person) or state(person)["exit_code"] is None
    assert state(person)["session"] != ended["session"]


@pytest.mark.full
def test_resumed_it_remembers(person: Starter, place: Place, model: Model) -> None:
    """The conversation goes on where it ended, under the same rules."""
    person.run("--role", "maker")
    script = (say("I shall remember tulips"), bash(mark()), say("done"))
    person.say("maker", model.learn("first", *script))
    shows(person.engine, "maker", "I shall remember tulips")
    assert person.types("stop", "maker").returncode == 0
    assert person.types("resume", "maker", "--detach").returncode == 0
    shows(person.engine, "maker", "I shall remember tulips")
    person.say("maker", "and now the rest")
    becomes(person, BLOCKED)


def test_a_dead_server_is_started_again(owner: Starter) -> None:
    """The hook of an agent decides by itself, and starts a server for what has to be asked."""
    place = owner.place
    owner.ready("maker")
    info = running_server(place.home)
    assert info is not None
    os.kill(info["pid"], signal.SIGKILL)
    owner.say("maker", owner.model.learn("keep", bash(mark("kept")), say("done")))
    becomes(owner, BLOCKED)
    again = running_server(place.home)

    assert again is not None
    assert again["pid"] != info["pid"]
    answer(place.home, asked(place.home)["id"], "deny")
    becomes(owner, "idle")
    assert place.ran("kept") == 0
