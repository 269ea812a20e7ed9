"""Commands run to their end, within a time and a size, and leave nothing behind."""

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from proctor.errors import NotFound, UsageError
from proctor.tools.running import Finished, run_command_text, run_words

PATIENCE = 30.0


def is_gone(pid: int) -> bool:
    """Say whether a process has ended; one that nobody has waited for yet has."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


def ends(pid: int) -> bool:
    """Wait until a process has ended, at most for a while."""
    deadline = time.monotonic() + PATIENCE
    while not is_gone(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return is_gone(pid)


def test_words_run_without_a_shell(tmp_path: Path) -> None:
    """What a shell would expand is a plain word."""
    done = run_words(["printf", "%s|", "$HOME", "*", "; id"], cwd=tmp_path)

    assert (done.code, done.output, done.ok) == (0, "$HOME|*|; id|", True)


def test_both_streams_and_the_exit_status_are_told(tmp_path: Path) -> None:
    """Output and errors come in their order, and the status behind them."""
    done = run_command_text("echo one; echo two >&2; exit 3", cwd=tmp_path)

    assert done.text() == "one\ntwo\n[exit status 3]"
    assert not done.ok


def test_it_runs_in_the_workspace(tmp_path: Path) -> None:
    """The folder of a command is the one that was given, with and without a shell."""
    assert str(tmp_path) == run_command_text("pwd -P", cwd=tmp_path.resolve()).text()
    (tmp_path / "here.txt").touch()
    assert run_command_text("ls", cwd=tmp_path).text() == "here.txt"


def test_there_is_nothing_to_read_and_no_terminal(tmp_path: Path) -> None:
    """A program that asks gets no answer, and does not wait for one."""
    assert run_command_text("cat; test -t 0 || echo none", cwd=tmp_path).text() == "none"
    assert not run_command_text("cat < /dev/tty", cwd=tmp_path).ok


def test_the_environment_holds_no_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens of ours and of others, and what changes programs, do not reach a command."""
    for name in ("PROCTOR_TOKEN", "TG_API_TOKEN", "ANTHROPIC_API_KEY", "GIT_DIR", "BASH_ENV",
                 "LD_PRELOAD_X", "AWS_SECRET_ACCESS_KEY", "PYTHONPATH", "TMUX"):  # fmt: skip
        monkeypatch.setenv(name, "secret")
    monkeypatch.setenv("PATH", f".::bin:{os.environ['PATH']}")
    (tmp_path / "ls").write_text("#!/bin/sh\necho mine\n")
    (tmp_path / "ls").chmod(0o755)

    said = run_command_text("env; ls", cwd=tmp_path, variables={"GIVEN": "yes"}).text()

    assert "secret" not in said
    assert "mine" not in said.splitlines()
    assert "GIVEN=yes" in said.splitlines()


def test_the_time_limit_ends_the_whole_group(tmp_path: Path) -> None:
    """At the limit a command ends with all that it has started."""
    command = "sleep 600 & echo $! > child; echo begun; wait"
    done = run_command_text(command, cwd=tmp_path, seconds=1)

    assert (done.timed_out, done.ok) == (True, False)
    assert done.text() == f"begun\n[it was ended after {done.seconds:.0f} s, its time limit]"
    assert ends(int((tmp_path / "child").read_text()))


def test_what_does_not_wish_to_end_is_ended(tmp_path: Path) -> None:
    """A command that takes no notice of the request gets no second one."""
    done = run_command_text("trap '' TERM; while :; do sleep 0.1; done", cwd=tmp_path, seconds=0.5)

    assert (done.code, done.timed_out) == (-signal.SIGKILL, True)


def test_what_is_left_in_the_background_ends_with_the_command(tmp_path: Path) -> None:
    """A command that is done is done: nobody waits for what it has left, and it does not stay."""
    done = run_command_text("sleep 600 & echo $!", cwd=tmp_path, seconds=PATIENCE)

    assert done.ok
    assert ends(int(done.output))


def test_an_output_held_open_by_another_session_is_not_waited_for(tmp_path: Path) -> None:
    """What went into a session of its own may hold the output; the command is over all the same."""
    command = "setsid sh -c 'echo $$ > other; exec sleep 600' & while ! test -s other; do :; done"
    done = run_command_text(command, cwd=tmp_path, seconds=PATIENCE)
    os.kill(int((tmp_path / "other").read_text()), signal.SIGKILL)

    assert done.ok


def test_a_program_that_closes_its_output_is_waited_for(tmp_path: Path) -> None:
    """The end of the output is not the end of the command."""
    done = run_command_text("exec >&- 2>&-; sleep 0.2; exit 4", cwd=tmp_path)

    assert done.code == 4


def test_an_output_without_end_is_cut(tmp_path: Path) -> None:
    """The beginning and the end are kept, and it is said that there was more."""
    done = run_command_text("seq 1 200000", cwd=tmp_path, most_output=100)

    assert done.cut
    assert done.output.startswith("1\n2\n")
    assert done.output.endswith("199999\n200000\n")
    assert "bytes are left out here" in done.output


def test_whoever_waits_can_stop_it(tmp_path: Path) -> None:
    """A command ends when it is told so from outside, as at its time limit."""
    stop = threading.Event()
    found: list[Finished] = []
    words = ["sh", "-c", "echo begun > begun; exec sleep 600"]
    runner = threading.Thread(
        target=lambda: found.append(run_words(words, cwd=tmp_path, seconds=PATIENCE, ends=stop))
    )
    runner.start()
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "begun").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    stop.set()
    runner.join()

    assert [(one.stopped, one.timed_out, one.ok) for one in found] == [(True, False, False)]
    assert found[0].text() == "[it was ended: nobody waits for it any more]"


def test_a_signal_is_told(tmp_path: Path) -> None:
    """What was ended by a signal did not end well."""
    assert run_command_text("kill -9 $$", cwd=tmp_path).text() == "[it was ended by signal 9]"


@pytest.mark.parametrize("command", ["", "  \n", "a\0b", "x" * 100_001])
def test_what_is_no_command_is_not_run(tmp_path: Path, command: str) -> None:
    """Nothing, a null byte or far too much is refused."""
    with pytest.raises(UsageError):
        run_command_text(command, cwd=tmp_path)


def test_a_program_that_is_not_there_is_said_so(tmp_path: Path) -> None:
    """A missing program, a missing folder and what cannot be run each have their words."""
    (tmp_path / "notes.txt").write_text("no program")

    with pytest.raises(NotFound, match="there is no program `no-such-program`"):
        run_command_text("no-such-program --x", cwd=tmp_path)
    with pytest.raises(NotFound, match="workspace"):
        run_command_text("ls", cwd=tmp_path / "gone")
    with pytest.raises(UsageError, match="cannot be run"):
        run_words(["./notes.txt"], cwd=tmp_path)
    with pytest.raises(UsageError, match="no command"):
        run_words([], cwd=tmp_path)
    with pytest.raises(UsageError, match="cannot be run"):
        run_words(["ls", "a\0b"], cwd=tmp_path)
    with pytest.raises(UsageError, match="time limit"):
        run_words(["ls"], cwd=tmp_path, seconds=0)
