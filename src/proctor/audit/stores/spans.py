"""
Which times records have, for some thousand of them at a time.

Records come in about the order of time, which a database does not know: for those
before a day it would look at everything behind it. The table `spans` lets it look
only where such times are.
"""

from __future__ import annotations

# Of a number of a record, what is left of these bits is the number of its span.
SPAN_BITS = 10
# What follows an INSERT: a span has the times of all that were ever put into it.
WIDEN = """ON CONFLICT (span) DO UPDATE SET
  oldest = CASE WHEN excluded.oldest < spans.oldest THEN excluded.oldest ELSE spans.oldest END,
  newest = CASE WHEN excluded.newest > spans.newest THEN excluded.newest ELSE spans.newest END"""
# Spans that may have a time; its values are `times_of`.
MEANT = "newest >= ? AND (oldest < ? OR ? = '')"


def times_of(since: str, until: str) -> list[object]:
    """Return the values of MEANT."""
    return [since, until, until]
