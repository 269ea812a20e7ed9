"""Tell runs in short: one line each, as tests compare them."""

from __future__ import annotations

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.plain_line import runs_of
from proctor.normalise.shell.meaning.run import Run
from proctor.terms.surroundings import Surroundings


def walked(text: str, around: Surroundings) -> list[Run]:
    """Return what a text may run."""
    return runs_of(text, around, Folders((around.cwd,)), Budget())


def told(argument: Argument) -> str:
    """Return an argument; `?` stands for one that is not certain, `<…>` for a pattern."""
    if argument.unknown:
        return "?"
    return f"<{argument.value}>" if argument.wild else argument.value


def commands(text: str, around: Surroundings) -> list[str]:
    """Return the commands that a text may run, without assignments and what is idle."""
    found = [run for run in walked(text, around) if not run.idle and (run.arguments or run.unknown)]
    return ["!" if run.unknown else " ".join(map(told, run.arguments)) for run in found]


def last(text: str, around: Surroundings) -> str:
    """Return the last command that a text may run."""
    return commands(text, around)[-1]


def folders(text: str, around: Surroundings) -> tuple[str, ...] | None:
    """Return where the last command of a text may run; None if that is not known."""
    found = walked(text, around)[-1].folders
    return None if found.unknown else found.here
