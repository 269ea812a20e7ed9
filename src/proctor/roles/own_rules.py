"""
*Always*, by rules that a person wrote in place of those that were proposed.

They go the same way: read by what reads role files, tried in memory, shown, and written
only if the role gains exactly them, and the call that was asked about is allowed by them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from proctor.documents import read_document
from proctor.errors import Problem, ProctorError, RoleProblems, UsageError
from proctor.policy.decide import decide
from proctor.policy.propose import MOST_RULES
from proctor.roles.always import Lasting, plan_of, policy_of, why, with_rules
from proctor.roles.check import RuleReader
from proctor.roles.role_place import Files, Moment
from proctor.roles.values import Notes
from proctor.terms.catalogue import Catalogue
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.place import Place
from proctor.terms.rule import Rule
from proctor.terms.unseen import hidden_in

# What a complaint names in place of a file.
SPOT = "rule"
LONGEST = 500
# What stands before each rule where it is read from.
BEFORE = '- "'
NO_RULE = "no rule can be added for this: it can be allowed once, or for exactly this call"


def read_own(text: str, catalogue: Catalogue) -> tuple[Rule, ...]:
    """
    Read the rules that somebody wrote, one to a line, as a role file's allows are read.

    Raises:
        RoleProblems: one is wrong; places are lines of the text.
        UsageError: there is none, or more than a person reads.

    """
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if not lines:
        raise UsageError("the rule is empty", help="write one, such as `Bash(npm test)`")
    if len(lines) > MOST_RULES:
        raise UsageError(f"{len(lines)} rules are too many at once: at most {MOST_RULES}")
    unfit = [problem for at, line in enumerate(lines, 1) for problem in unseen(line, at)]
    if unfit:
        raise RoleProblems(unfit)
    data = "".join(f"- {json.dumps(line)}\n" for line in lines).encode()
    document = read_document(data, SPOT)
    notes = Notes(document.problems)
    read = RuleReader(notes, catalogue).rules(document.root, Effect.ALLOW) if document.root else ()
    wrong = [told(problem, lines) for problem in notes.problems if not problem.warning]
    if wrong or len(read) != len(lines):
        raise RoleProblems(wrong)
    return read


def unseen(line: str, number: int) -> list[Problem]:
    """Return what is wrong with a line before it is read: it is too long, or hides something."""
    place = Place(SPOT, number)
    if len(line) > LONGEST:
        return [Problem("long-rule", f"a rule has at most {LONGEST} characters here", place)]
    found = hidden_in(line)
    if not found and line.isprintable():
        return []
    what = f"a character that nobody sees ({found or 'a control character'})"
    return [Problem("bad-character", f"the rule holds {what}", place)]


def told(problem: Problem, lines: Sequence[str]) -> Problem:
    """Return a problem with the place that its author knows."""
    line = lines[min(problem.place.line, len(lines)) - 1]
    column = min(max(problem.place.column - len(BEFORE), 1), len(line))
    place = Place(SPOT, problem.place.line, column)
    return problem._replace(place=place, line_text=line, length=min(problem.length, len(line)))


def plan_own(decision: Decision, role: str, text: str, *, home: Path, root: Path | None) -> Lasting:
    """
    Return what *always* would write with somebody's own rules in place of ours.

    Raises:
        RoleProblems: a rule cannot be read, or the file would not load with it.
        UsageError: no rule can be added, or with these the call would still not be allowed.
        ProctorError: the file cannot be written.
        OSError: a file cannot be read.

    """
    files = Files.read(home, root)
    try:
        proposed = plan_of(decision, role, files)
    except ProctorError:
        proposed = None
    if proposed is None:
        raise UsageError(NO_RULE)
    read = read_own(text, Moment(files).config().catalogue)
    rules = tuple(dict.fromkeys(rule.text for rule in read))
    if rules == proposed.rules:
        return proposed
    found = plan_of(decision, role, files, rules)
    if found is None:
        raise refused(proposed, rules, files)
    return found


def refused(proposed: Lasting, rules: Sequence[str], files: Files) -> UsageError:
    """Say why rules cannot stand in the place of those that were proposed."""
    file, action = proposed.file, proposed.decision.action
    data = with_rules(file, proposed.role, rules, why(by="somebody", on="2000-01-01"))
    after = Moment(files.having(file, data))
    again = decide(action, policy_of(after, after.load(proposed.role)))
    if again.effect is Effect.ALLOW:
        return UsageError("with this rule other roles would change in another way")
    what = "asked about" if again.effect is Effect.ASK else "denied"
    listed = ", ".join(f"`{rule}`" for rule in proposed.rules)
    return UsageError(
        f"this does not allow the call: it would still be {what}, {again.why}",
        help=f"it takes at least {listed}",
    )
