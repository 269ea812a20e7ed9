"""The workflows' pages in a browser: a run from its start to its end, a template edited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Trouble
from tests.web.conftest import NewPage
from tests.web.sites import WORKFLOW, Site

COMMENTED = WORKFLOW.replace("stages:\n", "# How we build.\nstages:\n  # First of all.\n")


@pytest.fixture
def template(site: Site) -> Iterator[Path]:
    """Give the file of a template of the test's own."""
    file = site.home / "workflow-templates" / "edited.yaml"
    file.write_text(COMMENTED)
    yield file
    file.unlink(missing_ok=True)


def test_a_run_is_started_and_advanced_through_its_gate(page: Page, site: Site) -> None:
    """By clicks: start, a task, the gate's question, the yes; another page sees it all."""
    page.goto("/workflows")
    page.get_by_label("Template", exact=True).select_option("plan-build")
    page.get_by_label("Project", exact=True).fill(str(site.project))
    page.get_by_label("What it is about").fill("<b>Prices</b>")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r"/workflows/WF-"))
    expect(page.get_by_role("heading", name="<b>Prices</b>")).to_be_visible()

    page.get_by_label("A new task").first.fill("Read the prices")
    page.get_by_role("button", name="Add", exact=True).first.click()
    task = page.locator("[data-task=T-001]")
    expect(task).to_contain_text("Read the prices")
    task.get_by_role("button", name="Drop").click()
    expect(task).to_have_attribute("data-status", "dropped")

    page.get_by_role("button", name="Advance: end plan").click()
    status = page.locator("#run-status")
    expect(status).to_have_attribute("data-status", "waiting")
    expect(page.get_by_text("The gate waits for a person")).to_be_visible()
    page.get_by_label("Words with the answer").fill("good")
    page.get_by_role("button", name="Yes, go on").click()
    expect(status).to_contain_text("active in build")
    expect(page.locator("[aria-current=step]")).to_have_text("build")

    # Somebody else ends it: the open page follows.
    run = page.url.rsplit("/", 1)[1]
    moved = site.bearer("dan").post(f"/api/workflows/{run}/advance", json={"stage": "build"})
    assert moved.json()["status"] == "completed"
    expect(status).to_have_attribute("data-status", "completed")


def test_what_is_typed_stays_while_the_run_moves(page: Page, site: Site) -> None:
    """A page that is shown anew takes nobody's words away, and a dialog stays open."""
    said = {"template": "plan-build", "project": str(site.project)}
    run = site.bearer().post("/api/workflows", json=said).json()["id"]
    page.goto(f"/workflows/{run}")
    field = page.get_by_label("A new task").first
    field.fill("Half a thought")
    page.get_by_role("button", name="Cancel the run").click()
    dialog = page.locator("#cancel-run")

    added = site.bearer("dan").post(f"/api/workflows/{run}/tasks", json={"title": "Of Dan"})

    assert added.status_code == 200
    expect(page.locator("[data-task=T-001]")).to_contain_text("Of Dan")
    expect(field).to_have_value("Half a thought")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Why").fill("no need")
    dialog.get_by_role("button", name="Cancel the run").click()
    expect(page.locator("#run-status")).to_have_attribute("data-status", "cancelled")
    expect(page.get_by_text("no need")).to_be_visible()


def test_a_template_is_edited(page: Page, template: Path) -> None:
    """Problems as one types, stages added and moved, the diff, then the file: comments stay."""
    page.goto("/workflows/templates/edited")
    page.get_by_role("link", name="Edit").click()
    problems = page.locator("#template-problems")
    expect(problems).to_contain_text("it says what the file says")
    expect(problems).to_have_attribute("data-htmx-powered", "true")  # it listens

    name = page.locator("#stage-0-name")
    name.fill("plan it")
    expect(problems).to_contain_text("`plan it` cannot be the name of a stage")
    expect(problems.get_by_role("link", name="stage 1")).to_be_visible()
    name.fill("draft")
    expect(problems).to_contain_text("this is a template")

    page.get_by_role("button", name="Add a stage").click()
    expect(page.locator("#stage-2-name")).to_be_visible()
    expect(problems).to_contain_text("a stage has a `name`")
    page.locator("#stage-2-name").fill("proof")
    page.locator("#stage-2-role").select_option("builder")
    page.locator("#stage-2-gate").select_option("verification")
    page.locator("#stage-2-commands").fill("make test")
    page.get_by_role("button", name="Up: stage 3").click()
    expect(page.locator("#stage-1-name")).to_have_value("proof")
    expect(problems).to_contain_text("this is a template")

    page.get_by_role("button", name="Look at the changes").click()
    review = page.locator("#review")
    expect(review).to_contain_text("+  - name: draft")
    expect(review).to_contain_text("+    roleId: builder")
    assert template.read_text() == COMMENTED
    review.get_by_role("button", name="Save").click()
    page.wait_for_url("**/workflows/templates/edited")
    expect(page.get_by_role("heading", name="2. proof")).to_be_visible()
    text = template.read_text()
    assert "# How we build.\nstages:\n  # First of all.\n  - name: draft\n" in text
    assert text.index("name: proof") < text.index("name: build")


def test_of_two_who_edit_the_second_is_told(page: Page, trouble: Trouble, template: Path) -> None:
    """The file on disk is not overwritten, whoever has changed it."""
    trouble.expect("409")
    page.goto("/workflows/templates/edited/edit")
    with page.expect_response("**/editor/check"):  # it would notice the other change by itself
        page.locator("#field-displayName").fill("Mine")
    page.get_by_role("button", name="Look at the changes").click()
    expect(page.locator("#review")).to_contain_text("+displayName: Mine")
    changed = COMMENTED.replace("Plan it.", "Theirs.")
    template.write_text(changed)

    page.get_by_role("button", name="Save").click()

    expect(page.locator("#toasts")).to_contain_text("changed by somebody else")
    assert template.read_text() == changed
    page.get_by_role("button", name="Look at the changes").click()
    expect(page.locator("#review")).to_contain_text("changed by somebody else")
    expect(page.get_by_role("button", name="Save")).to_have_count(0)


def test_a_viewer_starts_and_edits_nothing(new_page: NewPage) -> None:
    """There is nothing to click for what they may not do; a small screen fits."""
    page = new_page("vera", width=360)
    page.goto("/workflows")

    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    expect(page.get_by_role("link", name="New template")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
