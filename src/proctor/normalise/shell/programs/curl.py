"""
Read curl's words: the value of many an option may be `@file`, whose content is sent.

The table lists the options; here are the files that hide in their values.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Option, spec_of
from proctor.normalise.shell.meaning.argument import Argument

# `@file` and nothing else.
WHOLE = frozenset(
    "-d --data --data-ascii --data-binary --json -H --header --proxy-header -w --write-out".split()
)
# `name@file`, and `@file` too.
BEHIND = frozenset({"--data-urlencode", "--url-query", "--variable"})
# `name=@file`, `name=<file`.
FORM = frozenset({"-F", "--form"})
SHOWS = frozenset({"-h", "-V", "-M", "--manual"})
LOCAL = "file://"


class Curl(Work):
    """The words of one curl command."""

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Keep the file that an option's value names."""
        full = {one for one in self.spec.options if one == name or one.startswith(name)}
        full = {name} if name in full or not name.startswith("--") else full
        if value is not None:
            for file in files_in(full, value.value):
                self.uses.append((Argument(file, value.unknown), "r"))
        super().apply(name, ways, value)

    def use(self, word: Argument, role: str) -> None:
        """Take a `file:` URL as the path that it is, besides."""
        if role == "url" and word.value.lower().startswith(LOCAL):
            path = "/" + word.value[len(LOCAL) :].partition("/")[2]
            self.uses.append((Argument(path, word.unknown), "r"))
        super().use(word, role)

    def conclude(self) -> None:
        """Say that only text is shown, where that is so."""
        if not self.operands and self.given and self.given <= SHOWS:
            self.reading.add(("read",), "`curl` only shows text")
            return
        self.reading.add(("network",), "`curl` sends to another machine and fetches from it")
        super().conclude()


def files_in(options: set[str], value: str) -> list[str]:
    """Return the files that a value names, for one of these options."""
    if options & WHOLE and value.startswith("@"):
        return [value[1:]]
    if options & BEHIND and "@" in value.partition("=")[0]:
        return [value.partition("@")[2]]
    if options & FORM:
        text = value.partition("=")[2]
        return [text[1:].partition(";")[0].strip('"')] if text[:1] in ("@", "<") else []
    if options & {"-b", "--cookie"} and "=" not in value:
        return [value]
    return []


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of a curl command."""
    spec = spec_of("curl")
    if spec is None:
        reading.doubt("`curl` is not in the tables of known commands")
        return
    Curl(spec.but(special="", classes=()), words, reading).follow()
