"""
A home on a small file system of its own, that can be full or read-only for real.

The file system is a tmpfs in a new user and mount namespace, so that no rights are needed and
nothing else on the machine is touched. What a test does there is a function of its module that
runs in a process inside, and returns JSON:

    assert inside(fill_and_try, tmp_path, "reads") == …
"""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount", "--propagation", "private"]
SIZE = 4 << 20
PIECE = b"x" * 4096
# Only ends a hang.
PATIENCE = 100.0


def inside(work: Callable[..., Any], place: Path, *words: str) -> Any:
    """Do something where `place/home` is a small file system; return what it returned."""
    (place / "home").mkdir(mode=0o700)
    script = (
        "import json, pathlib, sys\n"
        "from tests.attacks.small_disk import mount\n"
        f"from {work.__module__} import {work.__name__} as work\n"
        "place = pathlib.Path(sys.argv[1])\n"
        "mount(place / 'home')\n"
        "print(json.dumps(work(place, *sys.argv[2:])))\n"
    )
    done = subprocess.run(
        [*NAMESPACE, sys.executable, "-c", script, str(place), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def mount(home: Path) -> None:
    """Mount the small file system."""
    options = f"size={SIZE},mode=700"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", home], check=True)


def mount_again(home: Path, how: str) -> None:
    """Let a file system be read only (`ro`), or be written again (`rw`)."""
    # Of the mount alone: in a namespace of a plain user the file system cannot be changed.
    subprocess.run(["mount", "-o", f"remount,bind,{how}", home], check=True)


def fill(home: Path) -> None:
    """Leave no room at all."""
    with (home / "filler").open("ab", buffering=0) as file:
        try:
            while True:
                file.write(PIECE)
        except OSError as error:
            assert error.errno == errno.ENOSPC  # noqa: PT017 - any other one is a fault of the test


def make_room(home: Path) -> None:
    """Remove what filled the disk."""
    (home / "filler").unlink()
