"""What tests of permissions share: a project to stand in, with a home that is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.empty_projects import stand_in_project


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in an empty project; nothing of the user's own counts."""
    return stand_in_project(tmp_path, monkeypatch)
