"""Charts: what is drawn, what is said to who does not see it, and names that are hostile."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from proctor.server.web.charts import HEIGHT, MOST, WIDTH, Bar, named_bars, stacked_bars

HOSTILE = "\"><script>alert(1)</script><rect style='x' onload=x() \u202e\x00"
DAY = [
    Bar("10:00", {"allow": 6, "ask": 3, "deny": 1}),
    Bar("11:00", {"allow": 0, "ask": 0, "deny": 0}),
    Bar("12:00", {"allow": 0, "ask": 0, "deny": 5}),
]


def tree(made: str) -> ET.Element:
    """Read what was made; markup that is broken fails here."""
    return ET.fromstring(str(made).replace("&nbsp;", " "))  # noqa: S314 - it is ours


def rects(made: str) -> list[tuple[str, float, float]]:
    """Return the pieces of bars: of what, where it begins, and how high it is."""
    return [
        (one.get("class", ""), float(one.get("y", 0)), float(one.get("height", 0)))
        for one in tree(made).iter("rect")
        if one.get("class") != "chart-ground"
    ]


def test_a_bar_is_piled_up_from_the_ground() -> None:
    """The highest fills the picture, each piece has its share, and nothing lies over another."""
    assert rects(stacked_bars(DAY, title="Decisions")) == [
        ("chart-allow", HEIGHT * 0.4, HEIGHT * 0.6),
        ("chart-ask", HEIGHT * 0.1, HEIGHT * 0.3),
        ("chart-deny", 0.0, HEIGHT * 0.1),
        ("chart-deny", HEIGHT * 0.5, HEIGHT * 0.5),
    ]


def test_a_single_one_beside_very_many_is_seen() -> None:
    """One denial is drawn, however many calls were allowed."""
    made = stacked_bars([Bar("1", {"allow": 1_000_000, "deny": 1})], title="Decisions")

    assert [height >= 1 for name, _, height in rects(made) if name == "chart-deny"] == [True]


def test_whoever_does_not_see_it_reads_a_table() -> None:
    """Each hour in which something was decided has a row; the picture has a title and words."""
    figure = tree(stacked_bars(DAY, title="Decisions by hour"))
    rows = [["".join(cell.itertext()) for cell in row] for row in figure.iter("tr")]

    assert rows == [
        ["When", "allowed", "asked", "denied"],
        ["10:00", "6", "3", "1"],
        ["12:00", "0", "0", "5"],
    ]
    (svg,) = figure.iter("svg")
    title, desc = svg[0], svg[1]
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert (title.text, desc.text) == (
        "Decisions by hour",
        "6 allowed, 3 asked, 6 denied. The most in one bar: 10.",
    )


def test_two_charts_of_a_page_have_ids_of_their_own() -> None:
    """What names one never names the other."""
    ids = [
        one.get("id")
        for _ in range(2)
        for one in tree(stacked_bars(DAY, title="x")).iter()
        if one.get("id")
    ]

    assert len(set(ids)) == len(ids) == 4


@pytest.mark.parametrize("bars", [[], [Bar("1", {})]], ids=["no bars", "an empty bar"])
def test_nothing_is_a_chart_too(bars: list[Bar]) -> None:
    """Without anything to draw there is a picture without bars, and words for it."""
    made = stacked_bars(bars, title="x")

    assert rects(made) == []
    assert "Nothing" in made


def test_bars_fill_the_width() -> None:
    """Columns lie side by side, the last one ends where the picture does."""
    made = tree(stacked_bars([Bar(str(n), {"allow": 1}) for n in range(24)], title="x"))
    grounds = [one for one in made.iter("rect") if one.get("class") == "chart-ground"]

    assert float(grounds[-1].get("x", 0)) + float(grounds[-1].get("width", 0)) == WIDTH


def test_names_are_longest_first_and_the_rest_is_counted() -> None:
    """Only so many are drawn; how much the others have is said."""
    made = named_bars([(f"tool-{n:02}", n) for n in range(MOST + 5)], title="Tools")
    figure = tree(made)
    shares = [float(one.get("width", 0)) for one in figure.iter("rect")]

    assert shares[0] == 100.0
    assert shares == sorted(shares, reverse=True)
    assert len(shares) == MOST
    assert "and 5 more with 10" in "".join(figure.itertext())


@pytest.mark.parametrize("kind", ["stacked", "named"])
def test_a_hostile_name_stays_a_text(kind: str) -> None:
    """Nothing that a name says becomes an element, an attribute or a style; all of it is seen."""
    if kind == "stacked":
        made = str(stacked_bars([Bar(HOSTILE, {"deny": 1})], title=HOSTILE))
    else:
        made = str(named_bars([(HOSTILE, 1)], title=HOSTILE, hrefs={HOSTILE: "/audit?tool=x"}))
    elements = list(tree(made).iter())

    assert {one.tag for one in elements}.isdisjoint({"script", "style"})
    assert [name for one in elements for name in one.attrib if name.startswith(("on", "sty"))] == []
    assert "&lt;script&gt;" in made
    assert '<span class="unseen" title="U+202E">\\u202e</span>' in made


def test_a_name_that_is_too_long_is_cut() -> None:
    """A megabyte of a name is no megabyte of a page."""
    made = named_bars([("x" * 1_000_000, 1)], title="Tools")

    assert len(made) < 2_000
