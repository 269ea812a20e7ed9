"""
Watch questions come and end: a line each, or on a terminal with keys to answer them.

The server may end and come back meanwhile: whoever watches is told, and goes on.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from proctor.agents.session_files import running_names
from proctor.cli import render
from proctor.cli.blocked_agents import dialog_hints
from proctor.cli.question_feed import Happening, QuestionFeed, is_pending
from proctor.cli.told_question import always_in, changes_in, question_from
from proctor.cli.watch_trouble import EVERY, Trouble
from proctor.errors import ServerError, StoreError, UsageError
from proctor.terms.inbox_lines import MOST_OF_A_SESSION, in_fair_order, inbox_lines

NAME = 100
STYLES = {"asked": "yellow", "allowed": "green", "denied": "red"}


def watch(home: Path, *, as_json: bool, first: str = "", until_empty: bool = False) -> None:
    """
    Show each question as it comes and ends, until Ctrl-C.

    Raises:
        UsageError: something that only a terminal can do, where there is none.

    """
    on_terminal = not as_json and sys.stdin.isatty() and sys.stdout.isatty()
    if (first or until_empty) and not on_terminal:
        raise UsageError("--first and --until-empty are for a terminal, and not for --json")
    try:
        if on_terminal:
            from proctor.cli.watch_terminal import TerminalWatch  # noqa: PLC0415 - only there

            asyncio.run(TerminalWatch(home, first=first, until_empty=until_empty).run())
        else:
            watch_lines(QuestionFeed(home), as_json=as_json)
    except KeyboardInterrupt:
        return


def watch_lines(feed: QuestionFeed, *, as_json: bool) -> None:
    """Print a line for each question that comes, and for each that ends."""
    trouble = Trouble()
    hints: list[str] = []
    while True:
        problem: ServerError | StoreError | None = None
        try:
            show_news(feed, feed.news(), as_json=as_json)
            known, hints = hints, [] if feed.open else dialog_hints(feed.home)
            for words in hints:
                if words not in known:
                    render.out((words, "yellow"), err=True)
        except (ServerError, StoreError) as error:
            problem = error
        if words := trouble.is_now(problem):
            render.out((words, "dim"), err=True)
        sys.stdout.flush()
        sys.stderr.flush()
        time.sleep(EVERY)


def show_news(feed: QuestionFeed, news: list[Happening], *, as_json: bool) -> None:
    """Print what has happened: what waits in the order of the inbox, then the rest as it came."""
    waiting = {one["id"]: one for one in news if feed.open.get(one["id"]) is one}
    started = running_names(feed.home)
    every = [question_from(feed.open[number]) for number in sorted(feed.open)]
    rest = [one for one in news if waiting.get(one["id"]) is not one]
    if as_json:
        fair = [waiting[one.id] for one in in_fair_order(every, started) if one.id in waiting]
        for question in (*fair, *rest):
            render.out_json(question, indent=None)
        return
    for line in inbox_lines(every, started, most=len(every)):
        fresh = [waiting[one.id] for one in line.questions if one.id in waiting]
        if line.is_folded and fresh:
            show(feed.open[line.question.id], line.in_words())
        else:
            for question in fresh:
                show(question)
    show_rest(rest)


def show_rest(happenings: list[Happening]) -> None:
    """Print what else has happened; the same to many questions of a session on one line."""
    groups: dict[tuple[object, ...], list[Happening]] = {}
    for one in happenings:
        by = (one["reply"] or {}).get("by")
        groups.setdefault((one["agent"], one["session"], how_ended(one), by), []).append(one)
    for one in happenings:
        by = (one["reply"] or {}).get("by")
        group = groups[one["agent"], one["session"], how_ended(one), by]
        if len(group) <= MOST_OF_A_SESSION:
            show(one)
        elif group[0] is one:
            show(one, f"{len(group):,} questions of one session")


def show(question: Happening, on_line: str = "") -> None:
    """Print one line; `on_line` says how many questions share it."""
    many = f"{on_line}  " if on_line else ""
    if is_pending(question):
        agent = render.shorten(question["agent"], NAME) or "-"
        role = render.shorten(str(question.get("role") or "-"), NAME)
        render.out(
            ("asked    ", STYLES["asked"]),
            (f"{question['id']}  ", "bold"),
            (many, "yellow"),
            f"{agent}  role {role}  ",
            (render.both_ends(question["action"]), "bold"),
        )
        if changes := [] if on_line else changes_in(question):
            always = always_in(question)
            for label, line in [*(("changes", one) for one in changes), ("always", always)]:
                if line:
                    render.out(f"         {label:<8} {render.both_ends(line)}")
        return
    word = how_ended(question)
    reply = question["reply"]
    by = f"  by {render.shorten(reply['by'], NAME)}" if reply and reply["by"] else ""
    words = f": {render.shorten(reply['words'])}" if reply and reply["words"] else ""
    render.out(
        (f"{word:<9}", STYLES.get(word, "dim")),
        (f"{question['id']}", "bold"),
        f"  {on_line}" if on_line else "",
        by,
        words,
    )


def how_ended(question: Happening) -> str:
    """Return how a question ended, in one word."""
    reply = question["reply"]
    if question["status"] == "answered" and reply:
        return "allowed" if reply["answer"] == "allow" else "denied"
    return str(question["status"])
