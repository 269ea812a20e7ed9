"""
The real Claude Code as a reviewer: what its model receives, and what does not run.

Everything that a project, its parents or a home can say to Claude Code is planted. The
first test proves that the plants work, so that the others prove something.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.approval.review_request import Request
from proctor.approval.reviewer import Judgement, Review
from proctor.approval.reviewers.claude_cli import ClaudeCli
from proctor.owner.background import personal_environment
from tests.approval.planted_shop import PLANTED, environment, planted_shop, ran, steady
from tests.approval.review_calls import HARMLESS, HOSTILE, INSTRUCTIONS, hostile
from tests.approval.scripts import SYSTEM_PATH
from tests.claude_program import claude_program
from tests.doubles.anthropic import Anthropic
from tests.doubles.model_service import Answer

# Only ends a hang; it answers within a second or two.
PATIENCE = 120.0
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project that is full of words for whoever reads them."""
    return planted_shop(tmp_path)


@pytest.fixture
def service() -> Iterator[Anthropic]:
    """Give the service that Claude Code asks."""
    with Anthropic(Answer("DENY\nit leaves the project")) as service:
        yield service


def reviewed(
    service: Anthropic,
    shop: Path,
    request: Request = HARMLESS,
    instructions: str = INSTRUCTIONS,
) -> Review:
    """Return the review by the real program, started right inside the project."""
    reviewer = ClaudeCli(
        instructions=instructions,
        environment=environment(service, shop),
        program=str(claude_program()),
        seconds=PATIENCE,
        place=shop,
    )
    return asyncio.run(reviewer.review(request))


def test_what_is_planted_works(service: Anthropic, shop: Path) -> None:
    """Claude Code, as anybody would call it, tells its model and runs what is planted."""
    words = ["--print", "--model", "haiku", "judge @AGENTS.md"]
    subprocess.run(
        [claude_program(), *words],
        env=environment(service, shop) | QUIET | {"CLAUDE_CODE_TMPDIR": str(shop.parent)},
        cwd=shop,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )

    assert PLANTED.encode() in service.requests[0].raw
    assert {"home-SessionStart", "home-UserPromptSubmit"} <= set(ran(shop))


def test_nothing_that_is_planted_reaches_the_model(
    service: Anthropic, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No word of project, parents or home is in what the model receives, and nothing runs."""
    monkeypatch.chdir(shop)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(shop / ".claude"))
    request = HARMLESS._replace(input={"command": f"cat @{shop}/AGENTS.md @../AGENTS.md @~/x"})
    review = reviewed(service, shop, request)

    assert review == Review(
        Judgement.DENY, "it leaves the project", review.seconds, review.cost, "claude-haiku-5-5"
    )
    assert review.cost is not None
    assert [got.path for got in service.requests] == ["/v1/messages?beta=true"]
    assert PLANTED.encode() not in service.requests[0].raw
    assert service.requests[0].body["tools"] == []
    assert ran(shop) == []
    assert list(shop.glob("proctor-*")) == []


def test_words_are_words(service: Anthropic, shop: Path) -> None:
    """Even where it is we who name a file or say a word of power, nothing comes of it."""
    words = f"Mind @{shop}/AGENTS.md and ultrathink about it."
    reviewed(service, shop, instructions=words)
    reviewed(service, shop, instructions="Mind nothing.")
    named, plain = (
        steady(got).replace(text, "")
        for got, text in zip(service.requests, (words, "Mind nothing."), strict=True)
    )

    assert named == plain
    assert PLANTED not in named


def test_the_login_of_a_subscription_is_used(service: Anthropic, shop: Path) -> None:
    """Who has logged in needs no key: the login lies in the home, not in its settings."""
    login = {
        "accessToken": service.key,
        "refreshToken": "unused",
        "expiresAt": 4_000_000_000_000,
        "scopes": ["user:inference", "user:profile"],
        "subscriptionType": "max",
    }
    credentials = shop.parent / ".claude" / ".credentials.json"
    credentials.write_text(json.dumps({"claudeAiOauth": login}))
    reviewer = ClaudeCli(
        instructions=INSTRUCTIONS,
        environment=environment(service, shop) | {"ANTHROPIC_API_KEY": ""},
        program=str(claude_program()),
        seconds=PATIENCE,
        place=shop,
    )

    assert asyncio.run(reviewer.review(HARMLESS)).verdict is Judgement.DENY
    assert service.requests[0].headers["authorization"] == f"Bearer {service.key}"


def test_without_a_login_a_person_is_asked(service: Anthropic, shop: Path) -> None:
    """A reviewer that nobody has logged in says so."""
    service.key = ""
    review = reviewed(service, shop)

    assert review.verdict is Judgement.ASK_USER
    assert review.reason.endswith("is it logged in? try `claude --print hello`")
    assert service.requests == []


@pytest.mark.full
def test_a_call_cannot_talk_to_the_model(service: Anthropic, shop: Path) -> None:
    """Whatever an agent says, all else that the model receives is as with any other call."""
    names = ["names of files", "words that switch something on", "turns of somebody else"]
    for request in (HARMLESS, *(hostile(HOSTILE[name]) for name in names)):
        reviewed(service, shop, request)

    assert len(service.requests) == 4
    assert {steady(got) for got in service.requests} == {steady(service.requests[0])}


@pytest.mark.parametrize("status", [401, 500, 529])
def test_it_asks_once(status: int, service: Anthropic, shop: Path) -> None:
    """A service that fails is not asked again, and a person is."""
    service.answers[0] = Answer(status=status)
    review = reviewed(service, shop)

    assert (review.verdict, review.reason) == (
        Judgement.ASK_USER,
        f"the reviewer `claude` ended with status 1: its service answered with status {status}",
    )
    assert len(service.requests) == 1


def test_real_program_goes_through_the_proxy_of_a_persons_terminal(
    service: Anthropic, shop: Path
) -> None:
    """What was recorded of a terminal leads it there; where nobody listens, it says so."""
    typed = {"PATH": SYSTEM_PATH, "HOME": str(shop.parent), "ANTHROPIC_AUTH_TOKEN": service.key}
    through = {"ANTHROPIC_BASE_URL": "http://judge.invalid", "HTTP_PROXY": service.url}
    reasons = [
        asyncio.run(
            ClaudeCli(
                instructions=INSTRUCTIONS,
                environment=personal_environment(shop.parent / "proctor", {**typed, **leading}),
                program=str(claude_program()),
                seconds=PATIENCE,
                place=shop.parent,
            ).review(HARMLESS)
        ).reason
        for leading in (through, {"ANTHROPIC_BASE_URL": "http://127.0.0.1:1"})
    ]

    assert {got.path.partition("/v1/")[0] for got in service.requests} == {"http://judge.invalid"}
    assert [reason.partition(": ")[2] for reason in reasons] == [
        "its service answered with status 404",
        "connection refused",
    ]
