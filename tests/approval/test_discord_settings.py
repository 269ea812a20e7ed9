"""The settings of the Discord channel: what is taken, and what is said of the rest."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.approval.channels.discord_settings import (
    DiscordSettings,
    Wrong,
    bot_of,
    settings_of,
    wrongs_of,
)
from proctor.errors import ChannelError
from tests.doubles.discord_shapes import BOT, CHANNEL, TOKEN
from tests.tables import each_row

GOOD: dict[str, Any] = {"token": TOKEN, "channel": CHANNEL}


def test_settings_are_read() -> None:
    """Ids can be numbers or texts; roles are ids or names."""
    roles = ["reviewers", 610000000000000001, "610000000000000002"]
    value = GOOD | {"channel": str(CHANNEL), "approver_roles": roles, "users": [7, "8"]}
    wanted = DiscordSettings(
        TOKEN,
        CHANNEL,
        frozenset({"reviewers", "610000000000000001", "610000000000000002"}),
        frozenset({7, 8}),
    )

    assert settings_of(value) == wanted
    assert settings_of(GOOD) == DiscordSettings(TOKEN, CHANNEL)


@each_row(
    ("changes", "at"),
    [
        ({"token": None}, ("token",)),
        ({"token": 12}, ("token",)),
        ({"token": ""}, ("token",)),
        ({"token": "x.y.z"}, ("token",)),
        ({"token": TOKEN + "\n"}, ("token",)),
        ({"token": "bm90LWEtbnVtYmVy.GdOubl.abcdefgh"}, ("token",)),
        ({"token": "________________________.GdOubl.abcdefgh"}, ("token",)),
        ({"channel": None}, ("channel",)),
        ({"channel": True}, ("channel",)),
        ({"channel": -5}, ("channel",)),
        ({"channel": 1 << 64}, ("channel",)),
        ({"channel": "general"}, ("channel",)),
        ({"channel": 7.0}, ("channel",)),
        ({"users": 7}, ("users",)),
        ({"users": None}, ("users",)),
        ({"users": []}, ("users",)),
        ({"users": [], "approver_roles": []}, ("approver_roles",)),
        ({"users": [7, "ada"]}, ("users", 1)),
        ({"users": [False]}, ("users", 0)),
        ({"approver_roles": "reviewers"}, ("approver_roles",)),
        ({"approver_roles": ["@everyone"]}, ("approver_roles", 0)),
        ({"approver_roles": ["a", " "]}, ("approver_roles", 1)),
        ({"approver_roles": [["a"]]}, ("approver_roles", 0)),
        ({"approver_roles": ["a" * 101]}, ("approver_roles", 0)),
        ({"user": [7]}, ("user",)),
    ],
)
def test_what_is_wrong_is_said(changes: dict[str, Any], at: tuple[str | int, ...]) -> None:
    """Each thing that is wrong is found where it stands, and no settings come of it."""
    value = GOOD | changes

    assert [wrong.at for wrong in wrongs_of(value)] == [at]
    with pytest.raises(ChannelError, match=r"^channels\.discord\.") as caught:
        settings_of(value)
    assert TOKEN not in caught.value.render()


def test_an_empty_list_beside_one_that_names_somebody_is_fine() -> None:
    """Who is named in one list is enough."""
    value = GOOD | {"users": [], "approver_roles": ["reviewers"]}

    assert list(wrongs_of(value)) == []
    assert settings_of(value).roles == {"reviewers"}


@pytest.mark.parametrize("value", [None, [], "x", 7])
def test_settings_are_a_mapping(value: object) -> None:
    """Anything else is refused."""
    assert list(wrongs_of(value)) == [
        Wrong((), "must be a mapping", "it needs `token` and `channel`")
    ]


def test_a_slip_is_named() -> None:
    """An unknown key names the one that was meant."""
    [wrong] = wrongs_of(GOOD | {"approver_role": ["a"]})

    assert wrong.help == "did you mean `approver_roles`?"


def test_a_token_names_its_bot_and_is_shown_nowhere() -> None:
    """The first part of a token is its bot's id; no repr has any of it."""
    assert bot_of(TOKEN) == BOT
    assert TOKEN.split(".")[2] not in repr(settings_of(GOOD))
