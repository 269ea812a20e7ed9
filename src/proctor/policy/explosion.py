"""
Find patterns whose matching can explode.

A backtracking engine takes exponential time on a pattern that can read one
text in two ways inside a loop. `ambiguous_loop` decides that exactly, on the
automaton of the pattern: a loop is ambiguous if two different walks lead from
a position back to itself over the same text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from re import _constants as sre  # type: ignore[attr-defined]  # the parser's own names
from re import _parser as sre_parser  # type: ignore[attr-defined]  # the only parser of re's grammar
from typing import Any

from proctor.policy.patterns import FLAGS

# Stand-ins for all characters: ASCII, and two beyond it.
ALPHABET = (*(chr(code) for code in range(128)), "é", "☃")
ALL = (1 << len(ALPHABET)) - 1
# A bounded repeat above this is treated as a loop.
LOOP = 8
MOST_POSITIONS = 120
# Two ways for each of so many options are still few.
MOST_OPTIONS = 18


@dataclass(slots=True)
class Piece:
    """A stretch of the automaton: where it begins, ends, and if it may be empty."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


class TooLarge(Exception):
    """The pattern has more positions than are worth looking at."""


class Automaton:
    """The position automaton of a parsed pattern."""

    def __init__(self, tree: Any) -> None:
        self.masks: list[int] = []
        self.follow: list[set[int]] = []
        self.doubled = False
        self.sequence(tree)

    def position(self, mask: int) -> Piece:
        """Add a position that reads one character of `mask`."""
        if len(self.masks) >= MOST_POSITIONS:
            raise TooLarge
        self.masks.append(mask)
        self.follow.append(set())
        here = frozenset({len(self.masks) - 1})
        return Piece(here, here, empty=False)

    def link(self, left: frozenset[int], right: frozenset[int]) -> None:
        """
        Let every position of `right` follow every one of `left`.

        A step that is there already can now be taken in two ways: `(a+)+`.
        """
        for position in left:
            self.doubled |= not self.follow[position].isdisjoint(right)
            self.follow[position] |= right

    def join(self, left: Piece, right: Piece) -> Piece:
        """Put one piece behind the other."""
        self.link(left.last, right.first)
        return Piece(
            left.first | right.first if left.empty else left.first,
            left.last | right.last if right.empty else right.last,
            left.empty and right.empty,
        )

    def sequence(self, nodes: Any) -> Piece:
        """Build the automaton of a sequence of nodes."""
        piece = Piece(frozenset(), frozenset(), empty=True)
        for operator, argument in nodes:
            piece = self.join(piece, self.node(operator, argument))
        return piece

    def node(self, operator: Any, argument: Any) -> Piece:
        """Build the automaton of one node."""
        if operator in REPEATS:
            return self.repeat(*argument)
        if operator is sre.BRANCH:
            options = [self.sequence(option) for option in argument[1]]
            # `a|a` is factored into `a` and two ways to read nothing.
            self.doubled |= sum(option.empty for option in options) > 1
            return Piece(
                frozenset().union(*(o.first for o in options)),
                frozenset().union(*(o.last for o in options)),
                any(o.empty for o in options),
            )
        if operator is sre.SUBPATTERN:
            return self.sequence(argument[3])
        if operator is sre.ATOMIC_GROUP:
            return self.sequence(argument)
        mask = mask_of(operator, argument)
        if mask is None:  # anchors and look-around read nothing
            return Piece(frozenset(), frozenset(), empty=True)
        return self.position(mask)

    def repeat(self, low: int, high: Any, body: Any) -> Piece:
        """Build the automaton of a repeat; a long one is a loop."""
        if high is not sre.MAXREPEAT and 0 < high <= LOOP:
            copies = [self.sequence(body) for _ in range(high)]
            for left, right in pairwise(copies):
                self.link(left.last, right.first)
            self.doubled |= copies[0].empty  # which of the copies is the empty one?
            ends = copies[max(low, 1) - 1 :]
            return Piece(
                copies[0].first,
                frozenset().union(*(copy.last for copy in ends)),
                low == 0 or copies[0].empty,
            )
        piece = self.sequence(body)
        self.link(piece.last, piece.first)
        return Piece(piece.first, piece.last, piece.empty or low == 0)


def mask_of(operator: Any, argument: Any) -> int | None:
    """Return which characters of the alphabet a node reads; None if it reads none."""
    if operator is sre.LITERAL:
        return mask_where(lambda char: char == chr(argument)) or mask_where(lambda c: c == "☃")
    if operator is sre.NOT_LITERAL:
        return mask_where(lambda char: char != chr(argument))
    if operator is sre.ANY:
        return ALL
    if operator is sre.IN:
        return set_mask(argument)
    if operator in (sre.GROUPREF, sre.GROUPREF_EXISTS):
        return ALL
    return None


def mask_where(wanted: Any) -> int:
    """Return the mask of the characters for which `wanted` holds."""
    return sum(1 << index for index, char in enumerate(ALPHABET) if wanted(char))


def set_mask(items: Any) -> int:
    """Return the mask of a character set."""
    mask, negated = 0, False
    for operator, argument in items:
        if operator is sre.NEGATE:
            negated = True
        elif operator is sre.LITERAL:
            mask |= mask_of(operator, argument) or 0
        elif operator is sre.RANGE:
            low, high = argument
            mask |= mask_where(lambda c, low=low, high=high: low <= ord(c) <= high)
        else:
            mask |= category_mask(argument)
    return ALL & ~mask if negated else mask


def category_mask(category: Any) -> int:
    r"""Return the mask of `\\d`, `\\w`, `\\s` or one of their opposites."""
    name = str(category).lower()
    escape = {"digit": "d", "word": "w", "space": "s"}[name.rsplit("_", 1)[-1]]
    read = re.compile("\\" + (escape.upper() if "_not_" in name else escape), re.ASCII)
    return mask_where(lambda char: read.match(char) is not None)


def ambiguous_loop(automaton: Automaton) -> bool:
    """Say whether two different walks lead from a position to itself over one text."""
    if automaton.doubled:
        return True
    masks, follow = automaton.masks, automaton.follow

    def steps(pair: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            (left, right)
            for left in follow[pair[0]]
            for right in follow[pair[1]]
            if masks[left] & masks[right]
        ]

    for start in range(len(masks)):
        seen = set(steps((start, start)))
        todo = list(seen)
        while todo:
            for pair in steps(todo.pop()):
                if pair not in seen:
                    seen.add(pair)
                    todo.append(pair)
        if (start, start) in seen and any(
            left != right and leads_back((left, right), start, steps) for left, right in seen
        ):
            return True
    return False


def leads_back(pair: tuple[int, int], start: int, steps: Any) -> bool:
    """Say whether two walks that stand at `pair` can meet at `start` again."""
    seen = {pair}
    todo = [pair]
    while todo:
        for step in steps(todo.pop()):
            if step == (start, start):
                return True
            if step not in seen:
                seen.add(step)
                todo.append(step)
    return False


REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)


def inside(operator: Any, argument: Any) -> list[Any]:
    """Return the trees inside a node that is no repeat: the options of a branch, a group's own."""
    if operator is sre.BRANCH:
        return list(argument[1])
    if operator is sre.SUBPATTERN:
        return [argument[3]]
    if operator in (sre.ASSERT, sre.ASSERT_NOT):
        return [argument[1]]
    return [argument] if operator is sre.ATOMIC_GROUP else []


def unbounded(high: Any) -> bool:
    """Say whether a repeat has no bound, or one so high that it makes no difference."""
    return high is sre.MAXREPEAT or high > LOOP


def loops(tree: Any) -> list[Any]:
    """Return all unbounded repeats, outer before inner, each as a tree of its own."""
    found = []
    for operator, argument in tree:
        if operator in REPEATS:
            if unbounded(argument[1]):
                found.append([(operator, argument)])
            found += loops(argument[2])
        for other in inside(operator, argument):
            found += loops(other)
    return found


def explodes(pattern: str) -> bool:
    """Say whether matching `pattern` can take exponential time; in doubt it can."""
    tree = sre_parser.parse(pattern, FLAGS)
    for loop in loops(tree):
        _, _, body = loop[0][1]
        if len(body) == 1 and mask_of(*body[0]) is not None:
            continue  # a loop over single characters reads a text in one way only
        try:
            automaton = Automaton(loop)
        except TooLarge:
            return True
        # Which of many rounds were the empty ones can be chosen at will.
        if Automaton([]).sequence(body).empty or ambiguous_loop(automaton):
            return True
    return options(tree) > MOST_OPTIONS


def options(tree: Any) -> int:
    """Count what a text may have or not have, each as often as its repeat may come."""
    count = 0
    for operator, argument in tree:
        if operator in REPEATS:
            low, high, body = argument
            most = 1 if unbounded(high) else high
            count += options(body) * most + max(most - low, 0)
        count += operator is sre.BRANCH
        count += max((options(other) for other in inside(operator, argument)), default=0)
    return count


def degree(pattern: str) -> int:
    """Return how many unbounded repeats a text can meet: the cost grows with their power."""
    return tree_degree(sre_parser.parse(pattern, FLAGS))


def tree_degree(tree: Any) -> int:
    """Count the unbounded repeats of a tree, one in a bounded repeat as often as it may come."""
    count = 0
    for operator, argument in tree:
        if operator in REPEATS:
            _, high, body = argument
            within = tree_degree(body)
            count += within + 1 if unbounded(high) else within * high
        count += max((tree_degree(other) for other in inside(operator, argument)), default=0)
    return count
