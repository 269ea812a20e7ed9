"""One start or stop of a name at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.agents.name_locks import hold_name
from proctor.errors import UsageError


def test_a_held_name_is_not_held_twice(tmp_path: Path) -> None:
    """Another waits, and is told if it takes too long; another name is free."""
    with hold_name(tmp_path, "coder"):
        with pytest.raises(UsageError, match="at this moment"), hold_name(tmp_path, "coder", 0.05):
            pass
        with hold_name(tmp_path, "writer", 0.05):
            pass
    with hold_name(tmp_path, "coder", 0.05):
        pass


def test_a_lock_is_for_its_user_alone(tmp_path: Path) -> None:
    """Nobody else can hold an agent up, and a link leads nowhere."""
    with hold_name(tmp_path, "coder"):
        path = tmp_path / "sessions" / ".locks" / "coder"
        modes = [each.stat().st_mode & 0o777 for each in (path, path.parent, path.parent.parent)]
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic links"), hold_name(tmp_path, "coder"):
        pass

    assert modes == [0o600, 0o700, 0o700]
    assert not (tmp_path / "elsewhere").exists()


def test_whoever_dies_lets_go(tmp_path: Path) -> None:
    """A start that was killed leaves no name behind that nobody can have."""
    child = os.fork()
    if not child:
        lock = hold_name(tmp_path, "coder")
        lock.__enter__()
        os._exit(0)
    os.waitpid(child, 0)
    with hold_name(tmp_path, "coder", 0.05):
        pass
