"""Telemetry by HTTP, of the real server: the token of a session opens it, and nothing else."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from proctor.owner.client import Client
from proctor.proving.scripted_model import MESSAGES
from proctor.server.access import Access
from proctor.server.app import make_app
from proctor.server.tokens import Tokens
from tests.server.offices import opened
from tests.server.running import until
from tests.server.telling import TOKEN, a_session, bearer, body, decided, requested
from tests.server.test_access import PAGES, PATHS
from tests.server.web import Web, listening, problem_in, status_of, web

BOTH = pytest.mark.parametrize("path", ["/v1/logs", "/v1/metrics"])
JSON = {"Content-Type": "application/json"}
URL = "http://127.0.0.1:7762"
WANTED = "the token of an agent's session is needed here, and no person's"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """Run one server, with two agents that were started."""
    home = tmp_path_factory.mktemp("telemetry") / "home"
    with web(home) as found:
        a_session(home)
        a_session(home, "other", token="of-the-other")  # noqa: S106 - of a session that is made for a test
        yield found


def send(site: Web, sent: bytes, path: str = "/v1/logs", **headers: str) -> httpx.Response:
    """Hand something in, as the agent `arch-1` unless the headers say otherwise."""
    said = {name.replace("_", "-"): value for name, value in headers.items()}
    return site.client.post(path, content=sent, headers={**JSON, **bearer(), **said})


def tokens_of(site: Web, name: str = "arch-1") -> int:
    """Return how many tokens an agent has used."""
    found = {agent["name"]: agent for agent in site.client.get("/api/agents").json()}
    return int(found.get(name, {}).get("body", {}).get("tokens", 0))


@BOTH
@pytest.mark.parametrize("coding", ["", "identity", "gzip"])
def test_an_agent_hands_in_what_it_has(site: Web, path: str, coding: str) -> None:
    """It is taken plain or packed, and answered as the protocol says."""
    sent = body(requested(coding=coding, path=path))
    more = {"Content_Encoding": coding} if coding else {}
    answer = send(site, gzip.compress(sent) if coding == "gzip" else sent, path, **more)

    assert (
        answer.status_code, answer.json(), answer.headers["content-type"],
    ) == (200, {}, "application/json")  # fmt: skip


@BOTH
def test_telemetry_is_taken_before_the_other_routes_are_built(tmp_path: Path, path: str) -> None:
    """On a busy machine building them takes longer than a program waits before it ends."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    a_session(home)

    async def unbuilt(*_: object) -> None:
        pytest.fail("it waited for the other routes")

    async def work() -> int:
        async with opened(home) as office:
            app = make_app(office, Access(Tokens(home), 7762), unbuilt)
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url=URL) as client:
                sent = body(requested(path=path))
                answer = await client.post(path, content=sent, headers={**JSON, **bearer()})
                return answer.status_code

    assert asyncio.run(work()) == 200


def test_tokens_come_to_the_list_of_agents(site: Web) -> None:
    """What is handed in for one agent is counted for it, and for no other."""
    a_session(site.home, "counted", token="c")  # noqa: S106 - of a session that is made for a test
    with Client.connect(site.home) as client:
        client.call("look", name="counted")
    for number in range(2):
        send(site, body(requested(number=number)), Authorization="Bearer counted.c")
    until(lambda: tokens_of(site, "counted") == 2 * 3520)

    assert tokens_of(site, "other") == 0


def test_a_call_that_nobody_let_run_is_told_to_listeners(site: Web) -> None:
    """The live stream has the alarm, and the record too."""
    with listening(site) as happenings:
        send(site, body(decided("never-asked")))
        said = next(what for kind, what in happenings if kind == "alarm")
    [kept] = site.client.get("/api/audit?decision=alarm&agent=arch-1").json()

    assert (
        said["agent"],
        said["call_id"],
        kept["call_id"],
    ) == ("arch-1", "never-asked", "never-asked")


@pytest.mark.parametrize(
    ("method", "path"),
    [*PATHS, *(("GET", page) for page in PAGES), ("POST", MESSAGES), ("POST", "/v1/traces")],
)
def test_an_agents_token_opens_nothing_else(site: Web, method: str, path: str) -> None:
    """Whatever an agent asks for with it, it is nobody."""
    for given in (f"arch-1.{TOKEN}", TOKEN):
        head = site.head(f"{method} {path}", f"Authorization: Bearer {given}", token=False)

        assert status_of(site.raw(head)) == 401


@pytest.mark.parametrize(
    "path",
    [
        "/v1/logs/",
        "//v1/logs",
        "/v1/logs/..%2f..%2fapi/status",
        "/V1/logs",
        "/v1/logs/../../api/status",
    ],
)
def test_a_path_that_looks_like_it_is_another(site: Web, path: str) -> None:
    """Only the two paths themselves take such a token."""
    for method in ("POST", "GET"):
        head = site.head(f"{method} {path}", f"Authorization: Bearer arch-1.{TOKEN}", token=False)

        assert status_of(site.raw(head)) == 401


@BOTH
@pytest.mark.parametrize(
    "given",
    [
        "",
        "Bearer",
        f"Basic arch-1.{TOKEN}",
        f"Bearer other.{TOKEN}",
        f"Bearer nobody.{TOKEN}",
        f"Bearer {TOKEN}",
        f"Bearer arch-1.{TOKEN}x",
        f"Bearer ../sessions/arch-1.{TOKEN}",
        "Bearer arch-1.",
    ],
)
def test_nobody_else_hands_anything_in(site: Web, path: str, given: str) -> None:
    """Without the session's own token, nothing is taken, in whatever name."""
    answer = send(site, body(requested(forged=given)), path, Authorization=given)

    assert (answer.status_code, answer.json()["detail"]) == (401, WANTED)


@BOTH
def test_a_persons_token_opens_it_not(site: Web, path: str) -> None:
    """Whoever may answer questions may still not speak for an agent."""
    answer = send(site, body(requested(who="a person")), path, Authorization=f"Bearer {site.token}")

    assert answer.status_code == 401


@BOTH
def test_two_tokens_are_none(site: Web, path: str) -> None:
    """Nobody chooses which of two counts."""
    both = [f"Authorization: Bearer arch-1.{TOKEN}", f"Authorization: Bearer {site.token}"]

    assert status_of(site.raw(site.head(f"POST {path}", *both, token=False))) == 400


@BOTH
@pytest.mark.parametrize(
    ("header", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Sec_Fetch_Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 421),
    ],
)
def test_other_sites_are_refused_here_too(
    site: Web, path: str, header: dict[str, str], status: int
) -> None:
    """A page in a browser hands nothing in, not even with a token."""
    assert send(site, body(requested()), path, **header).status_code == status


@BOTH
@pytest.mark.parametrize(
    ("headers", "sent", "status"),
    [
        ({"Content_Type": "application/x-protobuf"}, b"\x0a\x00", 415),
        ({"Content_Type": "text/plain"}, b"{}", 415),
        ({"Content_Encoding": "br"}, b"{}", 415),
        ({"Content_Encoding": "gzip, gzip"}, b"{}", 415),
        ({"Content_Encoding": "gzip"}, b"{}", 400),
        ({}, b"{", 400),
        ({}, b"[]", 400),
        ({}, b"", 400),
        ({}, b" " * ((4 << 20) + 1), 413),
        ({"Content_Encoding": "gzip"}, gzip.compress(b" " * (5 << 20)), 413),
    ],
    ids=["protobuf", "text", "brotli", "twice", "no gzip", "half", "list", "empty", "4 MB", "bomb"],
)
def test_what_is_not_taken_is_said(
    site: Web, path: str, headers: dict[str, str], sent: bytes, status: int
) -> None:
    """Each kind of trouble has its status, and the server goes on."""
    answer = send(site, sent, path, **{"Authorization": "Bearer other.of-the-other", **headers})

    assert status == answer.status_code == problem_in(answer.json(), status)["status"]
    assert site.client.get("/healthz").status_code == 200


@BOTH
def test_there_is_only_a_way_in(site: Web, path: str) -> None:
    """Nothing can be read here."""
    answer = site.client.get(path, headers=bearer())

    assert answer.status_code == 405


def test_a_session_that_is_gone_hands_in_nothing(site: Web) -> None:
    """A token counts as long as its session's file says so."""
    a_session(site.home, "short", token="t")  # noqa: S106 - of a session that is made for a test
    before = send(site, body(), Authorization="Bearer short.t").status_code
    (site.home / "sessions" / "short" / "agent.json").unlink()

    assert (before, send(site, body(), Authorization="Bearer short.t").status_code) == (200, 401)


def test_switched_off_it_takes_nothing(tmp_path: Path) -> None:
    """Where config.yaml says so, an agent is told that there is nobody."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text("telemetry: {enabled: false}\n")
    a_session(home)
    with web(home) as site:
        answer = send(site, body(requested()))

        assert (answer.status_code, tokens_of(site)) == (404, 0)
