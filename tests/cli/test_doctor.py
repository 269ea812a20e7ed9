"""`proctor doctor`, with the real Claude Code."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from proctor.installing.proof_memory import proof_of, remember
from tests.cli.conftest import COMMAND, Proctor
from tests.real.programs import OLD, program_of

PATIENCE = 120
VERSION = "2.1.325"

pytestmark = pytest.mark.usefixtures("outside")


def install(proctor: Proctor, *options: str) -> None:
    """Install our hooks for today's Claude Code."""
    result = proctor("install", "claude-code", "--claude", str(program_of()), *options)
    assert result.status == 0, result.err


def install_proven(proctor: Proctor, home: Path, *options: str) -> None:
    """Install our hooks where Claude Code was proven already: a proof takes seconds."""
    home.mkdir(mode=0o700, exist_ok=True)
    proof = proof_of(program_of(), VERSION, ask_holds=True, words="as if it were")
    remember(home, proof)
    install(proctor, *options)


def looked(proctor: Proctor, *options: str) -> tuple[int, dict[str, Any]]:
    """Look quickly, and return the status and what was found."""
    named = () if "--claude" in options else ("--claude", str(program_of()))
    result = proctor("doctor", "--quick", "--json", *named, *options)
    data: dict[str, Any] = json.loads(result.out)
    return result.status, data


def problems(data: dict[str, Any]) -> list[str]:
    """Return what is wrong."""
    return [each["what"] for each in data["findings"] if each["level"] == "problem"]


def tree(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_after_install_everything_is_green(proctor: Proctor, home: Path) -> None:
    """Today's version: nothing is wrong, all is proven, and nothing of the user's is changed."""
    install_proven(proctor, home)
    before = tree(home.parent)
    result = proctor("doctor", "--claude", str(program_of()))

    assert (result.status, result.err) == (0, "doctor: no problems, no warnings\n"), result.out
    for said in (
        "our hook works: what the role allows runs",
        "what the role denies does not run, and the model reads why",
        "a server that hangs: our hook decides by itself",
        "broken on purpose, nothing ran",
        "What this covers here, and what it does not:",
    ):
        assert said in result.out
    assert tree(home.parent) == before


@pytest.mark.full
def test_an_old_version_is_called_unsafe(proctor: Proctor) -> None:
    """What it lacks is said plainly, also that our hook was written for a better one."""
    install(proctor)
    result = proctor("doctor", "--claude", str(program_of(OLD)))

    assert result.status == 1
    for said in (
        "cannot be told to block where a hook breaks",
        "drops a hook's arguments",
        "our hook works: what the role allows runs",
        "Claude Code 2.0.77 runs an allowed tool unchecked when a hook",
        "a hook's `ask` does not hold here with -p: an allowed tool runs",
        "Claude Code 2.0.77 starts no PermissionRequest hook with -p",
        "was written for a version on which an `ask` holds, and this is another",
        "do: update Claude Code to 2.1.295 or later",
    ):
        assert said in result.out


@pytest.mark.full
def test_without_our_hooks_it_says_what_to_do(proctor: Proctor, home: Path) -> None:
    """One problem, with the command that cures it; what the program's own sandbox holds is told."""
    status, data = looked(proctor)

    assert (status, data["green"]) == (1, False)
    assert [each["do"] for each in data["findings"] if each["level"] == "problem"] == [
        "proctor install claude-code"
    ]
    assert (data["version"], data["claude"]) == (VERSION, str(program_of()))
    covers = data["covers"]
    assert (len(covers), "own sandbox is off" in covers[1], str(home) in covers[3]) == (
        5, True, True,
    )  # fmt: skip


@pytest.mark.full
def test_user_installation_counts_in_the_home_folder(
    proctor: Proctor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There `.claude/settings.json` is the user's own file, and our hooks in it are found."""
    install_proven(proctor, home)
    monkeypatch.chdir(home.parent)
    status, data = looked(proctor)
    settings = home.parent / ".claude" / "settings.json"

    assert (status, problems(data)) == (0, [])
    assert f"user: {settings}" in [each["what"] for each in data["findings"]]


def test_without_claude_code_the_rest_is_told(
    proctor: Proctor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is a problem, and nothing is proven."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("proctor.proving.claude_program.PLACES", ())
    result = proctor("doctor", "--json")
    data = json.loads(result.out)

    assert (result.status, data["claude"], data["version"]) == (1, None, None)
    assert {each["area"] for each in data["findings"]} >= {"program", "hooks", "proctor"}
    assert "proof" not in {each["area"] for each in data["findings"]}


def test_a_program_that_is_named_wrongly_is_a_wrong_call(proctor: Proctor) -> None:
    """It ends in a sentence and status 2."""
    result = proctor("doctor", "--claude", "/srv/no/claude")

    assert (result.status, result.err) == (2, "error: `/srv/no/claude` is not a program\n")


def test_a_repository_that_switches_hooks_off_is_found_and_left_alone(
    proctor: Proctor, home: Path, project: Path
) -> None:
    """Its `disableAllHooks` is a problem, its variables are told, and --fix changes no byte."""
    install(proctor, "--no-proof")
    (project / ".claude").mkdir()
    said = {
        "disableAllHooks": True,
        "env": {"PROCTOR_HOME": "/srv/x"},
        "permissions": {"ask": ["Read"]},
    }
    theirs = project / ".claude" / "settings.json"
    theirs.write_text(json.dumps(said))
    mine = home.parent / ".claude" / "settings.json"
    before = theirs.read_bytes(), mine.read_bytes()
    status, data = looked(proctor, "--fix", "--yes")

    assert status == 1
    assert problems(data) == [
        f"{project}/.claude/settings.json switches all hooks off (disableAllHooks)",
        "with the settings of this folder Claude Code does not start our hook",
    ]
    assert any("`PROCTOR_HOME`" in each["what"] for each in data["findings"])
    assert (theirs.read_bytes(), mine.read_bytes()) == before


@pytest.mark.full
def test_a_role_that_does_not_load_is_found(proctor: Proctor, home: Path) -> None:
    """The role of our hook is loaded and its error told, and that the program's sandbox is on."""
    (home / "roles").mkdir(parents=True)
    role = home / "roles" / "mine.yaml"
    role.write_text("permissions: {allow: [Read]}\n")
    install(proctor, "--no-proof", "--role", "mine")
    role.write_text("permissions: {alow: [Read]}\n")
    settings = home.parent / ".claude" / "settings.json"
    kept = json.loads(settings.read_text())
    settings.write_text(json.dumps({**kept, "sandbox": {"enabled": True}}))
    _, data = looked(proctor)

    assert [what.partition(":")[0] for what in problems(data)] == ["the role mine does not load"]
    assert "own sandbox is on" in data["covers"][1]


def test_fix_repairs_what_is_ours(proctor: Proctor, home: Path) -> None:
    """A stale file, one that others can change, a missing event, a switch: all in one go."""
    install_proven(proctor, home)
    settings = home.parent / ".claude" / "settings.json"
    good, hook = settings.read_text(), home / "hooks" / "claude-code"
    written = hook.read_text()
    broken = json.loads(good)
    del broken["hooks"]["PermissionRequest"]
    broken["disableAllHooks"] = True
    settings.write_text(json.dumps(broken))
    hook.write_text(written.replace("sys.path.append('", "sys.path.append('/gone"))
    hook.chmod(0o777)
    status, data = looked(proctor)
    assert (status, len(problems(data))) == (1, 5)

    status, data = looked(proctor, "--fix", "--yes")
    assert (status, problems(data)) == (0, [])
    assert (hook.read_text(), hook.stat().st_mode & 0o777) == (written, 0o700)
    assert json.loads(settings.read_text()) == json.loads(good)


def test_fix_asks_first(proctor: Proctor, home: Path) -> None:
    """Where nobody is there to ask, nothing is repaired."""
    install(proctor, "--no-proof")
    hook = home / "hooks" / "claude-code"
    hook.chmod(0o777)
    result = proctor("doctor", "--quick", "--fix", "--claude", str(program_of()))

    assert result.status == 2
    assert "nobody is here to ask: nothing was repaired" in result.err
    assert hook.stat().st_mode & 0o777 == 0o777


@pytest.mark.full
def test_fix_keeps_the_role(proctor: Proctor, home: Path) -> None:
    """A hook that is gone comes back with the role that it had."""
    install_proven(proctor, home, "--role", "locked")
    hook = home / "hooks" / "claude-code"
    written = hook.read_text()
    hook.unlink()
    status, data = looked(proctor, "--fix", "--yes")

    assert (status, problems(data), hook.read_text()) == (0, [], written)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["int", "term"]
)
def test_whoever_ends_it_leaves_nothing_behind(
    project: Path, tmp_path: Path, number: signal.Signals, status: int
) -> None:
    """In the middle of its proofs: no folder stays, and no program that it started."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    begun = tmp_path / "begun"
    program = tmp_path / "claude"
    program.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo {VERSION} && exit\n'
        f"echo $$ >> {begun}\nexec sleep 600\n"
    )
    program.chmod(0o700)
    doctor = subprocess.Popen(
        [COMMAND, "doctor", "--claude", program],
        env={**os.environ, "TMPDIR": str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + PATIENCE
    while not (begun.exists() and begun.read_text().endswith("\n")):
        assert (doctor.poll(), time.monotonic() < end) == (None, True)
        time.sleep(0.01)
    doctor.send_signal(number)

    assert doctor.wait(PATIENCE) == status
    assert [*folder.iterdir()] == []
    for pid in begun.read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid), 0)
