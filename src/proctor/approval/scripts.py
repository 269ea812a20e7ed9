"""
What an action would run that lies in a file: an answer holds for that content only.

`bash x.sh` is approved for what x.sh says now. Which files those are is read off
the action: programs named by a path, files handed to something that runs code, those
that go into it through a pipe or a redirection, and the files that build tools look for
by themselves. A file too many only ends an answer sooner, so every folder that an action
names counts for each of its parts.

The limit: what a tool finds by a logic of its own is not bound. That is the code below
`pytest`, `go run`, `cargo run`, `pip install .` and `docker build`, the hooks of
`git commit`, what a script or a build file includes, and what a program that is found on
the PATH holds. An answer about these is for their words.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import islice, pairwise
from posixpath import dirname, join, normpath

from proctor.terms.action import Action, Command, Part, Touch
from proctor.terms.kind import SHELL

CODE = "code"
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
# What a tool reads that is not named on its command line.
BUILD_FILES = {
    "make": MAKEFILES,
    "gmake": MAKEFILES,
    "just": ("justfile", "Justfile", ".justfile"),
    "npm": ("package.json", ".npmrc"),
    "pnpm": ("package.json", ".npmrc", ".pnpmfile.cjs"),
    "yarn": ("package.json", ".yarnrc", ".yarnrc.yml"),
    "bun": ("package.json", "bunfig.toml"),
    "tox": ("tox.ini", "pyproject.toml", "setup.cfg"),
    "nox": ("noxfile.py",),
    "invoke": ("tasks.py",),
    "rake": ("Rakefile", "rakefile"),
    "task": ("Taskfile.yml", "Taskfile.yaml"),
}
# Those that do not look in the folders above.
ONLY_HERE = frozenset({"make", "gmake"})
# `node y` runs y.js or y/index.js, `python3 y` y/__main__.py.
SUFFIXES = (".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".rb", ".pl")
INSIDE = ("/index.js", "/package.json", "/__main__.py")
FOLDER_CHANGERS = frozenset({"cd", "pushd"})
PYTHON = re.compile(r"(?:python|pypy)[0-9.]*", re.ASCII)
MODULE_OPTION = re.compile(r"-[A-Za-z]*?m(.*)", re.ASCII)
MODULE = re.compile(r"\w+(?:\.\w+)*")
# Of several, each counts from where the one before it led.
FOLDER_OPTION = re.compile(r"-[A-Za-z]*?C(.*)|--di[a-z]*(?:=(.*))?", re.ASCII | re.DOTALL)
SHORT_OPTION = re.compile(r"-[A-Za-z](.+)", re.DOTALL)
WILD = frozenset("*?[")
# Stands for files that have no single name; no file is called so, and nothing can be said of it.
NAMELESS = "\0"
# More than this is not read, of all files together: of the others it is known which they are.
LARGEST = 32 << 20
CHUNK = 1 << 20
# Of more files than this nothing can be said.
MOST_FILES = 1000
# Fewer commands than this are always looked at to the last.
MANY_PARTS = 50
LONGEST_PATH = 4096
MISSING = b"missing"


def scripts_of(action: Action) -> tuple[str, ...]:
    """Return the absolute paths of the files that an action would run, sorted."""
    found: set[str] = set()
    for path in every_script(action):
        found.add(path)
        if len(found) > MOST_FILES:
            break  # nothing will be said of so many, whichever they are
    return tuple(sorted(found))


def every_script(action: Action) -> Iterator[str]:
    """Return the files that an action would run, some of them more than once."""
    folders = tuple(islice(dict.fromkeys(folders_of(action)), MOST_FILES))
    runs = False
    if is_read_in_part(action):
        yield NAMELESS
    for part in action.parts:
        yield from program_of(part, folders)
        if is_running(part):
            runs = True
            yield from of_part(part, folders)
    if runs:
        # What one part reads may be what another one is fed.
        fed = "|" in action.string or any(part.unread for part in action.parts)
        yield from (
            NAMELESS if touch.wild and fed else touch.path.real
            for part in action.parts
            for touch in part.touches
            if touch.reads and touch.certain and not only_writes(part)
        )


def is_read_in_part(action: Action) -> bool:
    """
    Say whether an action has more commands than were looked at: they may name any file.

    An unread text that is also the text of a command stands for what the command is fed.
    """
    if len(action.parts) < MANY_PARTS:
        return False
    read = {part.text for part in action.parts if part.command}
    more = (part for part in action.parts if part.unread and not part.command)
    return any(part.text not in read for part in more)


def only_writes(part: Part) -> bool:
    """Say whether what a part is given is what it writes: a log must not end an answer."""
    return part.command is not None and part.command.words[:1] == ("tee",)


def is_running(part: Part) -> bool:
    """Say whether a part runs code, or may do so as far as is known."""
    return part.kind is SHELL and bool(CODE in part.classes or part.unsure or part.unread)


def folders_of(action: Action) -> Iterator[str]:
    """Return the folders in which parts of an action may be at work."""
    yield action.around.cwd
    for part in action.parts:
        words = part.command.words if part.command else ()
        for touch in part.touches:
            if words[:1] and words[0] in FOLDER_CHANGERS:
                yield touch.path.real
            written = normpath(touch.path.written)
            if not written.startswith(("/", ".", "~")):
                # `x` is /srv/app/sub/x: then the part is in /srv/app/sub.
                base = touch.path.absolute.removesuffix(f"/{written}")
                if base != touch.path.absolute:
                    yield base or "/"
        yield from part.repositories


def program_of(part: Part, folders: tuple[str, ...]) -> Iterator[str]:
    """Return the file that a part's own program is, where its name says so."""
    if part.command is None or not part.command.words:
        return
    program = part.command.words[0]
    # `uv run y.py` starts a file that is named like a program.
    if "/" in program or (part.unsure and program):
        yield from (normpath(join(folder, program)) for folder in folders)


def of_part(part: Part, folders: tuple[str, ...]) -> Iterator[str]:
    """Return the files that one part would run, other than its program."""
    command = part.command
    name = command.words[0].rpartition("/")[2] if command and command.words else ""
    for touch in part.touches:
        if touch.reads or not touch.certain:
            yield NAMELESS if touch.wild and touch.certain else touch.path.real
            yield from () if name in BUILD_FILES else more_forms(touch)
    if command is None:
        return
    if part.unread and part.vague and not WILD.isdisjoint("".join(command.words)):
        yield NAMELESS
    if name in BUILD_FILES:
        yield from build_files(name, command, folders)
    elif PYTHON.fullmatch(name):
        yield from module_files(command, folders)
    for _, value in command.assignments:
        yield from (normpath(join(folder, value)) for folder in folders if value)


def more_forms(touch: Touch) -> Iterator[str]:
    """Return what else a path may stand for, where an interpreter is given it."""
    path = touch.path.real
    if touch.reads and not path.endswith(SUFFIXES):
        yield from (path + more for more in (*SUFFIXES, *INSIDE))


def build_files(name: str, command: Command, folders: tuple[str, ...]) -> Iterator[str]:
    """Return what a build tool may read: each of its words may name a folder or a file."""
    words = command.words[1:]
    for folder in folders:
        for start in ("", *changes_of_folder(words)):
            for word in ("", *operands(words)):
                place = normpath(join(folder, start, word))
                if word:
                    yield place
                yield from (join(place, file) for file in BUILD_FILES[name])
        if name not in ONLY_HERE:
            above = folder
            while above != dirname(above):
                above = dirname(above)
                yield from (join(above, file) for file in BUILD_FILES[name])


def operands(words: tuple[str, ...]) -> Iterator[str]:
    """Return what words may name: `sub`, `--directory=sub`, `-Csub`."""
    for word in words:
        short = SHORT_OPTION.fullmatch(word)
        _, _, value = word.partition("=")
        yield from (one for one in (word, value, short[1] if short else "") if one)


def changes_of_folder(words: tuple[str, ...]) -> Iterator[str]:
    """Return where `-C sub -C folder` leads, step by step."""
    chain = ""
    for word, following in pairwise((*words, "")):
        if change := FOLDER_OPTION.fullmatch(word):
            chain = join(chain, change[1] or change[2] or following)
            yield chain


def module_files(command: Command, folders: tuple[str, ...]) -> Iterator[str]:
    """Return the files that `python3 -m NAME` runs: a module, or a package with its parents."""
    for option, following in pairwise((*command.words[1:], "")):
        given = MODULE_OPTION.fullmatch(option)
        module = (given[1] or following) if given else ""
        if not MODULE.fullmatch(module):
            continue
        steps = module.split(".")
        for folder in folders:
            whole = join(folder, *steps)
            yield f"{whole}.py"
            yield f"{whole}/__main__.py"
            for depth in range(1, len(steps) + 1):
                yield join(folder, *steps[:depth], "__init__.py")


def contents(paths: Iterable[str]) -> str | None:
    """
    Return a digest of what files hold now, also of which of them are not there.

    None means that nothing can be said: they are too many, or one is no plain file. Then
    no answer is remembered.
    """
    told, left = sha256(), LARGEST
    for number, path in enumerate(paths):
        found = content_of(path, left) if number < MOST_FILES else None
        if found is None:
            return None
        content, size = found
        left -= size
        told.update(f"{len(path)}:{path}:{len(content)}:".encode(errors="surrogatepass"))
        told.update(content)
    return told.hexdigest()


def content_of(path: str, most: int) -> tuple[bytes, int] | None:
    """
    Return a mark of what a file holds, and how many bytes were read for it.

    A folder, or what is not there, has a mark of that. Of a file that holds more than
    `most` the mark says which file it is, and when it was changed.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return MISSING, 0
    except OSError as problem:
        # No file has such a name: it is a text that was taken for one.
        short = len(os.fsencode(path)) < LONGEST_PATH
        return (MISSING, 0) if problem.errno == errno.ENAMETOOLONG and short else None
    except ValueError:
        return None
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            return b"folder", 0
        return mark_of(handle, most) if stat.S_ISREG(kind) else None
    except OSError:
        return None
    finally:
        os.close(handle)


def mark_of(handle: int, most: int) -> tuple[bytes, int]:
    """Return the digest of an open file; of a large one what tells it from every other."""
    digest, size = sha256(), 0
    seen = os.fstat(handle)
    while seen.st_size <= most and (chunk := os.read(handle, CHUNK)):
        digest.update(chunk)
        size += len(chunk)
        if size > most:  # it grows
            seen = os.fstat(handle)
            break
    else:
        if seen.st_size <= most:
            return b"file:" + digest.digest(), size
    which = (seen.st_dev, seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)
    return f"large:{which}".encode(), 0
