"""Installed into the settings of the real Claude Code, proven there, and taken out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.proving.claude_program import claude_version
from proctor.proving.claude_run import PrivatePlace, run_claude
from proctor.proving.scripted_model import ScriptedModel, bash, say
from tests.installing.running import proctor_in
from tests.real.programs import BOTH_VERSIONS, NEW, program_of

BEFORE = '{"permissions": {"allow": ["Bash"]}}'


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_what_is_installed_decides(tmp_path: Path, version: str) -> None:
    """A call that Claude Code's own rule allows is denied by us; afterwards it runs again."""
    claude = program_of(version)
    place = PrivatePlace(tmp_path).make()
    settings = place.config / "settings.json"
    settings.write_text(BEFORE)
    told = proctor_in(place, "install", "claude-code", "--claude", str(claude), "--json")
    again = proctor_in(place, "install", "claude-code", "--claude", str(claude), "--json")
    command = f"touch {place.marker}; cat {place.home}/.proctor/config.yaml"
    runs = []
    for _ in range(2):
        with ScriptedModel([bash(command), say("done")]) as model:
            runs.append(run_claude(claude, place, model, version=claude_version(claude)))
        proctor_in(place, "uninstall", "claude-code")

    said = json.loads(told)
    assert (said["version"], said["ask_holds"]) == (version, version == NEW)
    assert json.loads(again)["proof"] == f"proven before: {said['proof']}"
    assert [run.ran for run in runs] == [False, True]
    assert "Proctor's own folder is closed to agents" in runs[0].words
    assert settings.read_text() == BEFORE
