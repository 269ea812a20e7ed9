"""A Claude Code that waits for a prompt is told from one that works, and from one that asks."""

from __future__ import annotations

import pytest

from proctor.agents.prompt_screen import shows_dialog, waits_for_prompt
from tests.tables import each_row

WIDTH = 60
RULE = "\x1b[38;5;244m" + "\u2500" * WIDTH
END = "\x1b[0m\x1b[38;5;244m\x1b[49m" + "\u2500" * WIDTH
SIGN = "\x1b[39m\u276f\u00a0"
EMPTY, TYPED = SIGN + "\x1b[7m ", SIGN + "please go on\x1b[7m "
SHELL = "\x1b[39m!\u00a0\x1b[7m "
WAITS, WORKS, OTHER = "\u2733 Claude Code", "\u25d0 Claude Code", "a-host"
MODE = "\x1b[39m  \x1b[38;5;246m\u23f8 manual mode on"
SHORTCUTS, INTERRUPT = f"{MODE} \u00b7 ? for shortcuts", f"{MODE} \u00b7 esc to interrupt"
CUT = f"{MODE} \u00b7 esc to\u2026"
TASKS = f"{MODE} \u00b7 1 shell \u00b7 \u2193 to manage"
AGENTS = (f"{SHORTCUTS} \u00b7 \u2193 to manage", "", "  \u25cf main", "  \u25ef reader  looks")
HELP = (
    "  ! for shell mode     double tap esc to clear input   ctrl + z to suspend",
    "  / for commands       ctrl + t to toggle tasks        alt + p to switch model",
)
SPINNER = "\x1b[38;5;174m\u2722 Cerebrating\u2026\x1b[39m (12s \u00b7 \u2193 16 tokens)"
ROW = 4
DIALOG = f"""
{RULE}
 Bash command

 make shop

 Do you want to proceed?
 \u276f 1. Yes
   2. No

 Esc to cancel \u00b7 Tab to amend
"""


def screen(line: str, *below: str, above: str = "") -> str:
    """Return what tmux tells of a screen with a box: what is in it, above it and below."""
    return "\n".join(["\u276f tidy the shop", above, "", RULE, line, END, *below, ""])


@each_row(
    ("shown", "title"),
    [
        # After No in the dialog, and after Escape while a tool ran.
        (screen(EMPTY, SHORTCUTS), WAITS),
        # After Escape while it was thinking: the prompt is back in the box.
        (screen(TYPED, MODE), WAITS),
        (screen(SHELL, "  ! for shell mode"), WAITS),
        # A background task goes on, the turn is over.
        (screen(EMPTY, TASKS), WAITS),
        (screen(TYPED, TASKS), WAITS),
        # With a line of one's own, with vim's keys, with help, with no line at all.
        (screen(EMPTY, "  my own line", MODE), WAITS),
        (screen(EMPTY, f"  -- INSERT -- {MODE}"), WAITS),
        (screen(EMPTY, *HELP), WAITS),
        (screen(EMPTY), WAITS),
        # Where the program was told to set no title.
        (screen(EMPTY, SHORTCUTS), OTHER),
        (screen(EMPTY, SHORTCUTS), ""),
    ],
)
def test_it_waits(shown: str, title: str) -> None:
    """The title says so, or the line that only an empty box at the prompt has below it."""
    assert waits_for_prompt(shown, ROW, title)


@each_row(
    ("shown", "title"),
    [
        (screen(EMPTY, INTERRUPT, above=SPINNER), WORKS),
        # Somebody types meanwhile, and the line that says so is gone.
        (screen(TYPED, MODE, above=SPINNER), WORKS),
        (screen(SHELL, "  ! for shell mode", above=SPINNER), WORKS),
        (screen(EMPTY, "  my own line", MODE, above=SPINNER), WORKS),
        (screen(EMPTY, *HELP, above=SPINNER), WORKS),
        (screen(EMPTY, above=SPINNER), WORKS),
        # The shell command of a person runs.
        (screen(EMPTY, INTERRUPT), WORKS),
        # Its sub-agents work, and the agent itself may be called any time.
        (screen(EMPTY, *AGENTS), WORKS),
        (screen(EMPTY, SHORTCUTS), "\u25d1 Claude Code"),
        (screen(EMPTY, SHORTCUTS), "\u2810 tidies the shop"),
        # The title is ahead: a dialog is about to be drawn.
        (screen(EMPTY, INTERRUPT), WAITS),
        (screen(EMPTY, CUT), WAITS),
        # Without a title only an empty box tells.
        (screen(EMPTY, INTERRUPT, above=SPINNER), OTHER),
        (screen(EMPTY, CUT, above=SPINNER), OTHER),
        (screen(TYPED, MODE), OTHER),
        (screen(TYPED, SHORTCUTS), OTHER),
        (screen(EMPTY, MODE), OTHER),
        (screen(EMPTY), OTHER),
        (screen(EMPTY, MODE), "about \u2733 stars"),
        # What is said elsewhere is not said below the box.
        (screen(EMPTY, MODE, above="  ? for shortcuts"), OTHER),
    ],
)
def test_it_works_or_nobody_can_tell(shown: str, title: str) -> None:
    """The box is there as well while it thinks and while a tool runs; in doubt it does."""
    assert not waits_for_prompt(shown, ROW, title)


@each_row("row", [-1, 0, 3, 7, 11, 99])
@each_row("title", [WAITS, WORKS, OTHER])
def test_a_dialog_is_no_prompt(row: int, title: str) -> None:
    """While a dialog is open the title says that the program waits, and no box is there."""
    assert not waits_for_prompt(DIALOG, row, title)


@each_row("row", [-1, 0, 1, 3, 5, 6, 7, 99])
def test_without_the_cursor_in_it_there_is_no_box(row: int) -> None:
    """A box that an agent has printed is none: the cursor is elsewhere."""
    assert not waits_for_prompt(screen(EMPTY, SHORTCUTS), row, WAITS)


@pytest.mark.parametrize("shown", ["", "\n" * 40, "  ? for shortcuts", RULE])
def test_without_a_box_nothing_is_known(shown: str) -> None:
    """An empty screen, the transcript, an editor: whatever the title says."""
    assert not waits_for_prompt(shown, 0, WAITS)


@each_row(
    ("shown", "title", "wanted"),
    [
        (DIALOG, WAITS, True),
        (DIALOG.replace("2. No", "2. Yes, and don't ask again"), WAITS, True),
        # It works, or nobody knows whether it does.
        (DIALOG, WORKS, False),
        (DIALOG, OTHER, False),
        # Something else is shown in the place of the box: nothing is to be chosen.
        (DIALOG.replace("\u276f", " "), WAITS, False),
        ("", WAITS, False),
        # What an agent has printed stands above the box.
        (screen(EMPTY, SHORTCUTS, above=" \u276f 1. Yes"), WAITS, False),
        (screen(TYPED, MODE, above=" \u276f 1. Yes"), WAITS, False),
    ],
)
def test_a_dialog_is_known_by_its_choices(shown: str, title: str, wanted: bool) -> None:
    """They stand there while the program waits for its user, and no box does."""
    assert shows_dialog(shown, ROW, title) is wanted
