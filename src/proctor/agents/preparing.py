"""
Look up and check everything that a start of an agent needs, before anything is written.

Role, program, folder, words and variables may come from a repository, or from an agent that
wants more than it has: what cannot be is refused here, with a sentence.
"""

from __future__ import annotations

import os
import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from proctor.agent_overrides import OverrideFiles, Overrides
from proctor.agents.claude_command import check_extra, check_extra_of_agent, is_program
from proctor.agents.conversation import last_conversation
from proctor.agents.engine import Engine
from proctor.agents.environment import OWN_CONFIG
from proctor.agents.isolated_config import is_trusted
from proctor.agents.loaded_role import Loaded, load_chain
from proctor.agents.messages import AN_AGENT, text_of
from proctor.agents.own_gateway import listed_tools, trouble, unreached
from proctor.agents.parentage import (
    Caller,
    chain_of,
    check_checked,
    check_project,
    told_mode,
)
from proctor.agents.program_of_role import Program, check_named, check_settings, program_of
from proctor.agents.project_plugins import project_plugins
from proctor.agents.role_changes import changed, with_overrides
from proctor.agents.session_files import Session
from proctor.agents.session_folder import session_folder
from proctor.agents.stage_agent import renewed, told_mode_of
from proctor.answering_hooks import own_definitions_answer, own_hooks_answer
from proctor.audit.ids import timestamp
from proctor.errors import UsageError
from proctor.home import project_root, user_home
from proctor.server.tokens import local_person
from proctor.terms.mode import Mode
from proctor.terms.role import Role

# Of the names that a repository gives to its plugins.
LONGEST_PLUGIN, LONGEST_HOOK, MOST_SHOWN = 60, 200, 5

TOKEN_BYTES, ID_BYTES = 32, 16
# By this it is known for a secret wherever it appears.
TOKEN_PREFIX = "proctor_agent_"  # noqa: S105 - the beginning of one
NO_ROLE = "no role: nothing checks this agent, unless `proctor install` put a hook in its program"
WAITS_HERE = (
    "questions wait in Proctor and open no dialog (`proctor approvals`), because this hook for "
    "PermissionRequest could answer in your place"
)
PLANS_ONLY = (
    "the role's mode is `plan`, which stays: the agent changes nothing, also after its plan was "
    "approved; a role without a mode can begin with it: -- --permission-mode plan"
)
LOOKING = "the program is looked at; a new version is proven first: does a hook block it?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """
    What shall be started.

    `role` is a role's id, or empty: then `command` is what is run. `workflow` is the run whose
    stage's role counts, with `role` or alone, `prompt` what the agent is told first where nobody
    says anything else. `set` is what `--set` says, `extra` the words behind `--`. `tell` hears
    what a person should know, `doing` what is being done while they wait.
    """

    role: str = ""
    name: str = ""
    workflow: str = ""
    prompt: str = ""
    cwd: str = "."
    command: tuple[str, ...] = ()
    set: Mapping[str, str] = field(default_factory=dict)
    extra: tuple[str, ...] = ()
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    tell: Callable[[str], None] = lambda _: None
    doing: Callable[[str], None] = lambda _: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Everything that a start needs, looked up and checked, before anything is written."""

    caller: Caller
    session: Session
    program: Program
    loaded: Loaded | None
    variables: Mapping[str, str]
    resume: bool = False

    @property
    def own_tools(self) -> tuple[str, ...]:
        """Return the tools of ours that the agent's role lists and its program does not have."""
        if self.loaded is None or not self.program.kind:
            return ()
        return listed_tools(self.loaded, self.session.role)

    @property
    def gateway(self) -> bool:
        """Say whether the agent gets a gateway for them."""
        return not trouble(self.session, self.program.version) and bool(self.own_tools)


def prepare(
    home: Path, wanted: Wanted, caller: Caller, name: str, variables: Mapping[str, str]
) -> Prepared:
    """
    Look up and check everything for a new session.

    Raises:
        UsageError: something was asked for that cannot be.
        NotAllowed: an agent calls, and may not.
        NotFound: the role or the program is not there.
        RoleProblems: the role does not load.
        InstallError: a hook would not block.
        EngineError: there is no terminal to be had.

    """
    cwd = real_folder(wanted.cwd)
    project = str(project_root(Path(cwd), home))
    check_project(project, caller)
    chain = chain_of(wanted.role, caller, home, cwd) if wanted.role else ""
    if caller.is_agent and not caller.agent:
        wanted.tell(f"an agent program calls, so it is under `{caller.above}` too")
    loaded = load_new(home, name, chain, cwd, wanted) if chain else None
    role = None
    if loaded is not None:
        role = changed(loaded.own, wanted.set, by_agent=caller.is_agent)
        loaded = loaded.with_own(role)
    command = wanted.command if role is None else role.command
    wanted.doing(LOOKING)
    program = program_of(command, home=home, cwd=cwd, environ=variables, has_role=role is not None)
    check_checked(program.kind, caller)
    extra = checked_extra(own_words(wanted.extra, program, cwd, variables), role, program, caller)
    if not extra and wanted.prompt and program.kind:
        extra = (wanted.prompt,)
    parent = caller.session
    session = Session(
        name=name,
        role=chain,
        command=program.words,
        program=program.kind,
        cwd=cwd,
        project=project,
        session_id=str(uuid.uuid4()),
        started_at=timestamp(),
        began=time.time(),
        parent=caller.agent,
        by=caller.agent or local_person(),
        sandbox=wants_sandbox(loaded) or bool(parent and parent.sandbox),
        isolated=bool(role and role.isolated),
        set=dict(wanted.set),
        extra=extra,
        token=TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES),
        mode=told_mode(mode_for(loaded, wanted.set), caller) if loaded and program.kind else "",
        depth=parent.depth + 1 if parent else int(caller.is_agent),
        id=secrets.token_hex(ID_BYTES),
    )
    made = Prepared(
        caller=caller, session=session, program=program, loaded=loaded, variables=variables
    )
    examine(home, made, wanted.tell)
    return made


def prepare_again(
    home: Path, before: Session, wanted: Wanted, variables: Mapping[str, str], *, resume: bool
) -> Prepared:
    """
    Look up and check everything for the next start of a session.

    Its roles are read anew; what an agent had started never gets more by that.
    """
    cwd = real_folder(before.cwd)
    spawned = before.depth > 0
    project = str(project_root(Path(cwd), home))
    find = partial(OverrideFiles(home).of, before.name, "", before.role, project)
    held = told_overrides(before.name, find, wanted)
    loaded = load_chain(home, before.role, cwd, held.profile) if before.role else None
    role = None
    command: tuple[str, ...] | None = before.command
    if loaded is not None:
        role = with_overrides(changed(loaded.own, before.set), held)
        loaded = loaded.with_own(role)
        command = role.command
    wanted.doing(LOOKING)
    program = program_of(command, home=home, cwd=cwd, environ=variables, has_role=role is not None)
    check_checked(program.kind, Caller(above=before.role if spawned else ""))
    if role is not None:
        check_words(before.extra, role, program)
    talk = last_talk(home, before, variables) if resume and program.kind else ""
    if resume and not talk:
        wanted.tell(f"there is no conversation of `{before.name}` to go on with: it begins anew")
    session = before._replace(
        command=program.words,
        program=program.kind,
        cwd=cwd,
        project=project,
        session_id=talk or str(uuid.uuid4()),
        started_at=timestamp(),
        began=time.time(),
        number=before.number + 1,
        id=before.id or secrets.token_hex(ID_BYTES),
        by=local_person(),
        sandbox=wants_sandbox(loaded) or (spawned and before.sandbox),
        # What was said lies where it was said.
        isolated=before.isolated if resume else bool(role and role.isolated),
        extra=renewed(home, before.role, before.extra),
        token=TOKEN_PREFIX + secrets.token_urlsafe(TOKEN_BYTES),
        mode=before.mode
        if spawned
        else mode_for(loaded, before.set)
        if loaded and program.kind
        else "",
    )
    made = Prepared(
        caller=Caller(),
        session=session,
        program=program,
        loaded=loaded,
        variables=variables,
        resume=bool(talk),
    )
    examine(home, made, wanted.tell)
    return made


def load_new(home: Path, name: str, chain: str, cwd: str, wanted: Wanted) -> Loaded:
    """
    Load the roles of a new agent, with what is for good: who had the name before was another.

    Raises:
        NotFound: there is no such role.
        RoleProblems: its file is wrong.

    """
    project = str(project_root(Path(cwd), home))
    held = told_overrides(name, partial(OverrideFiles(home).for_good, name, chain, project), wanted)
    loaded = load_chain(home, chain, cwd, held.profile)
    return loaded.with_own(with_overrides(loaded.own, held))


def told_overrides(name: str, find: Callable[[], Overrides | None], wanted: Wanted) -> Overrides:
    """
    Return what was changed for an agent alone, and tell it; of what cannot be read, only that.

    Raises:
        UsageError: nobody can say.

    """
    try:
        held = find()
    except OSError as error:
        message = f"what was changed for `{name}` alone cannot be read: {error.strerror}"
        raise UsageError(message) from error
    if held is None:
        return Overrides()
    wanted.tell(held.trouble or f"changed for `{name}` alone: {held.words}")
    return Overrides() if held.trouble else held


def last_talk(home: Path, before: Session, variables: Mapping[str, str]) -> str:
    """Return the id of the conversation that an agent had last; empty where it had none."""
    own = before.isolated or before.sandbox
    folder = Path(session_folder(str(home), before.name)) / OWN_CONFIG
    return last_conversation(home, before, folder if own else persons_config(variables))


def wants_sandbox(loaded: Loaded | None) -> bool:
    """Say whether an agent is to be in a sandbox: in one stage of a workflow is in all."""
    return loaded is not None and any(role.sandbox for role in (loaded.own, *loaded.later))


def mode_for(loaded: Loaded, said: Mapping[str, str]) -> str:
    """Return the mode that an agent's program is told."""
    return told_mode_of(loaded.own, loaded.later, as_said="permission_mode" in said)


def own_words(
    extra: tuple[str, ...], program: Program, cwd: str, variables: Mapping[str, str]
) -> tuple[str, ...]:
    """
    Return the words that a person adds without the program itself, which would be a prompt.

    Raises:
        NotFound: they name it by a path at which there is none.
        UsageError: they name another program.

    """
    if not (program.kind and is_program(extra)):
        return extra
    check_named(extra[0], program, cwd=cwd, path=variables.get("PATH", os.defpath))
    return extra[1:]


def checked_extra(
    extra: tuple[str, ...], role: Role | None, program: Program, caller: Caller
) -> tuple[str, ...]:
    """
    Return the words that are added to the program's.

    Raises:
        UsageError: some of them cannot be.

    """
    if caller.is_agent:
        if role is not None:
            check_words((), role, program)
        check_extra_of_agent(extra)
        # It is neither a command of the program, nor taken for its user's word.
        sender = f"{caller.agent} ({AN_AGENT})" if caller.agent else AN_AGENT
        return tuple(text_of(sender, word) for word in extra)
    if role is not None:
        check_words(extra, role, program)
    return extra


def check_words(extra: tuple[str, ...], role: Role, program: Program) -> None:
    """
    Look at the words that a person and a role's `command` add to Claude Code's.

    Raises:
        UsageError: one of them would lead past the role.

    """
    if program.kind:
        check_extra(program.words[1:], role)
        check_extra(extra, role)


def real_folder(folder: str) -> str:
    """
    Return where an agent works, by its one true name: that is what its program reports.

    Raises:
        UsageError: it is no folder.

    """
    real = os.path.realpath(folder)
    if not Path(real).is_dir():
        raise UsageError(f"`{folder}` is not a folder")
    return real


def examine(home: Path, made: Prepared, tell: Callable[[str], None]) -> None:
    """
    Look at the place where it shall run, and say what a person should know.

    Raises:
        UsageError: our hook could not decide there, or there is no sandbox to be had.
        EngineError: there is no terminal to be had.

    """
    Engine(home).ensure()
    session = made.session
    if session.sandbox:
        check_sandbox()
    if not made.program.kind:
        tell(
            f"the tool calls of `{made.program.words[0]}` are not checked: it has no hooks"
            if session.role
            else NO_ROLE
        )
        return
    if (why := trouble(session, made.program.version)) and (tools := made.own_tools):
        tell(unreached(tools, why))
    own = session.isolated or session.sandbox
    config = persons_config(made.variables)
    # An isolated agent has settings of its own, which we write.
    check_settings(made.program, cwd=session.cwd, config=Path("/nonexistent") if own else config)
    if plugins := project_plugins(session.cwd, session.project, user_home()):
        names = ", ".join(
            f"`{ascii(name)[1:-1][:LONGEST_PLUGIN]}`" for name in plugins[:MOST_SHOWN]
        )
        tell(f"plugins of the repository are off, unless the role's `settings` name them: {names}")
    if made.loaded is not None and made.loaded.own.mode is Mode.PLAN:
        tell(PLANS_ONLY)
    if not own and (hooks := answering(home, config)):
        tell(f"{WAITS_HERE}: {', '.join(hooks[:MOST_SHOWN])}")
    if not own and not is_trusted(state_folder(made.variables), session.cwd):
        tell(
            f"Claude Code will ask whether you trust `{session.cwd}`: attach and answer, "
            "until then it does nothing"
        )


def answering(home: Path, config: Path) -> list[str]:
    """Return the person's own hooks that could answer for them, in words."""
    user, configs = user_home(), [str(config)]
    found = [
        *own_hooks_answer(str(home), user, configs),
        *own_definitions_answer(user, configs),
    ]
    return [ascii(each)[1:-1][:LONGEST_HOOK] for each in found]


def check_sandbox() -> None:
    """
    Look whether there can be a sandbox.

    Raises:
        UsageError: there cannot.

    """
    from proctor.agents.sandbox import sandbox_trouble  # noqa: PLC0415 - for few agents

    if trouble := sandbox_trouble():
        raise UsageError(
            f"the role says `sandbox: true`, and there is none to be had: {trouble}",
            help="`proctor doctor` says what protects instead; without it take another role",
        )


def persons_config(variables: Mapping[str, str]) -> Path:
    """Return the folder of a person's own settings of Claude Code."""
    named = variables.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else Path(variables.get("HOME") or user_home()) / ".claude"


def state_folder(variables: Mapping[str, str]) -> Path:
    """Return where a person's own `.claude.json` lies."""
    named = variables.get("CLAUDE_CONFIG_DIR")
    return Path(named) if named else Path(variables.get("HOME") or user_home())
