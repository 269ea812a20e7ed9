"""The real Claude Code, from a call in a hostile project to what its model receives."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from proctor.approval.reviewer import Judgement
from proctor.approval.reviewers.make import make_reviewer
from proctor.approval.reviewing import reply_of, words_of
from proctor.terms.asking import ReviewerSettings
from proctor.terms.role import Reviewer as Settings
from tests.approval.planted_shop import PLANTED, environment, planted_shop, ran, steady
from tests.approval.review_calls import HOSTILE, Reviewed, bash
from tests.approval.scripts import Wire
from tests.claude_program import claude_program
from tests.doubles.anthropic import Anthropic
from tests.doubles.model_service import Answer

# Only ends a hang; it answers within a second or two.
PATIENCE = 120.0


@pytest.fixture
def service() -> Iterator[Anthropic]:
    """Give the service that Claude Code asks."""
    with Anthropic(Answer("DENY\nit leaves the project")) as service:
        yield service


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project that is full of words for whoever reads them, and Claude Code beside it."""
    shop = planted_shop(tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "claude").symlink_to(claude_program())
    return shop


def reviewed_in(shop: Path, service: Anthropic, seconds: float = PATIENCE) -> Reviewed:
    """Return what has calls reviewed as it is set up by default, with our home in the project's."""
    env = environment(service, shop)
    env["PATH"] = f"{shop.parent.parent}/bin:{env['PATH']}"
    place = shop.parent / ".proctor" / "reviewer"
    settings = ReviewerSettings(seconds=seconds)
    reviewed = Reviewed(shop, partial(make_reviewer, settings, place=place, env=env))
    # The model is that of the settings.
    reviewed.settings = Settings(enabled=True, instructions="Deny what leaves the project.")
    return reviewed


def test_nothing_of_the_project_reaches_the_model(
    service: Anthropic, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call in a project full of orders is judged by a model that heard none of them."""
    monkeypatch.chdir(shop)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(shop / ".claude"))
    reviewed = reviewed_in(shop, service)
    call = bash(f"cat @{shop}/AGENTS.md @CLAUDE.md @~/CLAUDE.md @../../AGENTS.md", cwd=str(shop))
    first = asyncio.run(reviewed.look(call))
    again = asyncio.run(reviewed.look(call))

    assert first
    assert first.cost
    assert first[:2] == (Judgement.DENY, "it leaves the project")
    assert first.model == "claude-haiku-5-5"
    assert again == first._replace(seconds=0, cost=0, saved="remembered")
    assert words_of(first) == (
        f"reviewer claude-haiku-5-5: DENY in {first.seconds:.2f} s, ${first.cost:.4f}:"
        " it leaves the project"
    )
    assert reply_of(first)
    assert [got.path for got in service.requests] == ["/v1/messages?beta=true"]
    assert PLANTED.encode() not in service.requests[0].raw
    assert ran(shop) == []
    assert [*(shop.parent / ".proctor" / "reviewer").iterdir()] == []


@pytest.mark.full
def test_a_call_changes_nothing_but_its_own_text(service: Anthropic, shop: Path) -> None:
    """Orders, forged fences, padding and names of files leave all else as it is."""
    reviewed = reviewed_in(shop, service)
    names = ["orders", "a forged end of the call", "padding", "names of files"]
    seen = [reviewed(bash(text)) for text in ("ls", *(HOSTILE[name] for name in names))]

    assert [review and review.verdict for review in seen] == [Judgement.DENY] * 5
    assert len(service.requests) == 5
    assert len({*map(steady, service.requests)}) == 1


def test_a_service_that_fails_is_asked_once(service: Anthropic, shop: Path) -> None:
    """Claude Code does not try again: a person decides instead."""
    service.answers[0] = Answer(status=529)
    review = reviewed_in(shop, service)(bash("ls"))

    assert review
    assert review.verdict is Judgement.ASK_USER
    assert review.reason.endswith("its service answered with status 529")
    assert len(service.requests) == 1


def test_its_own_time_limit_holds(service: Anthropic, shop: Path) -> None:
    """A model that never answers is given up, and the program is ended."""
    service.answers[0] = Answer(hangs=True)
    wire = Wire(shop / "wire")
    program = shop.parent.parent / "bin" / "claude"
    program.unlink()
    program.write_text(f'#!/bin/sh\nexec 9>"{wire.path}"\nexec "{claude_program()}" "$@"\n')
    program.chmod(0o755)
    review = reviewed_in(shop, service, seconds=3)(bash("ls"))
    wire.let_go()
    wire.ended()

    assert review
    assert (review.verdict, review.reason) == (
        Judgement.ASK_USER,
        "its timeout is 3 s",
    )
    assert len(service.requests) <= 1
