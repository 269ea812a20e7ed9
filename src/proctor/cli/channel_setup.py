"""Which ways to reach people are set up in a home, and where that is written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from proctor.approval.channels import discord_settings, telegram_settings
from proctor.approval.channels.discord_settings import DiscordSettings
from proctor.approval.channels.telegram_settings import TelegramSettings
from proctor.config import load_config
from proctor.errors import ChannelError, ConfigProblems
from proctor.terms.asking import TELEGRAM_VARIABLES, Asking

TIME = "TG_APPROVAL_TIMEOUT_SEC"
TIME_IGNORED = (
    f"{TIME} is ignored, as PROCTOR_USE_TG is not on; "
    "`approval: {timeout: …}` in config.yaml says how long people have to answer"
)
NOT_TAKEN_OVER = (
    "{switch} is on, and the server that runs was started without it; "
    "replace it: proctor down && proctor up --background"
)
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


def ignored_variables(
    home: Path, environment: Mapping[str, str], served: Iterable[Mapping[str, object]] | None
) -> list[str]:
    """
    Say which variables of Telegram in a person's terminal have no effect, and what does.

    `served` is how the channels of the server that runs are, None where none does; a trouble
    that it tells of the variables is not said again.
    A config that cannot be read is told elsewhere.
    """
    try:
        asking = load_config(home, None).asking
    except ConfigProblems:
        return []
    given = [name for name in TELEGRAM_VARIABLES if environment.get(name)]
    telegram = [each for each in served or () if each.get("name") == "telegram"]
    switch = telegram_settings.switch_of(environment)
    if asking.telegram is not None:
        on = switch in given
        said = f"{', '.join(given)} ignored: config.yaml sets Telegram up, `channels: telegram`"
        return [said] if on else []
    try:
        found = telegram_settings.from_environment(environment)
    except ChannelError as error:
        return [] if any(each.get("trouble") for each in telegram) else [error.message]
    if found is None:
        return [TIME_IGNORED] if TIME in given else []
    if TIME in given and asking.timeout is not None:
        return [f"{TIME} is ignored: `approval: {{timeout: …}}` in config.yaml counts"]
    return [] if telegram or served is None else [NOT_TAKEN_OVER.format(switch=switch)]


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
