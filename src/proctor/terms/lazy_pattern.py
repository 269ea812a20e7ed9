"""
Regular expressions that are compiled when they are first used.

To compile one takes longer than to use it a thousand times, and one call meets few of
those that there are. The hook, which reads one call and ends, pays only for these.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern
    from typing import AnyStr

METHODS = ("match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


class LazyPattern:
    """Stands for a compiled pattern, and becomes it with the first question."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> object:
        """Compile it, and answer for it from now on."""
        import re  # noqa: PLC0415 - most of those who name a pattern never use it

        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self.flags)
        # Found in here the next time, without this detour.
        self.__dict__.update({method: getattr(compiled, method) for method in METHODS})
        self.__dict__.update(flags=compiled.flags, groups=compiled.groups)
        return getattr(compiled, name)


def lazy(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """Return a pattern that is compiled when it is first used."""
    return LazyPattern(pattern, flags)  # type: ignore[return-value]  # it answers as one
