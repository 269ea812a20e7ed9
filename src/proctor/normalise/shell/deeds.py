"""
What a command does to the world: the table's word, and what its paths add to it.

The table knows that `cat` reads its operand; that `.env` holds a secret, that
`/` is the whole system and that `/dev/sda` is a disk is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from proctor.normalise.paths import hangs_on_folder, path_form, shown, with_matched
from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.knowledge.reading import Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.operands import MARKS, known_name, touches_of
from proctor.normalise.shell.project_settings import judge_settings
from proctor.normalise.shell.scene import Scene
from proctor.terms.action import Does, PathForm, Touch
from proctor.terms.classes import CLASSES
from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple
from proctor.terms.secret_places import secret_place
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import ANY_FOLDERS, THROUGH_LINKS, THROUGH_SOURCES, is_wild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from proctor.normalise.shell.meaning.run import Feed

# With fewer letters a pattern stands for too much to say anything.
FEWEST = 3
# What a path that a command uses costs, in steps.
USE = 10
# A pattern is compared with each name of a secret, and with each place that the guard protects.
WILD_USE = 60
WILD = lazy(r"[*?\[]")
# `key=path` and `@path`, as many programs take them.
MARKED = lazy(r"@|[^/]*=")
DISK = lazy(
    r"/dev/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|md|dm-|mapper/|loop|zd|nbd|sr|pmem|bcache|drbd|rbd"
    r"|ram|mtd|block/)"
)
# Folders with the variables of processes in them.
PROCESSES = lazy(r"/proc(/(\d+|self|thread-self)(/task(/\d+)?)?)?")
SECRET_NAME = lazy(
    r"\$\{?!?\w*(SECRET|TOKEN|PASSW|PASSPHRASE|API_?KEY|CREDENTIAL|PRIVATE_?KEY|ACCESS_?KEY"
    r"|AUTH_?KEY|PASS(?![A-Z])|_PWD|_PAT\b|JWT|DATABASE_URL|_DSN)",
    re.IGNORECASE,
)
QUOTED = lazy(r"'[^']*'")
# Folders that belong to the system; a file below one may go, the folder itself may not.
SYSTEM = frozenset(
    "bin boot dev etc home lib lib32 lib64 media mnt opt proc root run sbin srv sys usr var "
    "Applications Library System Users Volumes private cores".split()
)
BELOW_SYSTEM = frozenset(
    "/usr/bin /usr/lib /usr/local /usr/sbin /usr/share /var/lib /var/log /etc/ssh /etc/systemd "
    "/usr/include /usr/lib64 /var/db /private/etc /private/var /System/Library".split()
)
SEARCHES = frozenset("grep egrep fgrep zgrep ggrep rg ag ack fd fdfind".split())
COPIES = frozenset("cp gcp install ginstall ln gln mv gmv rsync scp ditto".split())
# Commands that look at a word and show nothing of it.
SILENT = frozenset({"test", "[", "[["})
UNPACKS = frozenset(
    "tar bsdtar gtar unzip 7z 7za 7zz cpio pax unrar unar rsync patch ditto dpkg-deb".split()
)
# Bound once, because looking a member up in its class takes long.
READS, EDITS, OTHER = Does.READ, Does.EDIT, Does.OTHER
NOTHING = ("/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty")
# Folders in which nothing is meant to stay: what lies in one is nobody's loss.
SCRATCH = tuple(
    f"{top}{folder}/"
    for top in ("", "/private")
    for folder in ("/tmp", "/var/tmp", "/var/folders", "/dev/shm")  # noqa: S108 - only compared
)


class Deed(NamedTuple):
    """
    What one command does, in the terms of a part.

    `reading` is what the table said, with what its paths add; `vague` says that
    its words are not certain although, whatever they are, it does no more.
    `folders` is where it works, and what it runs.
    """

    reading: Reading
    touches: tuple[Touch, ...]
    does: Does
    destructive: bool
    vague: str | None
    folders: tuple[str, ...]
    repositories: tuple[str, ...] = ()
    looks_for: tuple[tuple[str, str], ...] = ()

    @property
    def classes(self) -> tuple[str, ...]:
        """Return the classes in the order of their weight; reading counts only alone."""
        found = [one for one in CLASSES if one in self.reading.classes]
        return tuple(found if found == ["read"] else [one for one in found if one != "read"])


def deed_of(arguments: Sequence[Argument], inputs: Sequence[Argument], scene: Scene) -> Deed:
    """Say what a command does, in each of the folders where it may run."""
    reading = classify(arguments)
    program = arguments[0].value
    name = program.rpartition("/")[2]
    if name != program and not known_name(program):
        reading.doubt(f"`{program}` is not one of the system's own programs")
    if scene.feed is not None or inputs:
        judge_fed(arguments, reading, scene)
    folders = working_folders(reading, scene)
    repositories: tuple[str, ...] = ()
    if name[:3] == "git" and name.partition("-")[0] == "git":
        repositories = folders
        load_judge_git()(arguments, reading, scene.around, folders)
    looks_for = judge_settings(arguments, reading, scene.around, folders)
    if inputs:
        reading.uses += [Use(word, "r") for word in inputs if word.value not in NOTHING]
    if name in SEARCHES:
        load_judge_included()(arguments, reading)
    # Most uses are words, which are paid for; but one word may be many.
    more = len(reading.uses) * len(folders) - len(arguments)
    wild = sum([use.path.wild for use in reading.uses]) or sum([a.wild for a in arguments])
    if more > 0 or wild:
        # Where files are copied to, their names count once more.
        wild *= 2 if name in COPIES else 1
        scene.budget.spend(max(more, 0) * USE + wild * len(folders) * WILD_USE)
    touches = tuple(touched(arguments, reading, scene.around, folders))
    if scene.around.matches:  # one pattern may lead to many places
        scene.budget.spend(len(touches) * USE)
    if len(folders) > 1 or scene.around.matches:
        touches = tuple(dict.fromkeys(touches))
    judge_reach(reading, scene.around, folders, repositories, touches)
    doubtful = next((a for a in arguments if a.unknown or a.wild), None)
    vague = None
    if doubtful is not None:
        vague = doubtful.unknown or "which files its wildcards stand for is not known"
    return Deed(
        reading,
        touches,
        does(reading, name),
        deletes(reading),
        vague,
        folders,
        repositories,
        looks_for,
    )


def judge_fed(arguments: Sequence[Argument], reading: Reading, scene: Scene) -> None:
    """Add what a command does because something stands on its input."""
    if scene.feed is not None:
        load_judge_input()(arguments, reading, scene.feed)
    if reading.shows:
        reading.doubt(f"`{arguments[0].value}` may run what stands on its input")


def working_folders(reading: Reading, scene: Scene) -> tuple[str, ...]:
    """Return where a command works: where it runs, or where an option sends it."""
    folders = scene.folders.here
    if reading.folder is None:
        return folders
    if reading.folder.unknown or reading.folder.wild:
        reading.doubt(reading.folder.unknown or "which folder it works in is not known")
        return folders
    forms = (path_form(reading.folder.value, scene.around, folder) for folder in folders)
    return tuple(form.absolute for form in forms if form) or folders


def named_secret(source: str, program: str) -> str | None:
    """Say that a command uses a variable whose name says it is a secret; a test shows none."""
    if "$" not in source or program in SILENT:
        return None
    found = SECRET_NAME.search(QUOTED.sub("", source))
    return f"`{found[0]}` may hold a secret" if found else None


def does(reading: Reading, name: str) -> Does:
    """Say what a command does to the world, as modes see it."""
    found = set(reading.classes)
    if reading.unknown is not None or not found:
        return OTHER
    if found == {"read"}:
        return READS
    written = [use for use in reading.uses if use.role in "wd"]
    certain = written and not any(use.path.unknown for use in reading.uses)
    # What comes out of an archive, or with a whole folder, is not known.
    if any(use.deep and use.role != "d" for use in reading.uses) or name in UNPACKS:
        return OTHER
    return EDITS if certain and found <= {"read", "write", "write-outside"} else OTHER


def deletes(reading: Reading) -> bool:
    """Say whether a command deletes something, or worse."""
    return "destroy" in reading.classes or any(use.role == "d" for use in reading.uses)


def touched(
    arguments: Sequence[Argument],
    reading: Reading,
    around: Surroundings,
    folders: Sequence[str],
) -> Iterator[Touch]:
    """Return the paths that a command touches, and judge them on the way."""
    for folder in folders:
        for use in reading.uses:
            form = path_form(use.path.value, around, folder)
            if form is None:
                continue
            judge_path(use, form, reading, around)
            writes, gone = use.role in "wd", use.role == "d"
            touch = Touch(
                form, True, writes, wild=use.path.wild, deletes=gone, deep=use.deep,
                follows=use.follows, opens=opened(use, reading),
                tracked=use.path.tracked and use.path.wild,
            )  # fmt: skip
            if not (use.path.wild or use.follows or touch.opens):
                yield touch
                continue
            for one in with_matched(touch, around):
                if one is not touch and counts(one, use, around):
                    found = Argument(one.path.real, wild=one.wild)
                    judge_path(Use(found, use.role, use.deep), one.path, reading, around)
                yield one
        # Outside the project, and in Proctor's folder, where a command runs counts as named.
        away = shown(folder, around.root)[0] == "/" or holds(around.proctor_home, folder)
        here = path_form(folder, around) if away else None
        if here:
            yield Touch(here, reads=True, writes=reading.unknown is not None, certain=False)
    yield from by_words(arguments, reading, around, folders)


def opened(use: Use, reading: Reading) -> str:
    """Return the pattern for what a command reads in a path that turns out to be a folder."""
    if use.role != "r" or use.deep or use.path.tracked:
        return ""  # what is deep says by itself whether it follows links
    if reading.finds:
        return THROUGH_SOURCES
    if not use.path.wild:
        return THROUGH_LINKS
    # Few programs go through the folders that a wildcard stands for, and most go into none.
    return "" if ANY_FOLDERS in use.path.value else "*"


def counts(touch: Touch, use: Use, around: Surroundings) -> bool:
    """Say whether where a link leads makes a secret or ruin of a pattern; see `secret_wild`."""
    if shown(touch.path.real, around.root)[0] == "/":
        return True
    # What stands for nearly everything is about no file of it.
    letters = sum(map(str.isalnum, use.path.value.rpartition("/")[2]))
    return letters >= FEWEST and ANY_FOLDERS not in use.path.value


def by_words(
    arguments: Sequence[Argument],
    reading: Reading,
    around: Surroundings,
    folders: Sequence[str],
) -> Iterator[Touch]:
    """Return the paths that a command touches by its words alone, or by the name it is run as."""
    program = arguments[0].value
    if program.rpartition("/")[2] in COPIES:
        yield from copied_into(reading, around, folders)
    if reading.unknown is not None or not reading.tame:
        words = [argument.value for argument in arguments]
        wild = frozenset([argument.value for argument in arguments if argument.wild])
        if reading.unknown is None:
            words = unexplained(words, reading)
        reads_only = reading.unknown is None and set(reading.classes) == {"read"}
        for touch in touches_of(words, around, folders, reads_only=reads_only, wild=wild):
            yield from with_matched(touch, around)
        return
    for folder in folders:
        form = path_form(program, around, folder) if "/" in program else None
        if form:
            yield Touch(form, reads=True, writes=False)
        # The shell looks into folders for the names that it fills in: `echo ~/.ssh/*`.
        for argument in arguments[1:] if any(one.wild for one in arguments) else ():
            plain = argument.unknown or argument.tracked or not argument.wild
            filled = not plain and "/" in argument.value
            form = path_form(argument.value, around, folder) if filled else None
            if form:
                yield from with_matched(Touch(form, reads=False, writes=False, wild=True), around)


def copied_into(reading: Reading, around: Surroundings, folders: Sequence[str]) -> Iterator[Touch]:
    """Return where files land if the target of a copy is a folder: under their own names."""
    sources = [use.path.value.rstrip("/").rpartition("/")[2] for use in reading.uses
               if use.role in "rd"]  # fmt: skip
    for target in (use.path.value for use in reading.uses if use.role == "w"):
        for name in dict.fromkeys(one for one in sources if one not in ("", ".", "..")):
            forms = (path_form(f"{target}/{name}", around, folder) for folder in folders)
            for form in (form for form in forms if form):
                judge_path(Use(Argument(form.absolute), "w"), form, reading, around)
                touch = Touch(form, reads=False, writes=True, wild=is_wild(form.absolute))
                yield from with_matched(touch, around)


def unexplained(words: Sequence[str], reading: Reading) -> list[str]:
    """Return the words of a known command that may still name a path in a way of their own."""
    used = {use.path.value for use in reading.uses}
    # Its options are known, so only what is joined to one may still be a path.
    plain = [word for word in words if word[:1] != "-" or "=" in word]
    for verb in reading.verbs:
        if verb in plain:
            plain.remove(verb)
    return [word for word in plain if word not in used or MARKS.search(word)]


def judge_path(use: Use, form: PathForm, reading: Reading, around: Surroundings) -> None:
    """Add what a path makes of a command: a secret read, a system ruined."""
    if use.path.unknown:
        return
    both = (form.absolute,) if form.real == form.absolute else (form.absolute, form.real)
    for path in both:
        if use.role != "n":
            why = load_secret_wild()(path) if use.path.wild else secret_place(path)
            if use.role == "r":
                why = all_at(path) or why
            if why is None and MARKED.match(use.path.value):
                why = secret_place(f"/{use.path.value.lstrip('@').rpartition('=')[2]}")
            if why is None and use.role == "r" and holds(base_of(path, use.path), around.home):
                why = "the home folder with all its keys is in it"
            if why:
                may = " may stand for such a file" if use.path.wild else ""
                reading.add(("secret",), f"`{use.path.value}`{may}: {why}")
        if use.role in "wd":
            why = ruin(path, use, around)
            if why:
                reading.add(("destroy-outside",), why)


def judge_reach(
    reading: Reading,
    around: Surroundings,
    folders: Sequence[str],
    repositories: Sequence[str],
    touches: Sequence[Touch],
) -> None:
    """Add what the place makes of a command that writes or destroys."""
    for touch in touches:
        if touch.writes and is_outside(touch.path.real, around):
            may = "" if touch.certain else ", and it may be written"
            why = f"`{touch.path.absolute}` lies outside the project{may}"
            reading.add(("write-outside",), why)
    if "destroy" in reading.classes:
        for why in beyond(reading, around, folders, repositories):
            reading.add(("destroy-outside",), why)


def beyond(
    reading: Reading, around: Surroundings, folders: Sequence[str], repositories: Sequence[str]
) -> Iterator[str]:
    """Say why a command that destroys does so beyond the project."""
    if reading.urls:
        yield f"{reading.classes['destroy']}, on another machine"
    uses = [use for use in reading.uses if use.role in "wd" and not use.path.unknown]
    # The repository that git works in is lost as much as a path that a command names.
    uses += [Use(Argument(folder), "w") for folder in repositories]
    for use in uses:
        if around.strays and hangs_on_folder(use.path.value):
            continue
        for folder in folders:
            form = path_form(use.path.value, around, folder)
            if form and is_outside(whole(form.real, use), around):
                yield f"`{use.path.value}` lies outside the project"


def is_outside(path: str, around: Surroundings) -> bool:
    """Say whether a path lies neither in the project nor among scratch files."""
    return not (holds(around.root, path) or path.startswith(SCRATCH) or path in NOTHING)


def all_at(path: str) -> str | None:
    """Say what a path holds as a whole: a disk, or the variables of processes."""
    if DISK.match(path):
        return "it is a whole disk"
    return "the variables of processes are in it" if PROCESSES.fullmatch(path) else None


def base_of(path: str, word: Argument) -> str:
    """Return the folder in which the wildcards of a path begin; a plain path itself."""
    if not word.wild:
        return path
    wild = WILD.search(path)
    return path[: path.rfind("/", 0, wild.start())] or "/" if wild else path


def holds(folder: str, place: str) -> bool:
    """Say whether a folder is a place or holds it."""
    return folder in (place, "/") or place.startswith(f"{folder.rstrip('/')}/")


def disk_at(path: str) -> str | None:
    """Say that writing to a path would erase a disk."""
    return f"`{path}` is a disk, and writing to it erases it" if DISK.match(path) else None


def whole(path: str, use: Use) -> str:
    """Return the folder whose whole content a path with wildcards stands for; else the path."""
    if use.path.wild and path.rpartition("/")[2].strip("*?.") == "":
        return path.rpartition("/")[0] or "/"  # `/*` is all that is in `/`
    return path


def ruin(path: str, use: Use, around: Surroundings) -> str | None:
    """Say why writing or deleting a path would be ruin."""
    disk = disk_at(path)
    if disk or not use.deep:
        return disk
    place = whole(path, use)
    segments = place.strip("/").split("/")
    if place == "/":
        return "`/` is the whole system"
    if place == around.home or (holds(place, around.home)):
        return f"`{use.path.value}` takes the home folder with it"
    if (len(segments) == 1 and segments[0] in SYSTEM) or place in BELOW_SYSTEM:
        return f"`{place}` belongs to the system"
    if segments[0] in ("home", "Users") and len(segments) == 2:  # noqa: PLR2004 - /home/ada
        return f"`{place}` is somebody's home folder"
    return None


# What follows is loaded with the first command that needs it: most have no use for it.


@cache
def load_judge_git() -> Callable[[Sequence[Argument], Reading, Surroundings, Sequence[str]], None]:
    """Load what judges the settings of git."""
    from proctor.normalise.shell.git_settings import judge_git  # noqa: PLC0415 - see above

    return judge_git


@cache
def load_judge_input() -> Callable[[Sequence[Argument], Reading, Feed], None]:
    """Load what judges the text that a program is given."""
    from proctor.normalise.shell.told import judge_input  # noqa: PLC0415 - see above

    return judge_input


@cache
def load_judge_included() -> Callable[[Sequence[Argument], Reading], None]:
    """Load what judges the files that a search is asked for."""
    from proctor.normalise.shell.included import judge_included  # noqa: PLC0415 - see above

    return judge_included


@cache
def load_secret_wild() -> Callable[[str], str | None]:
    """Load what looks for secrets among the files that wildcards stand for."""
    from proctor.normalise.shell.wild import secret_wild  # noqa: PLC0415 - see above

    return secret_wild
