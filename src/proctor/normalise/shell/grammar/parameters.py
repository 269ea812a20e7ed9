"""Read `${…}`, subscripts and arithmetic, with the commands inside them."""

from __future__ import annotations

import re

from proctor.normalise.shell.grammar.ansi import ansi_quoted
from proctor.normalise.shell.grammar.scan import PROCESSES, Scanner
from proctor.normalise.shell.grammar.tree import Arithmetic, Piece, Text, Variable, Word
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

BRACED_NAME = lazy(r"[A-Za-z_][A-Za-z0-9_]*+|[0-9]++|[@*#?$!-]")
OPERATORS = lazy(r":?[-=?+]|##?|%%?|//|/[#%]?|\^\^?|,,?|@|:")
IN_BRACES = lazy(r"[^'\"\\$`*?\[}<>]++")
IN_QUOTED_BRACES = lazy(r"[^'\"\\$`}<>]++")
IN_SUBSCRIPT = lazy(r"[^\[\]{}'\"\\$`\n<>]++")
IN_EXPRESSION = lazy(r"[^()'\"\\$`]++")
QUOTE_IN_QUOTES = lazy(r"'[^'\"\\$`}<>]*+'|\$'(?>(?:[^'\"\\$`}<>]|\\[abefnrtv\\])*)'")
# What counts, and what hides parentheses, when bash decides what `$((` begins.
PARENTHESES = lazy(r"\\.|'[^']*+'|\"(?>(?:[^\"\\]|\\.)*)\"|[()]", re.DOTALL)
LONGEST_MIXED = 4096
# What reading `${…}` costs, in steps, apart from what is in it.
PARAMETER_STEPS = 4


class Parameters(Scanner):
    """Expansions that have a small language of their own."""

    def parameter(self, *, quoted: bool) -> Variable:
        """Read `${…}`."""
        self.budget.spend(PARAMETER_STEPS)
        start = self.at
        self.deeper()
        self.at += 2
        operator = ""
        if self.peek() in ("#", "!") and self.peek(2)[1:] not in ("}", ":", "-", "+", "=", "?"):
            operator = self.peek()
            self.at += 1
        match = BRACED_NAME.match(self.text, self.at)
        if not match:
            raise Unreadable("`${` has no name behind it")
        self.at = match.end()
        index = self.subscript() if self.peek() == "[" else None
        argument = None
        found = OPERATORS.match(self.text, self.at)
        if found:
            operator += found[0]
            self.at = found.end()
            argument = self.argument(quoted=quoted, pattern=found[0][0] in "#%/^,")
        elif operator == "!" and self.peek() == "*":
            operator = "!*"
            self.at += 1
        if self.peek() != "}":
            raise Unreadable("`${` is not closed as expected")
        self.at += 1
        self.depth -= 1
        raw = self.text[start : self.at]
        return Variable(match[0], quoted, raw, operator, argument, index)

    def argument(self, *, quoted: bool, pattern: bool) -> Word:
        """Read the argument of `${name-…}` up to its brace; `pattern` if it is one."""
        pieces: list[Piece] = []
        start = self.at
        run = IN_QUOTED_BRACES if quoted else IN_BRACES
        while self.peek() != "}":
            match = run.match(self.text, self.at)
            if match:
                pieces.append(Text(match[0], quoted=quoted))
                self.at = match.end()
            elif self.peek() in ("<", ">"):
                pieces.append(self.angle(quoted=quoted))
            elif quoted:
                self.quoted_argument(pieces, self.peek(), pattern=pattern)
            elif self.peek():
                self.piece(pieces, self.peek())
            else:
                raise Unreadable("`${` is not closed as expected")
        return Word(pieces, self.text[start : self.at])

    def angle(self, *, quoted: bool) -> Text:
        """Read `<` or `>`, which begins no command here, quoted or not."""
        if self.peek(2) in PROCESSES:
            raise Unreadable("a process substitution inside an expansion")
        self.at += 1
        return Text(self.text[self.at - 1], quoted=quoted)

    def quoted_argument(self, pieces: list[Piece], char: str, *, pattern: bool) -> None:
        """Read one piece of an argument whose `${` stands in double quotes."""
        match = QUOTE_IN_QUOTES.match(self.text, self.at)
        if match and not self.document and (pattern or char == "'"):
            # A pattern has quotes of its own; elsewhere they are plain characters.
            value = ansi_quoted(match[0], 2)[0] if char == "$" else match[0][1:-1]
            pieces.append(Text(value if pattern else match[0], quoted=True))
            self.at = match.end()
            return
        if char in ("", "'") or (char == '"' and self.document) or self.peek(2) == "\\\n":
            raise Unreadable("`${` is not closed as expected")
        if char == '"':
            self.at += 1
            self.double_quoted(pieces)
        else:
            self.in_double(pieces, '$`"\\}')

    def subscript(self) -> Word:
        """Read `[…]` behind the name of an array."""
        self.at += 1
        pieces: list[Piece] = []
        start = self.at
        while self.peek() != "]":
            match = IN_SUBSCRIPT.match(self.text, self.at)
            if match:
                pieces.append(Text(match[0]))
                self.at = match.end()
            elif self.peek() in ("<", ">"):
                pieces.append(self.angle(quoted=False))
            elif self.peek() in ("", "\n", "[", "{", "}") or self.peek(2) == "\\\n":
                raise Unreadable("a subscript is not closed")
            else:
                self.piece(pieces, self.peek())
        self.at += 1
        return Word(pieces, self.text[start : self.at - 1])

    def arithmetic(self) -> Arithmetic:
        """Read `$((…))`."""
        start = self.at
        self.at += 3
        expression = self.expression()
        # bash counts parentheses over the whole text, commands included, and where
        # they do not balance it runs the text as a command.
        if not all(isinstance(piece, Text) and not piece.quoted for piece in expression.pieces):
            if len(expression.raw) > LONGEST_MIXED:
                raise Unreadable("an arithmetic expression is too long to read")
            if not balanced(expression.raw):
                raise Unreadable("`$((` may begin a command or an expression")
        return Arithmetic(expression, self.text[start : self.at])

    def expression(self) -> Word:
        """Read an arithmetic expression up to its `))`."""
        self.deeper()
        pieces: list[Piece] = []
        start, open_here = self.at, 0
        while True:
            match = IN_EXPRESSION.match(self.text, self.at)
            if match:
                pieces.append(Text(match[0]))
                self.at = match.end()
            char = self.peek()
            if char == "" or self.peek(2) == "\\\n":
                raise Unreadable("an arithmetic expression is not closed")
            if char == ")" and open_here == 0:
                if self.peek(2) != "))":
                    raise Unreadable("an arithmetic expression is not closed")
                self.at += 2
                self.depth -= 1
                return Word(pieces, self.text[start : self.at - 2])
            if char in "()":
                open_here += 1 if char == "(" else -1
                pieces.append(Text(char))
                self.at += 1
            else:
                self.piece(pieces, char)


def balanced(raw: str) -> bool:
    """Say whether parentheses balance, quotes and escapes left out, as bash counts them."""
    count = 0
    for match in PARENTHESES.finditer(raw):
        token = match[0]
        if token[0] == '"' and ("$(" in token or "`" in token):
            return False
        count += {"(": 1, ")": -1}.get(token, 0)
        if count < 0:
            return False
    return count == 0
