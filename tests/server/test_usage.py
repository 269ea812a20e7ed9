"""Tokens and dollars of agents."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from proctor.server.usage import NOTHING, Used, add_usage, used_by
from tests.server.offices import opened, run
from tests.server.telling import requested
from tests.server.test_bus import collect
from tests.tables import each_row


@each_row(
    ("event", "used"),
    [
        (requested(), Used(3520, 0.0125)),
        (requested(input_tokens="7", cost_usd="0.5"), Used(3427, 0.5)),
        ({"event.name": "api_request"}, NOTHING),
        (requested(input_tokens=-100), Used(3420, 0.0125)),
        (requested(input_tokens=10**9), NOTHING),
        (requested(cost_usd=10**9), NOTHING),
        (requested(cost_usd="nan"), Used(3520, 0.0)),
    ],
)
def test_a_request_has_used_tokens_and_dollars(event: Any, used: Used) -> None:
    """Tokens of all kinds count, and what no request can have used does not."""
    assert used_by(event) == used


def test_what_is_used_is_told_and_survives_the_server(tmp_path: Path) -> None:
    """It is added up, told to listeners, and known to the next server."""

    async def work() -> tuple[list[Any], Any]:
        told: list[Any] = []
        async with opened(tmp_path) as office:
            listening = asyncio.create_task(collect(office.bus, told))
            await asyncio.sleep(0)
            for _ in range(3):
                add_usage(office.agent_rows, "arch-1", Used(100, 0.1))
            add_usage(office.agent_rows, "arch-1", NOTHING)
            office.bus.close()
            await listening
        async with opened(tmp_path) as office:
            add_usage(office.agent_rows, "arch-1", Used(1, 0.000001))
            state = office.agent_rows.known["arch-1"]
            return told, (state.tokens, state.cost)

    told, after = run(work())
    heard = [(each["tokens"], each["cost"]) for each in told if each["kind"] == "agent"]

    assert (heard, after) == ([(100, 0.1), (200, 0.2), (300, 0.3)], (301, 0.300001))
