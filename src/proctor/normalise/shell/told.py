"""What a command is told on its standard input, where that stands in the line itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from proctor.normalise.shell.knowledge.reading import Inner, Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.run import Feed
from proctor.terms.lazy_pattern import lazy
from proctor.terms.secret_places import secret_place

# Programs that go on with what stands on their input.
FED = frozenset({"sqlite3", "sqlite", "duckdb"})
# Those that keep it as a script of a shell, for later.
PLANS = frozenset({"at", "batch"})
# What runs a command in the language of a program that is told something.
ANY = lazy(r"\S")
BANG = lazy(r"!")
DOTTED = lazy(r"^[^\S\n]*\.(?:s[hy]|\w+.*\|)|\bedit\s*\(", re.MULTILINE | re.IGNORECASE)
ESCAPES = {
    **dict.fromkeys("ed red ex vi vim nvim view dc".split(), BANG),
    **dict.fromkeys("ftp sftp lftp tftp telnet".split(), lazy(r"^[^\S\n]*!|\|", re.MULTILINE)),
    **dict.fromkeys("mail mailx s-nail mutt".split(), lazy(r"^~[!|<:_r]", re.MULTILINE)),
    **dict.fromkeys(("sqlite3", "sqlite", "duckdb"), DOTTED),
    **dict.fromkeys(
        "tclsh tclsh8.6 wish jimsh itclsh itkwish gdb lldb gnuplot m4 octave gp maxima".split(), ANY
    ),
    "psql": lazy(r"\\!|\bprogram\b|\\[a-z]+\s*\||`", re.IGNORECASE),
    **dict.fromkeys(("mysql", "mariadb"), lazy(r"\\!|\\P|\b(?:system|pager)\b", re.IGNORECASE)),
    **dict.fromkeys("make gmake bmake remake dmake".split(), ANY),
}
# Those whose input is looked at.
READ = ESCAPES.keys() | {"crontab", "git", "git-cat-file"}
# A line of a plan: five fields or a word for them, and the command up to a `%`.
PLANNED = lazy(r"\s*(?:@\w+|(?:\S+\s+){4}\S+)\s+(.*)")
CAT = "cat-file"
BATCH = lazy(r"--batch(?:-co[a-z]*)?(?:=.*)?", re.DOTALL)
STREAMS = ("-", "-f-", "--file=-", "--makefile=-", "/dev/stdin")


def judge_input(arguments: Sequence[Argument], reading: Reading, feed: Feed) -> None:
    """Add what a command does because of what it is told."""
    name = arguments[0].value.rpartition("/")[2]
    reading.scanned += len(feed.text or "") if name in READ else 0
    if name in FED:
        reading.add(("code",), f"`{arguments[0].value}` takes commands from its input")
    if name in PLANS:
        reading.takes_input = reading.takes_input or set(reading.classes) == {"code"}
    elif name == "crontab":
        reading.inners += planned(feed.text or "")
    elif name == "git-cat-file" or (name == "git" and any(a.value == CAT for a in arguments)):
        judge_objects([a.value for a in arguments], reading, feed)
    escape = ESCAPES.get(name)
    if escape is None or not feed.text or not escape.search(feed.text):
        return
    if escape is not ANY or "make" not in name or any(a.value in STREAMS for a in arguments):
        reading.hide(f"`{name}` may run a command that stands on its input")


def planned(text: str) -> Iterator[Inner]:
    """Return the commands that a plan for later runs."""
    for line in text.splitlines():
        found = PLANNED.match(line)
        if found and not line.lstrip().startswith("#"):
            yield Inner(text=found[1].partition("%")[0])


def judge_objects(words: Sequence[str], reading: Reading, feed: Feed) -> None:
    """Add that git shows the objects that its input names: `git cat-file --batch`."""
    if not any(BATCH.fullmatch(word) for word in words):
        return
    if feed.text is None:
        reading.doubt("which objects git shows is said on its input")
        return
    for word in feed.text.split():
        why = secret_place(f"/{word.rpartition(':')[2]}")
        if why:
            reading.add(("secret",), f"`{word}`: {why}")
