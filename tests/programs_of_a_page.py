"""The whole programs of docs/library.md, as they stand there, and what they print."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.pages import ROOT, blocks

PAGE = ROOT / "docs" / "library.md"
PATIENCE = 120
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
# A file of the user's home begins with where it lies.
FILE = re.compile(r"# ~/(\S+)\n")


@dataclass(frozen=True)
class Program:
    """A program: the heading that it stands under, its text, what it prints, and its files."""

    name: str
    text: str
    prints: str
    files: tuple[tuple[str, str], ...] = ()

    def run(self, python: Path | str, folder: Path) -> str:
        """Run it with an interpreter in an empty folder, and return what it printed."""
        work, user = folder / "work", folder / "user"
        for place in (work, user):
            place.mkdir(parents=True)
        for name, text in self.files:
            (user / name).parent.mkdir(parents=True, exist_ok=True)
            (user / name).write_text(text)
        file = folder / "program.py"
        file.write_text(self.text)
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "TMPDIR") if name in os.environ}
        env = {**kept, "HOME": str(user)}
        try:
            return output([str(python), str(file)], work, env)
        finally:
            if self.files:
                # Without a trial an owner was started, for the next programs to find.
                output([str(python), "-m", "proctor", "down"], work, env)


def output(command: list[str], folder: Path, env: dict[str, str]) -> str:
    """Return what a command prints that ends well."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def programs() -> list[Program]:
    """Return every whole program of the page; each is followed by what it prints."""
    found: list[Program] = []
    heading, every = "", blocks(PAGE)
    files: list[tuple[str, str]] = []
    for block, behind in zip(every, [*every[1:], None], strict=True):
        heading = ([heading, *HEADING.findall(block.behind)])[-1]
        if block.language == "py":
            assert behind is not None
            assert (behind.language, behind.behind.strip()) == ("text", "")
            found.append(Program(heading, block.text, behind.text, tuple(files)))
            files = []
        elif named := FILE.match(block.text):
            files.append((named[1], block.text))
    return found
