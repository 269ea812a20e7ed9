"""Shells: the text behind `-c`, a script, or what stands on their input."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.knowledge.reading import Inner, Reading, Use
from proctor.normalise.shell.meaning.argument import Argument

# Without `a`: with it every variable that is set reaches the programs that are run.
LETTERS = frozenset("bcefhiklmnprstuvxBCEHPTD")
LONG = frozenset(
    "--login --noprofile --norc --posix --verbose --restricted --noediting --debugger".split()
)
WITH_NAME = ("-o", "+o", "-O", "+O")
# Names behind `-o` and `-O` that change neither what words mean nor what is run before.
HARMLESS_NAMES = frozenset(
    "errexit nounset pipefail xtrace verbose noclobber noglob noexec errtrace functrace "
    "nullglob globstar failglob".split()
)
# Shells that begin with the user's own files, and not with one that a variable names.
OWN_START = frozenset({"bash", "zsh"})
# A script that is really a stream.
STREAMS = ("-", "/dev/", "/proc/")


def read(words: Sequence[Argument], reading: Reading) -> None:
    """Say what a shell is given to run."""
    name = words[0].value.rpartition("/")[2]
    index = 1
    letters = ""
    while index < len(words):
        word = words[index].value
        if words[index].unknown or words[index].wild:
            reading.doubt(words[index].unknown or "its options come from file names")
            return
        if word in ("--version", "--help") and len(words) == len(("name", "option")):
            reading.add(("read",), f"`{name} {word}` only shows text")
            reading.shows = True
            return
        if word == "--":
            index += 1
            break
        if word[:1] not in ("-", "+") or len(word) < 2:  # noqa: PLR2004 - `-` alone is the input
            break
        if word in ("--rcfile", "--init-file") or (word not in LONG and set(word[1:]) - LETTERS
                                                   and not takes_name(word)):  # fmt: skip
            reading.doubt(f"`{name}` has the option `{word}`, which is not known")
            return
        if takes_name(word):
            letters += word[1:-1] if word[0] == "-" else "+"
            index += 1
            named = words[index].value if index < len(words) else ""
            letters += "+" if named == "noexec" else ""
            if named not in HARMLESS_NAMES:
                reading.doubt(f"`{name} {word} {named}` may change what words mean")
        elif word[:2] != "--":
            letters += word[1:] if word[0] == "-" else "+"
        index += 1
    posix = any(word.value == "--posix" for word in words[:index])
    behind(words[index:], "sh" if posix else name, letters, reading)


def takes_name(word: str) -> bool:
    """Say whether the name of a setting stands behind an option: `-o`, `+O`, also `-euo`."""
    return word in WITH_NAME or (word[2:].endswith("o") and not set(word[1:-1]) - LETTERS)


def behind(words: Sequence[Argument], name: str, letters: str, reading: Reading) -> None:
    """Take what stands behind a shell's options."""
    if "i" in letters and name not in OWN_START:
        reading.doubt(f"`{name} -i` runs the file that `ENV` names")
    if "c" in letters:
        if not words:
            reading.doubt(f"`{name} -c` has nothing to run")
        elif words[0].unknown:
            reading.doubt(words[0].unknown)
        else:
            reading.inners.append(Inner(text=words[0].value))
    elif not words or "s" in letters or words[0].value.startswith(STREAMS):
        reading.takes_input = True
    else:
        script = words[0]
        if script.unknown or script.wild:
            reading.doubt(script.unknown or "which script its wildcards stand for is not known")
        if "n" in letters and "+" not in letters:
            reading.add(("read",), f"`{name} -n` only checks the script")
        else:
            reading.add(("code",), f"it runs the script `{script.value}`")
        reading.uses.append(Use(script, "r"))
