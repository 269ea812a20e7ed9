"""
Proctor gives every AI agent a role and checks each tool call before it runs.

    >>> from proctor import Effect, Policy
    >>> Policy.of(profile="standard").check("tool:bash:ls").effect is Effect.ASK
    True
"""

from proctor.assemble import Policy, Proctor
from proctor.errors import NotFound, Problem, ProctorError, RoleProblems, RuleError
from proctor.policy.rules import parse_rule
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.rule import Rule

__all__ = [
    "Decision",
    "Effect",
    "Mode",
    "NotFound",
    "Policy",
    "Problem",
    "Proctor",
    "ProctorError",
    "RoleProblems",
    "Rule",
    "RuleError",
    "ToolCall",
    "parse_rule",
]
