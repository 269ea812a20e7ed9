"""What the overview says: decisions by the hour, and what was refused last."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from proctor.audit.ids import timestamp
from proctor.server.audit_counts import decisions_by_hour, recent_denials
from tests.server.audit_rig import made
from tests.server.offices import opened, run

NOW = datetime(2026, 6, 2, 12, 30, tzinfo=UTC)


def ago(hours: float) -> str:
    """Return a moment as records have it."""
    return timestamp((NOW - timedelta(hours=hours)).timestamp())


def test_decisions_by_the_hour(tmp_path: Path) -> None:
    """Each of the last hours is there, with what was allowed, asked and denied in it."""

    async def work() -> None:
        async with opened(tmp_path / "home") as office:
            for decision in (
                "allow",
                "deny",
                "ask_denied",
                "ask_dialog",
                "dialog_approved",
                "alarm",
            ):
                await office.append(made("a", decision=decision, timestamp=ago(0)))
            await office.append(made("a", timestamp=ago(2)))
            await office.append(made("a", timestamp=ago(30)))
            found = await decisions_by_hour(office, now=NOW)

        assert len(found) == 24
        assert [one.hour for one in found] == sorted(one.hour for one in found)
        now = found[-1]
        assert (now.hour, now.allow, now.ask, now.deny, now.total) == (ago(0)[:13], 1, 2, 1, 4)
        assert [one.total for one in found[:-1]] == [0] * 21 + [1, 0]

    run(work())


def test_attended_question_counts_once(tmp_path: Path) -> None:
    """It is left to the dialog and then answered beside it: two records, and one question."""

    async def work() -> None:
        async with opened(tmp_path / "home") as office:
            left = made("a", decision="ask_dialog", timestamp=ago(0))
            await office.append(left)
            for decision in ("ask_approved", "dialog_approved"):
                await office.append(
                    made("a", decision=decision, timestamp=ago(0))._replace(about=left.uid)
                )
            found = await decisions_by_hour(office, now=NOW)

        assert (found[-1].ask, found[-1].total) == (1, 1)

    run(work())


def test_what_comes_later_is_added(tmp_path: Path) -> None:
    """Each look adds what has come since, also what is late; nothing is counted twice."""

    async def work() -> None:
        async with opened(tmp_path / "home") as office:
            totals = []
            for when in (0, 0, 3, 3, 40):
                await office.append(made("a", timestamp=ago(when)))
                found = await decisions_by_hour(office, now=NOW)
                totals.append(sum(one.total for one in found))
                assert found == await decisions_by_hour(office, now=NOW)
            later = NOW + timedelta(hours=22)
            moved = await decisions_by_hour(office, now=later)
            back = await decisions_by_hour(office, now=NOW)

        assert totals == [1, 2, 3, 4, 4]
        assert sum(one.total for one in moved) == 2
        assert sum(one.total for one in back) == 4

    run(work())


def test_recent_denials(tmp_path: Path) -> None:
    """Whatever it was refused by, the newest come first, and no more than are wanted."""

    async def work() -> None:
        async with opened(tmp_path / "home") as office:
            for n, decision in enumerate(("deny", "allow", "ask_denied", "ask_timeout", "deny")):
                await office.append(made("a", f"tool:bash:{n}", decision))
            found = await recent_denials(office, limit=3)

        assert [one["action_string"] for one in found] == [f"tool:bash:{n}" for n in (4, 3, 2)]

    run(work())
