"""The first page is light: it may be opened on a phone, behind a slow line."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.web.weighing import weigh

MOST_BYTES = 200_000
# One less than ten.
MOST_REQUESTS = 9


def test_the_first_page_is_small(page: Page) -> None:
    """All of it together has under 200 KB, in under ten requests, and all from this server."""
    weight = weigh(page, "/")

    assert len(weight.fetched) <= MOST_REQUESTS, weight.fetched
    assert 5_000 < weight.size < MOST_BYTES
