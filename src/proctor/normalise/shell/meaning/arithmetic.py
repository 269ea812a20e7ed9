"""
Arithmetic: which names it sets, and whether it could run a command.

bash evaluates what stands in a variable as a further expression, and a
subscript in it as a word: an expression over data can run anything. So all that
goes into one must be known to be a number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.grammar.tree import (
    Arithmetic,
    Piece,
    Script,
    Simple,
    Substitution,
    Text,
    Variable,
    Word,
)
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.expand import lookup
from proctor.normalise.shell.meaning.state import NUMBER, State, Value, numeric
from proctor.terms.lazy_pattern import lazy

DEEPEST_VALUE = 4
MOST_SUBSCRIPTS = 8
SPOKEN = "a command may be evaluated in an expression"
PLAIN = lazy(r"[\w\s+\-*/%<>=!&|^~?:,;().#@]*", re.ASCII)
SUBSCRIPTED = lazy(r"([A-Za-z_]\w*)\s*\[([^\[\]]*)\]", re.ASCII)
NAMES = lazy(r"(?<![\w#])([A-Za-z_]\w*)", re.ASCII)
SETS = lazy(r"([A-Za-z_]\w*)\s*(?:(?:<<|>>|[-+*/%&|^])?=(?!=)|\+\+|--)", re.ASCII)
SETS_FIRST = lazy(r"(?:\+\+|--)\s*([A-Za-z_]\w*)", re.ASCII)
ONLY_SET = lazy(r"([A-Za-z_]\w*)\s*=(?!=)", re.ASCII)
# Expressions that bash can evaluate whatever the numbers are.
OPERAND = r"\s*(?:0|[1-9]\d{0,15}|[A-Za-z_]\w*(?:\+\+|--)?|(?:\+\+|--)[A-Za-z_]\w*)\s*"
OPERATOR = r"(?:[-+*<>]|[<>=!]=|&&|\|\|)"
NEVER_FAILS = lazy(rf"\s*(?:[A-Za-z_]\w*\s*[-+*]?=)?{OPERAND}(?:{OPERATOR}{OPERAND})*", re.ASCII)
LEAVES_OUT = lazy(r"&&|\|\||\?")
DATE = lazy(r"\+(%[sYjuw]|%-[mdHMS])", re.ASCII)
COUNTS = {("wc", "-l"), ("wc", "-c"), ("wc", "-w"), ("wc", "-m"), ("nproc",), ("id", "-u"),
          ("id", "-g"), ("tput", "cols"), ("tput", "lines")}  # fmt: skip


def expression_of(word: Word, state: State) -> str | None:
    """Return the text of an expression, numbers as 0; None if it holds what is not certain."""
    return joined(word.pieces, state)


def joined(pieces: Sequence[Piece], state: State) -> str | None:
    """Return pieces as one expression."""
    found: list[str] = []
    for piece in pieces:
        if isinstance(piece, Text):
            found.append(piece.value)
        elif isinstance(piece, Arithmetic):
            found.append("0")
        elif isinstance(piece, Variable):
            value = lookup(piece, state)
            if not isinstance(value, str) and value is not NUMBER:
                return None
            found.append(value if isinstance(value, str) else "0")
        elif isinstance(piece, Substitution) and counts(piece.script, state):
            found.append("0")
        elif not hasattr(piece, "char"):
            return None
        else:
            found.append(piece.char)
    return "".join(found)


def evaluated(text: str | None, state: State, depth: int = 0) -> str | None:
    """
    Follow an expression: what it sets is a number from here on.

    Returns why it may run a command, None if it cannot.
    """
    if text is None or depth > DEEPEST_VALUE:
        return SPOKEN
    arrays = set()
    for _ in range(MOST_SUBSCRIPTS):
        match = SUBSCRIPTED.search(text)
        if match is None:
            break
        # An index is an expression of its own, and the items are read as such too.
        why = evaluated(match[2], state, depth + 1)
        if why:
            return why
        arrays.add(match[1])
        text = f"{text[: match.start()]}{match[1]} {text[match.end() :]}"
    if not PLAIN.fullmatch(text):
        return SPOKEN
    for step in re.split("[;,]", text):
        targets = {match.start() for match in ONLY_SET.finditer(step)}
        for match in NAMES.finditer(step):
            if match.start() not in targets and not safe(state.get(match[1]), state, depth):
                return SPOKEN
        for match in (*SETS.finditer(step), *SETS_FIRST.finditer(step)):
            state.disturb(match[1])
            # What may be left out may leave a text where it was.
            sure = not LEAVES_OUT.search(text) or numeric(state.get(match[1]))
            state.values[match[1]] = NUMBER if sure and match[1] not in arrays else None
    return None


def safe(value: Value, state: State, depth: int) -> bool:
    """Say whether a value can be evaluated without running anything."""
    if numeric(value) or value == "":
        return True
    if isinstance(value, tuple):
        return all(not a.unknown and numeric(a.value) for a in value)
    return isinstance(value, str) and "[" not in value and not evaluated(value, state, depth + 1)


def may_fail(text: str | None, state: State) -> bool:
    """Say whether bash may find an error in an expression, and then leave the line."""
    if text is None or not NEVER_FAILS.fullmatch(text):
        return True
    return not all(decimal(state.get(match[1])) for match in NAMES.finditer(text))


def decimal(value: Value) -> bool:
    """Say whether a value is a number that is not read as octal."""
    return value is NUMBER or value == "0" or (numeric(value) and str(value).lstrip("-")[0] != "0")


def is_number(word: Word, state: State) -> bool:
    """Say whether a word is certain to be a number."""
    return bool(word.pieces) and all(number_piece(piece, state) for piece in word.pieces)


def number_piece(piece: Piece, state: State) -> bool:
    """Say whether a piece of a word is certain to be a number."""
    if isinstance(piece, Text):
        return piece.value == "" or numeric(piece.value)
    if isinstance(piece, Variable):
        return numeric(lookup(piece, state))
    if isinstance(piece, Substitution):
        return counts(piece.script, state)
    return isinstance(piece, Arithmetic)


def counts(script: Script, state: State) -> bool:
    """Say whether a command is one that prints a number and nothing else."""
    if len(script.items) != 1:
        return False
    command = script.items[0].pipeline.commands[-1]
    if not isinstance(command, Simple) or command.assignments:
        return False
    words = tuple(word.plain or "" for word in command.words)
    if words[:1] and words[0] in state.functions:
        return False
    if any(not r.operator.startswith("<") and r.descriptor != "2" for r in command.redirections):
        return False
    dated = len(words) == 2 and words[0] == "date" and DATE.fullmatch(words[1])  # noqa: PLR2004 - the name and its format
    return words in COUNTS or bool(dated)


def subscript_runs(argument: Argument) -> bool:
    """Say whether the name that a builtin is given has a subscript that could run a command."""
    if argument.unknown or argument.wild:
        return True
    name, bracket, index = argument.value.partition("[")
    return bool(bracket) and name.isidentifier() and not re.match(r"(\d+|[@*])\]", index)
