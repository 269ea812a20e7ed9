"""Persons' tokens."""

from __future__ import annotations

import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from proctor.errors import NotFound, StoreError, UsageError
from proctor.server.tokens import Tokens, local_person


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home that is not there yet."""
    return tmp_path / "home"


def test_the_local_token_is_made_when_it_is_first_needed(home: Path) -> None:
    """It is the same from then on, and knows the user by the system's name for them."""
    token = Tokens(home).local_token()

    assert token == Tokens(home).local_token()
    assert local_person() == Tokens(home).person_of(token)


def test_files_with_tokens_are_for_their_owner_only(home: Path) -> None:
    """Nobody else can read the token, nor the digests, nor leave something in the folder."""
    before = os.umask(0)
    try:
        Tokens(home).local_token()
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in home.iterdir()}

    assert modes == {"token": 0o600, "tokens.json": 0o600, "tokens.lock": 0o600}
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_only_the_digest_of_another_persons_token_is_kept(home: Path) -> None:
    """The token of a person who is not the local user stands in no file."""
    token = Tokens(home).new_token("grace")

    assert Tokens(home).person_of(token) == "grace"
    assert all(token not in path.read_text() for path in home.iterdir())


@pytest.mark.parametrize("wrong", ["", "proctor_", "x", "\ud800", "é", None, 7, ["a"], {}])
def test_what_is_no_token_is_nobodys(home: Path, wrong: object) -> None:
    """Whatever is given instead of a token, nobody is known by it."""
    tokens = Tokens(home)
    tokens.local_token()

    assert tokens.person_of(wrong) is None


def test_nobody_is_known_where_there_are_no_tokens(home: Path) -> None:
    """A home without tokens knows nobody, and a digest is no token."""
    assert Tokens(home).person_of("proctor_x") is None
    Tokens(home).local_token()
    kept = json.loads((home / "tokens.json").read_text())

    assert [Tokens(home).person_of(digest) for digest in kept.values()] == [None]


def test_a_new_token_ends_the_old_one_at_once(home: Path) -> None:
    """Also for a process that has read the file already, and for no other person."""
    server = Tokens(home)
    ada, old = Tokens(home).new_token("ada"), Tokens(home).new_token("grace")
    assert server.person_of(old) == "grace"

    new = Tokens(home).new_token("grace")

    assert [server.person_of(token) for token in (old, new, ada)] == [None, "grace", "ada"]


def test_a_revoked_token_counts_no_more(home: Path) -> None:
    """Revoking removes the digest and, of the local user, the token; the next is another."""
    server = Tokens(home)
    token = server.local_token()

    Tokens(home).revoke(local_person())

    assert server.person_of(token) is None
    assert not (home / "token").exists()
    assert server.local_token() != token


def test_what_is_not_there_cannot_be_revoked(home: Path) -> None:
    """A name that has no token is an error, not a success."""
    with pytest.raises(NotFound, match="`grace` has no token"):
        Tokens(home).revoke("grace")


@pytest.mark.parametrize("name", ["", " ", "a\nb", "\x1b[1m", "x" * 101])
def test_a_name_is_printable(home: Path, name: str) -> None:
    """A name that could forge a line is refused."""
    with pytest.raises(UsageError, match="a person's name is"):
        Tokens(home).new_token(name)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"ada": 1}', "[" * 100_000, "\xff"])
def test_a_damaged_file_knows_nobody(home: Path, text: str) -> None:
    """It is an error to whoever wants a token, and never a yes; it is not written over."""
    token = Tokens(home).local_token()
    (home / "tokens.json").write_text(text, encoding="latin-1")

    assert Tokens(home).person_of(token) is None
    with pytest.raises(StoreError, match="is damaged"):
        Tokens(home).local_token()
    assert (home / "tokens.json").read_text(encoding="latin-1") == text


def test_a_file_that_others_can_write_is_not_believed(home: Path) -> None:
    """Whoever could add a digest could answer in any name."""
    token = Tokens(home).local_token()
    (home / "tokens.json").chmod(0o666)

    assert Tokens(home).person_of(token) is None
    with pytest.raises(StoreError, match="can be written by others"):
        Tokens(home).local_token()


def test_a_token_file_that_counts_for_nobody_is_made_anew(home: Path) -> None:
    """A token whose digest is not kept is replaced, as is one that cannot be read."""
    Tokens(home).local_token()
    (home / "token").write_bytes(b"\xff\xfe")

    token = Tokens(home).local_token()

    assert local_person() == Tokens(home).person_of(token)


def test_many_at_once_lose_no_token(home: Path) -> None:
    """Tokens that are made at the same time are all there afterwards."""
    names = [f"person-{n}" for n in range(20)]
    with ThreadPoolExecutor(20) as pool:
        made = list(pool.map(lambda name: Tokens(home).new_token(name), names))

    assert names == [Tokens(home).person_of(token) for token in made]
