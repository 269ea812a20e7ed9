"""Which program an agent runs, and settings that keep our hook from deciding."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.agents.program_of_role import Program, check_settings, located, program_of
from proctor.errors import NotFound, UsageError
from tests.agents.claude_double import Double

CLAUDE = Program(("/usr/bin/claude",), "claude-code", (2, 1, 325), ask_holds=True)


def test_claude_code_is_known_by_its_name_and_version(doubled: Double) -> None:
    """Found on the person's PATH, by its full path, with what was proven of it."""
    found = program_of(None, home=doubled.home, cwd=str(doubled.shop), environ=doubled.environ)
    folder = doubled.environ["PATH"].partition(":")[0]

    assert Program((f"{folder}/claude",), "claude-code", (2, 1, 325), ask_holds=True) == found


def test_another_program_is_what_it_is(doubled: Double) -> None:
    """By its full path, with its words, and nothing is known of it."""
    found = program_of(
        ["sh", "-c", "true"], home=doubled.home, cwd=str(doubled.shop), environ={"PATH": "/bin"}
    )

    assert Program(("/bin/sh", "-c", "true")) == found


@pytest.mark.parametrize("path", ["", ".", "bin", ":", "~/bin"])
def test_a_folder_that_is_not_absolute_is_not_looked_into(path: str, tmp_path: Path) -> None:
    """The agent's folder may be a repository with programs of its own."""
    (tmp_path / "evil").write_text("#!/bin/sh\n")
    (tmp_path / "evil").chmod(0o755)

    with pytest.raises(NotFound):
        located("evil", cwd=str(tmp_path), path=path, usual=False)
    assert located("./evil", cwd=str(tmp_path), path=path, usual=False) == f"{tmp_path}/./evil"


@pytest.mark.parametrize("name", ["LD_TRACE_LOADED_OBJECTS", "LD_SHOW_AUXV"])
@pytest.mark.parametrize("value", ["", "1"])
def test_what_nobody_can_take_away_is_refused(name: str, value: str, tmp_path: Path) -> None:
    """In every file that applies, whatever its value."""
    places = (tmp_path / "shop" / ".claude", tmp_path / "config")
    for folder in places:
        path = folder / "settings.json"
        folder.mkdir(parents=True)
        path.write_text(json.dumps({"env": {name: value}}))
        with pytest.raises(UsageError, match=name):
            check_settings(CLAUDE, cwd=str(tmp_path / "shop"), config=tmp_path / "config")
        path.unlink()


def test_other_settings_are_none_of_ours(tmp_path: Path) -> None:
    """What ours overrule, what is empty, what is the person's own, and damaged files."""
    folder = tmp_path / ".claude"
    folder.mkdir()
    for text in (
        json.dumps({"env": {"LD_PRELOAD": "/srv/x.so", "LD_BIND_NOW": "", "FOO": "1"}}),
        "{",
        "[]",
    ):
        (folder / "settings.json").write_text(text)
        check_settings(CLAUDE, cwd=str(tmp_path), config=tmp_path / "none")
    (tmp_path / "settings.json").write_text(json.dumps({"env": {"LD_BIND_NOW": "1"}}))
    check_settings(CLAUDE, cwd=str(tmp_path / "none"), config=tmp_path)
