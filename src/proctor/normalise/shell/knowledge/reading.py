"""What is found out about one command by its table entry."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.named_tuple import NamedTuple

# Why an argument that comes from standard input is not certain.
FROM_INPUT = "it comes from the standard input"
# The same, where each piece of the input may be for a command of its own.
APART = "it comes from the standard input, piece by piece"
DELIMITED = "it comes from the standard input, taken apart in a way of its own"


class Inner(NamedTuple):
    """
    A command inside a command: words to take as they are, or a text for a shell.

    `assigned` are the variables that the outer command sets for it.
    """

    words: tuple[Argument, ...] = ()
    text: str | None = None
    assigned: tuple[tuple[str, Argument], ...] = ()


class Use(NamedTuple):
    """
    A path that a command uses: `r` reads it, `n` looks at its name, `w` writes, `d` deletes.

    `deep` says that everything below it is meant too, `follows` that links which
    are met there are followed.
    """

    path: Argument
    role: str
    deep: bool = False
    follows: bool = False


class Reading:
    """
    What a command does, as far as its table says.

    `classes` maps each class to the reason in words. `unknown` says why the
    command is not known for certain: then it is never taken for one that only
    reads. `tame` says that no option of it does more than read, so that words
    which are no paths are plain text. `hidden` says why a command that it runs
    could not be found: then it cannot be read at all. `folder` is where it
    works, if an option says so; `takes_input` that it runs its standard input
    as commands of a shell. `verbs` are the words that name its subcommands.
    `scanned` counts the characters that were read as a program or as a language of their own.
    `brought` says which file of the project makes it run code, although by itself it would not.
    `finds` says that it reads the files that it finds below a folder, but for those that linters
    leave out. `shows` says that it would do more than read, but is only asked for its help: a
    program that does not know the option goes on, and may run what stands on its input.
    """

    __slots__ = (
        "brought", "classes", "finds", "folder", "hidden", "inners", "scanned", "shows",
        "takes_input", "tame", "unknown", "urls", "uses", "verbs",
    )  # fmt: skip

    def __init__(self) -> None:
        self.classes: dict[str, str] = {}
        self.unknown: str | None = None
        self.tame = False
        self.hidden: str | None = None
        self.uses: list[Use] = []
        self.urls: list[Argument] = []
        self.inners: list[Inner] = []
        self.folder: Argument | None = None
        self.takes_input = False
        self.verbs: list[str] = []
        self.scanned = 0
        self.brought: str | None = None
        self.finds = False
        self.shows = False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reading):
            return NotImplemented
        names = (name for name in self.__slots__ if name != "scanned")  # a cost, not a meaning
        return all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]  # it is filled while it is found out

    def add(self, classes: Sequence[str], why: str) -> None:
        """Add classes with the reason; the first reason of a class is kept."""
        for one in classes:
            if one == "unknown":
                self.doubt(why)
            elif one == "hides":
                self.hide(why)
            else:
                self.classes.setdefault(one, why)
                if one == "destroy-outside":
                    self.classes.setdefault("destroy", why)

    def bring(self, why: str, one: str = "code") -> None:
        """Add that a file of the project makes the command run code; it may be code anyway."""
        if one not in self.classes:
            self.brought = why
        self.add((one,), why)

    def doubt(self, why: str) -> None:
        """Say that the command is not known for certain; the first reason is kept."""
        if self.unknown is None:
            self.unknown = why

    def hide(self, why: str) -> None:
        """Say that a command that it runs could not be found; the first reason is kept."""
        if self.hidden is None:
            self.hidden = why
