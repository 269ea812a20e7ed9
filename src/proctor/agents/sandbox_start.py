"""
Start bubblewrap for an agent, and stand between it and whoever started us.

It is run as `python -IS <this file> FILTER CLAUDE BWRAP WORDS…`, and imports nothing of ours.
bubblewrap hands no signal on, and would end with all that is in it: so this hands TERM and
HUP to the program inside, and ends as the program did. If it is killed itself, bubblewrap
dies with it, and so does everything inside; while that is being made, nothing would die, so
the last step inside looks whether we are still there, by the pipe that only we hold open.
"""

import ctypes
import os
import signal
import stat
import sys
import time

# What in the program's own folder only we may write; the agent has written all the rest.
FILES = ("settings.json", "settings.local.json", ".credentials.json", "CLAUDE.md")
FOLDERS = ("agents", "commands", "hooks", "output-styles", "plugins", "rules", "skills")
EMPTY = {"settings.json": b"{}\n", "settings.local.json": b"{}\n"}
HANDED_ON = (signal.SIGTERM, signal.SIGHUP)
# A program that was told that its terminal is gone may take so long.
GRACE = 5
# A set of mounts of one's own, users of one's own to be allowed that, and nothing comes in later.
NEW_MOUNTS, NEW_USERS, ALL_PRIVATE = 0x20000, 0x10000000, 0x44000
DIE_WITH_PARENT = 1
# By this number the last step inside knows the pipe that we hold open.
ALIVE = 99
# How long bubblewrap may take until the program is there, and the time between two looks.
MADE_WITHIN, PAUSE = 10.0, 0.005
PLACE = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
NOT_STARTED, BY_SIGNAL = 126, 128


def main(words: list[str]) -> int:
    """Run bubblewrap to its end, and return with what status to end."""
    filter_file, claude, *command = words
    try:
        if claude:
            tidy(claude)
        filtering = os.open(filter_file, os.O_RDONLY)
    except OSError as error:
        return said(f"the sandbox cannot be made: {error}")
    told, tells = os.pipe()
    alive, held = os.pipe()
    parent = os.getpid()
    # Whoever ends us before we can hand it on would leave the child alone.
    signal.pthread_sigmask(signal.SIG_BLOCK, HANDED_ON)
    child = os.fork()
    if child == 0:
        become(command, (filtering, tells, alive), parent)
    for number in (filtering, tells, alive):
        os.close(number)
    status = stand_before(child, Inside(told))
    os.close(held)
    return status


def stand_before(child: int, inside: "Inside") -> int:
    """Hand on what is meant for the program, until it has ended; return with what status."""
    handed: list[int] = []

    def hand_on(number: int, _: object) -> None:
        handed.append(number)
        if number == signal.SIGHUP:
            signal.alarm(GRACE)
        try:
            os.kill(inside.awaited(child), number)
        except ProcessLookupError:
            return  # it has just ended

    # What is typed at the terminal reaches the program by itself.
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    for number in HANDED_ON:
        signal.signal(number, hand_on)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDED_ON)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    ended_by = -status if status < 0 else status - BY_SIGNAL
    if status < 0 or ended_by in handed:
        end_by(ended_by)
    return status


def become(command: list[str], handed_in: tuple[int, int, int], parent: int) -> None:
    """Become bubblewrap; a key that is pressed shall not end it, only what is inside."""
    try:
        die_with(parent)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, HANDED_ON)
        for number in (signal.SIGINT, signal.SIGQUIT):
            signal.signal(number, signal.SIG_IGN)
        # Nothing that was open outside is open inside.
        filtering, tells, alive = handed_in
        os.dup2(alive, ALIVE)
        for opened in {*map(int, os.listdir("/proc/self/fd"))} - {0, 1, 2, ALIVE}:  # noqa: PTH208 - no pathlib
            if opened in (filtering, tells):
                os.set_inheritable(opened, True)
            elif is_open(opened):
                os.close(opened)
        close_mounts()
        # Who has become another user, if only in name, has to say it again.
        die_with(parent)
        program, *words = command
        own = ["--seccomp", str(filtering), "--info-fd", str(tells)]
        os.execv(program, [program, *own, *words])  # noqa: S606 - our own words, without a shell
    except BaseException as error:  # noqa: BLE001 - the other half of us must not go on here
        said(f"bubblewrap cannot be started: {error}")
    finally:
        os._exit(NOT_STARTED)


def die_with(parent: int) -> None:
    """
    Let the system kill us when our parent dies, as bubblewrap will do for itself.

    Raises:
        ProcessLookupError: it is dead already.

    """
    ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        raise ProcessLookupError


def close_mounts() -> None:
    """
    Let nothing come inside that is mounted outside later: it could be written there.

    Most systems hand new mounts on to all who see the place. Where we may not end that, it
    stays so: whether we may is tried by somebody else first, for there is no way back.
    """
    for flags in (NEW_MOUNTS, NEW_MOUNTS | NEW_USERS):
        trial = os.fork()
        if trial == 0:
            try:
                own_mounts(flags)
                os._exit(0)
            finally:
                os._exit(1)
        if os.waitpid(trial, 0)[1] == 0:
            return own_mounts(flags)
    return None


def own_mounts(flags: int) -> None:
    """
    Take a set of mounts of our own, that hears of no others.

    Raises:
        OSError: the system does not let us.

    """
    system, user, group = ctypes.CDLL(None, use_errno=True), os.geteuid(), os.getegid()
    if system.unshare(flags) != 0:
        raise OSError(ctypes.get_errno(), "unshare")
    if flags & NEW_USERS:
        maps = {"setgroups": "deny", "uid_map": f"{user} {user} 1", "gid_map": f"{group} {group} 1"}
        for name, text in maps.items():
            with open(f"/proc/self/{name}", "w") as file:  # noqa: PTH123 - without pathlib
                file.write(text)
    if system.mount(None, b"/", None, ctypes.c_ulong(ALL_PRIVATE), None) != 0:
        raise OSError(ctypes.get_errno(), "mount")


def is_open(number: int) -> bool:
    """Say whether a descriptor is open; that by which they were listed is not any more."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


class Inside:
    """What is inside, as bubblewrap tells of it."""

    def __init__(self, told: int) -> None:
        self.told = told
        self.said = b""

    def awaited(self, child: int) -> int:
        """
        Return the process of the program as soon as it is there, else that of bubblewrap.

        To end bubblewrap before that could leave what it is about to start.
        """
        end = time.monotonic() + MADE_WITHIN
        while not (number := self.program()) and time.monotonic() < end and is_running(child):
            time.sleep(PAUSE)
        return number or child

    def program(self) -> int:
        """Return the process of the program, in our numbers; 0 where it is not there yet."""
        try:
            os.set_blocking(self.told, False)
            self.said = self.said or os.read(self.told, 1000)
            first = self.said.partition(b"child-pid")[2].partition(b",")[0]
            number = int(bytes(filter(b"0123456789".__contains__, first)))
            with open(f"/proc/{number}/task/{number}/children") as file:  # noqa: PTH123 - no pathlib
                return int(file.read().split()[0])
        except (OSError, ValueError, IndexError):
            return 0


def is_running(child: int) -> bool:
    """Say whether a child has not ended; it can still be waited for."""
    return os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def tidy(claude: str) -> None:
    """
    Make sure that what is to be covered in the program's folder is there, and is no link.

    An earlier run of the agent may have put anything there. Nothing is followed, and what is
    not what it should be is put aside.

    Raises:
        OSError: it cannot be had.

    """
    if not os.path.lexists(claude):
        os.mkdir(claude, 0o700)  # noqa: PTH102 - without pathlib
    place = os.open(claude, PLACE)
    try:
        for name in FILES:
            if not is_a(stat.S_ISREG, name, place):
                flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
                file = os.open(name, flags, 0o600, dir_fd=place)
                os.write(file, EMPTY.get(name, b""))
                os.close(file)
        for name in FOLDERS:
            if not is_a(stat.S_ISDIR, name, place):
                os.mkdir(name, 0o700, dir_fd=place)
    finally:
        os.close(place)


def is_a(kind: object, name: str, place: int) -> bool:
    """Say whether something of a kind is there; what is of another kind is put aside."""
    try:
        found = os.stat(name, dir_fd=place, follow_symlinks=False)
    except FileNotFoundError:
        return False
    if kind(found.st_mode) and (kind is stat.S_ISDIR or found.st_nlink == 1):  # type: ignore[operator]
        return True
    os.rename(name, f".{name}.{os.urandom(4).hex()}", src_dir_fd=place, dst_dir_fd=place)
    return False


def end_by(number: int) -> None:
    """End by a signal, as the program inside has."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def said(words: str) -> int:
    """Say what is wrong, and return the status for it."""
    os.write(2, f"proctor: {words}\n".encode("utf-8", "surrogateescape"))
    return NOT_STARTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
