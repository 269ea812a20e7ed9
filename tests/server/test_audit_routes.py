"""The paths of the record: counting, chains, proving, export."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import sqlite3
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from proctor.audit.store import Filter
from proctor.server import audit_export, audit_verifying
from proctor.server.audit_export import Pieces, exported
from proctor.server.audit_verifying import verifying_of
from tests.server.api_rig import VIEWER, Asker, asking
from tests.server.audit_rig import HOSTILE, hostile, keep, made
from tests.server.running import until


@pytest.fixture(scope="module")
def asker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """Run one office, of which the tests keep records of agents of their own."""
    with asking(tmp_path_factory.mktemp("audit")) as one:
        yield one


def stats(asker: Asker, **filters: Any) -> Any:
    """Count."""
    answer = asker.get("/api/audit/stats", params=filters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_records_are_counted_by_what_they_are(asker: Asker) -> None:
    """Each value has its number, and each hour of the window a column."""
    at = {"timestamp": "2026-03-01T23:30:00.000Z"}
    keep(
        asker,
        made("counted", **at),
        made("counted", decision="deny", decider="guard", tool="view", **at),
        made("counted", decision="ask_approved", decider="person", role="reader", **at),
        made("counted", decision="alarm", decider="telemetry", **at),
    )

    day = {"since": "2026-03-01T00:00Z", "until": "2026-03-02T00:00Z"}
    found = stats(asker, agent="counted", **day)

    assert (found["number"], found["cut"], found["unit"]) == (4, False, "hour")
    assert found["decisions"] == {"alarm": 1, "allow": 1, "ask_approved": 1, "deny": 1}
    assert found["tools"] == {"bash": 3, "view": 1}
    assert found["roles"] == {"builder": 3, "reader": 1}
    assert found["deciders"] == {"guard": 1, "person": 1, "rule": 1, "telemetry": 1}
    assert len(found["columns"]) == 24
    last = {**found["columns"][-1], "name": ""}
    assert last == {"name": "", "allow": 1, "ask": 1, "deny": 1, "other": 1}


def test_without_a_time_the_last_day_is_counted(asker: Asker) -> None:
    """What is older counts only where somebody asks for it."""
    keep(asker, made("old", timestamp="2026-01-05T10:00:00.000Z"), made("old"))

    assert stats(asker, agent="old")["number"] == 1
    assert stats(asker, agent="old", since="2026-01-01")["number"] == 2
    assert stats(asker, agent="old", until="2026-02-01")["number"] == 1
    assert stats(asker, agent="old", since="2026-01-01", until="2026-01-07")["unit"] == "day"


def test_all_are_counted_on_demand(asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many only the newest are counted, and says so; with `whole` all of them are."""
    monkeypatch.setattr("proctor.server.audit_stats.MOST_PICKED", 3)
    keep(asker, *(made("many", decision="deny" if n < 5 else "allow") for n in range(8)))

    cut, whole = stats(asker, agent="many"), stats(asker, agent="many", whole="true")

    assert (cut["number"], cut["cut"], cut["decisions"]) == (3, True, {"allow": 3})
    assert (whole["number"], whole["cut"]) == (8, False)
    assert whole["decisions"] == {"allow": 3, "deny": 5}


@pytest.mark.parametrize("path", ["stats", "export"])
@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("agnet=x", "agnet"),
        ("since=soon", "since"),
        ("decision=maybe", "decision"),
        ("text=%21", "text"),
        ("before=3", "before"),
        ("whole=perhaps&format=xml", ""),
    ],
    ids=["unknown", "moment", "decision", "no-words", "no-place", "own"],
)
def test_a_wrong_part_is_an_error(asker: Asker, path: str, query: str, part: str) -> None:
    """Nothing is counted or exported for a request that is not understood."""
    answer = asker.get(f"/api/audit/{path}?{query}")

    assert answer.status_code == 422
    assert f"`{part}" in answer.json()["detail"]


def exported_csv(asker: Asker, **filters: Any) -> list[dict[str, str]]:
    """Return what a table of records has."""
    answer = asker.get("/api/audit/export", params={"format": "csv", **filters})
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="audit.csv"'
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


def test_an_export_has_all_that_is_meant_oldest_first(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In pieces of any size, each record is there once, and the names stand once on top."""
    monkeypatch.setattr(audit_export, "PAGE", 3)
    keep(asker, *(made("exported", f"tool:bash:make {n}") for n in range(7)))

    lines = asker.get("/api/audit/export?agent=exported").text.splitlines()
    table = exported_csv(asker, agent="exported")

    wanted = [f"tool:bash:make {n}" for n in range(7)]
    assert [json.loads(line)["action_string"] for line in lines] == wanted
    assert [row["action_string"] for row in table] == wanted
    assert exported_csv(asker, agent="nobody") == []
    assert asker.get("/api/audit/export?agent=nobody").text == ""


def test_formulas_are_quoted(asker: Asker) -> None:
    """A cell that a spreadsheet would work out is a text."""
    keep(asker, made("formulas", "=HYPERLINK(1)", user_id="+1", detail="-1", why="@x"))

    row = exported_csv(asker, agent="formulas")[0]

    found = (row["action_string"], row["user_id"], row["detail"], row["why"])
    assert found == ("'=HYPERLINK(1)", "'+1", "'-1", "'@x")


def test_hostile_texts_stay_what_they_are(asker: Asker) -> None:
    """As JSON every letter comes back, and a line is a record whatever is in it."""
    keep(asker, hostile())

    answer = asker.get("/api/audit/export", params={"agent": HOSTILE})

    (line,) = answer.text.splitlines()
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert json.loads(line)["why"] == HOSTILE
    assert json.loads(line)["input"] == {HOSTILE: [HOSTILE, None]}


def test_whoever_goes_away_gets_no_more(asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export that is cut off in the middle is made no further."""
    monkeypatch.setattr(audit_export, "PAGE", 2)
    keep(asker, *(made("cut-off", f"tool:bash:make {n}") for n in range(9)))
    pieces: list[Pieces] = []
    make = Pieces.make

    def watched(self: Pieces) -> bytes:
        pieces.append(self)
        return make(self)

    monkeypatch.setattr(Pieces, "make", watched)

    async def cut() -> None:
        answer = await exported(asker.office, Filter(agent="cut-off"), "jsonl")
        body = answer.body_iterator
        assert isinstance(body, AsyncIterator)
        await anext(body)
        await body.aclose()  # type: ignore[attr-defined] # it is a generator

    asker.do(cut)

    assert len(pieces) <= 2
    assert not pieces[0].done


def test_chains_have_their_heads(asker: Asker) -> None:
    """Each agent's chain is listed with its last link."""
    keep(asker, made("chained"), made("chained"))
    newest = asker.get("/api/audit?agent=chained").json()[0]

    found = asker.get("/api/audit/chains").json()["chains"]

    (chain,) = (one for one in found if one["agent"] == "chained")
    assert (chain["seq"], chain["hash"]) == (2, newest["hash"])
    assert (chain["host"], chain["home"]) == (newest["host"], newest["home"])


def proved(asker: Asker) -> Any:
    """Verify everything, and return what was found."""
    answer = asker.post("/api/audit/verify", {}, VIEWER)
    assert answer.status_code == 202
    assert answer.json()["running"] is True

    def state() -> Any:
        return asker.get("/api/audit/chains").json()["verified"]

    until(lambda: not state()["running"])
    return state()


def test_everything_is_verified_in_the_background(asker: Asker) -> None:
    """Another process looks at every record, and what it found is there for everybody."""
    keep(asker, made("verified"), made("verified"))
    newest = asker.get("/api/audit").json()[0]["n"]

    found = proved(asker)

    assert (found["whole"], found["broken"], found["trouble"]) == (True, 0, "")
    assert found["records"] == found["looked_at"] == newest


def test_a_changed_record_is_found(asker: Asker) -> None:
    """It says which one, of which agent, and what is wrong with it."""
    keep(asker, made("changed", "tool:bash:make"), made("changed"))
    n = asker.get("/api/audit?agent=changed").json()[0]["n"]
    rewrite(asker, n, "allow", "deny")
    try:
        found = proved(asker)
    finally:
        rewrite(asker, n, "deny", "allow")

    assert (found["whole"], found["broken"]) == (False, 1)
    (place,) = found["breaks"]
    assert (place["n"], place["agent"], place["seq"]) == (n, "changed", 2)
    assert place["what"] == "it is not what was written"


def rewrite(asker: Asker, n: int, old: str, new: str) -> None:
    """Change what a record says, behind everybody's back."""
    connection = sqlite3.connect(asker.home / "proctor.db")
    with connection:
        done = connection.execute(
            "UPDATE records SET decision = ? WHERE n = ? AND decision = ?", [new, n, old]
        )
    assert done.rowcount == 1
    connection.close()


def test_two_who_verify_at_once_share_it(asker: Asker) -> None:
    """The second one is told how far the first one's is."""

    async def both() -> tuple[str, str]:
        one, two = await asyncio.gather(
            verifying_of(asker.office).start(), verifying_of(asker.office).start()
        )
        return one["started"], two["started"]

    first, second = asker.do(both)

    assert first == second
    until(lambda: not verifying_of(asker.office).state["running"])


def test_a_process_that_dies_has_verified_nothing(
    asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was found before stays, and it says that this time nothing was."""
    keep(asker, made("dying"))
    before = proved(asker)
    monkeypatch.setattr(audit_verifying, "MODULE", "proctor.no_such_module")

    found = proved(asker)

    assert found["trouble"] == "it ended before it was done"
    assert (found["whole"], found["chains"]) == (True, before["chains"])
