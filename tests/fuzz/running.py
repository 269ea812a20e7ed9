"""Run a script in a scratch folder where every program is a stub, and see what ran."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from proctor.normalise.shell.budget import Budget
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.cd import Folders
from proctor.normalise.shell.meaning.plain_line import runs_of
from proctor.normalise.shell.meaning.run import Run
from proctor.normalise.shell.unreadable import Unreadable
from proctor.terms.surroundings import Surroundings
from tests.fuzz.scripts import STUBS, script

STUB = """#!/bin/sh
[ -e "$STUB_LOG" ] && printf '%s\\0' "${0##*/}" "$PWD" "$#" "$@" >> "$STUB_LOG"
case ${0##*/} in no) exit 1;; out) echo 'x y';; esac
"""
FILES = ("one.txt", "two.txt", "a b.txt", "p/three.txt", "p/r/four", "q/five.txt")
SECONDS = 10


class Ran(NamedTuple):
    """A program that ran: its name and arguments, and where."""

    words: tuple[str, ...]
    folder: str


class Ground:
    """A scratch folder with stub programs and a few files."""

    def __init__(self, folder: Path) -> None:
        self.stubs, self.work, self.logs = folder / "bin", folder / "work", folder / "logs"
        self.home = folder / "home"
        self.count = 0
        for made in (self.logs, self.stubs, self.work / "p" / "r", self.work / "q", self.home):
            made.mkdir(parents=True)
        for name in FILES:
            (self.work / name).write_text("l1 x\nl2\n")
        stub = self.stubs / ".stub"
        stub.write_text(STUB)
        stub.chmod(0o755)
        for name in STUBS:
            (self.stubs / name).symlink_to(stub)

    def run(self, script: str) -> list[Ran] | None:
        """Run a script with bash; None if it takes too long."""
        # What a script leaves running may write later, so every script has a log of its own.
        self.count += 1
        log = self.logs / str(self.count)
        log.touch()
        kept = {"PATH": str(self.stubs), "HOME": str(self.home), "STUB_LOG": str(log)}
        try:
            subprocess.run(
                ["/bin/bash", "--norc", "--noprofile", "-c", script],
                cwd=self.work, env=kept, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL, timeout=SECONDS, check=False,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return None
        found = parsed(log.read_bytes())
        log.unlink()
        return found

    def foretold(self, script: str) -> list[Run] | None:
        """Return what the reader says would run; None if it cannot read the script."""
        folder = str(self.work)
        around = Surroundings(
            cwd=folder, home=str(self.home), root=folder, start=folder,
            proctor_home=f"{self.home}/.proctor", now=datetime(2026, 1, 1, tzinfo=UTC),
        )  # fmt: skip
        try:
            return runs_of(script, around, Folders((folder,)), Budget())
        except Unreadable:
            return None

    def fault(self, script: str) -> str | None:
        """Return what ran without having been foretold."""
        runs = self.foretold(script)
        if runs is None or any(open_ended(run) for run in runs):
            return None
        for ran in self.run(script) or []:
            if not any(agrees(run, ran) for run in runs):
                return f"{script}\n--- ran {ran.words} in {ran.folder}\n--- foretold {runs}"
        return None


def parsed(log: bytes) -> list[Ran]:
    """Read what the stubs wrote down."""
    fields = [field.decode("utf-8", "surrogateescape") for field in log.split(b"\0")]
    found: list[Ran] = []
    at = 0
    while at + 2 < len(fields):
        name, folder, count = fields[at : at + 3]
        end = at + 3 + int(count)
        found.append(Ran((name, *fields[at + 3 : end]), folder))
        at = end
    return found


def open_ended(run: Run) -> bool:
    """Say whether a run stands for anything at all."""
    return run.unknown is not None or bool(run.arguments and run.arguments[0].unknown)


def agrees(run: Run, ran: Ran) -> bool:
    """Say whether a run is the one that was seen."""
    words = list(run.arguments)
    while words and words[0].value in ("command", "builtin", "exec"):
        words.pop(0)
    there = run.folders.unknown is not None or ran.folder in run.folders.here
    return there and fits(words, ran.words)


def fits(arguments: Sequence[Argument], words: Sequence[str]) -> bool:
    """Say whether arguments, some of which stand for any number of words, fit words."""
    reached = {0}
    for argument in arguments:
        following: set[int] = set()
        for start in reached:
            if argument.unknown or argument.wild:
                following.add(start)
                end = start
                while end < len(words) and (argument.unknown or matches(argument, words[end])):
                    end += 1
                    following.add(end)
            elif start < len(words) and numberless(words[start]) == numberless(argument.value):
                following.add(start + 1)
        reached = following
    return len(words) in reached


def numberless(word: str) -> str:
    """Return a word without the number of a descriptor: which one it is, is not foretold."""
    return re.sub(r"/dev/fd/\d+", "/dev/fd/63", word)


def matches(argument: Argument, word: str) -> bool:
    """Say whether a word is one that a pattern stands for, or the pattern itself."""
    literal = re.sub(r"\\(.)", r"\1", argument.value)
    pattern = re.sub(r"\\(.)", r"[\1]", argument.value)
    return word == literal or fnmatchcase(word, pattern)


@lru_cache(maxsize=1)
def ground() -> Ground:
    """Return the scratch folder of the endless mode."""
    return Ground(Path(mkdtemp(prefix="proctor-fuzz-")))


def find(rng: random.Random) -> str | None:
    """Make one script and run it; return what ran without having been foretold."""
    return ground().fault(script(rng))
