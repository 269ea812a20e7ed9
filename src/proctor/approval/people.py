"""
Who may answer what, and who may grant which profile.

Where nobody is configured, the local user is the administrator: it is their
machine. Where somebody is, only who is named there counts, or has a role of a chat that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from proctor.terms.asking import NO_CHAT_ROLES, ChatRoles
from proctor.terms.person import ADMINISTRATOR, Person
from proctor.terms.role_chain import roles_of

# Channels that know people by their name here: they came with a token of theirs, or it is a script.
BY_NAME = frozenset({"inbox", "web", "http", "terminal", "scripted"})
# Those of them in which a viewer only looks. Elsewhere there is nothing to look at: whoever is
# given an id of such a channel is given it to answer.
FOR_VIEWERS = frozenset({"inbox", "web", "http", "terminal"})


class People:
    """
    The people of a home.

    Args:
        people: everybody who is named.
        approvers: an agent's role to the roles of people who may answer for it; a
            role that is not there is answered by whoever is named at all.
        permission_grants: a role of people to the profiles that they may grant; what
            it does not name is for administrators.
        local: the user whose home it is.
        chat_roles: by channel, the id of a chat's role and the roles that it stands for.

    """

    def __init__(
        self,
        people: Iterable[Person] = (),
        *,
        approvers: Mapping[str, Sequence[str]] | None = None,
        permission_grants: Mapping[str, Sequence[str]] | None = None,
        local: str = "",
        chat_roles: ChatRoles = NO_CHAT_ROLES,
    ) -> None:
        self.named = {person.name: person for person in people}
        self.chat_roles = chat_roles
        self.configured = bool(self.named or chat_roles)
        if not self.named and local:
            self.named[local] = Person(name=local, roles=frozenset({ADMINISTRATOR}))
        self.approvers = dict(approvers or {})
        self.permission_grants = dict(permission_grants or {})
        self.by_id: dict[tuple[str, str], Person] = {}
        for person in self.named.values():
            for channel, ids in person.ids.items():
                for one in ids:
                    self.by_id[channel, one] = person

    def by_name(self, name: str) -> Person | None:
        """Return the person of a name."""
        return self.named.get(name)

    def requester(self, name: str) -> Person | None:
        """Return on whose behalf an agent works: known by name, or by an id, `discord:12345`."""
        channel, _, user = name.partition(":")
        return self.named.get(name) or self.by_id.get((channel, user))

    def of(self, channel: str, user: str, chat_roles: str = "") -> Person | None:
        """
        Return the person whom a channel knows by an id; None for somebody who is nobody here.

        `chat_roles` are the ids of the roles that they have in the chat, by its word of now.
        Where no people are configured, a channel's own list of users counts, and they are
        persons without a role: they may answer, and grant nothing.
        """
        found = self.named.get(user) if channel in BY_NAME else self.by_id.get((channel, user))
        found = self.with_chat_roles(found, f"{channel}:{user}", channel, chat_roles)
        if found is not None or self.configured or not user:
            return found
        return Person(name=user if channel in BY_NAME else f"{channel}:{user}")

    def with_chat_roles(
        self, person: Person | None, name: str, channel: str, chat_roles: str
    ) -> Person | None:
        """Return a person with what their roles in a chat stand for; else a new one of a name."""
        known = self.chat_roles.get(channel, {})
        given = frozenset().union(*(known.get(each, ()) for each in chat_roles.split()))
        if not given:
            return person
        return (
            replace(person, roles=person.roles | given)
            if person
            else Person(name=name, roles=given)
        )

    def refuses_viewer(self, person: Person, channel: str) -> str | None:
        """Say why a person only looks in a channel; None if they may answer."""
        if channel in FOR_VIEWERS and person.only_looks:
            return f"{person.name} is a viewer here, and this is for a developer"
        return None

    def refuses_answer(
        self, person: Person, agent_role: str, rules: Sequence[Sequence[str]] = ()
    ) -> str | None:
        """
        Say why a person may not answer for an agent of a role; None if they may.

        What is said of the role is to be met, and what each rule demands that asked: else
        one command would come through in the company of another. An administrator is no
        exception: a rule may want somebody else's eyes.
        """
        for wanted in (*self.of_role(agent_role), *rules):
            if not person.roles & set(wanted):
                return (
                    f"{person.name} does not have the role {any_of(wanted)}, which may answer this"
                )
        return None

    def of_role(self, agent_role: str) -> Sequence[Sequence[str]]:
        """Return who may answer for agents of a role; nothing where it is not said."""
        return [self.approvers[role] for role in roles_of(agent_role) if role in self.approvers]

    def refuses_everybody(self, agent_role: str, rules: Sequence[Sequence[str]]) -> str | None:
        """Say why nobody at all may answer; None if somebody may."""
        able = list(self.named.values())
        by_chat = [roles for ids in self.chat_roles.values() for roles in ids.values()]
        if by_chat:
            able.append(Person(name="somebody by a chat's role", roles=frozenset().union(*by_chat)))
        if not self.configured:
            able.append(Person(name="somebody whom a channel lets in"))
        if any(self.refuses_answer(person, agent_role, rules) is None for person in able):
            return None
        wanted = (*self.of_role(agent_role), *rules)
        had = {role for person in able for role in person.roles}
        # What nobody has; else each is had by somebody, and all of them by nobody.
        lacking = [names for names in wanted if not had & set(names)] or wanted
        roles = " and ".join(f"the role {any_of(names)}" for names in lacking)
        return f"nobody may answer this: no known person has {roles}"

    def refuses_grant(self, person: Person | None, profile: str) -> str | None:
        """Say why a person may not grant a profile to an agent; None if they may."""
        given = self.permission_grants
        # A profile that nobody is named for is for administrators, a custom one too.
        able = [role for role, names in given.items() if profile in names] or [ADMINISTRATOR]
        if person is not None and person.roles & set(able):
            return None
        if person is None:
            return f"no known person asked for this; {any_of(able)} may grant `{profile}`"
        return f"{person.name} does not have the role {any_of(able)}, which may grant `{profile}`"


def any_of(names: Sequence[str]) -> str:
    """Return names as one wants any of them."""
    quoted = [f"`{name}`" for name in sorted(names)]
    if not quoted:
        return "(there is none)"
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
