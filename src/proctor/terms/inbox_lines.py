"""
The lines of the inbox: which questions people see first, and which of them share a line.

Every view uses these lines: the command line, the page, the API and the channels. An agent
chooses what and how often it asks, and under which names of agents and sessions. So many
questions from one place take one line, and no number of invented names hides an agent that
Proctor has started.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.question import Question

# A session with more different questions than this is one line, and so is an agent with more
# sessions.
MOST_OF_A_SESSION = 3
MOST_SESSIONS = 3
# So many lines are on the first page, and more only where more agents were started that ask.
MOST_LINES = 100
NOBODY: frozenset[str] = frozenset()


class Fold(StrEnum):
    """What the questions of one line have in common."""

    IDENTICAL = "identical"
    SESSION = "session"
    AGENT = "agent"
    REST = "rest"


class AskingAgent(NamedTuple):
    """
    The agent that asks, as far as the server knows it.

    `host`, `home` and `is_handed_in` are the server's own words; `name` is the agent's, and
    that of its session where it has none.
    """

    host: str
    home: str
    is_handed_in: bool
    name: str
    is_named: bool = True


class InboxLine(NamedTuple):
    """One line of the inbox, with all questions that stand on it, the oldest first."""

    questions: tuple[Question, ...]
    fold: Fold = Fold.IDENTICAL

    @property
    def question(self) -> Question:
        """Return the oldest question of the line."""
        return self.questions[0]

    @property
    def is_folded(self) -> bool:
        """Return whether different questions share the line: nobody can allow them there."""
        return self.fold is not Fold.IDENTICAL

    def in_words(self) -> str:
        """Return what else is on the line; "" for a question that stands alone."""
        count = len(self.questions)
        if self.fold is Fold.IDENTICAL:
            return f"{count - 1:,} identical behind it" if count > 1 else ""
        if self.fold is Fold.SESSION:
            return f"{count:,} questions of one session"
        if self.fold is Fold.AGENT:
            sessions = len({question.session for question in self.questions})
            return f"{count:,} questions of {sessions:,} sessions"
        return f"{count:,} questions of {len(names_on(self)):,} more agents"


def agent_of(question: Question) -> AskingAgent:
    """Return the agent that asks."""
    return AskingAgent(
        question.host,
        question.home,
        bool(question.body.get("handed_in")),
        question.agent or question.session,
        bool(question.agent),
    )


def asker_of(question: Question) -> tuple[AskingAgent, str]:
    """Return the agent and the session that ask."""
    return agent_of(question), question.session


def inbox_lines(
    questions: Iterable[Question],
    started: Collection[str] = NOBODY,
    most: int = MOST_LINES,
) -> list[InboxLine]:
    """
    Return the lines of the first page.

    First comes one line of each agent, then one of each further session, then the second
    questions of sessions. Agents that Proctor has started come before all others and always
    have a line. The others share what is left of `most` lines: one of each host, home and role
    in turn, which no agent can invent; those that find no room share the last line.

    Args:
        questions: all that wait, the oldest first.
        started: the names of the agents that Proctor has started and that are still there.
        most: how many lines there are at most, unless more such agents ask.

    """
    agents: dict[AskingAgent, dict[str, list[Question]]] = {}
    for question in questions:
        sessions = agents.setdefault(agent_of(question), {})
        sessions.setdefault(question.session, []).append(question)
    order, certain = in_order(agents, started)
    room = len(order) if len(order) <= most else max(certain, most - 1)
    rows = [lines_of_agent(agents[agent]) for agent in order[:room]]
    first = [row[0][0] for row in rows]
    further = [session[0] for row in rows for session in row[1:]]
    later = [
        session[n]
        for n in range(1, MOST_OF_A_SESSION)
        for row in rows
        for session in row
        if n < len(session)
    ]
    lines = [*first, *further, *later][: max(most, room)]
    left_over = [one for agent in order[room:] for each in agents[agent].values() for one in each]
    if left_over:
        left_over.sort(key=lambda question: question.id)
        lines.append(InboxLine(tuple(left_over), Fold.REST))
    return lines


def in_order(
    agents: Mapping[AskingAgent, Mapping[str, Sequence[Question]]], started: Collection[str]
) -> tuple[list[AskingAgent], int]:
    """Return the agents in the order of their turns, and how many of them were started."""
    before: Counter[object] = Counter()
    turns: dict[AskingAgent, int] = {}
    for agent, sessions in agents.items():
        if agent.is_named and agent.name in started and not agent.is_handed_in:
            turns[agent] = -1
            continue
        role = str(next(iter(sessions.values()))[0].body.get("role") or "")
        origin = (agent.host, agent.home, agent.is_handed_in, role)
        turns[agent] = before[origin]
        before[origin] += 1
    order = sorted(agents, key=turns.__getitem__)
    return order, sum(turn < 0 for turn in turns.values())


def lines_of_agent(sessions: Mapping[str, Sequence[Question]]) -> list[list[InboxLine]]:
    """Return the lines of one agent, by session; one line for more sessions than it may show."""
    if len(sessions) <= MOST_SESSIONS:
        return [lines_of_session(questions) for questions in sessions.values()]
    every = sorted((one for each in sessions.values() for one in each), key=lambda one: one.id)
    return [[InboxLine(tuple(every), Fold.AGENT)]]


def lines_of_session(questions: Sequence[Question]) -> list[InboxLine]:
    """Return the lines of one session: one for each question, or one for too many of them."""
    groups: dict[object, list[Question]] = {}
    for question in questions:
        groups.setdefault(what_is_asked(question), []).append(question)
    if len(groups) > MOST_OF_A_SESSION:
        return [InboxLine(tuple(questions), Fold.SESSION)]
    return [InboxLine(tuple(group)) for group in groups.values()]


def what_is_asked(question: Question) -> tuple[str, ...]:
    """Return what identical questions share: the exact input, the folder, role and project."""
    about = (str(question.body.get(key) or "") for key in ("cwd", "role", "project"))
    # The digest is not told to other processes.
    exactly = question.digest or repr(question.body.get("input"))
    return question.tool, question.action, exactly, *about


def in_fair_order(
    questions: Iterable[Question], started: Collection[str] = NOBODY
) -> list[Question]:
    """Return every question: the first ones of all lines, then the others as they came."""
    every = list(questions)
    first = [line.question for line in inbox_lines(every, started, most=len(every))]
    known = {question.id for question in first}
    return [*first, *(one for one in every if one.id not in known)]


def line_with(lines: Iterable[InboxLine], question: Question) -> InboxLine | None:
    """Return the line that a question stands on; of one that has ended, that of its session."""
    every = list(lines)
    for line in every:
        if any(one.id == question.id for one in line.questions):
            return line
    asker = asker_of(question)
    return next((line for line in every if asker in map(asker_of, line.questions)), None)


def names_on(line: InboxLine) -> dict[AskingAgent, list[Question]]:
    """Return the agents of a line, each with its questions."""
    found: dict[AskingAgent, list[Question]] = {}
    for question in line.questions:
        found.setdefault(agent_of(question), []).append(question)
    return found
