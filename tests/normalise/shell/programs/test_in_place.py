"""Commands that rewrite files, or only show them."""

from __future__ import annotations

from tests.normalise.shell.programs.paths import touched
from tests.tables import each_row


@each_row(
    ("command", "expected"),
    [
        ("gzip a b", "w:a w:b"),
        ("gzip -c a", "r:a"),
        ("gzip -r a", "w:a+"),
        ("xz -dc a", "r:a"),
        ("xz -t a", "r:a"),
        ("xz -t -d a", "w:a"),
        ("dos2unix a", "w:a"),
        ("dos2unix -i a", "r:a"),
        ("pdftotext a.pdf -", "r:a.pdf"),
        ("pdftotext a.pdf b", "r:a.pdf w:b"),
        ("plutil -p a", "r:a"),
        ("plutil -convert xml1 a", "w:a"),
        ("plutil -convert xml1 -o - a", "r:a"),
        ("PlistBuddy -c Print a", "r:a"),
        ("PlistBuddy -c 'Add :k string v' a", "w:a"),
        ("less +G a", "r:a"),
        ("less -- +x", "r:+x"),
    ],
)
def test_options_decide_whether_a_file_is_read_or_written(command: str, expected: str) -> None:
    """The same operand is read or written, as the options say."""
    assert expected == touched(command)
