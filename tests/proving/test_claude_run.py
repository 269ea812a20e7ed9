"""Runs of the real Claude Code, both versions, in a private place."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from proctor.proving.claude_program import read_version
from proctor.proving.claude_run import ClaudeRun, PrivatePlace, private_place, run_claude
from proctor.proving.scripted_model import ScriptedModel, bash, call, say
from proctor.proving.trial_hooks import pre_tool_use, saying, settings_with, started, write_hook
from tests.real.programs import BOTH_VERSIONS, NEW, OLD, program_of

ALLOW = {"permissions": {"allow": ["Bash"]}}
VERSIONS = pytest.mark.parametrize("version", BOTH_VERSIONS)


def numbers(version: str) -> tuple[int, int, int]:
    """Return a version as numbers."""
    read = read_version(version)
    assert read is not None
    return read


def ran(place: PrivatePlace, model: ScriptedModel, version: str = NEW, **how: float) -> ClaudeRun:
    """Run a version of the program in a place."""
    program = program_of(version)
    return run_claude(
        program, place, model, version=numbers(version), seconds=how.get("seconds", 120)
    )


@VERSIONS
def test_a_call_that_a_rule_allows_runs(version: str) -> None:
    """The run ends by itself, the marker is there, and the result reached the model."""
    with private_place() as place, ScriptedModel([bash("touch ran"), say("done")]) as model:
        place.write_settings(ALLOW)
        run = ran(place, model, version)

    assert (run.status, run.ran, [result.error for result in run.results]) == (0, True, [False])
    assert {"Bash", "Edit", "Read"} <= set(run.tools)


@VERSIONS
def test_a_call_that_nothing_allows_does_not_run(version: str) -> None:
    """Without a rule the program refuses, and says so to the model."""
    with private_place() as place, ScriptedModel([bash("touch ran"), say("done")]) as model:
        run = ran(place, model, version)

    assert (run.status, run.ran, [result.error for result in run.results]) == (0, False, [True])
    assert "approval" in run.words


def test_hooks_are_told_in_the_stream() -> None:
    """Today's version says which hook was started, and how it ended."""
    with private_place() as place, ScriptedModel([bash("touch ran"), say("done")]) as model:
        hook = write_hook(place.folder / "hook", saying(pre_tool_use("deny")))
        place.write_settings(settings_with(hook, "PreToolUse", on_failure=True))
        run = ran(place, model)

    told = [(each.kind, each.event, each.outcome) for each in run.hooks]
    assert told == [
        ("hook_started", "PreToolUse", ""),
        ("hook_response", "PreToolUse", "success"),
    ]


@VERSIONS
def test_a_run_sees_nothing_of_its_user(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither variables of ours nor our folders reach the program, whatever we have set."""
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "secret-of-mine")
    monkeypatch.setenv("CLAUDE_CODE_SIMPLE", "1")
    with private_place() as place, ScriptedModel([bash("env > seen"), say("done")]) as model:
        place.write_settings(ALLOW)
        ran(place, model, version)
        seen = dict(
            line.split("=", 1)
            for line in (place.work / "seen").read_text().splitlines()
            if "=" in line
        )

        assert seen["HOME"] == str(place.home)
        assert {"ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_SIMPLE"} & set(seen) == set()
        assert all(str(place.folder) in seen[name] for name in ("CLAUDE_CONFIG_DIR", "TMPDIR"))


def test_a_run_that_takes_too_long_is_ended() -> None:
    """It has no status then, and neither it nor the hook that it waited for is left."""
    with private_place() as place, ScriptedModel([bash("touch ran"), say("done")]) as model:
        hook = write_hook(place.folder / "hook", f"echo $$ > {place.folder}/pid", "exec sleep 600")
        place.write_settings(settings_with(hook, "PreToolUse", on_failure=True, timeout=600))
        run = ran(place, model, seconds=5)
        pid = int((place.folder / "pid").read_text())

        assert (run.status, run.ran, started(hook).exists()) == (None, False, True)
        gone_within(pid)


def gone_within(pid: int, seconds: float = 30) -> None:
    """Wait until a process is gone."""
    end = time.monotonic() + seconds
    while is_alive(pid):
        assert time.monotonic() < end, f"{pid} still runs"
        time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Say whether a process runs; one that only waits to be buried does not."""
    said = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return said.stdout.strip()[:1] not in {"", "Z"}


def test_ctrl_c_ends_the_run_and_removes_its_folder(tmp_path: Path) -> None:
    """Whoever is interrupted in the middle leaves neither a process nor a folder."""
    script = tmp_path / "run.py"
    script.write_text(
        "import sys\n"
        "from pathlib import Path\n"
        "from proctor.proving.claude_run import private_place, run_claude\n"
        "from proctor.proving.scripted_model import ScriptedModel, bash, say\n"
        "from proctor.proving.trial_hooks import settings_with, write_hook\n"
        "with private_place() as place, ScriptedModel([bash('true'), say('x')]) as model:\n"
        "    line = f'echo $PPID {place.folder} > {sys.argv[2]}.new; mv {sys.argv[2]}.new '\n"
        "    hook = write_hook(place.folder / 'hook', line + sys.argv[2], 'exec sleep 600')\n"
        "    place.write_settings(settings_with(hook, 'PreToolUse', on_failure=True))\n"
        "    run_claude(sys.argv[1], place, model, version=(2, 1, 325))\n"
    )
    told = tmp_path / "told"
    running = subprocess.Popen(
        [sys.executable, script, program_of(), told], stderr=subprocess.DEVNULL
    )
    end = time.monotonic() + 60
    while not told.exists():
        assert time.monotonic() < end
        assert running.poll() is None
        time.sleep(0.05)
    pid, folder = told.read_text().split()
    running.send_signal(signal.SIGINT)
    running.wait(30)

    assert not Path(folder).exists()
    gone_within(int(pid))


def test_a_call_of_any_tool_can_be_played() -> None:
    """A file is written by the program's own tool, where a rule allows it."""
    with private_place() as place:
        path = place.work / "note.txt"
        turns = [call("Write", file_path=str(path), content="hello\n"), say("done")]
        with ScriptedModel(turns) as model:
            place.write_settings({"permissions": {"allow": ["Edit", "Write"]}})
            run = ran(place, model)

            assert (run.status, path.read_text()) == (0, "hello\n")


def test_bypass_works_also_for_root() -> None:
    """Everything runs then, with no rule at all."""
    with private_place() as place, ScriptedModel([bash("touch ran"), say("done")]) as model:
        options = ["--permission-mode", "bypassPermissions"]
        run = run_claude(program_of(), place, model, version=numbers(NEW), options=options)

    assert (run.status, run.ran) == (0, True)


def test_a_program_that_is_none_ends_with_its_words(tmp_path: Path) -> None:
    """Its status and what it said are known, and nothing else is made up."""
    other = tmp_path / "claude"
    other.write_text("#!/bin/sh\necho 'broken in two' >&2\nexit 3\n")
    other.chmod(0o700)
    with private_place() as place, ScriptedModel([say("x")]) as model:
        run = run_claude(other, place, model, version=numbers(OLD))

    assert (run.status, run.words, run.tools, run.stream) == (3, "broken in two", (), ())


def test_a_flag_that_is_refused_is_left_out(tmp_path: Path) -> None:
    """A version of which we believed too much is asked again without the flag."""
    other = tmp_path / "claude"
    other.write_text(
        '#!/bin/sh\ncase "$*" in *--include-hook-events*)\n'
        "  echo \"error: unknown option '--include-hook-events'\" >&2; exit 1;; esac\n"
        "touch ran\n"
    )
    other.chmod(0o700)
    with private_place() as place, ScriptedModel([say("x")]) as model:
        run = run_claude(other, place, model, version=(2, 1, 5))

    assert (run.status, run.ran) == (0, True)


def test_a_place_is_closed_to_others() -> None:
    """Its folders are for nobody else, and gone at the end."""
    with private_place() as place:
        modes = {
            folder.stat().st_mode & 0o777
            for folder in (place.folder, place.home, place.config, place.work, place.tmp)
        }
        assert modes == {0o700}

    assert not os.path.lexists(place.folder)
