"""Who is signed in: how a session begins, counts, and ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.errors import NotAllowed
from proctor.server.tokens import Tokens
from proctor.server.web.sessions import (
    LONGEST,
    LONGEST_IDLE,
    MOST_OF_ONE,
    Fresh,
    Sessions,
    has_key,
)


class Room:
    """Sessions of a home, with a clock that a test moves, and a list of people that it changes."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.now = 1_800_000_000.0
        self.people = {"ada", "grace"}
        self.tokens = Tokens(home)
        self.tokens.new_token("ada")
        self.tokens.new_token("grace")
        self.sessions = self.again()

    def again(self) -> Sessions:
        """Return the sessions as a server has them that starts now."""
        return Sessions(Tokens(self.home), self.people.__contains__, clock=lambda: self.now)

    def begin(self, person: str = "ada") -> Fresh:
        """Sign somebody in."""
        return self.sessions.begin(person)

    def who(self, fresh: Fresh) -> str:
        """Return whose session a cookie is; nobody's is empty."""
        found = self.sessions.of(fresh.cookie)
        return found.person if found else ""


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Give sessions in an empty home."""
    return Room(tmp_path)


def test_a_session_is_the_persons(room: Room) -> None:
    """Each sign-in is a session of its own, with secrets of its own."""
    first, second, other = room.begin(), room.begin(), room.begin("grace")

    assert [room.who(one) for one in (first, second, other)] == ["ada", "ada", "grace"]
    assert len({*first[1:], *second[1:], *other[1:]}) == 6


@pytest.mark.parametrize(
    "forged",
    ["", "x", "x" * 43, "é" * 43, "../" * 20, "\0" * 43, "x" * 100_000],
    ids=["empty", "short", "right-length", "no-ascii", "path", "nul", "huge"],
)
def test_a_made_up_cookie_is_nobodys(room: Room, forged: str) -> None:
    """Nothing but a cookie that was given is one."""
    room.begin()

    assert room.sessions.of(forged) is None


def test_a_key_is_that_of_its_session_only(room: Room) -> None:
    """Neither another session's, nor the cookie, nor nothing."""
    mine, other = room.begin(), room.begin()
    session = room.sessions.of(mine.cookie)

    assert session is not None
    tried = (mine.key, other.key, mine.cookie, "", mine.key + "x", "é")
    assert [has_key(session, key) for key in tried] == [True, False, False, False, False, False]


def test_what_is_in_memory_cannot_be_used_as_a_cookie(room: Room) -> None:
    """There are digests only, which open nothing."""
    fresh = room.begin()
    (kept,) = room.sessions.kept.values()

    assert room.sessions.of(kept.cookie) is None
    assert not {fresh.cookie, fresh.key} & {kept.cookie, kept.key}


def test_sessions_end_with_the_server(room: Room) -> None:
    """Whoever had its port meanwhile may have been told cookie and key: nothing is on disk."""
    before = set(room.home.iterdir())
    fresh = room.begin()
    after = set(room.home.iterdir())
    room.sessions = room.again()

    assert room.who(fresh) == ""
    assert after == before


def test_only_cookies_with_a_session_count(room: Room) -> None:
    """Others of the same name may come along, and the same one twice is one."""
    mine, other = room.begin(), room.begin("grace")
    planted = ["x", "x" * 43, ""]

    assert list(room.sessions.live([*planted, mine.cookie, mine.cookie])) == [mine.cookie]
    assert list(room.sessions.live([mine.cookie, other.cookie])) == [mine.cookie, other.cookie]
    assert room.sessions.live(planted) == {}


def test_an_idle_session_ends(room: Room) -> None:
    """One that is used does not; each use begins the while anew."""
    used, idle = room.begin(), room.begin()
    room.now += LONGEST_IDLE - 1
    assert room.who(used) == "ada"
    room.now += 2

    assert [room.who(used), room.who(idle)] == ["ada", ""]


def test_looking_whether_it_still_counts_is_no_use(room: Room) -> None:
    """A page that is left open does not keep its session alive for ever."""
    fresh = room.begin()
    room.now += LONGEST_IDLE - 1
    assert room.sessions.of(fresh.cookie, note=False) is not None
    room.now += 2

    assert room.who(fresh) == ""


def test_every_session_ends_some_day(room: Room) -> None:
    """However often it is used."""
    fresh = room.begin()
    end = room.now + LONGEST
    while room.now < end:
        assert room.who(fresh) == "ada"
        room.now += LONGEST_IDLE / 2
    room.now = end + 1

    assert room.who(fresh) == ""


def test_a_session_of_the_future_is_none(room: Room) -> None:
    """A clock that was wrong gives nobody a longer life."""
    fresh = room.begin()
    room.now -= 3600

    assert room.who(fresh) == ""


@pytest.mark.parametrize("how", ["revoked", "new", "unlisted", "broken"])
def test_a_session_ends_with_what_let_the_person_in(room: Room, how: str) -> None:
    """A token that is revoked or made anew, a person who is taken off: all of theirs end."""
    fresh, other = room.begin(), room.begin("grace")
    if how == "revoked":
        room.tokens.revoke("ada")
    elif how == "new":
        room.tokens.new_token("ada")
    elif how == "unlisted":
        room.people.remove("ada")
    else:
        room.tokens.file.write_text("{")

    assert room.who(fresh) == ""
    assert room.who(other) == ("" if how == "broken" else "grace")
    room.people.add("ada")
    assert room.who(fresh) == "", "what has ended does not begin again"


def test_only_who_has_a_token_and_is_listed_signs_in(room: Room) -> None:
    """Else nothing could end the session."""
    room.people.add("no-token")
    room.tokens.new_token("no-person")
    for person in ("no-token", "no-person", ""):
        with pytest.raises(NotAllowed):
            room.begin(person)


def test_there_are_only_so_many_for_one_person(room: Room) -> None:
    """The one that was used least lately goes; those of others stay."""
    other = room.begin("grace")
    mine = []
    for _ in range(MOST_OF_ONE + 1):
        room.now += 100
        mine.append(room.begin())

    assert [room.who(one) for one in mine] == ["", *["ada"] * MOST_OF_ONE]
    assert room.who(other) == "grace"


def test_signing_out_ends_one(room: Room) -> None:
    """For good; others go on."""
    first, second = room.begin(), room.begin()
    room.sessions.end(first.cookie)
    room.sessions.end("never-was")

    assert [room.who(first), room.who(second)] == ["", "ada"]
