"""
Read the words of vim and its kin: texts among them are typed into it as commands.

`!` runs a command of a shell. What is not a plain move, a setting or a way out
may run one as well, so it cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.knowledge.table import Option
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.terms.lazy_pattern import lazy

TYPED = frozenset({"-c", "--cmd", "--remote-send", "--remote-expr"})
SHELL = lazy(r"[:\s]*(?:r(?:ead)?|w(?:rite)?|%)?\s*!(.*)", re.DOTALL)
PLAIN = lazy(
    r"[:\s]*(?:\d*|\$|/[^|!\n]*|set? (?:no)?[a-z]+(?:=[\w,.-]*)?|syn(?:tax)? o(?:n|ff)"
    r"|norm(?:al)? G|[wxq]a?!?|wqa?!?|noh(?:lsearch)?|colorscheme \w+)"
)


class Editor(Work):
    """The words of an editor."""

    def operand(self, word: Argument) -> bool:
        """Take a file, or a command that is typed behind a plus."""
        if word.value.startswith("+") and not self.ended and word.unknown is None:
            self.typed(word.value[1:])
            return False
        return super().operand(word)

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Look at what an option types."""
        if name in TYPED and value is not None and value.unknown is None:
            self.typed(value.value)
        super().apply(name, ways, value)

    def conclude(self) -> None:
        """Say what any use of an editor does: it writes its files, and runs code if told so."""
        self.reading.add(("code", "write"), f"`{self.name}` is an editor")
        super().conclude()

    def typed(self, text: str) -> None:
        """Take a command of the editor."""
        found = SHELL.fullmatch(text)
        if found:
            self.reading.inners.append(Inner(text=found[1]))
        elif not PLAIN.fullmatch(text):
            self.reading.hide(f"`{text[:60]}` is typed into `{self.name}` as commands")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words by the command's own entry."""
    follow_entry(Editor, words, reading)
