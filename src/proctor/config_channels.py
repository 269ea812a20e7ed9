"""
Read where people are asked: `channels`.

What a channel needs is the channel's own to say; here its complaints find their line. A
line that is shown with one of them never shows a token, a wrong one neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from proctor.errors import Problem
from proctor.nodes import Mapping, Node, Scalar, Sequence
from proctor.roles.values import Notes, is_null

CHANNELS = ("inbox", "telegram", "discord")
WHOLE = re.compile(r"-?[0-9]{1,30}")
# What follows a key that holds a secret, and what looks like a secret wherever it stands:
# a token of Telegram's, one of Discord's, a key of a model's service, a password in an address.
NAMES_VARIABLE = "key_variable"
SECRET_KEYS = ("token", "key", "api_key", NAMES_VARIABLE)
KEYED = re.compile(
    rf"(?i)\b({'|'.join(SECRET_KEYS)})[\"']?\s*:\s*(\"[^\"]*\"?|'[^']*'?|[^\s{{\[,}}][^,}}]*)"
)
SECRET = re.compile(
    r"[0-9]{5,}:[\w-]{20,}|[\w-]{18,}={0,2}\.[\w-]{4,}\.[\w-]{20,}|\b(?:sk|key)-[\w-]{16,}"
    r"|(?<=://)[^\s/@:]*:[^\s/@]+(?=@)"
)
# The name of a variable is no secret.
VARIABLE = re.compile(r"[\"']?[A-Z_][A-Z0-9_]{0,63}[\"']?\s*")
HIDDEN = "•"


class Fault(NamedTuple):
    """What a channel says is wrong, and at which key or entry of a list."""

    at: tuple[str | int, ...]
    message: str
    help: str | None


class Written(dict[str, Any]):
    """What is written of a channel; its token is in no repr."""

    def __repr__(self) -> str:
        """Name the keys only."""
        return f"Written({', '.join(self)})"


class Channels(NamedTuple):
    """What is said of each channel."""

    inbox: bool = True
    telegram: Written | None = None
    discord: Written | None = None


def read_channels(node: Node, notes: Notes) -> Channels:
    """Read every channel; null turns one off, but for the inbox, which is on unless it is false."""
    channels = Channels()
    for key, value in notes.mapping(node, "`channels`"):
        name = key.text
        if name not in CHANNELS:
            notes.unknown_key(key, "`channels`", CHANNELS)
        elif is_null(value):
            continue
        elif name == "inbox":
            channels = channels._replace(inbox=notes.boolean(value, "`inbox`") is True)
        elif name == "telegram":
            channels = channels._replace(telegram=read_channel(key, value, notes))
        else:
            channels = channels._replace(discord=read_channel(key, value, notes))
    return channels


def read_channel(name: Scalar, node: Node, notes: Notes) -> Written | None:
    """Read what is written of a channel, and let the channel look at it."""
    what = f"`{name.text}`"
    if not isinstance(node, Mapping):
        notes.wrong_type(node, what, "a map")
        return None
    keys, faults = telegram_faults(node) if name.text == "telegram" else discord_faults(node)
    empty = {key.text for key, value in node.pairs if is_null(value)}
    for key, value in node.pairs:
        if key.text not in keys:
            notes.unknown_key(key, what, keys)
        elif is_null(value):
            notes.error(key, "wrong-type", f"`{key.text}` is empty", help="leave it out, or say it")
    for at, message, hint in faults:
        word = str(at[0])
        spot = node.get(word)
        if word not in keys or word in empty:
            continue
        if spot is None:
            notes.error(name, "missing-key", f"{what} has no `{word}`", help=hint)
        else:
            notes.error(inside(spot, at[1:]), "wrong-value", message, help=hint)
    return Written(plain(node))


def telegram_faults(node: Mapping) -> tuple[tuple[str, ...], list[Fault]]:
    """Return the keys of Telegram, and what it says is wrong."""
    from proctor.approval.channels import telegram_settings as telegram  # noqa: PLC0415 - slow

    faults = [
        Fault((wrong.key,), f"`{wrong.key}` {wrong.message}", wrong.help)
        for wrong in telegram.wrong_in_config(plain(node))
    ]
    users = node.get("users")
    if isinstance(users, Sequence) and users.items:
        # It complains about the list; people look for the entry.
        faults = [fault for fault in faults if fault.at != ("users",)]
        faults += [
            Fault(("users", index), f"`users` {wrong.message}", wrong.help)
            for index, item in enumerate(users.items)
            for wrong in telegram.wrong_users("users", [plain(item)])
        ]
    return telegram.KEYS, faults


def discord_faults(node: Mapping) -> tuple[tuple[str, ...], list[Fault]]:
    """Return the keys of Discord, and what it says is wrong."""
    from proctor.approval.channels import discord_settings as discord  # noqa: PLC0415 - rarely

    return discord.KEYS, [Fault(*wrong) for wrong in discord.wrongs_of(plain(node))]


def plain(node: Node) -> Any:
    """Return a value as it is written; a long id does not become a float."""
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.pairs}
    if isinstance(node, Scalar) and isinstance(node.value, float) and WHOLE.fullmatch(node.text):
        return int(node.text)
    return node.plain


def inside(node: Node, at: tuple[str | int, ...]) -> Node:
    """Return an entry of a list, else the list."""
    if at and isinstance(node, Sequence) and isinstance(at[0], int) and at[0] < len(node.items):
        return node.items[at[0]]
    return node


def without_secrets(problems: list[Problem], root: Node | None) -> list[Problem]:
    """Return problems of a config in which nobody reads a token, however wrong the file is."""
    secrets = sorted(secrets_in(root), key=len, reverse=True)
    return [clean(problem, secrets) for problem in problems]


def secrets_in(root: Node | None) -> Iterator[str]:
    """Return the values of keys that hold secrets, and a token in place of a channel."""
    for name in ("channels", "reviewer"):
        top = root.get(name) if isinstance(root, Mapping) else None
        for key, value in top.pairs if isinstance(top, Mapping) else ():
            inner = value.pairs if isinstance(value, Mapping) else ((key, value),)
            for word, text in inner:
                keyed = word.text in SECRET_KEYS or (name == "channels" and word is key)
                if isinstance(text, Scalar) and keyed and not is_variable(word.text, text.text):
                    yield from (line for line in text.text.splitlines() if len(line) > len("false"))


def clean(problem: Problem, secrets: list[str]) -> Problem:
    """Return a problem with every secret hidden; the caret still stands where it stood."""
    line = problem.line_text
    if line is not None:
        line = KEYED.sub(hide_keyed, line)
    texts = []
    for text in (line, problem.message, problem.help):
        shown = SECRET.sub(lambda found: HIDDEN * len(found[0]), text) if text else text
        for secret in secrets:
            shown = shown.replace(secret, HIDDEN * len(secret)) if shown else shown
        texts.append(shown)
    return problem._replace(line_text=texts[0], message=texts[1] or "", help=texts[2])


def hide_keyed(found: re.Match[str]) -> str:
    """Hide the value of a key, unless it names a variable."""
    if is_variable(found[1], found[2]):
        return found[0]
    return found[0][: -len(found[2])] + HIDDEN * len(found[2])


def is_variable(key: str, value: str) -> bool:
    """Say whether a value is the name of a variable, under the key that wants one."""
    return key == NAMES_VARIABLE and VARIABLE.fullmatch(value) is not None
