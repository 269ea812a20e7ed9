"""`proctor mcp`, as a person types it."""

from __future__ import annotations

import functools
import json
import logging
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Proctor
from tests.gateway.upstream_rig import SERVERS
from tests.server.running import COMMAND, PATIENCE, environment

NO_MCP = (
    "import sys; sys.modules['mcp'] = None; sys.argv = ['proctor', *sys.argv[1:]]; "
    "from importlib.machinery import PathFinder as P; found = P.find_spec; "
    "P.find_spec = classmethod("
    "lambda c, name, *a: None if name == 'mcp' else found(name, *a)); "
    "del sys.modules['mcp']; "
    "from proctor.cli.main import run; sys.exit(run(sys.argv[1:]))"
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Give a home."""
    home = tmp_path / "home"
    (home / "roles").mkdir(mode=0o700, parents=True)
    (home / "roles" / "clerk.yaml").write_text("permissions: {allow: [Read], otherwise: deny}\n")
    return home


@pytest.fixture
def mcp(house: Path, proctor_at: Proctor, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proctor]:
    """Give the command, run in this process; what it changes in the log is undone."""
    monkeypatch.setattr(logging.root, "handlers", [*logging.root.handlers, logging.NullHandler()])
    log = logging.getLogger("mcp")
    level = log.level
    yield functools.partial(proctor_at, house, "mcp")
    log.setLevel(level)


def at_terminal(house: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a terminal for its stdin."""
    leader, follower = pty.openpty()
    try:
        return subprocess.run(
            [*COMMAND, "mcp", *words],
            env=environment(house),
            stdin=follower,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    finally:
        os.close(leader)
        os.close(follower)


def test_at_a_terminal_it_says_what_it_is_for(house: Path) -> None:
    """Whoever types it learns how a client starts it."""
    done = at_terminal(house, "--role", "clerk")

    assert (done.returncode, done.stdout) == (2, "")
    assert "an MCP client starts `proctor mcp`" in done.stderr
    assert "claude mcp add proctor -- proctor mcp --role coder" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--role", "clrek"], "did you mean `clerk`"),
        (["--role", "clerk", "--stage", "x"], "is no stage"),
        (["--role", "clerk", "--upstream", "shop"], "NAME=COMMAND"),
    ],
    ids=["role", "stage", "upstream"],
)
def test_at_a_terminal_a_wrong_word_is_said_first(
    mcp: Proctor, words: list[str], said: str
) -> None:
    """Who wants to see why a client cannot start it runs the same line by hand."""
    done = mcp(*words, at_terminal=True)

    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert "an MCP client starts" not in done.err


def test_at_a_terminal_upstreams_are_tried(house: Path, mcp: Proctor, tmp_path: Path) -> None:
    """One that does not start, one that crashes with its last words, and one that is well."""
    crashing = tmp_path / "crashing.py"
    crashing.write_text("import sys\nsys.exit('the database is locked')\n")
    well = SERVERS / "shop.py"
    words = ["--role", "clerk", "--upstream", f"well={sys.executable} {well}"]
    good = mcp(*words, at_terminal=True)
    bad = mcp(
        *words,
        "--upstream",
        "gone=/nonexistent",
        "--upstream",
        f"crash={sys.executable} {crashing}",
        at_terminal=True,
    )

    assert (good.status, bad.status, bad.out) == (2, 1, "")
    assert good.err.startswith("the MCP server `well`: ")
    assert "an MCP client starts `proctor mcp`" in good.err
    _, gone, crash = bad.err.splitlines()
    start = "error: the MCP server `gone`: it is not started: there is no program `/nonexistent`"
    assert gone.startswith(start)
    assert crash.startswith("error: the MCP server `crash`: it ended with status 1")
    assert "the database is locked" in crash


def test_the_permission_prompt_needs_no_role(house: Path) -> None:
    """Without one it decides as the hook does, under `guarded`."""
    done = subprocess.run(
        [*COMMAND, "mcp", "--prompt-tool"],
        env=environment(house, PROCTOR_STORE="memory"),
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=2 * PATIENCE,
    )
    subprocess.run([*COMMAND, "down"], env=environment(house), check=False, capture_output=True)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--role"),
        (["--role", "clrek"], "clerk"),
        (["--role", "clerk", "--upstream", "nothing"], "NAME=COMMAND"),
        (["--role", "clerk", "--upstream", "Git Hub=x"], "cannot be the name"),
        (["--role", "clerk", "--upstream", "shop=ftp://shop.example"], "http:// or https://"),
        (["--role", "clerk", "--upstream", "a=x", "--upstream", "a=y"], "another name"),
        (["--role", "clerk", "--agent", "a b"], "is no name for an agent"),
        (["--role", "clerk", "--name", "a b"], "is no name for an MCP server"),
        (["--role", "clerk", "--name", ""], "is no name for an MCP server"),
        (["--role", "clerk", "--http", "nowhere"], "is not where a gateway can listen"),
        (["--role", "clerk", "--workspace", "/nowhere/at/all"], "is not a folder"),
        (["--role", "clerk", "--module", "no_such_module"], "no_such_module"),
        (["--role", "clerk", "--stage", "x"], "is no stage"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_wrong_call_ends_in_a_sentence(mcp: Proctor, words: list[str], said: str) -> None:
    """It says what is wrong on stderr, and nothing on stdout, which is a client's."""
    done = mcp(*words)

    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_missing_extra_is_named(house: Path) -> None:
    """Without the package it says how to get it."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", NO_MCP, "mcp", "--role", "clerk"],
        env=environment(house),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install 'proctor-gate[mcp]'" in done.stderr


def test_a_config_with_an_error_is_told(house: Path, mcp: Proctor) -> None:
    """Upstreams that cannot be read are not silently none."""
    (house / "config.yaml").write_text("upstreams:\n  shop: {comand: x}\n")
    done = mcp("--role", "clerk")

    assert (done.status, done.out) == (1, "")
    assert "comand" in done.err


def test_by_http_it_prints_what_a_client_needs_and_no_token(house: Path) -> None:
    """To what is no terminal it says where the token is, also where it listens for others."""
    with subprocess.Popen(
        [*COMMAND, "mcp", "--role", "clerk", "--http", "0.0.0.0:0"],
        env=environment(house, PROCTOR_STORE="memory"),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        lines = [process.stdout.readline() for _ in range(3)]
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
        errors = process.stderr.read()
    subprocess.run([*COMMAND, "down"], env=environment(house), check=False, capture_output=True)

    token = (house / "mcp-token").read_text().strip()
    assert lines[0].startswith("the gateway is up: http://0.0.0.0:")
    assert lines[1] == f"header  Authorization: Bearer $(cat {house / 'mcp-token'})\n"
    assert token not in json.dumps([lines, errors])
    assert "warning: anybody who reaches this address" in errors
    assert process.returncode == 0


def test_http_may_stand_alone(mcp: Proctor) -> None:
    """`--http` before another option is the usual address, and takes no word from it."""
    done = mcp("--http", "--role", "clrek")

    assert done.status == 2
    assert "clerk" in done.err
