"""
Which paths and URLs a command touches, for deny and ask rules and the guard.

What a program does with its words is not known here, so a word is taken for a
path that may be read and written, unless the program is one of a few that are
known to read only, or to take no paths at all. That can only tighten: an allow
of a command covers its operands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from proctor.normalise.paths import path_form, shown
from proctor.normalise.urls import canonical_url
from proctor.terms.action import Touch
from proctor.terms.surroundings import Surroundings

ONLY_READ = frozenset(
    "cat head tail less more ls dir grep egrep fgrep rg wc diff cmp stat file du df cut strings "
    "xxd od hexdump md5sum sha1sum sha256sum sha512sum cksum readlink realpath tree nl tac rev "
    "comm join column fold jq test [ source .".split()
)
WRITES = frozenset(
    "rm mv cp tee touch mkdir rmdir ln install dd truncate chmod chown chgrp sed shred unlink "
    "rsync patch vi vim nano ed emacs".split()
)
NO_PATHS = frozenset("echo printf : true false cd set export unset kill sleep date".split())
FETCHES = frozenset("curl wget http https xh aria2c lynx w3m".split())
MOST_WORDS = 200


def touches_of(
    words: Sequence[str], around: Surroundings, folders: Iterable[str]
) -> tuple[Touch, ...]:
    """Return every path that a command's words may stand for, in each possible folder."""
    name = words[0].rpartition("/")[2] if words else ""
    if name in NO_PATHS:
        return ()
    writes = name not in ONLY_READ
    certain = not writes or name in WRITES
    found: dict[tuple[str, str], Touch] = {}
    for folder in folders:
        for word in candidates(words[1 : MOST_WORDS + 1]):
            form = path_form(word, around, folder)
            if form:
                found[form.lookup, word] = Touch(form, True, writes, certain)
        # Outside the project, the folder that a command runs in counts as named.
        here = path_form(folder, around) if shown(folder, around.root)[0] == "/" else None
        if here:
            found[here.lookup, "."] = Touch(here, True, writes, certain=False)
    return tuple(found.values())


def candidates(words: Sequence[str]) -> Iterator[str]:
    """Return what a word may name: itself, a value behind `=` or `@`, a joined option's value."""
    for word in words:
        if "\n" in word or "://" in word:
            continue
        if not word.startswith("-"):
            yield word
        elif not word.startswith("--") and len(word) > 2:  # noqa: PLR2004 - `-f` and its value
            yield word[2:]
        for mark in "=@:":  # --file=x, @x, HEAD:x
            value = word.partition(mark)[2]
            if value:
                yield value


def urls_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the URLs among a command's words, in canonical form where they have one."""
    found = []
    fetches = bool(words) and words[0].rpartition("/")[2] in FETCHES
    for word in words[1 : MOST_WORDS + 1]:
        start = word.find("://")
        if start < 0 and fetches and not word.startswith("-"):
            found.append(canonical_url(word) or word)
        if start > 0:
            scheme = start
            while scheme and word[scheme - 1].isalnum():
                scheme -= 1
            url = word[scheme:]
            found.append(canonical_url(url) or url)
    return tuple(found)
