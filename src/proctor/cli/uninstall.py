"""`proctor uninstall`: an agent program's settings as they were before."""

from __future__ import annotations

import typer

from proctor.cli import render
from proctor.cli.install_scope import (
    ManagedOption,
    ProgramArgument,
    ProjectOption,
    UserOption,
    check_program,
    every_place,
    option_of,
    place_of,
)
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.installing.settings_places import PROGRAM, SettingsPlace
from proctor.installing.taking_out import Removed
from proctor.installing.taking_out import uninstall as take_out
from proctor.owner.recorded_environment import forget_environment
from proctor.owner.who import running_server

EPILOG = """\b
Examples:
  proctor uninstall claude-code
  proctor uninstall claude-code --project
  sudo proctor uninstall claude-code --managed

\b
Exit status: 0 nothing of ours is there any more, 1 it could not be removed.
"""
STILL_RUNNING = "a Claude Code that runs now still calls the hook, and is blocked: start it again"
SAID = {
    "restored": "is as it was before, to the byte",
    "edited": "was changed since: only our hooks are gone",
    "removed": "is gone: it was ours alone",
    "clean": "has nothing of ours",
}

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def uninstall(
    program: ProgramArgument,
    *,
    user: UserOption = False,
    project: ProjectOption = False,
    managed: ManagedOption = False,
    as_json: JsonOption = False,
) -> None:
    """
    Take Proctor's hooks out of an agent program's settings, and leave the rest.

    It needs neither a server nor the agent program: type it in a terminal of your own when an
    agent is locked out.
    """
    check_program(program)
    place = place_of(user=user, project=project, managed=managed)
    done = take_out(place)
    others = [each for each in every_place() if each.receipt.exists()]
    if not others and not place.shared:
        forget_environment(here()[0])
    if as_json:
        render.out_json(as_data(place, done, others))
        return
    found = done.settings != "clean" or done.program
    render.out(("uninstalled" if found else "nothing to uninstall", "green" if found else ""))
    render.out(f"settings  {place.file} {SAID[done.settings]}")
    if done.program:
        render.out(f"hook      {place.executable} is gone")
        render.out(("note: ", "bold"), STILL_RUNNING, err=True)
    if running_server(here()[0]) is not None:
        said = f"a server still runs: `{render.command()} down` ends it"
        render.out(("note: ", "bold"), said, err=True)
    for other in others:
        command = f"{render.command()} uninstall {PROGRAM}{option_of(other.scope)}"
        said = f"still installed in {other.file}: `{command}`"
        render.out(("note: ", "bold"), said, err=True)


def as_data(place: SettingsPlace, done: Removed, others: list[SettingsPlace]) -> dict[str, object]:
    """Return what was done."""
    return {
        "program": PROGRAM,
        "scope": place.scope,
        "settings": str(place.file),
        "how": done.settings,
        "hook": str(place.executable),
        "hook_removed": done.program,
        "still_installed": [other.scope for other in others],
    }
