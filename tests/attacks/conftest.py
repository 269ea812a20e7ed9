"""Fixtures of other folders that attacks use."""

from __future__ import annotations

from tests.attacks.linked_host import host, made_host
from tests.cli.conftest import home, proctor, project
from tests.hook.conftest import rig
from tests.roles.conftest import house

__all__ = ["home", "host", "house", "made_host", "proctor", "project", "rig"]
