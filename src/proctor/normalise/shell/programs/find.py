"""Read the words of `find`: where it looks, its tests, and what it does with what it finds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Inner, Reading, Use
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.wild import secret_example, secret_wild
from proctor.terms.lazy_pattern import lazy
from proctor.terms.secret_places import secret_place

FLAGS = frozenset(
    "-a -acl -and -daystart -empty -executable -false -follow -ignore_readdir_race -ls -mount "
    "-nogroup -noignore_readdir_race -noleaf -nouser -nowarn -o -or -print -print0 -printx -prune "
    "-quit -readable -sparse -true -warn -writable -x -xattr -xdev -help --help -version --version "
    "( )".split()
)
VALUES = frozenset(
    "-Bmin -Btime -amin -atime -cmin -context -ctime -flags -fstype -gid -group -ilname -iname "
    "-inum -ipath -iregex -iwholename -links -lname -maxdepth -mindepth -mmin -mtime -name -path "
    "-perm -printf -regex -regextype -size -type -uid -used -user -wholename -xattrname "
    "-xtype".split()
)
NEWER = lazy(r"-newer[aBcm][aBcm]|-[aBcm]?newer|-samefile")
NEWER_TIME = lazy(r"-newer[aBcm]t")
RUNS = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
NAMES = frozenset({"-name", "-iname"})
PATHS = frozenset("-ipath -iregex -iwholename -path -regex -wholename".split())
# What is no letter of a path in the patterns of those.
SIGNS = lazy(r"[*?^$+|()\[\]\\]")
WILD = lazy(r"[*?\[]")
# With one of these, what is found is some of the files and not all of them.
NARROWS = NAMES | frozenset(
    "-amin -atime -cmin -ctime -empty -inum -ipath -iregex -iwholename -mmin -mtime -newer -path "
    "-regex -samefile -size -wholename".split()
)
WIDENS = frozenset({"!", "-not", "-o", "-or", ","})
LEADING = lazy(r"-[HLPEXdsx]+")
FOLLOWS = lazy(r"-[HLPEXdsx]*L[HLPEXdsx]*|-follow")
DEPTH = lazy(r"[-+]?\d+")
MOST_STARTS = 8
WHY_UNKNOWN = "only find knows which files it hands over"
# A glob that stands for some names, though not for everything in a folder.
SOME = "*[!.]*"
SHOWS = ("--help", "-help", "--version", "-version")


class Find:
    """The words of one `find` while they are read."""

    def __init__(self, words: Sequence[Argument], reading: Reading) -> None:
        self.words = words
        self.reading = reading
        self.at = 1
        self.starts: list[Argument] = []
        self.pattern = ""
        self.names: list[str] = []
        # A file that a test names in a way of its own: `-path ./x`, `-samefile x`.
        self.named: Argument | None = None
        self.narrow = False
        self.wide = any(word.value in WIDENS for word in words)

    def next(self) -> Argument | None:
        """Return the next word."""
        if self.at >= len(self.words):
            return None
        self.at += 1
        return self.words[self.at - 1]

    def value(self, name: str) -> Argument:
        """Return the word that belongs to a test."""
        word = self.next()
        if word is None:
            self.reading.doubt(f"`{name}` of find has no value")
            return Argument("")
        if word.unknown:
            self.reading.doubt(word.unknown)
        elif word.wild and "." not in word.value and word.value[:1] in "*?[-":
            self.reading.doubt("a file name could be taken for an action of find")
        return word

    def leading(self) -> None:
        """Step over the options before the folders, and take the folders."""
        while self.at < len(self.words):
            text = self.words[self.at].value
            if LEADING.fullmatch(text) or re.fullmatch(r"-O\d", text):
                self.at += 1
            elif text == "-D":
                self.at += 2
            elif text == "-f":
                self.at += 1
                self.start(self.value("-f"))
            else:
                break
        while self.at < len(self.words):
            word = self.words[self.at]
            if not word.unknown and (word.value[:1] == "-" or word.value in ("(", "!", ")", ",")):
                break
            self.at += 1
            self.start(word)
        if not self.starts:
            self.starts.append(Argument("."))
        # With links followed, whatever a tree leads to may be found.
        follows = any(FOLLOWS.fullmatch(word.value) for word in self.words[1:])
        self.reading.uses += [Use(start, "n", follows, follows) for start in self.starts]

    def start(self, word: Argument) -> None:
        """Take a folder to look in."""
        if word.unknown:
            self.reading.doubt(word.unknown)
        elif word.wild and word.value[:1] in "*?[":
            self.reading.doubt("a file name could be taken for an action of find")
        self.starts.append(word)

    def expression(self) -> None:
        """Read the tests and actions."""
        while (word := self.next()) is not None:
            text = word.value
            if word.unknown or word.wild:
                self.reading.doubt(word.unknown or "a file name could be an action of find")
                continue
            self.narrow |= text in NARROWS
            if text in FLAGS or text in WIDENS:
                continue
            if text in VALUES:
                self.test(text, self.value(text))
            elif NEWER.fullmatch(text):
                value = self.value(text)
                self.reading.uses.append(Use(value, "n"))
                self.test(text, value)
            elif NEWER_TIME.fullmatch(text):
                self.value(text)
            elif not self.action(text):
                self.reading.doubt(f"find has the test `{text}`, which is not known")

    def test(self, text: str, value: Argument) -> None:
        """Take a test that says which files are meant."""
        if text in NAMES:
            self.pattern = value.value
            self.names.append(value.value)
        elif text in PATHS:
            self.named = named_by(value) or self.named
            last = value.value.rpartition("/")[2]
            if "regex" not in text and last.strip("*?") and WILD.search(last):
                self.names.append(last)
        elif text == "-inum":
            self.named = Argument(value.value, WHY_UNKNOWN)
        elif text == "-samefile":
            self.named = value

    def action(self, text: str) -> bool:
        """Read an action, or an option with a manner of its own; say whether it is known."""
        if text in ("-depth", "-d"):
            if self.at < len(self.words) and DEPTH.fullmatch(self.words[self.at].value):
                self.at += 1
        elif text in RUNS:
            self.run(text)
        elif text == "-delete":
            self.delete()
        elif text in ("-fprint", "-fprint0", "-fls", "-fprintf"):
            self.write(self.value(text))
            if text == "-fprintf":
                self.value(text)
        elif text == "-files0-from":
            self.reading.uses.append(Use(self.value(text), "r"))
            self.reading.doubt("the folders to look in come from a file")
        else:
            return False
        return True

    def write(self, path: Argument) -> None:
        """Take a file that the result is written to."""
        if path.value in ("/dev/null", "/dev/stdout", "/dev/stderr"):
            return
        self.reading.uses.append(Use(path, "w"))
        self.reading.add(("write",), f"find writes `{path.value}`")

    def delete(self) -> None:
        """Take `-delete`: of everything below the folders, or of what the tests leave."""
        self.reading.add(("write", "destroy"), "find deletes what it finds")
        for start in self.starts:
            if self.is_narrow():
                self.reading.uses += [Use(found, "d") for found in self.found(start)[:1]]
            else:
                self.reading.uses.append(Use(start, "d", deep=True))

    def is_narrow(self) -> bool:
        """Say whether tests leave only some of the files."""
        return self.narrow and not self.wide and self.pattern not in ("*", ".*")

    def found(self, start: Argument) -> list[Argument]:
        """Return what stands for the files that are found below a folder, or that it is."""
        if start.unknown:
            return [start]
        name = "*"
        if self.is_narrow():
            name = self.pattern if self.pattern and "/" not in self.pattern else SOME
        # In find a wildcard stands for a leading dot too.
        hidden = dotted(name) if name[:1] in ("*", "?") and name != SOME else None
        if hidden and (hidden[0] == "." or not secret_wild(f"/{name}")):
            name = hidden
        # It goes into folders, and hidden files are files to it.
        below = "**" if name == "*" else f"**/{name}"
        found = [Argument(f"{start.value.rstrip('/')}/{below}", wild=True)]
        if self.named is not None:
            found.append(self.named)
        # Another test may leave them out, or not: a name that is asked for may be found.
        under = f"{start.value.rstrip('/')}/**"
        secrets = [one for one in self.names if one != name and asks_for_secret(one)]
        found += [Argument(f"{under}/{one}", wild=True) for one in secrets]
        # Where it looks may itself be the file.
        if start.value.strip("./") and (not self.narrow or secret_place(f"/{start.value}")):
            found.append(start)
        return found

    def run(self, name: str) -> None:
        """Take a command that is run for what is found, up to `;` or `{} +`."""
        words: list[Argument] = []
        while (word := self.next()) is not None:
            if word.value == ";" or (word.value == "+" and words and words[-1].value == "{}"):
                break
            words.append(word)
        if word is None or not words:
            self.reading.doubt(f"`{name}` of find has no end")
            return
        if "{}" in words[0].value:
            self.reading.doubt("find runs the files that it finds")
            return
        if len(self.starts) > MOST_STARTS:
            self.reading.doubt("find looks in too many places to follow")
            return
        handed = any("{}" in word.value for word in words)
        if name in ("-execdir", "-okdir"):
            words = [words[0], *(elsewhere(word) for word in words[1:])]
        for start in self.starts[: None if handed else 1]:
            for found in self.found(start)[: None if handed else 1]:
                inner = tuple(filled(word, found) for word in words)
                self.reading.inners.append(Inner(inner))


def elsewhere(word: Argument) -> Argument:
    """Return a word as not certain if it may be a path: each folder that is found gives it."""
    if "{}" in word.value or word.value.startswith(("-", "/")):
        return word
    return Argument(word.value, word.unknown or "find runs it in the folders that it finds")


def named_by(pattern: Argument) -> Argument | None:
    """Return the path that a pattern for whole paths is about, if it is one that holds secrets."""
    plain = SIGNS.sub("", pattern.value)
    return Argument(plain) if secret_place(f"/{plain}") else None


def asks_for_secret(name: str) -> bool:
    """Say whether a name that is looked for may be that of a secret, with or without its dot."""
    return bool(secret_wild(f"/{name}") or dotted(name))


def dotted(name: str) -> str | None:
    """Return the secret for which a pattern may stand if its first wildcard is a dot, or more."""
    direct = f".{name.lstrip('*?')}"
    if direct[:2] == "..":  # `*.y*ml` is about an ending
        return secret_example(name)
    return direct if secret_wild(f"/{direct}") else secret_example(name)


def filled(word: Argument, found: Argument) -> Argument:
    """Return a word of a command with what is found in the place of `{}`."""
    if "{}" not in word.value:
        return word
    return found if word.value == "{}" else Argument(word.value, WHY_UNKNOWN)


def found_by(words: Sequence[Argument]) -> tuple[Argument, ...]:
    """Return what stands for the files that a `find` prints; nothing if it does more than that."""
    reading = Reading()
    find = Find(words, reading)
    find.leading()
    find.expression()
    prints = {"-printf", "-ls", "-print", "-print0"} & {word.value for word in words}
    if reading.unknown or reading.classes or reading.inners or prints - {"-print", "-print0"}:
        return ()
    return tuple(found for start in find.starts[:MOST_STARTS] for found in find.found(start))


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the words of `find`."""
    if [word.value for word in words[1:]] in [[text] for text in SHOWS]:
        reading.add(("read",), f"`find {words[1].value}` only shows text")
        return
    find = Find(words, reading)
    find.leading()
    find.expression()
