"""Read the words of `fzf`, some of whose options hold commands for a shell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.knowledge.table import Option
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.terms.lazy_pattern import lazy

COMMANDS = frozenset({"--preview", "--info-command", "-c", "--cmd"})
BINDS = frozenset({"--bind", "-b"})
# Actions with a command behind them, and what such a command is enclosed in.
RUNS = lazy(
    r"(execute(?:-silent|-multi)?|become|(?:bg-)?transform[\w-]*|reload(?:-sync)?|preview"
    r"|change-preview|if-[\w-]+)(?=[^\w\s,+-])",
    re.IGNORECASE,
)
KEYS = lazy(r"[\w@/?.-]+(?:,[\w@/?.-]+)*:")
# What an action is enclosed in may not stand in it, so that its end is certain.
ACTION = lazy(
    r"([\w-]+)(?:\(([^()]*)\)|\[([^][]*)\]|<([^<>]*)>|([~!@#$%^&*;/|])((?:(?!\5).)*)\5|:(.*))?",
    re.DOTALL,
)
# What fzf puts the chosen line, or the query, in the place of.
PLACES = lazy(r"\{[^{}\s]*\}")
# Programs for which such a line can be nothing but a file to show.
VIEWERS = frozenset(
    "cat head tail bat batcat ls tree file stat wc exa eza lsd echo md5sum sha256sum du grep egrep "
    "fgrep zcat nl od strings readlink realpath basename dirname sha1sum shasum cut".split()
)
PLAIN = lazy(r"[\w./~=,:% {}+\\-]*")


class Fzf(Work):
    """The words of fzf."""

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Look into the options that hold commands."""
        super().apply(name, ways, value)
        if value is None or (name not in COMMANDS and name not in BINDS):
            return
        if value.unknown or value.wild:
            self.reading.doubt(value.unknown or "which files its wildcards stand for")
        elif name in BINDS:
            self.bind(value.value)
        else:
            self.command(value.value)

    def bind(self, text: str) -> None:
        """Look into what keys do."""
        if RUNS.search(text) is None:
            return
        actions = actions_of(text)
        runs = [(name, held) for name, held in actions if RUNS.match(f"{name}(")]
        if not actions or len(RUNS.findall(text)) != len(runs):
            self.reading.add(("code",), "a key of fzf runs a command")
            self.reading.doubt("what the keys of fzf do is not understood")
            return
        for name, held in runs:
            if name in ("transform", "bg-transform"):
                self.reading.add(("code",), "a command says what fzf does next")
            self.command(held)

    def command(self, text: str) -> None:
        """Take a command for a shell, in which a chosen line may stand."""
        if not all(map(is_shown, text.replace("2>/dev/null", "").split("|"))):
            self.reading.doubt("fzf puts a chosen line into a command")
        self.reading.inners.append(Inner(text=text))


def is_shown(command: str) -> bool:
    """Say whether a chosen line, if one stands in a command, is nothing but shown by it."""
    first, _, rest = command.strip().partition(" ")
    return not PLACES.search(command) or (first in VIEWERS and bool(PLAIN.fullmatch(rest)))


def actions_of(text: str) -> list[tuple[str, str]]:
    """Return the actions of keys with what they hold; nothing if that is not certain."""
    at, found = 0, []
    while keys := KEYS.match(text, at):
        at, separator = keys.end(), "+"
        while separator == "+":
            action = ACTION.match(text, at)
            if action is None:
                return []
            held = next((action[one] for one in (2, 3, 4, 6, 7) if action[one] is not None), "")
            found.append((action[1].lower(), held))
            if action.end() == len(text):
                return found
            separator, at = text[action.end()], action.end() + 1
        if separator != ",":
            return []
    return []


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of fzf by its own entry."""
    follow_entry(Fzf, words, reading)
