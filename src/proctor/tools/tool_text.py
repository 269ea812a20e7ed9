"""
The text of an upstream's tool: all that a model would read of it, and its digest.

Whoever compares, pins or shows a tool does it by this text, so nothing that a model reads
can change unnoticed.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from proctor.errors import ProctorError
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.unseen import hidden_in
from proctor.tools.upstream_tool import Hints, UpstreamTool

# No person reads through more than this.
LARGEST = 64 * 1024
DIGEST = "sha256:"
PART_DIGITS = 16
# The parts of a text, as people name them; a changed one is told by these words.
PARTS = ("title", "description", "input schema", "output schema", "hints")
# Those by which a tool is known again under another name.
TELLING = (PARTS.index("description"), PARTS.index("input schema"))


class TextError(ProctorError):
    """A tool's text cannot be kept; the message is the reason, as it goes on a sentence."""


class Look(NamedTuple):
    """
    A tool as it was listed once: enough to tell whether it is the same now.

    `parts` are short digests of the parts of its text, each empty where that says nothing, as a
    schema without parameters. `at` is when it was first listed so. `likeness` are digests of
    the letters alone in the parts by which a tool is known again.
    """

    hash: str
    parts: tuple[str, ...]
    hints: Hints
    at: str
    likeness: tuple[str, ...]


def look_at(tool: UpstreamTool, at: str) -> Look:
    """
    Take down a tool.

    Raises:
        TextError: it is too large, or nothing that JSON could say.

    """
    text = text_of(tool)
    said = parts_of(text)
    parts = tuple(map(part_digest, PARTS, said))
    likeness = tuple(likeness_of(said[part]) if parts[part] else "" for part in TELLING)
    return Look(hash_of(text), parts, tool.hints, at, likeness)


def text_of(tool: UpstreamTool) -> dict[str, Any]:
    """Return all that a server says of a tool, by the names that MCP has for it."""
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "outputSchema": tool.output_schema,
        "hints": tool.hints._asdict(),
    }


def parts_of(text: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the parts of a text, in the order of PARTS."""
    return tuple(
        text.get(key) for key in ("title", "description", "inputSchema", "outputSchema", "hints")
    )


def hash_of(text: Mapping[str, Any]) -> str:
    """
    Return the digest of a text.

    Raises:
        TextError: it is too large, or nothing that JSON could say.

    """
    return DIGEST + sha256(canonical(text)).hexdigest()


def canonical(value: object) -> bytes:
    """Return a value in the one form that it has in JSON."""
    try:
        written = json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        message = "what it says of itself cannot be written as JSON"
        raise TextError(message) from error
    if len(written) > LARGEST:
        message = f"what it says of itself is larger than {LARGEST // 1024} KiB"
        raise TextError(message)
    return written.encode()


def part_digest(name: str, part: object) -> str:
    """Return a short digest of a part of a text, empty where it says nothing."""
    nothing = not part
    if name == "input schema":
        nothing = not (isinstance(part, dict) and part.get("properties"))
    return "" if nothing else sha256(canonical(part)).hexdigest()[:PART_DIGITS]


def likeness_of(part: object) -> str:
    """Return a short digest of the letters of a part, whatever stands between them; else ""."""
    said = "".join(sorted_strings(part))
    letters = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", said).casefold()))
    data = letters.encode(errors="surrogatepass")
    return sha256(data).hexdigest()[:PART_DIGITS] if letters else ""


def sorted_strings(value: object) -> Iterator[str]:
    """Return every string in a value that JSON can say, keys too, in an order that is its own."""
    # By hand: JSON may be nested more deeply than calls can be.
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            left += [part for key in sorted(one, key=str) for part in (one[key], str(key))]
        elif isinstance(one, list | tuple):
            left += one


def hidden_text(tool: UpstreamTool) -> str:
    """Return which character of a tool's text nobody would see; empty if there is none."""
    every = sorted_strings((tool.title, tool.description, tool.input_schema, tool.output_schema))
    return next(filter(None, map(hidden_in, every)), "")


def changed_parts(before: Look, now: Look) -> tuple[str, ...]:
    """Return which parts of a text are not what they were."""
    found = [
        name for name, old, new in zip(PARTS, before.parts, now.parts, strict=True) if old != new
    ]
    # What says nothing can say so in another way, as a schema without parameters.
    return tuple(found) or ("schema",)
