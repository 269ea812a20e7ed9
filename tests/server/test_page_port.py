"""The port of pages: one that they never had."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack
from pathlib import Path

import pytest

from proctor.errors import ServerError
from proctor.server.last_port import keep_port
from proctor.server.page_port import FILE, MOST, had_ports, page_listener
from tests.server.running import running


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
    """Whoever holds all others cannot choose one for us; the last server's own is none either."""
    with ExitStack() as stack:
        offered = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(3)]
        ports = [each.getsockname()[1] for each in offered]
        kept(tmp_path, [ports[0]])
        keep_port(tmp_path, ports[1])
        with page_listener(tmp_path, lambda: offered.pop(0)) as web:
            assert web.getsockname()[1] == ports[2]

    assert had_ports(tmp_path) == [ports[0], ports[2]]


def test_where_no_other_port_is_left_there_are_no_pages(tmp_path: Path) -> None:
    """It is said, and nothing is served at a port that somebody chose."""

    def none_left() -> socket.socket:
        raise OSError

    with pytest.raises(ServerError, match="no port for pages"), page_listener(tmp_path, none_left):
        pass


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
