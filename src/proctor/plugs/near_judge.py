"""
A judge in the program's own process: what the rules plainly allow waits for nobody.

    plainly allowed ──► spool ──► the tool runs
    anything else ────► the owner, and it is waited for

It is what a hook does where no server runs: the same rules, and the same record, in the spool
before the tool runs. It costs half of what the owner's word does, and needs no server.

INVARIANT: nothing is allowed here but by the rules alone, with its record in the spool. What
asks, what denies, what cannot be looked up and whatever goes wrong is for the owner to say.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from proctor.approval.askers import Manner
from proctor.approval.rights import profile_of
from proctor.audit.identity import load_identity
from proctor.audit.ids import timestamp
from proctor.audit.prepare import prepared
from proctor.audit.redaction.redact import Redactor
from proctor.audit.spool import Spool, record_line
from proctor.config import load_config
from proctor.errors import NotAllowed
from proctor.server.posts import Posts
from proctor.server.requests import LONGEST_UID, Request, bound, folder
from proctor.terms.effect import Effect
from proctor.terms.record import Outcome, Record
from proctor.terms.role_chain import roles_of, runs_of
from proctor.terms.verdict import Verdict
from proctor.tools.judging import OwnerJudge, Ruling

if TYPE_CHECKING:
    from pathlib import Path

    from proctor.roles.file_times import Signature
    from proctor.terms.call import ToolCall

# Whoever else writes to the spool does so for microseconds; a loop may wait here.
PATIENCE = 0.05
DEEPEST = 64
# How somebody waits for people, by whether they do.
MANNERS = {True: Manner.HOLD, False: Manner.LEAVE}
FIXED = frozenset({str, bool, int, float, type(None)})


class Keeper(NamedTuple):
    """What a record is made fit with; `signature` says of which files."""

    signature: Signature
    redactor: Redactor
    key: bytes


class NearJudge(OwnerJudge):
    """
    Decides here what the rules plainly allow, and lets the owner of a home decide the rest.

    Args:
        home: Proctor's home.
        seconds: how long a server may take to start.

    """

    def __init__(self, home: Path, *, seconds: float = 10.0) -> None:
        super().__init__(home, seconds=seconds)
        self.posts = Posts(home)
        self.spool = Spool(home)
        self.keeper: Keeper | None = None

    def prepare(self, role: str, project: str) -> None:
        """Load a role, so that its first call does not wait for that."""
        with suppress(Exception):  # then the owner is asked
            if not runs_of(role):
                self.posts.get(role, project)
                self.keeper_of(role, project)

    async def judge(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, and keep the record of that; whatever goes wrong is a deny."""
        ruling = self.allowed(Request(call, role, project, uid, MANNERS[waits]))
        if ruling is not None:
            return ruling
        return await super().judge(call, role=role, project=project, uid=uid, waits=waits)

    def judge_now(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, as `judge` does."""
        ruling = self.allowed(Request(call, role, project, uid, MANNERS[waits]))
        if ruling is not None:
            return ruling
        return super().judge_now(call, role=role, project=project, uid=uid, waits=waits)

    def allowed(self, request: Request) -> Ruling | None:
        """Return the allow of a call that needs nobody; None where the owner has to decide."""
        try:
            return self.decided_here(request)
        except Exception:  # noqa: BLE001 - whatever it is, it is no yes
            return None

    def decided_here(self, request: Request) -> Ruling | None:
        """Decide a call by the rules, and keep the record of an allow; None for anything else."""
        began = time.perf_counter()
        call, role, project, uid, _ = request
        if not role or runs_of(role) or not 0 < len(uid) <= LONGEST_UID:
            return None
        if call.cwd is None or not is_json(call.input, DEEPEST):
            return None
        post = self.posts.get(role, folder(project))
        decision = post.pipeline.decide(call)
        # Whether somebody may have other rights is for the owner to say, who knows the people.
        if decision.effect is not Effect.ALLOW or profile_of(decision) is not None:
            return None
        keeper = self.keeper_of(role, project)
        # As the owner names it: the same call that is handed in again is kept once.
        name = bound(keeper.key, uid, request)
        record = Record.of(
            call,
            decision,
            None,
            post.standing,
            uid=f"{name}-{Outcome.ALLOW.value}",
            timestamp=timestamp(),
            duration_us=int((time.perf_counter() - began) * 1e6),
        )
        line = record_line(prepared(record, keeper.redactor, keeper.key))
        self.spool.put([line], patience=PATIENCE)
        return Ruling(Verdict.of(decision, None), record.uid)

    def keeper_of(self, role: str, project: str) -> Keeper:
        """
        Return what records are made fit with, read again when a file has changed.

        Raises:
            ProctorError: config.yaml has an error, or the home cannot be used, or is not ours:
                its owner could not take in what we leave there.

        """
        signature = self.posts.found(roles_of(role)[0], project).signature
        keeper = self.keeper
        if keeper is None or keeper.signature is not signature:
            if self.home.stat().st_uid != os.geteuid():
                raise NotAllowed("the home belongs to somebody else")
            keeping = load_config(self.home, None).keeping
            key = load_identity(self.home, keeping.host).key
            keeper = self.keeper = Keeper(signature, Redactor(keeping.redact), key)
        return keeper


def is_json(value: object, depth: int) -> bool:
    """Say whether a value is the same once it was written as JSON and read again."""
    kind = type(value)
    if kind in FIXED:
        return True
    if not depth:
        return False
    if isinstance(value, dict) and kind is dict:
        return all(type(key) is str and is_json(one, depth - 1) for key, one in value.items())
    return (
        isinstance(value, list) and kind is list and all(is_json(one, depth - 1) for one in value)
    )
