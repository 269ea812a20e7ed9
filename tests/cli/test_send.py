"""`proctor send`: what is said, who says it, and what becomes of it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.session_files import life_of, read_session
from proctor.server.tokens import local_person
from tests.agents.boxed import Boxed, boxed
from tests.agents.terminals import prepared, terminals
from tests.server.running import COMMAND, PATIENCE, call, environment, running, until
from tests.server.test_postman_killed import NAME, started

ME = local_person()


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    """Have a server and terminals in a home of the test's own."""
    with terminals(tmp_path / "home") as made, running(made.home):
        yield made


@pytest.fixture
def agent(engine: Engine) -> Boxed:
    """Have an agent that waits for a prompt."""
    made = boxed(engine, NAME)
    started(engine.home)
    return made


def piped(home: Path, text: bytes, *words: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command with something on its stdin."""
    return subprocess.run(
        [*COMMAND, *words],
        env=environment(home, **more),
        cwd="/",
        input=text,
        capture_output=True,
        check=False,
        timeout=2 * PATIENCE,
    )


def said(home: Path, *words: str, **more: str) -> tuple[int, str, str]:
    """Run a command, and return its status and what it printed."""
    done = call(home, *words, **more)
    return done.returncode, done.stdout, done.stderr


def said_short(home: Path, *words: str, **more: str) -> tuple[int, str, str]:
    """Do the same; our command is named as it is where it can be found."""
    status, printed, told = said(home, *words, **more)
    return status, printed, told.replace(f"{shlex.quote(sys.executable)} -m proctor", "proctor")


def test_words_are_one_message(engine: Engine, agent: Boxed) -> None:
    """They are delivered to an agent that waits, with whom they are from."""
    assert said(engine.home, "send", NAME, "look", "at it") == (0, "delivered\n", "")
    assert agent.prompts == [f"From {ME}: look at it"]


@pytest.mark.parametrize("dash", [(), ("-",)])
def test_a_text_comes_from_stdin(engine: Engine, agent: Boxed, dash: tuple[str, ...]) -> None:
    """Several lines are one message; what is no text is shown as such."""
    text = "one\n\n!two\r\n\xff".encode("latin-1")
    done = piped(engine.home, text, "send", NAME, *dash)

    assert (done.returncode, done.stdout) == (0, b"delivered\n")
    assert agent.prompts == [f"From {ME}: one\n\n!two\n\ufffd"]


def test_what_is_held_is_told(engine: Engine, agent: Boxed) -> None:
    """It says why; --wait stays until it was delivered; JSON has the same."""
    agent.set("dialog")
    agent.shows(None)
    why = f"{NAME}: its input box cannot be seen"
    assert said(engine.home, "send", NAME, "one") == (0, f"held: {why}\n", "")
    status, printed, _ = said(engine.home, "send", NAME, "two", "--json")
    held = {"name": NAME, "id": 2, "state": "held", "why": why}
    assert (status, json.loads(printed)) == (0, held)
    with subprocess.Popen(
        [*COMMAND, "send", NAME, "--wait", "three"],
        env=environment(engine.home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as waiting:
        until(lambda: len(list((engine.home / "sessions" / NAME / "messages").glob("*-*"))) == 3)
        assert agent.taken == []
        agent.unset("dialog")
        assert waiting.communicate(timeout=PATIENCE)[0] == "delivered\n"

    assert agent.prompts == [f"From {ME}: {word}" for word in ("one", "two", "three")]


def waiting_for(home: Path, *words: str) -> subprocess.Popen[str]:
    """Start to wait for a message that is held."""
    return subprocess.Popen(
        [*COMMAND, "send", NAME, "--wait", *words],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_whoever_waits_is_told_why(engine: Engine, agent: Boxed) -> None:
    """At once, on stderr; whoever has waited enough hears that the message stays."""
    agent.set("dialog")
    agent.shows(None)
    with waiting_for(engine.home, "one") as waiting:
        assert waiting.stderr is not None
        why = f"held: {NAME}: its input box cannot be seen; waiting\n"
        assert waiting.stderr.readline() == why
        waiting.send_signal(signal.SIGINT)
        printed, told = waiting.communicate(timeout=PATIENCE)
    assert (waiting.returncode, printed) == (130, "")
    assert f"the message stays, and is delivered as soon as {NAME} can take it" in told
    agent.unset("dialog")
    until(lambda: agent.prompts == [f"From {ME}: one"])


def test_what_is_held_is_seen_and_taken_back(engine: Engine, agent: Boxed) -> None:
    """The list counts it, and whoever waits for it hears that it was taken back."""
    agent.set("dialog")
    agent.shows(None)
    with waiting_for(engine.home, "one") as waiting:
        assert waiting.stderr is not None
        waiting.stderr.readline()
        (listed,) = json.loads(said(engine.home, "list", "--json")[1])
        assert listed["messages"] == 1
        back = said(engine.home, "send", NAME, "--withdraw")
        assert back == (0, "taken back: 1 message\n", "")
        printed, _ = waiting.communicate(timeout=PATIENCE)
        assert (waiting.returncode, printed) == (1, "withdrawn: it was taken back\n")
    nothing = said(engine.home, "send", NAME, "--withdraw")
    assert nothing == (0, f"nothing of yours is held for {NAME}\n", "")
    as_data = said(engine.home, "send", NAME, "--withdraw", "--json")
    assert json.loads(as_data[1]) == {"name": NAME, "withdrawn": 0}
    agent.unset("dialog")

    assert said(engine.home, "send", NAME, "--wait", "two")[:2] == (0, "delivered\n")
    assert agent.prompts == [f"From {ME}: two"]


def test_an_agent_that_has_ended_is_told_of(engine: Engine, agent: Boxed) -> None:
    """The message is kept until it is started again, and the command says so, also with --wait."""
    life = life_of(engine.home, read_session(engine.home, agent.name))
    assert life.running is not None
    os.kill(life.running.pid, signal.SIGKILL)
    back = f"`proctor send {NAME} --withdraw` takes it back\n"
    kept = (
        f"help: the message is kept until you start {NAME} again: `proctor resume {NAME}`, "
        f"or `proctor restart {NAME}`; {back}"
    )
    gone = (1, f"held: {NAME} has exited\n", kept)
    until(lambda: said_short(engine.home, "send", NAME, "x") == gone)

    assert said_short(engine.home, "send", NAME, "--wait", "x") == gone
    # It may start none again itself.
    prepared(engine.home, "bob", ["/bin/true"])
    told = said_short(engine.home, "send", NAME, "x", PROCTOR_AGENT="bob")[2]
    assert told == f"help: the message is kept until a person starts {NAME} again; {back}"


def test_an_agent_says_its_own_name(engine: Engine, agent: Boxed) -> None:
    """Called from within an agent, a message is from that agent; what is for people is refused."""
    prepared(engine.home, "bob", ["/bin/true"])
    inside = {"PROCTOR_AGENT": "bob"}
    assert said(engine.home, "send", NAME, "hello", **inside) == (0, "delivered\n", "")
    for words in (["--keys", "Enter"], ["--interrupt", "x"]):
        status, printed, error = said(engine.home, "send", NAME, *words, **inside)
        assert (status, printed) == (2, "")
        assert "are for people" in error

    assert agent.prompts == ["From bob: hello"]


def test_a_program_that_was_started_without_us_is_no_person(engine: Engine, agent: Boxed) -> None:
    """Inside another agent program, a message is from that, and keys are refused."""
    inside = {"CLAUDECODE": "1", "CLAUDE_CODE_SESSION_ID": "0123456789ab"}
    assert said(engine.home, "send", NAME, "hello", **inside)[0] == 0
    assert said(engine.home, "send", NAME, "--keys", "Enter", **inside)[0] == 2

    assert agent.prompts == ["From claude-01234567: hello"]


def test_keys_are_pressed(engine: Engine, agent: Boxed) -> None:
    """A person may press keys, with nothing before them."""
    assert said(engine.home, "send", NAME, "--keys", "h", "i", "Enter") == (0, "delivered\n", "")
    until(lambda: agent.prompts == ["hi"])


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["send", NAME], "there is nothing to send"),
        (["send", NAME, ""], "there is nothing to send"),
        (["send", "nobody", "x"], "there is no agent `nobody`"),
        (["send", "../x", "x"], "is no name for an agent"),
        (["send", NAME, "--keys"], "--keys takes keys to press"),
        (["send", NAME, "--keys", "--wait", "x"], "--keys takes keys to press"),
        (["send", NAME, "--withdraw", "x"], "--withdraw takes back what was sent"),
        (["send", NAME, "x" * 100_000], "a message has at most 100,000 bytes"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(engine: Engine, words: list[str], error: str) -> None:
    """It ends with the status of a wrong call, and nothing is typed."""
    agent = boxed(engine, NAME)
    status, printed, told = said(engine.home, *words)

    assert (status, printed) == (2, "")
    assert error in told
    assert agent.taken == []


def test_without_a_server_one_is_started(tmp_path: Path) -> None:
    """A message is brought by a server that the command starts."""
    home = tmp_path / "home"
    with terminals(home) as engine:
        agent = boxed(engine, NAME)
        try:
            status, printed, _ = said(home, "send", NAME, "hello")
            assert (status, printed) == (0, f"held: {NAME} is starting\n")
            started(home)
            until(lambda: agent.prompts == [f"From {ME}: hello"])
        finally:
            assert call(home, "down").returncode == 0
