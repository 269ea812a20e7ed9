"""`POST /api/decide`: what it takes, and what it makes of everything else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.server.http_protocol import LARGEST_BODY
from tests.server.web import Web, error_of, meanwhile, pending, problem_in, status_of, web

LEAN = {"date", "content-type", "content-length", "cache-control", "x-content-type-options"}


def post(site: Web, body: bytes, *, line: str = "POST /api/decide") -> bytes:
    """Send a body as it is."""
    return site.raw(site.head(line, f"Content-Length: {len(body)}") + body)


def chunked(*pieces: bytes) -> bytes:
    """Return a body in pieces, the last of which is not sent."""
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)


def test_a_call_is_decided(site: Web) -> None:
    """What was decided, why and by which rule, in few words and with few headers."""
    answer = site.client.post("/api/decide", json=site.request())

    assert answer.json() == {
        "effect": "allow",
        "why": "`ls` only reads; allowed by the rule Bash(@read)",
        "action": "tool:bash:ls",
        "rule": "Bash(@read)",
        "where": None,
        "question": None,
    }
    assert set(answer.headers) == LEAN
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")


def test_answers_are_ascii(site: Web) -> None:
    """Whatever an agent says comes back in letters that nobody reads wrongly."""
    answer = site.client.post(
        "/api/decide", json=site.request(input={"command": "echo é\u2028\U0001d50a"})
    )

    assert answer.content.isascii()
    assert "\U0001d50a" in answer.json()["action"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"[]",
        b"null",
        b'"tool"',
        b"7",
        b"{} {}",
        b"tool=Bash",
        b"[" * 100_000,
        b'{"input":' * 100_000,
        b'{"tool":"Bash","cwd":"/","input":NaN}',
        b'{"tool":"Bash","cwd":"/","input":-Infinity}',
        json.dumps({"tool": "Bash", "cwd": "/"}).encode("utf-16"),
        b'{"tool":"Bash","cwd":"/","input":' + b"9" * 5000 + b"}",
    ],
    ids=lambda body: repr(body[:20]),
)
def test_a_body_that_is_no_object_is_refused(site: Web, body: bytes) -> None:
    """It is never taken for an empty call, nor guessed at."""
    answer = post(site, body)

    assert status_of(answer) == 400
    assert error_of(answer)["detail"] in {"the body is not JSON", "the body is not an object"}


@pytest.mark.parametrize(
    "change",
    [
        {"tool": None},
        {"tool": ["Bash"]},
        {"cwd": 7},
        {"cwd": "src"},
        {"ask": "allow"},
        {"effect": "allow"},
        {"role": 7},
        {"uid": "x" * 65},
        {"mode": ["plan"]},
    ],
    ids=str,
)
def test_a_wrong_field_is_refused(site: Web, change: dict[str, Any]) -> None:
    """A mistyped field is never without effect."""
    answer = site.client.post("/api/decide", json=site.request(**change))

    assert answer.status_code == 400
    problem_in(answer.json(), answer.status_code)


@pytest.mark.parametrize("cwd", ["/srv/\0", "/srv/\ud800", "/" + "a" * 5000], ids=ascii)
def test_a_folder_that_cannot_be_is_never_a_yes(site: Web, cwd: str) -> None:
    """The answer is an error or no yes, and the next call is decided as ever."""
    answer = site.client.post(
        "/api/decide", content=json.dumps(site.request(cwd=cwd, project=cwd)).encode()
    )

    assert answer.json().get("effect") != "allow"
    assert site.decide()["effect"] == "allow"


@pytest.mark.parametrize("depth", [50, 500, 900, 950, 980])
def test_nesting_is_never_a_way_out(site: Web, depth: int) -> None:
    """However deep an input is, it is decided or refused, and what is kept can be read."""
    deep = json.dumps(site.request(tool="Read", input=0)).replace(
        '"input": 0', '"input": ' + "[" * depth + "]" * depth
    )
    answer = post(site, deep.encode())

    assert status_of(answer) in {200, 400}
    assert b'"effect":"allow"' not in answer
    assert site.client.get("/api/audit").status_code == 200


def test_a_role_that_is_not_there_is_said(site: Web) -> None:
    """Nothing is decided by some other role."""
    answer = site.client.post("/api/decide", json=site.request(role="../nobody"))

    assert answer.status_code == 404
    assert answer.json()["detail"] == "there is no role `../nobody`"


def test_a_body_that_is_too_large_is_refused(site: Web) -> None:
    """With its length told before or not; the next request on the connection is answered."""
    body = json.dumps(site.request(input="x" * (LARGEST_BODY + (1 << 20)))).encode()
    pieces = (body[at : at + (1 << 16)] for at in range(0, len(body), 1 << 16))
    known = site.client.post("/api/decide", content=body)
    unknown = site.client.post("/api/decide", content=pieces)

    for answer in (known, unknown):
        assert answer.status_code == 413
        assert answer.json()["detail"] == "a request has at most 16 MB"
    assert site.decide()["effect"] == "allow"


def test_a_body_without_end_is_refused(site: Web) -> None:
    """The answer comes as soon as it is too large."""
    with site.connection() as peer:
        peer.sendall(site.head("POST /api/decide", "Transfer-Encoding: chunked"))
        for _ in range((LARGEST_BODY >> 20) + 1):
            peer.sendall(chunked(b" " * (1 << 20)))

        assert status_of(peer.recv(1 << 16)) == 413


def test_a_body_may_come_in_pieces(site: Web) -> None:
    """A client that does not know the length is served too."""
    body = json.dumps(site.request()).encode()
    pieces = chunked(*(body[at : at + 7] for at in range(0, len(body), 7))) + b"0\r\n\r\n"
    answer = site.raw(site.head("POST /api/decide", "Transfer-Encoding: chunked") + pieces)

    assert status_of(answer) == 200
    assert b'"effect":"allow"' in answer


@pytest.mark.parametrize("path", ["//api/decide", "/api/decide/", "/API/decide", "/api//decide"])
def test_another_spelling_is_another_path(site: Web, path: str) -> None:
    """There is no second way in."""
    answer = post(site, b"{}", line=f"POST {path}")

    assert status_of(answer) == 404
    assert error_of(answer)["detail"] == "not found"


@pytest.mark.parametrize("path", ["/api/decid%65", "/api%2Fdecide", "/api/decide?x=1"])
def test_an_encoded_path_is_the_same(site: Web, path: str) -> None:
    """What is behind it needs the same token, and reads the same body."""
    body = json.dumps(site.request()).encode()
    decided = post(site, body, line=f"POST {path}")
    refused = site.raw(site.head(f"POST {path}", token=False))

    assert (status_of(decided), status_of(refused)) == (200, 401)


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_there_is_only_post(site: Web, method: str) -> None:
    """Any other method decides nothing, and says what there is."""
    answer = post(site, json.dumps(site.request()).encode(), line=f"{method} /api/decide")

    assert status_of(answer) == 405
    assert b"\r\nallow: POST\r\n" in answer
    assert answer.endswith(b"\r\n\r\n") == (method == "HEAD")


@pytest.mark.parametrize("method", ["post", "Post", "P0ST"])
def test_methods_are_written_as_they_are(site: Web, method: str) -> None:
    """The parser refuses what is no method."""
    assert status_of(post(site, b"{}", line=f"{method} /api/decide")) == 400


def test_a_call_waits_for_a_person(site: Web) -> None:
    """Where the rules are silent, the answer is the person's."""
    held = site.request(input={"command": "make all"}, ask="hold")
    answers = []
    with meanwhile(lambda: answers.append(site.client.post("/api/decide", json=held).json())):
        number = pending(site)[0]["id"]
        site.client.post(f"/api/approvals/{number}", json={"answer": "allow"})

    assert [(one["effect"], one["question"]) for one in answers] == [("allow", number)]


def test_a_call_whose_server_ends_is_told_so(tmp_path: Path) -> None:
    """It is no yes, and the asker knows that the next server may be asked."""
    with web(tmp_path / "home") as site:
        held = site.request(input={"command": "make all"}, ask="hold")
        answers = []
        with meanwhile(lambda: answers.append(site.client.post("/api/decide", json=held))):
            pending(site)
            site.server.end()

    assert [one.status_code for one in answers] == [503]
    assert answers[0].json()["detail"] == "the server is ending; ask the next one"
