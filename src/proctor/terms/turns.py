"""
The order in which people see questions: fair to every agent, whoever asks most.

Everybody who shows questions uses this: the command line, the API, the page and the channels.
An agent chooses what and how often it asks, so a flood of one session must not hide another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.question import Question

# So many questions of one session are shown at once; the others are a number.
MOST_OF_A_SESSION = 3
Asker = tuple[str, str]


class Turn(NamedTuple):
    """
    A question that is shown.

    `same` counts the identical ones behind it; `more`, at the last one of a session that is
    shown, all others of that session that are not.
    """

    question: Question
    same: int = 0
    more: int = 0


def asker_of(question: Question) -> Asker:
    """Return the agent and the session that ask."""
    return question.agent, question.session


def take_turns(questions: Iterable[Question]) -> list[Turn]:
    """
    Return the questions to show, oldest first as they come in.

    First one of each agent, then one of each further session, then second ones, and so on.
    """
    sessions: dict[Asker, dict[object, list[Question]]] = {}
    for one in questions:
        groups = sessions.setdefault(asker_of(one), {})
        groups.setdefault((one.tool, one.action, one.digest, one.host, one.home), []).append(one)
    rows = [shown_of(groups) for groups in sessions.values()]
    agents: set[str] = set()
    first: list[Turn] = []
    others: list[Turn] = []
    for row in rows:
        agent = row[0].question.agent
        (others if agent in agents else first).append(row[0])
        agents.add(agent)
    later = [row[n] for n in range(1, MOST_OF_A_SESSION) for row in rows if n < len(row)]
    return [*first, *others, *later]


def shown_of(groups: Mapping[object, list[Question]]) -> list[Turn]:
    """Return the turns of one session: each group of identical questions is one."""
    turns = [Turn(group[0], len(group) - 1) for group in groups.values()]
    shown, hidden = turns[:MOST_OF_A_SESSION], turns[MOST_OF_A_SESSION:]
    more = sum(1 + turn.same for turn in hidden)
    return [*shown[:-1], shown[-1]._replace(more=more)]


def in_turns(questions: Iterable[Question]) -> list[Question]:
    """Return all questions: those that are shown in their order, then the others as they came."""
    every = list(questions)
    shown = [turn.question for turn in take_turns(every)]
    known = {question.id for question in shown}
    return [*shown, *(one for one in every if one.id not in known)]


def behind_in_words(turn: Turn) -> str:
    """Return what waits behind a question; "" if nothing does."""
    same = f"{turn.same:,} identical" if turn.same else ""
    more = f"{turn.more:,} more of this session" if turn.more else ""
    said = " and ".join(filter(None, (same, more)))
    return f"{said} behind it" if said else ""
