"""A hook, installed in a home and a project of its own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hook.rig import Rig


@pytest.fixture
def rig() -> Iterator[Rig]:
    """Install a hook; its folder has a short name, so that the socket lies in the home."""
    place = Path(tempfile.mkdtemp(prefix="hook-")).resolve()
    project = place / "shop"
    (project / ".git").mkdir(parents=True)
    home = place / "home"
    home.mkdir(mode=0o700)
    yield Rig(home, project, place / "hooks" / "claude-code").install()
    shutil.rmtree(place, ignore_errors=True)
