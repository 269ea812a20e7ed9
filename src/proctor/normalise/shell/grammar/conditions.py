"""Read `[[ … ]]`: no command by itself, but expansions in it may hold some."""

from __future__ import annotations

from proctor.normalise.shell.grammar.simple import Simples
from proctor.normalise.shell.grammar.tree import Compound, Piece, Text, Word
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

END = lazy(r"\]\](?=[ \t\n;&|()]|[<>](?!\()|\Z)")
NOT = lazy(r"!(?=[ \t])")
JOINED = lazy(r"&&|\|\|")
UNARY = frozenset(f"-{letter}" for letter in "abcdefghknoprstuvwxzGLNORS")
BINARY = frozenset("= == != -nt -ot -ef -eq -ne -lt -le -gt -ge".split())
COMPARES = lazy(r"[<>](?![<>&|(])")
REGEX_ENDS = frozenset(" \t\n;&<>)")


class Conditions(Simples):
    """The expressions of `[[ ]]`."""

    def test(self) -> Compound:
        """Read `[[ … ]]` behind its first brackets."""
        words: list[Word] = []
        self.either(words)
        if not END.match(self.text, self.at):
            raise Unreadable("`[[` is not closed as expected")
        self.at += 2
        return Compound("[[", [], words)

    def either(self, words: list[Word]) -> None:
        """Read terms joined by `&&` and `||`."""
        while True:
            self.inner_newlines()
            self.term(words)
            joined = JOINED.match(self.text, self.at)
            if not joined:
                return
            self.at = joined.end()

    def term(self, words: list[Word]) -> None:
        """Read one term, and what stands between it and the next token."""
        while NOT.match(self.text, self.at):
            self.at += 1
            self.inner_newlines()
        if self.peek() == "(":
            self.at += 1
            self.deeper()
            self.either(words)
            self.depth -= 1
            if self.peek() != ")":
                raise Unreadable("a parenthesis in `[[` is not closed")
            self.at += 1
            self.inner_newlines()
            return
        word = self.operand(words)
        if word.raw in UNARY:
            self.blanks()
            self.operand(words)
            self.inner_newlines()
            return
        self.blanks()
        if END.match(self.text, self.at) or JOINED.match(self.text, self.at) or self.peek() == ")":
            return
        self.compared(words)

    def compared(self, words: list[Word]) -> None:
        """Read an operator and the operand behind it."""
        operator = ""
        if COMPARES.match(self.text, self.at):
            self.at += 1
        else:
            operator = self.word().raw
            if operator not in BINARY and operator != "=~":
                raise Unreadable("a condition has no operator that is known")
        self.blanks()
        if operator == "=~":
            words.append(self.regex())
        else:
            self.operand(words)
        self.inner_newlines()

    def operand(self, words: list[Word]) -> Word:
        """Read one operand."""
        if END.match(self.text, self.at) or self.text.startswith(("<(", ">("), self.at):
            raise Unreadable("a condition has no operand where one belongs")
        word = self.word()
        redirects = self.peek() in ("<", ">") and (word.raw.isdigit() or word.raw[-1] == "}")
        if word.raw == "!" or redirects:
            raise Unreadable("a condition has no operand where one belongs")
        words.append(word)
        return word

    def regex(self) -> Word:
        """Read the pattern behind `=~`, in which parentheses and bars are plain."""
        pieces: list[Piece] = []
        start, open_here = self.at, 0
        if END.match(self.text, self.at):
            raise Unreadable("a condition has no operand where one belongs")
        while self.at < len(self.text):
            char = self.peek()
            if char in REGEX_ENDS and open_here == 0:
                break
            if char in " \t\n;&<>()|":
                open_here += {"(": 1, ")": -1}.get(char, 0)
                pieces.append(Text(char))
                self.at += 1
            else:
                self.piece(pieces, char)
        if self.at == start or open_here:
            raise Unreadable("a condition has no operand where one belongs")
        return Word(pieces, self.text[start : self.at])
