"""
Decide an action: every part gets an effect, and the strictest wins.

For one part the first of these that has an answer: guard, tools of the role,
rules, mode, `otherwise`; except that a deny is never passed over.
"""

from __future__ import annotations

from operator import attrgetter

from proctor.policy.guard import guard
from proctor.policy.modes import BY_PLACE, fallback, may_move, tighten, unread
from proctor.policy.policy import Policy, approvers_of, by_rule, live, wants_human
from proctor.terms.action import Action, Part
from proctor.terms.decision import Decision, Finding, Source
from proctor.terms.effect import ALLOW, DENY
from proctor.terms.mode import Mode

STRICTNESS = attrgetter("effect")
LACKS = "the role does not have the tool"


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
    # Where the guard asks and no rule speaks, what else would deny it is not passed over.
    alone = first is not None and said is None
    if first is None or (said and outweighs(said, first)):
        first = said
    elif said and said.approvers:
        # The guard speaks, and who may answer is for the rules to say.
        first = first._replace(approvers=said.approvers)
    modes = policy.own_modes if action.mode is None else policy.modes(action.mode)
    if alone:
        return unless_denied(first, part, action, policy, modes)
    if part.tool != action.tool:
        return with_whole(first, part, action, policy, modes)
    if len(modes) == 1:
        mode = modes[0]
        return tighten(first, mode) if first else under(mode, None, part, action, policy)
    return max([under(mode, first, part, action, policy) for mode in modes], key=STRICTNESS)


def unless_denied(
    first: Finding | None, part: Part, action: Action, policy: Policy, modes: tuple[Mode, ...]
) -> Finding:
    """Answer for a part that only the guard speaks of: what denies it otherwise still does."""
    found = with_whole(first, part, action, policy, modes)
    others = [under(mode, None, part, action, policy) for mode in modes]
    # What does nothing by itself would be let go wherever the rest goes.
    denied = [one for one in others if one.effect is DENY and one.source is not Source.IDLE]
    return max([found, *denied], key=STRICTNESS)


def with_whole(
    first: Finding | None, part: Part, action: Action, policy: Policy, modes: tuple[Mode, ...]
) -> Finding:
    """Answer for a part that may be of another tool than the call: rules for that one count too."""
    found = max([under(mode, first, part, action, policy) for mode in modes], key=STRICTNESS)
    whole = said_of_whole(part, action, policy)
    if whole is None:
        return found
    allowed = found.effect is ALLOW and found.source is Source.RULE and not policy.asks_first
    if allowed and whole.effect is not DENY:
        return found
    return max([found, *(tighten(whole, mode) for mode in modes)], key=STRICTNESS)


def said_of_whole(part: Part, action: Action, policy: Policy) -> Finding | None:
    """
    Return what the denies and asks of a call's own tool say, where none of its parts is of that.

    A command that only redirects has but an edit for a part, and is a use of the shell.
    """
    if any(one.tool == action.tool for one in action.parts):
        return None
    strict = live(policy.strict.rules, policy.strict.of_whole(action), action.around.now)
    if not strict:
        return None
    denied = next((rule for rule in strict if rule.effect is DENY), None)
    rule = denied or min(strict, key=wants_human)
    return by_rule(part, rule, () if denied else approvers_of(strict))


def outweighs(said: Finding, guarded: Finding) -> bool:
    """Say whether a deny speaks rather than the guard: it is stricter, or says why itself."""
    if said.effect is not DENY:
        return False
    return guarded.effect is not DENY or (said.rule is not None and said.rule.why is not None)


def lacking(part: Part, action: Action, policy: Policy) -> Finding | None:
    """Deny a tool that the role does not have."""
    if policy.has_tool(action.tool):
        return None
    return Finding(part, DENY, Source.TOOLS, f"{LACKS} {action.called or action.tool}")


def under(mode: Mode, first: Finding | None, part: Part, action: Action, policy: Policy) -> Finding:
    """Answer for one part under one mode."""
    if first:
        return tighten(first, mode)
    if part.unread and not policy.gives_unread(part, mode, action.around.now):
        return unread(part, mode, policy.otherwise)
    if mode not in BY_PLACE:
        return fallback(part, mode, policy.otherwise, ())
    folders, moves = policy.working_folders(action), may_move(action)
    return fallback(part, mode, policy.otherwise, folders, moves=moves)


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
