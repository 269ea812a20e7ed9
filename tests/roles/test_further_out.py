"""A role that a place has not got may be further out."""

from __future__ import annotations

import pytest

from proctor.errors import NotFound
from proctor.roles.store import RoleStore
from tests.roles.conftest import House

BY = "ada"


def refused(store: RoleStore, role: str) -> tuple[str, str | None]:
    """Return the words with which a change is refused."""
    with pytest.raises(NotFound) as error:
        store.update(role, {"model": "opus"}, by=BY)
    return error.value.message, error.value.help


@pytest.mark.parametrize("in_project", [True, False])
def test_a_built_in_role_is_called_so(house: House, in_project: bool) -> None:
    """Whoever wants to change it is told how to get one of their own."""
    house.in_project("roles/reader.yaml", "name: Reader\n")
    house.at_home("roles/reader.yaml", "name: Reader\n")
    store = RoleStore(house.home, house.root if in_project else None)

    assert refused(store, "guarded") == (
        "the role `guarded` is built in, and stays as it is",
        "`proctor role copy guarded NAME` makes one of your own out of it",
    )


def test_a_role_of_the_home_is_called_so(house: House) -> None:
    """In a project that has none of its own, the home's is named with its file."""
    house.in_project("roles/reader.yaml", "name: Reader\n")
    house.at_home("roles/coder.yaml", "name: Coder\n")
    message, hint = refused(RoleStore(house.home, house.root), "coder")

    assert "there is only the role `coder` of your home (" in message
    assert "roles/coder.yaml)" in message
    assert hint == "--home means that one"


def test_a_role_that_is_nowhere_is_not_found(house: House) -> None:
    """The roles that there are, or a near name, are told."""
    house.in_project("roles/reader.yaml", "name: Reader\n")
    store = RoleStore(house.home, house.root)

    assert refused(store, "raeder")[1] == "did you mean `reader`?"
    assert refused(store, "zzz")[1] == "there are reader"
