"""`proctor logs`: what an agent has printed, made safe to be read."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from tests.agents.session_homes import begun, folder_of, lives, over
from tests.agents.terminals import launched, scripted, shows, terminals
from tests.cli.conftest import Proctor
from tests.server.running import COMMAND, environment

PRINTED = b"one\r\n\x1b[31mtwo\x1b[0m\r\n\x1b]0;title\x07three \xe2\x80\xaeevil\r\n"


@pytest.fixture
def place(home: Path) -> Path:
    """Give a home with an agent that has printed something."""
    lives(home, begun(home))
    (folder_of(home, "arch-1") / "output.log").write_bytes(PRINTED)
    return home


def test_what_was_printed_is_shown_without_control(proctor: Proctor, place: Path) -> None:
    """What is left and not visible is spelled out."""
    result = proctor("logs", "arch-1")

    assert (result.status, result.err) == (0, "")
    assert result.out == "one\ntwo\nthree \\u202eevil\n"


def test_so_many_lines(proctor: Proctor, place: Path) -> None:
    """The last ones; as data, too."""
    assert proctor("logs", "arch-1", "-n", "1").out == "three \\u202eevil\n"
    assert proctor("logs", "arch-1", "--lines", "0").out == ""
    assert json.loads(proctor("logs", "arch-1", "-n", "2", "--json").out) == {
        "name": "arch-1",
        "lines": ["two", "three \u202eevil"],
    }


def test_also_of_one_that_has_ended(proctor: Proctor, place: Path) -> None:
    """Its last words are what one looks for; and following it ends by itself."""
    over(place, begun(place), 3)

    assert proctor("logs", "arch-1").out.startswith("one\n")
    assert proctor("logs", "arch-1", "--follow").out == "one\ntwo\nthree \\u202eevil\n"


def test_one_that_has_printed_nothing(proctor: Proctor, home: Path) -> None:
    """It is said so."""
    lives(home, begun(home))
    result = proctor("logs", "arch-1")

    assert (result.status, result.out, result.err) == (0, "", "arch-1 has printed nothing yet\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "there is no agent `nobody`"),
        (["a b"], "'a b' is no name for an agent"),
        (["arch-1", "--screen", "--follow"], "--follow does not go with it"),
        (["arch-1", "--screen"], "arch-1 has no terminal any more"),
    ],
)
def test_a_wrong_call(proctor: Proctor, place: Path, words: list[str], said: str) -> None:
    """It says what is wrong."""
    result = proctor("logs", *words)

    assert (result.status, result.out) == (2, "")
    assert said in result.err


def test_an_agent_reads_nobodys_output(
    proctor: Proctor, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others print may be secret."""
    monkeypatch.setenv("PROCTOR_AGENT", "arch-1")
    result = proctor("logs", "arch-1")

    assert (result.status != 0, result.out) == (True, "")
    assert "is for people" in result.err


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_what_comes_is_followed_until_the_end(home: Path, place: Path, flags: list[str]) -> None:
    """It ends with the agent, and says all."""
    log = folder_of(place, "arch-1") / "output.log"
    with subprocess.Popen(
        [*COMMAND, "logs", "arch-1", "-f", "-n", "1", *flags],
        env=environment(place),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        with log.open("ab") as file:
            file.write(b"four\r\nfi")
        lines.append(process.stdout.readline())
        with log.open("ab") as file:
            file.write(b"ve")
        over(place, begun(place))
        lines += process.stdout.readlines()

    read = [json.loads(line) if flags else line.strip() for line in lines]
    assert read[1:] == ["four", "five"]
    assert process.returncode == 0


def test_ctrl_c_ends_following(place: Path) -> None:
    """It is an end like any other."""
    with subprocess.Popen(
        [*COMMAND, "logs", "arch-1", "-f"],
        env=environment(place),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)

    assert process.returncode == 0


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    """Have terminals."""
    home.parent.mkdir(exist_ok=True)
    with terminals(home) as engine:
        yield engine


def test_the_screen_is_shown_as_it_is(proctor: Proctor, engine: Engine) -> None:
    """What a real terminal shows, and what it has printed before."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", "ready>")
    engine.keys("arch-1", "hello there", "Enter")
    shows(engine, "arch-1", "heard: hello there")

    assert "heard: hello there" in proctor("logs", "arch-1", "--screen").out.splitlines()
    assert "heard: hello there" in proctor("logs", "arch-1").out.splitlines()
