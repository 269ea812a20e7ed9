"""
Read the options of a command as its program would: bundled, joined, abbreviated.

An option that the table does not know makes the command unknown.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import MADE_UP, Option, Spec
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.classes import MEANINGS
from proctor.terms.lazy_pattern import lazy

NUMBER = lazy(r"[-+]\d+")
# So many letters of one bundle are followed; a longer one is not known for certain.
LONGEST_BUNDLE = 200
# Cloud command lines send the content of such a file instead of the word.
SENDS_FILE = ("file://", "fileb://", "@")
FALSE = frozenset({"false", "no", "off", "0", "null", "never"})
# What no name of a program or a file has, but a command line may have.
LINE = lazy(r"[\s$`;|&]")
HELP = ("--help", "--version")
# What a command still does where an option only stops it from writing.
KEPT = ("code", "network")


def meaning(name: str, one: str) -> str:
    """Say in words what a command of a class does."""
    return f"`{name}` {MEANINGS.get(one, 'is not known for certain')}"


class OptionWords(ABC):
    """The options of one command while they are read."""

    def __init__(self, spec: Spec, words: Sequence[Argument], reading: Reading) -> None:
        self.spec = spec
        self.words = words
        self.reading = reading
        self.name = spec.name
        self.at = 1
        self.operands: list[Argument] = []
        self.given: set[str] = set()
        self.values: dict[str, Argument] = {}
        self.instead: tuple[str, ...] = ()
        self.instead_why = ""
        self.kept: tuple[str, ...] = ()
        self.uses: list[tuple[Argument, str]] = []
        # Which uses come from options: they count even where the command is only tried out.
        self.firm: set[int] = set()
        self.deep = self.here = self.follows = False
        self.query = False
        self.shown = False
        # How many words named a subcommand.
        self.followed = 0
        self.ended = False

    @abstractmethod
    def use(self, word: Argument, role: str) -> None:
        """Let a word count as what it is."""

    def option(self, word: Argument) -> bool:
        """Take an option; say whether nothing behind it counts."""
        text = word.value
        if text == "--":
            self.ended = True
            return False
        if text in HELP and text not in self.spec.options:
            return self.help(text)
        if ("@dash" in self.spec.directives and text[:2] != "--") or text.startswith("--"):
            self.long(word, *text.partition("="))
        else:
            self.bundle(word)
        return False

    def help(self, text: str) -> bool:
        """Take an option that shows help, if it is one here and nothing else is said."""
        # Behind a subcommand `--version` is often an option of its own.
        if self.denied():
            self.reading.doubt(f"`{text}` of `{self.name}` may be switched off by the next word")
            return False
        alone = self.at == len(self.words) == self.followed + len(("name", "option"))
        if not alone or self.reading.classes:
            self.reading.doubt(f"`{self.name}` has the option `{text}` among other words")
            return False
        if "@nohelp" in self.spec.directives or (text == HELP[1] and " " in self.name):
            self.reading.doubt(f"`{text}` of `{self.name}` may do more than show text")
            return False
        self.reading.add(("read",), f"`{self.name} {text}` only shows text")
        self.reading.shows = self.spec.classes != ("read",) or self.spec.runs
        self.shown = True
        return True

    def denied(self) -> bool:
        """Say whether the next word could switch a flag off, as some programs take it."""
        return self.at < len(self.words) and self.words[self.at].value.lower() in FALSE

    def long(self, word: Argument, name: str, equals: str, value: str) -> None:
        """Take an option that is written whole; a beginning that is clear will do."""
        name, ways = self.full(name)
        if not ways:
            self.unlisted(word, name, value)
            return
        self.given.add(name)
        if equals and ways[0].value in ("", "=="):
            self.reading.doubt(f"`{name}` of `{self.name}` takes no joined value")
        elif equals:
            self.apply(name, ways, Argument(value, word.unknown, word.wild))
        elif ways[0].value[:1] == "=":
            self.apply(name, ways, self.next_value(name))
            if ways[0].value == "==":
                self.use(self.next_value(name), ways[0].role)
        else:
            self.apply(name, ways, None)

    def full(self, name: str) -> tuple[str, list[Option]]:
        """Return an option by its full name, and what it means; nothing if it is not listed."""
        options = self.spec.options
        if name in options:
            return name, options[name]
        if not name.startswith("--") or "@exact" in self.spec.directives or name == "--":
            return name, []
        found = [(full, ways) for full, ways in options.items() if full.startswith(name)]
        if not found or any(ways[0].value != found[0][1][0].value for _, ways in found):
            return name, []
        if len(found) == 1 or all(ways == found[0][1] for _, ways in found):
            return found[0]
        # Several are meant: what any of them would do counts.
        every = [way for _, ways in found for way in ways]
        classes = tuple(dict.fromkeys(c for way in every for c in way.classes))
        return name, [Option(every[0].value, every[0].role, (), (*classes, "unknown"))]

    def unlisted(self, word: Argument, name: str, value: str) -> None:
        """Take an option that the table does not list."""
        if "@loose" not in self.spec.directives or not name.startswith("--"):
            self.reading.doubt(f"`{self.name}` has the option `{name}`, which is not known")
            return
        values = [Argument(value, word.unknown, word.wild)] if value else []
        while self.at < len(self.words) and not self.words[self.at].value.startswith("-"):
            values.append(self.words[self.at])
            self.at += 1
        for one in values:
            if one.unknown or one.value.startswith(SENDS_FILE):
                self.reading.doubt(one.unknown or f"`{name}` may send the file `{one.value}`")

    def bundle(self, word: Argument) -> None:
        """Take short options, bundled or alone, the last perhaps with its value joined."""
        text, options = word.value, self.spec.options
        if text == "-":
            self.apply(text, options[text], None)
            return
        if "-#" in options and NUMBER.fullmatch(text):
            self.apply("-#", options["-#"], None)
            return
        for index in range(1, len(text)):
            name = text[0] + text[index]
            ways = options.get(name) if index < LONGEST_BUNDLE else None
            if not ways:
                self.reading.doubt(f"`{self.name}` has the option `{name}`, which is not known")
                return
            self.given.add(name)
            joined = text[index + 1 :]
            if "@exact" in self.spec.directives:
                joined = joined.removeprefix("=")  # as programs in Go and Rust do
            if ways[0].value == "=":
                value = Argument(joined, None, word.wild) if joined else self.next_value(name)
                self.apply(name, ways, value)
                return
            if ways[0].value == "?" and joined:
                self.apply(name, ways, Argument(joined, None, word.wild))
                return
            self.apply(name, ways, None)

    def next_value(self, name: str) -> Argument:
        """Return the word that is an option's value."""
        if self.at >= len(self.words):
            self.reading.doubt(f"`{name}` of `{self.name}` has no value")
            return Argument("")
        self.at += 1
        return self.words[self.at - 1]

    def apply(self, name: str, ways: Sequence[Option], value: Argument | None) -> None:
        """Let an option count: the way that its value chooses."""
        way = next((w for w in ways if not w.choices or (value and value.value in w.choices)), None)
        if way is None:
            shown = value.value if value else ""
            self.reading.doubt(f"`{name}` of `{self.name}` has the unknown value `{shown}`")
            return
        why = way.why or f"`{name}` of {meaning(self.name, (way.classes or ('',))[0])}"
        if way.instead and not way.value and self.denied():
            self.reading.doubt(f"`{name}` of `{self.name}` may be switched off by the next word")
        elif way.instead:
            self.instead, self.instead_why = way.instead, way.why
            self.kept = () if way.whole else KEPT
        self.deep |= "deep" in way.classes
        self.here |= "here" in way.classes
        self.follows |= "follows" in way.classes
        self.query |= "query" in way.classes
        self.reading.add([one for one in way.classes if one not in MADE_UP], why)
        if "unknown" in way.classes:
            self.reading.doubt(why)
        if "hides" in way.classes or (value and way.role == "code" and LINE.search(value.value)):
            self.reading.hide(f"what `{name}` of `{self.name}` runs is not read")
        if value is not None:
            self.values[name] = value
            count = len(self.uses)
            self.use(value, way.role)
            self.firm.update(range(count, len(self.uses)))
