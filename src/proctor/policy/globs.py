"""Globs: `*`, `?` and `{a,b}` as regular expressions that both engines read alike."""

from __future__ import annotations


def glob_regex(glob: str, *, any_text: str = ".*", one: str = ".") -> str:
    """Turn `*`, `?` and `{a,b}` into a regular expression; all else is literal."""
    out: list[str] = []
    index = 0
    while index < len(glob):
        char = glob[index]
        if char == "*":
            while glob[index : index + 1] == "*":
                index += 1
            out.append(any_text)
            continue
        if char == "?":
            out.append(one)
        elif char == "{" and (end := closing_brace(glob, index)):
            options = split_options(glob[index + 1 : end])
            inner = (glob_regex(option, any_text=any_text, one=one) for option in options)
            out.append(f"(?:{'|'.join(inner)})")
            index = end
        else:
            out.append(escape(char))
        index += 1
    return "".join(out)


def escape(char: str) -> str:
    """Escape one character so that both engines read it literally."""
    if char.isalnum() or char in "_ /:-,@%&=~\"'<>" or ord(char) > 127:  # noqa: PLR2004 - ASCII
        return char
    if char == "\0":
        return "\\x00"
    return "\\" + char if char.isprintable() else char


def closing_brace(glob: str, start: int) -> int:
    """Return where the brace that opens at `start` closes; 0 if it does not."""
    depth = 0
    for index in range(start, len(glob)):
        depth += {"{": 1, "}": -1}.get(glob[index], 0)
        if depth == 0:
            return index if "," in glob[start:index] else 0
    return 0


def split_options(inside: str) -> list[str]:
    """Split `a,{b,c}` at the commas that are not inside inner braces."""
    options, depth, start = [], 0, 0
    for index, char in enumerate(inside):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            options.append(inside[start:index])
            start = index + 1
    return [*options, inside[start:]]
