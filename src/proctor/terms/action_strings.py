"""
How tools are named in action strings.

A tool has one name there, whatever names it has elsewhere: a call of `read_file` is
`tool:view:<path>`, one of `git_push` is `tool:git:push <remote> <branch>`.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.terms.catalogue import ToolInfo

# Tools whose action strings have names of their own.
STRING_NAMES = {"Read": "view", "Write": "create_file", "Edit": "str_replace", "Bash": "bash"}
SAME_STRING_AS_EDIT = frozenset({"MultiEdit", "NotebookEdit", "apply_patch"})
# Tool -> its action string, with the parameters in their order.
SPECIAL: dict[str, tuple[str, tuple[str, ...]]] = {
    "git_init": ("tool:git:init", ()),
    "git_commit": ("tool:git:commit", ()),
    "git_push": ("tool:git:push {} {}", ("remote", "branch")),
    "git_branch": ("tool:git:branch {}", ("name",)),
    "git_merge_request": ("tool:git:merge_request {}", ("target",)),
    "self_edit_system_prompt": ("tool:self_edit:system_prompt", ()),
    "self_edit_docs": ("tool:self_edit:docs:{}", ("path",)),
    "self_edit_permissions": ("tool:self_edit:permissions:{}", ("profile",)),
    "self_edit_model": ("tool:self_edit:model:{}", ("model",)),
}


def string_name(info: ToolInfo) -> str:
    """Return the name of a tool in action strings."""
    return "str_replace" if info.name in SAME_STRING_AS_EDIT else STRING_NAMES.get(
        info.name, info.name
    )  # fmt: skip


def string_start(info: ToolInfo) -> str:
    """Return what the action strings of a tool begin with, up to their detail."""
    special = SPECIAL.get(info.name)
    return special[0].partition("{")[0] if special else f"tool:{string_name(info)}:"


def string_of(info: ToolInfo, detail: str) -> str:
    """Return the action string of a tool with a detail; that of some tools has none."""
    fixed = info.name in SPECIAL and not SPECIAL[info.name][1]
    return string_start(info) + ("" if fixed else detail)


def named_start(name: str) -> str:
    """Return how an action string begins that has some name of a tool in it."""
    return f"tool:{name}:"


def detail_behind(start: str, string: str) -> str | None:
    """Return the detail of an action string that begins so; None if it does not."""
    if string.startswith(start):
        return string[len(start) :]
    # Without any detail, the blank or the colon before it may be missing too.
    return "" if string == start.rstrip(" :") and string.count(":") > 1 else None
