"""
git in a workspace, without a shell and with the workspace's own repository only.

What `.git` says is not believed where it leads elsewhere: a file or a link of that name, or a
setting in it, could make another repository of this one.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from proctor.errors import NotFound, UsageError
from proctor.nodes import visible
from proctor.tools.running import Finished, run_words

SECONDS = 120.0
LONGEST_NAME = 200
# What git calls a branch, less what has a second meaning to it. A plus forces, a colon names
# another target, `@{` and the wild ones stand for something else.
BRANCH = re.compile(
    r"(?!.*(?:\.\.|//|@\{|\.lock(?:/|$)))[^\x00-\x20\x7f~^:?*\[\\+\-./@][^\x00-\x20\x7f~^:?*\[\\]*"
)
REMOTE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]*")
# git shall not wait for somebody who is not there.
QUIET = {"GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": ":", "GIT_OPTIONAL_LOCKS": "0"}
# A repository counts where it is named `.git`, and no program watches its files for us.
SETTINGS = ("-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false")
# By these a person lets programs use their keys without showing them.
AGENTS = ("SSH_AUTH_SOCK", "GPG_AGENT_INFO")


class Repository:
    """The repository of a workspace."""

    def __init__(self, workspace: Path, variables: dict[str, str], seconds: float) -> None:
        self.workspace = workspace
        self.seconds = seconds
        kept = {name: os.environ[name] for name in AGENTS if os.environ.get(name)}
        # Above the workspace nothing is looked for: a repository there is another one.
        ceiling = {"GIT_CEILING_DIRECTORIES": str(workspace.resolve().parent)}
        self.variables = {**variables, **kept, **QUIET, **ceiling}

    def run(self, words: Sequence[str]) -> Finished:
        """
        Run git, whatever comes of it.

        Raises:
            NotFound: there is no git.

        """
        git = program("git")
        return run_words(
            [git, *SETTINGS, *words],
            cwd=self.workspace,
            seconds=self.seconds,
            variables=self.variables,
        )

    def done(self, words: Sequence[str]) -> str:
        """
        Run git, and return what it said.

        Raises:
            UsageError: it did not do it.

        """
        finished = self.run(words)
        if not finished.ok:
            raise UsageError(f"git could not do it:\n{finished.text()}")
        return finished.output.strip()

    def check(self) -> None:
        """
        Look whether the workspace has a repository, and that it is its own.

        Raises:
            UsageError: it has none, or one that belongs to another folder.

        """
        wanted = ["--show-toplevel", "--absolute-git-dir", "--git-common-dir"]
        asked = self.run(["rev-parse", *wanted])
        lines = asked.output.strip().splitlines()
        if not asked.ok or len(lines) != len(wanted):
            raise UsageError("there is no repository in the workspace", help="make one: git_init")
        workspace = self.workspace.resolve()
        # The last of them is said as seen from the workspace.
        top, own, shared = ((workspace / line).resolve() for line in lines)
        if top != workspace or not belongs(own, shared, workspace):
            raise UsageError(
                "the workspace's `.git` leads to a repository of another folder",
                help="a person sets this right",
            )


def program(name: str) -> str:
    """
    Return where a program is.

    Raises:
        NotFound: it is not there.

    """
    path = ":".join(f for f in os.environ.get("PATH", "").split(":") if f.startswith("/"))
    found = shutil.which(name, path=path or None)
    if found is None:
        raise NotFound(f"there is no {name} on this machine", help=f"a person installs {name}")
    return found


def belongs(git_folder: Path, shared: Path, workspace: Path) -> bool:
    """
    Say whether a git folder belongs to a workspace.

    It is its `.git`; or it is that of a worktree, and says itself that the worktree is here. A
    workspace that looks like a bare repository is none: any tool that writes files could have
    made it one, and its settings run programs. For the same reason the settings come from where
    git itself puts them, and not from `shared` elsewhere, which a file `commondir` can name.
    """
    if git_folder == workspace / ".git":
        return shared == git_folder
    if git_folder.parent != shared / "worktrees":
        return False
    try:
        back = Path((git_folder / "gitdir").read_text(encoding="utf-8").strip())
    except (OSError, ValueError):
        return False
    return back.is_absolute() and back.parent.resolve() == workspace and back.name == ".git"


def branch_name(name: str) -> str:
    """
    Return the name of a branch, if it is nothing else to git.

    Raises:
        UsageError: it is no plain name.

    """
    ends_well = not name.endswith((".", "/"))
    dotted = any(piece.startswith(".") for piece in name.split("/"))
    if not BRANCH.fullmatch(name) or not ends_well or dotted or len(name) > LONGEST_NAME:
        raise UsageError(
            f"`{visible(name)}` is no plain name of a branch",
            help="letters, digits and . _ / -; what git reads as something else is not taken",
        )
    if name == "HEAD" or name.startswith("refs/"):
        raise UsageError(f"`{visible(name)}` is no plain name of a branch", help="as `feature/x`")
    return name


def remote_name(name: str) -> str:
    """
    Return the name of a remote, if it is no address.

    Raises:
        UsageError: it is something else.

    """
    if not REMOTE.fullmatch(name) or len(name) > LONGEST_NAME:
        raise UsageError(
            f"`{visible(name)}` is no name of a remote", help="name one that a person has set up"
        )
    return name
