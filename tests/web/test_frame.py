"""The frame of every page, in a browser: theme, keys, menu, messages, and many open pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Trouble, axe_source
from tests.web.conftest import NewPage
from tests.web.sites import DEVELOPER, Site

GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(247, 247, 248)", "rgb(18, 18, 21)"

# What of the messages of a page cannot be read for want of contrast.
ILLEGIBLE = """async () => (await axe.run("#toasts, #away", {runOnly: ["color-contrast"]}))
    .violations.flatMap(one => one.nodes.map(node => node.html))"""


def switch(page: Page, theme: str) -> None:
    """Press the switch until it shows a theme."""
    button = page.locator("[data-theme-switch]")
    for _ in range(3):
        if theme in button.inner_text():
            return
        button.click()
    expect(button).to_contain_text(theme)


def test_the_theme_is_the_systems_until_a_person_chooses(new_page: NewPage) -> None:
    """What was chosen holds on the next page too, from the first paint on."""
    page = new_page(dark=True)
    page.goto("/")
    assert page.evaluate(GROUND) == DARK

    switch(page, "Light")
    assert page.evaluate(GROUND) == LIGHT
    page.goto("/", wait_until="commit")
    page.wait_for_selector("body", state="attached")
    assert page.evaluate("document.documentElement.dataset.theme") == "light"

    switch(page, "System")
    assert page.evaluate(GROUND) == DARK


def test_keys_lead_to_pages_and_are_dead_while_somebody_types(page: Page) -> None:
    """`?` shows them, `g` and a letter goes; in a field they are letters."""
    page.goto("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    expect(page).to_have_url(re.compile(r"/$"))

    page.keyboard.press("g")
    page.keyboard.press("t")
    # Once it is loaded: before that, no key is heard.
    page.wait_for_url("**/tools")
    page.keyboard.press("/")
    search = page.locator("[data-search]")
    expect(search).to_be_focused()
    page.keyboard.type("g?a")
    expect(search).to_have_value("g?a")


def test_a_way_to_a_page_is_no_answer(site: Site, page: Page) -> None:
    """`g` and `a` goes to the approvals: whatever `a` or `d` does there, it is not done."""
    asked = site.ask("npm publish", agent="keys-1")
    page.goto("/approvals")
    expect(page.locator(f"#question-{asked.number}")).to_be_visible()
    page.locator(f"#question-{asked.number}").focus()
    with page.expect_navigation():
        page.keyboard.press("g")
        page.keyboard.press("a")
    page.locator(f"#question-{asked.number}").focus()
    page.keyboard.press("g")
    page.keyboard.press("d")
    page.goto("/approvals")

    expect(page.locator(f"#question-{asked.number}")).to_be_visible()
    assert site.bearer().get(f"/api/approvals/{asked.number}").json()["status"] == "pending"


def test_on_a_phone_the_menu_opens_by_a_button(new_page: NewPage) -> None:
    """It is there for keys, too, and says which page this is."""
    page = new_page(width=360)
    page.goto("/")
    menu = page.get_by_role("navigation", name="Pages")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="Overview")).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()


def test_the_first_key_skips_to_the_content(page: Page) -> None:
    """Whoever goes by keys need not go through the menu of every page."""
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_what_goes_wrong_is_said_in_the_corner(page: Page, trouble: Trouble) -> None:
    """A request that fails tells why, once, until it is dismissed; the page stays as it was."""
    trouble.expect("404", "ERR_FAILED", "Failed to fetch")
    page.goto("/")
    before = page.locator("#now").inner_text()
    for _ in range(2):
        page.evaluate("htmx.ajax('GET', '/audit/999999999', '#now')")
    messages = page.locator("#toasts [data-toast=error]")
    expect(messages).to_have_count(1)
    expect(messages).to_contain_text("there is no record 999999999")
    messages.first.get_by_role("button", name="Dismiss").click()
    assert page.locator("#now").inner_text() == before

    page.route("**/overview/now", lambda route: route.abort())
    for _ in range(2):
        page.evaluate("htmx.ajax('GET', '/overview/now', '#now')")
    expect(messages.filter(has_text="The server cannot be reached.")).to_have_count(1)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_goes_wrong_can_be_read(new_page: NewPage, *, dark: bool) -> None:
    """Messages, the buttons in them, and what says that the server is away."""
    page = new_page(dark=dark)
    page.goto("/")
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    page.evaluate(axe_source())
    page.evaluate("toast('The server cannot be reached.', 'error')")
    page.evaluate("toast('It is done.')")
    page.evaluate("showState('away', AWAY)")
    expect(page.locator("#away")).to_be_visible()

    assert page.evaluate(ILLEGIBLE) == []


def test_a_session_that_ends_is_said(site: Site, new_page: NewPage, trouble: Trouble) -> None:
    """The page does not try for ever: it says that one has to sign in again."""
    trouble.expect("401")
    page = new_page("")
    page.goto("/sign-in")
    page.get_by_label(re.compile("token", re.IGNORECASE)).fill(site.tokens[DEVELOPER])
    page.keyboard.press("Enter")
    expect(page.locator("#live-state")).to_have_text("live")
    other = page.context.new_page()
    other.goto("/")
    expect(other.locator("#live-state")).to_have_text("live")
    other.get_by_role("button", name="Sign out").click()

    site.ask("npm publish", agent="ended-1")
    expect(page.locator("#live-state")).to_have_text("signed out")
    expect(page.locator("#now")).not_to_contain_text("ended-1")


def test_many_open_pages_leave_room_for_the_next(new_page: NewPage) -> None:
    """A browser has six connections to a server: streams never take all of them."""
    first = new_page()
    first.goto("/")
    context = first.context
    opened = [first]
    for _ in range(6):
        one = context.new_page()
        one.goto("/")
        opened.append(one)
    last = opened[-1]
    last.goto("/tools")

    expect(last.locator("h1")).to_be_visible()
    words = [one.locator("#live-state").inner_text() for one in opened[:4]]
    assert "live" in words
