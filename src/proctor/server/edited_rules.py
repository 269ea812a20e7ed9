"""
*Always*, with a rule that a person has changed before they agreed.

The rule is theirs, so it takes somebody who may change roles, and they have to have seen
what it would match: an answer names what it was shown, and counts for exactly that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from proctor.audit.store import Filter
from proctor.errors import NotAllowed, ProctorError, TooLate, UsageError
from proctor.pipeline import Pipeline
from proctor.policy.policy import Policy
from proctor.policy.rule_words import Reach, reach_of
from proctor.roles.always import Lasting
from proctor.roles.own_rules import read_own
from proctor.server.answerable import rules_of
from proctor.server.lasting import LastingRules
from proctor.server.office import Office
from proctor.server.questions import ended_already
from proctor.server.web.changes import note_change
from proctor.server.web.may import May
from proctor.terms.catalogue import Catalogue
from proctor.terms.effect import Effect
from proctor.terms.question import Status
from proctor.terms.record import Standing
from proctor.terms.reply import Scope
from proctor.terms.role import Permissions
from proctor.terms.rule import Rule

# So many records are looked at for what a rule would have matched, and so many are named.
LOOKED_AT, NAMED = 200, 5
LONGEST_STRING = 2000
LONGEST_TEXT = 4000
NOT_HERE = "nobody waits for this answer here: the rule cannot be tried"
NOT_HERE_HELP = "answer without a rule of your own, or on the machine where the agent works"
A_SECRET = "the rule holds what looks like a secret, and would stand in a file"  # noqa: S105 - words
NOT_SEEN = "look at what this rule would match, and answer again"
FOR_ALWAYS = "`rule` belongs to an answer for `always`"
ADMINS = "a rule of one's own is for an administrator: it changes the role"
ADMINS_HELP = "leave the rule as it was proposed"


class Answerer(NamedTuple):
    """Who answers: their name, how far they may go here, and through what they came."""

    person: str
    may: May
    channel: str


class Preview(NamedTuple):
    """
    What a person is shown of a rule before they agree to it.

    `seen` names exactly this, and goes with the answer. `examples` are calls of the past
    that the rule matches, `matched` of `looked_at` in all.
    """

    lasting: Lasting
    reaches: tuple[tuple[str, Reach], ...]
    examples: tuple[str, ...]
    matched: int
    looked_at: int

    @property
    def seen(self) -> str:
        """Return what the answer has to name."""
        return self.lasting.mark

    @property
    def wide(self) -> bool:
        """Say whether more than one thing is matched."""
        return any(reach.wide for _, reach in self.reaches)

    def as_json(self) -> dict[str, Any]:
        """Return it for a program."""
        return {
            "rules": list(self.lasting.rules),
            "edited": self.lasting.edited,
            "writes": self.lasting.words,
            "matches": [
                {"rule": rule, "what": reach.words, "wide": reach.wide}
                for rule, reach in self.reaches
            ],
            "examples": list(self.examples),
            "matched": self.matched,
            "looked_at": self.looked_at,
            "seen": self.seen,
        }


async def planned(
    office: Office, number: int, text: str, who: Answerer
) -> tuple[Lasting, Standing]:
    """
    Return what would be written with a rule, for somebody who may answer the question.

    Raises:
        NotFound: there is no such question.
        NotAllowed: they may not answer it, or not for a role that would have the rule too.
        TooLate: it has ended.
        UsageError: no rule can be added, or the call would not be allowed by it.
        RoleProblems: the rule cannot be read.

    """
    asked = await office.question(number)
    person, why = office.rights.of(who.channel, who.person, asked)
    if person is None or why:
        raise NotAllowed(why)
    if asked.status is not Status.PENDING:
        raise TooLate(ended_already(asked))
    if len(text) > LONGEST_TEXT:
        raise UsageError(f"the rules have at most {LONGEST_TEXT} characters")
    turn = office.desk.asked.get(number)
    if turn is None:
        raise UsageError(NOT_HERE, help=NOT_HERE_HELP)
    if office.keepers.redactor.text(text) != text:
        raise UsageError(A_SECRET, help="answer for this session, or for a time")
    lasting = LastingRules(office.home, office.rights, office.self_edits)
    try:
        found = await lasting.own(turn.decision, turn.standing, text, by=person.name)
    except OSError as error:
        raise ProctorError(f"a role file cannot be read: {error.strerror}") from None
    return found, turn.standing


async def previewed(office: Office, number: int, text: str, who: Answerer) -> Preview:
    """
    Return what a rule would do and match, before anybody agrees to it.

    Raises:
        ProctorError: as `planned` does.

    """
    found, standing = await planned(office, number, text, who)
    return await asyncio.to_thread(preview_of, office, found, standing)


def preview_of(office: Office, found: Lasting, standing: Standing) -> Preview:
    """Say what a plan's rules match, and what of the past they would have."""
    pipeline = office.posts.get(standing.role, standing.project).pipeline
    catalogue = pipeline.policy.catalogue
    rules = read_own("\n".join(found.rules), catalogue)
    strings = strings_of(office, standing)
    alone = Pipeline(alone_policy(rules, catalogue), pipeline.around)
    matched = [string for string in strings if allowed(alone, string)]
    return Preview(
        lasting=found,
        reaches=tuple((rule.text, reach_of(rule, catalogue)) for rule in rules),
        examples=tuple(matched[:NAMED]),
        matched=len(matched),
        looked_at=len(strings),
    )


def alone_policy(rules: Sequence[Rule], catalogue: Catalogue) -> Policy:
    """Return a policy that allows what these rules allow, and nothing else."""
    return Policy.compile(Permissions(rules=tuple(rules)), catalogue=catalogue)


def strings_of(office: Office, standing: Standing) -> list[str]:
    """Return what agents of a role did lately, each thing once."""
    kept = office.keepers.reader.find(Filter(role=standing.role, about=""), limit=LOOKED_AT)
    strings = (one.record.action_string for one in kept)
    return list(dict.fromkeys(string for string in strings if len(string) <= LONGEST_STRING))


def allowed(alone: Pipeline, string: str) -> bool:
    """Say whether a call of the past would be allowed; one that cannot be read would not."""
    try:
        return alone.check(string).effect is Effect.ALLOW
    except (ValueError, ProctorError):
        return False


async def answered(
    office: Office, number: int, data: Mapping[str, Any], who: Answerer
) -> dict[str, Any]:
    """
    Answer a question for a person, perhaps with a rule of their own.

    Raises:
        ProctorError: as `office.answer` and `planned` do; UsageError, too, where they have
            not seen what their rule would match.

    """
    rest = {name: value for name, value in data.items() if name not in ("rule", "seen")}
    text, seen = data.get("rule", ""), data.get("seen", "")
    if not isinstance(text, str) or not isinstance(seen, str):
        raise UsageError("`rule` and `seen` are texts")
    if "rule" not in data:
        return await office.answer(number, rest, person=who.person, channel=who.channel)
    if rest.get("answer") != "allow" or rest.get("scope") != Scope.ALWAYS.value:
        raise UsageError(FOR_ALWAYS)
    found, _ = await planned(office, number, text, who)
    if not found.edited:
        return await office.answer(number, rest, person=who.person, channel=who.channel)
    if who.may < May.ADMIN:
        raise NotAllowed(ADMINS, help=ADMINS_HELP)
    if seen != found.mark:
        raise UsageError(NOT_SEEN, help="its `seen` goes with the answer")
    rule = "\n".join(found.rules)
    told = await office.answer(number, rest, person=who.person, channel=who.channel, rule=rule)
    await note_change(
        office,
        who.person,
        "always-rule-edited",
        role=found.role,
        rule=rule,
        proposed="\n".join(rules_of(told)),
        question=str(number),
    )
    return told
