"""Read a program of `sed`: most only change what is shown, some write files or run commands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry, write_in_place
from proctor.normalise.shell.programs.wild_program import doubt_wild_program
from proctor.terms.lazy_pattern import lazy

LINE = lazy(r"\d+(?:~\d+)?|\$")
LATER = lazy(r"[+~]?\d+|\$")
BETWEEN = lazy(r"[\s;]*")
NOT = lazy(r"[ \t!]*")
PATTERN_FLAGS = lazy(r"[IM]*")
BLANK = lazy(r"[ \t]*")
# Commands without arguments, and those with a number or a label.
PLAIN = frozenset("dDgGhHnNpPxz=F")
NUMBERED = frozenset("lLqQ")
LABELLED = frozenset(":btT")
NUMBER = lazy(r"[ \t]*\d*")
LABEL = lazy(r"[ \t]*[\w.-]*")
VERSION = lazy(r"[ \t]*[\d.]*")
END = lazy(r"[ \t]*(?:[;\n]|(?=[}#])|$)")
FLAG = lazy(r"[gpiImM\d]*")
# Text for `a`, `i`, `c` goes on behind a line break that a backslash hides.
TEXT = lazy(r"(?:[^\\\n]|\\[\s\S])*")
TWO_BACKSLASHES = lazy(r"\\\\\n")
# A slash inside brackets does not end a pattern.
BRACKETS = lazy(r"\[\^?\]?(?:\[[:.=][^\]\n]{1,20}?[:.=]\]|[^\]\n])*\]")
SIMPLE_BRACKETS = lazy(r"\[\^?(?:[^\[\]\\]|\\[^\]\n\\]|\[:[a-z]+:\])+\]")
SHOWN = frozenset({"/dev/stdout", "/dev/stderr", "/dev/null"})


class Unreadable(Exception):
    """The program is not understood."""


def read_program(text: str, reading: Reading) -> None:
    """Say what a program of sed does besides changing what it shows."""
    try:
        Program(text, reading).read()
    except Unreadable as error:
        reading.doubt(str(error))


class Program:
    """A program while it is read."""

    def __init__(self, text: str, reading: Reading) -> None:
        self.text = text
        self.reading = reading
        self.at = 0

    def read(self) -> None:
        """Read command after command."""
        while True:
            self.skip(BETWEEN)
            if self.at >= len(self.text):
                return
            if self.peek() == "#":
                self.line()
                continue
            if self.address():
                self.skip(BLANK)
                if self.peek() == ",":
                    self.at += 1
                    self.skip(BLANK)
                    if not self.skip(LATER) and not self.pattern_address():
                        raise Unreadable("an address of the sed program is not understood")
            self.skip(NOT)
            self.command(self.take())

    def peek(self) -> str:
        """Return the next character; nothing at the end."""
        return self.text[self.at : self.at + 1]

    def take(self) -> str:
        """Take the next character."""
        self.at += 1
        return self.text[self.at - 1 : self.at]

    def skip(self, what: re.Pattern[str]) -> str:
        """Step over what a pattern matches here."""
        match = what.match(self.text, self.at)
        if match is None:
            return ""
        self.at = match.end()
        return match[0]

    def line(self) -> str:
        """Take the rest of the line."""
        end = self.text.find("\n", self.at)
        begin, self.at = self.at, len(self.text) if end < 0 else end
        return self.text[begin : self.at]

    def address(self) -> bool:
        """Step over an address; say whether there was one."""
        return bool(self.skip(LINE)) or self.pattern_address()

    def pattern_address(self) -> bool:
        """Step over a pattern that is an address; say whether there was one."""
        if self.peek() == "\\":
            self.at += 1
        elif self.peek() != "/":
            return False
        self.delimited(self.delimiter(), brackets=True)
        self.skip(PATTERN_FLAGS)
        return True

    def delimiter(self) -> str:
        """Take the character that begins and ends a pattern."""
        mark = self.take()
        if not mark.isascii() or mark in "\n\\":
            raise Unreadable("a pattern of the sed program has no end")
        return mark

    def delimited(self, mark: str, *, brackets: bool) -> None:
        """Step over what goes up to a mark that no backslash hides."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == mark:
                self.at += 1
                return
            if char == "\n":
                break
            if char == "[" and brackets:
                self.brackets(mark)
            else:
                self.at += 2 if char == "\\" else 1
        raise Unreadable("a pattern of the sed program has no end")

    def brackets(self, mark: str) -> None:
        """Step over a set of characters, in which the mark is nothing special."""
        found = BRACKETS.match(self.text, self.at)
        if found is None or (mark in found[0] and SIMPLE_BRACKETS.fullmatch(found[0]) is None):
            raise Unreadable("where a pattern of the sed program ends is not certain")
        self.at = found.end()

    def command(self, name: str) -> None:
        """Read one command behind its addresses."""
        if name in ("{", "}"):
            return
        if name and name in PLAIN:
            pass
        elif name and name in NUMBERED:
            self.skip(NUMBER)
        elif name and name in LABELLED:
            self.label()
        elif name == "v":
            self.skip(VERSION)
        elif name in ("s", "y"):
            self.substitute(name)
        elif name and name in "aic":
            self.insert()
            return
        elif name and name in "wWrRe":
            self.file_or_command(name)
            return
        else:
            raise Unreadable(f"the sed program has the command `{name}`, which is not known")
        if END.match(self.text, self.at) is None:
            raise Unreadable("a command of the sed program has an end that is not understood")
        self.skip(END)

    def label(self) -> None:
        """Read a label, which some take up to the end of the line."""
        self.skip(LABEL)
        end = self.text.find("\n", self.at)
        if end > self.at and self.text[end - 1] == "\\":
            raise Unreadable("where a label of the sed program ends is not certain")

    def substitute(self, name: str) -> None:
        """Read `s/…/…/flags` and `y/…/…/`."""
        mark = self.delimiter()
        self.delimited(mark, brackets=name == "s")
        self.delimited(mark, brackets=False)
        while name == "s":
            self.skip(FLAG)
            if self.peek() == "e":
                self.at += 1
                why = "the sed program runs what it makes as a command"
                self.reading.add(("code", "hides"), why)
            elif self.peek() == "w":
                self.at += 1
                self.file_or_command("w")
                return
            else:
                return

    def insert(self) -> None:
        """Read the text of `a`, `i` and `c`."""
        text = self.skip(TEXT)
        if self.at < len(self.text) and self.peek() == "\\":
            self.at += 1
        if TWO_BACKSLASHES.search(text):
            raise Unreadable("where a text of the sed program ends is not certain")

    def file_or_command(self, name: str) -> None:
        """Read a command whose argument is the rest of the line: a file, or a command."""
        rest = self.line().strip(" \t")
        if name == "e":
            self.reading.add(("code",), "the sed program runs a command")
            if rest:
                self.reading.inners.append(Inner(text=rest))
        elif not rest:
            raise Unreadable("a file of the sed program has no name")
        elif name in "wW":
            if rest not in SHOWN:
                self.reading.uses.append(Use(Argument(rest), "w"))
                self.reading.add(("write",), f"the sed program writes `{rest}`")
        elif rest != "/dev/stdin":
            self.reading.uses.append(Use(Argument(rest), "r"))


class Sed(Work):
    """The words of sed; its files are written where an option says so."""

    def conclude(self) -> None:
        """Take the files as written if they are changed in place."""
        doubt_wild_program(self)
        if any(name in ("-i", "-I") or name.startswith("--i") for name in self.given):
            write_in_place(self)
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of sed by its own entry."""
    follow_entry(Sed, words, reading)
