"""Step over blanks, comments and newlines, and read the here-documents behind those."""

from __future__ import annotations

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.grammar.parameters import Parameters
from proctor.normalise.shell.grammar.tree import Piece, Redirection, Text, Word
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

BLANKS = lazy(r"[ \t]++")
SPACE = frozenset(" \t\\#")
LINES = frozenset(" \t\\#\n")
EXPANDS = lazy(r"[$`\\]")


class Documents(Parameters):
    """Whatever stands between words, and the text that waits behind a line."""

    def __init__(self, text: str, budget: Budget, depth: int = 0) -> None:
        super().__init__(text, budget, depth)
        self.pending: list[Redirection] = []
        # Lines continued so far, and that count and the place where `pending` began.
        self.continued = 0
        self.waiting = (0, 0)
        self.documents_read = 0

    def blanks(self) -> None:
        """Step over blanks, continued lines and a comment."""
        if self.text[self.at : self.at + 1] in SPACE:
            self.between(newlines=False)

    def newlines(self) -> None:
        """Step over blanks, comments and newlines, and read here-documents."""
        if self.text[self.at : self.at + 1] in LINES:
            self.between(newlines=True)

    def inner_newlines(self) -> None:
        """Step over newlines inside a construct, in which no here-document may begin."""
        self.blanks()
        if self.pending and self.peek() == "\n":
            raise Unreadable("a here-document begins in the middle of a word")
        self.newlines()

    def between(self, *, newlines: bool) -> None:
        """Step over what stands between two words."""
        text = self.text
        while self.at < len(text):
            match = BLANKS.match(text, self.at)
            if match:
                self.at = match.end()
            char = text[self.at : self.at + 1]
            if char == "\\" and text.startswith("\\\n", self.at):
                self.continue_line()
            elif char == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            elif char == "\n" and newlines:
                self.at += 1
                if self.pending:
                    self.here_documents()
            else:
                return

    def continue_line(self) -> None:
        """Step over a newline behind a backslash, refused where that may stand in a token."""
        before = self.text[self.at - 1 : self.at] if self.at else ""
        behind = self.text[self.at + 2 : self.at + 3]
        if before not in ("", " ", "\t", "\n") and behind not in ("", " ", "\t", "\n"):
            raise Unreadable("a word goes on in the next line")
        self.at += 2
        self.continued += 1

    def await_document(self, redirection: Redirection) -> None:
        """Remember that the next lines are a here-document."""
        target = redirection.target
        if not all(isinstance(piece, Text) for piece in target.pieces) or "$" in target.raw:
            raise Unreadable("the end of a here-document is not plain text")
        if not self.pending:
            self.waiting = (self.at, self.continued)
        self.pending.append(redirection)

    def here_documents(self) -> None:
        """Read the here-documents that wait for the lines behind this newline."""
        place, continued = self.waiting
        if self.text.count("\n", place, self.at - 1) != self.continued - continued:
            raise Unreadable("a here-document begins in the middle of a word")
        pending, self.pending = self.pending, []
        self.documents_read += len(pending)
        for redirection in pending:
            redirection.body = self.body_of(redirection)

    def body_of(self, redirection: Redirection) -> Word:
        """Read the lines of a here-document up to the one that is its end."""
        pieces = [piece for piece in redirection.target.pieces if isinstance(piece, Text)]
        end = "".join(piece.value for piece in pieces)
        literal = any(piece.quoted for piece in pieces)
        tabs = redirection.operator == "<<-"
        lines: list[str] = []
        while self.at < len(self.text):
            line, joined = self.line(literal=literal)
            line = line.lstrip("\t") if tabs else line
            if line == end:
                if joined:
                    raise Unreadable("the end of a here-document is broken in two")
                return self.document_word("".join(lines), literal=literal)
            if self.substituting and line.startswith(end) and ")" in line:
                raise Unreadable("a here-document may end at a parenthesis")
            lines.append(line + "\n")
        raise Unreadable("a here-document has no end")

    def line(self, *, literal: bool) -> tuple[str, bool]:
        """Read one line of a here-document, and say whether it was joined of several."""
        parts: list[str] = []
        while True:
            stop = self.text.find("\n", self.at)
            if stop < 0:
                stop = len(self.text)
            part = self.text[self.at : stop]
            self.at = min(stop + 1, len(self.text))
            backslashes = len(part) - len(part.rstrip("\\"))
            if literal or backslashes % 2 == 0:
                return "".join([*parts, part]), bool(parts)
            if stop == len(self.text):
                raise Unreadable("a here-document has no end")
            parts.append(part[:-1])

    def document_word(self, body: str, *, literal: bool) -> Word:
        """Return a here-document's body as a word, with its expansions if it has any."""
        if literal or not EXPANDS.search(body):
            return Word([Text(body, quoted=True)], body)
        self.deeper()
        inner = type(self)(body, self.budget, self.depth)
        self.depth -= 1
        inner.document = True
        pieces: list[Piece] = []
        while inner.at < len(body):
            inner.in_double(pieces, "$`\\")
        return Word(pieces, body)
