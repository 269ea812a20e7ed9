"""The page for those who are locked out: what it tells them to type leads out."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from proctor.installing.putting_in import install
from proctor.installing.settings_places import SettingsPlace
from tests.installing.files import place_in, wish_for, write
from tests.pages import ROOT, blocks

COPY, REMOVE, EDIT, CLEAN = [block.text for block in blocks(ROOT / "docs/recover.md", "sh")][:4]
BEFORE = '{"model": "opus", "hooks": {"Stop": [{"hooks": [{"type": "http", "url": "x"}]}]}}'


@pytest.fixture
def place(tmp_path: Path) -> SettingsPlace:
    """Return where we are installed, beside a hook of somebody else's."""
    place = place_in(tmp_path)
    write(place, BEFORE)
    install(place, wish_for(place))
    return place


def typed(text: str, home: Path) -> None:
    """Type a block of the page into a shell."""
    subprocess.run(
        ["/bin/sh", "-ec", text],
        env={"HOME": str(home), "PATH": "/usr/local/bin:/usr/bin:/bin"},
        check=True,
        timeout=60,
    )


def test_the_copy_brings_everything_back(place: SettingsPlace, tmp_path: Path) -> None:
    """The file is as before, to the byte, and nothing of ours is left."""
    typed(COPY + CLEAN, tmp_path)

    assert place.file.read_text() == BEFORE
    assert not place.executable.exists()
    assert list(place.receipt.parent.iterdir()) == []


def test_who_had_no_settings_has_none_again(tmp_path: Path) -> None:
    """Without a copy the file was ours, and goes."""
    place = place_in(tmp_path)
    install(place, wish_for(place))
    typed(REMOVE + CLEAN, tmp_path)

    assert not place.copy.exists()
    assert not place.file.exists()


def test_the_program_takes_out_only_ours(place: SettingsPlace, tmp_path: Path) -> None:
    """What was changed since stays, and so does somebody else's hook."""
    write(place, place.file.read_text().replace("opus", "haiku"))
    typed(EDIT, tmp_path)
    left = json.loads(place.file.read_text())

    assert left["model"] == "haiku"
    assert {event: groups for event, groups in left["hooks"].items() if groups} == {
        "Stop": [{"hooks": [{"type": "http", "url": "x"}]}]
    }


def test_the_managed_files_are_those_that_we_write() -> None:
    """The page names every file of a managed installation."""
    page = (ROOT / "docs/recover.md").read_text()

    for folder in ("/etc/claude-code", "/Library/Application Support/ClaudeCode"):
        for name in ("managed-settings.d/50-proctor.json", "proctor-hook", "proctor"):
            assert f"{folder}/{name}" in page
