"""
Who may answer what, and who may grant which profile.

Where nobody is configured, the local user is the administrator: it is their
machine. Where somebody is, only who is named there counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from proctor.terms.person import ADMINISTRATOR, Person


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

    """

    def __init__(
        self,
        people: Iterable[Person] = (),
        *,
        approvers: Mapping[str, Sequence[str]] | None = None,
        permission_grants: Mapping[str, Sequence[str]] | None = None,
        local: str = "",
    ) -> None:
        self.named = {person.name: person for person in people}
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

    def of(self, channel: str, user: str) -> Person | None:
        """Return the person whom a channel knows by an id."""
        return self.by_id.get((channel, user))

    def refuses_answer(
        self, person: Person, agent_role: str, rule_approvers: Sequence[str] = ()
    ) -> str | None:
        """
        Say why a person may not answer for an agent of a role; None if they may.

        What the rule that asked demands counts before what is said of the role. An
        administrator is no exception: a rule may want somebody else's eyes.
        """
        wanted = rule_approvers or self.approvers.get(agent_role)
        if wanted is None or person.roles & set(wanted):
            return None
        return f"{person.name} has not the role {any_of(wanted)} that may answer this"

    def refuses_grant(self, person: Person, profile: str) -> str | None:
        """Say why a person may not grant a profile to an agent; None if they may."""
        given = self.permission_grants
        # A profile that nobody is named for is for administrators, a custom one too.
        able = [role for role, names in given.items() if profile in names] or [ADMINISTRATOR]
        if person.roles & set(able):
            return None
        return f"{person.name} has not the role {any_of(able)} that may grant `{profile}`"


def any_of(names: Sequence[str]) -> str:
    """Return names as one wants any of them."""
    quoted = [f"`{name}`" for name in sorted(names)]
    if not quoted:
        return "(there is none)"
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
