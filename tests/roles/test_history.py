"""Every change of a role is kept, outlives the role, and can be brought back."""

from __future__ import annotations

from itertools import pairwise

import pytest

from proctor.errors import NotFound, RoleProblems, StoreError
from proctor.roles.history import History, What
from proctor.roles.store import RoleStore
from proctor.terms.effect import Effect
from tests.roles.conftest import House, rules
from tests.roles.test_always import kept

OPEN = "otherwise: allow"


@pytest.fixture(params=["file", "index"])
def store(request: pytest.FixtureRequest, house: House) -> RoleStore:
    """Return the store of a project with one role that somebody wrote by hand."""
    if request.param == "index":
        house.in_project("roles/index.yaml", "roles:\n  - name: Scribe   # by hand\n")
    else:
        house.in_project("roles/scribe.yaml", "name: Scribe   # by hand\n")
    house.trust()
    return RoleStore(house.home, house.root)


def told(store: RoleStore) -> list[tuple[int, str, str]]:
    """Return number, what and who of every change."""
    return [(v.number, v.what.value, v.by) for v in store.history.versions("scribe")]


def test_who_when_and_what_is_kept(store: RoleStore) -> None:
    """The first change keeps what was there, and each its text before and after."""
    store.update("scribe", {"model": "opus"}, by="ada")
    store.update("scribe", {"model": None}, by="bob")
    store.delete("scribe", by="cyd")
    versions = store.history.versions("scribe")

    assert told(store) == [
        (1, "found", ""),
        (2, "updated", "ada"),
        (3, "updated", "bob"),
        (4, "deleted", "cyd"),
    ]
    assert versions[0].before is None
    assert all(old.after == new.before for old, new in pairwise(versions))
    assert (versions[0].after or "").startswith("name: Scribe   # by hand\n")
    assert versions[3].after is None
    assert all(version.at.endswith("Z") for version in versions)


def test_a_deleted_role_comes_back_with_its_comments(store: RoleStore, house: House) -> None:
    """Restoring a deletion brings back what was deleted, as a new version."""
    store.update("scribe", {"model": "opus"}, by="ada")
    store.delete("scribe", by="ada")
    change = store.restore("scribe", 3, by="bob")

    assert (change.what, change.number) == (What.RESTORED, 4)
    house.trust()
    assert house.load("scribe").model == "opus"
    assert "# by hand" in store.get("scribe").text
    assert store.history.versions("scribe")[-1].note == "version 3"


def test_an_earlier_version_comes_back(store: RoleStore, house: House) -> None:
    """What was in between is kept, so that the restoring can be undone too."""
    store.update("scribe", {"model": "opus"}, by="ada")
    store.update("scribe", {"model": "haiku"}, by="ada")
    store.restore("scribe", 1, by="ada")
    house.trust()
    assert house.load("scribe").model is None

    store.restore("scribe", 3, by="ada")
    house.trust()
    assert house.load("scribe").model == "haiku"


def test_a_restored_version_waits_for_trust(store: RoleStore, house: House) -> None:
    """An old version may have come by a pull, which nobody has looked at: it only tightens."""
    path = store.get("scribe").path
    indent = "    " if path.name == "index.yaml" else ""
    path.write_text(f"{path.read_text()}{indent}permissions: {{{OPEN}}}\n")
    store.update("scribe", {"model": "opus"}, by="ada")
    looser = next(v.number for v in store.history.versions("scribe") if OPEN in (v.after or ""))
    store.update("scribe", {"permissions": None}, by="ada")
    house.trust()
    change = store.restore("scribe", looser, by="ada")

    assert change.trusted is False
    assert house.load("scribe").permissions.otherwise is not Effect.ALLOW


def test_a_change_by_hand_is_found(store: RoleStore, house: House) -> None:
    """What somebody did in an editor of their own is a version too, once it is noticed."""
    store.update("scribe", {"model": "opus"}, by="ada")
    path = store.get("scribe").path
    path.write_text(path.read_text().replace("opus", "sonnet"))
    house.trust()
    store.update("scribe", {"model": "haiku"}, by="ada")

    assert [what for _, what, _ in told(store)] == ["found", "updated", "found", "updated"]
    store.restore("scribe", 3, by="ada")
    house.trust()
    assert house.load("scribe").model == "sonnet"


def test_what_would_not_load_any_more_is_not_restored(store: RoleStore, house: House) -> None:
    """An old version is checked like a new one: its parent may be gone."""
    house.in_project("roles/elder.yaml", "name: elder\n")
    if (house.root / ".proctor/roles/index.yaml").exists():
        (house.root / ".proctor/roles/elder.yaml").unlink()
        store.create("Elder", by="ada")
    store.update("scribe", {"extends": "elder"}, by="ada")
    store.update("scribe", {"extends": None}, by="ada")
    store.delete("elder", by="ada")
    number = [v.number for v in store.history.versions("scribe") if "extends" in (v.after or "")]

    with pytest.raises(RoleProblems, match="unknown-parent"):
        store.restore("scribe", number[0], by="ada")


def test_a_number_that_there_is_not(store: RoleStore) -> None:
    """The answer says which there are."""
    store.update("scribe", {"model": "opus"}, by="ada")

    with pytest.raises(NotFound) as refused:
        store.restore("scribe", 9, by="ada")
    assert refused.value.help == "there are 1 to 2"


def test_a_damaged_file_is_named_and_stops_no_change(store: RoleStore) -> None:
    """Nothing is passed over in silence when the history is read."""
    store.update("scribe", {"model": "opus"}, by="ada")
    store.history.path("scribe", 2).write_text("{}")

    with pytest.raises(StoreError, match=r"000002\.json cannot be read"):
        store.history.versions("scribe")
    assert store.update("scribe", {"model": "haiku"}, by="ada").number == 4


def test_nobody_else_can_read_it(store: RoleStore, house: House) -> None:
    """The history lies in the home, for its user alone."""
    store.update("scribe", {"model": "opus"}, by="ada")
    path = store.history.path("scribe", 1)

    assert path.is_relative_to(house.home / "history")
    assert path.stat().st_mode & 0o077 == 0


def test_places_are_kept_apart(store: RoleStore, house: House) -> None:
    """A role of the home and one of a project have a history each, whatever their name."""
    RoleStore(house.home).create("Scribe", by="ada")
    store.update("scribe", {"model": "opus"}, by="ada")

    assert [v.what for v in History(house.home).versions("scribe")] == [What.CREATED]
    assert [v.what for v in store.history.versions("scribe")] == [What.FOUND, What.UPDATED]
    assert (History(house.home).roles(), store.history.roles()) == (["scribe"], ["scribe"])


def test_always_is_a_version_too(house: House) -> None:
    """What a person's answer writes into a role is kept like any other change."""
    house.at_home("roles/scribe.yaml", "permissions:\n  otherwise: ask\n  allow: [Read]\n")
    kept(house, "scribe")
    versions = History(house.home).versions("scribe")

    assert [(v.what, v.by, v.note) for v in versions] == [
        (What.FOUND, "", ""),
        (What.UPDATED, "ada", "allowed always"),
    ]
    RoleStore(house.home).restore("scribe", 1, by="ada")
    assert rules(house.load("scribe"), Effect.ALLOW) == ["Read"]


@pytest.mark.parametrize("name", ["..", "../x", "a/b", "", "@WF-20261116-001"])
def test_what_is_no_id_leads_nowhere(house: House, name: str) -> None:
    """A name is not a way to another folder."""
    outside = house.home / "history" / "000001.json"
    outside.parent.mkdir()
    outside.write_text("{}")

    assert History(house.home).versions(name) == []
