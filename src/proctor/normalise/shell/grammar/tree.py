"""
The tree of a command line: what bash would see before it expands anything.

Nodes are plain and say nothing about meaning; `walk` gives them one.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Text:
    """Literal text; `quoted` text is never split, expanded or taken for a keyword."""

    value: str
    quoted: bool = False


@dataclass(slots=True)
class Variable:
    """`$name` or `${name…}`; `operator` and `argument` are what stands behind the name."""

    name: str
    quoted: bool
    raw: str
    operator: str = ""
    argument: Word | None = None
    index: Word | None = None


@dataclass(slots=True)
class Substitution:
    """`$( )` or backticks: its output becomes part of the word."""

    script: Script
    quoted: bool
    raw: str


@dataclass(slots=True)
class Process:
    """`<( )` or `>( )`: a command behind a file name."""

    script: Script
    direction: str
    raw: str


@dataclass(slots=True)
class Arithmetic:
    """`$(( ))`: a number, from an expression that may hold further expansions."""

    expression: Word
    raw: str


@dataclass(slots=True)
class Wild:
    """An unquoted `*`, `?` or `[`, which stands for file names."""

    char: str


@dataclass(slots=True)
class Tilde:
    """`~` or `~user` at the start of a word."""

    user: str


Piece = Text | Variable | Substitution | Process | Arithmetic | Wild | Tilde


@dataclass(slots=True)
class Word:
    """A word: pieces side by side. `raw` is its source."""

    pieces: list[Piece] = field(default_factory=list)
    raw: str = ""

    @property
    def plain(self) -> str | None:
        """Return the text of a word that is one unquoted literal; keywords are."""
        if len(self.pieces) == 1 and isinstance(self.pieces[0], Text):
            piece = self.pieces[0]
            return None if piece.quoted else piece.value
        return None


@dataclass(slots=True)
class Assignment:
    """`NAME=value`, `NAME+=value`, `NAME[i]=value` or `NAME=(…)`."""

    name: str
    value: Word
    append: bool = False
    index: Word | None = None
    items: list[Word] | None = None


@dataclass(slots=True)
class Redirection:
    """A redirection; `body` is the text of a here-document."""

    descriptor: str
    operator: str
    target: Word
    body: Word | None = None


@dataclass(slots=True)
class Simple:
    """A simple command."""

    assignments: list[Assignment]
    words: list[Word]
    redirections: list[Redirection]
    raw: str


@dataclass(slots=True)
class Compound:
    """
    Anything that holds scripts: group, subshell, loop, condition, case, function.

    `kind` is the word it begins with. `scripts` are in the order of their text;
    `words` are what a `for` runs over or a `case` looks at, and its patterns.
    """

    kind: str
    scripts: list[Script]
    words: list[Word] = field(default_factory=list)
    name: str = ""
    redirections: list[Redirection] = field(default_factory=list)
    raw: str = ""


@dataclass(slots=True)
class Pipeline:
    """Commands joined by `|`; one command alone is a pipeline too."""

    commands: list[Simple | Compound]


@dataclass(slots=True)
class Item:
    """A pipeline with the operator before it (`;`, `&&`, `||`) and after it (`&`)."""

    before: str
    pipeline: Pipeline
    background: bool = False


@dataclass(slots=True)
class Script:
    """A list of items."""

    items: list[Item]
