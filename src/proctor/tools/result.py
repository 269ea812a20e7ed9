"""What a call through the toolbox came to: what the loop needs, and what the model is told."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, is_dataclass, replace
from enum import Enum
from pathlib import PurePath
from typing import TYPE_CHECKING, NamedTuple, Self

if TYPE_CHECKING:
    from proctor.terms.verdict import Verdict


class Told(NamedTuple):
    """
    What a function may return that has its own words for the model.

    `text` is what the model is told, `value` what the loop gets, and `failed` says that the
    tool ran and could not do what it was asked for.
    """

    text: str
    value: object = None
    failed: bool = False


@dataclass(frozen=True, kw_only=True)
class ToolResult:
    """
    The end of one call.

    `ok` says that the tool ran and returned. `ran` that it was begun: a tool that failed
    may have done half of its work. `text` is what the model is told, in any case; `value`
    what the function returned; `error` what was wrong, empty if nothing was. `verdict` is
    None where nobody decided, because the call was refused before that. `record` names
    the record of the decision. `remarks` are for whoever runs the loop, not for the model.
    `refused` is why a call did not run, in one word; empty for one that did.
    """

    tool: str
    ok: bool
    text: str
    call_id: str = ""
    ran: bool = False
    value: object = None
    error: str = ""
    verdict: Verdict | None = None
    record: str = ""
    remarks: tuple[str, ...] = ()
    refused: str = ""

    def returned(self, value: object) -> Self:
        """Return the same for a tool that returned a value."""
        if isinstance(value, Told):
            error = value.text if value.failed else ""
            ok = not value.failed
            return replace(self, ok=ok, value=value.value, text=value.text, error=error)
        return replace(self, value=value, text=text_of(value))

    def failed(self, words: str) -> Self:
        """Return the same for a tool that failed."""
        return replace(self, error=words, text=f"The tool failed: {words}")

    def with_text(self, text: str) -> Self:
        """Return the same with another text for the model."""
        return replace(self, text=text)

    def with_remark(self, remark: str) -> Self:
        """Return the same with something more to know about it."""
        return replace(self, remarks=(*self.remarks, remark))


def text_of(value: object) -> str:
    """Return what a function returned, as a model reads it: a text as it is, else JSON."""
    if isinstance(value, str) and not isinstance(value, Enum):
        return value
    if value is None:
        return "done"
    try:
        return json.dumps(value, ensure_ascii=False, default=plain)
    except (TypeError, ValueError, RecursionError):
        return described(value)


def described(value: object) -> str:
    """Return a value in its own words, where it has any: the tool has run, whatever it returned."""
    try:
        return str(value)
    except Exception:  # noqa: BLE001 - the words are a class's of somebody
        return f"a value of the type {type(value).__name__}"


def plain(value: object) -> object:
    """
    Return something that JSON has no form for in one that it has.

    Raises:
        TypeError: there is none.

    """
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, set | frozenset | tuple):
        return sorted(value, key=repr) if isinstance(value, set | frozenset) else list(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, PurePath):
        return str(value)
    raise TypeError
