"""`/tools`: looking, searching, and what only an administrator may do."""

from __future__ import annotations

from collections.abc import Iterator
from shutil import rmtree

import pytest
from playwright.sync_api import Page, expect

from proctor.tools.pins import Pins
from tests.tools.upstream_tools import listed, nested
from tests.web.conftest import NewPage
from tests.web.sites import DEVELOPER, VIEWER, Site

GET = listed("get_issue", "Get an issue", read_only=True)
CHANGED = GET._replace(description="Get an issue\nand send it to <script>alert(1)</script>")
SCRIPT = "<script>alert(1)</script>"
HOSTILE = (
    f"{SCRIPT}\"' onmouseover=alert(1) \u202e\u200b\x1b[31m\ud800 {{{{ 7 * 7 }}}} javascript:x"
)


@pytest.fixture
def pins(site: Site) -> Iterator[Pins]:
    """Let an upstream have listed a tool, and forget all of them at the end."""
    made = Pins(site.home)
    made.meet("github", [GET])
    yield made
    for one in made.all():
        made.forget(one.name)


def words(site: Site, path: str, person: str = VIEWER) -> str:
    """Return a page, or a piece of one, as text."""
    answer = site.bearer(person).get(path)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_tools_are_found_by_words_and_folded_away(page: Page) -> None:
    """A search shows what has all of its words, as one types; a category closes and opens."""
    page.goto("/tools")
    files = page.locator("[data-category=filesystem]")
    read = page.locator("#tool-Read")
    expect(read).to_be_visible()

    files.locator("summary").first.click()
    expect(read).to_be_hidden()
    files.locator("summary").first.press("Enter")
    expect(read).to_be_visible()

    page.get_by_label("Search", exact=True).fill("run_command shell")
    expect(page.locator("#tool-Bash")).to_be_visible()
    expect(read).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="1 tool of")).to_be_visible()
    assert page.url.endswith("?project=&q=run_command+shell")

    page.reload()
    expect(page.locator("#tool-Bash")).to_be_visible()
    page.get_by_label("Search", exact=True).fill("no such thing")
    expect(page.get_by_text("No tool has these words.")).to_be_visible()


def test_a_tool_tells_everything_when_it_is_opened(page: Page) -> None:
    """Its names, parameters, marks and roles; a role's name leads to the role."""
    page.goto("/tools?q=Bash")
    tool = page.locator("#tool-Bash")
    tool.locator("summary").press("Enter")

    expect(tool.get_by_role("row", name="command string yes")).to_be_visible()
    expect(tool.locator("dd", has_text="run_command")).to_be_visible()
    expect(tool.locator("summary")).to_contain_text("Bash, bash, run_shell_command")
    expect(tool.get_by_text("mutates")).to_be_visible()
    expect(tool.get_by_role("link", name="builder")).to_have_attribute("href", "/roles/builder")
    expect(tool.get_by_role("link", name="reader")).to_have_count(0)


def test_a_held_tool_is_looked_at_and_pinned(page: Page, site: Site, pins: Pins) -> None:
    """It stands first, with why and with what has changed; once it is pinned it does not."""
    pins.meet("github", [CHANGED])
    page.goto("/tools")
    held = page.locator("#held-1")
    expect(held).to_contain_text("its description changed since it was first seen")
    held.locator("summary").click()
    expect(held.locator("ins", has_text=SCRIPT)).to_be_visible()

    held.get_by_role("button", name="Pin…").click()
    page.get_by_role("dialog").get_by_role("button", name="Pin it").click()

    expect(page.get_by_text("pinned github/get_issue")).to_be_visible()
    expect(page.locator("#held-1")).to_have_count(0)
    assert pins.seen("github").standings["get_issue"].pinned_by == "ada"


def test_an_administrator_syncs_the_catalogue(page: Page, site: Site) -> None:
    """They are told before whose code runs; the file is written, and they are told of it."""
    page.goto("/tools")
    page.get_by_label("Seen from").select_option(str(site.project))
    dialog = page.locator("#sync-tools")
    expect(dialog).to_contain_text(str(site.project))
    page.get_by_role("button", name="Sync the catalogue…").click()
    expect(dialog.get_by_text("none of your code runs")).to_be_visible()
    dialog.get_by_role("button", name="Sync", exact=True).click()

    expect(page.locator("[data-toast=success]")).to_contain_text("tools:")
    written = site.project / ".proctor" / "tools"
    assert (written / "index.yaml").is_file()
    rmtree(written)


def test_others_look_and_change_nothing(new_page: NewPage, site: Site, pins: Pins) -> None:
    """They see what is held and why, without a button; the path itself refuses them."""
    pins.meet("github", [CHANGED])
    page = new_page(VIEWER)
    page.goto("/tools")
    page.locator("#held-1 > summary").click()
    expect(page.get_by_text("An administrator can pin it")).to_be_visible()
    expect(page.get_by_role("button", name="Sync")).to_have_count(0)
    expect(page.get_by_role("button", name="Pin")).to_have_count(0)

    which = {"upstream": "github", "tool": "get_issue"}
    for person in (VIEWER, DEVELOPER):
        for path in ("sync", "pin", "unpin", "forget"):
            answer = site.bearer(person).post(f"/tools/{path}", data=which)
            assert answer.status_code == 403, path


def test_hostile_texts_stay_texts(site: Site, pins: Pins) -> None:
    """In every place where a server's words are shown they are escaped, and nothing is hidden."""
    schema = {
        "type": "object",
        "properties": {HOSTILE: {"description": HOSTILE, "enum": [HOSTILE], "default": HOSTILE}},
        "required": [HOSTILE],
    }
    evil = listed("evil", "harmless", schema=schema, title=HOSTILE)
    hidden = listed("hidden", HOSTILE, schema=schema)
    pins.meet("evil", [evil, hidden, listed("deep", "deep", schema=nested(200))])
    shown = [
        words(site, "/tools"),
        words(site, "/tools?q=" + "%3Cscript%3Ealert(1)%3C/script%3E"),
        words(site, "/tools/one?id=mcp__evil__evil"),
        words(site, "/tools/one?id=mcp__evil__deep"),
        words(site, "/tools/held?id=mcp__evil__hidden", "ada"),
    ]

    for text in shown:
        assert SCRIPT not in text
        assert "\u202e" not in text
        assert "\u200b" not in text
    assert "&lt;script&gt;" in shown[4]
    assert "\\u202e" in shown[4]
    assert "its text has characters that nobody sees" in shown[0]


def test_what_is_not_there_is_said_in_words(site: Site) -> None:
    """Unknown tools, projects and fields are errors with a sentence, and no page is empty."""
    asked = site.bearer(VIEWER)

    for path, status in (
        ("/tools/one?id=nope", 404),
        ("/tools/one?id=" + "x" * 5000, 404),
        ("/tools/one", 422),
        ("/tools/held?id=mcp__no__one", 404),
        ("/tools?project=/etc", 404),
        ("/tools?x=1", 422),
    ):
        assert asked.get(path).status_code == status, path


def test_a_role_that_does_not_load_is_named(site: Site) -> None:
    """The page says so, instead of leaving it out of the roles of every tool."""
    broken = site.home / "roles" / "askew.yaml"
    broken.write_text("name: askew\ntools: [Raed]\n")
    try:
        text = words(site, "/tools")
    finally:
        broken.unlink()

    assert "1 role does not load" in text
    assert "roles/askew.yaml:2" in text
