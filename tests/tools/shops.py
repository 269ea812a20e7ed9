"""A project whose module declares tools, for the tests of writing them down."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from proctor.tools.sync import Synced, sync

DEPLOY = '''\
from proctor import tool


@tool(category="release", destructive=True, names=("ship",))
def deploy(target: str) -> str:
    """Put the shop online."""
    return target
'''
PRICE = '''\

@tool(category="shop", read_only=True)
def price_of(item: str) -> int:
    """Look up a price."""
    return 3
'''


@dataclass(frozen=True)
class Shop:
    """A project with a module of tools, and a home."""

    home: Path
    root: Path
    module: str

    @property
    def index(self) -> Path:
        """Return the project's catalogue."""
        return self.root / ".proctor/tools/index.yaml"

    def code(self, text: str) -> None:
        """Write the module anew, as if by an editor before another run."""
        (self.root / f"{self.module}.py").write_text(text)
        sys.modules.pop(self.module, None)

    def sync(self, *modules: str) -> Synced:
        """Bring the catalogue up to date."""
        return sync(self.root, modules or [self.module], self.home)

    def role(self, name: str, text: str) -> None:
        """Write a role of the project."""
        path = self.root / ".proctor/roles" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
