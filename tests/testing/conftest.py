"""What the tests of trials share: a project to stand in, and a command to ask about."""

from __future__ import annotations

from pathlib import Path

import pytest

PUSH = {"command": "git push origin main"}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project, with a home of its user that nobody has made."""
    root, user, tmp = tmp_path / "shop", tmp_path / "user", tmp_path / "tmp"
    for folder in (root / ".git", user, tmp):
        folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.delenv("PROCTOR_HOME", raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp))
    monkeypatch.chdir(root)
    return root
