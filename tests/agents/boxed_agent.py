"""
A program with an input box as Claude Code draws it, for tests: no model, and no hooks.

    boxed_agent.py FOLDER

    FOLDER/taken       a line of JSON for whatever is entered: {"as": "prompt", "text": …}; also
                       "shell" where a `!` stood first, and "dialog" for a key in a dialog
    FOLDER/dialog      while it is there, a dialog is shown in the place of the box; Escape
                       closes it
    FOLDER/deaf        while it is there, nothing is read
    FOLDER/suggests    while it is there, an empty box shows a pale suggestion
    FOLDER/works       while it is there, the title and the line below the box say that it works
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import sys
import termios
import tty
from pathlib import Path

RULE, SIGN, SPACE = "\u2500", "\u276f", "\u00a0"
WAITS, WORKS = "\u2733", "\u25d0"
PASTE, END = b"\x1b[200~", b"\x1b[201~"
LONG, LINES = 800, 2
TICK = 0.02
DIALOG = " Do you want to proceed?\n {sign} 1. Yes\n   2. No\n\n Esc to cancel"
SUGGESTION = "\x1b[7mT\x1b[0;2mry something\x1b[0m"
DIALOG_ROW = 7


class Boxed:
    """The program: what stands in its box, and what it was given."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.text = ""
        self.shell = False
        self.pasted: dict[str, str] = {}
        self.rest = b""
        self.drawn = ""

    def is_set(self, name: str) -> bool:
        """Say whether a test has left a file."""
        return (self.folder / name).exists()

    def run(self) -> None:
        """Draw, and take keys, for ever."""
        while True:
            self.draw()
            if self.is_set("deaf"):
                select.select([], [], [], TICK)
                continue
            if select.select([0], [], [], TICK)[0] and not self.is_set("deaf"):
                self.rest += os.read(0, 65536)
                self.take_all()

    # Keys

    def take_all(self) -> None:
        """Take what was typed; a paste once it is whole."""
        while self.rest:
            if self.rest.startswith(PASTE):
                if END not in self.rest:
                    return
                inside, _, self.rest = self.rest[len(PASTE) :].partition(END)
                self.paste(inside.decode().replace("\r", "\n"))
                continue
            found = re.match(rb"\x1b\[[0-9;]*[~A-Z]|[\x00-\x7f]|[\xc0-\xff][\x80-\xbf]+", self.rest)
            key = found[0] if found else self.rest[:1]
            self.rest = self.rest[len(key) :]
            self.press(key.decode(errors="replace"))

    def paste(self, text: str) -> None:
        """Put a text into the box, as a short sign where it is long; a dialog takes none."""
        if self.is_set("dialog"):
            return
        if len(text) > LONG or text.count("\n") > LINES:
            lines = text.count("\n")
            sign = f"[Pasted text #{len(self.pasted) + 1}{f' +{lines} lines' if lines else ''}]"
            self.pasted[sign] = text
            text = sign
        self.text += text

    def press(self, key: str) -> None:
        """Take one key."""
        if self.is_set("dialog") and key == "\x1b":
            (self.folder / "dialog").unlink()
        elif self.is_set("dialog"):
            self.took("dialog", key)
        elif key == "\r":
            self.enter()
        elif key == "\x15":
            self.text = "".join(self.text.rpartition("\n")[:2])
        elif key == "\x7f":
            self.shell = self.shell and bool(self.text)
            self.text = self.text[:-1]
        elif key == "!" and not self.text:
            self.shell = True
        elif key.isprintable():
            self.text += key

    def enter(self) -> None:
        """Take what stands in the box."""
        if not self.text:
            return
        whole = self.text
        for sign, text in self.pasted.items():
            whole = whole.replace(sign, text)
        command = "command" if whole.startswith("/") else "prompt"
        self.took("shell" if self.shell else command, whole)
        self.text, self.shell = "", False

    def took(self, how: str, text: str) -> None:
        """Write down what was taken."""
        with (self.folder / "taken").open("a") as file:
            file.write(json.dumps({"as": how, "text": text}) + "\n")

    # The screen

    def draw(self) -> None:
        """Draw the box or the dialog, with the cursor in it; only what has changed."""
        width, height = shutil.get_terminal_size()
        rule = f"\x1b[38;5;244m{RULE * width}\x1b[39m"
        if self.is_set("dialog"):
            said = DIALOG.format(sign=SIGN).replace("\n", "\r\n")
            drawn = f"\x1b[2J\x1b[5;1H{rule}\r\n{said}\x1b[{DIALOG_ROW};2H"
        else:
            lines = self.wrapped(width)
            top = height - len(lines) - 2
            box = "\r\n".join(lines)
            hint = "esc to interrupt" if self.is_set("works") else "? for shortcuts"
            footer = "  ! for shell mode" if self.shell else f"  {hint}"
            row = top + len(lines)
            drawn = f"\x1b[2J\x1b[{top};1H{rule}\r\n{box}\r\n{rule}\r\n{footer}\x1b[{row};3H"
        drawn += f"\x1b]2;{WORKS if self.is_set('works') else WAITS} Claude Code\x07"
        if drawn != self.drawn:
            self.drawn = drawn
            sys.stdout.write(f"\x1b[?25l{drawn}")
            sys.stdout.flush()

    def wrapped(self, width: int) -> list[str]:
        """Return the lines of the box."""
        sign = ("!" if self.shell else SIGN) + SPACE
        if not self.text:
            empty = SUGGESTION if self.is_set("suggests") and not self.shell else "\x1b[7m \x1b[0m"
            return [sign + empty]
        step = width - 3
        lines = [
            line[at : at + step]
            for line in self.text.split("\n")
            for at in range(0, len(line) or 1, step)
        ]
        return [(sign if at == 0 else "  ") + line for at, line in enumerate(lines)]


def main() -> None:
    """Run in a raw terminal, with pastes marked as such."""
    before = termios.tcgetattr(0)
    tty.setraw(0)
    sys.stdout.write("\x1b[?1049h\x1b[?2004h")
    try:
        Boxed(Path(sys.argv[1])).run()
    finally:
        termios.tcsetattr(0, termios.TCSANOW, before)


if __name__ == "__main__":
    main()
