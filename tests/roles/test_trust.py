"""Trust: a copy that counts, whatever becomes of the project's files."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from proctor.errors import ProctorError, RoleProblems
from proctor.roles.identity import identity, key
from proctor.roles.trust import changes, pinned, project_tree, trust
from proctor.terms.effect import Effect
from tests.roles.conftest import House, rules

ROLE = "permissions:\n  allow: [Bash]\n  deny: [Bash(curl *)]\n"


def git(*words: str, cwd: Path) -> None:
    """Run git, away from the user's own settings."""
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    subprocess.run(["git", *who, *words], cwd=cwd, check=True, capture_output=True, env=env)


@pytest.fixture
def repository(house: House) -> House:
    """Return the house with its project under git, with one commit."""
    git("init", "-q", cwd=house.root)
    house.in_project("roles/x.yaml", ROLE)
    git("add", ".", cwd=house.root)
    git("commit", "-q", "-m", "x", cwd=house.root)
    return house


def test_what_is_trusted_counts_whole(house: House) -> None:
    """Allows, hooks and all; the rules point to the project's file."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    role = house.load("x")

    assert (
        [(r.text, str(r.where)) for r in role.permissions.rules if r.effect is Effect.ALLOW],
        role.untrusted,
    ) == ([("Bash", ".proctor/roles/x.yaml:2")], False)


def test_a_changed_file_adds_its_denies_and_asks_and_nothing_else(house: House) -> None:
    """The copy runs; what the file says now can only tighten it."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    house.in_project(
        "roles/x.yaml",
        "model: opus\npermission_mode: bypassPermissions\ntools: [Read]\n"
        "permissions:\n  otherwise: allow\n  allow: [Write]\n  ask: [WebFetch]\n  deny: [Agent]\n",
    )
    role = house.load("x")

    assert (
        rules(role, Effect.ALLOW),
        rules(role, Effect.ASK),
        rules(role, Effect.DENY),
    ) == (["Bash"], ["WebFetch"], ["Bash(curl *)", "Agent"])
    assert (
        role.model,
        role.mode,
        role.tools,
        role.permissions.otherwise,
        role.untrusted,
    ) == (None, None, None, Effect.ASK, False)


def test_a_deleted_file_changes_nothing(house: House) -> None:
    """Neither does a deleted folder."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    shutil.rmtree(house.root / ".proctor")

    assert rules(house.load("x"), Effect.ALLOW) == ["Bash"]
    assert "x" in house.shelf.names()


def test_a_new_file_is_not_trusted(house: House) -> None:
    """A role that came after the trust is laid over guarded."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    house.in_project("roles/y.yaml", "permissions: {allow: [Bash]}\n")

    assert house.load("y").untrusted
    assert "Bash" not in rules(house.load("y"), Effect.ALLOW)
    assert not house.load("x").untrusted


def test_a_file_that_broke_after_the_trust_keeps_its_role_from_loading(house: House) -> None:
    """Its denies cannot be read, so nobody can say what would hold."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    house.in_project("roles/x.yaml", "permissions: [\n")

    assert house.errors("x") == ["bad-yaml"]


def test_a_changed_copy_is_named_as_trusted(house: House) -> None:
    """Lines of the copy are not lines of the file as it is now, and it is said so."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    house.in_project("roles/x.yaml", "# moved\n" + ROLE)
    allow = house.load("x").permissions.rules[-1]

    assert str(allow.where) == ".proctor/roles/x.yaml:2 (as trusted)"


def test_only_what_was_shown_is_trusted(house: House) -> None:
    """Files that changed after they were shown are refused, by name, and nothing is pinned."""
    file = house.in_project("roles/x.yaml", ROLE)
    house.in_project("roles/y.yaml", ROLE)
    shown = project_tree(house.root, house.home)
    file.write_text("permissions: {allow: [Bash], otherwise: allow}\n")
    house.in_project("roles/new.yaml", ROLE)

    with pytest.raises(RoleProblems) as caught:
        trust(house.root, house.home, shown=shown)
    assert [(p.code, p.place.file) for p in caught.value.problems] == [
        ("changed-meanwhile", ".proctor/roles/new.yaml"),
        ("changed-meanwhile", ".proctor/roles/x.yaml"),
    ]
    assert (caught.value.exit_code, pinned(house.root, house.home)) == (1, None)


def test_the_bytes_that_were_shown_are_pinned(house: House) -> None:
    """The copy is written from what was shown, not from a second look at the files."""
    house.in_project("roles/x.yaml", ROLE)
    shown = project_tree(house.root, house.home)
    copy = trust(house.root, house.home, shown=shown)

    assert (copy.folder / "roles/x.yaml").read_bytes() == shown.files["roles/x.yaml"]


def test_a_tool_of_the_projects_own_survives_an_edit(house: House) -> None:
    """Config as it is now is read with the home's tools, not with those of the trusted copy."""
    house.in_project("config.yaml", "tools: {ship: {description: Ships, kind: other}}\n")
    house.in_project("roles/x.yaml", "permissions: {allow: [ship]}\n")
    house.trust()
    house.in_project("roles/x.yaml", "permissions: {allow: [ship]}\n# more\n")

    assert rules(house.load("x"), Effect.ALLOW) == ["ship"]
    assert [p.code for p in house.shelf.problems()] == ["changed-since-trust"]
    house.trust()
    assert house.shelf.problems() == []


def test_a_role_knows_how_it_stands_to_what_was_trusted(house: House) -> None:
    """Trusted, changed, deleted or untrusted; a change of a parent or of the config counts too."""
    for name in ("same", "changed", "gone", "parent"):
        house.in_project(f"roles/{name}.yaml", ROLE)
    house.in_project("roles/child.yaml", "extends: parent\n")
    house.at_home("roles/mine.yaml", ROLE)
    house.trust()
    house.in_project("roles/changed.yaml", ROLE + "# x\n")
    house.in_project("roles/parent.yaml", ROLE + "# x\n")
    house.in_project("roles/new.yaml", ROLE)
    (house.root / ".proctor/roles/gone.yaml").unlink()
    names = ["same", "changed", "gone", "child", "new", "mine", "coder"]

    assert [house.load(name).trust for name in names] == [
        "trusted", "changed", "deleted", "changed", "untrusted", None, None,
    ]  # fmt: skip
    house.in_project("config.yaml", "profiles: {}\n")
    assert house.load("same").trust == "changed"


def test_what_is_not_trusted_is_a_warning(house: House) -> None:
    """One a file, with its code; each says what to do, and none keeps a role from loading."""
    house.in_project("roles/a.yaml", ROLE)
    house.in_project("roles/b.yaml", ROLE)
    house.trust()
    house.in_project("roles/a.yaml", ROLE + "# x\n")
    (house.root / ".proctor/roles/b.yaml").unlink()
    house.in_project("roles/index.yaml", "roles: [{id: c}, {id: d}]\n")
    house.in_project("config.yaml", "{}\n")
    found = house.shelf.problems()

    assert [(p.code, p.place.file, p.message.partition(":")[0]) for p in found] == [
        ("untrusted-config", ".proctor/config.yaml", "the config"),
        ("changed-since-trust", ".proctor/roles/a.yaml", "`a`"),
        ("deleted-since-trust", ".proctor/roles/b.yaml", "`b`"),
        ("untrusted-role", ".proctor/roles/index.yaml", "`c`, `d`"),
    ]
    assert all(p.warning and "`proctor trust`" in (p.help or "") for p in found)
    assert [p.code for p in house.shelf.problems(["a"])] == ["changed-since-trust"]


def test_trusting_again_takes_the_new_files(house: House) -> None:
    """And the old copy is gone."""
    house.in_project("roles/x.yaml", ROLE)
    first = trust(house.root, house.home)
    house.in_project("roles/x.yaml", "permissions: {allow: [Write]}\n")
    second = trust(house.root, house.home)

    assert rules(house.load("x"), Effect.ALLOW) == ["Write"]
    assert (first.folder.exists(), second.folder.exists()) == (False, True)
    assert second == pinned(house.root, house.home)
    assert trust(house.root, house.home).folder == second.folder


def test_changes_are_listed_by_file(house: House) -> None:
    """New, changed and gone files, and nothing where all is as it was trusted."""
    house.in_project("roles/a.yaml", ROLE)
    house.in_project("roles/b.yaml", ROLE)
    assert changes(house.root, house.home) == [
        "new .proctor/roles/a.yaml",
        "new .proctor/roles/b.yaml",
    ]

    house.trust()
    assert changes(house.root, house.home) == []

    house.in_project("roles/a.yaml", "name: other\n")
    (house.root / ".proctor/roles/b.yaml").unlink()
    house.in_project("config.yaml", "profiles: {}\n")
    (house.root / ".proctor/roles/l.yaml").symlink_to("/etc/passwd")
    assert changes(house.root, house.home) == [
        "new .proctor/config.yaml",
        "changed .proctor/roles/a.yaml",
        "gone .proctor/roles/b.yaml",
        "refused .proctor/roles/l.yaml",
    ]


def test_the_copy_is_its_users_alone(house: House) -> None:
    """Folders are 0700 and files 0600, and all parts of `.proctor` are in it."""
    for name in ("roles/x.yaml", "config.yaml", "tools/index.yaml", "workflow-templates/a/w.yaml"):
        house.in_project(name, "{}\n")
    house.in_project("notes.txt", "not for us")
    copy = trust(house.root, house.home)
    kept = [path for path in (house.home / "trust").rglob("*") if path.name != ".lock"]

    assert [*copy.files] == [
        "config.yaml",
        "roles/x.yaml",
        "tools/index.yaml",
        "workflow-templates/a/w.yaml",
    ]
    assert {0o700} == {stat.S_IMODE(path.stat().st_mode) for path in kept if path.is_dir()}
    assert {0o600} == {stat.S_IMODE(path.stat().st_mode) for path in kept if path.is_file()}


def test_a_link_cannot_be_trusted(house: House) -> None:
    """Nothing is copied while one is there."""
    house.in_project("roles/x.yaml", ROLE)
    (house.root / ".proctor/tools").symlink_to("/etc")

    with pytest.raises(RoleProblems) as caught:
        house.trust()
    assert [(p.code, p.place.file) for p in caught.value.problems] == [("link", ".proctor/tools")]
    assert pinned(house.root, house.home) is None


@pytest.mark.parametrize("damage", ["change", "add", "remove", "manifest", "project"])
def test_a_damaged_copy_is_never_used(house: House, damage: str) -> None:
    """A copy that is not what the manifest says stops every role of the project."""
    house.in_project("roles/x.yaml", ROLE)
    copy = trust(house.root, house.home)
    manifest = copy.folder.parent / "manifest.json"
    if damage == "change":
        (copy.folder / "roles/x.yaml").write_text("permissions: {profile: open}\n")
    elif damage == "add":
        (copy.folder / "roles/y.yaml").write_text("permissions: {profile: open}\n")
    elif damage == "remove":
        (copy.folder / "roles/x.yaml").unlink()
    elif damage == "manifest":
        manifest.write_text("[" * 100_000)
    else:
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "project": "other"}))

    assert house.errors("x") == ["trust-damaged"]
    assert [problem.code for problem in house.shelf.problems()] == ["trust-damaged"]


def test_trusted_config_counts(house: House) -> None:
    """Profiles, tools and folders of a trusted project; bypass stays a matter of the home."""
    house.in_project(
        "config.yaml",
        "profiles: {team: {allow: [Bash]}}\ntools: {deploy: {read_only: true}}\n"
        "additional_directories: [../x]\nfollow_bypass: true\n",
    )
    house.in_project("roles/x.yaml", "permissions: {profile: team, ask: [deploy]}\n")
    house.trust()
    config = house.shelf.config()

    assert rules(house.load("x"), Effect.ALLOW) == ["Bash"]
    assert config.catalogue.get("deploy").annotations.read_only
    assert (config.additional_directories, config.follow_bypass) == (("../x",), False)
    assert [problem.code for problem in house.shelf.problems()] == ["only-at-home"]


def test_worktrees_share_trust(repository: House, tmp_path: Path) -> None:
    """They are one project, and what was trusted in one is trusted in the other."""
    git("worktree", "add", "-q", str(tmp_path / "tree"), cwd=repository.root)
    trust(repository.root, repository.home)
    other = House(repository.home, tmp_path / "tree")

    assert identity(repository.root) == identity(other.root)
    assert rules(other.load("x"), Effect.ALLOW) == ["Bash"]
    assert not other.load("x").untrusted


def test_a_folder_of_a_repository_is_a_project_of_its_own(repository: House) -> None:
    """Its way from the top is part of what it is."""
    (repository.root / "sub").mkdir()

    assert key(repository.root) != key(repository.root / "sub")


@pytest.mark.parametrize("pretence", ["file", "link", "commondir", "no back-pointer"])
def test_a_folder_that_claims_to_be_a_worktree_is_not(
    repository: House, tmp_path: Path, pretence: str
) -> None:
    """Nothing of a trusted repository is given to a folder that only points to it."""
    git("worktree", "add", "-q", str(tmp_path / "tree"), cwd=repository.root)
    trust(repository.root, repository.home)
    fake = tmp_path / "fake"
    fake.mkdir()
    common = repository.root / ".git"
    if pretence == "file":
        (fake / ".git").write_text(f"gitdir: {common / 'worktrees' / 'tree'}\n")
    elif pretence == "link":
        (fake / ".git").symlink_to(common)
    elif pretence == "commondir":
        (fake / "git").mkdir()
        (fake / ".git").write_text("gitdir: git\n")
        (fake / "git/gitdir").write_text(str(fake / ".git"))
        (fake / "git/commondir").write_text(str(common))
    else:
        (fake / ".git").write_text(f"gitdir: {common}\n")

    assert f"folder {os.path.realpath(fake)}" == identity(fake)
    assert pinned(fake, repository.home) is None


@pytest.mark.parametrize("content", [b"", b"\xff", b"gitdir:", b"gitdir: \0x", b"gitdir: /nowhere"])
def test_a_broken_git_file_makes_a_project_of_its_own(house: House, content: bytes) -> None:
    """Whatever stands in it."""
    (house.root / ".git").write_bytes(content)

    assert identity(house.root).startswith("folder ")


def test_the_home_itself_is_no_project(house: House) -> None:
    """Where a project's `.proctor` is the home, its roles are the home's alone."""
    house.at_home("roles/x.yaml", ROLE)
    home = house.root / ".proctor"
    shutil.move(house.home, home)
    here = House(home, house.root)

    assert (here.load("x").origin, here.load("x").untrusted) == ("home", False)


def test_an_index_that_broke_after_the_trust_stops_the_roles(house: House) -> None:
    """It may hold denies for any of them."""
    house.in_project("roles/x.yaml", ROLE)
    house.trust()
    house.in_project("roles/index.yaml", "roles: [\n")

    assert house.errors("x") == ["bad-yaml"]


def test_a_home_that_cannot_be_written_is_our_own_error(house: House) -> None:
    """Nothing is trusted then."""
    house.in_project("roles/x.yaml", ROLE)
    file = house.at_home("file", "x")

    with pytest.raises(ProctorError):
        trust(house.root, file)


def test_a_damaged_copy_is_replaced_by_trusting_again(house: House) -> None:
    """The same content makes the same copy, whole again."""
    house.in_project("roles/x.yaml", ROLE)
    copy = trust(house.root, house.home)
    (copy.folder / "roles/x.yaml").write_text("name: x\n")
    house.trust()

    assert "Bash" in rules(house.load("x"), Effect.ALLOW)
