"""What our reader says of a text, as facts that another reader can be asked for too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.grammar.tree import (
    Arithmetic,
    Assignment,
    Compound,
    Piece,
    Process,
    Redirection,
    Script,
    Simple,
    Substitution,
    Variable,
    Word,
)
from proctor.normalise.shell.unreadable import Unreadable

Fact = tuple[str, ...]


def accepted(text: str) -> bool:
    """Say whether our reader takes a text."""
    try:
        parse(text)
    except Unreadable:
        return False
    return True


def plain(raw: str) -> str:
    """Return the source of a word without the line breaks that bash removes."""
    return raw.replace("\\\n", "")


def source(word: Word) -> str:
    """Return the source of a word."""
    return plain(word.raw)


def facts_of(text: str, shown: Callable[[Word], str] = source) -> list[Fact]:
    """Return every command, assignment and redirection of a text, sorted."""
    return sorted(Facts(shown).script(parse(text)))


class Facts:
    """The facts of a tree, with each word as `shown` renders it."""

    def __init__(self, shown: Callable[[Word], str]) -> None:
        self.shown = shown

    def script(self, script: Script) -> Iterator[Fact]:
        """Yield the facts of a script."""
        for item in script.items:
            for command in item.pipeline.commands:
                if isinstance(command, Simple):
                    yield from self.simple(command)
                else:
                    yield from self.compound(command)

    def compound(self, node: Compound) -> Iterator[Fact]:
        """Yield the facts of a compound command."""
        if node.kind == "function":
            yield ("function", node.name)
        for script in node.scripts:
            yield from self.script(script)
        yield from self.words(node.words)
        yield from self.redirections(node.redirections)

    def simple(self, node: Simple) -> Iterator[Fact]:
        """Yield the facts of a simple command."""
        if node.words:
            yield ("command", *map(self.shown, node.words))
        yield from self.words(node.words)
        for assignment in node.assignments:
            yield from self.assignment(assignment)
        yield from self.redirections(node.redirections)

    def assignment(self, node: Assignment) -> Iterator[Fact]:
        """Yield the facts of an assignment."""
        if node.items is not None:
            yield ("array", node.name, *map(self.shown, node.items))
            yield from self.words(node.items)
        else:
            yield ("assignment", node.name, self.shown(node.value))
            yield from self.words([node.value])
        yield from self.words([node.index] if node.index else [])

    def redirections(self, nodes: Iterable[Redirection]) -> Iterator[Fact]:
        """Yield the facts of redirections; a here-document's are those of its body."""
        for node in nodes:
            yield ("redirection", node.descriptor, node.operator, self.shown(node.target))
            yield from self.words([node.target, *([node.body] if node.body else [])])

    def words(self, words: Iterable[Word]) -> Iterator[Fact]:
        """Yield the facts inside words."""
        for word in words:
            for piece in word.pieces:
                yield from self.piece(piece)

    def piece(self, piece: Piece) -> Iterator[Fact]:
        """Yield the facts inside one piece of a word."""
        if isinstance(piece, Substitution | Process):
            yield from self.script(piece.script)
        elif isinstance(piece, Arithmetic):
            yield from self.words([piece.expression])
        elif isinstance(piece, Variable):
            yield from self.words(word for word in (piece.argument, piece.index) if word)
