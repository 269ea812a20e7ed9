"""
Replace keys, tokens and passwords before anything is kept.

`Redactor.text` is for any text, `Redactor.value` for a JSON value. Each finder
says which stretches of a text are secret; they are united and replaced, until
nothing more is found. Names stay, so that a reader sees what was there.

A finder that costs time has a trigger: something cheap that is in every text in
which it can find something. It is not even loaded before that.
"""

from __future__ import annotations

import re
from functools import partial

from proctor.audit.redaction.secret_names import QUERY_TRIGGERS, TRIGGERS
from proctor.audit.redaction.secret_programs import names_program
from proctor.audit.redaction.secret_shapes import (
    BEARER,
    KEY_BLOCK,
    LONG_RUN,
    WEBHOOKS,
    aws_secret_spans,
    shapes,
)
from proctor.audit.redaction.secret_spans import REDACTED, replaced
from proctor.audit.redaction.secret_values import redacted_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proctor.audit.redaction.secret_spans import Span

    # Texts by how deep they stand in JSON, and what was made of them.
    Known = dict[tuple[int, str], str]

__all__ = ["REDACTED", "Redactor"]

# So often a text is read again; each time there is less to find.
MOST_ROUNDS = 8
# So many texts without a secret are remembered, none of them long.
MOST_REMEMBERED, LONGEST_REMEMBERED = 2_000, 200
# How many long texts are remembered, with what became of them.
MOST_RECENT = 8
# So often JSON is looked for in a text of JSON in a text.
DEEPEST = 6
NAME_TRIGGERS = (*TRIGGERS, *QUERY_TRIGGERS, "identified")
# Between the parts of a word, or in place of a letter; and how our tokens begin in hex.
DISGUISES = ('"', "'", "\\", "%", "70 72", "70:72", "70,", "0x70", "70\n72")
TWO_WORDS_TRIGGERS = ("set", "env", "config", "login", "with", "identified")


class Redactor:
    """
    Replaces secrets in texts and JSON values.

    Args:
        patterns: The user's own, checked before. Of a match the group `secret`
            is replaced, else its groups, else all of it.

    """

    def __init__(self, patterns: Sequence[str] = ()) -> None:
        self.own = tuple(re.compile(pattern, re.DOTALL | re.ASCII) for pattern in patterns)
        # Texts without a secret: reasons, keys and many commands come again and again.
        self.clean: set[str] = set()
        # Of long texts the last few: a question, its record and their inputs hold the same ones.
        self.recent: dict[str, str] = {}

    def text(self, text: str) -> str:
        """Return a text without its secrets; the same object if there are none."""
        if text in self.clean:
            return text
        if len(text) <= LONGEST_REMEMBERED:
            return self.redacted(text, 0, None)
        found = self.recent.get(text)
        if found is None:
            found = self.redacted(text, 0, None)
            if len(self.recent) >= MOST_RECENT:
                self.recent.clear()
            self.recent[text] = found
        return found

    def redacted(self, text: str, depth: int, known: Known | None) -> str:
        """
        Return a text without its secrets; it may stand in JSON that stands in a text.

        INVARIANT: what is known of such texts already is not looked for again, so that the
        time for JSON in JSON does not double with each step down.
        """
        whole = text
        for _ in range(MOST_ROUNDS):
            spans, changes = self.spans(text), None
            json = '"' in text and ("{" in text or "[" in text)  # it may hold some
            if json and depth < DEEPEST:
                from proctor.audit.redaction.secret_json import json_changes  # noqa: PLC0415 - see the top

                known = {} if known is None else known
                changes = json_changes(text, partial(self.inner, depth=depth + 1, known=known))
            elif json:  # nobody reads so far: what a shell runs is shown
                spans += too_deep(text)
            shorter = replaced(text, spans, changes) if spans or changes else text
            if shorter == text:
                if not json or not depth:  # else more of it may be looked at elsewhere
                    self.remember(text)
                break
            text = shorter
        if known is not None:
            known[depth, whole] = known[depth, text] = text
        return text

    def inner(self, text: str, depth: int, known: Known) -> str:
        """Return a text of JSON without its secrets."""
        if text in self.clean:
            return text
        found = known.get((depth, text))
        return self.redacted(text, depth, known) if found is None else found

    def remember(self, text: str) -> None:
        """Note that nothing is to be found in a text, unless it is long."""
        if len(text) <= LONGEST_REMEMBERED:
            if len(self.clean) >= MOST_REMEMBERED:
                self.clean.clear()
            self.clean.add(text)

    def value(self, value: object) -> object:
        """Return a JSON value without its secrets; odd values become text, deep ones are cut."""
        return redacted_value(value, self.text)

    def spans(self, text: str, *, filtered: bool = True) -> list[Span]:
        """Return what is secret in a text; `filtered` leaves out what cannot find anything."""
        low = text.lower()
        found: list[Span] = []
        long = not filtered or LONG_RUN.search(text)
        if long:
            found += shape_spans(text)
        if long or any(map(text.__contains__, DISGUISES)):
            from proctor.audit.redaction.secret_disguised import (  # noqa: PLC0415 - see the top
                disguised_spans,
            )

            found += disguised_spans(text)
        if not filtered or any(map(low.__contains__, NAME_TRIGGERS)):
            from proctor.audit.redaction.secret_named import (  # noqa: PLC0415 - see the top
                named_spans,
                two_word_spans,
            )

            found += named_spans(text)
            if not filtered or "private key" in low:
                found += (match.span("secret") for match in KEY_BLOCK.finditer(text))
            if not filtered or "bearer" in low:
                found += (match.span("secret") for match in BEARER.finditer(text))
            if not filtered or any(map(low.__contains__, TWO_WORDS_TRIGGERS)):
                found += two_word_spans(text)
        if not filtered or "://" in text or "oracle:" in low:
            from proctor.audit.redaction.secret_urls import url_spans  # noqa: PLC0415 - see the top

            found += url_spans(text)
        if not filtered or (" " in text and names_program(low)):
            from proctor.audit.redaction.secret_options import (  # noqa: PLC0415 - see the top
                command_spans,
            )

            found += command_spans(text)
        for pattern in self.own:
            found += own_spans(pattern, text)
        return found


def too_deep(text: str) -> list[Span]:
    """Return all of a text with JSON in it, but for what a shell would run."""
    from proctor.audit.redaction.secret_ends import pieces  # noqa: PLC0415 - see the top
    from proctor.audit.redaction.secret_json import START  # noqa: PLC0415 - see the top

    return pieces(text, 0, len(text)) if START.search(text) else []


def shape_spans(text: str) -> Iterator[Span]:
    """Return what has the shape of a known key or token."""
    yield from (match.span() for match in shapes().finditer(text))
    yield from aws_secret_spans(text)
    if "hooks" in text:
        yield from (match.span() for match in WEBHOOKS.finditer(text))


def own_spans(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    """Return what a pattern of the user's own finds: its groups, or all if none has matched."""
    named = ("secret",) if "secret" in pattern.groupindex else ()
    groups = named or range(1, pattern.groups + 1)
    for match in pattern.finditer(text):
        spans = [match.span(group) for group in groups if match[group]]
        yield from spans or [match.span()]
