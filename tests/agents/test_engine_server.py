"""The tmux server below the terminals: its variables, its socket, its settings, its failures."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from proctor.agents.engine import Engine
from proctor.agents.processes import birth_of
from proctor.agents.tmux_program import spells_out, tmux_version, too_old
from proctor.cli.main import run
from proctor.errors import EngineError
from tests.agents.terminals import PROMPT, scripted, shows, terminals, until
from tests.amounts import amount


def server_pid(engine: Engine) -> int:
    """Return the process of the tmux server."""
    return int(engine.tell("display-message", "-p", "#{pid}"))


def test_the_server_has_few_variables(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """What whoever started it has in the environment is not handed on to every terminal."""
    monkeypatch.setenv("TG_API_TOKEN", "secret")
    monkeypatch.setenv("TMUX", "/srv/other,1,0")
    engine.start("arch-1", scripted("env TG_API_TOKEN", "env PROCTOR_HOME"), "/")
    shows(engine, "arch-1", "TG_API_TOKEN=<not set>", f"PROCTOR_HOME={engine.home}"[:60])

    told = engine.tell("show-environment", "-g")
    names = {line.partition("=")[0] for line in told.splitlines()}
    assert names <= {"PATH", "LANG", "SHELL", "PROCTOR_HOME", "HOME", "USER", "LOGNAME", "PWD"}


def test_the_socket_is_for_its_user_alone(engine: Engine) -> None:
    """Folder and socket are closed to others, and named so that the guard knows them."""
    engine.ensure()

    assert engine.socket.parent.stat().st_mode & 0o777 == 0o700
    assert engine.socket.stat().st_mode & 0o077 == 0
    assert "proctor" in str(engine.socket)


def test_a_home_with_a_long_name_has_its_socket_elsewhere(tmp_path: Path) -> None:
    """Where a socket's name would be too long, it lies in a folder of the user's under /tmp."""
    folder = tmp_path
    while len(str(folder)) < 120:
        folder /= "a-folder-with-a-long-name"
    folder.mkdir(parents=True)
    with terminals(folder / "home") as engine:
        engine.start("arch-1", scripted(), "/")
        shows(engine, "arch-1", PROMPT)

        assert len(str(engine.socket)) <= 100
        assert engine.socket.parent.name == f"proctor-{os.geteuid()}"
        assert engine.settings == folder.resolve() / "home" / "tmux" / "tmux.conf"


def test_a_folder_that_others_can_enter_is_refused(engine: Engine) -> None:
    """Whoever could put a socket there could answer in our name."""
    engine.settings.parent.mkdir(mode=0o755)
    engine.settings.parent.chmod(0o755)

    with pytest.raises(EngineError, match="open to others"):
        engine.start("arch-1", scripted(), "/")


def test_settings_that_are_not_those_of_this_program_are_renewed(engine: Engine) -> None:
    """A server that an older program has started gets the settings of this one."""
    engine.ensure()
    engine.tell("set-option", "-g", "@settings", "older", ";", "set-option", "-g", "mouse", "off")
    engine.ensure()

    assert engine.tell("show-options", "-gv", "mouse") == "on\n"
    assert engine.tell("show-options", "-gv", "@settings") != "older\n"


def test_a_server_that_was_killed_is_started_again(engine: Engine) -> None:
    """A socket that a dead server has left keeps nobody from starting."""
    engine.start("arch-1", scripted(), "/")
    pid = server_pid(engine)
    os.kill(pid, signal.SIGKILL)
    until(lambda: not engine.panes())
    engine.start("arch-1", scripted(), "/")

    shows(engine, "arch-1", PROMPT)
    assert server_pid(engine) != pid


def test_server_ends_with_its_last_terminal(engine: Engine) -> None:
    """It stays for the other one, also one that nobody of ours has made; a new one starts again."""
    engine.start("arch-1", scripted(), "/")
    engine.start("arch-2", scripted(), "/")
    pid, birth = (each := server_pid(engine)), birth_of(each)
    engine.tell("new-session", "-d", "-s", "not ours", "--", "/usr/bin/env", "sleep", "300")
    engine.end("arch-1")
    engine.end("arch-2")
    engine.end_if_empty()
    assert (server_pid(engine), engine.panes()) == (pid, {})

    engine.tell("kill-session", "-t", "=not ours")
    until(lambda: birth_of(pid) != birth)
    engine.start("arch-1", scripted(), "/")
    shows(engine, "arch-1", PROMPT)


def test_server_without_a_terminal_is_ended_by_down(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that came to nothing leaves one; an agent that runs keeps its own."""
    monkeypatch.setenv("PROCTOR_HOME", str(engine.home))
    engine.ensure()
    pid, birth = (each := server_pid(engine)), birth_of(each)
    assert run(["down"]) == 0
    until(lambda: birth_of(pid) != birth)

    engine.start("arch-1", scripted(), "/")
    assert run(["down"]) == 0
    shows(engine, "arch-1", PROMPT)


def test_start_beside_the_end_of_the_last_terminal(engine: Engine) -> None:
    """Whoever starts an agent while the server goes finds it gone, and starts another."""
    for number in range(amount(5, 50)):
        engine.start("arch-1", scripted(), "/")
        ending = threading.Thread(target=engine.end, args=("arch-1",))
        ending.start()
        engine.start(f"coder-{number}", scripted(), "/")
        ending.join()
        assert set(engine.panes()) == {f"coder-{number}"}
        engine.end(f"coder-{number}")


def test_a_server_that_hangs_holds_up_nobody(engine: Engine) -> None:
    """Whoever asks one that does not answer is told so."""
    engine.start("arch-1", scripted(), "/")
    pid = server_pid(engine)
    impatient = Engine(engine.home, patience=0.3)
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(EngineError, match="does not answer"):
            impatient.panes()
    finally:
        os.kill(pid, signal.SIGCONT)
    assert engine.has("arch-1")


def test_many_start_at_once(engine: Engine) -> None:
    """Agents that are started by as many processes at once each have a terminal of one server."""
    code = (
        "import sys; from pathlib import Path; from proctor.agents.engine import Engine;"
        "Engine(Path(sys.argv[1])).start(sys.argv[2], ['sleep', '1000'], '/')"
    )
    words = [*scripted()[:1], "-I", "-c", code, str(engine.home)]
    names = [f"agent-{number}" for number in range(amount(8, 20))]
    starting = [subprocess.Popen([*words, name]) for name in names]

    assert [process.wait(60) for process in starting] == [0] * len(names)
    assert set(engine.panes()) == set(names)


def test_without_tmux_there_is_a_line_that_installs_it(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has to guess what is missing."""
    monkeypatch.setenv("PATH", "/srv/empty")
    monkeypatch.setattr("proctor.agents.tmux_program.FOLDERS", "/srv/empty")

    with pytest.raises(EngineError, match="tmux is not installed") as caught:
        engine.start("arch-1", scripted(), "/")
    assert caught.value.help == "apt install tmux · brew install tmux"
    assert tmux_version() == ""


def test_a_tmux_that_is_too_old_is_refused(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its settings would not be read, and nobody would know why nothing works."""
    old = tmp_path / "bin" / "tmux"
    old.parent.mkdir()
    old.write_text('#!/bin/sh\n[ "$1" != -V ] || echo "tmux 3.2a"\n')
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(old.parent))

    with pytest.raises(EngineError, match=re.escape("tmux 3.2a is too old: 3.3 is needed")):
        engine.start("arch-1", scripted(), "/")
    versions = ["tmux 2.9", "tmux 3.2a", "tmux 3.3", "tmux 3.10", "tmux next-3.6", ""]
    assert [too_old(said) for said in versions] == [True, True, False, False, False, False]
    later = ["tmux 3.6a", "tmux 3.7", "tmux next-3.7", "tmux 4.0", "tmux openbsd-7.5"]
    assert [spells_out(said) for said in later] == [False, True, True, True, False]


def test_tmux_says_which_it_is() -> None:
    """The version is known by name and number."""
    assert tmux_version().startswith("tmux ")
