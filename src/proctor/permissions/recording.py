"""
Keep what was decided: by a callback, or in a store. Secrets are taken out before either sees it.

INVARIANT: where something is meant to keep records, nothing runs whose record was not kept.
"""

from __future__ import annotations

import secrets
import socket
from typing import TYPE_CHECKING, Any

from proctor.audit.identity import Identity
from proctor.audit.prepare import prepared
from proctor.audit.redaction.redact import Redactor
from proctor.audit.trail import Trail
from proctor.errors import StoreError
from proctor.permissions.dialog import AwaitIt
from proctor.terms.event import Event
from proctor.tools.judging import event_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from proctor.audit.store import Store
    from proctor.permissions.dialog import Settle
    from proctor.terms.call import ToolCall
    from proctor.terms.record import Record

    Keeping = Callable[["Record"], object] | Store


class NotRecorded(Exception):
    """The record of a call could not be kept."""


class Recorder:
    """
    Hands records to whoever keeps them.

    In a store each recorder has chains of its own: it can share one with others.

    Args:
        keeping: a callable, a store, or None where nothing is kept.

    Raises:
        TypeError: it is something else.

    """

    def __init__(self, keeping: Keeping | None) -> None:
        self.key = secrets.token_bytes(32)
        self.redactor = Redactor()
        self.callback: Callable[[Record], object] | None = None
        self.trail: Trail | None = None
        if keeping is None:
            return
        if callable(keeping):
            self.callback = keeping
        elif callable(getattr(keeping, "insert", None)):
            who = Identity(socket.gethostname(), f"library-{secrets.token_hex(8)}", self.key)
            self.trail = Trail(keeping, who, self.redactor)
        else:
            message = f"record is a callable or a store, not {type(keeping).__name__}"
            raise TypeError(message)

    @property
    def keeps(self) -> bool:
        """Say whether anything is kept."""
        return self.callback is not None or self.trail is not None

    async def keep(self, record: Record, settle: Settle) -> None:
        """
        Keep a record.

        Raises:
            NotRecorded: it could not be kept.
            AwaitIt: the callback has to be awaited, and an event loop runs here.

        """
        try:
            if self.trail is not None:
                self.trail.append([record])
            elif self.callback is not None:
                await settle(self.callback(prepared(record, self.redactor, self.key)))
        except AwaitIt:
            raise
        except Exception as error:
            raise NotRecorded(f"{type(error).__name__}: {error}") from error

    def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep what became of a call, where there is a store; False if that was not possible."""
        if self.trail is None:
            return True
        who = self.trail.identity
        row = event_line(kind, call, uid, body)["row"]
        try:
            self.trail.put_events([Event(host=who.host, home=who.home, **row)])
        except StoreError:
            return False
        return True


class Recording:
    """The recorder as a gate uses it, for one call."""

    def __init__(self, recorder: Recorder, settle: Settle) -> None:
        self.recorder = recorder
        self.settle = settle

    async def append(self, record: Record) -> bool:
        """
        Keep a record.

        Raises:
            NotRecorded: it could not be kept.

        """
        await self.recorder.keep(record, self.settle)
        return True
