"""
The guard and plain text: the paths in it, where wildcards lead, what unread text names.

What a foreign tool makes of its input is not known, so every text in it that
may be a path is taken for one. Nothing is looked up: only the text counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from proctor.policy.guard_near import STORE, unquoted
from proctor.policy.guard_places import HOOK_VARIABLES, KEEPERS, OUR_CALL, OUR_STORE, OWN_TALK
from proctor.policy.inside import relative
from proctor.terms.action import Command, Part
from proctor.terms.effect import ASK, DENY, Effect
from proctor.terms.kind import SHELL, Kind
from proctor.terms.lazy_pattern import lazy
from proctor.terms.path_text import tidy
from proctor.terms.process_links import read_way
from proctor.terms.surroundings import Surroundings
from proctor.terms.wildcards import ANY_FOLDERS, fits

Said = tuple[Effect, str]
OUR_FOLDER = "Proctor's own folder is closed to agents"

# What stands between the words of a text that may be a command, a list or a message.
BETWEEN_WORDS = lazy(r"""[\s"'`=:,;()<>|&\[\]]+""")
SCHEME = lazy(r"[A-Za-z][A-Za-z0-9+.-]*://")
FILE_SCHEME = lazy(r"file:(//(localhost)?(?=/))?", re.IGNORECASE)
ESCAPED = lazy(r"%([0-9A-Fa-f]{2})")
WILDCARD = lazy(r"[*?\[\]{}()\\]")
HOME = lazy(r"\$HOME(?=/|$)|\$\{HOME\}")


def foreign(part: Part) -> bool:
    """Say whether a part's tool does with its input what only the tool knows."""
    return part.kind in (Kind.MCP, Kind.OTHER) and part.tool not in OWN_TALK


def strings(part: Part) -> list[str]:
    """Return every text in the targets of a part, the names of JSON's fields included."""
    import json  # noqa: PLC0415 - for foreign tools only

    found: list[str] = []
    for target in part.targets:
        try:
            values = [json.loads(target)]
        except (ValueError, RecursionError):
            found += [target, *BETWEEN_WORDS.split(target)]
            continue
        while values:
            value = values.pop()
            if isinstance(value, str):
                found.append(value)
            elif isinstance(value, dict):
                values += [*value, *value.values()]
            elif isinstance(value, list):
                values += value
    return found


def named_paths(part: Part, around: Surroundings) -> Iterator[str]:
    """Return the absolute paths that the texts of a foreign tool's input may stand for."""
    for text in dict.fromkeys(strings(part)):
        plain = text.strip()
        # Over several lines it is a message; but `..` can take such a name out again.
        if "\n" not in plain or "/../" in plain:
            yield from plain_paths(plain, around)


def plain_paths(text: str, around: Surroundings) -> list[str]:
    """
    Return what a text is as an absolute path, tidied; nothing if it does not look like one.

    A relative path counts from each folder where a tool may have been started.
    """
    if FILE_SCHEME.match(text):
        text = ESCAPED.sub(lambda code: chr(int(code[1], 16)), FILE_SCHEME.sub("", text, count=1))
    if ("/" not in text and not text.startswith(("~", ".", "$"))) or SCHEME.match(text):
        return []
    # A function, so that nothing in the home's name is taken for a group.
    text = HOME.sub(lambda _: around.home, text)
    first, slash, rest = text.partition("/")
    if first in ("~", "~" + around.home.rpartition("/")[2]):
        text = around.home + slash + rest
    if text.startswith("/"):
        return [plain_way(text)]
    folders = dict.fromkeys((around.cwd, around.root, around.start))
    return [plain_way(f"{folder}/{text}") for folder in folders]


def plain_way(path: str) -> str:
    """Tidy an absolute path; what is behind a link that differs by process stays behind it."""
    place, unknown = read_way(path)
    return place if unknown else tidy(path)


def leads_into(pattern: str, place: str, *, hidden: bool = True) -> bool:
    """
    Say whether an absolute path with wildcards may lead to what is in a place.

    Everything between the wildcards of one name counts as wild. A `**` alone
    leads nowhere in particular, so it does not count for the place's own name.
    `hidden` says that a wildcard may stand for a leading dot.
    """
    if apart(pattern, place):
        return False
    length = place.count("/")
    *_, last = ways = list(reached(pattern, place, hidden=hidden))
    # What the whole pattern stands for is the place itself, not what is in it.
    return last is None or any(length in way for way in ways[:-1] if way)


def apart(pattern: str, place: str) -> bool:
    """Say whether the plain folders that a pattern begins with lie elsewhere than a place."""
    return not near(pattern, (place,))


def near(pattern: str, places: Iterable[str]) -> list[str]:
    """Return those of some places that may lie in, or around, the plain start of a pattern."""
    path = f"/{pattern.lstrip('/')}"
    signs = WILDCARD.search(path)
    folder = path[: path.rfind("/", 0, signs.start()) + 1] if signs else ""
    return [
        place
        for place in places
        if f"{place}/".startswith(folder) or folder.startswith(f"{place}/")
    ]


def may_hold(pattern: str, place: str, *, hidden: bool = True) -> bool:
    """Say whether an absolute path with wildcards may stand for a folder that holds a place."""
    if apart(pattern, place):
        return False
    *_, last = reached(pattern, place, hidden=hidden)
    return any(passed < place.count("/") for passed in last or ())


def reached(pattern: str, place: str, *, hidden: bool) -> Iterator[set[int] | None]:
    """
    Return how many names of a place a pattern may have passed, before and behind each of its own.

    It ends where there is no way on; None says that the pattern is too clever to follow.
    """
    names = place.strip("/").split("/")
    passed = {0}
    yield passed
    for segment in pattern.strip("/").split("/"):
        if segment == ANY_FOLDERS:
            passed = set(range(min(passed), len(names)))
        elif segment.count("{") > segment.count("}"):
            yield None  # the options hold slashes
            return
        else:
            ahead = (at for at in passed if at < len(names))
            passed = {at + 1 for at in ahead if fits(segment, names[at], hidden=hidden)}
        yield passed
        if not passed:
            return


def our_folder(around: Surroundings) -> tuple[str, ...]:
    """Return the ways in which text can plainly name Proctor's own folder."""
    below = relative(around.proctor_home, around.home)
    short = (f"~/{below}", f"$HOME/{below}", f"${{HOME}}/{below}") if below else ()
    real = (around.proctor_home_real,) if around.proctor_home_real else ()
    return (around.proctor_home, *real, *short)


def mentioning(part: Part, around: Surroundings) -> Iterable[Said]:
    """Say what the guard has against text that names what is guarded."""
    if foreign(part) and names_our_folder(part, around):
        yield DENY, OUR_FOLDER
    if part.kind is not SHELL:
        return
    command = part.command
    if part.unread:
        named = our_mark(part.text, around)
        if named:
            yield ASK, f"it cannot be read, and it names {named}"
    elif command and ("code" in part.classes or not part.classes):
        named = our_mark("\n".join(command.words), around)
        if named:
            what = "it runs code that" if part.classes else "it is not known what it does, and it"
            yield ASK, f"{what} names {named}"
    yield from kept_calls(command)
    if OUR_STORE.search(part.text) or printed_store(command):
        yield ASK, "PROCTOR_STORE may hold the password of Proctor's store"
    if command and command.fed and (part.unsure or "code" in part.classes):
        named = our_mark(command.fed, around)
        if named:
            yield ASK, f"what it may run names {named}"


def our_mark(text: str, around: Surroundings) -> str | None:
    """
    Return how a text names what is guarded: a folder, a word, a command of ours.

    A text that a shell reads again may have quotes and backslashes inside of any word.
    """
    bare = unquoted(text)
    marks = (*our_folder(around), *MARKS)
    named = first_in(text, marks) or first_in(bare, marks)
    call = OUR_CALL.search(text) or OUR_CALL.search(bare) if named is None else None
    return f"`{' '.join(call[0].split())}`" if call else named


def kept_calls(command: Command | None) -> Iterable[Said]:
    """Ask about a command of ours in a variable: some expansions run what is in one."""
    for call in filter(None, map(OUR_CALL.search, values(command))):
        yield ASK, f"it keeps `{' '.join(call[0].split())}` in a variable, which may be run"


def values(command: Command | None) -> Iterator[str]:
    """Return the texts that a command keeps in variables."""
    if command is None:
        return
    yield from (value for _, value in command.assignments)
    name = command.words[0] if command.words else ""
    if name in KEEPERS:
        yield from (command.fed, *command.words[1:])


def printed_store(command: Command | None) -> bool:
    """Say whether a command prints the variable that names the store."""
    return bool(command and command.words[:1] == ("printenv",) and STORE in command.words)


MARKS = (
    ".proctor",
    "PROCTOR_",
    "import proctor",
    "from proctor",
    "disableAllHooks",
    *sorted(HOOK_VARIABLES),
)


def first_in(text: str, marks: Sequence[str]) -> str | None:
    """Return the first mark that a text has."""
    return next((mark for mark in marks if mark in text), None)


def names_our_folder(part: Part, around: Surroundings) -> bool:
    """Say whether a text names Proctor's own folder, plainly or as one of its words."""
    alike = str.lower if around.folds_case else str
    marks = [alike(mark) for mark in our_folder(around)]
    texts = [part.text, *strings(part)]
    if any(first_in(alike(text), marks) for text in texts):
        return True
    homes = [mark for mark in marks if mark.startswith("/")]
    words = {word for text in texts for word in BETWEEN_WORDS.split(text)}
    paths = (alike(path) for word in words for path in plain_paths(word, around))
    return any(relative(path, home) is not None for path in paths for home in homes)
