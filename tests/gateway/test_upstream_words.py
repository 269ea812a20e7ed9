"""Upstreams on a command line."""

from __future__ import annotations

import pytest

from proctor.errors import UsageError
from proctor.gateway.upstream_words import read_upstream, read_upstreams
from proctor.terms.upstream import UpstreamSetting
from tests.tables import each_row

OTHER = "the upstream `a` has an address of a kind that is not spoken here"


@each_row(
    ("text", "expected"),
    [
        ("github=npx server", UpstreamSetting("github", command=("npx", "server"))),
        ("a-1= b 'c d' \"e=f\" ", UpstreamSetting("a-1", command=("b", "c d", "e=f"))),
        ("a=$HOME/x; rm y", UpstreamSetting("a", command=("$HOME/x;", "rm", "y"))),
        ("a=http://127.0.0.1:80/m?a=b", UpstreamSetting("a", url="http://127.0.0.1:80/m?a=b")),
        ("a=https://shop.example", UpstreamSetting("a", url="https://shop.example")),
        ("a=httpserver", UpstreamSetting("a", command=("httpserver",))),
    ],
)
def test_a_word_becomes_an_upstream(text: str, expected: UpstreamSetting) -> None:
    """A command is cut into words without a shell; what begins as an address is one."""
    assert expected == read_upstream(text)


@each_row(
    ("text", "message"),
    [
        ("", "this upstream has no `=`"),
        ("github", "this upstream has no `=`"),
        ("=npx", "`` cannot be the name of an upstream"),
        ("Git=npx", "`Git` cannot be the name of an upstream"),
        ("a__b=npx", "`a__b` cannot be the name of an upstream"),
        ("a\x1b=npx", "`a\\x1b` cannot be the name of an upstream"),
        ("a=", "the upstream `a` has no command"),
        ("a= ''", "the upstream `a` has no command"),
        ("a=b \x1b[2J", "the upstream `a` has no command"),
        ("a='b pa55", "the command cannot be cut into words"),
        ("a=http://", "the upstream `a` has no address that can be reached"),
        ("a=https://pa55 word", "the upstream `a` has no address that can be reached"),
        (
            "a=ftp://shop.example/pa55",
            OTHER,
        ),
        (
            "a=ws://shop.example",
            OTHER,
        ),
        ("a=HTTPS://shop.example", "the upstream `a` has no address that can be reached"),
    ],
)
def test_a_word_that_means_none_is_refused(text: str, message: str) -> None:
    """The error names the upstream and not what may be secret in it."""
    with pytest.raises(UsageError) as caught:
        read_upstream(text)

    assert message == caught.value.message
    assert caught.value.help
    assert "pa55" not in caught.value.render()


def test_two_of_one_name_are_refused() -> None:
    """Nobody has to guess which of two counts."""
    a, b = UpstreamSetting("a", command=("x",)), UpstreamSetting("b", command=("x",))

    assert read_upstreams(["a=x", "b=x"]) == (a, b)
    with pytest.raises(UsageError, match="there are two upstreams `a`") as caught:
        read_upstreams(["a=x", "a=y"])
    assert "another name" in (caught.value.help or "")
