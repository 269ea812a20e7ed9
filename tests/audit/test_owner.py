"""One owner per home."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.audit.owner import FILE, OwnerLock, owner_of
from proctor.errors import StoreError

TAKE = """
import sys
from pathlib import Path
from proctor.audit.owner import OwnerLock
lock = OwnerLock(Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
print(lock.try_take(), flush=True)
sys.stdin.readline()
"""
START_A_CHILD = """
import subprocess
print(subprocess.Popen(["sleep", "60"]).pid, flush=True)
sys.stdin.readline()
"""
LOOK = """
import sys
from pathlib import Path
from proctor.audit.owner import owner_of
print("ready", flush=True)
while not (Path(sys.argv[1]) / "enough").exists():
    owner_of(Path(sys.argv[1]))
"""


def start(program: str, home: Path) -> subprocess.Popen[str]:
    """Start a process, and wait until it is ready."""
    started = subprocess.Popen(
        [sys.executable, "-c", program, str(home)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert answer(started) == "ready"
    return started


def answer(process: subprocess.Popen[str]) -> str:
    """Return the next line that a process says."""
    assert process.stdout is not None
    return process.stdout.readline().strip()


def go(process: subprocess.Popen[str]) -> None:
    """Let a process go on."""
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def test_the_owner_is_who_holds_the_lock(tmp_path: Path) -> None:
    """Others see who it is; when it has let go, nobody is."""
    lock = OwnerLock(tmp_path)

    assert owner_of(tmp_path) is None
    assert lock.try_take()
    assert lock.try_take()
    assert not OwnerLock(tmp_path).try_take()
    lock.publish(url="http://127.0.0.1:7788", socket="/srv/app/s", version="1")
    said = owner_of(tmp_path)
    assert said is not None
    started = said.pop("started")
    assert said == {
        "pid": os.getpid(),
        "url": "http://127.0.0.1:7788",
        "socket": "/srv/app/s",
        "version": "1",
    }
    assert started.endswith("Z")
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    lock.publish(url="")
    assert (owner_of(tmp_path) or {})["url"] == ""
    lock.release()
    lock.release()
    assert owner_of(tmp_path) is None


def test_the_words_of_a_dead_owner_are_not_believed(tmp_path: Path) -> None:
    """A file that names a living process means nothing without the lock."""
    (tmp_path / FILE).write_text(json.dumps({"pid": os.getppid(), "url": "http://x"}))

    assert owner_of(tmp_path) is None
    lock = OwnerLock(tmp_path)
    assert lock.try_take()
    assert "url" not in (owner_of(tmp_path) or {"url": ""})
    lock.release()


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"pid": -1}', '{"pid": "1"}', "[" * 9000])
def test_an_owner_whose_words_are_damaged_still_owns(tmp_path: Path, text: str) -> None:
    """The lock is the truth, even where the file says nothing."""
    lock = OwnerLock(tmp_path)
    assert lock.try_take()
    (tmp_path / FILE).write_text(text)

    assert owner_of(tmp_path) is not None
    assert not OwnerLock(tmp_path).try_take()
    lock.release()


def test_a_killed_owner_owns_no_more(tmp_path: Path) -> None:
    """The lock ends with the process, and a child that it has started does not keep it."""
    with start(TAKE + START_A_CHILD, tmp_path) as owner:
        go(owner)
        assert answer(owner) == "True"
        go(owner)
        sleeper = int(answer(owner))
        assert (owner_of(tmp_path) or {})["pid"] == owner.pid
        owner.kill()
        owner.wait()

        lock = OwnerLock(tmp_path)
        assert lock.try_take()
        assert (owner_of(tmp_path) or {})["pid"] == os.getpid()
        lock.release()
        os.kill(sleeper, signal.SIGKILL)


def test_of_twenty_that_start_at_once_one_becomes_the_owner(tmp_path: Path) -> None:
    """Exactly one gets it, also while others look who it is."""
    lookers = [start(LOOK, tmp_path) for _ in range(2)]
    takers = [start(TAKE, tmp_path) for _ in range(20)]
    for taker in takers:
        go(taker)
    said = [answer(taker) for taker in takers]
    (tmp_path / "enough").touch()
    for process in takers + lookers:
        process.communicate("go\n")

    assert sorted(said) == ["False"] * 19 + ["True"]


def test_lookers_do_not_keep_an_owner_away(tmp_path: Path) -> None:
    """A lock that is only being looked at can be taken, every time."""
    (tmp_path / FILE).touch()
    lookers = [start(LOOK, tmp_path) for _ in range(2)]
    taken = []
    for _ in range(200):
        lock = OwnerLock(tmp_path)
        taken.append(lock.try_take())
        lock.release()
    (tmp_path / "enough").touch()
    for looker in lookers:
        looker.communicate()

    assert taken == [True] * 200


def test_a_lock_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    """A folder or a link in its place is an error, not a free lock."""
    (tmp_path / "one" / FILE).mkdir(parents=True)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / FILE).symlink_to(tmp_path / "elsewhere")

    with pytest.raises(StoreError, match="cannot be read or written"):
        OwnerLock(tmp_path / "one").try_take()
    with pytest.raises(StoreError, match="cannot be read or written"):
        OwnerLock(tmp_path / "two").try_take()
    with pytest.raises(StoreError, match="cannot be read or written"):
        owner_of(tmp_path / "two")


def test_only_the_owner_publishes(tmp_path: Path) -> None:
    """Whoever does not hold the lock cannot write over the owner's words."""
    with pytest.raises(StoreError, match="is not ours"):
        OwnerLock(tmp_path).publish(url="http://x")
