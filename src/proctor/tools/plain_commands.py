"""Which commands need no shell: a program and its words, and nothing that a shell would change."""

from __future__ import annotations

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.grammar.tree import Simple, Text, Word
from proctor.normalise.shell.unreadable import Unreadable

# What bash does by itself, and what is a word of its grammar: there is no such program, or
# another one.
OF_THE_SHELL = frozenset(
    """
    . : [ alias bg bind break builtin caller case cd command compgen complete compopt continue
    coproc declare dirs disown do done echo elif else enable esac eval exec exit export false fc
    fg fi for function getopts hash help history if in jobs kill let local logout mapfile popd
    printf pushd pwd read readarray readonly return select set shift shopt source suspend test
    then time times trap true type typeset ulimit umask unalias unset until wait while [[ ]] { } !
    """.split()
)


def plain_words(command: str) -> list[str] | None:
    """
    Return the words of a command that is nothing but words; None where a shell is needed.

    What cannot be read for certain is left to the shell, which reads it as ever.
    """
    simple = only_command(command)
    if simple is None or simple.assignments or simple.redirections:
        return None
    words = [text_of(word) for word in simple.words]
    plain = [word for word in words if word is not None]
    if not plain or len(plain) != len(words):
        return None
    return None if not plain[0] or plain[0] in OF_THE_SHELL else plain


def only_command(command: str) -> Simple | None:
    """Return the one simple command that a text consists of; None where there is more to it."""
    try:
        items = parse(command).items
    except Unreadable:
        return None
    if len(items) != 1 or items[0].background or len(items[0].pipeline.commands) != 1:
        return None
    found = items[0].pipeline.commands[0]
    # A `!`, `time` or comment stands beside the command, and so not in its own text.
    whole = isinstance(found, Simple) and found.raw == command.strip(" \t\n")
    return found if whole and isinstance(found, Simple) else None


def text_of(word: Word) -> str | None:
    """Return the text of a word in which a shell would expand nothing; None for any other."""
    pieces = [piece for piece in word.pieces if isinstance(piece, Text)]
    if len(pieces) != len(word.pieces):
        return None
    # `{a,b}` and `{1..3}` become several words, and bash takes `~:` for a home as well: our
    # reader leaves them as they are.
    if any("{" in piece.value or "~" in piece.value for piece in pieces if not piece.quoted):
        return None
    return "".join(piece.value for piece in pieces)
