"""
Expand words as far as their value is certain.

A word becomes the arguments that the shell would make of it. What only the
shell will know (a variable from outside, the output of a command) makes an
argument unknown, with the reason; a glob stays a pattern and is marked as one.
The commands inside a word are not looked at here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.grammar.tree import (
    Arithmetic,
    Piece,
    Process,
    Script,
    Simple,
    Substitution,
    Text,
    Tilde,
    Variable,
    Wild,
    Word,
)
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.braces import TooMany, braces, has_braces
from proctor.normalise.shell.meaning.printed import text_printed
from proctor.normalise.shell.meaning.state import (
    ITEMS_A_STEP,
    NUMBER,
    Glob,
    State,
    Value,
    count_of,
    item,
)
from proctor.terms.lazy_pattern import lazy

MOST_VALUE = 4096
# What expanding a word costs, in steps, apart from its pieces.
EXPANSION = 2
# And each word that braces make of one.
BRACED = 8
BLANKS = lazy(r"([ \t\n]+)")
GLOB_CHARS = lazy(r"[*?\[\\]")
ASSIGNS = lazy(r"[A-Za-z_]\w*(\[[^\]]*\])?\+?=", re.ASCII)
# Operators that leave a value as it is where there is one.
KEEPS = frozenset({":-", "-", ":=", "=", ":?", "?"})
KEEPS_EMPTY = frozenset({"-", "=", "?"})
# In a bracket these mean something else when they are quoted.
IN_BRACKETS = frozenset("-!^]")


def expand(word: Word, state: State) -> list[Argument]:
    """Return the arguments that a word becomes."""
    pieces = word.pieces
    if len(pieces) == 1:
        piece = pieces[0]
        if isinstance(piece, Text) and (piece.quoted or "{" not in piece.value):
            return [Argument(piece.value)]
    state.budget.spend(EXPANSION + len(pieces))
    every = all_of(word, state)
    if every is not None:
        return every
    if not has_braces(pieces):
        return fields(word, pieces, state)
    found: list[Argument] = []
    try:
        for made in braces(pieces, state.budget):
            state.budget.spend(BRACED + len(made))
            found += fields(word, made, state)
    except TooMany:
        return [Argument(word.raw, "braces are expanded by the shell")]
    return found


def all_of(word: Word, state: State) -> list[Argument] | None:
    """Return what `"$@"` or `"${name[@]}"` stands for; None if the word is something else."""
    piece = word.pieces[-1] if word.pieces else None
    if not isinstance(piece, Variable) or piece.operator:
        return None
    if word.raw != (f'"{piece.raw}"' if piece.quoted else piece.raw):
        return None
    sign = piece.index.raw if piece.index else piece.name
    if sign not in ("@", "*"):
        return None
    held = state.get(piece.name) if piece.index else state.arguments
    if isinstance(held, str):
        held = (Argument(held),)
    if not isinstance(held, tuple):
        return [unknown_value(piece)]
    if piece.quoted and sign == "@":
        return list(held)
    certain = all(not a.unknown and not a.wild for a in held)
    if piece.quoted and certain and state.splits:
        return [Argument(" ".join(a.value for a in held))]
    plain = certain and all(a.value and not re.search(r"[\s*?\[\\]", a.value) for a in held)
    return list(held) if plain and state.splits and not piece.quoted else [unknown_value(piece)]


def unknown_value(piece: Variable) -> Argument:
    """Return the argument of a variable whose value is not certain."""
    return Argument(piece.raw, f"the value of `{piece.raw}` is not known")


def value_of(word: Word, state: State) -> Argument:
    """Return the one value of a word that is never split: of an assignment, of a here-document."""
    pieces = word.pieces
    if not pieces:
        return Argument("")
    if len(pieces) == 1 and isinstance(pieces[0], Text):
        return Argument(pieces[0].value)
    state.budget.spend(EXPANSION + len(pieces))
    collector = Collector(state, split=False)
    for piece in pieces:
        collector.take(piece)
    return collector.done()[0]


def fields(word: Word, pieces: Sequence[Piece], state: State) -> list[Argument]:
    """Return the arguments of one word after its braces are expanded."""
    collector = Collector(state, split=True)
    assigns = None
    for index, piece in enumerate(pieces):
        if index and isinstance(piece, Tilde):
            # Behind `=` and `:` it is one only in what looks like an assignment.
            assigns = ASSIGNS.match(word.raw) if assigns is None else assigns
            if not assigns:
                collector.take(Text(f"~{piece.user}", quoted=True))
                continue
        collector.take(piece)
    return collector.done()


def lookup(piece: Variable, state: State) -> Value:
    """Return the value of `$name` or `${name…}`; None if it is not certain."""
    operator = piece.operator
    if operator == "#" and piece.argument is None:
        return NUMBER
    if operator.startswith("!"):
        return None
    value = state.get(piece.name)
    if piece.index is not None:
        index = count_of(piece.index.raw)
        if index is None or not isinstance(value, tuple):
            return None
        state.budget.spend(min(index, len(value)) // ITEMS_A_STEP)
        value = item(value, index)
    elif isinstance(value, tuple):
        value = item(value, 0)
    if not operator:
        return value
    if operator in KEEPS and isinstance(value, str) and (value or operator in KEEPS_EMPTY):
        return value
    return None


class Collector:
    """Puts the pieces of a word together, splitting where the shell would."""

    __slots__ = ("finished", "followed", "parts", "split", "state", "there", "unknown")

    def __init__(self, state: State, *, split: bool) -> None:
        self.state = state
        self.split = split
        self.finished: list[Argument] = []
        # Stretches of text, and whether their characters are only themselves.
        self.parts: list[tuple[str, bool]] = []
        self.there = False
        self.followed = 0
        self.unknown: str | None = None

    def take(self, piece: Piece) -> None:
        """Add one piece."""
        if isinstance(piece, Text):
            if piece.value:
                # Unquoted text may be the inside of a bracket.
                self.parts.append((piece.value, piece.quoted or not self.split))
            self.there |= piece.quoted or bool(piece.value)
        elif isinstance(piece, Variable):
            self.variable(piece)
        elif isinstance(piece, Wild):
            self.parts.append((piece.char, not self.split))
            self.there = True
        elif isinstance(piece, Tilde):
            self.tilde(piece)
        elif isinstance(piece, Process):
            self.parts.append(("/dev/fd/63", True))
            self.there = True
        elif isinstance(piece, Arithmetic):
            self.not_known(piece.raw, "the value of an arithmetic expression is not known")
        elif isinstance(piece, Substitution):
            self.substitution(piece)

    def substitution(self, piece: Substitution) -> None:
        """Add what a command prints, where that is certain."""
        value = output_of(piece.script, self.state)
        loose = self.split and not piece.quoted
        if value is None or (loose and (not self.state.splits or "\\" in value)):
            self.not_known(piece.raw, "the output of a command is not known")
        elif loose:
            self.followed += len(value)
            self.loose(value)
        else:
            self.followed += len(value)
            self.parts.append((value, True))
            self.there |= piece.quoted or bool(value)

    def not_known(self, raw: str, why: str) -> None:
        """Add something whose value is not certain."""
        self.parts.append((raw, True))
        self.there = True
        self.unknown = self.unknown or why

    def tilde(self, piece: Tilde) -> None:
        """Add a home folder: our own is known, nobody else's."""
        home = None if piece.user else self.state.get("HOME")
        if isinstance(home, str) and home:
            self.parts.append((home, True))
            self.there = True
        else:
            self.not_known(f"~{piece.user}", "the home folder that is meant is not known")

    def variable(self, piece: Variable) -> None:
        """Add the value of a variable, split if it stands outside quotes."""
        value = lookup(piece, self.state)
        loose = self.split and not piece.quoted
        if isinstance(value, Glob) and not loose:
            self.parts.append((value.pattern, False))
            self.there = True
            return
        if not isinstance(value, str) or (loose and not self.state.splits):
            self.not_known(piece.raw, f"the value of `{piece.raw}` is not known")
            return
        self.followed += len(value)
        if not loose:
            self.parts.append((value, True))
            self.there |= piece.quoted or bool(value)
        elif "\\" in value and GLOB_CHARS.search(value.replace("\\", "")):
            self.not_known(piece.raw, f"the value of `{piece.raw}` is read as a pattern")
        else:
            self.loose(value)

    def loose(self, value: str) -> None:
        """Add a value that the shell splits at its blanks."""
        for chunk in BLANKS.split(value):
            if not chunk:
                continue
            if chunk[0] in " \t\n":
                self.close()
            else:
                self.parts.append((chunk, False))
                self.there = True

    def close(self) -> None:
        """End one argument where the shell splits."""
        if self.there:
            self.finished.append(self.argument())
        self.parts, self.there, self.unknown = [], False, None

    def argument(self) -> Argument:
        """Return what has been put together since the last split."""
        text = "".join([part for part, _ in self.parts])
        if self.unknown or all(literal for _, literal in self.parts):
            return Argument(text, self.unknown)
        live = "".join(["x" if literal else part for part, literal in self.parts])
        if not may_glob(live):
            return Argument(text)
        if "[" in live and any(lit and IN_BRACKETS & set(part) for part, lit in self.parts):
            return Argument(text, "it is a pattern that is not read")
        exact = [GLOB_CHARS.sub(r"\\\g<0>", part) if lit else part for part, lit in self.parts]
        return Argument("".join(exact), wild=True)

    def done(self) -> list[Argument]:
        """Return the arguments; values that are too long are not followed."""
        parts = self.parts
        self.close()
        if self.followed > MOST_VALUE:
            text = "".join(part for part, _ in parts)[:MOST_VALUE]
            return [Argument(text, "its value is too long to follow")]
        if not self.split and not self.finished:
            return [Argument("")]
        return self.finished


def may_glob(live: str) -> bool:
    """Say whether a text is a pattern: it has `*`, `?`, or a bracket with something in it."""
    if "*" in live or "?" in live:
        return True
    opened = live.find("[")
    return opened >= 0 and live.rfind("]") > opened + 1


def output_of(script: Script, state: State) -> str | None:
    """Return what `echo`, `printf` or `pwd` alone is certain to print; None for all else."""
    if len(script.items) != 1 or len(script.items[0].pipeline.commands) != 1:
        return None
    command = script.items[0].pipeline.commands[0]
    if not isinstance(command, Simple) or command.assignments or command.redirections:
        return None
    words = [argument for word in command.words for argument in expand(word, state)]
    if not words or any(word.unknown or word.wild for word in words):
        return None
    name, *rest = [word.value for word in words]
    if name in state.functions or state.changed or state.lost:
        return None
    if name == "pwd" and not rest:
        here = state.get("PWD")
        return here if isinstance(here, str) else None
    text = text_printed(name, rest)
    return None if text is None else text.rstrip("\n")
