"""Make a finding smaller: delete pieces for as long as it stays a finding."""

from __future__ import annotations

from collections.abc import Callable

from tests.fuzz.generate import PIECES


def shrunk(text: str, is_finding: Callable[[str], bool]) -> str:
    """Return the smallest text that deleting pieces leads to and that is still a finding."""
    pieces = PIECES.findall(text)
    length = max(len(pieces) // 2, 1)
    while True:
        start, before = 0, len(pieces)
        while start < len(pieces):
            fewer = pieces[:start] + pieces[start + length :]
            if is_finding("".join(fewer)):
                pieces = fewer
            else:
                start += length
        if length == 1 and len(pieces) == before:
            return "".join(pieces)
        length = max(length // 2, 1)
