"""Answer a question from the command line, as the local user."""

from __future__ import annotations

from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from proctor.audit.as_json import question_json
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.audit.rows import LARGEST
from proctor.cli import render
from proctor.cli.as_person import as_person
from proctor.cli.blocked_agents import dialog_hint
from proctor.errors import NoOwner, NotFound, ProctorError, TooLate, UsageError
from proctor.home import proctor_home
from proctor.keepers import keeping_of, open_reader, open_store
from proctor.owner.client import Client
from proctor.owner.who import running_server
from proctor.terms.question import Status

# So much of an action is shown beside its number where a shell completes.
COMPLETED = 60
# So many numbers are listed where several questions wait.
MOST_LISTED = 10


def answer(number: int, data: dict[str, Any], *, as_json: bool) -> None:
    """
    Answer a question, and say so.

    Raises:
        NotFound: there is no such question.
        TooLate: it has ended already.
        ServerError: the server has other questions than those that are listed here.

    """
    home = proctor_home()
    if running_server(home) is None:
        look_for(home, number)
    with as_person(home) as server:
        try:
            question = server.call("answer", number=number, **data)
        except TooLate:
            # Where its time is over, what can be done instead is said.
            still_open(home, server.client.call("wait", number=number, seconds=0))
            raise
    if as_json:
        render.out_json(question)
        return
    style = render.STYLES[data["answer"]]
    done = "allowed" if data["answer"] == "allow" else "denied"
    render.out((done, style), f"  {number}  ", (render.shorten(question["action"]), "bold"))


def question_of(number: int) -> dict[str, Any]:
    """
    Return a question that can still be answered, from the server or, where none runs, the store.

    Raises:
        NotFound: there is no such question.
        TooLate: it has ended already.

    """
    home = proctor_home()
    try:
        with Client.connect(home) as client:
            found: dict[str, Any] = client.call("wait", number=number, seconds=0)
    except NoOwner:
        return look_for(home, number)
    return still_open(home, found)


def only_question() -> int:
    """
    Return the number of the one question that waits.

    Raises:
        UsageError: none waits, or several do.

    """
    home = proctor_home()
    with closing(open_reader(home)) as store:
        waiting = store.questions(Status.PENDING)
    now = moment(timestamp())
    numbers = [each.id for each in waiting if moment(each.expires_at) > now]
    if len(numbers) == 1:
        return numbers[0]
    if not numbers:
        raise UsageError("no question waits", help="see `proctor approvals`")
    listed = ", ".join(map(str, numbers[:MOST_LISTED]))
    raise UsageError(
        f"several questions wait: {listed}{', …' if len(numbers) > MOST_LISTED else ''}",
        help=f"name one: proctor approve {numbers[0]}",
    )


def counts_once(question: dict[str, Any]) -> bool:
    """Say whether an answer holds for this question alone, and nothing of it is remembered."""
    return bool(question.get("handed_in") or question.get("once"))


def look_for(home: Path, number: int) -> dict[str, Any]:
    """
    Look for a question in the store: no server is started for one that nobody waits for.

    Raises:
        NotFound: there is no such question.
        TooLate: it has ended already.

    """
    with closing(open_reader(home)) as store:
        found = store.question(number) if 0 < number <= LARGEST else None
    if found is None:
        raise NotFound(f"there is no question {number}", help="see `proctor approvals`")
    return still_open(home, question_json(found))


def still_open(home: Path, question: dict[str, Any]) -> dict[str, Any]:
    """
    Return a question that waits for an answer.

    Raises:
        TooLate: it waits no more.

    """
    status, reply = question["status"], question["reply"]
    if status == Status.PENDING.value and moment(question["expires_at"]) <= moment(timestamp()):
        status = Status.EXPIRED.value
    if status == Status.EXPIRED.value:
        hint = dialog_hint(home, question["agent"]) if question["agent"] else ""
        raise TooLate(f"question {question['id']} has expired", help=hint or None)
    if status != Status.PENDING.value:
        by = f" by {reply['by']}" if reply and reply["by"] else ""
        raise TooLate(f"question {question['id']} is {status} already{by}")
    return question


def complete_question(incomplete: str) -> list[tuple[str, str]]:
    """Return the questions that wait and begin so; a shell that completes never sees an error."""
    home = proctor_home()
    with (
        suppress(ProctorError, OSError),
        closing(open_store(home, keeping_of(home), reads=True)) as store,
    ):
        waiting = store.questions(Status.PENDING, limit=LARGEST)
        return [
            (str(each.id), render.shorten(each.action, COMPLETED))
            for each in waiting
            if str(each.id).startswith(incomplete)
        ]
    return []
