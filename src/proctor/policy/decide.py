"""
Decide an action: every part gets an effect, and the strictest wins.

For one part the first of these that has an answer: guard, tools of the role,
rules, mode, `otherwise`; except that a deny is never passed over.
"""

from __future__ import annotations

from operator import attrgetter

from proctor.policy.guard import guard
from proctor.policy.modes import BY_PLACE, fallback, tighten, unread
from proctor.policy.policy import Policy
from proctor.terms.action import Action, Part
from proctor.terms.decision import Decision, Finding, Source
from proctor.terms.effect import ALLOW, DENY
from proctor.terms.mode import Mode

STRICTNESS = attrgetter("effect")


def decide(action: Action, policy: Policy) -> Decision:
    """
    Decide an action.

    Raises:
        ValueError: the action has no parts; no evidence is never a yes.

    """
    if len(action.parts) == 1:  # most calls
        finding = judge(action.parts[0], action, policy)
        return Decision(finding.effect, action, (finding,))
    findings = settle(tuple([judge(part, action, policy) for part in action.parts]))
    return Decision(max([finding.effect for finding in findings]), action, findings)


def judge(part: Part, action: Action, policy: Policy) -> Finding:
    """Answer for one part, under each mode that counts; the strictest answer holds."""
    first = guard(part, action)
    lacks = None if policy.tools is None else lacking(part, action, policy)
    said = lacks or policy.match(part, action)
    if first is None or (said and outweighs(said, first)):
        first = said
    elif said and said.approvers:
        # The guard speaks, and who may answer is for the rules to say.
        first = first._replace(approvers=said.approvers)
    modes = policy.own_modes if action.mode is None else policy.modes(action.mode)
    if len(modes) == 1:
        mode = modes[0]
        return tighten(first, mode) if first else under(mode, None, part, action, policy)
    return max([under(mode, first, part, action, policy) for mode in modes], key=STRICTNESS)


def outweighs(said: Finding, guarded: Finding) -> bool:
    """Say whether a deny speaks rather than the guard: it is stricter, or says why itself."""
    if said.effect is not DENY:
        return False
    return guarded.effect is not DENY or (said.rule is not None and said.rule.why is not None)


def lacking(part: Part, action: Action, policy: Policy) -> Finding | None:
    """Deny a tool that the role does not have."""
    if policy.has_tool(action.tool):
        return None
    return Finding(part, DENY, Source.TOOLS, f"the role does not have the tool {action.tool}")


def under(mode: Mode, first: Finding | None, part: Part, action: Action, policy: Policy) -> Finding:
    """Answer for one part under one mode."""
    if first:
        return tighten(first, mode)
    if part.unread and not policy.gives_unread(part, mode, action.around.now):
        return unread(part, mode, policy.otherwise)
    folders = policy.working_folders(action) if mode in BY_PLACE else ()
    return fallback(part, mode, policy.otherwise, folders)


def settle(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Let parts that do nothing by themselves go wherever the rest goes."""
    idle = [finding.source is Source.IDLE for finding in findings]
    if all(idle) or not any(idle):
        return findings
    return tuple(
        finding._replace(effect=ALLOW, why="it does nothing by itself")
        if finding.source is Source.IDLE
        else finding
        for finding in findings
    )
