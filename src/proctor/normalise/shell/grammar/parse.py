"""
Parse a command line into its tree, the way bash does, in one pass.

What is not known for certain is refused with `Unreadable`: a construct outside
the grammar, a quote that is not closed, a line that bash would not take. Each
file adds a layer: `scan` reads words, `parameters` what is in `${…}` and
`$((…))`, `documents` what stands between words and behind lines, `simple`
commands, `conditions` `[[ … ]]`, `compound` whatever a keyword begins, and this
file the lists that hold them all.
"""

from __future__ import annotations

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.grammar.compound import Compounds
from proctor.normalise.shell.grammar.tree import Compound, Item, Pipeline, Script, Simple
from proctor.normalise.shell.unreadable import LONGEST, Unreadable
from proctor.terms.lazy_pattern import lazy

MOST_COMMANDS = 1000
# What reading a command costs, in steps, apart from its words.
COMMAND = 12
# bash drops the first, uses the next two as marks of its own; the last are no text.
ODD = lazy("[\x00\x01\x7f\ud800-\udfff]")
CLOSERS = frozenset(("then", "elif", "else", "fi", "do", "done", "esac", "}", "in", "]]"))
OPTION = lazy(r"-p(?=[ \t\n;&|()]|[<>](?!\()|\\\n|\Z)")
DASHES = lazy(r"--(?=[ \t\n;&|()]|[<>](?!\()|\\\n|\Z)")
NO_COMMAND = frozenset(("", "\n", ";", "&", "|", ")"))


def parse(text: str, budget: Budget | None = None) -> Script:
    """
    Parse a command line.

    Raises:
        Unreadable: with the reason, in words for a person.

    """
    if len(text) > LONGEST:
        raise Unreadable("it is too long to read")
    if ODD.search(text):
        raise Unreadable("it has a character that is no text")
    try:
        return Parser(text, budget or Budget()).script_until("")
    except RecursionError:
        raise Unreadable("it is nested too deeply") from None


class Parser(Compounds):
    """Lists and pipelines, and with them the whole grammar."""

    def __init__(self, text: str, budget: Budget, depth: int = 0) -> None:
        super().__init__(text, budget, depth)
        # Whether the last command ended where bash still knows a keyword behind it.
        self.keyword_may_follow = False
        self.commands = 0

    def script_until(self, closer: str) -> Script:
        """Read a script up to `)`, or to the end of the text."""
        outer = self.pending, self.waiting, self.document, self.documents_read
        self.pending, self.document, self.documents_read = [], False, 0
        self.deeper()
        script = self.script(frozenset())
        if self.peek() != closer:
            raise Unreadable(
                "something is closed that was not opened"
                if self.peek()
                else "something is opened and not closed"
            )
        if self.pending:
            raise Unreadable("a here-document has no end")
        if closer and self.documents_read and not survives(script, self.documents_read):
            raise Unreadable("commands stand behind a here-document in a substitution")
        self.at += len(closer)
        self.depth -= 1
        self.pending, self.waiting, self.document, self.documents_read = outer
        return script

    def script(self, stops: frozenset[str]) -> Script:
        """Read a list of pipelines up to one of the stop words, `)`, `;;` or the end."""
        items: list[Item] = []
        joined = ";"
        while True:
            self.newlines()
            if self.finished(stops):
                if joined != ";":
                    raise Unreadable("an operator has no command beside it")
                return Script(items)
            item = Item(joined, self.pipeline())
            items.append(item)
            joined = self.separator(item)
            if joined == "":
                if not self.finished(stops):
                    raise Unreadable("two commands have no operator between them")
                if self.keyword() and not self.keyword_may_follow:
                    raise Unreadable("a keyword has no operator before it")
                return Script(items)

    def finished(self, stops: frozenset[str]) -> bool:
        """Say whether a list ends here."""
        char = self.text[self.at : self.at + 1]
        if char in ("", ")") or (char == ";" and self.peek(2) in (";;", ";&")):
            return True
        keyword = self.keyword()
        if keyword in CLOSERS and keyword not in stops:
            raise Unreadable(f"`{keyword}` closes what was not opened")
        return keyword in stops

    def separator(self, item: Item) -> str:
        """Read what joins a pipeline to the next; empty if nothing does."""
        char = self.text[self.at : self.at + 1]
        if char == "":
            return ""
        two = self.peek(2)
        if two in ("&&", "||"):
            self.at += 2
            return two
        if two in (";;", ";&"):
            return ""
        if char in (";", "&"):
            item.background = char == "&"
            self.at += 1
            return ";"
        return ";" if char == "\n" else ""

    def pipeline(self) -> Pipeline:
        """Read commands joined by `|`."""
        first = self.prefixed() if self.text[self.at] in "t!" else self.command()
        commands = [first]
        while True:
            self.blanks()
            if self.text[self.at : self.at + 1] != "|" or self.peek(2) == "||":
                return Pipeline(commands)
            both = self.peek(2) == "|&"
            self.at += 2 if both else 1
            place = self.at
            self.newlines()
            if self.keyword() != "time":
                commands.append(self.command())
            elif both or "\n" in self.text[place : self.at]:
                raise Unreadable("`time` may be a keyword or a program")
            else:  # directly behind a bar it is a program like any other
                commands.append(self.simple())

    def prefixed(self) -> Simple | Compound:
        """Read a command behind `time` and `!`, which change nothing of what is run."""
        keyword = self.keyword()
        # Directly behind `$(` some versions of bash take `time` for a program.
        program = keyword == "time" and self.at == self.first_inside
        while keyword in ("time", "!"):
            self.at += len(keyword)
            if keyword == "!" and self.peek() == "(":
                raise Unreadable("`!(` may begin a pattern or a command")
            self.blanks()
            if keyword == "time":
                for option in (OPTION, DASHES):
                    if option.match(self.text, self.at):
                        self.at += 2
                        self.blanks()
            if self.peek() in NO_COMMAND and self.peek(2) != "&>":
                raise Unreadable("`time` or `!` has no command behind it")
            keyword = self.keyword()
        begins = self.text[self.at : self.at + 1]
        command = self.command()
        if isinstance(command, Simple) and command.words:
            # bash prints what is in `$( )` anew, and then these stand right behind `time`.
            moved = command.redirections and (begins in "<>&" or begins.isdigit())
            if moved and command.words[0].raw.startswith("-"):
                raise Unreadable("a redirection stands between `time` or `!` and its command")
        if program and not (isinstance(command, Simple) and not command.assignments):
            raise Unreadable("`time` may be a keyword or a program")
        return command

    def command(self) -> Simple | Compound:
        """Read one command, simple or compound."""
        self.commands += 1
        self.budget.spend(COMMAND)
        if self.commands > MOST_COMMANDS:
            raise Unreadable("it has too many commands")
        start = self.at
        found: Simple | Compound
        if self.text[start : start + 1] == "(":
            found = self.parenthesis()
        else:
            keyword = self.keyword()
            found = self.compound(keyword) if keyword else self.simple()
        if isinstance(found, Simple):
            self.keyword_may_follow = False
            return found
        end = self.redirections(found.redirections)
        if found.kind != "function":  # its body has had the redirections
            self.keyword_may_follow = not found.redirections
        found.raw = self.text[start:end]
        return found

    def parenthesis(self) -> Compound:
        """Read `((…))` or a subshell."""
        if self.peek(2) == "((":
            self.at += 2
            return Compound("((", [], [self.expression()])
        self.at += 1
        self.deeper()
        script = self.script(frozenset())
        if self.peek() != ")":
            raise Unreadable("something is opened and not closed")
        if not script.items:
            raise Unreadable("a construct has nothing in it")
        self.at += 1
        self.depth -= 1
        return Compound("(", [script])


def survives(script: Script, documents: int) -> bool:
    """
    Say whether bash 5.2 runs what is in a substitution as it is written.

    It writes the commands anew before it runs them, and behind a here-document
    it loses the `;` between them: `$(cat <<E … E⏎env; ls)` runs `env ls`.
    """
    behind = False
    for item in script.items:
        if behind and item.before == ";":
            return False
        redirections = [one for command in item.pipeline.commands for one in command.redirections]
        bodies = sum(one.body is not None for one in redirections)
        documents -= bodies
        behind = behind or bodies > 0
        # Lists inside a construct lose theirs too.
        nested = any(isinstance(command, Compound) for command in item.pipeline.commands)
        if behind and (item.background or nested):
            return False
    return documents == 0
