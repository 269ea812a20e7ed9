"""Tests of programs whose switches take a following `no` for their value."""

from __future__ import annotations

from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: apt-get install -s curl
read: apt-get install --help
unknown: apt-get install -s no curl
unknown: apt-get install curl -s 0
unknown: apt-get install --help no curl
unknown: apt-get remove --dry-run False curl
unknown: apt-get download --print-uris off curl
read: npm install --help
read: npm ls --depth 0
read: npm list -g --depth 0
unknown: npm install -h false shop
unknown: npm install --help false shop
unknown: npm --version false install shop
read: pnpm --version
unknown: pnpm install -h false shop
unknown: npx --version false shop
read: cdk --version
unknown: cdk --version false deploy
""")


@each_row(("command", "expected"), CASES)
def test_a_word_that_may_switch_an_option_off_is_doubted(command: str, expected: set[str]) -> None:
    """What only shows or tries out is told from what a `no` behind the option makes real."""
    assert expected <= told(command)
