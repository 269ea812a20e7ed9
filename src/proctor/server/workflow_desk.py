"""
What can be asked about workflow runs, by people and by agents, whichever way they come.

A person starts a run, tries its gates and cancels it. An agent works on tasks, and may start a
run: that gives nobody anything, for a run's role counts only for whoever a person, or a parent
with no less, has started in it. Nobody checks here which agent speaks; that one may use a tool of
this kind at all is decided before, by its role.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from proctor.agents.session_files import read_session
from proctor.approval.people import People
from proctor.approval.rights import UNKNOWN
from proctor.audit.ids import timestamp
from proctor.errors import NotAllowed, NotFound, UsageError
from proctor.home import project_root
from proctor.roles.identity import identity
from proctor.server.requests import folder, unknown
from proctor.server.stage_gates import StageGates
from proctor.server.tokens import local_person
from proctor.server.workflow_runs import WorkflowRuns
from proctor.terms.role_chain import runs_of
from proctor.workflows import moves, task_moves
from proctor.workflows.as_json import run_json, short_run_json, task_json
from proctor.workflows.gates import RunCommands, wanted
from proctor.workflows.run import Run
from proctor.workflows.templates import startable
from proctor.workflows.wording import same_name

START_FIELDS = frozenset({"template", "project", "title"})
ADVANCE_FIELDS = frozenset({"run", "stage", "wait"})
CANCEL_FIELDS = frozenset({"run", "why"})
LIST_FIELDS = frozenset({"run", "all", "wait"})
TASK_FIELDS = frozenset({
    "action", "run", "task", "title", "stage", "template", "agent", "role", "session", "person",
    "project",
})  # fmt: skip
LONGEST_TEXT, LONGEST_WAIT = 4000, 600.0
LOOKS = ("chain", "status", "list")
MOVES = ("add", "start", "complete", "approve", "return", "drop")
# No agent decides that something need not be done.
FOR_PEOPLE = ("drop",)
NO_PERSON = "only a person drops a task"
ACTIONS = ("new", *LOOKS, *MOVES)
# After these the gate may be tried by itself.
FINISHING = ("complete", "approve")
MOST_ANCESTORS = 10
NO_AGENT = "`agent` is missing: who does this"
ELSEWHERE = "the workflow run {id} is not one of this project"


class Workflows:
    """Answers requests about runs."""

    def __init__(
        self, home: Path, runs: WorkflowRuns, gates: StageGates, people: Callable[[], People]
    ) -> None:
        self.home = home
        self.runs = runs
        self.gates = gates
        self.people = people

    # For people

    async def listed(self, data: Mapping[str, Any]) -> list[dict[str, Any]] | dict[str, Any]:
        """
        Return the runs that are under way, with `all` every one, with `run` that one.

        Raises:
            NotFound: there is no such run.
            UsageError: the request is wrong.

        """
        check(data, LIST_FIELDS)
        if name := text(data, "run"):
            return self.shown(await self.gates.settled(name, seconds(data)))
        live = data.get("all") is not True
        return [self.shown(run) for run in await self.runs.listed(live=live)]

    def shown(self, run: Run) -> dict[str, Any]:
        """Return a run as people are told of it, with the question that it waits for."""
        return run_json(run, self.gates.questions.number(run))

    async def start(self, data: Mapping[str, Any], *, person: str) -> dict[str, Any]:
        """
        Start a run of a template, for a person.

        Raises:
            NotFound: there is no such template.
            NotAllowed: nobody has trusted it, or they are not among the people.
            TemplateProblems: it is broken.
            UsageError: the request is wrong.

        """
        check(data, START_FIELDS)
        return run_json(await self.begun(data, by=self.known(person)))

    async def advance(self, data: Mapping[str, Any], *, person: str) -> dict[str, Any]:
        """
        Try the gate of a run, for a person; with `wait`, until it is known what came of it.

        Raises:
            NotFound: there is no such run.
            NotAllowed: they are not among the people.
            UsageError: the request is wrong, or the run does not go that way.

        """
        check(data, ADVANCE_FIELDS)
        who, name = self.known(person), needed(data, "run")
        run = await self.gates.pass_on(name, by=who, stage=text(data, "stage"), person=who)
        if patience := seconds(data):
            run = await self.gates.settled(run.id, patience)
        await self.gates.asked(run)
        return self.shown(run)

    async def cancel(self, data: Mapping[str, Any], *, person: str) -> dict[str, Any]:
        """
        End a run, for a person.

        Raises:
            NotFound: there is no such run.
            NotAllowed: they are not among the people.
            UsageError: the request is wrong, or the run has ended.

        """
        check(data, CANCEL_FIELDS)
        who, why = self.known(person), text(data, "why")
        run = await self.runs.move(
            needed(data, "run"), lambda now: moves.cancel(now, by=who, at=timestamp(), text=why)
        )
        return run_json(run)

    def known(self, person: str) -> str:
        """
        Return the name of a person who may do this.

        Raises:
            NotAllowed: they are not among the people.

        """
        who = self.people().of("inbox", person)
        if who is None:
            raise NotAllowed(UNKNOWN)
        return who.name

    # For agents, and for people too

    async def task(self, data: Mapping[str, Any], *, person: str = "") -> Any:
        """
        Do something about a task, or with a run: see `ACTIONS`.

        Args:
            data: the request.
            person: who asks, by their token; empty where it is none.

        Raises:
            NotFound: there is no such run.
            NotAllowed: nobody knows who asks, or the run is another project's.
            UsageError: the request is wrong, or the run does not go that way.

        """
        check(data, TASK_FIELDS)
        action = needed(data, "action")
        if action not in ACTIONS:
            raise UsageError(f"`action` is one of {', '.join(ACTIONS)}")
        if action in LOOKS:
            return await self.look(action, data)
        if action in FOR_PEOPLE and not person:
            raise NotAllowed(NO_PERSON)
        by = self.known(person) if person else self.agent(text(data, "agent"))
        if action == "new":
            return run_json(await self.begun(data, by=by, person=bool(person)))
        run = await self.moved(action, data, by)
        task = run.tasks[-1] if action == "add" else run.task(text(data, "task"))
        if action in FINISHING and (person or not self.lends(run)):
            # Who finishes the last task wants the gate to open, as who advances does.
            run = await self.gates.after_task(run, by, by if person else "")
        return {"task": task_json(task) if task else None, "run": short_run_json(run)}

    async def look(self, action: str, data: Mapping[str, Any]) -> Any:
        """Return a run, its tasks, or one of them."""
        if action == "chain" and not self.name_of(data):
            root = await self.root(data) if text(data, "project") else ""
            found = await self.runs.listed(live=True)
            return [run_json(run) for run in found if not root or belongs(run, root)]
        run = await self.of_request(data)
        if action == "chain":
            return run_json(run)
        if action == "list":
            return [task_json(task) for task in run.tasks]
        task = run.task(needed(data, "task"))
        if task is None:
            raise NotFound(f"{run.id} has no such task", help="list the tasks of the run")
        return task_json(task)

    async def moved(self, action: str, data: Mapping[str, Any], by: str) -> Run:
        """Move a task of a run."""
        run = await self.of_request(data)
        at, title, task = timestamp(), text(data, "title"), text(data, "task")
        stage = text(data, "stage")
        family = self.family(by) if action == "approve" else ()
        steps: dict[str, Callable[[Run], Run]] = {
            "add": lambda now: task_moves.add_task(now, title, by=by, at=at, stage=stage),
            "start": lambda now: task_moves.start_task(now, task, by=by, at=at),
            "complete": lambda now: task_moves.complete_task(now, task, by=by, at=at),
            "approve": lambda now: task_moves.approve_task(now, task, by=by, at=at, also=family),
            "return": lambda now: task_moves.return_task(now, task, by=by, at=at, text=title),
            "drop": lambda now: task_moves.drop_task(now, task, by=by, at=at, text=title),
        }
        return await self.runs.move(run.id, steps[action])

    def agent(self, name: str) -> str:
        """
        Return who an agent is; one with the name of a person is told from them.

        Raises:
            NotAllowed: it has no name.

        """
        if not name:
            raise NotAllowed(NO_AGENT)
        return f"{name} (an agent)" if self.is_person(name) else name

    def is_person(self, name: str) -> bool:
        """Say whether a name is that of one of the people."""
        persons = (local_person(), *self.people().named)
        return any(same_name(name, one) for one in persons)

    def lends(self, run: Run) -> bool:
        """
        Say whether a gate would lend agents the shell of a role: they started the run themselves.

        What its commands run may be what they have just written. A person says `advance`.
        """
        return isinstance(wanted(run), RunCommands) and not self.is_person(run.created_by)

    def family(self, agent: str) -> tuple[str, ...]:
        """Return an agent, and those that have started it, one the other."""
        found = [agent]
        with suppress(NotFound, UsageError, OSError):
            while len(found) < MOST_ANCESTORS:
                parent = read_session(self.home, found[-1]).parent
                if not parent or parent in found:
                    break
                found.append(parent)
        return tuple(found)

    # What a request is about

    async def begun(self, data: Mapping[str, Any], *, by: str, person: bool = True) -> Run:
        """Start a run of a template in a project."""
        root = await self.root(data)
        template = await asyncio.to_thread(
            startable, Path(root), self.home, needed(data, "template")
        )
        return await self.runs.begin(
            template, project=root, by=by, title=text(data, "title"), person=person
        )

    async def root(self, data: Mapping[str, Any]) -> str:
        """
        Return the root of the project that a request names.

        Raises:
            UsageError: it names no folder.

        """
        return await asyncio.to_thread(root_of, folder(data.get("project")), self.home)

    def name_of(self, data: Mapping[str, Any]) -> str:
        """Return the run that a request is about: named, or the one of its role."""
        named = runs_of(text(data, "role"))
        return text(data, "run") or (named[0] if len(named) == 1 else "")

    async def of_request(self, data: Mapping[str, Any]) -> Run:
        """
        Return the run that a request is about.

        Raises:
            NotFound: there is none.
            NotAllowed: it is another project's.

        """
        name = self.name_of(data)
        if not name:
            raise UsageError("`run` is missing: the id of a workflow run")
        run = await self.runs.get(name)
        if text(data, "project") and not belongs(run, await self.root(data)):
            raise NotAllowed(ELSEWHERE.format(id=run.id))
        return run


def root_of(named: str, home: Path) -> str:
    """
    Return the root of the project around a folder, by its one true name.

    Raises:
        UsageError: it is no folder.

    """
    here = Path(os.path.realpath(named))
    if not here.is_dir():
        raise UsageError("`project` is no folder")
    return str(project_root(here, home))


def belongs(run: Run, root: str) -> bool:
    """Say whether a run is one of a project."""
    return run.project == root or identity(run.project) == identity(root)


def check(data: Mapping[str, Any], fields: frozenset[str]) -> None:
    """
    Look whether every field is known: one that is mistyped is never without effect.

    Raises:
        UsageError: one is not.

    """
    if not data.keys() <= fields:
        raise unknown(data, fields)


def text(data: Mapping[str, Any], field: str) -> str:
    """
    Return a text of a request; empty where it is not there.

    Raises:
        UsageError: it is none, or too long.

    """
    value = data.get(field)
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise UsageError(f"`{field}` is a text of at most {LONGEST_TEXT} letters")
    return value


def needed(data: Mapping[str, Any], field: str) -> str:
    """
    Return a text of a request that has to be there.

    Raises:
        UsageError: it is not.

    """
    value = text(data, field)
    if not value:
        raise UsageError(f"`{field}` is missing")
    return value


def seconds(data: Mapping[str, Any]) -> float:
    """
    Return how long to wait.

    Raises:
        UsageError: it is no number from 0 on.

    """
    value = data.get("wait", 0)
    # A NaN is not from 0 on either.
    if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
        raise UsageError("`wait` is a number of seconds from 0 on")
    return float(min(value, LONGEST_WAIT))
