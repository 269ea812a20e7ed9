"""
What which version of Claude Code takes, as far as it was measured.

An old version drops a settings file whole if it names an event that it does not know, so
only what a version is known to take is written for it. Between two versions that were
measured, the older one's facts hold; for a newer one than all of them, the newest's.
"""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

Version = tuple[int, int, int]

VERSION = lazy(r"\s*v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?![\d.])")

# The first hooks, and what measured versions added to them.
FIRST_EVENTS = ("PreToolUse", "PostToolUse", "Notification", "Stop")
EVENTS_OF_1_0_128 = (
    *FIRST_EVENTS, "UserPromptSubmit", "SessionStart", "SessionEnd", "SubagentStop", "PreCompact",
)  # fmt: skip
EVENTS_OF_2_0_77 = (
    *EVENTS_OF_1_0_128, "PostToolUseFailure", "SubagentStart", "PermissionRequest",
)  # fmt: skip
EVENTS_OF_2_1_325 = (
    *EVENTS_OF_2_0_77, "PostToolBatch", "UserPromptExpansion", "StopFailure", "PostCompact",
    "PreModelSwitch", "PostModelSwitch", "PermissionDenied", "Setup", "TeammateIdle",
    "TaskCreated", "TaskCompleted", "Elicitation", "ElicitationResult", "ConfigChange",
    "WorktreeCreate", "WorktreeRemove", "InstructionsLoaded", "CwdChanged", "FileChanged",
    "DirectoryAdded", "MessageDisplay",
)  # fmt: skip
EVENTS_SINCE: tuple[tuple[Version, tuple[str, ...]], ...] = (
    ((2, 1, 325), EVENTS_OF_2_1_325),
    ((2, 0, 77), EVENTS_OF_2_0_77),
    ((1, 0, 128), EVENTS_OF_1_0_128),
)
# Those that our hook is installed for, in the order in which they are written.
OUR_EVENTS = (
    "PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure", "UserPromptSubmit",
    "Notification", "PreCompact", "PostCompact", "Stop", "StopFailure", "SubagentStart",
    "SubagentStop", "SessionStart", "SessionEnd", "ConfigChange",
)  # fmt: skip

ON_FAILURE_SINCE: Version = (2, 1, 295)
# Called `Task` before, which is an alias since then.
AGENT_SINCE: Version = (2, 1, 63)
# Older ones drop the file for a star in a command that is not `:*`; this one takes it.
STARS_SINCE: Version = (2, 0, 77)
# From here on a deny of Read forbids writing too; measured, this one does not do it yet.
WRITES_WITHOUT_READ: Version = (2, 0, 77)
# From here on a hook is told who has added the MCP server of a call.
SERVERS_SINCE: Version = (2, 1, 274)
# Not known to hold on anything older: there an `ask` beside an allow rule ran the tool.
PROVEN: Version = (2, 1, 325)

# The names of tools that a version offers or has offered; MCP servers bring their own.
TOOLS = (
    "Agent", "AskUserQuestion", "Bash", "BashOutput", "CronCreate", "CronDelete", "CronList",
    "DeferredToolPlaceholder", "Edit", "EnterPlanMode", "EnterWorktree", "ExitPlanMode",
    "ExitWorktree", "Glob", "Grep", "KillBash", "KillShell", "ListAgents", "ListMcpResourcesTool",
    "LS", "LSP", "Monitor", "MultiEdit", "NotebookEdit", "NotebookRead", "PowerShell", "Read",
    "ReadMcpResourceTool", "ReportFindings", "ScheduleWakeup", "SendMessage", "Skill",
    "SlashCommand", "Task", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop",
    "TaskUpdate", "TeamCreate", "TeamDelete", "TodoRead", "TodoWrite", "ToolSearch", "WebFetch",
    "WebSearch", "Workflow", "Write",
)  # fmt: skip


# Of these, the names that the proven version warns of where a rule has one: it has no such tool.
TOOLS_GONE = frozenset({
    "DeferredToolPlaceholder", "LS", "MultiEdit", "NotebookRead", "SlashCommand", "TodoRead",
})  # fmt: skip


class Facts(NamedTuple):
    """
    What a version takes.

    `events` are all that it takes in a settings file. `on_failure` says whether an entry's
    `onFailure: "block"` counts; `arguments` whether a hook's `args` do; `ask_holds` whether
    an `ask` of a hook was proven to hold the call where nobody attends; `http` whether there
    are hooks by HTTP; `unattended_request` whether PermissionRequest fires there;
    `read_first` whether a deny of Read forbids to write as well; `stars` whether a
    rule for commands may have stars; `odd_keys` whether a hook may have keys that it does not
    know; `no_tools` are names that are no tools there. `agent` is the name of the tool that
    hands work to another agent.
    """

    events: Collection[str]
    on_failure: bool
    arguments: bool
    ask_holds: bool
    http: bool
    unattended_request: bool
    read_first: bool
    stars: bool
    odd_keys: bool
    no_tools: Collection[str]
    agent: str


def parse_version(text: str) -> Version | None:
    """Read what `claude --version` prints, `2.1.325 (Claude Code)`; None if it is none."""
    found = VERSION.match(text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def facts(version: Version | None) -> Facts:
    """Return what a version takes; of one that is not known only what every one takes."""
    known = version or (0, 0, 0)
    proven = known >= PROVEN
    return Facts(
        events=next((events for since, events in EVENTS_SINCE if known >= since), FIRST_EVENTS),
        on_failure=known >= ON_FAILURE_SINCE,
        arguments=proven,
        ask_holds=proven,
        http=proven,
        unattended_request=proven,
        read_first=version is None or known > WRITES_WITHOUT_READ,
        stars=known >= STARS_SINCE,
        odd_keys=known >= STARS_SINCE,
        no_tools=TOOLS_GONE if proven else (),
        agent="Agent" if known >= AGENT_SINCE else "Task",
    )


def our_events(version: Version | None) -> tuple[str, ...]:
    """Return the events that our hook is installed for with a version."""
    taken = facts(version).events
    return tuple(event for event in OUR_EVENTS if event in taken)
