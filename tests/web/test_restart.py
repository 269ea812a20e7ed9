"""What an open page, and a browser, are worth after somebody else has had the server's port."""

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
from tests.web.sites import ADMIN, KEPT, Site, site

LOOT = "document.title = 'loot ' + localStorage.getItem('proctor-key')"
# It lets our pages through, and puts a script of its own in the place of one of ours.
WORKER = f"""\
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
self.addEventListener('fetch', (event) => {{
  if (new URL(event.request.url).pathname === '/static/app.js') {{
    const headers = {{ 'content-type': 'text/javascript' }};
    event.respondWith(new Response("{LOOT}", {{ headers }}));
  }}
}});
"""
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
    with site(tmp_path) as here:
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


def test_what_was_taken_at_our_port_opens_nothing_later(
    own_site: Site, context: BrowserContext
) -> None:
    """Cookie, key, worker and cache: none outlives the restart and the next sign-in."""
    here, page = own_site, context.new_page()
    number = here.ask("npm publish", agent="asks-1").number
    open_link(here, page)
    words = page.locator(f"#question-{number} [data-key=d]")
    words.fill("Not before the tests")
    here.server.end()
    with thief(int(here.url.rsplit(":", 1)[1])) as cookies:
        other = context.new_page()
        other.goto(here.url)
        key = key_of(other)
        for script in ("app.js", "session.js"):
            other.evaluate("(path) => fetch(path).then((a) => a.text())", f"/static/{script}")
        other.evaluate(STAY)
        other.close()
    assert cookies[0].startswith(here.cookie_name)

    with running(here.home) as again, ExitStack() as stack:
        assert again.info["url"] == here.url
        taken = {"Cookie": cookies[0], "X-CSRF-Token": key, "Origin": here.url}
        thieving = stack.enter_context(httpx.Client(base_url=here.url, trust_env=False))
        answers = [thieving.get("/api/status", headers=taken)]
        answers.append(thieving.post("/api/approvals/1", headers=taken, json={"answer": "allow"}))
        assert [one.status_code for one in answers] == [401, 401]

        expect(page.locator("#live-state")).to_have_text("signed out", timeout=PATIENCE_MS)
        expect(page.locator("#toasts")).to_contain_text("proctor open")
        expect(words).to_have_value("Not before the tests")
        words.press("Enter")
        expect(page.locator("#toasts [data-toast=error]")).to_have_count(1)
        expect(words).to_have_value("Not before the tests")

        fresh = context.new_page()
        open_link(here, fresh)
        left = fresh.evaluate("navigator.serviceWorker.getRegistrations().then((a) => a.length)")
        assert (left, fresh.title().startswith("loot")) == (0, False)
        assert key_of(fresh) not in {key, "null"}
        headers = fresh.locator("body").get_attribute("hx-headers:inherited") or ""
        assert key_of(fresh) in headers
