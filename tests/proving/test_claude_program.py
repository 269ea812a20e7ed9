"""Which Claude Code is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.errors import NotFound
from proctor.proving.claude_program import (
    claude_version,
    find_claude,
    knows,
    read_version,
    search_path,
    spoken,
)
from tests.real.programs import BOTH_VERSIONS, program_of


def program(folder: Path, text: str) -> Path:
    """Write a program that prints a text."""
    path = folder / "claude"
    path.write_text(f"#!/bin/sh\necho '{text}'\n")
    path.chmod(0o700)
    return path


def test_the_one_on_the_search_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody names one, it is the one that typing `claude` would start."""
    path = program(tmp_path, "1.2.3")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert find_claude() == path


def test_one_beside_the_search_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder that its installer uses counts too."""
    (tmp_path / ".local" / "bin").mkdir(parents=True)
    path = program(tmp_path / ".local" / "bin", "1.2.3")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))

    assert find_claude() == path


def test_one_that_is_named_must_be_a_program(tmp_path: Path) -> None:
    """A file that may not be run is none, and what is named is taken as it is."""
    path = program(tmp_path, "1.2.3")
    assert find_claude(str(path)) == path
    path.chmod(0o600)

    with pytest.raises(NotFound, match="is not a program"):
        find_claude(str(path))


def test_where_there_is_none_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help says what to do."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("proctor.proving.claude_program.PLACES", ("~/.local/bin/claude",))

    with pytest.raises(NotFound) as raised:
        find_claude()
    assert "--claude PATH" in (raised.value.help or "")


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_the_real_ones_say_their_version(version: str) -> None:
    """Both versions answer in an empty environment."""
    assert spoken(claude_version(program_of(version))) == version


@pytest.mark.parametrize("text", ["", "no version", "2.1 (Claude Code)"])
def test_what_says_no_version_is_none(tmp_path: Path, text: str) -> None:
    """A program of the same name is told from Claude Code."""
    with pytest.raises(NotFound, match="does not say a version"):
        claude_version(program(tmp_path, text))


def test_what_does_not_start_is_none(tmp_path: Path) -> None:
    """A file that is no program ends in a sentence."""
    path = tmp_path / "claude"
    path.write_text("\x7fnot a program")
    path.chmod(0o700)

    with pytest.raises(NotFound, match="does not"):
        claude_version(path)


def test_versions_are_numbers() -> None:
    """They are compared as numbers, so that 2.1.100 is later than 2.1.99."""
    assert read_version("2.1.325 (Claude Code)\n") == (2, 1, 325)
    assert read_version("2.1.x") is None
    assert knows((2, 1, 325), "--include-hook-events")
    assert not knows((2, 0, 77), "--include-hook-events")


def test_the_search_path_is_the_systems(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of the user's own only the folder of node is taken over."""
    (tmp_path / "node").write_text("#!/bin/sh\n")
    (tmp_path / "node").chmod(0o700)
    monkeypatch.setenv("PATH", f"/somewhere:{tmp_path}")

    assert search_path() == f"/usr/local/bin:/usr/bin:/bin:{tmp_path}"
