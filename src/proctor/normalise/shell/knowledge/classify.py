"""
Say what a command does, from its words and its table entry.

Options are read as the program would read them: bundled, joined, abbreviated. A
word that the table does not know makes the command unknown, never harmless.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module

from proctor.normalise.shell.knowledge.option_words import OptionWords, meaning
from proctor.normalise.shell.knowledge.reading import (
    APART,
    DELIMITED,
    FROM_INPUT,
    Inner,
    Reading,
    Use,
)
from proctor.normalise.shell.knowledge.table import (
    DANGEROUS_ROLES,
    MADE_UP,
    Operand,
    Spec,
    TableError,
    command_spec,
)
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.variables import harmless_before
from proctor.terms.lazy_pattern import lazy

ASSIGNMENT = lazy(r"([A-Za-z_][A-Za-z0-9_]*)\+?=")
# The options of xargs that say where standard input goes.
REPLACES = ("-I", "-i", "-J", "--replace")
# Those with which it runs its command more than once.
# Behind one of these, `-I` may no longer hold.
BY_LINES = frozenset({"-n", "-L", "-l", "--max-args", "--max-lines"})
PIECEMEAL = frozenset({*REPLACES, "-n", "-L", "-l", "-s", "-x", "--max-args", "--max-lines",
                       "--max-chars"})  # fmt: skip
# Those that let a file say what goes there instead.
FROM_FILE = ("-a", "--arg-file")
PATHS = frozenset("rnwd")
# So many words of a command that cannot be found are looked at.
MOST_GUESSED = 20
BLANK = lazy(r"\s")
SCHEME = lazy(r"(?!file:)[a-z][a-z0-9+.-]*://", re.IGNORECASE)
NOWHERE = lazy(r"/dev/(null|stdout|stderr|stdin|tty|fd/\d+)")
# A server on this machine: by name, or a socket that is a file.
HERE = lazy(
    r"(?:[a-z+]+://)?(?:localhost|127\.0\.0\.1|\[?::1\]?)(?::\d+)?(?:/[\w/.-]*)?"
    r"|(?:unix://)?/[\w/.-]+",
    re.IGNORECASE,
)
PROGRAMS = frozenset({"sh", "run", "sed", "awk", "jq", "sql"})
MANY = Operand("x", many=True)


def classify(words: Sequence[Argument]) -> Reading:
    """Say what a command does; the first word is its name."""
    reading = Reading()
    first = words[0]
    if first.unknown or first.wild:
        reading.doubt(first.unknown or "which program its wildcards stand for is not known")
        return reading
    name = first.value.rpartition("/")[2]
    try:
        spec = command_spec(name)
        if spec is None:
            reading.doubt(f"`{name}` is not in the tables of known commands")
            return reading
        work = Work(spec, words, reading)
        work.follow()
    except TableError as error:
        reading.hidden = f"the table of `{name}` is broken: {error}"
        reading.doubt(reading.hidden)
        return reading
    doubt_unnamed(work, words)
    reading.tame |= work.spec.tame
    reading.tame &= reading.unknown is None and set(reading.classes) == {"read"}
    if "@hides" in work.spec.directives and not work.shown:
        reading.hidden = work.spec.why or f"what `{name}` runs is not read"
        guess(words, reading)
    elif reading.unknown is not None and work.spec.runs:
        reading.hidden = reading.unknown
        if not work.spec.special:
            guess(words, reading)
    return reading


def guess(words: Sequence[Argument], reading: Reading) -> None:
    """
    Add the commands that may stand in the words of one that runs another which is not found.

    It stays unread. What would be denied by itself is denied behind it, too: `gdb --args rm -rf /`.
    A program that runs others itself is no guess, for its words are looked at here anyway.
    """
    reading.scanned += sum([len(word.value) for word in words])
    for index, word in enumerate(words[1 : MOST_GUESSED + 1], start=1):
        if word.unknown or word.wild:
            continue
        if BLANK.search(word.value):
            reading.inners.append(Inner(text=word.value))
        elif is_plain(word.value.rpartition("/")[2]):
            reading.inners.append(Inner(tuple(words[index:])))


def is_plain(name: str) -> bool:
    """Say whether a name is that of a known program which runs no command in its words."""
    spec = command_spec(name)
    return spec is not None and name != "." and not (spec.runs or "@hides" in spec.directives)


def doubt_unnamed(work: Work, words: Sequence[Argument]) -> None:
    """Doubt a command that may read files which do not stand in its words."""
    directives = work.spec.directives
    if "@includes" in directives and not work.shown:
        work.reading.doubt(f"a text for `{work.name}` can show other files")
    if "@response" in directives:
        may_begin = ("@", "*", "?", "[")
        found = (w.value for w in words[1:] if w.value[:1] == "@" or w.wild)
        named = next((value for value in found if value.startswith(may_begin)), None)
        if named is not None:
            work.reading.doubt(f"`{named}` may stand for words that are in a file")


class Work(OptionWords):
    """One command while its words are read."""

    def __init__(self, spec: Spec, words: Sequence[Argument], reading: Reading) -> None:
        super().__init__(spec, words, reading)
        self.assigned: list[tuple[str, Argument]] = []
        self.has_program = False

    def follow(self) -> None:
        """Read the words, subcommand by subcommand, and say what they amount to."""
        if self.special():
            return
        while self.at < len(self.words):
            word = self.words[self.at]
            self.at += 1
            if word.unknown is None and not self.ended and self.is_option(word):
                if self.option(word):
                    return
            elif self.operand(word):
                return
        self.conclude()

    def special(self) -> bool:
        """Hand the words to a reader of their own, if the entry names one."""
        spec = self.spec
        if not spec.special:
            return False
        module = import_module(f"proctor.normalise.shell.programs.{spec.special}")
        words = self.words[self.at - 1 :]
        self.reading.scanned += sum([len(word.value) for word in words])
        module.read(words, self.reading)
        self.touch()
        for one in spec.classes:
            self.reading.add((one,), spec.why or meaning(self.name, one))
        return True

    def is_option(self, word: Argument) -> bool:
        """Say whether a word is an option and no operand."""
        text = word.value
        if text in ("-", ""):  # an operand, unless the table says otherwise
            return text in self.spec.options
        return text[0] == "-" or (text[0] == "+" and text[:2] in self.spec.options)

    # Operands

    def operand(self, word: Argument) -> bool:
        """Take a word that is no option; say whether that was all there is to read."""
        spec = self.spec
        if "@assigns" in spec.directives and not self.operands and word.unknown is None:
            match = ASSIGNMENT.match(word.value)
            if match:
                self.assigned.append((match[1], Argument(word.value[match.end() :])))
                return False
        if spec.subcommands and not self.operands:
            child = self.child(word)
            if child is not None:
                self.spec = child
                self.reading.verbs.append(word.value)
                self.followed += 1
                self.name = f"{self.name} {word.value}"
                self.instead, self.instead_why = (), ""
                self.ended = False
                return self.special()
            if not spec.operands or spec.may_mean(word.value, word.unknown, wild=word.wild):
                self.reading.doubt(
                    word.unknown or f"`{self.name} {word.value}` is not in the tables"
                )
        role = self.role_at(len(self.operands))
        if role is not None and role.role in ("run", "sh") and role.many and not self.query:
            self.rest(role)
            self.conclude()
            return True
        self.operands.append(word)
        if "@first" in spec.directives or (role and role.role == "code" and not role.many):
            self.ended = True
        return False

    def child(self, word: Argument) -> Spec | None:
        """Return the subcommand that a word means; one that knows the next word goes first."""
        if word.unknown or word.wild:
            return None
        children = list(self.spec.children(word.value))
        if len(children) > 1:
            rest = (w.value for w in self.words[self.at :])
            following = next((text for text in rest if not text.startswith("-")), "")
            for child in children:
                if child.knows(following):
                    return child
        return children[0] if children else None

    def role_at(self, index: int) -> Operand | None:
        """Return what the operand at an index is, as far as the operands before it tell."""
        roles = self.roles()
        if index < len(roles):
            return roles[index]
        return roles[-1] if roles and roles[-1].many else None

    def roles(self) -> Sequence[Operand]:
        """Return the operands' roles, without those that an option has taken over."""
        roles = self.spec.operands
        if self.spec.given & self.given:
            roles = roles[1:]
        if self.spec.last & self.given:
            roles = roles[:-1]
        return roles

    def rest(self, role: Operand) -> None:
        """Take the rest of the words as a command of its own."""
        words = tuple(self.words[self.at - 1 :])
        self.has_program = True
        if role.role == "run":
            if "@more" in self.spec.directives:
                words = self.with_input(words)
            self.reading.inners.append(Inner(words, assigned=tuple(self.assigned)))
            return
        doubt = next((word.unknown for word in words if word.unknown or word.wild), None)
        if doubt:
            self.reading.doubt(doubt)
        self.reading.inners.append(Inner(text=" ".join(word.value for word in words)))

    def with_input(self, words: Sequence[Argument]) -> tuple[Argument, ...]:
        """Return a command with what standard input adds to its words, or puts in their place."""
        places = [self.values[name] for name in REPLACES if name in self.values]
        mark = (places[0].value if places else "") or "{}"
        marks = self.given & set(REPLACES)
        if len(marks) > 1 or (marks and self.given & BY_LINES):
            self.reading.doubt("which words its input replaces depends on the order of its options")
        why = APART if self.given & PIECEMEAL else FROM_INPUT
        delimiter = self.values.get("-d") or self.values.get("--delimiter")
        if self.values.keys() & set(FROM_FILE):
            why = "it comes from a file"
        elif delimiter is not None and delimiter.value not in ("\n", "\\n"):
            why = DELIMITED
        if not places and not self.given & set(REPLACES):
            return (*words, Argument("", why))
        return tuple(
            Argument(word.value.replace(mark, ""), why) if mark in word.value else word
            for word in words
        )

    # What it amounts to

    def use(self, word: Argument, role: str) -> None:
        """Let a word count as what it is: a path, a URL, a program, a command."""
        reading = self.reading
        if word.unknown and not self.indifferent(role):
            reading.doubt(word.unknown)
        if role in PATHS and SCHEME.match(word.value):
            self.use(word, "url")
        elif role in PATHS:
            self.uses.append((word, role))
        elif role in ("url", "server"):
            self.reach(word, role)
        elif role == "dir":
            if reading.folder is not None:  # some programs go on from the first, some do not
                reading.doubt(f"`{self.name}` is sent to two folders")
            reading.folder = word
        elif role in PROGRAMS:
            self.program(word, role)
        elif role == "var":
            self.variable(word)
        elif role in ("code", "conf", "lang"):
            self.uses.append((word, "r"))
            shown = f"`{word.value[:60]}`"
            why = f"settings in {shown} can make `{self.name}` run code"
            reading.add(("code",), why if role == "conf" else f"`{self.name}` runs code: {shown}")

    def reach(self, word: Argument, role: str) -> None:
        """Take a place that is contacted; a server of this machine is none."""
        if role == "server" and HERE.fullmatch(word.value) and not word.wild:
            return
        if word.value.startswith("ext::"):
            self.reading.hide("`ext::` of git runs a command")
        self.reading.urls.append(word)
        self.reading.add(("network",), f"`{self.name}` reaches `{word.value}`")

    def variable(self, word: Argument) -> None:
        """Take a variable that is set for what is run: some change which code that is."""
        name, given, value = word.value.partition("=")
        if not given or word.wild or not harmless_before(name, value):
            self.reading.add(("code",), f"setting `{name}` can change which code runs")

    def program(self, word: Argument, role: str) -> None:
        """Look into a program that stands in a word: for a shell, or in a language we know."""
        if word.wild:
            self.reading.doubt("which files the wildcards in the program stand for is not known")
        if role in ("sh", "run"):
            self.reading.inners.append(Inner(text=word.value))
            return
        self.has_program = True
        module = import_module(f"proctor.normalise.shell.programs.{role}")
        self.reading.scanned += len(word.value)
        module.read_program(word.value, self.reading)

    def indifferent(self, role: str) -> bool:
        """Say whether any word at all could stand here without doing harm."""
        spec = self.spec
        return (
            role in ("x", "n")
            and spec.tame
            and not any(operand.role not in ("x", "n") for operand in spec.operands)
        )

    def conclude(self) -> None:
        """Give the operands their roles, and the command its classes."""
        spec, reading = self.spec, self.reading
        roles = assigned_roles(len(self.operands), self.roles())
        if roles is None:
            reading.doubt(f"`{self.name}` has more operands than are known of it")
            roles = [MANY] * len(self.operands)
        for word, role in zip(self.operands, roles, strict=True):
            if word.wild and self.astray(word, role):
                reading.doubt(f"which files are what to `{self.name}` is not known")
            if role.classes and not self.instead:
                why = spec.why or meaning(f"{self.name} {word.value}", role.classes[0])
                reading.add(role.classes, why)
            self.use(word, "x" if self.query else role.role)
        left = tuple(one for one in spec.classes if one in self.kept)
        classes = (*self.instead, *left) if self.instead else spec.classes
        if self.has_program and "@program" in spec.directives:
            classes = ()
        self.deep |= "deep" in classes or "@here" in spec.directives
        self.follows |= "follows" in classes
        self.use_folder(roles)
        for one in classes:
            if one == "unknown" or one not in MADE_UP:
                why = self.instead_why if one in self.instead else spec.why
                if one == "read" and not self.instead:
                    why = f"`{self.name}` runs what stands below" if self.has_program else ""
                reading.add((one,), why or meaning(self.name, one))
        self.touch()
        if not reading.classes and reading.unknown is None:
            reading.add(("read",), meaning(self.name, "read"))

    def use_folder(self, roles: Sequence[Operand]) -> None:
        """Let the folder that it runs in count, if it goes through that where no path is named."""
        self.reading.finds |= "@finds" in self.spec.directives
        here = self.here or self.reading.finds or "@here" in self.spec.directives
        if here and not any(role.role in PATHS for role in roles):
            self.use(Argument("."), "r")

    def astray(self, word: Argument, role: Operand) -> bool:
        """Say whether what a glob stands for may be an option, or another operand than it seems."""
        spec, roles = self.spec, list(self.roles())
        if word.value[:1] in "*?[" and not self.ended and not spec.tame:
            return True
        # One glob may be several words, so the next operand is not where it seems to be.
        behind = roles[roles.index(role) :] if role in roles else roles
        return spec.classes == ("read",) and any(
            one.role in DANGEROUS_ROLES or (one.classes and not self.instead) for one in behind
        )

    def touch(self) -> None:
        """Keep the paths; what is only tried out (`--dry-run`) writes none of them."""
        for index, (word, role) in enumerate(self.uses):
            if (word.value == "-" and role == "r") or NOWHERE.fullmatch(word.value):
                continue
            # What an option names is written all the same: `diff --stat --output=x`.
            tried = self.instead == ("read",) and index not in self.firm
            deep = self.deep and (role != "w" or not self.copies())
            # What would be written is read and may be shown; what would go is only looked at.
            used = {"w": "r", "d": "n"}.get(role, role) if tried else role
            self.reading.uses.append(Use(word, used, deep, deep and self.follows))
            if role in "wd" and not tried:
                verb = "writes" if role == "w" else "deletes"
                self.reading.add(("write",), f"`{self.name}` {verb} `{word.value}`")
                self.lose(word, role)

    def lose(self, word: Argument, role: str) -> None:
        """Take what is gone for good although nothing names it: by a wildcard, by mirroring."""
        if "@gone" not in self.spec.directives:
            return
        if role == "d" and word.wild:
            self.reading.add(("destroy",), f"`{self.name}` deletes whatever `{word.value}` means")
        elif role == "w" and self.deep and self.mirrors():
            self.reading.add(("destroy",), f"`{self.name}` deletes what its source does not have")

    def mirrors(self) -> bool:
        """Say whether it deletes what is not in its source: `rsync --delete`."""
        return any(name.startswith("--del") for name in self.given)

    def copies(self) -> bool:
        """Say whether it puts something into a folder and leaves the rest of it alone."""
        if self.mirrors():
            return False
        return any(operand.role in ("r", "d") for operand in self.spec.operands)


def assigned_roles(count: int, roles: Sequence[Operand]) -> list[Operand] | None:
    """Give so many operands their roles, one of which may be for many; None if too many."""
    many = next((index for index, role in enumerate(roles) if role.many), None)
    if many is None:
        return list(roles[:count]) if count <= len(roles) else None
    behind = len(roles) - many - 1
    if count <= many:
        return list(roles[:count])
    if count <= many + behind:
        # `cp a` alone: the last ones go first, because they say where it goes.
        return [*roles[:many], *roles[len(roles) - (count - many) :]]
    return [*roles[:many], *[roles[many]] * (count - many - behind), *roles[many + 1 :]]
