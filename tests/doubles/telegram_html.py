"""Read a message's HTML as Telegram does, and refuse what it refuses."""

from __future__ import annotations

import re
from typing import Any

TAGS = set("b strong i em u ins s strike del code pre blockquote a tg-spoiler".split())
KINDS = {"strong": "bold", "b": "bold", "em": "italic", "i": "italic"}
TOKEN = re.compile(
    r"(?i)<(/?)([^\s<>]*)([^<>]*)>|<|&([a-z]+|#[0-9]+|#x[0-9a-f]+);|[^<&]+|&", re.IGNORECASE
)
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
# What Telegram makes of a text by itself, but not in code.
FOUND = {
    "mention": re.compile(r"(?<!\w)@[A-Za-z0-9_]{2,32}"),
    "bot_command": re.compile(r"(?<![\w/])/[A-Za-z0-9_]{1,32}(?:@\w+)?"),
    "hashtag": re.compile(r"(?<!\w)#\w*[A-Za-z_]\w*"),
    "url": re.compile(r"(?:https?://|\b)[\w-]+(?:\.[\w-]+)*\.(?:example|com|org|io|sh|py|md)\b"),
}
LONGEST = 4096


class BadRequest(Exception):
    """What Telegram answers with 400."""


def parse(source: str) -> tuple[str, list[dict[str, Any]]]:
    """Return a text without its tags, and its entities."""
    text, entities, open_tags = "", [], []
    for token in TOKEN.finditer(source):
        closing, tag, rest, named = token[1], token[2], token[3], token[4]
        if tag is None:
            text += plain_token(source, token, named)
            continue
        offset = len(source[: token.start()].encode())
        if tag.lower() not in TAGS or (rest.strip() and tag.lower() not in {"a", "code"}):
            word = "end" if closing else "start"
            raise BadRequest(unparsed(f'Unsupported {word} tag "{tag}" at byte offset {offset}'))
        if not closing:
            open_tags.append((tag.lower(), len(text)))
            continue
        if not open_tags:
            raise BadRequest(unparsed(f"Unexpected end tag at byte offset {offset}"))
        name, start = open_tags.pop()
        if name != tag.lower():
            wanted = f'Unmatched end tag at byte offset {offset}, expected "</{name}>"'
            raise BadRequest(unparsed(f'{wanted}, found "</{tag}>"'))
        kind = KINDS.get(name, name)
        entities.append({"type": kind, "offset": start, "length": len(text) - start})
    if open_tags:
        wanted = f'Can\'t find end tag corresponding to start tag "{open_tags[-1][0]}"'
        raise BadRequest(unparsed(wanted))
    return text, [*entities, *found_in(text, entities)]


def plain_token(source: str, token: re.Match[str], named: str | None) -> str:
    """Return what a piece of text stands for."""
    if token[0] == "<":
        offset = len(source[: token.start()].encode())
        raise BadRequest(unparsed(f'Unsupported start tag "" at byte offset {offset}'))
    if named is None:
        return token[0]
    if named.startswith("#"):
        return chr(int("0" + named[1:], 0) if named[1] in "xX" else int(named[1:]))
    return NAMED.get(named.lower(), token[0])


def found_in(text: str, entities: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what becomes a link, a mention or a command by itself."""
    code = [
        range(each["offset"], each["offset"] + each["length"])
        for each in entities
        if each["type"] in {"code", "pre"}
    ]
    return [
        {"type": kind, "offset": match.start(), "length": len(match[0])}
        for kind, pattern in FOUND.items()
        for match in pattern.finditer(text)
        if not any(match.start() in where for where in code)
    ]


def checked(text: Any, mode: Any) -> tuple[str, list[dict[str, Any]]]:
    """Return a message's text and entities, or refuse it."""
    if not isinstance(text, str) or not text.strip():
        raise BadRequest("Bad Request: message text is empty")
    if mode not in {None, "HTML"}:
        raise BadRequest("Bad Request: unsupported parse_mode")
    shown, entities = parse(text) if mode == "HTML" else (text, found_in(text, []))
    if not shown.strip():
        raise BadRequest("Bad Request: message text is empty")
    if len(shown.encode("utf-16-le")) // 2 > LONGEST:
        raise BadRequest("Bad Request: message is too long")
    return shown.strip(), entities


def unparsed(why: str) -> str:
    """Return what Telegram says of HTML that it cannot read."""
    return f"Bad Request: can't parse entities: {why}"
