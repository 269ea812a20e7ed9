"""An agent with an input box, in a terminal under its supervisor, and what it was given."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from proctor.agents.engine import Engine
from proctor.agents.input_box import Box, read_box
from proctor.agents.session_files import read_session, write_session
from proctor.agents.session_folder import session_folder
from tests.agents.terminals import launched, until

PROGRAM = str(Path(__file__).with_name("boxed_agent.py"))


class Boxed:
    """One agent with a box."""

    def __init__(self, engine: Engine, name: str, folder: Path) -> None:
        self.engine = engine
        self.name = name
        self.folder = folder

    def set(self, what: str) -> None:
        """Let it show a dialog, be deaf, or suggest something."""
        (self.folder / what).touch()

    def unset(self, what: str) -> None:
        """Let it do so no more."""
        (self.folder / what).unlink()

    @property
    def taken(self) -> list[tuple[str, str]]:
        """Return what was entered: as what, and its text."""
        path = self.folder / "taken"
        lines = path.read_text().splitlines() if path.exists() else []
        return [(said["as"], said["text"]) for said in map(json.loads, lines)]

    @property
    def prompts(self) -> list[str]:
        """Return the prompts that it was given, where it was given nothing else."""
        assert {how for how, _ in self.taken} <= {"prompt"}
        return [text for _, text in self.taken]

    @property
    def box(self) -> Box | None:
        """Return its input box as we see it."""
        screen, _, row = self.engine.look(self.name)
        return read_box(screen, row)

    def shows(self, box: Box | None) -> None:
        """Wait until its box is like this."""
        until(lambda: self.box == box, box)


EMPTY = Box(in_shell=False, text="", empty=True)


def boxed(
    engine: Engine,
    name: str = "arch-1",
    *,
    program: str = "claude-code",
    session: str = "s-1",
    number: int = 1,
) -> Boxed:
    """Start an agent with a box, as one of a program that tells us what it does."""
    folder = engine.home.parent / f"box-{name}"
    folder.mkdir(exist_ok=True)
    made = launched(engine, name, [sys.executable, "-IS", PROGRAM, str(folder)], number=number)
    place = Path(session_folder(str(engine.home), name))
    write_session(place, made._replace(program=program, session_id=session))
    assert read_session(engine.home, name).program == program
    agent = Boxed(engine, name, folder)
    agent.shows(EMPTY)
    return agent
