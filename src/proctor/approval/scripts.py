"""
What an action would run that lies in a file: an answer holds for that content only.

`bash x.sh` is approved for what x.sh says now. Which files those are is read off
the action: programs named by a path, files handed to something that runs code,
and the files that build tools look for by themselves.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from hashlib import sha256

from proctor.terms.action import Action, Part

CODE = "code"
# What a tool reads that is not named on its command line.
BUILD_FILES = {
    "make": ("GNUmakefile", "makefile", "Makefile"),
    "gmake": ("GNUmakefile", "makefile", "Makefile"),
    "just": ("justfile", "Justfile", ".justfile"),
    "npm": ("package.json",),
    "pnpm": ("package.json",),
    "yarn": ("package.json",),
    "bun": ("package.json",),
    "tox": ("tox.ini", "pyproject.toml", "setup.cfg"),
    "nox": ("noxfile.py",),
    "invoke": ("tasks.py",),
    "rake": ("Rakefile", "rakefile"),
    "task": ("Taskfile.yml", "Taskfile.yaml"),
}
# More than this is not read, of all files together: nothing is remembered of what they say.
LARGEST = 32 << 20
MOST_FILES = 200


def scripts_of(action: Action) -> tuple[str, ...]:
    """Return the absolute paths of the files that an action would run, sorted."""
    found = {path for part in action.parts for path in of_part(part, action.around.cwd)}
    return tuple(sorted(found))


def of_part(part: Part, cwd: str) -> Iterator[str]:
    """Return the files that one part would run."""
    command = part.command
    if command is None or not command.words:
        return
    program = command.words[0]
    if "/" in program:
        yield os.path.normpath(os.path.join(cwd, program))  # noqa: PTH118 - a text, not a file
    if CODE not in part.classes and not part.unsure and not part.unread:
        return
    for name in BUILD_FILES.get(program.rpartition("/")[2], ()):
        yield f"{cwd.rstrip('/')}/{name}"
    for touch in part.touches:
        if touch.reads or not touch.certain:
            yield touch.path.real


def contents(paths: Iterable[str]) -> str | None:
    """
    Return a digest of what files hold now, also of which of them are not there.

    None means that nothing can be said: they are too large, or one is no plain file. Then
    no answer is remembered.
    """
    told, left = sha256(), LARGEST
    for number, path in enumerate(paths):
        content = content_of(path, left) if number < MOST_FILES else None
        if content is None:
            return None
        left -= len(content)
        told.update(f"{len(path)}:{path}:{len(content)}:".encode(errors="surrogatepass"))
        told.update(content)
    return told.hexdigest()


def content_of(path: str, most: int) -> bytes | None:
    """Return what a file holds; a folder or what is not there holds a mark of that."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return b"\0missing"
    except (OSError, ValueError):
        return None
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            return b"\0folder"
        if not stat.S_ISREG(kind):
            return None
        with os.fdopen(os.dup(handle), "rb") as file:
            data = file.read(max(most, 0) + 1)
        return data if len(data) <= most else None
    except OSError:
        return None
    finally:
        os.close(handle)
