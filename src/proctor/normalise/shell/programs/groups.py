"""
Read a command whose verb stands behind groups: `gcloud compute instances list`, `az vm show`.

The words up to the verb become one: `compute/instances/list`. The entry `<name>.verbs`
knows it, by name or by pattern (`*/list`). The groups come from `<name>.groups`, those
inside others from `<name>.inner`. The first word that is no group is the verb, known or
not, so that what is named `list` behind another verb is never taken for one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import Option, Spec, spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.terms.lazy_pattern import lazy

HELP = frozenset({"--help", "-h"})
# A value that stands for a file's content.
FILE = lazy(r"(--[\w-]+=)?fileb?://(.*)", re.DOTALL)
SENDS = lazy(r"(?:--[\w-]+=)?@.*|.*fileb?://.*", re.DOTALL)
# Where an option is not listed, such a name still says that it writes or runs something.
WRITES = lazy(
    r"--(?:.*-)?(?:file|files|outfile|output|out|dest|destination|download|dir|directory|folder"
    r"|save|exec|script)(?:=.*)?",
    re.DOTALL,
)
HERE = lazy(r"https?://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:/[\w/.-]*)?")


class Path:
    """The groups and the verb, the options among them, and where the rest begins."""

    __slots__ = ("at", "doubt", "helps", "names", "options")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.options: list[Argument] = []
        self.at = 1
        self.helps = False
        self.doubt: str | None = None


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words with the entry that knows the verbs."""
    name = words[0].value.rpartition("/")[2]
    verbs = spec_of(f"{name}.verbs")
    groups = spec_of(f"{name}.groups")
    if verbs is None or groups is None:
        reading.doubt(f"the verbs of `{name}` are not in the tables")
        return
    path = find_path(words, verbs, groups, spec_of(f"{name}.inner"))
    if path.doubt:
        reading.doubt(path.doubt)
        return
    if path.helps:
        reading.add(("read",), f"`{name}` only shows help")
        return
    joined = "/".join(path.names)
    known = next(verbs.children(joined), verbs)
    rest = [plain(word, index, words, known) for index, word in enumerate(words)][path.at :]
    verbs.name = name
    given = [Argument(name), Argument(joined), *without_here([*path.options, *rest], verbs)]
    work = Work(verbs, given if joined else given[:1] + given[2:], reading)
    work.follow()
    look_at_values(given, work, reading)
    told = joined, " ".join(path.names)
    reading.classes = {one: why.replace(*told) for one, why in reading.classes.items()}
    reading.unknown = reading.unknown and reading.unknown.replace(*told)


def find_path(words: Sequence[Argument], verbs: Spec, groups: Spec, inner: Spec | None) -> Path:
    """Follow the groups to the verb."""
    path = Path()
    level: Spec | None = groups
    while path.at < len(words):
        word = words[path.at]
        if word.unknown or word.wild:
            path.doubt = word.unknown or "what its wildcards stand for is not known"
            return path
        if word.value.startswith("-"):
            if word.value in HELP or (word.value == "--version" and not path.names):
                path.helps = path.at == len(words) - 1
                if not path.helps:
                    path.doubt = f"`{word.value}` stands among other words"
                return path
            take_option(words, path, verbs)
            if path.doubt:
                return path
            continue
        path.at += 1
        group = next(level.children(word.value), None) if level else None
        if group is None:
            path.names.append(word.value)
            return path
        # `alpha` and `beta` say nothing about what is done.
        if group.classes != ("read",):
            path.names.append(word.value)
            level = inner
    return path


def take_option(words: Sequence[Argument], path: Path, verbs: Spec) -> None:
    """Take an option that stands before the verb; only listed ones may."""
    word = words[path.at]
    text = word.value
    long = text.startswith("--")
    name, equals, _ = text.partition("=") if long else (text[:2], text[2:], "")
    ways = verbs.options.get(name)
    if not ways:
        path.doubt = f"`{words[0].value}` has the option `{name}`, which is not known here"
        return
    if not long and equals and ways[0].value != "=":
        path.doubt = f"`{text}` is not understood before the verb"
        return
    count = 2 if ways[0].value == "=" and not equals else 1
    path.options += words[path.at : path.at + count]
    path.at += count


def plain(word: Argument, index: int, words: Sequence[Argument], known: Spec) -> Argument:
    """Return a word without the mark that its file is meant, where an option reads a file."""
    match = FILE.fullmatch(word.value)
    if match is None:
        return word
    name = (match[1] or "")[:-1] or words[index - 1].value
    if role_of(name, known.options) != "r":
        return word
    return Argument(f"{match[1] or ''}{match[2]}", word.unknown, word.wild)


def role_of(name: str, options: dict[str, list[Option]]) -> str | None:
    """Return the role of an option's value, if it is listed."""
    ways = options.get(name)
    return ways[0].role if ways else None


def without_here(words: Sequence[Argument], verbs: Spec) -> list[Argument]:
    """Leave out options that name a server on this machine."""
    kept: list[Argument] = []
    for word in words:
        name, _, value = word.value.partition("=")
        if role_of(name, verbs.options) == "url" and HERE.fullmatch(value):
            continue
        if kept and role_of(kept[-1].value, verbs.options) == "url" and HERE.fullmatch(word.value):
            kept.pop()
            continue
        kept.append(word)
    return kept


def look_at_values(words: Sequence[Argument], work: Work, reading: Reading) -> None:
    """Doubt values that stand for files, and options whose name says that they write."""
    for word in words[2:]:
        if SENDS.fullmatch(word.value):
            reading.doubt(f"`{word.value[:60]}` stands for the content of a file")
        name = word.value.partition("=")[0]
        if name not in work.spec.options and WRITES.fullmatch(name):
            reading.doubt(f"`{work.name}` has the option `{name}`, which is not known")
