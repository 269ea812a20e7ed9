"""What tests of permissions share: a project to stand in, with a home that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project; nothing of the user's own counts."""
    root, user = tmp_path / "project", tmp_path / "user"
    (root / ".git").mkdir(parents=True)
    user.mkdir()
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setenv("PROCTOR_HOME", str(user / ".proctor"))
    monkeypatch.chdir(root)
    return root
