"""The ground that Proctor stands on, under the real program: nobody digs there."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from proctor.proving.scripted_model import bash, call, say
from tests.attacks.planted import is_armed, plant, ran
from tests.installing.running import proctor_in
from tests.outside_environment import (
    command_of,
    make_environment,
    packages_of,
    put_package_in,
)
from tests.real import mcp_server
from tests.real.claude import headless
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import program_of
from tests.real.starting import proven
from tests.real.test_gateway import servers

REVIEWED = """\
permissions:
  allow: [Bash(@read), mcp__shelf__look]
  agent: {instructions: Judge with care.}
"""


@pytest.mark.full
def test_no_write_reaches_the_environment_of_the_hook(place: Place, model: Model) -> None:
    """
    Neither other modules nor a `.pth` file get into an environment inside the project.

    With these writes the hook once fell silent, and a force push ran without a record.
    """
    environment = make_environment(place.shop / ".venv")
    packages, settings = packages_of(environment), environment / "pyvenv.cfg"
    stubs = packages.parent.parent / "stub" / "lib" / packages.parent.name
    before = settings.read_text()
    proven(place)
    words = ("claude-code", "--role", "coder", "--force", "--claude", str(program_of()))
    proctor_in(place.private, "install", *words, installed=environment)
    files = {
        stubs / "os.py": "raise SystemExit",
        stubs / "encodings" / "__init__.py": "raise SystemExit",
        settings: f"home = {stubs.parent.parent}/bin\n",
        packages / "zz.pth": "import sys; sys.exit(0)\n",
    }
    writes = [call("Write", file_path=str(path), content=text) for path, text in files.items()]
    push = bash(f"{mark()}; git push --force origin main")
    # The program wants to have read what it writes over.
    prompt = model.learn("go", call("Read", file_path=str(settings)), *writes, push, say("done"))
    headless(place, model, prompt, "--permission-mode", "bypassPermissions")

    told = model.told("go")
    assert [each.error for each in told] == [False, True, True, True, True, True]
    assert all("Proctor" in each.text for each in told[1:5]), told
    assert (place.ran(), settings.read_text()) == (0, before)
    assert [path for path in files if path != settings and path.exists()] == []
    decisions = [decision for _, decision in place.decisions()]
    assert decisions == ["allow", "deny", "deny", "deny", "deny", "deny"]


def test_planted_code_runs_nowhere_in_proctor(place: Place, model: Model, tmp_path: Path) -> None:
    """Hook with and without a server, server, reviewer, gateway and the person's command."""
    environment, marks = put_package_in(make_environment(tmp_path / "env")), tmp_path / "marks"
    plant(environment, marks)
    reviewer = place.script("reviewer", f"cat > {place.root}/prompt; echo DENY")
    place.configure(f"reviewer: {{command: [{reviewer}]}}\n")
    place.write_role("reviewed", REVIEWED)
    proven(place)
    words = ("claude-code", "--role", "reviewed", "--claude", str(program_of()))
    proctor_in(place.private, "install", *words, installed=environment)
    shelf = shlex.join([sys.executable, "-I", str(Path(mcp_server.__file__))])
    gateway = {
        "command": str(command_of(environment)),
        "args": ["mcp", "--role", "reviewed", "--upstream", f"shelf={shelf}"],
    }
    # The first is decided without a server; the second starts one, which asks the reviewer.
    steps = (bash("git status"), bash(mark()), bash("git status -s"))
    look = call("mcp__proctor__shelf_look", what="x")
    prompt = model.learn("go", *steps, look, say("done"))
    headless(place, model, prompt, *servers(place, proctor=gateway))
    proctor_in(place.private, "approvals", installed=environment)

    assert [each.error for each in model.told("go")] == [False, True, False, False]
    assert (place.ran(), (place.root / "prompt").exists()) == (0, True)
    assert ran(marks) == set()
    assert is_armed(environment, marks)
