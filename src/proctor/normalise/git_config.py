"""Read the text of a git configuration file: names and their last values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from proctor.terms.lazy_pattern import lazy

SECTION = lazy(r'\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]', re.ASCII)
SETTING = lazy(r"([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$", re.DOTALL | re.ASCII)
MOST_SETTINGS = 2000
BLANKS = " \t\r\n"
# Without one of these a value is what it seems to be.
SPECIAL = lazy(r'[\\"#;]')
# A repository's settings are read for every call that runs git, and seldom change.
LONGEST_KEPT = 1 << 14
NOT_READ = {"core.unreadable": "the file is not in the form of git"}

# Settings of which every value counts, and not the last one: they are joined by line ends.
LISTED = frozenset({"blame.ignorerevsfile"})


def read_git_config(text: str) -> dict[str, str]:
    """
    Return the settings of a file, as `section.sub.name`.

    A file that git itself would refuse gives one setting that nobody takes for
    harmless. What was made of the last texts is kept: the same text has the same
    settings, wherever it stands.
    """
    return dict(kept_settings(text) if len(text) <= LONGEST_KEPT else settings_in(text))


def settings_in(text: str) -> dict[str, str]:
    """Return the settings of a text."""
    found: dict[str, str] = {}
    section = ""
    for line in lines_of(text):
        rest = line.strip(BLANKS)
        while rest.startswith("["):
            match = SECTION.match(rest)
            if match is None:
                return dict(NOT_READ)
            name, sub = match.groups()
            section = name.lower() + (f".{unescaped(sub)}" if sub is not None else "")
            rest = rest[match.end() :].strip(BLANKS)
        if not rest or rest[0] in "#;":
            continue
        match = SETTING.match(rest)
        if match is None or not section or len(found) >= MOST_SETTINGS:
            return dict(NOT_READ)
        value = "true" if match[2] is None else plain_value(match[2])
        name = f"{section}.{match[1].lower()}"
        found[name] = f"{found[name]}\n{value}" if name in LISTED and name in found else value
    return found


kept_settings = lru_cache(maxsize=64)(settings_in)


def lines_of(text: str) -> Iterator[str]:
    """Return the lines of a file, joined where a value goes on; a comment never does."""
    whole = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        whole += line
        backslashes = len(line) - len(line.rstrip("\\"))
        if backslashes % 2 and not ends_in_comment(whole):
            whole = whole[:-1]
            continue
        yield whole
        whole = ""
    if whole:
        yield whole


def ends_in_comment(line: str) -> bool:
    """Say whether a line ends in a comment: then its backslash is part of that."""
    quoted = False
    index = 0
    while index < len(line):
        char = line[index]
        if char == "\\":
            index += 1
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            return True
        index += 1
    return False


def plain_value(text: str) -> str:
    """Return a value without its comment and quotes; blanks at its ends count only in quotes."""
    if SPECIAL.search(text) is None:
        return text.strip(BLANKS)
    out: list[str] = []
    quoted = False
    index = kept = 0
    while index < len(text):
        char = text[index]
        index += 1
        if char == "\\" and index < len(text):
            out.append({"n": "\n", "t": "\t", "b": "\b"}.get(text[index], text[index]))
            kept = len(out)
            index += 1
        elif char == '"':
            quoted = not quoted
        elif char in "#;" and not quoted:
            break
        elif quoted or char not in BLANKS:
            out.append(char)
            kept = len(out)
        elif out:
            out.append(char)
    return "".join(out[:kept])


def unescaped(text: str) -> str:
    """Return the name of a subsection without its backslashes."""
    return re.sub(r"\\(.)", r"\1", text)
