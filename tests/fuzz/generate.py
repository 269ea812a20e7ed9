"""
Make random command lines from a seed.

Three kinds: atoms thrown together, programs made along the grammar, and such
programs with something broken in them. None of them is ever run.
"""

from __future__ import annotations

import random
import re

ATOMS = (
    "a", "b", " ", "  ", "'", '"', "\\", "\n", ";", "&&", "||", "|", "&", "|&", "#", "=", "A=",
    "x=1 ", "2>", "1", ">f", "<f", "{", "}", ",", "{}", "{a,b}", "~", "! ", "-", "@", "]", "[",
    "/", "$", "$x", "${x}", "${x:-", "$(", "$((", "))", "(", ")", "`", "'q'", '"d d"', "\\ ",
    "\t", "\\\n", "then ", "if ", "in ", "time ", "{ ", "fi", "do ", "done", "for i in a b; ",
    "while ", "case x in ", "esac", "a) ", ";;", "[[ ", " ]]", "((", "<<E\n", "\nE\n", "<<'E'\n",
    "f() ", "function f ", "else ", "elif ", "<(", ">(", "$'", "a=(", "x[0]=", "*", "?", "=~ ",
    "select ", "until ", "&>", ">&", "<&", "<<<", "<<-E\n\tE\n", "{v}>", "3>&1-", "+=", "x[", ":",
    "$@", "$1", "${#x}", "${x[", "%", "\\'", '\\"', "\\$", "\\`", "$[", "-f ", "== ", "\r", "é",
    "for ((", ";;&", ";&", "declare ", "$\\\n", "coproc ", "-p ", "--", "'$(a)'", "!", "&\\\n",
)  # fmt: skip
PIECES = re.compile(r"[A-Za-z0-9_]+|[ \t]+|\\.|.", re.DOTALL)


class Programs:
    """Programs along the grammar; most are valid."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.documents: list[str] = []

    def choose(self, *options: str) -> str:
        """Return one of the options."""
        return self.rng.choice(options)

    def program(self, depth: int = 3) -> str:
        """Return a list of commands that ends where a line does."""
        lines = [self.line(depth) for _ in range(self.rng.randint(1, 2))]
        return "".join(lines)

    def line(self, depth: int) -> str:
        """Return commands in one line, and the here-documents behind it."""
        outer, self.documents = self.documents, []
        text = self.pipeline(depth)
        while self.rng.random() < 0.35:
            text += self.choose(" && ", " || ", "; ", " & ", ";", "&&") + self.pipeline(depth)
        text += self.choose("", "", ";", " &", " # note") + "\n" + "".join(self.documents)
        self.documents = outer
        return text

    def script(self, depth: int) -> str:
        """Return commands inside something else, without the newline at their end."""
        if self.rng.random() < 0.3:
            return "\n" + self.line(depth)
        return f" {self.pipeline(depth)};" + self.choose(" ", "\n")

    def pipeline(self, depth: int) -> str:
        """Return commands joined by bars."""
        text = self.choose(*[""] * 12, "! ", "time ", "time -p ") + self.command(depth)
        while self.rng.random() < 0.2:
            text += self.choose(" | ", "|", " |& ", " |\n") + self.command(depth)
            if text.count("\n") and self.documents:
                break
        return text

    def command(self, depth: int) -> str:
        """Return one command."""
        if depth <= 0 or self.rng.random() < 0.65:
            return self.simple(depth)
        if self.documents:  # their lines come first, and a compound command has newlines
            return self.simple(depth)
        return self.compound(depth - 1) + self.choose("", "", "", " >f", " 2>&1", " <f")

    def simple(self, depth: int) -> str:
        """Return a simple command."""
        parts = []
        if self.rng.random() < 0.2:
            parts.append(self.assignment(depth))
        parts.append(self.choose("ls", "git", "echo", "cat", "./run", "declare", "export", "a-b"))
        parts += [self.word(depth) for _ in range(self.rng.randint(0, 3))]
        if self.rng.random() < 0.25:
            parts.insert(self.rng.randint(0, len(parts)), self.redirection(depth))
        return self.choose(" ", " ", " ", "  ", "\t", " \\\n ").join(parts)

    def assignment(self, depth: int) -> str:
        """Return an assignment."""
        name = self.choose("A", "x", "PATH")
        form = self.rng.random()
        if form < 0.15:
            words = " ".join(self.word(depth) for _ in range(self.rng.randint(0, 2)))
            return f"{name}=({words})"
        if form < 0.3:
            return f"{name}[{self.choose('0', '$i', 'k', '$(a)')}]={self.word(depth)}"
        return name + self.choose("=", "=", "+=") + self.choose("", self.word(depth))

    def redirection(self, depth: int) -> str:
        """Return a redirection; a here-document's lines wait for the end of the line."""
        form = self.rng.random()
        if form < 0.2:
            end = self.choose("E", "EOF")
            self.documents.append(f"{self.document(depth)}{end}\n")
            return f"<<{self.choose('', ' ')}" + self.choose(
                end, f"'{end}'", f'"{end}"', f"\\{end}"
            )
        if form < 0.4:
            return self.choose("2>&1", ">&2", "3>&1-", "<&3", "2>&-", "<&-", "{v}>f", "{v}>&-")
        operator = self.choose(">", ">>", ">|", "<", "<>", "&>", "&>>", "2>", "2>>", "<<<", ">&")
        return operator + self.choose("", " ") + self.word(depth)

    def document(self, depth: int) -> str:
        """Return the body of a here-document."""
        lines = self.rng.choices(
            ("a b", "$x", "it's", "${x:-y}", "\\$x", "# no", '"', "\ttab"), k=2
        )
        if depth > 0 and self.rng.random() < 0.3:
            lines.append(f"$({self.simple(0)})" if not self.documents else "`a`")
        return "".join(f"{line}\n" for line in lines if "\\\n" not in line and "<<" not in line)

    def word(self, depth: int) -> str:
        """Return a word of one to three pieces."""
        return "".join(self.piece(depth) for _ in range(self.rng.choice((1, 1, 1, 2, 3))))

    def piece(self, depth: int) -> str:
        """Return a piece of a word."""
        if depth > 0 and not self.documents and self.rng.random() < 0.15:
            return self.substitution(depth - 1)
        return self.choose(
            "a", "b.txt", "-n", "--all", "/srv/app", "x=1", "'q r'", '"d d"', '"$x"', "$x", "$1",
            "${x}", "${x:-a b}", "${#x}", "${x%.*}", "${x//a/b}", "${x[0]}", "${x[@]}", "${!x}",
            "*", "?", "[a-z]", "{a,b}", "{1..3}", "~", "~/b", "\\ ", "\\$", "$'a\\n'", '$"t"',
            "$((1+2))", "$((x*(y+1)))", "`a`", '"`a b`"', '"${x:-$y}"', '"a\\"b"', "$@", '"$@"',
            "#", "a#b", "%", "^", "@", "+", ",", ":", "]", "}", "!", "=", "é", "then", "in",
        )  # fmt: skip

    def substitution(self, depth: int) -> str:
        """Return an expansion with commands in it."""
        inner = self.pipeline(depth) if self.rng.random() < 0.7 else self.script(depth)
        if self.documents:
            return "b"
        form = self.choose("$(%)", '"$(%)"', "<(%)", ">(%)", "${x:-$(%)}", '"${x:-$(%)}"', "`%`")
        if form == "`%`" and set(inner) & set("`\\"):
            form = "$(%)"
        if inner.startswith("("):
            inner = f" {inner}"
        return form.replace("%", inner)

    def compound(self, depth: int) -> str:
        """Return a compound command."""
        return self.rng.choice(
            (self.group, self.group, self.branch, self.loop, self.loop, self.case, self.function,
             self.test, self.arithmetic)
        )(depth)  # fmt: skip

    def group(self, depth: int) -> str:
        """Return a group or a subshell."""
        return self.choose("{%}", "(%)").replace("%", self.script(depth))

    def branch(self, depth: int) -> str:
        """Return an `if`."""
        run = self.script
        more = self.choose("", f"elif{run(depth)}then{run(depth)}")
        return f"if{run(depth)}then{run(depth)}{more}{self.choose('', f'else{run(depth)}')}fi"

    def loop(self, depth: int) -> str:
        """Return a loop."""
        words = " ".join(self.word(depth) for _ in range(self.rng.randint(0, 3)))
        head = self.choose(
            f"for i in {words};", "for i;", "for i", "for ((i=0; i<$x; i++))", "for ((;;));",
            f"select i in {words};", f"while{self.script(depth)}", f"until{self.script(depth)}",
        )  # fmt: skip
        return f"{head} do{self.script(depth)}done"

    def function(self, depth: int) -> str:
        """Return a function."""
        head = self.choose("f()", "f ()", "function f", "function f()", "a-b()")
        return f"{head} {self.group(depth)}"

    def test(self, depth: int) -> str:
        """Return `[[ ]]`."""
        return f"[[ {self.condition(depth)} ]]"

    def arithmetic(self, _depth: int) -> str:
        """Return `(( ))`."""
        return f"(({self.choose('x', 'x+1', 'x<(y)', '$x', 'x[1]=2', 'a?b:c', '$(a)')}))"

    def case(self, depth: int) -> str:
        """Return a `case`."""
        arms = ""
        for _ in range(self.rng.randint(0, 2)):
            pattern = self.choose("a", "*", "a|b", "'x y' | z", "[a-c]*", '"$x"')
            body = self.choose("", self.script(depth))
            arms += f"{self.choose('', '(')}{pattern}){body}{self.choose(';;', ';&', ';;&')}\n"
        return f"case {self.word(depth)} in{self.choose(' ', chr(10))}{arms}esac"

    def condition(self, depth: int) -> str:
        """Return what stands in `[[ ]]`."""
        one = self.choose(
            f"-f {self.word(0)}", f"{self.word(0)} == a*", "$x =~ ^(a|b c)+$", "a < b", "$x",
            "1 -eq $y", '-n "$x"', "! -d x", "$x =~ [0-9]",
        )  # fmt: skip
        if depth > 0 and self.rng.random() < 0.3:
            other = self.condition(depth - 1)
            return self.choose(f"{one} && {other}", f"{one} || {other}", f"( {other} )")
        return one


def broken(rng: random.Random, text: str) -> str:
    """Return a text with one to three things deleted, added, doubled or moved."""
    pieces = PIECES.findall(text)
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(pieces) + 1)
        kind = rng.random()
        if kind < 0.4 or not pieces:
            pieces.insert(place, rng.choice(ATOMS))
        elif kind < 0.8:
            del pieces[min(place, len(pieces) - 1)]
        else:
            pieces.insert(place, rng.choice(pieces))
    return "".join(pieces)


def command_line(rng: random.Random) -> str:
    """Return one random command line."""
    kind = rng.random()
    if kind < 0.3:
        return "".join(rng.choice(ATOMS) for _ in range(rng.randint(1, 9)))
    text = Programs(rng).program(rng.randint(0, 3))
    return text if kind < 0.55 else broken(rng, text)
