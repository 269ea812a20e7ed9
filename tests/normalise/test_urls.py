"""Canonical forms of URLs."""

from __future__ import annotations

from proctor.normalise.urls import canonical_url
from tests.tables import each_row


@each_row(
    ("written", "canonical"),
    [
        ("https://a.com", "https://a.com/"),
        ("HTTPS://A.COM/X", "https://a.com/X"),
        ("https://a.com./x", "https://a.com/x"),
        ("a.com/x", "https://a.com/x"),
        ("localhost:3000", "https://localhost:3000/"),
        ("https://a.com:443/", "https://a.com/"),
        ("http://a.com:80", "http://a.com/"),
        ("http://a.com:443", "http://a.com:443/"),
        ("https://me:pw@a.com/", "https://a.com/"),
        ("https://a.com@b.com", "https://b.com/"),
        ("https://a.com/x/../y", "https://a.com/y"),
        ("https://a.com/x/%2E%2e/y", "https://a.com/y"),
        ("https://a.com/../../x", "https://a.com/x"),
        ("https://a.com/x/.", "https://a.com/x/"),
        ("https://a.com?x=/../y", "https://a.com/?x=/../y"),
        ("https://a.com#b", "https://a.com/#b"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://127.0.0.1/", "http://127.0.0.1/"),
        ("ftp://a.com:21/x", "ftp://a.com/x"),
        (" https://a.com ", "https://a.com/"),
        ("https://a.com/%70riv%61te?%78=%7e", "https://a.com/private?x=~"),
        ("https://a.com/%2fx%2F", "https://a.com/%2Fx%2F"),
        ("https://a.com/%2541", "https://a.com/%2541"),
        ("https://a.com/\u00e4%c3%a4", "https://a.com/%C3%A4%C3%A4"),
        ("https://a.com/%zz%", "https://a.com/%zz%"),
        ("https://a.com//x", "https://a.com//x"),
        ("https://" + "a." * 124 + "com", "https://" + "a." * 124 + "com/"),
    ],
)
def test_a_url_has_one_form(written: str, canonical: str) -> None:
    """Case, dots, default ports and user info make no difference."""
    assert canonical_url(written) == canonical


@each_row(
    "written",
    [
        "", " ", "https://", "//a.com", "/x", "?x", "#x", "https:a.com", "https:/a.com",
        "javascript:alert(1)", "data:text/html,x", "mailto:a@b", "https://a.com\\b",
        "https://a.com\t", "https://a.com/\n", "https://a b.com", "https://a\x7f.com",
        "https://a@b@c.com", "https://a..com", "https://.com", "https://-a.com",
        "https://\uff41.com", "https://%61.com", "http://2130706433", "http://0x7f000001",
        "http://0177.0.0.1", "http://127.1", "http://1.2.3.256", "http://[::1", "http://[x]",
        "https://a.com:port", "file:///etc/passwd", "https://" + "a" * 254,
        "https://" + "a." * 200_000 + "com", "https://" + "a-" * 200_000,
        "https://a.com/" + "x" * 4096,
    ],
)  # fmt: skip
def test_what_programs_read_in_two_ways_is_not_read(written: str) -> None:
    """A URL that is not plainly one host on one scheme has no form."""
    assert canonical_url(written) is None


def test_the_form_of_a_form_is_itself() -> None:
    """Reading the canonical form again changes nothing."""
    once = canonical_url("HTTP://u@A.com:80/a/../b?c#d")

    assert once is not None
    assert canonical_url(once) == once
