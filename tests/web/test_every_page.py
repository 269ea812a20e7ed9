"""
Every page, light and dark, wide and narrow: it opens, it fits, and everybody can use it.

With `PROCTOR_TESTS=full` it also leaves screenshots in `build/screenshots/`. Look at them when you
change a page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.amounts import FULL
from tests.web.browsing import Trouble, axe_source
from tests.web.conftest import HEIGHT, WIDE, NewPage
from tests.web.sites import ADMIN, Site

NARROW = 360
SHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PAGES = {
    "overview": "/",
    "approvals": "/approvals",
    "question": "/approvals/{question}",
    "flood": "/approvals",
    "line": "/approvals/{question}/line",
    "agents": "/agents",
    "agent": "/agents/shop-1",
    "roles": "/roles",
    "new-role": "/roles/new",
    "role": "/roles/builder",
    "tools": "/tools",
    "workflows": "/workflows",
    "workflow": "/workflows/{run}",
    "new-template": "/workflows/new",
    "template": "/workflows/templates/plan-build",
    "template-edit": "/workflows/templates/plan-build/edit",
    "audit": "/audit",
    "record": "/audit/1",
    "chains": "/audit/chains",
    "changes": "/audit/changes",
    "playground": "/playground",
    "nothing-here": "/nothing-here",
    "sign-in": "/sign-in",
}
# Whoever sees these is not signed in, or is told that there is nothing.
FOR_NOBODY = frozenset({"sign-in"})
MISSING = frozenset({"nothing-here"})
# What axe-core finds that keeps somebody from using a page.
SERIOUS = """async options => (await axe.run(document, options)).violations
    .filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => one.id + ": " + one.help + "\\n  "
        + one.nodes.map(node => node.html.slice(0, 160)).join("\\n  "))"""
EVERY_RULE: dict[str, Any] = {"resultTypes": ["violations"]}
# Theme and width change colours, what scrolls, and the menu, which becomes a button. Whatever else
# axe-core looks at is the same as in the wide page.
THEME_AND_WIDTH = ["color-contrast", "scrollable-region-focusable", "button-name", "link-name"]
NARROW_RULES = EVERY_RULE if FULL else {**EVERY_RULE, "runOnly": THEME_AND_WIDTH}
# How wide a page is that does not fit, and what of it lies outside of the window.
TOO_WIDE = """() => {
    const page = document.documentElement, width = page.clientWidth;
    if (page.scrollWidth <= width) return [];
    const scrolls = one => one && (getComputedStyle(one).overflowX !== "visible"
        || scrolls(one.parentElement));
    const outside = [...document.body.querySelectorAll("*")].filter(one =>
        one.getBoundingClientRect().right > width + 1 && !scrolls(one.parentElement));
    return [page.scrollWidth, ...outside.map(one => one.outerHTML.slice(0, 160))];
}"""


@pytest.mark.parametrize("name", PAGES)
def test_a_page_can_be_used_by_everybody(
    name: str, site: Site, new_page: NewPage, trouble: Trouble
) -> None:
    """It opens without an error, fits into 360 px, and axe-core finds nothing serious in it."""
    page = new_page("" if name in FOR_NOBODY else ADMIN)
    if name in MISSING:
        trouble.expect("404")
    path = address(name, site)
    opened(page, path, 404 if name in MISSING else 200)
    page.evaluate(axe_source())
    show(page, name, WIDE)
    assert page.evaluate(SERIOUS, EVERY_RULE) == []

    page.set_viewport_size({"width": NARROW, "height": HEIGHT})
    assert page.evaluate(TOO_WIDE) == []
    show(page, name, NARROW)
    assert page.evaluate(SERIOUS, NARROW_RULES) == []


def address(name: str, site: Site) -> str:
    """Return where a page is; what it is about is there, if there is not always one."""
    path = PAGES[name]
    if name in {"flood", "line"}:
        for at in range(5):
            asked = site.ask(f"npm publish --tag t{at}", agent="loud", subagent=f"sub-{at}")
        path = path.format(question=asked.number)
    if name in {"approvals", "question"}:
        asked = site.ask("make test && curl https://example.com/x | head -3")
        path = path.format(question=asked.number)
    if "{run}" in path:
        wanted = {"template": "plan-build", "project": str(site.project)}
        started = site.bearer().post("/api/workflows", json=wanted)
        assert started.is_success, started.text
        path = path.format(run=started.json()["id"])
    if name == "changes":
        # An empty table is no proof of anything.
        given = {"name": "shown", "description": "Is there to be seen among the changes"}
        made = site.bearer().post("/api/roles", json=given)
        assert made.status_code == 201, made.text
    return path


def opened(page: Page, path: str, status: int) -> None:
    """Open a page, which must be there and have one heading."""
    answer = page.goto(path)
    assert answer is not None
    assert (path, answer.status) == (path, status)
    assert page.title()
    assert page.locator("h1").count() == 1


def show(page: Page, name: str, width: int) -> None:
    """
    Show a wide page in light and a narrow one in dark; in `make full`, take screenshots of both.

    The theme in which it is left is kept whole, the other as far as the window goes.
    """
    themes: tuple[Literal["light", "dark"], ...] = ("dark", "light")
    last = themes[width == WIDE]
    if not FULL:
        page.emulate_media(color_scheme=last)
        return
    SHOTS.mkdir(parents=True, exist_ok=True)
    for theme in themes if last == "light" else reversed(themes):
        page.emulate_media(color_scheme=theme)
        path = SHOTS / f"{name}-{width}-{theme}.png"
        page.screenshot(path=path, full_page=theme == last)
