"""The stream that keeps pages true: what is heard of it, by how many, and how it ends."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import ExitStack, aclosing
from itertools import islice
from pathlib import Path
from typing import Any

import httpx
import pytest

from proctor.errors import StoreError, UsageError
from proctor.server.bus import Happening
from proctor.server.office import Office
from proctor.server.web import live
from proctor.server.web.live import FURTHEST_BEHIND, MISSED, Live, message, wanted
from tests.server.offices import run
from tests.server.running import PATIENCE
from tests.web.sites import DEVELOPER, Site

HOSTILE = "<p>a\n\nevent: waiting\ndata: x\rid: 1\r\n\r\nretry: 0\u2028\x0b\x85</p>"
LISTENING, STILL_HERE = b": listening\n\n", b": still here\n\n"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """Give an office that is not open: it has a bus, and nothing happens by itself."""
    return Office(tmp_path)


@pytest.fixture(autouse=True)
def topics(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let topics that a test makes end with it."""
    monkeypatch.setattr(live, "TOPICS", dict(live.TOPICS))


def shout(_: Office, happening: Happening) -> str:
    """Render a happening."""
    return f"<p>{happening['word']}</p>"


async def heard(stream: AsyncIterator[bytes], number: int) -> list[bytes]:
    """Return the next pieces of a stream that say something."""
    found: list[bytes] = []
    while len(found) < number:
        piece = await anext(stream)
        found += [piece] * (piece != STILL_HERE)
    return found


def listening(
    office: Office,
    work: Callable[[Live, AsyncIterator[bytes]], Coroutine[Any, Any, Any]],
    **how: Any,
) -> Any:
    """Listen to the topic `loud` while something is done."""

    async def whole() -> Any:
        here = Live(office)
        since = here.marks().of(["loud"])
        async with aclosing(here.stream(["loud"], since, lambda: True, **how)) as stream:
            assert await anext(stream) == LISTENING
            return await work(here, stream)

    return run(whole())


def read_events(text: str) -> list[tuple[str, str]]:
    """Read an event stream as browsers do: names and data."""
    found: list[tuple[str, str]] = []
    name, data = "", list[str]()
    for line in re.split("\r\n|\r|\n", text):
        key, _, value = line.partition(":")
        if not line and data:
            found.append((name, "\n".join(data)))
            name, data = "", []
        elif key == "event":
            name = value.removeprefix(" ")
        elif key == "data":
            data.append(value.removeprefix(" "))
        else:
            assert not line, f"a field that nobody wrote: {line!r}"
    return found


def test_whatever_is_said_stays_inside_of_its_event() -> None:
    """No end of a line in the data ends the event, or begins another field."""
    told = message("loud", HOSTILE).decode()

    assert read_events(told) == [("loud", re.sub("\r\n|\r", "\n", HOSTILE))]


def test_half_a_character_ends_no_stream() -> None:
    """What cannot be written is told as a question mark."""
    assert message("loud", "a\ud800b") == b"event: loud\ndata: a?b\n\n"


def test_fifty_pages_hear_what_was_rendered_once(office: Office) -> None:
    """However many listen, a happening is rendered once for all of them."""
    rendered: list[Happening] = []

    async def render(_: Office, happening: Happening) -> str:
        rendered.append(happening)
        return shout(office, happening)

    live.topic("loud", of="agent", render=render)

    async def whole() -> list[bytes]:
        here = Live(office)
        since = here.marks().of(["loud"])
        streams = [here.stream(["loud"], since, lambda: True) for _ in range(50)]
        for stream in streams:
            await anext(stream)
        office.bus.tell("agent", {"word": "one"})
        told = [await anext(stream) for stream in streams]
        for stream in streams:
            await stream.aclose()
        return told

    assert run(whole()) == [message("loud", "<p>one</p>")] * 50
    assert len(rendered) == 1
    assert not office.bus.listeners, "whoever has gone still listens"


def test_a_page_that_never_reads_holds_up_nobody(office: Office) -> None:
    """It is told to fetch its lists again, and what waits for it has an end."""
    live.topic("loud", of="agent", render=shout)

    async def work(here: Live, stream: AsyncIterator[bytes]) -> tuple[list[bytes], int, bytes]:
        async with aclosing(
            here.stream(["loud"], here.marks().of(["loud"]), lambda: True)
        ) as other:
            await anext(other)
            quick = []
            for number in range(FURTHEST_BEHIND + 10):
                office.bus.tell("agent", {"word": number})
                quick.append(await anext(other))
        (slow,) = here.listeners
        return quick, len(slow.waiting), await anext(stream)

    quick, most, late = listening(office, work)

    assert quick == [message("loud", f"<p>{n}</p>") for n in range(FURTHEST_BEHIND + 10)]
    assert most <= FURTHEST_BEHIND + 1
    assert late.startswith(MISSED)
    assert late.endswith(message("loud", f"<p>{FURTHEST_BEHIND + 9}</p>"))


def test_a_bare_name_waits_once(office: Office) -> None:
    """That something has happened is no more news the second time."""
    live.topic("loud", of="agent")

    async def work(here: Live, stream: AsyncIterator[bytes]) -> bytes:
        for _ in range(5):
            await here.heard({"kind": "agent"})
        return await anext(stream)

    assert listening(office, work) == message("loud")


@pytest.mark.parametrize(
    ("happens", "first"),
    [((), b""), (("agent",), MISSED), (("decision",), b"")],
    ids=["nothing", "something of its own", "something else"],
)
def test_what_happens_before_a_page_listens_is_missed_and_said(
    office: Office, happens: tuple[str, ...], first: bytes
) -> None:
    """Between the page and its stream nothing gets lost, and nothing is fetched in vain."""
    live.topic("loud", of="agent")

    async def whole() -> bytes:
        here = Live(office)
        since = here.marks().of(["loud"])
        for kind in happens:
            office.bus.tell(kind, {})
        async with aclosing(here.stream(["loud"], since, lambda: True, every=0.01)) as stream:
            await anext(stream)
            return await anext(stream)

    assert run(whole()) == (first or STILL_HERE)


def test_a_page_of_another_run_of_the_server_fetches_all(office: Office) -> None:
    """A stream that dropped with the server comes back, and misses nothing."""
    live.topic("loud", of="agent")

    async def whole() -> bytes:
        before = Live(office).marks().of(["loud"])
        async with aclosing(Live(office).stream(["loud"], before, lambda: True)) as stream:
            await anext(stream)
            return await anext(stream)

    assert run(whole()) == MISSED


def test_who_may_not_listen_any_more_hears_nothing(office: Office) -> None:
    """A session that has ended ends the stream before the next happening is told."""
    live.topic("loud", of="agent", render=shout)
    may = [True]

    async def whole() -> list[bytes]:
        here = Live(office)
        since = here.marks().of(["loud"])
        stream = here.stream(["loud"], since, lambda: may[0])
        found = [await anext(stream)]
        may.clear()
        may.append(False)
        office.bus.tell("agent", {"word": "secret"})
        return found + [piece async for piece in stream]

    assert run(whole()) == [LISTENING]


def test_silence_is_broken_now_and_then(office: Office) -> None:
    """What stands between sees that the stream lives, and a session that has ended is noticed."""
    live.topic("loud", of="agent", render=shout)

    async def work(_: Live, stream: AsyncIterator[bytes]) -> list[bytes]:
        return [await anext(stream), await anext(stream)]

    assert listening(office, work, every=0.01) == [STILL_HERE, STILL_HERE]


def test_a_stream_ends_with_the_server(office: Office) -> None:
    """Everything that was told before is heard; who comes later is let go at once."""
    live.topic("loud", of="agent", render=shout)

    async def work(here: Live, stream: AsyncIterator[bytes]) -> list[list[bytes]]:
        office.bus.tell("agent", {"word": "last"})
        office.bus.close()
        first = [piece async for piece in stream]
        since = here.marks().of(["loud"])
        return [first, [piece async for piece in here.stream(["loud"], since, lambda: True)]]

    ended, late = listening(office, work)
    assert b"".join(ended) == message("loud", "<p>last</p>")
    assert late == [LISTENING]


def test_a_piece_that_cannot_be_made_is_fetched_instead(office: Office) -> None:
    """A store that is gone ends no stream: the page hears that it missed something."""

    async def render(_: Office, happening: Happening) -> str:
        if happening["word"] == "broken":
            raise StoreError("the store is gone")
        return shout(office, happening)

    live.topic("loud", of="agent", render=render)

    async def work(_: Live, stream: AsyncIterator[bytes]) -> list[bytes]:
        found = []
        for word in ("broken", "whole"):
            office.bus.tell("agent", {"word": word})
            found.append(await anext(stream))
        return found

    assert listening(office, work) == [MISSED, message("loud", "<p>whole</p>")]


def test_what_happens_often_is_told_now_and_then(office: Office) -> None:
    """The first is told at once; of those that follow the last one, and each is not rendered."""
    rendered: list[int] = []

    def render(_: Office, happening: Happening) -> str:
        rendered.append(happening["word"])
        return shout(office, happening)

    live.topic("loud", of="agent", render=render, every=0.02)

    async def work(_: Live, stream: AsyncIterator[bytes]) -> list[bytes]:
        for word in range(100):
            office.bus.tell("agent", {"word": word})
        return await heard(stream, 2)

    told = listening(office, work)
    assert told == [message("loud", "<p>0</p>"), message("loud", "<p>99</p>")]
    assert rendered == [0, 99]


def test_a_happening_that_is_nothing_to_pages_is_not_told(office: Office) -> None:
    """A topic may look at a happening and keep quiet; other kinds it never sees."""

    def render(_: Office, happening: Happening) -> str | None:
        return shout(office, happening) if happening["word"] != "quiet" else None

    live.topic("loud", of=("agent", "grant"), render=render)

    async def work(_: Live, stream: AsyncIterator[bytes]) -> list[bytes]:
        office.bus.tell("agent", {"word": "quiet"})
        office.bus.tell("event", {"word": "other"})
        office.bus.tell("grant", {"word": "said"})
        return await heard(stream, 1)

    assert listening(office, work) == [message("loud", "<p>said</p>")]


@pytest.mark.parametrize(
    "names", ["", ",", "loud,nonsense", "x" * 2000], ids=["empty", "comma", "unknown", "long"]
)
def test_only_topics_that_there_are_can_be_heard(names: str) -> None:
    """A mistyped topic is an error, and no stream that stays silent."""
    live.topic("loud", of="agent")

    with pytest.raises(UsageError):
        wanted(names)


def test_a_topic_has_a_name_that_fits_into_an_event() -> None:
    """No name ends a line."""
    with pytest.raises(ValueError, match="no name"):
        live.topic("lo\nud", of="agent")


def test_signing_out_ends_the_stream_of_a_page(site: Site) -> None:
    """On a real server: what is told after the session has ended is not heard in it."""
    # A session of its own: the others are everybody's.
    with httpx.Client(base_url=site.url, timeout=PATIENCE, trust_env=False) as client:
        client.headers["Origin"] = site.url
        signed_in = client.post("/sign-in", data={"token": site.tokens[DEVELOPER]})
        client.headers["X-CSRF-Token"] = signed_in.headers["x-csrf-token"]
        with client.stream("GET", "/live?topics=waiting") as stream:
            pieces = stream.iter_raw()
            assert stream.headers["content-type"].startswith("text/event-stream")
            assert next(pieces).startswith(LISTENING)
            signed_out = client.post("/sign-out")
            assert signed_out.status_code < httpx.codes.BAD_REQUEST, signed_out.text
            site.ask("npm publish")
            rest = b"".join(pieces)
    assert b"event: waiting" not in rest


def test_a_stranger_hears_nothing(site: Site) -> None:
    """The stream is for people who are signed in."""
    answer = site.stranger().get("/live?topics=waiting")

    assert answer.status_code == httpx.codes.UNAUTHORIZED
    assert b"listening" not in answer.content


def test_a_question_is_heard_by_many_pages_of_a_real_server(site: Site) -> None:
    """Each of many streams hears of it."""
    client = site.client()
    with ExitStack() as stack:
        streams = [
            stack.enter_context(client.stream("GET", "/live?topics=waiting")) for _ in range(20)
        ]
        pieces = [stream.iter_raw() for stream in streams]
        for one in pieces:
            assert next(one).startswith(LISTENING)
        site.ask("npm publish")
        for one in pieces:
            assert any(b'data-count="1"' in piece for piece in islice(one, 3))
