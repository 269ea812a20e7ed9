"""
Claude Code's hooks: what an event says, and a verdict in the form that the event takes.

Nothing in here decides. `hear` takes whatever bytes come and never raises: a call that is
not whole becomes one that nothing allows, and an event that cannot be told has no name.
"""

from __future__ import annotations

import json

from proctor.terms.call import ToolCall
from proctor.terms.denial import sourced
from proctor.terms.effect import ALLOW, ASK
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from proctor.terms.verdict import Verdict

HARNESS = "claude-code"
PRE_TOOL_USE = "PreToolUse"
PERMISSION_REQUEST = "PermissionRequest"
CONFIG_CHANGE = "ConfigChange"
CALL_EVENTS = frozenset(
    {PRE_TOOL_USE, PERMISSION_REQUEST, "PostToolUse", "PostToolUseFailure", "PermissionDenied"}
)
# Tools that speak with the user by themselves: the program's own dialog is the answer.
NO_OPINION = frozenset({"AskUserQuestion", "ExitPlanMode"})

# Other programs run the hooks of Claude Code's settings too, with events by other names.
TOOL_FIELDS = ("tool_name", "tool_input", "toolName", "toolArgs", "command")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
EVENT_NAME = 64
WORD = 200
REASON = 9_000  # the program cuts what is over 10,000, in units of UTF-16
EXACT = 2**53
LARGEST = 1e308

# What is kept of an event besides the call: no prompt, no answer, no content of a file.
WORDS = frozenset({
    "agent_type", "command_name", "command_source", "expansion_type", "file_path", "model",
    "notification_type", "prompt_id", "reason", "source", "trigger",
})  # fmt: skip
LENGTHS = frozenset({"custom_instructions", "error", "last_assistant_message", "message", "prompt"})
COUNTS = frozenset({"background_tasks", "permission_suggestions", "session_crons", "tool_calls"})
NUMBERS = frozenset({
    "context_tokens", "duration_ms", "is_interrupt", "prompt_cache_likely_expired",
    "seconds_since_last_response", "stop_hook_active",
})  # fmt: skip
KEPT = WORDS | COUNTS | NUMBERS

# Stands for an input that can be read in two ways; no program takes a text for one.
TWO_READINGS = "unreadable"


class Heard(NamedTuple):
    """
    What an event said.

    `event` is empty where it cannot be told. `body` is small and has no content.
    """

    event: str
    call: ToolCall | None
    session: str
    subagent: str
    cwd: str
    mode: str
    body: dict[str, object]


class Said(NamedTuple):
    """The fields of an event; `flawed` means that they can be read in two ways."""

    fields: Mapping[str, object]
    pairs: list[tuple[str, object]]
    flawed: bool


def hear(data: bytes, *, agent: str = "", usual: str = PRE_TOOL_USE) -> Heard:
    """
    Read an event.

    Args:
        data: what the program wrote to the hook.
        agent: the name of the agent, for the call.
        usual: the event of a call that comes without one.

    """
    said = read(data)
    fields = said.fields
    event = event_of(said, usual)
    heard = Heard(
        event=event,
        call=None,
        session=word(fields.get("session_id")),
        subagent=word(fields.get("agent_id")),
        cwd=folder(fields.get("cwd")),
        mode=word(fields.get("permission_mode")),
        body=body_of(fields),
    )
    return heard._replace(call=call_of(said, heard, agent)) if event in CALL_EVENTS else heard


def read(data: bytes) -> Said:
    """Read the fields of an event; what is no object of JSON has none."""
    pairs: list[tuple[str, object]] = []
    flaws: list[str] = []

    def made(items: list[tuple[str, object]]) -> dict[str, object]:
        pairs[:] = items  # the outermost object comes last
        fields = dict(items)
        if len(fields) < len(items):
            flaws.append("a key that stands there twice")
        return fields

    def number(text: str) -> float:
        value = float(text)
        if abs(value) > LARGEST:
            flaws.append(text)
        return value

    # As `utf-8-sig` does it, which is slow.
    data = data.removeprefix(BYTE_ORDER_MARK)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode(errors="replace")
        flaws.append("bytes that are no text")
    decoder = json.JSONDecoder(
        object_pairs_hook=made, parse_float=number, parse_constant=flaws.append
    )
    try:
        fields = decoder.decode(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        return Said({}, [], flawed=True)
    return Said(fields, pairs, flawed=bool(flaws))


def event_of(said: Said, usual: str) -> str:
    """Return the name of an event; empty where it cannot be told."""
    names = [value for key, value in said.pairs if key == "hook_event_name"]
    if not names:
        return usual if "tool_name" in said.fields else ""
    name = names[0]
    if not isinstance(name, str) or any(other != name for other in names):
        return ""
    if name in CALL_EVENTS:
        return name
    if not (name.isascii() and name.isidentifier() and len(name) <= EVENT_NAME):
        return ""
    if any(field in said.fields for field in TOOL_FIELDS) and not known(name):
        return ""
    return name


def known(event: str) -> bool:
    """Say whether an event is one of Claude Code's."""
    from proctor.adapters.claude_versions import EVENTS_OF_2_1_325  # noqa: PLC0415 - a rare case

    return event in EVENTS_OF_2_1_325


def call_of(said: Said, heard: Heard, agent: str) -> ToolCall:
    """
    Return the call of an event.

    INVARIANT: what is not whole is never allowed. A tool without a name, an input that is
    no object and a folder that is none are malformed, and that is what they become here. One
    that can be read in two ways is a text: only an input that is not there may be asked about.
    """
    fields = said.fields
    tool, given = fields.get("tool_name"), fields.get("tool_input")
    names = [value for key, value in said.pairs if key == "tool_name"]
    return ToolCall(
        tool=tool if isinstance(tool, str) and len(names) == 1 else "",
        input=TWO_READINGS if said.flawed else given,
        cwd=heard.cwd if "cwd" in fields else None,
        agent=agent or None,
        session=heard.session or None,
        subagent=heard.subagent or None,
        harness=HARNESS,
        call_id=word(fields.get("tool_use_id")) or None,
        mode=heard.mode or None,
    )


def flaw_of(call: ToolCall) -> str:
    """Say why a call cannot be read, so that no person could judge it; "" where it can."""
    if not call.tool:
        return "the call cannot be read: it does not name one tool"
    if call.input is not None and not isinstance(call.input, dict):
        return "the call cannot be read: its input is not one object of JSON"
    return ""


def body_of(fields: Mapping[str, object]) -> dict[str, object]:
    """Return what is kept of an event: sizes, sources and reasons."""
    body = {
        name: kept
        for name in fields.keys() & KEPT
        if (kept := part_of(name, fields[name])) is not None
    }
    for name in fields.keys() & LENGTHS:
        if isinstance(text := fields[name], str):
            body[f"{name}_length"] = len(text)
    if isinstance(error := fields.get("error"), str):
        body["error"] = error_class(error)
    if isinstance(server := fields.get("mcp_server"), dict):
        body["mcp_server"] = {key: word(server.get(key)) for key in ("name", "source")}
    return body


def part_of(name: str, value: object) -> object:
    """Return what is kept of one field: a word, how many, or a number."""
    if name in WORDS:
        return word(value) or None
    if name in COUNTS:
        return len(value) if isinstance(value, list) else None
    return value if isinstance(value, int | float) and abs(value) <= EXACT else None


def word(value: object) -> str:
    """Return a text that is kept, cut and with nothing in it that moves or hides anything."""
    if not isinstance(value, str):
        return ""
    text = value[:WORD]
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def folder(value: object) -> str:
    """Return a working folder; empty if it is not a path that a program can be in."""
    if not isinstance(value, str) or not value.startswith("/") or "\0" in value:
        return ""
    return "" if any("\ud800" <= char <= "\udfff" for char in value) else value


def error_class(error: str) -> str:
    """Return what kind of error it is, and nothing of what it says."""
    head, colon, _ = error.lstrip()[:WORD].partition("\n")[0].partition(":")
    if head.startswith("Exit code ") and head[len("Exit code ") :].isdigit():
        return head
    name = head.isascii() and head.replace("_", "").isalpha()
    return head if name and (colon or head.islower()) else "other"


def kind_of(event: str) -> str:
    """Return the kind under which an event is kept: `PostToolUse` is `post-tool-use`."""
    return "".join(f"-{char.lower()}" if char.isupper() else char for char in event).lstrip("-")


def say(event: str, verdict: Verdict) -> str:
    """
    Return a verdict as the JSON that an event takes; empty where it takes none.

    INVARIANT: only the effect ALLOW itself becomes an allow.
    """
    if event == PRE_TOOL_USE:
        if verdict.effect is ALLOW:
            return answer(event, '"permissionDecision":"allow"')
        decision = "ask" if verdict.effect is ASK else "deny"
        # The program does not say whose hook it is.
        reason = in_json(sourced(verdict.why or "No reason was given."))
        return answer(
            event, f'"permissionDecision":"{decision}","permissionDecisionReason":{reason}'
        )
    if event != PERMISSION_REQUEST or verdict.effect is ASK:
        return ""
    if verdict.effect is ALLOW:
        return answer(event, '"decision":{"behavior":"allow"}')
    return denial(verdict.why)


def denial(why: str) -> str:
    """Return the answer that refuses a PermissionRequest."""
    message = in_json(sourced(why or "No reason was given."))
    return answer(PERMISSION_REQUEST, f'"decision":{{"behavior":"deny","message":{message}}}')


def answer(event: str, inside: str) -> str:
    """Put the fields of an answer into the form that all of them have."""
    return f'{{"hookSpecificOutput":{{"hookEventName":"{event}",{inside}}}}}'


def in_json(text: str) -> str:
    """Return a reason as JSON in ASCII, cut to what the program takes."""
    units = text.encode("utf-16-le", "replace")
    if len(units) > 2 * REASON:
        text = units[: 2 * (REASON - 1)].decode("utf-16-le", "ignore") + "\u2026"
    else:
        text = units.decode("utf-16-le")
    return json.dumps(text)


def refuse(event: str, why: str) -> tuple[int, str]:
    """
    Return the exit status and the text for an event that could not be decided.

    Exit 2 blocks a PreToolUse, whatever else goes wrong. A PermissionRequest takes no notice
    of it and needs the denial itself. Other events have nothing to refuse.
    """
    if event == PERMISSION_REQUEST:
        return 0, denial(why)
    if event not in ("", PRE_TOOL_USE):
        return 0, ""
    shown = "".join(char if char.isprintable() else " " for char in why[:REASON])
    return 2, " ".join(shown.split()) or "The call could not be decided."
