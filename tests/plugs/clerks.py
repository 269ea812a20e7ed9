"""A home with the role of a clerk, for tests that have one decide."""

from __future__ import annotations

from pathlib import Path

from tests.tools.toolboxes import write_role


def clerks_home(folder: Path, *, config: str, role: str) -> Path:
    """Make a home with a config, and a role `clerk`."""
    home = folder / "home"
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text(config)
    write_role(home, "clerk", role)
    return home
