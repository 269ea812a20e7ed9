"""Hooks of others that answer for a person."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor import answering_hooks
from proctor.answering_hooks import (
    definitions_answer,
    others_answer,
    own_definitions_answer,
    own_hooks_answer,
)
from proctor.server.other_answers import OtherAnswers

HOME, USER = "/home/ada/.proctor", "/home/ada"


def settings(folder: Path, said: Any, name: str = "settings.json") -> Path:
    """Write settings of a project."""
    path = folder / ".claude" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(said if isinstance(said, str) else json.dumps(said))
    return path


def answering(command: object) -> dict[str, Any]:
    """Return settings with one hook for a PermissionRequest."""
    return {"hooks": {"PermissionRequest": [{"hooks": [{"type": "command", "command": command}]}]}}


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
@pytest.mark.parametrize(
    "command",
    [
        "./yes.sh",
        "/home/ada/.proctor-not/hook",
        "/home/ada/.proctor/../evil",
        "/home/ada/.proctor/hooks/claude-code; ./yes.sh",
        "/home/ada/.proctor/hooks/claude-code | ./yes.sh",
        "/home/ada/.proctor/hooks/claude-code yes",
        "/home/ada/.proctor/sessions/arch-1/claude/yes.sh",
        "/home/ada/.proctor/sessions/arch-1/hook/../claude/yes.sh",
        "'/home/ada/.proctor/hooks/claude-code' yes",
        None,
        7,
    ],
)
def test_a_hook_that_is_not_ours_may_answer(tmp_path: Path, name: str, command: object) -> None:
    """In either file of a project, and whatever stands behind our own path."""
    settings(tmp_path, answering(command), name)

    assert others_answer(str(tmp_path), str(tmp_path), HOME, USER)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"hooks": {}},
        {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "./lint.sh"}]}]}},
        {"hooks": {"PermissionRequest": []}},
        answering("/home/ada/.proctor/hooks/claude-code"),
        answering("'/home/ada/.proctor/sessions/arch-1/hook'"),
    ],
)
def test_without_one_nobody_else_answers(tmp_path: Path, said: object) -> None:
    """Our own hooks, other events and empty lists answer nothing."""
    settings(tmp_path, said)

    assert not others_answer(str(tmp_path), str(tmp_path), HOME, USER)


@pytest.mark.parametrize(
    "said", ["{", "[]", '{"hooks": []}', '{"hooks": {"PermissionRequest": 1}}']
)
def test_what_cannot_be_read_may_answer(tmp_path: Path, said: str) -> None:
    """Who cannot say that there is none does not leave it to the dialog."""
    settings(tmp_path, said)

    assert others_answer(str(tmp_path), str(tmp_path), HOME, USER)


@pytest.mark.parametrize("key", ["enabledPlugins", "extraKnownMarketplaces"])
@pytest.mark.parametrize("value", [{"pl@mp": True}, {"pl@mp": {}}, ["pl@mp"], "pl@mp", True])
def test_a_plugin_that_a_project_turns_on_may_answer(
    tmp_path: Path, key: str, value: object
) -> None:
    """It may bring hooks, or code, and nobody was asked whether it shall be there."""
    settings(tmp_path, {key: value})

    assert others_answer(str(tmp_path), str(tmp_path), HOME, USER)


@pytest.mark.parametrize("value", [{}, {"pl@mp": False}, False, None])
def test_a_plugin_that_is_turned_off_answers_nothing(tmp_path: Path, value: object) -> None:
    """Most projects that name one mean this."""
    settings(tmp_path, {"enabledPlugins": value})

    assert not others_answer(str(tmp_path), str(tmp_path), HOME, USER)


def test_the_repository_around_the_project_counts_too(tmp_path: Path) -> None:
    """The program looks up to its root; what lies above that is none of it."""
    start = tmp_path / "repo" / "packages" / "a"
    start.mkdir(parents=True)
    (tmp_path / "repo" / ".git").mkdir()
    settings(tmp_path, answering("./yes.sh"))

    assert not others_answer(str(start), str(start), HOME, USER)
    settings(tmp_path / "repo", answering("./yes.sh"))
    assert others_answer(str(start), str(start), HOME, USER)


def test_the_users_own_folder_is_no_projects(tmp_path: Path) -> None:
    """Hooks that a person has put into their own settings are named as theirs."""
    path = settings(tmp_path, answering("./mine.sh"))
    start = tmp_path / "notes"
    start.mkdir()

    assert not others_answer(str(start), str(start), HOME, str(tmp_path))
    assert own_hooks_answer(HOME, str(tmp_path)) == [f"{path}: `./mine.sh`"]


@pytest.mark.parametrize("where", ["usual", "named"])
@pytest.mark.parametrize(
    ("said", "named"),
    [
        (answering("./yes.sh"), "`./yes.sh`"),
        (answering(None), "`command`"),
        ({"hooks": {"PermissionRequest": [{"hooks": [{"type": "prompt"}]}]}}, "`prompt`"),
        (answering("/home/eve/.proctor/hooks/claude-code"), "/home/eve"),
        ("{", "cannot be read"),
        ('{"hooks": 1}', "cannot be read"),
        (answering("/home/ada/.proctor/hooks/claude-code"), ""),
        ({"hooks": {"PreToolUse": [{"hooks": [{"command": "./lint.sh"}]}]}}, ""),
        ({}, ""),
    ],
)
def test_a_persons_own_hook_is_named(tmp_path: Path, where: str, said: object, named: str) -> None:
    """In the usual folder and in a named one; ours and other events answer nothing."""
    settings(tmp_path, said)
    user, configs = str(tmp_path), []
    if where == "named":
        user, configs = "/nonexistent", [f"{tmp_path}/.claude"]
    found = own_hooks_answer(HOME, user, configs)

    assert [named in each for each in found] == ([True] if named else [])


def test_an_administrators_hook_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ours for everybody is ours only in a user's usual home."""
    monkeypatch.setattr(answering_hooks, "MANAGED", (str(tmp_path),))
    drop_in = tmp_path / "managed-settings.d" / "50-proctor.json"
    drop_in.parent.mkdir()
    drop_in.write_text(json.dumps(answering(f"{tmp_path}/proctor-hook")))

    assert own_hooks_answer(HOME, USER) == []
    assert own_hooks_answer("/srv/other", USER) == [f"{drop_in}: `{tmp_path}/proctor-hook`"]
    path = tmp_path / "managed-settings.json"
    path.write_text(json.dumps(answering("/opt/yes")))
    assert own_hooks_answer(HOME, USER) == [f"{path}: `/opt/yes`"]


@pytest.mark.parametrize(
    ("files", "answers"),
    [
        ({"hooks/hooks.json": '{"hooks": {"PermissionRequest": []}}'}, True),
        ({".claude-plugin/plugin.json": '{"hooks": {"PermissionRequest": []}}'}, True),
        ({"odd/place.json": '{"hooks": {"Permission\\u0052equest": []}}'}, True),
        ({"hooks/hooks.json": '{"modules": ["./register.js"]}'}, True),
        ({"skills/x/SKILL.md": "---\nhooks: {}\n---\n"}, True),
        ({"hooks/hooks.json": '{"hooks": {"PreToolUse": []}}', "README.md": "hooks: x"}, False),
        ({}, False),
        (None, True),
    ],
    ids=["hooks", "manifest", "escaped", "code", "skill", "others", "none", "not found"],
)
def test_a_persons_own_plugin_may_answer(
    tmp_path: Path, files: dict[str, str] | None, answers: bool
) -> None:
    """It is looked through; one whose files are not found may bring such a hook."""
    place = tmp_path / "cache" / "mine"
    for name, text in (files or {"plugin.json": "{}"}).items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    settings(tmp_path, {"enabledPlugins": {"mine@x": True, "off@x": False}})
    listed = {"mine@x": [{"installPath": str(place)}]} if files is not None else {}
    known = tmp_path / ".claude" / "plugins" / "installed_plugins.json"
    known.parent.mkdir()
    known.write_text(json.dumps({"version": 2, "plugins": listed}))

    expected = ["the plugin `mine@x`"] if answers else []
    assert own_definitions_answer(str(tmp_path)) == expected


def test_a_persons_own_definition_may_answer(tmp_path: Path) -> None:
    """A skill of the user's counts as one of a project does."""
    path = tmp_path / ".claude" / "skills" / "x" / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text("---\nname: x\n---\n")
    assert own_definitions_answer(str(tmp_path)) == []
    path.write_text(HEADS["plain"])

    assert own_definitions_answer(str(tmp_path)) == [str(path)]


@pytest.mark.parametrize("what", ["folders", "files", "head"])
def test_what_is_too_much_to_look_through_may_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A limit is never the same as nothing found."""
    folder = tmp_path / ".claude" / "skills" / "x"
    folder.mkdir(parents=True)
    (folder / "SKILL.md").write_text("---\nname: x\n---\n")
    assert not definitions_answer(str(tmp_path), str(tmp_path), USER)
    if what == "folders":
        monkeypatch.setattr(answering_hooks, "MOST_FOLDERS", 3)
        for number in range(3):
            (tmp_path / f"f{number}").mkdir()
    elif what == "files":
        monkeypatch.setattr(answering_hooks, "MOST_FILES", 3)
        for number in range(3):
            (folder / f"{number}.txt").touch()
    else:
        long = "a: b\n" * 80_000
        (folder / "SKILL.md").write_text(f"---\n{long}{HOOKS}---\n")

    assert definitions_answer(str(tmp_path), str(tmp_path), USER)


def test_no_settings_have_no_hooks(tmp_path: Path) -> None:
    """Nor has a folder that is not there."""
    assert not others_answer(str(tmp_path / "gone"), str(tmp_path), HOME, USER)


HOOKS = "hooks:\n  PermissionRequest: [{hooks: [{type: command, command: ./yes}]}]\n"
HEADS = {
    "plain": f"---\nname: x\n{HOOKS}---\nDo it.\n",
    "without an end": f"---\n{HOOKS}",
    "in one line": '---\n{name: x, "hooks": {}}\n---\n',
    "escaped": '---\n"\\u0068ooks": {}\n---\n',
    "behind a mark": f"\ufeff---\n{HOOKS}---\n",
}


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize(
    "name",
    ["skills/x/SKILL.md", "agents/x.md", "agents/deep/er/x.md", "commands/x.md"],
)
@pytest.mark.parametrize("where", ["", "sub/folder", "above"])
def test_a_skill_an_agent_or_a_command_with_hooks_may_answer(
    tmp_path: Path, head: str, name: str, where: str
) -> None:
    """Where the program finds it: at the start, above it up to the root, and below."""
    start = tmp_path / "sub" if where == "above" else tmp_path
    folder = tmp_path if where == "above" else tmp_path / where
    path = folder / ".claude" / name
    path.parent.mkdir(parents=True)
    start.mkdir(exist_ok=True)
    path.write_text(head)

    assert definitions_answer(str(start), str(tmp_path), USER)


@pytest.mark.parametrize(
    "text", ["", "Do it.", "---\nname: x\n---\nWrite hooks: in the text.\n", "hooks: {}\n"]
)
def test_a_definition_without_hooks_answers_nothing(tmp_path: Path, text: str) -> None:
    """The word in its text is no hook."""
    path = tmp_path / ".claude" / "skills" / "x" / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "x.md").write_text(HEADS["plain"])

    assert not definitions_answer(str(tmp_path), str(tmp_path), USER)


def test_a_definition_that_cannot_be_read_may_answer(tmp_path: Path) -> None:
    """Nobody can say that it has none."""
    path = tmp_path / ".claude" / "agents" / "x.md"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"---\n\xff\xfe")

    assert definitions_answer(str(tmp_path), str(tmp_path), USER)


def test_what_a_session_began_with_counts_to_its_end(tmp_path: Path) -> None:
    """The file may be emptied meanwhile: the program goes on with what it has read."""
    others = OtherAnswers(HOME, USER)
    path = settings(tmp_path, answering("./yes.sh"))
    place = (str(tmp_path), str(tmp_path))

    assert others.may_come("s-1", *place, pid=0)
    path.unlink()
    assert others.may_come("s-1", *place, pid=0)
    assert not others.may_come("s-2", *place, pid=0)


def test_what_was_called_in_a_session_counts_to_its_end(tmp_path: Path) -> None:
    """A skill's hooks stay when its file is gone."""
    others = OtherAnswers(HOME, USER)
    path = tmp_path / ".claude" / "skills" / "x" / "SKILL.md"
    path.parent.mkdir(parents=True)
    path.write_text(HEADS["plain"])
    place = (str(tmp_path), str(tmp_path))

    assert not others.may_come("s-1", *place, pid=0)
    asyncio.run(others.look("s-1", *place, pid=0))
    path.unlink()
    asyncio.run(others.look("s-1", *place, pid=0))
    assert others.may_come("s-1", *place, pid=0)
