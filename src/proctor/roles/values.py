"""
Take typed values out of nodes; whatever is of the wrong type becomes a Problem.

A reader returns None for a value that it cannot take, and has then complained:
the file does not load, so that None never counts as "not given".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Mapping as Names
from collections.abc import Sequence as Several
from contextlib import contextmanager
from enum import Enum
from types import MappingProxyType
from typing import TypeVar

from proctor.errors import Problem, did_you_mean
from proctor.nodes import Mapping, Node, Scalar, Sequence, visible
from proctor.yaml_problems import UNSPACED_KEY

MANY_PROBLEMS = 50
ENDLESS = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
Mapped = Names[str, str]
NOTHING: Mapped = MappingProxyType({})
UNREADABLE_HELP = "write it in a simpler way, or leave it out; please report this as a bug"
Choice = TypeVar("Choice", bound=Enum)


class Notes:
    """What is wrong in a file, collected while it is read."""

    def __init__(self, problems: Several[Problem] = ()) -> None:
        self.problems = list(problems)

    def error(  # noqa: PLR0913 - a problem has these parts
        self,
        node: Node,
        code: str,
        message: str,
        *,
        help: str | None = None,  # noqa: A002 - the user's word
        offset: int | None = None,
        length: int | None = None,
    ) -> None:
        """Note an error: the file does not load."""
        problem = node.problem(code, message, help=help, offset=offset, length=length)
        self.problems.append(problem)

    def warn(
        self,
        node: Node,
        code: str,
        message: str,
        *,
        help: str | None = None,  # noqa: A002 - the user's word
    ) -> None:
        """Note a warning: the file loads."""
        self.problems.append(node.problem(code, message, help=help, warning=True))

    @contextmanager
    def reading(self, node: Node, what: str) -> Iterator[None]:
        """
        Note any exception raised while reading `node` as an error at its place.

        INVARIANT: a defect in a reader costs the file that shows it, and no other file.
        """
        try:
            yield
        except Exception as error:  # noqa: BLE001 - whatever it is, the file does not load
            self.problems.append(unreadable(node, what, error))

    def suggest(self, word: str, known: Several[str]) -> str | None:
        """Return a "did you mean"; after many problems nobody reads one more."""
        if len(self.problems) > MANY_PROBLEMS or len(word) > MANY_PROBLEMS:
            return None
        # Of names that differ in case alone the first is the one that people write.
        first = {name.lower(): name for name in reversed(known)}
        return did_you_mean(word, list(first.values()))

    def unknown_key(
        self,
        key: Scalar,
        what: str,
        known: Several[str],
        inside: Mapped = NOTHING,
        hint: str | None = None,
    ) -> None:
        """Note a key that nobody reads; `inside` has the keys of a map that stands in this one."""
        message = f"`{visible(key.text)}` is not a key of {what}"
        if hint is not None:
            help_text: str | None = hint
        elif key.text == "<<":
            help_text = "merge keys are not part of YAML 1.2; see `extends`"
        elif key.text in inside:
            help_text = f"`{key.text}` is a key of `{inside[key.text]}`: indent it below that"
        else:
            help_text = self.suggest(key.text, known) or f"the keys are {', '.join(known)}"
        self.error(key, "unknown-key", message, help=help_text)

    def wrong_type(self, node: Node, what: str, wanted: str, hint: str | None = None) -> None:
        """Note a value of the wrong type."""
        message = f"{what} is {wanted}, not {described(node)}"
        text = isinstance(node, Scalar) and wanted == "a text"
        hint = "put it in quotes" if text and node.plain is not None else hint
        if wanted.startswith("a list") and isinstance(node, Scalar) and node.text:
            words = node.text.split() if what == "`command`" else [node.text]
            hint = f"write `[{visible(', '.join(words))}]`"
        if wanted == "a map" and isinstance(node, Scalar) and not node.style:
            key = UNSPACED_KEY.match(node.text)
            hint = f"put a space behind the colon: `{key[1]}: …`" if key else hint
        self.error(node, "wrong-type", message, help=hint)

    def text(self, node: Node, what: str) -> str | None:
        """Take a text."""
        if isinstance(node, Scalar) and isinstance(node.value, str) and not is_endless(node):
            return node.value
        self.wrong_type(node, what, "a text")
        return None

    def line(self, node: Node, what: str) -> str | None:
        """Take a text that people see on one line."""
        text = self.text(node, what)
        if text is not None and not text.replace("\t", " ").isprintable():
            self.error(node, "wrong-value", f"{what} has line breaks or control characters")
            return None
        return text

    def boolean(self, node: Node, what: str) -> bool | None:
        """Take true or false."""
        if isinstance(node, Scalar) and isinstance(node.value, bool):
            return node.value
        self.wrong_type(node, what, "true or false")
        return None

    def number(self, node: Node, what: str) -> int | None:
        """Take a whole number above zero."""
        if isinstance(node, Scalar) and type(node.value) is int and node.value > 0:
            return node.value
        self.wrong_type(node, what, "a whole number above zero")
        return None

    def items(self, node: Node, what: str) -> tuple[Node, ...]:
        """Take a list."""
        if isinstance(node, Sequence):
            return node.items
        self.wrong_type(node, what, "a list")
        return ()

    def texts(self, node: Node, what: str) -> tuple[Scalar, ...]:
        """Take a list of texts; the nodes are returned, which know their places."""
        return tuple(
            item
            for item in self.items(node, what)
            if self.text(item, f"an entry of {what}") is not None and isinstance(item, Scalar)
        )

    def mapping(
        self, node: Node, what: str, hint: str | None = None
    ) -> tuple[tuple[Scalar, Node], ...]:
        """Take a map; `hint` says what to write where it is none."""
        if isinstance(node, Mapping):
            return node.pairs
        self.wrong_type(node, what, "a map", hint)
        return ()

    def choice(self, node: Node, what: str, choices: type[Choice]) -> Choice | None:
        """Take one of the values of an enumeration."""
        text = self.text(node, what)
        if text is None:
            return None
        words = [str(choice.value) for choice in choices]
        if text in words:
            return choices(text)
        self.wrong_word(node, what, text, words)
        return None

    def wrong_word(self, node: Node, what: str, text: str, words: Several[str]) -> None:
        """Note a word that is none of those that are possible."""
        hint = self.suggest(text, words) or f"one of {', '.join(words)}"
        self.error(node, "wrong-value", f"`{visible(text)}` is not {what}", help=hint)


def unreadable(node: Node, what: str, error: Exception) -> Problem:
    """Describe an unexpected exception as a problem at the place of `node`."""
    message = f"{what} cannot be read ({type(error).__name__})"
    return node.problem("unreadable", message, help=UNREADABLE_HELP)


def is_null(node: Node) -> bool:
    """Say whether a value is null, which clears what a parent gave."""
    return isinstance(node, Scalar) and node.value is None


def is_endless(node: Node) -> bool:
    """Say whether a value is an infinity of YAML, or no number: a text must have quotes then."""
    return isinstance(node, Scalar) and not node.style and bool(ENDLESS.fullmatch(node.text))


def described(node: Node) -> str:
    """Name what a node holds, for a sentence."""
    if isinstance(node, Sequence):
        return "a list"
    if isinstance(node, Mapping):
        return "a map"
    value = node.plain
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int | float) or is_endless(node) else "a text"
