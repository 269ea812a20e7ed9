"""`proctor list`: every agent as it is, whoever was killed, and whatever is broken."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.agent_overrides import STARTED, OverrideFiles, Owner
from proctor.agents.engine import Engine
from proctor.agents.listing import start_of
from proctor.agents.session_files import RUNNING, Session
from proctor.audit.ids import timestamp
from proctor.cli.agent_feed import NO_SERVER
from proctor.keepers import open_keepers
from proctor.terms.agent import Agent
from tests.agents.session_homes import begun, folder_of, is_lost, lives, over
from tests.agents.terminals import launched, scripted, terminals, until
from tests.amounts import amount
from tests.cli.conftest import Proctor
from tests.cli.terminal import on_terminal
from tests.server.running import call, running

HOSTILE = "x\n\x1b[31mblocked\u202e\x07"


def keep(home: Path, *rows: tuple[Session, str, str]) -> None:
    """Keep what a server had heard of sessions, before it ended."""
    home.mkdir(mode=0o700, exist_ok=True)
    keepers = open_keepers(home, {})
    host, name, _ = keepers.identity
    try:
        for session, state, tool in rows:
            now = timestamp()
            body = {"start": start_of(session), "tokens": 1_234_000, "cost": 4.2}
            role = session.role
            keepers.store.put_agent(
                Agent(host, name, session.name, role, state, tool, "s-1", now, now, body)
            )
    finally:
        keepers.close()


def shown(proctor: Proctor, *words: str) -> dict[str, Any]:
    """Return what is listed, by name."""
    result = proctor("list", "--json", *words)
    assert result.status == 0, result.err
    return {each["name"]: each for each in json.loads(result.out)}


def test_without_agents_it_says_how_to_start_one(proctor: Proctor) -> None:
    """Nothing is made by looking."""
    result = proctor("list")

    assert (result.status, result.out) == (0, "")
    assert "no agents: start one with `proctor run --role ROLE`" in result.err
    assert not Path(os.environ["PROCTOR_HOME"]).exists()


def test_agents_are_shown_in_columns_the_blocked_one_first(proctor: Proctor, home: Path) -> None:
    """Without a server, what was heard last is shown, and that it is old."""
    first = lives(home, begun(home, "arch-1"))
    over(home, begun(home, "busy", role="coder under architect"), 3)
    is_lost(home, begun(home, "gone", role=""))
    waiting = lives(home, begun(home, "zed", cwd="/srv/shop"))
    keep(home, (first, "running", "Bash"), (waiting, "blocked", "Bash"))
    result = proctor("list")
    lines = [line.split() for line in result.out.splitlines() if not line.startswith(" ")]

    assert [line[:4] for line in lines] == [
        ["name", "role", "state", "since"],
        ["zed", "architect", "blocked", "(permission:"],
        ["arch-1", "architect", "running", "Bash"],
        ["busy", "coder", "under", "architect"],
        ["gone", "unchecked", "lost", lines[4][3]],
    ]
    assert lines[1][4:] == ["Bash)", "0s", "-", "1.2M", "$4.20", "/srv/shop", "-"]
    assert lines[3][4:6] == ["exited", "(3)"]
    assert NO_SERVER in result.err


def test_what_was_changed_for_one_agent_is_shown(proctor: Proctor, home: Path) -> None:
    """Beside its role in the list, and whole by `role show --agent`; of a damaged file, that."""
    lives(home, begun(home, role="standard", id="0123"))
    files = OverrideFiles(home)
    owner = Owner("arch-1", "standard", "/srv/app", f"{STARTED}0123")
    files.write(owner, {"profile": "locked", "model": "opus"}, "ada, today")
    listed = proctor("list").out
    shown = proctor("role", "show", "--agent", "arch-1").out
    edit = ("Write", "docs/a.md", "--json")
    explained = proctor("explain", "--agent", "arch-1", *edit)
    as_role = json.loads(proctor("explain", "--role", "standard", *edit).out)
    both = proctor("explain", "--agent", "arch-1", "--role", "standard", *edit)
    role = json.loads(proctor("role", "show", "--agent", "arch-1", "--json").out)

    assert "standard, profile locked, model opus" in listed
    assert role["permissions"]["profile"] == role["overrides"]["profile"] == "locked"
    assert "Changed for arch-1 alone:\n  profile: locked\n    approved by ada, today" in shown
    assert "until it ends: proctor role revoke --agent arch-1" in shown

    assert as_role["effect"] == "allow"
    assert (json.loads(explained.out)["effect"], explained.status) == ("deny", 20)
    assert "decided with the profile `locked`, which `arch-1` was given for itself" in explained.err
    assert "leave out --role or --agent" in both.err

    (home / "overrides" / owner.file).write_text("{}")
    assert "is damaged" in proctor("explain", "--agent", "arch-1", *edit).err
    assert "there is no agent `nobody`" in proctor("explain", "--agent", "nobody", *edit).err
    assert "standard, overrides damaged" in proctor("list").out
    assert "is damaged" in proctor("role", "show", "--agent", "arch-1").out
    assert proctor("role", "show").status == proctor("role", "show", "--agent", "nobody").status


def test_nothing_an_agent_is_called_forges_a_line(proctor: Proctor, home: Path) -> None:
    """Roles, tools and folders are shown with all that is not visible spelled out."""
    session = lives(home, begun(home, role=HOSTILE, cwd=f"/srv/{HOSTILE}"))
    keep(home, (session, "running", HOSTILE))
    result = proctor("list")

    assert [line[:6] for line in result.out.splitlines()] == ["name  ", "arch-1", "    it"]
    assert result.out.isascii()
    assert result.out.replace("\n", "").isprintable()
    assert r"x\n\x1b[31mblocked\u202e\x07" in result.out


def test_a_terminal_shows_who_waits_in_red(home: Path, project: Path) -> None:
    """All of the line, and it is no wider than the terminal."""
    session = lives(home, begun(home, cwd="/srv/" + "deep/" * 40))
    keep(home, (session, "blocked", "Bash"))
    seen = on_terminal(home, "list", COLUMNS="100").replace("\r\n", "\n").splitlines()

    assert seen[1].startswith("\x1b[1;31march-1  architect  blocked (permission: Bash)")
    assert [len(line.replace("\x1b[1;31m", "").replace("\x1b[0m", "")) <= 100 for line in seen[1:2]]
    assert "…" in seen[1]


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("proctor.db", "this is no database, and never was one: " * 40),
        ("config.yaml", "store: [\n"),
        ("identity.json", "{"),
    ],
)
def test_a_broken_home_still_lists_what_the_files_say(
    proctor: Proctor, home: Path, file: str, text: str
) -> None:
    """What is wrong is told on stderr."""
    session = over(home, lives(home, begun(home)), 3)
    keep(home, (session, "blocked", "Bash"))
    (home / file).write_text(text)
    result = proctor("list", "--json")

    assert result.status == 0
    assert [(one["state"], one["exit_code"]) for one in json.loads(result.out)] == [("exited", 3)]
    assert result.err.startswith(("no server runs", "the store: "))
    assert "the store: " in result.err


def test_a_broken_session_is_listed_with_what_is_wrong(proctor: Proctor, home: Path) -> None:
    """It hides neither itself nor the others."""
    lives(home, begun(home, "fine", program=""))
    (folder_of(home, "broken")).mkdir(mode=0o700)
    result = proctor("list")

    assert "fine    architect, unchecked  running" in result.out
    assert "broken  -                     lost" in result.out
    assert "    its agent.json cannot be read" in result.out


def test_a_server_that_hangs_holds_up_nobody(home: Path, project: Path) -> None:
    """After a moment, the store and the files are read."""
    home.mkdir(mode=0o700)
    over(home, lives(home, begun(home)), 3)
    with running(home) as server:
        server.process.send_signal(signal.SIGSTOP)
        try:
            result = call(home, "list", "--json")
        finally:
            server.process.send_signal(signal.SIGCONT)

    assert [one["exit_code"] for one in json.loads(result.stdout)] == [3]
    assert "the server: the server did not answer in 2 s" in result.stderr


def test_looking_loads_nothing_that_takes_long(home: Path, project: Path) -> None:
    """Half of a list's time would go for reading two flags, and for colours."""
    lives(home, begun(home))
    code = (
        "import sys; from proctor.cli.main import run; run(['ls', '--json']); "
        "print(sorted({'pydantic', 'rich', 'libtmux', 'proctor.config'} & set(sys.modules)), "
        "file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )

    assert done.stderr.splitlines()[-1] == "[]"


@pytest.fixture
def engine(home: Path) -> Iterator[Engine]:
    """Have terminals."""
    home.parent.mkdir(exist_ok=True)
    with terminals(home) as engine:
        yield engine


def states(proctor: Proctor) -> dict[str, str]:
    """Return how each stands, in one word, with what it ended."""
    return {
        name: f"{one['state']} {one['signal'] or one['exit_code'] or ''}".strip()
        for name, one in shown(proctor).items()
    }


def process_of(home: Path, name: str, which: str) -> int:
    """Return a process of a session."""
    said = json.loads((folder_of(home, name) / RUNNING).read_text())
    return int(said[which])


def test_every_fault_is_seen_in_the_list(proctor: Proctor, engine: Engine) -> None:
    """Of many agents, some are killed: the program, the supervisor; then tmux, then all else."""
    home = engine.home
    names = [f"a-{number:02d}" for number in range(amount(8, 20))]
    with running(home) as server:
        for name in names:
            launched(engine, name, scripted())
        until(lambda: set(states(proctor).values()) == {"running"})
        os.kill(process_of(home, "a-00", "pid"), signal.SIGKILL)
        os.kill(process_of(home, "a-01", "pid"), signal.SIGTERM)
        os.kill(process_of(home, "a-02", "supervisor"), signal.SIGKILL)
        engine.keys("a-03", "exit 7", "Enter")
        faults = {"a-00": "exited SIGKILL", "a-01": "exited SIGTERM", "a-02": "lost",
                  "a-03": "exited 7"}  # fmt: skip
        expected = {name: faults.get(name, "running") for name in names}
        until(lambda: states(proctor) == expected)
        server.kill()
        until(lambda: states(proctor) == expected)
    engine.kill_server()
    until(lambda: "running" not in states(proctor).values())

    assert list(states(proctor)) == names
    assert all(states(proctor)[name] == state for name, state in faults.items())


def test_whoever_looks_at_a_terminal_is_counted(proctor: Proctor, engine: Engine) -> None:
    """By its session, while it is attached."""
    launched(engine, "arch-1", scripted())
    words = engine.attach_words("arch-1")
    until(lambda: shown(proctor)["arch-1"]["state"] == "running")
    code = "import pty, sys; pty.spawn(sys.argv[1:])"
    with subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={"TERM": "xterm", "PATH": os.environ["PATH"]},
    ):
        until(lambda: shown(proctor)["arch-1"]["clients"] == 1)
        engine.kill_server()

    assert shown(proctor)["arch-1"]["clients"] == 0
