"""
Watch over one program, and say how it ended: the process between the terminal and an agent.

It is started as `python -IS supervisor.py SESSION_FOLDER`, so it imports little, and nothing of
ours before it needs it. What it starts stands in `start.json`, which it reads and removes: the
person's variables are in there. The program is known from `running.json` before its first
instruction runs, and its end from `ended.json`. Where one of them cannot be written, nothing is
claimed that is not so: no program is started, or the session is lost.

The program does not outlive it: on Linux the kernel ends the one with the other, elsewhere the
terminal does. What the program leaves running in the background stays below this process, so
that it is known whose it is, and ends with the program.
"""

import _signal  # type: ignore[import-not-found]  # the part of `signal` that is in C
import json
import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

LINUX, MACOS = sys.platform.startswith("linux"), sys.platform == "darwin"
START, RUNNING, ENDED = "start.json", "running.json", "ended.json"
LARGEST = 8 << 20
# What ends the program, and is handed on to it.
ENDINGS = (_signal.SIGTERM, _signal.SIGHUP)
# What comes from the keyboard is for the program; the rest is for whoever has the terminal.
FOR_OTHERS = (_signal.SIGINT, _signal.SIGQUIT, _signal.SIGTSTP, _signal.SIGTTOU, _signal.SIGTTIN)
# Python ignores these, and a program would inherit it.
IGNORED = (_signal.SIGPIPE, _signal.SIGXFSZ)
# How long a program may take to end once its terminal is gone, in seconds.
GRACE = 5
NOT_EXECUTABLE, NOT_FOUND, NOTHING = 126, 127, 125
BY_SIGNAL = 128
# The numbers of prctl(2).
SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36
# What the terminal is, only the terminal knows.
OF_TERMINAL = ("TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION")
OF_ANOTHER = ("LINES", "COLUMNS", "TMUX", "TMUX_PANE")
# Behind the name of the program in what Linux tells of a process.
BIRTH = 19
# What looks like a signal's name, and is none, or the second one.
NO_NAMES = ("SIG_", "SIGCLD", "SIGIOT", "SIGPOLL")
# Below what a program has left: plain letters, a cursor that is seen, the rest of the screen empty.
BELOW = "\x1b[m\x1b[?25h\r\n\x1b[J"
# What a program has asked of the terminal and could not take back: reports of the focus (with
# them tmux 3.3a falls over the terminal of a dead program), of the mouse and of pastes.
OVER = "".join(f"\x1b[?{mode}l" for mode in (1004, 1000, 1002, 1003, 1006, 2004))
AGAIN = "C-] r starts it again · C-] d leaves"


class Supervisor:
    """One program, from its start to its end."""

    def __init__(self, folder: str, start: "dict[str, Any]") -> None:
        self.folder = folder
        self.argv = [str(word) for word in start["argv"]]
        self.cwd = str(start["cwd"])
        self.number = int(start["number"])
        self.umask = start.get("umask")
        self.env = {str(name): str(value) for name, value in start["env"].items()}
        for name in OF_ANOTHER:
            self.env.pop(name, None)
        if "TMUX" in os.environ:
            self.env |= {name: os.environ[name] for name in OF_TERMINAL if name in os.environ}
        self.control = kernel()
        self.pid = 0

    # The program

    def start(self) -> None:
        """
        Start the program, known before it begins.

        Raises:
            OSError: that cannot be written, or the program cannot be executed.

        """
        if self.control is not None:
            self.control(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        waits, go = os.pipe()
        heard, says = os.pipe()
        parent = os.getpid()
        _signal.pthread_sigmask(_signal.SIG_BLOCK, ENDINGS)
        self.pid = os.fork()
        if not self.pid:
            os.close(go)
            os.close(heard)
            self.become(parent, waits, says)
        os.close(waits)
        os.close(says)
        self.watch_signals()
        try:
            self.write(RUNNING, self.running())
        except OSError:
            os.kill(self.pid, _signal.SIGKILL)
            os.waitpid(self.pid, 0)
            raise
        let_go(go)
        problem = read_all(heard)
        os.close(heard)
        if problem:
            os.waitpid(self.pid, 0)
            number, _, place = problem.decode().partition(" ")
            raise OSError(int(number), os.strerror(int(number)), place)

    def become(self, parent: int, waits: int, says: int) -> "NoReturn":
        """Become the program, in the process that was made for it."""
        place = self.argv[0] if self.argv else ""
        try:
            if self.control is not None:
                self.control(SET_PDEATHSIG, _signal.SIGKILL, 0, 0, 0)
            os.setpgid(0, 0)
            in_front(os.getpgrp())
            if os.getppid() != parent or not os.read(waits, 1):
                os._exit(NOTHING)
            if self.umask is not None:
                os.umask(int(self.umask) & 0o777)
            place = self.cwd
            os.chdir(self.cwd)
            place = self.argv[0]
            for number in (*ENDINGS, *FOR_OTHERS, *IGNORED):
                _signal.signal(number, _signal.SIG_DFL)
            _signal.pthread_sigmask(_signal.SIG_SETMASK, ())
            os.execvpe(place, self.argv, self.env)  # noqa: S606 - no shell is wanted
        except OSError as error:
            os.write(says, f"{error.errno or 0} {place}".encode(errors="replace"))
        except (ValueError, IndexError):
            # A zero byte, or no word at all.
            os.write(says, f"22 {place!a}".encode())
        finally:
            os._exit(NOTHING)

    def watch_signals(self) -> None:
        """Hand on what ends the program, and be deaf to what is meant for it."""
        for number in FOR_OTHERS:
            _signal.signal(number, _signal.SIG_IGN)
        for number in ENDINGS:
            _signal.signal(number, self.hand_on)
        _signal.signal(_signal.SIGALRM, self.end)
        _signal.pthread_sigmask(_signal.SIG_UNBLOCK, ENDINGS)

    def hand_on(self, number: int, _: object) -> None:
        """Tell the program; once the terminal is gone it has only so long."""
        if number == _signal.SIGHUP:
            _signal.alarm(GRACE)
        self.tell_program(number)

    def end(self, _number: int, _: object) -> None:
        """End the program that does not end by itself."""
        self.tell_program(_signal.SIGKILL)

    def tell_program(self, number: int) -> None:
        """Send the program a signal, if it is still there."""
        if self.pid:
            try:
                os.kill(self.pid, number)
                if number in ENDINGS:
                    # One that was stopped could not end.
                    os.kill(self.pid, _signal.SIGCONT)
            except OSError:
                return

    def wait(self) -> int:
        """Return how the program ended, as Python says it: minus a signal's number for a signal."""
        while True:
            pid, status = os.waitpid(-1, os.WUNTRACED)
            if pid != self.pid:
                continue
            if os.WIFSTOPPED(status):
                # Nobody else could wake it.
                in_front(self.pid)
                os.killpg(self.pid, _signal.SIGCONT)
                continue
            self.pid = 0
            return os.waitstatus_to_exitcode(status)

    def end_rest(self) -> None:
        """End what the program has left running; else it would be taken for a person's."""
        if self.control is None:
            return
        home = self.folder.rpartition("/sessions/")[0]
        try:
            from proctor.agents.left_behind import end_left  # noqa: PLC0415 - once it is needed

            end_left(home, os.getpid())
        except Exception as error:  # noqa: BLE001 - how the program ended is to be written all the same
            show(f"what it has left running could not be ended: {type(error).__name__}")

    # What is said

    def running(self) -> "dict[str, Any]":
        """Return the processes."""
        own = os.getpid()
        return {"number": self.number, "supervisor": own, "birth": born(own), "pid": self.pid}

    def ended(self, code: int) -> None:
        """Write how it ended, and tell the server."""
        how = {"exit_code": code} if code >= 0 else {"signal": name_of(-code)}
        whole, thousandths = divmod(time.time_ns() // 1_000_000, 1000)
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(whole))
        said = {"number": self.number, "at": f"{at}.{thousandths:03d}Z", **how}
        try:
            self.write(ENDED, said)
        except OSError as error:
            show(f"how it ended could not be written: {error.strerror}")
        self.tell_server()

    def write(self, name: str, said: "dict[str, Any]") -> None:
        """
        Write a file whole or not at all.

        Raises:
            OSError: it cannot be written.

        """
        begun = f"{self.folder}/.{name}.{os.getpid()}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW
        text = (json.dumps(said) + "\n").encode()
        try:
            file = os.open(begun, flags, 0o600)
            try:
                if os.write(file, text) != len(text):
                    raise OSError(28, os.strerror(28))
                os.fsync(file)
            finally:
                os.close(file)
            os.rename(begun, f"{self.folder}/{name}")  # noqa: PTH104 - see the start
        except OSError:
            remove(begun)
            raise

    def tell_server(self) -> None:
        """Let the server look at this session; where none listens, nobody needs to be told."""
        home, _, name = self.folder.rpartition("/sessions/")
        try:
            from proctor.hook.client import closing, connected  # noqa: PLC0415 - once it is needed

            with closing(connected(server_socket(home))) as server:
                server.sendall(json.dumps({"op": "look", "name": name}).encode() + b"\n")
        except (OSError, ImportError):
            return


def server_socket(home: str) -> str:
    """Return where the server of a home listens."""
    near = os.path.realpath(home) + "/proctor.sock"
    if os.path.exists(near):  # noqa: PTH110 - see the start
        return near
    from pathlib import Path  # noqa: PLC0415 - only where the name of a home is long

    from proctor.owner.socket_path import socket_path  # noqa: PLC0415 - the same

    return str(socket_path(Path(home)))


def kernel() -> "Any":
    """Return prctl(2); None where there is none."""
    if not LINUX:
        return None
    try:
        import ctypes  # noqa: PLC0415 - for Linux alone

        return ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):
        return None


def born(pid: int) -> str:
    """Return when a process was born, as `proctor.agents.processes` does."""
    if not MACOS:
        with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123 - see the start
            return file.read().rpartition(b")")[2].split()[BIRTH].decode()
    from proctor.agents.processes import birth_of  # noqa: PLC0415 - it takes long to load

    return birth_of(pid)


def in_front(group: int) -> None:
    """Give the terminal to a group of processes, if there is one."""
    before = _signal.signal(_signal.SIGTTOU, _signal.SIG_IGN)
    try:
        os.tcsetpgrp(0, group)
    except OSError:
        return
    finally:
        _signal.signal(_signal.SIGTTOU, before)


def name_of(number: int) -> str:
    """Return the name of a signal."""
    for name, value in vars(_signal).items():
        if value == number and name.startswith("SIG") and not name.startswith(NO_NAMES):
            return str(name)
    return f"SIG{number}"


def let_go(go: int) -> None:
    """Let the program begin, if it has not been ended meanwhile."""
    try:
        os.write(go, b"g")
    except BrokenPipeError:
        return
    finally:
        os.close(go)


def read_all(file: int) -> bytes:
    """Return what can be read until the end."""
    text = b""
    while piece := os.read(file, 1 << 16):
        text += piece
        if len(text) > LARGEST:
            break
    return text


def remove(path: str) -> None:
    """Remove a file that may not be there."""
    try:
        os.unlink(path)  # noqa: PTH108 - see the start
    except OSError:
        return


def taken(folder: str) -> "dict[str, Any]":
    """
    Return what shall be started, and leave nothing of it on the disk.

    Raises:
        OSError, ValueError, TypeError, KeyError: it is not there, or not as it should be.

    """
    path = f"{folder}/{START}"
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        text = read_all(file)
    finally:
        os.close(file)
        remove(path)
    return dict(json.loads(text))


def show(text: str) -> None:
    """Write to the terminal, below what the program has left there."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    try:
        os.write(2, f"{BELOW}{clean}\r\n{OVER}".encode(errors="replace"))
    except OSError:
        return


def in_words(name: str, code: int) -> str:
    """Return how a program ended, for whoever looks at its terminal."""
    # As everywhere else it is told of: `proctor.server.agent_states.exited`.
    how = name_of(-code) if code < 0 else code
    return f"{name} exited ({how}) · {AGAIN}"


def main(folder: str) -> int:
    """Run what a session's folder says, and return the exit status."""
    name = folder.rpartition("/")[2]
    sys.path.append(os.path.realpath(f"{__file__}/../../.."))
    try:
        supervisor = Supervisor(folder, taken(folder))
    except (OSError, ValueError, TypeError, KeyError) as error:
        show(f"{name} cannot be started: {START} is not as it should be ({type(error).__name__})")
        return NOTHING
    try:
        supervisor.start()
    except OSError as error:
        what = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
        show(f"{name} cannot be started: {what} · {AGAIN}")
        missing = isinstance(error, FileNotFoundError)
        code = NOT_FOUND if missing else NOT_EXECUTABLE
        supervisor.pid = 0
        supervisor.ended(code)
        return code
    supervisor.tell_server()
    code = supervisor.wait()
    show(in_words(name, code))
    supervisor.end_rest()
    supervisor.ended(code)
    return code if code >= 0 else BY_SIGNAL - code


if __name__ == "__main__":
    status = main(sys.argv[1])
    # Nothing is left to be done; what a program sent meanwhile must not change the status.
    os._exit(status)
