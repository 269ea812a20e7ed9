"""`proctor audit events`, as a person types it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor import Toolbox, tool
from proctor.keepers import open_keepers
from proctor.terms.event import Event
from tests.cli.conftest import Proctor
from tests.cli.kept import HOSTILE, MORNING
from tests.cli.zones import in_zone
from tests.server.running import running
from tests.tools.toolboxes import write_role


@tool(read_only=True)
def price_of(product: str) -> str:
    """Return the price of a product."""
    return {"tea": "4.20"}[product]


@pytest.fixture(autouse=True)
def _utc() -> Iterator[None]:
    """Live where the clocks show UTC."""
    with in_zone("UTC"):
        yield


def keep(home: Path, *events: Event) -> None:
    """Keep events, as the owner does."""
    keepers = open_keepers(home)
    try:
        keepers.trail.put_events(events)
    finally:
        keepers.close()


def event(hour: int, kind: str, agent: str = "shop-1", **body: object) -> Event:
    """Return an event of this hour."""
    return Event(
        uid=f"e-{hour}",
        timestamp=MORNING.format(hour=hour),
        host="anvil",
        home="h",
        kind=kind,
        agent=agent,
        body=body,
    )


@pytest.fixture
def events(home: Path) -> None:
    """Have some events."""
    home.mkdir(mode=0o700)
    keep(
        home,
        event(8, "tool-ran", tool="price_of", ok=True, error="", duration_ms=3),
        event(9, "tool-refused", tool="price_off", why="unknown-tool"),
        event(10, "stop", agent="docs-1", text=HOSTILE),
    )


@pytest.mark.usefixtures("events")
def test_events_are_listed_with_what_they_say(proctor: Proctor) -> None:
    """A line has number, time, agent and kind, the tool first; nothing writes to the terminal."""
    result = proctor("audit", "events")
    lines = result.out.splitlines()

    assert (result.status, result.err) == (0, "")
    assert lines[:2] == [
        "1  2026-06-01 08:30:00  shop-1  tool-ran      price_of ok=true duration_ms=3",
        "2  2026-06-01 09:30:00  shop-1  tool-refused  price_off why=unknown-tool",
    ]
    assert "\x1b" not in lines[2]
    assert "\u202e" not in lines[2]


@pytest.mark.usefixtures("events")
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], [3, 2, 1]),
        (["--kind", "tool-ran"], [1]),
        (["--kind", "tool-ran", "--kind", "tool-refused"], [2, 1]),
        (["--agent", "docs-1"], [3]),
        (["--since", "2026-06-01T09:00Z"], [3, 2]),
        (["-n", "1"], [3]),
        (["--kind", "alarm"], []),
    ],
)
def test_events_are_chosen(words: list[str], found: list[int], proctor: Proctor) -> None:
    """As data the newest is first, whole."""
    rows = json.loads(proctor("audit", "events", "--json", *words).out)

    assert [row["n"] for row in rows] == found
    assert all(set(row) == set(Event._fields) for row in rows)


@pytest.mark.usefixtures("events")
def test_a_slip_in_a_kind_is_told(proctor: Proctor) -> None:
    """It does not look as if there was nothing."""
    result = proctor("audit", "events", "--kind", "tool-run")

    assert (result.status, result.out) == (2, "")
    assert "did you mean `tool-ran`?" in result.err


def test_without_events_that_is_said(proctor: Proctor) -> None:
    """A new home has none, and that is no error."""
    result = proctor("audit", "events")

    assert (result.status, result.out, result.err) == (0, "", "no event is kept yet\n")


def test_what_a_toolbox_did_can_be_seen(proctor: Proctor, home: Path) -> None:
    """A call that ran and one with wrong arguments, which leaves no record, are both there."""
    home.mkdir(mode=0o700)
    (home / "config.yaml").write_text("tools: {price_of: {read_only: true}}\n")
    write_role(home, "seller", "tools: [price_of]\n")
    with running(home):
        box = Toolbox("seller", agent="shop-1", home=home, workspace=home.parent, tools=[price_of])
        results = [box.run("price_of", {"product": product}).ok for product in ("tea", 7)]
        lines = proctor("audit", "events", "--agent", "shop-1").out.splitlines()

    assert [line.split()[4:6] for line in lines] == [
        ["tool-ran", "price_of"],
        ["tool-refused", "price_of"],
    ]
    assert results == [True, False]
    assert "why=bad-arguments" in lines[1]
