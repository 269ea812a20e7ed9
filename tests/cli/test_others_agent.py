"""What is said of an agent that Proctor has not started."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.processes import birth_of
from proctor.audit.ids import timestamp
from proctor.cli.attach import missing
from proctor.cli.others_agent import others_agent
from proctor.keepers import open_keepers
from proctor.terms.agent import Agent
from tests.cli.conftest import Proctor

NAME = "claude-0a1b2c3d"


def heard(home: Path, **body: Any) -> None:
    """Keep what the hooks of a program have told that a person has started."""
    home.mkdir(mode=0o700, exist_ok=True)
    keepers, now = open_keepers(home, {}), timestamp()
    host, name, _ = keepers.identity
    told = {"pid": str(os.getpid()), "birth": birth_of(os.getpid()), "cwd": "/srv/app", **body}
    try:
        keepers.store.put_agent(
            Agent(host, name, NAME, "guarded", "running", "Bash", "s-1", now, now, told)
        )
    finally:
        keepers.close()


@pytest.mark.parametrize("command", ["send", "stop", "logs", "restart", "resume"])
def test_it_is_told_what_it_is(proctor: Proctor, home: Path, command: str) -> None:
    """It is listed, so no command says that there is none: it says who has it in hand."""
    heard(home)
    assert NAME in proctor("list").out
    result = proctor(command, NAME, *(["hello"] if command == "send" else []))

    assert (result.status, result.out) == (2, "")
    assert result.err == (
        f"error: `{NAME}` was not started by Proctor: it is running Bash, in /srv/app, and only "
        "its hooks tell of it\n"
        "help: talk to it, look at it and end it in the terminal where it runs "
        f"(process {os.getpid()}); one that Proctor starts can be reached from anywhere: "
        "proctor run --role ROLE\n"
    )


def test_there_is_nothing_to_attach_to(proctor: Proctor, home: Path) -> None:
    """Whoever wants to see it is told the same."""
    assert proctor("list").status == 0
    heard(home)

    assert "was not started by Proctor" in missing(home, NAME, []).message


def test_one_that_is_gone_is_told_of_too(home: Path, proctor: Proctor) -> None:
    """What remains of it is its record."""
    assert proctor("list").status == 0
    heard(home, birth="long ago")
    found = others_agent(home, NAME)

    assert found is not None
    assert (found.message, found.help) == (
        f"`{NAME}` was not started by Proctor, and is gone",
        f"only its calls are kept: `proctor audit list --agent {NAME}`",
    )


def test_one_of_ours_is_none(home: Path, proctor: Proctor) -> None:
    """Its folder is gone, and what was said of it before is said now."""
    assert proctor("list").status == 0
    heard(home, start="1.0 1")

    assert others_agent(home, NAME) is others_agent(home, "nobody") is None
    assert "there is no agent" in proctor("stop", NAME).err
