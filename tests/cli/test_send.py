"""`proctor send`: what is said, who says it, and what becomes of it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.engine import Engine
from proctor.agents.session_files import life_of, read_session
from proctor.owner.socket_path import socket_path
from proctor.server.tokens import local_person
from tests.agents.boxed import EMPTY, Boxed, boxed
from tests.agents.terminals import prepared, terminals
from tests.cli.conftest import Proctor
from tests.server.hook_rig import CLI, event, hexed
from tests.server.running import COMMAND, PATIENCE, call, environment, running, until
from tests.time_limit import SHARED

NAME = "arch-1"
# The agent that most tests share.
KEPT = "arch-0"
ME = local_person()
# How our command is named where it cannot be found by its own name.
LONG_NAME = f"{shlex.quote(sys.executable)} -m proctor"
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def terminal_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Run one server with terminals for all tests of this file."""
    home = tmp_path_factory.mktemp("send") / "home"
    with terminals(home) as made, running(home, **{SHARED: "1"}):
        made.ensure()
        yield made


@pytest.fixture
def engine(terminal_home: Engine) -> Iterator[Engine]:
    """Give the terminals; those that a test starts end with it."""
    yield terminal_home
    for name in terminal_home.panes():
        if name != KEPT:
            terminal_home.end(name)


@pytest.fixture
def new_agent(engine: Engine) -> Boxed:
    """Start an agent that waits for its first prompt."""
    return waiting_agent(engine, f"{NAME}-{os.urandom(4).hex()}")


@pytest.fixture(scope="module")
def shared_agent(terminal_home: Engine) -> Boxed:
    """Start one agent for all tests that leave it waiting for a prompt."""
    return waiting_agent(terminal_home, KEPT)


@pytest.fixture
def agent(shared_agent: Boxed) -> Iterator[Boxed]:
    """Give the agent; what it was sent in this test is forgotten."""
    yield shared_agent
    (shared_agent.folder / "taken").unlink(missing_ok=True)
    shared_agent.shows(EMPTY)


def waiting_agent(engine: Engine, name: str) -> Boxed:
    """Start an agent, and let it wait for a prompt."""
    made = boxed(engine, name, session=f"s-{name}")
    begin(engine.home, name)
    return made


def begin(home: Path, name: str) -> None:
    """Let an agent's program tell the server that it waits for a prompt."""
    said = event("SessionStart", source="startup", session_id=f"s-{name}", cwd="/")
    request = {
        "op": "hook",
        "v": 1,
        "id": "0" * 16,
        "program": "claude-code",
        "event": hexed(json.dumps(said)),
        "role": hexed("guarded"),
        "agent": hexed(name),
        "ask_holds": True,
        "seconds": 300.0,
        "uid": os.urandom(16).hex(),
        "env": {key: hexed(value) for key, value in CLI.items()},
    }
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as peer:
        peer.connect(str(socket_path(home)))
        peer.sendall(json.dumps(request).encode() + b"\n")
        assert peer.recv(1000)


@pytest.fixture
def say(engine: Engine, proctor_at: Proctor) -> Say:
    """Return the command: it gives its status and what it printed, our own name kept short."""

    def call(*words: str, **more: Any) -> tuple[int, str, str]:
        done = proctor_at(engine.home, *words, **more)
        return done.status, done.out, done.err.replace(LONG_NAME, "proctor")

    return call


def test_words_are_one_message(engine: Engine, agent: Boxed) -> None:
    """They are delivered to an agent that waits, with whom they are from."""
    done = call(engine.home, "send", agent.name, "look", "at it")
    assert (done.returncode, done.stdout, done.stderr) == (0, "delivered\n", "")
    assert agent.prompts == [f"From {ME}: look at it"]


def test_a_text_comes_from_stdin(say: Say, agent: Boxed) -> None:
    """Several lines are one message; what is no text is shown as such. So it is with a dash."""
    text = "one\n\n!two\r\n\xff".encode("latin-1")
    assert say("send", agent.name, text=text) == (0, "delivered\n", "")
    assert say("send", agent.name, "-", text=text) == (0, "delivered\n", "")

    assert agent.prompts == 2 * [f"From {ME}: one\n\n!two\n\ufffd"]


def test_what_is_held_is_told(say: Say, engine: Engine, new_agent: Boxed) -> None:
    """It says why; --wait stays until it was delivered; JSON has the same."""
    new_agent.set("dialog")
    new_agent.shows(None)
    name = new_agent.name
    why = f"{name}: its input box cannot be seen"
    assert say("send", name, "one") == (0, f"held: {why}\n", "")
    status, printed, _ = say("send", name, "two", "--json")
    held = {"name": name, "id": 2, "state": "held", "why": why}
    assert (status, json.loads(printed)) == (0, held)
    with waiting_for(engine.home, name, "three") as waiting:
        until(lambda: len(list((engine.home / "sessions" / name / "messages").glob("*-*"))) == 3)
        assert new_agent.taken == []
        new_agent.unset("dialog")
        assert waiting.communicate(timeout=PATIENCE)[0] == "delivered\n"

    assert new_agent.prompts == [f"From {ME}: {word}" for word in ("one", "two", "three")]


@contextmanager
def waiting_for(home: Path, name: str, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Start to wait for a message that is held, for the length of a test at the most."""
    with subprocess.Popen(
        [*COMMAND, "send", name, "--wait", *words],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def test_whoever_waits_is_told_why(engine: Engine, new_agent: Boxed) -> None:
    """At once, on stderr; whoever has waited enough hears that the message stays."""
    new_agent.set("dialog")
    new_agent.shows(None)
    with waiting_for(engine.home, new_agent.name, "one") as waiting:
        assert waiting.stderr is not None
        why = f"held: {new_agent.name}: its input box cannot be seen; waiting\n"
        assert waiting.stderr.readline() == why
        waiting.send_signal(signal.SIGINT)
        printed, told = waiting.communicate(timeout=PATIENCE)
    assert (waiting.returncode, printed) == (130, "")
    assert f"the message stays, and is delivered as soon as {new_agent.name} can take it" in told
    new_agent.unset("dialog")
    until(lambda: new_agent.prompts == [f"From {ME}: one"])


def test_what_is_held_is_seen_and_taken_back(say: Say, engine: Engine, new_agent: Boxed) -> None:
    """The list counts it, and whoever waits for it hears that it was taken back."""
    new_agent.set("dialog")
    new_agent.shows(None)
    name = new_agent.name
    with waiting_for(engine.home, name, "one") as waiting:
        assert waiting.stderr is not None
        waiting.stderr.readline()
        (listed,) = (one for one in json.loads(say("list", "--json")[1]) if one["name"] == name)
        assert listed["messages"] == 1
        assert say("send", name, "--withdraw") == (0, "taken back: 1 message\n", "")
        printed, _ = waiting.communicate(timeout=PATIENCE)
        assert (waiting.returncode, printed) == (1, "withdrawn: it was taken back\n")
    nothing = say("send", name, "--withdraw")
    assert nothing == (0, f"nothing of yours is held for {name}\n", "")
    as_data = say("send", name, "--withdraw", "--json")
    assert json.loads(as_data[1]) == {"name": name, "withdrawn": 0}
    new_agent.unset("dialog")

    assert say("send", name, "--wait", "two")[:2] == (0, "delivered\n")
    assert new_agent.prompts == [f"From {ME}: two"]


def test_an_agent_that_has_ended_is_told_of(say: Say, engine: Engine, new_agent: Boxed) -> None:
    """The message is kept until it is started again, and the command says so, also with --wait."""
    name = new_agent.name
    life = life_of(engine.home, read_session(engine.home, name))
    assert life.running is not None
    os.kill(life.running.pid, signal.SIGKILL)
    back = f"`proctor send {name} --withdraw` takes it back\n"
    kept = (
        f"help: the message is kept until you start {name} again: `proctor resume {name}`, "
        f"or `proctor restart {name}`; {back}"
    )
    gone = (1, f"held: {name} has exited\n", kept)
    until(lambda: say("send", name, "x") == gone)

    assert say("send", name, "--wait", "x") == gone
    # It may start none again itself.
    prepared(engine.home, "bob", ["/bin/true"])
    told = say("send", name, "x", PROCTOR_AGENT="bob")[2]
    assert told == f"help: the message is kept until a person starts {name} again; {back}"


def test_an_agent_says_its_own_name(say: Say, engine: Engine, agent: Boxed) -> None:
    """Called from within an agent, a message is from that agent; what is for people is refused."""
    prepared(engine.home, "bob", ["/bin/true"])
    inside = {"PROCTOR_AGENT": "bob"}
    assert say("send", agent.name, "hello", **inside) == (0, "delivered\n", "")
    for words in (["--keys", "Enter"], ["--interrupt", "x"]):
        status, printed, error = say("send", agent.name, *words, **inside)
        assert (status, printed) == (2, "")
        assert "are for people" in error

    assert agent.prompts == ["From bob (an agent): hello"]


def test_a_program_that_was_started_without_us_is_no_person(say: Say, agent: Boxed) -> None:
    """Inside another agent program, a message is from that, and keys are refused."""
    inside = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "0123456789ab"}
    assert say("send", agent.name, "hello", **inside)[0] == 0
    assert say("send", agent.name, "--keys", "Enter", **inside)[0] == 2

    assert agent.prompts == ["From claude-01234567 (an unknown program): hello"]


def test_keys_are_pressed(say: Say, agent: Boxed) -> None:
    """A person may press keys, with nothing before them."""
    assert say("send", agent.name, "--keys", "h", "i", "Enter") == (0, "delivered\n", "")
    until(lambda: agent.prompts == ["hi"])


def test_a_wrong_call_says_what_is_wrong(say: Say, engine: Engine) -> None:
    """It ends with the status of a wrong call, and nothing is typed."""
    agent = boxed(engine, NAME)
    for words, error in (
        ([NAME], "there is nothing to send"),
        ([NAME, ""], "there is nothing to send"),
        (["nobody", "x"], "there is no agent `nobody`"),
        (["../x", "x"], "is no name for an agent"),
        ([NAME, "--keys"], "--keys takes keys to press"),
        ([NAME, "--keys", "--wait", "x"], "--keys takes keys to press"),
        ([NAME, "--withdraw", "x"], "--withdraw takes back what was sent"),
        ([NAME, "x" * 100_000], "a message has at most 100,000 bytes"),
    ):
        status, printed, told = say("send", *words)

        assert (status, printed) == (2, ""), words
        assert error in told
        assert agent.taken == []


def test_without_a_server_one_is_started(tmp_path: Path) -> None:
    """A message is brought by a server that the command starts."""
    home = tmp_path / "home"
    with terminals(home) as engine:
        agent = boxed(engine, NAME, session=f"s-{NAME}")
        try:
            done = call(home, "send", NAME, "hello")
            assert (done.returncode, done.stdout) == (0, f"held: {NAME} is starting\n")
            begin(home, NAME)
            until(lambda: agent.prompts == [f"From {ME}: hello"])
        finally:
            assert call(home, "down").returncode == 0
