"""
Redact JSON that stands in a text: each of its texts as if it stood alone, and by its key.

The JSON may be the whole text, a piece of it, or cut off anywhere: what is there of
it counts. It is read once from the left to the right, without recursion; where it
turns out to be none, reading goes on behind the last quote that was opened.

Only what changes is written anew, with the escapes that it needs.
"""

from __future__ import annotations

import json
import re

from proctor.audit.redaction.secret_ends import holds_nothing, pieces, scheme_end
from proctor.audit.redaction.secret_names import HEADERS, says_secret
from proctor.audit.redaction.secret_options import argument_spans
from proctor.audit.redaction.secret_spans import REDACTED, Change, Span, replaced
from proctor.audit.redaction.secret_values import NAME_KEYS, VALUE_KEYS, redacted_value
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

START = lazy(r"\{[ \t\r\n]*+\"|\[[ \t\r\n]*+[\"\[{0-9tfn-]")
TOKEN = lazy(
    r"[ \t\r\n]*+(?:\"(?P<text>(?>(?:[^\"\\]|\\.)*))(?:\"|\\?\Z)"
    r"|(?P<gone>\[redacted\])|(?P<mark>[{}\[\],:])|(?P<plain>[\w.+-]++))",
    re.DOTALL | re.ASCII,
)
NUMBER = lazy(r"-?[0-9][0-9.eE+-]*")
ESCAPE = lazy(r"\\(?:u([0-9a-fA-F]{4})|([\"\\/bfnrt]))")
ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
HALVES = lazy("[\ud800-\udbff][\udc00-\udfff]")
HALF = lazy("[\ud800-\udfff]")
# The input of a tool that runs no shell: nothing in it is run by being there.
NO_SHELL = lazy(r"tool:mcp__[^\s:]+:[ \t\r\n]*\Z")
# How far back that is looked at.
BACK = 300
# So often the short way is tried in vain.
MOST_TRIES = 8


class Leaf:
    """A text or a number: as it is meant, and where it stands, quotes left out."""

    __slots__ = ("end", "number", "start", "text")

    def __init__(self, text: str, start: int, end: int, *, number: bool = False) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.number = number


class Holder:
    """An object or a list, as far as it was read."""

    __slots__ = ("is_object", "items", "key", "may_end", "wants")

    def __init__(self, *, is_object: bool) -> None:
        self.is_object = is_object
        # Each item: its key if it has one, and a leaf or another holder.
        self.items: list[tuple[Leaf | None, Leaf | Holder | None]] = []
        self.key: Leaf | None = None
        # What may come next: `key`, `colon`, `value`, `comma`; and whether it may end here.
        self.wants = "key" if is_object else "value"
        self.may_end = True


def json_changes(text: str, clean: Callable[[str], str]) -> list[Change]:
    """Return what is to be replaced in the JSON of a text; `clean` redacts one text of it."""
    changes: list[Change] = []
    place = tries = 0
    while found := START.search(text, place):
        start = found.start()
        if tries < MOST_TRIES:
            if (end := harmless_end(text, start, clean)) is not None:
                place = end
                continue
            tries += 1
        top, place = read(text, start)
        shell = not NO_SHELL.search(text, max(0, start - BACK), start)
        changes += Walk(text, clean, shell=shell).changes(top)
    return changes


def harmless_end(text: str, start: int, clean: Callable[[str], str]) -> int | None:
    """Return where JSON ends that is whole and holds no secret: most of it, and soon found."""
    try:
        value, end = DECODER.raw_decode(text, start)
        return end if redacted_value(value, clean) == value else None
    except (ValueError, RecursionError):
        return None


def single(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make an object in which no key stands twice: of two that are the same one would be lost."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found


DECODER = json.JSONDecoder(object_pairs_hook=single)


def read(text: str, start: int) -> tuple[Holder, int]:
    """Read what begins with a bracket; return it and where to look for the next."""
    top = Holder(is_object=text[start] == "{")
    open_now = [top]
    place, quoted = start + 1, -1
    while open_now:
        token = TOKEN.match(text, place)
        if token is None or not taken(token, open_now):
            # A quote that closed something may have been taken for one that opens.
            return top, quoted + 1 if quoted >= 0 else max(place, start + 1)
        if token["text"] is not None:
            quoted = token.start("text") - 1
        place = token.end()
    return top, place


def taken(token: re.Match[str], open_now: list[Holder]) -> bool:
    """Take one token; no if it cannot stand there."""
    holder = open_now[-1]
    mark = token["mark"]
    if mark in {"}", "]"}:
        fits = holder.may_end and holder.is_object == (mark == "}")
        if fits:
            open_now.pop()
        return fits
    if mark in {",", ":"}:
        fits = holder.wants == ("comma" if mark == "," else "colon")
        holder.wants = "key" if mark == "," and holder.is_object else "value"
        holder.may_end = False
        return fits
    if holder.wants == "key":
        holder.key, holder.wants, holder.may_end = leaf_of(token), "colon", False
        return holder.key is not None and token["text"] is not None
    if holder.wants != "value":
        return False
    item: Leaf | Holder | None = leaf_of(token)
    if mark is not None:
        item = Holder(is_object=mark == "{")
        open_now.append(item)
    holder.items.append((holder.key, item))
    holder.key, holder.wants, holder.may_end = None, "comma", True
    return True


def leaf_of(token: re.Match[str]) -> Leaf | None:
    """Return what is a text or a number."""
    if token["text"] is not None:
        return Leaf(unescaped(token["text"]), *token.span("text"))
    plain = token["plain"]
    if plain is not None and NUMBER.fullmatch(plain):
        return Leaf(plain, *token.span("plain"), number=True)
    return None


class Walk:
    """One walk through what was read; `shell` keeps in sight what a shell would run."""

    __slots__ = ("clean", "shell", "text")

    def __init__(self, text: str, clean: Callable[[str], str], *, shell: bool) -> None:
        self.text = text
        self.clean = clean
        self.shell = shell

    def changes(self, top: Holder) -> Iterator[Change]:
        """Return what is to be replaced."""
        left = [(top, False)]
        while left:
            holder, secret = left.pop()
            named = holder.is_object and says_name(holder)
            words = {} if secret or holder.is_object else argument_words(holder)
            for at, (key, item) in enumerate(holder.items):
                hidden = secret or (key is not None and hides(key, item, named=named))
                if key is not None:
                    yield from self.cleaned(key)
                if isinstance(item, Holder):
                    left.append((item, hidden))
                elif hidden:
                    yield from self.hidden(item, key)
                elif item is not None:
                    yield from self.cleaned(item, words.get(at))
            if holder.key is not None:  # what was read ends behind it
                yield from self.cleaned(holder.key)

    def cleaned(self, leaf: Leaf, spans: list[Span] | None = None) -> Iterator[Change]:
        """Replace what is secret in a text."""
        if not leaf.number:
            shown = self.without(leaf.text, spans) if spans else leaf.text
            yield from self.changed(leaf, self.clean(shown))

    def hidden(self, leaf: Leaf | None, key: Leaf | None) -> Iterator[Change]:
        """Replace all of a text or a number; of a header its scheme stays."""
        if leaf is None:
            return
        if leaf.number:
            yield leaf.start, leaf.end, f'"{REDACTED}"'
            return
        text, start = leaf.text, 0
        if key is not None and key.text.lower() in HEADERS:
            start = scheme_end(text, 0, len(text))
        if not holds_nothing(text[start:], literal=True):
            yield from self.changed(leaf, self.without(text, [(start, len(text))]))

    def without(self, text: str, spans: list[Span]) -> str:
        """Return a text without some stretches, but with what a shell would run in them."""
        if self.shell:
            spans = [piece for span in spans for piece in pieces(text, *span)]
        return replaced(text, spans)

    def changed(self, leaf: Leaf, shown: str) -> Iterator[Change]:
        """Return a change, if a text is shown as another."""
        if shown != leaf.text:
            yield leaf.start, leaf.end, escaped(shown, self.text[leaf.start : leaf.end])


def says_name(holder: Holder) -> bool:
    """Say whether an object names a secret whose value stands under another key."""
    return any(
        key is not None and key.text in NAME_KEYS and not item.number and says_secret(item.text)
        for key, item in holder.items
        if isinstance(item, Leaf)
    )


def hides(key: Leaf, item: Leaf | Holder | None, *, named: bool) -> bool:
    """Say whether all that stands under a key is secret."""
    if named and key.text in VALUE_KEYS:
        return True
    if not says_secret(key.text):
        return False
    counts = isinstance(item, Leaf) and item.number and item.text.lstrip("-").isdigit()
    return not (counts and key.text.endswith("tokens"))


def argument_words(holder: Holder) -> dict[int, list[Span]]:
    """Return what is secret in a list of texts, which may be the words of a command."""
    leaves = [item for _, item in holder.items if isinstance(item, Leaf) and not item.number]
    found: dict[int, list[Span]] = {}
    if len(leaves) == len(holder.items) > 1:
        for at, start, end in argument_spans([leaf.text for leaf in leaves]):
            found.setdefault(at, []).append((start, end))
    return found


def unescaped(raw: str) -> str:
    """Return what a text of JSON means; an escape that is none stays as it is written."""
    if "\\" not in raw:
        return raw
    meant = ESCAPE.sub(meaning, raw)
    return HALVES.sub(joined, meant) if HALF.search(meant) else meant


def meaning(found: re.Match[str]) -> str:
    """Return what one escape stands for."""
    return chr(int(found[1], 16)) if found[1] else ESCAPED.get(found[2], found[2])


def joined(halves: re.Match[str]) -> str:
    """Return the character that two halves make."""
    return halves[0].encode("utf-16", "surrogatepass").decode("utf-16")


def escaped(text: str, raw: str) -> str:
    """Return a text as JSON writes it between quotes, in the manner of what it replaces."""
    only_ascii = raw.isascii() or HALF.search(text) is not None
    return json.dumps(text, ensure_ascii=only_ascii)[1:-1]
