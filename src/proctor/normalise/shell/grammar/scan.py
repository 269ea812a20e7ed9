"""
Read words: quotes, escapes and expansions, with the commands inside them.

Refused with `Unreadable` is whatever bash would refuse and whatever is outside
the grammar. One pass, never back, so the time is linear.
"""

from __future__ import annotations

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.grammar.ansi import ansi_quoted
from proctor.normalise.shell.grammar.tree import (
    Arithmetic,
    Piece,
    Process,
    Script,
    Substitution,
    Text,
    Tilde,
    Variable,
    Wild,
    Word,
)
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

DEEPEST = 60
# What reading these costs, in steps.
WORD, PIECE, BACKTICKS = 2, 1, 8
# The words of nearly every command; what stands behind must end a word for certain.
SIMPLE_WORD = lazy(r"[A-Za-z0-9_@%+:,./^=\-\]}]++(?=[ \t\n;&|)]|\Z)")
PLAIN = lazy(r"[^ \t\n'\"\\$`;|&<>()*?\[~]++")
IN_DOUBLE = lazy(r"[^\"\\$`]++")
IN_BACKTICKS = lazy(r"[^\\`]++")
PARAMETER = lazy(r"[A-Za-z_][A-Za-z0-9_]*+|[0-9@*#?$!-]")
ASSIGNING = lazy(r"[A-Za-z_][A-Za-z0-9_]*+\+?=")
TILDE = lazy(r"~([A-Za-z0-9_.+-]*+)(?=[/ \t\n;|&<>()]|\Z)")
TILDE_IN_VALUE = lazy(r"~([A-Za-z0-9_.+-]*+)(?=[/: \t\n;|&<>()]|\Z)")
BOUNDARY = frozenset(" \t\n;|&<>()")
PROCESSES = ("<(", ">(")


class Scanner:
    """Words of one text; everything else of the grammar is built on it."""

    def __init__(self, text: str, budget: Budget, depth: int = 0) -> None:
        self.text = text
        self.budget = budget
        self.at = 0
        self.depth = depth
        # How many `$(` and `<(` are open, and whether this is a here-document's body.
        self.substituting = 0
        self.document = False
        # Where the last `$(` or `<(` has its first command.
        self.first_inside = -1

    def script_until(self, closer: str) -> Script:
        """Read commands up to a closing parenthesis; the grammar does that."""
        raise NotImplementedError

    def blanks(self) -> None:
        """Step over blanks and comments; `documents` does that."""
        raise NotImplementedError

    def parameter(self, *, quoted: bool) -> Variable:
        """Read `${…}`; `parameters` does that."""
        raise NotImplementedError

    def arithmetic(self) -> Arithmetic:
        """Read `$((…))`; `parameters` does that."""
        raise NotImplementedError

    def peek(self, length: int = 1) -> str:
        """Return the next characters without reading them."""
        return self.text[self.at : self.at + length]

    def deeper(self) -> None:
        """Count one level of nesting, and refuse too many."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise Unreadable("it is nested too deeply")

    def word(self, *, value: bool = False) -> Word:
        """Read one word up to a blank or an operator; `value` stands behind a `=`."""
        self.budget.spend(WORD)
        match = SIMPLE_WORD.match(self.text, self.at)
        if match:
            self.at = match.end()
            return Word([Text(match[0])], match[0])
        start = self.at
        pieces: list[Piece] = []
        self.pieces(pieces, start, value=value)
        if self.at == start:
            raise Unreadable("an operator stands where a word belongs")
        return Word(pieces, self.text[start : self.at])

    def pieces(self, pieces: list[Piece], start: int, *, value: bool = False) -> None:
        """Read the pieces of a word that began at `start`, up to its end."""
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if char in BOUNDARY and not text.startswith(PROCESSES, self.at):
                break
            if char == "\\" and text.startswith("\\\n", self.at) and self.at > start:
                if text[self.at + 2 : self.at + 3] not in ("", " ", "\t", "\n"):
                    raise Unreadable("a word goes on in the next line")
                break
            if char in "<>":
                pieces.append(self.process())
            elif char == "~" and self.tilde_here(pieces, start, value=value):
                pieces.append(self.tilde(start, value=value))
            else:
                self.piece(pieces, char)

    def piece(self, pieces: list[Piece], char: str) -> None:
        """Read one piece outside double quotes."""
        self.budget.spend(PIECE)
        match = PLAIN.match(self.text, self.at)
        if match:
            pieces.append(Text(match[0]))
            self.at = match.end()
        elif char == "'":
            pieces.append(Text(self.single_quoted(), quoted=True))
        elif char == '"':
            self.at += 1
            self.double_quoted(pieces)
        elif char == "\\":
            self.escaped(pieces)
        elif char == "$":
            self.dollar(pieces, quoted=False)
        elif char == "`":
            pieces.append(self.backticks(quoted=False))
        else:
            pieces.append(Wild(char) if char in "*?[" else Text(char))
            self.at += 1

    def tilde_here(self, pieces: list[Piece], start: int, *, value: bool) -> bool:
        """Say whether a `~` is a home folder: at the start, or behind `=` and `:` of a value."""
        if self.at == start:
            return True
        before = pieces[-1] if pieces else None
        plain = isinstance(before, Text) and not before.quoted
        begins = ASSIGNING.match(self.text, start)
        if begins and plain and self.at == begins.end():
            return not value
        return bool((value or begins) and plain and self.text[self.at - 1] == ":")

    def tilde(self, start: int, *, value: bool) -> Piece:
        """Read `~` or `~user`."""
        pattern = TILDE_IN_VALUE if value or self.at > start else TILDE
        match = pattern.match(self.text, self.at)
        if not match:
            self.at += 1
            return Text("~")
        self.at = match.end()
        return Tilde(match[1])

    # Quotes

    def single_quoted(self) -> str:
        """Read '…': nothing in it is special."""
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise Unreadable("a quote is not closed")
        value = self.text[self.at + 1 : end]
        self.at = end + 1
        return value

    def double_quoted(self, pieces: list[Piece]) -> None:
        """Read "…" behind its first quote."""
        pieces.append(Text("", quoted=True))
        while self.at < len(self.text):
            if self.text[self.at] == '"':
                self.at += 1
                return
            self.in_double(pieces, '$`"\\')
        raise Unreadable("a quote is not closed")

    def in_double(self, pieces: list[Piece], escapable: str) -> None:
        """Read one piece of what stands in double quotes, or in a here-document."""
        self.budget.spend(PIECE)
        text = self.text
        match = IN_DOUBLE.match(text, self.at)
        if match:
            pieces.append(Text(match[0], quoted=True))
            self.at = match.end()
            return
        char = text[self.at]
        if char == "$":
            self.dollar(pieces, quoted=True)
        elif char == "`":
            pieces.append(self.backticks(quoted=True))
        elif char == "\\":
            following = text[self.at + 1 : self.at + 2]
            if following != "\n":
                special = following and following in escapable
                pieces.append(Text(following if special else char + following, quoted=True))
            self.at += 2
        else:
            pieces.append(Text(char, quoted=True))
            self.at += 1

    def escaped(self, pieces: list[Piece]) -> None:
        """Read a backslash: the next character is literal, a newline is nothing."""
        following = self.peek(2)[1:]
        if not following:
            raise Unreadable("the command ends in a backslash")
        if following != "\n":
            pieces.append(Text(following, quoted=True))
        elif self.text[self.at + 2 : self.at + 3] not in ("", " ", "\t", "\n"):
            raise Unreadable("a word goes on in the next line")
        self.at += 2

    # Expansions

    def dollar(self, pieces: list[Piece], *, quoted: bool) -> None:
        """Read whatever a `$` begins."""
        start = self.at
        text = self.text
        following = text[start + 1 : start + 2]
        if following == "(":
            pieces.append(
                self.arithmetic()
                if text.startswith("(", start + 2)
                else Substitution(self.substituted(), quoted, text[start : self.at])
            )
        elif following == "{":
            pieces.append(self.parameter(quoted=quoted))
        elif following == "[":
            raise Unreadable("`$[` is not read")
        elif following == "'" and not quoted:
            try:
                value, self.at = ansi_quoted(text, start + 2)
            except ValueError as error:
                raise Unreadable(str(error)) from None
            pieces.append(Text(value, quoted=True))
        elif following == '"' and not quoted:
            self.at += 2
            self.double_quoted(pieces)
        else:
            self.named(pieces, quoted=quoted)

    def named(self, pieces: list[Piece], *, quoted: bool) -> None:
        """Read `$name`, or a `$` that is only one."""
        start = self.at
        match = PARAMETER.match(self.text, start + 1)
        if match:
            self.at = match.end()
            pieces.append(Variable(match[0], quoted, self.text[start : self.at]))
        else:
            self.at += 1
            pieces.append(Text("$", quoted=quoted))
        if match and match[0] == "$" and self.peek() in (*"({[", *("" if quoted else "'\"")):
            raise Unreadable("`$$` may belong to what stands behind it")
        if self.text.startswith("\\\n", self.at):
            raise Unreadable("a word goes on in the next line")  # and a name with it

    def substituted(self) -> Script:
        """Read the commands of `$( )` or `<( )`, which stands here."""
        self.at += 2
        self.blanks()
        self.first_inside = self.at
        self.substituting += 1
        script = self.script_until(")")
        self.substituting -= 1
        return script

    def process(self) -> Process:
        """Read `<( )` or `>( )`."""
        start = self.at
        script = self.substituted()
        return Process(script, self.text[start], self.text[start : self.at])

    def backticks(self, *, quoted: bool) -> Substitution:
        """Read `…`: its text is unescaped once and then read as commands."""
        self.budget.spend(BACKTICKS)
        start = self.at
        inside: list[str] = []
        text = self.text
        self.at += 1
        while True:
            match = IN_BACKTICKS.match(text, self.at)
            if match:
                inside.append(match[0])
                self.at = match.end()
            char, following = text[self.at : self.at + 1], text[self.at + 1 : self.at + 2]
            if not char or (char == "\\" and following in ("", "\n")):
                raise Unreadable("a backtick is not closed, or goes on in the next line")
            if char == "`":
                break
            if following == '"' and self.document:
                raise Unreadable("a quote is escaped in backticks in a here-document")
            escaped = following in "$`\\" or (following == '"' and quoted)
            inside.append(following if escaped else char + following)
            self.at += 2
        self.at += 1
        self.deeper()
        script = type(self)("".join(inside), self.budget, self.depth).script_until("")
        self.depth -= 1
        return Substitution(script, quoted, text[start : self.at])
