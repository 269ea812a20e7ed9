"""Run the real Claude Code under our hook without a terminal."""

from __future__ import annotations

from pathlib import Path

from proctor.proving.claude_program import read_version
from proctor.proving.claude_run import ClaudeRun, run_claude
from tests.real.model import Model
from tests.real.place import Place
from tests.real.programs import NEW, program_of

# Only ends a hang.
PATIENCE = 120.0


def headless(
    place: Place,
    model: Model,
    prompt: str,
    *options: str,
    settings: Path | None = None,
    version: str = NEW,
    **more: str,
) -> ClaudeRun:
    """Run a prompt to its end; `more` goes into the environment."""
    numbers = read_version(version)
    assert numbers is not None
    named = ["--settings", str(settings)] if settings else []
    return run_claude(
        program_of(version),
        place.private,
        model,
        version=numbers,
        prompt=prompt,
        options=[*named, *options],
        environment=more,
        seconds=PATIENCE,
    )
