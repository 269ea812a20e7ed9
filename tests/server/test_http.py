"""HTTP as the server speaks it, also to those who speak it badly."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.running import PATIENCE
from tests.server.web import PROBLEM, STRICT, Web, error_of, rest, status_of, web


@pytest.mark.parametrize(
    ("line", "status", "message"),
    [
        ("GET /nothing", 404, "not found"),
        ("GET /docs", 404, "not found"),
        ("GET /redoc", 404, "not found"),
        ("GET /openapi.json", 404, "not found"),
        ("GET /api/status/", 404, "not found"),
        ("GET //api/status", 404, "not found"),
        ("GET /api/%2e%2e/healthz", 404, "not found"),
        ("PUT /api/status", 405, "method not allowed"),
        ("POST /healthz", 405, "method not allowed"),
        ("POST /api/grants/1", 405, "method not allowed"),
        ("OPTIONS /api/status", 405, "method not allowed"),
        ("TRACE /api/status", 405, "method not allowed"),
        ("OPTIONS *", 404, "not found"),
    ],
)
def test_what_is_not_there_is_an_error_of_ours(
    site: Web, line: str, status: int, message: str
) -> None:
    """Every error has a message and a help, and leads nowhere else."""
    answer = site.raw(site.head(line))

    assert status_of(answer) == status
    told = error_of(answer)
    assert (told["detail"], told["help"]) == (message, "`/api/openapi.json` has all paths")
    assert b"\r\nlocation:" not in answer
    assert b"\r\naccess-control" not in answer


@pytest.mark.parametrize("path", ["/healthz", "/api/status", "/nothing", "/api/audit/x"])
def test_an_answer_is_kept_nowhere_and_loads_nothing(site: Web, path: str) -> None:
    """The headers say so, for errors too, and nothing says what the server is made of."""
    answer = site.client.get(path)

    assert STRICT.items() <= dict(answer.headers).items()
    kind = "json" if answer.is_success else "problem+json"
    assert answer.headers["content-type"] == f"application/{kind}"
    assert "server" not in answer.headers
    assert answer.content.isascii()


def test_head_changes_nothing_and_has_no_body(site: Web) -> None:
    """It is refused as any other method that is not there."""
    for token in (True, False):
        answer = site.raw(site.head("HEAD /api/status", token=token))

        assert status_of(answer) == (405 if token else 401)
        assert answer.endswith(b"\r\n\r\n")


def test_getting_has_no_effect(site: Web) -> None:
    """Whatever is looked at, nothing is answered, revoked or recorded by it."""
    number = site.ask()["id"]
    site.decide()
    paths = (f"/api/approvals/{number}", f"/api/approvals/{number}?wait=0", "/api/grants/1")
    before = [site.client.get(path).json() for path in ("/api/audit", "/api/approvals?status=")]
    for path in (*paths, "/api/decide", "/api/agents", "/api/status", "/api/openapi.json"):
        site.client.request("GET", path, content=b'{"answer": "allow"}')
    after = [site.client.get(path).json() for path in ("/api/audit", "/api/approvals?status=")]

    assert before == after


def test_the_description_has_every_path(site: Web) -> None:
    """Programs can read what there is, and that a token is needed for it."""
    found = site.client.get("/api/openapi.json").json()
    ways = {(method, path) for path, methods in found["paths"].items() for method in methods}

    # The page of the server has all of them: `test_docs_of_server.py`.
    assert ways >= {
        ("get", "/healthz"),
        ("get", "/api/status"),
        ("get", "/api/audit"),
        ("get", "/api/audit/{number}"),
        ("get", "/api/agents"),
        ("get", "/api/events"),
        ("get", "/api/approvals"),
        ("get", "/api/approvals/{number}"),
        ("post", "/api/approvals/{number}"),
        ("get", "/api/grants"),
        ("post", "/api/grants"),
        ("delete", "/api/grants/{number}"),
        ("post", "/api/decide"),
        ("get", "/api/workflows"),
        ("post", "/api/workflows"),
        ("get", "/api/workflows/{run}"),
        ("post", "/api/workflows/{run}/advance"),
        ("post", "/api/workflows/{run}/cancel"),
        ("post", "/v1/logs"),
        ("post", "/v1/metrics"),
    }
    assert found["security"] == [{"token": []}, {"page": []}]
    assert found["paths"]["/v1/logs"]["post"]["security"] == [{"session": []}]
    assert found["paths"]["/v1/metrics"]["post"]["security"] == [{"session": []}]
    assert found["paths"]["/healthz"]["get"]["security"] == []
    assert found["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_the_description_is_whole(site: Web) -> None:
    """Whatever it refers to is in it, and errors are described as they are."""
    found = site.client.get("/api/openapi.json").json()
    text = json.dumps(found)
    referred = set(re.findall(r"#/components/schemas/(\w+)", text))

    assert referred <= set(found["components"]["schemas"])
    assert "HTTPValidationError" not in text
    assert set(found["components"]["schemas"]["Failure"]["properties"]) == {*PROBLEM, "problems"}
    for methods in found["paths"].values():
        for told in methods.values():
            failures = [one for status, one in told["responses"].items() if status >= "400"]
            assert {kind for one in failures for kind in one["content"]} == {
                "application/problem+json"
            }


def test_the_description_of_deciding_is_true(site: Web) -> None:
    """A call is decided with what is described, and the answer has what is described."""
    found = site.client.get("/api/openapi.json").json()["paths"]["/api/decide"]["post"]
    asked = found["requestBody"]["content"]["application/json"]["schema"]
    told = found["responses"]["200"]["content"]["application/json"]["schema"]
    given = site.request(role="guarded", project=str(site.project))
    tool = {"name": "price_of", "names": [], "kind": "other", "fields": [], "annotations": []}
    every = {**dict.fromkeys(asked["properties"], "plan"), "declared": [tool], **given}

    assert set(every) == set(asked["properties"])
    assert set(site.decide(**every)) == set(told["properties"])
    # What the record is called can only be told of a call that has a name.
    assert set(site.decide(**given)) == set(told["required"])
    assert set(told["properties"]) - set(told["required"]) == {"record"}
    assert site.client.post("/api/decide", json={**every, "x": 1}).status_code == 400


SMUGGLED = b"GET /api/status HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 5", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: chunked", "Content-Length: 5"),
        ("Content-Length: 2", "Content-Length: 3"),
        ("Content-Length: 2, 3",),
        ("Content-Length: -1",),
        ("Content-Length: +2",),
        ("Content-Length: 0x2",),
        ("Content-Length: 99999999999999999999999",),
        ("Transfer-Encoding: xchunked",),
        ("Transfer-Encoding: chunked, identity",),
        ("Transfer-Encoding : chunked",),
        ("X-A: b\r\n folded",),
        ("X-A: b\nTransfer-Encoding: chunked",),
        ("X-A: b\0c",),
        ("X A: b",),
        (": b",),
    ],
    ids=repr,
)
def test_a_request_that_two_programs_read_differently_is_refused(
    site: Web, headers: tuple[str, ...]
) -> None:
    """One answer, no second request hidden in the first, and the connection is over."""
    answer = site.raw(site.head("POST /api/decide", *headers) + b"0\r\n\r\n" + SMUGGLED)

    assert status_of(answer) == 400
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(
    "data",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\xe9 HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /healthz HTTP/1.1\nHost: x\n\n",
        b"CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"\0" * 100,
    ],
    ids=repr,
)
def test_what_is_no_request_ends_the_connection(site: Web, data: bytes) -> None:
    """Whoever speaks something else is told so, and nobody else is harmed."""
    assert status_of(site.raw(data)) == 400
    assert site.client.get("/healthz").status_code == 200


def test_an_address_with_a_host_in_it_is_no_other_host(site: Web) -> None:
    """What counts is the header, and the token is needed all the same."""
    whole = f"http://evil.example:{site.port}/api/status"

    assert status_of(site.raw(site.head(f"GET {whole}", token=False))) == 401
    assert status_of(site.raw(site.head(f"GET {whole}", "Host: evil.example", host=False))) == 421


def test_http_1_0_is_answered(site: Web) -> None:
    """The connection ends behind the answer."""
    head = site.head("GET /api/status").replace(b"HTTP/1.1", b"HTTP/1.0")

    assert status_of(site.raw(head)) == 200


def test_requests_may_come_ahead_of_answers(site: Web) -> None:
    """Each is answered in its turn, and each needs its own token."""
    first = site.head("GET /healthz").replace(b"Connection: close\r\n", b"")
    second = site.head("GET /api/status", token=False).replace(b"Connection: close\r\n", b"")
    answer = site.raw(first + second + site.head("GET /api/agents"))
    statuses = [int(one) for one in re.findall(rb"HTTP/1.1 (\d+)", answer)]

    assert statuses == [200, 401, 200]


def test_nothing_is_read_behind_a_close(site: Web) -> None:
    """Who says that the connection ends gets one answer."""
    answer = site.raw(site.head("GET /healthz") + site.head("GET /api/status"))

    assert answer.count(b"HTTP/1.1 ") == 1


def test_there_are_no_websockets(site: Web) -> None:
    """Who asks for one gets an ordinary answer, and no second one on the same line."""
    upgrade = ("Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: eA==")
    head = site.head("GET /healthz", *upgrade).replace(b"Connection: close", b"Connection: Upgrade")
    with site.connection() as peer:
        peer.sendall(head + SMUGGLED)
        found = peer.recv(1 << 16)

    assert status_of(found) == 200
    assert found.count(b"HTTP/1.1 ") == 1


def test_who_sends_half_a_request_holds_up_nobody(site: Web) -> None:
    """Heads and bodies that never end stay where they are."""
    head = site.head("POST /api/decide", "Content-Length: 1000")
    with ExitStack() as stack:
        for number in range(100):
            peer = stack.enter_context(site.connection())
            peer.sendall(head[: len(head) // 2] if number % 2 else head + b'{"tool"')

        assert site.decide()["effect"] == "allow"
        assert site.client.get("/api/status").status_code == 200


def test_who_goes_in_the_middle_harms_nobody(site: Web) -> None:
    """A body that ends too early is no call."""
    number = len(site.client.get("/api/audit?limit=1000").json())
    body = json.dumps(site.request()).encode()
    for end in (1, len(body) // 2, len(body) - 1):
        with site.connection() as peer:
            peer.sendall(site.head("POST /api/decide", f"Content-Length: {len(body)}"))
            peer.sendall(body[:end])

    assert site.client.get("/api/status").status_code == 200
    assert len(site.client.get("/api/audit?limit=1000").json()) == number


def test_two_hundred_connections_are_served(site: Web) -> None:
    """All are open at once, and each gets its own answer."""
    with ExitStack() as stack:
        peers = [stack.enter_context(site.connection()) for _ in range(200)]
        for number, peer in enumerate(peers):
            body = json.dumps(site.request(input={"command": f"ls {number}"})).encode()
            peer.sendall(site.head("POST /api/decide", f"Content-Length: {len(body)}") + body)
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(rest, peers, timeout=PATIENCE))

    actions = [json.loads(one.split(b"\r\n\r\n", 1)[1])["action"] for one in answers]
    assert actions == [f"tool:bash:ls {number}" for number in range(200)]


def test_nothing_that_is_asked_gets_into_the_log(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither tokens nor addresses: a log is read by others, and kept."""
    with web(tmp_path / "home") as site:
        site.client.get("/api/audit?text=geheim")
        site.client.get("/geheim")
        site.raw(site.head("GET /api/status", "Authorization: Bearer geheim", token=False))
        site.raw(b"geheim\r\n\r\n")
        token = site.token
    said = capfd.readouterr().err

    assert "geheim" not in said
    assert token not in said
