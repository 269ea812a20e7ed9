"""The real command, in the folders of a run of Claude Code."""

from __future__ import annotations

import subprocess
from pathlib import Path

from proctor.proving.claude_program import search_path
from proctor.proving.claude_run import PrivatePlace
from tests.outside_environment import command_of, outside_environment


def proctor_in(place: PrivatePlace, *words: str, installed: Path | None = None) -> str:
    """
    Run our command as the user of a place would, and return what it printed.

    Args:
        place: Whose.
        words: The words of the command.
        installed: The environment that it runs from; without, one outside of every project.

    """
    environment = {
        "PATH": search_path(),
        "HOME": str(place.home),
        "CLAUDE_CONFIG_DIR": str(place.config),
        "TMPDIR": str(place.tmp),
    }
    ended = subprocess.run(
        [command_of(installed or outside_environment()), *words],
        env=environment,
        cwd=place.work,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
