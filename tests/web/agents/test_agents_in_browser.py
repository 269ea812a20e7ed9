"""The agents' pages in a browser: states as they change, a screen, a message, an end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.web.agents.conftest import Start
from tests.web.conftest import NewPage
from tests.web.sites import Site


def test_a_state_changes_on_the_open_page(page: Page, site: Site) -> None:
    """Who is blocked comes first, in red, with the question linked; and goes back when answered."""
    agent = "changing-1"
    site.event("UserPromptSubmit", agent=agent, prompt="Publish it")
    page.goto("/agents")
    row = page.locator(f"tr[data-agent={agent}]")
    expect(row).to_have_attribute("data-state", "thinking")

    asked = site.ask("npm publish", agent=agent)

    expect(row).to_have_attribute("data-state", "blocked")
    expect(page.locator("#agents-table tbody tr").first).to_have_attribute("data-agent", agent)
    link = row.get_by_role("link", name=f"question {asked.number}")
    expect(link).to_have_attribute("href", re.compile(rf"^/approvals.*{asked.number}"))
    asked.answer("deny")
    expect(row).to_have_attribute("data-state", "thinking")
    expect(row.get_by_role("link", name="question")).to_have_count(0)


def test_an_agent_is_seen_told_and_stopped(page: Page, start: Start) -> None:
    """Its screen follows what is sent; it ends only after a person has said so twice."""
    name = start("seen-1", "colours", "env <script>document.title='owned'</script>")
    page.goto("/agents")
    page.get_by_role("link", name=name).click()
    screen = page.locator("#screen-text")

    expect(screen).to_contain_text("<script>document.title='owned'</script>=<not set>")
    expect(screen.locator("span", has_text="red")).to_have_class(re.compile("text-red-400"))
    page.get_by_role("textbox", name="Message").fill("!touch /tmp/x <b>hello</b>")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#agent-sent")).to_contain_text("Delivered")
    expect(screen).to_contain_text("heard: From ada: !touch /tmp/x <b>hello</b>")

    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#agent-state")).to_have_attribute("data-state", "running")
    page.get_by_role("button", name="Stop", exact=True).click()
    page.get_by_role("button", name="Stop it").click()
    expect(page.locator("#agent-said")).to_contain_text("exited (SIGTERM)")
    expect(page.locator("#agent-state")).to_have_attribute("data-state", "exited")
    expect(page.locator("#agent-screen")).to_contain_text("no terminal any more")


def test_a_viewer_sees_and_does_nothing(new_page: NewPage, start: Start) -> None:
    """There is no field and no button for what they may not do; a small screen fits."""
    name = start("seen-2")
    page = new_page("vera", width=360)
    page.goto(f"/agents/{name}")

    expect(page.locator("#screen-text")).to_contain_text("ready>")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(page.get_by_role("textbox", name="Message")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.goto("/agents")
    expect(page.get_by_role("link", name=name)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
