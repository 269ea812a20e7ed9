"""`proctor demo`."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from proctor.cli.demo import NOT_YOURS, SCRIPT
from tests.cli.conftest import COMMAND, Golden, Proctor
from tests.outside_environment import command_of, make_environment

TEMPORARY = re.compile(r"/\S*?/proctor-demo-[a-z0-9_]+")


def test_the_demo_reads_as_we_last_read_it(process: Proctor, golden: Golden) -> None:
    """Each decision has part, rule, file, line and reason; a summary ends it."""
    path = f"{COMMAND.parent}:{os.environ['PATH']}"

    result = process("demo", env={**os.environ, "PATH": path})

    assert (result.status, result.err) == (0, "")
    golden("cli/demo.txt", TEMPORARY.sub("TEMPORARY", result.out))


def test_the_calls_meet_every_answer(proctor: Proctor) -> None:
    """Allow, ask and deny all fall; what is asked is answered, and remembered once."""
    decisions = json.loads(proctor("demo", "--json").out)

    assert len(decisions) == len(SCRIPT)
    assert {decision["effect"] for decision in decisions} == {"allow", "ask", "deny"}
    assert [(one["verdict"], one["answered"]) for one in decisions if one["effect"] == "ask"] == [
        ("deny", f"denied by ada: {NOT_YOURS}"),
        ("allow", "allowed for this session by ada"),
        ("allow", "allowed by ada for this session (grant 1)"),
        ("allow", "allowed by ada"),
    ]


def test_the_demo_leaves_the_real_store_and_channels_alone(process: Proctor) -> None:
    """Variables that name a database or a bot have no part in it."""
    env = {"PROCTOR_STORE": "postgresql://nowhere.invalid/x", "PROCTOR_USE_TG": "perhaps"}

    assert process("demo", "--fast", env={**os.environ, **env}).status == 0


def test_the_demo_is_the_same_for_everyone(proctor: Proctor, write: object, home: object) -> None:
    """A role of one's own with the name coder changes nothing."""
    before = TEMPORARY.sub("", proctor("demo", "--fast").out)
    proctor("role", "init", "coder", "--home")

    assert TEMPORARY.sub("", proctor("demo", "--fast").out) == before


def test_what_to_try_next_works_as_it_is_typed(project: Path) -> None:
    """Where `proctor` is not on the PATH, the commands have the place of the one that runs."""
    env = {**os.environ, "PATH": "/usr/bin:/bin"}
    commands = ([str(COMMAND)], [sys.executable, "-m", "proctor"])
    for command in commands:
        shown = subprocess.run(
            [*command, "demo"], env=env, capture_output=True, text=True, check=True
        ).stdout
        tries = shown.partition("Try next:\n")[2].splitlines()

        assert [shlex.split(line)[: len(command)] for line in tries] == [command] * 3
        assert subprocess.run(["sh", "-c", tries[0]], env=env, check=False).returncode == 0


def test_a_command_below_this_folder_is_short(project: Path) -> None:
    """In a clone it is `.venv/bin/proctor`."""
    near = command_of(make_environment(project / ".venv"))

    shown = subprocess.run(
        [near, "demo"],
        env={**os.environ, "PATH": "/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert shown.splitlines()[-1] == "  .venv/bin/proctor init"
