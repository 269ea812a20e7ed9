"""Globs: `*`, `?` and `{a,b}` as regular expressions that both engines read alike."""

from __future__ import annotations

from proctor.terms.lazy_pattern import lazy

# `[ab]` within one name of a path; other tools read it as one of these characters.
SET = lazy(r"\[[!^]?\]?[^\]/]*\]")


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


def set_regex(text: str) -> str:
    """Return an expression for `[ab]` as a name with brackets, and as one of its characters."""
    literal = "".join(map(escape, text))
    inside = text[1:-1]
    negated = inside[:1] in ("!", "^")
    inside = inside[negated:]
    if not inside:
        return literal
    members = ["/"] if negated else []
    index = 0
    while index < len(inside):
        first, last = inside[index], inside[index + 2 : index + 3]
        if inside[index + 1 : index + 2] == "-" and first <= last:
            members.append(f"{escape_in_set(first)}-{escape_in_set(last)}")
            index += 3
        else:
            members.append(escape_in_set(first))
            index += 1
    return f"(?:{literal}|[{'^' if negated else ''}{''.join(members)}])"


def escape_in_set(char: str) -> str:
    """Escape one character so that both engines read it literally inside `[…]`."""
    return "\\-" if char == "-" else escape(char)


def check_braces(glob: str, *, sets: bool = False) -> None:
    """
    Refuse a brace without its partner; with `sets`, a bracket without one too.

    Raises:
        RuleError: with the offset of the character that has no partner.

    """
    from proctor.errors import RuleError  # noqa: PLC0415 - only reading a rule needs it

    opened: list[int] = []
    index = 0
    while index < len(glob):
        char = glob[index]
        if sets and char == "[":
            found = SET.match(glob, index)
            if found is None or (opened and not set(",{}").isdisjoint(found[0])):
                raise RuleError(
                    "unclosed-bracket",
                    "this `[` is not closed within its name",
                    offset=index,
                    help="write `{a,b}` for one of several, or `?` for any one character",
                )
            if "[:" in found[0] and ":]" in found[0]:
                raise RuleError(
                    "unclosed-bracket",
                    f"`{found[0]}` names a class of characters, which patterns do not have",
                    offset=index,
                    length=len(found[0]),
                    help="write the range, such as `[a-z]`",
                )
            index = found.end()
            continue
        if char == "{":
            opened.append(index)
        elif char == "}" and not opened:
            raise RuleError(
                "unopened-brace",
                "this `}` closes a brace that was never opened",
                offset=index,
                help="write `{a,b}` for one of several, or `?` for any one character",
            )
        elif char == "}":
            opened.pop()
        index += 1
    if opened:
        raise RuleError(
            "unclosed-brace",
            "this `{` is not closed",
            offset=opened[-1],
            help="write `{a,b}` for one of several, or `?` for any one character",
        )


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
