"""A home and a project in a temporary folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from proctor.errors import FileProblems
from proctor.roles.find import RoleShelf
from proctor.roles.trust import trust
from proctor.terms.effect import Effect
from proctor.terms.role import Role


@dataclass(frozen=True)
class House:
    """A home, a project, and what one does with them."""

    home: Path
    root: Path

    def at_home(self, name: str, text: str | bytes) -> Path:
        """Write a file of the home."""
        return written(self.home / name, text)

    def in_project(self, name: str, text: str | bytes) -> Path:
        """Write a file of the project's `.proctor`."""
        return written(self.root / ".proctor" / name, text)

    @property
    def shelf(self) -> RoleShelf:
        """Return a shelf that sees the files as they are now."""
        return RoleShelf(self.home, self.root)

    def load(self, name: str) -> Role:
        """Load a role."""
        return self.shelf.load(name)

    def trust(self) -> None:
        """Trust the project."""
        trust(self.root, self.home)

    def role(self, text: str, name: str = "r") -> Role:
        """Load a role of the home from its text."""
        self.at_home(f"roles/{name}.yaml", text)
        return self.load(name)

    def codes(self, text: str | bytes, name: str = "r") -> list[tuple[str, int, int]]:
        """Return code, line and column of everything that is wrong with a role's text."""
        self.at_home(f"roles/{name}.yaml", text)
        return [(p.code, p.place.line, p.place.column) for p in self.shelf.problems()]

    def errors(self, name: str) -> list[str]:
        """Return the codes with which a role does not load."""
        with pytest.raises(FileProblems) as caught:
            self.load(name)
        return [problem.code for problem in caught.value.problems]


def written(path: Path, text: str | bytes) -> Path:
    """Write a file and the folders around it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def rules(role: Role, effect: Effect) -> list[str]:
    """Return the rules of one list of a role, as written."""
    return [rule.text for rule in role.permissions.rules if rule.effect is effect]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Return a home beside a project that is not under git."""
    (tmp_path / "home").mkdir()
    (tmp_path / "project").mkdir()
    return House(tmp_path / "home", tmp_path / "project")
