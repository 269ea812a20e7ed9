"""Who runs the server of a home."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from proctor.audit.owner import OwnerLock
from proctor.errors import ServerError
from proctor.owner.who import KIND, already_running, make_home, running_server


def test_only_an_owner_that_says_so_is_a_server(tmp_path: Path) -> None:
    """Nobody, an owner for a moment, a server, and nobody again."""
    lock = OwnerLock(tmp_path)
    seen = [running_server(tmp_path)]
    lock.try_take()
    seen.append(running_server(tmp_path))
    lock.publish(**KIND, url="http://127.0.0.1:1")
    server = running_server(tmp_path)
    lock.release()
    seen.append(running_server(tmp_path))

    assert seen == [None, None, None]
    assert server is not None
    assert server["url"] == "http://127.0.0.1:1"


def test_who_is_running_is_told_as_far_as_it_is_known() -> None:
    """A server that has just begun has no address yet."""
    whole = already_running({"pid": 7, "url": "http://x", "since": "today"})

    assert whole.message == "a server is running already: pid 7, http://x, since today"
    assert already_running({"pid": 7}).message == "a server is running already: pid 7"
    assert already_running({}).message == ("a server is running already: it has not said who it is")


def test_a_home_that_everybody_can_write_is_none(tmp_path: Path) -> None:
    """Tokens and rules in it could be anybody's; a new one is for its user alone."""
    home = tmp_path / "home"
    make_home(home)
    made = stat.S_IMODE(home.stat().st_mode)
    home.chmod(0o777)

    assert made == 0o700
    with pytest.raises(ServerError, match="can be written by everybody"):
        make_home(home)
