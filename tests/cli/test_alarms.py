"""Alarms are told to whoever asks how things are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.cli.alarms import ACKNOWLEDGE, SHOWN, kept_alarms
from proctor.cli.doctor_home import examine_alarms, examine_home
from tests.audit.homes import a_record
from tests.cli.conftest import Proctor
from tests.cli.kept import keep
from tests.server.running import call, running

pytestmark = pytest.mark.usefixtures("outside")

HOW = f"{SHOWN}; then {ACKNOWLEDGE}"
WORDS = f"alarms     2 not acknowledged: {HOW}"
FOUND = ("warning", "2 tool calls ran though nothing allowed them", HOW)


def raised(home: Path, number: int) -> None:
    """Keep so many alarms, and a record that is none."""
    home.mkdir(mode=0o700, exist_ok=True)
    keep(home, a_record(), *(a_record(decision="alarm") for _ in range(number)))


def told(home: Path) -> list[tuple[str, str, str]]:
    """Return what the doctor finds of a home, without what it finds of the server."""
    found = [(one.level, one.what, one.do) for one in examine_home(home)]
    return [one for one in found if "server" not in one[1]]


def test_without_a_server_the_kept_ones_are_told(proctor: Proctor, home: Path) -> None:
    """With the command that shows them; by `status` and by `doctor`."""
    raised(home, 2)

    assert WORDS in proctor("status").out.splitlines()
    assert json.loads(proctor("status", "--json").out)["alarms"] == 2
    assert told(home) == [FOUND]
    listed = proctor(*SHOWN.split()[1:], "--json")
    assert (listed.status, len(listed.out.splitlines()) > 1) == (0, True)


def test_a_server_tells_of_them(home: Path) -> None:
    """As it tells of everything else that is wrong."""
    raised(home, 2)
    with running(home):
        assert WORDS in call(home, "status").stdout.splitlines()
        assert told(home) == [FOUND]


def test_a_person_acknowledges_them(home: Path) -> None:
    """One command lists them and ends the warning; their records stay."""
    raised(home, 2)
    with running(home):
        done = call(home, *ACKNOWLEDGE.split()[1:])
        again = call(home, *ACKNOWLEDGE.split()[1:], "--json")

        assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "acknowledged: 2 alarms")
        assert len(done.stdout.splitlines()) == 3
        assert json.loads(again.stdout)["acknowledged"] == 0
        assert "alarms     none" in call(home, "status").stdout.splitlines()
        assert [level for level, *_ in told(home)] == ["ok"]
        listed = call(home, *SHOWN.split()[1:], "--json")
        assert len(json.loads(listed.stdout)) == 2


def test_none_is_said_too(proctor: Proctor, home: Path) -> None:
    """Where nobody knows, nothing is said."""
    assert kept_alarms(home) is None
    assert "alarms" not in proctor("status").out
    raised(home, 0)

    assert "alarms     none" in proctor("status").out.splitlines()
    assert [level for level, *_ in told(home)] == ["ok"]


@pytest.mark.parametrize(("number", "levels"), [(None, []), (0, ["ok"]), (1, ["warning"])])
def test_one_is_enough_for_a_warning(number: int | None, levels: list[str]) -> None:
    """It has run: nothing can be repaired, so it is no problem that a repair would end."""
    assert [one.level for one in examine_alarms(number)] == levels
