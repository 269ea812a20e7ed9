"""The process between a terminal and its program: what it says of it is so, whatever ends."""

from __future__ import annotations

import json
import os
import resource
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.agents.engine import SUPERVISOR, Engine
from proctor.agents.processes import birth_of, parent_of
from proctor.agents.session_files import Ended, Life, Running, life_of, read_session
from proctor.owner.socket_path import bind, socket_path
from tests.agents.supervised import ended, processes
from tests.agents.terminals import PROMPT, launched, prepared, scripted, shows, until


def supervised(
    folder: Path, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a supervisor without a terminal, to its end."""
    return subprocess.run(
        [sys.executable, "-IS", SUPERVISOR, str(folder)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        start_new_session=True,
        preexec_fn=before,
    )


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home that has no terminals."""
    made = tmp_path / "home"
    made.mkdir(mode=0o700)
    return made


# How it ends


@pytest.mark.parametrize(
    ("line", "code", "how"),
    [
        ("exit 0", 0, Ended(1, "", exit_code=0)),
        ("exit 3", 3, Ended(1, "", exit_code=3)),
        ("exit 255", 255, Ended(1, "", exit_code=255)),
        ("crash SIGSEGV", 139, Ended(1, "", signal="SIGSEGV")),
        ("crash SIGKILL", 137, Ended(1, "", signal="SIGKILL")),
        ("crash SIGINT", 130, Ended(1, "", signal="SIGINT")),
        ("crash SIGPIPE", 141, Ended(1, "", signal="SIGPIPE")),
    ],
)
def test_how_a_program_ended_is_known(home: Path, line: str, code: int, how: Ended) -> None:
    """A code is a code and a signal a signal, and the supervisor ends with the same status."""
    folder = prepared(home, "arch-1", scripted(line))
    done = supervised(folder)

    assert (done.returncode, ended(home)) == (code, how)
    assert sorted(path.name for path in folder.iterdir()) == [
        "agent.json",
        "ended.json",
        "running.json",
    ]
    assert (folder / "ended.json").stat().st_mode & 0o777 == 0o600


def test_whoever_looks_at_the_terminal_reads_how_it_ended(engine: Engine) -> None:
    """The words stay there, below what the program has printed."""
    launched(engine, "arch-1", scripted("last words", "crash SIGABRT"))
    until(lambda: engine.panes()["arch-1"].dead)

    said = "arch-1 exited (SIGABRT) · C-] r starts it again · C-] d leaves"
    assert engine.screen("arch-1").split("\n")[:3] == ["heard: last words", "", said]


def test_a_program_that_is_not_installed_has_ended_with_127(home: Path) -> None:
    """What cannot be found is said on the terminal and in the files."""
    folder = prepared(home, "arch-1", ["no-such-program", "x"])
    done = supervised(folder)

    assert (done.returncode, ended(home)) == (127, Ended(1, "", exit_code=127))
    assert "arch-1 cannot be started: no-such-program: No such file" in done.stderr


@pytest.mark.parametrize(("argv", "cwd"), [(["/etc/passwd"], "/"), (["true"], "/srv/no/folder")])
def test_what_cannot_be_executed_has_ended_with_126_or_127(
    home: Path, argv: list[str], cwd: str
) -> None:
    """A file that is no program, and a folder that is gone, are no running agents."""
    folder = prepared(home, "arch-1", argv, cwd=cwd)
    done = supervised(folder)

    assert done.returncode in (126, 127)
    assert ended(home).exit_code == done.returncode


@pytest.mark.parametrize("argv", [[], [""], ["true", "a\0b"]])
def test_words_that_are_none_start_nothing(home: Path, argv: list[str]) -> None:
    """No word at all, an empty one, a zero byte: an end with a code, and no traceback."""
    done = supervised(prepared(home, "arch-1", argv))

    assert done.returncode in (126, 127)
    assert ended(home).exit_code == done.returncode
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"argv": 1}', '{"argv": ["true"]}'])
def test_a_start_that_cannot_be_read_starts_nothing(home: Path, text: str | None) -> None:
    """Nothing is claimed of it, and the session is lost after a while."""
    folder = prepared(home, "arch-1", scripted())
    (folder / "start.json").unlink()
    if text is not None:
        (folder / "start.json").write_text(text)
    done = supervised(folder)

    assert done.returncode == 125
    assert "Traceback" not in done.stderr
    session = read_session(home, "arch-1")
    assert life_of(home, session, now=session.began + 60) == Life("lost")


# What is started


def test_nothing_of_the_variables_stays_on_the_disk(engine: Engine) -> None:
    """What the person has in the environment is read once, and removed before anything runs."""
    env = {"PATH": os.environ["PATH"], "API_KEY": "very-secret"}
    launched(engine, "arch-1", scripted("env API_KEY"), env=env)
    shows(engine, "arch-1", "API_KEY=very-secret")

    folder = engine.home / "sessions" / "arch-1"
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "output.log"]
    assert not any(b"very-secret" in path.read_bytes() for path in files)
    assert not (folder / "start.json").exists()


def test_a_program_gets_what_was_written_and_the_terminal(engine: Engine) -> None:
    """Nothing of the server's variables comes through, and nothing that leads to its socket."""
    env = {"PATH": os.environ["PATH"], "A": "b", "TERM": "xterm", "TMUX": "x", "LINES": "9"}
    launched(engine, "arch-1", ["env"], env=env)
    until(lambda: engine.panes()["arch-1"].dead)

    lines = engine.screen("arch-1").partition("arch-1 ended")[0].split()
    found = dict(line.split("=", 1) for line in lines if "=" in line)
    names = {"A", "PATH", "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION"}
    assert (set(found), found["A"], found["TERM"]) == (names, "b", "tmux-256color")


def test_a_program_has_the_terminal_and_its_own_folder(engine: Engine, tmp_path: Path) -> None:
    """It stands where it was started, and is in front: keys of the terminal are its own."""
    launched(engine, "arch-1", scripted("where"), cwd=str(tmp_path))
    shows(engine, "arch-1", tmp_path.name)
    found = processes(engine.home)
    engine.keys("arch-1", "C-c")

    assert ended(engine.home) in (Ended(1, "", exit_code=1), Ended(1, "", signal="SIGINT"))
    assert os.getpgid(os.getpid()) not in (found.pid, found.supervisor)


def test_a_program_has_the_file_mode_that_was_written(home: Path, tmp_path: Path) -> None:
    """The umask of whoever started it counts, not that of whoever started the server."""
    folder = prepared(home, "arch-1", scripted(f"touch {tmp_path}/made", "exit 0"))
    start = json.loads((folder / "start.json").read_text())
    (folder / "start.json").write_text(json.dumps({**start, "umask": 0o027}))
    supervised(folder)

    assert (tmp_path / "made").stat().st_mode & 0o777 == 0o640


def test_signals_are_as_they_are_for_every_program(home: Path) -> None:
    """Neither what Python ignores nor what the supervisor ignores is handed on."""
    code = "import signal as s; print([n.name for n in s.Signals if s.getsignal(n) is s.SIG_IGN])"
    # Python itself ignores two of them again.
    shell = ["sh", "-c", "grep -E 'Sig(Blk|Ign)' /proc/self/status"]
    folder = prepared(home, "arch-1", shell if sys.platform == "linux" else ["true", code])
    done = supervised(folder)

    # Those from 32 on are the system's own, and may come ignored from whoever started the tests.
    told = dict(line.split(":\t") for line in done.stdout.splitlines())
    masks = {name: int(mask, 16) & 0x7FFFFFFF for name, mask in told.items()}
    assert masks == ({"SigBlk": 0, "SigIgn": 0} if sys.platform == "linux" else {})


def test_a_program_that_stops_itself_goes_on(engine: Engine) -> None:
    """Nobody else could wake it: what Ctrl-Z does leaves no program dead in its terminal."""
    launched(engine, "arch-1", scripted())
    shows(engine, "arch-1", PROMPT)
    engine.keys("arch-1", "stop", "Enter")
    engine.keys("arch-1", "still here", "Enter")

    shows(engine, "arch-1", "heard: still here")


# What is known


def test_the_processes_are_known_before_the_program_begins(engine: Engine, tmp_path: Path) -> None:
    """A program finds its own process named in the file, at its first instruction."""
    file = tmp_path / "home" / "sessions" / "arch-1" / "running.json"
    code = f"import os,json; print(json.load(open({str(file)!r}))['pid'] == os.getpid())"
    session = launched(engine, "arch-1", [sys.executable, "-IS", "-c", f"{code}; input()"])
    shows(engine, "arch-1", "True")

    found = processes(engine.home)
    assert found == Running(1, found.supervisor, birth_of(found.supervisor), found.pid)
    assert parent_of(found.pid) == found.supervisor == engine.panes()["arch-1"].pid
    assert life_of(engine.home, session) == Life("running", running=found)


def test_what_is_told_of_an_earlier_start_does_not_count_for_a_later(engine: Engine) -> None:
    """Each start has its number in both files."""
    launched(engine, "arch-1", scripted("exit 3"))
    assert ended(engine.home) == Ended(1, "", exit_code=3)
    until(lambda: engine.panes()["arch-1"].dead)
    session = launched(engine, "arch-1", scripted(), number=2)
    shows(engine, "arch-1", PROMPT)

    assert life_of(engine.home, session).state == "running"
    assert processes(engine.home).number == 2


def test_the_server_is_told_at_start_and_at_end(home: Path) -> None:
    """It looks at the session then; both times the files are there already."""
    with bind(socket_path(home)) as listening:
        listening.listen()
        listening.settimeout(60)
        folder = prepared(home, "arch-1", ["true"])
        supervised(folder)
        heard = []
        for _ in range(2):
            peer, _ = listening.accept()
            with peer, peer.makefile("rb") as file:
                heard.append(json.loads(file.readline()))

    assert heard == [{"op": "look", "name": "arch-1"}] * 2


def test_a_server_that_does_not_answer_holds_up_no_program(home: Path) -> None:
    """One that listens and reads nothing is left alone."""
    with bind(socket_path(home)) as listening:
        listening.listen(0)
        with socket.socket(socket.AF_UNIX) as first:
            first.connect(str(socket_path(home)))
            done = supervised(prepared(home, "arch-1", scripted("exit 4")))

    assert (done.returncode, ended(home)) == (4, Ended(1, "", exit_code=4))


# What cannot be written


def full_disk() -> None:
    """Let no file grow: what is written fails as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def test_where_nothing_can_be_written_nothing_is_started(home: Path, tmp_path: Path) -> None:
    """A program that nobody could know of does not run, and nothing claims that it does."""
    folder = prepared(home, "arch-1", scripted(f"touch {tmp_path}/RAN", "exit 0"))
    done = supervised(folder, full_disk)

    assert done.returncode == 126
    assert "arch-1 cannot be started" in done.stderr
    assert not (tmp_path / "RAN").exists()
    session = read_session(home, "arch-1")
    assert life_of(home, session, now=session.began + 60) == Life("lost")


def test_an_end_that_cannot_be_written_is_no_running_agent(home: Path) -> None:
    """With the disk full at the end, the session is lost: neither running nor exited."""
    code = (
        "import os,resource; resource.prlimit(os.getppid(), resource.RLIMIT_FSIZE, (0, 0));"
        "os._exit(3)"
    )
    done = supervised(prepared(home, "arch-1", [sys.executable, "-I", "-c", code]))

    assert done.returncode == 3
    assert "could not be written" in done.stderr
    session = read_session(home, "arch-1")
    assert life_of(home, session).state == "lost"
    assert not (home / "sessions" / "arch-1" / "ended.json").exists()
