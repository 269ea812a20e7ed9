"""Names with wildcards, read generously: what one may stand for, never what it must."""

from __future__ import annotations

WILD = frozenset("*?[]{}()\\")
# A segment that stands for any number of folders; the second one goes through links, as in zsh;
# the third one too, but not into folders that linters leave out, however large these are.
ANY_FOLDERS, THROUGH_LINKS, THROUGH_SOURCES = "**", "***", "****"
# The same for the files that a repository of git has in its index, and no others; what stands
# behind it in the segment is how their names end.
TRACKED = "*****"
LEFT_OUT = frozenset(
    ".git .hg .svn .tox .nox .venv venv node_modules __pypackages__ .mypy_cache .ruff_cache "
    ".pytest_cache .eggs .direnv".split()
)


def is_wild(text: str) -> bool:
    """Say whether a text may be a pattern."""
    return not WILD.isdisjoint(text)


def fits(segment: str, name: str, *, hidden: bool) -> bool:
    """
    Say whether a name with wildcards may stand for another.

    Everything between its first wildcard and its last counts as wild. `hidden`
    says that a wildcard may stand for a leading dot.
    """
    wild = [index for index, char in enumerate(segment) if char in WILD]
    if not wild:
        return segment == name
    # `@(x)`, `+(x)` and `!(x)` begin before their parenthesis.
    start, end = segment[: wild[0]].rstrip("@+!"), segment[wild[-1] + 1 :]
    if not start and not hidden and name.startswith("."):
        return False
    return name.startswith(start) and name.endswith(end)
