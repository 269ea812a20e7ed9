"""Where a process leaves its records that finds no owner, or does not wait for it."""

from __future__ import annotations

import fcntl
import json
import os
import stat
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Thread

import pytest

from proctor.audit import spool as spool_module
from proctor.audit.spool import BATCH, LONGEST, SHOWN, Spool, event_line, record_line
from proctor.errors import StoreError
from tests.audit.homes import a_record, an_event
from tests.postgres_server import until


def grows(home: Path) -> Path:
    """Return the file that grows."""
    return home / "spool" / "records.jsonl"


def taken(spool: Spool) -> list[bytes]:
    """Take everything."""
    return [line for _, lines in spool.take() for line in lines]


def times_open(file: int) -> int:
    """Return how many descriptors of this process are of the same file."""
    same = 0
    for entry in Path("/dev/fd").iterdir():
        with suppress(OSError):  # the one of the folder itself is closed by now
            same += os.path.sameopenfile(file, int(entry.name))
    return same


def test_lines_come_out_as_they_went_in_once(tmp_path: Path) -> None:
    """What was put is taken in its order, and then it is gone."""
    spool = Spool(tmp_path / "home")

    assert taken(spool) == []
    assert spool.put([b"one", b"two"])
    assert spool.put([b"three"], sync=True)
    assert taken(spool) == [b"one", b"two", b"three"]
    assert taken(spool) == []
    assert list((tmp_path / "home" / "spool").iterdir()) == []


def test_a_line_says_version_kind_and_row() -> None:
    """A line is JSON in one line, whatever is in the row."""
    record = a_record(action_string="tool:bash:echo 'a\nb'\u2028é\ud800", input={"x": object})
    line, other = record_line(record), event_line(an_event(uid="e" * 20))

    assert b"\n" not in line
    assert (json.loads(line)["kind"], json.loads(other)["kind"]) == ("record", "event")
    assert json.loads(line)["row"]["action_string"] == record.action_string
    assert json.loads(line)["v"] == 1


def test_folder_and_file_are_for_nobody_else(tmp_path: Path) -> None:
    """The spool can be read by its user only, whatever the umask says."""
    before = os.umask(0)
    try:
        Spool(tmp_path).put([b"x"])
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "spool").stat().st_mode) == 0o700
    assert stat.S_IMODE(grows(tmp_path).stat().st_mode) == 0o600


def test_half_a_line_of_somebody_does_not_spoil_the_next(tmp_path: Path) -> None:
    """A line that was cut off by a crash stays apart from those behind it."""
    spool = Spool(tmp_path)
    spool.put([b"one"])
    with grows(tmp_path).open("ab") as file:
        file.write(b'{"v":1,"ki')
    spool.put([b"two"])

    assert taken(spool) == [b"one", b'{"v":1,"ki', b"two"]


def test_what_was_not_gone_through_to_the_end_comes_again(tmp_path: Path) -> None:
    """A batch counts as kept only when the next one is asked for."""
    spool = Spool(tmp_path)
    spool.put([f"{number:05}".encode() for number in range(BATCH * 2 + 1)])

    steps = spool.take()
    first = list(islice(steps, 2))
    steps.close()  # type: ignore[attr-defined]  # a generator

    again = list(spool.take())
    assert first == again[:2]
    assert [len(lines) for _, lines in again] == [BATCH, BATCH, 1]
    assert list(spool.take()) == []


def test_what_a_crash_has_left_is_taken_before_what_is_new(tmp_path: Path) -> None:
    """A file that was renamed but not taken in comes first, and both are unlinked."""
    spool = Spool(tmp_path)
    spool.put([b"old"])
    grows(tmp_path).rename(tmp_path / "spool" / "taking-1.jsonl")
    spool.put([b"new"])

    assert taken(spool) == [b"old", b"new"]
    assert list((tmp_path / "spool").iterdir()) == []


def test_a_writer_that_was_overtaken_by_the_owner_writes_to_the_new_file(tmp_path: Path) -> None:
    """A file that was renamed after it was opened is left alone."""
    spool = Spool(tmp_path)
    spool.put([b"old"])
    with grows(tmp_path).open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        writer = Thread(target=spool.put, args=([b"new"],))
        writer.start()
        until(lambda: times_open(held.fileno()) == 2)
        grows(tmp_path).rename(tmp_path / "spool" / "taking-1.jsonl")
    writer.join()

    assert (tmp_path / "spool" / "taking-1.jsonl").read_bytes() == b"old\n"
    assert grows(tmp_path).read_bytes() == b"new\n"


def test_somebody_who_keeps_the_lock_stops_nobody_for_ever(tmp_path: Path) -> None:
    """A writer gives up with an error, and an owner takes it the next time."""
    spool = Spool(tmp_path)
    spool.put([b"one"])
    with grows(tmp_path).open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(StoreError, match="keeps it locked"):
            spool.put([b"two"], patience=0.05)
        assert taken(spool) == []

    assert taken(spool) == [b"one"]


def test_a_process_that_was_forked_meanwhile_keeps_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has the file open for as long as it lives, and knows nothing of it."""
    spool = Spool(tmp_path)
    forked: list[int] = []
    locks = spool_module.lock

    def locked(file: int, end: float) -> None:
        locks(file, end)
        forked.append(os.dup(file))

    with monkeypatch.context() as forking:
        forking.setattr(spool_module, "lock", locked)
        spool.put([b"one"])
    spool.put([b"two"], patience=0.05)
    assert taken(spool) == [b"one", b"two"]

    os.close(forked.pop())


def test_only_a_plain_file_is_a_spool(tmp_path: Path) -> None:
    """A link, a pipe or a folder in place of the file, or a link as the folder, is refused."""
    for name in ("link", "pipe", "folder", "away"):
        (tmp_path / name).mkdir()
    other = tmp_path / "other"
    other.write_bytes(b"mine\n")
    for name in ("link", "pipe", "folder"):
        (tmp_path / name / "spool").mkdir()
    grows(tmp_path / "link").symlink_to(other)
    os.mkfifo(grows(tmp_path / "pipe"))
    grows(tmp_path / "folder").mkdir()
    (tmp_path / "away" / "spool").symlink_to(tmp_path / "folder")

    for name in ("link", "pipe", "folder", "away"):
        with pytest.raises(StoreError, match="the spool in"):
            Spool(tmp_path / name).put([b"x"])
    for name in ("link", "pipe", "folder"):
        with pytest.raises(StoreError, match="the spool in"):
            taken(Spool(tmp_path / name))
    assert other.read_bytes() == b"mine\n"


def test_of_a_very_long_line_only_the_beginning_is_read(tmp_path: Path) -> None:
    """No line can fill the memory of the owner, and those around it are whole."""
    long = b"x" * (LONGEST * 3 + 7)
    Spool(tmp_path).put([b"one", long, b"two", long])

    assert taken(Spool(tmp_path)) == [b"one", long[:SHOWN], b"two", long[:SHOWN]]


def test_an_empty_file_is_left_where_it_is(tmp_path: Path) -> None:
    """There is nothing to take, and nobody who writes has to begin a new one."""
    spool = Spool(tmp_path)
    spool.put([])

    assert taken(spool) == []
    assert grows(tmp_path).read_bytes() == b""


def test_damaged_lines_are_kept_apart_but_not_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They can be looked at later; who writes rubbish does not fill the disk."""
    spool = Spool(tmp_path)
    assert spool.put_damaged([b"{", b"["])
    monkeypatch.setattr(spool_module, "MOST_DAMAGED", 3)

    assert not spool.put_damaged([b"more"])
    assert (tmp_path / "spool" / "damaged.jsonl").read_bytes() == b"{\n[\n"
    assert taken(spool) == []


def test_a_hook_pays_for_next_to_nothing() -> None:
    """The spool imports neither typing nor dataclasses, and nothing of ours."""
    program = (
        "import sys\n"
        "import json, os, fcntl, stat, time\n"
        "import proctor.audit\n"
        "before = set(sys.modules)\n"
        "import proctor.audit.spool\n"
        "print(sorted(set(sys.modules) - before))"
    )
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)

    assert said.stdout.decode().strip() == "['proctor.audit.spool']"
