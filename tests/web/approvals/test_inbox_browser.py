"""The inbox in a browser: keys, what comes and leaves, rules that are changed, two pages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from proctor.audit.ids import new_uid
from tests.web.approvals.asking import role, rules_of, status
from tests.web.conftest import NewPage
from tests.web.sites import ADMIN, DEVELOPER, Asked, Site

# Keeps what would be shown, in place of the system's own bubbles, which no page can read.
NOTES = """
window.notes = [];
window.Notification = class {
  static permission = "granted";
  static requestPermission = async () => "granted";
  constructor(title, how) { window.notes.push(`${title}: ${how.body}`); }
};
"""
# Presses a key as soon as the list has moved, as somebody does who did not see it move.
TOO_SOON = """
new MutationObserver(() => {
  const press = new KeyboardEvent("keydown", {key: "a", bubbles: true, cancelable: true});
  document.body.dispatchEvent(press);
}).observe(document.getElementById("questions"), {childList: true});
"""


@pytest.fixture
def inbox(page: Page) -> Page:
    """Give the inbox, open and listening."""
    return opened(page)


def opened(page: Page) -> Page:
    """Open the inbox, and wait until it hears of everything."""
    page.goto("/approvals")
    page.locator("#live-state[data-state=live]").wait_for(state="attached")
    return page


def at_rest(page: Page) -> None:
    """Wait until keys count again."""
    page.locator("#questions[aria-busy=false]").wait_for()


def card(page: Page, asked: Asked) -> Locator:
    """Return the card of a question."""
    return page.locator(f"article#question-{asked.number}")


def line(page: Page, asked: Asked) -> Locator:
    """Return what stands in the place of a question that has ended."""
    return page.locator(f"#question-{asked.number}[data-ended]")


def reply(site: Site, asked: Asked) -> dict[str, object]:
    """Return what a question was answered with."""
    return dict(site.bearer().get(f"/api/approvals/{asked.number}").json()["reply"])


def two(site: Site, page: Page) -> tuple[Asked, Asked]:
    """Ask twice, and wait until both are there and the list is at rest."""
    # Sessions of their own: what one of them was allowed is asked again in another.
    session = new_uid()
    first = site.ask("npm publish", session=session)
    second = site.ask("npm publish", agent="shop-2", session=session)
    card(page, first).wait_for()
    card(page, second).wait_for()
    at_rest(page)
    return first, second


def test_a_question_appears_and_one_key_allows_it(site: Site, inbox: Page) -> None:
    """It comes without a reload, the title counts it, and the agent goes on."""
    asked = site.ask("npm publish", agent="fresh-1")
    card(inbox, asked).wait_for()
    expect(inbox).to_have_title(re.compile(r"^\(1\) Approvals"))
    at_rest(inbox)

    inbox.keyboard.press("a")

    assert asked.verdict() == "allow"
    expect(line(inbox, asked)).to_contain_text("ada allowed it once, on the web page")
    expect(inbox).to_have_title(re.compile(r"^Approvals"))
    expect(inbox.locator(f"#past-{asked.number}")).to_contain_text("fresh-1")


def test_keys_are_for_the_question_that_was_chosen(site: Site, inbox: Page) -> None:
    """J goes to the next, k back; what is chosen is answered, and the other waits."""
    first, second = two(site, inbox)
    expect(card(inbox, first)).to_have_attribute("aria-current", "true")

    inbox.keyboard.press("j")
    expect(card(inbox, second)).to_be_focused()
    inbox.keyboard.press("k")
    expect(card(inbox, first)).to_be_focused()
    inbox.keyboard.press("j")
    inbox.keyboard.press("s")

    assert second.verdict() == "allow"
    assert reply(site, second)["scope"] == "session"
    assert status(site, first.number) == "pending"


def test_a_denial_takes_words(site: Site, inbox: Page) -> None:
    """D goes to the field, what is written there is no key, and Enter sends it."""
    first, second = two(site, inbox)

    inbox.keyboard.press("d")
    inbox.keyboard.type("ask dan: use a branch")
    inbox.keyboard.press("Enter")

    assert first.verdict() == "deny"
    assert reply(site, first)["words"] == "ask dan: use a branch"
    assert status(site, second.number) == "pending"


def test_deny_button_does_what_its_key_does(site: Site, inbox: Page) -> None:
    """A click goes to the words as well, so that what is typed next is for that question."""
    first, second = two(site, inbox)

    card(inbox, first).get_by_role("button", name="Deny").click()
    expect(card(inbox, first).get_by_placeholder("words for the agent")).to_be_focused()
    assert status(site, first.number) == "pending"
    inbox.keyboard.type("vendor it instead")
    inbox.keyboard.press("Enter")

    assert first.verdict() == "deny"
    assert reply(site, first)["words"] == "vendor it instead"
    assert status(site, second.number) == "pending"


def test_deny_button_sends_from_the_words(site: Site, inbox: Page) -> None:
    """A second click denies without words; with words that are written, one click is enough."""
    first, second = two(site, inbox)
    deny = card(inbox, first).get_by_role("button", name="Deny")

    deny.click()
    deny.click()
    assert first.verdict() == "deny"
    assert reply(site, first)["words"] == ""

    at_rest(inbox)
    card(inbox, second).get_by_placeholder("words for the agent").fill("use a branch")
    card(inbox, second).focus()
    card(inbox, second).get_by_role("button", name="Deny").click()
    assert second.verdict() == "deny"
    assert reply(site, second)["words"] == "use a branch"


def test_typing_on_after_an_answer_answers_nothing(site: Site, inbox: Page) -> None:
    """After a click or words that were sent, keys rest until a pause, at the speed of a hand."""
    first, second = two(site, inbox)

    card(inbox, first).get_by_role("button", name="Allow once").click()
    expect(line(inbox, first)).to_be_visible()
    inbox.keyboard.type("vendor it instead", delay=60)

    expect(inbox.locator("#key-hint")).to_contain_text("Keys rest until you pause.")
    assert status(site, second.number) == "pending"
    at_rest(inbox)
    inbox.keyboard.press("a")
    assert second.verdict() == "allow"


def test_typing_beside_the_words_answers_nothing(site: Site, inbox: Page) -> None:
    """A letter that is no key begins a word: those behind it are no keys either."""
    first, second = two(site, inbox)

    inbox.keyboard.type("vendor it instead")

    expect(inbox.locator("#key-hint")).to_contain_text("Keys rest until you pause.")
    assert [status(site, one.number) for one in (first, second)] == ["pending", "pending"]


def test_two_presses_answer_one_question(site: Site, inbox: Page) -> None:
    """The second is not for the one that comes up, nor is a key that is held down."""
    first, second = two(site, inbox)

    inbox.keyboard.down("a")
    inbox.keyboard.down("a")
    inbox.keyboard.up("a")
    inbox.keyboard.press("a")

    assert first.verdict() == "allow"
    expect(line(inbox, first)).to_be_visible()
    expect(card(inbox, second)).to_have_attribute("aria-current", "true")
    at_rest(inbox)
    assert status(site, second.number) == "pending"


def test_what_has_slid_under_a_key_is_not_answered(site: Site, inbox: Page) -> None:
    """A key that comes just as the list moves does nothing but say so; later ones count."""
    first, second = two(site, inbox)
    inbox.evaluate(TOO_SOON)

    first.answer(person=DEVELOPER)

    expect(line(inbox, first)).to_contain_text("dan allowed it once, by the API")
    expect(inbox.locator("#key-hint")).to_contain_text("The question you had chosen has ended")
    assert status(site, second.number) == "pending"
    at_rest(inbox)
    inbox.keyboard.press("a")
    assert second.verdict() == "allow"


def test_what_was_answered_elsewhere_leaves_and_the_focus_stays(site: Site, inbox: Page) -> None:
    """It says by whom and how; a new question comes at the end, and nothing else moves."""
    first, second = two(site, inbox)
    inbox.keyboard.press("j")

    first.answer("deny", person=DEVELOPER, words="not <b>now</b>")
    third = site.ask("npm publish", agent="shop-3")
    card(inbox, third).wait_for()

    expect(line(inbox, first)).to_contain_text("dan denied it, by the API: not <b>now</b>")
    expect(card(inbox, second)).to_be_focused()
    last = inbox.locator("article.question").last
    expect(last).to_have_attribute("id", f"question-{third.number}")


def test_whoever_was_writing_answers_nothing_by_it(site: Site, inbox: Page) -> None:
    """The question ends under the words: what is typed on is no key for the next one."""
    first, second = two(site, inbox)
    inbox.keyboard.press("d")
    inbox.keyboard.type("please us")

    first.answer(person=DEVELOPER)
    expect(line(inbox, first)).to_be_visible()
    inbox.keyboard.type("e a side branch as dan said", delay=5)

    expect(inbox.locator("#key-hint")).to_contain_text("Keys rest until you pause.")
    assert status(site, second.number) == "pending"


def test_always_shows_its_rule_and_takes_another(site: Site, inbox: Page) -> None:
    """What it would match is said as one types; an error stands under the line; then it is kept."""
    name = role(site, "c-browser")
    asked = site.ask("npm test", role=name)
    card(inbox, asked).wait_for()
    at_rest(inbox)
    said = inbox.locator(f"#rule-{asked.number}-said")
    rule = inbox.get_by_label("The rule, which you may change")

    inbox.keyboard.press("A")
    expect(rule).to_have_value("Bash(npm test)")
    expect(said).to_contain_text("exactly the command npm test")
    assert status(site, asked.number) == "pending"
    rule.fill("Bash(npm run)")
    expect(said).to_contain_text("this does not allow the call")
    rule.fill("Bash(npm *)")
    expect(said).to_contain_text("every command that begins with npm, whatever follows")
    inbox.get_by_role("button", name="Add this rule and allow").click()

    assert asked.verdict() == "allow"
    expect(line(inbox, asked)).to_contain_text("ada allowed it always, by the rule Bash(npm *)")
    assert "rule: Bash(npm *)" in rules_of(site, name)


def test_a_time_is_chosen_or_written(site: Site, inbox: Page) -> None:
    """T shows the times; Enter in the field takes what is written there, and no other."""
    asked = site.ask("npm publish --tag timed")
    card(inbox, asked).wait_for()
    at_rest(inbox)

    inbox.keyboard.press("t")
    expect(inbox.get_by_role("button", name="15 min")).to_be_focused()
    inbox.get_by_label(f"Minutes for question {asked.number}").fill("7")
    inbox.keyboard.press("Enter")

    assert asked.verdict() == "allow"
    assert (reply(site, asked)["scope"], reply(site, asked)["seconds"]) == ("time", 420)


def test_enter_opens_the_question(site: Site, inbox: Page) -> None:
    """By itself, with all that is kept of it, and it can be answered there."""
    asked = site.ask("npm publish")
    card(inbox, asked).wait_for()
    at_rest(inbox)

    inbox.keyboard.press("j")
    inbox.keyboard.press("Enter")
    inbox.wait_for_url(f"**/approvals/{asked.number}")
    at_rest(inbox)
    inbox.keyboard.press("a")

    assert asked.verdict() == "allow"


def test_two_pages_are_told_at_once(site: Site, inbox: Page, new_page: NewPage) -> None:
    """What one person answers leaves the other's page; who only looks has no buttons in it."""
    other, looks = opened(new_page(DEVELOPER)), opened(new_page("vera"))
    asked = site.ask("npm publish")
    for one in (inbox, other, looks):
        card(one, asked).wait_for()
    expect(card(looks, asked)).to_contain_text("You cannot answer this: you are a viewer here")
    expect(card(looks, asked).get_by_role("button")).to_have_count(0)

    card(other, asked).get_by_role("button", name="Allow once").click()

    for one in (inbox, other, looks):
        expect(line(one, asked)).to_contain_text("dan allowed it once, on the web page")
    assert asked.verdict() == "allow"


def test_notifications_tell_who_and_no_more(site: Site, page: Page) -> None:
    """The switch stays as it was set; a notification has agent and tool, and no command."""
    page.add_init_script(NOTES)
    opened(page)
    page.get_by_label("Notifications").check()
    opened(page)
    expect(page.get_by_label("Notifications")).to_be_checked()
    expect(page.get_by_label("Sound")).not_to_be_checked()

    asked = site.ask("npm publish --otp 123456", agent="shop-7")
    card(page, asked).wait_for()

    assert page.evaluate("window.notes") == ["Proctor: shop-7 asks about Bash"]


def test_a_page_that_missed_something_is_made_true(site: Site, inbox: Page) -> None:
    """What came is there, what ended has left, and words that somebody writes stay."""
    first, second = two(site, inbox)
    third = site.ask("npm publish", agent="shop-3")
    card(inbox, third).wait_for()
    card(inbox, second).get_by_placeholder("words for the agent").fill("half a sent")
    kept = card(inbox, first).evaluate("card => card.outerHTML")
    first.answer(person=ADMIN)
    expect(line(inbox, first)).to_be_visible()

    # As if the stream had been away: the end of one was not heard, nor the beginning of another.
    line(inbox, first).evaluate("(line, html) => (line.outerHTML = html)", kept)
    card(inbox, third).evaluate("card => card.remove()")
    inbox.evaluate("document.body.dispatchEvent(new Event('missed', {bubbles: true}))")

    expect(line(inbox, first)).to_contain_text("ada allowed it once, by the API")
    expect(card(inbox, third)).to_be_visible()
    written = card(inbox, second).get_by_placeholder("words for the agent")
    expect(written).to_have_value("half a sent")
