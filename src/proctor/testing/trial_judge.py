"""The judge of a trial, for toolboxes and plugs: what a server would say, in memory."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError, Future
from typing import Any

from proctor.audit.ids import timestamp
from proctor.errors import ProctorError, UsageError
from proctor.server.hook_requests import Visit
from proctor.terms.call import ToolCall
from proctor.testing.trial_office import OfficeThread, as_sent
from proctor.tools.judging import HOLD, LEAVE, Ruling, denied, read_ruling

OVER = "the trial is over"
# Of us, and of what has no form in JSON.
WRONG = (ProctorError, TypeError, ValueError, OverflowError, RecursionError)


class TrialJudge:
    """Decides as the owner of the trial's home."""

    def __init__(self, thread: OfficeThread) -> None:
        self.thread = thread

    async def judge(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, and keep the record of that; whatever goes wrong is a deny."""
        try:
            work = self._deciding(call, role, project, uid, waits)
            return read_ruling(await asyncio.wrap_future(work))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return undecided(UsageError(OVER))
        except WRONG as error:
            return undecided(error)

    def judge_now(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Decide a call, for whoever may wait."""
        try:
            return read_ruling(self._deciding(call, role, project, uid, waits).result())
        except CancelledError:
            return undecided(UsageError(OVER))
        except WRONG as error:
            return undecided(error)

    def _deciding(
        self, call: ToolCall, role: str, project: str, uid: str, waits: bool
    ) -> Future[object]:
        """Begin to decide."""
        said = {field: value for field, value in call._asdict().items() if value is not None}
        ask = HOLD if waits else LEAVE
        request = as_sent({**said, "role": role, "project": project, "uid": uid, "ask": ask})
        return self.thread.submit(self._decided(request))

    async def _decided(self, request: dict[str, Any]) -> object:
        """Decide, until whoever asks is gone: then their question is taken back."""
        visit = Visit(told_nothing)
        deciding = asyncio.ensure_future(self.thread.office.decide(request, visit))
        try:
            return await asyncio.shield(deciding)
        except asyncio.CancelledError:
            visit.leave()
            await asyncio.wait({deciding})
            raise

    async def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, as an event; False if that was not possible."""
        try:
            await asyncio.wrap_future(self._keeping(kind, call, uid, body))
        except WRONG:
            return False
        return True

    def tell_now(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, for whoever may wait."""
        try:
            self._keeping(kind, call, uid, body).result()
        except (*WRONG, CancelledError):
            return False
        return True

    def _keeping(
        self, kind: str, call: ToolCall, uid: str, body: dict[str, Any]
    ) -> Future[dict[str, Any]]:
        """Begin to keep an event."""
        row = {
            "uid": f"{uid}-{kind}",
            "timestamp": timestamp(),
            "kind": kind,
            "agent": call.agent or "",
            "session": call.session or "",
            "body": {"tool": call.tool, "call_id": call.call_id or "", **body},
        }
        line = as_sent({"v": 1, "kind": "event", "row": row})
        return self.thread.submit(self.thread.office.keep([line]))


async def told_nothing(_: bytes) -> None:
    """Tell nobody that it takes a while: they wait."""


def undecided(error: Exception) -> Ruling:
    """Return the no that an error is."""
    if isinstance(error, ProctorError):
        return denied(f"nobody decided: {error.message}")
    return denied(f"nobody decided: the input cannot be handed on: {error}")
