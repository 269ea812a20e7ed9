"""
Look where patterns lead: the links among the files that one stands for.

A name that a shell fills in may be that of a link, and so may a file that a
program finds on its way through a folder. Only what is reached by a link is of
interest: everything else is where its pattern says.
"""

from __future__ import annotations

import os
import stat

from proctor.terms.process_links import parent
from proctor.terms.wildcards import (
    ANY_FOLDERS,
    LEFT_OUT,
    THROUGH_LINKS,
    THROUGH_SOURCES,
    TRACKED,
    fits,
    is_wild,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

# How many names are looked at for one call, what a link or a place costs of that, how many
# names that were read before are looked at in one step, and how many places one pattern may have.
MOST_NAMES = 30_000
A_LINK = 20
KNOWN_A_STEP = 4
MOST_PLACES = 200
# A place, and whether a link led there.
Spot = tuple[str, bool]
# A name in a folder, whether it is a link, and whether it is a folder.
Name = tuple[str, bool, bool]


class TooManyNames(Exception):
    """There is more than is looked at for one call."""


class PatternLook:
    """One look at the host for the patterns of a call; they share what it may cost."""

    def __init__(
        self,
        real: Callable[[str], str],
        is_end: Callable[[str], bool],
        most: int = MOST_NAMES,
        tracked: Callable[[str], Sequence[str] | None] = lambda _: (),
    ) -> None:
        """
        Begin a look.

        Args:
            real: returns where a path leads.
            is_end: says that nobody knows what is behind a place.
            most: how much may be looked at.
            tracked: returns the links below a folder that git has in its index; None if that
                cannot be known.

        """
        self.real = real
        self.is_end = is_end
        self.left = most
        self.tracked = tracked
        self.listed: dict[str, tuple[Name, ...]] = {}

    def places(self, pattern: str) -> tuple[str, ...] | None:
        """
        Return the real places to which an absolute pattern leads through links.

        None if there is more than is looked at. A plain beginning of the pattern is
        taken to where it leads; that alone counts as no link.
        """
        names = [name for name in pattern.split("/") if name not in ("", ".")]
        plain = next((at for at, name in enumerate(names) if is_wild(name)), len(names))
        try:
            self.spend(len(names))
            spots: set[Spot] = {(self.led("/" + "/".join(names[:plain])), False)}
            for at in range(plain, len(names)):
                last = at == len(names) - 1
                spots = {
                    spot
                    for place, linked in spots
                    for spot in self.step(place, names[at], linked=linked, last=last)
                }
            found = sorted({place for place, linked in spots if linked})
            self.spend(A_LINK * len(found))  # each is a path for whoever reads the call
        except (TooManyNames, ValueError):
            return None
        return tuple(found) if len(found) <= MOST_PLACES else None

    def spend(self, steps: int) -> None:
        """
        Take the cost of a look.

        Raises:
            TooManyNames: the look has cost as much as it may.

        """
        self.left -= steps
        if self.left < 0:
            raise TooManyNames

    def step(self, place: str, name: str, *, linked: bool, last: bool) -> Iterator[Spot]:
        """Return where one name of a pattern leads from a place."""
        if self.is_end(place):
            yield f"{place}/{name}", True
        elif name == "..":
            yield parent(place), linked
        elif name.startswith(TRACKED):
            yield from self.in_index(place, name[len(TRACKED) :])
        elif name in (ANY_FOLDERS, THROUGH_LINKS, THROUGH_SOURCES):
            yield from self.below(place, name, linked=linked, last=last)
        elif is_wild(name):
            alike = name.lower()
            for inside, is_link, is_folder in self.names(place):
                if not fits(alike, inside.lower(), hidden=True):
                    continue
                path = f"{place.rstrip('/')}/{inside}"
                if is_link:
                    yield self.led(path), True
                elif linked or (is_folder and not last):
                    yield path, linked
        else:
            yield from self.plain(f"{place.rstrip('/')}/{name}", linked=linked)

    def plain(self, path: str, *, linked: bool) -> Iterator[Spot]:
        """Return where a plain name leads; behind a link also one that is not there yet."""
        self.spend(1)
        try:
            is_link = stat.S_ISLNK(os.lstat(path).st_mode)
        except OSError:
            is_link = False
            if not linked:
                return
        yield (self.led(path), True) if is_link else (path, linked)

    def below(self, place: str, segment: str, *, linked: bool, last: bool) -> Iterator[Spot]:
        """Return a folder with all that are below it, and where the links in them lead."""
        through = segment in (THROUGH_LINKS, THROUGH_SOURCES)
        left_out = LEFT_OUT if segment == THROUGH_SOURCES else ()
        waiting, seen = [(place, linked)], {place}
        while waiting:
            folder, behind = waiting.pop()
            if folder == place or not last:
                yield folder, behind
            for name, is_link, is_folder in self.names(folder):
                path = f"{folder.rstrip('/')}/{name}"
                if is_link:
                    real = self.led(path)
                    yield real, True
                    if through and real not in seen:
                        seen.add(real)
                        waiting.append((real, True))
                elif is_folder and name not in left_out:
                    waiting.append((path, behind))

    def in_index(self, place: str, end: str) -> Iterator[Spot]:
        """Return where the links in the index of git lead whose names end in some way."""
        links = self.tracked(place)
        if links is None:
            raise TooManyNames
        for path in links:
            if path.endswith(end):
                yield from self.plain(path, linked=False)

    def led(self, path: str) -> str:
        """Return where a path leads."""
        self.spend(A_LINK)
        try:
            return self.real(path)
        except OSError:
            return path  # it leads nowhere

    def names(self, folder: str) -> Sequence[Name]:
        """Return the names in a folder; each folder is read once for a call."""
        known = self.listed.get(folder)
        if known is None:
            known = self.listed[folder] = tuple(self.read_names(folder))
        else:
            self.spend(1 + len(known) // KNOWN_A_STEP)
        return known

    def read_names(self, folder: str) -> Iterator[Name]:
        """Read the names in a folder; none where it cannot be read."""
        try:
            with os.scandir(folder) as found:
                for entry in found:
                    self.spend(1)
                    yield entry.name, entry.is_symlink(), entry.is_dir(follow_symlinks=False)
        except OSError:
            return
