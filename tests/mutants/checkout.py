"""
A copy of the checkout with an environment of its own, in which a mutant can run.

Programs that a test starts (hooks, servers, the command) run the mutant too: the copy has a
virtual environment whose package is the copy's, and whose other packages are the checkout's.
"""

from __future__ import annotations

import os
import shutil
import signal
import site
import subprocess
import sys
import venv
from contextlib import suppress
from pathlib import Path

PACKAGE = Path("src") / "proctor"


class Checkout:
    """A copy of the project."""

    def __init__(self, original: Path, place: Path) -> None:
        self.root = place
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=original, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        for name in filter(None, listed.split("\0")):
            if (original / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(original / name, place / name)
        if (original / ".cache").exists():
            (place / ".cache").symlink_to(original / ".cache")
        self.python = self._environment()
        self._touched = 0

    def _environment(self) -> Path:
        folder = self.root / ".venv"
        venv.create(folder, symlinks=True)
        python = folder / "bin" / "python"
        own = next((folder / "lib").glob("python*")) / "site-packages"
        for packages in map(Path, site.getsitepackages()):
            for entry in packages.iterdir():
                if "proctor" not in entry.name:
                    (own / entry.name).symlink_to(entry)
        subprocess.run(
            [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps",
             "--python", python, "--editable", self.root],
            check=True,
        )  # fmt: skip
        return python

    def file(self, name: str) -> Path:
        """Return a file of the package."""
        return self.root / PACKAGE / name

    def write(self, name: str, text: str) -> None:
        """Write a file of the package; its time is always new, so that no old bytecode counts."""
        path = self.file(name)
        path.write_text(text)
        self._touched += 10
        then = path.stat().st_mtime + self._touched
        os.utime(path, (then, then))

    def pytest(
        self, *options: str, limit: float | None = None, **variables: str
    ) -> tuple[int | None, str]:
        """Run tests; return the exit status, None where they took too long, and what they said."""
        environment = os.environ | {"PYTHONPATH": str(self.root)} | variables
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        process = subprocess.Popen(
            [self.python, "-m", "pytest", "-q", "-p", "tests.mutants.plugin", *options],
            cwd=self.root, env=environment, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        try:
            said, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return None, ""
        else:
            return process.returncode, said
        finally:
            end_group(process)


def end_group(process: subprocess.Popen[str]) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    if process.stdout:
        process.stdout.close()
    process.wait()
