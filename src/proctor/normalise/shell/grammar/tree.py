"""
The tree of a command line: what bash would see before it expands anything.

Nodes are plain and say nothing about meaning; `walk` gives them one. They are written out,
without `dataclasses`: to make fifteen of those takes longer than to read a command.
"""

from __future__ import annotations


class Node:
    """What all nodes share: two are equal if they are alike and hold the same."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self.held() == other.held()

    __hash__ = None  # type: ignore[assignment]  # a node can change

    def __repr__(self) -> str:
        shown = zip(self.__slots__, self.held(), strict=True)
        return f"{self.__class__.__name__}({', '.join(f'{name}={held!r}' for name, held in shown)})"

    def held(self) -> tuple[object, ...]:
        """Return what the node holds, in the order of the names."""
        return tuple([getattr(self, name) for name in self.__slots__])


class Text(Node):
    """Literal text; `quoted` text is never split, expanded or taken for a keyword."""

    __slots__ = ("quoted", "value")

    def __init__(self, value: str, quoted: bool = False) -> None:
        self.value = value
        self.quoted = quoted


class Variable(Node):
    """`$name` or `${name…}`; `operator` and `argument` are what stands behind the name."""

    __slots__ = ("argument", "index", "name", "operator", "quoted", "raw")

    def __init__(  # noqa: PLR0913, PLR0917 - what such an expansion can have
        self,
        name: str,
        quoted: bool,
        raw: str,
        operator: str = "",
        argument: Word | None = None,
        index: Word | None = None,
    ) -> None:
        self.name = name
        self.quoted = quoted
        self.raw = raw
        self.operator = operator
        self.argument = argument
        self.index = index


class Substitution(Node):
    """`$( )` or backticks: its output becomes part of the word."""

    __slots__ = ("quoted", "raw", "script")

    def __init__(self, script: Script, quoted: bool, raw: str) -> None:
        self.script = script
        self.quoted = quoted
        self.raw = raw


class Process(Node):
    """`<( )` or `>( )`: a command behind a file name."""

    __slots__ = ("direction", "raw", "script")

    def __init__(self, script: Script, direction: str, raw: str) -> None:
        self.script = script
        self.direction = direction
        self.raw = raw


class Arithmetic(Node):
    """`$(( ))`: a number, from an expression that may hold further expansions."""

    __slots__ = ("expression", "raw")

    def __init__(self, expression: Word, raw: str) -> None:
        self.expression = expression
        self.raw = raw


class Wild(Node):
    """An unquoted `*`, `?` or `[`, which stands for file names."""

    __slots__ = ("char",)

    def __init__(self, char: str) -> None:
        self.char = char


class Tilde(Node):
    """`~` or `~user` at the start of a word."""

    __slots__ = ("user",)

    def __init__(self, user: str) -> None:
        self.user = user


Piece = Text | Variable | Substitution | Process | Arithmetic | Wild | Tilde


class Word(Node):
    """A word: pieces side by side. `raw` is its source."""

    __slots__ = ("pieces", "raw")

    def __init__(self, pieces: list[Piece] | None = None, raw: str = "") -> None:
        self.pieces = [] if pieces is None else pieces
        self.raw = raw

    @property
    def plain(self) -> str | None:
        """Return the text of a word that is one unquoted literal; keywords are."""
        if len(self.pieces) == 1 and isinstance(self.pieces[0], Text):
            piece = self.pieces[0]
            return None if piece.quoted else piece.value
        return None


class Assignment(Node):
    """`NAME=value`, `NAME+=value`, `NAME[i]=value` or `NAME=(…)`."""

    __slots__ = ("append", "index", "items", "name", "value")

    def __init__(
        self,
        name: str,
        value: Word,
        append: bool = False,
        index: Word | None = None,
        items: list[Word] | None = None,
    ) -> None:
        self.name = name
        self.value = value
        self.append = append
        self.index = index
        self.items = items


class Redirection(Node):
    """A redirection; `body` is the text of a here-document."""

    __slots__ = ("body", "descriptor", "operator", "target")

    def __init__(
        self, descriptor: str, operator: str, target: Word, body: Word | None = None
    ) -> None:
        self.descriptor = descriptor
        self.operator = operator
        self.target = target
        self.body = body


class Simple(Node):
    """A simple command."""

    __slots__ = ("assignments", "raw", "redirections", "words")

    def __init__(
        self,
        assignments: list[Assignment],
        words: list[Word],
        redirections: list[Redirection],
        raw: str,
    ) -> None:
        self.assignments = assignments
        self.words = words
        self.redirections = redirections
        self.raw = raw


class Compound(Node):
    """
    Anything that holds scripts: group, subshell, loop, condition, case, function.

    `kind` is the word it begins with. `scripts` are in the order of their text;
    `words` are what a `for` runs over or a `case` looks at, and its patterns.
    """

    __slots__ = ("kind", "name", "raw", "redirections", "scripts", "words")

    def __init__(  # noqa: PLR0913, PLR0917 - what any of them can have
        self,
        kind: str,
        scripts: list[Script],
        words: list[Word] | None = None,
        name: str = "",
        redirections: list[Redirection] | None = None,
        raw: str = "",
    ) -> None:
        self.kind = kind
        self.scripts = scripts
        self.words = [] if words is None else words
        self.name = name
        self.redirections = [] if redirections is None else redirections
        self.raw = raw


class Pipeline(Node):
    """Commands joined by `|`; one command alone is a pipeline too."""

    __slots__ = ("commands",)

    def __init__(self, commands: list[Simple | Compound]) -> None:
        self.commands = commands


class Item(Node):
    """A pipeline with the operator before it (`;`, `&&`, `||`) and after it (`&`)."""

    __slots__ = ("background", "before", "pipeline")

    def __init__(self, before: str, pipeline: Pipeline, background: bool = False) -> None:
        self.before = before
        self.pipeline = pipeline
        self.background = background


class Script(Node):
    """A list of items."""

    __slots__ = ("items",)

    def __init__(self, items: list[Item]) -> None:
        self.items = items
