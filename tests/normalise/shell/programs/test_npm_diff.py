"""What `npm diff` compares."""

from __future__ import annotations

from tests.normalise.shell.commands.told import told
from tests.tables import each_row


def test_two_published_packages_are_read() -> None:
    """The registry that is in use has both."""
    assert {"read"} == told("npm diff --diff=react@18 --diff=react@19.1.0")
    assert {"read"} == told("npm diff --diff=@ada/shop@1.0 --diff=@ada/shop@2 --diff-name-only")


@each_row(
    "words",
    ["", "--diff=react@18", "--diff=. --diff=react@18", "--diff=react@18 --diff=ada/shop",
     "--diff=react@18 --diff=https://x.example.com/a.tgz", "--diff=react@18 --diff=react@19 src",
     "--diff=react@file:x --diff=react@18", "--diff=react@.. --diff=react@18",
     "--diff=react@a.tgz --diff=react@18", "--diff=a.tgz@1 --diff=react@18",
     "--diff=react@18 --diff=react"],
)  # fmt: skip
def test_everything_else_may_run_code_or_reach_elsewhere(words: str) -> None:
    """The project is packed, or another place is asked."""
    assert {"code", "network"} == told(f"npm diff {words}")
