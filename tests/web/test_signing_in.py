"""Sign in by a token, and sign out; whoever guesses has to wait."""

from __future__ import annotations

import logging
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from proctor.owner.client import Client
from proctor.server.web.attempts import FREE, FREE_IN_ALL, LONGEST_WAIT, MOST_SOURCES, Attempts
from tests.server.front_door import PAGE, PORT, URL, FrontDoor
from tests.server.running import PATIENCE
from tests.server.telling import TOKEN, a_session
from tests.web.browsing import Trouble
from tests.web.conftest import NewPage
from tests.web.doors import door
from tests.web.sites import ADMIN, VIEWER, Site
from tests.web.test_one_time import ELSEWHERE, Clock

COOKIE = f"proctor_session_{PORT}"
SCRIPT = "\"'><script>alert(1)</script>"


def attributes(answer: httpx.Response) -> set[str]:
    """Return what a browser is told of the cookie, without its value."""
    _, *more = answer.headers["set-cookie"].split("; ")
    return set(more)


# By a token


def test_a_token_signs_in(tmp_path: Path) -> None:
    """The cookie is for this server's requests only, and the page says where to go on."""

    async def work(at: FrontDoor) -> None:
        client = at.client(Origin=URL)
        form = {"token": f" {at.tokens.new_token('ada')}\n", "next": "/audit?role=x"}
        answer = await client.post("/sign-in", data=form)

        assert answer.status_code == 200
        told = attributes(answer)
        assert told == {"Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=1209600"}
        assert 'data-next="/audit?role=x"' in answer.text
        assert answer.headers["x-csrf-token"] in answer.text
        assert client.cookies[COOKIE] not in answer.text
        assert answer.headers["clear-site-data"] == '"cache", "storage"'
        assert (await client.get("/api/status")).status_code == 200

    door(tmp_path, work)


def test_a_pasted_line_signs_in(tmp_path: Path) -> None:
    """As `proctor token` shows it on a terminal: the token is the last word."""

    async def work(at: FrontDoor) -> int:
        form = {"token": f"ada: {at.tokens.new_token('ada')}\n"}
        return (await at.client(Origin=URL).post("/sign-in", data=form)).status_code

    assert door(tmp_path, work) == 200


def test_what_is_no_token_is_nobodys(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nor is an agent's; nothing tells what was missing, and no log has what was tried."""
    a_session(tmp_path / "home")
    agents = f"arch-1.{TOKEN}"

    async def work(at: FrontDoor) -> None:
        at.tokens.new_token("ada")
        client = at.client(Origin=URL)
        pages = set()
        for token in ("", "ada", agents, "proctor_secret-that-was-tried"):
            answer = await client.post("/sign-in", data={"token": token})
            assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)
            pages.add(answer.text)
        assert len(pages) == 1, "every one of them gets the same page"
        for path in ("/", "/api/status", "/approvals"):
            given = {"Authorization": f"Bearer {agents}"}
            assert (await client.get(path, headers=given)).status_code == 401

    with caplog.at_level(logging.DEBUG):
        door(tmp_path, work)
    assert "secret-that-was-tried" not in caplog.text
    assert TOKEN not in caplog.text


def test_who_is_not_among_the_people_does_not_sign_in(tmp_path: Path) -> None:
    """Their token is good, so they are told why."""

    async def work(at: FrontDoor) -> httpx.Response:
        form = {"token": at.tokens.new_token("eve")}
        return await at.client(Origin=URL, **PAGE).post("/sign-in", data=form)

    answer = door(tmp_path, work)

    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)
    assert "eve" in answer.text


def test_no_other_page_signs_anybody_in(tmp_path: Path) -> None:
    """Else somebody would answer in the name of whoever made that page."""

    async def work(at: FrontDoor) -> list[int]:
        form = {"token": at.tokens.new_token("ada")}
        client = at.client()
        tried = [
            await client.post("/sign-in", data=form, headers=headers)
            for headers in (
                {},
                {"Origin": "http://evil.example"},
                {"Origin": "null"},
                {"Origin": URL, "Sec-Fetch-Site": "cross-site"},
                {"Origin": URL, "Host": "evil.example"},
            )
        ]
        assert not client.cookies
        return [one.status_code for one in tried]

    assert door(tmp_path, work) == [403, 403, 403, 403, 421]


def test_odd_forms_are_refused(tmp_path: Path) -> None:
    """What is too large, of another kind, doubled or unknown signs nobody in."""

    async def work(at: FrontDoor) -> list[int]:
        client, token = at.client(Origin=URL), at.tokens.new_token("ada")
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        bodies = [
            f"token={token}&token={token}",
            f"token={token}&next=/&next=/",
            f"token={token}&admin=1",
            f"token={token}&&&x",
            "token=%ff%fe",
            "token=" + "x" * (1 << 20),
            f"token={token}" + "&next=" * 6000,
        ]
        found = [
            (await client.post("/sign-in", content=body, headers=kind)).status_code
            for body in bodies
        ]
        plain = {"Content-Type": "text/plain"}
        as_text = await client.post("/sign-in", content=f"token={token}", headers=plain)
        as_json = await client.post("/sign-in", json={"token": token})
        assert not client.cookies
        return [*found, as_text.status_code, as_json.status_code]

    assert door(tmp_path, work) == [400, 400, 400, 400, 400, 413, 413, 415, 415]


def test_nobody_is_led_elsewhere(tmp_path: Path) -> None:
    """The form, and the page after it, know pages of ours only."""

    async def work(at: FrontDoor) -> None:
        client, token = at.client(Origin=URL, **PAGE), at.tokens.new_token("ada")
        for name, elsewhere in ELSEWHERE.items():
            form = (await client.get("/sign-in", params={"next": elsewhere})).text
            done = await client.post("/sign-in", data={"token": token, "next": elsewhere})

            assert 'name="next" value="/"' in form, name
            assert 'data-next="/"' in done.text, name
            assert "evil" not in form + done.text, name

    door(tmp_path, work)


def test_script_is_text_wherever_it_stands(tmp_path: Path) -> None:
    """In each field, in the address, in a header, and in what is said about it."""

    async def work(at: FrontDoor) -> list[httpx.Response]:
        client = at.client(Origin=URL, **PAGE)
        signed = await at.signed_in("ada")
        return [
            await client.get("/sign-in", params={"next": f"/{SCRIPT}"}),
            await client.get("/sign-in", params={SCRIPT: SCRIPT}),
            await client.get(f"/sign-in/{SCRIPT}"),
            await client.post("/sign-in", data={"token": SCRIPT, "next": f"/?{SCRIPT}"}),
            await client.post("/sign-in", data={SCRIPT: SCRIPT}),
            await signed.get(f"/{SCRIPT}", headers=PAGE),
            await signed.get("/audit/x", params={SCRIPT: SCRIPT}, headers=PAGE),
        ]

    for answer in door(tmp_path, work):
        assert "<script>alert" not in answer.text
        assert "script-src 'self'" in answer.headers["content-security-policy"]


# Not too often


def test_whoever_guesses_is_slowed_down(tmp_path: Path) -> None:
    """After a few attempts even the right token has to wait; a link still signs in."""

    async def work(at: FrontDoor) -> None:
        client, token = at.client(Origin=URL), at.tokens.new_token("ada")
        wrong = [await client.post("/sign-in", data={"token": "x"}) for _ in range(FREE + 1)]
        right = await client.post("/sign-in", data={"token": token})
        link = await client.get(at.access.links.make("ada"))

        assert [one.status_code for one in wrong] == [401] * FREE + [429]
        assert (right.status_code, right.headers["retry-after"]) == (429, "1")
        assert "set-cookie" not in right.headers
        assert link.status_code == 200

    door(tmp_path, work)


def test_every_failure_makes_the_wait_longer() -> None:
    """Up to a minute; who waits that long without one more may try again."""
    clock = Clock()
    attempts = Attempts(clock=clock)
    waits = []
    for _ in range(FREE + 8):
        attempts.failed("a")
        waits.append(attempts.wait("a"))
        clock.now += waits[-1]

    assert waits == [0] * (FREE - 1) + [1, 2, 4, 8, 16, 32] + [LONGEST_WAIT] * 3
    assert attempts.wait("a") == 0
    attempts.succeeded("a")
    attempts.failed("a")
    assert attempts.wait("a") == 0


def test_many_sources_together_are_slowed_down_too() -> None:
    """Whoever comes from a new place each time is no better off, and fills no memory."""
    attempts = Attempts(clock=Clock())
    for number in range(FREE_IN_ALL):
        attempts.failed(f"source {number}")

    assert attempts.wait("a new one") > 0
    for number in range(2 * MOST_SOURCES):
        attempts.failed(f"more {number}")
    assert len(attempts.failures) <= MOST_SOURCES
    assert attempts.wait("another new one") > 0


def test_failures_are_forgotten() -> None:
    """After a quarter of an hour without one."""
    clock = Clock()
    attempts = Attempts(clock=clock)
    for _ in range(FREE + 20):
        attempts.failed("a")
    clock.now += 901

    assert attempts.wait("a") == 0
    attempts.failed("a")
    assert attempts.wait("a") == 0


# What ends it


def test_a_session_is_always_a_new_one(tmp_path: Path) -> None:
    """A cookie that somebody was given before counts for nothing afterwards."""

    async def work(at: FrontDoor) -> None:
        token = at.tokens.new_token("ada")
        planted = "p" * 43
        victim = at.client(Origin=URL, Cookie=f"{COOKIE}={planted}")
        done = await victim.post("/sign-in", data={"token": token})
        given = done.headers["set-cookie"].split(";")[0].removeprefix(f"{COOKIE}=")
        assert given != planted
        assert at.access.sessions.of(planted) is None

        at.tokens.new_token("dan")
        again = at.client(Cookie=f"{COOKIE}={planted}; {COOKIE}={given}")
        await again.get(at.access.links.make("dan"))
        assert at.access.sessions.of(given) is None, "the one before has ended"

    door(tmp_path, work)


def test_signing_out_ends_the_session_for_everybody_who_has_the_cookie(tmp_path: Path) -> None:
    """The browser forgets it, and a copy of it opens nothing."""

    async def work(at: FrontDoor) -> None:
        ada = await at.signed_in("ada")
        cookie = f"{COOKIE}={ada.cookies[COOKIE]}"
        piece = await ada.post("/sign-out", headers={"HX-Request": "true"})
        copied = await at.client(Cookie=cookie).get("/api/status")

        assert (piece.status_code, piece.headers["hx-redirect"]) == (204, "/sign-in")
        assert "Max-Age=0" in attributes(piece)
        assert copied.json()["code"] == "signed-out"

        other = await at.signed_in("dan")
        plain = await other.post("/sign-out")
        assert (plain.status_code, plain.headers["location"]) == (303, "/sign-in")

    door(tmp_path, work)


def test_a_change_of_token_or_people_counts_at_once(tmp_path: Path) -> None:
    """Also for whoever is signed in already, and a role that was taken away is gone."""

    async def work(at: FrontDoor) -> list[int]:
        ada, dan, otto = [await at.signed_in(name) for name in ("ada", "dan", "otto")]
        before = (await otto.post("/api/grants", json={})).status_code
        at.tokens.new_token("dan")
        (at.home / "config.yaml").write_text("people: {dan: , otto: {roles: [viewer]}}")
        after = [await one.post("/api/grants", json={}) for one in (ada, dan, otto)]
        return [before, *(one.status_code for one in after)]

    assert door(tmp_path, work) == [400, 401, 401, 403]


# In a browser


def test_a_person_signs_in_and_out_in_a_browser(
    site: Site, new_page: NewPage, trouble: Trouble
) -> None:
    """By a link, and by the form; the key is kept where only our pages read it."""
    page = new_page("")
    with Client.connect(site.home, PATIENCE) as client:
        made = client.call("link", token=site.tokens[ADMIN], page="/agents")
    page.goto(made["url"])
    page.wait_for_url("**/agents")
    key = page.evaluate("localStorage.getItem('proctor-key')")

    assert "X-CSRF-Token" in (page.locator("body").get_attribute("hx-headers:inherited") or "")
    assert key in (page.locator("body").get_attribute("hx-headers:inherited") or "")
    assert "/sign-in/" not in page.evaluate("document.referrer")
    # What the page asks for between that and leaving is refused.
    trouble.expect("401.*/agents/-/table")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/sign-in")

    page.goto("/tools")
    page.wait_for_url("**/sign-in?next=/tools")
    page.get_by_label("Your token").fill(site.tokens[ADMIN])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/tools")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.evaluate("localStorage.getItem('proctor-key')") != key


def test_a_page_by_name_is_shown_at_our_address(site: Site, new_page: NewPage) -> None:
    """Whoever types `localhost` is led to where their session counts."""
    page = new_page()
    page.goto(site.url.replace("127.0.0.1", "localhost") + "/agents?x=1")

    assert page.url == f"{site.url}/agents?x=1"
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_a_browser_with_two_sessions_gets_out(
    site: Site, new_page: NewPage, trouble: Trouble
) -> None:
    """It forgets both, is told what to do, and can sign in again."""
    trouble.expect("400")
    page = new_page()
    with httpx.Client(base_url=site.url, headers={"Origin": site.url}, trust_env=False) as other:
        other.post("/sign-in", data={"token": site.tokens[VIEWER]})
        planted = other.cookies[site.cookie_name]
    planting = {"name": site.cookie_name, "value": planted, "domain": "127.0.0.1"}
    page.context.add_cookies([{**planting, "path": "/approvals"}])  # type: ignore[typeddict-item]
    page.goto("/approvals")

    expect(page.locator("#main")).to_contain_text("proctor open")
    assert page.context.cookies() == []
    page.goto("/approvals")
    expect(page.get_by_label("Your token")).to_be_visible()
