"""
The settings of Claude Code for a role: its model, its rules, our hooks and its own.

The rules in there are a second layer. What decides is the hook, which is asked first.
"""

from __future__ import annotations

import json
import shlex

from proctor.adapters.claude_native_allows import native_allows
from proctor.adapters.claude_native_rules import (
    Ground,
    missing_tools,
    native_denies,
    without_a_stop_to_writing,
)
from proctor.adapters.claude_versions import facts, our_events
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import DENY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from proctor.adapters.claude_versions import Version
    from proctor.terms.catalogue import Catalogue
    from proctor.terms.role import Hook, Role

Json = dict[str, object]
Entries = dict[str, list[Json]]

# Events whose hook may have to wait for a person; it answers before that by itself.
WAITING = ("PreToolUse", "PermissionRequest")
LONG, SHORT = 600, 10
# Keys that a role's own settings have no say in.
OURS = ("hooks", "permissions", "disableAllHooks")


def command_of(path: str) -> str:
    """Return the command line that starts an executable: the program hands it to a shell."""
    return shlex.quote(path)


def started(path: str, version: Version | None) -> Json:
    """
    Return how a handler starts an executable: by itself, or by a shell.

    A repository can put a prefix before every command that goes to a shell
    (`CLAUDE_CODE_SHELL_PREFIX`), and so keep our hook from being started. With `args` there is no
    shell. A version that does not know them takes a plain path for a command line, so these get
    them as well.
    """
    taken = facts(version)
    if taken.arguments or (taken.odd_keys and command_of(path) == path):
        return {"command": path, "args": []}
    return {"command": command_of(path)}


def hook_entries(path: str, version: Version | None) -> Entries:
    """
    Return our hooks as the settings have them: one entry for each event that the version takes.

    Args:
        path: the executable that is our hook.
        version: the version of the program; None where it is not known.

    """
    blocks = {"onFailure": "block"} if facts(version).on_failure else {}
    return {
        event: [
            {
                "matcher": "",
                "hooks": [
                    {
                        "type": "command",
                        **started(path, version),
                        "timeout": LONG if event in WAITING else SHORT,
                        **blocks,
                    }
                ],
            }
        ]
        for event in our_events(version)
    }


def role_settings(  # noqa: PLR0913 - what the settings are made of, by name
    role: Role,
    *,
    hook: str,
    version: Version | None,
    home: str,
    root: str,
    catalogue: Catalogue = BUILT_IN,
) -> Json:
    """
    Return the settings for an agent of a role.

    Args:
        role: the role, whole.
        hook: the path of the executable that is our hook.
        version: the version of the program; None where it is not known.
        home: the home folder of the user.
        root: the root of the project.
        catalogue: the tools that are known.

    """
    taken = facts(version)
    ground = Ground(root=root, agent=taken.agent, stars=taken.stars, catalogue=catalogue)
    denied = [rule for rule in role.permissions.rules if rule.effect is DENY]
    found = [*native_denies(denied, ground), *missing_tools(role.tools, ground)]
    denies = list(dict.fromkeys(found))
    written = without_a_stop_to_writing(denies, root) if taken.read_first else denies
    # Without `onFailure` a broken hook would leave the word to these.
    allows = native_allows(role, ground) if taken.on_failure else []
    if written != denies:
        allows = [text for text in allows if text.partition("(")[0] != "Read"]
    permissions: Json = {"allow": allows, "deny": written}
    if role.additional_directories:
        folders = (working_folder(path, home, root) for path in role.additional_directories)
        permissions["additionalDirectories"] = list(dict.fromkeys(folders))
    settings: Json = {"model": role.model} if role.model else {}
    settings |= {
        "permissions": permissions,
        # A repository that says true would silence our hooks otherwise.
        "disableAllHooks": False,
        "hooks": with_own_hooks(hook_entries(hook, version), role.hooks, taken.events),
    }
    own = {key: value for key, value in role.settings.items() if key not in OURS}
    return {**settings, **{key: value for key, value in own.items() if key not in settings}}


def with_own_hooks(entries: Entries, hooks: Iterable[Hook], taken: Iterable[str]) -> Entries:
    """Put a role's own hooks behind ours, for the events that the version takes."""
    events = frozenset(taken)
    for hook in hooks:
        if hook.event not in events:
            continue
        handler: Json = {"type": "command", "command": hook.command}
        if hook.timeout is not None:
            handler["timeout"] = hook.timeout
        entries.setdefault(hook.event, []).append({"matcher": hook.matcher, "hooks": [handler]})
    return entries


def working_folder(path: str, home: str, root: str) -> str:
    """Return where a further working folder of a role lies."""
    if path == "~" or path.startswith("~/"):
        return home + path[1:]
    return path if path.startswith("/") else f"{root.rstrip('/')}/{path}"


def settings_text(settings: Json) -> str:
    """Return settings as the text of their file."""
    return json.dumps(settings, indent=2, ensure_ascii=False) + "\n"


def reviewer_text(role: Role) -> str | None:
    """Return the instructions of a role's reviewer for their file; None where there is none."""
    if not role.reviewer.enabled:
        return None
    return (role.reviewer.instructions or "").rstrip("\n") + "\n"
