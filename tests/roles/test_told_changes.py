"""What a change does that one may not have meant is told."""

from __future__ import annotations

import pytest

from proctor.roles.store import RoleStore
from tests.roles.conftest import House

BY = "ada"
NOTHING_COUNTS = "nothing of that one counts, its denies neither"
MANY = "`Read`, `Grep`, `Glob`, `LS`, `Edit` and 1 more"
TOOLS = "name: Seller\ntools: [read_file, Grep]\n"


@pytest.mark.parametrize(
    ("text", "changes", "notes"),
    [
        (
            TOOLS,
            {"permissions.deny": ["Read(secrets/**)"]},
            (
                "these allow rules count no more: `read_file`, `Grep`",
                "what no rule matches was deny, and is ask now",
            ),
        ),
        (
            TOOLS,
            {"tools": None},
            (
                "it lists no tools any more, so it has all of them",
                "the profile `guarded` says now what it may do",
                "these allow rules count no more: `read_file`",
                "what no rule matches was deny, and is ask now",
            ),
        ),
        (
            "permissions: {otherwise: ask, allow: [Read, Grep, Glob, LS, Edit, Bash]}\n",
            {"permissions.allow": []},
            (f"these allow rules count no more: {MANY}; what no rule matches: ask",),
        ),
        (
            "permission_mode: bypassPermissions\n",
            {"permissions.profile": "guarded"},
            ("its `permission_mode: bypassPermissions` counts now",),
        ),
        (TOOLS, {"tools": ["Grep"]}, ()),
        (TOOLS, {"tools": ["read_file", "Grep", "Bash"]}, ()),
        (TOOLS, {"model": "opus"}, ()),
        ("permissions: {otherwise: ask}\n", {"permissions.deny": ["Bash"]}, ()),
    ],
)
def test_an_update_tells_what_it_took_and_gave(
    house: House, text: str, changes: dict[str, object], notes: tuple[str, ...]
) -> None:
    """Allows that go with another key, and tools that come with it, are named; else nothing."""
    house.at_home("roles/seller.yaml", text)

    assert RoleStore(house.home).update("seller", changes, by=BY).notes == notes


def test_a_new_role_tells_whose_place_it_takes(house: House) -> None:
    """A namesake further out is named, the nearest one; one of no other name hides nothing."""
    house.at_home("roles/helper.yaml", "name: Helper\n")
    store = RoleStore(house.home, house.root)
    built_in, of_home, none, child = (
        store.create(name, fields, by=BY).notes
        for name, fields in (
            ("coder", {"tools": ["Read"]}),
            ("Helper", {"tools": ["Read"]}),
            ("Other", {"tools": ["Read"]}),
            ("ops", {"extends": "ops"}),
        )
    )

    assert built_in == (f"it takes the place of the built-in role `coder`: {NOTHING_COUNTS}",)
    assert of_home[0].startswith("it takes the place of the role `helper` of your home (")
    assert none == ()
    assert child == ("it takes the place of the built-in role `ops`, which it extends",)


def test_a_copy_and_what_is_brought_back_tell_it_too(house: House) -> None:
    """However a role comes to be there, it hides its namesake."""
    store = RoleStore(house.home)
    store.create("Mine", {"tools": ["Read"]}, by=BY)
    copied = store.copy("mine", "open", by=BY)
    gone = store.delete("open", by=BY)
    back = store.restore("open", 2, by=BY)

    assert ["`open`" in note for note in (*copied.notes, *back.notes)] == [True, True]
    assert gone.notes == ()
