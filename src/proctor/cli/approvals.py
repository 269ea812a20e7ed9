"""`proctor approvals`: the questions that wait for a person."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated, Any

import typer

from proctor.audit.as_json import question_json
from proctor.audit.ids import seconds as moment
from proctor.audit.ids import timestamp
from proctor.audit.rows import LARGEST
from proctor.audit.store import Store
from proctor.cli import render
from proctor.cli.answer import counts_once
from proctor.cli.blocked_agents import dialog_hints
from proctor.cli.durations import rough_duration
from proctor.cli.json_option import JsonOption
from proctor.cli.moments import local_time
from proctor.cli.watch import watch
from proctor.errors import UsageError
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.terms.question import Status
from proctor.terms.turns import Turn, behind_in_words, in_turns, take_turns

EPILOG = """\b
Examples:
  proctor approvals
  proctor approvals --watch
  proctor approve 12
  proctor deny 12 use a branch of your own
"""
HOW_TO_ANSWER = "answer: proctor approve ID{more}, or proctor deny ID [WORDS]"
# What the gate of a workflow run is asked with.
GATE = "workflow"
STYLES = {"pending": "yellow", "answered": "", "expired": "dim", "cancelled": "dim"}
# So much of a name is shown, and so wide is what is said of a part.
NAME, LABEL, SHORT_LABEL = 100, 8, 6

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def approvals(  # noqa: PLR0913 - each of them is an option
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
    first: Annotated[
        str,
        typer.Option("--first", metavar="AGENT", help="With --watch: this agent's before others'."),
    ] = "",
    until_empty: Annotated[
        bool,
        typer.Option("--until-empty", help="With --watch: end when the last one was answered."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    List the questions that wait for an answer, the oldest first.

    With --watch, each is shown as it comes, and how it ended; on a terminal it can be
    answered there, by single keys. Ctrl-C ends it. An agent that is blocked in its own dialog,
    with no question that waits, is named too.
    """
    if live:
        if every:
            raise UsageError("--watch shows what comes: --all does not go with it")
        watch(proctor_home(), as_json=as_json, first=first, until_empty=until_empty)
        return
    if first or until_empty:
        raise UsageError("--first and --until-empty go with --watch")
    with closing(open_reader(proctor_home())) as store:
        most = min(limit, LARGEST - 1)
        turns, rest = turns_in(store, most, every=every, whole=as_json)
    questions = [question_json(turn.question) for turn in turns]
    if as_json:
        render.out_json(questions)
        return
    for turn, question in zip(turns, questions, strict=True):
        show_question(question, behind_in_words(turn))
    hints = dialog_hints(proctor_home())
    for words in hints:
        render.out((words, "yellow"), err=True)
    if not questions:
        none = "no question waits for an answer" if hints else "nobody waits for an answer"
        render.out(none, err=True)
    elif rest:
        render.out((f"more wait than these {most:,}: see --limit", "yellow"), err=True)
    elif not every:
        more = "" if all(map(counts_once, questions)) else " [--session]"
        render.out((HOW_TO_ANSWER.format(more=more), "dim"), err=True)


def turns_in(store: Store, most: int, *, every: bool, whole: bool) -> tuple[list[Turn], bool]:
    """Return the questions to show, and whether there are more than so many."""
    if every:
        found = store.questions(None, limit=most + 1)
        return [Turn(question) for question in found[-most:]], len(found) > most
    # All that wait are read: many of one agent must not hide that of another.
    found = store.questions(Status.PENDING, limit=LARGEST)
    turns = [Turn(question) for question in in_turns(found)] if whole else take_turns(found)
    return turns[:most], len(turns) > most


def show_question(question: dict[str, Any], behind: str = "") -> None:
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
        show_part(part, whole=is_gate(question))
    if question.get("cwd"):
        render.out("      ", (f"in {render.both_ends(str(question['cwd']))}", "dim"))
    if behind:
        render.out("      ", (behind, "yellow"))
    reply = question["reply"]
    if reply:
        words = f": {reply['words']}" if reply["words"] else ""
        when = local_time(question["closed_at"] or "")
        # Nobody's is none: a question that was closed was not denied.
        said = f"{reply['answer']} by {reply['by']}{words}" if reply["by"] else reply["words"]
        render.out("      ", said, (f"  {when}", "dim"))


def is_gate(question: dict[str, Any]) -> bool:
    """Say whether a question is the gate of a workflow run: all of its parts are for people."""
    return question["tool"] == GATE and bool(question.get("once"))


def show_part(part: Any, *, whole: bool) -> None:
    """Print why one part of an action is asked; of a gate also what comes next, and the tasks."""
    effect = str(part.get("effect", "")) if isinstance(part, dict) else ""
    if effect != "ask" and not (whole and effect):
        return
    named = render.both_ends(str(part.get("part", "")))
    why = render.both_ends(str(part.get("why", "")))
    label = render.shorten(effect, LABEL).ljust(LABEL if whole else SHORT_LABEL)
    style = "yellow" if effect == "ask" else "dim"
    render.out("      ", (f"{label} ", style), f"{named}: {why}" if why else named)


def left(question: dict[str, Any]) -> str:
    """Return how long a pending question still waits."""
    if question["status"] != Status.PENDING.value:
        return ""
    rest = moment(question["expires_at"]) - moment(timestamp())
    return f" ({rough_duration(rest)} left)" if rest > 0 else " (its time is over)"
