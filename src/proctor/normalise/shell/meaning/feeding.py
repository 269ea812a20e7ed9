"""What a command feeds to the one behind a pipe: a text, or the names of files."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.printed import text_printed
from proctor.normalise.shell.meaning.run import Feed, Run
from proctor.normalise.shell.programs.find import found_by
from proctor.terms.lazy_pattern import lazy
from proctor.terms.wildcards import ANY_FOLDERS

UNKNOWN = Feed(None)
ANY_NAME = (Argument("*", wild=True),)
# What xargs does not take as it is, and what git reads in a way of its own.
APART = lazy(r"[\s'\"\\]|^:")
GLOB = lazy(r"[*?\[]")
# Options with which these print the names of files and nothing else.
LS_FILES = frozenset(
    "-c -d -m -o -z --cached --deleted --modified --others --exclude-standard --".split()
)
OTHERS = frozenset({"-o", "--others"})
KNOWN = frozenset("echo printf cat find ls git rg grep".split())
LISTS = {"rg": {"-l", "--files", "--files-with-matches"}, "grep": {"-l", "-rl", "-lr", "-ril"}}


def feeding(run: Run, *, is_function: bool) -> Feed:
    """Return what a command hands on; unknown for all that is not certain."""
    if is_function or run.unknown or not run.arguments or run.arguments[0].value not in KNOWN:
        return UNKNOWN
    if any(a.unknown for a in run.arguments):
        return UNKNOWN
    if any(descriptor != "2" for descriptor, _, _ in run.redirections):
        return UNKNOWN
    name, *words = [argument.value for argument in run.arguments]
    names = listed(run)
    if names:
        return Feed(None, names)
    if any(a.wild for a in run.arguments):
        return UNKNOWN
    if name == "cat" and not words and run.feed:
        return run.feed
    text = text_printed(name, words)
    return Feed(text) if text is not None else UNKNOWN


def listed(run: Run) -> tuple[Argument, ...]:
    """Return what stands for the files whose names a command prints; nothing if it may differ."""
    name, *words = [argument.value for argument in run.arguments]
    if name == "find":
        return found_by(run.arguments)
    named = [a for a in run.arguments[1:] if not a.value.startswith("-")]
    options = {word for word in words if word.startswith("-")}
    if name == "git":
        tracked = words[:1] == ["ls-files"] and options <= LS_FILES
        return with_listed(named[1:], tracked=not options & OTHERS) if tracked else ()
    if name == "ls":
        return () if options else with_named(named)
    if not LISTS.get(name, set()) & options:
        return ()
    # The first is a pattern.
    return with_named(named if "--files" in options else named[1:])


def with_named(named: Sequence[Argument]) -> tuple[Argument, ...]:
    """Return any name, and those that the command names itself; xargs takes some of them apart."""
    if any(APART.search(argument.value) for argument in named):
        return ()
    # git has wildcards of its own, and so has a pattern in quotes.
    wild = (a._replace(wild=True) if GLOB.search(a.value) else a for a in named)
    return (*ANY_NAME, *wild)


def with_listed(named: Sequence[Argument], *, tracked: bool) -> tuple[Argument, ...]:
    """Return the same for `git ls-files`, which names files at any depth, links among them."""
    found = with_named(named)
    if not found:
        return ()
    every = [every_below(argument.value) for argument in named] or [ANY_FOLDERS]
    below = (Argument(one, wild=True, tracked=tracked) for one in every)
    # A folder that is named is not printed itself.
    return (*below, *(one if one.wild else one._replace(tracked=True) for one in found[1:]))


def every_below(name: str) -> str:
    """Return the pattern for all below a folder; the wildcards of git stand for slashes too."""
    wild = GLOB.search(name)
    if wild is None:
        return f"{name.rstrip('/')}/{ANY_FOLDERS}"
    folder = name[: name.rfind("/", 0, wild.start()) + 1]
    last = name.rpartition("/")[2]
    return f"{folder}{ANY_FOLDERS}/*{last[max(map(last.rfind, '*?[]')) + 1 :]}"
