"""What a program has drawn reads as its terminal shows it."""

from __future__ import annotations

from pathlib import Path

from proctor.agents.drawn_text import MOST_COLUMNS, MOST_LINES, DrawnText
from proctor.agents.output_log import NAME
from proctor.agents.printed import last_lines
from tests.tables import each_row

ESC = "\x1b["
FULL = f"{ESC}?1049h"


def drawn(text: str, rows: int = 4) -> list[str]:
    """Return the lines of a small terminal, without the empty ones."""
    terminal = DrawnText(rows)
    terminal.read(text)
    return [line for line in terminal.text() if line]


@each_row(
    ("text", "lines"),
    [
        ("one\r\ntwo\nthree", ["one", "two", "three"]),
        ("10 %\r20 %\r100 %\r\nok", ["100 %", "ok"]),
        ("not run\r\x1b[4Cr n\x1b[5G\x1b[1Cu", ["not run"]),
        (f"wait |{ESC}1D/{ESC}1D-\b\\", ["wait \\"]),
        (f"a\r\nb\r\nc{ESC}2A\rA{ESC}1B\rB", ["A", "B", "c"]),
        (f"abc{ESC}2G{ESC}K\r\nabc{ESC}2G{ESC}1K\r\nabc{ESC}2K", ["a", "  c"]),
        (f"abcdef{ESC}2G{ESC}2P{ESC}1@", ["a def"]),
        (f"abcdef{ESC}2G{ESC}3X", ["a   ef"]),
        (f"a\r\nb\r\nc{ESC}2A\r{ESC}Lx", ["x", "a", "b", "c"]),
        (f"a\r\nb\r\nc{ESC}2A\r{ESC}M", ["b", "c"]),
        (f"a\r\nb\r\nc{ESC}1A\r{ESC}J", ["a"]),
        (f"a{ESC}s\r\nb{ESC}uc\x1b7\r\nd\x1b8e", ["ace", "d"]),
        ("\t\u65e5\u672c\x1b[2D\x1b[2Dx", ["        x\u672c"]),
        ("e\u0301vil \u202etext", ["e\u0301vil \u202etext"]),
        (f"{ESC}31mred{ESC}0m\x1b]0;title\x07", ["red"]),
        ("1\r\n2\r\n3\r\n4\r\n5\r\n6", ["1", "2", "3", "4", "5", "6"]),
        (f"old\r\nlines{ESC}2J{ESC}3J{ESC}Hnew", ["new"]),
    ],
    ids=range(17),
)
def test_moves_and_erasures_are_followed(text: str, lines: list[str]) -> None:
    """A line is what stands there in the end."""
    assert drawn(text) == lines


def screen(*lines: str) -> str:
    """Draw all lines of a screen from its top on."""
    return f"{ESC}H" + f"{ESC}K\r\x1b[1B".join(lines) + f"{ESC}K{ESC}J"


def test_lines_that_a_program_moves_up_by_drawing_stay() -> None:
    """Each once, in their order; what changes in its place is the last of it."""
    text = FULL + "".join(
        (
            screen("prompt", "step 1", "| wait", "box"),
            screen("prompt", "step 1", "/ wait", "box"),
            screen("step 1", "step 2", "- wait", "box"),
            # A dialog comes and goes, and the same lines leave again.
            screen("step 2", "Do you want to?", "1. Yes", "box"),
            screen("step 1", "step 2", "- wait", "box"),
            screen("step 2", "step 3", "done", "box"),
            screen("far", "away", "end", "box"),
        )
    )

    assert drawn(text) == [
        "prompt", "step 1", "step 2", "step 3", "done", "far", "away", "end", "box",
    ]  # fmt: skip


def test_what_a_program_has_shown_stays_when_it_ends() -> None:
    """Its screen goes away with it, and is what one looks for."""
    assert drawn(f"$ tool\r\n{FULL}{screen('shown', 'box')}{ESC}?1049l$ ") == [
        "$ tool",
        "shown",
        "box",
        "$",
    ]


def test_output_cannot_grow_without_end() -> None:
    """Neither far moves, nor many lines, nor marks above one letter."""
    far = drawn(f"{ESC}9999;9999Hx{ESC}9999@{ESC}9999L{ESC}99999999Cy")
    high = drawn("a" + "\u0301" * 100_000)
    many = DrawnText(4)
    many.read("x\r\n" * (2 * MOST_LINES))

    assert all(len(line) <= MOST_COLUMNS for line in far)
    assert len(high[0]) < 100
    assert len(many.text()) <= MOST_LINES + 4


def test_last_lines_of_a_drawing_program_are_readable(tmp_path: Path) -> None:
    """Only what has changed was written, and the line reads as a whole."""
    first, second = "1 action running", "1 action not run"
    changed = f"{ESC}H1{ESC}10Gnot run{ESC}K"
    (tmp_path / NAME).write_bytes(f"{FULL}{screen(first, 'box')}{changed}".encode())

    assert last_lines(tmp_path, 9) == [second, "box"]
