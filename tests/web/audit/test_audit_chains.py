"""Whether the record is whole, and who changed what."""

from __future__ import annotations

import html
import re

import pytest

from proctor.server.audit_verifying import verifying_of
from proctor.server.web.changes import note_change
from tests.server.api_rig import ADMIN, VIEWER, Asker
from tests.server.audit_rig import HOSTILE, keep, made
from tests.server.running import until


def test_chains_are_listed_with_their_heads(asker: Asker) -> None:
    """Each has its agent, its machine, how many links it has, and leads to its records."""
    keep(asker, made("in-chains"), made("in-chains"))

    page = asker.get("/audit/chains").text

    assert re.search(r'href="/audit\?agent=in-chains&amp;host=[^"]+">in-chains</a>', page)


def test_everything_is_verified_from_the_page(asker: Asker) -> None:
    """A button begins it, the page says how far it is, and at the end what was found."""
    keep(asker, made("proved"))

    begun = asker.post("/audit/verify", b"", VIEWER)
    until(lambda: not verifying_of(asker.office).state["running"])
    state = verifying_of(asker.office).state
    done = asker.get("/audit/verify").text

    assert begun.status_code == 200
    assert 'data-state="running"' in begun.text
    assert "<progress" in begun.text
    word = "whole" if state["whole"] else "broken"
    assert f'data-state="{word}"' in done
    assert state["records"] == state["looked_at"]


def test_changes_by_people_are_listed(asker: Asker) -> None:
    """Who changed what, newest first; what they wrote is text."""

    async def change() -> None:
        await note_change(asker.office, ADMIN, "role-saved", role="builder")
        await note_change(asker.office, "dan", "agent-stopped", agent=HOSTILE)

    asker.do(change)
    page = asker.get("/audit/changes").text

    assert page.index("agent-stopped") < page.index("role-saved")
    assert "<img" not in page
    assert html.escape("<img src=x onerror=alert(1)>") in page


def test_changes_come_in_pages(asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Older ones are a link away, and each is shown once."""
    monkeypatch.setattr("proctor.server.web.audit_chains.PAGE", 2)

    async def change() -> None:
        for n in range(3):
            await note_change(asker.office, ADMIN, f"paged-{n}")

    asker.do(change)
    first = asker.get("/audit/changes").text
    (older,) = re.findall(r'rel="next" href="([^"]+)"', first)
    second = asker.get(older).text

    assert re.findall(r"paged-\d", first) == ["paged-2", "paged-1"]
    assert re.findall(r"paged-\d", second) == ["paged-0"]


@pytest.mark.parametrize("query", ["before=x", "before=-1", "after=1"])
def test_a_wrong_place_in_the_changes(asker: Asker, query: str) -> None:
    """It is told, and is no error of ours."""
    assert asker.get(f"/audit/changes?{query}").status_code in (200, 422)
