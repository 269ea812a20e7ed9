"""
URL patterns: a domain with its sub-domains, or a glob over the whole URL.

The URLs that come here are canonical already (`normalise/urls.py`): lower-case
host without a trailing dot, no user info, no default port.
"""

from __future__ import annotations

from dataclasses import dataclass

from proctor.policy.globs import glob_regex
from proctor.policy.patterns import Regex


@dataclass(frozen=True, slots=True)
class UrlPattern:
    """Either a domain, or a glob over the host, or a glob over the whole URL."""

    domain: str = ""
    host: Regex | None = None
    whole: Regex | None = None


def read_url_pattern(text: str) -> UrlPattern:
    """Read a URL pattern as people write it."""
    named = text.startswith("domain:")
    host = (text[len("domain:") :] if named else text).lower().rstrip(".")
    if named and ("*" in host or "?" in host):
        return UrlPattern(host=glob(host))
    if named or not any(mark in text for mark in ("*", "?", "/", "{")):
        return UrlPattern(domain=host)
    if "://" in text or "/" in text:
        return UrlPattern(whole=glob(text if "://" in text else f"https://{text}"))
    # `*.example.com`: over the whole URL an allow of it would let `evil.net/x.example.com` pass,
    # so it is compared with the host; deny and ask look at the URL too.
    return UrlPattern(whole=glob(text), host=glob(host))


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
    """Return a host and the domains above it: `a.b.c`, `b.c`, `c`."""
    labels = host.split(".")
    return [".".join(labels[start:]) for start in range(len(labels))]
