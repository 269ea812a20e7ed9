"""`proctor role create|edit|copy|delete|history|restore`."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.ids import timestamp
from proctor.keepers import open_keepers
from proctor.terms.agent import Agent
from tests.cli.conftest import Proctor, Write
from tests.cli.terminal import typed

INDEX = ".proctor/roles/index.yaml"


@pytest.fixture
def shop(proctor: Proctor, project: Path) -> Path:
    """Have a project with the four roles that `init` makes, trusted."""
    proctor("init")
    return project


def data(proctor: Proctor, *words: str) -> Any:
    """Return what a command prints as JSON."""
    result = proctor(*words, "--json")
    assert (result.status, result.err) == (0, "")
    return json.loads(result.out)


def editor(path: Path, script: str) -> str:
    """Make an editor: a program that changes the file that it is given."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_role_of_an_agent_that_hooks_tell_of_is_not_deleted(
    proctor: Proctor, shop: Path, home: Path
) -> None:
    """The agent is named; when it is over, the role can go."""
    proctor("role", "create", "Scout", "--tool", "read_file")
    keepers = open_keepers(home)
    host, name, _ = keepers.identity
    body = {"cwd": str(shop)}
    agent = Agent(host, name, "scout-1", role="scout", state="idle", seen_at=timestamp(), body=body)
    keepers.store.put_agents([agent])
    refused = proctor("role", "delete", "scout", "--yes")
    keepers.store.put_agents([agent._replace(state="exited")])
    keepers.close()
    gone = proctor("role", "delete", "scout", "--yes")

    assert (refused.status, refused.out) == (2, "")
    assert "in use: the agent `scout-1`" in refused.err
    assert gone.status == 0


def test_a_role_is_made_shown_changed_copied_and_deleted(proctor: Proctor, shop: Path) -> None:
    """The whole life of a role, by commands alone."""
    made = proctor("role", "create", "Docs Reader", "--tool", "read_file", "--description", "Docs")
    data(
        proctor, "role", "edit", "docs-reader", "--add-tool", "search_files", "--set", "model=opus"
    )
    shown = data(proctor, "role", "show", "docs-reader")
    copied = data(proctor, "role", "copy", "docs-reader", "Other Reader")
    gone = proctor("role", "delete", "docs-reader", "--yes")

    assert made.out == f"created docs-reader in {shop / INDEX} (version 1)\n"
    assert (shown["name"], shown["tools"], shown["model"], shown["trust"]) == (
        "Docs Reader",
        ["read_file", "search_files"],
        "opus",
        "trusted",
    )
    assert (copied["id"], copied["version"], copied["trusted"]) == ("other-reader", 1, True)
    assert copied["role"]["toolIds" if "toolIds" in copied["role"] else "tools"] == [
        "read_file",
        "search_files",
    ]
    assert gone.out == f"deleted docs-reader in {shop / INDEX} (version 3)\n"
    assert proctor("role", "check").status == 0


def test_the_history_tells_and_restores(proctor: Proctor, shop: Path) -> None:
    """Who did what is listed, a number shows the lines, and brings a deleted role back."""
    proctor("role", "create", "Reader", "--tool", "read_file")
    proctor("role", "edit", "reader", "--remove-tool", "read_file", "--add-tool", "view")
    proctor("role", "delete", "reader", "--yes")
    listed = proctor("role", "history", "reader").out.splitlines()
    second = proctor("role", "history", "reader", "2").out
    back = data(proctor, "role", "restore", "reader", "3")
    rows = data(proctor, "role", "history", "reader")

    assert [line.split()[2] for line in listed] == ["created", "updated", "deleted"]
    assert "-  - read_file" in second
    assert "+  - view" in second
    assert (back["what"], back["version"]) == ("restored", 4)
    assert back["role"]["toolIds"] == ["view"]
    assert [row["what"] for row in rows] == ["created", "updated", "deleted", "restored"]
    assert set(rows[0]) == {
        "number", "role", "what", "by", "at", "file", "before", "after", "note",
    }  # fmt: skip
    assert (shop / INDEX).read_text().count("id: reader\n") == 1
    assert "name: Reader" in (shop / INDEX).read_text()


def test_the_history_of_a_deleted_role_is_not_that_of_the_homes_namesake(
    proctor: Proctor, shop: Path
) -> None:
    """A project's role that is gone is listed and brought back; `--home` has the other one."""
    proctor("role", "create", "Reader", "--home", "--set", "model=haiku")
    proctor("role", "create", "Reader", "--project", "--tool", "read_file")
    proctor("role", "delete", "reader", "--project", "--yes")
    gone, home = (
        proctor("role", "history", "reader"),
        proctor("role", "history", "reader", "--home"),
    )
    edited = data(proctor, "role", "edit", "reader", "--set", "model=opus")
    back = data(proctor, "role", "restore", "reader", "2")

    assert [line.split()[2] for line in gone.out.splitlines()] == ["created", "deleted"]
    assert "`reader` of your home counts now" in gone.err
    assert [line.split()[2] for line in home.out.splitlines()] == ["created"]
    assert home.err == ""
    assert (edited["role"]["model"], edited["file"] == str(shop / INDEX)) == ("opus", False)
    assert (back["file"], back["role"]["toolIds"]) == (str(shop / INDEX), ["read_file"])


def test_the_history_of_what_was_never_changed(proctor: Proctor, shop: Path) -> None:
    """A role that no command has changed has none, and an unknown one is unknown."""
    never, unknown = (proctor("role", "history", name) for name in ("reviewer", "nobody"))

    assert (never.status, unknown.status) == (2, 2)
    assert "nothing is kept of `reviewer`" in never.err
    assert f"{shop / '.proctor'} has no role `nobody`" in unknown.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["edit", "reviewer", "--set", "permission_mode=yolo"], "wrong-value"),
        (["edit", "reviewer", "--add-tool", "reed_file"], "did you mean `read_file`?"),
        (["edit", "reviewer", "--remove-tool", "Edit"], "does not list `Edit`"),
        (["edit", "reviewer", "--set", "modell=x"], "did you mean `model`?"),
        (["edit", "reviewer", "--set", "model"], "is not KEY=VALUE"),
        (["edit", "reviewer", "--set", "tools=["], "the value of `tools` cannot be read"),
        (["edit", "coder", "--set", "model=x"], "`proctor role copy coder NAME`"),
        (["create", "Reviewer"], "already"),
        (["create", "New", "--extends", "nobody"], "unknown-parent"),
        (["delete", "reviewer"], "nobody is here to ask"),
        (["delete", "reviewer", "--yes", "--replace-with", "nobody"], "no role `nobody`"),
        (["copy", "reviewer", "Controller"], "already"),
        (["copy", "nobody", "X"], "no role `nobody`"),
        (["restore", "reviewer", "1"], "no version 1"),
    ],
)
def test_what_is_refused_writes_nothing(
    proctor: Proctor, shop: Path, words: list[str], said: str
) -> None:
    """The reason is told in words, the status is not 0, and the file is as it was."""
    before = (shop / INDEX).read_bytes()
    result = proctor("role", *words)

    assert result.status in (1, 2)
    assert said in result.err
    assert (shop / INDEX).read_bytes() == before


def test_a_role_in_use_is_named(proctor: Proctor, shop: Path, write: Write) -> None:
    """The deletion says by whom, and how to go on; then it moves them."""
    write(".proctor/workflow-templates/ship.yaml", "stages:\n  - roleId: reviewer\n")
    refused = proctor("role", "delete", "reviewer", "--yes")
    moved = proctor("role", "delete", "reviewer", "--yes", "--replace-with", "controller")

    assert refused.status == 2
    assert "the template `ship` (.proctor/workflow-templates/ship.yaml)" in refused.err
    assert "--replace-with" in refused.err
    assert "moved the template ship" in moved.out
    assert "not trusted" in moved.out
    assert (shop / ".proctor/workflow-templates/ship.yaml").read_text().endswith("controller\n")


def test_the_home_has_roles_of_its_own(proctor: Proctor, shop: Path, home: Path) -> None:
    """`--home` means the home's; without it a role is found where it is."""
    made = data(proctor, "role", "create", "Mine", "--home", "--no-tools")
    data(proctor, "role", "edit", "mine", "--set", "tools=[Read]", "--unset", "description")
    data(proctor, "role", "delete", "reviewer", "--home", "--yes")

    assert (made["file"], made["trusted"], made["role"]["toolIds"]) == (
        str(home / "roles/index.yaml"),
        None,
        [],
    )
    assert data(proctor, "role", "show", "mine")["tools"] == ["Read"]
    assert data(proctor, "role", "show", "reviewer")["origin"] == "project"
    assert "id: reviewer" in (shop / INDEX).read_text()


def test_a_built_in_role_is_copied(proctor: Proctor, shop: Path) -> None:
    """A copy of a role that comes with Proctor does the same under its own name."""
    data(proctor, "role", "copy", "coder", "My Coder")
    built_in, own = (data(proctor, "role", "show", name) for name in ("coder", "my-coder"))
    texts = [[rule["rule"] for rule in role["permissions"]["rules"]] for role in (built_in, own)]

    assert texts[0] == texts[1]
    assert (own["name"], own["origin"]) == ("My Coder", "project")


def test_what_nobody_trusted_is_not_copied_home(proctor: Proctor, write: Write, home: Path) -> None:
    """In the home everything counts, so a stranger's role does not get there by a copy."""
    write(".proctor/roles/evil.yaml", "permissions: {allow: [Bash]}\n")
    refused = proctor("role", "copy", "evil", "Nice", "--home")
    beside = proctor("role", "copy", "evil", "Nice")

    assert (refused.status, beside.status) == (2, 0)
    assert "is not trusted" in refused.err
    assert proctor("role", "edit", "nice", "--home", "--set", "model=x").status == 2
    assert "nice" not in (home / "roles/index.yaml").read_text().lower()
    assert proctor("explain", "--role", "nice", "Bash", "make").status == 10


def test_a_deleted_role_leaves_its_namesake(proctor: Proctor, shop: Path) -> None:
    """Where a role of the same name is further out, the command says that it counts now."""
    proctor("role", "copy", "coder", "coder")
    result = proctor("role", "delete", "coder", "--yes")

    assert "from now on `coder` is the role of that name that is built in" in result.out
    assert shop.exists()


def test_the_editor_changes_the_text(
    proctor: Proctor, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the person saved is checked and put in place; nothing saved is nothing done."""
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", editor(tmp_path / "ed", 'echo "model: opus # big" >> "$1"'))
    done = proctor("role", "edit", "reviewer")
    monkeypatch.setenv("EDITOR", "true")
    nothing = proctor("role", "edit", "reviewer")

    assert done.out == f"updated reviewer in {shop / INDEX} (version 2)\n"
    assert "    model: opus # big\n" in (shop / INDEX).read_text()
    assert data(proctor, "role", "show", "reviewer")["trust"] == "trusted"
    assert nothing.out == f"nothing changed in {shop / INDEX}\n"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('echo "modell: opus" >> "$1"', "unknown-key"),
        ('echo "id: other" > "$1"', "the id of a role stays what it is"),
        ('echo "name: [" > "$1"', "bad-yaml"),
        ('printf "\\377" > "$1"', "not text"),
        (': > "$1"', "empty"),
        ("exit 3", "the editor ended with status 3"),
    ],
)
def test_a_text_that_cannot_be_put_in_place_is_kept(
    proctor: Proctor,
    shop: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    said: str,
) -> None:
    """The role stays as it was, the reason is told, and the work is not lost."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.setenv("VISUAL", editor(tmp_path / "ed", script))
    before = (shop / INDEX).read_bytes()
    result = proctor("role", "edit", "reviewer")

    assert result.status in (1, 2)
    assert said in result.err
    assert (shop / INDEX).read_bytes() == before
    assert len(list(tmp_path.glob("proctor-edit-*/reviewer.yaml"))) == 1


def test_an_editor_that_is_not_there(
    proctor: Proctor, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command says how to do without."""
    monkeypatch.setenv("VISUAL", "/srv/app/no-such-editor")
    result = proctor("role", "edit", "reviewer")

    assert result.status == 2
    assert "--set KEY=VALUE" in result.err
    assert shop.exists()


def test_one_can_go_back_to_the_editor(shop: Path, home: Path, tmp_path: Path) -> None:
    """On a terminal the person is asked, and the second text is taken."""
    script = 'if grep -q modell "$1"; then sed -i.old s/modell/model/ "$1"; '
    script += 'else echo "modell: opus" >> "$1"; fi'
    words = ["role", "edit", "reviewer"]
    status, seen = typed(home, "y\n", *words, VISUAL=editor(tmp_path / "ed", script))

    assert status == 0
    assert "unknown-key" in seen
    assert "updated reviewer" in seen
    assert "model: opus" in (shop / INDEX).read_text()


def test_a_deletion_is_asked_about_on_a_terminal(shop: Path, home: Path) -> None:
    """No is the answer that counts where nobody says yes."""
    no = typed(home, "\n", "role", "delete", "reviewer")
    kept = "id: reviewer" in (shop / INDEX).read_text()
    yes = typed(home, "y\n", "role", "delete", "reviewer")

    assert (no[0], kept, yes[0]) == (1, True, 0)
    assert "nothing was deleted" in no[1]
    assert "id: reviewer" not in (shop / INDEX).read_text()
