"""`proctor doctor`: whether Proctor really stands between Claude Code and its tools, proven."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from proctor.adapters.claude_versions import facts, our_events
from proctor.cli import render
from proctor.cli.claude_proof import Claude, ticking
from proctor.cli.doctor_agents import examine_agents
from proctor.cli.doctor_fix import confirm, fixes_of, repair, words_of
from proctor.cli.doctor_home import (
    covers,
    examine_asking,
    examine_generated,
    examine_home,
    examine_role,
    roles_of,
)
from proctor.cli.doctor_hook import hung_hook, our_hook
from proctor.cli.doctor_page import as_data, show_covers, show_findings, show_summary
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.errors import NotFound
from proctor.proving.claude_program import claude_version, find_claude, spoken
from proctor.proving.examine_hooks import examine_hooks
from proctor.proving.examine_settings import examine_settings
from proctor.proving.finding import PROBLEM, Finding, ok, problem, warning
from proctor.proving.own_settings import judge_own, own_trials
from proctor.proving.scenarios import (
    broken_trials,
    judge,
    our_trials,
    quick_trials,
    request_trials,
)
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import (
    MANAGED_SCOPE,
    config_folder,
    hook_entries,
    managed_folder,
    settings_files,
)
from proctor.proving.trials import run_trials

EPILOG = """\b
Examples:
  proctor doctor
  proctor doctor --quick
  proctor doctor --fix --yes
  proctor doctor --claude ~/bin/claude --json

\b
Exit status: 0 nothing wrong (there may be warnings), 1 problems.
"""
ENDED = 143
# What is managed applies to every run, and would decide, and keep a record, in each trial.
TAKES_PART = (
    "nothing was tried: the managed settings have hooks, which take part in every run",
    "prove it on a machine without them, or look into `proctor audit list` after a session",
)
PROVING = "s: Claude Code runs against a scripted model, in private folders"

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def doctor(
    fix: Annotated[
        bool, typer.Option("--fix", help="Repair what is ours and can be repaired safely.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask before repairing.")] = False,
    claude: Annotated[
        str | None, typer.Option("--claude", metavar="PATH", help="The Claude Code that you use.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Prove only that our hook allows and denies.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Find what keeps Proctor from deciding, and prove that it decides.

    Looks at Claude Code, at the settings that apply in this folder and at Proctor itself.
    Then it runs the installed program, headless, against a scripted model on loopback: with
    our hook working, slow and broken on purpose. Your own folders are only read.
    """
    begun = time.monotonic()
    program = look_for(claude)
    with ended_as_interrupted():
        findings, scene = examine(program)
        if fix and program.path and mend(findings, scene, program, yes=yes, blind=as_json):
            findings, scene = examine(program)
        if not as_json:
            show_findings(findings)
        if program.path:
            proven = prove(program.path, scene, quick=quick)
            findings += proven
            if not as_json:
                show_findings(proven)
    home, _ = here()
    lines = covers(scene.files, home)
    if as_json:
        show_json(program, findings, lines, took=time.monotonic() - begun)
    else:
        show_covers(lines)
        show_summary(findings)
    raise typer.Exit(int(any(finding.level == PROBLEM for finding in findings)))


def look_for(named: str | None) -> Claude:
    """
    Return the Claude Code that is meant; without a path where there is none.

    Raises:
        NotFound: one was named, and is none.

    """
    try:
        path = find_claude(named)
        return Claude(path, claude_version(path))
    except NotFound:
        if named:
            raise
        return Claude(None, (0, 0, 0))


def examine(program: Claude) -> tuple[list[Finding], Scene]:
    """Return everything that can be seen without running anything."""
    home, root = here()
    scene = scene_of(program, home)
    found = [examine_program(program)]
    found += examine_settings(scene)
    found += examine_hooks(scene)
    found += examine_generated(scene)
    found += examine_home(home)
    found += (examine_role(home, root, name) for name in roles_of(scene))
    found += examine_agents()
    return found, scene


def scene_of(program: Claude, home: Path) -> Scene:
    """Return what there is to look at."""
    version = program.version if program.path else None
    managed = managed_folder()
    config = config_folder(os.environ, Path.home())
    folder = Path.cwd()
    return Scene(
        claude=program.path or Path(),
        version=program.version,
        events=facts(version).events,
        ours=our_events(version),
        on_failure=facts(version).on_failure,
        files=settings_files(folder, version=program.version, config=config, managed=managed),
        folder=folder,
        home=home,
        managed=managed,
        environ=os.environ,
    )


def examine_program(program: Claude) -> Finding:
    """Say which Claude Code this is, and what it is known to lack."""
    if program.path is None:
        do = "install it, or say where it is: --claude PATH"
        return problem("program", "no Claude Code was found that starts: nothing can be proven", do)
    known = facts(program.version)
    named = f"Claude Code {program.spoken} at {program.path}"
    lacks = [
        words
        for lacking, words in (
            (not known.on_failure, "it cannot be told to block where a hook breaks"),
            (not known.arguments, "it drops a hook's arguments (ours has none)"),
        )
        if lacking
    ]
    if lacks:
        return warning("program", f"{named}: {'; '.join(lacks)}", "update Claude Code")
    return ok("program", named)


def mend(findings: list[Finding], scene: Scene, program: Claude, *, yes: bool, blind: bool) -> bool:
    """Repair what can be repaired, if the person wants it; say whether anything was done."""
    fixes = fixes_of(findings)
    if not confirm(fixes, yes=yes, blind=blind):
        return False
    hooks = [path for path, _ in scene.our_hooks()]
    for fix in fixes:
        repair(fix, program, hooks)
        render.out((f"done: {words_of(fix)}", "green"), err=True)
    return True


def prove(claude: Path, scene: Scene, *, quick: bool) -> list[Finding]:
    """Run the program and return what really happened."""
    on_failure, version = scene.on_failure, scene.version
    managed = [file for file in scene.files if file.scope == MANAGED_SCOPE]
    if any(hook_entries(managed)):
        return [warning("proof", *TAKES_PART)]
    if quick:
        trials = quick_trials(our_hook, on_failure=on_failure)
    else:
        trials = our_trials(our_hook, hung_hook, on_failure=on_failure)
        trials += broken_trials(on_failure=on_failure)
        trials += request_trials(on_failure=on_failure)
    trials += own_trials(scene)
    with ticking(PROVING):
        seen = run_trials(str(claude), version, trials)
    return [*judge(seen, version), *judge_own(seen), *examine_asking(scene, seen)]


def show_json(program: Claude, findings: list[Finding], lines: list[str], *, took: float) -> None:
    """Print all of it as data."""
    render.out_json(
        {
            "claude": str(program.path) if program.path else None,
            "version": spoken(program.version) if program.path else None,
            "green": all(finding.level != PROBLEM for finding in findings),
            "findings": [as_data(finding) for finding in findings],
            "covers": lines,
            "seconds": round(took, 1),
        }
    )


@contextmanager
def ended_as_interrupted() -> Iterator[None]:
    """Let SIGTERM end us as Ctrl-C does: what we started and made is cleaned up first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(_number: int, _frame: FrameType | None) -> None:
        sys.exit(ENDED)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
