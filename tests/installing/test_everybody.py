"""A hook for everybody runs what all can read and only root can change."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.installing.everybody import check_for_everybody
from proctor.installing.refusals import InstallError


@pytest.fixture
def program() -> Iterator[Path]:
    """Give a program in a folder that everybody can enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        folder.chmod(0o755)
        file = folder / "python"
        file.write_text("")
        file.chmod(0o755)
        yield file


def test_what_all_can_read_and_nobody_else_change_is_fine(program: Path) -> None:
    """A program of its owner, in open folders, passes; so does a link to it."""
    link = program.with_name("python3")
    link.symlink_to(program)

    check_for_everybody([program, link, program.parent], os.geteuid())


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        (0o700, "is not open to every user"),
        (0o775, "can be changed by somebody but root"),
        (0o757, "can be changed by somebody but root"),
    ],
)
@pytest.mark.parametrize("above", [False, True])
def test_what_is_closed_or_too_open_is_refused(
    program: Path, mode: int, message: str, above: bool
) -> None:
    """It is refused for the file and for each folder above it."""
    (program.parent if above else program).chmod(mode)

    with pytest.raises(InstallError, match=message):
        check_for_everybody([program], os.geteuid())

    program.parent.chmod(0o755)


def test_what_belongs_to_somebody_else_is_refused(program: Path) -> None:
    """A user's file never runs as every other user."""
    os.chown(program, os.geteuid(), -1)
    if os.geteuid() == 0:
        os.chown(program, 4242, -1)

    with pytest.raises(InstallError, match="can be changed by somebody but root"):
        check_for_everybody([program], 0)
