"""What a command feeds to the one behind a pipe: a text, or the names of files."""

from __future__ import annotations

from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.meaning.printed import text_printed
from proctor.normalise.shell.meaning.run import Run
from proctor.normalise.shell.meaning.state import Feed
from proctor.normalise.shell.programs.find import found_by

UNKNOWN = Feed(None)
ANY_NAME = (Argument("*", wild=True),)
# Options with which these print the names of files and nothing else.
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
    if name == "ls" and not any(word.startswith("-") for word in words):
        return ANY_NAME
    if name == "git" and words[:1] == ["ls-files"]:
        return ANY_NAME
    return ANY_NAME if LISTS.get(name, set()) & set(words) else ()
