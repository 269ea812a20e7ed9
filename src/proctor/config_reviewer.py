"""Read how the AI reviewer is reached: `reviewer`."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any
from urllib.parse import urlsplit

from proctor.config_seconds import read_seconds
from proctor.nodes import Node, Scalar, Sequence
from proctor.roles.values import Notes, is_null
from proctor.terms.asking import ReviewerSettings

# A reviewer has one of these, and a service may have more.
KINDS = ("program", "command", "style")
OF_SERVICE = ("url", "key_variable")
REVIEWER_KEYS = (*KINDS, *OF_SERVICE, "model", "timeout")
NO_KEYS = ("key", "api_key", "token")

Nodes = dict[str, tuple[Scalar, Node]]
LONGEST_TIMEOUT = 120
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
HOST = re.compile(r"[A-Za-z0-9.-]+|[0-9A-Fa-f:.]+")
ADDRESS = re.compile(r"https?://[!-~]+", re.IGNORECASE)
KEY_HELP = "the key itself stands in no file: `key_variable: ANTHROPIC_API_KEY`"


class Style(Enum):
    """How a service is spoken to."""

    ANTHROPIC = "anthropic"
    OPENAI = "openai"


def read_reviewer(node: Node, notes: Notes) -> ReviewerSettings:
    """Read the reviewer; without `command` and `style` it is the program `claude`."""
    fields: dict[str, Any] = {}
    nodes = {key.text: (key, value) for key, value in notes.mapping(node, "`reviewer`")}
    for name, (key, value) in nodes.items():
        if name in NO_KEYS:
            message = f"`{name}` is not a key of `reviewer`"
            notes.error(key, "unknown-key", message, help=KEY_HELP)
        elif name not in REVIEWER_KEYS:
            notes.unknown_key(key, "`reviewer`", REVIEWER_KEYS)
        elif is_null(value):
            notes.error(key, "wrong-type", f"`{name}` is empty", help="leave it out, or say it")
        else:
            fields |= READERS[name](value, notes)
    check_together(nodes, notes)
    return ReviewerSettings(**fields)


def check_together(nodes: Nodes, notes: Notes) -> None:
    """Complain about keys that do not go together, and about those that are missing."""
    given = [name for name in KINDS if name in nodes]
    for name in given[1:]:
        message = f"a reviewer has either `{given[0]}` or `{name}`, and not both"
        notes.error(nodes[name][0], "both-given", message)
    for name in OF_SERVICE:
        if name in nodes and "style" not in nodes:
            message = f"`{name}` needs a `style`: how the service is spoken to"
            notes.error(nodes[name][0], "missing-key", message, help="anthropic or openai")
    if "style" in nodes and "model" not in nodes:
        message = "a reviewer with a `style` needs a `model`"
        notes.error(nodes["style"][0], "missing-key", message, help="as the service names it")
    if "command" in nodes and "model" in nodes:
        notes.error(nodes["model"][0], "wrong-form", "a command chooses its model itself")


def read_program(node: Node, notes: Notes) -> dict[str, Any]:
    """Read where the program `claude` is; the settings have it as their command."""
    text = notes.line(node, "`program`")
    return {"kind": "claude", "command": (text,)} if is_program(text, node, notes) else {}


def read_command(node: Node, notes: Notes) -> dict[str, Any]:
    """Read a command as the list of its words."""
    words = notes.texts(node, "`command`")
    if isinstance(node, Sequence) and not node.items:
        notes.error(node, "wrong-value", "`command` is empty")
    for word in words:
        if not word.text or "\0" in word.text:
            notes.error(word, "wrong-value", "a word of `command` is empty")
    if words and words[0].text:
        is_program(words[0].text, words[0], notes)
    return {"kind": "command", "command": tuple(word.text for word in words)}


def is_program(text: str | None, node: Node, notes: Notes) -> bool:
    """Say whether this names a program wherever one stands, and complain where it does not."""
    if text is None:
        return False
    if text.strip() and ("/" not in text or text.startswith("/")):
        return True
    message = "a program is named by its name, or by its whole path"
    notes.error(node, "wrong-value", message, help="such as `claude`, or `/opt/bin/claude`")
    return False


def read_url(node: Node, notes: Notes) -> dict[str, Any]:
    """Read the address of a service."""
    text = notes.line(node, "`url`")
    if text is None:
        return {}
    if not is_address(text):
        message = "`url` is not the address of a service"
        hint = "it begins with https:// and holds no key, as https://api.anthropic.com"
        notes.error(node, "wrong-value", message, help=hint)
    return {"url": text}


def is_address(text: str) -> bool:
    """Say whether a text is an address with a host, and with nobody's name or key in it."""
    if not ADDRESS.fullmatch(text):
        return False
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return False
    plain = not (parts.query or parts.fragment or "@" in parts.netloc)
    return plain and bool(HOST.fullmatch(parts.hostname or "")) and port != 0


def read_style(node: Node, notes: Notes) -> dict[str, Any]:
    """Read how a service is spoken to; that is what kind of reviewer it is."""
    style = notes.choice(node, "a style of services", Style)
    return {"kind": style.value} if style else {}


def read_key_variable(node: Node, notes: Notes) -> dict[str, Any]:
    """Read the name of the variable that holds the key."""
    text = notes.text(node, "`key_variable`")
    if text is None:
        return {}
    if not VARIABLE.fullmatch(text):
        notes.error(node, "wrong-value", "`key_variable` is the name of a variable", help=KEY_HELP)
    return {"key_variable": text}


def read_model(node: Node, notes: Notes) -> dict[str, Any]:
    """Read the name of a model."""
    text = notes.line(node, "`model`")
    if text is not None and (not text.strip() or text.startswith("-")):
        notes.error(node, "wrong-value", "`model` is the name of a model")
    return {"model": text} if text else {}


def read_timeout(node: Node, notes: Notes) -> dict[str, Any]:
    """Read how long an answer may take."""
    seconds = read_seconds(node, notes, LONGEST_TIMEOUT)
    return {} if seconds is None else {"seconds": seconds}


READERS = {
    "program": read_program,
    "command": read_command,
    "url": read_url,
    "style": read_style,
    "key_variable": read_key_variable,
    "model": read_model,
    "timeout": read_timeout,
}
