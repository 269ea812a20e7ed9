"""Where the program cannot be had, nothing passes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import claude_program
from tests.real.programs import NEW, fetched, program_of


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Be where nothing was fetched yet, and where no registry answers."""
    npm = tmp_path / "npm"
    npm.write_text(f"#!/bin/sh\necho x >> {tmp_path}/asked\necho no network here >&2\nexit 1\n")
    npm.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(claude_program, "CACHE", tmp_path / "cache")
    monkeypatch.delenv("PROCTOR_TEST_CLAUDE", raising=False)
    fetched.cache_clear()
    yield tmp_path
    fetched.cache_clear()


def test_without_it_a_test_is_skipped(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test says why, and the registry is asked once only."""
    monkeypatch.delenv("CI", raising=False)
    for _ in range(2):
        with pytest.raises(pytest.skip.Exception, match="cannot be fetched: no network here"):
            program_of(NEW)

    assert (nowhere / "asked").read_text() == "x\n"


def test_without_it_continuous_integration_fails(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where `CI` is set these tests must run, so they fail."""
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="cannot be fetched: no network here"):
        program_of(NEW)
