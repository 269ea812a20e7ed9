"""`proctor approvals`: the questions that wait for a person."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated, Any

import typer

from proctor.agents.session_files import running_names
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
from proctor.cli.told_question import always_in, changes_in
from proctor.cli.watch import watch
from proctor.errors import NotFound, UsageError
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.terms.inbox_lines import (
    Fold,
    InboxLine,
    in_fair_order,
    inbox_lines,
    line_with,
    names_on,
)
from proctor.terms.question import Question, Status

EPILOG = """\b
Examples:
  proctor approvals
  proctor approvals --watch
  proctor approvals --of 12
  proctor approve 12
  proctor deny 12 use a branch of your own
"""
HOW_TO_ANSWER = "answer: proctor approve ID{more}, or proctor deny ID [WORDS]"
PAGE = 50
LimitOption = Annotated[
    int | None,
    typer.Option(
        "--limit",
        "-n",
        metavar="N",
        min=1,
        help=f"At most so many (default: {PAGE}; with --json, all that wait).",
    ),
]
HOW_TO_OPEN = "see all: proctor approvals --of {number}; deny all: proctor deny {number} --all"
# So many names of agents that share a line are shown, and so much of each.
MOST_NAMES, SHORT_NAME = 20, 30
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
    limit: LimitOption = None,
    of: Annotated[
        int | None,
        typer.Option("--of", metavar="ID", min=0, help="All questions of the line with this one."),
    ] = None,
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
    List the questions that wait for an answer.

    One of each agent comes first. Many questions of one session or of one agent share one line:
    --of lists them, and `proctor deny ID --all` denies all of them.
    With --watch, each is shown as it comes, and how it ended; on a terminal it can be
    answered there, by single keys. Ctrl-C ends it. An agent that is blocked in its own dialog,
    with no question that waits, is named too.
    """
    if live:
        if every or of is not None:
            raise UsageError("--watch shows what comes: --all and --of do not go with it")
        watch(proctor_home(), as_json=as_json, first=first, until_empty=until_empty)
        return
    if first or until_empty:
        raise UsageError("--first and --until-empty go with --watch")
    if every and of is not None:
        raise UsageError("--of lists questions that wait: --all does not go with it")
    with closing(open_reader(proctor_home())) as store:
        usual = LARGEST if as_json and not every else PAGE
        most = min(limit or usual, LARGEST - 1)
        if every:
            found = store.questions(None, limit=most + 1)
            lines, more = [InboxLine((one,)) for one in found[-most:]], len(found) > most
        else:
            lines, more = waiting_lines(store, most, of=of, is_apart=as_json)
    if as_json:
        render.out_json([question_json(line.question) for line in lines])
        return
    for line in lines:
        show_line(line)
    show_end(lines, more=more, most=most, every=every)


def waiting_lines(
    store: Store, most: int, *, of: int | None, is_apart: bool
) -> tuple[list[InboxLine], bool]:
    """
    Return the lines of what waits, and whether more wait than are on them.

    All that wait are read: many of one agent must not hide those of another.

    Args:
        store: where the questions are.
        most: how many lines are shown at most.
        of: a question, all of whose line are shown; None for the whole inbox.
        is_apart: whether every question has a line of its own, as programs need it.

    """
    waiting = store.questions(Status.PENDING, limit=LARGEST)
    started = running_names(proctor_home())
    if of is not None:
        line = line_of(store, waiting, of)
        found = line.questions if line else ()
    elif is_apart:
        found = tuple(in_fair_order(waiting, started))
    else:
        lines = inbox_lines(waiting, started, most)
        return lines, sum(len(line.questions) for line in lines) < len(waiting)
    return [InboxLine((one,)) for one in found[:most]], len(found) > most


def line_of(store: Store, waiting: list[Question], number: int) -> InboxLine | None:
    """
    Return the line that a question stands on, or stood on; None if it is empty by now.

    Raises:
        NotFound: there is no such question.

    """
    question = store.question(number) if 0 < number <= LARGEST else None
    if question is None:
        raise NotFound(f"there is no question {number}", help="see `proctor approvals`")
    return line_with(inbox_lines(waiting, running_names(proctor_home())), question)


def show_end(lines: list[InboxLine], *, more: bool, most: int, every: bool) -> None:
    """Print what else is to be known: blocked agents, whether more wait, how to answer."""
    hints = dialog_hints(proctor_home())
    for words in hints:
        render.out((words, "yellow"), err=True)
    if not lines:
        none = "no question waits for an answer" if hints else "nobody waits for an answer"
        render.out(none, err=True)
    elif more:
        render.out((f"more wait than these {most:,}: see --limit", "yellow"), err=True)
    elif not every:
        alone = [question_json(line.question) for line in lines if not line.is_folded]
        longer = "" if all(map(counts_once, alone)) else " [--session]"
        render.out((HOW_TO_ANSWER.format(more=longer), "dim"), err=True)


def show_line(line: InboxLine) -> None:
    """Print one line of the inbox."""
    if not line.is_folded:
        show_question(question_json(line.question), line.in_words())
        return
    first = line.question
    is_rest = line.fold is Fold.REST
    agent = "other agents" if is_rest else render.shorten(first.agent, NAME) or "-"
    role = render.shorten(str(first.body.get("role") or "-"), NAME)
    render.out(
        (f"{first.id:>4}  ", "bold"),
        (line.in_words(), "yellow"),
        f"  {agent}",
        ("" if is_rest else f"  role {role}", "dim"),
    )
    if is_rest:
        names = list(names_on(line))
        some = ", ".join(render.shorten(one.name, SHORT_NAME) or "-" for one in names[:MOST_NAMES])
        rest = f", and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
        render.out("      ", f"{some}{rest}")
    else:
        render.out("      the oldest: ", (render.both_ends(first.action), "bold"))
    render.out("      ", (HOW_TO_OPEN.format(number=first.id), "dim"))


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
    for line in changes_in(question):
        render.out("      ", ("changes  ", "yellow"), render.both_ends(line))
    parts = question.get("parts")
    for part in parts if isinstance(parts, list) else []:
        show_part(part, whole=is_gate(question))
    if question.get("review"):
        render.out("      ", render.both_ends(str(question["review"])))
    if question.get("cwd"):
        render.out("      ", (f"in {render.both_ends(str(question['cwd']))}", "dim"))
    if always := always_in(question):
        render.out("      ", (f"always   {render.both_ends(always)}", "dim"))
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
