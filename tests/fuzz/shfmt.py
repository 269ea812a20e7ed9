"""The second oracle: shfmt sees the same commands, arguments and redirections."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.fuzz.generate import command_line
from tests.fuzz.ours import Fact, accepted, facts_of, plain
from tests.fuzz.shrink import shrunk

SHFMT = str(Path(sys.executable).parent / "shfmt")
BATCH = 12
# What shfmt takes and reads otherwise than bash does.
READ_OTHERWISE = re.compile(
    r"\r"  # it drops carriage returns
    r"|#.*\\\n"  # it goes on with a comment in the next line
    r"|['\"`)}]#|\$(\w+|[@*?$!#-])#"  # it begins a comment in the middle of a word
    r"|\|\s*time|time\s+(-p\s+)?--"  # bash: a program behind a bar; else with an end of options
    r"|`[^`]*\\"  # its words in backticks keep their escapes, ours are the inner text
    r"|[)}`]E(OF)?\n"  # it ends a here-document in the middle of a line
    r"|[^\x00-\x7f]\w*\+?="  # it takes letters beyond ASCII into the names of variables
    # bash: an operator ends the word, whatever brackets are open.
    r"|(declare|typeset|local|export|readonly)\b[^\n;]*\w\[[^\]\n]*[<>&|;()\s]"
)
# And the messages of what it refuses and bash takes.
REFUSED_OTHERWISE = (
    "inline variables cannot be arrays",  # bash takes `a=(1) b`
    "cannot negate a command multiple times",  # and `! ! a`
    "array element values must be words",  # and `a=(b<(c))`
    "statements must be separated by &, ; or a newline",  # and `export >f x`
    "test operator words must",  # and `[[ x ]]` in backticks
    # And `function f (a)`, with a subshell for the body; `a[b]` and `([b])`, which are words;
    # and whatever is explained below.
    "must be followed by",
    # bash looks into arithmetic only when it runs it.
    "must follow an expression",
    "must follow a name",
    "not a valid arithmetic operator",
    "ternary operator",
    "reached",
    # The same with expansions and the names of variables.
    "invalid var name",
    "expansion operator",
    "feature; tried parsing as bash",
    "cannot be followed by a word",
    # Behind a redirection, as in `>f case`, a keyword is a word.
    "can only be used",
    "cannot form a statement alone",
    "coproc clause",
    "not a valid test operator",
)


class Refused(Exception):
    """Shfmt does not take the text."""


def facts_of_shfmt(text: str) -> list[Fact]:
    """
    Return every command, assignment and redirection that shfmt sees, sorted.

    Raises:
        Refused: with what shfmt said.

    """
    source = text.encode()
    done = subprocess.run(
        [SHFMT, "-ln", "bash", "--to-json"], input=source, capture_output=True, check=False
    )
    if done.returncode != 0:
        raise Refused(done.stderr.decode())
    return sorted(Tree(source).facts(json.loads(done.stdout)))


class Tree:
    """Shfmt's tree of one source."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    def raw(self, node: dict[str, Any]) -> str:
        """Return the source of a node."""
        return plain(self.source[node["Pos"]["Offset"] : node["End"]["Offset"]].decode())

    def facts(self, node: Any) -> Iterator[Fact]:
        """Yield the facts of a node and of everything in it."""
        if isinstance(node, list):
            for one in node:
                yield from self.facts(one)
        elif isinstance(node, dict):
            yield from self.own(node)
            for key, one in node.items():
                if key not in ("Pos", "End"):
                    yield from self.facts(one)

    def own(self, node: dict[str, Any]) -> Iterator[Fact]:
        """Yield the facts of one node alone."""
        kind = node.get("Type", "")
        if kind == "CallExpr" and node.get("Args"):
            yield ("command", *(self.raw(word) for word in node["Args"]))
        elif kind == "DeclClause":
            yield from self.declaration(node)
        elif kind == "FuncDecl":
            yield ("function", node["Name"]["Value"])
        if kind == "CallExpr":
            for one in node.get("Assigns", []):
                yield from self.assignment(one)
        if "OpPos" in node and "Word" in node:
            descriptor = node["N"]["Value"] if "N" in node else ""
            yield ("redirection", descriptor, node["Op"], self.raw(node["Word"]))

    def declaration(self, node: dict[str, Any]) -> Iterator[Fact]:
        """Yield the facts of `declare` and its kin; an array among the words is its name."""
        words = node.get("Args", [])
        arrays = [word for word in words if "Array" in word]
        yield ("command", node["Variant"]["Value"], *map(self.declared, words))
        for word in arrays:
            yield from self.assignment(word)

    def declared(self, word: dict[str, Any]) -> str:
        """Return one word behind `declare`; the end of an empty value is wrong in the tree."""
        if "Array" in word:
            return str(word["Name"]["Value"])
        if word.get("Append") and "Value" not in word:
            return f"{word['Name']['Value']}+="
        return self.raw(word)

    def assignment(self, node: dict[str, Any]) -> Iterator[Fact]:
        """Yield the fact of an assignment."""
        name = node["Name"].get("Value", "")
        if not name.isidentifier():
            raise Refused("invalid var name: it takes `+=a` for an assignment")
        if "Array" in node:
            yield ("array", name, *(self.raw(one) for one in node["Array"].get("Elems", [])))
        else:
            yield ("assignment", name, self.raw(node["Value"]) if "Value" in node else "")


def difference(text: str) -> str | None:
    """Say where shfmt sees something else than we in a text that we accept."""
    if READ_OTHERWISE.search(text):
        return None
    try:
        theirs = facts_of_shfmt(text)
    except Refused as refusal:
        said = str(refusal)
        return (
            None
            if any(known in said for known in REFUSED_OTHERWISE)
            else f"shfmt refuses it: {said}"
        )
    ours = facts_of(text)
    if ours == theirs:
        return None
    only_we = [fact for fact in ours if fact not in theirs]
    only_shfmt = [fact for fact in theirs if fact not in ours]
    return f"only we: {only_we}, only shfmt: {only_shfmt}"


def is_finding(text: str) -> bool:
    """Say whether shfmt sees something else in a text that we accept."""
    return accepted(text) and difference(text) is not None


def find(rng: random.Random) -> str | None:
    """Try one batch of command lines; return the smallest that is a finding."""
    for _ in range(BATCH):
        text = command_line(rng)
        if is_finding(text):
            small = shrunk(text, is_finding)
            return f"{small!r}: {difference(small)}"
    return None
