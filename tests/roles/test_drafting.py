"""A role with another text, looked at and not written: the same is said as when it is saved."""

from __future__ import annotations

import pytest

from proctor.errors import FileProblems, UsageError
from proctor.roles.drafting import difference, drafted, lines_of_rules
from proctor.roles.file_changes import Place
from proctor.roles.remembered import FILES
from proctor.roles.role_text import HELD
from proctor.roles.store import RoleStore
from tests.roles.conftest import House

GOOD = "name: r\npermissions:\n  allow:\n    - Read\n    - Bash(ls *)\n"


@pytest.fixture
def place(house: House) -> Place:
    """Give a home with a role and its child."""
    house.at_home("roles/r.yaml", "name: r\npermissions: {allow: [Read]}\n")
    house.at_home("roles/child.yaml", "extends: r\n")
    return Place(house.home, None)


def test_a_draft_is_a_role_that_nobody_has_written(place: Place, house: House) -> None:
    """It is complete, its lines are found again, and the file is as it was."""
    before = (house.home / "roles/r.yaml").read_text()
    draft = drafted(place, "r", GOOD)

    assert draft.role is not None
    assert [rule.text for rule in draft.role.permissions.rules] == ["Read", "Bash(ls *)"]
    assert (draft.errors, draft.file) == ((), "roles/r.yaml")
    assert lines_of_rules(draft.root) == {4: ("allow", 0), 5: ("allow", 1)}
    assert (house.home / "roles/r.yaml").read_text() == before


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("name: [r", id="no-yaml"),
        pytest.param("name: r\npermissions: {allow: ['Bash(']}", id="no-rule"),
        pytest.param("name: r\nalow: x", id="unknown-key"),
        pytest.param("extends: child", id="circle"),
        pytest.param("name: r\npermissions: {profile: none}", id="no-profile"),
    ],
)
def test_what_is_wrong_is_what_the_store_would_refuse(place: Place, text: str) -> None:
    """Of the draft and of the attempt to save it, the same problems are told."""
    with pytest.raises(FileProblems) as refused:
        RoleStore(place.home).write("r", text, by="ada")

    assert {problem.code for problem in refused.value.problems} <= {
        problem.code for problem in drafted(place, "r", text).errors
    }


def test_what_would_break_another_role_is_an_error(place: Place, house: House) -> None:
    """A child that clears the denies it now inherits does not load any more."""
    house.at_home("roles/child.yaml", "extends: r\npermissions: {deny: null}\n")
    house.at_home("roles/r.yaml", "name: r\n")
    draft = drafted(place, "r", "name: r\ndescription: x\n")

    assert [problem.code for problem in draft.errors] == []
    house.at_home("roles/child.yaml", "extends: r\npermissions: null\n")
    draft = drafted(place, "r", "name: r\npermissions: {deny: [Bash]}\n")
    assert [problem.code for problem in draft.errors] == ["deny-cleared"]
    assert draft.role is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("", "an empty text is no role", id="empty"),
        pytest.param("# only words\n", "an empty text is no role", id="comment"),
        pytest.param("id: other\nname: r\n", "the id of a role stays", id="another-id"),
    ],
)
def test_a_text_that_cannot_be_this_role_is_refused(place: Place, text: str, why: str) -> None:
    """As the store refuses it."""
    with pytest.raises(UsageError, match=why):
        drafted(place, "r", text)


def test_a_new_role_goes_where_the_store_would_put_it(place: Place, house: House) -> None:
    """Into a file of its own, or into the index; there its lines count from the index's top."""
    assert drafted(place, "made", GOOD).file == "roles/made.yaml"
    house.at_home("roles/index.yaml", "roles:\n  - name: One\n    tools: []\n")
    draft = drafted(place, "made", GOOD)

    assert draft.file == "roles/index.yaml"
    assert draft.data.decode().splitlines()[0] == "roles:"
    assert {line for line, (effect, _) in lines_of_rules(draft.root).items() if effect} == {8, 9}


def test_what_one_may_not_have_meant_is_told(place: Place, house: House) -> None:
    """A first rule takes away the permission that a mere list of tools is."""
    house.at_home("roles/r.yaml", "name: r\ntools: [Read]\n")
    draft = drafted(place, "r", "name: r\ntools: [Read]\npermissions: {deny: [Bash]}\n")

    assert "these allow rules count no more: `Read`" in draft.notes[0]


def test_a_diff_names_both_sides() -> None:
    """Only what came and went, with a few lines around it."""
    assert difference("a\nb\n", "a\nc\n", ("old", "new")) == [
        "--- old",
        "+++ new",
        "@@ -1,2 +1,2 @@",
        " a",
        "-b",
        "+c",
    ]


def test_drafts_are_not_remembered(place: Place) -> None:
    """There is another one with each letter that somebody types."""
    drafted(place, "r", GOOD)
    before = (len(FILES.memory.known), len(HELD.known))
    for number in range(5):
        drafted(place, "r", f"{GOOD}description: {number}\n")

    assert (len(FILES.memory.known), len(HELD.known)) == before


@pytest.mark.parametrize(
    "index",
    [
        pytest.param(None, id="a file of its own"),
        pytest.param("roles:\n  - id: a\n    name: A\n    toolIds: [Read]\n", id="an index"),
        pytest.param("roles:\n  - name: A\n    tools: [Read]\n", id="an index of names"),
    ],
)
def test_new_role_is_drafted_as_it_is_written(house: House, index: str | None) -> None:
    """The draft has the very lines that the store writes, with id and times."""
    if index:
        house.at_home("roles/index.yaml", index)
    text = "name: Docs Writer\ntools: [Read, Write]\n"
    draft = drafted(Place(house.home, None), "docs-writer", text, new=True)
    made = RoleStore(house.home).create("Docs Writer", by="ada", text=text).role

    assert made is not None
    assert without_times(draft.written) == without_times(made.text)
    assert "createdAt: " in draft.written
    assert ("toolIds: " in draft.written) == bool(index and "toolIds" in index)


def without_times(text: str) -> list[str]:
    """Return the lines of a role's text but the values of its times."""
    return [line.partition("At: ")[0] if "At: " in line else line for line in text.splitlines()]


@pytest.mark.parametrize("role_id", ["r", "R"])
def test_id_of_a_new_role_must_be_free(place: Place, role_id: str) -> None:
    """It is refused when looked at, as when saved."""
    with pytest.raises(UsageError, match=r"there is a role `[rR]` already"):
        drafted(place, role_id, GOOD, new=True)
