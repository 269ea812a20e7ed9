"""
A model that plays a script: the streaming Messages API on loopback, as far as Claude Code needs it.

It answers only who knows its key, which is made anew each time, and it remembers what it
was sent: the tools it was offered and the results of its calls.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

MESSAGES = "/v1/messages"
COUNT = "/v1/messages/count_tokens"
OK, UNAUTHORIZED, NOT_FOUND = 200, 401, 404
JSON, STREAM = "application/json", "text/event-stream; charset=utf-8"
LARGEST = 64 * 1024 * 1024
IDLE = 60


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a tool that the model wants; without an id it gets one."""

    tool: str
    input: Mapping[str, object]
    id: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """What the model says in one answer: a text, calls of tools, or both."""

    text: str = ""
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the program handed back for a call."""

    id: str
    text: str
    error: bool


def say(text: str) -> Turn:
    """Return a turn that is only words; the program ends its run there."""
    return Turn(text)


def call(tool: str, /, **values: object) -> Turn:
    """Return a turn that calls one tool."""
    return Turn(calls=(Call(tool, values),))


def bash(command: str, **more: object) -> Turn:
    """Return a turn that runs a command."""
    return call("Bash", command=command, description="a step of the script", **more)


LAST = say("the script is over")
ASIDE = say("ok")
# Measured: 2.0.77 opens conversations of its own with this one word, to fill caches.
WARMING = "Warmup"


@dataclass
class ScriptedModel:
    """
    A model on a port of its own, while its `with` lasts.

    The n-th answer of a conversation is the n-th turn, whatever is asked, and after the
    last one a few words. A conversation whose first message contains a key of `others`
    (a subagent's) plays that script. A request that offers no tools is an aside, and so is
    one that only warms up.
    """

    turns: Sequence[Turn]
    others: Mapping[str, Sequence[Turn]] = field(default_factory=dict)
    aside: Turn = ASIDE
    key: str = field(default_factory=lambda: f"sk-ant-proctor-{secrets.token_hex(16)}")
    requests: list[dict[str, Any]] = field(default_factory=list)
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        """Listen on a free port of loopback."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, self))
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Listen no longer."""
        if self._server and self._thread:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
        self._server = None

    @property
    def url(self) -> str:
        """Return where it listens, as ANTHROPIC_BASE_URL takes it."""
        if self._server is None:
            message = "the model is not listening"
            raise RuntimeError(message)
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def play(self, body: dict[str, Any]) -> Turn:
        """Return the turn that answers a request, and remember the request."""
        self.requests.append(body)
        if not body.get("tools"):
            return self.aside
        messages = body.get("messages") or []
        if messages and only_warms(messages[0].get("content")):
            return self.aside
        turns = self._script_of(messages)
        done = sum(message.get("role") == "assistant" for message in messages)
        return turns[done] if done < len(turns) else LAST

    def _script_of(self, messages: list[dict[str, Any]]) -> Sequence[Turn]:
        first = json.dumps(messages[0].get("content", "")) if messages else ""
        for mark, turns in self.others.items():
            if json.dumps(mark)[1:-1] in first:
                return turns
        return self.turns

    def tools_offered(self) -> tuple[str, ...]:
        """Return the tools of the first request that offered any, sorted."""
        for body in self.requests:
            if tools := body.get("tools"):
                return tuple(sorted(str(tool.get("name", "")) for tool in tools))
        return ()

    def tool_results(self) -> tuple[ToolResult, ...]:
        """Return every result of a call that reached the model, once each, in order."""
        found: dict[str, ToolResult] = {}
        for body in self.requests:
            for result in results_in(body.get("messages") or []):
                found.setdefault(result.id, result)
        return tuple(found.values())


def results_in(messages: list[dict[str, Any]]) -> Iterator[ToolResult]:
    """Return the results of calls that a list of messages carries."""
    for message in messages:
        content = message.get("content")
        for block in content if isinstance(content, list) else ():
            if isinstance(block, dict) and block.get("type") == "tool_result":
                yield ToolResult(
                    id=str(block.get("tool_use_id", "")),
                    text=text_of(block.get("content")),
                    error=block.get("is_error") is True,
                )


def only_warms(content: object) -> bool:
    """Say whether a first message is the program's own, with which it only fills caches."""
    if isinstance(content, list):
        return any(isinstance(part, dict) and part.get("text") == WARMING for part in content)
    return content == WARMING


def text_of(content: object) -> str:
    """Return the words of a content, which is a text or a list of blocks."""
    if isinstance(content, list):
        texts = (block.get("text", "") for block in content if isinstance(block, dict))
        return "\n".join(str(text) for text in texts)
    return content if isinstance(content, str) else ""


class _Handler(BaseHTTPRequestHandler):
    """Answers one request; each comes on a connection of its own."""

    timeout = IDLE

    def __init__(self, scripted: ScriptedModel, *args: Any) -> None:
        # The parent answers the request within its own __init__.
        self.scripted = scripted
        super().__init__(*args)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Say nothing: what was sent is remembered."""

    def do_GET(self) -> None:
        """Answer what only looks whether anybody is there."""
        self._reply(OK, JSON, b"{}")

    def do_HEAD(self) -> None:
        """Answer the same without its body."""
        self.do_GET()

    def do_POST(self) -> None:
        """Answer a request for words."""
        try:
            size = min(int(self.headers.get("content-length") or 0), LARGEST)
            body = json.loads(self.rfile.read(size))
        except (ValueError, OSError):
            body = None
        path = self.path.partition("?")[0]
        given = self.headers.get("x-api-key") or self.headers.get("authorization") or ""
        if given.removeprefix("Bearer ") != self.scripted.key:
            self._refuse(UNAUTHORIZED, "authentication_error")
        elif path == COUNT:
            self._reply(OK, JSON, b'{"input_tokens": 42}')
        elif path != MESSAGES or not isinstance(body, dict):
            self._refuse(NOT_FOUND, "not_found_error")
        else:
            message = message_of(self.scripted.play(body), str(body.get("model", "scripted")))
            if body.get("stream"):
                self._reply(OK, STREAM, stream_of(message))
            else:
                self._reply(OK, JSON, json.dumps(message).encode())

    def _refuse(self, status: int, kind: str) -> None:
        error = {"type": "error", "error": {"type": kind, "message": kind}}
        self._reply(status, JSON, json.dumps(error).encode())

    def _reply(self, status: int, kind: str, data: bytes) -> None:
        try:
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(data)
        except OSError:
            # The program that asked was ended meanwhile.
            self.close_connection = True


def message_of(turn: Turn, model: str) -> dict[str, Any]:
    """Return a turn as a message of the API."""
    content: list[dict[str, Any]] = []
    if turn.text:
        content.append({"type": "text", "text": turn.text})
    for wanted in turn.calls:
        name = wanted.id or f"toolu_{secrets.token_hex(12)}"
        content.append(
            {"type": "tool_use", "id": name, "name": wanted.tool, "input": dict(wanted.input)}
        )
    return {
        "id": f"msg_{secrets.token_hex(12)}",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": "tool_use" if turn.calls else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }


def stream_of(message: dict[str, Any]) -> bytes:
    """Return a message as the events of a stream."""
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            begun = {**block, "text": ""}
            delta = {"type": "text_delta", "text": block["text"]}
        else:
            begun = {**block, "input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        events += [
            {"type": "content_block_start", "index": index, "content_block": begun},
            {"type": "content_block_delta", "index": index, "delta": delta},
            {"type": "content_block_stop", "index": index},
        ]
    ended = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events += [
        {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}},
        {"type": "message_stop"},
    ]
    lines = (f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    return "".join(lines).encode()
