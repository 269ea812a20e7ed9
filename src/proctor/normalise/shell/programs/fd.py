"""Read the words of `fd`, whose `--exec` takes all that follows as a command."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.knowledge.table import Option, Spec
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.own_entry import follow_entry
from proctor.normalise.shell.wild import secret_example, secret_wild
from proctor.terms.lazy_pattern import lazy

RUNS = frozenset({"-x", "-X", "--exec", "--exec-batch"})
# What fd puts the names of files in the place of.
PLACES = lazy(r"\{(?:|/|//|\.|/\.)\}")
WHY_UNKNOWN = "only fd knows which files it hands over"


class Fd(Work):
    """The words of fd."""

    def __init__(self, spec: Spec, words: Sequence[Argument], reading: Reading) -> None:
        super().__init__(spec, words, reading)
        self.commands: list[list[Argument]] = []

    def operand(self, word: Argument) -> bool:
        """Take a pattern or a folder; one that is not certain could be an option."""
        if word.unknown or (word.wild and word.value[:1] in "*?["):
            self.reading.doubt(word.unknown or "a file name could be taken for an option of fd")
        return super().operand(word)

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Take the command behind `--exec`, up to `;` or the end."""
        if name not in RUNS:
            super().apply(name, ways, value)
            return
        words = [] if value is None else [Argument(value.value.removeprefix("="))]
        while self.at < len(self.words):
            self.at += 1
            if self.words[self.at - 1].value == ";":
                break
            words.append(self.words[self.at - 1])
        self.commands.append(words)

    def conclude(self) -> None:
        """Hand over the commands, with what is found in its places."""
        for words in self.commands:
            if not words or PLACES.search(words[0].value):
                self.reading.doubt("fd runs what it finds")
                continue
            found = self.found()
            if not any(PLACES.search(word.value) for word in words):
                words.append(Argument("{}"))
            self.reading.inners.append(Inner(tuple(filled(word, found) for word in words)))
        self.deep = self.here = bool(self.deep or self.commands)
        super().conclude()

    def found(self) -> Argument:
        """Return what stands for the files that are found."""
        endings = [self.values[name].value for name in ("-e", "--extension") if name in self.values]
        name = f"*.{endings[0].lstrip('.')}" if len(endings) == 1 else "*"
        folders = [word for word in self.operands[1:] if not word.unknown]
        folder = folders[0].value.rstrip("/") if len(folders) == 1 else "."
        pattern = self.operands[0].value if self.operands else ""
        if pattern and name == "*":
            name = secret_for(pattern) or name
        if len(self.operands) > 2 or any(word.unknown for word in self.operands[1:]):  # noqa: PLR2004 - a pattern and one folder
            return Argument("{}", WHY_UNKNOWN)
        return Argument(f"{folder}/**/{name}", wild=True)


def secret_for(pattern: str) -> str | None:
    """Return a name with secrets that a pattern may find: it may stand anywhere in the name."""
    plain = pattern.replace("\\.", ".")
    before, behind = "*" * (plain[0] != "^"), "*" * (plain[-1] != "$")
    glob = f"{before}{plain.strip('^$')}{behind}"
    if glob[:1] in ("*", "?"):
        return secret_example(glob)
    return glob if secret_wild(f"/{glob}") else None


def filled(word: Argument, found: Argument) -> Argument:
    """Return a word of a command with what is found in its places."""
    if PLACES.search(word.value) is None:
        return word
    return found if PLACES.fullmatch(word.value) else Argument(word.value, WHY_UNKNOWN)


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of fd by its own entry."""
    follow_entry(Fd, words, reading)
