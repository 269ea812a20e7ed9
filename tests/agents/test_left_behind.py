"""What an agent leaves running ends with it, whatever it does to stay."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.agents.engine import SUPERVISOR
from proctor.agents.left_behind import below
from proctor.agents.session_files import life_of, read_session
from proctor.agents.stopping import stop
from proctor.owner.socket_path import socket_path
from proctor.owner.who import running_server
from tests.agents.terminals import launched, prepared, scripted, terminals, until
from tests.server.running import call, environment

# Each writes its number, and stays for as long as it can.
STAYING = {
    "in the background": "echo $$ > {pid}; exec sleep 1000",
    "deaf": "trap '' TERM HUP INT; echo $$ > {pid}; while :; do sleep 1; done",
    "stopped": "echo $$ > {pid}; kill -STOP $$; sleep 1000",
}
LET_GO = "import os, sys; os.fork() and os._exit(0); os.setsid(); os.fork() and os._exit(0); "


def detached(shell: str) -> str:
    """Return words that start a shell command which nobody waits for, in a session of its own."""
    code = f"{LET_GO}os.execv('/bin/sh', ['sh', '-c', {shell!r}])"
    return shlex.join([sys.executable, "-IS", "-c", code])


def gone(pid: int) -> bool:
    """Say whether a process has ended."""
    return not Path(f"/proc/{pid}").exists()


@pytest.mark.parametrize("shell", STAYING.values(), ids=STAYING)
def test_what_was_left_running_ends_with_the_program(tmp_path: Path, shell: str) -> None:
    """Also what was let go twice, is deaf, or was stopped; and all of it before the end is told."""
    home, pid = tmp_path / "home", tmp_path / "pid"
    home.mkdir(mode=0o700)
    waits = f"while ! [ -s {pid} ]; do sleep 0.01; done"
    line = f"{detached(shell.format(pid=pid))} & {waits}; exit 3"
    folder = prepared(home, "arch-1", ["/bin/sh", "-c", line])
    done = subprocess.run([sys.executable, "-IS", SUPERVISOR, str(folder)], check=False)

    assert done.returncode == 3
    assert life_of(home, read_session(home, "arch-1")).state == "exited"
    assert gone(int(pid.read_text()))


@pytest.mark.parametrize("force", [False, True])
def test_a_stopped_agent_leaves_nothing_running(tmp_path: Path, force: bool) -> None:
    """Whether it ended by itself or not."""
    pid = tmp_path / "pid"
    with terminals(tmp_path / "home") as engine:
        left = detached(STAYING["deaf"].format(pid=pid))
        launched(engine, "arch-1", scripted("deaf", f"spawn {left}"))
        number = int(until(lambda: pid.read_text().strip() if pid.exists() else ""))
        stop(engine.home, "arch-1", seconds=0.2, force=force)

        until(lambda: gone(number), "its end")


def test_the_server_that_an_agent_has_started_is_not_the_agents(tmp_path: Path) -> None:
    """A hook starts it where none runs, and it gets nothing of the agent's; all agents have it."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    up = shlex.join([sys.executable, "-I", "-m", "proctor", "up"])
    line = f"{up} & while ! [ -S {socket_path(home)} ]; do sleep 0.05; done"
    variables = {**environment(home), "PROCTOR_STORE": "memory"}
    folder = prepared(home, "arch-1", ["/bin/sh", "-c", line], env=variables)
    done = subprocess.run([sys.executable, "-IS", SUPERVISOR, str(folder)], check=False)
    try:
        assert done.returncode == 0
        info = running_server(home)
        assert info is not None
        assert not gone(info["pid"])
        # Its socket is there a moment before it answers.
        store = until(lambda: json.loads(call(home, "status", "--json").stdout)["store"], "a store")
        assert "memory" not in store
    finally:
        assert call(home, "down").returncode == 0


def test_what_is_below_one_is_found_but_for_the_spared(tmp_path: Path) -> None:
    """With all that is below the spared one too."""
    pids = tmp_path / "pids"
    shell = f"sh -c 'sleep 1000 & echo $$ $! > {pids}; wait' & wait"
    with subprocess.Popen(["/bin/sh", "-c", shell], start_new_session=True) as process:
        try:
            text = until(lambda: pids.read_text().strip() if pids.exists() else "")
            middle, last = map(int, text.split())

            assert set(below(process.pid)) == {middle, last}
            assert below(process.pid, spared=middle) == []
        finally:
            os.killpg(process.pid, 9)
