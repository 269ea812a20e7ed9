"""Who may answer, and who may grant."""

from __future__ import annotations

import pytest

from proctor.approval.people import People
from proctor.terms.person import Person
from tests.tables import each_row

ADA = Person(name="ada", roles=frozenset({"admin"}), ids={"telegram": ("12345",)})
BOB = Person(name="bob", roles=frozenset({"developer"}), ids={"telegram": ("67890",)})
VIC = Person(name="vic", roles=frozenset({"viewer"}))
GRANTS = {
    "admin": ["open", "standard", "locked"],
    "developer": ["standard", "locked"],
    "viewer": ["locked"],
}


def test_without_people_the_local_user_is_the_administrator() -> None:
    """On one's own machine nothing has to be configured."""
    people = People(local="ada")
    ada = people.by_name("ada")

    assert ada is not None
    assert people.refuses_answer(ada, "coder") is None
    assert people.refuses_grant(ada, "open") is None


def test_with_people_the_local_user_is_nobody_special() -> None:
    """Where somebody is named, only they count."""
    assert People([BOB], local="ada").by_name("ada") is None


def test_people_are_known_by_the_ids_of_their_channels() -> None:
    """An id counts in its own channel only, and an unknown one is nobody's."""
    people = People([ADA, BOB])

    assert (
        people.of("telegram", "12345"), people.of("discord", "12345"), people.of("telegram", "1"),
    ) == (ADA, None, None)  # fmt: skip


def test_approvers_of_a_role_may_answer_and_nobody_else() -> None:
    """A denial names the role that was lacking."""
    people = People([ADA, BOB, VIC], approvers={"deployer": ["admin", "developer"]})

    assert people.refuses_answer(BOB, "deployer") is None
    assert people.refuses_answer(VIC, "coder") is None
    assert people.refuses_answer(VIC, "deployer") == (
        "vic does not have the role `admin` or `developer`, which may answer this"
    )


def test_what_a_rule_demands_is_met_besides_the_role() -> None:
    """A rule may want somebody in particular, an administrator not excepted."""
    people = People([ADA, BOB], approvers={"deployer": ["admin"]})

    assert people.refuses_answer(BOB, "coder", [["developer"]]) is None
    assert people.refuses_answer(ADA, "coder", [["developer"]]) is not None
    assert people.refuses_answer(BOB, "deployer", [["developer"]]) is not None
    assert people.refuses_answer(ADA, "deployer", [["developer"], ["admin"]]) is not None


def test_nobody_may_answer_where_the_list_is_empty() -> None:
    """An empty list is never everybody."""
    assert People([ADA], approvers={"coder": []}).refuses_answer(ADA, "coder") is not None


@pytest.mark.parametrize(
    ("person", "may"),
    [
        (ADA, {"open", "standard", "locked", "guarded"}),
        (BOB, {"standard", "locked"}),
        (VIC, {"locked"}),
        (Person(name="eve"), set()),
    ],
    ids=lambda one: getattr(one, "name", ""),
)
def test_profiles_are_granted_by_those_who_may(person: Person, may: set[str]) -> None:
    """The mapping says which role of people grants which profile."""
    people = People([ADA, BOB, VIC], permission_grants=GRANTS)
    profiles = {"open", "standard", "locked", "guarded"}

    assert may == {name for name in profiles if people.refuses_grant(person, name) is None}


def test_without_a_mapping_administrators_grant() -> None:
    """Nobody else may, and is told so."""
    people = People([ADA, BOB])

    assert people.refuses_grant(ADA, "open") is None
    assert people.refuses_grant(BOB, "locked") == (
        "bob does not have the role `admin`, which may grant `locked`"
    )


def test_a_custom_profile_that_is_not_named_is_for_administrators() -> None:
    """A profile of one's own must be named in the mapping, else administrators only."""
    people = People([ADA, BOB], permission_grants={**GRANTS, "developer": ["team"]})

    assert people.refuses_grant(BOB, "team") is None
    assert people.refuses_grant(ADA, "team") is not None
    assert people.refuses_grant(ADA, "other") is None
    assert people.refuses_grant(BOB, "other") is not None


def test_roles_that_count_together_want_somebody_for_each() -> None:
    """Who may answer for an agent's own role answers for whoever spawned it only if named there."""
    people = People([ADA, BOB], approvers={"coder": ["developer"], "architect": ["admin"]})
    both = Person(name="eve", roles=frozenset({"developer", "admin"}))

    assert people.refuses_answer(BOB, "coder") is None
    assert people.refuses_answer(BOB, "coder under architect") == (
        "bob does not have the role `admin`, which may answer this"
    )
    assert people.refuses_answer(ADA, "coder under architect") is not None
    assert people.refuses_answer(both, "coder under architect") is None


def test_a_viewer_only_looks_where_there_is_something_to_see() -> None:
    """By a token they answer nothing; who has a role besides that works is no mere viewer."""
    people = People([VIC])
    both = Person(name="bea", roles=frozenset({"viewer", "developer"}))
    other = Person(name="otto", roles=frozenset({"viewer", "reviewers"}))

    for channel in ("inbox", "http", "web", "terminal"):
        assert (
            people.refuses_viewer(VIC, channel)
            == "vic is a viewer here, and this is for a developer"
        )
        assert people.refuses_viewer(other, channel) is not None
        assert people.refuses_viewer(both, channel) is None
        assert people.refuses_viewer(ADA, channel) is None
    assert people.refuses_viewer(VIC, "telegram") is None


CHAT_ROLES = {"discord": {"61": frozenset({"admin"}), "62": frozenset({"developer"})}}


@each_row(
    ("channel", "user", "roles", "wanted"),
    [
        ("discord", "5", "61", Person(name="discord:5", roles=frozenset({"admin"}))),
        ("discord", "5", "60 62", Person(name="discord:5", roles=frozenset({"developer"}))),
        ("discord", "5", "60", None),
        ("discord", "5", "", None),
        ("discord", "5", "6162", None),
        ("telegram", "5", "61", None),
        ("inbox", "eve", "61", None),
        ("telegram", "67890", "61", BOB),
    ],
)
def test_a_role_of_a_chat_makes_somebody_known(
    channel: str, user: str, roles: str, wanted: Person | None
) -> None:
    """By its id, in its own channel, and only while they have it."""
    assert People([BOB], chat_roles=CHAT_ROLES).of(channel, user, roles) == wanted


def test_a_named_person_has_the_roles_of_the_chat_besides() -> None:
    """Nobody has to be written down twice."""
    ann = Person(name="ann", roles=frozenset({"lead"}), ids={"discord": ("7",)})
    found = People([ann], chat_roles=CHAT_ROLES).of("discord", "7", "62")

    assert found is not None
    assert (found.name, found.roles) == ("ann", frozenset({"lead", "developer"}))


def test_where_only_chat_roles_are_configured_others_are_out() -> None:
    """The local user stays the administrator; whoever has no such role is nobody."""
    people = People(local="ada", chat_roles=CHAT_ROLES)

    assert people.by_name("ada") is not None
    assert people.of("discord", "5", "60") is None
    assert people.of("telegram", "5") is None
    assert people.refuses_everybody("coder", [["developer"]]) is None
    assert people.refuses_everybody("coder", [["lead"]]) is not None
