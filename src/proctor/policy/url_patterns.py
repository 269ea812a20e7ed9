"""
URL patterns: a domain with its sub-domains, or a glob over the whole URL.

The URLs that come here are canonical already (`normalise/urls.py`): lower-case
host without a trailing dot, no user info, no default port, nothing encoded
that need not be. What a person writes is brought into the same form.
"""

from __future__ import annotations

from proctor.policy.globs import check_braces, glob_regex
from proctor.policy.patterns import Regex
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re

DEFAULT_PORTS = {"http": ":80", "https": ":443"}
WITH_PORT = lazy(r"[^:\[\]]+:\d+")
ENCODED = lazy(r"%([0-9A-Fa-f]{2})|[^\x00-\x7f]")
UNRESERVED = lazy(r"[A-Za-z0-9._~-]")
SLASHES = lazy(r"(?:/|%2F)+")
# A pattern without a scheme is for https; deny and ask also try a URL without its scheme.
NO_SCHEME = "{https:,}//"
LONGEST_HOST = 253
# A host as it can be written behind `domain:`, wildcards included.
DOMAIN = lazy(r"[A-Za-z0-9_*?{},-]+(?:\.[A-Za-z0-9_*?{},-]+)*\.?|\[[0-9A-Fa-f:.]+\]")


class UrlPattern:
    """Either a domain, or a glob over the host, or a glob over the whole URL."""

    __slots__ = ("domain", "host", "whole")

    def __init__(
        self, *, domain: str = "", host: Regex | None = None, whole: Regex | None = None
    ) -> None:
        self.domain = domain
        self.host = host
        self.whole = whole


def read_url_pattern(text: str) -> UrlPattern:
    """Read a URL pattern as people write it."""
    named = text.startswith("domain:")
    host = (text[len("domain:") :] if named else text).lower().rstrip(".")
    if named and any(mark in host for mark in "*?{"):
        return UrlPattern(host=glob(host))
    if WITH_PORT.fullmatch(host):
        return UrlPattern(whole=glob(f"{NO_SCHEME}{host}/*"))
    if named or not any(mark in text for mark in ("*", "?", "/", "{")):
        return UrlPattern(domain=host)
    if "/" in text:
        return UrlPattern(whole=glob(canonical_pattern(text)))
    # `*.example.com`: over the whole URL an allow of it would let `evil.net/x.example.com` pass,
    # so it is compared with the host; deny and ask look at the URL too.
    return UrlPattern(whole=glob(text), host=glob(host))


def check_url_pattern(tool: str, text: str) -> None:
    """
    Refuse a `domain:` that is not just a host, and an open brace.

    Raises:
        RuleError: with an offset into `text`, and what to write instead.

    """
    from proctor.errors import RuleError  # noqa: PLC0415 - only reading a rule needs it

    check_braces(text)
    if not text.startswith("domain:"):
        return
    host = text.removeprefix("domain:")
    if DOMAIN.fullmatch(host):
        return
    message = f"`domain:` takes only a host, and `{host}` is not one"
    advice = f"name a host, such as `{tool}(domain:example.com)`"
    bare = bare_host(host)
    if not host.strip():
        message = "`domain:` names no host"
    elif not host.isascii():
        advice = "write the host in ASCII, as it is in a URL: `xn--…`"
    elif DOMAIN.fullmatch(bare):
        advice = f"write `{tool}(domain:{bare})`"
        if bare != host.strip(". ") and "." in bare:
            advice += f"; for a scheme, port or path, write `{tool}(https://{bare}/…)`"
    raise RuleError(
        "bad-domain", message, offset=len("domain:"), length=max(1, len(host)), help=advice
    )


def bare_host(text: str) -> str:
    """Return the host in what somebody took for one: without scheme, user, port and path."""
    authority = text.strip().rpartition("://")[2].lstrip("/").partition("/")[0]
    return authority.rpartition("@")[2].partition(":")[0].strip(". ")


def canonical_pattern(text: str) -> str:
    """Bring a pattern over the whole URL into the form that URLs have, as far as it is plain."""
    scheme, mark, rest = text.partition("://")
    if not mark or "/" in scheme:  # none, or one of a URL inside the path
        scheme, mark, rest = "", "", text
    authority, slash, path = rest.partition("/")
    scheme, authority = scheme.lower(), authority.lower()
    authority = authority.removesuffix(DEFAULT_PORTS.get(scheme, " "))
    if not slash and not authority.endswith("*"):
        slash = "/"
    start = f"{scheme}{mark}" if mark else NO_SCHEME
    return f"{start}{authority}{slash}{ENCODED.sub(plain_character, path)}"


def plain_character(match: re.Match[str]) -> str:
    """Return the one form of a character: itself if it needs no encoding, else its bytes."""
    if match[1] is None:
        return "".join(f"%{byte:02X}" for byte in match[0].encode("utf-8", "replace"))
    char = chr(int(match[1], 16))
    return char if UNRESERVED.fullmatch(char) else match[0].upper()


def equal_urls(url: str) -> list[str]:
    """
    Return a canonical URL and what plainly means the same, for deny and ask.

    Many servers take `//` and `%2F` for one slash, none sees the fragment, and
    a pattern that names no scheme is meant for http too.
    """
    scheme, mark, rest = url.partition("://")
    if not mark:
        return [url]
    authority, _, behind = rest.partition("#")[0].partition("/")
    path, query, asked = behind.partition("?")
    merged = SLASHES.sub("/", f"/{path}")
    forms = [url, url.partition("#")[0], f"{scheme}://{authority}{resolved(merged)}{query}{asked}"]
    if scheme in DEFAULT_PORTS:
        forms += [form.partition(":")[2] for form in forms]
    return list(dict.fromkeys(forms))


def resolved(path: str) -> str:
    """Resolve the dots that came out of an encoded slash."""
    if "/." not in path:
        return path
    kept: list[str] = []
    for segment in path.split("/")[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    return "/" + "/".join(kept)


def glob(text: str) -> Regex:
    """Compile a glob in which `*` is any text."""
    return Regex(glob_regex(text), prefix="")


def host_of(url: str) -> str:
    """Return the host of a canonical URL, without its port."""
    authority = url.partition("://")[2].partition("/")[0].partition("?")[0].partition("#")[0]
    if authority.startswith("["):
        return authority.partition("]")[0] + "]"
    return authority.partition(":")[0]


def domains_of(host: str) -> list[str]:
    """Return a host and the domains above it: `a.b.c`, `b.c`, `c`; only the end of a long one."""
    labels = host[-LONGEST_HOST:].split(".")
    start = 1 if len(host) > LONGEST_HOST else 0
    return [".".join(labels[index:]) for index in range(start, len(labels))]
