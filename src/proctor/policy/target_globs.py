"""Globs over plain text: `*` is any text, `?` one character, `{a,b}` one of some."""

from __future__ import annotations

from proctor.policy.globs import glob_regex
from proctor.policy.patterns import Regex, literal_prefix


def target_glob(pattern: str) -> Regex:
    """Compile a pattern for a tool whose target is plain text."""
    text = glob_regex(pattern)
    return Regex(text, literal_prefix(text))
