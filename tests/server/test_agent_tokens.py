"""Whose telemetry it is, by the token of a session."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.server.agent_tokens import session_of
from tests.server.telling import TOKEN, a_session


def test_a_token_is_known_behind_its_name(tmp_path: Path) -> None:
    """The session that has it is returned."""
    made = a_session(tmp_path)

    assert session_of(tmp_path, f"arch-1.{TOKEN}") == made


@pytest.mark.parametrize(
    "given",
    [
        "",
        ".",
        TOKEN,
        "arch-1",
        "arch-1.",
        f".{TOKEN}",
        f"arch-1.{TOKEN}x",
        f"arch-1.{TOKEN[:-1]}",
        f"arch-1.{TOKEN}.",
        f"other.{TOKEN}",
        f"nobody.{TOKEN}",
        "empty.",
        f"../arch-1.{TOKEN}",
        f"arch-1/../arch-1.{TOKEN}",
        f"arch-1\0.{TOKEN}",
        "arch-1.é\udcff",
    ],
)
def test_anything_else_is_nobodys(tmp_path: Path, given: str) -> None:
    """Neither another agent's name, nor a part of a token, nor a path is one."""
    a_session(tmp_path)
    a_session(tmp_path, "other", token="another-secret")  # noqa: S106 - of a session that is made for a test
    a_session(tmp_path, "empty", token="")

    assert session_of(tmp_path, given) is None


def test_a_session_that_is_started_anew_has_another_one(tmp_path: Path) -> None:
    """The token of the start before counts no more, at once."""
    a_session(tmp_path)
    a_session(tmp_path, token="next")  # noqa: S106 - of a session that is made for a test

    assert session_of(tmp_path, f"arch-1.{TOKEN}") is None
    assert session_of(tmp_path, "arch-1.next") is not None


@pytest.mark.parametrize("token", [7, None, ["s"], True])
def test_a_damaged_file_lets_nobody_in(tmp_path: Path, token: object) -> None:
    """A token that is no text is none."""
    a_session(tmp_path)
    file = tmp_path / "sessions" / "arch-1" / "agent.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "token": token}))

    assert session_of(tmp_path, f"arch-1.{token}") is None
