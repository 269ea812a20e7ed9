"""
Make a record or an event fit to be kept: redacted, cut to a size, with its digest.

Long texts are cut before they are redacted, so that nobody can keep us busy, and
once more behind it; so no half of a secret is left at a cut. Whatever comes in,
something comes out that can be kept; what could not be redacted is left out.
"""

from __future__ import annotations

from proctor.audit.identity import canonical, digest_of
from proctor.audit.rows import (
    INPUT,
    LARGEST,
    LONGEST_NAME,
    NAMES,
    SPOOLED,
    TEXTS,
    compact,
    name_of,
    texts,
)
from proctor.terms.lazy_pattern import lazy
from proctor.terms.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from proctor.terms.event import Event

    class Redacts(Protocol):
        """What replaces secrets."""

        def text(self, text: str) -> str:
            """Return a text without its secrets."""

        def value(self, value: object) -> object:
            """Return a JSON value without its secrets."""
else:
    Redacts = object


# How much of a text is read, and how much of it is kept.
READ, KEPT = 49_152, 4_000
# How much of an input is read, all texts of it together, and how much of it is kept, as JSON.
MOST_READ, MOST_VALUES, MOST_KEPT = 262_144, 5_000, 16_384
DEEPEST = 64
# An input of which nothing gets too long, even if each of its letters is redacted.
SMALL = 400
# Of a summary.
MOST_KEYS, LONGEST_KEY = 40, 100
# A word that a cut goes through is not kept: it may be half of a secret.
LONGEST_WORD = 1_000
WORD_END = lazy(r"\s\S*\Z")
MARK = lazy(r"… \((\d{1,15}) more characters\)\Z")
ROOM_FOR_MARK = 40
UNREADABLE = "[left out: it could not be redacted]"

REDACTED_TEXTS = tuple(map(Record._fields.index, ("action_string", "why", "detail")))
PLAIN = {str}
DIGEST = Record._fields.index("input_digest")
QUESTION = Record._fields.index("question")
DURATION = Record._fields.index("duration_us")


class TooMuch(Exception):
    """An input has more in it than is read."""


def prepared(record: Record, redactor: Redacts, key: bytes) -> Record:
    """Return a record as it is kept; one that was prepared already stays as it is."""
    values: list[Any] = list(record)
    if not short_texts(record):
        for at in TEXTS:
            values[at] = text = plain(values[at])
            if len(text) > LONGEST_NAME and at not in REDACTED_TEXTS:
                values[at] = name_of(text) if at in NAMES else cut(text, KEPT)
    for at in REDACTED_TEXTS:
        if values[at]:
            values[at] = redacted_text(values[at], redactor)
    question = record.question
    if question is not None and (type(question) is not int or not 0 <= question <= LARGEST):
        values[QUESTION] = None
    if type(record.duration_us) is not int or not 0 <= record.duration_us <= LARGEST:
        values[DURATION] = 0
    values[SPOOLED] = record.spooled is True
    if record.input is not None:
        form = canonical(record.input)
        values[DIGEST] = values[DIGEST] or digest_of(key, form)
        size = READ if form is None else len(form)
        values[INPUT] = redacted_value(record.input, redactor, size)
    return Record._make(values)


def short_texts(record: Record) -> bool:
    """Say, in a moment, whether all texts of a record are plain ones, and none is long."""
    found = texts(record)
    return {*map(type, found)} == PLAIN and max(map(len, found)) <= LONGEST_NAME


def prepared_event(event: Event, redactor: Redacts) -> Event:
    """Return an event as it is kept."""
    body = redacted_value(event.body, redactor) if event.body else {}
    return event._replace(
        uid=plain(event.uid),
        timestamp=plain(event.timestamp),
        host=plain(event.host),
        home=plain(event.home),
        kind=cut(plain(event.kind), LONGEST_KEY),
        agent=name_of(plain(event.agent)),
        session=cut(plain(event.session), KEPT),
        body=body if isinstance(body, dict) else {"value": body},
        spooled=event.spooled is True,
        n=0,
    )


def plain(word: object) -> str:
    """Return a text as a plain one, and anything else as a text."""
    if isinstance(word, str):
        return str(word)
    return "" if word is None else cut(repr(word), KEPT)


def redacted_text(text: str, redactor: Redacts) -> str:
    """Return a text without its secrets, and not longer than is kept."""
    try:
        if len(text) > READ:
            text = cut_before(text)
        text = redactor.text(text)
        return text if len(text) <= KEPT else cut(text, KEPT)
    except Exception:  # noqa: BLE001 - never keep what was not redacted, whatever the reason
        return UNREADABLE


def redacted_value(value: object, redactor: Redacts, size: int = READ) -> object:
    """
    Return a value without its secrets; if it is too large, what it was made of instead.

    A small size, as JSON, saves some looking: nothing in it is long.
    """
    try:
        clean = redactor.value(value if size <= KEPT else Cutting().value(value, 0))
        if size <= SMALL:
            return clean
        size = len(compact(clean))
        if size > KEPT:
            clean = each_cut(clean)
            size = len(compact(clean))
        return clean if size <= MOST_KEPT else redactor.value(summary(clean))
    except TooMuch:
        return summed_up(value, redactor)
    except Exception:  # noqa: BLE001 - never keep what was not redacted, whatever the reason
        return UNREADABLE


def summed_up(value: object, redactor: Redacts) -> object:
    """Return what a value is made of that has too much in it to be read."""
    try:
        return redactor.value(summary(value))
    except Exception:  # noqa: BLE001 - never keep what was not redacted, whatever the reason
        return UNREADABLE


class Cutting:
    """One walk through a value that cuts its long texts, before they are redacted."""

    def __init__(self) -> None:
        self.characters = MOST_READ
        self.values = MOST_VALUES

    def value(self, value: object, depth: int) -> object:
        """Return a value with its texts cut; raise TooMuch if it goes on and on."""
        self.values -= 1
        if isinstance(value, str):
            self.characters -= min(len(value), READ)
        if self.values < 0 or self.characters < 0 or depth > DEEPEST:
            raise TooMuch
        if isinstance(value, str):
            return cut_before(value)
        if isinstance(value, dict):
            return {self.key(key): self.value(item, depth + 1) for key, item in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(item, depth + 1) for item in value]
        if type(value) is int and not -LARGEST <= value <= LARGEST:
            return f"{value:#x}"[:LONGEST_KEY]
        return value

    def key(self, key: object) -> object:
        """Return a key of an object; one that is too long for a name is too much."""
        if isinstance(key, str) and len(key) > KEPT:
            raise TooMuch
        return key


def cut_before(text: str) -> str:
    """Return as much of a text as is read, to the end of a word."""
    if len(text) <= READ:
        return text
    end = WORD_END.search(text, READ - LONGEST_WORD, READ)
    kept = text[: end.start() if end else READ]
    return f"{kept}… ({len(text) - len(kept)} more characters)"


def cut(text: str, most: int) -> str:
    """Return a text that is not longer than this, and says how much more there was."""
    if len(text) <= most:
        return text
    mark = MARK.search(text, len(text) - ROOM_FOR_MARK)
    whole = len(text) if mark is None else mark.start() + int(mark[1])
    room = most - ROOM_FOR_MARK
    return f"{text[:room]}… ({whole - room} more characters)"


def each_cut(value: object) -> object:
    """Return a JSON value with each of its texts cut to what is kept."""
    if isinstance(value, str):
        return cut(value, KEPT)
    if isinstance(value, dict):
        return {key: each_cut(item) for key, item in value.items()}
    if isinstance(value, list):
        return [each_cut(item) for item in value]
    return value


def summary(value: object) -> dict[str, object]:
    """Return the keys of a value and how large what is under them is."""
    if not isinstance(value, dict):
        return {"left out": extent(value)}
    keys = list(value)
    told = {cut(plain(key), LONGEST_KEY): extent(value[key]) for key in keys[:MOST_KEYS]}
    more = {"keys left out": len(keys) - MOST_KEYS} if len(keys) > MOST_KEYS else {}
    return {"left out": told, **more}


def extent(value: object) -> str:
    """Say how large a value is."""
    if isinstance(value, str):
        mark = MARK.search(value, max(0, len(value) - ROOM_FOR_MARK))
        length = len(value) if mark is None else mark.start() + int(mark[1])
        return f"{length} characters"
    if isinstance(value, dict | list | tuple):
        return f"{len(value)} {'keys' if isinstance(value, dict) else 'items'}"
    return f"[{type(value).__name__}]"
