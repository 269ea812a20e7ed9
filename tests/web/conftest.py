"""
What the tests of pages share: one server and one browser for each process of the tests.

    site          the server: `.url`, `.bearer(person)`, `.client(person)`, `.ask(command)`, …
    page          a page of a fresh context, signed in as the administrator
    new_page      makes such pages: `new_page("vera", width=360, dark=True)`
    trouble       what went wrong in them; it must be empty at the end
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browsing import PATIENCE_MS, Driven, Trouble, driven
from tests.web.sites import ADMIN, Site
from tests.web.sites import site as running_site

WIDE, HEIGHT = 1440, 900


class NewPage(Protocol):
    """Makes a page of a context of its own."""

    def __call__(self, person: str = ADMIN, *, width: int = WIDE, dark: bool = False) -> Page:
        """Return a page, signed in as somebody; as nobody where the name is empty."""


@pytest.fixture(scope="session")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run one server for all tests of a process."""
    with running_site(tmp_path_factory.mktemp("web")) as here:
        yield here


@pytest.fixture
def site(shared_site: Site) -> Iterator[Site]:
    """Give the server, with an empty inbox; what a test asks and leaves open is taken back."""
    yield shared_site
    shared_site.clear()


@pytest.fixture(scope="session")
def shared_browser() -> Iterator[Driven]:
    """Run one browser for all tests of a process."""
    with driven() as one:
        yield one


@pytest.fixture
def browser(shared_browser: Driven) -> Iterator[Browser]:
    """Give the browser; while it is in use, no other event loop can run in this thread."""
    with shared_browser.in_use() as one:
        yield one


@pytest.fixture
def trouble() -> Iterator[Trouble]:
    """Fail a test in whose pages something went wrong that it did not expect."""
    seen = Trouble()
    yield seen
    assert not seen.seen, "\n".join(seen.seen)


@pytest.fixture
def new_page(browser: Browser, site: Site, trouble: Trouble) -> Iterator[NewPage]:
    """Give what makes pages; they are closed at the end."""
    with ExitStack() as stack:

        def made(person: str = ADMIN, *, width: int = WIDE, dark: bool = False) -> Page:
            context = stack.enter_context(
                browser.new_context(
                    base_url=site.url,
                    viewport={"width": width, "height": HEIGHT},
                    color_scheme="dark" if dark else "light",
                    reduced_motion="reduce",
                )
            )
            context.set_default_timeout(PATIENCE_MS)
            page = context.new_page()
            trouble.watch(page)
            if person:
                site.sign_in(page, person)
            return page

        yield made


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """Give a wide page in the light theme, signed in as the administrator."""
    return new_page()
