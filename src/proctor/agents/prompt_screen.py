"""
Whether Claude Code waits for a prompt, or in a dialog, as its terminal shows it.

    title                what stands there                                 it
    ✳ Claude Code        the input box, whatever is typed in it            waits
    ◐ Claude Code        the input box, and a line that says it works      works
    ✳ Claude Code        a dialog, and no box                              asks
    anything else        an empty box, and `? for shortcuts` below it      waits

The box alone says nothing: it is there while the model thinks and while a tool runs, and what
says so below it goes where somebody types, has a status line of their own or uses vim's keys.
So the title counts, or else the one thing that only stands there at the prompt. Where there
is doubt it does not wait. The title is some hundredths of a second ahead of a dialog that is
about to be drawn in the box's place: whoever looks, looks twice. What was measured is in
docs/decisions/0034-typing-into-a-program.md.
"""

from __future__ import annotations

import re

from proctor.agents.input_box import cells_of, is_rule, read_box

# How the title begins while the program waits for its user, at the prompt or in a dialog.
WAITS = "\N{EIGHT SPOKED ASTERISK} "
# And while it works, or a sub-agent of it does: half circles, in other versions Braille.
WORKS = tuple("\u25d0\u25d1\u25d2\u25d3") + tuple(map(chr, range(0x2801, 0x2900)))
# What stands below the box while it works, cut off where the window is narrow; and at the prompt.
INTERRUPT = re.compile("esc to(?: i|\N{HORIZONTAL ELLIPSIS})")
SHORTCUTS = "? for shortcuts"
# The choice of a dialog that Enter takes.
CHOICE = re.compile("\\s*\N{HEAVY RIGHT-POINTING ANGLE QUOTATION MARK ORNAMENT}\\s[0-9]+\\. ")


def waits_for_prompt(screen: str, row: int, title: str) -> bool:
    """
    Say whether it is certain that the program waits for a prompt.

    Args:
        screen: what the terminal shows, with its colours.
        row: the cursor's row, from 0 on.
        title: the terminal's title, as the program has set it.

    """
    box = read_box(screen, row)
    if box is None or title.startswith(WORKS):
        return False
    below = lines_below(screen, row)
    if any(INTERRUPT.search(line) for line in below):
        return False
    return title.startswith(WAITS) or (box.empty and any(SHORTCUTS in line for line in below))


def shows_dialog(screen: str, row: int, title: str) -> bool:
    """
    Say whether it is certain that the program waits in a dialog: there are choices, and no box.

    Args:
        screen: what the terminal shows, with its colours.
        row: the cursor's row, from 0 on.
        title: the terminal's title, as the program has set it.

    """
    if not title.startswith(WAITS) or read_box(screen, row) is not None:
        return False
    return any(CHOICE.match(line) for line in lines_of(screen))


def lines_of(screen: str) -> list[str]:
    """Return the lines of a screen, without colours."""
    return ["".join(cell.char for cell in cells).rstrip() for cells in cells_of(screen)]


def lines_below(screen: str, row: int) -> list[str]:
    """Return what stands below the box that the cursor is in."""
    lines = lines_of(screen)
    end = next(at for at in range(row + 1, len(lines)) if is_rule(lines[at]))
    return lines[end + 1 :]
