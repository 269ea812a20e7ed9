"""
The terminals of agents: a tmux server of our own, one session for each agent.

Its socket lies in a folder that only its user can enter, its settings are ours, and the tmux
that a person may use besides is never touched. It outlives whoever started it, and ends with
its last terminal. tmux is called
by its words: a name is matched whole, and what is typed, shown or named is never taken for a
command.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from proctor.agents.session_files import write_whole
from proctor.agents.session_folder import checked_name, is_name, session_folder
from proctor.agents.tmux_program import (
    INSTALL,
    OLDEST_SHOWN,
    PATIENCE,
    NoServer,
    call,
    literal,
    quoted,
    spells_out,
    tmux_path,
    tmux_version,
    too_old,
)
from proctor.agents.tmux_settings import MARK, mark_of, settings_text
from proctor.errors import EngineError, ServerError
from proctor.own_process import script_command
from proctor.owner.socket_path import check_ours, fitting

FOLDER, SOCKET, SETTINGS = "tmux", "proctor", "tmux.conf"
HERE = Path(__file__).resolve().parent
SUPERVISOR, OUTPUT = str(HERE / "supervisor.py"), str(HERE / "output_log.py")
SIZE = (120, 40)
# What every field of a line about a terminal is.
FIELDS = "#{session_name} #{pane_dead} #{session_attached} #{pane_pid}"
NUMBERS, PLAIN_NUMBER = 3, re.compile(r"[0-9]{1,18}")
# All but the end of a line and the tabulator; a terminal would take them for commands.
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
KEY = re.compile(r"[a-z_]+")
LONGEST_SHOWN = 200
# What tmux says of a terminal that is not there, and of one that looked at it.
GONE = ("no such session", "can't find")
# Our settings let a server begin without a terminal; from the first one on it needs one.
END_WHEN_EMPTY = ("set-option", "-s", "exit-empty", "on")


class Pane(NamedTuple):
    """The terminal of an agent: whether its program has ended, who looks at it, its process."""

    name: str
    dead: bool
    clients: int
    pid: int


class Seen(NamedTuple):
    """What an agent's terminal shows, with colours, where its cursor is, and its title."""

    screen: str
    column: int
    row: int
    title: str


class Engine:
    """
    The terminals of one home.

    Every method raises EngineError where tmux is not installed, hangs or refuses.

    Args:
        home: Proctor's home.
        patience: how many seconds tmux may take for one thing.

    """

    def __init__(self, home: Path, *, patience: float = PATIENCE) -> None:
        self.home = home
        self.patience = patience
        real = os.path.realpath(home)
        self.socket = fitting(f"{real}/{FOLDER}/{SOCKET}", real, ".tmux")
        self.settings = Path(real) / FOLDER / SETTINGS

    # The server

    def ensure(self) -> None:
        """
        Let the server run, with our settings as they are now.

        Raises:
            EngineError: tmux is not installed, or its folder is not ours alone.

        """
        tmux_path()
        text = settings_text(self.home)
        mark, written = mark_of(text), os.fsencode(text)
        self.make_folders()
        with suppress(FileNotFoundError):
            if self.settings.read_bytes() == written and mark == self.ask_mark():
                return
        if too_old(said := tmux_version()):
            raise EngineError(f"{said} is too old: {OLDEST_SHOWN} is needed", help=INSTALL)
        try:
            write_whole(self.settings, written)
        except OSError as error:
            raise EngineError(f"`{self.settings}` cannot be written: {error.strerror}") from error
        if mark != self.ask_mark():
            self.tell("source-file", str(self.settings))

    def ask_mark(self) -> str:
        """Return which settings the server has; where none runs, one is started."""
        words = ["start-server", ";", "show-options", "-gqv", MARK]
        return self.tell(*words, start=True).strip()

    def make_folders(self) -> None:
        """
        Make the folders of socket and settings, and look whether they are ours alone.

        Raises:
            EngineError: they are not.

        """
        try:
            for folder in (self.settings.parent, self.socket.parent):
                folder.mkdir(mode=0o700, exist_ok=True)
                check_ours(folder)
        except ServerError as error:
            raise EngineError(error.message, help=error.help) from error
        except OSError as error:
            raise EngineError(f"{error.filename}: {error.strerror}") from error

    def end_if_empty(self) -> None:
        """End a server that has no terminal; one that has some ends with the last of them."""
        if self.socket.exists():
            with suppress(NoServer):
                self.tell(*END_WHEN_EMPTY)

    def kill_server(self) -> None:
        """End every terminal; nothing happens where there is none."""
        if self.socket.exists():
            with suppress(NoServer):
                self.tell("kill-server")

    # Terminals

    def start(
        self, name: str, words: Sequence[str], cwd: str, size: tuple[int, int] = SIZE
    ) -> None:
        """
        Run some words in the terminal of an agent; one whose program has ended is used again.

        Whoever looks at it stays there. What is printed goes to `output.log` in the session's
        folder, where there is one.

        Raises:
            EngineError: a program runs there, or the folder is not there.

        """
        checked_name(name)
        try:
            self.start_once(name, words, cwd, size)
        except NoServer:
            # The last terminal went a moment ago, and the server with it.
            self.start_once(name, words, cwd, size)

    def start_once(self, name: str, words: Sequence[str], cwd: str, size: tuple[int, int]) -> None:
        """Start the server where none runs, and the words in a terminal of it."""
        self.ensure()
        standing = self.panes().get(name)
        if standing is not None and not standing.dead:
            raise EngineError(f"the terminal of `{name}` is in use")
        # One word alone would be handed to a shell.
        run = [literal(word) for word in (words if len(words) > 1 else ["/usr/bin/env", *words])]
        target = ["-t", f"={name}:"]
        if standing is not None:
            begin = ["respawn-pane", *target, "--", *run]
        else:
            width, height = (str(number) for number in size)
            begin = ["new-session", "-d", "-s", name, "-x", width, "-y", height, "--", *run]
        # In one call, so that nothing is printed before somebody keeps it.
        keep = ["pipe-pane", *target, *self.keeping(name)]
        self.tell(*begin, ";", *keep, ";", *END_WHEN_EMPTY, cwd=cwd)

    def keeping(self, name: str) -> list[str]:
        """Return the words that keep what is printed: one line for a shell."""
        folder = session_folder(str(self.home), name)
        if not Path(folder).is_dir():
            return []
        words = script_command(OUTPUT, folder)
        # What tmux would take for a format is doubled, what a shell would read is quoted.
        line = " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)
        return [literal(f"exec {line}".replace("#", "##"))]

    def panes(self) -> dict[str, Pane]:
        """Return every terminal by the name of its agent; none where no server runs."""
        if not self.socket.exists():
            return {}
        try:
            lines = self.tell("list-sessions", "-F", FIELDS).splitlines()
        except NoServer:
            return {}
        panes = (pane_of(line) for line in lines)
        return {pane.name: pane for pane in panes if pane is not None}

    def has(self, name: str) -> bool:
        """Say whether an agent has a terminal, also one whose program has ended."""
        return name in self.panes()

    def end(self, name: str) -> None:
        """End the terminal of an agent; nothing happens where it has none."""
        if self.has(name):
            with suppress(NoServer):
                self.tell("kill-session", "-t", f"={name}")

    # Looking and typing

    def attach_words(self, name: str, *, read_only: bool = False) -> list[str]:
        """Return the words that show an agent's terminal here; `TMUX` must not be set."""
        flags = ["-r"] if read_only else []
        socket = ["-S", str(self.socket)]
        return [
            tmux_path(),
            "-u",
            *socket,
            "attach-session",
            *flags,
            "-t",
            f"={checked_name(name)}",
        ]

    def screen(self, name: str, history: int = 0, *, colours: bool = False) -> str:
        """Return what an agent's terminal shows, and so many lines before that."""
        flags = [*(["-e"] if colours else []), *(["-S", str(-history)] if history else [])]
        return self.tell("capture-pane", "-p", *flags, "-t", target(name))

    def look(self, name: str) -> tuple[str, int, int]:
        """Return what an agent's terminal shows, with colours, and the cursor's column and row."""
        return self.seen(name)[:3]

    def seen(self, name: str) -> Seen:
        """Return the same with the terminal's title: whatever a program there has set."""
        place = ["-t", target(name)]
        where = ["display-message", "-p", *place, "#{cursor_x} #{cursor_y} #{pane_title}"]
        said = self.tell(*where, ";", "capture-pane", "-p", "-e", *place)
        first, _, text = said.partition("\n")
        column, row, title = first.split(" ", 2)
        return Seen(text, int(column), int(row), title)

    def paste(self, name: str, text: str) -> None:
        """Put a text into an agent's terminal as if it were pasted; no control code is in it."""
        if clean := CONTROLS.sub("", text):
            self.put(name, clean, "-p")

    def raw(self, name: str, text: str) -> None:
        """
        Let an agent's program read a text as it is: a carriage return is its Enter.

        Unlike a key, it reaches the program also while somebody scrolls back there.
        """
        self.put(name, text, "-r")

    def put(self, name: str, text: str, flag: str) -> None:
        """Put a text into an agent's terminal, through a buffer that nobody else uses."""
        buffer = ["-b", f"proctor-{os.urandom(8).hex()}"]
        put = ["paste-buffer", flag, *self.as_it_is, "-d", *buffer, "-t", target(name)]
        self.tell("load-buffer", *buffer, "-", ";", *put, said=text)

    @cached_property
    def as_it_is(self) -> list[str]:
        """Return what keeps tmux from spelling out what it pastes, where it would."""
        return ["-S"] if spells_out(tmux_version()) else []

    def keys(self, name: str, *keys: str) -> None:
        """Press keys in an agent's terminal, by the names that tmux has for them."""
        self.tell("send-keys", "-t", target(name), "--", *map(literal, keys))

    def show(self, said: Mapping[str, Mapping[str, str]]) -> None:
        """
        Set what the status bars show: of agents by their names, under "" for all of them.

        They are variables that no program gets: to set an option would draw every terminal anew.
        An agent whose terminal is gone is passed over.

        Args:
            said: for each name, what `tmux_settings` shows, such as `state`, and its text.

        """
        lines = []
        for name, texts in said.items():
            place = f"-t ={checked_name(name)}" if name else "-g"
            for key, text in texts.items():
                if not KEY.fullmatch(key):
                    raise ValueError(key)
                lines.append(f"set-environment -h {place} {variable(key)} {quoted(shown(text))}\n")
        if not lines or not self.socket.exists():
            return
        try:
            # Only the bars, and of them those that say something else now.
            lines += [f"refresh-client -S -t {quoted(client)}\n" for client in self.clients()]
            self.tell("source-file", "-", said="".join(lines))
        except NoServer:
            return
        except EngineError as error:
            # Somebody has gone a moment ago; all others were told.
            if not any(word in error.message for word in GONE):
                raise

    def clients(self) -> list[str]:
        """Return whoever looks at a terminal, by tmux's names for them."""
        try:
            return self.tell("list-clients", "-F", "#{client_name}").splitlines()
        except EngineError as error:
            # So it says that there is no terminal at all.
            if "no current target" in error.message:
                return []
            raise

    def tell(self, *words: str, cwd: str = "/", said: str = "", start: bool = False) -> str:
        """Call tmux for this home's server."""
        place = ["-S", str(self.socket), "-f", str(self.settings)]
        return call(
            [*place, *words],
            home=self.home,
            cwd=cwd,
            said=said,
            start=start,
            patience=self.patience,
        )


def pane_of(line: str) -> Pane | None:
    """Return the terminal that a line of tmux tells of; None for one that is no agent's."""
    # A session that somebody has made there may be called anything, also over several lines.
    name, *told = line.rsplit(" ", NUMBERS)
    if len(told) < NUMBERS or not is_name(name) or not all(map(PLAIN_NUMBER.fullmatch, told[1:])):
        return None
    dead, clients, pid = told
    return Pane(name, dead == "1", int(clients), int(pid))


def target(name: str) -> str:
    """Return how tmux finds the terminal of exactly this agent."""
    return f"={checked_name(name)}:"


def variable(key: str) -> str:
    """Return the variable by which the bars know something."""
    return f"BAR_{key.upper()}"


def shown(text: str) -> str:
    """Return a text that changes nothing in a status bar: it says, and does not colour."""
    return "".join(c for c in text[:LONGEST_SHOWN] if c.isprintable() and c != "#")
