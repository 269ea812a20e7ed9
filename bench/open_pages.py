"""Pages that are open: one in a real browser, and many plain clients that listen as it does."""

from __future__ import annotations

import selectors
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

# The server and the browser that the tests start are the ones that are measured.
sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.browsing import driven
from tests.web.sites import ADMIN, Site

CHUNK = 1 << 16
PATIENCE = 30.0
# Notes, in the page, when each question came into it and when it left: in seconds since 1970.
WATCH = """() => {
    window.came = {};
    window.left = {};
    const now = () => (performance.timeOrigin + performance.now()) / 1000;
    const look = () => {
        const there = new Set([...document.querySelectorAll("article[data-question]")]
            .map(one => one.dataset.question));
        for (const one of there) window.came[one] ??= now();
        for (const one in window.came) if (!there.has(one)) window.left[one] ??= now();
    };
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true});
}"""

# Waits in the page: the policy of the page forbids what Playwright would do there itself.
UNTIL = """([name, number]) => new Promise((done, failed) => {
    setTimeout(() => failed(`only ${Object.keys(window[name])} ${name}`), 30000);
    const look = () => Object.keys(window[name]).length >= number
        ? done(window[name]) : setTimeout(look, 5);
    look();
})"""


class Listeners:
    """Connections that listen to the stream of a page, and throw away what they hear."""

    def __init__(self, site: Site, path: str, number: int) -> None:
        host, port = site.url.removeprefix("http://").split(":")
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Authorization: Bearer {site.tokens[ADMIN]}\r\n\r\n"
        ).encode()
        self.heard = 0
        self.over = False
        self.ready = selectors.DefaultSelector()
        self.peers = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(number)]
        for peer in self.peers:
            peer.sendall(request)
            answer = peer.recv(CHUNK)
            assert answer.startswith(b"HTTP/1.1 200 "), answer
            self.ready.register(peer, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self) -> None:
        """Hear everything, until it is over."""
        while not self.over:
            for key, _ in self.ready.select(0.1):
                piece = key.fileobj.recv(CHUNK)  # type: ignore[union-attr]  # a socket
                assert piece, "the server hung up"
                self.heard += len(piece)

    def close(self) -> None:
        """Stop listening."""
        self.over = True
        self.thread.join()
        for peer in self.peers:
            peer.close()


@contextmanager
def listening(site: Site, path: str, number: int) -> Iterator[Listeners]:
    """Listen to the stream of a page, so many times."""
    made = Listeners(site, path, number)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def browser_page(site: Site) -> Iterator[Page]:
    """Give a page of a real browser, signed in."""
    with driven() as browser, browser.in_use() as opened, ExitStack() as stack:
        context = stack.enter_context(opened.new_context(base_url=site.url))
        page = context.new_page()
        site.sign_in(page)
        yield page


def stream_of(page: Page, path: str) -> str:
    """Open a page, and return the address of the stream that it listens to."""
    with page.expect_response(lambda answer: "/live?" in answer.url) as found:
        page.goto(path)
    address = found.value.url
    return "/live?" + address.split("/live?")[1].split("&since")[0]


def moments(page: Page, name: str, number: int) -> dict[str, float]:
    """Return when so many questions `came` or `left`, once they have."""
    found: dict[str, Any] = page.evaluate(UNTIL, [name, number])
    return {key: float(value) for key, value in found.items()}


def memory_of(pid: int) -> float:
    """Return the memory that a process has now, in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise AssertionError(f"nothing is known of {pid}")
