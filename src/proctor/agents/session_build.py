"""
Write the folder of a session: settings, hook, reviewer, policy and what was started.

It is made beside its place and put there whole, so that nobody ever sees half a session. A
later start of the same session writes each file anew, whole as well.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from proctor.adapters.claude_code import NO_OPINION
from proctor.adapters.claude_settings import (
    ENV,
    SHELL_OPTIONS,
    reviewer_text,
    role_settings,
    settings_text,
)
from proctor.adapters.claude_versions import TOOLS, Version, facts
from proctor.agent_overrides import STARTED, OverrideFiles
from proctor.agents.claude_command import long_prompts
from proctor.agents.environment import OWN_CONFIG
from proctor.agents.isolated_config import seed_config
from proctor.agents.own_gateway import CONFIG, denies_beside, gateway_text
from proctor.agents.project_plugins import project_plugins, without_plugins
from proctor.agents.sandbox import INNER_SOCKET
from proctor.agents.session_files import (
    AGENT,
    START,
    Session,
    forget_starts,
    read_json,
    write_json,
    write_session,
    write_whole,
)
from proctor.agents.session_folder import FOLDER, REVIEWER, session_folder
from proctor.agents.telemetry_variables import with_telemetry
from proctor.answering_hooks import EVENT, PLUGINS
from proctor.audit.ids import timestamp
from proctor.home import user_home
from proctor.hook.executable import hook_text, package_folder
from proctor.hook.identity import CLAUDE_CODE, DIALOG_SECONDS, Identity
from proctor.owner.socket_path import socket_path
from proctor.policy.policy import Policy
from proctor.terms.catalogue import BUILT_IN, Catalogue
from proctor.terms.mode import Mode
from proctor.terms.role import Role
from proctor.terms.role_chain import roles_of
from proctor.tools.of_role import never_passing, offering_of

NEW, PAST = ".new-", ".past"
SETTINGS, HOOK, POLICY, SOCKET = ".claude/settings.json", "hook", "policy.json", "hook.sock"
# What somebody who was interrupted has left is removed after this many seconds.
LEFT_AFTER = 3600.0
EXECUTABLE = 0o700


class Bundle(NamedTuple):
    """
    What a session is made of.

    `roles` are those of its chain, its own first, each with its policy; `stages` those of all
    stages of a workflow run, by the word of the chain that stands for it. `version` is that of
    Claude Code, None for another program. `state` is where the person's own `.claude.json`
    lies, `environ` what the program begins with, `endpoint` where it hands in its telemetry,
    `gateway` whether it gets a gateway for tools of ours.
    """

    home: Path
    session: Session
    roles: Sequence[tuple[Role, Policy]] = ()
    catalogue: Catalogue | None = None
    stages: Mapping[str, Sequence[Role]] = {}
    version: Version | None = None
    ask_holds: bool = False
    environ: Mapping[str, str] = {}
    state: Path = Path("/nonexistent")
    endpoint: str = ""
    gateway: bool = False

    @property
    def folder(self) -> Path:
        """Return where the session lies."""
        return Path(session_folder(str(self.home), self.session.name))

    @property
    def settings(self) -> Path:
        """Return where its settings lie."""
        return self.folder / SETTINGS

    @property
    def mcp_config(self) -> Path:
        """Return where its MCP configuration lies, if it has one."""
        return self.settings.with_name(CONFIG)


def build(bundle: Bundle) -> None:
    """
    Write a new session in its place; what stood there is over, and kept among the past ones.

    Raises:
        OSError: it cannot be written; nothing has changed then.

    """
    place = bundle.home / FOLDER
    sweep(place)
    forget_starts(bundle.home)
    begun = place / f"{NEW}{os.urandom(6).hex()}"
    begun.mkdir(mode=0o700)
    try:
        write_parts(bundle, begun)
        put_aside(bundle.folder)
        begun.rename(bundle.folder)
    except BaseException:
        shutil.rmtree(begun, ignore_errors=True)
        raise


def build_again(bundle: Bundle) -> None:
    """
    Write a session anew that stands there already, for its next start.

    Raises:
        OSError: it cannot be written.

    """
    write_parts(bundle, bundle.folder)


def write_parts(bundle: Bundle, folder: Path) -> None:
    """Write what a session is made of; what was started comes last, for that is what counts."""
    session = bundle.session
    if bundle.roles:
        write_json(folder / POLICY, policy_of(bundle))
    if session.program:
        (folder / SETTINGS).parent.mkdir(mode=0o700, exist_ok=True)
        program = hook_of(bundle)
        write_whole(folder / HOOK, os.fsencode(program), EXECUTABLE)
        by_shell = program.startswith("#!/bin/sh\n")
        made = settings_of(bundle, by_shell=by_shell)
        write_whole(folder / SETTINGS, settings_text(made).encode("utf-8", "surrogatepass"))
        config = (folder / SETTINGS).with_name(CONFIG)
        if bundle.gateway:
            write_whole(config, gateway_text(session, bundle.home).encode())
        else:
            config.unlink(missing_ok=True)
        for name, text in long_prompts(bundle.roles[0][0]).items():
            place = (folder / SETTINGS).with_name(name)
            write_whole(place, text.encode("utf-8", "surrogatepass"))
        alone = len(bundle.roles) == 1 and not bundle.stages
        # Of a stage's reviewer only what the role says of it now counts.
        reviewed = reviewer_text(bundle.roles[0][0]) if alone else None
        if reviewed is None:
            (folder / REVIEWER).unlink(missing_ok=True)
        else:
            write_whole(folder / REVIEWER, reviewed.encode("utf-8", "surrogatepass"))
        if session.isolated or session.sandbox:
            seed_config(
                folder / OWN_CONFIG,
                version=".".join(map(str, bundle.version or ())),
                cwd=session.cwd,
                environ=bundle.environ,
                user=bundle.state,
                bypass=session.mode == Mode.BYPASS.value,
            )
    write_session(folder, session)


def hook_of(bundle: Bundle) -> str:
    """Return the text of the agent's own hook, with its home, role and name inside."""
    session, home = bundle.session, bundle.home
    # In a sandbox there is only the agent's own socket, and nobody decides but the server.
    sandboxed = session.sandbox
    identity = Identity(
        program=CLAUDE_CODE,
        home=str(home),
        role=session.role,
        agent=session.name,
        ask_holds=bundle.ask_holds and not sandboxed,
        socket=INNER_SOCKET if sandboxed else str(socket_path(home)),
        user_home=user_home(),
        alone=not sandboxed,
        dialog_seconds=DIALOG_SECONDS,
    )
    return hook_text(
        identity,
        python=sys.executable,
        package=package_folder(),
        # Where a hook that cannot be started means yes, a shell makes a no of it.
        by_shell=not facts(bundle.version).on_failure,
    )


def settings_of(bundle: Bundle, *, by_shell: bool) -> dict[str, Any]:
    """
    Return the program's settings.

    Under several roles the denies of all of them stand there, and no allow: each call is for
    the hook, which asks them all. Nothing of one role answers what another asks. Of the roles of
    a workflow's stages only the denies stand there that hold in every stage.
    """
    several = len(bundle.roles) > 1 or bool(bundle.stages)
    made = [
        made_for(bundle, without_answers(role) if several else role) for role, _ in bundle.roles
    ]
    own = made[0]
    permissions = dict(own["permissions"])
    if several:
        words = roles_of(bundle.session.role)
        listed = [
            in_all_stages(bundle, bundle.stages[word]) if word in bundle.stages else each
            for word, each in zip(words, (each["permissions"] for each in made), strict=True)
        ]
        denies = [rule for each in listed for rule in each["deny"]]
        permissions = {**permissions, "allow": [], "deny": list(dict.fromkeys(denies))}
        permissions["additionalDirectories"] = listed[0].get("additionalDirectories", [])
    if bundle.gateway and bundle.catalogue is not None:
        permissions["deny"] = denies_beside(permissions["deny"], bundle.catalogue)
    folders = permissions.pop("additionalDirectories", [])
    if there := [folder for folder in folders if Path(folder).is_dir()]:
        permissions["additionalDirectories"] = there
    variables = {SHELL_OPTIONS: "", **own[ENV]} if by_shell else own[ENV]
    settings = {**own, "permissions": permissions, ENV: variables}
    session = bundle.session
    settings = without_plugins(settings, project_plugins(session.cwd, session.project, user_home()))
    return with_telemetry(settings, bundle.session, bundle.endpoint)


def in_all_stages(bundle: Bundle, stages: Sequence[Role]) -> dict[str, list[str]]:
    """Return the denies and folders that the roles of all stages of a workflow share."""
    made = [made_for(bundle, without_answers(role))["permissions"] for role in stages]
    return {
        name: [
            item
            for item in made[0].get(name, [])
            if all(item in each.get(name, []) for each in made)
        ]
        for name in ("deny", "additionalDirectories")
    }


def without_answers(role: Role) -> Role:
    """Return a role without what could answer in a person's place: such hooks, and plugins."""
    return replace(
        role,
        hooks=tuple(hook for hook in role.hooks if hook.event != EVENT),
        settings={key: value for key, value in role.settings.items() if key not in PLUGINS},
    )


def made_for(bundle: Bundle, role: Role) -> dict[str, Any]:
    """Return the settings of one role."""
    catalogue = bundle.catalogue or BUILT_IN
    return role_settings(
        role,
        hook=str(bundle.folder / HOOK),
        version=bundle.version,
        home=user_home(),
        root=bundle.session.project,
        environment=bundle.environ,
        catalogue=catalogue,
        hidden=hidden_tools(role, catalogue),
    )


def hidden_tools(role: Role, catalogue: Catalogue = BUILT_IN) -> list[str]:
    """Return the program's tools of which every call would be denied; not those left to people."""
    decided = [name for name in TOOLS if name not in NO_OPINION]
    return never_passing(decided, [offering_of(role, catalogue)])


def policy_of(bundle: Bundle) -> dict[str, Any]:
    """Return the rules as they were at the start, for people who look it up."""
    policies = [{"role": role.id, **policy.dump()} for role, policy in bundle.roles]
    return {"role": bundle.session.role, "policies": policies}


def put_aside(folder: Path) -> None:
    """Move a session that is over to the past ones."""
    if not os.path.lexists(folder):
        return
    past = folder.parent / PAST
    past.mkdir(mode=0o700, exist_ok=True)
    # Of a start that was interrupted: the person's variables are in there.
    (folder / START).unlink(missing_ok=True)
    said = read_json(folder / AGENT) or {}
    started = said.get("started_at")
    end_overrides(folder)
    moment = started if isinstance(started, str) else timestamp()
    digits = "".join(letter for letter in moment[:40] if letter.isalnum() and letter.isascii())
    place = past / f"{folder.name}-{digits}"
    number = 1
    while os.path.lexists(place):
        number += 1
        place = past / f"{folder.name}-{digits}-{number}"
    folder.rename(place)


def end_overrides(folder: Path) -> None:
    """Forget what was changed for the agent of a session alone: it ends with the agent."""
    known = (read_json(folder / AGENT) or {}).get("id")
    if isinstance(known, str) and known:
        OverrideFiles(folder.parent.parent).forget(f"{STARTED}{known}")


def sweep(place: Path) -> None:
    """Remove what starts that were interrupted have left."""
    with suppress(OSError):
        for left in place.glob(f"{NEW}*"):
            if time.time() - left.lstat().st_mtime > LEFT_AFTER:
                shutil.rmtree(left, ignore_errors=True)
