"""
What a reviewer is shown of a call: data, in ASCII, of a bounded size.

Text of the agent stands only inside JSON strings: it begins no line, and no character
that some program or model might take for a mark of its own is left as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import NamedTuple

from proctor.terms.decision import Decision, Finding
from proctor.terms.effect import Effect
from proctor.terms.record import Standing

LONGEST_INPUT = 20_000
LONGEST_ACTION = 4_000
LONGEST_NAME = 1_000
LONGEST_PART = 400
LONGEST_WHY = 200
MOST_PARTS = 20
# What stands around the two ends of a text.
AROUND_ENDS = 60
# `@` names a file whose text Claude Code puts beside the prompt, even without tools
# (measured); `<` begins the marks by which models tell who speaks.
ESCAPED = {"@": "\\u0040", "<": "\\u003c", "\x7f": "\\u007f"}
UNREADABLE = "(an input that cannot be shown)"
# What is longer is not even redacted, as that takes its time.
LONGEST_READ = 131_072
TOO_LONG = "(an input that is too long to be shown)"
CONTAINERS = (dict, list, tuple)
# What stands in place of what was cut, as far as we know who may cut it.
CUT = re.compile(r"(?:…|characters\))\Z|\A\[(?:cut|left out)")


class AskedPart(NamedTuple):
    """One part of the action: what it is, what the policy says of it, and why."""

    text: str
    effect: str
    why: str
    classes: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


class Request(NamedTuple):
    """
    A call that shall be judged.

    Every text in it is redacted, and so is `input`, which otherwise is whole. `digest`
    is that of the exact input, by which verdicts are remembered; without one they are not.
    `shortened` says that the input was cut before it came here.
    """

    tool: str
    action: str
    input: object
    parts: tuple[AskedPart, ...] = ()
    cwd: str = ""
    project: str = ""
    role: str = ""
    policy_revision: str = ""
    digest: str = ""
    shortened: bool = False


def request_of(  # noqa: PLR0913 - what is asked about, and how it is shown
    decision: Decision,
    standing: Standing,
    *,
    input: object,  # noqa: A002 - the word for it everywhere
    digest: str,
    clean: Callable[[str], str],
    shortened: bool = False,
    hidden: bool = False,
) -> Request:
    """
    Return the request about a decision; `input` is redacted, and `clean` redacts a text.

    `hidden` says that something of the input was taken for a secret. A command may stand
    there too, so then all the parts must be seen in its place.
    """
    action = decision.action
    return Request(
        tool=clean(action.tool),
        action=clean(action.string),
        input=input,
        parts=tuple(asked_part(finding, clean) for finding in decision.because),
        cwd=clean(action.around.place),
        project=clean(standing.project),
        role=clean(standing.role),
        policy_revision=standing.policy_revision,
        digest=digest,
        shortened=shortened or (hidden and not all_parts_fit(decision)),
    )


def all_parts_fit(decision: Decision) -> bool:
    """Say whether each part of a decision is shown, and whole."""
    texts = [finding.part.text for finding in decision.because]
    return len(texts) <= MOST_PARTS and all(len(encoded(text)) <= LONGEST_PART for text in texts)


def asked_part(finding: Finding, clean: Callable[[str], str]) -> AskedPart:
    """Return what a reviewer is told of one finding."""
    part = finding.part
    return AskedPart(
        text=clean(part.text),
        effect=finding.effect.word,
        why=clean(finding.why),
        classes=part.classes,
        reasons=tuple(map(clean, part.reasons)),
    )


def shown_of(value: object, redacted: Callable[[object], object]) -> tuple[object, bool]:
    """Return an input as a reviewer may see it, and whether something of it is not there."""
    try:
        if len(encoded(value)) > LONGEST_READ:
            return TOO_LONG, True
        shown = redacted(value)
        return shown, not same_shape(value, shown)
    except (TypeError, ValueError, RecursionError):
        return UNREADABLE, True


def telling(value: object, shown: object, clean: Callable[[str], str]) -> Callable[[str], str]:
    """
    Return what redacts a text about an input.

    The action of a tool that is not known quotes its input as JSON, in which a command is
    not seen as one; so what is shown of the input stands there instead.
    """
    try:
        quoted, instead = compact(value), compact(shown)
    except (TypeError, ValueError, RecursionError):
        return clean
    return lambda text: clean(text.replace(quoted, instead))


def compact(value: object) -> str:
    """Return a value as it is quoted in action strings."""
    return json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def same_shape(value: object, shown: object) -> bool:
    """
    Say whether a redacted value has all that the value has, but for secrets.

    What redacts may also cut what is long or deep, or leave it out; whoever has not seen
    the end of a command has not seen the command.
    """
    if isinstance(value, dict) and isinstance(shown, dict):
        return same_shape([*value.values()], [*shown.values()])
    if isinstance(value, list | tuple) and isinstance(shown, list | tuple):
        return len(value) == len(shown) and all(map(same_shape, value, shown))
    if isinstance(value, str) and isinstance(shown, str):
        return shown == value or not CUT.search(shown)
    return not isinstance(value, CONTAINERS) and not isinstance(shown, CONTAINERS)


def call_of(request: Request) -> str:
    """Return a request as a JSON object, one field on each line."""
    asked_first = sorted(request.parts, key=lambda part: part.effect != Effect.ASK.word)
    shown = request.parts if len(request.parts) <= MOST_PARTS else asked_first[:MOST_PARTS]
    fields = {
        "tool": text_in_json(request.tool, LONGEST_NAME),
        "action": text_in_json(request.action, LONGEST_ACTION),
        "cwd": text_in_json(request.cwd, LONGEST_NAME),
        "project": text_in_json(request.project, LONGEST_NAME),
        "role": text_in_json(request.role, LONGEST_NAME),
        "parts": "[" + ",".join(f"\n  {part_in_json(part)}" for part in shown) + "]",
        "parts_left_out": str(len(request.parts) - len(shown)),
        "input": input_in_json(request.input),
    }
    return "{\n" + ",\n".join(f' "{name}": {value}' for name, value in fields.items()) + "\n}"


def is_whole(request: Request) -> bool:
    """Say whether the input is shown whole: the rest is only what we made of it."""
    try:
        return not request.shortened and len(encoded(request.input)) <= LONGEST_INPUT
    except (TypeError, ValueError, RecursionError):
        return False


def part_in_json(part: AskedPart) -> str:
    """Return one part as a JSON object on one line."""
    fields = {
        "text": text_in_json(part.text, LONGEST_PART),
        "effect": text_in_json(part.effect, LONGEST_WHY),
        "why": text_in_json(part.why, LONGEST_WHY),
        "classes": text_in_json(", ".join(part.classes), LONGEST_WHY),
        "reasons": text_in_json("; ".join(part.reasons), LONGEST_WHY),
    }
    return "{" + ", ".join(f'"{name}": {value}' for name, value in fields.items()) + "}"


def text_in_json(text: str, limit: int) -> str:
    """Return a text as a JSON string, or as its two ends where it is too long."""
    found = encoded(text) if len(text) <= limit else ""
    return found if 0 < len(found) <= limit else ends_in_json(text, limit)


def input_in_json(value: object) -> str:
    """Return an input as it is, or the two ends of its JSON where that is too long."""
    try:
        found = encoded(value)
    except (TypeError, ValueError, RecursionError):
        return encoded(UNREADABLE)
    return found if len(found) <= LONGEST_INPUT else ends_in_json(found, LONGEST_INPUT)


def ends_in_json(text: str, limit: int) -> str:
    """Return beginning and end of a text, and how much was cut between them."""
    half = (limit - AROUND_ENDS) // 2
    # No more characters than fit are looked at: to encode them makes them longer at most.
    head = fitting(text[:half], half, lambda kept, size: kept[:size])
    tail = fitting(text[-half:], half, lambda kept, size: kept[-size:])
    cut = len(text) - len(head) - len(tail)
    shown = f'"begins": {encoded(head)}, "ends": {encoded(tail)}'
    return f'{{"cut_characters": {cut}, {shown}}}'


def fitting(text: str, limit: int, keep: Callable[[str, int], str]) -> str:
    """Return as much of a text as fits once it is encoded."""
    while (size := len(encoded(text)) - 2) > limit:
        text = keep(text, min(len(text) - 1, len(text) * limit // size))
    return text


def encoded(value: object) -> str:
    """
    Return a value as JSON of printable ASCII, on one line.

    Raises:
        TypeError: it holds something that is not of JSON.
        ValueError: likewise, or it holds itself.
        RecursionError: it goes on and on.

    """
    found = json.dumps(value, ensure_ascii=True)
    for char, escape in ESCAPED.items():
        found = found.replace(char, escape)
    return found
