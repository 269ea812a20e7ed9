"""Which channels a home has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from proctor.server.channels import Built, build_channels
from proctor.terms.asking import Asking
from proctor.terms.question import Question

TOKEN = "123456:" + "A" * 35
OF_AGENTIZE = {"AGENTIZE_USE_TG": "1", "TG_API_TOKEN": TOKEN, "TG_CHAT_ID": "77"}
VARIABLES = {"PROCTOR_USE_TG": "1", "TG_API_TOKEN": TOKEN, "TG_CHAT_ID": "77"}


async def lookup(_: int) -> Question | None:
    """Find nothing."""
    return None


async def waiting() -> list[Question]:
    """Find nothing."""
    return []


@contextmanager
def exclusive(_: str) -> Iterator[bool]:
    """Be the only one."""
    yield True


def built(env: Mapping[str, str] | None = None, **asking: Any) -> Built:
    """Build the channels of a home."""
    return build_channels(
        Asking(**asking), env or {}, lookup=lookup, all_waiting=waiting, exclusive=exclusive
    )


def names(found: Built) -> list[str]:
    """Return which channels there are."""
    return [channel.name for channel in found.channels]


def test_the_inbox_is_on_unless_it_is_turned_off() -> None:
    """Without it, and without another one, there is nobody to ask."""
    assert names(built()) == ["inbox"]
    assert built().inbox is not None
    assert built(inbox=False) == Built((), None, {}, {}, None)


def test_the_variables_of_telegram_count_where_the_file_says_nothing() -> None:
    """With their time-out, which the file has elsewhere."""
    found = built({**OF_AGENTIZE, "TG_APPROVAL_TIMEOUT_SEC": "90"})

    assert (names(found), found.timeout, found.trouble) == (["inbox", "telegram"], 90.0, {})
    assert found.set_up == {"inbox": "built in", "telegram": "variables"}


@pytest.mark.parametrize("use", ["", "0", "false"])
def test_variables_that_are_not_switched_on_are_nothing(use: str) -> None:
    """A token alone asks nobody."""
    assert names(built({**VARIABLES, "PROCTOR_USE_TG": use})) == ["inbox"]


@pytest.mark.parametrize(
    "env",
    [{"PROCTOR_USE_TG": "1"}, {"PROCTOR_USE_TG": "1", "TG_API_TOKEN": TOKEN}],
    ids=["no token", "no chat"],
)
def test_half_of_the_variables_are_no_channel(env: dict[str, str]) -> None:
    """It is told what is missing, and people are asked in the inbox."""
    found = built(env)

    assert (names(found), list(found.trouble)) == (["inbox"], ["telegram"])
    assert "TG_CHAT_ID" in found.trouble["telegram"]
    assert TOKEN not in found.trouble["telegram"]


def test_a_channel_that_cannot_be_built_harms_no_other() -> None:
    """It is told of, without its secrets, and people are asked in the inbox."""
    found = built({**VARIABLES, "TG_APPROVAL_TIMEOUT_SEC": "soon"})

    assert (names(found), list(found.trouble)) == (["inbox"], ["telegram"])
    assert "TG_APPROVAL_TIMEOUT_SEC" in found.trouble["telegram"]
    assert TOKEN not in found.trouble["telegram"]
