"""
Walk a JSON value and redact what is in it, by its text and by its key.

Whatever comes in, something that JSON can hold comes out: what is nested too
deep is cut, what is not JSON becomes text.
"""

from __future__ import annotations

from collections.abc import Mapping

from proctor.audit.redaction.secret_names import says_secret
from proctor.audit.redaction.secret_shapes import AWS_SECRET, has_aws_id
from proctor.audit.redaction.secret_spans import REDACTED, replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proctor.audit.redaction.secret_spans import Span

CUT = "[cut: nested too deep]"
MANY = "[cut: too many values]"
DEEPEST = 64
MOST_VALUES = 200_000
# An object that is a pair: `{"name": "TOKEN", "value": "x"}`.
NAME_KEYS = frozenset(("name", "key", "Name", "Key"))
VALUE_KEYS = frozenset(("value", "Value"))


class Walk:
    """One walk through a value."""

    __slots__ = ("clean", "left")

    def __init__(self, clean: Callable[[str], str]) -> None:
        self.clean = clean
        self.left = MOST_VALUES

    def value(self, value: object, depth: int, *, secret: bool) -> object:
        """Return a value without its secrets; all of its texts are secret under some keys."""
        self.left -= 1
        if self.left < 0:
            return MANY
        if not isinstance(value, str):
            value = as_json_has_it(value)
        if isinstance(value, str):
            return self.text(value, secret=secret)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            return REDACTED if secret else value
        if isinstance(value, Mapping | list | tuple | set | frozenset):
            if depth >= DEEPEST:
                return CUT
            if isinstance(value, Mapping):
                return self.mapping(value, depth + 1, secret=secret)
            return self.items(list(value), depth + 1, secret=secret)
        return f"[{type(value).__name__}]"

    def text(self, text: str, *, secret: bool) -> str:
        """Return a text without its secrets."""
        if not secret:
            return self.clean(text)
        from proctor.audit.redaction.secret_ends import holds_nothing  # noqa: PLC0415 - see below

        return text if holds_nothing(text, literal=True) else REDACTED

    def mapping(self, value: Mapping[object, object], depth: int, *, secret: bool) -> object:
        """Return a mapping without its secrets, its keys as text."""
        named = not NAME_KEYS.isdisjoint(value) and any(
            isinstance(name := value.get(key), str) and says_secret(name) for key in NAME_KEYS
        )
        found: dict[str, object] = {}
        near = any(isinstance(item, str) and has_aws_id(item) for item in value.values())
        for key, item in value.items():
            name = key if isinstance(key, str) else odd_key(key)
            hidden = secret or says_secret(name) or (named and name in VALUE_KEYS)
            hidden = hidden or (near and is_aws_secret(item))
            shown = self.clean(name)
            if shown in found:
                shown = f"{shown} {len(found)}"
            counted = hidden and not secret and isinstance(item, int) and name.endswith("tokens")
            found[shown] = self.value(item, depth, secret=hidden and not counted)
        return found

    def items(self, items: list[object], depth: int, *, secret: bool) -> object:
        """Return a list without its secrets; one of texts may be the words of a command."""
        items = [as_json_has_it(item) for item in items]
        if any(isinstance(item, str) and has_aws_id(item) for item in items):
            items = [REDACTED if is_aws_secret(item) else item for item in items]
        if secret or len(items) < 2 or not all(isinstance(item, str) for item in items):  # noqa: PLR2004 - an option and its value
            return [self.value(item, depth, secret=secret) for item in items]
        # Most values have no such list: for one with none, this is never loaded.
        from proctor.audit.redaction.secret_options import argument_spans  # noqa: PLC0415 - so

        words = [str(item) for item in items]
        spans: dict[int, list[Span]] = {}
        for at, start, end in argument_spans(words):
            spans.setdefault(at, []).append((start, end))
        for at, found in spans.items():
            words[at] = replaced(words[at], found)
        return [self.value(word, depth, secret=False) for word in words]


def as_json_has_it(value: object) -> object:
    """Return bytes, and numbers that JSON does not have, as text; anything else as it is."""
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("utf-8", "backslashreplace")
    # Of what is endless or no number, the difference to itself is none.
    if isinstance(value, float) and value - value != 0:
        return str(value)
    return value


def is_aws_secret(value: object) -> bool:
    """Say whether a value looks like the secret of an AWS key, whose id stands beside it."""
    return isinstance(value, str) and AWS_SECRET.fullmatch(value) is not None


def odd_key(key: object) -> str:
    """Return a key that is no text as one."""
    if key is None or isinstance(key, bool | int | float):
        return str(key)
    if isinstance(key, bytes):
        return key.decode("utf-8", "backslashreplace")
    return f"[{type(key).__name__}]"


def redacted_value(value: object, clean: Callable[[str], str]) -> object:
    """Return a JSON value whose texts are cleaned, and those under names that say secret gone."""
    return Walk(clean).value(value, 0, secret=False)
