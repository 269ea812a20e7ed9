"""The port of pages: one that they never had."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from proctor.errors import ServerError
from proctor.server.last_port import keep_port
from proctor.server.page_port import DRAWN, FILE, MOST, had_ports, page_listener
from tests.server.running import running
from tests.server.test_http_server import free_port


def kept(home: Path, ports: object) -> None:
    """Say which ports pages had."""
    (home / FILE).write_text(json.dumps({"ports": ports}))
    (home / FILE).chmod(0o600)


def test_each_run_has_another_port_for_its_pages(tmp_path: Path) -> None:
    """Programs find the server where it was, and pages are where no browser was."""
    home = tmp_path / "home"
    with running(home) as first:
        pass
    with running(home) as second:
        pass

    pages = [str(each.info["page"]) for each in (first, second)]
    assert first.info["url"] == second.info["url"]
    assert len({*pages, first.info["url"]}) == 3
    assert had_ports(home) == [int(page.rsplit(":", 1)[1]) for page in pages]
    assert (home / FILE).stat().st_mode & 0o777 == 0o600


def test_a_port_that_pages_had_is_passed_over(tmp_path: Path) -> None:
    """So is the last server's own, and one that somebody holds."""
    had, last, free = free_port(), free_port(), free_port()
    with socket.create_server(("127.0.0.1", 0)) as other:
        drawn = iter([had, last, other.getsockname()[1], free])
        kept(tmp_path, [had])
        keep_port(tmp_path, last)
        with page_listener(tmp_path, lambda: next(drawn)) as web:
            assert web.getsockname() == ("127.0.0.1", free)

    assert had_ports(tmp_path) == [had, free]


def test_where_no_other_port_is_left_there_are_no_pages(tmp_path: Path) -> None:
    """It is said, and nothing is served at a port that somebody has chosen."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        held = int(other.getsockname()[1])
        with (
            pytest.raises(ServerError, match="no port was found for pages"),
            page_listener(tmp_path, lambda: held),
        ):
            pass

    assert had_ports(tmp_path) == []


def test_a_port_is_drawn_by_lot(tmp_path: Path) -> None:
    """Nobody can foresee it, so nobody can wait there."""
    drawn = set()
    for _ in range(20):
        with page_listener(tmp_path) as web:
            drawn.add(web.getsockname()[1])

    assert len(drawn) == 20
    assert drawn <= set(DRAWN)
    assert max(drawn) - min(drawn) > 1_000


@pytest.mark.parametrize("said", [None, "7762", {"a": 1}, ["7762", None]])
def test_what_is_no_list_of_ports_counts_for_nothing(tmp_path: Path, said: object) -> None:
    """A server starts all the same."""
    kept(tmp_path, said)
    with page_listener(tmp_path) as web:
        assert had_ports(tmp_path) == [web.getsockname()[1]]


def test_only_so_many_are_remembered(tmp_path: Path) -> None:
    """The oldest go first."""
    kept(tmp_path, list(range(MOST)))
    with page_listener(tmp_path) as web:
        assert had_ports(tmp_path) == [*range(1, MOST), web.getsockname()[1]]


def test_where_it_cannot_be_kept_a_server_runs_all_the_same(tmp_path: Path) -> None:
    """What cannot be written is not remembered."""
    with page_listener(tmp_path / "no such folder") as web:
        assert web.getsockname()[1] > 0
