"""What the options of claude-agent-sdk must and must not say, so that our hook is asked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proctor.adapters.claude_versions import TOOLS
from proctor.errors import ProctorError, UsageError
from proctor.tools.of_role import never_passing

if TYPE_CHECKING:
    from claude_agent_sdk import ClaudeAgentOptions, SettingSource

    from proctor.tools.offered import Offered

# A person may be given a day to answer; the program waits a little longer for our hook.
LONGEST = 86_400.0 + 120.0
DISABLE = "disableAllHooks"
# Measured: with it the program asks no hook of the SDK's, and says nothing of that.
SWITCH, VARIABLE = "bare", "CLAUDE_CODE_SIMPLE"
READ, WRITERS = "Read", ("Edit", "NotebookEdit", "Write")


def checked(options: ClaudeAgentOptions) -> ClaudeAgentOptions:
    """
    Return options that can be guarded.

    Raises:
        UsageError: they would switch hooks off.

    """
    bare = any(name.lstrip("-").partition("=")[0] == SWITCH for name in options.extra_args)
    if bare or options.env.get(VARIABLE):
        name = f"--{SWITCH}" if bare else VARIABLE
        raise UsageError(f"`{name}` switches hooks off, and ours with them", help="leave it out")
    return options


def is_asked(options: ClaudeAgentOptions) -> bool:
    """
    Say whether the program has to ask us what its own rules want somebody to be asked.

    Not where another tool is named for that. Where nobody would ever be asked, the SDK warns
    of a callback that is never called: then there is only one if it is the builder's own.
    """
    if options.permission_prompt_tool_name:
        return False
    shadowed = options.permission_mode == "bypassPermissions" or options.skills == "all"
    return options.can_use_tool is not None or not shadowed


def sources(options: ClaudeAgentOptions) -> list[SettingSource]:
    """
    Return whose settings count: those of the user, if the builder of the agent does not say.

    A hook in the settings of a repository could put another input in the place of one that
    was decided, and the SDK takes them without a question.
    """
    given = options.setting_sources
    return ["user"] if given is None else list(given)


def hooks_stay_on(options: ClaudeAgentOptions) -> str:
    """
    Return settings that say so: a repository's own cannot switch them off then.

    Raises:
        UsageError: they are none, or say the opposite.

    """
    settings = read_settings(options)
    if settings.get(DISABLE):
        raise UsageError(f"`{DISABLE}` switches hooks off, and ours with them", help="leave it out")
    return json.dumps({**settings, DISABLE: False})


def read_settings(options: ClaudeAgentOptions) -> dict[str, Any]:
    """
    Read the settings that are given as text or as a file.

    Raises:
        UsageError: they cannot be read.

    """
    given = (options.settings or "").strip()
    if not given:
        return {}
    try:
        text = given if given.startswith("{") else Path(options.cwd or ".", given).read_text()
        settings = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"the `settings` of the options cannot be read: {error}") from error
    if not isinstance(settings, dict):
        raise UsageError("the `settings` of the options are no object")
    return settings


def hidden_tools(offered: Offered) -> list[str]:
    """
    Return the program's tools of which no call could pass: the model is not shown them.

    None for a stage, whose role changes. A role that does not load hides nothing: each of
    its calls is denied.
    """
    if offered.stage:
        return []
    try:
        _, at_work = offered.now()
    except ProctorError:
        return []
    hidden = never_passing(TOOLS, at_work.offerings)
    if READ in hidden and not set(WRITERS) <= set(hidden):
        # The program forbids to write what may not be read.
        hidden.remove(READ)
    return hidden
