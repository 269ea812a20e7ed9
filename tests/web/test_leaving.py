"""Editors in a browser: what was written and not saved is not lost by leaving."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Dialog, Page, expect

from tests.web.roles.conftest import WriteRole, write_role
from tests.web.roles.test_roles_in_browser import ROLE, opened, rule
from tests.web.sites import Site
from tests.web.workflows.test_workflows_in_browser import template

__all__ = ["template", "write_role"]


def questions(page: Page) -> list[str]:
    """Return the list of what a page asks, to which every answer is to stay."""
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    return asked


def leave(page: Page) -> None:
    """Go to the tools by the menu."""
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Tools").click(
        no_wait_after=True
    )


def test_a_role_is_not_lost_by_leaving(page: Page, site: Site, write_role: WriteRole) -> None:
    """Changed, it is asked about; saved, or as it was, or only looked at as text, it is not."""
    write_role("tester", ROLE)
    asked = questions(page)
    opened(page, "tester")
    page.get_by_label("Description").click()
    page.get_by_label("Description").fill("Mine")
    leave(page)
    expect(page.get_by_label("Description")).to_have_value("Mine")
    assert asked == ["beforeunload"]

    page.get_by_role("button", name="Review and save…").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/roles/tester?*")
    page.get_by_role("tab", name="As text").click()
    expect(page.get_by_label("The role file")).to_be_visible()
    leave(page)
    page.wait_for_url("**/tools")
    assert asked == ["beforeunload"]


def test_a_template_is_not_lost_by_leaving(page: Page, site: Site, template: Path) -> None:
    """A stage more is a change, too; saved, nothing is asked."""
    asked = questions(page)
    page.goto("/workflows/templates/edited/edit")
    page.get_by_label("Description").click()
    leave(page)
    page.wait_for_url("**/tools")
    assert asked == []

    page.goto("/workflows/templates/edited/edit")
    stages = page.locator("#template-form [name=prompt]")
    before = stages.count()
    page.get_by_role("button", name="Add a stage").click()
    expect(stages).to_have_count(before + 1)
    leave(page)
    expect(stages).to_have_count(before + 1)
    assert asked == ["beforeunload"]


def test_a_review_goes_when_the_role_changes(page: Page, site: Site, write_role: WriteRole) -> None:
    """Errors that were corrected do not stay in red, nor does a button that saves."""
    write_role("tester", ROLE)
    opened(page, "tester")
    line = page.locator(rule(page, "allow", 1))
    line.fill("Bash(npm test")
    page.get_by_role("button", name="Review and save…").click()
    expect(page.locator("#outcome .problem")).to_be_visible()

    line.fill("Bash(npm test)")

    expect(page.locator("#outcome")).to_be_empty()
    expect(page.locator("[data-verdict=fine]")).to_be_visible()
