"""
Everything that a terminal shows.

INVARIANT: every piece of text passes `plain` on its way out, so nothing that an
agent or a foreign file said can forge a line, a colour or a cursor movement.
Colours only repeat what the words say: allow is green, ask yellow, deny red.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from types import TracebackType
from typing import Self, TextIO

from proctor.errors import FileProblems, Problem, ProctorError
from proctor.policy.explain import kinds, said_by_rule
from proctor.terms.decision import Decision, Finding
from proctor.terms.plain import plain

Piece = str | tuple[str, str]

STYLES = {"allow": "green", "ask": "yellow", "deny": "red", "error": "red", "warning": "yellow"}
# What a terminal is told for each style.
CODES = {
    "": "",
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "cyan": "36",
    "bold red": "1;31",
}
NAME = "proctor"
# What to know of a project's role that does not stand as it was trusted.
TRUST_NOTES: dict[str, str] = {
    "untrusted": "not trusted: it can only tighten, see `proctor trust`",
    "changed": "changed since it was trusted: what was trusted counts, and what is stricter now; "
    "see `proctor trust`",
    "deleted": "its file is gone: what was trusted counts, see `proctor trust`",
}
WIDEST = 500
LABEL = 13


def shorten(text: str, limit: int = WIDEST) -> str:
    """Cut a text that nobody would read to its end, and say how long it was."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]}… ({len(text):,} characters)"


def both_ends(text: str, limit: int = 4 * WIDEST) -> str:
    """Cut a long text in its middle: who asks must not hide what comes last behind the rest."""
    if len(text) <= limit:
        return text
    half = limit // 2
    hidden = f"{len(text) - 2 * half:,} characters are not shown, see --json"
    return f"{text[:half]}… ({hidden}) …{text[-half:]}"


def coloured(stream: TextIO) -> bool:
    """Say whether a stream wants colours: a terminal does, unless the user says otherwise."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or stream.isatty()


def out(*pieces: Piece, err: bool = False) -> None:
    """Print one line; a piece is a text or a text with its style."""
    stream = sys.stderr if err else sys.stdout
    stream.write(styled(*pieces, colours=coloured(stream)) + "\n")


def styled(*pieces: Piece, colours: bool = True) -> str:
    """Return one line as it is printed: all text made plain, each piece in its style."""
    parts = [(piece, "") if isinstance(piece, str) else piece for piece in pieces]
    shown = [(plain(text), CODES[style] if colours else "") for text, style in parts]
    return "".join(f"\x1b[{code}m{text}\x1b[0m" if code and text else text for text, code in shown)


def out_json(data: object, *, indent: int | None = 2) -> None:
    """Print JSON, in ASCII: the escapes keep every line and colour honest."""
    sys.stdout.write(json.dumps(data, indent=indent) + "\n")


def effect_piece(effect: str, *, width: int = 0) -> Piece:
    """Return an effect in its colour."""
    return (effect.ljust(width), STYLES[effect])


# Errors and problems


def show_error(error: ProctorError) -> None:
    """Print an error of ours on stderr, with its help."""
    if isinstance(error, FileProblems):
        for problem in error.problems:
            show_problem(problem, err=True)
        return
    first, *more = error.message.splitlines() or [""]
    out(("error: ", STYLES["error"]), first, err=True)
    for line in more:
        out(line, err=True)
    if error.help:
        out(("help: ", "bold"), error.help, err=True)


def show_problem(problem: Problem, *, err: bool = False) -> None:
    """Print one problem as `Problem.line` has it, then its line, caret and help."""
    style = STYLES["warning" if problem.warning else "error"]
    where = f"{problem.place.file}:{problem.place.line}:{problem.place.column}"
    code = f"warning: {problem.code}" if problem.warning else problem.code
    out((where, "bold"), ": ", (code, style), f": {problem.message}", err=err)
    if problem.line_text is not None:
        for line in caret_lines(problem):
            out(line, err=err)
    if problem.help:
        out("      ", ("help: ", "bold"), problem.help, err=err)


def caret_lines(problem: Problem) -> list[str]:
    """Return the line that is wrong and the caret under it, both as they will be shown."""
    text = problem.line_text or ""
    start = problem.place.column - 1
    before, marked = plain(text[:start]), plain(text[start : start + problem.length])
    caret = " " * len(before) + "^" * max(1, len(marked))
    return [f"{problem.place.line:>5} | {plain(text)}", f"{'':>5} | {caret}"]


def problem_json(problem: Problem) -> dict[str, object]:
    """Return a problem as data."""
    return {
        "file": problem.place.file,
        "line": problem.place.line,
        "column": problem.place.column,
        "code": problem.code,
        "message": problem.message,
        "help": problem.help,
        "warning": problem.warning,
    }


def show_problems(problems: Sequence[Problem], *, checked: str) -> None:
    """Print all problems and, on stderr, how many they are."""
    for problem in problems:
        show_problem(problem)
    warnings = sum(problem.warning for problem in problems)
    errors = len(problems) - warnings
    summary = f"{checked}: {count(errors, 'problem')}, {count(warnings, 'warning')}"
    out((summary, STYLES["error"] if errors else ""), err=True)


def count(number: int, noun: str) -> str:
    """Return `1 problem`, `2,000 problems`, `no problems`."""
    return f"{f'{number:,}' if number else 'no'} {noun}{'' if number == 1 else 's'}"


# Decisions


def show_decision(decision: Decision) -> None:
    """Print a decision: the answer, then part by part."""
    out(
        effect_piece(decision.effect.word, width=5), "  ", (shorten(decision.action.string), "bold")
    )
    for finding in decision.because:
        show_finding(finding)


def show_finding(finding: Finding) -> None:
    """Print what was found for one part: effect, part, rule with its place, and the reason."""
    out("  ", effect_piece(finding.effect.word, width=5), "  ", shorten(finding.part.text))
    rule = finding.rule
    if rule:
        place = str(rule.where) if rule.where else "built in"
        out("         ", f"rule {shorten(rule.text)}", "  ", (place, "dim"))
    said = said_by_rule(finding)
    if not rule or not said.endswith(f"by the rule {rule.text}"):
        out("         ", shorten(said))
    for line in kinds(finding):
        out("         ", (shorten(line), "dim"))


# Where we are


def command() -> str:
    """Return what runs this command when it is typed here: its name, or else where it is."""
    if which(NAME):
        return NAME
    own = Path(sys.argv[0])
    if own.name != NAME or not own.is_file():
        return f"{shlex.quote(sys.executable)} -m {NAME}"
    here = Path.cwd()
    near = own.absolute()
    return shlex.quote(str(near.relative_to(here) if near.is_relative_to(here) else near))


# Progress


class Progress:
    """
    A counter on stderr, for people only.

    It appears where stderr is a terminal and the work takes over a second, and
    it wipes itself away at the end.
    """

    def __init__(self, noun: str) -> None:
        self.noun = noun
        self.shown = False
        self.next = time.monotonic() + 1
        self.wanted = sys.stderr.isatty()

    def __enter__(self) -> Self:
        """Begin to count."""
        return self

    def at(self, number: int) -> None:
        """Say how far the work is."""
        if self.wanted and time.monotonic() >= self.next:
            sys.stderr.write(f"\r{number:,} {self.noun}")
            sys.stderr.flush()
            self.shown = True
            self.next = time.monotonic() + 0.2

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Wipe the counter away."""
        self.wipe()

    def say(self, noun: str) -> None:
        """Count something else from here on."""
        self.wipe()
        self.noun = noun

    def wipe(self) -> None:
        """Take the counter away, for a line of somebody else; the next count shows it again."""
        if self.shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
            self.shown = False
