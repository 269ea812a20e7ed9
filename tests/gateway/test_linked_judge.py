"""The judge of a gateway tells the owner which gateway a call comes through, and its words."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from proctor.gateway.linked_judge import LinkedJudge, call_id_of, said
from proctor.owner.gateway_link import GatewayLink
from proctor.terms.call import ToolCall
from tests.tables import each_row

CALL = ToolCall("task:add", {"title": "x", "state": "open"}, call_id="toolu_1")


def judge_of(tmp_path: Path, key: str) -> LinkedJudge:
    """Return a judge whose link has a key, or none."""
    link = GatewayLink(tmp_path, server="proctor", role="coder", project="/srv/app")
    link.key = key
    return LinkedJudge(tmp_path, link)


def request(judge: LinkedJudge) -> dict[str, Any]:
    """Return what the owner would be asked."""
    return judge.request(CALL, role="coder", project="/srv/app", uid="u", waits=True)


def test_a_call_says_how_it_was_said(tmp_path: Path) -> None:
    """Beside the input with its defaults goes the one without, and the key of the gateway."""
    judge = judge_of(tmp_path, "k")
    with said({"title": "x"}):
        made = request(judge)

    assert (made["input"], made["said"], made["gateway"]) == (CALL.input, {"title": "x"}, "k")


def test_without_a_link_nothing_is_said(tmp_path: Path) -> None:
    """Where the owner does not know the gateway, a call is asked about as any other."""
    with said({"title": "x"}):
        made = request(judge_of(tmp_path, ""))

    assert not {"said", "gateway"} & made.keys()


def test_what_nobody_has_said_is_not_told(tmp_path: Path) -> None:
    """A call of which nobody told how it was said takes over nothing."""
    assert not {"said", "gateway"} & request(judge_of(tmp_path, "k")).keys()


def test_calls_at_the_same_time_have_each_their_own_words(tmp_path: Path) -> None:
    """What is said of one call is never handed on with another."""
    judge = judge_of(tmp_path, "k")

    async def one(number: int) -> object:
        with said(number):
            await asyncio.sleep(0)
            return request(judge)["said"]

    async def work() -> list[object]:
        return list(await asyncio.gather(*(one(number) for number in range(20))))

    assert asyncio.run(work()) == list(range(20))


@each_row(
    ("meta", "found"),
    [
        ({"claudecode/toolUseId": "toolu_1"}, "toolu_1"),
        ({"claudecode/toolUseId": 1}, ""),
        ({"claudecode/toolUseId": "x" * 201}, ""),
        ({"toolUseId": "toolu_1"}, ""),
        ({}, ""),
        (None, ""),
    ],
)
def test_an_id_is_a_short_text(meta: dict[str, Any] | None, found: str) -> None:
    """Only what can be the id of a call is taken for one."""
    assert call_id_of(meta) == found
