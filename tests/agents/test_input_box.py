"""Claude Code's input box is known again, and nothing else is taken for it."""

from __future__ import annotations

from proctor.agents.input_box import Box, read_box
from tests.tables import each_row

RULE = "\x1b[38;5;244m" + "\u2500" * 40
SIGN = "\x1b[39m\u276f\u00a0"
FOOTER = "\x1b[39m  \x1b[38;5;246m? for shortcuts"
AFTER = "\x1b[0m\x1b[38;5;244m\x1b[49m"
EMPTY = Box(in_shell=False, text="", empty=True)


def screen(*lines: str, above: tuple[str, ...] = ("", "")) -> str:
    """Return what tmux tells of a screen with a box."""
    return "\n".join([*above, RULE, *lines, AFTER + "\u2500" * 40, FOOTER, ""])


@each_row(
    ("line", "box"),
    [
        (SIGN + "\x1b[7m", EMPTY),
        (SIGN + "\x1b[7m \x1b[0m\x1b[39m\x1b[49m", EMPTY),
        ("\x1b[38;5;246m\u276f\u00a0\x1b[7m\x1b[39m ", EMPTY),
        (
            SIGN + '\x1b[7mT\x1b[0;2m\x1b[39m\x1b[49mry "fix it"',
            EMPTY._replace(text='Try "fix it"'),
        ),
        (SIGN + "half typed\x1b[7m ", Box(in_shell=False, text="half typed", empty=False)),
        (SIGN + "\x1b[7mh\x1b[0malf", Box(in_shell=False, text="half", empty=False)),
        (SIGN + "\x1b[7mh\x1b[0m", Box(in_shell=False, text="h", empty=False)),
        (SIGN + "/cl\x1b[2mear\x1b[0m", Box(in_shell=False, text="/clear", empty=False)),
        (SIGN + " \x1b[7mT\x1b[0;2mry", Box(in_shell=False, text=" Try", empty=False)),
        ("!\u00a0\x1b[7m \x1b[0m", Box(in_shell=True, text="", empty=True)),
        ("!\u00a0ls\x1b[7m \x1b[0m", Box(in_shell=True, text="ls", empty=False)),
        (SIGN + "!ls", Box(in_shell=False, text="!ls", empty=False)),
    ],
)
def test_what_stands_in_the_box(line: str, box: Box) -> None:
    """What was typed is told from what is suggested, and a shell command from a prompt."""
    assert box == read_box(screen(line), 3)


def test_a_text_of_several_lines_is_whole() -> None:
    """Every line of the box counts, wherever in it the cursor is."""
    shown = screen(SIGN + "one", "  two", "  \u2500\u2500\u2500\u2500", "  four\x1b[7m ")
    box = Box(in_shell=False, text="one\ntwo\n\u2500\u2500\u2500\u2500\nfour", empty=False)

    assert [box] * 4 == [read_box(shown, row) for row in range(3, 7)]


def test_the_name_of_a_session_may_stand_above() -> None:
    """The upper line may have a name in it."""
    shown = screen(SIGN).replace("\u2500" * 40, "\u2500" * 30 + " my name \u2500", 1)

    assert read_box(shown, 3) == EMPTY


NO_BOXES = {
    "a plain space: the list of sessions": (screen("\u276f \x1b[7md\x1b[0mescribe a task"), 3),
    "pale lines: the list of sessions": (
        screen(SIGN).replace("\x1b[38;5;244m", "\x1b[2m").replace("\x1b[0m", ""),
        3,
    ),
    "a dialog, with the cursor on an answer": (
        f"{RULE}\n Bash command\n\n Do you want to proceed?\n \u276f 1. Yes\n   2. No\n\n",
        4,
    ),
    "a dialog between lines": (f"{RULE}\nWhich?\n\u276f 1. A\n  2. B\n{RULE}\n  3. Chat\n", 2),
    "a transcript": (f"hello\n{RULE}\n  Showing detailed transcript\n", 2),
    "no lower line: the window is too small": (f"{RULE}\n{SIGN}\n", 1),
    "no upper line: the window is too small": (f"{SIGN}\n{RULE}\n", 0),
    "the cursor above the box": (screen(SIGN), 1),
    "the cursor below the box": (screen(SIGN), 5),
    "a box that was printed, and the cursor elsewhere": (
        screen(SIGN) + "\n Do you want to proceed?\n \u276f 1. Yes\n",
        8,
    ),
    "nothing": ("", 0),
    "a row that is not there": (screen(SIGN), 99),
    "an editor": ("~\n~\n-- INSERT --\n", 0),
}


@each_row("what", NO_BOXES)
def test_nothing_else_is_a_box(what: str) -> None:
    """Where the cursor is in no input box there is none, whatever else is to be seen."""
    shown, row = NO_BOXES[what]

    assert read_box(shown, row) is None


@each_row(
    ("shown", "text", "has", "begins"),
    [
        ("From ada: hello", "From ada: hello", True, True),
        ("From ada: hello\nwrapped here", "From ada: hello wrapped here", True, True),
        ("From ada: caf\u00e9", "From ada: cafe\u0301", True, True),
        ("From ada: hello there", "From ada: hello", False, True),
        ("From ada: hel", "From ada: hello", False, True),
        ("xFrom ada: hello", "From ada: hello", False, False),
        ("/From ada: hello", "From ada: hello", False, False),
        ("[Pasted text #2 +3 lines]", "From ada: a\nb\nc\nd", True, False),
        ("[Pasted text #2 +3 lines]", "From ada: a\nb", False, False),
        ("[Pasted text #12]", "From ada: long", True, False),
        ("[Pasted text #2 +3\nlines]", "From ada: a\nb\nc\nd", True, False),
        ("[Pasted text #2 +3 lines] and", "From ada: a\nb\nc\nd", False, False),
    ],
)
def test_a_message_is_known_again_in_the_box(
    shown: str, text: str, *, has: bool, begins: bool
) -> None:
    """It may be wrapped or shortened, but it stands there alone, or at least first."""
    box = Box(in_shell=False, text=shown, empty=False)

    assert (has, begins) == (box.has(text), box.begins_with(text))


def test_a_message_is_never_there_where_a_command_is_typed() -> None:
    """In shell mode the same words are something else."""
    box = Box(in_shell=True, text="From ada: hello", empty=False)

    assert not box.has("From ada: hello")
    assert not box.begins_with("From ada: hello")
    assert not Box(in_shell=True, text="[Pasted text #1]", empty=False).is_pasted
