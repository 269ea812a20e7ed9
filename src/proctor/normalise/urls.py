"""
Canonical forms of URLs.

A URL that two programs could read in two ways is not read at all: what we
would compare is then not what would be fetched.
"""

from __future__ import annotations

import re

DEFAULT_PORTS = {"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443"}
SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")
HOST = re.compile(r"[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*")
DOTTED = re.compile(r"(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}")
ODD_NUMBER = re.compile(r"(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+))*")
IPV6 = re.compile(r"\[[0-9a-f:.]+\]")


def canonical_url(written: str) -> str | None:
    """
    Return the one form of a URL; None if browsers may read it in two ways.

    Scheme and host are lower case, the host has no trailing dot, user info and
    default port are gone, `.` and `..` are resolved. Without a scheme it is
    read as https.
    """
    text = written.strip(" ")
    if not text or any(char <= " " or char in "\\\x7f" for char in text):
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
    if host.startswith("["):
        host, closing, port = host.partition("]")
        host += closing
        if (port and not port.startswith(":")) or not IPV6.fullmatch(host):
            return None
        port = port[1:]
    else:
        host, _, port = host.partition(":")
        host = host.removesuffix(".")
        if not HOST.fullmatch(host) or (ODD_NUMBER.fullmatch(host) and not DOTTED.fullmatch(host)):
            return None
    if port and not port.isdigit():
        return None
    return host if port in ("", default_port) else f"{host}:{port}"


def canonical_path(rest: str) -> str:
    """Resolve dot segments of the path, encoded ones too; keep query and fragment."""
    end = next((index for index, char in enumerate(rest) if char in "?#"), len(rest))
    path, tail = rest[:end], rest[end:]
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        plain = re.sub("%2e", ".", segment, flags=re.IGNORECASE)
        if plain == "..":
            del kept[-1:]
        elif plain != ".":
            kept.append(segment)
    if segments and re.sub("%2e", ".", segments[-1], flags=re.IGNORECASE) in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept) + tail
