"""
Canonical forms of URLs.

A URL that two programs could read in two ways is not read at all: what we
would compare is then not what would be fetched.
"""

from __future__ import annotations

import re

from proctor.terms.lazy_pattern import lazy

DEFAULT_PORTS = {"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443"}
SCHEME = lazy(r"([A-Za-z][A-Za-z0-9+.-]*)://")
HOST = lazy(r"[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*")
DOTTED = lazy(r"(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}")
ODD_NUMBER = lazy(r"(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*")
IPV6 = lazy(r"\[[0-9a-f:.]+\]")
# No name is longer, and no honest URL: what is would only make the comparison slow.
LONGEST_HOST = 253
LONGEST_URL = 4096
ENCODED = lazy(r"%([0-9A-Fa-f]{2})|[^\x00-\x7f]")
UNRESERVED = lazy(r"[A-Za-z0-9._~-]")


def canonical_url(written: str) -> str | None:
    """
    Return the one form of a URL; None if browsers may read it in two ways.

    Scheme and host are lower case, the host has no trailing dot, user info and
    default port are gone, `.` and `..` are resolved, and each character of the
    path is encoded only if it must be. Without a scheme it is read as https.
    """
    text = written.strip(" ")
    if not text or len(text) > LONGEST_URL or any(char <= " " or char in "\\\x7f" for char in text):
        return None
    match = SCHEME.match(text)
    scheme = match[1].lower() if match else "https"
    rest = text[match.end() :] if match else text
    if not match and (
        rest.startswith(("/", "?", "#")) or re.match(r"[A-Za-z][\w+.-]*:(?!\d)", rest)
    ):
        return None
    end = next((index for index, char in enumerate(rest) if char in "/?#"), len(rest))
    host = canonical_host(rest[:end], DEFAULT_PORTS.get(scheme))
    if host is None:
        return None
    return f"{scheme}://{host}{canonical_path(rest[end:])}"


def canonical_host(authority: str, default_port: str | None) -> str | None:
    """Return host and port of an authority; None if it is not plainly one host."""
    if authority.count("@") > 1:
        return None
    host, port = authority.rpartition("@")[2].lower(), ""
    if len(host) > LONGEST_HOST + len(".:65535"):
        return None
    if host.startswith("["):
        host, closing, port = host.partition("]")
        host += closing
        if (port and not port.startswith(":")) or not IPV6.fullmatch(host):
            return None
        port = port[1:]
    else:
        host, _, port = host.partition(":")
        host = host.removesuffix(".")
        if len(host) > LONGEST_HOST or not HOST.fullmatch(host):
            return None
        if ODD_NUMBER.fullmatch(host) and not DOTTED.fullmatch(host):
            return None
    if port and not port.isdigit():
        return None
    return host if port in ("", default_port) else f"{host}:{port}"


def canonical_path(rest: str) -> str:
    """Resolve dot segments of the path, encoded ones too; keep query and fragment."""
    if "%" in rest or not rest.isascii():
        rest = ENCODED.sub(plain_character, rest)
    end = next((index for index, char in enumerate(rest) if char in "?#"), len(rest))
    path, tail = rest[:end], rest[end:]
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments and segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept) + tail


def plain_character(match: re.Match[str]) -> str:
    """Return the one form of a character: itself if it needs no encoding, else its bytes."""
    if match[1] is None:
        return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
    char = chr(int(match[1], 16))
    return char if UNRESERVED.fullmatch(char) else match[0].upper()
