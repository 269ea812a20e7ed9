"""The inbox in a browser: what slides under a pointer or a key is not answered by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.web.approvals.asking import status
from tests.web.approvals.test_inbox_browser import at_rest, card, line, opened
from tests.web.browsing import PATIENCE_MS
from tests.web.sites import Asked, Site

MOVED = "The list has just moved. Look, and press again."
GONE = "The question you had chosen has ended"
# Long enough for a line that tells of an ended question to have faded, were it not held.
FADED = 8000
# Waits until the page is scrolled so far, and has told of it.
SCROLLED = """
far => new Promise(go => {
  const look = () => Math.abs(scrollY - far) < 2 && go();
  addEventListener("scroll", look);
  look();
})
"""
# High enough that no card has to be scrolled to.
WIDTH, HEIGHT = 1440, 3000


@pytest.fixture
def inbox(page: Page) -> Page:
    """Give an inbox, open and listening, whose time the test can stop."""
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.clock.install()
    return opened(page)


@pytest.fixture
def touched(browser: Browser, site: Site) -> Iterator[Page]:
    """Give an inbox on a screen that is touched."""
    size = ViewportSize(width=400, height=HEIGHT)
    with browser.new_context(base_url=site.url, viewport=size, has_touch=True) as context:
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        site.sign_in(page)
        page.clock.install()
        yield opened(page)


def some(site: Site, page: Page, count: int) -> list[Asked]:
    """Ask so many times, and wait until all can be answered and the list is at rest."""
    asked = [site.ask(f"npm publish --tag t{at}", agent=f"slides-{at}") for at in range(count)]
    for one in asked:
        allow(page, one).wait_for()
    at_rest(page)
    return asked


def allow(page: Page, asked: Asked) -> Locator:
    """Return the button that allows a question once."""
    return card(page, asked).get_by_role("button", name="Allow once")


def middle(button: Locator) -> tuple[float, float]:
    """Return where the middle of a button is."""
    box = button.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def stop_time(page: Page) -> None:
    """Let no time pass in the page from now on: what comes next comes at once."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def leaves(page: Page, asked: Asked) -> None:
    """Let an agent take its question back, and wait until the page shows that."""
    asked.leave()
    line(page, asked).wait_for()


def pending(site: Site, asked: list[Asked]) -> list[bool]:
    """Tell which of them still wait."""
    return [status(site, one.number) == "pending" for one in asked]


def rested(page: Page) -> None:
    """Let time go on until clicks and keys count again."""
    page.clock.resume()
    at_rest(page)
    stop_time(page)


def slide_of(page: Page, asked: list[Asked]) -> float:
    """Let the last question end, and return by how much each one slides when one above ends."""
    whole = card(page, asked[-1]).bounding_box()
    leaves(page, asked[-1])
    left = line(page, asked[-1]).bounding_box()
    assert whole
    assert left
    return whole["height"] - left["height"]


def test_a_click_does_not_answer_what_slid_under_the_pointer(site: Site, inbox: Page) -> None:
    """A card that was never current ends: the button that comes under the pointer rests."""
    asked = some(site, inbox, 5)
    slide = slide_of(inbox, asked)
    across, down = middle(allow(inbox, asked[3]))
    inbox.mouse.move(across, down - slide)
    at_rest(inbox)
    stop_time(inbox)

    leaves(inbox, asked[1])
    assert middle(allow(inbox, asked[3])) == pytest.approx((across, down - slide), abs=4)
    inbox.mouse.click(across, down - slide)

    expect(inbox.locator("#key-hint")).to_have_text(MOVED)
    assert pending(site, asked) == [True, False, True, True, False]
    rested(inbox)
    inbox.mouse.click(across, down - slide)
    assert asked[3].verdict() == "allow"


def test_a_quick_click_of_a_pointer_that_came_by_itself_counts(site: Site, inbox: Page) -> None:
    """Whoever moves onto a button and presses at once is not refused, no time having passed."""
    asked = some(site, inbox, 3)
    inbox.mouse.move(*middle(allow(inbox, asked[0])))
    stop_time(inbox)

    inbox.mouse.click(*middle(allow(inbox, asked[2])))

    assert asked[2].verdict() == "allow"
    assert pending(site, asked) == [True, True, False]


def test_what_scrolls_under_the_pointer_rests_until_it_is_moved(site: Site, inbox: Page) -> None:
    """The pointer did not choose that button; one that is moved away and back did."""
    asked = some(site, inbox, 3)
    inbox.set_viewport_size({"width": WIDTH, "height": 500})
    inbox.evaluate("scrollTo(0, 0)")
    rested(inbox)
    across, down = middle(allow(inbox, asked[1]))
    far = down - 250
    inbox.mouse.move(across, 250)
    inbox.mouse.wheel(0, far)
    expect(allow(inbox, asked[1])).to_be_in_viewport(ratio=1)
    inbox.evaluate(SCROLLED, far)

    inbox.mouse.click(across, 250)
    expect(inbox.locator("#key-hint")).to_have_text(MOVED)
    assert all(pending(site, asked))
    inbox.mouse.move(across, 20)
    inbox.mouse.click(across, 250)

    assert asked[1].verdict() == "allow"


def test_a_card_that_grows_moves_those_below_it(site: Site, inbox: Page) -> None:
    """Something comes into a card above the pointer: the click after it does nothing."""
    asked = some(site, inbox, 2)
    inbox.mouse.move(*middle(allow(inbox, asked[1])))
    rested(inbox)

    # As a preview does that has more to say: the list itself stays as it is.
    card(inbox, asked[0]).locator(".remembers").evaluate("at => at.append(at.cloneNode(true))")
    inbox.mouse.click(*middle(allow(inbox, asked[1])))

    expect(inbox.locator("#key-hint")).to_have_text(MOVED)
    assert all(pending(site, asked))
    rested(inbox)
    inbox.mouse.click(*middle(allow(inbox, asked[1])))
    assert asked[1].verdict() == "allow"


def test_an_ended_line_stays_while_the_pointer_is_below_it(site: Site, inbox: Page) -> None:
    """It leaves once the pointer has left the list, and not under its hand."""
    asked = some(site, inbox, 3)
    inbox.mouse.move(*middle(allow(inbox, asked[1])))
    leaves(inbox, asked[0])
    before = middle(allow(inbox, asked[2]))

    inbox.clock.run_for(FADED)
    expect(line(inbox, asked[0])).to_be_visible()
    assert middle(allow(inbox, asked[2])) == before
    inbox.mouse.move(5, 5)
    inbox.clock.run_for(FADED)

    expect(line(inbox, asked[0])).to_have_count(0)


def test_a_focused_button_rests_only_while_its_card_moves(site: Site, inbox: Page) -> None:
    """Enter on it does nothing just after the card has slid, and counts when it is at rest."""
    asked = some(site, inbox, 3)
    allow(inbox, asked[2]).focus()
    stop_time(inbox)

    leaves(inbox, asked[1])
    inbox.keyboard.press("Enter")
    expect(inbox.locator("#key-hint")).to_have_text(MOVED)
    assert pending(site, asked) == [True, False, True]
    rested(inbox)
    inbox.keyboard.press("Enter")

    assert asked[2].verdict() == "allow"
    assert pending(site, asked) == [True, False, False]


def test_no_question_takes_the_place_of_one_that_was_lost(site: Site, inbox: Page) -> None:
    """Keys are for none, and the page says so, until one is chosen."""
    asked = some(site, inbox, 3)
    stop_time(inbox)

    leaves(inbox, asked[0])
    inbox.clock.run_for(1000)
    expect(inbox.locator("#key-hint")).to_contain_text(GONE)
    expect(inbox.locator("[aria-current=true].question")).to_have_count(0)
    inbox.keyboard.press("a")
    expect(inbox.locator("#key-hint")).to_contain_text(GONE)
    assert pending(site, asked) == [False, True, True]
    inbox.keyboard.press("j")
    expect(card(inbox, asked[1])).to_be_focused()
    inbox.keyboard.press("a")

    assert asked[1].verdict() == "allow"
    assert pending(site, asked) == [False, False, True]


def test_whoever_answers_a_question_goes_on_to_the_next(site: Site, inbox: Page) -> None:
    """Their own answer is no loss: the next one is chosen with it."""
    asked = some(site, inbox, 2)
    stop_time(inbox)

    inbox.keyboard.press("a")

    assert asked[0].verdict() == "allow"
    expect(card(inbox, asked[1])).to_have_attribute("aria-current", "true")
    assert pending(site, asked) == [False, True]


def test_after_a_while_the_next_question_is_chosen(site: Site, inbox: Page) -> None:
    """The one that stands where the lost one stood, and the hint has gone by then."""
    asked = some(site, inbox, 3)
    inbox.keyboard.press("j")
    inbox.keyboard.press("j")
    inbox.keyboard.press("k")
    stop_time(inbox)

    leaves(inbox, asked[1])
    expect(inbox.locator("[aria-current=true].question")).to_have_count(0)
    rested(inbox)

    expect(inbox.locator("#key-hint")).to_have_text("")
    expect(card(inbox, asked[2])).to_have_attribute("aria-current", "true")
    inbox.keyboard.press("a")
    assert asked[2].verdict() == "allow"
    assert pending(site, asked) == [True, False, False]


def test_a_tap_counts_and_rests_like_a_click(site: Site, touched: Page) -> None:
    """A finger has never been there before; what has just slid under it is not answered."""
    asked = some(site, touched, 3)
    stop_time(touched)

    leaves(touched, asked[1])
    touched.touchscreen.tap(*middle(allow(touched, asked[2])))
    expect(touched.locator("#key-hint")).to_have_text(MOVED)
    assert pending(site, asked) == [True, False, True]
    rested(touched)
    touched.touchscreen.tap(*middle(allow(touched, asked[2])))

    assert asked[2].verdict() == "allow"
    assert pending(site, asked) == [True, False, False]
