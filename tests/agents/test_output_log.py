"""What a terminal has printed, kept in two files that do not grow for ever."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.agents.engine import OUTPUT
from proctor.agents.output_log import keep


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    """Give both ends of a pipe; the test closes the second."""
    ends = os.pipe()
    yield ends
    os.close(ends[0])


def test_everything_is_kept_in_order(tmp_path: Path, pipe: tuple[int, int]) -> None:
    """What was there before stays before it."""
    (tmp_path / "output.log").write_bytes(b"before\n")
    os.write(pipe[1], b"one\ntwo\n")
    os.close(pipe[1])
    keep(str(tmp_path), pipe[0])

    assert (tmp_path / "output.log").read_bytes() == b"before\none\ntwo\n"


def test_a_file_that_is_large_enough_is_put_aside(tmp_path: Path) -> None:
    """The newest is in one file and the part before it in the other; no more is kept."""
    code = f"from proctor.agents.output_log import keep; keep({str(tmp_path)!r}, 0, 100_000)"
    lines = b"".join(b"%09d\n" % number for number in range(50_000))
    subprocess.run([sys.executable, "-I", "-c", code], input=lines, check=True)

    old = (tmp_path / "output.log.1").read_bytes()
    new = (tmp_path / "output.log").read_bytes()
    assert lines.endswith(old + new)
    assert 100_000 <= len(old) <= 100_000 + (1 << 16)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["output.log", "output.log.1"]


def test_a_full_disk_holds_up_nobody(tmp_path: Path) -> None:
    """What cannot be written is read all the same, to the end."""
    done = subprocess.run(
        [sys.executable, "-IS", OUTPUT, str(tmp_path)],
        input=b"x" * (1 << 22),
        check=False,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "output.log").stat().st_size == 1000


def test_a_link_is_not_followed(tmp_path: Path, pipe: tuple[int, int]) -> None:
    """What somebody has put in the file's place gets nothing."""
    aim = tmp_path / "aim"
    (tmp_path / "output.log").symlink_to(aim)
    os.write(pipe[1], b"text")
    os.close(pipe[1])
    keep(str(tmp_path), pipe[0])

    assert not aim.exists()
