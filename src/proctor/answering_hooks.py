"""
Hooks of others that answer for a person.

At a terminal an ask of ours is shown in Claude Code's own dialog, and every hook for a
PermissionRequest is asked beside it: one that says allow ends the dialog before anybody has
read it (measured). A project's settings can have such a hook or turn on a plugin that has one,
and so can a skill, an agent or a command in a `.claude/`, whose hooks count once it was called.
Where there may be one, an ask is not left to the dialog; our own hook holds the call until a
person has answered. What cannot be read, or is too much to look through, may have one.

The same holds for hooks that a person has put into their own settings, for an administrator's,
and for their plugins and definitions: a program's yes is not a person's, and no record may say
so. Whether such a hook only notifies cannot be seen.
"""

from __future__ import annotations

import json
import os
import re
from itertools import chain, islice

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
# Where an administrator's settings are, for each system, and our hook in there.
MANAGED = ("/etc/claude-code", "/Library/Application Support/ClaudeCode")
DROP_INS, MANAGED_HOOK = "managed-settings.d", "proctor-hook"
# What of a plugin's files brings hooks, or code; an escape may spell either.
IN_PLUGINS = (EVENT, '"modules"', "\\u")
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


def own_hooks_answer(home: str, user: str, configs: Iterable[str] = ()) -> list[str]:
    """
    Return the hooks, not ours, of a person's own settings and an administrator's that may answer.

    Each is named for people, by its file and its command.

    Args:
        home: the folder of this Proctor.
        user: the user's folder.
        configs: folders in which the program may have the user's settings, beside the usual one.

    """
    found = [
        each
        for folder in config_folders(user, configs)
        for each in hooks_in(f"{folder}/{SETTINGS}", home)
    ]
    # A hook of ours for everybody works for each user's usual home.
    usual = os.path.realpath(home) == os.path.realpath(f"{user}/.proctor")
    for folder in MANAGED:
        ours = f"{folder}/{MANAGED_HOOK}" if usual else ""
        found += [each for path in managed_files(folder) for each in hooks_in(path, home, ours)]
    return found


def own_definitions_answer(user: str, configs: Iterable[str] = ()) -> list[str]:
    """Return a person's own plugins, skills, agents and commands that may answer, for people."""
    found: list[str] = []
    for folder in config_folders(user, configs):
        found += [f"the plugin `{name}`" for name in plugins_that_answer(folder)]
        files = list(islice(definitions_in(folder), MOST_FILES + 1))
        if len(files) > MOST_FILES:
            found.append(f"{folder}: more files than are looked through")
        else:
            found += [path for path in files if is_text(path) and has_hooks(path)]
    return found


def config_folders(user: str, configs: Iterable[str]) -> list[str]:
    """Return the folders in which the program may have the user's settings, each once."""
    return list(dict.fromkeys((f"{user.rstrip('/')}/{CLAUDE}", *configs)))


def managed_files(folder: str) -> list[str]:
    """Return the settings files of an administrator."""
    try:
        names = sorted(os.listdir(f"{folder}/{DROP_INS}"))  # noqa: PTH208 - names
    except OSError:
        names = []
    extra = [f"{folder}/{DROP_INS}/{name}" for name in names if name.endswith(".json")]
    return [f"{folder}/managed-settings.json", *extra]


def hooks_in(path: str, home: str, ours: str = "") -> list[str]:
    """Return the hooks of a settings file that may answer; `ours` is the path of one of ours."""
    try:
        text = text_of(path, LARGEST)
        entries = json.loads(text).get("hooks", {}).get(EVENT, []) if text is not None else []
        handlers = [handler for entry in entries for handler in entry.get("hooks", ())]
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return [f"{path}, which cannot be read"]
    return [
        f"{path}: `{command_in(handler)}`"
        for handler in handlers
        if not is_ours(handler, home) and not (ours and command_in(handler).strip("'") == ours)
    ]


def command_in(handler: object) -> str:
    """Return what a handler starts; of one without a command, its type."""
    said = handler if isinstance(handler, dict) else {}
    return str(said.get("command") or said.get("url") or said.get("type") or "?")


def plugins_that_answer(folder: str) -> list[str]:
    """Return the plugins that a person has turned on and that may answer."""
    try:
        text = text_of(f"{folder}/{SETTINGS}", LARGEST)
        said = json.loads(text).get(PLUGINS[0]) or {} if text is not None else {}
        names = [name for name, value in said.items() if value is not False]
        places = installed_plugins(folder) if names else {}
    except (OSError, ValueError, AttributeError, TypeError, RecursionError):
        return ["of an unreadable list"]
    return [name for name in names if plugin_answers(places.get(name, []))]


def installed_plugins(folder: str) -> dict[str, list[str]]:
    """
    Return the folders of each plugin that is installed.

    Raises:
        OSError, ValueError, AttributeError, TypeError: the program's list cannot be read.

    """
    text = text_of(f"{folder}/plugins/installed_plugins.json", LARGEST)
    listed = json.loads(text).get("plugins", {}) if text is not None else {}
    return {
        name: [each["installPath"] for each in (said if isinstance(said, list) else [said])]
        for name, said in listed.items()
    }


def plugin_answers(folders: list[str]) -> bool:
    """Say whether a plugin may answer: one whose files are not found or are too many may."""
    if not folders or not all(map(os.path.isdir, folders)):
        return True
    walks = chain.from_iterable(os.walk(folder, followlinks=True) for folder in folders)
    # Folders count too, so that links in a circle come to an end.
    files = (f"{place}/{name}" for place, _, names in walks for name in ("", *names))
    found = list(islice(files, MOST_FILES + 1))
    return len(found) > MOST_FILES or any(map(brings_hooks, found))


def brings_hooks(path: str) -> bool:
    """Say whether a file of a plugin may bring hooks."""
    if is_text(path):
        return has_hooks(path)
    if not path.lower().endswith(".json"):
        return False
    try:
        text = text_of(path, LARGEST) or ""
    except (OSError, ValueError):
        return True
    return len(text) >= LARGEST or any(word in text for word in IN_PLUGINS)


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
        yield from definitions_in(f"{folder}/{CLAUDE}")


def definitions_in(folder: str) -> Iterator[str]:
    """Return every file that may define something for the program."""
    for kind in DEFINITIONS:
        for place, _, names in os.walk(f"{folder}/{kind}", followlinks=True):
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
