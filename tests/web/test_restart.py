"""What an open page, and a browser, are worth after somebody else has had the server's ports."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from proctor.owner.client import Client
from proctor.server.last_port import keep_port
from tests.server.running import PATIENCE, running
from tests.server.test_http_server import free_port
from tests.web.browsing import PATIENCE_MS
from tests.web.sites import ADMIN, KEPT, Site
from tests.web.sites import site as running_site

LOOT = "document.title = 'loot ' + localStorage.getItem('proctor-key')"
# It answers by itself whatever is asked for at its address: nothing of ours gets past it.
WORKER = f"""\
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
self.addEventListener('fetch', (event) => {{
  const headers = {{ 'content-type': 'text/html' }};
  event.respondWith(new Response("<title>loot</title><script>{LOOT}</script>", {{ headers }}));
}});
"""
ALLOW = {"answer": "allow"}
STAY = "navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)"


class Thief(BaseHTTPRequestHandler):
    """Says to every browser what an agent would, and notes the cookies that come."""

    cookies: list[str]

    def do_GET(self) -> None:
        """Answer with a script, to be kept for ever."""
        self.cookies.append(self.headers.get("Cookie") or "")
        kind, body = "text/html", "<!doctype html><title>Proctor</title>"
        if self.path == "/worker.js":
            kind, body = "text/javascript", WORKER
        elif self.path.startswith("/static/"):
            kind, body = "text/javascript", LOOT
        self.send_response(503 if self.path.startswith("/live") else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.path.startswith("/static/"):
            self.send_header("Cache-Control", "public, max-age=31536000, immutable")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def thief(port: int) -> Iterator[list[str]]:
    """Have a port for a while; gives the cookies that were sent there."""
    found: list[str] = []
    handler = type("Noting", (Thief,), {"cookies": found})
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield found
        finally:
            server.shutdown()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """Give a browser that nobody has used."""
    with browser.new_context() as made:
        made.set_default_timeout(PATIENCE_MS)
        yield made


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """Run a server that a test may end, at a port that no other one tries."""
    (tmp_path / "home").mkdir(mode=0o700)
    keep_port(tmp_path / "home", free_port())
    with running_site(tmp_path) as here:
        yield here


def open_link(here: Site, page: Page) -> None:
    """Sign in as `proctor open` does."""
    with Client.connect(here.home, PATIENCE) as client:
        made = client.call("link", token=here.tokens[ADMIN], page="/approvals")
    page.goto(made["url"])
    page.wait_for_url("**/approvals")
    expect(page.locator("#live-state")).to_have_text("live")


def key_of(page: Page) -> str:
    """Return the key that a browser has."""
    return str(page.evaluate(f"localStorage.getItem('{KEPT}')"))


def port_in(url: object) -> int:
    """Return the port of an address."""
    return int(str(url).rsplit(":", 1)[1])


def left_there(context: BrowserContext, url: str) -> str:
    """Let a browser come to whoever has an address now, and return the key that it has there."""
    page = context.new_page()
    page.goto(url)
    key = key_of(page)
    for script in ("app.js", "session.js"):
        page.evaluate("(path) => fetch(path).then((a) => a.text())", f"/static/{script}")
    page.evaluate(STAY)
    page.close()
    return key


@pytest.mark.full
def test_what_was_taken_at_our_ports_opens_nothing_later(
    own_site: Site, context: BrowserContext
) -> None:
    """Cookie, key, cache and a worker that lets nothing through: the next pages are elsewhere."""
    here, page = own_site, context.new_page()
    number = here.ask("npm publish", agent="asks-1").number
    open_link(here, page)
    words = page.locator(f"#question-{number} [data-key=d]")
    words.fill("Not before the tests")
    api = str(here.server.info["url"])
    here.server.end()
    with thief(port_in(here.url)) as cookies, thief(port_in(api)):
        key = left_there(context, here.url)
        left_there(context, api)
    assert cookies[0].startswith(here.cookie_name)

    expect(page.locator("#away")).to_contain_text("proctor open", timeout=PATIENCE_MS)
    expect(words).to_have_value("Not before the tests")
    with running(here.home) as again, ExitStack() as stack:
        assert again.info["url"] == api
        assert again.info["page"] != here.url
        now = str(again.info["page"])
        taken = {"X-CSRF-Token": key}
        for url, cookie, status in (
            (now, cookies[0], 401),
            (now, cookies[0].replace(str(port_in(here.url)), str(port_in(now))), 401),
            (api, cookies[0], 421),
        ):
            client = stack.enter_context(httpx.Client(base_url=url, trust_env=False))
            with_it = {**taken, "Cookie": cookie, "Origin": url}
            answers = [client.get("/api/status", headers=with_it)]
            answers.append(client.post("/api/approvals/1", headers=with_it, json=ALLOW))
            assert [one.status_code for one in answers] == [status, status]

        fresh = context.new_page()
        open_link(here, fresh)
        assert fresh.url.startswith(now)
        left = fresh.evaluate("navigator.serviceWorker.getRegistrations().then((a) => a.length)")
        assert (left, fresh.title().startswith("loot")) == (0, False)
        assert key_of(fresh) not in {key, "null"}
        headers = fresh.locator("body").get_attribute("hx-headers:inherited") or ""
        assert key_of(fresh) in headers


def test_pages_are_at_their_own_port_only(site: Site, context: BrowserContext) -> None:
    """Who comes to the port of programs is led there, and a cookie counts for nothing here."""
    here, page = site, context.new_page()
    api = str(here.server.info["url"])
    open_link(here, page)
    page.goto(f"{api}/agents?x=1")
    expect(page).to_have_url(f"{here.url}/agents?x=1")
    session = here.client(ADMIN)
    cookie = "; ".join(f"{name}={value}" for name, value in session.cookies.items())
    headers = {"Cookie": cookie, "X-CSRF-Token": session.headers["X-CSRF-Token"], "Origin": api}
    bearer = {"Authorization": f"Bearer {here.tokens[ADMIN]}"}
    typed = {"token": here.tokens[ADMIN]}
    with httpx.Client(base_url=api, trust_env=False) as client:
        found = [
            client.get("/api/status", headers=headers).status_code,
            client.post("/sign-in", headers={"Origin": api}, data={"token": "x"}).status_code,
            client.post("/sign-in", headers={"Origin": api, **bearer}, data=typed).status_code,
            client.get("/approvals", headers=headers).headers.get("location"),
            client.get("/api/status", headers=bearer).status_code,
        ]

    assert found == [421, 421, 421, f"{here.url}/approvals", 200]
