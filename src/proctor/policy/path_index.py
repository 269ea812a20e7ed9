"""Path patterns sorted by their anchor, each anchor one set of patterns."""

from __future__ import annotations

from operator import attrgetter

from proctor.policy.inside import parent, relative
from proctor.policy.packing import pack, unpacked
from proctor.policy.path_patterns import Anchor, PathPattern, read_path_pattern
from proctor.policy.pattern_set import PatternSet
from proctor.policy.patterns import Regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from proctor.terms.action import Touch
    from proctor.terms.surroundings import Surroundings

CWD = Anchor.CWD


class PathIndex:
    """
    Which rules match a path.

    Generous matching (deny and ask) also tries patterns of the working folder
    against the project root, so that a `cd` escapes nothing; names anywhere
    and not only below the working folder; and `/x` as an absolute path too,
    because that is what many people believe it to be.
    """

    def __init__(
        self, patterns: Sequence[Any], engine: str, *, generous: bool, fold: bool = False
    ) -> None:
        self.generous = generous
        self._fold = fold
        self._packed: Any = patterns
        self._engine = engine
        self._folded: PathIndex | None = None
        sorted_out: dict[tuple[Anchor, int], list[tuple[int, Regex]]] = {}
        for number, text in patterns:
            pattern = read_path_pattern(text.lower() if fold else text)
            regex = pattern.generous_regex() if generous else pattern.regex()
            for key in self.keys(pattern):
                sorted_out.setdefault(key, []).append((number, regex))
        self.shelve(
            {
                key: PatternSet([r for _, r in found], engine, [n for n, _ in found])
                for key, found in sorted_out.items()
            }
        )

    @classmethod
    def from_data(cls, data: Mapping[str, Any], engine: str, *, generous: bool) -> PathIndex:
        """Return the index that plain data tells of."""
        if "sets" not in data:
            return cls(data["patterns"], engine, generous=generous)
        made = cls([], engine, generous=generous)
        made._packed = data["patterns"]
        rows = data["sets"]
        made.shelve({(Anchor(at), up): PatternSet.from_data(one, engine) for at, up, one in rows})
        return made

    def data(self) -> dict[str, Any]:
        """Return the index as plain data."""
        rows = [[anchor.value, up, one.data()] for (anchor, up), one in self.made.items()]
        return {"patterns": pack([[*one] for one in self.patterns]), "sets": rows}

    @property
    def patterns(self) -> Sequence[Any]:
        """Return the patterns as they are written, each with the number of its rule."""
        self._packed = unpacked(self._packed)
        patterns: Sequence[Any] = self._packed
        return patterns

    def shelve(self, made: dict[tuple[Anchor, int], PatternSet]) -> None:
        """Take the sets of patterns, each with the folder from which it counts."""
        self.made = made
        self.sets = [(up, self.folder(anchor), made[anchor, up]) for anchor, up in made]
        # There the patterns of the working folder stand under the root too.
        self.sets_at_root = [
            (up, self.folder(anchor), made[anchor, up]) for anchor, up in made if anchor is not CWD
        ]

    def keys(self, pattern: PathPattern) -> list[tuple[Anchor, int]]:
        """Return the anchors at which a pattern is tried."""
        keys = [(pattern.anchor, pattern.up)]
        if self.generous and pattern.anchor is Anchor.CWD:
            keys.append((Anchor.ROOT, pattern.up))
        if self.generous and pattern.anchor is Anchor.CWD and pattern.glob.startswith("**/"):
            keys.append((Anchor.FILESYSTEM, 0))  # `**/.ssh/**` is meant for anywhere
        if self.generous and pattern.anchor is Anchor.ROOT:
            keys.append((Anchor.FILESYSTEM, 0))
        return keys

    def covering(self, touches: Sequence[Touch], around: Surroundings) -> list[int]:
        """
        Return the rules that match each path, as written and as it leads.

        Not all by the same rule; the rules of the first path are named.
        """
        first: list[int] = []
        for touch in touches:
            path = touch.path
            absolute, real = path.absolute, path.real
            found = self.hits(absolute, around)
            if not found or (real != absolute and not self.hits(real, around)):
                return []
            first = first or found
        return first

    def of(self, touch: Touch, around: Surroundings) -> list[int]:
        """Return the rules that match a path as written or as it leads."""
        path = touch.path
        if path.absolute == path.real:
            return self.hits(path.absolute, around)
        return self.hits(path.absolute, around) + self.hits(path.real, around)

    def hits(self, path: str, around: Surroundings) -> list[int]:
        """Return the rules that match an absolute path."""
        sets = self.sets
        if self.generous:
            if around.folds_case and not self._fold:
                return self.folded().hits(path, around)
            if around.cwd == around.root:
                sets = self.sets_at_root
        found: list[int] = []
        for up, folder_of, patterns in sets:
            folder = folder_of(around)
            if up:
                folder = parent(folder, up)
            if self._fold:
                folder, path = folder.lower(), path.lower()
            subject = relative(path, folder)
            if subject is not None:
                found += patterns.hits(subject)
        return found

    def unsure(self, path: str, around: Surroundings) -> list[int]:
        """Return the rules that could not be tried on so long a path: only where RE2 is not."""
        if self.generous and around.folds_case and not self._fold:
            return self.folded().unsure(path, around)
        found: list[int] = []
        for up, folder_of, patterns in self.sets:
            subject = relative(path, parent(folder_of(around), up))
            if subject is not None:
                found += patterns.unsure(subject)
        return found

    def folded(self) -> PathIndex:
        """Return the same index for a file system that takes `.ENV` for `.env`."""
        if self._folded is None:
            self._folded = PathIndex(self.patterns, self._engine, generous=True, fold=True)
        return self._folded

    def folder(self, anchor: Anchor) -> Callable[[Surroundings], str]:
        """Return what finds the folder that an anchor stands for."""
        if anchor is Anchor.HOME:
            return attrgetter("home")
        if anchor is Anchor.ROOT:
            return attrgetter("root")
        if anchor is Anchor.FILESYSTEM or (anchor is Anchor.NAME and self.generous):
            return lambda _: "/"
        return attrgetter("cwd")
