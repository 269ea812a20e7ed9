"""
Where a command may run, as `cd` moves it.

A `cd` that may have failed leaves two places; one whose goal is not certain
leaves none that is.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.paths import path_form
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.process_links import leads_anywhere
from proctor.terms.surroundings import Surroundings

MOST_FOLDERS = 4
# Nobody works deeper, and every path below would have to be followed from the root on.
LONGEST_PLACE = 1000
# With `-P`, `..` behind a link leads elsewhere, so that is not among them.
CD_OPTIONS = frozenset({"-L", "-e", "-@", "-Le", "-eL", "-L@", "--"})
LOST = "the `cd` before it leads to an unknown place"
MANY = "too many `cd` before it may or may not have worked"


class Folders(NamedTuple):
    """
    Where a command may run.

    `here` is where it runs if the `cd` right before it worked, `otherwise` where
    it runs if that failed. `unknown` says why no place is certain.
    """

    here: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    unknown: str | None = None

    def after_failure(self) -> Folders:
        """Return where a command runs whether or not the `cd` before it worked."""
        if not self.otherwise:
            return self
        return limited((*self.here, *self.otherwise), self.unknown)

    def after_success(self) -> Folders:
        """Return where a command runs if the `cd` before it worked."""
        return Folders(self.here, (), self.unknown) if self.otherwise else self

    def either(self, other: Folders) -> Folders:
        """Return both places."""
        if other == self:
            return self
        both = (*self.here, *other.here, *self.otherwise, *other.otherwise)
        return limited(both, self.unknown or other.unknown)

    def lost(self, why: str = LOST) -> Folders:
        """Return that no place is certain any more."""
        return Folders(self.after_failure().here, (), self.unknown or why)


def limited(places: Sequence[str], unknown: str | None) -> Folders:
    """Return places, or that there are too many to follow."""
    different = tuple(dict.fromkeys(places))
    if len(different) > MOST_FOLDERS:
        return Folders(different[:MOST_FOLDERS], (), unknown or MANY)
    return Folders(different, (), unknown)


def moved(
    arguments: Sequence[Argument],
    around: Surroundings,
    folders: Folders,
    home: str | None,
    *,
    searched: bool,
) -> Folders:
    """
    Return where the next command runs, after a `cd`, a `pushd` or a `popd`.

    `home` is where `cd` alone leads, None if that is not certain; `searched`
    says that a relative goal may be found elsewhere (`CDPATH`).
    """
    targets = [a for a in arguments[1:] if a.unknown or a.value not in CD_OPTIONS]
    if arguments[0].value != "cd" or len(targets) > 1:
        return folders.lost()
    goal = targets[0] if targets else Argument(home or "", None if home else "it is not certain")
    if goal.unknown or goal.wild or goal.value.startswith(("-", "~")):
        return folders.lost()
    if goal.value == "":
        return folders.lost() if searched else folders  # `cd ""` stays
    if searched and not goal.value.startswith(("/", "./", "../")) and goal.value not in (".", ".."):
        return folders.lost()
    forms = [path_form(goal.value, around, folder) for folder in folders.here]
    # Where `a/../b` is not there by its text, bash follows it as the kernel does.
    ways = [form.absolute for form in forms if form]
    ways += [form.real for form in forms if form and ".." in goal.value]
    there = tuple(dict.fromkeys(ways))
    deep = any(len(place) > LONGEST_PLACE for place in there)
    if len(there) == 0 or deep or any(leads_anywhere(form.real) for form in forms if form):
        return folders.lost()
    if len(there) > MOST_FOLDERS:
        return limited(there, folders.unknown)
    return Folders(there, folders.after_failure().here, folders.unknown)
