"""
Settings that change while a session runs: whether they may count in it.

Claude Code reads its settings again when a file changes. Measured: whatever an agent may run,
a test or a build, can write `disableAllHooks` into the project's settings, and seconds later
the same session runs without hooks. The program asks its hooks about such a change first, and
one that is refused counts from the next session on.
"""

from __future__ import annotations

import json
import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST = 1 << 21
# An administrator's own, which no hook can refuse; and what cannot switch hooks off.
FREE = frozenset({"policy_settings", "skills"})
USER = "user_settings"
OFF = "disableAllHooks"
# Variables that keep a hook from being started, or change what it runs.
PREFIXES = ("LD_", "DYLD_", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SHELL_PREFIX")
NAMES = frozenset({"GCONV_PATH", "LOCPATH", "GLIBC_TUNABLES", "SHELLOPTS", "BASH_ENV", "ENV"})
# With these the system's loader tells of a program in place of running it, also where they
# are empty.
WHATEVER = frozenset({"LD_TRACE_LOADED_OBJECTS", "LD_SHOW_AUXV"})
# Without an entry of ours for each of these, we have no say.
DECIDING = ("PreToolUse", "PermissionRequest", "ConfigChange")
RECEIPTS, RECEIPT, EXECUTABLE = "installed", "claude-code-user", "hooks/claude-code"
OF_A_PROJECT = (
    "settings of the project have changed while the agent works: they count from the next "
    "session on"
)
OF_THE_USER = "your settings have changed while the agent works, and {why}: they do not count in it"


def refused(body: Mapping[str, object], home: str) -> str:
    """
    Return why a change may not count in the running session; nothing where it may.

    Args:
        body: what the program says of the change.
        home: Proctor's folder.

    """
    source = body.get("source")
    if source in FREE:
        return ""
    if source != USER:
        # What was read when the hook looked need not be what the program has read.
        return OF_A_PROJECT
    why = wrong_in(body.get("file_path"), home)
    return OF_THE_USER.format(why=why) if why else ""


def wrong_in(path: object, home: str) -> str:
    """Return what in a settings file could keep our hook from deciding; nothing if nothing does."""
    if not isinstance(path, str) or not path.startswith("/"):
        return "nobody said where"
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            said = json.loads(os.read(file, LARGEST).decode("utf-8-sig"))
        finally:
            os.close(file)
    except (OSError, ValueError, RecursionError):
        return "they cannot be read"
    if not isinstance(said, dict):
        return "they cannot be read"
    if said.get(OFF) is True:
        return f"they say {OFF}"
    if odd := odd_variable(said.get("env")):
        return f"they set {odd}"
    return "our hook is not in them any more" if lacks_ours(said.get("hooks"), home) else ""


def odd_variable(named: object) -> str:
    """Return a variable that could keep a hook from deciding; nothing where there is none."""
    if not isinstance(named, dict):
        return ""
    set_there = [name for name in named if named[name]]
    odd = [name for name in set_there if name in NAMES or name.startswith(PREFIXES)]
    return next((name for name in (*WHATEVER.intersection(named), *odd)), "")


def lacks_ours(hooks: object, home: str) -> bool:
    """Say whether hooks of ours were put into the user's settings, and are not all there now."""
    try:
        receipts = os.listdir(f"{home}/{RECEIPTS}")  # noqa: PTH208 - pathlib is slow to import
    except OSError:
        receipts = []
    if not any(name.startswith(RECEIPT) for name in receipts):
        return False
    events = hooks if isinstance(hooks, dict) else {}
    path = f"{home}/{EXECUTABLE}"
    return not all(has_ours(events.get(event), path) for event in DECIDING)


def has_ours(groups: object, path: str) -> bool:
    """Say whether one of the groups of an event asks us about every call."""
    for group in groups if isinstance(groups, list) else []:
        if not isinstance(group, dict) or group.get("matcher", "") not in ("", "*"):
            continue
        for one in group["hooks"] if isinstance(group.get("hooks"), list) else []:
            if isinstance(one, dict) and starts(one.get("command"), path):
                return one.get("type") == "command" and not {"if", "async"} & one.keys()
    return False


def starts(command: object, path: str) -> bool:
    """Say whether a command is our executable and nothing else: one that only names it is not."""
    plain = command.strip("'") if isinstance(command, str) else ""
    return plain == path or (plain.startswith(f"{path}-") and plain[len(path) + 1 :].isalnum())
