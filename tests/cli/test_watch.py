"""`proctor approvals --watch`: questions as they come and end."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from proctor.owner.client import Client
from proctor.server.tokens import Tokens, local_person
from tests.cli.asking import Waiting, make_role
from tests.cli.conftest import Proctor
from tests.cli.test_approvals import a_question, put
from tests.server.running import COMMAND, PATIENCE, environment, running, until


class Watch:
    """The command at work, and everything that it has printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[str] = []
        self.trouble: list[str] = []
        self.threads = [
            threading.Thread(target=self.read, args=(process.stdout, self.lines)),
            threading.Thread(target=self.read, args=(process.stderr, self.trouble)),
        ]
        for thread in self.threads:
            thread.start()

    def read(self, stream: Any, lines: list[str]) -> None:
        """Take each line as it comes."""
        lines.extend(iter(stream.readline, ""))

    def end(self) -> int:
        """Press Ctrl-C, and return the status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)


@contextmanager
def watching(home: Path, *words: str) -> Iterator[Watch]:
    """Watch, until the test is over."""
    with subprocess.Popen(
        [*COMMAND, "approvals", "--watch", *words],
        env=environment(home),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        watch = Watch(process)
        try:
            yield watch
        finally:
            process.kill()
            for thread in watch.threads:
                thread.join(PATIENCE)


def ask(home: Path, command: str) -> int:
    """Ask something that a person must answer, and return its number."""
    with Client.connect(home) as client:
        asked = client.call("ask", tool="Bash", action=f"tool:bash:{command}", seconds=600)
    return int(asked["id"])


def answer(home: Path, number: int, word: str, words: str = "") -> None:
    """Answer a question."""
    token = Tokens(home).local_token()
    with Client.connect(home) as client:
        client.call("answer", number=number, token=token, answer=word, words=words)


def test_each_question_and_each_end_is_a_line(home: Path) -> None:
    """What waited before is shown too; Ctrl-C ends it with nothing to complain about."""
    with running(home):
        first = ask(home, "make")
        with watching(home) as watch:
            until(lambda: len(watch.lines) == 1)
            answer(home, first, "deny", "use \x1b[31m a branch")
            until(lambda: len(watch.lines) == 2)
            second = ask(home, "make test")
            until(lambda: len(watch.lines) == 3)
            answer(home, second, "allow")
            until(lambda: len(watch.lines) == 4)
            status = watch.end()

    assert (status, watch.trouble) == (0, [])
    assert watch.lines == [
        "asked    1  -  role -  tool:bash:make\n",
        f"denied   1  by {local_person()}: use \\x1b[31m a branch\n",
        "asked    2  -  role -  tool:bash:make test\n",
        f"allowed  2  by {local_person()}\n",
    ]


def test_self_edit_shows_what_it_changes(home: Path) -> None:
    """What an agent would change of itself stands below its line, with what *always* means."""
    body = {"changes": ["only the agent `a`", "rules that go: all"], "always": "the same for good"}
    put(
        home,
        a_question("u-1", tool="self_edit_permissions", action="tool:self_edit:permissions:open",
                   body=body),
    )  # fmt: skip
    with running(home), watching(home) as watch:
        until(lambda: len(watch.lines) == 4)
        watch.end()

    assert watch.lines[1:] == [
        "         changes  only the agent `a`\n",
        "         changes  rules that go: all\n",
        "         always   the same for good\n",
    ]


def ask_as(home: Path, command: str, agent: str) -> int:
    """Ask something in the name of an agent, and return its number."""
    with Client.connect(home) as client:
        action = f"tool:bash:{command}"
        asked = client.call(
            "ask", tool="Bash", action=action, agent=agent, session="s", seconds=600
        )
    return int(asked["id"])


def test_flood_of_one_session_is_one_line(home: Path) -> None:
    """What waits has the lines and the order of the list, and ends on one line too."""
    with running(home):
        flood = [ask_as(home, f"job {n}", "loud") for n in range(6)]
        ask_as(home, "make", "quiet")
        with watching(home) as watch:
            until(lambda: len(watch.lines) == 2)
            token = Tokens(home).local_token()
            with Client.connect(home) as client:
                client.call("deny-all", numbers=flood, words="", token=token)
            until(lambda: any(line.startswith("denied") for line in watch.lines))
            watch.end()

    assert watch.lines[:2] == [
        "asked    1  6 questions of one session  loud  role -  tool:bash:job 0\n",
        "asked    7  quiet  role -  tool:bash:make\n",
    ]


def test_command_denies_every_question_of_a_line(home: Path, proctor: Proctor) -> None:
    """The number may be of one that has ended; other agents are not touched."""
    with running(home):
        flood = [ask_as(home, f"job {n}", "loud") for n in range(6)]
        quiet = ask_as(home, "make", "quiet")
        answer(home, flood[0], "deny")
        told = proctor("deny", str(flood[0]), "--all", "one at a time")
        again = proctor("deny", str(flood[0]), "--all")
        left = json.loads(proctor("approvals", "--json").out)

    assert (told.status, told.out) == (0, "denied  5 questions of the line of 1\n")
    assert "nothing waits on the line of question 1 any more" in again.err
    assert [one["id"] for one in left] == [quiet]


def test_with_json_each_line_is_a_question(home: Path) -> None:
    """As it stood then; one that came and ended between two looks is told all the same."""
    with running(home), watching(home, "--json") as watch:
        until(lambda: not watch.lines and watch.process.poll() is None)
        ask(home, "first")
        until(lambda: len(watch.lines) == 1)
        quick = ask(home, "quick")
        answer(home, quick, "allow")
        until(lambda: len(watch.lines) == 3)

    told = [json.loads(line) for line in watch.lines]
    assert [(one["id"], one["status"], one["action"]) for one in told] == [
        (1, "pending", "tool:bash:first"),
        (2, "pending", "tool:bash:quick"),
        (2, "answered", "tool:bash:quick"),
    ]


def test_a_restart_of_the_server_is_survived(home: Path) -> None:
    """It is told that nobody is there, and what happens behind the restart."""
    with watching(home) as watch:
        until(lambda: watch.trouble == ["no server is running: waiting for one\n"])
        with running(home):
            first = ask(home, "make")
            until(lambda: len(watch.lines) == 1)
        until(lambda: len(watch.trouble) == 3)
        with running(home):
            answer(home, first, "allow")
            until(lambda: len(watch.lines) == 2)
            status = watch.end()

    assert watch.lines[1] == f"allowed  1  by {local_person()}\n"
    assert watch.trouble == [
        "no server is running: waiting for one\n",
        "the server is there again\n",
        "no server is running: waiting for one\n",
        "the server is there again\n",
    ]
    assert status == 0


def test_all_does_not_go_with_watching(proctor: Proctor) -> None:
    """What comes is shown, and not what was."""
    result = proctor("approvals", "--watch", "--all")

    assert (result.status, result.out) == (2, "")
    assert "error: --watch shows what comes: --all and --of do not go with it\n" in result.err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--first", "arch-1"], "--first and --until-empty go with --watch"),
        (["--until-empty"], "--first and --until-empty go with --watch"),
        (["--watch", "--until-empty"], "are for a terminal, and not for --json"),
        (["--watch", "--json", "--first", "arch-1"], "are for a terminal, and not for --json"),
    ],
)
def test_what_a_terminal_does_is_for_a_terminal(
    proctor: Proctor, words: list[str], error: str
) -> None:
    """Elsewhere it is a wrong call, and not left out unseen."""
    result = proctor("approvals", *words)

    assert (result.status, result.out) == (2, "")
    assert error in result.err


# On a terminal


class Terminal:
    """Somebody who sits before the command."""

    def __init__(self, home: Path, *words: str) -> None:
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*COMMAND, "approvals", "--watch", *words],
            env=environment(home, TERM="xterm", NO_COLOR="1"),
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self) -> None:
        """Take what is drawn."""
        while True:
            try:
                piece = os.read(self.ours, 65_536)
            except OSError:
                return
            if not piece:
                return
            self.seen += piece.decode(errors="replace")

    def press_until(self, key: str, done: Any) -> None:
        """Press a key now and then until something has come of it: too early, none counts."""
        end = time.monotonic() + PATIENCE
        pressed = 0.0
        while not done():
            assert time.monotonic() < end, self.seen
            if time.monotonic() > pressed + 0.5:
                os.write(self.ours, key.encode())
                pressed = time.monotonic()
            time.sleep(0.01)

    def shows(self, text: str) -> None:
        """Wait until something was shown."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < end, self.seen
            time.sleep(0.01)

    def leave(self, key: str = "q") -> int:
        """Leave, and return the status."""
        self.press_until(key, lambda: self.process.poll() is not None)
        return self.process.wait(PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self.thread.join(PATIENCE)
        os.close(self.ours)


def test_on_a_terminal_a_single_key_answers(home: Path) -> None:
    """What is asked is shown with its role and folder, and a key allows it; q leaves."""
    make_role(home)
    with running(home), Terminal(home) as terminal:
        waiting = Waiting(home, "make build")
        terminal.shows("make build")
        terminal.press_until("s", lambda: not waiting.thread.is_alive())
        terminal.shows("Question 1: Allow for this session: ")
        with Client.connect(home) as client:
            grants = client.call("grants")
        status = terminal.leave()

    assert (waiting.end(), status) == ("allow", 0)
    assert [(one["scope"], one["made_by"]) for one in grants] == [("session", local_person())]
    assert "coder" in terminal.seen


def test_what_is_answered_elsewhere_goes_from_the_terminal(home: Path) -> None:
    """It says who it was, and the next question comes up; Ctrl-C leaves as well."""
    make_role(home)
    with running(home), Terminal(home) as terminal:
        number = ask(home, "make first")
        terminal.shows("make first")
        answer(home, number, "deny", "not now")
        terminal.shows("not now")
        waiting = Waiting(home, "make second")
        terminal.shows("make second")
        terminal.press_until("a", lambda: not waiting.thread.is_alive())
        status = terminal.leave("\x03")

    assert (waiting.end(), status) == ("allow", 0)


def test_where_no_server_runs_the_terminal_says_so(home: Path) -> None:
    """And goes on when one does."""
    with Terminal(home) as terminal:
        terminal.shows("no server is running: waiting for one")
        with running(home):
            ask(home, "make later")
            terminal.shows("make later")
            status = terminal.leave()

    assert status == 0


def test_it_ends_by_itself_when_the_last_one_was_answered(home: Path) -> None:
    """Not before something was; what waits of another agent is marked as such."""
    make_role(home)
    with running(home), Terminal(home, "--first", "arch-1", "--until-empty") as terminal:
        terminal.shows("No question waits; q leaves")
        first = Waiting(home, "make first")
        terminal.shows("Question 1 of agent arch-1, ")
        other = Waiting(home, "make other", agent="zed", session="s-2")
        terminal.shows("(1 of 2")
        terminal.press_until("a", lambda: not first.thread.is_alive())
        terminal.shows("Question 2 of another agent, zed, ")
        answer(home, 2, "deny", "not now")
        terminal.shows("not now")
        status = terminal.process.wait(PATIENCE)

    assert (first.end(), other.end(), status) == ("allow", "deny", 0)
    assert "No question waits; this closes by itself" in terminal.seen


def test_one_that_expired_was_not_answered(home: Path) -> None:
    """What became of it is said, and it does not end: somebody may have to look elsewhere."""
    with running(home), Terminal(home, "--until-empty") as terminal:
        with Client.connect(home) as client:
            client.call("ask", tool="Bash", action="tool:bash:make", seconds=2)
        terminal.shows("Question 1: Timed Out")
        ask(home, "make next")
        terminal.shows("Question 2 of agent -, ")
        answer(home, 2, "allow")
        status = terminal.process.wait(PATIENCE)

    assert status == 0
    assert terminal.seen.count("this closes by itself") == 1
