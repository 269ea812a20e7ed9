"""Settings that change while a session runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proctor.adapters.claude_settings import hook_entries
from proctor.settings_change import OF_A_PROJECT, refused
from tests.tables import each_row


@each_row("source", ["project_settings", "local_settings", "", None, "moon", 5])
def test_a_project_changes_nothing_in_a_session_that_runs(source: object) -> None:
    """Whatever an agent may run can write there; so can what nobody has told us of."""
    assert (
        refused({"source": source, "file_path": "/srv/shop/.claude/x"}, "/home/ada/.proctor")
        == OF_A_PROJECT
    )


@pytest.mark.parametrize("source", ["policy_settings", "skills"])
def test_what_cannot_switch_hooks_off_may_change(source: str) -> None:
    """An administrator's settings are theirs, and skills have no say in it."""
    assert refused({"source": source}, "/home/ada/.proctor") == ""


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({}, ""),
        ({"model": "opus", "env": {"EDITOR": "vi", "LD_PRELOAD": ""}}, ""),
        ({"disableAllHooks": False}, ""),
        ({"disableAllHooks": True}, "they say disableAllHooks"),
        ({"env": {"LD_PRELOAD": "/x.so"}}, "they set LD_PRELOAD"),
        ({"env": {"CLAUDE_CODE_SHELL_PREFIX": "true"}}, "they set CLAUDE_CODE_SHELL_PREFIX"),
        ({"env": {"BASH_ENV": "/x"}}, "they set BASH_ENV"),
        ({"env": {"LD_TRACE_LOADED_OBJECTS": ""}}, "they set LD_TRACE_LOADED_OBJECTS"),
        ([], "they cannot be read"),
    ],
)
def test_the_users_own_change_counts_unless_it_could_silence_us(
    tmp_path: Path, settings: object, why: str
) -> None:
    """Who picks another model is not stopped; who switches hooks off needs a new session."""
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(settings))

    said = refused({"source": "user_settings", "file_path": str(file)}, str(tmp_path))

    assert bool(said) is bool(why)
    assert why in said


@each_row("path", [None, "", "settings.json", "/nowhere/settings.json", "/a\0b", 7])
def test_a_file_that_cannot_be_read_does_not_count(path: object) -> None:
    """What nobody has seen may say anything."""
    assert refused({"source": "user_settings", "file_path": path}, "/home/ada/.proctor")


def naming(hooks: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a hook that only names our executable, and starts another program."""
    handler = hooks["PreToolUse"][0]["hooks"][0]
    return [{"matcher": "", "hooks": [{**handler, "command": f"true {handler['command']}"}]}]


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        (lambda hooks: hooks, True),
        (lambda hooks: {**hooks, "Stop": []}, True),
        (lambda _: {}, False),
        (lambda hooks: {**hooks, "PreToolUse": []}, False),
        (lambda hooks: {**hooks, "ConfigChange": hooks["Stop"][:0]}, False),
        (lambda hooks: {**hooks, "PreToolUse": [{**hooks["Stop"][0], "matcher": "Read"}]}, False),
        (lambda hooks: {**hooks, "PreToolUse": [{"hooks": [{"command": "true"}]}]}, False),
        (lambda hooks: {**hooks, "PreToolUse": naming(hooks)}, False),
    ],
)
def test_where_our_hooks_were_they_must_stay(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], *, counts: bool
) -> None:
    """A change that takes them out of the user's settings does not count in the session."""
    hooks = hook_entries(f"{tmp_path}/hooks/claude-code", (2, 1, 325))
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "claude-code-user.json").touch()
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"hooks": change(hooks)}))

    said = refused({"source": "user_settings", "file_path": str(file)}, str(tmp_path))

    assert (said == "") is counts
