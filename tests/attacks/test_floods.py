"""A flood of questions: one agent asks so much that nobody sees what another one asks."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

from proctor.approval.calling import Calling
from proctor.audit.stores.sqlite import open_sqlite
from proctor.keepers import FILE
from proctor.terms.inbox_lines import (
    MOST_LINES,
    MOST_OF_A_SESSION,
    Fold,
    InboxLine,
    in_fair_order,
    inbox_lines,
    names_on,
)
from proctor.terms.question import Question, Status
from tests.server.offices import opened
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
INVENTED = [a_question(number, f"name-{number}") for number in range(1, 1001)]


def test_flood_of_one_session_is_one_line_with_a_count() -> None:
    """The first of each agent, then the first of each other session; the flood is one line."""
    lines = inbox_lines([*FLOOD, *QUIET])

    assert [line.question.id for line in lines] == [1, 501, 503, 502]
    assert [line.fold for line in lines] == [Fold.SESSION, *[Fold.IDENTICAL] * 3]
    assert lines[0].in_words() == "500 questions of one session"


def test_identical_questions_are_one_line() -> None:
    """They are counted, and do not use up the lines of their session."""
    same = [a_question(number, action="tool:bash:make") for number in range(1, 41)]
    lines = inbox_lines([*same, a_question(41), a_question(42, "quiet")])

    assert lines == [
        InboxLine(tuple(same)),
        InboxLine((a_question(42, "quiet"),)),
        InboxLine((a_question(41),)),
    ]
    assert lines[0].in_words() == "39 identical behind it"


def test_questions_with_invisible_differences_are_not_identical() -> None:
    """They look alike and are not: many are a flood, and no count calls them identical."""
    alike = [
        a_question(number, action="tool:bash:make")._replace(digest="\u200b" * number)
        for number in range(1, 41)
    ]
    elsewhere = [
        a_question(number, action="tool:bash:make")._replace(body={"cwd": f"/srv/{number}"})
        for number in (1, 2)
    ]

    assert inbox_lines(alike) == [InboxLine(tuple(alike), Fold.SESSION)]
    assert inbox_lines(elsewhere) == [InboxLine((one,)) for one in elsewhere]


def test_flood_of_many_sessions_is_one_line() -> None:
    """An agent invents sessions: more of them than a person starts share one line."""
    flood = [a_question(number, session=f"s-{number}") for number in range(1, 501)]
    lines = inbox_lines([*flood, a_question(501, "quiet")])

    assert lines == [InboxLine(tuple(flood), Fold.AGENT), InboxLine((a_question(501, "quiet"),))]
    assert lines[0].in_words() == "500 questions of 500 sessions"


def test_invented_names_do_not_hide_an_agent_that_was_started() -> None:
    """What finds no room on the first page shares the last line, which names every agent."""
    quiet = a_question(1001, "quiet")
    lines = inbox_lines([*INVENTED, quiet], {"quiet"})

    assert len(lines) == MOST_LINES
    assert lines[0] == InboxLine((quiet,))
    assert lines[-1].fold is Fold.REST
    shown = {one.name for line in lines for one in names_on(line)}
    assert shown == {"quiet", *(f"name-{number}" for number in range(1, 1001))}


def test_invented_names_do_not_hide_another_role_or_home() -> None:
    """Names of one role, or of one home, leave room for those of others."""
    of_role = a_question(1001, "quiet")._replace(body={"role": "reader"})
    of_home = a_question(1002, "quiet")._replace(home="another")
    lines = inbox_lines([*INVENTED, of_role, of_home])

    assert [line.question for line in lines[1:3]] == [of_role, of_home]


def test_more_started_agents_than_lines_are_all_shown() -> None:
    """The length of the page gives way, and not an agent."""
    started = {f"name-{number}" for number in range(1, 201)}
    lines = inbox_lines(INVENTED, started)

    assert {line.question.agent for line in lines[:-1]} == started
    assert lines[-1].fold is Fold.REST


def test_questions_handed_in_under_a_name_do_not_hide_those_of_that_agent() -> None:
    """Anybody can hand a question in, in any name: these have a line of their own."""
    handed_in = [
        a_question(number, "quiet")._replace(body={"handed_in": True}) for number in range(1, 51)
    ]
    own = a_question(51, "quiet")
    lines = inbox_lines([*handed_in, own], {"quiet"})

    assert lines == [InboxLine((own,)), InboxLine(tuple(handed_in), Fold.SESSION)]


def test_nothing_is_left_out_of_the_whole_list() -> None:
    """Programs get every question once, those that people see first."""
    found = in_fair_order([*FLOOD, *QUIET])

    assert sorted(one.id for one in found) == list(range(1, 504))
    assert [one.id for one in found[:4]] == [1, 501, 503, 502]
    assert (inbox_lines([]), in_fair_order([])) == ([], [])


def test_programs_get_and_count_every_question(tmp_path: Path) -> None:
    """Neither the list as JSON nor the status leaves any out, however many wait."""
    home = tmp_path / "home"

    async def counted() -> object:
        async with opened(home) as office:
            return (await office.status())["questions"]

    with closing(open_sqlite(home / FILE)) as store:
        for question in INVENTED:
            store.ask(question._replace(uid=f"more-{question.id}"))
        for question in FLOOD[:100]:
            store.ask(question)
    listed = json.loads(call(home, "approvals", "--json").stdout)
    some = json.loads(call(home, "approvals", "--json", "--limit", "7").stdout)

    assert (len(listed), len(some), asyncio.run(counted())) == (1100, 7, 1100)


def test_command_line_shows_every_agent_that_waits(tmp_path: Path) -> None:
    """The flood is one line with a count; it can be opened, and the quiet agents are there."""
    home = tmp_path / "home"
    with closing(open_sqlite(home / FILE)) as store:
        for question in [*QUIET, *FLOOD[:90]]:
            store.ask(question)
    shown = call(home, "approvals", "--limit", "4").stdout
    listed = json.loads(call(home, "approvals", "--limit", "4", "--json").stdout)
    opened = call(home, "approvals", "--of", "5", "--limit", "200").stdout

    assert [name in shown for name in ("quiet", "calm", "loud")] == [True] * 3
    assert {one["agent"] for one in listed} == {"quiet", "calm", "loud"}
    assert "90 questions of one session" in shown
    assert shown.count("tool:bash:npm run") == 4
    assert "deny all: proctor deny 4 --all" in shown
    assert opened.count("tool:bash:npm run") == 90


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
