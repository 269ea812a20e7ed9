"""`proctor install`: our hooks in an agent program's settings."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from proctor.adapters.claude_settings import hook_entries, neutral
from proctor.adapters.claude_versions import facts
from proctor.cli import render
from proctor.cli.claude_proof import Claude, Proven, installed_claude, proven
from proctor.cli.install_scope import (
    ManagedOption,
    ProgramArgument,
    ProjectOption,
    UserOption,
    check_program,
    every_place,
    option_of,
    place_of,
    settings_root,
)
from proctor.cli.json_option import JsonOption
from proctor.cli.options import DEFAULT_ROLE, complete_role, here
from proctor.cli.own_environment import check_environment
from proctor.errors import NotFound
from proctor.hook.executable import hook_text, package_folder
from proctor.hook.identity import DIALOG_SECONDS, Identity
from proctor.installing.everybody import check_for_everybody
from proctor.installing.neighbours import SIMPLE, notes_on, settings_files
from proctor.installing.putting_in import Installed, Plan, Wish, check_owner, plan_for
from proctor.installing.putting_in import install as put_in
from proctor.installing.settings_env import env_in
from proctor.installing.settings_places import (
    PROGRAM,
    SettingsPlace,
    managed_folder,
    user_place,
)
from proctor.installing.settings_shape import SWITCH
from proctor.installing.settings_text import before_of
from proctor.owner.background import personal_environment
from proctor.owner.recorded_environment import record_environment
from proctor.owner.socket_path import socket_path
from proctor.owner.who import make_home
from proctor.proving.examine_variables import (
    EMPTIED,
    FOREIGN,
    is_of_loader,
    is_of_shell,
    is_written_by_us,
    settings_of_loader,
)
from proctor.proving.settings_seen import USER, config_folder, who_says
from proctor.proving.settings_seen import settings_files as settings_files_seen
from proctor.roles.find import RoleShelf

EPILOG = """\b
Examples:
  proctor install claude-code
  proctor install claude-code --role coder
  proctor install claude-code --project
  sudo proctor install claude-code --managed

\b
Exit status: 0 installed, or there already, 1 it cannot be, and nothing was changed.
"""
# Measured: a project's settings are stronger than the user's.
USER_LIMIT = (
    "--user does not hold where a repository's settings say `disableAllHooks` or set variables "
    "such as `env.LD_PRELOAD`; there use --project, or --managed"
)

# Where a role has to be that decides in every project.
NEEDS = {
    "user": "it has to be in Proctor's home, or built in",
    "managed": "managed settings take only the roles that are built in",
}

ForceOption = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Install also where no Claude Code is found, or from an environment in a project.",
    ),
]

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def install(  # noqa: PLR0913 - each of them is an option
    program: ProgramArgument,
    *,
    user: UserOption = False,
    project: ProjectOption = False,
    managed: ManagedOption = False,
    role: Annotated[
        str,
        typer.Option(
            "--role",
            metavar="ROLE",
            autocompletion=complete_role,
            help="The role that decides; `proctor role list` shows them.",
        ),
    ] = DEFAULT_ROLE,
    claude: Annotated[
        str | None, typer.Option("--claude", metavar="PATH", help="The Claude Code that you use.")
    ] = None,
    force: ForceOption = False,
    no_proof: Annotated[
        bool, typer.Option("--no-proof", help="Do not try first whether a hook blocks.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Let Proctor decide every tool call of an agent program that you start yourself.

    Adds our hooks to its settings and leaves the rest as it is, byte for byte; `proctor
    uninstall` takes them out again. First it proves, once for each version, that a hook
    blocks there.
    """
    check_program(program)
    place = place_of(user=user, project=project, managed=managed)
    check_owner(place)
    warned = check_environment(here()[0], force=force)
    check_role(role, place)
    if not place.shared:
        make_home(here()[0])
    found = installed_claude(claude, force=force)
    plan = plan_for(place, wish_of(place, role, found, ask_holds=False))
    proof = proven(found, place, wanted=not no_proof)
    # One trial is no proof for versions on which others have seen an ask pass.
    holds = proof.ask_holds and facts(found.version).ask_holds
    wish = wish_of(place, role, found, ask_holds=holds)
    done = put_in(place, wish)
    if not place.shared:
        home, _ = here()
        record_environment(home, personal_environment(home, os.environ))
    notes = [
        *warned,
        *project_offers(place, found),
        *switch_notes(plan, place),
        *variable_notes(plan, wish, place, found),
        *notes_for(place, found),
    ]
    if as_json:
        render.out_json(as_data(place, wish, done, proof, notes))
    else:
        show(place, wish, done, proof, notes)


def check_role(name: str, place: SettingsPlace) -> None:
    """
    Make sure that the role is there, for everybody who will need it, and loads.

    Raises:
        NotFound: it is not there.
        RoleProblems: it does not load.

    """
    home, root = here()
    if place.scope == "project":
        RoleShelf(home, root).load(name)
        return
    # In the folder of managed settings there are no roles: only those that everybody has count.
    shelf = RoleShelf(place.state if place.shared else home)
    if name not in shelf.names() and name in RoleShelf(home, root).names():
        raise NotFound(
            f"the role `{name}` is not there for every project: {NEEDS[place.scope]}",
            help=f"install it for this project alone: {render.command()} install {PROGRAM} "
            f"--project --role {name}",
        )
    shelf.load(name)


def wish_of(place: SettingsPlace, role: str, claude: Claude, *, ask_holds: bool) -> Wish:
    """Return what shall be installed."""
    home, _ = here()
    python, package = Path(sys.executable), Path(package_folder())
    if place.shared:
        code = (package / "proctor").rglob("*.py")
        check_for_everybody([python, package, *code], place.owner or 0)
    identity = Identity(
        program=PROGRAM,
        home="" if place.shared else str(home),
        role=role,
        ask_holds=ask_holds,
        socket="" if place.shared else str(socket_path(home)),
        user_home="" if place.shared else str(Path.home()),
        dialog_seconds=DIALOG_SECONDS,
    )
    program = hook_text(
        identity,
        python=str(python),
        package=str(package),
        # Where a hook that cannot be started means yes, a shell makes a no of it.
        by_shell=not facts(claude.version).on_failure,
    )
    by_shell = program.startswith("#!/bin/sh\n")
    return Wish(
        groups=hook_entries(str(place.executable), claude.version),
        program=program,
        role=role,
        claude=str(claude.path) if claude.path else None,
        version=claude.spoken,
        # A repository's word is stronger than the user's settings: there they would be no help.
        env={} if place.scope == USER else neutral(claude.version, os.environ, by_shell=by_shell),
    )


def project_offers(place: SettingsPlace, claude: Claude) -> list[str]:
    """Offer `--project` where the project's own settings already silence a user's hooks."""
    home, root = here()
    if place.scope != USER:
        return []
    config = config_folder(os.environ, Path.home())
    files = settings_files_seen(
        root, version=claude.version, config=config, managed=managed_folder()
    )
    counting = [
        setting
        for setting in settings_of_loader(files)
        if setting.name in EMPTIED and setting.counts and not is_written_by_us(setting, [home])
    ]
    offers = []
    for file in (each for each in files if each.scope in FOREIGN):
        keys = [SWITCH] if file.data.get(SWITCH) is True and who_says(files, SWITCH) is file else []
        keys += [f"env.{setting.name}" for setting in counting if setting.file is file]
        keys += [f"env.{SIMPLE}"] if SIMPLE in file.part("env") else []
        if keys:
            offers.append(
                f"{file.path} has `{'`, `'.join(keys)}`: with --user our hooks may not run in this "
                f"project; install there too: {render.command()} install {PROGRAM} --project"
            )
    return offers


def switch_notes(plan: Plan, place: SettingsPlace) -> list[str]:
    """Say that hooks were switched off here: with ours, everybody else's run again."""
    if not plan.changed or before_of(plan.before).switch != "true":
        return []
    return [f"{place.file} had hooks switched off: they are on now, those of others too"]


def variable_notes(plan: Plan, wish: Wish, place: SettingsPlace, claude: Claude) -> list[str]:
    """Say which variables keep our hook from deciding, and what becomes of the person's own."""
    kept = [name for name in wish.env if env_in(plan.before).get(name, "") != ""]
    notes = [f"{place.file} has a {name} of its own: it stays as it is" for name in kept]
    emptied = [name for name, value in wish.env.items() if os.environ.get(name) and not value]
    notes += [f"{name} of your shell is empty in Claude Code" for name in emptied]
    home, _ = here()
    config = config_folder(os.environ, Path.home())
    files = settings_files_seen(
        settings_root(home), version=claude.version, config=config, managed=managed_folder()
    )
    direct = facts(claude.version).arguments
    return notes + [
        f"{setting.file.path} sets {setting.name}: it can keep our hook from deciding; {setting.do}"
        for setting in settings_of_loader(files)
        if setting.counts
        and setting.foreign
        and (is_of_loader(setting.name) or (is_of_shell(setting.name) and not direct))
        and not is_written_by_us(setting, [home, place.state])
    ]


def notes_for(place: SettingsPlace, claude: Claude) -> list[str]:
    """Return what else is to be known of the settings that count here."""
    home, _ = here()
    user = user_place(home, Path.home(), os.environ)
    files = settings_files(user.file, settings_root(home), managed_folder())
    places = every_place()
    ours = frozenset(str(each.executable) for each in [place, *places])
    notes = [
        f"Proctor is installed in {each.file} too: both decide, and a deny of either wins"
        for each in places
        if each != place and each.receipt.exists()
    ]
    notes += notes_on(files, ours, blocks=facts(claude.version).on_failure)
    if not facts(claude.version).on_failure:
        notes.append(
            f"Claude Code {claude.spoken} lets a call run if its hook cannot be started: "
            "update it to 2.1.295 or later"
        )
    return notes


def as_data(
    place: SettingsPlace, wish: Wish, done: Installed, proof: Proven, notes: list[str]
) -> dict[str, object]:
    """Return what was done."""
    return {
        "program": PROGRAM,
        "scope": place.scope,
        "settings": str(place.file),
        "hook": str(place.executable),
        "role": wish.role,
        "claude": wish.claude,
        "version": wish.version,
        "events": list(wish.groups),
        "changed": {"settings": done.settings, "hook": done.program},
        "proof": proof.words,
        "ask_holds": proof.ask_holds,
        "notes": notes,
    }


def show(
    place: SettingsPlace, wish: Wish, done: Installed, proof: Proven, notes: list[str]
) -> None:
    """Say what was done, what to know, and what comes next."""
    new = done.settings or done.program
    render.out(("installed" if new else "installed already", "green"), f": role {wish.role}")
    where = f" at {wish.claude}" if wish.claude else ""
    render.out(f"program   Claude Code {wish.version}{where}")
    render.out(f"proof     {proof.words}")
    kept = "the rest is as it was" if done.settings else "unchanged"
    render.out(f"settings  {place.file}: {render.count(len(wish.groups), 'event')}, {kept}")
    render.out(f"hook      {place.executable}")
    if place.scope == USER:
        render.out(f"limit     {USER_LIMIT}")
    for note in notes:
        render.out(("note: ", "bold"), render.shorten(note), err=True)
    command, option = render.command(), option_of(place.scope)
    render.out(f"`{command} doctor` tests it; `{command} uninstall {PROGRAM}{option}` undoes it")
