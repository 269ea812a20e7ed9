"""What is wrong with a rule that somebody is writing, to be shown under its line."""

from __future__ import annotations

from typing import NamedTuple

from proctor.errors import FileProblems, Problem, ProctorError
from proctor.roles.own_rules import SPOT

LONGEST_LINE = 200


class UnderTheLine(NamedTuple):
    """One complaint, with the line that it is about and a mark below what is wrong."""

    line_text: str
    caret: str
    message: str
    code: str
    help: str


def problems_of(error: ProctorError, rule: str) -> list[UnderTheLine]:
    """Return everything that an error says of a rule."""
    if isinstance(error, FileProblems):
        return [under(problem) for problem in error.problems]
    first = rule.strip().split("\n", 1)[0][:LONGEST_LINE]
    return [UnderTheLine(first, "", error.message, "", error.help or "")]


def under(problem: Problem) -> UnderTheLine:
    """Return one problem; one of the whole file, as it would be, names its place."""
    line = problem.line_text or ""
    ours = problem.place.file == SPOT
    at, length = problem.place.column - 1, max(problem.length, 1)
    caret = " " * at + "^" * length if ours and line.isascii() and len(line) <= LONGEST_LINE else ""
    message = problem.message if ours else problem.line()
    return UnderTheLine(line[:LONGEST_LINE], caret, message, problem.code, problem.help or "")
