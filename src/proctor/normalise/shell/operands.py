"""
Which paths and URLs a command touches, for deny and ask rules and the guard.

Words that no table explains are taken for paths that may be read and written.
That can only tighten: an allow of a command covers its operands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from proctor.normalise.paths import path_form
from proctor.terms.action import Touch
from proctor.terms.lazy_pattern import lazy
from proctor.terms.surroundings import Surroundings
from proctor.terms.system import SYSTEM_FOLDERS
from proctor.terms.wildcards import is_wild

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FETCHES = frozenset("curl wget http https xh aria2c lynx w3m".split())
# More words than this are not looked at: the command is then unread.
WEB = lazy(r"https?:", re.IGNORECASE)
LIKE_HOST = lazy(r"(?:[^/@\s]*@)?[\w-]+(?:\.[\w-]+)+\.?(?::\d+)?(?:[/?#].*)?", re.DOTALL)
MOST_WORDS = 1000
LONGEST_CLUSTER = 6
MOST_MARKS = 20
MARKS = lazy("[=@:,]")


def touches_of(
    words: Sequence[str],
    around: Surroundings,
    folders: Iterable[str],
    *,
    reads_only: bool,
    wild: frozenset[str] = frozenset(),
) -> Iterator[Touch]:
    """Return every path that words may stand for, in each possible folder; some are patterns."""
    if not words:
        return
    program = words[0]
    for folder in folders:
        # A program that is named by its path is read, whatever else it does.
        form = path_form(program, around, folder) if "/" in program else None
        if form:
            yield Touch(form, reads=True, writes=False, wild=program in wild)
        for word in words[1 : MOST_WORDS + 1]:
            for one in candidates((word,)):
                form = path_form(one, around, folder)
                if form:
                    globs = word in wild and is_wild(one)
                    yield Touch(form, True, writes=not reads_only, certain=False, wild=globs)


def touched_by_name(
    values: Sequence[str], around: Surroundings, folders: Iterable[str]
) -> tuple[Touch, ...]:
    """Return the paths that values of variables name: who uses the variable may read them."""
    forms = (path_form(word, around, folder) for folder in folders for word in candidates(values))
    return tuple(Touch(form, True, writes=False, certain=False) for form in forms if form)


def known_name(program: str) -> str:
    """Return the name of a program that is plainly the system's own; else nothing."""
    folder, _, name = program.rpartition("/")
    return name if not folder or folder in SYSTEM_FOLDERS else ""


def candidates(words: Sequence[str]) -> Iterator[str]:
    """Return what a word may name: itself, its pieces at `= @ : ,`, a joined option's value."""
    for word in words:
        scheme, _, rest = word.partition("://")
        if rest:
            yield from [rest] if scheme.endswith("file") else []
            continue
        if "\n" in word and "/../" not in word:
            continue  # a program or a message, not a path
        if not word.startswith("-"):
            yield word
        elif not word.startswith("--"):  # `-f` and its value, also behind other letters
            yield from (word[start:] for start in range(2, min(len(word), LONGEST_CLUSTER)))
        yield from pieces(word)


def pieces(word: str) -> Iterator[str]:
    """Return what stands between and behind the marks of a word: `-v x:y`, `--file=x`, `@x`."""
    ends = [match.end() for match in MARKS.finditer(word)][:MOST_MARKS]
    if not ends:
        return
    for start, end in zip([0, *ends], [*ends, len(word) + 1], strict=True):
        yield from {word[start : end - 1], word[start:]} - {"", word}


def urls_of(words: Sequence[str]) -> list[str | None]:
    """Return the URLs among a command's words in canonical form; None where one has none."""
    found: list[str | None] = []
    fetches = bool(words) and words[0].rpartition("/")[2] in FETCHES
    for word in words[1 : MOST_WORDS + 1]:
        start = word.find("://")
        if start > 0:
            scheme = start
            while scheme and word[scheme - 1].isalnum():
                scheme -= 1
            found.append(load_canonical_url()(word[scheme:]))
        elif WEB.match(word):
            found.append(None)  # `https:\\host`: some programs mend what others refuse
        elif "/dev/tcp/" in word or "/dev/udp/" in word:
            found.append(load_canonical_url()(word.rpartition("/dev/")[2][len("tcp/") :]))
        elif fetches:
            value = word.partition("=")[2] if word.startswith("--") else word
            value = value.lstrip("/") if value.startswith("//") else value
            if LIKE_HOST.fullmatch(value):
                found.append(load_canonical_url()(value))
    return found


@cache
def load_canonical_url() -> Callable[[str], str | None]:
    """Load what reads URLs: few commands have one."""
    from proctor.normalise.urls import canonical_url  # noqa: PLC0415 - see above

    return canonical_url
