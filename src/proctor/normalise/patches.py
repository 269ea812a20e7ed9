"""Which files a patch changes: every form of header that Codex, OpenCode, git and diff write."""

from __future__ import annotations

import re

from proctor.terms.lazy_pattern import lazy

# What stands before a file's name. A program may know some of these forms and skip the others, so
# each counts wherever it stands, and a blank more or less makes no difference.
CODEX = lazy(r"\*\*\*\s*(?:(add|update|delete)\s+file|move\s+to)\s*:", re.IGNORECASE)
MOVED = lazy(r"(?:rename|copy)\s+(?:from|to)\s", re.IGNORECASE)
DIFF = lazy(r"(?:\+\+\+|---)\s")
GIT = "diff --git "
DELETED = "deleted file mode"
NOWHERE = "/dev/null"
# A header is a few words and a path; no path is so long.
LONGEST_HEADER = 4200
ESCAPE = lazy(rb"\\([0-7]{3}|.)", re.DOTALL)
ESCAPED = {
    b"n": b"\n",
    b"t": b"\t",
    b"r": b"\r",
    b"a": b"\a",
    b"b": b"\b",
    b"f": b"\f",
    b"v": b"\v",
}


def patched_files(patch: str) -> dict[str, bool]:
    """
    Return the files that a patch changes, each with whether the patch deletes it.

    Programs do not agree on what ends a line, so each reading of them counts.
    A patch without headers has no files.
    """
    found: dict[str, bool] = {}
    for lines in (patch.split("\n"), patch.splitlines()):
        last = ""  # the file that a line about deleting belongs to
        for line in lines:
            text = line.strip()
            if text.startswith(DELETED) or (text.startswith("+++") and NOWHERE in text[:20]):
                if last:
                    found[last] = True
                continue
            names = named(text)
            if names and len(line) > LONGEST_HEADER:
                names.append((line, False))  # what a program makes of it is not known
            for name, deleted in names:
                found[name] = found.get(name, False) or deleted
                last = name
    return found


def named(line: str) -> list[tuple[str, bool]]:
    """Return the files that a header names; none if the line is no header."""
    match = CODEX.match(line)
    if match:
        name = line[match.end() :].strip()
        return [(name, (match[1] or "").lower() == "delete")] if name else []
    if line.startswith(GIT):
        return [(name, False) for name in both_sides(line[len(GIT) :])]
    match = MOVED.match(line)
    if match:
        return [(unquoted(line[match.end() :].strip()), False)]
    match = DIFF.match(line)
    name = without_side(line[match.end() :].partition("\t")[0].strip()) if match else ""
    return [(name, False)] if name and name != NOWHERE else []


def both_sides(names: str) -> list[str]:
    """Return the names of `a/x b/x`; where a rename differs, headers of its own say so."""
    middle = len(names) // 2
    first, second = names[:middle], names[middle + 1 :]
    if names[middle : middle + 1] != " " or without_side(first) != without_side(second):
        return []
    return [without_side(first)]


def without_side(name: str) -> str:
    """Drop the `a/` or `b/` that git puts before a name."""
    plain = unquoted(name)
    return plain[2:] if plain.startswith(("a/", "b/")) else plain


def unquoted(name: str) -> str:
    """Read a name that git wrote in quotes, with its bytes escaped."""
    if len(name) < len('""') or not (name.startswith('"') and name.endswith('"')):
        return name
    raw = name[1:-1].encode("utf-8", "surrogatepass")
    plain = ESCAPE.sub(lambda match: unescaped(match[1]), raw)
    return plain.decode("utf-8", "surrogateescape")


def unescaped(mark: bytes) -> bytes:
    """Return the byte that an escape stands for."""
    if len(mark) == len("000"):
        return bytes([int(mark, 8) & 0xFF])
    return ESCAPED.get(mark, mark)
