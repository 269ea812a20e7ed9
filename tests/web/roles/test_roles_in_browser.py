"""The pages of roles in a browser: made, changed, checked as one types, compared, deleted."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.browsing import Trouble
from tests.web.roles.conftest import WriteRole
from tests.web.sites import Site

ROLE = """\
# The shop's tester.
name: tester
description: Tests
permissions:
  # Reading is fine.
  allow:
    - Read
    - Bash(make test)   # only this
  ask:
    - rule: Bash(git push *)
      why: People look first.
"""


def opened(page: Page, role: str) -> None:
    """Open a role, ready to be changed."""
    page.goto(f"/roles/{role}")
    expect(page.locator("#role-form")).to_be_visible()


def rule(page: Page, effect: str, at: int) -> str:
    """Return where a line of rules stands."""
    return f"[data-rules={effect}] li:nth-child({at + 1}) [data-rule]"


def test_a_role_is_made(page: Page, site: Site, write_role: WriteRole) -> None:
    """Name, tools by the filter and by category, a button, a rule; then it is in the list."""
    page.goto("/roles")
    page.get_by_role("link", name="Create role").click()
    page.get_by_label("Name", exact=False).first.fill("Docs Helper")
    page.get_by_label("Only those that are ticked").check()
    page.get_by_label("Filter tools").fill("search in files")
    expect(page.locator("[data-tool]:visible")).to_have_count(1)
    page.get_by_label("Filter tools").fill("")
    page.get_by_label("All of Filesystem").check()
    expect(page.locator("[data-tool-group]").first.locator("[data-tool-count]")).to_have_text(
        "12/12"
    )
    page.locator("input[name='effect:Write'][value=ask]").check()
    page.locator(rule(page, "allow", 0)).fill("Edit(docs/**)")
    page.locator(rule(page, "allow", 0)).press("Enter")
    page.keyboard.type("Read")
    expect(page.locator("[data-verdict=fine]")).to_be_visible()
    page.get_by_role("button", name="Review and save…").click()
    expect(page.locator(".difference-more", has_text="- Edit(docs/**)")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/roles/docs-helper?*")

    made = site.bearer().get("/api/roles/docs-helper").json()
    assert made["fields"]["permissions"] == {"allow": ["Edit(docs/**)", "Read"], "ask": ["Write"]}
    assert len(made["toolIds"]) == 12
    page.goto("/roles?q=docs")
    expect(page.locator("tr[data-role=docs-helper]")).to_contain_text("12")


def test_an_error_stands_under_its_line(page: Page, site: Site, write_role: WriteRole) -> None:
    """With the caret as the command line shows it; mended, it goes, and comments are kept."""
    path = write_role("tester", ROLE)
    opened(page, "tester")
    page.locator(rule(page, "allow", 1)).fill("Bash(npm test")
    wrong = page.locator("#err-allow-1 .problem")
    expect(wrong).to_contain_text("unclosed-parenthesis")
    expect(wrong).to_contain_text("^")
    expect(page.locator(rule(page, "allow", 1))).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Review and save…").click()
    expect(page.locator("#outcome .problem")).to_be_visible()
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    page.locator(rule(page, "allow", 1)).fill("Bash(npm test)")
    expect(page.locator("[data-verdict=fine]").first).to_be_visible()
    expect(wrong).to_have_count(0)
    page.get_by_role("button", name="Review and save…").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/roles/tester?*")

    after = path.read_text()
    assert after.startswith(ROLE.partition("  ask:")[0] + "    - Bash(npm test)\n  ask:\n")
    assert after.count("# ") == ROLE.count("# ")


def test_a_tools_button_is_a_rule(page: Page, site: Site, write_role: WriteRole) -> None:
    """Turned to deny by the keyboard: the preview lacks it, and a call would be decided so."""
    write_role("builder", "name: builder\npermissions:\n  allow: [Read, Grep, 'Bash(make *)']\n")
    opened(page, "builder")
    page.locator("input[name='effect:Read'][value=allow]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("input[name='effect:Read'][value=deny]")).to_be_checked()
    page.get_by_role("button", name="Preview tools").click()
    rows = page.locator("#outcome .tool-row")
    expect(rows.filter(has=page.get_by_text("search_files", exact=True))).to_have_count(1)
    expect(rows.filter(has=page.get_by_text("read_file", exact=True))).to_have_count(0)
    page.get_by_role("button", name="What would this have changed?").click()
    expect(page.locator("[data-rehearsal=done]")).to_be_visible()
    outcome = page.locator("#outcome")
    expect(outcome).to_contain_text("1 call")
    expect(outcome.locator("[data-changed]")).to_have_count(1)
    expect(outcome.locator("[data-changed]")).to_contain_text("src/app.py")


def test_the_text_and_the_form_are_one(page: Page, site: Site, write_role: WriteRole) -> None:
    """What is changed in one stands in the other; a text the form cannot show stays text."""
    write_role("tester", ROLE)
    opened(page, "tester")
    expect(page.locator(".kept", has_text="People look first.")).to_be_visible()
    page.get_by_label("Description").fill("Tests it all")
    page.get_by_role("tab", name="As text").click()
    text = page.get_by_label("The role file")
    expect(text).to_have_value(ROLE.replace("description: Tests", "description: Tests it all"))
    text.fill(ROLE.replace("    - Read\n", "    - Grep\n"))
    page.get_by_role("tab", name="Form").click()
    expect(page.locator("input[name='effect:Grep'][value=allow]")).to_be_checked()
    expect(page.locator("input[name='effect:Read'][value='']")).to_be_checked()
    page.get_by_role("tab", name="As text").click()
    page.get_by_label("The role file").fill("name: [tester\n")
    expect(page.locator("#verdict .problem")).to_contain_text("bad-yaml")
    page.get_by_role("tab", name="Form").click()
    expect(page.get_by_label("The role file")).to_have_value("name: [tester\n")


def test_a_change_on_disk_is_noticed(page: Page, site: Site, write_role: WriteRole) -> None:
    """While one types, and in the review: theirs is shown, and only knowingly saved over."""
    path = write_role("tester", ROLE)
    opened(page, "tester")
    path.write_text(ROLE.replace("description: Tests", "description: By hand"))
    page.get_by_label("Description").fill("Mine")
    expect(page.locator("#disk")).to_contain_text("changed on disk")
    page.get_by_role("button", name="Review and save…").click()
    review = page.locator("#outcome")
    expect(review.locator(".notice .difference-more")).to_contain_text("description: By hand")
    expect(review.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    expect(review.get_by_role("link", name="Load theirs")).to_be_visible()
    assert "By hand" in path.read_text()
    review.get_by_role("button", name="Save over it").click()
    page.wait_for_url("**/roles/tester?*")

    assert "description: Mine" in path.read_text()
    history = page.locator("[data-version]")
    expect(history.first).to_contain_text("updated by ada")
    expect(history.nth(1)).to_contain_text("found by hand")


def test_a_role_in_use_goes_only_with_another_in_its_place(
    page: Page, site: Site, write_role: WriteRole
) -> None:
    """The confirmation names who depends on it, and wants to know who takes its place."""
    write_role("parent", "name: parent\n")
    child = write_role("child", "extends: parent\n")
    write_role("heir", "name: heir\n")
    page.goto("/roles")
    page.get_by_role("button", name="Delete parent").click()
    dialog = page.get_by_role("dialog", name="Delete parent?")
    expect(dialog).to_contain_text("the role child")
    dialog.get_by_label("Give them this role instead").select_option("heir")
    dialog.get_by_role("button", name="Delete it").click()
    expect(page.locator("[role=status]", has_text="parent was deleted")).to_be_visible()
    expect(page.locator("tr[data-role=parent]")).to_have_count(0)

    assert "extends: heir" in child.read_text()


def test_a_built_in_role_is_copied_to_ones_own(
    page: Page, site: Site, write_role: WriteRole, trouble: Trouble
) -> None:
    """It cannot be changed; a name that is taken is refused in words, another makes a role."""
    trouble.expect("400")
    page.goto("/roles/guarded")
    expect(page.locator("#role-form")).to_have_count(0)
    page.get_by_role("button", name="Copy to my roles").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name of the copy").fill("builder")
    dialog.get_by_role("button", name="Copy it").click()
    expect(page.locator("[data-toast=error]")).to_contain_text("there is a role `builder` already")
    dialog.get_by_label("Name of the copy").fill("Mine")
    dialog.get_by_role("button", name="Copy it").click()
    page.wait_for_url("**/roles/mine?*")
    expect(page.locator("#role-form")).to_be_visible()


def test_an_earlier_version_comes_back(page: Page, site: Site, write_role: WriteRole) -> None:
    """Each change is shown with its lines; restoring shows what it takes, and makes a new one."""
    path = write_role("tester", ROLE)
    web, whatever = site.bearer(), {"If-Match": "*"}
    web.patch("/api/roles/tester", json={"description": "Other"}, headers=whatever)
    opened(page, "tester")
    page.get_by_role("button", name="Show version 2").click()
    expect(page.locator("#version-2 .difference-less")).to_contain_text("description: Tests")
    path.write_text(f"{path.read_text()}# By hand\n")
    page.get_by_role("button", name="Restore version 1").click()
    dialog = page.get_by_role("dialog", name="Restore version 1?")
    expect(dialog.locator(".notice .difference-more")).to_contain_text("# By hand")
    path.write_text(f"{path.read_text()}# Again\n")
    dialog.get_by_role("button", name="Restore over it").click()
    expect(dialog.locator(".difference-less", has_text="# Again")).to_be_visible()
    dialog.get_by_role("button", name="Restore over it").click()
    page.wait_for_url("**/roles/tester?*")

    assert "description: Tests\n" in path.read_text()
