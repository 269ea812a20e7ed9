"""Run the real Claude Code in a terminal: a tmux of the test's own, whose keys we press."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.real.model import Model
from tests.real.place import Place
from tests.real.programs import NEW, program_of

# Only ends a hang.
PATIENCE = 60.0
POLL, PAUSE = 0.05, 0.5
SOCKET = "tmux"
READY = "? for shortcuts"
DIALOG = "Do you want to proceed?"
CURSOR = "\N{HEAVY RIGHT-POINTING ANGLE QUOTATION MARK ORNAMENT}"
# The program knows a key that was agreed to by its end.
KEY_END = 20


class Screen:
    """A window with the program in it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name

    def tmux(self, *words: str) -> str:
        """Tell the tmux of this test something; its socket has a short name, for it must."""
        done = subprocess.run(
            ["tmux", "-S", SOCKET, "-f", "/dev/null", *words],
            cwd=self.folder,
            env={
                "PATH": "/usr/local/bin:/usr/bin:/bin",
                "TERM": "xterm-256color",
                "LANG": "C.UTF-8",
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
        return self.tmux("capture-pane", "-p", "-t", self.name)

    def shows(self, *words: str) -> str:
        """Wait until one of these is to be read, and return the whole window."""
        return self.until(lambda text: any(word in text for word in words), f"{words}")

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
        self.tmux("send-keys", "-t", self.name, *keys)

    def answer(self, key: str) -> None:
        """Answer the dialog; it takes no key in its first moments, so until one is taken."""
        self.shows(DIALOG)
        self.insist(key, lambda text: DIALOG not in text)

    def say(self, prompt: str) -> None:
        """Type a prompt, see it there, and send it; a key in the first moments may be lost."""
        # A key that was pressed once too often may stand there.
        self.press("C-u")
        self.tmux("send-keys", "-t", self.name, "-l", prompt)
        # In its box: before the program is ready, the terminal itself shows what is typed.
        typed = re.compile(rf"─\n{CURSOR}\s{re.escape(prompt)}")
        self.until(lambda text: bool(typed.search(text)), prompt)
        self.insist("Enter", lambda text: prompt in text and not typed.search(text))

    def insist(self, key: str, done: Callable[[str], bool]) -> None:
        """Press a key until the program has taken it."""
        end = time.monotonic() + PATIENCE
        while True:
            self.press(key)
            soon = time.monotonic() + PAUSE
            while time.monotonic() < soon:
                if done(text := self.text):
                    return
                time.sleep(POLL)
            assert time.monotonic() < end, f"{key} is not taken\n{text}"


@contextmanager
def interactive(
    place: Place,
    model: Model,
    settings: Path,
    *args: str,
    version: str = NEW,
    name: str = "one",
    **more: str,
) -> Iterator[Screen]:
    """Open a window in which Claude Code waits for a prompt."""
    seed(place, model, version)
    screen = Screen(place.root, name)
    environment = {**place.private.environment(model), **more}
    variables = [f"{key}={value}" for key, value in environment.items()]
    program = ["env", "-i", *variables, str(program_of(version))]
    words = [*program, "--settings", str(settings), "--permission-mode", "default", *args]
    size = ["-x", "150", "-y", "50", "-c", str(place.shop)]
    screen.tmux("new-session", "-d", "-s", name, *size, shlex.join(words))
    try:
        screen.shows(READY)
        yield screen
    finally:
        screen.tmux("kill-session", "-t", name)


def seed(place: Place, model: Model, version: str) -> None:
    """Say what somebody has said who has used the program before: a theme, a key, trust."""
    trusted = {
        "hasTrustDialogAccepted": True,
        "hasCompletedProjectOnboarding": True,
        "allowedTools": [],
    }
    state = {
        "hasCompletedOnboarding": True,
        "lastOnboardingVersion": version,
        "theme": "dark",
        "numStartups": 5,
        "autoUpdates": False,
        "bypassPermissionsModeAccepted": True,
        "hasSeenAutoDefaultNudge": True,
        "customApiKeyResponses": {"approved": [model.key[-KEY_END:]], "rejected": []},
        "projects": {str(place.shop): trusted},
    }
    (place.private.config / ".claude.json").write_text(json.dumps(state))
