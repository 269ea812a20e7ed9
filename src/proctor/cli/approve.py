"""`proctor approve`: let a call run that waits for a person, and the next ones if they say so."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import typer

from proctor.cli import render
from proctor.cli.answer import (
    answer,
    complete_question,
    counts_once,
    only_question,
    question_of,
)
from proctor.cli.as_person import confirm
from proctor.cli.durations import read_duration, shown_duration
from proctor.cli.json_option import JsonOption
from proctor.errors import UsageError
from proctor.terms.reply import Scope

EPILOG = """\b
Examples:
  proctor approvals
  proctor approve 12
  proctor approve 12 --session
  proctor approve 12 --for 10m
  proctor approve 12 --always
  proctor approve --always
"""
ONCE = "leave out --session, --for, --always and --category: the answer holds this once"
ONE_ONLY = "take one of --session, --for and --always; without them it holds once"
NUMBERED = "see `proctor approvals`; without a number you are shown the question first"
ASKED_FIRST = {
    Scope.ONCE: "Allow this?",
    Scope.SESSION: "Allow this for the session?",
    Scope.TIME: "Allow this for that time?",
    Scope.ALWAYS: "Allow this from now on?",
}

app = typer.Typer(rich_markup_mode=None, add_completion=False)


class Wanted(NamedTuple):
    """For how long an answer shall hold, and whether for more than the very same call."""

    scope: Scope
    seconds: int
    wider: bool

    def fields(self, question: dict[str, Any] | None) -> dict[str, Any]:
        """Return the answer as the server takes it."""
        fields: dict[str, Any] = {"answer": "allow"}
        if self.scope is not Scope.ONCE:
            fields["scope"] = self.scope.value
        if self.scope is Scope.TIME:
            fields["seconds"] = self.seconds
        if self.wider and question is not None:
            fields["category"] = category_of(question)
        return fields

    @property
    def is_shown_first(self) -> bool:
        """Say whether a person must have seen what would be remembered."""
        return self.wider or self.scope is Scope.ALWAYS


@app.command(epilog=EPILOG)
def approve(  # noqa: PLR0913 - each of them is an option
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[ID]",
            autocompletion=complete_question,
            help="Its number in `approvals` (default: the only question that waits).",
        ),
    ] = None,
    *,
    session: Annotated[
        bool, typer.Option("--session", help="The very same again, in this agent's session.")
    ] = False,
    lasting: Annotated[
        str | None,
        typer.Option("--for", metavar="TIME", help="The very same again, for 90s, 10m, 2h or 1d."),
    ] = None,
    always: Annotated[
        bool, typer.Option("--always", help="From now on; shows first what would be remembered.")
    ] = False,
    category: Annotated[
        bool,
        typer.Option(
            "--category",
            help="Every call of this kind, in this agent's session; shows first what that is.",
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Let a call run that waits for a person: this one, once, unless you say more.

    What is remembered holds for the very same call only, in the same folder and under the
    same role, and never lifts a deny. `proctor grant list` shows it.
    """
    wanted = read_wanted(session=session, lasting=lasting, always=always, category=category)
    question, unnamed = None, number is None
    if number is None:
        if yes:
            raise UsageError("--yes needs the number of a question", help=NUMBERED)
        number = only_question()
    if unnamed or wanted.is_shown_first:
        question = question_of(number)
        if wanted.scope is Scope.ALWAYS and counts_once(question):
            raise UsageError(f"of question {number} nothing is remembered", help=ONCE)
        show_first(question, wanted)
        asked = ASKED_FIRST[wanted.scope] if not wanted.wider else "Remember this?"
        confirm(asked, yes=yes, blind=as_json, nothing="nothing was answered")
    answer(number, wanted.fields(question), as_json=as_json)
    if wanted.scope is not Scope.ONCE and not as_json:
        render.out((to_be_seen(wanted, question), "dim"), err=True)


def read_wanted(*, session: bool, lasting: str | None, always: bool, category: bool) -> Wanted:
    """
    Read for how long, and for what, an answer shall hold.

    Raises:
        UsageError: two things at once, or no time.

    """
    if session + always + (lasting is not None) > 1:
        raise UsageError("an answer holds for one time", help=ONE_ONLY)
    if category and (always or lasting is not None):
        raise UsageError(
            "every call of a kind is allowed for the session only",
            help="leave out --category, or --for and --always",
        )
    if lasting is not None:
        return Wanted(Scope.TIME, read_duration(lasting), wider=False)
    if always:
        return Wanted(Scope.ALWAYS, 0, wider=False)
    return Wanted(Scope.SESSION if session or category else Scope.ONCE, 0, wider=category)


def show_first(question: dict[str, Any], wanted: Wanted) -> None:
    """Print, on stderr, what would be remembered."""
    render.out((render.both_ends(question["action"]), "bold"), err=True)
    if wanted.wider:
        kind = category_of(question)
        what = f"every `{kind}` call of {whose(question)} in this session that the rules ask about"
        render.out("allows ", (what, "yellow"), err=True)
        return
    if wanted.scope is not Scope.ALWAYS:
        return
    said = question.get("always")
    if isinstance(said, str) and said:
        render.out(("always ", "bold"), (render.both_ends(said), "yellow"), err=True)
        return
    role = render.shorten(str(question.get("role") or "-"), 100)
    what = f"a grant for exactly this, in the same folder, under the role {role}, until revoked"
    render.out(("always ", "bold"), (what, "yellow"), err=True)


def category_of(question: dict[str, Any]) -> str:
    """
    Return the kind of call that can be allowed for a session.

    Raises:
        UsageError: there is none for this question.

    """
    kind = question.get("category")
    if not isinstance(kind, str) or not kind:
        raise UsageError(
            f"question {question['id']} is of no kind that can be allowed as a whole",
            help="leave out --category: then the very same call is allowed",
        )
    return kind


def whose(question: dict[str, Any]) -> str:
    """Return which agent asks, by its name."""
    return f"agent {render.shorten(question['agent'], 100)}" if question["agent"] else "this agent"


def to_be_seen(wanted: Wanted, question: dict[str, Any] | None) -> str:
    """Say where it is seen what was remembered: not always is it, as a script may have changed."""
    if wanted.scope is Scope.ALWAYS and question is not None and question.get("always"):
        return "to be written into the role's file: see `proctor role show`"
    return f"to be remembered {how_long(wanted)}: see `proctor grant list`"


def how_long(wanted: Wanted) -> str:
    """Say for how long an answer holds."""
    if wanted.scope is Scope.TIME:
        return f"for {shown_duration(wanted.seconds)}"
    return "for this session" if wanted.scope is Scope.SESSION else "from now on"
