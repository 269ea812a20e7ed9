"""What a page costs whoever opens it: requests, and bytes on the wire with their headers."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

STREAM = "/live"


class Weight(NamedTuple):
    """What was fetched, and how many bytes came in all."""

    fetched: tuple[str, ...]
    size: int


def weigh(page: Page, path: str) -> Weight:
    """Open a page with nothing in the cache, and return what it fetched until it was there."""
    fetched: list[str] = []
    sizes: list[int] = []
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})

    def asked(said: dict[str, Any]) -> None:
        if said["request"]["url"].startswith("http"):
            fetched.append(str(said["request"]["url"]))

    wire.on("Network.requestWillBeSent", asked)
    wire.on("Network.responseReceived", lambda said: sizes.append(headers_of(said)))
    # The body, as it came: compressed, if it was.
    wire.on("Network.dataReceived", lambda said: sizes.append(int(said["encodedDataLength"])))
    # A page that listens is there once its stream has begun to answer.
    with page.expect_response(lambda answer: STREAM in answer.url):
        page.goto(path)
    page.wait_for_load_state("load")
    wire.detach()
    return Weight(tuple(fetched), sum(sizes))


def headers_of(said: dict[str, Any]) -> int:
    """Return about how many bytes the head of an answer has."""
    headers = said["response"]["headers"]
    return sum(len(name) + len(str(value)) + 4 for name, value in headers.items())
