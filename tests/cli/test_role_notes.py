"""What `proctor role create|edit|copy|delete|history|restore` say of a change, or of none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Proctor, Write
from tests.cli.terminal import typed

INDEX = ".proctor/roles/index.yaml"


@pytest.fixture
def shop(proctor: Proctor, project: Path, home: Path) -> Path:
    """Have a project with the four roles that `init` makes, trusted; a home without."""
    home.mkdir(mode=0o700)
    proctor("init")
    return project


def data(proctor: Proctor, *words: str) -> Any:
    """Return what a command prints as JSON."""
    result = proctor(*words, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def test_a_key_of_a_map_is_set_in_a_new_role(proctor: Proctor, shop: Path) -> None:
    """`create` takes the dotted keys that `edit` does."""
    words = ["--set", "permissions.otherwise=deny", "--set", "permissions.deny=[Bash]"]
    made = data(proctor, "role", "create", "Reader", "--tool", "Read", *words)

    assert made["role"]["permissions"] == {"otherwise": "deny", "deny": ["Bash"]}
    assert data(proctor, "role", "show", "reader")["permissions"]["otherwise"] == "deny"
    assert shop.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["create", "X", "--tool", "Read", "--no-tools"], "--tool and --no-tools contradict"),
        (["create", "X", "--no-tools", "--set", "tools=[Bash]"], "--set tools= contradict"),
        (["create", "X", "--tool", "Read", "--set", "toolIds="], "--set toolIds= contradict"),
        (["edit", "reviewer", "--set", "tools=", "--add-tool", "Bash"], "nothing was written"),
        (["edit", "reviewer", "--unset", "tools", "--remove-tool", "Read"], "nothing was written"),
        (["create", "X", "--set", "permissions.otherwize=deny"], "nothing was written"),
        (["create", "X", "--extends", "zzzzzz"], "help: there are "),
        (
            ["edit", "reviewer", "--set", "model=x", "--set", "isolated=maybe"],
            "nothing was written",
        ),
        (["create", "X", "--set", "zzzzzz=1"], "the keys are additional_directories, "),
        (["create", "x" * 65], "give it another by --id"),
        (["create", "日本"], "give it one by --id"),
        (["delete", "guarded", "--yes"], "`proctor role copy guarded NAME`"),
        (["edit", "guarded", "--set", "model=x"], "the role `guarded` is built in"),
        (["restore", "reviewer", "abc"], "`abc` is not the number of a version"),
        (["restore", "reviewer", "1.5"], "`proctor role history reviewer` lists them"),
        (["history", "reviewer", "²"], "is not the number of a version"),
        (["restore", "reviewer", "9" * 5000], "has no version"),
    ],
)
def test_what_is_refused_is_told_and_not_written(
    proctor: Proctor, shop: Path, words: list[str], said: str
) -> None:
    """Nothing is left to guess: the reason, a way on, and that nothing happened."""
    before = (shop / INDEX).read_bytes()
    result = proctor("role", *words)

    assert (result.status in {1, 2}, result.out) == (True, "")
    assert said in result.err
    assert (shop / INDEX).read_bytes() == before


def test_a_file_that_was_not_written_is_called_so(proctor: Proctor, project: Path) -> None:
    """The place of a problem may be in a file that is not there."""
    result = proctor("role", "create", "Reader", "--project", "--tool", "reed_file")

    assert result.status == 1
    assert ".proctor/roles/reader.yaml:" in result.err or "reader.yaml" in result.err
    assert result.err.endswith("nothing was written: this is what would be wrong\n")
    assert not (project / ".proctor/roles/reader.yaml").exists()


def test_its_own_child_cannot_take_its_place(proctor: Proctor, shop: Path) -> None:
    """The words are of the child, and suggest no role of the same name."""
    proctor("role", "create", "Child", "--extends", "reviewer")
    result = proctor("role", "delete", "reviewer", "--yes", "--replace-with", "child")

    assert result.status == 2
    assert result.err == (
        "error: `child` extends `reviewer`, so it cannot take its place\n"
        "help: name another role, or give it another parent first\n"
    )
    assert shop.exists()


def test_a_new_role_says_what_it_hides(proctor: Proctor, shop: Path) -> None:
    """Made or copied, one with the id of a built-in role is told to take its place."""
    made = proctor("role", "create", "coder")
    copied = data(proctor, "role", "copy", "reviewer", "ops")
    plain = data(proctor, "role", "create", "Other", "--tool", "Read")

    assert "note: it takes the place of the built-in role `coder`" in made.out
    assert [note.split(":")[0] for note in copied["notes"]] == [
        "it takes the place of the built-in role `ops`"
    ]
    assert plain["notes"] == []
    assert shop.exists()


def test_an_edit_says_what_else_it_did(proctor: Proctor, shop: Path) -> None:
    """A deny that takes the allows away, and tools that come with an empty list, are told."""
    proctor("role", "create", "Seller", "--tool", "Read")
    denied = proctor("role", "edit", "seller", "--set", "permissions.deny=[Read(secrets/**)]")
    wide = proctor("role", "edit", "seller", "--set", "tools=")

    assert "note: these allow rules count no more: `Read`\n" in denied.out
    assert "note: what no rule matches was deny, and is ask now\n" in denied.out
    assert "note: it lists no tools any more, so it has all of them\n" in wide.out
    assert shop.exists()


def test_one_tool_goes_by_several_names(proctor: Proctor, shop: Path) -> None:
    """Another name of a listed tool adds nothing, and takes it away as its own does."""
    made = data(proctor, "role", "create", "Finder", "--tool", "search_files", "--tool", "Grep")
    again = proctor("role", "edit", "finder", "--add-tool", "Grep")
    gone = data(proctor, "role", "edit", "finder", "--remove-tool", "Grep", "--add-tool", "view")

    assert made["role"]["toolIds"] == ["search_files"]
    assert again.out.splitlines() == [
        f"nothing changed in {shop / INDEX}",
        "note: `Grep` is the tool `search_files`, which is listed",
    ]
    assert gone["role"]["toolIds"] == ["view"]


def test_built_in_templates_without_their_role_are_named(proctor: Proctor, shop: Path) -> None:
    """They keep no role from being deleted, but cannot be started, and that is told."""
    gone = proctor("role", "delete", "implementer", "--yes", "--replace-with", "reviewer")
    started = proctor("workflow", "check", "standard")

    assert (
        "note: the built-in workflow templates `hotfix` and `standard` cannot be started any more,"
        " until there is a role `implementer` again\n"
    ) in gone.out
    assert "implementer" in started.out + started.err
    (note,) = data(proctor, "role", "delete", "researcher", "--yes")["notes"]
    assert note == (
        "the built-in workflow template `standard` cannot be started any more,"
        " until there is a role `researcher` again"
    )
    assert shop.exists()


def test_a_template_of_ones_own_hides_the_built_in_one(
    proctor: Proctor, shop: Path, write: Write
) -> None:
    """Nobody is told of a built-in template that does not count, or has its role further out."""
    stage = "  - {name: a, type: a, roleId: controller, prompt: Do it., gate: {type: auto}}\n"
    for name in ("standard", "hotfix"):
        write(f".proctor/workflow-templates/{name}.yaml", f"name: {name}\nstages:\n{stage}")
    proctor("trust", "--yes")
    hidden = data(proctor, "role", "delete", "implementer", "--yes")
    for name in ("standard", "hotfix"):
        (shop / f".proctor/workflow-templates/{name}.yaml").unlink()
    proctor("trust", "--yes")
    proctor("role", "create", "Reviewer", "--home")
    outer = data(proctor, "role", "delete", "reviewer", "--project", "--yes")

    assert (hidden["notes"], outer["notes"]) == ([], [])


def test_home_role_behind_a_projects_own(proctor: Proctor, shop: Path, home: Path) -> None:
    """What is said of it holds for other projects; here the project's own role counts."""
    proctor("role", "create", "Controller", "--home")
    status, seen = typed(home, "\n", "role", "delete", "controller", "--home")
    gone = proctor("role", "delete", "controller", "--home", "--yes")
    notes = "outside this project the built-in workflow template `standard` cannot be started"

    assert status == 1
    assert f"{notes} then" in " ".join(seen.split())
    assert f"note: {notes} any more, until there is a role `controller` again\n" in gone.out
    assert "in this project its own role `controller` counts, as before\n" in gone.out
    assert "as it was trusted" not in gone.out
    assert proctor("workflow", "check", "standard").status == 0
    assert shop.exists()


def test_the_question_names_them_too(shop: Path, home: Path) -> None:
    """Whoever is asked whether to delete a role knows which templates it costs."""
    status, seen = typed(home, "\n", "role", "delete", "researcher")

    assert status == 1
    assert "the built-in workflow template `standard` cannot be started then" in seen
    assert shop.exists()


def test_the_history_says_what_each_change_was(proctor: Proctor, shop: Path) -> None:
    """Its keys, of a child what became of its parent, and of a diff what it compares."""
    proctor("role", "create", "Parent", "--tool", "Read")
    proctor("role", "create", "Child", "--extends", "parent")
    proctor("role", "edit", "parent", "--add-tool", "Grep", "--set", "model=opus")
    proctor("role", "delete", "parent", "--yes", "--replace-with", "reviewer")
    parent = proctor("role", "history", "parent").out.splitlines()
    child = proctor("role", "history", "child").out.splitlines()
    lines = proctor("role", "history", "parent", "2").out.splitlines()
    last = proctor("role", "history", "parent", "3").out.splitlines()
    first = proctor("role", "history", "parent", "1").out.splitlines()

    assert parent[1].endswith("  toolIds +Grep, model=opus")
    assert parent[2].endswith("  replaced by reviewer")
    assert child[1].endswith("  its parent parent was replaced by reviewer")
    assert lines[1:3] == ["  --- parent before", "  +++ parent version 2"]
    assert last[1:3] == ["  --- parent before", "  +++ (deleted)"]
    assert first[1:3] == ["  --- (no such role)", "  +++ parent version 1"]
    assert shop.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], True),
        (["--set", "model=opus"], True),
        (["--tool", "Read"], False),
        (["--no-tools"], False),
        (["--extends", "researcher"], False),
        (["--set", "permissions.otherwise=deny"], False),
    ],
)
def test_a_new_role_without_tools_is_told_what_it_has(
    proctor: Proctor, shop: Path, words: list[str], told: bool
) -> None:
    """Nobody means all tools by saying nothing."""
    said = proctor("role", "create", "Helper", "--id", "my_role", *words)

    note = "it lists no tools, so it has all of them, as the profile `guarded` decides"
    assert (said.status, note in said.err + said.out) == (0, told)
    assert shop.exists()
