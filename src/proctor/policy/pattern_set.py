"""
Many patterns, asked at once which of them match.

A pattern that begins with plain text is found by that text, and only then
tried; what cannot be found so runs in one pass of RE2; what RE2 does not take
runs on `re`, one by one. Nothing is compiled before it is needed: a process
that decides one call compiles what that call can meet.
"""

from __future__ import annotations

import re

from proctor.policy.packing import pack, unpacked
from proctor.policy.patterns import ALWAYS_SHORT, FLAGS, RE2, Regex
from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    Matcher = Callable[[str], re.Match[str] | None]
    # By how a subject begins: pairs of a length, and of what places begin so.
    ByHead = dict[str, list[Any]]

RE2_MEMORY = 1 << 29
# So many patterns that begin alike are tried one by one; more go through RE2 in one pass.
MOST_ALIKE = 8
# Every part of a long command is asked for the whole of it: one answer is enough.
LONG_SUBJECT = 2000
# So many lengths of beginnings are worth a look-up each.
MOST_LENGTHS = 24
# A `$` at the end that is not escaped.
END = lazy(r"(?<!\\)(?:\\\\)*\$\Z")


class Sorted(NamedTuple):
    """
    Patterns by the way that runs each of them best.

    Those that begin with plain text are in `by_head`, by the first letters, `head` of them;
    then a set of RE2 with the numbers of what is in it, and the places of what runs on `re`.
    """

    head: int
    by_head: ByHead
    set: Any
    in_set: tuple[int, ...]
    alone: tuple[int, ...]


class PatternSet:
    """
    Patterns, each with a number that answers name it by.

    The numbers are those of rules, or the places of the patterns if none are
    given.
    """

    def __init__(
        self, patterns: Sequence[Regex], engine: str, numbers: Sequence[int] | None = None
    ) -> None:
        self.patterns = tuple(patterns)
        self.numbers = tuple(range(len(self.patterns)) if numbers is None else numbers)
        self._engine = engine
        # INVARIANT: there as a whole or not at all; several threads may ask, and one sees it first.
        self._sorted: Sorted | None = None
        self._last: tuple[str, list[int]] = ("", [])
        self._matchers: list[Matcher | None] = [None] * len(self.patterns)
        self._data: Mapping[str, Any] = {}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], engine: str) -> PatternSet:
        """Return the set that plain data tells of; no pattern is made before it is asked."""
        made = cls((), engine, data["numbers"])
        made._data = data
        return made

    def data(self) -> dict[str, Any]:
        """Return the set as plain data, sorted by how patterns begin: it is ready to be asked."""
        if "packed" in self._data:
            return dict(self._data)
        self._read()
        head, by_head, found = self._find_by_start()
        rest = sorted(found)
        slow = set(rest)
        # How slow a pattern may be is asked only of what runs on `re` alone.
        patterns = [p.row(count=place in slow) for place, p in enumerate(self.patterns)]
        ready = {"patterns": patterns, "head": head, "starts": by_head, "rest": rest}
        return {"numbers": list(self.numbers), "packed": pack(ready)}

    def hits(self, subject: str) -> list[int]:
        """Return the numbers of the patterns that match, in no order."""
        head, by_head, together, in_set, alone = self._sorted or self._sort()
        if len(subject) >= LONG_SUBJECT:
            asked, hits = self._last
            if subject is asked:
                return hits
        found = []
        for length, starts in by_head.get(subject[:head], ()):
            places = starts.get(subject[:length])
            if places:
                for place in places:
                    if (self._matchers[place] or self._compile(place))(subject):
                        found.append(self.numbers[place])  # noqa: PERF401 - a call less
        if together:
            found += [in_set[n] for n in together.Match(subject.encode()) or ()]
        if alone:
            found += [self.numbers[place] for place in alone if self._tried(place, subject)]
        if len(subject) >= LONG_SUBJECT:
            self._last = (subject, found)
        return found

    def unsure(self, subject: str) -> list[int]:
        """Return the numbers of the patterns that cannot be tried on so long a subject."""
        if len(subject) <= ALWAYS_SHORT:
            return []
        alone = (self._sorted or self._sort()).alone
        return [self.numbers[n] for n in alone if self.patterns[n].too_long(subject)]

    def may_be_unsure(self) -> bool:
        """Say whether some pattern runs on `re` alone, and so not on every subject."""
        return bool((self._sorted or self._sort()).alone)

    def may_begin_with(self, text: str) -> bool:
        """Say whether some pattern could match a subject that begins with a text."""
        self._read()
        return any(p.prefix.startswith(text) or text.startswith(p.prefix) for p in self.patterns)

    def _tried(self, place: int, subject: str) -> bool:
        """Try one pattern on `re`, if it can match and will not take too long."""
        pattern = self.patterns[place]
        if not subject.startswith(pattern.prefix) or pattern.too_long(subject):
            return False
        return (self._matchers[place] or self._compile(place))(subject) is not None

    def _compile(self, place: int) -> Matcher:
        """Compile a pattern for `re` when it is first needed."""
        pattern = self.patterns[place]
        compiled = re.compile(pattern.pattern, FLAGS)
        matcher = compiled.search if pattern.search else compiled.fullmatch
        self._matchers[place] = matcher
        return matcher

    def _sort(self) -> Sorted:
        """Give every pattern to the way that runs it best."""
        ready = self._read()
        if "rest" in ready:
            head, by_head, rest = ready["head"], ready["starts"], ready["rest"]
        else:
            head, by_head, rest = self._find_by_start()
        together, inside = self._build_set(rest) if self._engine == RE2 else (None, [])
        in_set = tuple([self.numbers[place] for place in inside])
        alone = tuple(sorted(set(rest) - set(inside)))
        self._sorted = Sorted(head, by_head, together, in_set, alone)
        return self._sorted

    def _read(self) -> Mapping[str, Any]:
        """Make the patterns that plain data tells of, and return what else it tells."""
        if self.patterns or not self.numbers or not self._data:
            return {}
        ready: Mapping[str, Any] = unpacked(self._data.get("packed")) or self._data
        patterns = tuple([Regex(*row) for row in ready["patterns"]])
        # Whoever sees the patterns sees these too.
        self._matchers = [None] * len(patterns)
        self.patterns = patterns
        return ready

    def _find_by_start(self) -> tuple[int, ByHead, list[int]]:
        """Sort plainly linear patterns by the text they begin with; return all others last."""
        alike: dict[str, list[int]] = {}
        rest: list[int] = []
        for place, pattern in enumerate(self.patterns):
            if pattern.prefix and pattern.plainly_linear:
                alike.setdefault(pattern.prefix, []).append(place)
            else:
                rest.append(place)
        head = min(map(len, alike), default=0)
        by_head: dict[str, dict[int, dict[str, list[int]]]] = {}
        for start, places in alike.items():
            by_length = by_head.setdefault(start[:head], {})
            few = len(places) <= MOST_ALIKE
            if few and (len(start) in by_length or len(by_length) < MOST_LENGTHS):
                by_length.setdefault(len(start), {})[start] = places
            else:
                rest += places
        return head, {at: [[*one] for one in by.items()] for at, by in by_head.items()}, rest

    def _build_set(self, places: Sequence[int]) -> tuple[Any, list[int]]:
        """Put what RE2 takes into one set, and say what that is."""
        fit = [place for place in places if self.patterns[place].on_re2]
        if not fit:
            return None, []
        import re2  # noqa: PLC0415 - the cold hook must not load it

        options = re2.Options()
        options.dot_nl = True
        options.log_errors = False
        options.max_mem = RE2_MEMORY
        search = any(pattern.search for pattern in self.patterns)
        built = re2.Set.SearchSet(options) if search else re2.Set.FullMatchSet(options)
        inside = [place for place in fit if added(re2, built, self.patterns[place])]
        if not inside:
            return None, []
        built.Compile()
        return built, inside


def added(re2: Any, built: Any, pattern: Regex) -> bool:
    """Add a pattern to a set of RE2 and say whether RE2 took it."""
    text = pattern.pattern
    if pattern.search and END.search(text):
        text = f"{text[:-1]}(?:\\n?\\z)"  # `re` lets `$` stand before a last newline
    try:
        built.Add(text)
    except re2.error:
        return False
    return True
