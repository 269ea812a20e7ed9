"""
Watch questions come and end: a line each, or on a terminal with keys to answer them.

The server may end and come back meanwhile: whoever watches is told, and goes on.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

from proctor.cli import render
from proctor.cli.blocked_agents import dialog_hints
from proctor.cli.question_feed import Happening, QuestionFeed, is_pending
from proctor.cli.watch_trouble import EVERY, Trouble
from proctor.errors import ServerError, StoreError, UsageError

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
            for question in feed.news():
                show(question, as_json=as_json)
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


def show(question: Happening, *, as_json: bool) -> None:
    """Print one line."""
    if as_json:
        render.out_json(question, indent=None)
        return
    if is_pending(question):
        agent = render.shorten(question["agent"], NAME) or "-"
        role = render.shorten(str(question.get("role") or "-"), NAME)
        render.out(
            ("asked    ", STYLES["asked"]),
            (f"{question['id']}  ", "bold"),
            f"{agent}  role {role}  ",
            (render.both_ends(question["action"]), "bold"),
        )
        return
    word = how_ended(question)
    reply = question["reply"]
    by = f"  by {render.shorten(reply['by'], NAME)}" if reply and reply["by"] else ""
    words = f": {render.shorten(reply['words'])}" if reply and reply["words"] else ""
    render.out((f"{word:<9}", STYLES.get(word, "dim")), (f"{question['id']}", "bold"), by, words)


def how_ended(question: Happening) -> str:
    """Return how a question ended, in one word."""
    reply = question["reply"]
    if question["status"] == "answered" and reply:
        return "allowed" if reply["answer"] == "allow" else "denied"
    return str(question["status"])
