"""Ways out of the sandbox by processes, terminals, the kernel and the network."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.agents.boxes import BEGIN, PATIENCE, Box, left_over, short_place

# Calls by their numbers: the filter looks at these, not at what a library makes of them.
CALLS = """
import ctypes, errno, platform
libc = ctypes.CDLL(None, use_errno=True)
X86 = platform.machine() == "x86_64"
def asked(x86, arm, *words):
    ctypes.set_errno(0)
    done = libc.syscall(x86 if X86 else arm, *words)
    return errno.errorcode.get(ctypes.get_errno(), "done") if done < 0 else "done"
"""


@pytest.fixture
def box() -> Iterator[Box]:
    """Return a sandbox in which everything is as usual."""
    with short_place() as place:
        yield Box(place).make()


# Processes


def test_other_processes_are_neither_seen_nor_reached(box: Box) -> None:
    """Processes outside cannot be listed, killed, traced or read, by their numbers or ours."""
    with subprocess.Popen(["sleep", "600"]) as other:
        found = box.python(
            """
            pid = int(sys.argv[1])
            import signal
            found = {
                "seen": sorted(int(name) for name in os.listdir("/proc") if name.isdigit())[:2],
                "killed": tried(os.kill, pid, signal.SIGKILL),
                "environ": tried(read, f"/proc/{pid}/environ"),
                "memory": tried(read, f"/proc/{pid}/mem"),
                "root": tried(os.listdir, f"/proc/{pid}/root"),
                "many": len([name for name in os.listdir("/proc") if name.isdigit()]) < 6,
            }
            """,
            str(other.pid),
        )
        alive = other.poll() is None
        other.kill()

    assert found == {
        "seen": [1, 2],
        "killed": "ProcessLookupError",
        "environ": "FileNotFoundError",
        "memory": "FileNotFoundError",
        "root": "FileNotFoundError",
        "many": True,
    }
    assert alive


def test_to_kill_everything_ends_only_what_is_inside(box: Box) -> None:
    """A signal to all, and to the first process, reaches nobody outside."""
    with subprocess.Popen(["sleep", "600"]) as other:
        done = box.run("sh", "-c", "kill -9 1; kill -9 -1; echo still here")
        alive = other.poll() is None
        other.kill()

    assert alive
    assert done.returncode in (0, 137)


def test_the_first_process_is_no_way_out(box: Box) -> None:
    """What bubblewrap leaves inside sees what everybody inside sees, and can change nothing."""
    found = box.python(
        """
        home = os.environ["HOME"]
        found = [tried(read, f"/proc/1/root{home}/diary.txt"),
                 tried(read, f"/proc/1/cwd/../ada/diary.txt"),
                 tried(os.listdir, "/proc/1/root/oldroot"),
                 [tried(os.listdir, f"/proc/1/fd/{n}") for n in range(3, 10)].count("done")]
        """
    )

    assert [one for one in found if one not in ("FileNotFoundError", "PermissionError", 0)] == []


def test_what_runs_on_in_the_background_ends_with_the_sandbox(box: Box) -> None:
    """A process that was cut loose does not outlive the program."""
    mark = f"6{os.getpid()}"
    done = box.run("sh", "-c", f"setsid sleep {mark} >/dev/null 2>&1 & echo begun")

    assert done.stdout == "begun\n"
    assert left_over(mark) == []


def test_killing_the_starter_kills_everything_inside(box: Box) -> None:
    """Whoever kills what stands outside leaves nothing running inside."""
    mark = f"7{os.getpid()}"
    words = box.words("sh", "-c", f"echo begun; sleep {mark}; true")
    with subprocess.Popen(words, env=box.environment(), stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"begun\n"
        started.kill()

    assert left_over(mark) == []


# The first process of a sandbox as bubblewrap's is, but slow: it has started the last step, and
# has not installed its filter yet, when the starter dies.
SLOW_FIRST_PROCESS = """
import ctypes, os, select, sys
from proctor.agents import sandbox_inside
from proctor.agents.seccomp import filter_of, machine_of

class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

def install_filter():
    code = filter_of(machine_of())
    system = ctypes.CDLL(None)
    system.prctl(38, 1, 0, 0, 0)
    assert system.prctl(22, 2, ctypes.byref(Program(len(code) // 8, code)), 0, 0) == 0

alive, held = os.pipe()
output, inner = os.pipe()
child = os.fork()
if child == 0:
    os.close(held)
    os.dup2(inner, 1)
    os.dup2(alive, sandbox_inside.ALIVE)
    install_filter()
    os.execv(sys.executable, [sys.executable, "-IS", sandbox_inside.__file__, "echo", "begun"])
os.close(inner)
# The program gets every chance to begin too early.
select.select([output], [], [], 1)
os.close(held)
install_filter()
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(status, os.read(output, 100))
"""


def test_nothing_begins_inside_before_it_would_die_with_the_starter() -> None:
    """A starter that is killed while the first process is not complete leaves nothing running."""
    world = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"]
    done = subprocess.run(
        [*world, sys.executable, "-c", SLOW_FIRST_PROCESS],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )

    assert (done.stdout, done.stderr) == ("126 b''\n", "")


# The kernel


def test_no_rights_can_be_had(box: Box) -> None:
    """No mounts, no namespaces, no other root, no keys, no program that gives rights."""
    found = box.python(
        CALLS
        + """
NEW_USERS, NEW_FILES = 0x10000000, 0x20000
found = {
    "mount": asked(165, 40, b"none", b"/tmp", b"tmpfs", 0, None),
    "umount": asked(166, 39, b"/run", 2),
    "bind": asked(165, 40, b"/", b"/tmp", None, 0x1000, None),
    "pivot": asked(155, 41, b"/", b"/"),
    "open_tree": asked(428, 428, -100, b"/", 1),
    "users": asked(272, 97, NEW_USERS),
    "users with more": asked(272, 97, NEW_USERS | NEW_FILES),
    "files": asked(272, 97, NEW_FILES),
    "clone": asked(56, 220, NEW_USERS | 17, 0, 0, 0, 0),
    "clone3": asked(435, 435, None, 0),
    "setns": asked(308, 268, 0, 0),
    "chroot": asked(161, 51, b"/tmp"),
    "to the host": asked(41, 198, 40, 1, 0),
    "keys": asked(250, 219, 0, -3, 0),
    "add key": asked(248, 217, b"user", b"x", b"y", 1, -3),
    "bpf": asked(321, 280, 0, 0, 0),
    "io_uring": asked(425, 425, 1, 0),
    "root": asked(105, 146, 0) if os.getuid() else "EPERM",
}
"""
    )
    nothing = found.pop("clone3"), found.pop("io_uring")

    assert nothing == ("ENOSYS", "ENOSYS")
    assert found.pop("root") in ("EPERM", "EINVAL")
    assert set(found.values()) == {"EPERM"}


def test_programs_that_give_rights_give_none(box: Box) -> None:
    """A program that takes its owner's rights elsewhere takes none here."""
    status = box.run("grep", "-E", "NoNewPrivs|CapEff|CapBnd|Seccomp:", "/proc/self/status").stdout

    assert dict(line.split() for line in status.splitlines()) == {
        "CapEff:": "0000000000000000",
        "CapBnd:": "0000000000000000",
        "NoNewPrivs:": "1",
        "Seccomp:": "2",
    }


def test_calls_of_another_machine_are_refused(box: Box) -> None:
    """The same call under the number that it has for short pointers is not there."""
    found = box.python(
        CALLS
        + """
found = asked(0x40000000 + 514, 0x7fff, 0, 0x5412, b"x") if X86 else "ENOSYS"
"""
    )

    assert found == "ENOSYS"


# Terminals


def in_terminal(words: list[str], env: dict[str, str]) -> str:
    """Run a program in a terminal of its own, and return all that it shows."""
    child, ours = pty.fork()
    if child == 0:
        os.execve(words[0], words, env)  # noqa: S606 - our own words
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:
        pass  # the last one has closed it
    os.close(ours)
    os.waitpid(child, 0)
    return shown.decode()


def test_nothing_can_be_typed_into_the_terminal(box: Box) -> None:
    """Neither TIOCSTI nor TIOCLINUX, nor TIOCSTI with bits that the kernel overlooks."""
    script = (
        BEGIN
        + CALLS
        + """
import fcntl
high = asked(16, 29, 0, ctypes.c_ulong(0x5412 | 1 << 32), b"x")
found = [tried(fcntl.ioctl, 0, 0x5412, b"x"), tried(fcntl.ioctl, 0, 0x541C, b"\\x03"), high]
print(json.dumps(found), os.isatty(0))
"""
    )
    shown = in_terminal(box.words(sys.executable, "-I", "-c", script), box.environment())

    assert shown == '["PermissionError", "PermissionError", "EPERM"] True\r\n'


def test_other_terminals_are_not_there(box: Box) -> None:
    """The terminals of the person and of other agents have no name inside."""
    ours, theirs = pty.openpty()
    name = os.ttyname(theirs)
    found = box.python("found = tried(open, sys.argv[1], 'w')", name)
    os.close(ours)
    os.close(theirs)

    assert found in ("FileNotFoundError", "PermissionError")


def test_tmux_reaches_nothing(box: Box) -> None:
    """Whatever it is told, tmux inside finds no server of ours."""
    server = f"{box.home}/tmux/proctor"
    (box.home / "tmux").mkdir()
    made = [
        "tmux",
        "-S",
        server,
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-s",
        "arch",
        "sleep",
        "600",
    ]
    subprocess.run(made, check=True, timeout=PATIENCE)
    try:
        box.env = {"TMUX": f"{server},1,0", "TMUX_PANE": "%0"}
        done = box.run("sh", "-c", f"tmux -S {server} ls; tmux ls; env | grep -c TMUX")
    finally:
        subprocess.run(["tmux", "-S", server, "kill-server"], check=True, timeout=PATIENCE)

    assert done.stdout == "0\n"


# In a world of its own, in which what is mounted is handed on as on most systems.
MOUNTED_LATER = """
import pathlib, subprocess, sys
from tests.agents.boxes import Box
box = Box(pathlib.Path(sys.argv[1]))
words = box.words("sh", "-c", "echo begun; read line; ls /srv; echo planted > /srv/x")
with subprocess.Popen(words, env=box.environment(), stdin=-1, stdout=-1, stderr=-2) as inside:
    inside.stdout.readline()
    subprocess.run(["mount", "-t", "tmpfs", "none", "/srv"], check=True)
    pathlib.Path("/srv/secret").write_text("a-secret-of-ada")
    print(inside.communicate(b"go on")[0].decode())
    print(sorted(path.name for path in pathlib.Path("/srv").iterdir()))
"""


def test_what_is_mounted_later_does_not_come_inside(box: Box) -> None:
    """A disk that is put in while an agent runs is neither seen nor written by it."""
    world = ["unshare", "--user", "--map-root-user", "--mount", "--propagation", "shared"]
    done = subprocess.run(
        [*world, sys.executable, "-c", MOUNTED_LATER, str(box.place)],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )

    assert done.returncode == 0, done.stderr
    assert "['secret']" in done.stdout
    assert "\nsecret" not in done.stdout


# The network


def test_sockets_without_a_file_are_shut_off(box: Box) -> None:
    """A socket that lies in no folder, as a desktop has, cannot be reached from inside."""
    name = f"\0box-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(name)
        server.listen()
        found = box.python(
            """
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            outside = tried(client.connect, "\\0" + sys.argv[1])
            own = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            own.bind("\\0inside-" + sys.argv[1])
            own.listen()
            found = [outside, tried(client.connect, "\\0inside-" + sys.argv[1])]
            """,
            name[1:],
        )

    assert found == ["PermissionError", "done"]


def test_the_network_is_there(box: Box) -> None:
    """The model has to be reached, so what listens on this machine can be reached too."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        found = box.python(
            """
            found = tried(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1]))).close())
            """,
            str(server.getsockname()[1]),
        )
        resolved = box.python("found = len(socket.getaddrinfo('localhost', 80)) > 0")

    assert (found, resolved) == ("done", True)
