"""The file that a hook starts."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from proctor.hook.executable import hook_text, write_hook
from proctor.hook.identity import Identity
from proctor.proving.hook_file import (
    gone,
    identity_in,
    looks_like_ours,
    open_to_others,
    our_file,
)

IDENTITY = Identity(program="claude-code", home="/home/ada/.proctor", role="coder")


@pytest.fixture
def hook(tmp_path: Path) -> Path:
    """Write a hook as it is generated, with an interpreter and a package that are there."""
    python = tmp_path / "python"
    python.write_text("")
    path = tmp_path / "home" / "hooks" / "claude-code"
    write_hook(path, hook_text(IDENTITY, python=str(python), package=str(tmp_path)))
    return path


def test_our_own_is_told_from_others(hook: Path, tmp_path: Path) -> None:
    """By its place, and by nothing else; a command that only mentions it is another's."""
    places = {"home": tmp_path / "home", "managed": tmp_path / "etc"}

    assert our_file(str(hook), **places) == hook
    assert our_file(str(hook), home=tmp_path / "other", managed=tmp_path / "etc") is None
    assert our_file(str(tmp_path / "etc" / "proctor-hook"), **places) == (
        tmp_path / "etc" / "proctor-hook"
    )
    for other in ("", "'", "true", f"echo {hook}", "/bin/sh", "claude-code", str(tmp_path)):
        assert our_file(other, **places) is None


def test_what_only_looks_like_ours_is_told(hook: Path, tmp_path: Path) -> None:
    """A repository can carry a file with our words in it."""
    places = {"home": tmp_path / "home", "managed": tmp_path / "etc"}
    fake = tmp_path / "fake"
    fake.write_bytes(hook.read_bytes())

    assert looks_like_ours(str(fake), **places) == fake
    assert looks_like_ours(str(hook), **places) is None
    assert looks_like_ours("/bin/sh", **places) is None


def test_a_place_with_blanks_is_found(tmp_path: Path) -> None:
    """The command line is read as a shell would."""
    home = tmp_path / "my home"
    command = shlex.quote(str(home / "hooks" / "claude-code-0123456789ab"))

    assert our_file(command, home=home, managed=tmp_path) == (
        home / "hooks" / "claude-code-0123456789ab"
    )


def test_it_says_who_it_is(hook: Path, tmp_path: Path) -> None:
    """What was written in is read out, without running anything."""
    assert identity_in(hook) == tuple(IDENTITY)
    hook.write_text("import os\n")
    assert identity_in(hook) is None
    assert identity_in(tmp_path / "none") is None


def test_what_it_needs_and_is_gone_is_named(hook: Path, tmp_path: Path) -> None:
    """First the interpreter, then the package."""
    assert gone(hook) == ""
    (tmp_path / "python").unlink()
    assert gone(hook) == str(tmp_path / "python")
    text = hook_text(IDENTITY, python="/bin/sh", package=str(tmp_path / "gone"))
    hook.write_text(text)
    assert gone(hook) == str(tmp_path / "gone")


def test_an_interpreter_with_a_long_name_is_looked_for_too(hook: Path, tmp_path: Path) -> None:
    """There a shell starts it, and its own name stands in another line."""
    far = tmp_path / ("x" * 130) / "my python"
    hook.write_text(hook_text(IDENTITY, python=str(far), package=str(tmp_path)))

    assert gone(hook) == str(far)


def test_what_others_can_change_is_named(hook: Path) -> None:
    """The file itself, or a folder on the way to it."""
    assert open_to_others(hook) is None
    hook.chmod(0o720)
    assert open_to_others(hook) == hook
    hook.chmod(0o700)
    hook.parent.chmod(0o777)
    assert open_to_others(hook) == hook.parent
