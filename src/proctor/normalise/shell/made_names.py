"""
Names that a command line makes itself: links, copies, moved files, aliases.

`ln -s ~ h; cat h/.proctor/token`: where `h` leads cannot be looked up, because it is not there
yet when the call is read. So each command is also read with what such a name stands for. Both
readings count, and nothing is allowed by the second one.

The order of commands is not followed: a loop or a function may run the later one first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase

from proctor.normalise.paths import path_form
from proctor.normalise.shell.deeds import COPIES
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.operands import MARKS
from proctor.normalise.shell.scene import SeenCommand
from proctor.terms.named_tuple import NamedTuple

LINKERS = frozenset("ln gln link".split())
MAKERS = COPIES | LINKERS | {"dd"}
# Those that copy single files, so that nothing lies below the new name.
FILES_ONLY = frozenset("install ginstall link dd cat".split())
# Options of `cp` that make links.
LINKING = frozenset({"-l", "-s", "--link", "--symbolic-link"})
WILD = frozenset("*?[")
MOST_READINGS = 16
MOST_STEPS = 2000
DEEPEST = 8
NOT_CERTAIN = "what `{name}` stands for, which the same command line makes, is not certain"
ANYWHERE = "a name that the same command line makes is not certain, and may stand for this one"
TOO_MANY = "the same command line makes too many names to follow"


class Name(NamedTuple):
    """
    What a name stands for, by its absolute path; None where that is not certain.

    `is_link` says that writing to the name writes there, `is_folder` that paths below it may
    lead below that place.
    """

    place: str | None
    is_link: bool
    is_folder: bool


class Hit(NamedTuple):
    """Where a path leads by a name; `is_whole` says that the name is the whole path."""

    place: str | None
    is_link: bool
    is_whole: bool


class Reading(NamedTuple):
    """Another reading of a command."""

    arguments: tuple[Argument, ...]
    inputs: tuple[Argument, ...]
    redirections: tuple[tuple[str, str, Argument], ...]
    folders: tuple[str, ...]


class MadeNames:
    """The names that the commands of one line make."""

    def __init__(self, seen: Sequence[SeenCommand]) -> None:
        self.paths: dict[str, list[Name]] = {}
        self.programs: dict[str, list[tuple[str, ...]]] = {}
        # Whether a name was made that is not certain.
        self.anywhere = False
        # Whether the PATH is another one.
        self.searched = False
        self.steps = 0
        for one in seen:
            self.note(one)

    def __bool__(self) -> bool:
        return bool(self.paths or self.programs or self.anywhere)

    # Which names are made

    def note(self, seen: SeenCommand) -> None:
        """Note the names that a command makes."""
        words = seen.command.words
        assigned = [name for name, _ in seen.command.assignments]
        self.searched |= "PATH" in assigned or any(word.startswith("PATH=") for word in words)
        if seen.program in MAKERS and seen.arguments:
            self.note_copies(seen)
        elif seen.program == "cat" and seen.redirections:
            written = [target for _, operator, target in seen.redirections if ">" in operator]
            read = [redirect.target for redirect in seen.command.redirects
                    if redirect.operator == "<"]  # fmt: skip
            sources = [Argument(word) for word in (*words[1:], *read) if word[:1] != "-"]
            self.note_names(seen, sources, written)
        elif words and words[0] == "alias":
            for name, equals, value in (word.partition("=") for word in words[1:]):
                if equals and value.split():
                    self.programs.setdefault(name, []).append(tuple(value.split()))
        elif words and words[0] == "hash":
            self.note_hashed(words[1:])

    def note_hashed(self, words: Sequence[str]) -> None:
        """Note the names that `hash -p PATH NAME` gives to a program."""
        for index, word in enumerate(words):
            if word.startswith("-p"):
                behind = words[index + 1 :]
                path = word[2:] or "".join(behind[:1])
                for name in behind if word[2:] else behind[1:]:
                    self.programs.setdefault(name, []).append((path,))
                return

    def note_copies(self, seen: SeenCommand) -> None:
        """Note the names that `ln`, `cp`, `mv` and their like make."""
        sources = [use.path for use in seen.uses if use.role in "rdn"]
        targets = [use.path for use in seen.uses if use.role == "w"]
        if not sources and seen.program in LINKERS:
            # `ln /a/b` makes `b` here.
            sources, targets = targets, [Argument(".")]
        self.note_names(seen, sources, targets)

    def note_names(
        self, seen: SeenCommand, sources: Sequence[Argument], targets: Sequence[Argument]
    ) -> None:
        """Note that targets stand for sources, or have them inside."""
        around, folders = seen.scene.around, seen.scene.folders
        for target in targets:
            lost = folders.unknown and not target.value.startswith("/")
            if target.unknown or target.wild or lost:
                self.anywhere = True
                continue
            several = len(sources) > 1 or target.value.endswith("/")
            for folder in folders.here:
                form = path_form(target.value, around, folder)
                place = form.absolute if form else ""
                for source in sources if place else ():
                    self.note_name(seen, source, place, folder, inside=several)

    def note_name(
        self, seen: SeenCommand, source: Argument, place: str, folder: str, *, inside: bool
    ) -> None:
        """Note that a place stands for a source, or has it inside."""
        name = made_by(seen)
        if source.unknown or (source.wild and not is_wild_at_end(source.value)):
            self.add(place, name._replace(is_folder=True))
            return
        written, last = source.value, source.value.rstrip("/").rpartition("/")[2]
        if source.wild or last in ("", ".", ".."):
            # Everything in that folder gets the same name in this one.
            written, last = written[: len(written) - len(last)] or ".", ""
        # What the command runs in is there already, and is not replaced.
        is_here = f"{folder.rstrip('/')}/".startswith(f"{place.rstrip('/')}/")
        if last:
            self.note_place(seen, f"{place.rstrip('/')}/{last}", written, folder, name)
        if last and not inside and not is_here:
            self.note_place(seen, place, written, folder, name)
        elif not last and (name.is_link or not is_here):
            self.note_place(seen, place, written, folder, name._replace(is_folder=True))

    def note_place(
        self, seen: SeenCommand, path: str, written: str, folder: str, name: Name
    ) -> None:
        """Note what one path stands for; a link counts from where it lies, too."""
        for base in dict.fromkeys((folder, path.rpartition("/")[0] or "/")):
            form = path_form(written, seen.scene.around, base)
            if form and (base == folder or name.is_link):
                self.add(path, name._replace(place=form.absolute))

    def add(self, path: str, name: Name) -> None:
        """Note one name."""
        known = self.paths.setdefault(path, [])
        # What leads into itself leads nowhere.
        is_loop = name.place is not None and f"{name.place}/".startswith(f"{path}/")
        if not is_loop and name not in known:
            known.append(name)

    # What follows for commands that use them

    def doubt(self, seen: SeenCommand) -> str | None:
        """Say why a command that uses such a name cannot be read; None if it can."""
        if seen.program in MAKERS:
            return None
        words = [*seen.arguments, *seen.inputs, *(target for _, _, target in seen.redirections)]
        if self.anywhere and any("/" in word.value for word in words):
            return ANYWHERE
        for folder in seen.scene.folders.here:
            for word in words:
                for piece in pieces_of(word.value):
                    if any(hit.place is None for hit in self.hits(piece, folder, wild=word.wild)):
                        return NOT_CERTAIN.format(name=piece)
        return (
            TOO_MANY
            if self.steps > MOST_STEPS or len(self.readings(seen)) > MOST_READINGS
            else None
        )

    def readings(self, seen: SeenCommand) -> list[Reading]:
        """Return the command with what the names in it stand for; nothing where it has none."""
        found: list[Reading] = []
        for folder in seen.scene.folders.here:
            led = [hit.place for hit in self.hits(folder, "/") if hit.place]
            for base in dict.fromkeys((folder, *led)):
                found += self.readings_in(seen, base, moved=base != folder)
        for words in self.program_words(seen):
            arguments = (*map(Argument, words), *seen.arguments[1:])
            found.append(Reading(arguments, seen.inputs, (), seen.scene.folders.here))
        return list(dict.fromkeys(found))

    def program_words(self, seen: SeenCommand) -> Iterator[tuple[str, ...]]:
        """Return what a program's name stands for: an alias, or a file that the PATH may find."""
        name = seen.arguments[0].value if seen.arguments else ""
        yield from self.programs.get(name, ())
        if self.searched and name and "/" not in name:
            for path, made in self.paths.items():
                if path.endswith(f"/{name}"):
                    yield from ((one.place,) for one in made if one.place)

    def readings_in(self, seen: SeenCommand, folder: str, *, moved: bool) -> Iterator[Reading]:
        """Return the readings of a command that runs in a folder."""
        roles: dict[str, str] = {}
        for use in seen.uses:
            roles[use.path.value] = roles.get(use.path.value, "") + use.role
        arguments = [self.meanings(one, roles, seen, folder) for one in seen.arguments]
        inputs = [self.meanings(one, {}, seen, folder) for one in seen.inputs]
        targets = [
            self.meanings(target, {target.value: "w"}, seen, folder)
            for _, _, target in seen.redirections
        ]
        most = max((len(one) for one in (*arguments, *inputs, *targets)), default=1)
        for number in range(0 if moved else 1, most):
            redirections = [
                (descriptor, operator, target[number % len(target)])
                for (descriptor, operator, _), target in zip(
                    seen.redirections, targets, strict=True
                )
                if moved or len(target) > 1
            ]
            yield Reading(
                tuple(one[number % len(one)] for one in arguments),
                tuple(one[number % len(one)] for one in inputs),
                tuple(redirections),
                (folder,),
            )

    def meanings(
        self, word: Argument, roles: dict[str, str], seen: SeenCommand, folder: str
    ) -> list[Argument]:
        """Return a word as written, and with each thing that a name in it stands for."""
        found = [word]
        if word.unknown and not word.wild:
            return found
        is_program = bool(seen.arguments) and word is seen.arguments[0]
        if is_program and "/" not in word.value:
            return found
        for piece in pieces_of(word.value):
            role = roles.get(piece, roles.get(word.value, ""))
            for hit in self.hits(piece, folder, wild=word.wild):
                if hit.place and self.counts(hit, role, seen):
                    start = len(word.value) - len(piece) if word.value.endswith(piece) else (
                        word.value.find(piece)
                    )  # fmt: skip
                    value = word.value[:start] + hit.place + word.value[start + len(piece) :]
                    found.append(word._replace(value=value))
        return list(dict.fromkeys(found))

    def counts(self, hit: Hit, role: str, seen: SeenCommand) -> bool:
        """Return whether using a name like this uses what it stands for."""
        if hit.is_whole and (seen.program in MAKERS or "d" in role):
            return False  # another name is made of it, or the name alone goes
        # Who writes to a copy leaves the original alone.
        return hit.is_link or not role or not set(role) <= set("wd")

    def hits(self, path: str, folder: str, *, wild: bool = False) -> Iterator[Hit]:
        """Return where a path leads by the names that were made."""
        if path.startswith("~") or "\0" in path:
            return
        start = "/" if path.startswith("/") else folder
        yield from self.follow(start, path.split("/"), wild=wild, depth=0)

    def follow(
        self, start: str, segments: Sequence[str], *, wild: bool, depth: int
    ) -> Iterator[Hit]:
        """Follow the segments of a path; what a name stands for may lead through another one."""
        here = start.rstrip("/")
        rest = [segment for segment in segments if segment not in ("", ".")]
        for index, segment in enumerate(rest):
            if segment == "..":
                here = here.rpartition("/")[0]
                continue
            behind = rest[index + 1 :]
            for name in self.named(here, segment, wild=wild):
                yield from self.led(name, behind, wild=wild, depth=depth)
            here = f"{here}/{segment}"

    def named(self, folder: str, segment: str, *, wild: bool) -> Iterator[Name]:
        """Return the names in a folder that a segment of a path means."""
        if wild and not WILD.isdisjoint(segment):
            for path, names in self.paths.items():
                place, _, last = path.rpartition("/")
                if place == folder and fnmatchcase(last, segment):
                    yield from names
        else:
            yield from self.paths.get(f"{folder}/{segment}", ())

    def led(self, name: Name, behind: Sequence[str], *, wild: bool, depth: int) -> Iterator[Hit]:
        """Return where a path leads that has a name in it, with some segments behind it."""
        self.steps += 1
        if behind and not name.is_folder:
            return
        if name.place is None or depth > DEEPEST or self.steps > MOST_STEPS:
            yield Hit(None, name.is_link, not behind)
            return
        place = "/".join((name.place.rstrip("/"), *behind)) or "/"
        yield Hit(place, name.is_link, not behind)
        for hit in self.follow("/", place.split("/"), wild=wild, depth=depth + 1):
            yield Hit(hit.place, name.is_link and hit.is_link, not behind)


def made_by(seen: SeenCommand) -> Name:
    """Return the kind of name that a command makes."""
    program = seen.program
    is_link = program in LINKERS or not LINKING.isdisjoint(seen.command.words)
    return Name(None, is_link, program not in FILES_ONLY)


def pieces_of(word: str) -> Iterator[str]:
    """Return what a word may name: itself, `--file=x`, `-fx`, `@x`, `x:y`."""
    yield word
    if word.startswith("-") and not word.startswith("--") and "/" in word:
        yield word[2:]
    if MARKS.search(word):
        yield from (piece for piece in MARKS.split(word) if piece)


def is_wild_at_end(path: str) -> bool:
    """Return whether only the last segment of a path has wildcards."""
    return WILD.isdisjoint(path.rstrip("/").rpartition("/")[0])
