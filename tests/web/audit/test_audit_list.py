"""The list of the record: filters, pages, charts, new ones on top."""

from __future__ import annotations

import html
import re
from typing import Any

import httpx
import pytest

from proctor.server.web import audit_pieces
from tests.server.api_rig import Asker
from tests.server.audit_rig import HOSTILE, hostile, keep, made

ROW = re.compile(r'<tr id="record-(\d+)">')
LINK = re.compile(r'rel="(prev|next)" href="([^"]+)"')
ERROR = re.compile(r'id="field-(\w+)-error">([^<]+)<')
TAIL = re.compile(r'data-state="live" data-top="(\d+)" hx-get="([^"]+)"')


def see(asker: Asker, path: str = "/audit", status: int = 200, **filters: Any) -> str:
    """Open a page."""
    answer = asker.get(path, params=filters or None)
    assert answer.status_code == status, answer.text
    return answer.text


def rows(page: str) -> list[int]:
    """Return the numbers of the records that a page shows."""
    return [int(number) for number in ROW.findall(page)]


def link(page: str, way: str) -> str:
    """Return where a page leads."""
    return next(html.unescape(href) for rel, href in LINK.findall(page) if rel == way)


def tail(page: str) -> str:
    """Return where a page asks for new records."""
    found = TAIL.search(page)
    assert found, page
    return html.unescape(found[2])


def test_a_record_is_listed_with_what_became_of_it(asker: Asker) -> None:
    """Number, agent, role, words for the decision, the action, and who decided."""
    keep(asker, made("listed", "tool:bash:git push", "ask_denied", answered_by="ada"))

    page = see(asker, agent="listed")

    (number,) = rows(page)
    assert f'href="/audit/{number}"' in page
    for word in ("asked, denied", "tool:bash:git push", "builder", "ada"):
        assert word in page


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("agent", "filters"),
        ("role", "architect"),
        ("decision", "deny"),
        ("tool", "Read"),
        ("person", "grace"),
        ("session", "s-7"),
        ("text", "warehouse door"),
        ("since", "1h"),
    ],
)
def test_a_filter_picks_what_it_says(asker: Asker, name: str, value: str) -> None:
    """Each filter alone shows the record that meets it, and not the one that does not."""
    at = "2026-01-05T10:00:00.000Z"
    keep(asker, made("filters-other", timestamp=at, role="builder", tool="Bash"))
    picked = {"role": "architect", "decision": "deny", "tool": "Read", "user_id": "grace"}
    keep(asker, made("filters", "tool:view:warehouse/door", **picked, session="s-7"))
    newest, other = rows(see(asker))[:2]

    query: dict[str, Any] = {name: value}
    page = see(asker, **query)

    assert newest in rows(page)
    assert other not in rows(page)
    assert f'value="{value}"' in page


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("since", "soon", "write a moment as"),
        ("until", "2026-13-45", "write a moment as"),
        ("decision", "alow", "did you mean"),
        ("text", "!?", "it has no words"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    asker: Asker, field: str, value: str, said: str
) -> None:
    """A wrong filter is told where it was typed, and nothing is shown as if it were right."""
    query: dict[str, Any] = {field: value}
    page = see(asker, status=422, **query)

    ((name, words),) = ERROR.findall(page)
    assert (name, html.unescape(words).startswith(said)) == (field, True)
    assert f'value="{html.escape(value)}"' in page
    assert rows(page) == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("agnet=x", "there is no filter `agnet`: did you mean"),
        ("agent=a&agent=b", "it stands there twice"),
        ("before=x", "before: the number of a record"),
        ("after=-3", "after: the number of a record"),
        ("before=99999999999999999999", "before: the number of a record"),
        ("%3Cscript%3E=1", "there is no filter `&lt;script&gt;`"),
    ],
    ids=["unknown", "twice", "no-number", "below", "huge", "script"],
)
def test_a_strange_address_is_told(asker: Asker, query: str, said: str) -> None:
    """What an address has that means nothing is never passed over."""
    page = see(asker, f"/audit?{query}", status=422)

    assert said in page
    assert rows(page) == []


@pytest.mark.parametrize("place", ["list", "record", "newer", "charts", "checked", "chains"])
def test_hostile_texts_are_shown_and_do_nothing(asker: Asker, place: str) -> None:
    """Whatever an agent calls itself and does is text: escaped, and nothing of it is hidden."""
    keep(asker, hostile())
    query = str(httpx.QueryParams({"agent": HOSTILE}))
    number = rows(see(asker, f"/audit?{query}"))[0]
    paths = {
        "list": f"/audit?{query}",
        "record": f"/audit/{number}",
        "newer": f"/audit/newer?{query}&top=0",
        "charts": f"/audit/charts?{query}",
        "checked": f"/audit/checked?{query}",
        "chains": "/audit/chains",
    }

    page = see(asker, paths[place])

    # A field has the very letters that were typed into it.
    page = re.sub(r'<input [^>]*value="[^"]*"[^>]*>', "", page)
    assert "<img" not in page
    assert "\x1b" not in page
    assert "\u202e" not in page
    if place in ("list", "record", "newer", "chains"):
        assert "&lt;img src=x onerror=alert(1)&gt;" in page
        assert r"\x1b" in page
        assert r"\u202e" in page


def test_empty_fields_of_the_form_leave_the_address(asker: Asker) -> None:
    """The address that people pass on has what is filtered by, and nothing else."""
    answer = asker.get("/audit?text=&agent=tidy&decision=&since=&before=7")

    assert (answer.status_code, answer.headers["location"]) == (303, "/audit?agent=tidy&before=7")
    assert asker.get("/audit?text=&agent=").headers["location"] == "/audit"


def test_tools_that_are_equal_are_one(asker: Asker) -> None:
    """A record is found by each name of its tool, as on the command line."""
    keep(asker, made("equal", "tool:view:x", tool="Read"))

    assert rows(see(asker, agent="equal", tool="view")) == rows(see(asker, agent="equal"))


def test_pages_lead_from_one_to_the_next_and_back(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older and newer go through all records by their number, each once, whatever comes between."""
    monkeypatch.setattr("proctor.server.web.audit.PAGE", 3)
    keep(asker, *(made("paged", f"tool:bash:make {n}") for n in range(8)))
    first = see(asker, agent="paged")

    second = see(asker, link(first, "next"))
    keep(asker, made("paged", "tool:bash:new"))
    third = see(asker, link(second, "next"))
    again = see(asker, link(third, "prev"))
    top = see(asker, link(again, "prev"))
    newest = see(asker, link(top, "prev"))

    assert [len(rows(page)) for page in (first, second, third)] == [3, 3, 2]
    assert rows(first) > rows(second) > rows(third)
    assert rows(again) == rows(second)
    assert rows(top) == rows(first)
    assert len(rows(newest)) == 3
    assert rows(newest)[1:] == rows(first)[:2]
    assert "next" not in dict(LINK.findall(third))
    assert "prev" not in dict(LINK.findall(newest))
    assert not TAIL.search(second)


@pytest.mark.parametrize("query", ["before=1", "before=0", "after=9223372036854775807"])
def test_places_beyond_the_end_are_empty(asker: Asker, query: str) -> None:
    """A number before the first and after the last leads to a page that says so."""
    keep(asker, made("beyond"))

    page = see(asker, f"/audit?agent=beyond&{query}")

    assert rows(page) == ([] if query.startswith("before") else rows(see(asker, agent="beyond")))


def test_new_records_that_meet_the_filters_come_on_top(asker: Asker) -> None:
    """A page asks behind the newest it has, and gets those that it would show, once."""
    keep(asker, made("grows"))
    page = see(asker, agent="grows")
    keep(asker, made("grows", "tool:bash:first"), made("other"), made("grows", "tool:bash:second"))

    piece = see(asker, tail(page))
    nothing = see(asker, tail(piece))

    assert len(rows(piece)) == 2
    assert piece.index("tool:bash:second") < piece.index("tool:bash:first")
    assert 'hx-target="#records" hx-swap="afterbegin"' in piece
    assert rows(nothing) == []


def test_a_list_that_grew_for_long_is_made_anew(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is open for days does not grow for days, and misses nothing after a pause."""
    monkeypatch.setattr(audit_pieces, "PAGE", 3)
    monkeypatch.setattr(audit_pieces, "MOST_ADDED", 5)
    keep(asker, made("long"))
    page = see(asker, agent="long")
    keep(asker, *(made("long") for _ in range(5)))
    many = see(asker, tail(page))
    keep(asker, *(made("long") for _ in range(3)))
    few = see(asker, tail(many))
    keep(asker, *(made("long") for _ in range(3)))
    full = see(asker, tail(few))

    swaps = [re.findall(r'hx-target="#records" hx-swap="(\w+)"', one) for one in (many, few, full)]
    assert swaps == [["innerHTML"], ["afterbegin"], ["innerHTML"]]
    assert [len(rows(one)) for one in (many, few, full)] == [3, 3, 3]


def test_a_page_can_be_paused(asker: Asker) -> None:
    """Paused, it asks for nothing; going on, it gets what came meanwhile."""
    keep(asker, made("paused"))
    page = see(asker, agent="paused")
    (address,) = (
        html.unescape(one) for one in re.findall(r'hx-get="([^"]*paused=true[^"]*)"', page)
    )
    keep(asker, made("paused", "tool:bash:meanwhile"))

    still = see(asker, address)
    (on,) = (html.unescape(one) for one in re.findall(r'hx-get="([^"]+)"', still))

    assert "hx-trigger" not in still
    assert rows(still) == []
    assert len(rows(see(asker, on))) == 1


def test_charts_say_what_the_records_are(asker: Asker) -> None:
    """They count what the filters mean, and names lead to their records."""
    keep(
        asker,
        made("drawn"),
        made("drawn", decision="deny", tool="web_fetch"),
        made("drawn", decision="alarm"),
    )

    page = see(asker, agent="drawn")

    assert "3 records in the last 24 hours, by hour" in page
    assert html.escape("/audit?agent=drawn&tool=web_fetch") in page
    assert html.escape("/audit?agent=drawn&decision=deny") in page


def test_charts_of_many_say_so_and_count_all_on_demand(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where only the newest are counted, a button counts the rest."""
    monkeypatch.setattr("proctor.server.audit_stats.MOST_PICKED", 2)
    keep(asker, *(made("crowd") for _ in range(5)))
    page = see(asker, agent="crowd")
    (button,) = re.findall(r'hx-get="(/audit/charts[^"]+)"', page)

    whole = see(asker, html.unescape(button))

    assert "2 records in the last 24 hours" in page
    assert "Only the newest are counted" in page
    assert "5 records in the last 24 hours" in whole
    assert "Only the newest are counted" not in whole


def test_an_export_has_the_filters_of_the_page(asker: Asker) -> None:
    """What is downloaded is what is looked at, not only its first page."""
    keep(asker, made("taken", "tool:bash:one"), made("left", "tool:bash:two"))
    page = see(asker, agent="taken", decision="allow")
    hrefs = [html.unescape(one) for one in re.findall(r'href="(/api/audit/export[^"]+)"', page)]

    found = [see(asker, href) for href in hrefs]

    assert [href.rsplit("=", 1)[1] for href in hrefs] == ["csv", "jsonl"]
    assert all("tool:bash:one" in one and "tool:bash:two" not in one for one in found)


def test_nothing_is_told_as_nothing(asker: Asker) -> None:
    """A list without records says why it is empty, and is filled by the first that comes."""
    page = see(asker, agent="nobody-yet")
    keep(asker, made("nobody-yet"))

    assert "No record is like that" in page
    assert '<hx-partial hx-target="#nothing" hx-swap="delete">' in see(asker, tail(page))
