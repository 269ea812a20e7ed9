"""A flood of questions: one agent asks so much that nobody sees what another one asks."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

from proctor.approval.calling import Calling
from proctor.audit.stores.sqlite import open_sqlite
from proctor.keepers import FILE
from proctor.terms.question import Question, Status
from proctor.terms.turns import MOST_OF_A_SESSION, Turn, behind_in_words, in_turns, take_turns
from tests.server.running import call


def a_question(number: int, agent: str = "loud", session: str = "s", action: str = "") -> Question:
    """Return a question that waits."""
    return Question(
        uid=f"question-{number}",
        host="anvil",
        home="h",
        agent=agent,
        session=session,
        tool="Bash",
        action=action or f"tool:bash:npm run {number}",
        asked_at="2026-11-18T05:00:00.000Z",
        expires_at="2099-11-18T05:00:00.000Z",
        digest=action or str(number),
        body={},
        id=number,
    )


FLOOD = [a_question(number) for number in range(1, 501)]
QUIET = [a_question(501, "quiet"), a_question(502, "loud", "other"), a_question(503, "calm")]


def test_every_agent_comes_before_a_flood_goes_on() -> None:
    """The first of each agent, the first of each other session, then second ones."""
    shown = take_turns([*FLOOD, *QUIET])

    assert [turn.question.id for turn in shown] == [1, 501, 503, 502, 2, 3]
    assert [turn.more for turn in shown] == [0, 0, 0, 0, 0, 497]
    assert behind_in_words(shown[-1]) == "497 more of this session behind it"


def test_identical_questions_are_one_line() -> None:
    """They are counted, and do not use up the turns of their session."""
    same = [a_question(number, action="tool:bash:make") for number in range(1, 41)]
    shown = take_turns([*same, a_question(41), a_question(42, "quiet")])

    assert shown == [Turn(same[0], 39), Turn(a_question(42, "quiet")), Turn(a_question(41))]
    assert behind_in_words(shown[0]) == "39 identical behind it"


def test_nothing_is_left_out_of_the_whole_list() -> None:
    """Programs get every question once, those that people see first."""
    found = in_turns([*FLOOD, *QUIET])

    assert sorted(one.id for one in found) == list(range(1, 504))
    assert [one.id for one in found[:4]] == [1, 501, 503, 502]
    assert (take_turns([]), in_turns([])) == ([], [])


def test_command_line_shows_every_agent_that_waits(tmp_path: Path) -> None:
    """Whatever the limit was filled with before, the quiet agents are there."""
    home = tmp_path / "home"
    with closing(open_sqlite(home / FILE)) as store:
        for question in [*QUIET, *FLOOD[:90]]:
            store.ask(question)
    shown = call(home, "approvals", "--limit", "4")
    listed = json.loads(call(home, "approvals", "--limit", "4", "--json").stdout)

    assert [name in shown.stdout for name in ("quiet", "calm", "loud")] == [True] * 3
    assert {one["agent"] for one in listed} == {"quiet", "calm", "loud"}
    assert "87 more of this session behind it" in call(home, "approvals").stdout


def test_flood_sends_few_messages_and_goes_on_as_they_end() -> None:
    """A chat gets a few of one session at a time; another agent is not held back."""

    async def flooded() -> tuple[set[int], set[int]]:
        calling = Calling([])
        for question in [*FLOOD[:50], *QUIET]:
            calling.told(question)
        first = set(calling.asking)
        calling.told(FLOOD[0]._replace(status=Status.CANCELLED))
        calling.told(FLOOD[10]._replace(status=Status.CANCELLED))
        return first, set(calling.asking)

    first, then = asyncio.run(flooded())
    assert first == {1, 2, 3, 501, 502, 503}
    assert then == {2, 3, 4, 501, 502, 503}
    assert len(first) == MOST_OF_A_SESSION + len(QUIET)
