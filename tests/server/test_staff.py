"""The people of a home, as its config.yaml names them at each moment."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.errors import ConfigProblems
from proctor.server.staff import Staff
from proctor.server.tokens import local_person
from proctor.terms.person import ADMINISTRATOR

ADA = "people:\n  ada: {roles: [lead]}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a home."""
    home = tmp_path / "home"
    home.mkdir()
    return home


def names(staff: Staff) -> list[str]:
    """Return who may answer now."""
    return sorted(staff.people().named)


def test_where_nobody_is_named_it_is_the_user_of_the_machine(folder: Path) -> None:
    """As an administrator."""
    people = Staff(folder).people()

    person = people.by_name(local_person())
    assert person is not None
    assert (person.roles, people.configured) == (frozenset({ADMINISTRATOR}), False)


def test_a_change_of_the_file_counts_at_once(folder: Path) -> None:
    """Who is added may, who is taken off may not, and without the file it is the user again."""
    path = folder / "config.yaml"
    staff = Staff(folder)
    seen = [names(staff)]
    for text in (ADA, "people:\n  bob: {roles: [lead]}\n"):
        path.write_text(text)
        seen.append(names(staff))
    path.unlink()

    assert [*seen, names(staff)] == [[local_person()], ["ada"], ["bob"], [local_person()]]


@pytest.mark.parametrize("text", ["people: [", "people: 5\n", "peeple: {}\n", "\0", "a: 1\na: 2\n"])
def test_a_file_that_cannot_be_read_changes_nothing(folder: Path, text: str) -> None:
    """The last people who could be read stay, until it can be read again."""
    path = folder / "config.yaml"
    path.write_text(ADA)
    staff = Staff(folder)
    path.write_text(text)
    broken = names(staff)
    path.write_text("people:\n  bob: {roles: [lead]}\n")

    assert (broken, names(staff)) == (["ada"], ["bob"])


def test_a_server_does_not_start_with_a_file_that_cannot_be_read(folder: Path) -> None:
    """There are no people of before who could count."""
    (folder / "config.yaml").write_text("people: 5\n")

    with pytest.raises(ConfigProblems):
        Staff(folder)


def test_a_file_that_is_replaced_by_one_of_the_same_size_is_seen(folder: Path) -> None:
    """Also where its time was set back: it is another file."""
    path = folder / "config.yaml"
    path.write_text(ADA)
    staff = Staff(folder)
    before = path.stat()
    other = folder / "new.yaml"
    other.write_text(ADA.replace("ada", "eve"))
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(path)

    assert names(staff) == ["eve"]
