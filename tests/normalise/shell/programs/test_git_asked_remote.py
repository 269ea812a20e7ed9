"""Tests of reading `git ls-remote` and `git remote show`."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.meaning.argument import Argument
from tests.normalise.shell.commands.told import cases, told
from tests.tables import each_row

CASES = cases("""
read: git ls-remote
read: git ls-remote origin
read: git ls-remote --exit-code --heads origin main
read: git ls-remote .
read: git ls-remote --heads --sort=-v:refname origin 'refs/heads/*'
read: git ls-remote -q -o x origin
read: git remote show origin
read: git remote show -n origin up
read: git remote -v show
network: git ls-remote https://example.org/a
network: git ls-remote example.org:a
network: git ls-remote ext::sh
network: git ls-remote /srv/app
network: git ls-remote -- https://example.org/a
network: git remote show origin https://example.org/a
code network: git ls-remote --upload-pack ./x
code: git ls-remote --exec=./x origin
code: git ls-remote --upl=./x origin
unknown: git ls-remote --sor x
unknown: git ls-remote -hx origin
""")


@each_row(("command", "expected"), CASES)
def test_a_named_remote_is_told_from_an_address(command: str, expected: set[str]) -> None:
    """Asking a remote of the settings reads; an address or a program in the words does more."""
    assert expected == told(command)


def test_a_remote_that_is_not_certain_is_unknown() -> None:
    """A variable may hold any address."""
    words = [Argument("git"), Argument("ls-remote"), Argument("$R", "its value is not known")]
    assert classify(words).unknown == "its value is not known"
