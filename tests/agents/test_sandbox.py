"""The sandbox as it is meant to be: what an agent can do in it, how it starts and ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from proctor.agents import sandbox
from proctor.agents.sandbox import INSTALL, make_empty, program_files, sandbox_trouble
from proctor.agents.session_folder import session_folder
from proctor.errors import UsageError
from proctor.terms.role import Role
from tests.agents.boxes import PATIENCE, Box, processes_with, short_place
from tests.amounts import amount

GIT = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@shop.example"]


@pytest.fixture
def box() -> Iterator[Box]:
    """Return a sandbox in which everything is as usual."""
    with short_place() as place:
        yield Box(place).make()


def test_there_can_be_a_sandbox_here() -> None:
    """Where these tests run, bubblewrap is installed and works."""
    assert sandbox_trouble() == ""


def test_what_it_needs_is_for_its_user_alone(tmp_path: Path) -> None:
    """Each folder of ours, also one that an earlier version has made."""
    before = os.umask(0o022)
    try:
        (tmp_path / "old" / "sandbox").mkdir(parents=True)
        made = [Path(make_empty(tmp_path / home)) for home in ("old", "new")]
    finally:
        os.umask(before)

    assert {folder.stat().st_mode & 0o777 for e in made for folder in (e, e.parent)} == {0o700}


def test_an_agent_works_in_its_project(box: Box) -> None:
    """It starts where it should, with its variables, and writes what it likes."""
    box.env = {"WANTED": "1", "SSH_AUTH_SOCK": "/run/x", "DISPLAY": ":0", "TMPDIR": "/srv/x"}
    found = box.python(
        """
        import tempfile
        names = ["WANTED", "SSH_AUTH_SOCK", "DISPLAY", "TMPDIR", "CLAUDE_CONFIG_DIR"]
        with tempfile.NamedTemporaryFile() as file:
            found = {"cwd": os.getcwd(), "env": [os.environ.get(name) for name in names],
                     "uid": os.getuid(), "file": file.name[:5]}
        write("made.txt", "by the agent")
        """
    )

    assert found == {
        "cwd": str(box.shop),
        "env": ["1", None, None, None, f"{box.folder}/claude"],
        "uid": os.getuid(),
        "file": "/tmp/",  # noqa: S108 - one of its own
    }
    assert (box.shop / "made.txt").read_text() == "by the agent"


def test_git_works_in_the_project(box: Box) -> None:
    """Status, commit, branch and log are as outside; only its configuration cannot be written."""
    subprocess.run(["git", "init", "-q", str(box.shop)], check=True)
    steps = [
        [*GIT, "add", "readme.md"],
        [*GIT, "commit", "-qm", "begin"],
        ["git", "checkout", "-qb", "side"],
        ["git", "status", "--short"],
        ["git", "log", "--format=%s", "-1"],
        ["git", "config", "core.fsmonitor", "evil"],
    ]
    done = [box.run(*words) for words in steps]

    assert [one.returncode == 0 for one in done] == [True] * 5 + [False]
    assert done[4].stdout == "begin\n"
    assert "evil" not in (box.shop / ".git" / "config").read_text()


def test_a_worktree_has_its_repository(box: Box) -> None:
    """Where the project is a worktree, the repository is there too, with its shields."""
    main = box.ada / "main"
    subprocess.run(["git", "init", "-q", str(main)], check=True)
    subprocess.run([*GIT, "commit", "-q", "--allow-empty", "-m", "x"], cwd=main, check=True)
    tree = box.ada / "tree"
    subprocess.run(["git", "worktree", "add", "-q", str(tree)], cwd=main, check=True)
    (main / "other.txt").write_text("of the person")
    box.cwd = str(tree)
    box.project = str(tree)
    found = box.python(
        """
        main = os.environ["HOME"] + "/main"
        commit = ["git", "-c", "user.name=A", "-c", "user.email=a@b.example", "commit", "-q",
                  "--allow-empty", "-m", "inside"]
        held = ["config", "hooks/x", "worktrees/tree/commondir", "worktrees/tree/gitdir"]
        found = [subprocess.run(commit).returncode, os.listdir(main),
                 [tried(write, f"{main}/.git/{name}") for name in held], tried(write, ".git")]
        """
    )

    assert found == [0, [".git"], ["OSError"] * 4, "OSError"]


@pytest.mark.parametrize("forged", ["another's place", "one of its own"])
def test_a_worktree_that_nobody_knows_of_opens_nothing(box: Box, forged: str) -> None:
    """What an agent writes of where its repository is counts only if that one says so too."""
    other, tree = box.ada / "other", box.ada / "tree"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    subprocess.run([*GIT, "commit", "-q", "--allow-empty", "-m", "x"], cwd=other, check=True)
    subprocess.run(["git", "worktree", "add", "-q", str(box.ada / "real")], cwd=other, check=True)
    (tree / "fake").mkdir(parents=True)
    own = other / ".git" / "worktrees" / "real" if forged == "another's place" else tree / "fake"
    (tree / ".git").write_text(f"gitdir: {own}\n")
    (tree / "fake" / "gitdir").write_text(f"{tree}/.git\n")
    (tree / "fake" / "commondir").write_text(f"{other}/.git\n")
    box.cwd = box.project = str(tree)

    assert box.python("found = os.path.exists(os.environ['HOME'] + '/other')") is False


def test_settings_of_git_are_there_and_its_passwords_are_not(box: Box) -> None:
    """The person's name for commits is read; what git keeps of passwords is not."""
    (box.ada / ".gitconfig").write_text("[user]\n\tname = Ada\n")
    (box.ada / ".config" / "git").mkdir(parents=True)
    (box.ada / ".config" / "git" / "credentials").write_text("https://ada:pw@shop.example")
    (box.ada / ".config" / "git" / "ignore").write_text("*.o\n")
    (box.ada / ".git-credentials").write_text("https://ada:pw@shop.example")
    found = box.python(
        """
        home = os.environ["HOME"]
        found = [tried(read, f"{home}/{name}") for name in (
            ".config/git/ignore", ".config/git/credentials", ".git-credentials")]
        found.append(subprocess.check_output(["git", "config", "user.name"], text=True))
        found.append(tried(write, f"{home}/.gitconfig"))
        """
    )

    assert found == ["*.o\n", "FileNotFoundError", "FileNotFoundError", "Ada\n", "OSError"]


def test_programs_of_the_person_are_found(box: Box) -> None:
    """A program in a folder of the path, also behind links, is there, and only to be run."""
    for name in ("tools/bin", "versions/2"):
        (box.ada / name).mkdir(parents=True)
    program = box.ada / "versions" / "2" / "agent"
    program.write_text("#!/bin/sh\necho it runs\n")
    program.chmod(0o700)
    (box.ada / "tools" / "bin" / "agent").symlink_to("../../versions/2/agent")
    (box.ada / "bin").symlink_to("tools/bin")
    box.env = {"PATH": f"{box.ada}/bin:{box.ada}:{box.home}/bin:/usr/bin:/bin"}
    (box.home / "bin").mkdir()
    done = box.run("agent")
    found = box.python("found = tried(os.listdir, os.environ['HOME'] + '/.proctor')")

    assert (done.stdout, done.returncode) == ("it runs\n", 0), done.stderr
    assert found == ["sessions"]


@pytest.mark.parametrize(
    ("path", "files"),
    [
        ("/opt/n/lib/node_modules/@shop/agent/cli.js", "/opt/n/lib/node_modules/@shop/agent"),
        ("/opt/n/lib/node_modules/agent/bin/cli.js", "/opt/n/lib/node_modules/agent"),
        ("/opt/versions/2", "/opt/versions/2"),
    ],
)
def test_a_program_comes_with_its_package(tmp_path: Path, path: str, files: str) -> None:
    """What node runs is a package; what stands alone is one file."""
    program = Path(f"{tmp_path}{path}")
    program.parent.mkdir(parents=True)
    program.write_text("")

    assert program_files(str(program)) == [f"{tmp_path}{files}"]
    assert program_files("not-there") == []


def test_a_home_behind_a_link_is_found_by_both_names(box: Box) -> None:
    """Where the home is a link, what is hidden is what it leads to, and the link stays."""
    link = box.place / "people"
    link.symlink_to(box.ada)
    box.env = {"HOME": str(link)}
    found = box.python(
        """
        home = os.environ["HOME"]
        found = [sorted(os.listdir(home)), os.readlink(home), tried(read, f"{home}/diary.txt")]
        """
    )

    assert found == [[".proctor", "shop"], str(box.ada), "FileNotFoundError"]


def test_an_agent_without_a_role_can_be_in_a_sandbox(box: Box) -> None:
    """One that an agent in a sandbox has started is in one too, whatever it runs."""
    box.role = None

    assert box.python("found = sorted(os.listdir(os.environ['HOME']))") == [".proctor", "shop"]


@pytest.mark.parametrize(("script", "status"), [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)])
def test_the_status_is_the_programs(box: Box, script: str, status: int) -> None:
    """It ends as the program did; of a signal inside, with the usual number."""
    assert box.run("sh", "-c", script).returncode == status


def test_a_program_that_is_not_there_is_said_so(box: Box) -> None:
    """The status and the words are those of a shell."""
    done = box.run("not-there-at-all")

    assert done.returncode == 127
    assert done.stderr == "proctor: not-there-at-all is not there\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("handled", [True, False], ids=["handled", "not handled"])
def test_a_signal_reaches_the_program(box: Box, number: signal.Signals, handled: bool) -> None:
    """The program can end in its own way; where it does not care, it ends by that signal."""
    short = number.name.removeprefix("SIG")
    trap = f"trap 'echo heard; exit 3' {short}; " if handled else ""
    words = box.words("sh", "-c", f"{trap}echo begun; while :; do sleep 0.01; done")
    with subprocess.Popen(words, env=box.environment(), stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"begun\n"
        started.send_signal(number)
        rest = started.stdout.read()
        status = started.wait(PATIENCE)

    assert (rest, status) == ((b"heard\n", 3) if handled else (b"", -number))


def test_who_is_ended_at_once_leaves_nothing_behind(box: Box) -> None:
    """However early the end comes, no program stays that nobody stands before."""
    mark = f"8{os.getpid()}"
    words = box.words("sleep", mark)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pause in range(0, 60, 60 // amount(5, 20)):
            with subprocess.Popen(words, env=box.environment()) as started:
                time.sleep(pause / 1000)
                started.send_signal(number)
    try:
        end = time.monotonic() + PATIENCE
        while (left := set(processes_with(mark)) - stuck_in(mark)) and time.monotonic() < end:
            time.sleep(0.01)
        assert left == set()
    finally:
        for pid in processes_with(mark):
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)


def stuck_in(mark: str) -> set[str]:
    """
    Return the processes of bubblewrap that wait for ever, before they have started anything.

    bubblewrap's outer process makes the inner one, which waits until it is told to go on. If the
    outer one is killed in between, nobody tells it. It is then asleep without a parent. Only
    bubblewrap could close that gap, and no program runs in it.
    """
    marked = set(processes_with(mark))
    stuck = set()
    for pid in marked:
        with suppress(FileNotFoundError, ProcessLookupError):
            status = dict(
                line.split(":\t", 1)
                for line in Path(f"/proc/{pid}/status").read_text().splitlines()
                if ":\t" in line
            )
            asleep = status["State"].startswith("S")
            if status["Name"] == "bwrap" and asleep and status["PPid"] not in marked:
                stuck.add(pid)
    return stuck


def test_a_key_that_interrupts_reaches_the_program_and_nobody_else(box: Box) -> None:
    """What is pressed at the terminal goes to all in front; only the program minds."""
    words = box.words("sh", "-c", "trap 'echo heard; exit 4' INT; echo begun; read line")
    with subprocess.Popen(
        words,
        env=box.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"begun\n"
        os.killpg(started.pid, signal.SIGINT)
        rest = started.stdout.read()
        status = started.wait(PATIENCE)

    assert (rest, status) == (b"heard\n", 4)


def test_a_program_that_tells_us_nothing_has_no_data_folder(box: Box) -> None:
    """Only Claude Code has a folder for its data; another program's home is empty each time."""
    box.program = ""

    found = box.python(
        "found = [os.environ.get('CLAUDE_CONFIG_DIR'), sorted(os.listdir('/run/proctor'))]"
    )
    assert found == [None, ["agent.json", "claude"]]
    assert os.listdir(box.folder / "claude") == []  # noqa: PTH208 - names


def test_the_longest_name_has_its_socket_folder(box: Box) -> None:
    """However long the name of the session is, its folder is found by a short one."""
    box.name = "n" * 64
    box.make()

    assert box.python("found = os.path.exists('/run/proctor/agent.json')") is True


# Where there can be none


@pytest.mark.parametrize(
    "place", ["home", "above", "/", "/usr", "/run", "ours", "in ours", "in /proc"]
)
def test_a_folder_that_would_open_everything_is_refused(box: Box, place: str) -> None:
    """The home, what has it in it, the system, and Proctor's own folder are no projects."""
    box.cwd = box.project = {
        "home": str(box.ada),
        "above": str(box.place),
        "ours": str(box.home),
        "in ours": session_folder(str(box.home), box.name),
        "in /proc": f"/proc/{os.getpid()}",
    }.get(place, place)

    with pytest.raises(UsageError, match="an agent in a sandbox cannot work in"):
        box.words("true")


@pytest.mark.parametrize("more", ["~", "/", "~/.claude", "~/.proctor"])
def test_a_role_cannot_open_everything(box: Box, more: str) -> None:
    """Folders that a role adds are looked at in the same way."""
    (box.ada / ".claude").mkdir()
    box.role = Role(id="coder", name="coder", sandbox=True, additional_directories=(more,))

    with pytest.raises(UsageError, match="an agent in a sandbox cannot work in"):
        box.words("true")


def test_a_link_to_the_home_is_the_home(box: Box) -> None:
    """What counts is where a folder really is."""
    (box.place / "link").symlink_to(box.ada)
    box.cwd = box.project = str(box.place / "link")

    with pytest.raises(UsageError, match="would lie open"):
        box.words("true")


@pytest.mark.parametrize(
    "name", [".claude", ".proctor", ".mcp.json", ".git", ".git/hooks", ".git/config"]
)
def test_a_link_where_something_is_held_is_refused(box: Box, name: str) -> None:
    """A link could be replaced, and what it leads to could be anything."""
    path = box.shop / name
    if name == ".git":
        (path / "config").unlink()
        path.rmdir()
    path.unlink(missing_ok=True) if name == ".git/config" else None
    path.symlink_to(box.ada)

    with pytest.raises(UsageError, match="is a link"):
        box.words("true")


def test_without_bubblewrap_there_is_no_sandbox(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is said what is missing, and how to get it."""
    monkeypatch.setattr(sandbox, "SYSTEM_PATH", str(box.shop))
    sandbox_trouble.cache_clear()
    try:
        with pytest.raises(UsageError, match="bubblewrap is not installed"):
            box.words("true")
        assert INSTALL in sandbox_trouble()
    finally:
        sandbox_trouble.cache_clear()


def test_a_bubblewrap_that_does_not_work_is_told_in_its_own_words(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system forbids it, what bubblewrap says is what is said."""
    fake = box.shop / "bwrap"
    fake.write_text("#!/bin/sh\necho 'bwrap: no permissions to create a namespace' >&2\nexit 1\n")
    fake.chmod(0o700)
    monkeypatch.setattr(sandbox, "SYSTEM_PATH", str(box.shop))
    sandbox_trouble.cache_clear()
    try:
        assert "no permissions to create a namespace" in sandbox_trouble()
    finally:
        sandbox_trouble.cache_clear()


def test_on_another_system_there_is_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is bubblewrap for Linux only."""
    monkeypatch.setattr(sys, "platform", "darwin")
    sandbox_trouble.cache_clear()
    try:
        assert sandbox_trouble() == "bubblewrap needs Linux"
    finally:
        sandbox_trouble.cache_clear()
