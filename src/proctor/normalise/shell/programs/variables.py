"""
Read what sets variables: `export`, `declare`, `unset`, `read`, `mapfile`, `getopts`.

A name with an index, `a[$(reboot)]`, is evaluated; so is a list in quotes,
`declare -a x='($(reboot))'`. A variable that other programs obey (`PATH`) is
never set in silence. Options are read by the command's own entry.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from proctor.normalise.shell.knowledge.classify import Work
from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.knowledge.table import spec_of
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.variables import harmless_before
from proctor.terms.lazy_pattern import lazy

ASSIGNMENT = lazy(r"([A-Za-z_][A-Za-z0-9_]*)(?:\[\d+\])?\+?=(.*)", re.DOTALL)
NAME = lazy(r"([A-Za-z_][A-Za-z0-9_]*)(?:\[(?:\d+|@|\*)\])?")
EVALUATED = lazy(r"[$`\[]|<\(|>\(")
# What the shell itself counts in: a value is evaluated, `RANDOM='a[$(reboot)]'` runs a command.
COUNTERS = frozenset("RANDOM SRANDOM SECONDS OPTIND OPTERR HISTCMD LINENO".split())
# Numbers of some shells only.
NUMBERS = frozenset(
    "HISTSIZE SAVEHIST COLUMNS LINES TMOUT LISTMAX KEYTIMEOUT MAILCHECK REPORTTIME LOGCHECK BAUD "
    "DIRSTACKSIZE FUNCNEST SHLVL PERIOD UID GID EUID EGID PPID ERRNO".split()
)
DIGITS = lazy(r"\d+")
# These give a value to a name that stands alone.
FILLS = frozenset({"read", "mapfile", "readarray", "getopts"})
# These show everything when nothing is named.
SHOWS = frozenset({"export", "readonly", "declare", "typeset"})


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Read the options by the command's entry, then look at each name."""
    name = words[0].value.rpartition("/")[2]
    spec = spec_of(name)
    if spec is None:
        reading.doubt(f"`{name}` is not in the tables of known commands")
        return
    work = Work(spec.but(special=""), [certain(word) for word in words], reading)
    work.follow()
    for word in work.operands[1:] if name == "getopts" else work.operands:
        look(word, reading, fills=name in FILLS)
    if len(words) == 1 and name in SHOWS:
        reading.add(("secret",), f"`{name}` alone shows every variable, tokens among them")


def certain(word: Argument) -> Argument:
    """Return an assignment as certain if its name is: its value only has to be plain text."""
    assignment = ASSIGNMENT.fullmatch(word.value)
    if word.unknown is None or assignment is None or assignment[2].startswith("("):
        return word
    return Argument(f"{assignment[1]}=")


def look(word: Argument, reading: Reading, *, fills: bool) -> None:
    """Doubt a word whose name is not certain, is evaluated or matters to other programs."""
    assignment = ASSIGNMENT.fullmatch(word.value)
    plain = NAME.fullmatch(word.value)
    if assignment is not None:
        name, value = assignment.groups()
        if value.startswith("(") and EVALUATED.search(value):
            reading.doubt(f"the list that `{name}` is given is evaluated")
        if not harmless_before(name, value):
            reading.doubt(f"`{name}` changes what other programs do")
        if evaluates(name, value):
            reading.doubt(f"the value that `{name}` is given is evaluated")
    elif plain is None or word.unknown is not None or word.wild:
        reading.doubt(word.unknown or f"`{word.value}` is not the plain name of a variable")
    elif not harmless_before(plain[1], "0") or (fills and plain[1] in COUNTERS):
        reading.doubt(f"`{plain[1]}` changes what other programs do, or is evaluated")


def evaluates(name: str, value: str) -> bool:
    """Say whether the shell evaluates a value because of the variable that gets it."""
    if name in COUNTERS:
        return DIGITS.fullmatch(value) is None
    return name in NUMBERS and EVALUATED.search(value) is not None
