"""Any command can be a reviewer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from proctor.approval.review_request import Request
from proctor.approval.reviewer import Judgement, Review
from proctor.approval.reviewers.command import Command
from proctor.errors import WrongWord
from tests.approval.review_calls import HARMLESS, HOSTILE, INSTRUCTIONS, hostile, taken_apart
from tests.approval.scripts import PATIENCE, SYSTEM_PATH, script

ASK_USER = Judgement.ASK_USER


def reviewed(
    folder: Path, text: str, request: Request = HARMLESS, *, seconds: float = PATIENCE
) -> Review:
    """Return the review by a script, without the time that it took."""
    program = script(folder / "judge", text)
    reviewer = Command(
        [str(program)],
        instructions=INSTRUCTIONS,
        environment={
            "PATH": SYSTEM_PATH,
            "HOME": str(folder),
            "PROCTOR_HOME": "/srv/elsewhere",
            "TG_API_TOKEN": "1:x",
        },
        seconds=seconds,
        place=folder,
    )
    review = asyncio.run(reviewer.review(request))
    assert review.seconds > 0
    assert [each.name for each in folder.iterdir() if each.name.startswith("proctor-")] == []
    return review._replace(seconds=0)


@pytest.mark.parametrize("verdict", Judgement)
def test_a_command_judges(verdict: Judgement, tmp_path: Path) -> None:
    """What a command prints is the verdict."""
    expected = Review(verdict, "so it is", 0, None, "judge")

    assert reviewed(tmp_path, f"cat >/dev/null; echo {verdict}; echo so it is") == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    {
        "exit 1": "the reviewer `judge` ended with status 1",
        "echo ALLOW; exit 1": "the reviewer `judge` ended with status 1",
        "true": "the reviewer said nothing",
        "echo allow": "the reviewer did not answer with one of the three words",
        "echo ALLOW >&2": "the reviewer said nothing",
    }.items(),
)
def test_a_command_that_fails_leaves_it_to_a_person(text: str, reason: str, tmp_path: Path) -> None:
    """A status, an empty answer and rubbish are no verdict."""
    assert reviewed(tmp_path, text) == Review(ASK_USER, reason, 0, None, "judge", failed=True)


def test_a_command_has_its_time(tmp_path: Path) -> None:
    """A command that does not answer in time is ended."""
    expected = Review(ASK_USER, "its timeout is 0.2 s", 0, None, "judge", failed=True)

    assert reviewed(tmp_path, "echo ALLOW; sleep 1000", seconds=0.2) == expected


def test_a_command_that_is_missing_leaves_it_to_a_person() -> None:
    """A command that is not installed is told of."""
    reviewer = Command(["no-such-judge"], instructions="Look.", environment={"PATH": SYSTEM_PATH})
    review = asyncio.run(reviewer.review(HARMLESS))

    assert review.verdict is ASK_USER
    assert review.reason == "the reviewer `no-such-judge` was not found on the recorded PATH"


@pytest.mark.parametrize("command", [[], [""], ["judge", ""]])
def test_an_empty_command_is_refused(command: list[str]) -> None:
    """A reviewer without a command is a mistake in the configuration."""
    with pytest.raises(WrongWord, match="empty"):
        Command(command, instructions="", environment={})


@pytest.mark.parametrize("name", HOSTILE)
def test_a_call_cannot_talk_to_a_command(name: str, tmp_path: Path) -> None:
    """The bytes around a call are the same for any call."""
    received = []
    for request in (HARMLESS, hostile(HOSTILE[name])):
        reviewed(tmp_path, 'cat > "$HOME/received"', request)
        received.append(taken_apart((tmp_path / "received").read_bytes().decode("ascii")))
    harmless, other = received

    assert (other.before, other.behind) == (harmless.before, harmless.behind)


def test_a_command_does_not_see_our_variables(tmp_path: Path) -> None:
    """Where our own home is, or a bot's token, is not for a reviewer to know."""
    found = "${PROCTOR_HOME:-none} ${TG_API_TOKEN:-none}"

    assert reviewed(tmp_path, f'echo DENY; echo "{found}"').reason == "none none"
