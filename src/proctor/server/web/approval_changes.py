"""What an edit would change, line by line, as far as the question holds it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

PATHS = ("file_path", "filePath", "path", "notebook_path")
# What stands in a file, and what shall stand there instead, as the agent programs name them.
PAIRS = (("old_string", "new_string"), ("old_str", "new_str"), ("oldString", "newString"))
WHOLE = ("content", "file_text", "new_source", "contents")
# All that is seen of an edit once it is shown as one.
IN_AN_EDIT = frozenset({"edits", *PATHS, *WHOLE, *(name for pair in PAIRS for name in pair)})
# So many lines are compared, are shown before and after, and so many letters of each.
MOST_COMPARED, MOST_SHOWN, LONGEST = 400, 60, 300
MOST_EDITS = 20


class Line(NamedTuple):
    """One line: `+` comes, `-` goes, a blank stays, `…` stands for some that are not shown."""

    sign: str
    text: str


class Edit(NamedTuple):
    """What becomes of one place: whether a file is written whole, and the lines."""

    whole: bool
    lines: tuple[Line, ...]


def path_of(given: object) -> str:
    """Return the file that an input names; nothing where it names none."""
    found = given if isinstance(given, Mapping) else {}
    return next((str(found[name]) for name in PATHS if isinstance(found.get(name), str)), "")


def edits_of(given: object) -> tuple[Edit, ...]:
    """Return what an input would change; nothing for what is no edit, or is not kept."""
    if not isinstance(given, Mapping):
        return ()
    several = given.get("edits")
    if isinstance(several, list):
        each = (edit_of(one) for one in several[:MOST_EDITS] if isinstance(one, Mapping))
        return tuple(filter(None, each))
    one = edit_of(given)
    return (one,) if one is not None else ()


def edit_of(given: Mapping[str, Any]) -> Edit | None:
    """Return one change; None for what is none."""
    for old, new in PAIRS:
        before, after = given.get(old), given.get(new)
        if isinstance(before, str) and isinstance(after, str):
            return Edit(False, tuple(shortened(compared(before, after))))
    if not path_of(given):
        return None
    text = next((given[name] for name in WHOLE if isinstance(given.get(name), str)), None)
    if text is None:
        return None
    return Edit(True, tuple(shortened(Line("+", line) for line in text.split("\n"))))


def compared(before: str, after: str) -> Iterable[Line]:
    """Return the lines of two texts; long ones are not compared, which may take long."""
    old, new = before.split("\n"), after.split("\n")
    if max(len(old), len(new)) > MOST_COMPARED:
        yield from (Line("-", line) for line in old)
        yield from (Line("+", line) for line in new)
        return
    for word, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if word == "equal":
            yield from (Line(" ", line) for line in old[a:b])
            continue
        yield from (Line("-", line) for line in old[a:b])
        yield from (Line("+", line) for line in new[c:d])


def shortened(lines: Iterable[Line]) -> Iterable[Line]:
    """Return the first lines and the last, each with an end: the worst may stand anywhere."""
    every = list(lines)
    hidden = len(every) - 2 * MOST_SHOWN
    shown = every if hidden <= 0 else every[:MOST_SHOWN]
    yield from map(cut, shown)
    if hidden > 0:
        yield Line("…", f"{hidden} more lines")
        yield from map(cut, every[-MOST_SHOWN:])


def cut(line: Line) -> Line:
    """Return a line with its beginning and its end."""
    if len(line.text) <= LONGEST:
        return line
    half = LONGEST // 2
    gone = len(line.text) - 2 * half
    return Line(line.sign, f"{line.text[:half]} […{gone} characters…] {line.text[-half:]}")
