"""The port that the next server of a home tries first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.server.http_server import DEFAULT_PORT
from proctor.server.last_port import FILE, keep_port, last_port
from tests.server.running import running
from tests.server.test_http_server import free_port


def test_a_server_has_the_port_that_the_last_one_had(tmp_path: Path) -> None:
    """What running agents were told of it stays right, whatever port that was."""
    home = tmp_path / "home"
    with running(home, "--port", str(free := free_port())) as first:
        pass
    with running(home) as second:
        pass

    assert (first.info["url"], last_port(home)) == (second.info["url"], free)
    assert (home / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("said", [{}, {"port": "7762"}, {"port": True}, {"port": 0}, [], 1 << 20])
def test_what_is_no_port_counts_for_nothing(tmp_path: Path, said: object) -> None:
    """The usual one is tried then."""
    (tmp_path / FILE).write_text(json.dumps(said))
    (tmp_path / FILE).chmod(0o600)

    assert last_port(tmp_path) is None
    keep_port(tmp_path, DEFAULT_PORT)
    assert last_port(tmp_path) == DEFAULT_PORT


def test_where_it_cannot_be_kept_nothing_happens(tmp_path: Path) -> None:
    """A server runs all the same."""
    keep_port(tmp_path / "no such folder", DEFAULT_PORT)

    assert last_port(tmp_path / "no such folder") is None
