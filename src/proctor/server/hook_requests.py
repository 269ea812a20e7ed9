"""
What a hook says on the socket, and what it is told.

    {"op":"hook","v":1,"id":"0123456789abcdef","program":"claude-code","event":"<hex>",…}
    0123456789abcdef wait
    0123456789abcdef 0 {"hookSpecificOutput":…}

Whatever is a text comes as the hexadecimal digits of its bytes, so that nothing has to be
escaped. Nothing in it is believed.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from proctor.approval.askers import Asker, Manner
from proctor.errors import UsageError
from proctor.server.seat import Sitting

OP = "hook"
VERSION = 1
PROGRAM = "claude-code"
FIELDS = frozenset(
    {"v", "id", "program", "event", "role", "agent", "ask_holds", "seconds", "uid", "env"}
)
# Said by a hook that was installed for everybody on the machine, and by no other.
MANAGED = "managed"
# Said by `proctor permission-request`, which is called for dialogs and for nothing else.
ONLY_DIALOGS = "only_dialogs"
ID, UID = re.compile(r"[0-9a-f]{16}"), re.compile(r"[0-9a-f]{32}")
LONGEST_NAME, LONGEST_VALUE, MOST_VARIABLES = 400, 8192, 32
LONGEST_SECONDS = 86_400.0
GAVE_UP = "the agent program gave up waiting"


class HookRequest(NamedTuple):
    """
    One event of an agent program, and who handed it over.

    `seconds` is what is left of the hook's own time; `uid` names this call of the hook,
    so that one who comes again after a crash is the same. `managed` says that the machine's
    administrator has installed the hook: its role holds beside that of any agent. `only_dialogs`
    says that it hears of dialogs alone, perhaps beside a hook that hears of every call.
    """

    event: bytes
    role: str
    agent: str
    ask_holds: bool
    seconds: float
    uid: str
    env: dict[str, str]
    managed: bool = False
    only_dialogs: bool = False

    @property
    def attended(self) -> bool:
        """Say whether somebody sits before the program, and it keeps to an `ask`."""
        return (
            self.ask_holds
            and self.env.get("CLAUDE_CODE_ENTRYPOINT") == "cli"
            and self.env.get("CLAUDE_CODE_SESSION_ATTENDED") == "1"
        )


class HookAnswer(NamedTuple):
    """What the hook ends with: its status, and what it prints; no status: let it decide itself."""

    status: int | None
    text: str

    def line(self, name: str) -> bytes:
        """Return the line that says so."""
        if self.status is None:
            return f"{name} cold\n".encode()
        text = " ".join(self.text.splitlines())
        return f"{name} {self.status} {text}\n".encode("ascii", "backslashreplace")


SILENT = HookAnswer(0, "")
COLD = HookAnswer(None, "")


class Visit:
    """Whoever is at the other end of a connection: they wait, and may be gone at any moment."""

    __slots__ = ("asker", "gone", "name", "pid", "waits", "words", "write")

    def __init__(self, write: Callable[[bytes], Awaitable[None]], pid: int = 0) -> None:
        self.write = write
        # The process, by the system's word; 0 where nobody knows.
        self.pid = pid
        self.name = ""
        # It was told to wait; nobody is there any more.
        self.waits = False
        self.gone = False
        self.asker: Asker | None = None
        self.words = ""

    async def wait(self) -> None:
        """Tell it, once, that its answer takes a while."""
        if not self.waits:
            self.waits = True
            await self.write(f"{self.name} wait\n".encode())

    def attend(self, asker: Asker, words: str) -> None:
        """Note how it waits, and what is said when it is gone."""
        self.asker, self.words = asker, words
        if self.gone:
            self.leave()

    def seated(self, manner: Manner) -> Sitting:
        """Return how somebody is asked for this visitor: no longer than they are there."""
        asker = Asker(manner)
        self.attend(asker, GAVE_UP)
        return Sitting(asker=asker)

    def leave(self) -> None:
        """Hear that nobody is there any more."""
        self.gone = True
        if self.asker is not None:
            self.asker.leave(self.words)


def name_of_request(fields: dict[str, Any]) -> str:
    """Return the name by which a request is answered; nothing where it has none."""
    name = fields.get("id")
    return name if isinstance(name, str) and ID.fullmatch(name) else ""


def read_hook(fields: dict[str, Any]) -> HookRequest:
    """
    Read what a hook says.

    Raises:
        UsageError: it is not what one of ours says.

    """
    if (
        fields.keys() - {MANAGED, ONLY_DIALOGS} != FIELDS
        or fields["v"] != VERSION
        or fields["program"] != PROGRAM
    ):
        raise UsageError("a hook of another version, or of none")
    seconds, holds, uid = fields["seconds"], fields["ask_holds"], fields["uid"]
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise UsageError("`seconds` is a number")
    managed, only_dialogs = fields.get(MANAGED, False), fields.get(ONLY_DIALOGS, False)
    if not all(isinstance(said, bool) for said in (holds, managed, only_dialogs)):
        raise UsageError("`ask_holds`, `managed` and `only_dialogs` are true or false")
    if not isinstance(uid, str) or not UID.fullmatch(uid):
        raise UsageError("`uid` is not one")
    return HookRequest(
        event=read_bytes(fields["event"]),
        role=read_text(fields["role"], LONGEST_NAME),
        agent=read_text(fields["agent"], LONGEST_NAME),
        ask_holds=holds,
        # A NaN is no time at all.
        seconds=min(seconds, LONGEST_SECONDS) if seconds > 0 else 0.0,
        uid=uid,
        env=read_env(fields["env"]),
        managed=managed,
        only_dialogs=only_dialogs,
    )


def read_env(value: object) -> dict[str, str]:
    """
    Read the variables that a hook hands on.

    Raises:
        UsageError: it is not that.

    """
    if not isinstance(value, dict) or len(value) > MOST_VARIABLES:
        raise UsageError("`env` is an object with few keys")
    return {name: read_text(text, LONGEST_VALUE) for name, text in value.items()}


def read_text(value: object, longest: int) -> str:
    """
    Read a text; odd bytes in it stay what they are.

    Raises:
        UsageError: it is none, or a longer one.

    """
    text = read_bytes(value)
    if len(text) > longest:
        raise UsageError("a text that is too long")
    return text.decode("utf-8", "surrogateescape")


def read_bytes(value: object) -> bytes:
    """
    Read bytes.

    Raises:
        UsageError: these are no hexadecimal digits.

    """
    if not isinstance(value, str):
        raise UsageError("a text comes as hexadecimal digits")
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise UsageError("a text comes as hexadecimal digits") from None
