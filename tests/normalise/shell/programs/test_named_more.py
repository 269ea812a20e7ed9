"""Names and texts that are more than they seem: `@file`, `|program`, `.so file`, `a[$(x)]`."""

from __future__ import annotations

from tests.normalise.shell.commands.told import told
from tests.tables import each_row


@each_row(
    ("command", "expected"),
    [
        ("strings a.bin", {"read"}),
        ("strings a.bin @words", {"unknown"}),
        ("soelim a.1", {"unknown"}),
        ("soelim", {"unknown"}),
        ("groff -Tascii a.1 -", {"unknown"}),
        ("troff /dev/stdin", {"unknown"}),
        ("identify a.png", {"read"}),
        ("identify 'id|'", {"code"}),
        ("identify ephemeral:a.png", {"network"}),
        ("magick identify a.MSL", {"code"}),
        ("exit 3", {"read"}),
        ("exit 'a[1]'", {"unknown"}),
    ],
)
def test_a_word_that_stands_for_more_is_not_taken_for_a_file(
    command: str, expected: set[str]
) -> None:
    """A plain name is read; one that stands for a program, a list or a number is more."""
    assert expected == told(command)
