"""The token of gateways by HTTP: made once, and worth nothing where others could have it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from proctor.errors import ServerError
from proctor.gateway.http_token import FILE, http_token


def test_it_is_made_once(tmp_path: Path) -> None:
    """The first asks for it makes it, for its owner only; from then on it is the same."""
    home = tmp_path / "home"
    first = http_token(home)

    assert first == http_token(home)
    assert [path.name for path in home.iterdir()] == [FILE]
    assert (home / FILE).stat().st_mode & 0o777 == 0o600
    assert len(first) > 40


def test_who_come_together_have_one(tmp_path: Path) -> None:
    """Many that start at once agree on one token."""
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(http_token, [tmp_path / "home"] * 32))

    assert len(found) == 1


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o602, 0o666])
def test_one_that_others_can_reach_is_refused(tmp_path: Path, mode: int) -> None:
    """A file that others may read or write is not the secret that it should be."""
    http_token(tmp_path)
    (tmp_path / FILE).chmod(mode)

    with pytest.raises(ServerError, match="by others"):
        http_token(tmp_path)


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """A token that lies elsewhere is somebody else's."""
    (tmp_path / "other").write_text("proctor_mcp_" + "x" * 43)
    (tmp_path / "other").chmod(0o600)
    (tmp_path / FILE).symlink_to(tmp_path / "other")

    with pytest.raises(ServerError):
        http_token(tmp_path)


@pytest.mark.parametrize("text", ["", "\n", "short", "proctor_mcp_", "x" * 60])
def test_what_is_no_token_never_counts(tmp_path: Path, text: str) -> None:
    """An empty or broken file is an error, and never a token that everybody has."""
    number = os.open(tmp_path / FILE, os.O_WRONLY | os.O_CREAT, 0o600)
    with os.fdopen(number, "w") as file:
        file.write(text)

    with pytest.raises(ServerError, match="holds no token"):
        http_token(tmp_path)
