"""Repositories that make git run code, or show other files, where it only looks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.observe import observed, surroundings
from proctor.policy.decide import decide
from tests.tables import each_row

READER = Policy.of(allow=["Bash(@read)"])
PATTERN = Policy.of(allow=["Bash(git status *)", "Bash(git push *)"])
OWN = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
NAMED = ("-c", "user.name=ada", "-c", "user.email=ada@example.com", "-c",
         "protocol.file.allow=always")  # fmt: skip


def git(folder: Path, *words: str) -> None:
    """Run git in a folder, without anybody's own settings."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", *NAMED, *words], cwd=folder, env=OWN, check=True, capture_output=True)


def effect(command: str, root: Path, policy: Policy = READER) -> Effect:
    """Decide a command in a project."""
    around = surroundings(cwd=root, root=root, home=root.parent / "home" / ".proctor")
    return decide(
        observed(ToolCall(tool="Bash", input={"command": command}), around), policy
    ).effect


def runs(command: str, root: Path) -> bool:
    """Run a command of git, and say whether the repository's own program ran."""
    seen = root.parent / "ran"
    seen.unlink(missing_ok=True)
    subprocess.run(command.split(), cwd=root, env=OWN, check=False, capture_output=True)
    return seen.exists()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Have a repository with one commit."""
    folder = tmp_path.resolve() / "shop"
    git(folder, "init", "-q")
    (folder / "a").write_text("a\n")
    git(folder, "add", "a")
    git(folder, "commit", "-qm", "x")
    return folder


def evil(path: Path, root: Path) -> Path:
    """Write a program that leaves a trace."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\ntouch {root.parent}/ran\n")
    path.chmod(0o755)
    return path


def test_hook_that_status_runs_makes_it_code(root: Path) -> None:
    """`git status` runs `post-index-change`, so it is no plain read where that is executable."""
    hook = evil(root / ".git" / "hooks" / "post-index-change", root)
    os.utime(root / "a", (1, 1))

    assert runs("git status", root)
    assert effect("git status", root) is Effect.ASK
    assert effect("git status", root, PATTERN) is Effect.ASK
    hook.chmod(0o644)
    assert effect("git status", root) is Effect.ALLOW


def test_hooks_folder_counts_by_what_is_in_it(root: Path) -> None:
    """Hooks elsewhere than in `.git` leave a look a read, unless one is run by a look."""
    git(root, "config", "core.hooksPath", ".husky/_")
    evil(root / ".husky" / "_" / "pre-push", root)
    before = [effect("git status", root, PATTERN), effect("git push origin", root, PATTERN)]
    evil(root / ".husky" / "_" / "post-index-change", root)

    assert before == [Effect.ALLOW, Effect.ASK]
    assert effect("git status", root, PATTERN) is Effect.ASK


@pytest.mark.parametrize("version", ["2", "3", "4"])
def test_gitlink_with_settings_that_run_code(root: Path, version: str) -> None:
    """A repository inside that git asks for its state counts with its settings."""
    git(root / "deep" / "sub", "init", "-q")
    git(root / "deep" / "sub", "commit", "-q", "--allow-empty", "-m", "y")
    git(root, "add", "deep/sub")
    git(root, "update-index", "--index-version", version)
    before = effect("git status", root)
    git(root / "deep" / "sub", "config", "core.fsmonitor", str(evil(root.parent / "evil", root)))

    assert runs("git status", root)
    assert before is (Effect.ASK if version == "4" else Effect.ALLOW)
    assert [effect(f"git {verb}", root) for verb in ("status", "diff")] == [Effect.ASK] * 2
    assert effect("cd deep && git status", root) is Effect.ASK


def test_submodule_that_was_cloned(root: Path) -> None:
    """An ordinary submodule runs nothing; one whose repository has a hook or a setting does."""
    git(root.parent / "lib", "init", "-q")
    git(root.parent / "lib", "commit", "-q", "--allow-empty", "-m", "y")
    git(root, "submodule", "--quiet", "add", str(root.parent / "lib"), "lib")
    own = root / ".git" / "modules" / "lib"
    before = effect("git status", root)
    hook = evil(own / "hooks" / "post-index-change", root)
    hooked = effect("git status", root)
    hook.unlink()
    git(root / "lib", "config", "core.fsmonitor", str(evil(root.parent / "evil", root)))

    assert runs("git status", root)
    assert [before, hooked, effect("git status", root)] == [Effect.ALLOW, Effect.ASK, Effect.ASK]


def test_split_index_hides_no_submodule(root: Path) -> None:
    """The part of an index that lies in another file is looked at too."""
    git(root / "sub", "init", "-q")
    git(root / "sub", "commit", "-q", "--allow-empty", "-m", "y")
    git(root, "add", "sub")
    git(root, "update-index", "--split-index")
    git(root / "sub", "config", "core.fsmonitor", str(evil(root.parent / "evil", root)))

    assert runs("git status", root)
    assert effect("git status", root) is Effect.ASK


def test_bare_repository_in_a_folder_is_not_allowed_by_a_pattern(root: Path) -> None:
    """A pattern for a harmless command of git does not allow what a repository makes of it."""
    git(root / "docs", "init", "-q", "--bare", "x")
    git(root / "docs" / "x", "config", "core.fsmonitor", str(evil(root.parent / "evil", root)))

    assert effect("cd docs/x && git status", root, PATTERN) is Effect.ASK
    assert effect("git status", root, PATTERN) is Effect.ALLOW


SHOWN = [
    ("git blame a", "[blame]\n\tignoreRevsFile = ../home/.proctor/token\n"),
    (
        "git blame a",
        "[blame]\n\tignoreRevsFile = ../home/.proctor/token\n\tignoreRevsFile = .revs\n",
    ),
    ("git blame a", "[blame]\n\tignoreRevsFile = ~/.proctor/token\n"),
    ("git blame a", "[blame]\n\tignoreRevsFile = sub/linked\n"),
    ("git commit", "[commit]\n\ttemplate = ../home/.proctor/token\n"),
    ("git diff", "[diff]\n\torderFile = ../home/.proctor/token\n"),
    ("git format-patch --stdout -1", "[format]\n\tsignatureFile = ../home/.proctor/token\n"),
]


@each_row("command, text", SHOWN)
def test_setting_that_names_a_file_to_show(root: Path, command: str, text: str) -> None:
    """Git quotes what it finds there: a file of the project may be named, others not."""
    (root / "sub").mkdir(exist_ok=True)
    (root / "sub" / "linked").unlink(missing_ok=True)
    (root / "sub" / "linked").symlink_to("../../home/.proctor/token")
    (root / ".revs").write_text("")
    allowed = Policy.of(allow=["Bash(@read)", "Bash(git commit *)"])
    config = root / ".git" / "config"
    plain = config.read_text()
    seen = []
    for one in (
        text.replace("../home/.proctor/token", ".revs").replace("sub/linked", ".revs"),
        text,
    ):
        config.write_text(plain + one.replace("~/.proctor/token", "~/x"))
        seen.append(effect(command, root, allowed))
    config.write_text(plain)

    assert seen[-1] is not Effect.ALLOW
    assert seen[0] is (Effect.ASK if "~" in text else Effect.ALLOW)


STATE = [
    "packed-refs", "shallow", "BISECT_START", "MERGE_MSG", "info/grafts", "info/exclude",
    "objects/info/alternates", "rebase-merge/done", "rebase-apply/head-name", "sequencer/todo",
    "logs/HEAD",
]  # fmt: skip


@each_row("name", STATE)
def test_link_in_a_repository_is_asked(root: Path, name: str) -> None:
    """Git shows its state, and lines that it cannot read: behind a link that is another file."""
    token = root.parent / "token"
    token.write_text("proctor_x\n")
    link = root / ".git" / name
    link.parent.mkdir(parents=True, exist_ok=True)
    before = link.read_bytes() if link.exists() else None
    link.unlink(missing_ok=True)
    link.symlink_to(token)
    seen = [effect("git status", root), effect("git log", root, PATTERN)]
    link.unlink()
    if before is not None:
        link.write_bytes(before)

    assert seen == [Effect.ASK, Effect.ASK]
    assert effect("git status", root) is Effect.ALLOW
