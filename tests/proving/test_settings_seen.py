"""Which settings files apply, in which order, and what they say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.proving.settings_seen import (
    HookEntry,
    SettingsFile,
    config_folder,
    hook_entries,
    read_settings,
    settings_files,
    who_says,
)
from tests.proving.scenes import NEW, OLD


def put(path: Path, data: object) -> Path:
    """Write a file of JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))
    return path


def test_the_strongest_comes_first(tmp_path: Path) -> None:
    """Managed, later names before earlier ones, then local, project and user."""
    managed, project, config = tmp_path / "etc", tmp_path / "shop", tmp_path / "config"
    written = [
        put(managed / "managed-settings.d" / "20-b.json", {}),
        put(managed / "managed-settings.d" / "10-a.json", {}),
        put(managed / "managed-settings.json", {}),
        put(project / ".claude" / "settings.local.json", {}),
        put(project / ".claude" / "settings.json", {}),
        put(config / "settings.json", {}),
    ]
    found = settings_files(project, version=NEW, config=config, managed=managed)

    assert [file.path for file in found] == written
    assert [file.scope for file in found] == [
        *["managed"] * 3, "local", "project", "user"
    ]  # fmt: skip


def test_in_a_subfolder_only_the_roots_local_file_counts(tmp_path: Path) -> None:
    """As was measured: a project's file counts only where the program is started."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    sub = root / "src"
    sub.mkdir()
    local = put(root / ".claude" / "settings.local.json", {})
    put(root / ".claude" / "settings.json", {})
    nowhere = {"config": tmp_path / "none", "managed": tmp_path / "none"}
    found = settings_files(sub, version=NEW, **nowhere)

    assert [(file.scope, file.path) for file in found] == [("local", local)]
    assert settings_files(sub, version=OLD, **nowhere) == ()


def test_a_file_counts_once(tmp_path: Path) -> None:
    """In the user's own home it is the user's, who wrote it, and no project's."""
    put(tmp_path / ".claude" / "settings.json", {})
    config, managed = tmp_path / ".claude", tmp_path / "none"
    found = settings_files(tmp_path, version=NEW, config=config, managed=managed)

    assert [file.scope for file in found] == ["user"]


def test_the_users_folder_can_be_moved(tmp_path: Path) -> None:
    """CLAUDE_CONFIG_DIR counts, and without it `~/.claude`."""
    assert config_folder({}, tmp_path) == tmp_path / ".claude"
    assert config_folder({"CLAUDE_CONFIG_DIR": "/srv/c"}, tmp_path) == Path("/srv/c")


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        (b"{", "is not JSON: "),
        (b"[]", "is not an object of JSON"),
        (b"\xff", "is not JSON: "),
        (b"[" * 100_000, "is not JSON: "),
        (b" " * (2 * 1024 * 1024 + 1), "is larger than Claude Code takes"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path: Path, text: bytes, trouble: str) -> None:
    """It is told, and counts as saying nothing."""
    path = tmp_path / "settings.json"
    path.write_bytes(text)
    file = read_settings("user", path)

    assert file is not None
    assert (file.data, file.trouble.startswith(trouble)) == ({}, True)


def test_a_folder_in_place_of_a_file_is_trouble(tmp_path: Path) -> None:
    """What is there and is no file is not passed over."""
    file = read_settings("user", tmp_path)

    assert file is not None
    assert file.trouble.startswith("cannot be read: ")


def test_odd_values_say_nothing() -> None:
    """A list where an object belongs, and the like, are no rules and no hooks."""
    odd = SettingsFile(
        "user",
        Path("/srv/s"),
        {
            "permissions": {"allow": "Bash", "ask": [1, "Read"]},
            "env": [],
            "hooks": {"A": 1, "B": [2], "C": [{"hooks": 3}], "D": [{"hooks": [4]}]},
        },
    )

    assert (odd.rules("allow"), odd.rules("ask"), odd.part("env")) == ([], ["Read"], {})
    assert [*hook_entries([odd])] == []


def test_every_hook_is_found() -> None:
    """With its event, its matcher and what it starts."""
    entry = {"type": "command", "command": "/srv/hook"}
    groups = [{"matcher": "Bash", "hooks": [entry]}, {"hooks": [{"type": "http"}]}]
    file = SettingsFile("user", Path("/srv/s"), {"hooks": {"PreToolUse": groups}})
    first, second = hook_entries([file])

    assert first == HookEntry(file, "PreToolUse", "Bash", entry)
    assert (first.command, second.command, second.matcher) == ("/srv/hook", "", "")


def test_the_strongest_word_counts() -> None:
    """A key is decided by the first file that has it, whatever it says."""
    silent = SettingsFile("local", Path("/srv/a"), {})
    first = SettingsFile("project", Path("/srv/b"), {"disableAllHooks": False})
    second = SettingsFile("user", Path("/srv/c"), {"disableAllHooks": True})

    assert who_says([silent, first, second], "disableAllHooks") == first
    assert who_says([silent], "disableAllHooks") is None
