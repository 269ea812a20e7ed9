"""Read simple commands: assignments, words and redirections."""

from __future__ import annotations

from proctor.normalise.shell.grammar.documents import Documents
from proctor.normalise.shell.grammar.tree import (
    Assignment,
    Compound,
    Piece,
    Process,
    Redirection,
    Simple,
    Text,
    Wild,
    Word,
)
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

ASSIGNS = lazy(r"([A-Za-z_][A-Za-z0-9_]*+)(?:(\+?)=|\[)")
EQUALS = lazy(r"(\+?)=")
REDIRECTION = lazy(
    r"(?:([0-9]++|\{[A-Za-z_][A-Za-z0-9_]*+\})?"
    r"(<<<|<<-|<<|>>|>\||>&|<&|<>|>(?!\()|<(?!\())|(&>>|&>))"
)
# What reading a redirection, or an assignment, costs, in steps, apart from its words.
REDIRECTION_STEPS, ASSIGNMENT_STEPS = 4, 3
REDIRECTS = frozenset("<>&{0123456789")
ENDS = frozenset(("", "\n", ";", "|", ")"))
NO_VALUE = frozenset(("", " ", "\t", "\n", ";", "|", "&", ")", "<", ">"))
DECLARES = frozenset(("export", "declare", "typeset", "local", "readonly"))
BLANK_OR_OPERATOR = lazy(r"[ \t;|&<>()]")


class Simples(Documents):
    """Simple commands."""

    def keyword(self) -> str:
        """Return the keyword that stands here; `compound` does that."""
        raise NotImplementedError

    def function_body(self, name: str) -> Compound:
        """Read the body of a function; `compound` does that."""
        raise NotImplementedError

    def simple(self) -> Simple | Compound:
        """Read a simple command, or the function that it turns out to be."""
        start = end = self.at
        assignments: list[Assignment] = []
        words: list[Word] = []
        redirections: list[Redirection] = []
        declares = False
        while True:
            self.blanks()
            char = self.text[self.at : self.at + 1]
            if char in ENDS or (char == "&" and not self.text.startswith("&>", self.at)):
                break
            if char == "(":
                if len(words) != 1 or assignments or redirections:
                    raise Unreadable("parentheses stand where a word belongs")
                return self.function_named(words[0])
            if char in REDIRECTS and self.redirection(redirections):
                pass
            elif not words:
                self.first(assignments, words, plainly=bool(redirections))
                declares = bool(words) and words[0].raw in DECLARES
            elif declares and self.array(assignments, plainly=bool(redirections)):
                words.append(Word([Text(f"{assignments[-1].name}=(…)")], assignments[-1].name))
            else:
                words.append(self.word())
                # Behind `<( )` bash forgets that it may take arrays.
                declares = declares and not any(isinstance(p, Process) for p in words[-1].pieces)
            if char == "{" and self.text.startswith(("]}<", "]}>"), self.at - 2):
                raise Unreadable("a redirection to an item of an array")
            end = self.at
        if end == start:
            raise Unreadable("an operator has no command beside it")
        return Simple(assignments, words, redirections, self.text[start:end])

    def function_named(self, word: Word) -> Compound:
        """Read a function whose name was read as the word of a command."""
        name = word.plain
        if not name or name[-1] in "?*+@!":
            raise Unreadable("parentheses stand where a word belongs")
        self.parentheses()
        return self.function_body(name)

    def parentheses(self) -> None:
        """Step over the `()` of a function."""
        self.at += 1
        self.blanks()
        if self.peek() != ")":
            raise Unreadable("parentheses stand where a word belongs")
        self.at += 1

    # Assignments

    def first(self, assignments: list[Assignment], words: list[Word], *, plainly: bool) -> None:
        """Read an assignment, or the word that is the name of the command."""
        if plainly and self.keyword():
            # A word by the grammar, but bash 5.2 moves it to the front in `$( )`.
            raise Unreadable("a keyword stands behind a redirection")
        match = ASSIGNS.match(self.text, self.at)
        if not match:
            words.append(self.word())
            return
        self.budget.spend(ASSIGNMENT_STEPS)
        start = self.at
        self.at = match.end()
        name, append = match[1], match[2]
        if plainly and (append is None or self.peek() == "("):
            raise Unreadable("an array stands behind a redirection")
        if append is None:
            self.at -= 1
            index = self.subscript()
            equals = EQUALS.match(self.text, self.at)
            if not equals:
                words.append(self.bracketed(name, index, start))
                return
            self.at = equals.end()
            assignments.append(Assignment(name, self.value(), bool(equals[1]), index))
        elif self.peek() == "(":
            items = self.array_items()
            assignments.append(Assignment(name, Word(), bool(append), items=items))
        else:
            assignments.append(Assignment(name, self.value(), bool(append)))

    def bracketed(self, name: str, index: Word, start: int) -> Word:
        """Read the rest of a word that began as `name[…]` and is a pattern for files."""
        plain = [piece.value for piece in index.pieces if isinstance(piece, Text)]
        if any(map(BLANK_OR_OPERATOR.search, plain)):
            raise Unreadable("a subscript stands where a word belongs")
        pieces: list[Piece] = [*([Text(name)] if name else []), Wild("["), *index.pieces, Text("]")]
        self.pieces(pieces, start)
        return Word(pieces, self.text[start : self.at])

    def array(self, assignments: list[Assignment], *, plainly: bool) -> bool:
        """Read `name=( … )` behind `declare` and its kin if it stands here."""
        match = ASSIGNS.match(self.text, self.at)
        if not match or not self.text.startswith("(", match.end()):
            return False
        if plainly:
            raise Unreadable("an array stands behind a redirection")
        self.at = match.end()
        items = self.array_items()
        assignments.append(Assignment(match[1], Word(), bool(match[2]), items=items))
        return True

    def value(self) -> Word:
        """Read the value of an assignment, which may be empty."""
        if self.peek() in NO_VALUE and self.peek(2) not in ("<(", ">("):
            return Word()
        return self.word(value=True)

    def array_items(self) -> list[Word]:
        """Read the items of `( … )`."""
        self.at += 1
        items: list[Word] = []
        while True:
            self.inner_newlines()
            char = self.peek()
            if char == ")":
                self.at += 1
                if self.peek() not in NO_VALUE or self.peek(2) in ("<(", ">("):
                    raise Unreadable("a word goes on behind an array")
                if self.substituting and any("\\" in item.raw for item in items):
                    # bash 5.2 loses these backslashes and may run what they hide.
                    raise Unreadable("an array in a substitution has escapes")
                return items
            if char == "":
                raise Unreadable("an array is not closed")
            if char == "[":
                start = self.at
                items.append(self.bracketed("", self.subscript(), start))
            else:
                items.append(self.word())

    # Redirections

    def redirections(self, found: list[Redirection]) -> int:
        """Read the redirections behind a compound command, and return where it ends."""
        while True:
            end = self.at
            self.blanks()
            if self.text[self.at : self.at + 1] not in REDIRECTS or not self.redirection(found):
                return end

    def redirection(self, found: list[Redirection]) -> bool:
        """Read a redirection if one stands here."""
        match = REDIRECTION.match(self.text, self.at)
        if not match:
            return False
        self.budget.spend(REDIRECTION_STEPS)
        self.at = match.end()
        descriptor, operator = match[1] or "", match[2] or match[3]
        copies = operator in (">&", "<&")
        self.blanks()
        if operator != "<<<" and ASSIGNS.match(self.text, self.at):
            raise Unreadable("a redirection has an assignment for its target")
        target = self.word()
        digits = target.raw.isdigit()
        if copies and target.raw[0] == "-" and target.raw != "-":
            # Also with a blank: bash 5.2 drops that when it reads what is in `$( )` again.
            raise Unreadable("a word goes on behind `>&-`")
        if self.peek() in ("<", ">") and (target.raw.endswith("}") or (digits and not copies)):
            raise Unreadable("a redirection has no target")
        redirection = Redirection(descriptor, operator, target)
        found.append(redirection)
        if operator in ("<<", "<<-"):
            self.await_document(redirection)
        return True
