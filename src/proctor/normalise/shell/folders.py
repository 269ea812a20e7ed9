"""Where a command may run, as a `cd` before it moves it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from proctor.normalise.paths import path_form
from proctor.normalise.shell.reader import Simple
from proctor.terms.surroundings import Surroundings

MOST_FOLDERS = 4
# Variables on which the meaning of `~` and `cd` depends.
PLACES = frozenset("HOME CDPATH PWD OLDPWD".split())
DECLARES = frozenset("export declare typeset local readonly".split())
# What stands before a `cd` without changing that it moves this very shell.
IN_THIS_SHELL = frozenset("command builtin time".split())


@dataclass(frozen=True, slots=True)
class Folders:
    """
    Where a command may run.

    A `cd` moves what follows; where it may have failed, both places count.
    `unknown` says why no place is certain. `else_here` is where it runs if the
    `&&` chain of a `cd` breaks.
    """

    here: tuple[str, ...]
    else_here: tuple[str, ...] = ()
    unknown: str | None = None


def moved(simple: Simple, around: Surroundings, folders: Folders) -> Folders:
    """Return where the next command runs."""
    words = [word.value for word in simple.words]
    if piped(simple):
        return folders
    lost = why_lost(words)
    while not lost and words and words[0] in IN_THIS_SHELL:
        words = words[1:]
        if words and words[0].startswith("-"):
            lost = "the command before it may lead elsewhere"
    if lost:
        return Folders(folders.here, unknown=lost)
    if words[:1] not in (["cd"], ["pushd"], ["popd"]):
        return folders
    return changed(words, simple, around, folders)


def why_lost(words: Sequence[str]) -> str | None:
    """Say why it is not known where paths lead after a command that is no plain `cd`."""
    if words[:1] == ["set"] and any("P" in word or word == "physical" for word in words):
        return "`set -P` changes where a `cd` leads"
    if words[:1] == ["eval"] and re.search(r"\b(cd|pushd|popd)\b", " ".join(words)):
        return "the `eval` before it may lead elsewhere"
    return None


def changed(
    words: Sequence[str], simple: Simple, around: Surroundings, folders: Folders
) -> Folders:
    """Return where a `cd` leads; where it may fail, both places count."""
    unknown = Folders(folders.here, unknown="the `cd` before it leads to an unknown place")
    targets = [word for word in words[1:] if word not in ("-L", "-e", "-@", "--")]
    # With `-P`, `..` behind a link leads elsewhere.
    odd = bool(simple.assignments) or "-P" in targets or words[0] != "cd" or len(targets) > 1
    if odd or any(word.unknown for word in simple.every_word):
        return unknown
    goal = targets[0] if targets else around.home
    if goal == "-" or goal.startswith("~"):
        return unknown
    there = tuple(f.absolute for folder in folders.here if (f := path_form(goal, around, folder)))
    if not there:
        return unknown
    if simple.after == "&&":
        return Folders(there, (*folders.here, *folders.else_here)[:MOST_FOLDERS], folders.unknown)
    both = tuple(dict.fromkeys((*there, *folders.here)))
    if len(both) > MOST_FOLDERS:
        return Folders(folders.here, unknown="too many `cd` before it may or may not have worked")
    return Folders(both, folders.else_here, folders.unknown)


def sets_places(simple: Simple) -> bool:
    """Say whether a command sets a variable on which all paths after it depend."""
    words = [word.value for word in simple.words]
    if piped(simple):
        return False
    if not words:
        return any(name in PLACES for name, _ in simple.assigned)
    declares = words[0] in DECLARES | {"read", "unset"}
    return declares and any(word.partition("=")[0] in PLACES for word in words[1:])


def piped(simple: Simple) -> bool:
    """Say whether a command runs in a shell of its own, whose `cd` moves nothing else."""
    return simple.after in ("|", "|&", "&") or simple.before in ("|", "|&")
