"""
Decide a stream of calls, one answer a line.

INVARIANT: every line gets its answer, in order, and a line that is no call is
never allowed. Nothing is held back: an answer is ready before the next line is
read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from posixpath import join
from typing import BinaryIO

from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.record import EFFECTS

MAX_LINE = 16 * 1024 * 1024
NO_CALL = "not a call: "
# What every record has that `audit export` writes.
RECORD = frozenset({"uid", "action_string", "decision", "about"})
# The names that agent programs give, in what their hooks are sent, to what we call so.
ALSO = {"tool": "tool_name", "input": "tool_input", "mode": "permission_mode"}


@dataclass(frozen=True, slots=True)
class Answer:
    """What a line got; `call` is missing where it was no call."""

    n: int
    effect: Effect
    rule: str | None
    why: str
    call: ToolCall | None = None

    def as_json(self) -> dict[str, object]:
        """Return the answer as the line that replay prints."""
        return {"n": self.n, "effect": self.effect.word, "rule": self.rule, "why": self.why}


class NotACall(ValueError):
    """A line is not a call; the text says what is wrong with it."""


def replay(
    lines: Iterator[bytes], decide: Callable[[ToolCall], Decision], *, cwd: str
) -> Iterator[Answer]:
    """Yield an answer for each line; a call's own `cwd` is read from `cwd` on."""
    for n, line in enumerate(lines, start=1):
        try:
            call = read_call(line, cwd=cwd)
        except NotACall as error:
            yield Answer(n, Effect.ASK, None, f"{NO_CALL}{error}")
            continue
        yield answer(n, call, decide)


def answer(n: int, call: ToolCall, decide: Callable[[ToolCall], Decision]) -> Answer:
    """Decide one call; if that fails, the answer is to ask."""
    try:
        decision = decide(call)
    except Exception as error:  # noqa: BLE001 - one line's failure must not cost the others theirs
        return Answer(n, Effect.ASK, None, f"could not be decided: {type(error).__name__}", call)
    rule = decision.rule
    return Answer(n, decision.effect, rule.text if rule else None, decision.why, call)


def read_call(line: bytes, *, cwd: str) -> ToolCall:
    """
    Read a call from a line of JSON.

    Raises:
        NotACall: it is none.

    """
    data = of_a_call(with_our_names(read_object(line)))
    tool, folder, mode = data.get("tool"), data.get("cwd"), data.get("mode")
    if not isinstance(tool, str) or not tool:
        raise NotACall("`tool` must be the name of a tool")
    if "input" not in data:
        raise NotACall("`input` is missing")
    if not isinstance(folder, str | None):
        raise NotACall("`cwd` must be text")
    if not isinstance(mode, str | None):
        raise NotACall("`mode` must be text")
    return ToolCall(tool=tool, input=data["input"], cwd=join(cwd, folder or ""), mode=mode)


def of_a_call(data: dict[str, object]) -> dict[str, object]:
    """
    Return a line as it is, or the call of which it is the record, as `audit export` writes it.

    Raises:
        NotACall: it is a record that tells of something else.

    """
    if not data.keys() >= RECORD:
        return data
    if data.get("about"):
        raise NotACall("it records what became of an earlier call")
    if str(data["decision"]) not in EFFECTS:
        raise NotACall("it records something else than a call")
    if data.get("input") is None:
        raise NotACall("the record has no input")
    # A record has no text where nothing was said.
    return data | {"mode": data.get("mode") or None}


def with_our_names(data: dict[str, object]) -> dict[str, object]:
    """
    Return a call with our keys, where it has those of an agent program's hook.

    Raises:
        NotACall: it says the same thing twice, and nobody knows which counts.

    """
    found = {ours: theirs for ours, theirs in ALSO.items() if theirs in data}
    for ours, theirs in found.items():
        if ours in data:
            raise NotACall(f"`{ours}` and `{theirs}` are the same thing")
    return data | {ours: data[theirs] for ours, theirs in found.items()}


def read_object(line: bytes) -> dict[str, object]:
    """
    Read one JSON object.

    Raises:
        NotACall: the line is too long, not UTF-8, not JSON, too deep or no object.

    """
    if len(line) > MAX_LINE:
        raise NotACall(f"the line is longer than {MAX_LINE // 1024 // 1024} MiB")
    try:
        data = json.loads(line.rstrip(b"\r\n").decode())
    except UnicodeDecodeError:
        raise NotACall("the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        where = "the line is empty" if not line.strip() else f"not JSON at column {error.colno}"
        raise NotACall(where) from None
    except (ValueError, RecursionError):
        raise NotACall("the JSON is too deep or holds a number that is too long") from None
    if not isinstance(data, dict):
        raise NotACall("the line is not an object")
    return data


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file; of one that is far too long only the start is kept."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while len(rest) > MAX_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_LINE + 1)
        yield line
