"""`proctor token`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.server.tokens import Tokens, local_person
from tests.cli.conftest import Proctor
from tests.cli.terminal import typed


def test_the_token_is_printed_alone(proctor: Proctor, home: Path) -> None:
    """The local user's is made when it is first needed, and is the same from then on."""
    result = proctor("token")
    token = result.out.removesuffix("\n")

    assert (result.status, result.err) == (0, "")
    assert Tokens(home).person_of(token) == local_person()
    assert proctor("token").out == result.out
    assert json.loads(proctor("token", "--json").out) == {"person": local_person(), "token": token}
    assert proctor("token", "--person", local_person()).out == result.out


def test_on_a_terminal_it_is_said_whose_it_is(home: Path) -> None:
    """The token is the last word then."""
    status, seen = typed(home, "", "token")

    assert status == 0
    assert seen.split() == [f"{local_person()}:", Tokens(home).local_token()]


def test_another_persons_token_is_printed_once(proctor: Proctor, home: Path) -> None:
    """Asked again, it is not known any more; a new one ends the old one."""
    first = proctor("token", "--person", "grace").out.split()[-1]
    again = proctor("token", "--person", "grace")
    second = proctor("token", "--person", "grace", "--new").out.split()[-1]
    tokens = Tokens(home)

    assert (again.status, again.out) == (2, "")
    assert "`grace` has a token, which was printed when it was made" in again.err
    assert [tokens.person_of(first), tokens.person_of(second)] == [None, "grace"]


def test_a_revoked_token_is_nobodys(proctor: Proctor, home: Path) -> None:
    """What was revoked cannot be revoked again."""
    token = proctor("token", "--person", "grace").out.split()[-1]

    assert proctor("token", "--person", "grace", "--revoke").out == (
        "the token of grace counts no more\n"
    )
    assert Tokens(home).person_of(token) is None
    assert proctor("token", "--person", "grace", "--revoke").status == 2
    assert json.loads(proctor("token", "--json").out)["person"] == local_person()
    assert json.loads(proctor("token", "--revoke", "--json").out) == {
        "person": local_person(),
        "revoked": True,
    }


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--new", "--revoke"], "error: --new and --revoke do not go together"),
        (
            ["--person", "a\nb"],
            "error: a person's name is printable text of 1 to 100 characters",
        ),
    ],
)
def test_a_wrong_call_is_a_sentence(proctor: Proctor, words: list[str], error: str) -> None:
    """Nothing is made of what is not understood."""
    result = proctor("token", *words)

    assert (result.status, result.out, result.err.splitlines()[0]) == (2, "", error)
