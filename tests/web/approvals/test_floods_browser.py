"""A flood of questions in a browser: it is one line, also where the page was open before it."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.approvals.asking import PAGE, PIECE, shown, status
from tests.web.approvals.test_inbox_browser import at_rest, card, opened
from tests.web.conftest import NewPage
from tests.web.sites import VIEWER, Asked, Site

FOLD = "article[data-fold]"
# More than a session may have on lines of their own.
MANY = 6


def flood(site: Site, agent: str = "loud", count: int = MANY, first: int = 0) -> list[Asked]:
    """Let one session ask many different things at once, as its sub-agents can."""
    return [
        site.ask(f"npm publish --tag t{at}", agent=agent, subagent=f"sub-{at}")
        for at in range(first, count)
    ]


def agents_on(page: Page) -> list[str]:
    """Return whose lines are on the page, from top to bottom."""
    lines = page.locator("#questions .question")
    return [str(name) for name in lines.evaluate_all("all => all.map(one => one.dataset.agent)")]


def fold(page: Page, count: int = MANY) -> Locator:
    """Return the line of a flood, once so many questions are on it."""
    found = page.locator(FOLD)
    expect(found).to_contain_text(f"{count} questions of one session")
    return found


def test_flood_after_the_page_is_open_is_one_line(site: Site, page: Page) -> None:
    """It comes as on a fresh load, and the question of the quiet agent stays in sight."""
    opened(page)
    flood(site, count=2)
    quiet = site.ask("npm publish", agent="quiet")
    card(page, quiet).wait_for()
    flood(site, first=2)

    fold(page)
    expect(page.locator("#questions .question")).to_have_count(2)
    expect(card(page, quiet)).to_be_in_viewport()
    live = agents_on(page)
    page.reload()
    assert live == agents_on(page) == ["loud", "quiet"]


def test_questions_that_come_live_have_the_order_of_a_fresh_load(site: Site, page: Page) -> None:
    """One of each agent, then second ones; one that moves up does not take the focus along."""
    opened(page)
    flood(site, agent="busy", count=2)
    other = site.ask("npm publish", agent="other")
    card(page, other).wait_for()
    expect(page.locator("#questions .question")).to_have_count(3)

    live = agents_on(page)
    page.reload()
    assert live == agents_on(page) == ["busy", "other", "busy"]


def test_keys_on_the_line_of_a_flood_deny_and_never_allow(site: Site, page: Page) -> None:
    """No key allows; d takes words and Enter denies all of them, and nothing else."""
    asked = flood(site)
    quiet = site.ask("npm publish", agent="quiet")
    opened(page)
    line = fold(page)
    at_rest(page)
    expect(line).to_have_attribute("aria-current", "true")

    for key in ("a", "s", "t", "A"):
        page.keyboard.press(key)
        expect(page.locator("#key-hint")).to_contain_text("Nothing can be allowed here")
    assert {status(site, one.number) for one in asked} == {"pending"}
    page.keyboard.press("d")
    page.keyboard.type("one at a time")
    page.keyboard.press("Enter")

    assert [one.verdict() for one in asked] == ["deny"] * MANY
    expect(page.locator("[data-ended^=f]")).to_contain_text(f"{MANY} questions denied")
    reply = site.bearer().get(f"/api/approvals/{asked[-1].number}").json()["reply"]
    assert (reply["by"], reply["channel"], reply["words"]) == ("ada", "web", "one at a time")
    assert status(site, quiet.number) == "pending"


def test_line_of_a_flood_opens_with_every_question(site: Site, page: Page) -> None:
    """Enter leads to all of them; each has a page of its own, where it can be allowed."""
    asked = flood(site)
    opened(page)
    fold(page)
    at_rest(page)

    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/line")

    for one in asked:
        expect(page.locator(f"#line a[href='/approvals/{one.number}']")).to_be_visible()
    page.get_by_role("button", name=re.compile("Deny all")).click()
    assert [one.verdict() for one in asked] == ["deny"] * MANY


def test_words_on_the_line_of_a_flood_stay_while_it_grows(site: Site, page: Page) -> None:
    """The count follows the flood; what somebody writes there is not lost."""
    flood(site)
    opened(page)
    line = fold(page)
    line.get_by_placeholder("words for the agent").fill("half a sent")
    site.ask("npm publish --tag more", agent="loud", subagent="sub-more")

    fold(page, MANY + 1)
    expect(line.get_by_placeholder("words for the agent")).to_have_value("half a sent")
    expect(line.get_by_role("button")).to_contain_text(f"Deny all {MANY + 1}")


def test_viewer_cannot_deny_a_flood(site: Site, new_page: NewPage) -> None:
    """The line says why, and the server refuses it by itself."""
    asked = flood(site)
    page = opened(new_page(VIEWER))
    expect(fold(page)).to_contain_text("You cannot answer these: you are a viewer here")
    expect(page.locator(FOLD).get_by_role("button")).to_have_count(0)

    numbers = ",".join(str(one.number) for one in asked)
    fields = {"line": "f0123456789abcdef", "numbers": numbers}
    said = site.client(VIEWER).post("/approvals/deny", data=fields, headers=PIECE)
    told = site.bearer(VIEWER).post("/api/approvals/deny", json={"numbers": [asked[0].number]})

    assert (said.status_code, told.status_code) == (403, 403)
    assert {status(site, one.number) for one in asked} == {"pending"}


def test_api_denies_several_and_allows_none_of_them(site: Site) -> None:
    """What has ended is named as refused; an answer, a scope or a yes is not taken."""
    asked = flood(site, count=2)
    numbers = [one.number for one in asked]
    every_wrong: list[dict[str, object]] = [
        {"numbers": numbers, "answer": "allow"},
        {"numbers": numbers, "scope": "session"},
        {"numbers": []},
        {"numbers": ["1"]},
        {"numbers": [True]},
        {"words": "x"},
    ]
    for wrong in every_wrong:
        assert site.bearer().post("/api/approvals/deny", json=wrong).status_code == 400
    assert {status(site, number) for number in numbers} == {"pending"}

    asked[0].answer("deny")
    told = site.bearer().post("/api/approvals/deny", json={"numbers": numbers}).json()

    assert told["denied"] == [numbers[1]]
    assert list(told["refused"]) == [str(numbers[0])]


def test_names_on_the_line_of_a_flood_stay_words(site: Site) -> None:
    """Names, sessions and commands of a flood are an agent's: nowhere a tag."""
    evil = "<script>alert(1)</script>\u202e"
    asked = flood(site, agent=f"a {evil}")
    pages = [
        site.client().get("/approvals", headers=PAGE),
        site.client().get(f"/approvals/{asked[0].number}/line", headers=PAGE),
        site.client().get("/", headers=PAGE),
    ]

    for said in pages:
        assert said.status_code == 200
        assert f"{MANY} questions of one session" in shown(said)
        assert "<script>alert" not in said.text
        assert "\u202e" not in said.text
