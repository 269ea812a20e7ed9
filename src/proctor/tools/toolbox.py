"""
The tools of a role, for an agent loop of your own: what is offered, and what is called.

What the model is shown and what runs come from the same rules, looked up each time. A call
that is refused at any step has not run, and its result says why: `calling.py` has the steps.
"""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from proctor.errors import NoStageRole, UsageError
from proctor.home import proctor_home
from proctor.owner.who import make_home
from proctor.permissions.permission_manager import PermissionManager
from proctor.policy.policy import Policy
from proctor.terms.call import ToolCall
from proctor.tools.believed import is_declarable
from proctor.tools.calling import Circumstances, Way, is_offered
from proctor.tools.context import HARNESS
from proctor.tools.judging import Judge, OwnerJudge
from proctor.tools.loop_hooks import Abort
from proctor.tools.model_names import ModelNames
from proctor.tools.offered import Offered, OfManager, as_text
from proctor.tools.registry import Registry, needs_server
from proctor.tools.result import ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from proctor.agent_overrides import Overrides
    from proctor.terms.catalogue import ToolInfo
    from proctor.tools.definition import ToolDefinition
    from proctor.tools.loop_hooks import After, Before
    from proctor.tools.model_names import Names
    from proctor.tools.waiting import OnWait


class Wanted(NamedTuple):
    """One call in a batch, as a model gives it."""

    name: str
    arguments: dict[str, Any]
    call_id: str = ""


class Toolbox:
    """
    The tools of a role, offered and run by the same rules.

    Args:
        role: a role, or a chain of them; may be left out where a stage is given. Or a policy
            or permission manager of the program's own, which then decides in this process:
            no server is started, and nobody is asked but the manager's dialog.
        stage: the id of a workflow run, whose stage counts as it is at each call, or
            `template/stage`. With a role, both count, and the strictest wins.
        workspace: the folder that tools work in; the current one if not given.
        home: Proctor's own folder; PROCTOR_HOME or `~/.proctor` if not given.
        agent: the name under which the calls are kept.
        person: on whose behalf the agent works.
        session: what a grant for this session holds for; a new one if not given.
        tools: functions with `@tool`.
        modules: modules with such functions.
        built_in: whether there are the built-in tools too: for a role if not given, not for a
            policy or manager. There those for files, search, commands and git are.
        before: hooks that see a call before it is decided, in order.
        after: hooks that see its result.
        judge: who decides; the owner of the home if not given.
        names: makes the names by which tools are called, of those that are declared.
        one_by_one: whether calls that are made at once are decided one after the other.
        tells_later: whether a result is returned before it is kept what became of the call;
            `settled` waits for that.
        harness: through what the calls come, for the record.

    Raises:
        UsageError: there is no role and no stage, or something is no tool; or a policy or
            manager comes with a stage, a judge, another folder than its own, or a tool of the
            home's server.
        ServerError: there can be no home where the owner would decide.

    """

    def __init__(  # noqa: PLR0913 - keyword only but for the role
        self,
        role: str | Policy | PermissionManager | None = None,
        *,
        stage: str | None = None,
        workspace: Path | str | None = None,
        home: Path | str | None = None,
        agent: str = "",
        person: str = "",
        session: str = "",
        tools: Iterable[Any] = (),
        modules: Iterable[str] = (),
        built_in: bool | None = None,
        before: Sequence[Before] = (),
        after: Sequence[After] = (),
        judge: Judge | None = None,
        names: Callable[[Registry], Names] = ModelNames,
        one_by_one: bool = True,
        tells_later: bool = False,
        harness: str = HARNESS,
    ) -> None:
        manager = manager_of(role, workspace, home)
        if manager is not None:
            if stage or judge:
                raise UsageError("a policy decides by itself: leave out `stage` and `judge`")
            workspace, home = manager.folder, manager.home
        where = Path(workspace or ".").absolute()
        house = Path(home).absolute() if home else proctor_home()
        place: dict[str, Any] = {"workspace": where, "home": house, "agent": agent}
        place["session"] = session or secrets.token_hex(8)
        own = (*Registry.from_modules(modules), *tools)
        self.registry = registry_of(own, built_in=built_in, alone=manager is not None)
        self.offered: Offered | OfManager
        if manager is not None:
            manager.declare(*self.registry)
            judge, self.offered = manager, OfManager(manager)
        else:
            named = as_text("role", role)
            judge = judge or OwnerJudge(house)
            declared: tuple[ToolInfo, ...] = ()
            if isinstance(judge, OwnerJudge):  # others know of them what they were told
                # The first who needs a role makes the home, with the default roles.
                make_home(house)
                declared = declared_tools(self.registry)
                judge.declare(declared)
            self.offered = Offered(role=named, stage=stage, declared=declared, **place)
        self.names = names(self.registry)
        self._way = Way(
            names=self.names,
            offered=self.offered,
            judge=judge,
            person=person,
            **place,
            before=tuple(before),
            after=tuple(after),
            one_by_one=one_by_one,
            tells_later=tells_later,
            harness=harness,
        )

    # What is offered

    def tools(self) -> tuple[ToolDefinition, ...]:
        """
        Return what is offered now: every tool of which some call could pass.

        None where the stage's workflow run has ended.

        Raises:
            ProctorError: the role does not load.

        """
        try:
            _, at_work = self.offered.now()
        except NoStageRole:
            return ()
        return tuple(one for one in self.names.all() if is_offered(one, at_work))

    @property
    def overrides(self) -> Overrides:
        """
        Return what was approved for this agent alone: `profile`, `model`, `system_prompt`, `docs`.

        The profile counts by itself; the rest is for the program that runs the model.
        """
        return self.offered.overrides()

    def schemas(self) -> list[dict[str, Any]]:
        """
        Return what is offered now, as a model's interface wants it.

        Raises:
            ProctorError: the role does not load.

        """
        return [
            {
                "name": self.names.of(one),
                "description": one.description,
                "input_schema": one.parameters,
            }
            for one in self.tools()
        ]

    # Calling

    async def call(  # noqa: PLR0913 - keyword only but for what is called
        self,
        name: str,
        arguments: object,
        *,
        call_id: str = "",
        session: str = "",
        on_wait: OnWait | None = None,
        agent: str = "",
    ) -> ToolResult:
        """
        Take a call all the way; the function runs once, or not at all.

        Args:
            name: the tool, as it is offered.
            arguments: what the model gives to it.
            call_id: the model's name for the call.
            session: what a grant for this session holds for, instead of the toolbox's own.
            on_wait: is awaited every second or so while nobody has decided yet, with how many
                seconds that has been.
            agent: who calls, where the toolbox itself was told of nobody.

        Raises:
            Abort: a hook ends the loop.

        """
        how = Circumstances(call_id=call_id, session=session, on_wait=on_wait, agent=agent)
        return await self._way.take(name, arguments, how)

    def note(self, kind: str, tool: str, **body: Any) -> None:
        """Begin to keep an event about a tool that belongs to no call; `settled` waits for it."""
        way = self._way
        call = ToolCall(tool=tool, input=None, agent=way.agent or None, session=way.session)
        way.begun(way.tell(kind, call, secrets.token_hex(16), body))

    async def settled(self) -> None:
        """Wait until it is kept what became of every call."""
        await asyncio.gather(*self._way.later, return_exceptions=True)

    async def call_all(self, calls: Iterable[Wanted | Sequence[Any]]) -> list[ToolResult]:
        """
        Take the calls of one batch, one after the other; none that fails cancels another.

        Args:
            calls: each a name, arguments and, where there is one, a call id.

        Raises:
            Abort: a hook ends the loop; its `results` are those of the calls before.

        """
        results: list[ToolResult] = []
        for one in calls:
            wanted = Wanted(*one)
            try:
                done = await self.call(wanted.name, wanted.arguments, call_id=wanted.call_id)
            except Abort as abort:
                abort.results = tuple(results)
                raise
            results.append(done)
        return results

    def run(self, name: str, arguments: object, *, call_id: str = "") -> ToolResult:
        """
        Take a call all the way, in a program that is not asynchronous.

        Raises:
            Abort: a hook ends the loop.
            UsageError: an event loop runs here; `await toolbox.call(…)` there.

        """
        no_loop("await toolbox.call(…)")
        return asyncio.run(self.call(name, arguments, call_id=call_id))

    def run_all(self, calls: Iterable[Wanted | Sequence[Any]]) -> list[ToolResult]:
        """
        Take the calls of one batch, in a program that is not asynchronous.

        Raises:
            Abort: a hook ends the loop; its `results` are those of the calls before.
            UsageError: an event loop runs here; `await toolbox.call_all(…)` there.

        """
        no_loop("await toolbox.call_all(…)")
        return asyncio.run(self.call_all(calls))


def declared_tools(registry: Registry) -> tuple[ToolInfo, ...]:
    """Return the tools of a program that are its own, as policies see them."""
    return tuple(one.info for one in registry if is_declarable(one.info))


def manager_of(
    role: object, workspace: Path | str | None, home: Path | str | None
) -> PermissionManager | None:
    """
    Return the manager that decides; None where a role does.

    Raises:
        UsageError: a manager works in another folder.

    """
    if isinstance(role, Policy):
        return PermissionManager(role, cwd=workspace, home=home)
    if not isinstance(role, PermissionManager):
        return None
    for said, own in ((workspace, role.folder), (home, role.home)):
        if said is not None and Path(said).absolute() != own:
            message = f"the manager works in {own}"
            raise UsageError(message, help="give it the folder: cwd=…, home=…")
    return role


def registry_of(own: Iterable[Any], *, built_in: bool | None, alone: bool) -> Registry:
    """
    Return the tools of a toolbox.

    Args:
        own: the program's.
        built_in: whether Proctor's are there too; where a role decides, if it is not said.
        alone: whether a policy decides, in the program's process.

    Raises:
        UsageError: something is no tool, or needs a role.

    """
    ours = not alone if built_in is None else built_in
    registry = Registry(Registry.built_in(with_server=not alone) if ours else ())
    for tool in own:
        registry.add(tool)
    for definition in filter(needs_server, registry if alone else ()):
        message = f"`{definition.id}` needs a role, and a policy has none"
        raise UsageError(message, help="Toolbox('coder'), or leave the tool out")
    return registry


def no_loop(instead: str) -> None:
    """
    Look whether this thread may wait.

    Raises:
        UsageError: an event loop runs in it.

    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise UsageError("an event loop runs here, which would stand still", help=instead)
