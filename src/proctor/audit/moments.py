"""Read a moment as people write it: `2h`, `3d`, `today`, `2026-11-01`, `2026-11-01T10:00`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from proctor.audit.ids import timestamp
from proctor.errors import UsageError

AGO = re.compile(r"(\d{1,6})\s*(s|m|h|d|w)")
UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
FORMS = "`30m`, `2h`, `3d`, `today`, `yesterday`, `2026-11-01` or `2026-11-01T10:00`"


def read_moment(text: str | None, *, now: datetime | None = None) -> str:
    """
    Return a moment as records have it; an empty text for none.

    A date or time without a zone is one of this machine's.

    Raises:
        UsageError: it is none.

    """
    if not text:
        return ""
    moment = now or datetime.now(UTC)
    word = text.strip().lower()
    ago = AGO.fullmatch(word)
    try:
        if ago:
            return timestamp((moment - timedelta(**{UNITS[ago[2]]: int(ago[1])})).timestamp())
        # Without a zone, so that each day gets the offset that counts on it.
        clock = moment.astimezone().replace(tzinfo=None)
        day = clock.replace(hour=0, minute=0, second=0, microsecond=0)
        named = {"now": clock, "today": day, "yesterday": day - timedelta(days=1)}
        found = named.get(word) or datetime.fromisoformat(text.strip())
        return timestamp(found.timestamp())
    except (ValueError, OverflowError, OSError):
        raise UsageError(f"`{text}` is not a moment", help=f"write {FORMS}") from None
