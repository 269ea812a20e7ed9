"""Who gets in by a cookie, and what they may do there; asked of the real server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from proctor.server.tokens import Tokens
from tests.server.running import PATIENCE
from tests.server.web import problem_in, rest, status_of
from tests.web.sites import ADMIN, DEVELOPER, VIEWER, Site

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
# A change that is always refused later, because there is no such question.
CHANGE = ("POST", "/api/approvals/99999")
YES = {"answer": "allow"}
STRICT = {
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}


def stranger(site: Site, path: str, **headers: str) -> httpx.Response:
    """Ask as nobody, with these headers."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return site.stranger().get(path, headers=named)


def cookie_of(site: Site, person: str = ADMIN) -> str:
    """Return the cookie of somebody's session."""
    return site.client(person).cookies[site.cookie_name]


@contextmanager
def another_session(site: Site, person: str = ADMIN) -> Iterator[httpx.Client]:
    """Sign somebody in once more, for a while: with too many, the one goes that all tests use."""
    with httpx.Client(
        base_url=site.url, headers={"Origin": site.url}, timeout=PATIENCE, trust_env=False
    ) as client:
        answer = client.post("/sign-in", data={"token": site.tokens[person]})
        client.headers["X-CSRF-Token"] = answer.headers["X-CSRF-Token"]
        yield client
        client.post("/sign-out")


def raw(site: Site, line: str, *headers: str) -> bytes:
    """Send a request as it stands here, and return the whole answer."""
    port = int(site.url.rsplit(":", 1)[1])
    lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", *headers]
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as peer:
        peer.sendall(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
        return rest(peer)


# Without a session


def test_a_person_is_led_to_where_they_sign_in(site: Site) -> None:
    """And from there back to the page that they wanted."""
    answer = stranger(site, "/audit?role=a%20b&x=1", **HTML)

    assert answer.status_code == 303
    assert answer.headers["location"] == "/sign-in?next=/audit%3Frole%3Da%2520b%26x%3D1"
    assert stranger(site, "/", **HTML).headers["location"] == "/sign-in"


@pytest.mark.parametrize("path", ["/api/status", "/api/nothing", "/", "/approvals"])
def test_a_program_is_told_what_is_missing(site: Site, path: str) -> None:
    """It gets no page."""
    answer = stranger(site, path, Accept="application/json")

    assert problem_in(answer.json(), 401)["code"] == "token-missing"


def test_an_open_page_stays_when_its_session_ends(site: Site) -> None:
    """It is told 401 and led nowhere: somebody may be writing in it."""
    here = {"HX_Current_URL": f"{site.url}/agents?x=1", "HX_Request": "true"}
    answer = stranger(site, "/approvals", Cookie=f"{site.cookie_name}=ended", **here)

    assert (answer.status_code, answer.text) == (401, "")
    assert not {"hx-redirect", "location"} & set(answer.headers)


@pytest.mark.parametrize(
    "cookie",
    [
        "<name>=",
        "<name>=" + "x" * 43,
        "<name>=" + "x" * 20_000,
        "<name>=é",
        '<name>="quoted"',
        "<NAME>={}",
        "<name>={}x",
        "<name>={}%20",
        "proctor_session={}",
        "<name>0={}",
        "{}",
        "=",
        ";;;",
    ],
    ids=lambda text: text[:24],
)
def test_a_forged_cookie_opens_nothing(site: Site, cookie: str) -> None:
    """Only the cookie that was given, under its name, is somebody's."""
    name = site.cookie_name
    named = cookie.replace("<name>", name).replace("<NAME>", name.upper())
    answer = raw(site, "GET /api/status", f"Cookie: {named.replace('{}', cookie_of(site))}")

    assert status_of(answer) == 401


def test_a_planted_cookie_locks_nobody_out(site: Site) -> None:
    """Any server of this machine can set one of our name, and of a path that comes first."""
    good, bad = f"{site.cookie_name}={cookie_of(site)}", f"{site.cookie_name}=" + "x" * 43
    for header in (f"{good}; {bad}", f"{bad}; x=1; {bad}; {good}", f"{good}; {good}", good):
        assert status_of(raw(site, "GET /api/status", f"Cookie: theme=dark; {header}")) == 200
    for second in (bad, "theme=dark"):
        answer = raw(site, "GET /api/status", f"Cookie: {good}", f"Cookie: {second}")
        assert status_of(answer) == 400


def test_of_two_sessions_none_counts(site: Site) -> None:
    """Nobody knows which one is meant; the browser forgets both, and the way out is said."""
    with another_session(site) as other:
        both = f"{site.cookie_name}={cookie_of(site)}; {site.cookie_name}="
        both += other.cookies[site.cookie_name]
        as_page = stranger(site, "/", Cookie=both, **HTML)
        as_data = stranger(site, "/api/status", Cookie=both)
        as_piece = stranger(site, "/", Cookie=both, HX_Request="true")

    for answer in (as_page, as_data, as_piece):
        assert (answer.status_code, answer.headers["clear-site-data"]) == (400, '"cookies"')
        assert "proctor open" in answer.text
    assert problem_in(as_data.json(), 400)["code"] == "doubled-cookie"


def test_a_cookie_is_no_token_and_a_token_no_cookie(site: Site) -> None:
    """Each is taken from its own place; a wrong token is not made good by a cookie."""
    cookie, token = cookie_of(site), site.tokens[ADMIN]
    for headers in (
        [f"Authorization: Bearer {cookie}"],
        [f"Cookie: {site.cookie_name}={token}"],
        [f"Cookie: {site.cookie_name}={cookie}", "Authorization: Bearer wrong"],
        [f"Cookie: {site.cookie_name}={cookie}", "Authorization: Basic eDp5"],
    ):
        assert status_of(raw(site, "GET /api/status", *headers)) == 401


def test_a_cookie_hands_in_no_telemetry(site: Site) -> None:
    """That is for agents, as the rest is for people."""
    for path in ("/v1/logs", "/v1/metrics"):
        assert site.client().post(path, json={}).status_code == 401


# From elsewhere


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:7762"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
    ids=lambda given: str(given)[:40],
)
@pytest.mark.parametrize("path", ["/", "/api/status", "/sign-in", "/static/app.css"])
def test_nothing_is_shown_to_another_site(
    site: Site, path: str, headers: dict[str, str], status: int
) -> None:
    """Also not to one whose name leads here, or that is at another port of this machine."""
    answer = site.client().get(path, headers=headers)

    assert answer.status_code == status
    assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/", "/approvals?x=%2F&y=1", "/sign-in", "/sign-in/code", "//x"])
def test_a_page_at_another_name_is_led_to_ours(site: Site, path: str) -> None:
    """`localhost` may be ::1, where anybody can listen: nothing of a person is taken there."""
    port = site.url.rsplit(":", 1)[1]
    head = f"GET {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n"
    head += f"Cookie: {site.cookie_name}={cookie_of(site)}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", int(port)), PATIENCE) as peer:
        peer.sendall(head.encode())
        answer = rest(peer)

    assert status_of(answer) == 308
    assert f"\r\nlocation: {site.url}{path}\r\n".encode() in answer
    assert b"\r\ncache-control: no-store\r\n" in answer
    assert b"set-cookie" not in answer


@pytest.mark.parametrize("origin", ["http://localhost:{}", "http://127.0.0.1:{}"])
@pytest.mark.parametrize("name", ["localhost", "[::1]"])
def test_no_session_counts_at_another_name(site: Site, name: str, origin: str) -> None:
    """Neither to look, nor to change, nor to begin one; the words say where to go."""
    port = site.url.rsplit(":", 1)[1]
    there = {"Host": f"{name}:{port}", "Origin": origin.format(port)}
    token = {"token": site.tokens[ADMIN]}
    for answer in (
        site.client().get("/api/status", headers=there),
        site.client().request(*CHANGE, json=YES, headers=there),
        site.client().post("/approvals/99999/answer", headers=there),
        site.stranger().post("/sign-in", data=token, headers=there),
    ):
        told = problem_in(answer.json(), 421)
        assert (told["code"], "127.0.0.1" in told["detail"]) == ("wrong-host", True)
        assert "set-cookie" not in answer.headers


# Changing something


def test_a_page_of_ours_may_change_something(site: Site) -> None:
    """With the cookie, its key, and an Origin of ours."""
    answer = site.client().request(*CHANGE, json=YES)

    assert problem_in(answer.json(), 404)["detail"] == "there is no question 99999"


CHANGES = (
    CHANGE,
    ("POST", "/api/grants"),
    ("DELETE", "/api/grants/1"),
    ("POST", "/api/decide"),
    ("POST", "/sign-out"),
    ("PUT", "/api/nothing"),
    ("PATCH", "/"),
)


@pytest.mark.parametrize("key", ["", "made-up", "cookie", "other-session", "other-person"])
def test_nothing_is_changed_without_the_key(site: Site, key: str) -> None:
    """Neither without one, nor with another one, be it of the same person."""
    with another_session(site) as other:
        keys = {
            "made-up": "x" * 43,
            "cookie": cookie_of(site),
            "other-session": other.headers["X-CSRF-Token"],
            "other-person": site.client(DEVELOPER).headers["X-CSRF-Token"],
        }
        headers = {"X-CSRF-Token": keys.get(key, "")}
        for method, path in CHANGES:
            answer = site.client().request(method, path, headers=headers, json=YES)
            assert problem_in(answer.json(), 403)["code"] == "csrf"


def test_a_change_says_where_it_comes_from(site: Site) -> None:
    """A browser does, with everything that is no GET; whoever leaves it out is not believed."""
    key = site.client().headers["X-CSRF-Token"]
    headers = [f"Cookie: {site.cookie_name}={cookie_of(site)}", f"X-CSRF-Token: {key}"]
    body = ["Content-Length: 2", "Content-Type: application/json"]
    line = " ".join(CHANGE)

    assert status_of(raw(site, line, *headers, *body)) == 403
    assert status_of(raw(site, line, *headers, *body, "X-CSRF-Token: x")) == 400


def test_a_token_needs_no_key(site: Site) -> None:
    """No page can make a browser send one."""
    assert site.bearer().request(*CHANGE, json=YES).status_code == 404


def test_a_call_by_cookie_is_looked_at_each_time(site: Site) -> None:
    """The quick way remembers no head with a cookie: the session may be over next time."""
    body = {"tool": "Bash", "input": {"command": "ls"}, "cwd": str(site.project), "ask": "leave"}
    with another_session(site) as other:
        before = [other.post("/api/decide", json=body).status_code for _ in range(3)]
        headers = dict(other.headers)
        cookie = f"{site.cookie_name}={other.cookies[site.cookie_name]}"
        other.post("/sign-out")
        after = other.post("/api/decide", json=body, headers={**headers, "Cookie": cookie})

    assert (before, after.status_code) == ([200] * 3, 401)


# Who may what


@pytest.mark.parametrize("by", ["bearer", "client"])
def test_a_viewer_looks_and_changes_nothing(site: Site, by: str) -> None:
    """By a page or by the API: no answer, no grant, no call that is put on record."""
    asked = site.ask("curl example.com/viewer")
    vera: httpx.Client = getattr(site, by)(VIEWER)
    path = f"/api/approvals/{asked.number}"
    changes: list[tuple[str, str, Any]] = [
        ("POST", path, YES),
        ("POST", path, {"answer": "deny"}),
        ("POST", "/api/grants", {"category": "bash", "project": str(site.project), "agent": "x"}),
        ("DELETE", "/api/grants/1", None),
        ("POST", "/api/decide", {"tool": "Bash", "input": {"command": "ls"}, "cwd": "/"}),
    ]
    for method, where, body in changes:
        answer = vera.request(method, where, json=body)
        told = problem_in(answer.json(), 403)
        assert "vera is a viewer here, and this is for a developer" in told["detail"]

    assert vera.get(path).json()["status"] == "pending"
    assert vera.get("/", headers=HTML).status_code == 200


@pytest.mark.parametrize(
    ("by", "channel"), [("bearer", "http"), ("client", "web")], ids=["token", "page"]
)
def test_a_developer_answers(site: Site, by: str, channel: str) -> None:
    """And it is kept whether they did it on a page or by a program."""
    asked = site.ask("curl example.com/developer")
    dan: httpx.Client = getattr(site, by)(DEVELOPER)
    answer = dan.post(f"/api/approvals/{asked.number}", json=YES)

    assert answer.json()["reply"]["channel"] == channel
    assert (answer.json()["reply"]["by"], asked.verdict()) == (DEVELOPER, "allow")


def test_somebody_who_is_not_named_gets_nothing(site: Site) -> None:
    """Their token is good, and they are nobody here: neither to look, nor to decide."""
    headers = {"Authorization": f"Bearer {Tokens(site.home).new_token('eve')}"}
    for method, path in (("GET", "/api/status"), ("GET", "/"), ("POST", "/api/decide"), CHANGE):
        answer = site.stranger().request(method, path, headers=headers, json=YES)
        told = problem_in(answer.json(), 403)
        assert (told["code"], "`eve`" in told["detail"]) == ("unknown-person", True)


# What a browser is told


@pytest.mark.parametrize("path", ["/", "/sign-in", "/nothing", "/sign-in/x"])
def test_a_page_runs_and_loads_nothing_but_ours(site: Site, path: str) -> None:
    """Whatever an agent gets onto a page, it is text; and the page is kept and framed nowhere."""
    headers = dict(site.client().get(path, headers=HTML).headers)
    policy = headers["content-security-policy"]

    assert STRICT.items() <= headers.items()
    assert "camera=()" in headers["permissions-policy"]
    # The form is the one page that has to say where it is from, and only to us.
    assert headers["referrer-policy"] == (
        "same-origin" if path.startswith("/sign-in") else "no-referrer"
    )
    for word in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"):
        assert word in policy
    assert "unsafe" not in policy


def test_our_files_are_there_for_everybody_and_asked_for_again(site: Site) -> None:
    """Whatever a browser has of this address may be somebody else's; the same is not sent twice."""
    page = stranger(site, "/sign-in", **HTML).text
    address = page.split('rel="stylesheet" href="')[1].split('"')[0]
    marked, bare = stranger(site, address), stranger(site, address.partition("?")[0])
    same = stranger(site, address, If_None_Match=marked.headers["etag"])

    assert {one.headers["cache-control"] for one in (marked, bare, same)} == {"no-cache"}
    assert marked.headers["content-type"] == "text/css; charset=utf-8"
    assert (same.status_code, same.content) == (304, b"")
    assert marked.content == stranger(site, address, Accept_Encoding="identity").content


@pytest.mark.parametrize(
    "name",
    ["", "nothing.css", "..%2frender.py", "%2e%2e/render.py", "../render.py", "app.css/",
     "%00", "app.css%00.js", "/etc/passwd", "%2fetc%2fpasswd", "render.py", "x" * 5000],
    ids=lambda name: name[:20] or "folder",
)  # fmt: skip
def test_no_other_file_is_there(site: Site, name: str) -> None:
    """What is not one of them by its name is not found."""
    answer = raw(site, f"GET /static/{name}")

    assert status_of(answer) in {401, 404}
    assert b"import" not in answer
