"""The record in a real browser: filter, open, page on, see it grow, take it away."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.web.browsing import Trouble
from tests.web.conftest import NewPage
from tests.web.sites import ADMIN, Site


def decide(site: Site, agent: str, command: str) -> None:
    """Let a call be decided, so that there is a record of it."""
    call = {"tool": "Bash", "input": {"command": command}, "cwd": str(site.project)}
    asked = {**call, "agent": agent, "role": "builder", "ask": "leave"}
    answer = site.bearer(ADMIN).post("/api/decide", json=asked)
    assert answer.status_code == 200, answer.text


def test_filter_open_a_record_and_page_on(site: Site, page: Page) -> None:
    """What is typed stands in the address; a row opens its record; older ones are a link away."""
    for number in range(52):
        decide(site, "browsed", f"make part-{number}")
    page.goto("/audit")
    page.get_by_label("Agent").fill("browsed")
    page.get_by_role("button", name="Filter", exact=True).click()

    page.wait_for_url("**/audit?agent=browsed")
    table = page.get_by_role("table", name="Records, newest first")
    expect(table.locator("tbody tr")).to_have_count(50)
    page.get_by_role("link", name="Older").click()
    expect(table.locator("tbody tr")).to_have_count(2)
    expect(table).to_contain_text("make part-0")
    page.get_by_role("link", name="Newer").click()
    expect(table.locator("tbody tr")).to_have_count(50)
    table.locator("tbody tr").first.get_by_role("link").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Record")
    expect(page.locator("main")).to_contain_text("make part-51")
    expect(page.locator("main")).to_contain_text("Bash(make *)")


def test_new_records_appear_and_can_be_paused(site: Site, page: Page) -> None:
    """A record that meets the filters appears by itself; while paused none does."""
    decide(site, "tailed", "make first")
    page.goto("/audit?agent=tailed")
    rows = page.locator("#records tr")
    expect(rows).to_have_count(1)
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")

    decide(site, "not-tailed", "make other")
    decide(site, "tailed", "make second")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("make second")

    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#tail")).to_have_attribute("data-state", "paused")
    decide(site, "tailed", "make third")
    page.get_by_role("button", name="Go on").click()
    expect(rows).to_have_count(3)
    expect(page.locator("#records")).not_to_contain_text("make other")


def test_the_first_record_fills_an_empty_list(site: Site, page: Page) -> None:
    """A page that was empty shows the first record that comes, and is not called empty then."""
    page.goto("/audit?agent=first-of-all")
    expect(page.locator("#nothing")).to_be_visible()
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")

    decide(site, "first-of-all", "make it")

    expect(page.locator("#records tr")).to_have_count(1)
    expect(page.locator("#nothing")).to_have_count(0)


def test_what_is_looked_at_can_be_downloaded(site: Site, page: Page, tmp_path: Path) -> None:
    """A link downloads the records of the filters."""
    decide(site, "downloaded", "make it")
    page.goto("/audit?agent=downloaded")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export JSON").click()

    file = tmp_path / "records"
    download.value.save_as(file)
    assert download.value.suggested_filename == "audit.jsonl"
    assert [json.loads(line)["agent_name"] for line in file.read_text().splitlines()] == [
        "downloaded"
    ]


def test_a_wrong_filter_is_told_beside_its_field(page: Page, trouble: Trouble) -> None:
    """Whoever types nonsense stays where they are, and reads what is wrong."""
    trouble.expect("422")
    page.goto("/audit")
    page.get_by_label("Since").fill("whenever")
    page.get_by_role("button", name="Filter", exact=True).click()

    expect(page.get_by_label("Since")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#field-since-error")).to_contain_text("write a moment")


def test_everything_is_verified_by_a_click(site: Site, new_page: NewPage) -> None:
    """Also a viewer may know whether the record is whole, on a small screen too."""
    page = new_page("vera", width=360, dark=True)
    page.goto("/audit/chains")
    page.get_by_role("button", name="Verify all records").click()

    expect(page.locator("#verified")).to_have_attribute("data-state", "whole")
    expect(page.get_by_role("table")).to_contain_text("shop-1")


def test_changes_by_people_appear_while_one_looks(site: Site, page: Page) -> None:
    """The tabs lead from the decisions to who changed what, and a change appears by itself."""
    page.goto("/audit")
    page.get_by_role("link", name="Changes by people").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Changes by people")
    expect(page.locator("#live-state")).to_have_attribute("data-state", "live")

    made = site.bearer(ADMIN).post("/api/roles", json={"name": "audited", "toolIds": ["Read"]})

    assert made.status_code == 201, made.text
    expect(page.locator("#changes")).to_contain_text("audited")
    expect(page.locator("#changes")).to_contain_text(ADMIN)
