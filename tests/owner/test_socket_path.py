"""Where the socket is, and whether what stands there is ours."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path

import pytest

from proctor.errors import ServerError
from proctor.owner.socket_path import (
    LONGEST,
    TMP,
    bind,
    check_folder,
    check_peer,
    make_folder,
    peer_process,
    socket_path,
)


def long_home(folder: Path) -> Path:
    """Return a home whose name is too long for a socket."""
    return folder / ("a" * LONGEST)


def test_the_socket_is_in_the_home() -> None:
    """A home with a name of usual length has its socket in it."""
    assert Path("/srv/app/home/proctor.sock") == socket_path(Path("/srv/app/home"))


def test_a_long_home_has_its_socket_elsewhere() -> None:
    """The path of a socket is never over the limit, and two homes never share one."""
    homes = [Path("/srv") / (letter * size) for letter in "ab" for size in (86, 87, 200, 255)]
    paths = [socket_path(home) for home in homes]

    assert all(len(os.fsencode(path)) <= LONGEST for path in paths)
    assert len(set(paths)) == len(homes)
    assert {f"{TMP}/proctor-{os.geteuid()}"} == {str(path.parent) for path in paths[1:4]}


def test_every_spelling_of_a_home_has_one_socket(tmp_path: Path) -> None:
    """A link to the home leads to the same socket, however long its name is."""
    (tmp_path / "home").mkdir()
    link = long_home(tmp_path)
    link.symlink_to(tmp_path / "home")

    assert socket_path(link) == socket_path(tmp_path / "home")


def test_the_folder_elsewhere_is_ours_alone(tmp_path: Path) -> None:
    """It is made with mode 0700 and then found good, again and again."""
    path = socket_path(long_home(tmp_path), tmp=str(tmp_path))
    make_folder(path)
    make_folder(path)

    assert (0o700, os.geteuid()) == (
        stat.S_IMODE(path.parent.stat().st_mode),
        path.parent.stat().st_uid,
    )


def test_a_folder_that_is_open_to_others_is_refused(tmp_path: Path) -> None:
    """Whoever else may write there could answer in our name."""
    path = socket_path(long_home(tmp_path), tmp=str(tmp_path))
    path.parent.mkdir()
    path.parent.chmod(0o770)

    with pytest.raises(ServerError, match="is open to others"):
        make_folder(path)


def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    """A link leads where someone else wants it."""
    path = socket_path(long_home(tmp_path), tmp=str(tmp_path))
    (tmp_path / "goal").mkdir(mode=0o700)
    path.parent.symlink_to(tmp_path / "goal")

    with pytest.raises(ServerError, match="is not a folder"):
        make_folder(path)


def test_a_folder_of_someone_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner could answer in our name, whatever its mode is."""
    path = socket_path(long_home(tmp_path), tmp=str(tmp_path))
    make_folder(path)
    monkeypatch.setattr(os, "geteuid", lambda: path.parent.stat().st_uid + 1)

    with pytest.raises(ServerError, match="belongs to someone else"):
        check_folder(path)


def test_a_server_of_someone_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system tells whose process listens; only our own is asked."""
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        check_peer(one)
        us = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: us + 1)

        with pytest.raises(ServerError, match="another user"):
            check_peer(one)


def test_a_socket_is_closed_to_others_from_the_first_moment(tmp_path: Path) -> None:
    """It is made with mode 0600, not changed to it, and other files are made as before."""
    path = socket_path(tmp_path / "home")
    (tmp_path / "before").touch()
    with bind(path):
        (tmp_path / "after").touch()
        modes = {
            file.name: stat.S_IMODE(file.stat().st_mode) for file in (path, *tmp_path.glob("*e*r*"))
        }
    path.unlink()

    assert modes == {path.name: 0o600, "before": modes["after"], "after": modes["before"]}


def test_a_socket_that_nobody_listens_to_is_replaced(tmp_path: Path) -> None:
    """What a killed owner has left does not stop the next one."""
    path = socket_path(tmp_path / "home")
    with bind(path) as dead:
        dead.listen()
    with bind(path) as bound:
        bound.listen()
        with socket.socket(socket.AF_UNIX) as peer:
            peer.connect(str(path))
    path.unlink()


def test_a_socket_that_is_listened_to_is_never_replaced(tmp_path: Path) -> None:
    """Someone who answers keeps the place, also with more callers than it has room for."""
    path = socket_path(tmp_path / "home")
    with bind(path) as live:
        live.listen(0)
        before = path.stat().st_ino
        for _ in range(3):
            with pytest.raises(ServerError, match="answers at"):
                bind(path)

        assert before == path.stat().st_ino
    path.unlink()


def test_a_file_in_the_place_of_the_socket_is_left_alone(tmp_path: Path) -> None:
    """What is not a socket is not ours to remove."""
    path = tmp_path / "proctor.sock"
    path.write_text("mine")

    with pytest.raises(ServerError, match="is not a socket"):
        bind(path)
    assert path.read_text() == "mine"


def test_the_system_says_which_process_is_at_the_other_end() -> None:
    """Whoever listens knows the number of the process that has connected, and not by its word."""
    ours, theirs = socket.socketpair(socket.AF_UNIX)
    with ours, theirs:
        assert peer_process(ours) == os.getpid()


def test_what_is_no_local_socket_has_no_process() -> None:
    """Where the system does not know, nobody is at the other end."""
    with socket.socket(socket.AF_UNIX) as alone:
        assert peer_process(alone) == 0
