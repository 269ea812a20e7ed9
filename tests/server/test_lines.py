"""The protocol on the socket, with the real office behind it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
import uvloop

from proctor.server.lines import LONGEST_LINE, MOST_AHEAD
from tests.server.line_house import PATIENCE, House, house

ASK = {"op": "ask", "tool": "Bash", "action": "tool:bash:make", "seconds": 600}
DECIDE = {"op": "decide", "tool": "Read", "input": {"file_path": "a"}, "cwd": "/srv/app"}
NOT_JSON = "a request is one JSON object on one line"


Test = Callable[[House], Awaitable[None]]
Run = Callable[[Test], None]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a test beside a server."""
    monkeypatch.setenv("PROCTOR_STORE", "memory")

    def go(test: Test) -> None:
        async def main() -> None:
            async with house(tmp_path / "home") as here:
                await asyncio.wait_for(test(here), 2 * PATIENCE)

        # The loop that the server has.
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(main())

    return go


def refused(answer: Any) -> tuple[str, str]:
    """Return code and message of an answer that refuses."""
    return answer["error"]["code"], answer["error"]["message"]


async def until(what: Callable[[], bool]) -> None:
    """Wait until something is so."""
    while not what():
        await asyncio.sleep(0.001)


def test_several_requests_are_answered_in_order(run: Run) -> None:
    """Requests that come in one piece are answered one after the other, each in a line."""

    async def test(here: House) -> None:
        peer = await here.peer()
        peer.send(DECIDE, {"op": "questions"}, {"op": "nope"}, {"op": "grants"})
        answers = [await peer.hear() for _ in range(4)]

        assert answers[0]["ok"]["effect"] in {"allow", "ask", "deny"}
        assert answers[1] == answers[3] == {"ok": []}
        assert refused(answers[2]) == ("usage-error", "there is no such op")

    run(test)


def test_pieces_make_a_line(run: Run) -> None:
    """A request may come byte by byte."""

    async def test(here: House) -> None:
        peer = await here.peer()
        for byte in json.dumps({"op": "grants", "token": peer.token}).encode():
            peer.send(bytes([byte]))
            await peer.writer.drain()
            await asyncio.sleep(0)
        peer.send(b"\n")

        assert await peer.hear() == {"ok": []}

    run(test)


@pytest.mark.parametrize(
    "garbage",
    [
        b"\n", b"{}x\n", b"[]\n", b"null\n", b"\xff\xfe\n", b"\x00\n", b"[" * 100_000 + b"\n",
        b"1" * 10_000 + b"\n", '{"op": "grants"}'.encode("utf-16") + b"\n",
    ],
)  # fmt: skip
def test_garbage_is_an_error_and_harms_nobody(run: Run, garbage: bytes) -> None:
    """What is no JSON object is told so, and the next request is answered."""

    async def test(here: House) -> None:
        peer = await here.peer()
        peer.send(garbage)
        answers = [await peer.hear() for _ in range(garbage.count(b"\n"))]

        assert {("usage-error", NOT_JSON)} == {refused(answer) for answer in answers}
        assert await peer.call({"op": "grants"}) == {"ok": []}

    run(test)


@pytest.mark.parametrize(
    "request_", [{}, {"op": None}, {"op": ["a"]}, {"op": "__init__"}, {"op": "person"}]
)
def test_only_what_is_offered_can_be_asked(run: Run, request_: dict[str, object]) -> None:
    """An op that is not in the list is an error, whatever it is called."""

    async def test(here: House) -> None:
        answer = await (await here.peer()).call(request_)

        assert refused(answer) == ("usage-error", "there is no such op")

    run(test)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"op": "wait", "number": "1", "seconds": 1}, "`number` is a whole number"),
        ({"op": "wait", "number": True, "seconds": 1}, "`number` is a whole number"),
        ({"op": "wait", "number": 2**70, "seconds": 1}, "`number` is a whole number"),
        ({"op": "wait", "number": 1, "seconds": "x"}, "`seconds` is a number from 0 on"),
        ({"op": "wait", "number": 1, "seconds": float("nan")}, "`seconds` is a number from 0 on"),
        ({"op": "keep", "lines": [1]}, "`lines` is a list of objects"),
        ({"op": "questions", "status": 1}, "`status` is a text"),
        ({"op": "grants", "all": True}, "`all` is not a field of this op"),
        ({"op": "status", "token": "x"}, "`token` is not a field of this op"),
        ({"op": "decide"}, "`tool` is missing: the name of the tool that is called"),
    ],
)
def test_a_wrong_field_is_an_error(run: Run, request_: dict[str, object], message: str) -> None:
    """A field of the wrong kind, or one that is not known, is never passed over."""

    async def test(here: House) -> None:
        answer = await (await here.peer()).call(request_)

        assert refused(answer) == ("usage-error", message)

    run(test)


def test_a_false_token_hears_nothing_of_an_agent(run: Run) -> None:
    """Anybody may say that a session has changed; its state and its id are for people."""

    async def test(here: House) -> None:
        peer = await here.peer(known=False)
        answer = await peer.call({"op": "look", "name": "arch-1", "token": "proctor_x"})

        assert answer["error"]["code"] == "not-allowed"

    run(test)


@pytest.mark.parametrize("op", ["answer", "revoke", "stop"])
def test_what_only_a_person_may_do_needs_a_token(run: Run, op: str) -> None:
    """Without a token, or with one that is nobody's, nothing is done."""

    async def test(here: House) -> None:
        peer = await here.peer()
        question = (await peer.call(ASK))["ok"]
        for token in ({}, {"token": ""}, {"token": None}, {"token": "proctor_x"}):
            answer = await peer.call({"op": op, "number": 1, "answer": "allow", **token})
            assert answer["error"]["code"] == "not-allowed"

        assert (await peer.call({"op": "questions"}))["ok"][0]["status"] == "pending"
        assert question["status"] == "pending"
        assert not here.end.is_set()

    run(test)


def test_a_person_answers_and_whoever_waits_is_told(run: Run) -> None:
    """An answer with a token ends the wait on another connection, in that person's name."""

    async def test(here: House) -> None:
        asker, person = await here.peer(), await here.peer()
        number = (await asker.call(ASK))["ok"]["id"]
        asker.send({"op": "wait", "number": number, "seconds": 600})
        token = here.tokens.new_token("grace")
        answer = {"op": "answer", "number": number, "answer": "deny", "words": "not now"}
        assert (await person.call({**answer, "token": token}))["ok"]["status"] == "answered"

        ended = (await asker.hear())["ok"]
        assert (ended["status"], ended["reply"]["by"]) == ("answered", "grace")
        late = await person.call({**answer, "token": token, "answer": "allow"})
        assert late["error"]["code"] == "too-late"

    run(test)


def test_the_token_ends_the_server(run: Run) -> None:
    """`stop` with a person's token is answered, and tells the server to end."""

    async def test(here: House) -> None:
        peer = await here.peer()

        assert await peer.call({"op": "stop", "token": here.tokens.local_token()}) == {
            "ok": {"stopping": True}
        }
        assert here.end.is_set()

    run(test)


def test_the_status_says_where_the_server_is(run: Run) -> None:
    """What the process knows of itself is told with what the office knows."""

    async def test(here: House) -> None:
        told = (await (await here.peer()).call({"op": "status"}))["ok"]

        assert (told["url"], told["questions"]) == ("http://x", 0)

    run(test)


def test_a_wait_holds_up_no_other_connection(run: Run) -> None:
    """While hundreds wait, the others are answered."""

    async def test(here: House) -> None:
        first = await here.peer()
        number = (await first.call(ASK))["ok"]["id"]
        waiting = [await here.peer() for _ in range(200)]
        for peer in waiting:
            peer.send({"op": "wait", "number": number, "seconds": 600})

        assert await (await here.peer()).call({"op": "grants"}) == {"ok": []}

        token = here.tokens.local_token()
        await first.call({"op": "answer", "number": number, "answer": "allow", "token": token})
        ended = [(await peer.hear())["ok"]["status"] for peer in waiting]
        assert ended == ["answered"] * 200

    run(test)


def test_a_line_that_is_too_long_ends_the_connection(run: Run) -> None:
    """It is told why, after what was asked before; others go on."""

    async def test(here: House) -> None:
        peer = await here.peer()
        peer.send({"op": "grants"}, b"x" * (LONGEST_LINE + 1))

        assert await peer.hear() == {"ok": []}
        assert refused(await peer.hear()) == ("usage-error", "a request has at most 16 MiB")
        assert await peer.silence() == b""
        assert await (await here.peer()).call({"op": "grants"}) == {"ok": []}

    run(test)


def test_a_line_of_the_greatest_length_is_read(run: Run) -> None:
    """Up to the limit, a request is a request."""

    async def test(here: House) -> None:
        peer = await here.peer()
        request = json.dumps({"op": "grants", "token": peer.token}).encode()
        peer.send(b" " * (LONGEST_LINE - len(request)) + request + b"\n")
        assert await peer.hear() == {"ok": []}

        peer.send(b" " * (LONGEST_LINE + 1 - len(request)) + request + b"\n")
        assert refused(await peer.hear()) == ("usage-error", "a request has at most 16 MiB")

    run(test)


def test_peers_that_go_away_harm_nobody(run: Run) -> None:
    """Silence, half a line, an unread answer, an end while waiting: all are cleared away."""

    async def test(here: House) -> None:
        number = (await (await here.peer()).call(ASK))["ok"]["id"]
        for sent in (
            [],
            [b'{"op": "gra'],
            [{"op": "records"}],
            [{"op": "wait", "number": number, "seconds": 600}],
            [{"op": "wait", "number": number, "seconds": 600}, {"op": "grants"}],
        ):
            peer = await here.peer()
            peer.send(*sent)
            await peer.writer.drain()
            await asyncio.sleep(0)
            await peer.close()
        one = await here.peer()
        await until(lambda: len(here.server.connections) <= 2)

        assert await one.call({"op": "grants"}) == {"ok": []}

    run(test)


def test_what_was_asked_whole_is_done_though_nobody_reads_it(run: Run) -> None:
    """A peer that sends its question and goes away has asked it."""

    async def test(here: House) -> None:
        peer = await here.peer()
        peer.send({**ASK, "action": "tool:bash:first"}, {**ASK, "action": "tool:bash:second"})
        await peer.close()
        other = await here.peer()
        await until(lambda: len(here.server.connections) == 1)
        found = (await other.call({"op": "questions"}))["ok"]

        assert [question["action"] for question in found] == ["tool:bash:first", "tool:bash:second"]

    run(test)


def test_a_peer_that_half_closes_gets_its_answers(run: Run) -> None:
    """What was asked before the end of its words is answered, then the connection ends."""

    async def test(here: House) -> None:
        peer = await here.peer()
        peer.send({"op": "grants"}, {"op": "agents"}, b'{"op": "gr')
        peer.writer.write_eof()

        assert await peer.silence() == b'{"ok":[]}\n{"ok":[]}\n'

    run(test)


def test_a_peer_that_reads_nothing_is_not_read_further(run: Run) -> None:
    """Whoever sends without end and reads nothing fills no memory, and may read later."""

    async def test(here: House) -> None:
        peer = await here.peer()
        transport = cast("asyncio.Transport", peer.writer.transport)
        transport.pause_reading()
        number = 20_000
        peer.send(*[{"op": "nope"}] * number)
        await until(lambda: any(there.paused for there in here.server.connections))
        (connection,) = here.server.connections

        assert len(connection.lines) < 100 * MOST_AHEAD
        transport.resume_reading()
        answers = [await peer.hear() for _ in range(number)]
        assert {refused(answer)[1] for answer in answers} == {"there is no such op"}

    run(test)


def test_the_end_of_the_server_lets_everybody_go(run: Run) -> None:
    """Who waits or does nothing hears the end of the connection, and the question stays open."""

    async def test(here: House) -> None:
        waiting, idle = await here.peer(), await here.peer()
        number = (await waiting.call(ASK))["ok"]["id"]
        waiting.send({"op": "wait", "number": number, "seconds": 600})
        await idle.call({"op": "grants"})

        await here.server.close()

        assert [await waiting.silence(), await idle.silence()] == [b"", b""]
        assert [found["status"] for found in await here.office.questions()] == ["pending"]

    run(test)
