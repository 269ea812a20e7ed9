"""Which ways to reach people are set up in a home, and where that is written."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from proctor.approval.channels import discord_settings, telegram_settings
from proctor.approval.channels.discord_settings import DiscordSettings
from proctor.approval.channels.telegram_settings import TelegramSettings
from proctor.config import load_config
from proctor.errors import ChannelError
from proctor.terms.asking import Asking

CONFIG, VARIABLES = "config.yaml", "variables"


class Setup(NamedTuple):
    """
    How people are reached here.

    `written` says where a channel is set up, `trouble` what is wrong with it there.
    """

    asking: Asking
    telegram: TelegramSettings | None
    discord: DiscordSettings | None
    written: Mapping[str, str]
    trouble: Mapping[str, ChannelError]


def setup_of(home: Path, environment: Mapping[str, str] | None = None) -> Setup:
    """
    Read how people are reached in a home: as its config says, else the variables.

    Raises:
        ConfigProblems: config.yaml has an error.

    """
    asking = load_config(home, None).asking
    written: dict[str, str] = {}
    trouble: dict[str, ChannelError] = {}
    telegram = discord = None
    try:
        if asking.telegram is not None:
            written["telegram"] = CONFIG
            telegram = telegram_settings.from_config(asking.telegram)
        else:
            env = os.environ if environment is None else environment
            telegram = telegram_settings.from_environment(env)
            if telegram is not None:
                written["telegram"] = VARIABLES
    except ChannelError as error:
        written.setdefault("telegram", VARIABLES)
        trouble["telegram"] = error
    try:
        if asking.discord is not None:
            written["discord"] = CONFIG
            discord = discord_settings.settings_of(dict(asking.discord))
    except ChannelError as error:
        trouble["discord"] = error
    return Setup(asking, telegram, discord, written, trouble)
