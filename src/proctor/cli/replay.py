"""`proctor replay`: decide a file of calls, one answer a line."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from proctor.assemble import Proctor
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import DEFAULT_ROLE, ModeOption, RoleOption, read_mode
from proctor.errors import NotFound, UsageError
from proctor.rehearse.replay import NO_CALL, Answer, read_lines, replay
from proctor.terms.effect import Effect

SHOWN = 20
TARGET = 60
WHERE_FROM = "`proctor audit export > calls.jsonl` writes the calls that were decided"

EPILOG = """\b
Examples:
  proctor replay calls.jsonl --role coder
  proctor replay calls.jsonl --role coder --json > answers.jsonl
  proctor audit export --since today | proctor replay - --role coder

\b
A line is {"tool": "Bash", "input": {"command": "ls"}, "cwd": "/work"};
tool_name and tool_input, as a hook is sent them, will do too.
With --json, an answer is {"n": 1, "effect": "allow", "rule": "Bash(ls *)", "why": "…"}.
`proctor audit export` writes such lines of the calls that were decided.
A line that is not a call is answered with ask, and the reason.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("replay", epilog=EPILOG)
def replay_file(
    file: Annotated[
        Path, typer.Argument(metavar="FILE.jsonl", help="A call a line; `-` reads stdin.")
    ],
    role: RoleOption = DEFAULT_ROLE,
    mode: ModeOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Decide every call of a file under a role: one answer a line, in the same order.

    Without --json, print how many were allowed, asked and denied, and the first
    denials with their reasons. Nothing is run. A file without a call is an error.
    """
    proctor = Proctor.for_role(role, mode=read_mode(mode))
    with open_lines(file) as lines, render.Progress("calls decided") as progress:
        answers = counted(replay(lines, proctor.decide, cwd=str(Path.cwd())), progress)
        found = Summary()
        for answer in answers:
            found.add(answer)
            if as_json:
                render.out_json(answer.as_json(), indent=None)
                sys.stdout.flush()
    if not as_json:
        show_summary(found)
    if not found.counts:
        raise UsageError(f"there is no call in `{file}`", help=WHERE_FROM)


@contextmanager
def open_lines(file: Path) -> Iterator[Iterator[bytes]]:
    """
    Open a file of lines, or stdin.

    Raises:
        NotFound: there is no such file.

    """
    if str(file) == "-":
        yield read_lines(sys.stdin.buffer)
        return
    try:
        stream: BinaryIO = file.open("rb")
    except OSError as error:
        raise NotFound(f"cannot read `{file}`: {error.strerror}") from None
    with stream:
        yield read_lines(stream)


def counted(answers: Iterable[Answer], progress: render.Progress) -> Iterator[Answer]:
    """Pass answers on, and say how many there were."""
    for answer in answers:
        progress.at(answer.n)
        yield answer


@dataclass(slots=True)
class Summary:
    """What the answers of a file were: counts, the first denials, and what was no call."""

    counts: Counter[Effect] = field(default_factory=Counter)
    denied: list[Answer] = field(default_factory=list)
    no_calls: int = 0
    no_call: Answer | None = None

    def add(self, answer: Answer) -> None:
        """Count one answer."""
        if answer.call is None:
            self.no_calls += 1
            self.no_call = self.no_call or answer
            return
        self.counts[answer.effect] += 1
        if answer.effect is Effect.DENY and len(self.denied) < SHOWN:
            self.denied.append(answer)


def show_summary(found: Summary) -> None:
    """Print counts and denials for people."""
    total = found.counts.total()
    render.out((render.count(total, "call"), "bold"))
    for effect in Effect:
        number = found.counts[effect]
        share = f"{number / total:7.1%}" if total else ""
        render.out("  ", render.effect_piece(effect.word, width=5), f"{number:8,}{share}")
    if found.no_call:
        first = f"line {found.no_call.n:,}, {found.no_call.why.removeprefix(NO_CALL)}"
        render.out(("not a call", "yellow"), f": {found.no_calls:,} (the first: {first})")
    if not found.denied:
        return
    render.out()
    shown = "" if found.counts[Effect.DENY] <= SHOWN else f" (the first {SHOWN})"
    render.out((f"Denied{shown}:", "bold"))
    for answer in found.denied:
        what = f"{answer.call.tool} {json.dumps(answer.call.input)}" if answer.call else ""
        render.out(f"  line {answer.n:,}: ", (render.shorten(what, TARGET), "red"))
        if answer.rule:
            render.out(f"    rule {answer.rule}")
        render.out(f"    {answer.why}")
