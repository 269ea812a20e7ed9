"""Read a program of awk: most only compute, some write files or run commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.awk_tokens import Token, Unreadable, text_of, tokens
from proctor.normalise.shell.programs.own_entry import follow_entry, write_in_place
from proctor.normalise.shell.programs.wild_program import doubt_wild_program
from proctor.terms.lazy_pattern import lazy

BUILT_IN = frozenset(
    "atan2 cos exp int log rand sin sqrt srand gsub index length match split sprintf sub substr "
    "tolower toupper close fflush system gensub strtonum asort asorti patsplit mktime strftime "
    "systime and compl lshift or rshift xor isarray typeof mkbool dcgettext dcngettext "
    "bindtextdomain if while for switch return print printf in getline delete exit case "
    "func function BEGIN END else do".split()
)
# What names other files to read, or reaches variables and functions by their names.
TAMPERS = frozenset({"ARGV", "ARGC", "SYMTAB", "FUNCTAB"})
SHOWN = frozenset({"/dev/stdout", "/dev/stderr", "/dev/null"})
SECRET_NAME = lazy(r"KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|DSN|URL|URI", re.IGNORECASE)
NETWORK = lazy(r"/inet[46]?/")
STATEMENT_ENDS = frozenset({";", "}"})
AFTER_STRING = STATEMENT_ENDS | frozenset({")", ">", "<", ">=", "<=", "==", "!=", "&&", "||", ","})
LONGEST_PLACE = 40
VALUE_KINDS = frozenset({"name", "string", "number", "regex"})


def read_program(text: str, reading: Reading) -> None:
    """Say what a program of awk does besides computing."""
    try:
        Program(list(tokens(text)), reading).read()
    except Unreadable as error:
        reading.doubt(str(error))


class Program:
    """The tokens of a program while they are read."""

    def __init__(self, found: list[Token], reading: Reading) -> None:
        self.tokens = found
        self.reading = reading
        self.own = {
            after.text
            for token, after in pairwise(found)
            if token.text in ("function", "func") and token.kind == "name"
        }
        self.printing = -1  # how many parentheses were open where a `print` began; -1: none
        self.depth = 0

    def at(self, index: int) -> Token:
        """Return a token; the end of the program is like the end of a line."""
        return self.tokens[index] if 0 <= index < len(self.tokens) else Token("newline", "\n")

    def read(self) -> None:
        """Look at each token that may do something."""
        for index, token in enumerate(self.tokens):
            if token.kind == "mark":
                self.mark(index, token.text)
            elif token.kind == "name":
                self.name(index, token.text)
            elif token.kind == "newline" and self.ends_line(index):
                self.printing = -1

    def ends_line(self, index: int) -> bool:
        """Say whether a line break ends a statement: not behind something unfinished."""
        before = self.at(index - 1)
        finished = before.kind in VALUE_KINDS or before.text in (")", "]", "++", "--", "\n")
        return finished and self.depth <= max(self.printing, 0)

    def mark(self, index: int, text: str) -> None:
        """Look at an operator or a parenthesis."""
        if text in ("(", "["):
            self.depth += 1
        elif text in (")", "]"):
            self.depth -= 1
        elif text in STATEMENT_ENDS or text == "{":
            self.printing = -1
        elif text == ">>" or (text == ">" and self.printing == self.depth):
            self.written(index)
        elif text in ("|", "|&"):
            self.piped(index)
        elif text == "@" and self.at(index + 1).kind != "regex":
            self.special(index)

    def name(self, index: int, text: str) -> None:
        """Look at a name: a statement, a function, a variable."""
        if text in ("print", "printf"):
            self.printing = self.depth
        elif text == "system":
            self.reading.add(("code",), "the awk program runs commands")
            parts = [self.at(index + step) for step in (1, 2, 3)]
            self.run(parts[1] if [parts[0].text, parts[2].text] == ["(", ")"] else parts[0])
        elif text == "getline":
            self.get_line(index)
        elif text in TAMPERS or "::" in text:
            self.reading.doubt(f"the awk program may change what it reads by `{text}`")
        elif text == "ENVIRON":
            self.environment(index)
        elif self.at(index + 1).text == "(" and text not in BUILT_IN | self.own:
            # A name and a value in parentheses, side by side, are one text: only a
            # blank could tell them from a call.
            self.reading.doubt(f"the awk program calls `{text}`, which is not known")

    def run(self, token: Token) -> None:
        """Take a command that the program runs."""
        text = text_of(token) if token.kind == "string" else None
        if text is None:
            why = "the awk program makes the command that it runs"
            self.reading.add(("unknown", "hides"), why)
        else:
            self.reading.inners.append(Inner(text=text))

    def written(self, index: int) -> None:
        """Take a file that `print` writes."""
        target, after = self.at(index + 1), self.at(index + 2)
        ends = after.kind == "newline" or after.text in STATEMENT_ENDS
        text = text_of(target) if target.kind == "string" and ends else None
        if text in SHOWN:
            return
        self.reading.add(("write",), f"the awk program writes {text or 'files'}")
        if text is None:
            self.reading.doubt("the awk program makes the name of a file that it writes")
        else:
            self.path(text, "w")

    def path(self, text: str, role: str) -> None:
        """Take a path, which may be gawk's name of a connection."""
        if NETWORK.match(text):
            self.reading.add(("network",), f"the awk program connects to `{text}`")
        self.reading.uses.append(Use(Argument(text), role))

    def piped(self, index: int) -> None:
        """Take a command that is written to or read from."""
        self.reading.add(("code",), "the awk program runs commands")
        before, after = self.at(index - 1), self.at(index + 1)
        other = self.at(index - 2)
        if after.text == "getline":
            alone = other.kind not in VALUE_KINDS and other.text not in (")", "]")
            command = before if alone else Token("mark", "")
        else:
            behind = self.at(index + 2)
            ends = behind.kind == "newline" or behind.text in STATEMENT_ENDS
            command = after if ends else Token("mark", "")
        if NETWORK.search(command.text):
            self.reading.add(("network",), f"the awk program connects to {command.text}")
        self.run(command)

    def get_line(self, index: int) -> None:
        """Take a file that `getline` reads."""
        step = index + 1
        if self.at(step).text == "$" or self.at(step + 1).text == "[":
            limit = step + LONGEST_PLACE
            while step < limit and self.at(step).text not in ("<", "\n", ";", "}"):
                step += 1
            if step == limit:
                self.reading.doubt("where the awk program puts a line is not understood")
        elif self.at(step).kind == "name":
            step += 1
        if self.at(step).text != "<":
            return
        name, after = self.at(step + 1), self.at(step + 2)
        ends = after.kind == "newline" or after.text in AFTER_STRING
        text = text_of(name) if name.kind == "string" and ends else None
        if text is None:
            self.reading.doubt("the awk program makes the name of a file that it reads")
        elif text != "-":
            self.path(text, "r")

    def environment(self, index: int) -> None:
        """Take a variable of the environment: one by its name, or all of them."""
        asked = [self.at(index + step) for step in (1, 2, 3)]
        named = asked[0].text == "[" and asked[1].kind == "string" and asked[2].text == "]"
        if not named or SECRET_NAME.search(asked[1].text):
            self.reading.add(("secret",), "the awk program shows variables of the environment")

    def special(self, index: int) -> None:
        """Take `@include`, `@load` and calls by a variable's name."""
        text = self.at(index + 1).text
        if text in ("include", "load"):
            self.reading.add(("code",), "the awk program loads code")
        self.reading.doubt("the awk program runs what it does not name")


class Awk(Work):
    """The words of awk; its files are written where an extension says so."""

    def conclude(self) -> None:
        """Take the files as written if they are changed in place."""
        doubt_wild_program(self)
        for word in self.operands:
            if NETWORK.match(word.value):
                self.reading.add(("network",), f"awk connects to `{word.value}`")
        loaded = [word.value for name, word in self.values.items() if name in ("-i", "--include")]
        if any(value.startswith("inplace") for value in loaded):
            write_in_place(self)
        super().conclude()


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of awk by its own entry."""
    follow_entry(Awk, words, reading)
