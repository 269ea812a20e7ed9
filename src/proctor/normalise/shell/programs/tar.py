"""
Read tar's words: its mode decides what the archive and the names behind it are.

The first word may be a bundle without a dash (`tar xzf a.tgz`), whose letters
take their values from the words behind it in turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.option_words import LONGEST_BUNDLE
from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.knowledge.table import Operand, Option, Spec, spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.members import judge_member
from proctor.terms.lazy_pattern import lazy

MODES = {
    "-c": "create", "--create": "create", "-x": "extract", "--extract": "extract",
    "--get": "extract", "-t": "list", "--list": "list", "-r": "append", "--append": "append",
    "-u": "append", "--update": "append", "-A": "append", "--catenate": "append",
    "--concatenate": "append", "--delete": "append", "-d": "compare", "--diff": "compare",
    "--compare": "compare", "--test-label": "list",
}  # fmt: skip
# What the names behind the options are: members of the archive, or files of here.
NAMES = {"create": "r", "append": "r", "compare": "r", "extract": "x", "list": "x"}
ACTIONS = lazy(r"(?:dot|\.|bell|echo(?:=.*)?|ttyout(?:=.*)?|totals|sleep=\d+|wait=\w+)")
REMOTE = lazy(r"[^/]*:")
STDOUT = ("-", "/dev/stdout", "/dev/null")
SHOWS = ("--usage", "--show-defaults", "-?")


class Tar(Work):
    """The words of one tar command."""

    def __init__(self, spec: Spec, words: Sequence[Argument], reading: Reading) -> None:
        super().__init__(spec, words, reading)
        self.modes: set[str] = set()
        self.archives: list[Argument] = []
        self.base: Argument | None = None
        self.local = False
        self.removes = False

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Keep what the archive, the folder and the mode are; the rest is in the table."""
        full = {one for one in self.spec.options if one == name or one.startswith(name)}
        full = {name} if name in full or not name.startswith("--") else full
        self.modes |= {MODES[one] for one in full if one in MODES}
        self.local |= "--force-local" in full
        self.removes |= "--remove-files" in full
        if value is not None and full & {"-f", "--file"}:
            self.archives.append(value)
        elif value is not None and full & {"-C", "--directory", "--cd"}:
            self.base = self.below(value)
        elif value is not None and full & {"--checkpoint-action"}:
            self.action(value)
        super().apply(name, ways, value)

    def action(self, value: Argument) -> None:
        """Take what tar does at a checkpoint: `exec=` runs a command."""
        kind, _, command = value.value.partition("=")
        if kind == "exec":
            self.reading.inners.append(Inner(text=command))
            self.reading.add(("code",), "`--checkpoint-action` of `tar` runs a command")
        if value.unknown or not ACTIONS.fullmatch(value.value):
            self.reading.doubt(value.unknown or f"tar's action `{value.value}` is not known")

    def operand(self, word: Argument) -> bool:
        """Take a name, as seen from the folder that `-C` has gone to."""
        return super().operand(self.below(word))

    def below(self, word: Argument) -> Argument:
        """Return a path as seen from here."""
        if self.base is None or word.value.startswith(("/", "~")):
            return word
        unknown = word.unknown or self.base.unknown
        return Argument(f"{self.base.value}/{word.value}", unknown, word.wild)

    def conclude(self) -> None:
        """Give archive and names what the mode makes of them."""
        reading = self.reading
        mode = next(iter(self.modes)) if len(self.modes) == 1 else ""
        if not mode:
            reading.doubt("what `tar` does with the archive is not clear from its options")
        shown = mode == "extract" and bool({"-O", "--to-stdout"} & self.given)
        self.deep = mode in ("create", "append", "compare")
        self.spec = self.spec.but(operands=(Operand(NAMES.get(mode, "r"), many=True),))
        if not shown and mode in ("extract", ""):
            self.uses.append((self.base or Argument("."), "w"))
        included = [self.values["--include"]] if "--include" in self.values else []
        for member in (*self.operands, *included) if shown else ():
            judge_member(member, reading)
        for archive in self.archives:
            self.archive(archive, mode)
        if not self.archives and mode in ("create", "append"):
            reading.add(("write",), "`tar` without `-f` may write to a tape")
        if self.removes:
            self.uses.extend((word, "d") for word in self.operands)
        super().conclude()

    def archive(self, archive: Argument, mode: str) -> None:
        """Take the archive: read or written, here or on another machine."""
        if REMOTE.match(archive.value) and not self.local:
            self.use(archive, "url")
            self.reading.add(("code",), "`tar` starts a remote shell for such an archive")
        elif mode not in ("create", "append", ""):
            self.use(archive, "r")
        elif archive.value not in STDOUT or mode != "create":
            self.use(archive, "w")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of a tar command."""
    spec = spec_of(words[0].value.rpartition("/")[2])
    if spec is None:
        reading.doubt(f"`{words[0].value}` is not in the tables of known commands")
        return
    if [word.value for word in words[1:]] in [[text] for text in SHOWS]:
        reading.add(("read",), f"`tar {words[1].value}` only shows text")
        return
    spec = spec.but(special="")
    Tar(spec, [words[0], *dashed(words[1:], spec)], reading).follow()


def dashed(words: Sequence[Argument], spec: Spec) -> list[Argument]:
    """Return the words with a first bundle like `xzf` written as options of their own."""
    if not words or words[0].value.startswith("-") or words[0].unknown or words[0].wild:
        return list(words)
    rest = list(words[1:])
    if len(words[0].value) > LONGEST_BUNDLE:
        return [Argument(f"-{words[0].value}"), *rest]  # which is not followed to its end
    options: list[Argument] = []
    for letter in words[0].value:
        name = f"-{letter}"
        options.append(Argument(name))
        if rest and name in spec.options and spec.options[name][0].value == "=":
            options.append(rest.pop(0))
    return [*options, *rest]
