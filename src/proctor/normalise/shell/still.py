"""Commands that do nothing by themselves: they move, or set what is harmless."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.variables import harmless_before
from proctor.terms.action import Command
from proctor.terms.lazy_pattern import lazy

ASSIGNMENT = lazy(r"[A-Za-z_][A-Za-z0-9_]*=")
DECLARES = frozenset("export declare typeset local readonly".split())
# Without those that change what later words, paths or values mean: a, k, H, P, posix, history.
SET_OPTION = lazy(r"[-+][befhmnuvxBCETo]+")
SET_NAMES = frozenset(
    "errexit errtrace functrace nounset noglob noclobber notify pipefail verbose "
    "xtrace monitor".split()
)
STILL = frozenset({":", "true", "cd"})


def idle(command: Command) -> bool:
    """Say whether a command does nothing by itself."""
    if not command.harmless:
        return False
    if not command.words:
        return bool(command.assignments)
    name, *rest = command.words
    if name == "set":
        return bool(rest) and all(set_word(rest, index) for index in range(len(rest)))
    if name in DECLARES:
        pairs = [word.partition("=") for word in rest]
        return bool(rest) and all(
            ASSIGNMENT.match(word) and harmless_before(pair[0], pair[2])
            for word, pair in zip(rest, pairs, strict=True)
        )
    return name in STILL


def set_word(words: Sequence[str], index: int) -> bool:
    """Say whether a word behind `set` is an option or the name behind `-o`."""
    if SET_OPTION.fullmatch(words[index]):
        return True
    before = words[index - 1] if index else ""
    return before[:1] in ("-", "+") and before.endswith("o") and words[index] in SET_NAMES
