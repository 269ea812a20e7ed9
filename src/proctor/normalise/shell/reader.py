"""
Split a command line into simple commands, the way bash does.

Known: words with quotes and escapes, `; && || | |& &` and newlines,
redirections, assignments, comments, line continuations. A word whose value
only the shell will know (`$x`, a glob, a brace expansion) makes its own command
unread. Anything else (substitutions, here-documents, keywords, groups) makes
the whole line unread, because it can change what the rest means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LONGEST = 128 * 1024  # Linux passes no longer word to a program, so none to `bash -c`
MOST_COMMANDS = 500
ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)\+?=")
REDIRECTION = re.compile(r"(\d*)(&>>|&>|>>|>\||>&|<&|<>|<<<|<<-?|>|<)")
OPERATOR = re.compile(r"\|\||&&|\|&|[;|&\n]")
KEYWORDS = frozenset(
    "if then else elif fi for while until do done case esac in function select coproc "
    "{ } ! [[ ]]".split()
)
VARIABLE = re.compile(r"\$(?:[A-Za-z_][A-Za-z0-9_]*|[0-9@*#?$!-]|\{[A-Za-z_][A-Za-z0-9_]*\})")
PLAIN = re.compile(r"[^\s'\"\\$`;|&<>()*?\[\]{}#~!=]+")
IN_DOUBLE = re.compile(r"[^\"\\$`]+")


TOO_MANY = f"it has more than {MOST_COMMANDS} commands or redirections"


class Unreadable(Exception):
    """The line has something that this reader does not know."""


@dataclass(slots=True)
class Word:
    """
    A word as the shell would pass it on.

    `unknown` says why its value is not certain; `raw` is its source text.
    `assigns` is the length of an unquoted `NAME=` at its start.
    """

    value: str = ""
    raw: str = ""
    unknown: str | None = None
    quoted: bool = False
    assigns: int = 0


@dataclass(slots=True)
class Redirection:
    """A redirection: descriptor, operator and the word behind it."""

    descriptor: str
    operator: str
    target: Word


@dataclass(slots=True)
class Simple:
    """A simple command with the operator that stands before it."""

    before: str = ""
    assignments: list[Word] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)
    text: str = ""
    after: str = ""

    @property
    def empty(self) -> bool:
        """Say whether nothing was written."""
        return not (self.assignments or self.words or self.redirections)

    @property
    def assigned(self) -> tuple[tuple[str, str], ...]:
        """Return the assignments as names and values."""
        return tuple(
            (word.value[: word.assigns].rstrip("+="), word.value[word.assigns :])
            for word in self.assignments
        )

    @property
    def every_word(self) -> list[Word]:
        """Return the words of the command, its assignments included."""
        return [*self.assignments, *self.words]


def read(text: str, home: str) -> list[Simple]:
    """
    Split a command line.

    Raises:
        Unreadable: with the reason, in words for a person.

    """
    if len(text) > LONGEST:
        message = f"the command is longer than {LONGEST // 1024} KB"
        raise Unreadable(message)
    return Reader(text, home).commands()


class Reader:
    """One pass over the text, from left to right, never back."""

    def __init__(self, text: str, home: str) -> None:
        self.text = text
        self.home = home
        self.at = 0

    def commands(self) -> list[Simple]:
        """Read all simple commands."""
        done: list[Simple] = []
        current, start = Simple(), 0
        while True:
            self.blanks()
            operator = OPERATOR.match(self.text, self.at)
            at_end = self.at >= len(self.text)
            if operator and self.text.startswith("&>", self.at):
                operator = None
            if not (at_end or operator):
                self.item(current)
                continue
            if len(done) >= MOST_COMMANDS:
                raise Unreadable(TOO_MANY)
            current.text = self.text[start : self.at].strip()
            current.after = operator[0] if operator else ""
            self.close(current, done)
            if at_end:
                return done
            assert operator is not None  # noqa: S101 - for the type checker: not at the end
            self.at = start = operator.end()
            before = operator[0]
            if current.empty and before == "\n":
                before = current.before  # an empty line joins nothing
            current = Simple(before=before)

    def close(self, current: Simple, done: list[Simple]) -> None:
        """Take a finished command in, or refuse an operator with nothing beside it."""
        if not current.empty:
            if current.words and all(word.value in ("time", "-p") for word in current.words):
                raise Unreadable("`time` has no command behind it")
            done.append(current)
            return
        lonely = current.before in ("&&", "||", "|", "|&") and current.after != "\n"
        if lonely or current.after not in ("", "\n"):
            raise Unreadable("an operator has no command beside it")

    def blanks(self) -> None:
        """Step over blanks, continued lines and comments."""
        text = self.text
        while self.at < len(text):
            if text[self.at] in " \t":
                self.at += 1
            elif text.startswith("\\\n", self.at):
                self.at += 2
            elif text[self.at] == "#":
                end = text.find("\n", self.at)
                self.at = len(text) if end < 0 else end
            else:
                return

    def item(self, current: Simple) -> None:
        """Read one redirection, assignment or word."""
        redirection = REDIRECTION.match(self.text, self.at)
        if redirection:
            self.redirection(current, redirection)
            return
        word = self.word()
        if word.assigns and not current.words:
            current.assignments.append(word)
            return
        timed = all(other.value in ("time", "-p") for other in current.words)
        if timed and not word.quoted and word.value in KEYWORDS:
            raise Unreadable(f"`{word.value}` begins a construct that is not read yet")
        current.words.append(word)

    def redirection(self, current: Simple, match: re.Match[str]) -> None:
        """Read a redirection with its target."""
        operator = match[2]
        if operator.startswith("<<") and operator != "<<<":
            raise Unreadable("here-documents are not read yet")
        self.at = match.end()
        self.blanks()
        if self.at >= len(self.text) or OPERATOR.match(self.text, self.at):
            raise Unreadable("a redirection has no target")
        if self.text[self.at] in "<>":
            raise Unreadable("process substitutions are not read yet")
        target = self.word()
        if target.raw == "!":
            raise Unreadable("`>!` is a redirection of its own in zsh")
        if len(current.redirections) >= MOST_COMMANDS:
            raise Unreadable(TOO_MANY)
        if target.raw.isdigit() and self.text[self.at : self.at + 1] in ("<", ">"):
            raise Unreadable("a redirection has no target")  # `2>2>f`: the second 2 is not a file
        current.redirections.append(Redirection(match[1], operator, target))

    def word(self) -> Word:
        """Read one word up to a blank or an operator."""
        word, start = Word(), self.at
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in " \t\n;|&<>":
                break
            if char in "()":
                raise Unreadable("parentheses are not read yet")
            self.piece(word, char, start)
        word.raw = self.text[start : self.at]
        if not word.raw:
            raise Unreadable("an operator stands where a word belongs")
        brace = BRACES.search(word.raw) if not word.quoted else None
        if brace or (word.quoted and "{" in word.raw and BRACES.search(unquoted(word.raw))):
            word.unknown = word.unknown or "braces are expanded by the shell"
        return word

    def piece(self, word: Word, char: str, start: int) -> None:
        """Read one piece of a word: plain text, a quote, an escape, an expansion."""
        text = self.text
        if char == "'":
            self.single_quoted(word)
        elif char == '"':
            self.double_quoted(word)
        elif char == "\\":
            self.escape(word)
        elif char == "`":
            raise Unreadable("command substitutions are not read yet")
        elif char == "$":
            self.dollar(word)
        elif char in "*?[":
            word.value += char
            word.unknown = word.unknown or "a glob stands for files that only the shell knows"
            self.at += 1
        elif char == "~" and self.at == start:
            self.tilde(word)
        elif char == "=" and not word.quoted and not word.assigns and not word.unknown:
            match = ASSIGNMENT.fullmatch(text, start, self.at + 1)
            word.assigns = match.end() - start if match else 0
            word.value += char
            self.at += 1
            if word.assigns and text.startswith("~", self.at):
                self.tilde(word)
        else:
            match = PLAIN.match(text, self.at)
            end = match.end() if match else self.at + 1
            word.value += text[self.at : end]
            self.at = end

    def single_quoted(self, word: Word) -> None:
        """Read '…': nothing in it is special."""
        end = self.text.find("'", self.at + 1)
        if end < 0:
            raise Unreadable("a quote is not closed")
        word.value += self.text[self.at + 1 : end]
        word.quoted = True
        self.at = end + 1

    def double_quoted(self, word: Word) -> None:
        """Read "…": only `$`, backticks and a few escapes are special."""
        text = self.text
        word.quoted = True
        self.at += 1
        while self.at < len(text):
            char = text[self.at]
            if char == '"':
                self.at += 1
                return
            if char == "$":
                self.dollar(word, quoted=True)
            elif char == "`":
                raise Unreadable("command substitutions are not read yet")
            elif char == "\\":
                following = text[self.at + 1 : self.at + 2]
                if following == "\n":
                    word.value += ""
                else:
                    word.value += following if following in '$`"\\' else char + following
                self.at += 2
            else:
                match = IN_DOUBLE.match(text, self.at)
                end = match.end() if match else self.at + 1
                word.value += text[self.at : end]
                self.at = end
        raise Unreadable("a quote is not closed")

    def escape(self, word: Word) -> None:
        """Read a backslash: the next character is literal, a newline is nothing."""
        following = self.text[self.at + 1 : self.at + 2]
        if not following:
            raise Unreadable("the command ends in a backslash")
        if following == "\n":
            if self.text[self.at + 2 : self.at + 3] not in ("", " ", "\t", "\n"):
                raise Unreadable("a word goes on in the next line")
        else:
            word.value += following
            word.quoted = True
        self.at += 2

    def dollar(self, word: Word, *, quoted: bool = False) -> None:
        """Read `$`: a variable makes the word unknown, more than that the line."""
        match = VARIABLE.match(self.text, self.at)
        if match:
            word.value += match[0]
            word.unknown = word.unknown or f"the value of `{match[0]}` is not known"
            self.at = match.end()
            return
        following = self.text[self.at + 1 : self.at + 2]
        if self.text.startswith("\\\n", self.at + 1):
            raise Unreadable("an expansion goes on in the next line")
        if following in ("(", "{", "[") or (following in ("'", '"') and not quoted):
            raise Unreadable(f"`${following}` begins an expansion that is not read yet")
        word.value += "$"
        self.at += 1

    def tilde(self, word: Word) -> None:
        """Read `~`: our own home is known, nobody else's."""
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 1
        if following in ("", "/", " ", "\t", "\n", ";", "|", "&", "<", ">"):
            word.value += self.home
        else:
            word.value += "~"
            word.unknown = word.unknown or "the home folder of another user is not known"


# The look-ahead finds the end first, so that a row of commas is not tried one by one.
BRACES = re.compile(r"\{(?=[^{}\s]*\})[^{}\s]*?(,|\.\.)|\{[^\s]*\{|\}[^\s]*\}")


def unquoted(raw: str) -> str:
    """Blank out the quoted stretches of a word's source."""
    return re.sub(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.", "_", raw, flags=re.DOTALL)
