"""Fixtures of other folders that attacks use."""

from __future__ import annotations

from tests.cli.conftest import home, proctor, project
from tests.hook.conftest import rig
from tests.roles.conftest import house

__all__ = ["home", "house", "proctor", "project", "rig"]
