"""
A trial: a role or rules of your own, asked about calls as a server would be.

    call ─► rules ─► desk, where a script answers ─► record, in memory ─► Outcome
"""

from __future__ import annotations

import asyncio
import secrets
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from proctor.approval.channels.scripted import Line
from proctor.assemble import Policy, RuleLike
from proctor.audit.ids import new_uid
from proctor.audit.owner import OwnerLock
from proctor.errors import UsageError
from proctor.home import proctor_home
from proctor.terms.effect import Effect
from proctor.terms.event import Event
from proctor.terms.mode import Mode
from proctor.terms.question import Question
from proctor.terms.record import Record
from proctor.testing.answers import AnswerLike, read_answer
from proctor.testing.outcome import Outcome
from proctor.testing.trial_home import OWN_ROLE, copy_home, trust_project, write_role
from proctor.testing.trial_judge import TrialJudge
from proctor.testing.trial_office import ALL, OfficeThread, TrialOffice, as_sent

if TYPE_CHECKING:
    from proctor.assemble import ToolLike

HARNESS = "trial"


class Opened(NamedTuple):
    """
    What a trial has while it lasts.

    The lock is that of an owner: no tool that is tried can start a server for this home.
    """

    folder: tempfile.TemporaryDirectory[str]
    lock: OwnerLock
    home: Path
    thread: OfficeThread


class Trial:
    """
    A place to try a policy in: decided, asked and kept as by a server, in memory.

    Either a `role`, or rules of your own, which are those of `Policy.of`. Use it as a
    context; it may be asynchronous.

    Args:
        role: a role, or a chain of them: the project's, the home's, or a built-in one.
        allow: rules that allow.
        ask: rules that ask.
        deny: rules that deny.
        profile: a profile that the rules are added to.
        mode: the mode of the rules.
        order: in which order the lists count.
        otherwise: what holds where no rule matches.
        tools: the tools that there are, by name or as functions with `@tool`; all if not given.
        specifier_fields: the input fields that hold a tool's target, by the tool's name.
        project: the folder that the agent works in; the current one if not given.
        home: a home whose roles and configuration count; it is copied, and only read.
        trusted: whether the project's own roles count in full, as after `proctor trust`.
        answers: what people say, the first that fits a question; without one that fits, a
            question ends at once as one that nobody has answered.
        agent: the name under which calls are kept.
        person: on whose behalf the agent works.

    Raises:
        UsageError: there is no role and no rule, or both.
        RuleError: a rule cannot be read, or its tool is a known one mistyped.
        NotFound: there is no such profile.
        ChannelError: an answer is none.

    """

    def __init__(  # noqa: PLR0913 - keyword only but for the role
        self,
        role: str = "",
        *,
        allow: Sequence[RuleLike] | None = None,
        ask: Sequence[RuleLike] | None = None,
        deny: Sequence[RuleLike] | None = None,
        profile: str | None = None,
        mode: Mode | str | None = None,
        order: Sequence[Effect | str] | None = None,
        otherwise: Effect | str | None = None,
        tools: Sequence[ToolLike] | None = None,
        specifier_fields: Mapping[str, Sequence[str]] | None = None,
        project: Path | str | None = None,
        home: Path | str | None = None,
        trusted: bool = True,
        answers: Iterable[AnswerLike] = (),
        agent: str = HARNESS,
        person: str = "",
    ) -> None:
        given = {
            "allow": allow, "ask": ask, "deny": deny, "profile": profile, "mode": mode,
            "order": order, "otherwise": otherwise, "tools": tools,
            "specifier_fields": specifier_fields,
        }  # fmt: skip
        self._rules = {name: value for name, value in given.items() if value is not None}
        check(role, self._rules, home)
        self.role = role or OWN_ROLE
        self.project = Path(project or ".").absolute()
        self.agent = agent
        self.person = person
        self.session = secrets.token_hex(8)
        self._like = Path(home).absolute() if home else None
        self._trusted = trusted
        self._answers = [read_answer(each) for each in answers]
        self._unused = tuple(self._answers)
        self._open: Opened | None = None

    # Its life

    def __enter__(self) -> Self:
        """
        Begin.

        Raises:
            ProctorError: the role does not load, or a configuration is wrong.

        """
        if self._open is not None:
            raise UsageError("the trial has begun already")
        folder = tempfile.TemporaryDirectory(prefix="proctor-trial-")
        lock = None
        try:
            # Not the folder itself: what lies beside a home is never a project.
            home = Path(folder.name) / "home"
            home.mkdir(mode=0o700)
            self._furnish(home)
            lock = OwnerLock(home)
            lock.try_take()
            meant = self._like or proctor_home()
            thread = OfficeThread(TrialOffice(home, self._answers, meant=meant))
            thread.start()
            self._open = Opened(folder, lock, home, thread)
            thread.submit(self._looked_up(thread.office)).result()
        except BaseException:
            if self._open is not None:
                self.close()
            else:
                leave(folder, lock)
            raise
        return self

    def _furnish(self, home: Path) -> None:
        """Put into a home what decides."""
        if self._like is not None:
            copy_home(self._like, home)
        if self._rules:
            write_role(home, self._rules)
        if self._trusted:
            trust_project(self.project, home)

    async def _looked_up(self, office: TrialOffice) -> None:
        """Look whether the role loads, so that a wrong one fails here and not at a call."""
        office.posts.get(self.role, str(self.project))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End, and leave nothing behind."""
        self.close()

    async def __aenter__(self) -> Self:
        """Begin, without standing in anybody's way."""
        return await asyncio.to_thread(self.__enter__)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End, and leave nothing behind."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """End; the records are gone then."""
        opened, self._open = self._open, None
        if opened is not None:
            self._unused = tuple(opened.thread.office.channel.unused)
            try:
                opened.thread.stop()
            finally:
                leave(opened.folder, opened.lock)

    @property
    def _opened(self) -> Opened:
        """
        Return what is open.

        Raises:
            UsageError: nothing is.

        """
        if self._open is None:
            raise UsageError("the trial is not open", help="with Trial(…) as trial: …")
        return self._open

    # Trying

    @property
    def home(self) -> Path:
        """Return the trial's own home, for a toolbox or a plug; it is gone at the end."""
        return self._opened.home

    @property
    def judge(self) -> TrialJudge:
        """Return who decides here, for a toolbox or a plug."""
        return TrialJudge(self._opened.thread)

    def call(self, tool: str, input: object = None, **more: str) -> Outcome:  # noqa: A002 - the tool's word
        """
        Take a call all the way, but for running it.

        Args:
            tool: its name.
            input: what it is given; nothing is an empty object.
            more: what else a call says: `cwd`, `agent`, `session`, `subagent`, `mode`,
                `call_id`, `requester`, `harness`; and `role`, `project`.

        Raises:
            ProctorError: there is no such field, or the role does not load.
            TypeError: the input has no form in JSON.
            ValueError: likewise.

        """
        return self._begun(tool, input, more).result()

    async def acall(self, tool: str, input: object = None, **more: str) -> Outcome:  # noqa: A002 - as above
        """Take a call all the way, for whoever must not stand still; see `call`."""
        return await asyncio.wrap_future(self._begun(tool, input, more))

    def _begun(self, tool: str, given: object, more: dict[str, str]) -> Future[Outcome]:
        """Begin with a call."""
        usual = {
            "role": self.role, "project": str(self.project), "agent": self.agent,
            "session": self.session, "requester": self.person, "harness": HARNESS,
        }  # fmt: skip
        call = {"tool": tool, "input": {} if given is None else given, "uid": new_uid()}
        thread = self._opened.thread
        return thread.submit(thread.office.outcome(as_sent({**usual, **more, **call})))

    def answer(self, *answers: AnswerLike) -> None:
        """
        Let people say something else from now on.

        Raises:
            ChannelError: an answer is none.

        """
        self._opened.thread.office.channel.replace(answers)

    @property
    def unused(self) -> tuple[Line, ...]:
        """Return the answers that nobody has been given so far; it may be asked at the end, too."""
        if self._open is None:
            return self._unused
        return tuple(self._open.thread.office.channel.unused)

    # What was kept

    @property
    def records(self) -> tuple[Record, ...]:
        """Return every record, oldest first, as an audit would show it."""
        return tuple(self._opened.thread.office.kept_records()[::-1])

    @property
    def questions(self) -> tuple[Question, ...]:
        """Return every question that was asked, oldest first, as it stands."""
        return tuple(self._opened.thread.office.keepers.store.questions(limit=ALL))

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what toolboxes and plugs told of calls, oldest first."""
        return tuple(self._opened.thread.office.keepers.store.events(limit=ALL))


def check(role: str, rules: Mapping[str, Any], home: object) -> None:
    """
    Look whether what was given can be tried.

    Raises:
        UsageError: there is no role and no rule, or both.
        ProctorError: a rule is none.

    """
    if bool(role) == bool(rules):
        raise UsageError(
            "a trial is of a role, or of rules of your own",
            help="Trial('coder') or Trial(allow=['Read'], deny=['Bash'])",
        )
    if rules and home is not None:
        raise UsageError("rules of your own need no home", help="put them into a role of that home")
    Policy.of(**rules)


def leave(folder: tempfile.TemporaryDirectory[str], lock: OwnerLock | None) -> None:
    """Leave nothing behind."""
    if lock is not None:
        lock.release()
    folder.cleanup()
