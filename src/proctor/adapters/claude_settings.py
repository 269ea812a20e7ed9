"""
The settings of Claude Code for a role: its model, its rules, our hooks and its own.

The rules in there are a second layer. What decides is the hook, which is asked first.
"""

from __future__ import annotations

import json
import re
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
    from collections.abc import Collection, Iterable, Mapping

    from proctor.adapters.claude_versions import Version
    from proctor.terms.catalogue import Catalogue
    from proctor.terms.role import Hook, Role

Json = dict[str, object]
Entries = dict[str, list[Json]]

# For how long a hook may run, in seconds. Those that may have to wait for a person end before
# that by themselves; beside a dialog that is open, a day later.
TIMEOUTS = {"PreToolUse": 600, "PermissionRequest": 86_400}
SHORT = 10
# Keys that a role's own settings have no say in.
AGENT_VIEW = "disableAgentView"
OURS = ("hooks", "permissions", "disableAllHooks")
ENV = "env"
# Measured: a repository's `env` reaches our hook, and by each of these it ends our hook with
# status 0 and nothing said, which means yes. Empty they do nothing. Not here, because empty
# they still do something: LD_TRACE_LOADED_OBJECTS and LD_SHOW_AUXV; and, not measured, DYLD_….
NEUTRAL = (
    "LD_PRELOAD",
    "LD_AUDIT",
    "LD_LIBRARY_PATH",
    "LD_DEBUG",
    "GCONV_PATH",
    "LOCPATH",
    "CLAUDE_CODE_SHELL_PREFIX",
)
# A repository's `env` reaches the agent's commands too, and by each of these some program runs
# code of the repository. Empty they do nothing (measured). Not here, because empty they break
# what they are for: GIT_EXTERNAL_DIFF, GIT_SSH_COMMAND, GIT_SSH and PATH.
NEUTRAL_TO_COMMANDS = (
    "BASH_ENV",
    "ENV",
    "PROMPT_COMMAND",
    "PAGER",
    "GIT_PAGER",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_PROXY_COMMAND",
    "LESSOPEN",
    "LESSCLOSE",
    "NODE_OPTIONS",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONWARNINGS",
    "PERL5OPT",
    "PERL5LIB",
    "RUBYOPT",
    "RUBYLIB",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
)
# `noexec` in it keeps a shell from starting us, where that is bash. Empty, it hands a shell's
# options on to those below it, so it is written only where a shell cannot be avoided.
SHELL_OPTIONS = "SHELLOPTS"
LIBRARIES, INSIDE = "LD_LIBRARY_PATH", "CLAUDECODE"


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
                        "timeout": TIMEOUTS.get(event, SHORT),
                        **blocks,
                    }
                ],
            }
        ]
        for event in our_events(version)
    }


def neutral(
    version: Version | None, environment: Mapping[str, str], *, by_shell: bool = False
) -> dict[str, str]:
    """
    Return variables for settings that are stronger than a repository's, so that its have no effect.

    All are empty but the folders of libraries, which programs of a person may need: these are
    the person's own. Relative ones are left out, for they would lie in the repository; inside
    of Claude Code nobody knows whose they are.

    Args:
        version: the version of the program; None where it is not known.
        environment: that of the person who writes the settings.
        by_shell: the file of our hook begins with a shell.

    """
    direct = facts(version).arguments and not by_shell
    names = NEUTRAL if direct else (*NEUTRAL, SHELL_OPTIONS)
    own = "" if INSIDE in environment else environment.get(LIBRARIES, "")
    folders = [folder for folder in re.split("[:;]", own) if folder.startswith("/")]
    return {name: ":".join(folders) if name == LIBRARIES else "" for name in names}


def neutral_to_commands(environment: Mapping[str, str]) -> dict[str, str]:
    """Return variables by which a repository's have no effect on commands: the person's own."""
    own = {} if INSIDE in environment else environment
    return {name: own.get(name, "") for name in NEUTRAL_TO_COMMANDS}


def role_settings(  # noqa: PLR0913 - what the settings are made of, by name
    role: Role,
    *,
    hook: str,
    version: Version | None,
    home: str,
    root: str,
    catalogue: Catalogue = BUILT_IN,
    environment: Mapping[str, str] | None = None,
    hidden: Iterable[str] = (),
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
        environment: that of the person who starts the agent.
        hidden: the program's tools of which no call could pass. A bare deny takes them out of
            what the model is offered.

    """
    taken = facts(version)
    ground = Ground(root=root, agent=taken.agent, stars=taken.stars, catalogue=catalogue)
    denied = [rule for rule in role.permissions.rules if rule.effect is DENY]
    found = [*native_denies(denied, ground), *missing_tools(role.tools, ground), *hidden]
    denies = list(dict.fromkeys(found))
    written = without_a_stop_to_writing(denies, root) if taken.read_first else denies
    # Without `onFailure` a broken hook would leave the word to these.
    allows = native_allows(role, ground) if taken.on_failure else []
    if written != denies:
        allows = [text for text in allows if text.partition("(")[0] != "Read"]
    lists = {"allow": allows, "deny": written}
    permissions = {key: without(texts, taken.no_tools) for key, texts in lists.items()}
    if role.additional_directories:
        folders = (working_folder(path, home, root) for path in role.additional_directories)
        permissions["additionalDirectories"] = list(dict.fromkeys(folders))
    settings: Json = {"model": role.model} if role.model else {}
    settings |= {
        "permissions": permissions,
        # A repository that says true would silence our hooks otherwise.
        "disableAllHooks": False,
        "hooks": with_own_hooks(hook_entries(hook, version), role.hooks, taken.events),
        ENV: {
            **neutral(version, environment or {}),
            **neutral_to_commands(environment or {}),
            **own_variables(role),
        },
    }
    if taken.on_failure:
        # Else a key (`←`) moves the conversation into a process outside of the agent's terminal,
        # which outlives it (measured).
        settings[AGENT_VIEW] = role.settings.get(AGENT_VIEW, True)
    own = {key: value for key, value in role.settings.items() if key not in OURS}
    return {**settings, **{key: value for key, value in own.items() if key not in settings}}


def without(texts: Iterable[str], names: Collection[str]) -> list[str]:
    """Return rules without those that are one of some names."""
    return [text for text in texts if text not in names]


def own_variables(role: Role) -> Json:
    """Return what a role says of the environment: a person wrote it, so it counts."""
    said = role.settings.get(ENV)
    return dict(said) if isinstance(said, dict) else {}


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
