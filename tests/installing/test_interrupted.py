"""Whatever ends an installation in the middle leaves the old settings or the new ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.installing.putting_in import install
from proctor.installing.settings_places import SettingsPlace
from proctor.installing.taking_out import uninstall
from tests.installing.files import place_in, tree, wish_for, write

BEFORE = '{"model": "opus"}'
# More than there are in one installation: then it goes through.
STEPS = 12
ENDED = 9
ENDS_AT = """
import os, sys
from pathlib import Path
from proctor.installing.putting_in import install
from proctor.installing.taking_out import uninstall
from tests.installing.files import place_in, wish_for
left, sync, unlink = [int(sys.argv[2])], os.fsync, os.unlink
def step(real):
    def counted(*args, **options):
        left[0] -= 1
        if left[0] < 0:
            os._exit(9)
        return real(*args, **options)
    return counted
os.fsync, os.unlink = step(sync), step(unlink)
place = place_in(Path(sys.argv[1]))
install(place, wish_for(place)) if sys.argv[3] == "install" else uninstall(place)
"""


def ended_at(folder: Path, step: int, what: str) -> int:
    """Run it in a process that ends itself, as if it were killed, at one of its writes."""
    words = [sys.executable, "-c", ENDS_AT, str(folder), str(step), what]
    root = Path(__file__).parent.parent.parent
    return subprocess.run(words, cwd=root, check=False, timeout=60).returncode


def check_sound(place: SettingsPlace, installed: bytes) -> bool:
    """See that the settings are old or new, and name no executable that is not there."""
    now = place.file.read_bytes()
    assert now in (BEFORE.encode(), installed)
    assert now == BEFORE.encode() or os.access(place.executable, os.X_OK)
    return now == installed


@pytest.fixture
def installed(tmp_path: Path) -> bytes:
    """Return what the settings become."""
    place = place_in(tmp_path)
    write(place, BEFORE)
    install(place, wish_for(place))
    text = place.file.read_bytes()
    uninstall(place)
    return text


@pytest.mark.parametrize("step", range(STEPS))
def test_an_install_that_is_killed(tmp_path: Path, installed: bytes, step: int) -> None:
    """At every step it is sound, can be done again, and can be undone to the byte."""
    place = place_in(tmp_path)
    status = ended_at(tmp_path, step, "install")
    done = check_sound(place, installed)

    assert done or status == ENDED
    install(place, wish_for(place))
    assert place.file.read_bytes() == installed
    uninstall(place)
    assert place.file.read_bytes() == BEFORE.encode()


@pytest.mark.parametrize("step", range(STEPS))
def test_an_uninstall_that_is_killed(tmp_path: Path, installed: bytes, step: int) -> None:
    """At every step it is sound, and the next one brings it to its end."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    ended_at(tmp_path, step, "uninstall")
    check_sound(place, installed)
    uninstall(place)

    assert place.file.read_bytes() == BEFORE.encode()
    assert not place.executable.exists()
    assert not place.receipt.exists()


@pytest.mark.parametrize("step", range(STEPS))
def test_an_install_that_a_person_stops(
    tmp_path: Path, installed: bytes, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Ctrl-C all is as it was, or all is done; nothing lies about."""
    place = place_in(tmp_path)
    before = tree(tmp_path)
    real, left = os.fsync, [step]

    def sync(descriptor: int) -> None:
        left[0] -= 1
        if left[0] == -1:
            raise KeyboardInterrupt
        real(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    try:
        install(place, wish_for(place))
    except KeyboardInterrupt:
        stopped = True
    else:
        stopped = False
    monkeypatch.undo()

    if check_sound(place, installed):
        uninstall(place)
    else:
        assert stopped
    assert tree(tmp_path) == before
