"""What `doctor` finds of Proctor itself: the home, the server, the role, the generated hook."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from proctor.cli.alarms import ACKNOWLEDGE, SHOWN
from proctor.cli.channel_setup import ignored_variables
from proctor.cli.own_environment import CODE, OUTSIDE, environment_note
from proctor.cli.status import look
from proctor.errors import FileProblems, ProctorError, way_to_load
from proctor.hook.executable import hook_text, package_folder
from proctor.hook.identity import GUARDED, Identity
from proctor.owner.who import REPLACE, version_gap
from proctor.proving.examine_hooks import AGAIN
from proctor.proving.finding import Finding, Fix, ok, problem, warning
from proctor.proving.hook_file import beginning, identity_in
from proctor.proving.proof import ASK, DENY, proof_of
from proctor.proving.scene import Scene
from proctor.proving.settings_seen import SettingsFile
from proctor.proving.trials import Seen
from proctor.roles.find import RoleShelf

AREA = "proctor"
CHECK = "proctor check"
REVIEWER = "in a terminal where it works: proctor down; proctor up --background"
TELEGRAM = "docs/approvals.md says what each variable does; try it: proctor channel test telegram"
ONE_ALARM = "one tool call ran though nothing allowed it"


def examine_home(home: Path) -> Iterator[Finding]:
    """Return what is found of the home and the server."""
    if home.exists() and home.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        fix = Fix("close", str(home))
        yield problem(AREA, f"others can write in {home}", f"chmod go-w {home}", fix)
    if home.exists() and not os.access(home, os.W_OK | os.X_OK):
        yield problem(AREA, f"{home} cannot be written: nothing can be kept", "see who owns it")
    told = look(home)
    if told["trouble"]:
        yield warning(AREA, f"the server: {told['trouble']}", "proctor status; proctor up")
    elif told["running"]:
        yield ok(AREA, f"the server runs (pid {told['pid']}), and keeps in {told['store']}")
    else:
        yield ok(AREA, "no server runs: hooks decide by themselves, and start one to ask people")
    if told["version"] and (gap := version_gap(told["version"])):
        yield warning(AREA, gap, REPLACE)
    if told["reviewer"]:
        yield warning(AREA, str(told["reviewer"]), REVIEWER)
    for said in ignored_variables(home, os.environ, told["channels"]):
        yield warning(AREA, f"telegram: {said}", TELEGRAM)
    yield from examine_alarms(told["alarms"])
    if said := environment_note(home):
        yield warning(AREA, said, OUTSIDE, code=CODE)


def examine_alarms(number: object) -> Iterator[Finding]:
    """Say what ran though nothing allowed it, until a person acknowledges it."""
    if not isinstance(number, int):
        return
    if number:
        what = f"{number} tool calls ran though nothing allowed them"
        yield warning(AREA, what if number > 1 else ONE_ALARM, f"{SHOWN}; then {ACKNOWLEDGE}")
    else:
        yield ok(AREA, "no alarm is open: what agents ran was allowed, as far as they told")


def examine_role(home: Path, root: Path, name: str) -> Finding:
    """Say whether the role that decides loads here."""
    try:
        RoleShelf(home, root).load(name)
    except FileProblems as error:
        return problem(AREA, f"the role {name} does not load: {error.problems[0].line()}", CHECK)
    except ProctorError as error:
        what = f"the role {name} does not load: {error.message}"
        return problem(AREA, what, way_to_load(name, error))
    return ok(AREA, f"the role {name} loads")


def roles_of(scene: Scene) -> list[str]:
    """Return the roles that our hooks name; the one that counts where they name none."""
    found = (identity_of(path) for path, _ in scene.our_hooks())
    names = {identity.role for identity in found if identity} - {""}
    return sorted(names) or [os.environ.get("PROCTOR_ROLE") or GUARDED]


def identity_of(path: Path) -> Identity | None:
    """Return who a generated hook is; None where it cannot be told."""
    values = identity_in(path)
    try:
        return Identity(*values) if values else None
    except TypeError:
        return None


def examine_generated(scene: Scene) -> Iterator[Finding]:
    """Return where a generated hook is not the one that we would write now."""
    for path, scope in {path: entry.file.scope for path, entry in scene.our_hooks()}.items():
        identity = identity_of(path)
        again, fix = AGAIN[scope], Fix("reinstall", str(path), scope)
        if identity is None:
            if path.is_file():
                yield problem(AREA, f"{path} is not a hook as Proctor writes it", again, fix)
            continue
        if identity.home and Path(identity.home) != scene.home:
            yield warning(AREA, f"{path} decides with the home {identity.home}", again)
        if beginning(path) not in fresh_texts(identity):
            what = f"{path} was written by another installation of Proctor, or an older one"
            yield warning(AREA, what, again)._replace(fix=fix)


def fresh_texts(identity: Identity) -> list[str]:
    """Return the hooks that we would write now: started by the system, and by a shell."""
    python, package = sys.executable, package_folder()
    return [
        hook_text(identity, python=python, package=package, by_shell=by_shell)
        for by_shell in (False, True)
    ]


def examine_asking(scene: Scene, seen: dict[str, Seen]) -> Iterator[Finding]:
    """Return where a hook of ours believes of this version what it does not do."""
    if not {DENY, ASK} <= set(seen) or proof_of(seen, scene.version).ask_holds:
        return
    for path, scope in {path: entry.file.scope for path, entry in scene.our_hooks()}.items():
        identity = identity_of(path)
        if identity and identity.ask_holds:
            what = f"{path} was written for a version on which an `ask` holds, and this is another"
            yield problem(AREA, what, AGAIN[scope], Fix("reinstall", str(path), scope))


def covers(files: Sequence[SettingsFile], home: Path) -> list[str]:
    """Return, in a few lines, what is covered here and what is not."""
    on = [file for file in files if file.part("sandbox").get("enabled") is True]
    own = (
        f"Claude Code's own sandbox is on ({on[0].path}): it holds Bash commands, not hooks, "
        "MCP servers or its other tools."
        if on
        else "Claude Code's own sandbox is off: what an allowed command does, it does as you."
    )
    bubble = (
        "bubblewrap is installed, but an agent that you start yourself is in no sandbox of ours."
        if shutil.which("bwrap")
        else "bubblewrap is not installed: nothing here can put an agent into a sandbox."
    )
    reach = (
        f"An agent that may run code reaches what you can: {home} with its rules and tokens, the "
        "server's socket, this hook. The guard refuses the plain ways there, not every way."
    )
    unseen = (
        "Not seen at all: what you type after `!`, and a program started with --bare, --safe-mode "
        "or --setting-sources. A repository can say disableAllHooks; only hooks in local or "
        "managed settings withstand that."
    )
    first = "Proctor decides each tool call before it runs; it does not watch what runs then."
    return [first, own, bubble, reach, unseen]
