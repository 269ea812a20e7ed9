"""
Where the server's unix socket is, and whether what stands there is ours.

It is `proctor.sock` in the home. The system allows about a hundred bytes for a
socket's path; where the home's is longer, the socket lies in a folder of the
user's own under /tmp. Everybody may make files there, so the folder counts only
if it is a real one, is ours, and is closed to others: whoever else made it could
answer in our name.
"""

from __future__ import annotations

import os
import socket
import stat
import struct
import sys
import time
from hashlib import sha256
from pathlib import Path

from proctor.errors import ServerError

NAME = "proctor.sock"
# macOS has room for 104 bytes, Linux for 108, the end of the text included.
LONGEST = 100
OPEN_TO_OTHERS = 0o077
TMP = "/tmp"  # noqa: S108 - one fixed place that every process of the user finds; it is checked
HASH_LENGTH = 24
PATIENCE, POLL = 1.0, 0.02
# The kernel's own word on who listens: Linux pid, uid and gid; macOS version and uid.
LINUX_PEER, MACOS_PEER = "3i", "2I"
MACOS_LEVEL, MACOS_OPTION, MACOS_PROCESS = 0, 1, 2


def socket_path(home: Path, *, tmp: str = TMP) -> Path:
    """Return where the socket of a home is; every spelling of a home has one answer."""
    real = os.path.realpath(home)
    near = f"{real}/{NAME}"
    return fitting(near, real, ".sock", tmp=tmp)


def fitting(near: str, real: str, suffix: str, *, tmp: str = TMP) -> Path:
    """Return a socket's path, or, where that is too long, the one under /tmp of the same home."""
    if len(os.fsencode(near)) <= LONGEST:
        return Path(near)
    name = sha256(os.fsencode(real)).hexdigest()[:HASH_LENGTH]
    return Path(tmp) / f"proctor-{os.geteuid()}" / f"{name}{suffix}"


def is_short(path: Path) -> bool:
    """Say whether a socket lies outside its home, because that has too long a name."""
    return path.name != NAME


def make_folder(path: Path) -> None:
    """
    Make the folder that a socket lies in, and look whether it is ours alone.

    Raises:
        ServerError: someone else could answer there.

    """
    path.parent.mkdir(mode=0o700, parents=not is_short(path), exist_ok=True)
    check_folder(path)


def bind(path: Path) -> socket.socket:
    """
    Bind the socket, in place of one that a dead owner has left; only for who holds the lock.

    Nobody else can connect to it, from the first moment; it does not listen yet.

    Raises:
        ServerError: someone answers there, or it is something else.

    """
    make_folder(path)
    clear(path)
    bound = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        bound.bind(str(path))
    except BaseException:
        bound.close()
        raise
    finally:
        os.umask(before)
    return bound


def clear(path: Path) -> None:
    """
    Remove a socket to which nobody listens.

    Raises:
        ServerError: someone does, or it is not a socket.

    """
    try:
        kind = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(kind):
        raise ServerError(f"{path} is not a socket", help="move it away")
    end = time.monotonic() + PATIENCE
    while answers(path):
        if time.monotonic() > end:
            raise ServerError(f"a server answers at {path} already", help="end it: proctor down")
        # One that was killed lets go of the lock a moment before it lets go of the socket.
        time.sleep(POLL)
    path.unlink(missing_ok=True)


def answers(path: Path) -> bool:
    """Say whether somebody listens to a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.setblocking(False)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            return False
        except OSError:
            pass  # somebody is there, and busy
    return True


def check_folder(path: Path) -> None:
    """
    Look whether the folder of a socket is ours alone, if it is the one under /tmp.

    Raises:
        ServerError: it is a link, someone else's, or open to others.
        FileNotFoundError: it is not there.

    """
    if is_short(path):
        check_ours(path.parent)


def check_ours(folder: Path) -> None:
    """
    Look whether a folder in which a socket lies is ours alone.

    Raises:
        ServerError: it is a link, someone else's, or open to others.
        FileNotFoundError: it is not there.

    """
    found = folder.lstat()
    wrong = (
        "is not a folder"
        if not stat.S_ISDIR(found.st_mode)
        else "belongs to someone else"
        if found.st_uid != os.geteuid()
        else "is open to others"
        if found.st_mode & OPEN_TO_OTHERS
        else ""
    )
    if wrong:
        raise ServerError(
            f"the socket's folder {folder} {wrong}",
            help="remove it, or set PROCTOR_HOME to a folder with a shorter name",
        )


def check_peer(connected: socket.socket) -> None:
    """
    Look whether it is our own process that listens at the other end.

    Raises:
        ServerError: it is another user's.

    """
    if sys.platform == "darwin":
        size = struct.calcsize(MACOS_PEER)
        raw = connected.getsockopt(MACOS_LEVEL, MACOS_OPTION, 76)[:size]
        uid = struct.unpack(MACOS_PEER, raw)[1]
    else:
        size = struct.calcsize(LINUX_PEER)
        raw = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
        uid = struct.unpack(LINUX_PEER, raw)[1]
    if uid != os.geteuid():
        raise ServerError(
            "the server at this socket belongs to another user, and is not asked",
            help="each user has a home and a server of their own: see PROCTOR_HOME",
        )


def peer_process(connected: socket.socket) -> int:
    """Return the number of the process at the other end, by the system's word; 0 if unknown."""
    try:
        if sys.platform == "darwin":
            return connected.getsockopt(MACOS_LEVEL, MACOS_PROCESS)
        size = struct.calcsize(LINUX_PEER)
        raw = connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    except OSError:
        return 0
    return int(struct.unpack(LINUX_PEER, raw)[0])
