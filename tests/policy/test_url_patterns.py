"""What URL patterns mean."""

from __future__ import annotations

import re

import pytest

from proctor.policy.explosion import FLAGS
from proctor.policy.url_patterns import domains_of, host_of, read_url_pattern


@pytest.mark.parametrize(
    ("text", "domain"),
    [("domain:a.com", "a.com"), ("domain:A.com.", "a.com"), ("a.com", "a.com"), ("[::1]", "[::1]")],
)
def test_a_domain_stands_for_itself_and_what_is_below(text: str, domain: str) -> None:
    """Case and a trailing dot do not count."""
    pattern = read_url_pattern(text)

    assert (pattern.domain, pattern.host, pattern.whole) == (domain, None, None)


@pytest.mark.parametrize(
    ("text", "url", "matches"),
    [
        ("https://a.com/x/*", "https://a.com/x/y?z", True),
        ("https://a.com/x/*", "https://a.com/y", False),
        ("https://a.com/x/*", "http://a.com/x/y", False),
        ("a.com/x", "https://a.com/x", True),
        ("*://a.com/*", "http://a.com/", True),
        ("https://a.com/{x,y}", "https://a.com/y", True),
        ("https://a.com/?", "https://a.com/b", True),
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


@pytest.mark.parametrize(
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
