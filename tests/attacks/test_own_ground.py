"""Attacks on the ground that Proctor stands on: its Python, its packages, its command."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from proctor.home import nearest_project
from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.attacks.planted import is_armed, plant, ran
from tests.outside_environment import (
    CHECKOUT,
    OWN_LINK,
    command_of,
    make_environment,
    outside_environment,
    packages_of,
)
from tests.policy.test_guard import ran as decided
from tests.server.running import PATIENCE
from tests.tables import each_row

ROLE = """\
permissions:
  allow: [Bash(@read)]
  agent: {instructions: Judge with care.}
"""


class Ground(NamedTuple):
    """An environment with Proctor, and a user who works with it."""

    environment: Path
    home: Path
    project: Path

    def run(self, *words: object, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run something as the user would, in the project."""
        return subprocess.run(
            [str(word) for word in words],
            env={"HOME": str(self.home.parent), "PATH": "/usr/bin:/bin"},
            cwd=self.project,
            input=said,
            capture_output=True,
            check=False,
            timeout=2 * PATIENCE,
        )

    def proctor(self, *words: str) -> subprocess.CompletedProcess[bytes]:
        """Run the command."""
        return self.run(command_of(self.environment), *words)

    def ask_hook(self, command: str) -> str:
        """Have the installed hook decide a command, and return what it says."""
        event = {
            "hook_event_name": "PreToolUse",
            "session_id": "8c1f",
            "cwd": str(self.project),
            "tool_name": "Bash",
            "tool_input": {"command": command},
            "tool_use_id": f"toolu_{command}",
        }
        done = self.run(self.home / "hooks" / "claude-code", said=json.dumps(event).encode())
        assert done.returncode == 0, done.stderr
        return str(json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"])


def ground_in(folder: Path, environment: Path) -> Ground:
    """Make a user with a project."""
    ground = Ground(environment, folder / "user" / ".proctor", folder / "user" / "shop")
    (ground.project / ".git").mkdir(parents=True)
    (ground.home / "roles").mkdir(mode=0o700, parents=True)
    return ground


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """Give a user with a project, and a Proctor outside of it that the tests share."""
    return ground_in(tmp_path, outside_environment())


# --- Code that is planted in the environment


def test_planted_code_runs_in_no_process_of_proctor(tmp_path: Path) -> None:
    """Neither `.pth` files nor sitecustomize or usercustomize run anywhere in Proctor."""
    environment, marks = make_environment(tmp_path / "env"), tmp_path / "marks"
    ground = ground_in(tmp_path, environment)
    plant(environment, marks)
    reviewer = tmp_path / "reviewer"
    reviewer.write_text(f"#!/bin/sh\ncat > {tmp_path}/prompt; echo DENY\n")
    reviewer.chmod(0o700)
    (ground.home / "config.yaml").write_text(f"reviewer: {{command: [{reviewer}]}}\n")
    (ground.home / "roles" / "mine.yaml").write_text(ROLE)
    words = ("install", "claude-code", "--role", "mine", "--force", "--no-proof")
    steps: dict[str, tuple[Callable[[], object], object]] = {
        "install": (lambda: ground.proctor(*words).returncode, 0),
        "cold hook": (lambda: ground.ask_hook("git status"), "allow"),
        # It loads all packages and starts the server, which asks the reviewer.
        "cold hook that asks": (lambda: ground.ask_hook("git push origin main"), "deny"),
        "reviewer": ((tmp_path / "prompt").exists, True),
        "server": (lambda: ground.proctor("status").returncode, 0),
        "warm hook": (lambda: ground.ask_hook("git log"), "allow"),
        "approvals": (lambda: ground.proctor("approvals").returncode, 0),
        "gateway": (lambda: ground.proctor("mcp", "--role", "mine").returncode, 0),
        "end": (lambda: ground.proctor("down").returncode, 0),
    }

    found = {name: (act(), ran(marks)) for name, (act, _) in steps.items()}

    assert found == {name: (wanted, set()) for name, (_, wanted) in steps.items()}
    assert is_armed(environment, marks)


def test_a_planted_folder_is_not_searched(tmp_path: Path) -> None:
    """A `.pth` file that only names a folder would bring modules that are not installed."""
    environment = make_environment(tmp_path / "env")
    evil = tmp_path / "evil"
    evil.mkdir()
    (packages_of(environment) / "aa.pth").write_text(f"{evil}\n")
    (packages_of(environment) / "mcp").unlink()
    (evil / "mcp.py").write_text(f"open({str(tmp_path / 'marks')!r}, 'a').write('x')\n")
    ground = ground_in(tmp_path, environment)

    done = ground.proctor("mcp", "--role", "guarded")

    assert (done.returncode, b"proctor-gate[mcp]" in done.stderr) == (1, True)
    assert not (tmp_path / "marks").exists()


@pytest.mark.parametrize("name", ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE"])
def test_the_command_hears_no_variable_of_python(ground: Ground, name: str) -> None:
    """A repository's `.envrc` does not choose the code of a person's own command."""
    evil = ground.project / "evil"
    evil.mkdir()
    for module in ("typer", "os", "proctor", "encodings"):
        (evil / f"{module}.py").write_text("raise SystemExit(77)\n")
    done = subprocess.run(
        [command_of(ground.environment), "--version"],
        env={"HOME": str(ground.home.parent), name: str(evil), "PATH": "/usr/bin:/bin"},
        cwd=evil, capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip

    assert (done.returncode, done.stdout[:8]) == (0, b"proctor ")


# --- The command and its processes, by other names


@each_row(
    "command",
    ["sh .venv/bin/proctor approve 1", "bash -x /opt/p/bin/proctor approve 1",
     "bash -o posix bin/proctor approve 1", "dash -- bin/proctor token", "sh ./proctor down",
     ". /opt/p/bin/proctor approve 1", "source bin/proctor approve 1", "zsh /x/bin/proctor token",
     "env sh bin/proctor approve 1", "env -S 'proctor' approve 1",
     "env -vS 'A=1 bin/proctor approve' 1", "env --split-string='sh bin/proctor' approve 1",
     "env '-S -i proctor approve 1'", "busybox sh bin/proctor approve 1", "proctor-gate approve 1",
     "python -IS /opt/x/proctor/start.py proctor approve 1",
     "python3 -IS /opt/x/proctor/start.py proctor.cli.main approve 1",
     "cd /opt/x/proctor && python3 start.py proctor approve 1",
     "python3 -m proctor.start proctor approve 1", "python3 -m proctor.own_process",
     "pkill -f 'proctor up'", "pkill -f 'proctor/start.py'", "pkill -f 'p[r]octor/start'",
     "pkill -f 'start.py proctor up'"],
)  # fmt: skip
def test_the_command_under_another_name_is_for_people_too(
    command: str, around: Surroundings
) -> None:
    """It is a shell script now, and its processes have another command line."""
    assert decided(command, around).effect is Effect.DENY


@each_row(
    "command",
    ["sh bin/proctor list", "sh deploy.sh proctor approve", "bash -o posix run.sh",
     "python start.py shop", "python start.py", "sh"],
)  # fmt: skip
def test_other_scripts_are_no_concern_of_the_guard(command: str, around: Surroundings) -> None:
    """Neither what agents may run of ours, nor a script of theirs with such a word behind it."""
    assert decided(command, around).effect is not Effect.DENY


@each_row("pattern", ["start.py", "-IS", "site-packages"])
def test_what_ends_the_server_among_others_is_asked(pattern: str, around: Surroundings) -> None:
    """A pattern that fits the server's command line without naming it may end it."""
    assert decided(f"pkill -f -- {pattern}", around).effect is Effect.ASK


# --- An environment inside a project


def test_install_refuses_an_environment_inside_a_project(tmp_path: Path) -> None:
    """It says how to install outside; `--force` installs, and doctor goes on warning."""
    shop = tmp_path / "user" / "shop"
    ground = ground_in(tmp_path, make_environment(shop / ".venv"))
    refused = ground.proctor("install", "claude-code", "--no-proof")
    written = [path for path in ground.home.rglob("*") if path.is_file()]
    forced = ground.proctor("install", "claude-code", "--no-proof", "--force")
    looked = json.loads(ground.proctor("doctor", "--json").stdout)

    said = f"Proctor runs from {shop}/.venv, inside the project {shop}"
    assert (refused.returncode, refused.stdout, written) == (2, b"", [])
    assert refused.stderr.decode().startswith(f"error: {said}")
    for way in ("pipx install proctor-gate", "uv tool install proctor-gate", "python3 -m venv"):
        assert way in refused.stderr.decode()
    assert (forced.returncode, f"note: {said}" in forced.stderr.decode()) == (0, True)
    [finding] = [each for each in looked["findings"] if each["code"]]
    assert (finding["code"], finding["level"]) == ("environment-in-project", "warning")
    assert finding["what"].startswith(said)


def test_install_refuses_a_package_inside_a_project(tmp_path: Path) -> None:
    """An editable installation of a checkout is one, wherever its environment lies."""
    shop = tmp_path / "user" / "shop"
    ground = ground_in(tmp_path, make_environment(tmp_path / "env"))
    shutil.copytree(CHECKOUT / "src" / "proctor", shop / "src" / "proctor")
    (packages_of(ground.environment) / OWN_LINK).write_text(str(shop / "src"))
    refused = ground.proctor("install", "claude-code", "--no-proof")
    forced = ground.proctor("install", "claude-code", "--no-proof", "--force", "--role", "coder")
    looked = json.loads(ground.proctor("doctor", "--json").stdout)

    said = f"Proctor runs from {shop}/src/proctor, inside the project {shop}"
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr.decode().startswith(f"error: {said}")
    assert (forced.returncode, f"note: {said}" in forced.stderr.decode()) == (0, True)
    [finding] = [each for each in looked["findings"] if each["code"]]
    assert finding["what"].startswith(said)
    # A module beside the package would run in the person's own commands.
    assert ground.ask_hook(f"cp x.py {shop}/src/typer.py") == "deny"


@each_row(
    ("marked", "environment", "project"),
    [
        # In a project, whichever way it is marked, and however deep.
        ("user/shop/.git", "user/shop/.venv", "user/shop"),
        ("user/shop/.proctor", "user/shop/a/b/env", "user/shop"),
        ("srv/shop/.git", "srv/shop/.venv", "srv/shop"),
        # The home is no project, whatever lies in it or above it.
        ("user/.git", "user/.local/share/pipx/venvs/proctor-gate", ""),
        ("user/.proctor", "user/.local/share/uv/tools/proctor-gate", ""),
        (".git", "user/.local/share/pipx/venvs/proctor-gate", ""),
        (".proctor", "user/env", ""),
        (".git", "srv/env", ""),
    ],
)
def test_the_project_around_an_environment(
    marked: str, environment: str, project: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Dotfiles in a repository, or Proctor's own home, do not make an installation impossible."""
    root = tmp_path_factory.mktemp("around")
    for folder in (marked, environment, "user/.proctor"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("HOME", str(root / "user"))
        found = nearest_project(str(root / environment), str(root / "user" / ".proctor"))

    assert found == (str(root / project) if project else "")


# --- Hooks that are written too far up


@each_row(
    ("marks", "start", "written"),
    [
        # The project's own repository comes before rules further up.
        (["user/.x/.proctor", "user/.x/shop/.git"], "user/.x/shop/src", "user/.x/shop"),
        (["user/code/.git", "user/code/shop/.proctor"], "user/code/shop/a", "user/code/shop"),
        # Nothing at the home or above it counts: the folder itself is the project.
        ([".proctor", "user/.git"], "user/shop", "user/shop"),
        ([".proctor", ".git"], "user/shop", "user/shop"),
        # Nor is anything written there.
        ([".git"], "user", ""),
        ([".proctor", ".git"], "", ""),
    ],
)
def test_hooks_of_a_project_stay_in_the_nearest_one(
    marks: list[str], start: str, written: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`install --project` writes into no folder above the project or the home."""
    root = tmp_path_factory.mktemp("project")
    ground = Ground(outside_environment(), root / "user" / ".proctor", root / start)
    for folder in (*marks, start, "user"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    done = ground.proctor("install", "claude-code", "--project", "--no-proof", "--force")

    found = [str(path.parent.parent.relative_to(root)) for path in root.rglob("settings*.json")]
    assert (done.returncode, found) == (0 if written else 2, [written] if written else [])
