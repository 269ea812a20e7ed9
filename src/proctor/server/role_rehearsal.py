"""
What a role that is not saved yet would have changed: the last week's calls, decided again.

Each call that was kept is decided twice: by the role as it is, and as it would be. So only
what the new text changes is told, and not what has become of the machine since. Of the calls
of other roles, what was decided then stands for the first. Inputs are kept without their
secrets, and are decided so.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from proctor.audit.ids import timestamp
from proctor.audit.rows import Kept
from proctor.audit.store import Filter, Store
from proctor.errors import ProctorError
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.policy.policy import Policy
from proctor.roles.drafting import Drafted
from proctor.roles.file_changes import Place, after
from proctor.roles.find import RoleShelf
from proctor.roles.identity import key
from proctor.roles.role_place import Files, Moment, Thought
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.record import Outcome, Record

WEEK = 7 * 86_400
# Not more calls, nor seconds, than this.
MOST_CALLS, MOST_SECONDS = 20_000, 20.0
PAGE = 500
# So many calls that would be decided otherwise are shown one by one.
MOST_SHOWN = 200
# Whoever else wants to run, may, after so many calls.
STRETCH, PAUSE = 20, 0.001
EFFECTS = {
    Outcome.ALLOW: Effect.ALLOW,
    Outcome.DENY: Effect.DENY,
    Outcome.ASK_APPROVED: Effect.ASK,
    Outcome.ASK_DENIED: Effect.ASK,
    Outcome.ASK_TIMEOUT: Effect.ASK,
    Outcome.ASK_DIALOG: Effect.ASK,
}


@dataclass(frozen=True, slots=True)
class Changed:
    """A call that would be decided otherwise; `n` is the number of its record."""

    n: int
    timestamp: str
    agent: str
    action: str
    recorded: str
    old: str
    new: str
    why: str


@dataclass(slots=True)
class Rehearsal:
    """
    How far it has come, and what it found.

    `counts` has pairs of old and new effect, also of what stays. `lacking` are calls that
    could not be decided again. `ended` says why it ended before the last record, if it did.
    """

    role: str
    of: str
    looked: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    changed: list[Changed] = field(default_factory=list)
    lacking: int = 0
    done: bool = False
    ended: str = ""
    stopped: bool = False

    @property
    def moves(self) -> list[tuple[str, str, int]]:
        """Return what would be otherwise, with numbers; the most frequent first."""
        found = [(old, new, many) for (old, new), many in self.counts.items() if old != new]
        return sorted(found, key=lambda move: (-move[2], move))

    @property
    def same(self) -> int:
        """Return how many calls would be decided as before."""
        return sum(many for (old, new), many in self.counts.items() if old == new)


class Rehearser:
    """
    Decides kept calls by a role as it is and as it would be.

    Args:
        place: where the role is.
        draft: the role as it would be.
        exists: whether there is one of that id already.

    """

    def __init__(self, place: Place, draft: Drafted, *, exists: bool) -> None:
        self.place = place
        self.draft = draft
        self.exists = exists
        self.pipelines: dict[str, tuple[Pipeline | None, Pipeline | None]] = {}
        self.known: dict[tuple[str, ...], tuple[Effect | None, Effect, str]] = {}

    def run(self, store: Store, found: Rehearsal, *, seconds: float = MOST_SECONDS) -> None:
        """Decide the calls of the last week, newest first, until time is over."""
        end = time.monotonic() + seconds
        try:
            for kept in records(store, found.of):
                if found.stopped or time.monotonic() > end or found.looked >= MOST_CALLS:
                    found.ended = (
                        "stopped" if found.stopped else f"{found.looked:,} calls are enough"
                    )
                    break
                self.look_at(kept, found)
                if found.looked % STRETCH == 0:
                    time.sleep(PAUSE)
        except ProctorError as error:
            found.ended = error.message
        finally:
            found.done = True

    def look_at(self, kept: Kept, found: Rehearsal) -> None:
        """Decide one call again."""
        record = kept.record
        recorded = EFFECTS.get(record.decision)  # type: ignore[call-overload]  # a word that is one
        if recorded is None or not record.tool or not self.is_ours(record):
            return
        found.looked += 1
        try:
            now, then, why = self.decided(record)
        except (ProctorError, OSError, ValueError):
            found.lacking += 1
            return
        old = now if now is not None and record.role == found.role else recorded
        found.counts[old.word, then.word] += 1
        if old is not then and len(found.changed) < MOST_SHOWN:
            found.changed.append(
                Changed(
                    kept.n,
                    record.timestamp,
                    record.agent_name,
                    record.action_string,
                    record.decision,
                    old.word,
                    then.word,
                    why,
                )
            )

    def is_ours(self, record: Record) -> bool:
        """Say whether a role of this place can count for a call."""
        root = self.place.root
        return root is None or (bool(record.project) and key(record.project) == key(root))

    def decided(self, record: Record) -> tuple[Effect | None, Effect, str]:
        """Return what the role says of a call today, what it would say, and why."""
        mark = (record.project, record.cwd, record.tool, record.mode, record.input_digest)
        if record.input_digest and mark in self.known:
            return self.known[mark]
        call = ToolCall(
            tool=record.tool,
            input=record.input,
            cwd=record.cwd or None,
            mode=record.mode or None,
            agent=record.agent_name or None,
        )
        before, then = self.pipelines_in(record.project)
        if then is None:
            raise ProctorError("the role does not load there")
        decision = then.decide(call)
        now = before.decide(call).effect if before else None
        self.known[mark] = now, decision.effect, decision.why
        return self.known[mark]

    def pipelines_in(self, project: str) -> tuple[Pipeline | None, Pipeline | None]:
        """Return the role in a project, as it is and as it would be."""
        if project not in self.pipelines:
            root = self.place.root or (Path(project) if project else None)
            files = Files.read(self.place.home, root)
            changes = {self.draft.file: self.draft.data}
            then = after(files, changes, in_project=self.place.in_project)
            before = self.pipeline(Moment(files), root) if self.exists else None
            self.pipelines[project] = before, self.pipeline(Thought(then), root)
        return self.pipelines[project]

    def pipeline(self, shelf: RoleShelf, root: Path | None) -> Pipeline | None:
        """Return a role at work in a project; None where it does not load there."""
        try:
            role, config = shelf.load(self.draft.id), shelf.config()
        except ProctorError:
            return None
        policy = Policy.compile(
            role.permissions,
            tools=role.tools,
            mode=role.mode,
            follow_bypass=role.follow_bypass,
            additional_directories=role.additional_directories,
            catalogue=config.catalogue,
        )
        folder = root or Path("/")
        home = self.place.home
        return Pipeline(
            policy, surroundings(cwd=folder, root=folder, home=home, catalogue=config.catalogue)
        )


def records(store: Store, role: str) -> Iterator[Kept]:
    """Return the calls that were kept of a role in the last week, newest first."""
    wanted = Filter(role=role, since=timestamp(time.time() - WEEK), about="")
    while True:
        page = store.find(wanted, limit=PAGE)
        yield from page
        if len(page) < PAGE:
            return
        wanted = wanted._replace(before=page[-1].n)
