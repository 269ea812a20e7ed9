"""
Secrets in disguise: split by quotes, percent-encoded, or in base64; Proctor's tokens in hex too.

Each disguise is taken off, and what is a secret wherever it stands is searched for in the result:
keys and tokens by their shape, private keys, what follows `Bearer`. A place in the result is then
traced back to the text. No name counts here, so that ordinary base64 and hashes stay. A token that
is written backwards, or in a cipher, is not looked for: there is no end to these, and whoever
writes one has the token already.

`plain_readings` takes the same disguises off for whoever looks for a secret that they know.
"""

from __future__ import annotations

import base64
import binascii
import re

from proctor.audit.redaction.secret_shapes import (
    BEARER,
    KEY_BLOCK,
    LONG_RUN,
    WEBHOOKS,
    aws_secret_spans,
    shapes,
)
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from proctor.audit.redaction.secret_spans import Span

QUOTES = "\"'\\"
WITHOUT_QUOTES = str.maketrans("", "", QUOTES)
PERCENT = lazy(r"%([0-9A-Fa-f]{2})")
# So often a text may be encoded by percent signs, or by base64.
DEEPEST = 2
# So many disguises may lie over each other where a known secret is searched for.
MOST_LAYERS = 3
BASE64 = lazy(r"(?:[A-Za-z0-9+/_]|-(?!-)){20,}={0,2}")
# A byte in hex, with what may stand before it: `70 72`, `70:72`, `0x70, 0x72`, `\\x70\\x72`.
HEX_BYTE = r"(?:\\{0,4}x|0x|[\s,:]|\\{1,4}n){0,6}"
OWN_START = "".join(f"{HEX_BYTE}{ord(char):02x}" for char in "proctor_")
OWN_IN_HEX = lazy(rf"{OWN_START[len(HEX_BYTE) :]}(?:{HEX_BYTE}[0-9a-f]{{2}}){{16,}}", re.IGNORECASE)
ONE_BYTE = lazy(rf"{HEX_BYTE}([0-9a-f]{{2}})", re.IGNORECASE)
URL_SAFE = str.maketrans("-_", "+/")
# What goes on in further lines; whoever wrote it may have quoted each of them.
FURTHER = lazy(r"(?>(?:(?:\s|\\+[nrt]|[\"',\\]){1,8}(?!-)(?:[A-Za-z0-9+/_=]|-(?!-)){4,})*)")
# Longer runs are decoded from their first character on only.
LONGEST_SHIFTED = 1 << 14
UPPER, LOWER = lazy("[A-Z]"), lazy("[a-z]")
# DER of a private key: PKCS #1, PKCS #8, SEC 1; and OpenSSH's own form.
PRIVATE_DER = lazy(
    rb"\A(?:\x30(?:\x82..|\x81.|.)\x02\x01[\x00\x01](?:\x02\x82|\x02\x81|\x30.\x06|\x04[\x20-\x42])"
    rb"|openssh-key-v1\x00)",
    re.DOTALL,
)


def certain_spans(text: str, *, blocks: bool = True) -> list[Span]:
    """Return what is a secret wherever it stands; `blocks` are those of private keys."""
    found: list[Span] = []
    if LONG_RUN.search(text):
        found += (match.span() for match in shapes().finditer(text))
        found += aws_secret_spans(text)
        if "hooks" in text:
            found += (match.span() for match in WEBHOOKS.finditer(text))
    if blocks and "PRIVATE KEY" in text:
        found += (match.span("secret") for match in KEY_BLOCK.finditer(text))
    if "earer" in text or "EARER" in text:
        found += (match.span("secret") for match in BEARER.finditer(text))
    return [(start, end) for start, end in found if start < end]


def disguised_spans(text: str) -> list[Span]:
    """Return what is secret in a text under one of the disguises."""
    found = [*base64_spans(text, 0)] if LONG_RUN.search(text) else []
    if any(quote in text for quote in QUOTES):
        found += unquoted_spans(text)
    if "%" in text:
        found += percent_spans(text, 0)
    if "70" in text:
        found += (match.span() for match in OWN_IN_HEX.finditer(text))
    return found


def unquoted_spans(text: str) -> list[Span]:
    """Return what is secret once quotes are taken out, as a shell does it."""
    # A block has `\\n` for its line ends where it stands on one line.
    spans = certain_spans(without_quotes(text), blocks=False)
    if not spans:
        return []
    kept = [at for at, char in enumerate(text) if char not in QUOTES]
    return [(kept[start], kept[end - 1] + 1) for start, end in spans]


def percent_spans(text: str, depth: int) -> list[Span]:
    """Return what is secret once percent-encoding is undone."""
    decoded = percent_decoded(text)
    if decoded == text:
        return []
    spans = certain_spans(decoded)
    if "+" in decoded:  # in a form it is a space
        spans += certain_spans(decoded.replace("+", " "))
    spans += unquoted_spans(decoded)
    if depth + 1 < DEEPEST and "%" in decoded:
        spans += percent_spans(decoded, depth + 1)
    if not spans:
        return []
    starts: list[int] = []
    done = 0
    for found in PERCENT.finditer(text):
        starts += (*range(done, found.start()), found.start())
        done = found.end()
    starts += (*range(done, len(text)), len(text))
    return [(starts[start], starts[end]) for start, end in spans]


def base64_spans(text: str, depth: int) -> Iterator[Span]:
    """Return the runs of base64 that hold a secret, with the lines that go on with it."""
    done = 0
    for found in BASE64.finditer(text):
        start, end = found.span()
        if start < done or not (UPPER.search(found[0]) and LOWER.search(found[0])):
            continue
        holds, goes_on = decoded_secret(found[0], depth)
        if holds:
            further = FURTHER.match(text, end) if goes_on else None
            done = further.end() if further else end
            yield start, done


def decoded_secret(run: str, depth: int) -> tuple[bool, bool]:
    """Say whether a run of base64 holds a secret, and whether that may go on behind it."""
    for raw in base64_decoded(run):
        if PRIVATE_DER.match(raw):
            return True, True
        inside = raw.decode("latin-1")
        if "PRIVATE KEY" in inside:
            return True, True
        if certain_spans(inside):
            return True, False
        if depth + 1 < DEEPEST and inside.isascii() and [*base64_spans(inside, depth + 1)]:
            return True, False
    return False, False


def without_quotes(text: str) -> str:
    """Return a text without quotes and backslashes."""
    return text.translate(WITHOUT_QUOTES)


def percent_decoded(text: str) -> str:
    """Return a text with each percent-encoded character in plain."""
    return PERCENT.sub(lambda found: chr(int(found[1], 16)), text)


def base64_decoded(run: str) -> Iterator[bytes]:
    """Decode a run of base64 from each of the places where it may begin."""
    bare = run.rstrip("=").translate(URL_SAFE)
    # A slash before it, or a name, is part of the run: it may begin at any of four places.
    for shift in range(4 if len(bare) <= LONGEST_SHIFTED else 1):
        shifted = bare[shift:]
        shifted = shifted[: len(shifted) - (len(shifted) % 4 == 1)]
        try:
            yield base64.b64decode(shifted + "=" * (-len(shifted) % 4))
        except (binascii.Error, ValueError):
            continue


def plain_readings(text: str) -> Iterator[str]:
    """Return a text as it is, and as it reads once disguises are taken off, each only once."""
    seen: set[str] = set()
    layer = [text]
    for _ in range(MOST_LAYERS + 1):
        fresh = [each for each in dict.fromkeys(layer) if each not in seen]
        seen.update(fresh)
        yield from fresh
        layer = [inner for each in fresh for inner in uncovered(each)]


def uncovered(text: str) -> Iterator[str]:
    """Return what a text reads with one disguise taken off."""
    if any(quote in text for quote in QUOTES):
        yield without_quotes(text)
    if "\\" in text:
        from proctor.audit.redaction.secret_json import unescaped  # noqa: PLC0415 - seldom needed

        yield unescaped(text)
    if "%" in text:
        yield percent_decoded(text)
    if "70" in text:
        for each in OWN_IN_HEX.finditer(text):
            yield bytes.fromhex("".join(ONE_BYTE.findall(each[0]))).decode("latin-1")
    done = 0
    for found in BASE64.finditer(text):
        runs = [found[0]]
        # INVARIANT: each line is joined to others once, so that the time stays linear.
        if found.start() >= done and (further := FURTHER.match(text, found.end())):
            done = further.end()
            runs.append(found[0].rstrip("=") + "".join(without_quotes(further[0]).split()))
        for run in dict.fromkeys(runs):
            yield from (raw.decode("latin-1") for raw in base64_decoded(run))
