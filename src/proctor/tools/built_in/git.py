"""Tools for the workspace's repository: make it, commit, branch, push, open a merge request."""

from __future__ import annotations

import shutil

from proctor.errors import NotFound, UsageError
from proctor.nodes import visible
from proctor.tools.built_in.commands import time_left, variables_of
from proctor.tools.context import Context
from proctor.tools.declare import tool
from proctor.tools.repository import SECONDS, Repository, branch_name, program, remote_name
from proctor.tools.running import plain_environment, run_words
from proctor.tools.workspace import names_in

LONGEST_MESSAGE, LONGEST_TITLE = 50_000, 500
MOST_PATHS = 1000


@tool(id="git_init", category="git")
def git_init(context: Context) -> str:
    """
    Make a repository in the workspace.

    Args:
        context: Where and for whom.

    """
    repository = repository_of(context)
    if (context.workspace / ".git").is_symlink() or (context.workspace / ".git").exists():
        raise UsageError("there is a `.git` in the workspace already")
    return repository.done(["init", "--quiet"]) or "made a repository in the workspace"


@tool(id="git_commit", category="git")
def git_commit(context: Context, message: str, paths: list[str] | None = None) -> str:
    """
    Commit changes of the workspace: all of them, or those of some files.

    Args:
        context: Where and for whom.
        message: What the commit is for.
        paths: The files to commit, as seen from the workspace; without, all that changed.

    """
    if not message.strip() or "\0" in message or len(message) > LONGEST_MESSAGE:
        raise UsageError(f"a message has from 1 to {LONGEST_MESSAGE:,} characters")
    if paths is not None and not 0 < len(paths) <= MOST_PATHS:
        raise UsageError(f"`paths` has from 1 to {MOST_PATHS} files; leave it out for all")
    repository = own_repository(context)
    if paths is None:
        repository.done(["add", "--all", "--", "."])
        only: list[str] = []
    else:
        named = ["/".join(names_in(context.workspace, path)) or "." for path in paths]
        repository.done(["--literal-pathspecs", "add", "--all", "--", *named])
        only = ["--only", "--", *named]
    # The message is in the same word as the option, so that it can be none itself.
    words = ["--literal-pathspecs", "commit", "--no-edit", f"--message={message}", *only]
    repository.done(words)
    return repository.done(["log", "-1", "--format=committed %h %s"])


@tool(id="git_branch", category="git", target="name")
def git_branch(context: Context, name: str) -> str:
    """
    Make a branch where the workspace stands, and go to it; go to it if it is there.

    Args:
        context: Where and for whom.
        name: The name of the branch.

    """
    branch = branch_name(name)
    repository = own_repository(context)
    there = repository.run(["show-ref", "--verify", "--quiet", f"refs/heads/{branch}"]).ok
    words = ["switch", "--quiet", "--no-guess"]
    repository.done([*words, branch] if there else [*words, "--create", branch])
    return f"{'went to' if there else 'made'} the branch {branch}"


@tool(id="git_push", category="git", target=("remote", "branch"), open_world=True)
def git_push(context: Context, remote: str, branch: str) -> str:
    """
    Push a branch to a remote, under its own name and without force.

    Args:
        context: Where and for whom.
        remote: The name of the remote, as `origin`.
        branch: The name of the branch.

    """
    named, name = remote_name(remote), branch_name(branch)
    repository = own_repository(context)
    known = repository.done(["remote"]).split()
    if named not in known:
        listed = ", ".join(known) or "none"
        raise NotFound(f"there is no remote `{visible(named)}`", help=f"there are: {listed}")
    # Both sides are written out: nothing is forced, deleted or pushed under another name.
    ref = f"refs/heads/{name}"
    options = ["--no-force", "--no-follow-tags", "--recurse-submodules=no", "--porcelain"]
    said = repository.done(["push", *options, "--", named, f"{ref}:{ref}"])
    return f"pushed {name} to {named}\n{said}".rstrip()


@tool(id="git_merge_request", category="git", target="target", open_world=True)
def git_merge_request(context: Context, target: str, title: str, description: str = "") -> str:
    """
    Open a merge request (pull request) for the branch on which the workspace stands.

    Args:
        context: Where and for whom.
        target: The branch into which it shall be merged.
        title: Its title.
        description: What it is for.

    """
    into = branch_name(target)
    if not title.strip() or len(title) > LONGEST_TITLE or len(description) > LONGEST_MESSAGE:
        raise UsageError(f"a title has from 1 to {LONGEST_TITLE} characters")
    if "\0" in title + description:
        raise UsageError("a title and a description are text")
    repository = own_repository(context)
    current = branch_name(repository.done(["symbolic-ref", "--short", "HEAD"]))
    if current == into:
        raise UsageError(f"the workspace stands on `{into}` itself", help="make one: git_branch")
    finished = run_words(
        request_words(into, current, title, description),
        cwd=context.workspace,
        seconds=repository.seconds,
        variables={**repository.variables, "GH_PROMPT_DISABLED": "1", "NO_PROMPT": "1"},
    )
    if not finished.ok:
        raise UsageError(f"the merge request could not be opened:\n{finished.text()}")
    return finished.text()


def request_words(into: str, current: str, title: str, description: str) -> list[str]:
    """
    Return the words that open a merge request, with the program that there is.

    Raises:
        NotFound: there is none.

    """
    path = plain_environment({})["PATH"]
    if shutil.which("glab", path=path):
        return [
            program("glab"), "mr", "create", "--yes", f"--target-branch={into}",
            f"--source-branch={current}", f"--title={title}", f"--description={description}",
        ]  # fmt: skip
    if shutil.which("gh", path=path):
        return [
            program("gh"), "pr", "create", f"--base={into}", f"--head={current}",
            f"--title={title}", f"--body={description}",
        ]  # fmt: skip
    raise NotFound(
        "no merge request can be opened: there is neither glab nor gh on this machine",
        help="push the branch, and let a person open it; or a person installs one of them",
    )


def repository_of(context: Context) -> Repository:
    """Return the repository of a call's workspace, which need not be there yet."""
    return Repository(context.workspace, variables_of(context), time_left(context, SECONDS))


def own_repository(context: Context) -> Repository:
    """
    Return the repository of a call's workspace.

    Raises:
        UsageError: it has none, or one that belongs to another folder.

    """
    repository = repository_of(context)
    repository.check()
    return repository
