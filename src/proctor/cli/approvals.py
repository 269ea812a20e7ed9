"""`proctor approvals`: the questions that wait for a person."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated, Any

import typer

from proctor.audit.as_json import question_json
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.audit.rows import LARGEST
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.moments import local_time
from proctor.cli.watch import watch
from proctor.errors import UsageError
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.terms.question import Status

EPILOG = """\b
Examples:
  proctor approvals
  proctor approvals --watch
  proctor approve 12
  proctor deny 12 use a branch of your own
"""
HOW_TO_ANSWER = "answer: proctor approve ID [--session], or proctor deny ID [WORDS]"
STYLES = {"pending": "yellow", "answered": "", "expired": "dim", "cancelled": "dim"}
# So much of a name is shown.
NAME = 100

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def approvals(
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Also those that were answered, or have expired.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many.")
    ] = 50,
    live: Annotated[
        bool, typer.Option("--watch", "-w", help="Stay, and show each as it comes and ends.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    List the questions that wait for an answer, the oldest first.

    With --watch, each is shown as it comes, and how it ended; on a terminal it can be
    answered there, by single keys. Ctrl-C ends it.
    """
    if live:
        if every:
            raise UsageError("--watch shows what comes: --all does not go with it")
        watch(proctor_home(), as_json=as_json)
        return
    with closing(open_reader(proctor_home())) as store:
        # One more than is shown: many of one agent must not hide that of another unseen.
        most = min(limit, LARGEST - 1)
        found = store.questions(None if every else Status.PENDING, limit=most + 1)
    questions = [question_json(question) for question in found[-most:]]
    if as_json:
        render.out_json(questions)
        return
    for question in questions:
        show_question(question)
    if not questions:
        render.out("nobody waits for an answer", err=True)
    elif len(found) > most:
        render.out((f"more wait than these {most:,}: see --limit", "yellow"), err=True)
    elif not every:
        render.out((HOW_TO_ANSWER, "dim"), err=True)


def show_question(question: dict[str, Any]) -> None:
    """Print a question: what is wanted, by whom, why it is asked, and how long it waits yet."""
    status = question["status"]
    render.out(
        (f"{question['id']:>4}  ", "bold"),
        (f"{status}{left(question)}", STYLES[status]),
        f"  {render.shorten(question['agent'], NAME) or '-'}",
        (f"  role {render.shorten(str(question.get('role') or '-'), NAME)}", "dim"),
    )
    render.out("      ", (render.both_ends(question["action"]), "bold"))
    parts = question.get("parts")
    for part in parts if isinstance(parts, list) else []:
        show_part(part)
    if question.get("cwd"):
        render.out("      ", (f"in {render.both_ends(str(question['cwd']))}", "dim"))
    reply = question["reply"]
    if reply:
        words = f": {reply['words']}" if reply["words"] else ""
        when = local_time(question["closed_at"] or "")
        # Nobody's is none: a question that was closed was not denied.
        said = f"{reply['answer']} by {reply['by']}{words}" if reply["by"] else reply["words"]
        render.out("      ", said, (f"  {when}", "dim"))


def show_part(part: Any) -> None:
    """Print why one part of an action is asked."""
    if isinstance(part, dict) and part.get("effect") == "ask":
        named = render.both_ends(str(part.get("part", "")))
        why = render.both_ends(str(part.get("why", "")))
        render.out("      ", ("ask    ", "yellow"), f"{named}: ", why)


def left(question: dict[str, Any]) -> str:
    """Return how long a pending question still waits."""
    if question["status"] != Status.PENDING.value:
        return ""
    rest = moment(question["expires_at"]) - moment(timestamp())
    return f" ({int(rest)} s left)" if rest > 0 else " (its time is over)"
