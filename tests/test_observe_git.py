"""Looking at the repository that git would work in, on real ones."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.normalise.git_config import NOT_READ
from proctor.observe import LARGEST_SETTINGS, git_settings, observe, surroundings, with_git
from proctor.pipeline import Pipeline


def git(folder: Path, *words: str) -> None:
    """Run git without anybody's own settings."""
    plain = {
        "HOME": str(folder),
        "GIT_CONFIG_NOSYSTEM": "1",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
    }
    subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True, env=plain)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Have a repository with one commit."""
    folder = tmp_path.resolve() / "shop"
    folder.mkdir()
    git(folder, "init", "-q")
    git(
        folder,
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b",
        "commit",
        "-q",
        "--allow-empty",
        "-m",
        "x",
    )
    return folder


def test_a_repository_brings_its_settings(shop: Path) -> None:
    """They are found from any folder in it, in the form that git lists them in."""
    git(shop, "config", "core.fsmonitor", "./x")
    (shop / "a" / "b").mkdir(parents=True)

    found = git_settings(str(shop / "a" / "b"))

    assert found == git_settings(str(shop))
    assert (found["core.fsmonitor"], found["core.bare"]) == ("./x", "false")


def test_outside_a_repository_there_are_none(tmp_path: Path) -> None:
    """A folder in no repository brings nothing, and one that is not there neither."""
    assert git_settings(str(tmp_path)) == {}
    assert git_settings(str(tmp_path / "none")) == {}


def test_a_worktree_has_the_settings_of_its_repository(shop: Path) -> None:
    """Its `.git` is a file that names the repository, which names the common folder."""
    git(shop, "worktree", "add", "-q", "../tree")
    git(shop, "config", "core.fsmonitor", "./x")

    assert git_settings(str(shop.parent / "tree")) == git_settings(str(shop))


def test_the_settings_of_a_worktree_alone_go_above(shop: Path) -> None:
    """Where the repository says so, git reads `config.worktree` last."""
    git(shop, "worktree", "add", "-q", "../tree")
    git(shop, "config", "extensions.worktreeConfig", "true")
    git(shop.parent / "tree", "config", "--worktree", "core.fsmonitor", "./x")

    assert git_settings(str(shop.parent / "tree"))["core.fsmonitor"] == "./x"
    assert "core.fsmonitor" not in git_settings(str(shop))


def test_a_folder_that_is_laid_out_like_a_repository_is_one(shop: Path) -> None:
    """A bare repository among the files brings its settings, whatever is around it."""
    git(shop, "init", "-q", "--bare", "docs")
    git(shop / "docs", "config", "core.fsmonitor", "./x")

    assert git_settings(str(shop / "docs"))["core.fsmonitor"] == "./x"
    assert git_settings(str(shop / "docs" / "refs"))["core.fsmonitor"] == "./x"
    assert "core.fsmonitor" not in git_settings(str(shop))


def test_a_submodule_has_settings_of_its_own(shop: Path) -> None:
    """Its `.git` names a folder below that of the outer repository."""
    inner = shop / "inner"
    inner.mkdir()
    (shop / ".git" / "modules").mkdir()
    git(inner, "init", "-q", "--separate-git-dir", str(shop / ".git" / "modules" / "inner"))
    git(inner, "config", "core.pager", "make")

    assert git_settings(str(inner))["core.pager"] == "make"


def test_an_include_is_a_setting_like_others(shop: Path) -> None:
    """What it takes in is not read; that it takes something in is enough to ask."""
    git(shop, "config", "include.path", "../more")

    assert git_settings(str(shop))["include.path"] == "../more"


def test_what_cannot_be_read_is_harmless_to_nobody(shop: Path) -> None:
    """A broken file, one that is too large, or half a repository."""
    config = shop / ".git" / "config"
    config.write_text("[core\n")
    assert git_settings(str(shop)) == NOT_READ
    config.write_text(f"[core]\n# {'x' * LARGEST_SETTINGS}\n")
    assert git_settings(str(shop)) == NOT_READ
    (shop / ".git" / "HEAD").write_text("frob")
    assert git_settings(str(shop)) == NOT_READ


def test_a_link_into_a_repository_is_followed(shop: Path) -> None:
    """The way up begins where the folder really is, not at the name of the link."""
    (shop / "src").mkdir()
    link = shop.parent / "link"
    link.symlink_to(shop / "src")
    git(shop, "config", "core.fsmonitor", "./x")

    assert git_settings(str(link))["core.fsmonitor"] == "./x"


def test_only_folders_with_settings_are_added(shop: Path, tmp_path: Path) -> None:
    """What is known is kept by folder."""
    around = surroundings(cwd=shop, root=shop, home=tmp_path / "home")
    found = with_git(around, [str(shop), "/none"])

    assert set(found.git_config) == {str(shop)}
    assert with_git(around, ["/none"]) is around


def test_only_a_call_that_runs_git_looks_at_repositories(shop: Path, tmp_path: Path) -> None:
    """`ls` needs none; `git -C` looks where it is sent."""
    around = surroundings(cwd=tmp_path, root=tmp_path, home=tmp_path / "home")

    def looked_at(command: str) -> set[str]:
        call = ToolCall(tool="Bash", input={"command": command}, cwd=str(tmp_path))
        return set(observe(call, around).git_config)

    assert looked_at(f"ls {shop}") == set()
    assert looked_at(f"git -C {shop} status") == {str(shop)}
    assert looked_at(f"cd {shop} && git status") == {str(shop)}


def test_a_repository_that_runs_code_is_not_only_read(shop: Path, tmp_path: Path) -> None:
    """`git status` is allowed as reading until the repository has a program run for it."""
    policy = Policy.of(allow=["Bash(@read)"])
    around = surroundings(cwd=shop, root=shop, home=tmp_path / "home")

    def effect() -> Effect:
        call = ToolCall(tool="Bash", input={"command": "git status"}, cwd=str(shop))
        return Pipeline(policy, around).decide(call).effect

    assert effect() is Effect.ALLOW
    git(shop, "config", "core.fsmonitor", "./x")
    assert effect() is Effect.ASK
