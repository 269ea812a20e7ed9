"""What a command is certain to print: a text, or the names of files."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.terms.lazy_pattern import lazy

ECHO_OPTION = lazy(r"-[neE]+$|--(help|version)$")


def text_printed(name: str, words: Sequence[str]) -> str | None:
    """Return the text that `echo` or `printf` prints; None if that is not certain."""
    if name == "echo" and not ECHO_OPTION.match("".join(words[:1])) and "\\" not in "".join(words):
        return " ".join(words) + "\n"
    if name == "printf" and words:
        return formatted(words[0], words[1:])
    return None


def formatted(layout: str, words: Sequence[str]) -> str | None:
    """Return what `printf` prints, where its format is one of the plain ones."""
    if layout == "%s" and words:
        return "".join(words)
    if layout == "%s\\n" and words:
        return "".join(f"{word}\n" for word in words)
    plain = layout.replace("\\n", "\n")
    if words or layout.startswith("-") or set(plain) & set("%\\"):
        return None
    return plain
