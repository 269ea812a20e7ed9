"""The settings of the Telegram channel: from variables and from the configuration."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.approval.channels.telegram_settings import (
    TelegramSettings,
    from_config,
    from_environment,
    wrong_in_config,
)
from proctor.errors import ChannelError
from tests.tables import each_row

TOKEN = "4242:AAF-double_of_a_token_for_tests_1234567"  # noqa: S105 - nobody's
ENV = {"PROCTOR_USE_TG": "1", "TG_API_TOKEN": TOKEN, "TG_CHAT_ID": "-1001"}
CONFIG: dict[str, Any] = {"token": TOKEN, "chat": -1001}


@each_row("switch", ["1", "true", "on", "ON", " True "])
def test_the_switch_turns_it_on(switch: str) -> None:
    """With the switch on, a token and a chat are enough; the rest has its defaults."""
    wanted = TelegramSettings(token=TOKEN, chat=-1001, users=frozenset(), poll=5)

    assert from_environment(ENV | {"PROCTOR_USE_TG": switch}) == wanted


def test_the_switch_of_agentize_counts_where_ours_is_not_set() -> None:
    """`AGENTIZE_USE_TG` turns it on as `PROCTOR_USE_TG` does, which counts before it."""
    found = [
        from_environment({**ENV, "PROCTOR_USE_TG": ours, "AGENTIZE_USE_TG": theirs})
        for ours, theirs in (("", "on"), ("off", "on"), ("on", "off"), ("", "off"))
    ]

    assert [each is not None for each in found] == [True, False, True, False]
    with pytest.raises(ChannelError, match=r"^AGENTIZE_USE_TG is on, but TG_API_TOKEN and"):
        from_environment({"AGENTIZE_USE_TG": "1"})


@each_row("switch", [None, "", "0", "false", "off", "OFF"])
def test_the_switch_turns_it_off(switch: str | None) -> None:
    """Without the switch there is no channel, whatever else is set, and nothing is checked."""
    env = {"TG_API_TOKEN": "rubbish", "TG_CHAT_ID": "rubbish"}

    assert from_environment(env if switch is None else env | {"PROCTOR_USE_TG": switch}) is None


def test_every_variable_counts() -> None:
    """Each of the variables is read."""
    env = ENV | {
        "TG_APPROVAL_TIMEOUT_SEC": "120",
        "TG_POLL_INTERVAL_SEC": "2.5",
        "TG_ALLOWED_USER_IDS": "7, 8,9",
    }
    wanted = TelegramSettings(
        token=TOKEN, chat=-1001, users=frozenset({7, 8, 9}), poll=2.5, timeout=120
    )

    assert from_environment(env) == wanted


@each_row(
    ("without", "said"),
    [
        ({"TG_API_TOKEN": None}, "TG_API_TOKEN is not set"),
        ({"TG_API_TOKEN": ""}, "TG_API_TOKEN is not set"),
        ({"TG_CHAT_ID": None}, "TG_CHAT_ID is not set"),
        ({"TG_CHAT_ID": "  "}, "TG_CHAT_ID is not set"),
        ({"TG_API_TOKEN": "", "TG_CHAT_ID": None}, "TG_API_TOKEN and TG_CHAT_ID are not set"),
    ],
)
def test_missing_token_or_chat_is_an_error(without: dict[str, str | None], said: str) -> None:
    """It names what is missing."""
    env = {name: value for name, value in (ENV | without).items() if value is not None}

    with pytest.raises(ChannelError) as error:
        from_environment(env)

    assert error.value.message == f"PROCTOR_USE_TG is on, but {said}"


@each_row(
    ("name", "value"),
    [
        ("PROCTOR_USE_TG", "yes please"),
        ("TG_API_TOKEN", "rubbish"),
        ("TG_CHAT_ID", "@shop"),
        ("TG_CHAT_ID", "0"),
        ("TG_CHAT_ID", "\u0661"),
        ("TG_APPROVAL_TIMEOUT_SEC", "soon"),
        ("TG_APPROVAL_TIMEOUT_SEC", "0"),
        ("TG_APPROVAL_TIMEOUT_SEC", "-5"),
        ("TG_APPROVAL_TIMEOUT_SEC", "7201"),
        ("TG_APPROVAL_TIMEOUT_SEC", "inf"),
        ("TG_APPROVAL_TIMEOUT_SEC", "1e3"),
        ("TG_POLL_INTERVAL_SEC", "0"),
        ("TG_POLL_INTERVAL_SEC", "51"),
        ("TG_POLL_INTERVAL_SEC", "nan"),
        ("TG_ALLOWED_USER_IDS", ""),
        ("TG_ALLOWED_USER_IDS", " , "),
        ("TG_ALLOWED_USER_IDS", "7,,8"),
        ("TG_ALLOWED_USER_IDS", "7;8"),
        ("TG_ALLOWED_USER_IDS", "ada"),
        ("TG_ALLOWED_USER_IDS", "@ada"),
        ("TG_ALLOWED_USER_IDS", "-7"),
    ],
)
def test_a_variable_that_cannot_be_read_is_an_error(name: str, value: str) -> None:
    """A value that cannot be read is an error that names its variable and helps."""
    with pytest.raises(ChannelError) as error:
        from_environment(ENV | {name: value})

    assert f"`{name}`" in error.value.message
    assert name in (error.value.help or "")


def test_the_configuration_is_read() -> None:
    """Each key of `channels: telegram` is read; numbers may be written as text."""
    values = {"token": TOKEN, "chat": "-1001", "users": [7, "8"], "poll": 10}
    wanted = TelegramSettings(token=TOKEN, chat=-1001, users=frozenset({7, 8}), poll=10)

    assert from_config(values) == wanted
    assert from_config(CONFIG) == TelegramSettings(token=TOKEN, chat=-1001)


@each_row(
    "api",
    ["https://bots.example", "https://bots.example:8081/shop/", "http://127.0.0.1:8081",
     "http://[::1]:8081", "http://localhost"],
)  # fmt: skip
def test_a_bot_api_server_of_ones_own(api: str) -> None:
    """The configuration names it, encrypted or on this machine; without it, it is Telegram's."""
    assert from_config(CONFIG | {"api": api}).api == api
    assert from_config(CONFIG).api == "https://api.telegram.org"


@each_row(
    ("key", "value"),
    [
        ("token", None),
        ("token", 5),
        ("token", TOKEN + " "),
        ("chat", None),
        ("chat", True),
        ("chat", 1.5),
        ("chat", "@shop"),
        ("users", 7),
        ("users", "7,8"),
        ("users", None),
        ("users", []),
        ("users", [""]),
        ("users", [True]),
        ("users", [0]),
        ("users", ["ada"]),
        ("users", [[7]]),
        ("poll", 0),
        ("poll", True),
        ("poll", "often"),
        ("poll", [5]),
        ("api", None),
        ("api", 5),
        ("api", ""),
        ("api", "https://"),
        ("api", "https://["),
        ("api", "bots.example"),
        ("api", "http://bots.example"),
        ("api", "ftp://127.0.0.1"),
        ("api", "https://ada:secret@bots.example"),
        ("api", "https://bots.example/?x="),
        ("api", "https://bots.example/#"),
        ("api", "https://bots.exa mple"),
        ("chta", 5),
    ],
)
def test_what_is_wrong_in_the_configuration_is_named(key: str, value: object) -> None:
    """Each wrong value is an error with its key; none becomes "everybody may answer"."""
    [wrong] = wrong_in_config(CONFIG | {key: value})

    assert wrong.key == key
    assert wrong.help
    with pytest.raises(ChannelError, match=f"`{key}`"):
        from_config(CONFIG | {key: value})


def test_everything_that_is_wrong_is_named_at_once() -> None:
    """One error names all that is wrong."""
    with pytest.raises(ChannelError) as error:
        from_config({"users": 7, "pol": 5})

    assert all(f"`{key}`" in error.value.message for key in ("token", "chat", "users", "pol"))


def test_no_token_is_ever_shown() -> None:
    """Neither settings nor errors show a token, not even a wrong one."""
    assert TOKEN not in repr(from_config(CONFIG))
    with pytest.raises(ChannelError) as error:
        from_config(CONFIG | {"token": TOKEN + "!", "chat": "x"})
    assert TOKEN not in error.value.render()
