"""
The third oracle: bash prints a text from its own tree, and we read that the same.

`bash --pretty-print` runs nothing. bash 5.2 prints what stands in `$( )` in the
same way before it runs it, so texts are asked for inside a substitution: what
its printer gets wrong there, it runs wrong, and we must not accept it.
"""

from __future__ import annotations

import random
import subprocess

from proctor.normalise.shell.grammar.tree import Text, Tilde, Variable, Wild, Word
from proctor.normalise.shell.unreadable import Unreadable
from tests.fuzz.generate import command_line
from tests.fuzz.ours import Fact, accepted, facts_of
from tests.fuzz.shrink import shrunk

BATCH = 12


def printed(text: str) -> str | None:
    """Return a text as bash prints it; None if bash has something to say of it."""
    done = subprocess.run(
        ["bash", "--norc", "--noprofile", "--pretty-print", "/dev/stdin"],
        input=text.encode(),
        capture_output=True,
        check=False,
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )
    return None if done.stderr else done.stdout.decode()


def value(word: Word) -> str:
    """Return a word's text with a mark for each expansion, whose source bash may change."""
    out = ""
    for piece in word.pieces:
        if isinstance(piece, Text):
            out += piece.value
        elif isinstance(piece, Wild):
            out += piece.char
        elif isinstance(piece, Tilde):
            out += f"~{piece.user}"
        elif isinstance(piece, Variable):
            out += f"<{piece.name}{piece.operator}>"
        else:
            out += f"<{type(piece).__name__}>"
    return out


def compared(text: str) -> list[Fact]:
    """Return the facts that printing must keep; descriptors and operators are written anew."""
    facts = facts_of(text, value)
    targets = [(kind, plain(rest[-1])) for kind, *rest in facts if kind == "redirection"]
    return sorted([*targets, *(fact for fact in facts if fact[0] in ("command", "function"))])


def plain(target: str) -> str:
    """Return a target as bash prints it: `&01-` is the descriptor 1."""
    bare = target.rstrip("-")
    return str(int(bare)) if bare.isascii() and bare.isdigit() else bare


def difference(text: str) -> str | None:
    """Say which commands are others when bash has printed the text in a substitution."""
    inside = f": $(\n{text}\n)"
    if "|&" in text or not accepted(inside):  # `|&` is printed as `2>&1 |`
        return None
    anew = printed(inside)
    if anew is None:
        return None
    try:
        theirs = compared(anew)
    except Unreadable:
        return None  # we accept less than bash prints; nothing is hidden by that
    ours = compared(inside)
    return None if ours == theirs else f"we read {ours}, bash prints {theirs}"


def find(rng: random.Random) -> str | None:
    """Try one batch of command lines; return the smallest that is a finding."""
    for _ in range(BATCH):
        text = command_line(rng)
        if difference(text):
            small = shrunk(text, lambda smaller: difference(smaller) is not None)
            return f"{small!r}: {difference(small)}"
    return None
