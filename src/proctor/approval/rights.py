"""
What a person may do about a question: answer it, and grant what it asks for.

An agent that wants other permissions asks the engine, then a person, and then it is looked
whether that person may grant the profile: all three, in this order. The person on whose
behalf the agent works, where one is named, must have that right too. Where nobody has to be
asked, as nothing is loosened, theirs is the one that counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from proctor.approval.people import People
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.person import Person
from proctor.terms.question import Question
from proctor.terms.record import Standing, said
from proctor.terms.reply import Reply

SELF_EDIT = "self_edit_permissions"
# What an agent changes of itself. A yes to one is for this one alone: it is remembered for
# nothing else, so that what was taken back comes back only by another yes.
SELF_EDITS = frozenset({SELF_EDIT, "self_edit_system_prompt", "self_edit_docs", "self_edit_model"})
GRANTED = "tool:self_edit:permissions:"
UNKNOWN = "you are not among the people who may answer here"
UNREADABLE = "it cannot be said who may answer this question"
UNNAMED_REQUESTER = "no people are configured, so a person must approve it"
GONE = "{name} is not among the people who may answer here any more"


class Rights(NamedTuple):
    """The rights of the people as they are configured now."""

    people: Callable[[], People]

    def nobody(self, decision: Decision, standing: Standing) -> str | None:
        """Say why nobody at all may answer a question; None if somebody may."""
        return self.people().refuses_everybody(standing.role, decision.approvers)

    def wants_somebody(self, decision: Decision, standing: Standing) -> bool:
        """Say whether it is named who may answer: by a rule that asks, or for the role."""
        return bool(decision.approvers or self.people().of_role(standing.role))

    def of(
        self, channel: str, user: str, question: Question, chat_roles: str = ""
    ) -> tuple[Person | None, str]:
        """Return who answers a question, and why they may not; nothing where they may."""
        people = self.people()
        person = people.of(channel, user, chat_roles)
        if person is None:
            return None, UNKNOWN
        why = people.refuses_viewer(person, channel)
        if why and not may_grant(people, person, question):
            return person, why
        wanted = question.body.get("approvers", [])
        if not is_lists(wanted):
            return person, UNREADABLE
        return person, people.refuses_answer(person, said(question.body.get("role")), wanted) or ""

    def for_role(self, channel: str, user: str, role: str) -> tuple[Person | None, str]:
        """Return who wants to answer for a role in advance, and why they may not; else nothing."""
        people = self.people()
        person = people.of(channel, user)
        if person is None:
            return None, UNKNOWN
        why = people.refuses_viewer(person, channel) or people.refuses_answer(person, role)
        return person, why or ""

    def refuses(self, reply: Reply, decision: Decision, standing: Standing) -> str | None:
        """
        Say why a person's answer does not count, by the rules and people of now; None if it does.

        One that is remembered is looked at each time: who was taken off, or may not
        answer any more, answers nothing by what they said before.
        """
        person = self.giver(reply)
        if person is None:
            return GONE.format(name=reply.by or "nobody")
        return self.people().refuses_answer(person, standing.role, decision.approvers) or (
            self.refuses_grant(person, decision)
        )

    def giver(self, reply: Reply) -> Person | None:
        """
        Return who gave an answer; None for nobody, and for strangers.

        Whom only a chat's role makes known is known by what the chat said as they answered. A
        remembered answer has nothing of that, so theirs counts once.
        """
        person = self.named(reply.by)
        if person is None and not reply.by.startswith(f"{reply.channel}:"):
            return None
        people = self.people()
        return people.with_chat_roles(person, reply.by, reply.channel, reply.chat_roles)

    def is_named(self, person: Person) -> bool:
        """Say whether a person is known by more than a role that they have in a chat."""
        return self.named(person.name) is not None

    def refuses_role(self, name: str, role: str) -> str | None:
        """Say why somebody may not answer for agents of a role; None if they may."""
        person = self.named(name)
        if person is None:
            return GONE.format(name=name or "nobody")
        return self.people().refuses_answer(person, role)

    def named(self, name: str) -> Person | None:
        """Return who gave an answer under a name; None for nobody, and for strangers."""
        people = self.people()
        if people.configured or not name:
            return people.by_name(name)
        return people.by_name(name) or Person(name=name)

    def refuses_unasked(self, call: ToolCall, decision: Decision) -> str | None:
        """Say why something that nobody was asked about may not be granted; None if it may."""
        if decision.effect is not Effect.ALLOW or profile_of(decision) is None:
            return None
        return self.refuses_grant(self.people().requester(said(call.requester)), decision)

    def left_open(self, call: ToolCall, decision: Decision) -> str:
        """
        Say why a person is to be asked: nobody is configured for whom an agent could work.

        Empty where somebody is, or where the named person may grant what is asked for.
        """
        if self.people().configured:
            return ""
        return UNNAMED_REQUESTER if self.refuses_unasked(call, decision) else ""

    def refuses_requester(self, call: ToolCall, decision: Decision) -> str | None:
        """
        Say why the person on whose behalf an agent works may not grant what it asks for.

        None if they may, and where nobody is named, or nobody is configured who could be meant.
        What the program says of them can only narrow: whoever answers needs the right as well.
        """
        people, name = self.people(), said(call.requester)
        if not name or not people.configured:
            return None
        return self.refuses_grant(people.requester(name), decision)

    def refuses_grant(self, person: Person | None, decision: Decision) -> str | None:
        """Say why a person may not grant what an action asks for; None if they may."""
        profile = profile_of(decision)
        return None if profile is None else self.people().refuses_grant(person, profile)


def is_self_edit(decision: Decision) -> bool:
    """Say whether an agent wants to change itself."""
    return decision.action.tool in SELF_EDITS or profile_of(decision) is not None


def profile_of(decision: Decision) -> str | None:
    """Return the profile that an agent wants for itself; None where it wants something else."""
    action = decision.action
    if action.tool != SELF_EDIT and not action.string.startswith(GRANTED):
        return None
    # Without a profile that can be read: one that nobody may grant.
    return action.string.removeprefix(GRANTED) if action.string.startswith(GRANTED) else ""


def may_grant(people: People, person: Person, question: Question) -> bool:
    """
    Say whether a question is an agent's wish for a profile, and a person may grant that profile.

    What a program handed in says only by itself what it is about.
    """
    profile = question.action.removeprefix(GRANTED)
    wished = question.tool == SELF_EDIT and profile != question.action
    if not wished or question.body.get("handed_in"):
        return False
    return people.refuses_grant(person, profile) is None


def is_lists(value: object) -> bool:
    """Say whether something is a list of lists of texts."""
    return isinstance(value, list) and all(
        isinstance(names, list) and all(isinstance(name, str) for name in names) for names in value
    )
