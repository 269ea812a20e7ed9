"""The first page: who does what, who waits, what was refused; and all of it while it happens."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from proctor.keepers import FILE
from proctor.server.web.happening import MOST_LINES, lately
from proctor.server.web.overview import told_lately, told_now
from tests.audit.homes import a_record
from tests.server.offices import bash, opened, run
from tests.server.test_faults import corrupt
from tests.web.browsing import Trouble
from tests.web.conftest import NewPage
from tests.web.sites import DEVELOPER, VIEWER, Site

HOSTILE = "curl 'x\u202e<script>alert(1)</script>'"


def text_of(html: str) -> str:
    """Return what is read of a page, on one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_blocked_agent_comes_first_with_a_link_to_its_question(site: Site) -> None:
    """Whoever opens the page sees at once who waits for whom."""
    site.event("UserPromptSubmit", agent="aaa-works")
    asked = site.ask("npm publish", agent="zzz-waits")
    html = site.client().get("/").text
    agents = html[html.index('id="agents-head"') : html.index('id="questions-head"')]

    assert agents.index("zzz-waits") < agents.index("aaa-works")
    assert f'href="/approvals#question-{asked.number}"' in agents
    assert "row-blocked" in agents


def test_questions_are_shown_with_what_is_asked(site: Site) -> None:
    """The first few are there with their command; how many more there are is said."""
    numbers = [
        site.ask(f"npm publish --tag v{n}", agent=f"many-{n}").number for n in range(MOST_LINES + 2)
    ]
    html = site.client(VIEWER).get("/").text

    waiting = html[html.index('id="questions-head"') : html.index('id="day-head"')]
    shown = [int(found) for found in re.findall(r"/approvals#question-(\d+)", waiting)]
    assert shown == numbers[:MOST_LINES]
    assert "npm publish --tag v0" in waiting
    assert "2 more questions" in waiting
    assert f"<title>({len(numbers)}) Overview · Proctor</title>" in html


def test_what_was_refused_is_shown_with_the_reason(site: Site) -> None:
    """Each denial says why, and leads to its record."""
    for tool, given in (
        ("Bash", {"command": "git push -f origin mine"}),
        ("Write", {"file_path": "a.md", "content": ""}),
    ):
        role = "builder" if tool == "Bash" else "reader"
        site.event(
            "PreToolUse",
            agent="refused-1",
            role=role,
            tool_name=tool,
            tool_input=given,
            tool_use_id=f"refused-{tool}",
        )
    html = site.client(VIEWER).get("/").text
    refused = html[html.index('id="denials-head"') :]

    assert "This cannot be undone. Ask a person to do it." in text_of(refused)
    assert "the role does not have the tool Write" in text_of(refused)
    assert re.search(r'href="/audit/\d+">git push -f origin mine<', refused)


def test_what_an_agent_says_stays_a_text(site: Site) -> None:
    """Script in a command is read and not run, and nothing of it is hidden."""
    site.ask(HOSTILE, agent="sly<b>")
    html = site.client().get("/").text

    assert "<script>alert" not in html
    assert "sly<b>" not in html
    assert "&lt;script&gt;alert(1)" in html
    assert '<span class="unseen" title="U+202E">' in html


def test_the_pieces_are_the_page(site: Site) -> None:
    """What a page fetches again after it missed something is what it was made of."""
    client = site.client()

    assert 'id="agents-head"' in client.get("/overview/now").text
    assert 'id="denials-head"' in client.get("/overview/lately").text


def test_the_last_day_is_counted(tmp_path: Path) -> None:
    """What was allowed, asked and denied is in the totals, the chart and what pages are told."""
    (tmp_path / "shop").mkdir()

    async def whole() -> tuple[str, str]:
        async with opened(tmp_path / "home") as office:
            for command in ("ls", "cat a", "rm -rf /"):
                await office.decide(bash(command, tmp_path / "shop", ask="leave"))
            day = await lately(office)
            assert (day.allowed, day.denied, day.decisions) == (2, 1, 3)
            assert "2 allowed, 0 asked, 1 denied" in day.chart
            return await told_lately(office, {}), await told_now(office, {})

    day, now = run(whole())
    assert 'hx-target="#lately"' in day
    assert "3 decisions" in text_of(day)
    assert "Nothing waits for you" in text_of(now)


def test_open_alarms_are_counted(tmp_path: Path) -> None:
    """They are counted until somebody acknowledges them; that there are none proves little."""

    async def whole() -> list[str]:
        async with opened(tmp_path / "home") as office:
            shown = [await told_lately(office, {})]
            for _ in range(2):
                await office.append(a_record(decision="alarm"))
            shown.append(await told_lately(office, {}))
            await office.alarms.acknowledge(2**62, person="root")
            shown.append(await told_lately(office, {}))
            return shown

    none, two, after = run(whole())
    quiet = "no open alarms; sessions without transcripts raise none"
    assert [quiet in text_of(html) for html in (none, two, after)] == [True, False, True]
    assert "2 alarms not acknowledged" in text_of(two)
    assert 'href="/audit?decision=alarm"' in two


def test_with_a_store_that_is_damaged_the_page_says_so(tmp_path: Path) -> None:
    """What only the store knows is missing, and that is said; the rest is there."""
    (tmp_path / "shop").mkdir()

    async def whole() -> tuple[str, str, str]:
        async with opened(tmp_path / "home") as office:
            await office.decide(bash("ls", tmp_path / "shop", ask="leave"))
            office.agent_rows.heard(office.agent_rows.of_name("still-here"), "builder")
            corrupt(tmp_path / "home" / FILE)
            day = await lately(office)
            return day.trouble, await told_lately(office, {}), await told_now(office, {})

    why, day, now = run(whole())
    assert "is damaged" in why
    assert f"The last day cannot be shown: {why}" in text_of(day)
    assert "still-here" in now


def test_an_open_page_follows_what_happens(site: Site, new_page: NewPage) -> None:
    """A question comes, is counted in the title and in the menu, and leaves when it is answered."""
    page = new_page(DEVELOPER)
    page.goto("/")
    expect(page.locator("#live-state")).to_have_text("live")
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()

    asked = site.ask("npm publish", agent="live-1")
    expect(page.locator("#now")).to_contain_text("npm publish")
    expect(page).to_have_title("(1) Overview · Proctor")
    expect(page.locator(".side .waiting")).to_have_text("Questions waiting: 1")
    blocked = page.locator(".row-blocked", has_text="live-1")
    expect(blocked.get_by_role("link", name="Answer")).to_have_attribute(
        "href", f"/approvals#question-{asked.number}"
    )

    asked.answer("deny")
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    expect(page).to_have_title("Overview · Proctor")
    expect(page.locator(".side .waiting")).to_be_hidden()
    expect(page.locator("#lately")).to_contain_text("npm publish")


def test_a_page_that_was_away_comes_back(site: Site, new_page: NewPage, trouble: Trouble) -> None:
    """A stream that dropped is opened again, and what happened meanwhile is fetched."""
    trouble.expect("net::ERR_FAILED", "Failed to fetch", "network error")
    page = new_page()
    page.goto("/")
    expect(page.locator("#live-state")).to_have_text("live")
    # All of it: what was heard before may still be fetched a moment later.
    page.route("**/*", lambda route: route.abort())
    # What the browser holds open is ended from its side: it cannot tell this from a server's end.
    page.evaluate("document.getElementById('live')._htmx.sse.reader.cancel()")
    expect(page.locator("#live-state")).to_have_text("reconnecting")
    site.ask("npm publish", agent="away-1")
    expect(page.locator("#now")).not_to_contain_text("away-1")

    page.unroute("**/*")
    expect(page.locator("#live-state")).to_have_text("live")
    expect(page.locator("#now")).to_contain_text("away-1")
