"""The reviewer of a role is made of what is configured and of what the role says."""

from __future__ import annotations

import asyncio
import stat
from functools import partial
from pathlib import Path

import pytest

from proctor.approval.reviewer import Judgement, Review, Reviewer
from proctor.approval.reviewers.claude_cli import ClaudeCli
from proctor.approval.reviewers.command import Command
from proctor.approval.reviewers.http import Http, Key
from proctor.approval.reviewers.make import make_reviewer
from proctor.errors import WrongWord
from proctor.terms.asking import ReviewerSettings
from proctor.terms.role import Reviewer as Settings
from tests.approval.review_calls import HARMLESS, HOSTILE, Reviewed, around, bash
from tests.approval.scripts import PATIENCE, SYSTEM_PATH, script
from tests.doubles.anthropic import Anthropic
from tests.doubles.model_service import Answer, ModelService
from tests.doubles.openai import OpenAI
from tests.tables import each_row

ROLE = Settings(enabled=True, model="large", instructions="Be kind.")
KINDS: dict[str, type[ModelService]] = {"anthropic": Anthropic, "openai": OpenAI}
KIND = pytest.mark.parametrize("kind", KINDS)
ENV = {"PATH": SYSTEM_PATH, "ANTHROPIC_API_KEY": "k-1", "OPENAI_API_KEY": "k-2", "OURS": "k-3"}


def made(settings: ReviewerSettings, role: Settings = ROLE) -> Reviewer:
    """Return a reviewer that asks nobody yet."""
    return make_reviewer(settings, role, place=Path("/srv/home/reviewer"), env=ENV)


@each_row("kind", ["claude", *KINDS])
@each_row(("model", "expected"), [("large", "large"), (None, "small"), ("", "small")])
def test_the_model_of_the_role_counts_first(kind: str, model: str | None, expected: str) -> None:
    """A role that names no model gets the one that is configured."""
    settings = ReviewerSettings(kind, model="small", seconds=7)
    found = made(settings, Settings(enabled=True, model=model, instructions="Be kind."))

    assert isinstance(found, ClaudeCli | Http)
    assert (found.model, found.seconds, found.instructions) == (expected, 7, "Be kind.")


def test_a_command_is_named_by_itself() -> None:
    """A command is its own model."""
    found = made(ReviewerSettings("command", ("/srv/bin/judge", "-x"), seconds=7))

    assert isinstance(found, Command)
    assert (found.model, found.seconds, found.command) == ("judge", 7, ("/srv/bin/judge", "-x"))


@pytest.mark.parametrize(
    ("command", "program"), [((), "claude"), (("/opt/bin/claude",), "/opt/bin/claude")]
)
def test_claude_may_lie_elsewhere(command: tuple[str, ...], program: str) -> None:
    """Where the program is may be configured."""
    found = made(ReviewerSettings("claude", command))

    assert isinstance(found, ClaudeCli)
    assert found.program == program


@KIND
def test_the_key_of_a_service_goes_to_that_service_only(kind: str) -> None:
    """Without an address it is the service itself; another address gets the key that is named."""
    own, other, named = (
        made(settings)
        for settings in (
            ReviewerSettings(kind),
            ReviewerSettings(kind, url="https://models.example"),
            ReviewerSettings(kind, url="https://models.example", key_variable="OURS"),
        )
    )

    assert isinstance(own, Http)
    assert isinstance(other, Http)
    assert isinstance(named, Http)
    assert (own.url.host, own.key) == (
        f"api.{kind}.com",
        Key(variable=f"{kind.upper()}_API_KEY"),
    )
    assert (other.url.host, other.key.found_in(other.environment)) == ("models.example", "")
    assert (named.url.host, named.key.found_in(named.environment)) == ("models.example", "k-3")


@pytest.mark.parametrize(
    "settings",
    [
        ReviewerSettings(""),
        ReviewerSettings("Claude"),
        ReviewerSettings("command"),
        ReviewerSettings("openai", url="models.example"),
    ],
)
def test_a_mistake_is_told(settings: ReviewerSettings) -> None:
    """What names no way to reach a reviewer is refused."""
    with pytest.raises(WrongWord):
        made(settings)


def test_claude_is_found_on_the_recorded_path(tmp_path: Path) -> None:
    """The program is looked for where the user had it; a person hears if it is not there."""
    answer = '{"type":"result","subtype":"success","is_error":false,"result":"DENY\\nno"}'
    (tmp_path / "bin").mkdir()
    script(tmp_path / "bin" / "claude", f"cat >/dev/null; printf '%s' '{answer}'")
    place = tmp_path / "home" / "reviewer"
    settings = ReviewerSettings(seconds=PATIENCE)
    paths = (f"{tmp_path}/bin:{SYSTEM_PATH}", SYSTEM_PATH)
    reviews = [
        asyncio.run(
            make_reviewer(settings, ROLE, place=place, env={"PATH": path}).review(HARMLESS)
        )._replace(seconds=0)
        for path in paths
    ]

    assert reviews == [
        Review(Judgement.DENY, "no", 0, None, "large"),
        Review(
            Judgement.ASK_USER,
            "the reviewer `claude` was not found on the recorded PATH",
            0,
            None,
            "large",
            failed=True,
        ),
    ]


def test_its_place_is_ours_and_stays_empty(tmp_path: Path) -> None:
    """The folder is made where it is missing, for us only, and nothing is left in it."""
    place = tmp_path / "home" / "reviewer"
    judge = script(tmp_path / "judge", "cat >/dev/null; touch left behind; echo DENY; pwd")
    settings = ReviewerSettings("command", (str(judge),), seconds=PATIENCE)
    review = asyncio.run(
        make_reviewer(settings, ROLE, place=place, env={"PATH": SYSTEM_PATH}).review(HARMLESS)
    )

    assert review.reason.startswith(f"{place}/")
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    assert [*place.iterdir()] == []


@pytest.mark.parametrize("kind", ["claude", "command"])
def test_nothing_of_an_agent_reaches_it(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the environment nor the folder of whoever asks reaches a program."""
    for name in ("ANTHROPIC_BASE_URL", "NODE_OPTIONS", "PROCTOR_HOME", "AGENT", "BASH_ENV"):
        monkeypatch.setenv(name, "/srv/agent")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bin").mkdir()
    judge = script(tmp_path / "bin" / "claude", 'env > "$HOME/env"; pwd >> "$HOME/env"')
    settings = ReviewerSettings(kind, (str(judge),), seconds=PATIENCE)
    env = {"PATH": f"{tmp_path}/bin:{SYSTEM_PATH}", "HOME": str(tmp_path)}
    place = tmp_path / "reviewer"
    asyncio.run(make_reviewer(settings, ROLE, place=place, env=env).review(HARMLESS))
    seen = (tmp_path / "env").read_text()

    assert "/srv/agent" not in seen
    assert seen.splitlines()[-1].startswith(f"{place}/")


def asking(kind: str, service: ModelService, folder: Path) -> Reviewed:
    """Return what has calls reviewed by a service."""
    settings = ReviewerSettings(kind, url=service.url, key_variable="OURS", seconds=PATIENCE)
    env = {"OURS": service.key}
    return Reviewed(folder, partial(make_reviewer, settings, place=folder / "reviewer", env=env))


@KIND
def test_a_service_judges_a_call_once(kind: str, tmp_path: Path) -> None:
    """A verdict that came over HTTP is remembered as any other."""
    with KINDS[kind](Answer("ALLOW\nfine")) as service:
        reviewed = asking(kind, service, tmp_path)
        first, again = reviewed(bash("ls")), reviewed(bash("ls"))

    assert first
    assert again == first._replace(cost=0, saved="remembered")
    assert first[:2] == (Judgement.ALLOW, "fine")
    assert len(service.requests) == 1


@KIND
def test_a_service_that_fails_is_asked_once(kind: str, tmp_path: Path) -> None:
    """There are no retries, and a person decides."""
    with KINDS[kind](Answer(status=500)) as service:
        review = asking(kind, service, tmp_path)(bash("ls"))

    assert review
    assert review.reason == "the reviewer's service answered with status 500"
    assert len(service.requests) == 1


@KIND
def test_a_call_cannot_talk_to_a_service(kind: str, tmp_path: Path) -> None:
    """Byte for byte, what a service receives is the same but for the text of the call."""
    with KINDS[kind](Answer("DENY\nno")) as service:
        reviewed = asking(kind, service, tmp_path)
        seen = {reviewed(bash(text)) for text in ("ls", *HOSTILE.values())}
    prompts = [str(got.body["messages"][0]["content"]) for got in service.requests]

    assert [review and review[:2] for review in seen] == [(Judgement.DENY, "no")]
    assert len(prompts) == len(HOSTILE) + 1
    assert len({*map(around, (got.raw for got in service.requests), prompts)}) == 1
