"""What else the settings say that a person should know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.installing.neighbours import notes_on, settings_files
from tests.installing.files import EXECUTABLE, groups_for

OURS = frozenset({EXECUTABLE})


@pytest.mark.parametrize(
    ("data", "note"),
    [
        ({"model": "opus"}, None),
        ({"hooks": groups_for(EXECUTABLE)}, None),
        (
            {"hooks": groups_for("/srv/say", "PreToolUse")},
            "has 1 other PreToolUse hook (`/srv/say`): they run beside ours, and any deny wins",
        ),
        ({"hooks": groups_for("/srv/say", "Stop")}, None),
        (
            {"permissions": {"ask": ["Bash(w *)", "WebFetch"]}},
            "has 2 ask rules (`Bash(w *)`, …): Claude Code asks there even where Proctor allows",
        ),
        ({"disableAllHooks": True}, "switches hooks off: where it counts, ours do not run"),
        ({"allowManagedHooksOnly": True}, "lets only managed hooks run: ours need --managed"),
        (
            {"env": {"CLAUDE_CODE_SIMPLE": "1"}},
            "sets CLAUDE_CODE_SIMPLE: with it Claude Code runs no hooks",
        ),
        ([], "is not an object: Claude Code may skip all of it"),
        ({"hooks": [], "permissions": 1, "env": []}, None),
        ({"hooks": {"PreToolUse": [1, {"hooks": [2, {}]}]}, "permissions": {"ask": 3}},
         "has 1 other PreToolUse hook (`?`): they run beside ours, and any deny wins"),
    ],
)  # fmt: skip
def test_what_is_worth_a_note(tmp_path: Path, data: object, note: str | None) -> None:
    """Each thing that changes what our hooks mean is told, and nothing else."""
    file = tmp_path / "settings.json"
    file.write_text(json.dumps(data))

    expected = [f"{file} {note}"] if note else []
    assert notes_on([file], OURS, blocks=True) == expected


def test_allow_rules_matter_where_a_broken_hook_does_not_block(tmp_path: Path) -> None:
    """On a version without `onFailure` they would run a tool."""
    file = tmp_path / "settings.json"
    file.write_text('{"permissions": {"allow": ["Bash"]}}')

    assert notes_on([file], OURS, blocks=True) == []
    assert notes_on([file], OURS, blocks=False) == [
        f"{file} has 1 allow rule (`Bash`): on this version they would run a tool if the hook broke"
    ]


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """Broken, a folder, or nested without end: a note, never an error; a missing one is none."""
    broken, folder, deep = (tmp_path / name for name in ("a.json", "b.json", "c.json"))
    broken.write_text("{,}")
    folder.mkdir()
    deep.write_text("[" * 100_000)

    assert notes_on([broken, folder, deep, tmp_path / "none.json"], OURS, blocks=True) == [
        f"{file} cannot be read: Claude Code may skip all of it" for file in (broken, folder, deep)
    ]


def test_the_files_come_in_the_order_that_counts(tmp_path: Path) -> None:
    """Managed settings first, then the project's own, then the user's."""
    managed, root, user = tmp_path / "etc", tmp_path / "shop", tmp_path / "settings.json"
    (managed / "managed-settings.d").mkdir(parents=True)
    for name in ("50-b.json", "10-a.json"):
        (managed / "managed-settings.d" / name).write_text("{}")

    assert settings_files(user, root, managed) == [
        managed / "managed-settings.json",
        managed / "managed-settings.d" / "10-a.json",
        managed / "managed-settings.d" / "50-b.json",
        root / ".claude" / "settings.local.json",
        root / ".claude" / "settings.json",
        user,
    ]
