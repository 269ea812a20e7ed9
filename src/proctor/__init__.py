"""
Proctor gives every AI agent a role and checks each tool call before it runs.

    >>> from proctor import Effect, Policy
    >>> Policy.of(profile="standard").check("tool:bash:ls").effect is Effect.ASK
    True

The names below are the public API. They are loaded when they are first used:
the command line and the hook start without what they do not need.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from proctor.assemble import Policy, Proctor
    from proctor.errors import (
        MissingExtra,
        NotFound,
        Problem,
        ProctorError,
        RoleProblems,
        RuleError,
        UsageError,
    )
    from proctor.permissions.dialog import AutoApprove, PermissionQuestion
    from proctor.permissions.permission_manager import PermissionManager
    from proctor.policy.rules import parse_rule
    from proctor.terms.call import ToolCall
    from proctor.terms.category import Category
    from proctor.terms.decision import Decision
    from proctor.terms.effect import Effect
    from proctor.terms.mode import Mode
    from proctor.terms.rule import Rule
    from proctor.terms.verdict import Verdict
    from proctor.tools.context import Context
    from proctor.tools.declare import tool
    from proctor.tools.judging import Judge, Ruling
    from proctor.tools.loop_hooks import Abort, Deny
    from proctor.tools.result import ToolResult
    from proctor.tools.toolbox import Toolbox

    __version__: str

__all__ = [
    "Abort",
    "AutoApprove",
    "Category",
    "Context",
    "Decision",
    "Deny",
    "Effect",
    "Judge",
    "MissingExtra",
    "Mode",
    "NotFound",
    "PermissionManager",
    "PermissionQuestion",
    "Policy",
    "Problem",
    "Proctor",
    "ProctorError",
    "RoleProblems",
    "Rule",
    "RuleError",
    "Ruling",
    "ToolCall",
    "ToolResult",
    "Toolbox",
    "UsageError",
    "Verdict",
    "parse_rule",
    "tool",
]

_HOMES = {
    "Abort": "proctor.tools.loop_hooks",
    "AutoApprove": "proctor.permissions.dialog",
    "Category": "proctor.terms.category",
    "Context": "proctor.tools.context",
    "Decision": "proctor.terms.decision",
    "Deny": "proctor.tools.loop_hooks",
    "Effect": "proctor.terms.effect",
    "Judge": "proctor.tools.judging",
    "MissingExtra": "proctor.errors",
    "Mode": "proctor.terms.mode",
    "NotFound": "proctor.errors",
    "PermissionManager": "proctor.permissions.permission_manager",
    "PermissionQuestion": "proctor.permissions.dialog",
    "Policy": "proctor.assemble",
    "Problem": "proctor.errors",
    "Proctor": "proctor.assemble",
    "ProctorError": "proctor.errors",
    "RoleProblems": "proctor.errors",
    "Rule": "proctor.terms.rule",
    "RuleError": "proctor.errors",
    "Ruling": "proctor.tools.judging",
    "ToolCall": "proctor.terms.call",
    "ToolResult": "proctor.tools.result",
    "Toolbox": "proctor.tools.toolbox",
    "UsageError": "proctor.errors",
    "Verdict": "proctor.terms.verdict",
    "parse_rule": "proctor.policy.rules",
    "tool": "proctor.tools.declare",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for."""
    from importlib import import_module  # noqa: PLC0415 - the hook asks for no name

    if name == "__version__":
        return import_module("importlib.metadata").version("proctor-gate")
    home = _HOMES.get(name)
    if home is None:
        message = f"module 'proctor' has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names, also those that are not loaded yet."""
    return sorted({*globals(), *__all__, "__version__"})
