"""A tool behind a gateway is decided as what it is, and its other name can only tighten."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any

from proctor import Policy
from proctor.pipeline import Pipeline
from proctor.server.called_otherwise import AsMeant, CalledAs, decided_as_meant, with_name
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.record import Record
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

NAME = "mcp__proctor__shop_buy"
CALL = ToolCall("mcp__shop__buy", {"what": "bread"}, cwd="/srv/app")
AROUND = Surroundings(
    cwd="/srv/app",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 11, 16, tzinfo=UTC),
)
RECORD = Record(uid="u", timestamp="t", agent_name="a", action_string="s", decision="allow")


class Kept:
    """A trail that remembers what it was given."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    async def append(self, record: Record) -> bool:
        """Keep a record."""
        self.records.append(record)
        return True


def policy(**rules: Any) -> Pipeline:
    """Return a policy of plain lists, in a folder."""
    return Pipeline(Policy.of(**rules), AROUND)


@each_row(
    ("rules", "effect"),
    [
        ({"allow": ["mcp__shop__buy"]}, Effect.ALLOW),
        ({"allow": ["mcp__shop__buy"], "deny": [NAME]}, Effect.DENY),
        ({"allow": ["mcp__shop__buy"], "ask": ["mcp__proctor__*"]}, Effect.ASK),
        ({"deny": ["mcp__shop__buy"], "allow": [NAME]}, Effect.DENY),
        ({"ask": ["mcp__shop__buy"], "allow": [NAME]}, Effect.ASK),
        ({"allow": [NAME]}, Effect.ASK),
        ({"allow": ["mcp__shop__buy"], "otherwise": "deny"}, Effect.ALLOW),
    ],
)
def test_the_stricter_of_both_names_holds(rules: dict[str, Any], effect: Effect) -> None:
    """A rule that denies or asks holds by either name; one that allows by what is meant only."""
    usual = policy(**rules)

    assert decided_as_meant(usual, CALL, NAME).effect is effect
    assert AsMeant(usual, NAME).decide(CALL).effect is effect


def test_the_reason_is_that_of_the_rule_that_holds() -> None:
    """Whoever asks why reads the rule about the other name, where that one decides."""
    decision = decided_as_meant(policy(allow=["mcp__shop__buy"], deny=[NAME]), CALL, NAME)

    assert decision.rule is not None
    assert (decision.rule.text, decision.action.tool) == (NAME, "mcp__shop__buy")


def test_a_call_by_its_own_name_is_decided_once() -> None:
    """Where nothing was called otherwise, there is nothing else to decide."""
    usual = policy(allow=["mcp__shop__buy"])

    assert decided_as_meant(usual, CALL, "").because == usual.decide(CALL).because


def test_a_record_has_both_names() -> None:
    """Whoever reads the record knows what the agent program called."""
    kept = Kept()
    asyncio.run(CalledAs(kept, NAME).append(RECORD._replace(detail="said ada")))

    assert [record.detail for record in kept.records] == [f"said ada; called as {NAME}"]
    assert with_name(RECORD, "") == RECORD


def test_an_odd_name_cannot_hide_anything() -> None:
    """A name in a record is cut, and has nothing in it that moves a terminal."""
    detail = with_name(RECORD, f"mcp__a__\x1b[2J{'x' * 5000}").detail

    assert detail.isprintable()
    assert len(detail) < 1000
