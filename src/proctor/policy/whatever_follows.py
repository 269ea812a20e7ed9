"""
Which texts a pattern over action strings is about, told from the pattern itself.

Each question is answered with a plain yes only where it is certain: does it match whatever
begins with a text, can it match nothing that begins so, was it written for absolute paths.
"""

from __future__ import annotations

import re
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]  # the parser's own names
from re import _parser as sre_parser  # type: ignore[attr-defined]  # the only parser of re's grammar

from proctor.policy.patterns import FLAGS, has_options, literal_prefix
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # Texts, each with whether more plain text may follow.
    Beginnings = frozenset[tuple[str, bool]]

REST = ".*"
# What looks at the text around it, at what was matched before, or at where a line ends: what
# it matches alone says nothing of what it matches before a longer text.
LOOKS_AROUND = lazy(r"\(\?(?!:)|\\[A-Za-z0-9]|\$|[*+?}][+?]")
# Letters that stand for themselves: then no pattern has to be compiled.
PLAIN = lazy(r"[A-Za-z0-9 :/_,;@%&=~\"'<>-]*")
# A tool, or several in a group, and a path that begins with a slash, which is not optional.
ABSOLUTE = lazy(r"tool:(?:[\w-]+|\((?:\?:)?[\w|-]+\)):\\?/(?![*?{])", re.ASCII)
# A pattern that matches this does not say which tool it is for.
ANY_TOOL = "tool:any_tool:/any/path"
# A regex that is searched for and found in every text.
FOUND_EVERYWHERE = frozenset({"", ".*", "^", "^.*", ".*$", "^.*$", "(.*)", "^(.*)$"})

# So many alternatives are told apart.
MOST_BEGINNINGS = 64
READ_NOTHING = (sre.AT, sre.ASSERT, sre.ASSERT_NOT)


def matches_whatever_follows(pattern: str, start: str) -> bool:
    """
    Say whether it is certain that a pattern matches every text that begins with `start`.

    So it is where the pattern ends in `.*`, and what stands before that matches some
    beginning of `start`.
    """
    head = before_rest(pattern)
    if head is None:
        return False
    if PLAIN.fullmatch(head):
        return start.startswith(head)
    compiled = compiled_head(head)
    if compiled is None or not start.startswith(literal_prefix(head)):
        return False
    return any(compiled.fullmatch(start, 0, end) for end in range(len(start) + 1))


@lru_cache(maxsize=1024)
def before_rest(pattern: str) -> str | None:
    """Return what stands before the `.*` at the end of a pattern; None if that is not all."""
    if not pattern.endswith(REST) or has_options(pattern):
        return None
    head = pattern.removesuffix(REST)
    # A backslash at its end would have been for the dot.
    return None if LOOKS_AROUND.search(head) or head.endswith("\\") else head


@lru_cache(maxsize=1024)
def compiled_head(head: str) -> re.Pattern[str] | None:
    """Compile the beginning of a pattern by itself; None where it cannot be read so."""
    try:
        return re.compile(head, FLAGS)
    except (re.error, OverflowError, RecursionError):
        return None


@lru_cache(maxsize=1024)
def beginnings(pattern: str) -> tuple[str, ...]:
    """
    Return texts with one of which every match of a pattern begins: one for each alternative.

    A text ends where the pattern is no plain text; in doubt it is empty.
    """
    prefix = literal_prefix(pattern)
    if prefix == pattern or "|" not in pattern:
        return (prefix,)
    try:
        tree = sre_parser.parse(pattern, FLAGS)
    except (re.error, OverflowError, RecursionError):
        return (prefix,)
    if tree.state.flags & re.IGNORECASE:
        return ("",)
    return tuple(sorted({text for text, _ in of_nodes(tree, frozenset({("", True)}))}))


def of_nodes(nodes: Any, before: Beginnings) -> Beginnings:
    """Return what a sequence of nodes begins with behind what came before it."""
    found = before
    for operator, argument in nodes:
        going = frozenset([one for one in found if one[1]])
        if not going:
            break
        found = (found - going) | of_node(operator, argument, going)
    return found


def of_node(operator: Any, argument: Any, before: Beginnings) -> Beginnings:
    """Return what a node begins with behind what came before it, all of it plain text."""
    found = None
    if operator is sre.LITERAL:
        found = frozenset([(text + chr(argument), True) for text, _ in before])
    elif operator is sre.IN and all(one is sre.LITERAL for one, _ in argument):
        found = frozenset([(text + chr(code), True) for text, _ in before for _, code in argument])
    elif operator is sre.BRANCH:
        found = frozenset().union(*(of_nodes(option, before) for option in argument[1]))
    elif operator is sre.SUBPATTERN and not argument[1] & re.IGNORECASE:
        found = of_nodes(argument[3], before)
    elif operator in READ_NOTHING:
        found = before
    if found is None or len(found) > MOST_BEGINNINGS:
        return frozenset([(text, False) for text, _ in before])
    return found


def is_for_workspace(pattern: str) -> bool:
    """
    Say whether an allow pattern, where it meets a file tool, is for files in the workspace alone.

    So it is unless it is certain that the author meant more: the pattern leaves the tool open
    (`tool:.*`), or its path begins with a slash.
    """
    if ABSOLUTE.match(pattern):
        return "|" in pattern and has_options(pattern)
    return not can_begin_so(pattern, ANY_TOOL) or not re.fullmatch(pattern, ANY_TOOL, FLAGS)


def may_match_all(pattern: str) -> bool:
    """Say whether a pattern can be one that matches whatever follows some text."""
    return before_rest(pattern) is not None


def can_begin_so(pattern: str, start: str) -> bool:
    """Say whether a pattern may match a text that begins with `start`; in doubt it may."""
    return begin_alike(literal_prefix(pattern), start)


def begin_alike(prefix: str, start: str) -> bool:
    """Say whether some text begins with both."""
    return prefix.startswith(start) or start.startswith(prefix)
