"""
Hooks of a repository that answer for a person.

At a terminal an ask of ours is shown in Claude Code's own dialog, and every hook for a
PermissionRequest is asked beside it: one that says allow ends the dialog before anybody has
read it (measured). A project's settings can have such a hook or turn on a plugin that has one,
and so can a skill, an agent or a command in a `.claude/`, whose hooks count once it was called.
Where there may be one, an ask is not left to the dialog; our own hook holds the call until a
person has answered. What cannot be read, or is too much to look through, may have one. The
settings of the user are the person's own; only a hook of another Proctor home in them counts,
because what one home asks another may answer.
"""

from __future__ import annotations

import json
import os
import re
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

EVENT = "PermissionRequest"
CLAUDE = ".claude"
FILES = (f"{CLAUDE}/settings.json", f"{CLAUDE}/settings.local.json")
DEFINITIONS = ("skills", "agents", "commands")
# What brings hooks along with a plugin.
PLUGINS = ("enabledPlugins", "extraKnownMarketplaces")
LARGEST, LARGEST_HEAD = 1 << 21, 1 << 18
SETTINGS = "settings.json"
# Where an administrator's settings are, for each system, and what every hook of Proctor's has.
MANAGED = ("/etc/claude-code", "/Library/Application Support/ClaudeCode")
DROP_INS = "managed-settings.d"
OF_PROCTOR = "proctor.hook.client"
LARGEST_HOOK = 1 << 13
# So many folders of a project are looked through for a `.claude` of their own.
MOST_FOLDERS, MOST_FILES = 20_000, 5_000
PASSED_OVER = frozenset({".git", "node_modules"})
# What stands above the text of a skill.
HEAD = re.compile(r"\A\ufeff?\s*---(.*?)(?:\n---|\Z)", re.DOTALL)


def others_answer(start: str, root: str, home: str, user: str) -> bool:
    """
    Say whether settings of a project bring a hook, not ours, that may answer in the dialog.

    Args:
        start: where the agent was started.
        root: the root of the project.
        home: Proctor's folder, in which our own hooks lie.
        user: the user's folder, whose settings are the person's own.

    """
    folders = above(start, root, user)
    return any(answers(f"{folder}/{name}", home) for folder in folders for name in FILES)


def above(start: str, root: str, user: str) -> list[str]:
    """Return a folder and those above it, as far up as the program looks, and to the root."""
    found, folder, inside = [], start.rstrip("/"), False
    while folder and folder != user.rstrip("/"):
        found.append(folder)
        inside = inside or folder == root.rstrip("/")
        # The program looks up to the root of the repository; without one, all the way.
        if inside and os.path.lexists(f"{folder}/.git"):
            break
        folder = folder.rpartition("/")[0]
    return found or [start]


def answers(path: str, home: str) -> bool:
    """Say whether a settings file has such a hook, or a plugin; one that cannot be read may."""
    try:
        text = text_of(path, LARGEST)
        if text is None:
            return False
        said = json.loads(text)
        if any(turned_on(said.get(name)) for name in PLUGINS):
            return True
        entries = said.get("hooks", {}).get(EVENT, [])
        return any(
            not is_ours(handler, home) for entry in entries for handler in entry.get("hooks", ())
        )
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return True


def another_home_answers(home: str, user: str, configs: Iterable[str] = ()) -> bool:
    """
    Say whether a hook of another Proctor home is installed for all of a user's sessions.

    Args:
        home: the folder of this Proctor.
        user: the user's folder.
        configs: folders in which the program may have the user's settings, beside the usual one.

    """
    files = [f"{folder}/{SETTINGS}" for folder in dict.fromkeys((f"{user}/{CLAUDE}", *configs))]
    if os.path.realpath(home) != os.path.realpath(f"{user}/.proctor"):
        # A hook for everybody works for each user's usual home.
        files += [path for folder in MANAGED for path in managed_files(folder)]
    return any(is_by_another_home(path, home) for path in files)


def managed_files(folder: str) -> list[str]:
    """Return the settings files of an administrator."""
    try:
        names = sorted(os.listdir(f"{folder}/{DROP_INS}"))  # noqa: PTH208 - names
    except OSError:
        names = []
    extra = [f"{folder}/{DROP_INS}/{name}" for name in names if name.endswith(".json")]
    return [f"{folder}/managed-settings.json", *extra]


def is_by_another_home(path: str, home: str) -> bool:
    """Say whether a settings file has a hook of another Proctor home for the dialog."""
    try:
        said = json.loads(text_of(path, LARGEST) or "{}")
        handlers = [
            handler
            for entry in said.get("hooks", {}).get(EVENT, [])
            for handler in entry.get("hooks", ())
        ]
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return True
    others = (handler for handler in handlers if not is_ours(handler, home))
    return any(is_of_proctor(handler) for handler in others)


def is_of_proctor(handler: object) -> bool:
    """Say whether a handler starts a hook of Proctor's, of whichever home."""
    command = handler.get("command") if isinstance(handler, dict) else None
    if not isinstance(command, str):
        return False
    try:
        return OF_PROCTOR in (text_of(command.strip("'"), LARGEST_HOOK, "ignore") or "")
    except (OSError, ValueError):
        return False


def turned_on(said: object) -> bool:
    """Say whether something is turned on by a setting that names several."""
    if isinstance(said, dict):
        return any(value is not False for value in said.values())
    return said is not None and said is not False


def is_ours(handler: object, home: str) -> bool:
    """Say whether a handler starts a hook of ours, with nothing behind it."""
    command = handler.get("command") if isinstance(handler, dict) else None
    if not isinstance(command, str):
        return False
    if command[:1] == "'" == command[-1:]:
        command = command[1:-1]
    place = re.escape(home.rstrip("/"))
    return re.fullmatch(rf"{place}/(hooks/[\w.-]+|sessions/[\w-]+/hook)", command) is not None


def definitions_answer(start: str, root: str, user: str) -> bool:
    """Say whether a skill, an agent or a command of a project may have hooks."""
    folders = below(start)
    if folders is None:
        return True
    files = definitions([*above(start, root, user), *folders])
    found = list(islice(files, MOST_FILES + 1))
    return len(found) > MOST_FILES or any(has_hooks(path) for path in found if is_text(path))


def definitions(folders: list[str]) -> Iterator[str]:
    """Return every file in the folders that define something."""
    for folder in dict.fromkeys(folders):
        for kind in DEFINITIONS:
            for place, _, names in os.walk(f"{folder}/{CLAUDE}/{kind}", followlinks=True):
                for name in names:
                    yield f"{place}/{name}"


def below(start: str) -> list[str] | None:
    """Return a folder and those below it that have a `.claude`; None where there are too many."""
    found = []
    for number, (place, names, _) in enumerate(os.walk(start)):
        if number >= MOST_FOLDERS:
            return None
        if CLAUDE in names:
            found.append(place)
        names[:] = [name for name in names if name not in PASSED_OVER and name != CLAUDE]
    return found


def is_text(path: str) -> bool:
    """Say whether a file can define something."""
    return path.lower().endswith((".md", ".markdown"))


def has_hooks(path: str) -> bool:
    """Say whether the head of a definition may name hooks: the word is enough, or an escape."""
    try:
        text = text_of(path, LARGEST_HEAD) or ""
    except (OSError, ValueError):
        return True
    head = HEAD.match(text)
    if head is None:
        return False
    endless = head.end() == len(text) and len(text.encode()) >= LARGEST_HEAD
    return endless or "hooks" in head[1].lower() or "\\" in head[1]


def text_of(path: str, most: int, errors: str = "strict") -> str | None:
    """
    Return the text of a file; None where there is none.

    Raises:
        OSError, ValueError: it cannot be read.

    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        data = os.read(file, most)
        # Of what is cut, the last letter may be half.
        return data.decode("utf-8-sig", errors if len(data) < most else "ignore")
    finally:
        os.close(file)
