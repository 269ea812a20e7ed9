"""Decode `$'…'`, the quotes in which escapes are characters."""

from __future__ import annotations

import re

from proctor.terms.lazy_pattern import lazy

SIMPLE = {
    "n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b",
    "f": "\f", "v": "\v", "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
NUMBER = lazy(r"x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})")
LAST_CODE = 0x10FFFF
SURROGATES = range(0xD800, 0xE000)
RUN = lazy(r"[^'\\]++")


def ansi_quoted(text: str, at: int) -> tuple[str, int]:
    """
    Return the value of a quote whose inside begins at `at`, and where it ends.

    Raises:
        ValueError: it is not closed, or has a null byte or bytes that are no text.

    """
    out = bytearray()
    while at < len(text):
        run = RUN.match(text, at)
        if run:
            out += run[0].encode()
            at = run.end()
            continue
        if text[at] == "'":
            return decoded(out), at + 1
        at += 1
        escape = text[at : at + 1]
        number = NUMBER.match(text, at)
        if escape in SIMPLE:
            out += SIMPLE[escape].encode()
            at += 1
        elif number:
            out += numbered(number)
            at = number.end()
        elif escape == "c" or text.startswith("x{", at):
            raise ValueError("an escape in a quote is not read")
        else:
            out += b"\\"
    raise ValueError("a quote is not closed")


def numbered(match: re.Match[str]) -> bytes:
    """Return the bytes of a numeric escape."""
    byte, short, long, octal = match.groups()
    if byte or octal:
        value = int(byte, 16) if byte else int(octal, 8) & 0xFF
        if value == 0:
            raise ValueError("a null byte in a quote")
        return bytes([value])
    code = int(short or long, 16)
    if code == 0 or code > LAST_CODE or code in SURROGATES:
        raise ValueError("a character that is none in a quote")
    return chr(code).encode()


def decoded(out: bytearray) -> str:
    """Return the text of the bytes."""
    try:
        return out.decode()
    except UnicodeDecodeError:
        raise ValueError("bytes that are no text in a quote") from None
