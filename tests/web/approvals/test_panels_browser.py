"""The inbox in a browser: what an answer opens and closes, and when keys and buttons rest."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.approvals.asking import role, status
from tests.web.approvals.test_inbox_browser import at_rest, card, line, opened, two
from tests.web.conftest import NewPage
from tests.web.sites import Asked, Site

# What is laid out anew has been seen by the page's own observers.
LAID_OUT = "new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"

# Keeps all that is said beside the list: it goes again by itself.
HINTS = """
window.hints = [];
new MutationObserver(() => window.hints.push(document.getElementById("key-hint").textContent))
  .observe(document.getElementById("key-hint"), {childList: true});
"""


def asked_once(site: Site, page: Page, command: str, role: str = "builder") -> Asked:
    """Ask, and wait until it can be answered and the list is at rest."""
    asked = site.ask(command, role=role)
    card(page, asked).locator(".answers .remembers").wait_for()
    at_rest(page)
    return asked


def test_two_keys_are_no_grant_for_ever(site: Site, page: Page) -> None:
    """*Always* begins in its rule, where Enter grants nothing; Esc closes it, and returns."""
    name = role(site, "c-panels")
    asked = asked_once(site, opened(page), "npm test", name)
    box = page.locator(f"#always-{asked.number}")

    page.keyboard.press("A")
    expect(page.get_by_label("The rule, which you may change")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")

    expect(box).to_be_hidden()
    expect(card(page, asked).get_by_role("button", name="Always …")).to_be_focused()
    assert status(site, asked.number) == "pending"


@pytest.mark.parametrize("key", ["A", "t"])
def test_what_a_key_has_opened_esc_closes(site: Site, page: Page, key: str) -> None:
    """Also where there is no rule to write: then *Always* begins with what it remembers."""
    asked = asked_once(site, opened(page), "npm publish --tag closed")
    box = card(page, asked).locator(".answer-more:not([hidden])")

    page.keyboard.press(key)
    expect(box).to_have_count(1)
    if key == "A":
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")

    expect(box).to_have_count(0)
    assert status(site, asked.number) == "pending"


def test_space_behind_a_key_grants_no_time(site: Site, page: Page) -> None:
    """Whoever types a word that ends in t has not pressed the first of the times."""
    asked = asked_once(site, opened(page), "npm publish --tag typed")

    page.keyboard.type("t ")

    expect(page.locator("#key-hint")).to_contain_text("The list has just moved")
    assert status(site, asked.number) == "pending"


def test_ones_own_answer_is_no_surprise(site: Site, page: Page) -> None:
    """After a denial with words nothing says that the question has ended; the next is chosen."""
    first, second = two(site, opened(page))
    page.evaluate(HINTS)

    page.keyboard.press("d")
    page.keyboard.type("use a branch")
    page.keyboard.press("Enter")

    expect(line(page, first)).to_be_visible()
    expect(card(page, second)).to_have_attribute("aria-current", "true")
    assert "".join(page.evaluate("window.hints")) == ""


def test_a_key_says_why_one_may_not(site: Site, new_page: NewPage) -> None:
    """A viewer's key gives the reason that stands on the card."""
    looks = opened(new_page("vera"))
    asked = site.ask("npm publish")
    card(looks, asked).locator(".not-yours").wait_for()
    at_rest(looks)

    looks.keyboard.press("a")

    expect(looks.locator("#key-hint")).to_contain_text("you are a viewer here")


def test_nothing_is_answered_while_the_server_is_away(site: Site, page: Page) -> None:
    """The page says so at its top; keys and buttons rest until it is back."""
    asked = asked_once(site, opened(page), "npm publish")
    expect(card(page, asked)).to_contain_text("What each answer remembers")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)

    page.evaluate("showState('away', AWAY)")
    expect(page.locator("#away")).to_be_visible()
    page.evaluate(LAID_OUT)
    at_rest(page)
    page.keyboard.press("a")
    expect(page.locator("#key-hint")).to_contain_text("answers rest")
    card(page, asked).get_by_role("button", name="Allow once").click()
    assert sent == []

    page.evaluate("showState('live', 'live')")
    expect(page.locator("#away")).to_be_hidden()
    page.evaluate(LAID_OUT)
    at_rest(page)
    page.keyboard.press("a")
    assert asked.verdict() == "allow"
