"""Read compound commands: groups, conditions, loops, `case` and functions."""

from __future__ import annotations

from proctor.normalise.shell.grammar.conditions import Conditions
from proctor.normalise.shell.grammar.tree import (
    Compound,
    Item,
    Pipeline,
    Script,
    Simple,
    Text,
    Word,
)
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.lazy_pattern import lazy

KEYWORD = lazy(
    r"(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|function|select|time|coproc|in"
    r"|\[\[|\]\]|\{|\}|!)(?=[ \t\n;&|()]|[<>](?!\()|\\\n|\Z)"
)
KEYWORD_BEGINS = frozenset("iteftwudcs[]{}!")
LOOP_NAME = lazy(r"[A-Za-z_][A-Za-z0-9_]*+(?=[ \t\n;]|\Z)")
IN = lazy(r"in(?=[ \t\n;]|\Z)")
CASE_IN = lazy(r"in(?=[ \t\n(])")
EMPTY = lazy(r"\([ \t]*+\)")
# Behind `function name` bash takes the next word for a brace if it looks like one.
SUBSHELL = lazy(r"\([ \t\n]*+[A-Za-z./$]")
BODIES = frozenset(("{", "if", "for", "while", "until", "case", "select", "[["))
CASE_ENDS = (";;&", ";;", ";&")


class Compounds(Conditions):
    """Whatever a keyword begins."""

    def script(self, stops: frozenset[str]) -> Script:
        """Read a list up to one of the stop words; the grammar does that."""
        raise NotImplementedError

    def command(self) -> Simple | Compound:
        """Read one command; the grammar does that."""
        raise NotImplementedError

    def keyword(self) -> str:
        """Return the keyword that stands here, or nothing."""
        if self.text[self.at : self.at + 1] not in KEYWORD_BEGINS:
            return ""
        match = KEYWORD.match(self.text, self.at)
        return match[0] if match else ""

    def compound(self, keyword: str) -> Compound:
        """Read what a keyword begins."""
        self.deeper()
        self.at += len(keyword)
        if keyword == "{":
            found = Compound("{", [self.body("}")[0]])
        elif keyword == "if":
            found = self.condition()
        elif keyword in ("while", "until"):
            found = Compound(keyword, [self.body("do")[0], self.body("done")[0]])
        elif keyword in ("for", "select"):
            found = self.loop(keyword)
        elif keyword == "case":
            found = self.case()
        elif keyword == "function":
            found = self.function()
        elif keyword == "[[":
            found = self.test()
        else:
            raise Unreadable(f"`{keyword}` stands where a command belongs")
        self.depth -= 1
        return found

    def body(self, *ends: str) -> tuple[Script, str]:
        """Read a script up to one of the closing words; return both."""
        script = self.script(frozenset(ends))
        keyword = self.keyword()
        if keyword not in ends:
            raise Unreadable(f"`{ends[0]}` is missing")
        if not script.items:
            raise Unreadable("a construct has nothing in it")
        self.at += len(keyword)
        return script, keyword

    def condition(self) -> Compound:
        """Read `if … then … elif … else … fi`."""
        scripts: list[Script] = []
        keyword = "elif"
        while keyword != "fi":
            ends: tuple[str, ...] = ("fi",)
            if keyword == "elif":
                scripts.append(self.body("then")[0])
                ends = ("fi", "elif", "else")
            script, keyword = self.body(*ends)
            scripts.append(script)
        return Compound("if", scripts)

    # Loops

    def loop(self, keyword: str) -> Compound:
        """Read `for name in words; do … done`, or `for ((…))`."""
        self.blanks()
        if keyword == "for" and self.peek(2) == "((":
            return self.counting_loop()
        match = LOOP_NAME.match(self.text, self.at)
        if not match:
            raise Unreadable("a loop has no variable")
        self.at = match.end()
        self.blanks()
        if self.keyword() == "{":
            raise Unreadable("a loop has no `do`")
        words: list[Word] = []
        kind = f"{keyword}@"
        if self.peek() == ";":
            self.at += 1
            self.newlines()
        else:
            self.newlines()
            if IN.match(self.text, self.at):
                self.at += 2
                words = self.words_until_end()
                kind = keyword
        return Compound(kind, [self.loop_body()], words, match[0])

    def counting_loop(self) -> Compound:
        """Read `for ((…; …; …))` and its body."""
        self.at += 2
        expression = self.expression()
        plain = [p for p in expression.pieces if isinstance(p, Text) and not p.quoted]
        if sum(piece.value.count(";") for piece in plain) != 2:  # noqa: PLR2004 - of three parts
            raise Unreadable("a loop that counts has not three parts")
        self.blanks()
        if self.peek() == ";":
            self.at += 1
        self.newlines()
        return Compound("for((", [self.loop_body()], [expression])

    def words_until_end(self) -> list[Word]:
        """Read words up to the end of the line or a `;`, and step over that."""
        words: list[Word] = []
        while True:
            self.blanks()
            if self.peek() in ("", ";", "\n"):
                break
            words.append(self.word())
        if self.peek() == ";":
            self.at += 1
        self.newlines()
        return words

    def loop_body(self) -> Script:
        """Read `do … done` or `{ … }`."""
        keyword = self.keyword()
        if keyword not in ("do", "{"):
            raise Unreadable("a loop has no `do`")
        self.at += len(keyword)
        return self.body("done" if keyword == "do" else "}")[0]

    # Cases

    def case(self) -> Compound:
        """Read `case word in pattern) … ;; esac`."""
        self.blanks()
        words = [self.word()]
        scripts: list[Script] = []
        self.newlines()
        if not CASE_IN.match(self.text, self.at):
            raise Unreadable("`case` has no `in`")
        self.at += 2
        while True:
            self.newlines()
            if self.keyword() == "esac":
                self.at += len("esac")
                return Compound("case", scripts, words)
            if self.peek() == "(":
                self.at += 1
            words += self.case_patterns()
            scripts.append(self.script(frozenset({"esac"})))
            ended = next((m for m in CASE_ENDS if self.text.startswith(m, self.at)), "")
            self.at += len(ended)
            if not ended and self.keyword() != "esac":
                raise Unreadable("`case` is not closed")

    def case_patterns(self) -> list[Word]:
        """Read `a | b)`."""
        found: list[Word] = []
        while True:
            self.blanks()
            found.append(self.word())
            self.blanks()
            char = self.peek()
            self.at += 1
            if char == ")":
                return found
            if char != "|":
                raise Unreadable("a pattern of `case` is not closed")

    # Functions

    def function(self) -> Compound:
        """Read `function name { … }`."""
        self.blanks()
        name = self.word().plain
        if not name:
            raise Unreadable("a function has no plain name")
        self.blanks()
        if EMPTY.match(self.text, self.at):
            self.parentheses()
        self.newlines()
        if self.keyword() != "{" and not SUBSHELL.match(self.text, self.at):
            raise Unreadable("the body of a function is not a group")
        return self.function_body(name)

    def function_body(self, name: str) -> Compound:
        """Read the body of a function: a compound command."""
        self.deeper()
        self.newlines()
        if self.peek() != "(" and self.keyword() not in BODIES:
            raise Unreadable("the body of a function is not a compound command")
        body = self.command()
        self.depth -= 1
        return Compound("function", [Script([Item(";", Pipeline([body]))])], name=name)
