"""
Path patterns: what `docs/**`, `~/x`, `//etc/x` and `.env` mean.

A pattern is compiled against the place it is anchored at, never against an
absolute path: the call's working folder is known only when a call comes. So a
path is matched by its form relative to each anchor.
"""

from __future__ import annotations

from enum import Enum

from proctor.policy.globs import (
    SET,
    check_braces,
    closing_brace,
    escape,
    set_regex,
    split_options,
)
from proctor.policy.patterns import Regex
from proctor.terms.named_tuple import NamedTuple


class Anchor(Enum):
    """What a pattern is relative to."""

    FILESYSTEM = "//"
    HOME = "~/"
    ROOT = "/"
    CWD = "./"
    NAME = ""


class PathPattern(NamedTuple):
    """
    A path pattern: anchor, how many folders up from it, and the rest as a glob.

    A pattern without a slash is a name, at any depth.
    """

    anchor: Anchor
    up: int
    glob: str

    def regex(self) -> Regex:
        """Return the pattern for a path relative to the anchor: allow."""
        if self.anchor is Anchor.NAME:
            return compile_glob(f"**/{self.glob}")
        return compile_glob(self.glob)

    def generous_regex(self) -> Regex:
        """Return the same for deny and ask: a name also covers all that is below it."""
        if self.anchor is Anchor.NAME:
            return compile_glob(f"**/{self.glob}/**", generous=True)
        return compile_glob(self.glob, generous=True)


def read_path_pattern(text: str) -> PathPattern:
    """Read a path pattern as people write it."""
    if text.endswith("/") and text.strip("/"):
        text += "**"
    if text.startswith("//"):
        return PathPattern(Anchor.FILESYSTEM, 0, tidy(text[2:]))
    if text == "~" or text.startswith("~/"):
        return PathPattern(Anchor.HOME, 0, tidy(text[2:]))
    if text.startswith("/"):
        return PathPattern(Anchor.ROOT, 0, tidy(text[1:]))
    up = 0
    anchored = "/" in text
    while text.startswith(("./", "../")) or text in (".", ".."):
        anchored = True
        up += text.startswith("..")
        text = text.partition("/")[2]
    return PathPattern(Anchor.CWD if anchored else Anchor.NAME, up, tidy(text))


def tidy(glob: str) -> str:
    """Drop empty and `.` segments, which no path has."""
    return "/".join(segment for segment in glob.split("/") if segment not in ("", "."))


def check_path_pattern(text: str) -> None:
    """
    Refuse a pattern with an open bracket or brace, which would match next to nothing.

    Raises:
        RuleError: with the offset of the character that has no partner.

    """
    check_braces(text, sets=True)


def compile_glob(glob: str, *, generous: bool = False) -> Regex:
    """Compile a glob over paths: `*` stays in one segment, `**` crosses."""
    text = path_regex(glob, generous=generous)
    plain = glob[: next((i for i, c in enumerate(glob) if c in "*?{["), len(glob))]
    # `a/**` matches `a` as well, so the slash before a wildcard is not certain.
    prefix = plain.rpartition("/")[0] if len(plain) < len(glob) else plain
    return Regex(text, prefix)


def path_regex(glob: str, *, generous: bool = False) -> str:
    """
    Turn a path glob into a regular expression over a whole relative path.

    `[ab]` is a name with brackets, and `{a}` one with braces. People also write
    them for one of two characters and for `a`, so generous matching (deny and
    ask) covers both readings.
    """
    out: list[str] = []
    index = 0
    while index < len(glob):
        rest = glob[index:]
        at_start = index == 0 or glob[index - 1] == "/"
        if at_start and rest.startswith("**/"):
            out.append("(?:.*/)?")
            index += 3
            continue
        if rest == "/**":
            out.append("(?:/.*)?")
            break
        if rest.startswith("**"):
            out.append(".*")
            index += 2
            continue
        char = glob[index]
        if char == "*":
            out.append("[^/]*")
        elif char == "?":
            out.append("[^/]")
        elif char == "{" and (end := closing_brace(glob, index)):
            options = split_options(glob[index + 1 : end])
            read = (path_regex(option, generous=generous) for option in options)
            out.append(f"(?:{'|'.join(read)})")
            index = end
        elif generous and char == "[" and (found := SET.match(glob, index)):
            out.append(set_regex(found[0]))
            index = found.end() - 1
        elif generous and char == "{" and (end := glob.find("}", index)) > 0:
            inside = path_regex(glob[index + 1 : end], generous=True)
            out.append(rf"(?:\{{{inside}\}}|{inside})")
            index = end
        else:
            out.append(escape(char))
        index += 1
    return "".join(out)
