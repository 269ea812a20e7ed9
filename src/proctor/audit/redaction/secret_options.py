"""
Find what programs take as secrets though no name says so: `mysql -pX`, `curl -u user:X`.

A command is read word by word; each program that is named in it adds its options,
so that wrappers need no table. A quoted word that holds words is read as a command
of its own.
"""

from __future__ import annotations

import re

from proctor.audit.redaction.secret_ends import holds_nothing, pieces
from proctor.audit.redaction.secret_names import says_secret
from proctor.audit.redaction.secret_programs import (
    CURL_CLUSTER,
    FAMILIES,
    LISTENERS,
    LISTENING_FLAG,
    OPTIONS,
    PLACES,
    SECRET_STORES,
    SECRET_VERBS,
    SPEAKERS,
    Option,
    names_program,
)
from proctor.terms.lazy_pattern import lazy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from proctor.audit.redaction.secret_spans import Span

WORD = lazy(
    r"(?P<word>(?>(?:[^\s'\"\\;&|<>()`]|\$'(?>(?:[^'\\]|\\.)*)'?|\\\"[^\"\\]*+\\\"|\\.|\\\Z"
    r"|'[^']*+'?|\"(?>(?:[^\"\\]|\\.)*)(?:\"|\\?\Z))+))|(?P<end>[;&\n()`|])|(?P<here><<<)|[<>]",
    re.DOTALL | re.ASCII,
)
HOLDS_WORDS = lazy(r"['\"][^'\"]*\s")
# With what an option or its like begins.
OPTION_STARTS = frozenset("-/p")
DEEPEST = 4
# An option or a variable of a list of words, with its value in the same word.
GLUED_VALUE = lazy(r"(-{0,2}[A-Za-z_][\w.-]*)=[^;&|\n]+\Z", re.ASCII)
NEXT_VALUE = lazy(r"--?[A-Za-z][\w-]*\Z", re.ASCII)
ANOTHER_OPTION = lazy(r"(?:-[A-Za-z]|--?[a-z][a-z-]*)(?:=|\Z)")


class Word:
    """A word as written, and where it begins in the text."""

    __slots__ = ("raw", "start")

    def __init__(self, raw: str, start: int) -> None:
        self.raw = raw
        self.start = start

    @property
    def bare(self) -> str:
        """Return the word without the quotes around it."""
        return self.raw.strip("'\"\\")

    def secret(self, skip: int = 0, after: str = "") -> Iterator[Span]:
        """Return what is secret in the word, behind some characters or behind a mark."""
        raw = self.raw
        start = skip + len(raw) - len(raw.lstrip("'\"")) if skip else 0
        end = len(raw) - 1 if skip and raw[0] in "'\"" and raw[-1] == raw[0] else len(raw)
        quote = raw[start : start + 1]
        literal = quote == "'"
        if literal or quote == '"':
            start += 1
            end -= end > start and raw[end - 1] == quote
        if after:
            mark = raw.find(after, start, end)
            if mark < 0:
                return
            if mark + 1 < end:  # else the user is the secret: `-u KEY:`
                start = mark + 1
            else:
                end = mark
        for first, last in pieces(raw, start, end, literal=literal):
            yield self.start + first, self.start + last


class Command:
    """A simple command as far as it was read."""

    __slots__ = ("flags", "options", "pending", "places", "program", "seen", "starts")

    def __init__(self) -> None:
        self.program = ""
        self.options: dict[str, Option] = {}
        self.starts: set[str] = set()
        self.seen: set[str] = set()
        self.flags = ""
        self.places: list[Word] = []
        self.pending: Option | None = None

    def take(self, word: Word) -> Iterable[Span]:
        """Read one more word; return what of it is secret."""
        bare = word.bare
        if self.pending is not None:
            option, self.pending = self.pending, None
            if not ANOTHER_OPTION.match(bare):
                return word.secret(after=option.after)
        self.seen.add(bare)
        if bare[:1] in OPTION_STARTS:
            found = self.option(word, bare) if self.options else None
            if bare[0] == "-":
                self.flags += "" if bare.startswith("--") else bare
                if bare.startswith("--from-literal=") and SECRET_STORES & self.seen:
                    found = word.secret(len("--from-literal="), "=")
                return found or ()
            if found is not None:
                return found
        if self.named(bare):
            self.places.clear()
            return ()
        self.places.append(word)
        if "=" in bare and SECRET_STORES & self.seen and SECRET_VERBS & self.seen:
            return word.secret(after="=")
        return ()

    def named(self, bare: str) -> bool:
        """Add the options of a program, if the word names one."""
        name = bare[max(bare.rfind("/"), bare.rfind(":")) + 1 :]
        if name.startswith(FAMILIES):
            name = next(family for family in FAMILIES if name.startswith(family))
        if name in OPTIONS:
            for option in OPTIONS[name]:
                self.options[option.flag] = option
                self.starts.add(option.flag[:2])
        elif name not in PLACES and (name not in SPEAKERS or self.program):
            return False
        self.program = name
        return True

    def option(self, word: Word, bare: str) -> Iterable[Span] | None:
        """Read an option that takes a secret; the secret may be the next word."""
        if bare[:2] not in self.starts and "-u" not in self.options:
            return None
        joined = 0
        if "-u" in self.options and (cluster := CURL_CLUSTER.match(bare)):
            joined = cluster.end() - 1
            bare = "-" + bare[cluster.end() :]
        for flag, option in self.options.items():
            if not bare.startswith(flag) or (option.needs and option.needs not in self.seen):
                continue
            if bare == flag:
                self.pending = None if option.form == "glued" else option
                return ()
            long = flag.startswith("--")
            if option.form != "next" and (not long or bare[len(flag)] == "="):
                return word.secret(joined + len(flag) + long, option.after)
        return None

    def placed(self) -> Iterator[Word]:
        """Return the words that are secrets by their place."""
        for first, place in PLACES.get(self.program, ()):
            at = place
            if self.program == "htpasswd":
                if "b" not in self.flags:
                    continue
                at -= "n" in self.flags
            if len(self.places) > at and (not first or self.places[0].bare == first):
                yield self.places[at]

    def listens(self) -> bool:
        """Say whether it reads a password from its input."""
        flags = (flag for name, flag in LISTENING_FLAG.items() if name in self.seen)
        return bool(LISTENERS & self.seen) or any(flag in self.flags for flag in flags)


def command_spans(
    text: str, start: int = 0, end: int | None = None, depth: int = 0
) -> Iterator[Span]:
    """Return what is secret in the commands of a text, by the programs that they name."""
    command, here = Command(), None
    said: list[Word] = []
    awaits_here = False
    for found in WORD.finditer(text, start, len(text) if end is None else end):
        if found.lastgroup == "word":
            word = Word(found[0], found.start())
            if awaits_here:
                here, awaits_here = word, False
                continue
            yield from command.take(word)
            if depth < DEEPEST and holds_command(word.raw):
                yield from quoted_spans(text, word, depth)
        elif found.lastgroup == "here":
            awaits_here = True
        elif found.lastgroup == "end":
            yield from finished(command, said, here)
            piped = found[0] == "|" and command.program in SPEAKERS
            said = command.places if piped else []
            command, here = Command(), None
    yield from finished(command, said, here)


def finished(command: Command, said: list[Word], here: Word | None) -> Iterator[Span]:
    """Return what is known of a command at its end: by place, or by what was said to it."""
    heard = (*said, here) if here else said
    if not heard and command.program not in PLACES:
        return  # most commands: a text may have tens of thousands
    for word in (*command.placed(), *(heard if command.listens() else ())):
        yield from word.secret()


def holds_command(raw: str) -> bool:
    """Say whether a word is one only by its quotes, and may hold a command that counts."""
    if "'" not in raw and '"' not in raw:
        return False
    return HOLDS_WORDS.search(raw) is not None and names_program(raw.lower())


def quoted_spans(text: str, word: Word, depth: int) -> Iterator[Span]:
    """Read the inside of a quoted word as commands."""
    first = min(at for at in (word.raw.find("'"), word.raw.find('"')) if at >= 0)
    last = len(word.raw) - (word.raw[-1] in "'\"")
    return command_spans(text, word.start + first + 1, word.start + last, depth + 1)


def argument_spans(words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Return what is secret in a list of words: which word, from where, to where."""
    command = Command()
    before = ""
    for at, text in enumerate(words):
        # Here a word begins at its own number.
        spans = command.take(Word(text, at))
        yield from ((at, start - at, end - at) for start, end in spans)
        if glued := GLUED_VALUE.match(text):
            start = glued.end(1) + 1
            if says_secret(glued[1]) and not holds_nothing(text[start:]):
                yield at, start, len(text)
        if before and not ANOTHER_OPTION.match(text) and not holds_nothing(text):
            yield at, 0, len(text)
        before = text if NEXT_VALUE.match(text) and says_secret(text) else ""
    for place in command.placed():
        yield from ((place.start, *span) for span in Word(place.raw, 0).secret())
