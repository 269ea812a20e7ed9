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
import pwd
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from proctor.approval.askers import Manner
from proctor.approval.rights import is_self_edit
from proctor.audit.identity import load_identity
from proctor.audit.ids import timestamp
from proctor.audit.prepare import prepared
from proctor.audit.redaction.redact import Redactor
from proctor.audit.rows import LARGEST as LARGEST_NUMBER
from proctor.audit.spool import Spool, record_line
from proctor.config import load_config
from proctor.home import plain
from proctor.owner.background import ensure_owner
from proctor.owner.recorded_environment import recorded_environment
from proctor.server.posts import Posts
from proctor.server.requests import LONGEST_UID, Request, bound, folder
from proctor.terms.effect import Effect
from proctor.terms.record import Outcome, Record
from proctor.terms.role_chain import roles_of, runs_of
from proctor.terms.unseen import is_whole
from proctor.terms.verdict import Verdict
from proctor.tools.judging import OwnerJudge, Ruling

if TYPE_CHECKING:
    from pathlib import Path

    from proctor.roles.file_times import Signature
    from proctor.terms.call import ToolCall

# Whoever else writes to the spool does so for microseconds; a loop may wait here.
PATIENCE = 0.25
# Of a call, in values and letters; what is larger goes to the owner, which takes 16 MiB of JSON.
DEEPEST, LARGEST = 64, 1 << 20
# How somebody waits for people, by whether they do.
MANNERS = {True: Manner.HOLD, False: Manner.LEAVE}
NONE = type(None)
FIXED = frozenset({bool, float, NONE})
# A spool of so many bytes wants to be taken in; it is looked at after so many calls.
LONG, NOW_AND_THEN = 8 << 20, 500


class Keeper(NamedTuple):
    """
    What a record is made fit with; `signature` says of which files.

    `user_home` is the home folder that the owner takes for the user's.
    """

    signature: Signature
    redactor: Redactor
    key: bytes
    user_home: str


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
        self.allows = 0
        self.starting: threading.Thread | None = None

    def prepare(self, role: str, project: str) -> None:
        """Load a role, so that its first call does not wait for that."""
        with suppress(Exception):  # then the owner is asked
            if not runs_of(role) and self.is_ours():
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
        call, role, project, uid, *_ = request
        if not role or runs_of(role) or not 0 < len(uid) <= LONGEST_UID:
            return None
        if not is_plain(call) or not self.is_ours() or self.posts.overrides.names():
            # What was changed for one agent alone is for the owner to look up.
            return None
        post = self.posts.get(role, folder(project))
        keeper = self.keeper_of(role, project)
        if post.pipeline.around.home != keeper.user_home:
            # Rules about `~` would be about another folder than the owner's.
            return None
        decision = post.pipeline.decide(call)
        # Whether somebody may have other rights is for the owner to say, who knows the people.
        if decision.effect is not Effect.ALLOW or is_self_edit(decision):
            return None
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
        self.see_to_the_spool()
        return Ruling(Verdict.of(decision, None), record.uid)

    def keeper_of(self, role: str, project: str) -> Keeper:
        """
        Return what records are made fit with, read again when a file has changed.

        Raises:
            ProctorError: config.yaml has an error, or the home cannot be used.
            KeyError: nobody knows where the user is at home.

        """
        signature = self.posts.found(roles_of(role)[0], project).signature
        keeper = self.keeper
        if keeper is None or keeper.signature is not signature:
            keeping = load_config(self.home, None).keeping
            key = load_identity(self.home, keeping.host).key
            # As the owner is started, whatever this program was started with.
            at_home = recorded_environment(self.home).get("HOME")
            at_home = at_home or pwd.getpwuid(os.geteuid()).pw_dir
            keeper = Keeper(signature, Redactor(keeping.redact), key, plain(at_home))
            self.keeper = keeper
        return keeper

    def is_ours(self) -> bool:
        """Say whether the home is this user's: its owner has to take in what is left there."""
        return os.stat(self.home).st_uid == os.geteuid()  # noqa: PTH116 - asked for every call

    def see_to_the_spool(self) -> None:
        """Start an owner where the spool has grown long; nobody waits for that."""
        self.allows += 1
        if self.allows % NOW_AND_THEN or self.spool.size() < LONG:
            return
        if self.starting is None or not self.starting.is_alive():
            self.starting = threading.Thread(target=self.start_owner, daemon=True)
            self.starting.start()

    def start_owner(self) -> None:
        """Start an owner, if that is possible."""
        with suppress(Exception):  # the next call that needs one says why not
            ensure_owner(self.home, seconds=self.seconds)


def is_plain(call: ToolCall) -> bool:
    """Say whether a call is the same once it was written as JSON and read again, as it is sent."""
    texts = call._replace(input=None)
    if call.cwd is None or not call.tool or not all(type(one) in (str, NONE) for one in texts):
        return False
    room = [LARGEST]
    return all(is_json(one, DEEPEST, room) for one in (*texts, call.input))


def is_json(value: object, depth: int, room: list[int]) -> bool:
    """
    Say whether a value is the same once it was written as JSON and read again.

    Args:
        value: anything.
        depth: how deep it may be nested.
        room: how many values and letters it may have; what it has is taken off.

    """
    kind = type(value)
    room[0] -= 1
    if isinstance(value, str) and kind is str:
        room[0] -= len(value)
        # Of two halves of a character JSON makes one.
        return room[0] >= 0 and is_whole(value)
    if isinstance(value, int) and kind is int:
        return room[0] >= 0 and -LARGEST_NUMBER <= value <= LARGEST_NUMBER
    if kind in FIXED or room[0] < 0 or not depth:
        return kind in FIXED and room[0] >= 0
    if isinstance(value, dict) and kind is dict:
        names = all(type(key) is str and is_json(key, depth, room) for key in value)
        return names and all(is_json(one, depth - 1, room) for one in value.values())
    if isinstance(value, list) and kind is list:
        return all(is_json(one, depth - 1, room) for one in value)
    return False
