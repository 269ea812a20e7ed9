"""A person's own terminal: a tmux of the test's own, in which our commands run."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

# Only ends a hang.
PATIENCE = 30.0
POLL, PAUSE = 0.05, 0.5
SOCKET, NAME = "outer", "person"


class OuterTerminal:
    """A window that somebody looks at, whose keys we press."""

    def __init__(self, folder: Path, home: Path, more: Mapping[str, str]) -> None:
        self.folder = folder
        self.home = home
        self.more = more

    def tmux(self, *words: str) -> str:
        """Call the tmux of this test; its socket has a short name, for it must."""
        done = subprocess.run(
            ["tmux", "-S", SOCKET, "-f", "/dev/null", *words],
            cwd=self.folder,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder),
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
                "PROCTOR_HOME": str(self.home),
                **self.more,
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        return done.stdout

    @property
    def text(self) -> str:
        """Return what is to be read."""
        return self.tmux("capture-pane", "-p", "-t", f"={NAME}:")

    @property
    def coloured(self) -> str:
        """Return what is to be read, with its colours."""
        return self.tmux("capture-pane", "-p", "-e", "-t", f"={NAME}:")

    def shows(self, *words: str) -> str:
        """Wait until all of these are to be read, and return the whole window."""
        return self.until(lambda text: all(word in text for word in words), f"{words}")

    def loses(self, *words: str) -> str:
        """Wait until none of these is to be read."""
        return self.until(lambda text: not any(word in text for word in words), f"no {words}")

    def until(self, check: Callable[[str], bool], wanted: str) -> str:
        """Wait until the window is as it should be."""
        end = time.monotonic() + PATIENCE
        while not check(text := self.text):
            assert time.monotonic() < end, f"never came: {wanted}\n{text}"
            time.sleep(POLL)
        return text

    def press(self, *keys: str) -> None:
        """Press keys."""
        self.tmux("send-keys", "-t", f"={NAME}:", *keys)

    def detach(self) -> str:
        """
        Leave the agent's terminal, and return what is to be read then.

        Keys that come within a millisecond of each other are taken for a paste, so until it is
        done.
        """
        end = time.monotonic() + PATIENCE
        while "ended with" not in (text := self.text):
            assert time.monotonic() < end, f"it stays\n{text}"
            self.press("C-]", "d")
            time.sleep(PAUSE)
        return text

    def resize(self, width: int, height: int) -> None:
        """Make the window another size."""
        size = ["-x", str(width), "-y", str(height)]
        self.tmux("resize-window", "-t", f"={NAME}:", *size)


@contextmanager
def outer_terminal(
    folder: Path, home: Path, *words: str, size: tuple[int, int] = (120, 30), **more: str
) -> Iterator[OuterTerminal]:
    """
    Open a window in which `proctor` runs with some words; a shell says how it ended.

    `more` goes into its environment.
    """
    folder.mkdir(parents=True, exist_ok=True)
    terminal = OuterTerminal(folder, home, more)
    command = shlex.join([sys.executable, "-I", "-m", "proctor", *words])
    width, height = (str(number) for number in size)
    shell = f'{command}; echo "ended with $?"; exec cat'
    begin = ["new-session", "-d", "-s", NAME, "-x", width, "-y", height, "--", "sh", "-c", shell]
    terminal.tmux(*begin, ";", "set-option", "-g", "status", "off")
    try:
        yield terminal
    finally:
        terminal.tmux("kill-server")
