"""
The real Claude Code, for tests that need it: one version, installed once into `.cache/`.

It is fetched by npm from the ordinary registry; only the package of this platform is
taken, and none of its scripts runs. `PROCTOR_TEST_CLAUDE` may name one of yours instead.
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
CACHE = Path(__file__).parent.parent / ".cache"
MACHINES = {"x86_64": "x64", "amd64": "x64", "arm64": "arm64", "aarch64": "arm64"}
PATIENCE = 300


def claude_program() -> Path:
    """Return where Claude Code lies; the first who asks installs it, the others wait."""
    if named := os.environ.get("PROCTOR_TEST_CLAUDE"):
        return Path(named)
    folder = CACHE / f"claude-{VERSION}"
    program = folder / "node_modules" / package() / "claude"
    if program.exists():
        return program
    with alone(CACHE / "claude.lock"):
        if not program.exists():
            install(folder)
    return program


def package() -> str:
    """Return the package of this platform."""
    system, machine = platform.system().lower(), platform.machine().lower()
    libc = "" if system != "linux" or platform.libc_ver()[0] == "glibc" else "-musl"
    return f"@anthropic-ai/claude-code-{system}-{MACHINES[machine]}{libc}"


def install(folder: Path) -> None:
    """Install it into a folder, whole or not at all."""
    fresh = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    (fresh / "package.json").write_text('{"private": true}\n')
    options = "--ignore-scripts --no-audit --no-fund --loglevel=error".split()
    subprocess.run(
        ["npm", "install", *options, f"{package()}@{VERSION}"],
        cwd=fresh,
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """Hold a lock among the processes of one checkout."""
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
