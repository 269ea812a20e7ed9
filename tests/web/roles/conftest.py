"""Roles in the home that all tests of pages share; they are gone when the test is over."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.web.sites import Site

WriteRole = Callable[[str, str], Path]


@pytest.fixture
def write_role(site: Site) -> Iterator[WriteRole]:
    """Give what writes a role file by hand; roles that came meanwhile go with it."""
    folder = site.home / "roles"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def written(name: str, text: str) -> Path:
        path = folder / f"{name}.yaml"
        path.write_text(text)
        return path

    yield written
    for path in folder.iterdir():
        if path.name not in before:
            path.unlink()
    for name, data in before.items():
        (folder / name).write_bytes(data)
    shutil.rmtree(site.home / "history", ignore_errors=True)


@pytest.fixture
def shop_roles(site: Site) -> Iterator[Path]:
    """Give the folder for roles of the shop itself, which nobody has trusted yet."""
    own = site.project / ".proctor"
    folder = own / "roles"
    folder.mkdir(parents=True)
    yield folder
    shutil.rmtree(own)
    shutil.rmtree(site.home / "trust", ignore_errors=True)
