"""One command that may run, with everything that is known of it."""

from __future__ import annotations

from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.terms.named_tuple import NamedTuple


class Feed(NamedTuple):
    """
    What stands on standard input: known text, or None where there is something unknown.

    `names` are patterns for the names of files of which it consists, if it does.
    """

    text: str | None
    names: tuple[Argument, ...] = ()


class Run(NamedTuple):
    """
    One simple command that may run.

    Redirections are descriptor, operator and target; what here-documents and
    `<<<` give is in `feed`, which is None where standard input is the
    terminal's. `unknown` says why the command cannot be read at all; `idle`
    that it does nothing by itself.
    """

    arguments: tuple[Argument, ...]
    assignments: tuple[tuple[str, Argument], ...]
    redirections: tuple[tuple[str, str, Argument], ...]
    folders: Folders
    text: str
    unknown: str | None = None
    feed: Feed | None = None
    idle: bool = False
