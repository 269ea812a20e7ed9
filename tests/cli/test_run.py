"""`proctor run`, `stop`, `restart` and `resume`, as a person types them."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.cli.for_people import check_caller
from proctor.errors import NotAllowed
from tests.agents.claude_double import Double, double
from tests.agents.outer_terminal import outer_terminal
from tests.cli.conftest import COMMAND, Proctor, Result

# Only ends a hang.
PATIENCE = 60.0


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Double]:
    """Give a home in which every call is wrong, so that nothing is ever started there."""
    with double(tmp_path_factory.mktemp("untouched")) as made:
        made.role("coder", "instructions: Write code.\n")
        made.role("bare", "command: [claude, --bare]\n")
        yield made


@pytest.fixture
def doubled(tmp_path: Path) -> Iterator[Double]:
    """Give a home and a program that is called `claude`."""
    with double(tmp_path) as made:
        made.role("coder", "instructions: Write code.\n")
        yield made


@pytest.fixture
def call(proctor_at: Proctor) -> Proctor:
    """Return the command, run in this process in the project of a double."""

    def call_in(doubled: Double, *words: str) -> Result:
        return proctor_at(doubled.home, *words, cwd=doubled.shop, variables=doubled.environ)

    return call_in


def typed(doubled: Double, *words: str, before: str = "exec") -> subprocess.CompletedProcess[str]:
    """Type a command."""
    return subprocess.run(
        ["/bin/sh", "-c", f'{before} "$@"', "sh", str(COMMAND), *words],
        cwd=doubled.shop,
        env=doubled.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )


def said(done: Result) -> dict[str, Any]:
    """Return what was said, as data."""
    assert done.status == 0, done.err
    data: dict[str, Any] = json.loads(done.out)
    return data


def test_an_agent_is_run_stopped_and_run_again(doubled: Double) -> None:
    """From the first word to the last, each with a line for people."""
    first = typed(doubled, "run", "--role", "coder")
    stopped = typed(doubled, "stop", "coder")
    again = typed(doubled, "stop", "coder")
    restarted = typed(doubled, "restart", "coder")
    resumed = typed(doubled, "resume", "coder")

    assert f"started  coder  role coder, in {doubled.shop}\n" == first.stdout
    assert (
        stopped.stdout, again.stdout,
    ) == ("coder: exited (143)\n", "coder: exited (143) already\n")  # fmt: skip
    assert f"started  coder  role coder, in {doubled.shop}\n" == restarted.stdout
    assert (
        resumed.returncode, resumed.stderr.splitlines()[0],
    ) == (2, "error: `coder` runs: there is nothing to resume")  # fmt: skip


def test_a_session_is_told_as_data_without_its_token(doubled: Double, call: Proctor) -> None:
    """Every command has the same object."""
    run = said(call(doubled, "run", "--role", "coder", "--json"))
    restarted = said(call(doubled, "restart", "coder", "--json"))
    stopped = said(call(doubled, "stop", "coder", "--json"))

    assert {
        "name": "coder", "role": "coder", "state": "running", "exit_code": None, "signal": None,
        "program": "claude-code", "cwd": str(doubled.shop), "project": str(doubled.shop),
        "session": run["session"], "started_at": run["started_at"], "starts": 1, "parent": "",
        "mode": "default", "sandbox": False, "isolated": False,
        "folder": str(doubled.home / "sessions" / "coder"),
    } == run  # fmt: skip
    assert (restarted["starts"], restarted["state"]) == (2, "running")
    assert (stopped["state"], stopped["exit_code"], stopped["was"]) == ("exited", 143, "running")


def test_a_program_that_ends_at_once_is_shown_with_its_last_words(doubled: Double) -> None:
    """And exit status 1."""
    done = typed(doubled, "run", "--role", "coder", "--", "do:fail")

    assert (done.returncode, done.stdout.partition("  ")[0]) == (1, "exited (3)")
    assert "it cannot work" in done.stderr
    assert "C-]" not in done.stderr
    assert "logs coder` shows all that it has printed" in done.stderr
    assert "restart coder` starts it again\n" in done.stderr


def test_keys_are_told_to_nobody_who_has_none(doubled: Double, call: Proctor) -> None:
    """Nor where a long name has broken the line in the middle of them."""
    name = "n" * 64
    done = call(doubled, "run", "--name", name, "--", "sh", "-c", "exit 3")

    assert done.status == 1
    assert f"{name} exited (3)\nhelp: " in done.err


def test_a_slip_in_a_name_is_seen(doubled: Double, call: Proctor) -> None:
    """The nearest agent that there is is named."""
    said(call(doubled, "run", "--name", "shop-1", "--json", "--", "sleep", "300"))
    wrong = "error: there is no agent `shpo-1`\nhelp: did you mean `shop-1`?\n"
    for command in ("stop", "restart", "resume", "logs", "send"):
        done = call(doubled, command, "shpo-1", *(["x"] if command == "send" else []))

        assert (done.status, done.err) == (2, wrong), command


def test_any_program_is_run_without_a_role(doubled: Double, call: Proctor) -> None:
    """Its options are its own, a person is told that nothing checks it, and so does the list."""
    done = call(doubled, "run", "--name", "shell", "--", "sh", "-c", "sleep 300")
    more = said(call(doubled, "run", "--json", "--", "sh", "-c", "sleep 300"))
    [shell, _] = json.loads(call(doubled, "list", "--json").out)[::-1]

    assert done.out == f"started  shell  no role, unchecked, in {doubled.shop}\n"
    assert done.err.startswith("note: no role: nothing checks this agent, unless ")
    assert (more["name"], more["role"], more["program"], more["state"]) == (
        "sh", "", "", "running",
    )  # fmt: skip
    assert (shell["checked"], shell["role"]) == (False, "")
    assert "  unchecked  running  " in call(doubled, "list").out


@pytest.mark.parametrize(
    ("words", "error", "help_text"),
    [
        ([], "nothing to run: specify a role or a command", "proctor run --role ROLE"),
        (["--name", "x", "--set", "a=b", "--", "sh"], "--set changes a role", "--role ROLE"),
        (["--name", "a b", "--role", "coder"], "'a b' is no name for an agent", "letters"),
        (["--name", "x", "coder"], "the program `coder` was not found", "--role coder"),
        (["--role", "codr"], "there is no role `codr`", "did you mean `coder`"),
        (["--role", "coder", "--set", "model"], "`model` is not key=value", "model=opus"),
        (["--role", "coder", "--set", "tools=[]"], "`tools` cannot be set", "model"),
        (["--role", "coder", "--cwd", "nowhere"], "`nowhere` is not a folder", ""),
        (["--role", "coder", "--", "--bare"], "`--bare` cannot be given to the agent", ""),
        (["--role", "bare"], "`--bare` cannot be given to the agent: hooks would not run", ""),
    ],
)
def test_a_wrong_call_ends_in_a_sentence(
    words: list[str], error: str, help_text: str, untouched: Double, call: Proctor
) -> None:
    """What is wrong, what helps, and nothing was started."""
    done = call(untouched, "run", "--detach", *words)

    assert (done.status, error in done.err, help_text in done.err) == (2, True, True), done.err
    assert not (untouched.home / "sessions").exists() or untouched.engine.panes() == {}


@pytest.mark.parametrize("command", ["stop", "restart", "resume"])
def test_who_is_not_there_is_told_so(command: str, untouched: Double, call: Proctor) -> None:
    """With where to look."""
    done = call(untouched, command, "ghost")

    assert (
        done.status, done.err,
    ) == (2, "error: there is no agent `ghost`\nhelp: see `proctor list`\n")  # fmt: skip


def test_a_full_disk_is_told_and_leaves_nothing(doubled: Double, call: Proctor) -> None:
    """What is larger than fits is not written, and no half session is seen."""
    said(call(doubled, "run", "--name", "first", "--json", "--", "sleep", "300"))
    done = typed(doubled, "run", "--role", "coder", before="ulimit -f 1; exec")
    left = {path.name for path in (doubled.home / "sessions").iterdir()}

    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    assert {".locks", "first"} == left
    assert list(doubled.engine.panes()) == ["first"]


def test_at_a_terminal_the_agent_is_shown(doubled: Double, tmp_path: Path) -> None:
    """It goes on when one leaves; with --detach one stays where one is."""
    words = ("run", "--role", "coder", "--cwd", str(doubled.shop))
    path = doubled.environ["PATH"]
    with outer_terminal(tmp_path / "o", doubled.home, *words, PATH=path) as outer:
        outer.shows("ready>", "coder")
        outer.press("C-]", "d")
        outer.shows("ended with 0")
    with outer_terminal(
        tmp_path / "p", doubled.home, *words, "--name", "two", "--detach", PATH=path
    ) as outer:
        seen = outer.shows("ended with 0")

    assert ("started  two" in seen, "ready>" in seen) == (True, False)
    assert {"coder", "two"} == set(doubled.engine.panes())


def test_only_what_the_guard_leaves_open_is_open(
    doubled: Double, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For an agent; a person may do everything."""
    monkeypatch.setenv("PROCTOR_HOME", str(doubled.home))
    doubled.run("coder")
    check_caller("approve", ["1"])
    monkeypatch.setenv("PROCTOR_AGENT", "coder")
    for command, rest in (
        ("list", []), ("run", []), ("send", []), ("hook", []), ("role", ["show", "x"]),
        ("permission-request", []), ("explain", []),
        # Its program starts it, and it serves no more than the agent's own role.
        ("mcp", ["--role", "coder"]),
    ):  # fmt: skip
        check_caller(command, rest)
    for command, rest in (
        ("approve", ["1"]), ("role", ["init", "x"]), ("role", []), ("down", []),
        ("up", ["--foreground"]),
    ):  # fmt: skip
        with pytest.raises(NotAllowed):
            check_caller(command, rest)


def test_a_workflow_run_that_is_not_there_is_said_so(untouched: Double, call: Proctor) -> None:
    """Whatever stands in its place is an error with words, and status 2."""
    for words in (("nope",), ("WF-20200101-001",), ("--detach",)):
        done = call(untouched, "run", "--workflow", *words)

        assert (done.status, done.out) == (2, "")
        assert f"there is no workflow run `{words[0]}`" in done.err
        assert "Traceback" not in done.err
