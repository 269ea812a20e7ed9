"""
Which role counts for a toolbox now, and what it offers.

Looked up for every listing and every call: roles change while an agent works, and a
workflow moves on to another stage. What is read from files is remembered as long as these
are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from proctor.agent_overrides import OverrideFiles, Overrides
from proctor.assemble import Proctor
from proctor.errors import NotFound, UsageError, did_you_mean
from proctor.home import project_root
from proctor.pipeline import Joint
from proctor.policy.offering import Offering
from proctor.roles.file_times import Signature, signed
from proctor.terms.call import ToolCall
from proctor.terms.decision import Source
from proctor.terms.effect import Effect
from proctor.terms.kind import READ, Kind
from proctor.terms.role_chain import RUN, UNDER, roles_of, under
from proctor.workflows.lookup import stage_role_in
from proctor.workflows.stage_role import is_run_id
from proctor.workflows.templates import startable

if TYPE_CHECKING:
    from pathlib import Path

    from proctor.permissions.permission_manager import PermissionManager
    from proctor.pipeline import Pipeline
    from proctor.terms.catalogue import ToolInfo
    from proctor.terms.decision import Decision
    from proctor.tools.definition import ToolDefinition

# What somebody said of a file, as opposed to what holds where nobody has said anything.
SAID = (Source.RULE, Source.GUARD, Source.UNREAD)


class Deciding(Protocol):
    """What decides by rules: a role in a folder, or a policy of the program's own."""

    @property
    def pipeline(self) -> Pipeline:
        """Return the way that a call takes."""

    def decide(self, call: ToolCall) -> Decision:
        """Decide a call."""


class AtWork:
    """A chain of roles, or a policy, in a folder, as it counts now."""

    def __init__(self, proctor: Deciding) -> None:
        self.proctor = proctor
        self.pipeline = pipeline = proctor.pipeline
        all_of = pipeline.all_of if isinstance(pipeline, Joint) else (pipeline,)
        self.offerings = [Offering(one.policy) for one in all_of]
        self.known: dict[ToolInfo, bool] = {}

    def offers(self, definition: ToolDefinition) -> bool:
        """Say whether some call of a tool could pass under every role of the chain."""
        info = self.info_of(definition)
        found = self.known.get(info)
        if found is None:
            found = all(offering.could_pass(info) for offering in self.offerings)
            self.known[info] = found
        return found

    def info_of(self, definition: ToolDefinition) -> ToolInfo:
        """Return a tool as the rules see it; of an MCP server's, what people say of it counts."""
        if definition.kind is not Kind.MCP:
            return definition.info
        return self.offerings[0].catalogue.get(definition.id)

    def may_read(self, definition: ToolDefinition, path: str) -> bool:
        """
        Say whether a file may be shown by a tool that was allowed to look through its folder.

        A file that a rule denies, or wants somebody to be asked about, is not: rules for
        Read hold for every tool that reads, by the path.
        """
        info = definition.info
        looks = info.kind is READ and bool(definition.fields)
        tool, field = (definition.id, definition.fields[0]) if looks else ("Read", "file_path")
        wanted = {"pattern": "*", field: path} if looks else {field: path}
        decision = self.proctor.decide(ToolCall(tool=tool, input=wanted))
        if decision.effect is not Effect.ASK:
            return decision.effect is Effect.ALLOW
        return not any(
            finding.effect is Effect.ASK and finding.source in SAID for finding in decision.because
        )


def as_text(word: str, value: object) -> str:
    """
    Return what was given as a role or a stage; empty for None.

    Raises:
        UsageError: it is no text.

    """
    if value is not None and not isinstance(value, str):
        raise UsageError(f"the {word} of a toolbox is a text, not {value!r}", help=f"{word}='…'")
    return value or ""


class Offered:
    """
    Finds the role that counts.

    Args:
        role: a role or chain of roles; None or empty where the stage's alone counts.
        stage: the id of a workflow run, or `template/stage`; None or empty for none.
        workspace: the folder that the agent works in.
        home: Proctor's home.
        declared: the tools that the program has declared in its code.
        agent: who calls, and in which session: what was changed for it alone counts.
        session: the session.

    Raises:
        UsageError: neither of the two is given, or the stage is none.

    """

    def __init__(  # noqa: PLR0913 - keyword only
        self,
        *,
        role: str | None,
        stage: str | None,
        workspace: Path,
        home: Path,
        declared: tuple[ToolInfo, ...] = (),
        agent: str = "",
        session: str = "",
    ) -> None:
        role, stage = as_text("role", role), as_text("stage", stage)
        if not role and not stage:
            raise UsageError("a toolbox needs a role or a stage", help="Toolbox(role='coder')")
        if role.startswith(RUN) or f"{UNDER}{RUN}" in role:
            raise UsageError("a workflow run is no role", help="Toolbox(stage='WF-…')")
        if stage and not is_run_id(stage) and stage.count("/") != 1:
            message = f"`{stage}` is no stage"
            raise UsageError(message, help="the id of a run, `WF-…`, or `template/stage`")
        self.role = role
        self.stage = stage
        self.workspace = workspace
        self.home = home
        self.declared = declared
        self.agent = agent
        self.session = session
        self.known: tuple[tuple[str, Signature, str], AtWork] | None = None

    @property
    def run(self) -> str:
        """Return the id of the workflow run; empty if there is none."""
        return self.stage if is_run_id(self.stage) else ""

    def chain(self) -> str:
        """
        Return the chain of roles under which calls are decided.

        Raises:
            NotFound: there is no such template or stage.
            ProctorError: the template cannot be used.

        """
        if not self.stage:
            return self.role
        above = f"{RUN}{self.stage}" if self.run else self.role_of_template()
        return under(self.role, above) if self.role else above

    def role_of_template(self) -> str:
        """Return the role of a template's stage."""
        name, _, wanted = self.stage.partition("/")
        template = startable(project_root(self.workspace, self.home), self.home, name)
        for stage in template.stages:
            if stage.name == wanted:
                return stage.role_id
        names = [stage.name for stage in template.stages]
        raise NotFound(
            f"the template `{name}` has no stage `{wanted}`",
            help=did_you_mean(wanted, names) or f"there are {', '.join(names)}",
        )

    def now(self) -> tuple[str, AtWork]:
        """
        Return the chain of roles, and what it comes to now.

        Raises:
            NoStageRole: the workflow run has ended, or there is none.
            ProctorError: a role does not load.

        """
        chain = self.chain()
        root = project_root(self.workspace, self.home)
        plain = UNDER.join(dict.fromkeys(self.plain(role, root) for role in roles_of(chain)))
        state = plain, signed(self.home, str(root)), self.overrides().profile
        # Other threads look too: each goes on with what it has found itself.
        known = self.known
        if known is None or known[0] != state:
            made = AtWork(
                Proctor.for_role(
                    plain,
                    cwd=self.workspace,
                    home=self.home,
                    tools=self.declared,
                    profile=state[-1],
                )
            )
            known = self.known = state, made
        return chain, known[1]

    def overrides(self) -> Overrides:
        """Return what was changed for this agent alone; the judge says what of it counts."""
        root = project_root(self.workspace, self.home)
        files = OverrideFiles(self.home)
        try:
            held = files.of(self.agent, self.session, self.chain(), str(root))
        except OSError:
            held = None
        return held if held is not None and not held.trouble else Overrides()

    def unchanged(self) -> tuple[str, AtWork] | None:
        """Return the same as `now`, if that takes no time: no stage, and no file is another."""
        known = self.known
        if self.stage or known is None:
            return None
        signature = signed(self.home, str(project_root(self.workspace, self.home)))
        same = known[0][1:] == (signature, self.overrides().profile)
        return (self.role, known[1]) if same else None

    def plain(self, role: str, root: Path) -> str:
        """Return a role; that of its stage for a workflow run."""
        if not role.startswith(RUN):
            return role
        return stage_role_in(self.home, role.removeprefix(RUN), root)


class OfManager:
    """
    What a permission manager offers: there is no role, and its rules change with its tools only.

    Args:
        manager: the manager.

    """

    run = ""

    def __init__(self, manager: PermissionManager) -> None:
        self.manager = manager
        self.at_work = AtWork(manager)

    def chain(self) -> str:
        """Return that there is no role."""
        return ""

    def overrides(self) -> Overrides:
        """Return that nothing was changed: there is no role, and nobody to approve it."""
        return Overrides()

    def now(self) -> tuple[str, AtWork]:
        """Return that there is no role, and what the rules come to now."""
        if self.at_work.pipeline is not self.manager.pipeline:
            self.at_work = AtWork(self.manager)
        return "", self.at_work

    def unchanged(self) -> tuple[str, AtWork]:
        """Return the same: it takes no time."""
        return self.now()
