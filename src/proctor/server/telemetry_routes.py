"""
The two paths at which agent programs hand in telemetry: OTLP by HTTP, in JSON.

Without a framework: what a program hands in first must not wait until the other routes are built.
On a busy machine its patience, or its life, would end before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from proctor.server.agent_tokens import LOGS, PATHS, SESSION
from proctor.server.answers import App, Receive, Scope, Send, WrongForm
from proctor.server.bodies import Unread, read_body
from proctor.server.office import Office
from proctor.server.otlp import LARGEST
from proctor.server.problems import answer_post

JSON = "application/json"
PLAIN, PACKED = frozenset({"", "identity"}), "gzip"
KIND, CODING = b"content-type", b"content-encoding"


class TakeTelemetry:
    """Answers at these two paths, and hands every other request on."""

    def __init__(self, office: Office, app: App) -> None:
        self.office = office
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take what a program hands in, or hand the request on."""
        if scope["path"] not in PATHS:
            await self.app(scope, receive, send)
            return
        await answer_post(scope, send, lambda: self.taken(scope, receive))

    async def taken(self, scope: Scope, receive: Receive) -> Mapping[str, Any]:
        """
        Take the body of a request; only a session's token opens the way to here.

        Raises:
            WrongForm: it is not JSON, or is packed in a way that is not known.
            UsageError: it is not what it should be.

        """
        telemetry, session = self.office.telemetry, scope[SESSION]
        # Before anything is read.
        telemetry.check(session)
        headers = dict(scope["headers"])
        kind = word_of(headers.get(KIND, b"").partition(b";")[0])
        coding = word_of(headers.get(CODING, b""))
        if kind != JSON:
            raise WrongForm(
                f"telemetry is taken as {JSON}", help="OTEL_EXPORTER_OTLP_PROTOCOL=http/json"
            )
        if coding not in PLAIN and coding != PACKED:
            raise WrongForm(f"telemetry is taken as it is, or as {PACKED}")
        body = await read_body(Unread(scope, receive), LARGEST)
        logs = scope["path"] == LOGS
        return telemetry.take(session, body, logs=logs, packed=coding == PACKED)


def word_of(header: bytes) -> str:
    """Return a word of a header as it is compared."""
    return header.decode("latin-1").strip().lower()
