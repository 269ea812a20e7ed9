"""An empty project to stand in, for tests of the library: nothing of the user's own counts."""

from __future__ import annotations

from pathlib import Path

import pytest


def stand_in_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty project and go there; the home folder is empty, and Proctor has none."""
    root, user = tmp_path / "project", tmp_path / "user"
    (root / ".git").mkdir(parents=True)
    user.mkdir()
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("PROCTOR_HOME", str(user / ".proctor"))
    monkeypatch.chdir(root)
    return root
