"""`proctor init`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Proctor, Write

INDEX = ".proctor/roles/index.yaml"


def test_a_project_gets_four_roles(process: Proctor, project: Path) -> None:
    """The four roles are written, load, and are trusted."""
    made = process("init")
    checked = process("check")
    listed = {row["id"]: row for row in json.loads(process("role", "list", "--json").out)}

    assert (made.status, made.err) == (0, "")
    assert made.out.splitlines()[:2] == [
        f"wrote {project / INDEX}: researcher, implementer, reviewer, controller",
        f"trusted {project / '.proctor'}: its roles may allow things",
    ]
    assert (checked.status, checked.out) == (0, "")
    for name in ("researcher", "implementer", "reviewer", "controller"):
        assert (listed[name]["origin"], listed[name]["untrusted"]) == ("project", False)


@pytest.mark.parametrize(
    ("role", "tool", "target", "status"),
    [
        ("researcher", "Read", "a.py", 0),
        ("researcher", "Write", "a.py", 20),
        ("implementer", "Write", "a.py", 0),
        ("implementer", "Bash", "make", 0),
        ("implementer", "WebFetch", "https://example.com", 20),
        ("reviewer", "Bash", "make", 20),
    ],
)
def test_the_roles_have_their_tools(
    proctor: Proctor, role: str, tool: str, target: str, status: int
) -> None:
    """What a role lists it may use, under any name of the tool, and nothing else."""
    proctor("init")

    assert proctor("explain", "--role", role, tool, target).status == status


def test_a_second_time_changes_nothing(proctor: Proctor, project: Path) -> None:
    """What is there is kept, and stays trusted."""
    proctor("init")
    before = (project / INDEX).read_bytes()

    result = proctor("init", "--json")

    assert json.loads(result.out) == {
        "folder": str(project / ".proctor"),
        "written": False,
        "trusted": True,
        "missing": [],
    }
    assert (project / INDEX).read_bytes() == before


def test_what_is_trusted_already_is_not_trusted_again(proctor: Proctor, project: Path) -> None:
    """A second `init` says what is so, and claims to have done nothing."""
    proctor("init")

    assert proctor("init").out.splitlines()[:2] == [
        f"kept {project / INDEX} as it is (--force writes index.yaml anew)",
        (
            f"already trusted: {project / '.proctor'} is as it was trusted, "
            "and its roles may allow things"
        ),
    ]


def test_what_was_there_is_not_trusted(proctor: Proctor, write: Write) -> None:
    """A folder that came with a cloned repository is not trusted by `init`."""
    write(".proctor/roles/evil.yaml", "permissions: {allow: [Bash]}\n")

    result = proctor("init")

    assert result.status == 0
    assert "proctor trust" in result.out
    assert proctor("explain", "--role", "evil", "Bash", "make").status == 10


def test_force_writes_anew(proctor: Proctor, write: Write) -> None:
    """With --force the index is replaced; without, it is kept."""
    index = write(INDEX, "roles: []\n")

    kept = proctor("init")
    assert index.read_text() == "roles: []\n"
    forced = proctor("init", "--force")

    assert (kept.status, forced.status) == (0, 0)
    assert "researcher" in index.read_text()


def test_roles_that_are_there_are_enough(proctor: Proctor, project: Path) -> None:
    """A folder of roles is kept as it is: whoever has deleted every role keeps none."""
    proctor("init")
    for name in ("researcher", "implementer", "reviewer", "controller"):
        assert proctor("role", "delete", name, "--yes").status == 0
    emptied = (project / INDEX).read_text()
    again = proctor("init")
    (project / INDEX).unlink()
    third = proctor("init", "--json")

    assert "roles: []" in emptied
    assert again.out.startswith(f"kept {project / INDEX} as it is")
    assert json.loads(third.out)["written"] is False
    assert list((project / INDEX).parent.iterdir()) == []


def test_the_root_gets_the_folder(
    proctor: Proctor, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a folder below, the project's root is meant."""
    (project / "src").mkdir()
    monkeypatch.chdir(project / "src")

    proctor("init")

    assert (project / INDEX).is_file()


def test_proctors_own_home_is_no_project(
    proctor: Proctor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the home folder, .proctor is Proctor's own and is left alone."""
    monkeypatch.chdir(home.parent)

    result = proctor("init")

    assert (result.status, result.err.splitlines()[0]) == (
        2,
        f"error: `{home}` is Proctor's own home",
    )
    assert not home.exists()


@pytest.mark.parametrize("name", [".proctor", ".proctor/roles"])
def test_nothing_is_written_through_a_link(
    proctor: Proctor, project: Path, tmp_path: Path, name: str
) -> None:
    """A link that a repository brings leads nowhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = project / name
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(elsewhere)

    result = proctor("init")

    assert result.status == 2
    assert list(elsewhere.iterdir()) == []


def test_roles_that_are_not_there_are_not_spoken_of(
    proctor: Proctor, write: Write, home: Path
) -> None:
    """Where there is a folder of roles, it says which are missing, and what would bring them."""
    home.mkdir(mode=0o700)  # it was there before, without roles
    write(".proctor/roles/seller.yaml", "description: Sells\n")
    kept = proctor("init")
    known = json.loads(proctor("init", "--json").out)["missing"]
    brought = proctor("init", "--force")

    assert "not here: researcher, implementer, controller" in kept.out
    assert "init --force` writes them into index.yaml, beside the files that are there" in kept.out
    assert "implementer" not in kept.out.partition("Try next:")[2]
    assert known == ["researcher", "implementer", "controller"]
    assert "role show implementer" in brought.out.partition("Try next:")[2]
    assert "not here" not in brought.out


def test_what_would_be_lost_is_said(proctor: Proctor, write: Write, home: Path) -> None:
    """An index of one's own would be written over."""
    home.mkdir(mode=0o700)
    write(INDEX, "roles: [{id: seller, description: Sells}]\n")

    assert "writes index.yaml anew: the roles that are in it now are lost" in proctor("init").out
