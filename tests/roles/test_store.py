"""Roles are listed, made, changed, copied and deleted, in both ways of writing them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.errors import NotFound, ProctorError, RoleProblems, TooLate, UsageError
from proctor.roles.history import What
from proctor.roles.store import RoleStore
from proctor.roles.trust import project_files
from proctor.terms.role import Trust
from tests.roles.conftest import House

INDEX = """\
# The roles of the shop.
roles:
  - id: reader   # reads
    name: Reader
    toolIds:
      - read_file   # and no other

  # Writes what was read.
  - id: writer
    name: Writer
    toolIds: [write_file]
# The end.
"""
BY = "ada"


def of_project(house: House) -> RoleStore:
    """Return the store of the project."""
    return RoleStore(house.home, house.root)


@pytest.fixture(params=["files", "index"])
def store(request: pytest.FixtureRequest, house: House) -> RoleStore:
    """Return the store of a trusted project that has `reader` and `writer`, written either way."""
    if request.param == "index":
        house.in_project("roles/index.yaml", INDEX)
    else:
        house.in_project(
            "roles/reader.yaml", "name: Reader\ntoolIds:\n  - read_file   # no other\n"
        )
        house.in_project("roles/writer.yaml", "name: Writer\ntoolIds: [write_file]\n")
    house.trust()
    return of_project(house)


def test_roles_are_listed_and_got(store: RoleStore) -> None:
    """The list has every role of the place, and no other; each can be got by its id."""
    assert [(role.id, role.name, role.tools) for role in store.list()] == [
        ("reader", "Reader", ("read_file",)),
        ("writer", "Writer", ("write_file",)),
    ]
    assert store.get("reader") == store.list()[0]


@pytest.mark.parametrize("act", ["get", "update", "delete", "copy", "restore"])
def test_what_is_not_there_is_not_found(store: RoleStore, act: str) -> None:
    """Each of them names the role that is missing, and suggests one that is not."""
    calls: dict[str, Callable[[], object]] = {
        "get": lambda: store.get("raeder"),
        "update": lambda: store.update("raeder", {"name": "X"}, by=BY),
        "delete": lambda: store.delete("raeder", by=BY),
        "copy": lambda: store.copy("raeder", "Other", by=BY),
        "restore": lambda: store.restore("raeder", 1, by=BY),
    }
    with pytest.raises(NotFound, match="raeder"):
        calls[act]()


def test_a_new_role_loads_and_is_trusted(store: RoleStore, house: House) -> None:
    """In a trusted project a new role counts at once, with its dates and the slug of its name."""
    change = store.create("Docs Writer!", {"tools": ["read_file"], "description": "Docs"}, by=BY)
    role = house.load("docs-writer")

    assert (change.role_id, change.what, change.number) == ("docs-writer", What.CREATED, 1)
    assert change.trusted is True
    assert (role.name, role.description, role.tools) == ("Docs Writer!", "Docs", ("read_file",))
    assert role.trust is Trust.TRUSTED
    assert role.created_at == role.updated_at
    assert role.created_at is not None
    assert role.created_at.endswith("Z")
    assert [each.id for each in store.list()] == ["docs-writer", "reader", "writer"]


@pytest.mark.parametrize("name", ["", "  ", "!!!", "日本"])
def test_a_name_that_gives_no_id_is_refused(store: RoleStore, name: str) -> None:
    """There is no role `role`, `-` or nothing."""
    with pytest.raises(UsageError, match="gives no id"):
        store.create(name, by=BY)


@pytest.mark.parametrize("role_id", ["../evil", "_evil", "a b", "", "a" * 65, "index", "-x"])
def test_an_id_that_is_given_is_not_made_another(store: RoleStore, role_id: str) -> None:
    """It is taken as it is or refused; so is the name of the file for all roles."""
    with pytest.raises(UsageError, match="cannot be the id"):
        store.create("Fine", by=BY, role_id=role_id)
    with pytest.raises(UsageError, match="for all roles"):
        store.copy("reader", "Index!", by=BY)

    for given in ("other-id", "my_role", "Team:docs.v2"):
        assert store.create("Fine", by=BY, role_id=given).role_id == given
        assert store.get(given).fields["name"] == "Fine"


@pytest.mark.parametrize("name", ["Reader", "reader", "READER!", " reader "])
def test_an_id_that_is_taken_is_refused(store: RoleStore, name: str) -> None:
    """Two names of one slug are one id."""
    with pytest.raises(UsageError, match="already"):
        store.create(name, by=BY)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"tools": ["raed_file"]}, "unknown-tool"),
        ({"permission_mode": "yolo"}, "wrong-value"),
        ({"extends": "nobody"}, "unknown-parent"),
        ({"permissions": {"allow": "Read"}}, "wrong-type"),
        ({"permissions": {"alow": []}}, "unknown-key"),
        ({"permissions": {"profile": "nope"}}, "unknown-profile"),
    ],
)
def test_a_role_with_an_error_is_not_written(
    store: RoleStore, house: House, fields: dict[str, object], code: str
) -> None:
    """Neither a new one nor an old one; the error is the one that `role check` shows."""
    before = project_files(house.root, house.home).now.files
    acts: list[Callable[[], object]] = [
        lambda: store.create("New", fields, by=BY),
        lambda: store.update("writer", fields, by=BY),
    ]
    for act in acts:
        with pytest.raises(RoleProblems) as refused:
            act()
        assert [problem.code for problem in refused.value.problems] == [code]

    assert project_files(house.root, house.home).now.files == before
    assert store.history.roles() == []


@pytest.mark.parametrize("key", ["id", "createdAt", "updatedAt", "toolz", "@x"])
def test_a_key_that_cannot_be_set_is_refused(store: RoleStore, key: str) -> None:
    """Keys that are unknown or the store's own are refused before anything is read."""
    with pytest.raises(UsageError, match=f"`{key}`"):
        store.update("reader", {key: "x"}, by=BY)


def test_own_id_among_the_changes_is_no_change(store: RoleStore) -> None:
    """A role can be sent back as it was read, with its id; another id is refused."""
    change = store.update("reader", {"id": "reader", "model": "opus"}, by=BY)

    assert (change.role_id, change.role and change.role.fields["model"]) == ("reader", "opus")
    for other in ("Reader", "writer", None, ["reader"]):
        with pytest.raises(UsageError, match="`id` cannot be set"):
            store.update("reader", {"id": other, "model": "haiku"}, by=BY)


def test_a_rename_keeps_the_id(store: RoleStore, house: House) -> None:
    """The name is for people; what others refer to stays."""
    store.update("writer", {"name": "Scribe"}, by=BY)

    assert house.load("writer").name == "Scribe"
    assert [role.id for role in store.list()] == ["reader", "writer"]


def test_a_rename_keeps_an_id_that_came_of_the_name(house: House) -> None:
    """In an index without `id:`, the id is written down when the name changes."""
    house.in_project("roles/index.yaml", "roles:\n  - name: Big Writer\n")
    store = of_project(house)
    change = store.update("big-writer", {"name": "Scribe"}, by=BY)

    assert change.role is not None
    assert dict(change.role.fields) == {
        "id": "big-writer",
        "name": "Scribe",
        "updatedAt": change.role.fields["updatedAt"],
    }


def test_null_clears(store: RoleStore) -> None:
    """A key that is set to nothing is not there any more; others are what they were."""
    store.update("writer", {"description": "Writes", "model": "opus"}, by=BY)
    store.update("writer", {"model": None, "permissions.otherwise": "deny"}, by=BY)
    fields = dict(store.get("writer").fields)

    assert "model" not in fields
    assert (fields["description"], fields["permissions"]) == ("Writes", {"otherwise": "deny"})


def test_comments_stay(house: House) -> None:
    """A change touches its own lines: of an index, every other entry stays byte for byte."""
    house.in_project("roles/index.yaml", INDEX)
    store = of_project(house)
    store.update("writer", {"tools": ["write_file", "read_file"]}, by=BY)
    text = (house.root / ".proctor/roles/index.yaml").read_text()
    head, _, tail = INDEX.partition("    toolIds: [write_file]\n")

    assert text.startswith(head)
    assert text.endswith(tail)
    changed = text.removeprefix(head).removesuffix(tail).splitlines()
    assert changed[:3] == ["    toolIds:", "      - write_file", "      - read_file"]
    assert changed[3].startswith("    updatedAt: 20")


def test_the_last_role_may_be_deleted_and_stays_deleted(store: RoleStore, house: House) -> None:
    """No default comes back, neither by listing nor by the next change."""
    store.delete("reader", by=BY)
    last = store.delete("writer", by=BY)

    assert (last.what, last.trusted, last.role) == (What.DELETED, True, None)
    assert store.list() == ()
    assert house.shelf.projects_own() == []
    assert store.create("Next", by=BY).role_id == "next"
    assert [role.id for role in store.list()] == ["next"]


def test_a_copy_has_the_comments_and_a_name_of_its_own(store: RoleStore, house: House) -> None:
    """The copy is another role with the same text; the old one is untouched."""
    old = store.get("reader")
    change = store.copy("reader", "Second Reader", by=BY)

    assert change.role is not None
    assert (change.role_id, change.role.name) == ("second-reader", "Second Reader")
    assert "# " in change.role.text
    assert house.load("second-reader").tools == ("read_file",)
    assert store.get("reader") == old


def test_nothing_is_written_where_nothing_changes(store: RoleStore) -> None:
    """The same value again leaves file, date and history alone."""
    before = store.get("writer")
    change = store.update("writer", {"tools": ["write_file"]}, by=BY)

    assert (change.number, store.get("writer"), store.history.roles()) == (0, before, [])


def test_a_change_of_what_nobody_saw_is_refused(store: RoleStore) -> None:
    """Who names the revision that they saw does not write over somebody else's change."""
    seen = store.get("writer").revision
    store.update("writer", {"model": "opus"}, by="eve")

    with pytest.raises(TooLate, match="has changed"):
        store.update("writer", {"model": "haiku"}, by=BY, expected=seen)
    assert store.get("writer").fields["model"] == "opus"


def test_what_a_machine_cannot_write_a_person_can(house: House) -> None:
    """A text that cannot be changed without loss is taken as it is, without the time in it."""
    house.in_project("roles/odd.yaml", "name: odd\ninstructions: |+\n  a\n\n")
    store = of_project(house)

    with pytest.raises(ProctorError, match="without loss"):
        store.update("odd", {"model": "opus"}, by=BY)
    text = "name: odd\nmodel: opus\ninstructions: |+\n  a\n\n"
    assert store.write("odd", text, by=BY).number > 0
    assert (house.root / ".proctor/roles/odd.yaml").read_text() == text


@pytest.mark.parametrize("text", ["", "# nothing\n", "{}\n", "[]\n", "id: other\n"])
def test_a_text_that_is_no_role_is_refused(store: RoleStore, text: str) -> None:
    """An emptied file would be a role with the profile `guarded`: nobody means that."""
    before = store.get("reader")

    with pytest.raises(ProctorError):
        store.write("reader", text, by=BY)
    assert store.get("reader") == before


def test_a_change_by_nobody_is_refused(store: RoleStore) -> None:
    """The history says who; so there must be somebody."""
    with pytest.raises(UsageError, match="nobody"):
        store.update("writer", {"model": "opus"}, by=" ")


@pytest.mark.parametrize("standing", ["untrusted", "changed"])
def test_trust_is_pinned_only_where_it_was(house: House, standing: str) -> None:
    """What nobody has trusted, or has changed since, is not trusted by a change of ours."""
    house.in_project("roles/writer.yaml", "name: Writer\n")
    if standing == "changed":
        house.trust()
        house.in_project("roles/evil.yaml", "permissions: {allow: [Bash]}\n")
    change = of_project(house).update("writer", {"model": "opus"}, by=BY)

    assert change.trusted is False
    assert house.load("writer").trust is Trust(standing)


def test_the_home_has_roles_of_its_own(house: House) -> None:
    """Without a project the store is the home's; no trust is needed there."""
    store = RoleStore(house.home)
    change = store.create("Mine", {"tools": ["read_file"]}, by=BY)

    assert (change.trusted, change.path) == (None, house.home / "roles/mine.yaml")
    assert house.load("mine").origin == "home"
    assert change.path.stat().st_mode & 0o077 in (0, 0o044)


def test_the_home_is_no_project(tmp_path: Path) -> None:
    """A project whose `.proctor` is the home has the home's roles, and needs no trust."""
    home = tmp_path / ".proctor"
    change = RoleStore(home, tmp_path).create("Mine", by=BY)

    assert (change.trusted, [role.id for role in RoleStore(home).list()]) == (None, ["mine"])


def test_another_role_must_not_break(house: House) -> None:
    """A change by which a child of the role would not load is refused, naming the child."""
    house.in_project("roles/a.yaml", "name: a\nextends: b\n")
    house.in_project("roles/b.yaml", "name: b\nextends: c\n")
    house.in_project("roles/c.yaml", "name: c\n")
    house.trust()

    with pytest.raises(RoleProblems) as refused:
        of_project(house).update("c", {"extends": "a"}, by=BY)
    assert {problem.code for problem in refused.value.problems} == {"cycle"}


def test_an_old_error_elsewhere_does_not_stop_a_change(house: House) -> None:
    """Another role that was broken already stays so, and does not count."""
    house.in_project("roles/broken.yaml", "tools: [nope_tool]\n")
    house.in_project("roles/fine.yaml", "name: Fine\n")

    assert of_project(house).update("fine", {"model": "opus"}, by=BY).number > 0


def test_a_broken_role_can_be_mended(house: House) -> None:
    """The change that makes it load is taken."""
    house.in_project("roles/broken.yaml", "tools: [nope_tool]\n")
    of_project(house).update("broken", {"tools": ["read_file"]}, by=BY)

    assert house.load("broken").tools == ("read_file",)


@pytest.mark.parametrize("link", [".proctor", ".proctor/roles", ".proctor/roles/writer.yaml"])
def test_nothing_is_written_through_a_link(house: House, tmp_path: Path, link: str) -> None:
    """A link that a repository brings leads nowhere, at whichever step of the path."""
    real = tmp_path / "elsewhere" / link
    real.parent.mkdir(parents=True)
    house.in_project("roles/writer.yaml", "name: Writer\n")
    (house.root / link).rename(real)
    (house.root / link).symlink_to(real)
    before = {path: path.read_bytes() for path in tmp_path.rglob("elsewhere/**/*.yaml")}

    with pytest.raises(ProctorError):
        of_project(house).update("writer", {"model": "opus"}, by=BY)
    with pytest.raises(ProctorError):
        of_project(house).create("Writer", by=BY)
    assert {path: path.read_bytes() for path in tmp_path.rglob("elsewhere/**/*.yaml")} == before


def test_no_folder_is_made_behind_a_link(house: House, tmp_path: Path) -> None:
    """Where a repository's `.proctor` is a link, nothing appears where it leads."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    house.root.mkdir(exist_ok=True)
    (house.root / ".proctor").symlink_to(elsewhere)

    with pytest.raises(ProctorError, match="is a link"):
        of_project(house).create("Writer", by=BY)
    assert list(elsewhere.iterdir()) == []


MANY = """
import sys
from pathlib import Path
from proctor.roles.store import RoleStore
home, root, first = sys.argv[1:]
store = RoleStore(Path(home), Path(root))
for number in range(5):
    store.create(f"role {first} {number}", {"tools": ["read_file"]}, by=f"writer {first}")
"""


def test_writers_at_once_lose_nothing(store: RoleStore, house: House) -> None:
    """Two processes that write the same place at once both have all their roles in the end."""
    words = [sys.executable, "-c", MANY, str(house.home), str(house.root)]
    running = [subprocess.Popen([*words, first], env=dict(os.environ)) for first in "ab"]

    assert [process.wait(timeout=120) for process in running] == [0, 0]
    assert len(store.list()) == 12
    assert not project_files(house.root, house.home).changed


def test_what_cannot_be_written_leaves_everything_as_it_was(store: RoleStore, house: House) -> None:
    """Where trust cannot be pinned, the old file is put back and the history forgets the try."""
    before = store.get("writer")
    manifest = next((house.home / "trust").rglob("manifest.json"))
    kept = manifest.read_bytes()
    lock = manifest.parent / ".lock"
    lock.unlink()
    lock.mkdir()

    with pytest.raises(ProctorError):
        store.update("writer", {"model": "opus"}, by=BY)
    assert (store.get("writer"), manifest.read_bytes()) == (before, kept)
    assert store.history.versions("writer") == []
