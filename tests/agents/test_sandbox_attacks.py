"""Ways out of the sandbox by files: each is tried by a program that really runs in it."""

from __future__ import annotations

import os
import pwd
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import proctor
from proctor.terms.role import Role
from tests.agents.boxes import SECRET, Box, short_place

OPEN_ONES = """
import os
def is_open(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
print(list(filter(is_open, range(1000))))
"""


@pytest.fixture
def box() -> Iterator[Box]:
    """Return a sandbox in which everything is as usual."""
    with short_place() as place:
        yield Box(place).make()


def planted(folder: Path) -> list[str]:
    """Return what was written under a folder by an attack."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sorted(str(file) for file in files if b"planted" in file.read_bytes())


# What is the person's


def test_the_persons_files_are_not_there(box: Box) -> None:
    """The home folder is empty but for the project, and so are those of all others."""
    (box.ada / ".ssh").mkdir()
    (box.ada / ".ssh" / "id_ed25519").write_text(SECRET)
    found = box.python(
        """
        home = os.environ["HOME"]
        names = [".ssh/id_ed25519", "diary.txt", "../ada/diary.txt", ".proctor/token"]
        found = {
            "home": sorted(os.listdir(home)),
            "homes": sorted(os.listdir("/home")),
            "read": [tried(read, f"{home}/{name}") for name in names],
        }
        """
    )

    # The interpreter and Proctor have to be there, wherever they are installed, and the folder
    # that the system names as this user's home is hidden by an empty one.
    places = (sys.prefix, proctor.__file__, pwd.getpwuid(os.geteuid()).pw_dir)
    ours = {path.split("/")[2] for path in places if path.startswith("/home/")}
    assert found == {
        "home": [".proctor", "shop"],
        "homes": sorted(ours),
        "read": ["FileNotFoundError"] * 4,
    }


def test_what_is_written_in_the_home_stays_inside(box: Box) -> None:
    """A program may write there as it likes: it is gone with the sandbox."""
    found = box.python(
        """
        home = os.environ["HOME"]
        found = [tried(write, f"{home}/{name}") for name in (".bashrc", "diary.txt", ".profile")]
        """
    )

    assert found == ["done"] * 3
    assert planted(box.ada) == []


def test_nothing_of_the_system_can_be_written(box: Box) -> None:
    """System folders, the kernel's switches and what is mounted are read-only, for root too."""
    found = box.python(
        """
        paths = [
            "/etc/profile.d/x.sh", "/usr/local/bin/git", "/usr/bin/git", "/opt/x", "/srv/x", "/x",
            "/var/spool/cron/x", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe",
            "/proc/sysrq-trigger", "/sys/kernel/uevent_helper", "/sys/fs/cgroup/x",
        ]
        def opened(path):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT))
        found = [path for path in paths if tried(opened, path) == "done"]
        """
    )

    assert found == []


def test_links_out_of_the_project_lead_nowhere(box: Box) -> None:
    """A link in the project, old or new, to what is hidden finds nothing behind it."""
    (box.shop / "old").symlink_to(box.ada / "diary.txt")
    (box.shop / "up").symlink_to("..")
    found = box.python(
        """
        home = os.environ["HOME"]
        os.symlink(f"{home}/diary.txt", "new")
        os.symlink("/proc/1/root/etc", "root")
        found = [tried(read, name) for name in ("old", "new", "up/diary.txt")]
        found.append(tried(write, "old"))
        found.append(tried(os.link, f"{home}/shop/readme.md", "/tmp/readme.md"))
        """
    )

    assert found == ["FileNotFoundError"] * 3 + ["done", "OSError"]
    assert (box.ada / "diary.txt").read_text() == SECRET


def test_descriptors_from_outside_are_not_handed_in(box: Box) -> None:
    """A program inside has its three streams, and no file, folder or socket of ours."""
    with (box.ada / "diary.txt").open() as file:
        done = box.run(*(sys.executable, "-I", "-c", OPEN_ONES), pass_fds=[file.fileno()])

    assert done.stdout.strip() == "[0, 1, 2]", done.stderr


# What is Proctor's


def test_proctors_folder_is_empty_and_stays_so(box: Box) -> None:
    """Tokens, the store, other sessions: none is there, and nothing can be put there."""
    other = box.home / "sessions" / "arch-2"
    other.mkdir()
    (other / "agent.json").write_text(SECRET)
    (box.home / "tmux").mkdir()
    found = box.python(
        """
        home = os.environ["HOME"] + "/.proctor"
        found = {
            "home": sorted(os.listdir(home)),
            "sessions": os.listdir(f"{home}/sessions"),
            "token": tried(write, f"{home}/token"),
            "config": tried(write, f"{home}/config.yaml"),
            "session": tried(os.mkdir, f"{home}/sessions/arch-2"),
            "moved": tried(os.rename, f"{home}/sessions", f"{home}/x"),
        }
        """
    )

    assert found == {
        "home": ["sessions"],
        "sessions": ["box-1"],
        "token": "OSError",
        "config": "OSError",
        "session": "OSError",
        "moved": "OSError",
    }
    assert planted(box.home) == []


def test_the_session_folder_cannot_be_written(box: Box) -> None:
    """Hook, settings, policy, messages and what says how it runs: read, and never written."""
    (box.folder / ".claude").mkdir()
    for name in ("hook", ".claude/settings.json", "running.json", "policy.json"):
        (box.folder / name).write_text("{}")
    found = box.python(
        """
        folder = os.environ["HOME"] + "/.proctor/sessions/box-1"
        names = ["hook", ".claude/settings.json", "running.json", "ended.json", "hook.sock", "new"]
        found = [tried(write, f"{place}/{name}")
                 for place in (folder, "/run/proctor") for name in names]
        found.append(tried(os.rename, f"{folder}/.claude", f"{folder}/claude/x"))
        found.append(tried(os.rename, f"{folder}/claude", f"{folder}/x"))
        found.append(tried(os.unlink, f"{folder}/hook"))
        """
    )

    assert found == ["OSError"] * 15
    assert planted(box.home) == []


@pytest.mark.parametrize("before", [False, True], ids=["first start", "later start"])
def test_the_programs_data_can_be_written_and_its_settings_cannot(
    box: Box,
    before: bool,
) -> None:
    """Transcripts and state are the program's; what has hooks or settings in it is not."""
    data = box.folder / "claude"
    if before:
        # An agent that ran before put links where this version holds something.
        (data / "settings.json").symlink_to(box.ada / "diary.txt")
        (data / "skills").symlink_to(box.ada)
        (data / "CLAUDE.md").mkdir()
        # Or a second name for one, by which it could be written.
        (data / "mine").write_text("{}")
        os.link(data / "mine", data / "settings.local.json")
    found = box.python(
        """
        data = os.environ["CLAUDE_CONFIG_DIR"]
        held = ["settings.json", "settings.local.json", "CLAUDE.md", ".credentials.json",
                "agents/x.md", "commands/x.md", "hooks/x", "plugins/x", "skills/x", "rules/x"]
        found = {
            "held": [tried(write, f"{data}/{name}") for name in held],
            "moved": [tried(os.rename, f"{data}/{name}", f"{data}/x")
                      for name in ("settings.json", "skills")],
            "gone": tried(os.unlink, f"{data}/settings.json"),
            "data": tried(write, f"{data}/.claude.json"),
            "settings": read(f"{data}/settings.json"),
            "mine": tried(write, f"{data}/mine"),
            "local": read(f"{data}/settings.local.json"),
        }
        """
    )

    assert found == {
        "held": ["OSError"] * 10,
        "moved": ["OSError"] * 2,
        "gone": "OSError",
        "data": "done",
        "settings": "{}\n",
        "mine": "done",
        "local": "{}\n",
    }
    assert {Path(file).name for file in planted(data)} >= {".claude.json", "mine"}
    assert [file for file in planted(box.ada) if not file.startswith(str(data))] == []
    assert (box.ada / "diary.txt").read_text() == SECRET


def test_the_login_of_the_program_can_be_read_and_not_written(box: Box) -> None:
    """Where the person is logged in, so is the agent; it cannot change that."""
    (box.ada / ".claude").mkdir()
    (box.ada / ".claude" / ".credentials.json").write_text("{}")
    (box.ada / ".claude" / "settings.json").write_text(SECRET)
    found = box.python(
        """
        data = os.environ["CLAUDE_CONFIG_DIR"]
        login = f"{data}/.credentials.json"
        found = [tried(read, login), tried(write, login),
                 tried(read, os.environ["HOME"] + "/.claude/settings.json")]
        """
    )

    assert found == ["{}", "OSError", "FileNotFoundError"]


@pytest.mark.parametrize("place", ["home", "tmp"])
def test_our_sockets_are_not_there(box: Box, place: str) -> None:
    """Neither the control socket nor that of tmux can be reached, wherever it lies."""
    path = (box.home if place == "home" else box.place) / "proctor.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen()
        try:
            found = box.python(
                """
                client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
                found = tried(client.connect, sys.argv[1])
                """,
                str(path),
            )
        finally:
            path.unlink()

    assert found == "FileNotFoundError"


def test_the_agents_own_socket_is_there(box: Box) -> None:
    """By one name that is short, and by the name that it has outside."""
    path = box.folder / "hook.sock"
    here = os.open(box.folder, os.O_PATH)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(f"/proc/self/fd/{here}/hook.sock")
        os.close(here)
        server.listen()
        found = box.python(
            """
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            found = [tried(client.connect, "/run/proctor/hook.sock"), os.path.exists(sys.argv[1])]
            """,
            str(path),
        )

    assert found == ["done", True]


# What makes others do something


def test_what_others_would_run_cannot_be_written_in_the_project(box: Box) -> None:
    """Settings of agents, our rules, git's hooks and configuration stay as they are."""
    for name in (".proctor/roles", ".claude/skills", ".git/hooks", ".codex", ".github/hooks"):
        (box.shop / name).mkdir(parents=True)
    (box.shop / ".git" / "modules" / "lib" / "hooks").mkdir(parents=True)
    for name in (".mcp.json", ".git/modules/lib/HEAD", ".git/modules/lib/config"):
        (box.shop / name).write_text("{}")
    found = box.python(
        """
        names = [".proctor/roles/coder.yaml", ".proctor/config.yaml", ".claude/settings.json",
                 ".claude/settings.local.json", ".claude/skills/x.md", ".mcp.json", ".git/config",
                 ".git/hooks/pre-commit", ".git/modules/lib/config", ".git/modules/lib/hooks/x",
                 ".codex/config.toml", ".github/hooks/x.json"]
        moves = [".proctor", ".claude", ".mcp.json", ".git/config", ".git/hooks", ".git",
                 ".git/modules", ".git/modules/lib", ".github"]
        found = {
            "written": [tried(write, name) for name in names],
            "moved": [tried(os.rename, name, "away") for name in moves],
            "others": [tried(write, name) for name in ("readme.md", ".git/HEAD", "src.py")],
        }
        """
    )

    assert found == {
        "written": ["OSError"] * 12,
        "moved": ["OSError"] * 9,
        "others": ["done"] * 3,
    }


def test_what_others_would_run_cannot_be_made_in_the_project(box: Box) -> None:
    """Where settings of agents and hooks are not there yet, they cannot be made either."""
    found = box.python(
        """
        names = [".claude/settings.json", ".git/hooks/post-checkout"]
        found = [tried(write, name) for name in names] + [tried(os.rmdir, ".claude")]
        """
    )

    assert found == ["OSError"] * 3
    assert list((box.shop / ".claude").iterdir()) == []


def test_a_folder_above_what_is_held_cannot_be_moved(box: Box) -> None:
    """An agent that starts further down cannot put another folder in the place of its own."""
    start = box.shop / "apps" / "web"
    start.mkdir(parents=True)
    box.cwd = str(start)
    found = box.python(
        """
        shop = os.environ["HOME"] + "/shop"
        found = [tried(os.rename, f"{shop}/apps", f"{shop}/x"),
                 tried(os.rename, f"{shop}/apps/web", f"{shop}/x"),
                 tried(write, ".claude/settings.json"), tried(write, "index.html"),
                 tried(write, f"{shop}/readme.md")]
        """
    )

    assert found == ["OSError", "OSError", "OSError", "done", "done"]


def test_folders_of_the_role_can_be_written_and_have_their_shields(box: Box) -> None:
    """What the role adds is there to be written, but for what others would run."""
    more = box.ada / "notes"
    (more / ".git" / "hooks").mkdir(parents=True)
    box.role = Role(
        id="coder", name="coder", sandbox=True, additional_directories=("~/notes", "~/not-there")
    )
    found = box.python(
        """
        notes = os.environ["HOME"] + "/notes"
        found = [tried(write, f"{notes}/{name}") for name in ("a.md", ".git/hooks/x", ".claude/x")]
        """
    )

    assert found == ["done", "OSError", "OSError"]


def test_our_own_files_cannot_be_written_where_they_lie_in_the_project(box: Box) -> None:
    """Python and the package that its hooks run are held, also for who works on them."""
    import proctor  # noqa: PLC0415 - where it lies is the point

    package = Path(proctor.__file__).resolve().parent
    box.role = Role(
        id="coder",
        name="coder",
        sandbox=True,
        additional_directories=(str(package.parent.parent),),
    )
    found = box.python(
        """
        package = sys.argv[1]
        def opened(path):
            os.close(os.open(path, os.O_WRONLY))
        found = [tried(opened, f"{package}/hook/client.py"), tried(opened, sys.executable),
                 tried(os.rename, f"{package}/hook/client.py", f"{package}/x"),
                 tried(os.rename, os.path.dirname(package), "/tmp/x")]
        """,
        str(package),
    )

    # Whose they are is another matter.
    assert set(found) <= {"OSError", "PermissionError"}
