"""What is plain in a line that cannot be read."""

from __future__ import annotations

from proctor.normalise.shell.salvage import MOST_FRAGMENTS, fragments
from tests.tables import each_row


@each_row(
    ("line", "found"),
    [
        ("$(a); b", ["a", "b"]),
        ("if a; then b; else c; fi", ["a", "b", "c", "fi"]),
        ("for x in y; do a; done", ["for x in y", "a", "done"]),
        ("{ a; }", ["a", "}"]),
        ("(a && b)", ["a", "b"]),
        ("`a`", ["a"]),
        ("! a", ["a"]),
        ("echo 'a; b' \"c | d\"", ["echo 'a; b' \"c | d\""]),
        ("a\\;b", ["a\\;b"]),
        ("a 2>&1 | b &> c", ["a 2>&1", "b &> c"]),
        ("", []),
        ("';", ["';"]),
    ],
)
def test_commands_are_found_outside_quotes(line: str, found: list[str]) -> None:
    """A line is split wherever a command could begin; keywords in front are dropped."""
    assert fragments(line) == found


def test_there_is_an_end_to_fragments() -> None:
    """A line of very many pieces is not split for ever."""
    assert len(fragments("a;" * 10_000)) == MOST_FRAGMENTS
