"""
The real Claude Code, for tests that need it: two versions, installed once into `.cache/`.

They are fetched by npm from the ordinary registry; of the newer one only the package of this
platform is taken, the older one is a program for node, and none of their scripts runs.
`PROCTOR_TEST_CLAUDE` may name one of yours instead of the newer one.
"""

from __future__ import annotations

import fcntl
import os
import platform
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VERSION = "2.1.325"
# The last of its line: no `onFailure`, `ask` does not hold headless, arguments are dropped.
OLD_VERSION = "2.0.77"
CACHE = Path(__file__).parent.parent / ".cache"
MACHINES = {"x86_64": "x64", "amd64": "x64", "arm64": "arm64", "aarch64": "arm64"}
PATIENCE = 300


def claude_program(version: str = VERSION) -> Path:
    """Return where a Claude Code lies; the first who asks installs it, the others wait."""
    if version == VERSION and (named := os.environ.get("PROCTOR_TEST_CLAUDE")):
        return Path(named)
    folder = CACHE / f"claude-{version}"
    program = folder / "node_modules" / package(version) / file_of(version)
    if program.exists():
        return program
    with alone(CACHE / "claude.lock"):
        if not program.exists():
            install(folder, version)
    return program


def package(version: str = VERSION) -> str:
    """Return the package that a version is in: one for each platform, or one for node."""
    if version == OLD_VERSION:
        return "@anthropic-ai/claude-code"
    system, machine = platform.system().lower(), platform.machine().lower()
    libc = "" if system != "linux" or platform.libc_ver()[0] == "glibc" else "-musl"
    return f"@anthropic-ai/claude-code-{system}-{MACHINES[machine]}{libc}"


def file_of(version: str) -> str:
    """Return the file of a package that is the program."""
    return "cli.js" if version == OLD_VERSION else "claude"


def install(folder: Path, version: str) -> None:
    """Install a version into a folder, whole or not at all."""
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    (fresh / "package.json").write_text('{"private": true}\n')
    options = "--ignore-scripts --no-audit --no-fund --loglevel=error".split()
    subprocess.run(
        ["npm", "install", *options, f"{package(version)}@{version}"],
        cwd=fresh,
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    (fresh / "node_modules" / package(version) / file_of(version)).chmod(0o755)
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Hold a lock among the processes of one checkout."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
