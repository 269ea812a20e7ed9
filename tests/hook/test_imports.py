"""What a hook loads is what it costs; these lists keep it small."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from proctor.hook.executable import package_folder
from proctor.owner.socket_path import socket_path
from tests.hook.rig import FakeServer, Rig, allow, says

# What the client adds to a Python that was started with -I -S.
WARM = {"__future__", "_socket", "proctor", "proctor.hook", "proctor.hook.client"}
HEAVY = {
    "asyncio", "contextlib", "dataclasses", "difflib", "hashlib", "inspect", "ipaddress", "logging",
    "pathlib", "pydantic", "re2", "ruamel", "socket", "sqlite3", "subprocess", "tempfile",
    "threading", "typer", "typing", "urllib", "yaml",
}  # fmt: skip
SHOW = """
import sys
before = set(sys.modules)
sys.path.append({package!r})
import proctor.hook.client as client
def leave(status):
    import posix
    posix.write(2, " ".join(sorted(set(sys.modules) - before)).encode())
    posix._exit(status)
client.leave = leave
client.main({identity!r})
"""


def loaded(rig: Rig, data: bytes) -> set[str]:
    """Return the modules that a hook has loaded when it ends."""
    identity = (
        "claude-code",
        str(rig.home),
        "guarded",
        "",
        False,
        60.0,
        str(socket_path(rig.home)),
    )
    code = SHOW.format(package=package_folder(), identity=identity)
    done = subprocess.run(
        [sys.executable, "-IS", "-c", code],
        input=data,
        env=rig.environment(),
        cwd=rig.project,
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"" or json.loads(done.stdout)
    return set(done.stderr.decode().split())


def test_the_warm_hook_loads_next_to_nothing(rig: Rig) -> None:
    """With a server, these modules and no other are loaded."""
    with FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")):
        assert loaded(rig, rig.event()) == WARM


@pytest.mark.parametrize(
    "event",
    [
        {"command": "git status"},
        {"command": "rm -rf /"},
        {"command": "cat src/*.py | grep -n import | head -20 && git log --oneline -5"},
    ],
    ids=["allowed", "denied", "compound"],
)
def test_the_cold_hook_loads_nothing_heavy(rig: Rig, event: dict[str, str]) -> None:
    """A decision from the kept policy needs nothing that takes long to load."""
    rig.run(rig.event(**event))
    tops = {name.partition(".")[0] for name in loaded(rig, rig.event(**event))}

    assert set() == tops & HEAVY


def test_an_event_loads_nothing_heavy(rig: Rig) -> None:
    """Nor does what is only kept."""
    tops = {name.partition(".")[0] for name in loaded(rig, rig.event("PostToolUse"))}

    assert set() == tops & HEAVY
