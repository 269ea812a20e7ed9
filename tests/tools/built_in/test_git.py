"""The git tools work on the workspace's own repository, and do what their words say."""

import os
import subprocess
from pathlib import Path

import pytest

from proctor.errors import NotFound, ProctorError, UsageError
from proctor.tools.context import Context
from tests.tools.workspaces import call, context_in, wrote


def git(folder: Path, *words: str) -> str:
    """Run git as a person does, and return what it says."""
    done = subprocess.run(
        ["git", *words], cwd=folder, check=True, capture_output=True, text=True, timeout=60
    )
    return done.stdout.strip()


@pytest.fixture
def context(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """An agent in a workspace with a repository, a commit, and a remote."""
    person = tmp_path / "person"
    person.mkdir()
    (person / ".gitconfig").write_text(
        "[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n"
    )
    monkeypatch.setenv("HOME", str(person))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    made = context_in(tmp_path)
    git(tmp_path, "init", "--bare", "--quiet", "origin.git")
    call("git_init", made)
    wrote(made.workspace, "a.txt", "one\n")
    call("git_commit", made, message="First")
    git(made.workspace, "remote", "add", "origin", str(tmp_path / "origin.git"))
    return made


def origin(context: Context) -> Path:
    """Return the repository to which is pushed."""
    return context.workspace.parent / "origin.git"


def test_a_repository_is_made_once(context: Context) -> None:
    """Where there is one, it is left as it is."""
    assert (context.workspace / ".git/HEAD").is_file()
    with pytest.raises(UsageError, match="already"):
        call("git_init", context)


def test_everything_is_committed(context: Context) -> None:
    """Without paths all that changed goes in, new and deleted files too."""
    wrote(context.workspace, "b.txt")
    (context.workspace / "a.txt").unlink()

    said = call("git_commit", context, message="Second\n\nWith a body")

    assert said.startswith("committed ")
    assert said.endswith(" Second")
    assert git(context.workspace, "ls-files") == "b.txt"
    assert git(context.workspace, "log", "-1", "--format=%b") == "With a body"


def test_some_files_are_committed(context: Context) -> None:
    """With paths only these go in, and a name with wild signs is a name."""
    for path in ("b.txt", "*.txt", "c.txt"):
        wrote(context.workspace, path)
    git(context.workspace, "add", "c.txt")

    call("git_commit", context, message="Second", paths=["*.txt"])

    assert git(context.workspace, "show", "--format=", "--name-only") == "*.txt"


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "~/x"])
def test_a_path_outside_is_not_committed(context: Context, path: str) -> None:
    """Paths are held to the workspace."""
    with pytest.raises(UsageError):
        call("git_commit", context, message="x", paths=[path])


@pytest.mark.parametrize("message", ["--amend", "-F/etc/passwd", "--author=Eve <e@example.com>"])
def test_a_message_is_no_option(context: Context, message: str) -> None:
    """Whatever a message begins with, it is the message."""
    wrote(context.workspace, "b.txt")

    call("git_commit", context, message=message)

    assert message == git(context.workspace, "log", "-1", "--format=%B")
    assert git(context.workspace, "rev-list", "--count", "HEAD") == "2"


@pytest.mark.parametrize("message", ["", " \n", "a\0b", "x" * 50_001])
def test_a_message_that_is_none_is_refused(context: Context, message: str) -> None:
    """Nothing is committed without words."""
    with pytest.raises(UsageError, match="message"):
        call("git_commit", context, message=message)


def test_nothing_to_commit_is_told(context: Context) -> None:
    """What git says is passed on."""
    with pytest.raises(UsageError, match="nothing to commit"):
        call("git_commit", context, message="Second")


def test_hooks_of_the_repository_run(context: Context) -> None:
    """A hook that a person has put there is not passed over."""
    hook = wrote(context.workspace, ".git/hooks/pre-commit", "#!/bin/sh\necho no; exit 1\n")
    hook.chmod(0o755)
    wrote(context.workspace, "b.txt")

    with pytest.raises(UsageError, match="no\n"):
        call("git_commit", context, message="Second")


def test_variables_of_git_do_not_reach_it(
    context: Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another repository that the environment names is not taken."""
    git(tmp_path, "init", "--quiet", "other")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "other/.git"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Eve")
    wrote(context.workspace, "b.txt")

    call("git_commit", context, message="Second")
    monkeypatch.delenv("GIT_DIR")

    assert git(context.workspace, "log", "-1", "--format=%an %s") == "Ada Second"


def test_a_branch_is_made_and_found_again(context: Context) -> None:
    """A new name makes a branch, a known one goes to it."""
    made = call("git_branch", context, name="feature/auth")
    call("git_branch", context, name="main")
    again = call("git_branch", context, name="feature/auth")

    assert [made, again] == ["made the branch feature/auth", "went to the branch feature/auth"]
    assert git(context.workspace, "branch", "--show-current") == "feature/auth"


WRONG = [
    "", "-f", "--force", "-d", "+main", ":main", "main:other", "refs/heads/main", "HEAD", "@",
    "@{-1}", "a..b", "a b", "a~1", "a^", "a*", "a?", "a[", "a\\b", "/a", "a/", "a//b", ".a",
    "a/.b", "a.", "a.lock", "a\n", "a\0b", "x" * 201, "a@{u}", "a.lock/b",
]  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_branch_is_a_plain_name(context: Context, name: str) -> None:
    """What is an option, a refspec or anything else to git is refused, and nothing happens."""
    head = git(context.workspace, "rev-parse", "HEAD")

    for tool, given in (
        ("git_branch", {"name": name}),
        ("git_push", {"remote": "origin", "branch": name}),
        ("git_merge_request", {"target": name, "title": "x"}),
    ):
        with pytest.raises(UsageError, match="no plain name"):
            call(tool, context, **given)

    assert git(context.workspace, "branch", "--format=%(refname:short)") == "main"
    assert head == git(context.workspace, "rev-parse", "HEAD")
    assert not git(origin(context), "branch", "--format=%(refname)")


def test_a_branch_is_pushed_under_its_own_name(context: Context) -> None:
    """Only this branch goes, whatever the settings of the remote push else."""
    git(context.workspace, "tag", "-a", "v1", "-m", "v1")
    git(context.workspace, "config", "push.followTags", "true")
    git(context.workspace, "config", "remote.origin.push", "main:other")

    said = call("git_push", context, remote="origin", branch="main")

    assert said.startswith("pushed main to origin")
    assert git(origin(context), "for-each-ref", "--format=%(refname)") == "refs/heads/main"


def test_a_push_never_forces(context: Context) -> None:
    """What others have pushed is not written over."""
    call("git_push", context, remote="origin", branch="main")
    before = git(origin(context), "rev-parse", "main")
    git(context.workspace, "commit", "--quiet", "--amend", "--message=Rewritten")

    with pytest.raises(UsageError, match=r"rejected|non-fast-forward"):
        call("git_push", context, remote="origin", branch="main")
    assert before == git(origin(context), "rev-parse", "main")


@pytest.mark.parametrize(
    "remote",
    ["", "-x", "--receive-pack=touch made", "https://example.com/x.git", "../origin.git",
     "ext::sh -c touch% made", "git@example.com:x", "none", ".", "a b"],
)  # fmt: skip
def test_a_remote_is_one_that_a_person_set_up(context: Context, remote: str) -> None:
    """An address, an option or an unknown name goes nowhere."""
    with pytest.raises((UsageError, NotFound)):
        call("git_push", context, remote=remote, branch="main")
    assert not (context.workspace / "made").exists()


def test_a_repository_above_the_workspace_is_another(context: Context, tmp_path: Path) -> None:
    """A workspace without a repository has none, whatever is above it."""
    below = context_in(context.workspace)
    wrote(below.workspace, "b.txt")

    with pytest.raises(UsageError, match="no repository"):
        call("git_commit", below, message="Into the one above")


@pytest.mark.parametrize("how", ["file", "link", "apart"])
def test_a_git_file_that_leads_elsewhere_is_not_followed(
    context: Context, tmp_path: Path, how: str
) -> None:
    """Neither a `.git` file nor a link makes another folder's repository ours."""
    count = git(context.workspace, "rev-list", "--count", "HEAD")
    (tmp_path / "eve").mkdir()
    eve = context_in(tmp_path / "eve")
    if how == "file":
        (eve.workspace / ".git").write_text(f"gitdir: {context.workspace}/.git\n")
    elif how == "link":
        (eve.workspace / ".git").symlink_to(context.workspace / ".git")
    else:
        git(eve.workspace, "init", "--quiet", f"--separate-git-dir={tmp_path}/apart")
    wrote(eve.workspace, "b.txt")

    with pytest.raises(UsageError):
        call("git_commit", eve, message="Into another's")
    assert count == git(context.workspace, "rev-list", "--count", "HEAD")


def test_a_repository_of_another_folder_is_not_ours(context: Context, tmp_path: Path) -> None:
    """A setting cannot make the files of another folder those of the workspace."""
    git(context.workspace, "config", "core.worktree", str(tmp_path))

    with pytest.raises(UsageError, match="another folder"):
        call("git_commit", context, message="Of another folder")


def test_files_that_look_like_a_repository_are_none(context: Context, tmp_path: Path) -> None:
    """A model that can write files cannot make a repository whose settings run programs."""
    (tmp_path / "bare").mkdir()
    bare = context_in(tmp_path / "bare")
    call("write_file", bare, path="HEAD", content="ref: refs/heads/main\n")
    call("write_file", bare, path="objects/x", content="")
    call("write_file", bare, path="refs/x", content="")
    call(
        "write_file", bare, path="config",
        content=f'[core]\n\tbare = false\n\tworktree = "{bare.workspace}"\n'
        '\tfsmonitor = "touch made; false"\n',
    )  # fmt: skip

    with pytest.raises(UsageError, match="no repository"):
        call("git_commit", bare, message="x")
    assert not (bare.workspace / "made").exists()


def test_settings_of_another_folder_are_not_the_repositorys(context: Context) -> None:
    """A file `commondir`, which git follows, lends the repository no settings that run programs."""
    wrote(context.workspace, "lent/objects/x")
    wrote(context.workspace, "lent/refs/x")
    wrote(context.workspace, "lent/config", '[filter "own"]\n\tclean = tee made\n')
    wrote(context.workspace, ".gitattributes", "*.txt filter=own\n")
    wrote(context.workspace, "b.txt")
    wrote(context.workspace, ".git/commondir", "../lent\n")

    with pytest.raises(UsageError, match="another folder"):
        call("git_commit", context, message="With lent settings")
    assert not (context.workspace / "made").exists()


def test_a_worktree_is_a_workspace(context: Context, tmp_path: Path) -> None:
    """A worktree that its repository knows is its own place to commit."""
    (tmp_path / "tree").mkdir()
    git(context.workspace, "worktree", "add", "--quiet", str(tmp_path / "tree/shop"), "-b", "side")
    side = context_in(tmp_path / "tree")
    wrote(side.workspace, "b.txt")

    assert call("git_commit", side, message="In a worktree").endswith("In a worktree")


def test_a_merge_request_needs_a_program_for_it(
    context: Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without glab and gh it is said what to do."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/git").symlink_to("/usr/bin/git")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    call("git_branch", context, name="feature/x")

    with pytest.raises(NotFound, match="neither glab nor gh"):
        call("git_merge_request", context, target="main", title="x")


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("glab", ["mr", "create", "--yes", "--target-branch=main", "--source-branch=feature/x",
                  "--title=--web $(touch made)", "--description=Why"]),
        ("gh", ["pr", "create", "--base=main", "--head=feature/x",
                "--title=--web $(touch made)", "--body=Why"]),
    ],
)  # fmt: skip
def test_a_merge_request_is_opened(
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    program: str,
    words: list[str],
) -> None:
    """The program that there is gets each value in a word of its own, that can be no option."""
    (tmp_path / "bin").mkdir()
    double = wrote(tmp_path, f"bin/{program}", '#!/bin/sh\nprintf "%s\\n" "$@"\n')
    double.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
    with pytest.raises(UsageError, match="stands on `main`"):
        call("git_merge_request", context, target="main", title="x")
    call("git_branch", context, name="feature/x")

    said = call(
        "git_merge_request", context, target="main", title="--web $(touch made)", description="Why"
    )

    assert words == said.splitlines()
    assert not (context.workspace / "made").exists()


def test_without_git_it_is_said_so(
    context: Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A machine without git is told from a workspace without a repository."""
    monkeypatch.setenv("PATH", str(tmp_path / "none"))

    with pytest.raises(ProctorError, match="there is no git"):
        call("git_commit", context, message="x")
