"""Times as people write and read them: `90s`, `10m`, `2h`, `1d`."""

from __future__ import annotations

import re

from proctor.errors import UsageError

FORM = re.compile(r"([0-9]{1,6})\s*(s|m|h|d)")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400}
# As much as the server takes.
LONGEST = 86_400
FORMS = "write `90s`, `10m`, `2h` or `1d`; a day is the longest"


def read_duration(text: str) -> int:
    """
    Return a number of seconds.

    Raises:
        UsageError: it is none, or none that can be had.

    """
    found = FORM.fullmatch(text.strip().lower())
    if found is None:
        raise UsageError(f"`{text}` does not say how long", help=FORMS)
    seconds = int(found[1]) * UNITS[found[2]]
    if not 1 <= seconds <= LONGEST:
        wrong = "no time at all" if not seconds else "longer than an answer can hold"
        raise UsageError(f"`{text}` is {wrong}", help=FORMS)
    return seconds


def shown_duration(seconds: int) -> str:
    """Return a number of seconds as people say it: `10 minutes`."""
    for name, length in (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds % length == 0:
            many = seconds // length
            return f"{many} {name}{'' if many == 1 else 's'}"
    raise AssertionError  # every whole number of seconds is one of seconds


def rough_duration(seconds: float) -> str:
    """Return a time in words, as exactly as people want it: `23 h 59 min`, `4 min`, `50 s`."""
    whole = int(seconds)
    if whole < 2 * UNITS["m"]:
        return f"{whole} s"
    hours, minutes = divmod(whole // UNITS["m"], UNITS["m"])
    if not hours:
        return f"{minutes} min"
    return f"{hours} h {minutes} min" if minutes else f"{hours} h"
