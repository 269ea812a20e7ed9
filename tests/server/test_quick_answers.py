"""Calls to decide take a shorter way through HTTP, and nothing about them is different."""

from __future__ import annotations

import json
import re

from proctor.server.http_protocol import LARGEST_BODY
from proctor.server.tokens import Tokens
from tests.server.web import Web, error_of, status_of


def post(site: Web, body: bytes, *headers: str, close: bool = False) -> bytes:
    """Return a request to decide."""
    head = site.head("POST /api/decide", f"Content-Length: {len(body)}", *headers)
    return (head if close else head.replace(b"Connection: close\r\n", b"")) + body


def calls(site: Web, number: int) -> list[bytes]:
    """Return bodies about different commands."""
    commands = [{"command": f"ls {at}"} for at in range(number)]
    return [json.dumps(site.request(input=command)).encode() for command in commands]


def test_answers_come_in_the_order_of_requests(site: Web) -> None:
    """Quick and ordinary requests, sent ahead on one connection, are answered in their turn."""
    one, two, three = calls(site, 3)
    status = site.head("GET /api/agents").replace(b"Connection: close\r\n", b"")
    answer = site.raw(
        post(site, one)
        + status
        + post(site, two)
        + post(site, b"[]")
        + post(site, three, close=True)
    )
    told = re.findall(rb"HTTP/1.1 (\d+)|tool:bash:ls (\d)", answer)

    assert [status or action for status, action in told] == [
        b"200", b"0", b"200", b"200", b"1", b"400", b"200", b"2",
    ]  # fmt: skip


def test_a_connection_serves_one_call_after_the_other(site: Web) -> None:
    """It stays open, and each answer is whole."""
    with site.connection() as peer:
        for body in calls(site, 5):
            peer.sendall(post(site, body))
            answer = peer.recv(1 << 16)
            head, _, said = answer.partition(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)

            assert length is not None
            assert len(said) == int(length[1])
            assert json.loads(said)["effect"] == "allow"


def test_a_body_may_come_in_pieces(site: Web) -> None:
    """However it is cut, it is one call; also where its length is told piece by piece."""
    (body,) = calls(site, 1)
    chunks = b"".join(b"1\r\n" + bytes([byte]) + b"\r\n" for byte in body) + b"0\r\n\r\n"
    head = site.head("POST /api/decide", "Transfer-Encoding: chunked")
    with site.connection() as peer:
        for byte in post(site, body, close=True):
            peer.sendall(bytes([byte]))
        slow = peer.recv(1 << 16)

    assert [status_of(slow), status_of(site.raw(head + chunks))] == [200, 200]


def test_who_waits_to_be_told_to_go_on_is_told(site: Web) -> None:
    """A request that expects a word before its body gets it."""
    (body,) = calls(site, 1)
    with site.connection() as peer:
        peer.sendall(post(site, body, "Expect: 100-continue", close=True)[: -len(body)])
        assert peer.recv(1 << 16).startswith(b"HTTP/1.1 100 ")
        peer.sendall(body)

        assert status_of(peer.recv(1 << 16)) == 200


def test_too_much_is_refused_before_all_of_it_is_there(site: Web) -> None:
    """A body without an end is not waited for, and the connection is over."""
    with site.connection() as peer:
        head = site.head("POST /api/decide", f"Content-Length: {LARGEST_BODY * 4}")
        peer.sendall(head.replace(b"Connection: close\r\n", b""))
        sent = 0
        try:
            while sent < LARGEST_BODY + (4 << 20):
                sent += peer.send(b" " * (1 << 16))
            answer = peer.recv(1 << 16)
        except ConnectionError:  # it was closed while we were still sending
            answer = b""

    assert not answer or status_of(answer) == 413
    assert site.decide()["effect"] == "allow"


def test_one_that_may_not_come_in_is_refused_as_everywhere(site: Web) -> None:
    """The shorter way has no other door."""
    (body,) = calls(site, 1)
    head = site.head("POST /api/decide", f"Content-Length: {len(body)}", token=False)
    answer = site.raw(head + body)

    assert status_of(answer) == 401
    assert "token" in error_of(answer)["detail"]
    assert b"content-security-policy" in answer


def test_a_known_head_opens_no_door_that_was_closed(site: Web) -> None:
    """A token that is replaced counts no more with the next request, although the head is known."""
    (body,) = calls(site, 1)
    token = Tokens(site.home).new_token("bea").encode()
    request = post(site, body).replace(site.token.encode(), token)
    with site.connection() as peer:
        answers = []
        for at in range(4):
            if at == 3:
                Tokens(site.home).new_token("bea")
            peer.sendall(request)
            answers.append(status_of(peer.recv(1 << 16)))

    assert answers == [200, 200, 200, 401]


def test_a_known_head_of_somebody_who_was_taken_off_is_refused(site: Web) -> None:
    """Who is not among the people any more decides nothing with the next request; nor a viewer."""
    (body,) = calls(site, 1)
    token = Tokens(site.home).new_token("bea").encode()
    request = post(site, body).replace(site.token.encode(), token)
    config = site.home / "config.yaml"
    answers = []
    try:
        with site.connection() as peer:
            for people in ("{bea: }", "", "{ada: }", "{bea: {roles: [viewer]}}", "{bea: }"):
                if people:
                    config.write_text(f"people: {people}")
                peer.sendall(request)
                answers.append(status_of(peer.recv(1 << 16)))
    finally:
        config.unlink()

    assert answers == [200, 200, 403, 403, 200]


def test_behind_a_known_head_nothing_is_taken_for_something_else(site: Web) -> None:
    """Known heads may come in pieces, or several at once; each has its own answer, in order."""
    one, two, three, four = calls(site, 4)
    with site.connection() as peer:
        peer.sendall(post(site, one))
        peer.recv(1 << 16)
        for byte in post(site, two):
            peer.sendall(bytes([byte]))
        peer.recv(1 << 16)
        peer.sendall(post(site, three)[:-5])
        peer.sendall(post(site, three)[-5:])
        pieces = peer.recv(1 << 16)
        peer.sendall(post(site, four) + post(site, one, close=True))
        said = b""
        while more := peer.recv(1 << 16):
            said += more

    assert re.findall(rb"tool:bash:ls (\d)", pieces + said) == [b"2", b"3", b"0"]


def test_a_head_with_a_body_in_chunks_is_never_known(site: Web) -> None:
    """What looks the same but says that its body comes in chunks is read anew each time."""
    (body,) = calls(site, 1)
    head = site.head("POST /api/decide", "Transfer-Encoding: chunked")
    chunked = head.replace(b"Connection: close\r\n", b"")
    chunked += b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    with site.connection() as peer:
        answers = []
        for _ in range(3):
            peer.sendall(chunked)
            answers.append(status_of(peer.recv(1 << 16)))

    assert answers == [200, 200, 200]
