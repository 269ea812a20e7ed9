"""What URL patterns mean."""

from __future__ import annotations

import re

import pytest

from proctor.policy.patterns import FLAGS
from proctor.policy.url_patterns import domains_of, equal_urls, host_of, read_url_pattern
from tests.tables import each_row


@pytest.mark.parametrize(
    ("text", "domain"),
    [("domain:a.com", "a.com"), ("domain:A.com.", "a.com"), ("a.com", "a.com"), ("[::1]", "[::1]")],
)
def test_a_domain_stands_for_itself_and_what_is_below(text: str, domain: str) -> None:
    """Case and a trailing dot do not count."""
    pattern = read_url_pattern(text)

    assert (pattern.domain, pattern.host, pattern.whole) == (domain, None, None)


@each_row(
    ("text", "url", "matches"),
    [
        ("https://a.com/x/*", "https://a.com/x/y?z", True),
        ("https://a.com/x/*", "https://a.com/y", False),
        ("https://a.com/x/*", "http://a.com/x/y", False),
        ("a.com/x", "https://a.com/x", True),
        ("*://a.com/*", "http://a.com/", True),
        ("https://a.com/{x,y}", "https://a.com/y", True),
        ("https://a.com/?", "https://a.com/b", True),
        ("a.com/x", "http://a.com/x", False),
        ("a.com/x", "//a.com/x", True),
        ("https://a.com/x", "//a.com/x", False),
        ("HTTPS://A.com/X", "https://a.com/X", True),
        ("https://a.com:443/x", "https://a.com/x", True),
        ("https://a.com", "https://a.com/", True),
        ("https://a.com*", "https://a.com/x", True),
        ("https://a.com/%7e%2f\u00e4", "https://a.com/~%2F%C3%A4", True),
        ("a.com/https://b.com/*", "https://a.com/https://b.com/x", True),
        ("a.com:8080", "https://a.com:8080/x", True),
        ("domain:a.com:8080", "https://a.com/x", False),
    ],
)
def test_a_pattern_with_more_is_over_the_whole_url(text: str, url: str, matches: bool) -> None:
    """With a scheme, a slash or a wildcard, `*` is any text in the whole URL."""
    whole = read_url_pattern(text).whole

    assert whole is not None
    assert bool(re.fullmatch(whole.pattern, url, FLAGS)) is matches


def test_a_wild_domain_is_over_the_host() -> None:
    """`domain:*.x` never looks at the path."""
    pattern = read_url_pattern("domain:*.a.com")

    assert pattern.host is not None
    assert pattern.whole is None


def test_braces_in_a_domain_are_alternatives() -> None:
    """`domain:{a,b}.com` is either host, not a host with braces."""
    pattern = read_url_pattern("domain:{a,b}.com")

    assert pattern.host is not None
    assert re.fullmatch(pattern.host.pattern, "b.com", FLAGS)


@each_row(
    ("url", "host"),
    [
        ("https://a.com/x", "a.com"), ("https://a.com:8080/", "a.com"), ("http://[::1]:80/",
        "[::1]"),
        ("https://a.com?x", "a.com"), ("https://a.com#x", "a.com"), ("x", ""),
    ],
)  # fmt: skip
def test_the_host_of_a_url(url: str, host: str) -> None:
    """Port, path, query and fragment are apart."""
    assert host_of(url) == host


def test_the_domains_above_a_host() -> None:
    """A host lies in every domain that ends it, label by label."""
    assert domains_of("a.b.c") == ["a.b.c", "b.c", "c"]


def test_a_long_host_is_looked_at_from_its_end() -> None:
    """A host that no name server takes still lies in the domains that end it."""
    found = domains_of("a." * 200_000 + "evil.com")

    assert found[-2:] == ["evil.com", "com"]
    assert max(map(len, found)) < 254


@each_row(
    ("url", "forms"),
    [
        ("https://a.com/x", ["https://a.com/x", "//a.com/x"]),
        ("ftp://a.com/x", ["ftp://a.com/x"]),
        (
            "https://a.com//x%2F%2Fy?z=//#q",
            ["https://a.com//x%2F%2Fy?z=//#q", "https://a.com//x%2F%2Fy?z=//",
             "https://a.com/x/y?z=//", "//a.com//x%2F%2Fy?z=//#q", "//a.com//x%2F%2Fy?z=//",
             "//a.com/x/y?z=//"],
        ),
        (
            "http://a.com/x/..%2Fy",
            ["http://a.com/x/..%2Fy", "http://a.com/y", "//a.com/x/..%2Fy", "//a.com/y"],
        ),
        ("no url", ["no url"]),
    ],
)  # fmt: skip
def test_what_plainly_means_the_same_url(url: str, forms: list[str]) -> None:
    """Slashes are merged, the fragment dropped, and a form without the scheme is there."""
    assert equal_urls(url) == forms
