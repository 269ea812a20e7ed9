"""
Claude Code's input box, as its terminal shows it: whether it is there, and what stands in it.

    ──────────────────────────── my name ─
    > From ada: hello
      and a second line
    ──────────────────────────────────────
      ⏸ manual mode on · ? for shortcuts

(Its sign is another one.) It is the box that the cursor is in. Whatever an agent prints
elsewhere is none, and neither is a dialog, a list of sessions, an editor or a window that is
too small: where there is doubt there is no box. What was measured is in
docs/decisions/0034-typing-into-a-program.md.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

RULE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
# The sign and a space that does not break. Other lists of the program have a plain space.
SPACE = "\N{NO-BREAK SPACE}"
PROMPT = "\N{HEAVY RIGHT-POINTING ANGLE QUOTATION MARK ORNAMENT}" + SPACE
SHELL = "!" + SPACE
SHORTEST = 3
# Commands to the terminal, in what tmux tells: colours, links, other character sets.
COMMANDS = re.compile(
    r"\x1b\[(?P<style>[0-9;:]*)m|\x1b\[[0-?]*[ -/]*[@-~]"
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x0e\x0f]"
)
RESET, DIM, REVERSE, NOT_DIM, NOT_REVERSE = "0", "2", "7", "22", "27"
COLOURS = frozenset({"38", "48", "58"})
# How many numbers belong to a colour, by the number behind 38.
LENGTHS = {"5": 2, "2": 4}
RESEMBLES = 40
# What the box shows in the place of a text that is long or has several lines.
PASTED = re.compile(r"\[Pastedtext#[0-9]+(?:\+([0-9]+)lines?)?\]")


class Cell(NamedTuple):
    """One character on the screen: whether it is pale, and whether the cursor is on it."""

    char: str
    dim: bool
    reverse: bool


class Box(NamedTuple):
    """The box: whether a shell command is typed there, what is, and whether that is nothing."""

    in_shell: bool
    text: str
    empty: bool

    def has(self, text: str) -> bool:
        """Say whether a text stands in the box, whole and alone."""
        if self.in_shell or self.empty:
            return False
        shown = squeezed(self.text)
        pasted = PASTED.fullmatch(shown)
        if pasted:
            return int(pasted[1] or 0) == text.count("\n")
        return shown == squeezed(text)

    def begins_with(self, text: str) -> bool:
        """Say whether the box begins with the sender of a text, whatever is shown behind that."""
        if self.in_shell or self.empty:
            return False
        return squeezed(self.text).startswith(squeezed(text.partition(":")[0] + ":"))

    def resembles(self, text: str) -> bool:
        """Say whether the box begins with so much of a text that it is no other."""
        if self.in_shell or self.empty:
            return False
        return squeezed(self.text).startswith(squeezed(text)[:RESEMBLES])

    @property
    def is_pasted(self) -> bool:
        """Say whether the box begins with something long that was pasted."""
        return not self.in_shell and PASTED.match(squeezed(self.text)) is not None


def read_box(screen: str, row: int) -> Box | None:
    """
    Return the box that the cursor is in; None where it is in none.

    Args:
        screen: what the terminal shows, with its colours.
        row: the cursor's row, from 0 on.

    """
    rows = cells_of(screen)
    lines = ["".join(cell.char for cell in cells).rstrip() for cells in rows]
    if not 0 <= row < len(lines):
        return None
    top = next((at for at in range(row - 1, -1, -1) if is_top(lines[at])), None)
    end = next((at for at in range(row + 1, len(lines)) if is_rule(lines[at])), None)
    if top is None or end is None or any(cell.dim for cell in (*rows[top], *rows[end])):
        return None
    head = "".join(cell.char for cell in rows[top + 1])
    if not head.startswith((PROMPT, SHELL)):
        return None
    inside = [cells[len(PROMPT) :] for cells in rows[top + 1 : end]]
    text = "\n".join("".join(cell.char for cell in cells).rstrip() for cells in inside)
    return Box(head.startswith(SHELL), text, is_empty(inside))


def is_empty(inside: list[list[Cell]]) -> bool:
    """Say whether nothing was typed; what the program suggests is pale, behind the cursor."""
    cells = [cell for row in inside for cell in row if not cell.char.isspace()]
    if not cells:
        return True
    first, rest = cells[0], cells[1:]
    at_the_cursor = bool(inside[0]) and inside[0][0] == first and first.reverse
    return at_the_cursor and len(inside) == 1 and bool(rest) and all(cell.dim for cell in rest)


def is_rule(line: str) -> bool:
    """Say whether a line is drawn from one side to the other."""
    return len(line) >= SHORTEST and set(line) == {RULE}


def is_top(line: str) -> bool:
    """Say whether a line is the upper one of a box, which may have a name in it."""
    return line.startswith(RULE * SHORTEST) and line.endswith(RULE)


def squeezed(text: str) -> str:
    """Return a text without what a terminal may show otherwise: spaces and what has no width."""
    whole = unicodedata.normalize("NFC", text)
    return "".join(c for c in whole if not c.isspace() and unicodedata.category(c) != "Cf")


def cells_of(screen: str) -> list[list[Cell]]:
    """Return the characters of each line; a style holds until another one comes."""
    rows: list[list[Cell]] = []
    dim = reverse = False
    for line in screen.split("\n"):
        cells: list[Cell] = []
        at = 0
        for found in COMMANDS.finditer(line):
            cells += [Cell(char, dim, reverse) for char in line[at : found.start()]]
            at = found.end()
            if found["style"] is not None:
                dim, reverse = styled(found["style"], dim=dim, reverse=reverse)
        cells += [Cell(char, dim, reverse) for char in line[at:]]
        rows.append(cells)
    return rows


def styled(codes: str, *, dim: bool, reverse: bool) -> tuple[bool, bool]:
    """Return whether what comes is pale and whether it is turned around, after some codes."""
    words = codes.split(";")
    while words:
        word = words.pop(0)
        if word in COLOURS and words:
            del words[: LENGTHS.get(words[0], 1)]
        elif word in (RESET, ""):
            dim = reverse = False
        elif word in (DIM, NOT_DIM):
            dim = word == DIM
        elif word in (REVERSE, NOT_REVERSE):
            reverse = word == REVERSE
    return dim, reverse
