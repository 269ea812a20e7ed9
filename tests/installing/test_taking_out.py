"""Taking our hooks out of real files, whatever happened to them since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.installing.putting_in import install
from proctor.installing.refusals import InstallError, SettingsProblems
from proctor.installing.settings_places import SettingsPlace
from proctor.installing.taking_out import Removed, uninstall
from tests.installing.files import place_in, tree, wish_for, write

BEFORE = '{\n    "model": "opus"\n}\n'


@pytest.fixture
def place(tmp_path: Path) -> SettingsPlace:
    """Return a place where we are installed."""
    place = place_in(tmp_path)
    write(place, BEFORE)
    install(place, wish_for(place))
    return place


def test_a_changed_file_loses_our_hooks_only(place: SettingsPlace) -> None:
    """What a person added stays; what we added goes, the switch included."""
    write(place, place.file.read_text().replace('"opus"', '"opus",\n    "env": {"A": "1"}'))

    assert uninstall(place).settings == "edited"
    assert place.file.read_text() == '{\n    "model": "opus",\n    "env": {"A": "1"}\n}\n'
    assert not place.executable.exists()


def test_a_file_that_somebody_restored_is_left(place: SettingsPlace) -> None:
    """Nothing of ours is in it: only the hook and what we remembered go."""
    write(place, BEFORE)

    assert uninstall(place) == Removed("clean", program=True, target=place.file.resolve())
    assert (place.file.read_text(), place.executable.exists()) == (BEFORE, False)
    assert not place.receipt.exists()


def test_a_file_that_is_gone_stays_gone(place: SettingsPlace) -> None:
    """Nobody gets a file back that they removed."""
    place.file.unlink()

    assert uninstall(place).settings == "clean"
    assert not place.file.exists()


def test_a_file_that_was_ours_alone_goes_even_when_it_was_touched(tmp_path: Path) -> None:
    """Laid out anew by another program, it still says nothing but our hooks."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    write(place, json.dumps(json.loads(place.file.read_text())))

    assert uninstall(place).settings == "removed"
    assert not place.file.parent.exists()


def test_a_file_that_was_ours_keeps_what_others_put_in(tmp_path: Path) -> None:
    """A file that we made and somebody went on with is theirs."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    data = json.loads(place.file.read_text())
    write(place, json.dumps({**data, "model": "haiku"}))

    assert uninstall(place).settings == "edited"
    assert json.loads(place.file.read_text()) == {"model": "haiku"}


def test_a_file_that_is_broken_by_now_is_refused(place: SettingsPlace) -> None:
    """The place is said, and the hook stays as long as the settings may name it."""
    write(place, place.file.read_text() + "}")

    with pytest.raises(SettingsProblems, match="there is more after the end"):
        uninstall(place)

    assert place.executable.exists()
    assert place.receipt.exists()


def test_a_protected_file_is_refused(place: SettingsPlace) -> None:
    """It is said before anything is removed."""
    place.file.chmod(0o400)

    with pytest.raises(InstallError, match="cannot be written"):
        uninstall(place)

    assert place.executable.exists()


def test_where_nothing_is_nothing_happens(tmp_path: Path) -> None:
    """Without an installation not even a folder is made."""
    place = place_in(tmp_path)

    assert uninstall(place) == Removed("clean", program=False, target=place.file.resolve())
    assert tree(tmp_path) == {}


def test_a_second_time_says_that_nothing_is_there(place: SettingsPlace) -> None:
    """It can be typed as often as one likes."""
    uninstall(place)

    assert uninstall(place) == Removed("clean", program=False, target=place.file.resolve())
    assert place.file.read_text() == BEFORE


def test_a_lost_receipt_is_no_obstacle(place: SettingsPlace) -> None:
    """Our hooks go by their command; the switch, of which nothing is known, stays."""
    place.receipt.unlink()

    assert uninstall(place).settings == "edited"
    assert json.loads(place.file.read_text()) == {"model": "opus", "disableAllHooks": False}


def test_a_receipt_of_another_file_does_not_count(place: SettingsPlace) -> None:
    """Nobody's file is overwritten with the backup of another."""
    data = json.loads(place.receipt.read_text())
    place.receipt.write_text(json.dumps({**data, "file": "/home/ada/other.json"}))

    assert uninstall(place).settings == "edited"
