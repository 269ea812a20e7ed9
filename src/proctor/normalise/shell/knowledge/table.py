"""
The language of the command tables, and how a text in it becomes a `Spec`.

A family of commands (`commands/git.py`) is one text, `COMMANDS`. An entry is a
line `names = classes operands directives ; why`, with what belongs to it
indented below: options, and subcommands as entries of their own. `docs/commands.md`
describes it for people. Nothing is parsed before a command needs it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property, lru_cache
from importlib import import_module

from proctor.normalise.shell.knowledge.command_index import family_of
from proctor.terms.classes import CLASSES
from proctor.terms.lazy_pattern import lazy
from proctor.terms.named_tuple import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ENTRY = lazy(r"( *)([^\s=#@-][^=]*?|-) = (.*)")
TOP = lazy(r"^([^\s#=-][^=\n]*?|-) = .*$", re.MULTILINE)
OPTION = lazy(r"([-+]{1,2}[^=?:\s]*)(==|=|\?)?([^:\s]*?)(?::(\S+))?")
# What a word may be, as an operand or as the value of an option.
ROLES = frozenset("x r n w d dir url server run sh code conf lang var sed awk jq sql".split())
RUNNING = frozenset({"run", "sh"})
MADE_UP = frozenset({"unknown", "deep", "here", "follows", "query", "hides"})
# Those that only say more about which files are meant.
HOW_FAR = frozenset({"deep", "here", "follows"})
DIRECTIVES = frozenset(
    "@exact @dash @loose @first @nohelp @program @assigns @more @runs @hides @gone @here @finds "
    "@includes @response".split()
)
NOT_INHERITED = frozenset({"@first", "@more", "@assigns", "@hides"})
DANGEROUS_ROLES = frozenset("w d url server run sh code conf lang var sed awk sql".split())
# Entries that readers ask for, and nobody can type: `aws.verbs`, `python:json.tool`.
INTERNAL = lazy(r".+(?::.+|\.(?:groups|inner|operation|program|verbs|words))")


# Options that stop a program from writing: it may still run code, or reach a server, so only
# `:==read` takes that away.
TRIES = frozenset(
    "--check --check-only --diff --dry-run --dryrun --dryRun --dry_run --dry --just-print --recon "
    "--list-different --no-act --noop --pretend --show-diff --simulate --what-if -check -diff "
    "-dry-run".split()
)
# What a `Spec` finds out from what it was told, and keeps.
FOUND_OUT = frozenset({"tame", "by_name", "by_pattern"})


class TableError(Exception):
    """A table has a line that is not in the language."""


class Option(NamedTuple):
    """
    One way to give an option.

    `value` is "" for a flag, "=" for a value, "==" for two, "?" for one that is
    only ever joined. `choices` are the values this way is for; none means any. `classes`
    are added by it; `instead` are what the whole command is with it, `whole` says that not even
    code and network are left of the entry.
    """

    value: str = ""
    role: str = "x"
    choices: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()
    why: str = ""
    whole: bool = True

    @property
    def tame(self) -> bool:
        """Say whether the option changes nothing about what the command does."""
        return HOW_FAR.issuperset(self.classes) and self.role not in DANGEROUS_ROLES


class Operand(NamedTuple):
    """What an operand is, whether more like it may follow, and which classes it adds."""

    role: str
    many: bool = False
    classes: tuple[str, ...] = ()


class Spec:
    """
    What is known of one command or subcommand.

    Two are equal if they know the same; it has no slots, for what is found out once stays in it.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - all that an entry can say
        self,
        name: str,
        classes: tuple[str, ...],
        operands: tuple[Operand, ...] = (),
        directives: frozenset[str] = frozenset(),
        special: str = "",
        why: str = "",
        options: dict[str, list[Option]] | None = None,
        given: frozenset[str] = frozenset(),
        last: frozenset[str] = frozenset(),
        subcommands: list[tuple[tuple[str, ...], Block]] | None = None,
        made: dict[int, Spec] | None = None,
        own: set[str] | None = None,
    ) -> None:
        self.name = name
        self.classes = classes
        self.operands = operands
        self.directives = directives
        self.special = special
        self.why = why
        self.options = {} if options is None else options
        self.given = given
        self.last = last
        self.subcommands = [] if subcommands is None else subcommands
        self.made = {} if made is None else made
        self.own = set() if own is None else own

    def told(self) -> dict[str, Any]:
        """Return what the entry says, without what was found out from it."""
        return {name: held for name, held in self.__dict__.items() if name not in FOUND_OUT}

    def but(self, **changes: Any) -> Spec:
        """Return the same entry with something else in it."""
        return Spec(**(self.told() | changes))

    def __eq__(self, other: object) -> bool:
        return self.told() == other.told() if isinstance(other, Spec) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it is filled while it is parsed

    @cached_property
    def tame(self) -> bool:
        """Say whether no option of it, whatever it is, does more than read."""
        return (
            not self.special
            and self.classes == ("read",)
            and all(option.tame for options in self.options.values() for option in options)
        )

    @property
    def runs(self) -> bool:
        """Say whether a command stands in its words: what is not known of it may hide one."""
        return "@runs" in self.directives or any(one.role in RUNNING for one in self.operands)

    def knows(self, word: str) -> bool:
        """Say whether a word can follow: as a subcommand, or because there are none."""
        return not self.subcommands or next(self.children(word), None) is not None

    def may_mean(self, word: str, unknown: str | None, *, wild: bool) -> bool:
        """Say whether a word that is not certain may turn out to be a subcommand."""
        pattern = word.replace("\\", "")
        return bool(unknown) or (wild and any(meets(n, pattern) for n in self.by_name))

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Return which subcommand a name stands for."""
        found: dict[str, int] = {}
        for index, (names, _) in enumerate(self.subcommands):
            for name in names:
                found.setdefault(name, index)
        return found

    @cached_property
    def by_pattern(self) -> list[tuple[str, int]]:
        """Return the patterns among the names of subcommands."""
        return [(name, index) for name, index in self.by_name.items() if "*" in name]

    def children(self, word: str) -> Iterator[Spec]:
        """Return the subcommands that a word may mean: by name first, then by pattern."""
        exact = self.by_name.get(word)
        if exact is not None:
            yield self.child(exact, word)
        seen = {exact}
        for pattern, index in self.by_pattern:
            if index not in seen and meets(word, pattern):
                seen.add(index)
                yield self.child(index, word)

    def child(self, index: int, word: str) -> Spec:
        """Return one subcommand, parsed the first time."""
        if index not in self.made:
            _, block = self.subcommands[index]
            self.made[index] = parse_block(block, f"{self.name} {word}", self)
        return self.made[index]


class Block(NamedTuple):
    """The unparsed text of an entry: what stands behind the `=`, and the lines below."""

    head: str
    lines: tuple[str, ...]


def meets(word: str, pattern: str) -> bool:
    """Say whether a word is one that a pattern stands for."""
    return pattern == "*" or load_fnmatchcase()(word, pattern)


@cache
def load_fnmatchcase() -> Callable[[str, str], bool]:
    """Load what compares with patterns: most tables have none but the star."""
    from fnmatch import fnmatchcase  # noqa: PLC0415 - see above

    return fnmatchcase


def command_spec(name: str) -> Spec | None:
    """Return what is known of a command by the name that was typed; None if it is in no table."""
    inner = (":" in name or "." in name) and INTERNAL.fullmatch(name)
    return None if inner else spec_of(name)


@lru_cache(maxsize=512)
def spec_of(name: str) -> Spec | None:
    """Return an entry by its name, also one that only readers ask for; None if there is none."""
    family = family_of(name)
    if family is None:
        return None
    block = blocks(family)[name]
    return parse_block(block, name, None)


@lru_cache(maxsize=64)
def blocks(family: str) -> dict[str, Block]:
    """Return the unparsed entries of a family by the names of their commands."""
    module = import_module(f"proctor.normalise.shell.commands.{family}")
    return entries(module.COMMANDS)


def entries(text: str) -> dict[str, Block]:
    """Cut a family's text into its entries."""
    starts = list(TOP.finditer(text))
    found: dict[str, Block] = {}
    for start, after in zip(starts, [*starts[1:], None], strict=True):
        end = after.start() if after else len(text)
        lines = text[start.start() : end].splitlines()
        head = lines[0].partition(" = ")[2]
        for name in start[1].split("|"):
            if name in found:
                raise TableError(f"`{name}` has two entries")
            found[name] = Block(head, tuple(lines[1:]))
    return found


def parse_block(block: Block, name: str, parent: Spec | None) -> Spec:
    """Parse an entry: its own line, its options; its subcommands stay unparsed."""
    spec = parse_head(block.head, name, parent)
    lines = [line for line in block.lines if line.strip() and not line.lstrip().startswith("#")]
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        entry = ENTRY.fullmatch(line)
        if entry is None:
            parse_line(line.strip(), spec)
            continue
        begin = index
        while index < len(lines) and indent(lines[index]) > len(entry[1]):
            index += 1
        names = tuple(entry[2].split("|"))
        spec.subcommands.append((names, Block(entry[3], tuple(lines[begin:index]))))
    return spec


def indent(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def parse_head(head: str, name: str, parent: Spec | None) -> Spec:
    """Parse `classes operands directives ; why`; options and manners come from the parent."""
    meaning, _, why = head.partition(" ; ")
    first, *words = meaning.split()
    spec = Spec(name, parse_classes(first, name), why=why.strip())
    operands: list[Operand] = []
    directives = set(parent.directives) - NOT_INHERITED if parent else set()
    for word in words:
        if word.startswith("@by:"):
            spec.special = word[4:]
        elif word.startswith("@"):
            if word not in DIRECTIVES:
                raise TableError(f"`{name}` has the unknown directive `{word}`")
            directives.add(word)
        else:
            operands.append(parse_operand(word, name))
    if sum(operand.many for operand in operands) > 1:
        raise TableError(f"`{name}` has two operands with a star, so which word is which is open")
    spec.operands = tuple(operands)
    spec.directives = frozenset(directives)
    if parent:
        spec.options = {option: list(ways) for option, ways in parent.options.items()}
    return spec


def parse_classes(text: str, name: str) -> tuple[str, ...]:
    """Parse `write+network`."""
    classes = tuple(text.split("+"))
    wrong = [one for one in classes if one not in CLASSES and one not in MADE_UP]
    if wrong:
        raise TableError(f"`{name}` has the unknown class `{wrong[0]}`")
    return classes


def parse_operand(word: str, name: str) -> Operand:
    """Parse `r*`, `x`, `w:destroy`."""
    role, _, classes = word.partition(":")
    many = role.endswith("*")
    if role.rstrip("*") not in ROLES:
        raise TableError(f"`{name}` has the unknown operand `{word}`")
    return Operand(role.rstrip("*"), many, parse_classes(classes, name) if classes else ())


def parse_line(line: str, spec: Spec) -> None:
    """Parse a line of options, or one of `given` or `last`."""
    meaning, _, why = line.partition(" ; ")
    words = meaning.split()
    if words[0] == "given":
        spec.given = frozenset(words[1:])
    elif words[0] == "last":
        spec.last = frozenset(words[1:])
    elif words[0][0] in "-+":
        for word in words:
            for option, way in parse_option(word, spec, why.strip()):
                add_option(option, way, spec)
    else:
        raise TableError(f"`{spec.name}` has a line that is not understood: `{line}`")


def add_option(option: str, way: Option, spec: Spec) -> None:
    """Add one way to give an option; a subcommand's own replaces what it inherits."""
    if option not in spec.own:
        spec.own.add(option)
        spec.options[option] = []
    ways = spec.options[option]
    if any(not other.choices for other in ways):
        raise TableError(f"`{spec.name}` has the option `{option}` twice")
    ways.append(way)


def parse_option(word: str, spec: Spec, why: str) -> Iterator[tuple[str, Option]]:
    """Parse one option, or a bundle of short ones: `-lah`."""
    match = OPTION.fullmatch(word)
    if match is None:
        raise TableError(f"`{spec.name}` has the unreadable option `{word}`")
    name, value, rest, effect = match.groups()
    choices = tuple(rest.split("|")) if "|" in rest or (rest and rest not in ROLES) else ()
    role = rest if rest in ROLES else "x"
    if (rest and not value) or (name in ("-", "+") and value):
        raise TableError(f"`{spec.name}` has the unreadable option `{word}`")
    effect = effect or ""
    instead = parse_classes(effect.lstrip("="), spec.name) if effect.startswith("=") else ()
    whole = name not in TRIES or effect.startswith("==")
    classes = () if instead or not effect else parse_classes(effect, spec.name)
    way = Option(value or "", role, choices, classes, instead, why, whole)
    bundled = name[:2] != "--" and name != "-#" and "@dash" not in spec.directives
    if bundled and name[2:]:
        for letter in name[1:]:
            yield name[0] + letter, way
    else:
        yield name, way


def every_name(text: str) -> Sequence[str]:
    """Return the names of all commands of a family's text, in order."""
    return list(entries(text))
