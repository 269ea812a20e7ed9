"""`proctor install` and `proctor uninstall`, as a person types them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from proctor.cli.install import USER_LIMIT
from tests.cli.conftest import Proctor, Write
from tests.installing.files import tree

BEFORE = b'{\r\n\t"model": "opus",\r\n\t"permissions": {"ask": ["Bash(git push *)"]}\r\n}'
EVENTS = ["PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure",
          "UserPromptSubmit", "Notification", "PreCompact", "PostCompact", "Stop", "StopFailure",
          "SubagentStart", "SubagentStop", "SessionStart", "SessionEnd",
          "ConfigChange"]  # fmt: skip

pytestmark = pytest.mark.usefixtures("outside")


@pytest.fixture
def claude(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put a program on the PATH that says that it is Claude Code, and managed settings nowhere."""
    folder = project.parent / "bin"
    folder.mkdir()
    program = folder / "claude"
    program.write_text("#!/bin/sh\necho '2.1.325 (Claude Code)'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    managed = project.parent / "managed"
    for module in ("install", "install_scope"):
        monkeypatch.setattr(f"proctor.cli.{module}.managed_folder", lambda: managed)
    return program


@pytest.fixture
def settings(claude: Path, project: Path) -> Path:
    """Give the user settings of their own."""
    file = project.parent / "user" / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_bytes(BEFORE)
    return file


def test_it_says_what_it_did_and_what_next(
    proctor: Proctor, settings: Path, home: Path, claude: Path
) -> None:
    """Seven lines: role, program, proof, settings, hook, what it cannot hold, what next."""
    result = proctor("install", "claude-code", "--no-proof")
    lines = result.out.splitlines()

    assert (result.status, len(lines)) == (0, 7)
    assert lines[:5] == [
        "installed: role guarded",
        f"program   Claude Code 2.1.325 at {claude}",
        "proof     not proven: --no-proof",
        f"settings  {settings}: 15 events, the rest is as it was",
        f"hook      {home}/hooks/claude-code",
    ]
    assert lines[5] == f"limit     {USER_LIMIT}"
    assert lines[6].endswith("uninstall claude-code` undoes it")
    assert result.err == (
        f"note: {settings} has 1 ask rule (`Bash(git push *)`): "
        "Claude Code asks there even where Proctor allows\n"
    )


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ({"disableAllHooks": True}, "`disableAllHooks`"),
        ({"env": {"LD_PRELOAD": "x.so", "OTHER": "1"}}, "`env.LD_PRELOAD`"),
        ({"disableAllHooks": False, "env": {"OTHER": "1"}}, ""),
    ],
)
@pytest.mark.usefixtures("settings")
def test_project_is_offered_where_its_settings_silence_us(
    proctor: Proctor, project: Path, said: dict[str, Any], keys: str
) -> None:
    """A note names the keys and the command; with or after `--project` there is none."""
    file = project / ".claude" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(said))
    words = ("install", "claude-code", "--no-proof", "--json")
    scopes = ("--user", "--project", "--user")
    told = [json.loads(proctor(*words, scope).out) for scope in scopes]
    offers = [[each for each in one["notes"] if "install there too" in each] for one in told]

    assert [len(each) for each in offers] == [bool(keys), 0, 0]
    assert all(each.startswith(f"{file} has {keys}: ") for each in offers[0])
    assert all(each.endswith("install claude-code --project") for each in offers[0])


@pytest.mark.usefixtures("settings")
def test_what_we_wrote_for_a_project_is_not_called_foreign(
    proctor: Proctor, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After `--project`, a user's install does not warn of the variables in our own entries."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/ada/lib")
    proctor("install", "claude-code", "--no-proof", "--project")
    result = proctor("install", "claude-code", "--no-proof")
    written = project / ".claude" / "settings.local.json"

    assert json.loads(written.read_text())["env"]["LD_LIBRARY_PATH"] == "/opt/ada/lib"
    assert (result.status, "install there too" in result.err) == (0, False)


@pytest.mark.usefixtures("settings")
def test_role_of_a_project_is_not_for_every_project(proctor: Proctor, write: Write) -> None:
    """The error says where the role has to be, and that `--project` takes it."""
    write(".proctor/roles/tester.yaml", "permissions: {allow: [Read]}\n")
    proctor("trust", "--yes")
    refused = proctor("install", "claude-code", "--no-proof", "--role", "tester")
    taken = proctor("install", "claude-code", "--no-proof", "--role", "tester", "--project")

    assert (refused.status, refused.out) == (2, "")
    where = "it has to be in Proctor's home, or built in"
    message, hint = refused.err.splitlines()
    assert message == f"error: the role `tester` is not there for every project: {where}"
    assert hint.startswith("help: install it for this project alone: ")
    assert hint.endswith(" install claude-code --project --role tester")
    assert taken.status == 0


def test_it_is_undone_to_the_byte(proctor: Proctor, settings: Path, home: Path) -> None:
    """`uninstall` leaves the settings as before, and no hook."""
    proctor("install", "claude-code", "--no-proof")
    between = json.loads(settings.read_bytes())
    result = proctor("uninstall", "claude-code")

    assert list(between["hooks"]) == EVENTS
    assert result.status == 0
    assert result.out.splitlines() == [
        "uninstalled",
        f"settings  {settings} is as it was before, to the byte",
        f"hook      {home}/hooks/claude-code is gone",
    ]
    assert settings.read_bytes() == BEFORE


def test_as_data(proctor: Proctor, settings: Path, home: Path, claude: Path) -> None:
    """`--json` says the same of both."""
    first = json.loads(proctor("install", "claude-code", "--no-proof", "--json").out)
    second = json.loads(proctor("install", "claude-code", "--no-proof", "--json").out)
    gone = json.loads(proctor("uninstall", "claude-code", "--json").out)

    assert {**first, "notes": []} == {
        "program": "claude-code",
        "scope": "user",
        "settings": str(settings),
        "hook": f"{home}/hooks/claude-code",
        "role": "guarded",
        "claude": str(claude),
        "version": "2.1.325",
        "events": EVENTS,
        "changed": {"settings": True, "hook": True},
        "proof": "not proven: --no-proof",
        "ask_holds": False,
        "notes": [],
    }
    assert second == {**first, "changed": {"settings": False, "hook": False}}
    assert gone == {
        "program": "claude-code",
        "scope": "user",
        "settings": str(settings),
        "how": "restored",
        "hook": f"{home}/hooks/claude-code",
        "hook_removed": True,
        "still_installed": [],
    }


def test_the_hook_decides(proctor: Proctor, settings: Path, project: Path) -> None:
    """What the settings name is started as Claude Code starts it, and denies what is denied."""
    proctor("install", "claude-code", "--no-proof")
    hooks = json.loads(settings.read_bytes())["hooks"]
    event = {
        "hook_event_name": "PreToolUse",
        "session_id": "8c1f",
        "cwd": str(project),
        "tool_name": "Bash",
        "tool_input": {"command": "proctor uninstall claude-code"},
    }
    ended = subprocess.run(
        ["/bin/sh", "-c", hooks["PreToolUse"][0]["hooks"][0]["command"]],
        input=json.dumps(event).encode(),
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(project)},
        timeout=60,
    )

    said = json.loads(ended.stdout)["hookSpecificOutput"]
    assert (ended.returncode, said["permissionDecision"]) == (0, "deny")
    why = "`proctor uninstall` is for people, not for agents"
    assert said["permissionDecisionReason"] == (
        "Proctor (role guarded): `proctor uninstall claude-code` is not allowed: "
        f"{why}. Ask your user to do it."
    )


def test_a_project_has_settings_of_this_machine(
    proctor: Proctor, settings: Path, project: Path, home: Path
) -> None:
    """`--project` writes the file that git does not share, and a hook of its own."""
    result = proctor("install", "claude-code", "--project", "--no-proof", "--json")
    said = json.loads(result.out)

    assert said["settings"] == str(project / ".claude" / "settings.local.json")
    assert Path(said["hook"]).parent == home / "hooks"
    assert Path(said["hook"]).name.startswith("claude-code-")
    assert settings.read_bytes() == BEFORE
    assert proctor("uninstall", "claude-code", "--project").status == 0
    assert not (project / ".claude").exists()


def test_a_projects_variables_for_the_loader_are_taken_away(
    proctor: Proctor, settings: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--project` empties them, but for the person's own libraries; `--user` can only tell."""
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/ada/lib:")
    monkeypatch.delenv("CLAUDECODE", raising=False)
    shared = project / ".claude" / "settings.json"
    shared.parent.mkdir()
    shared.write_text('{"env": {"LD_PRELOAD": "/srv/app/x.so", "LD_SHOW_AUXV": "1"}}')
    user = proctor("install", "claude-code", "--no-proof")
    own = proctor("install", "claude-code", "--project", "--no-proof")
    made = json.loads((project / ".claude" / "settings.local.json").read_text())["env"]

    ends = "it can keep our hook from deciding"
    assert f"{shared} sets LD_PRELOAD: {ends}" in user.err
    assert "env" not in json.loads(settings.read_bytes())
    assert (made["LD_PRELOAD"], made["LD_LIBRARY_PATH"]) == ("", "/opt/ada/lib")
    assert "sets LD_PRELOAD" not in own.err
    # Nobody can take that away.
    assert f"{shared} sets LD_SHOW_AUXV: {ends}" in own.err
    assert proctor("uninstall", "claude-code", "--project").status == 0
    assert [each.name for each in shared.parent.iterdir()] == ["settings.json"]


def test_a_variable_in_the_file_itself_stays(
    proctor: Proctor, settings: Path, project: Path
) -> None:
    """Whoever wrote it there hears that it stays, and what it can do."""
    file = project / ".claude" / "settings.local.json"
    file.parent.mkdir()
    file.write_text('{"env": {"LD_PRELOAD": "/opt/fast.so"}}')
    result = proctor("install", "claude-code", "--project", "--no-proof")

    assert json.loads(file.read_text())["env"]["LD_PRELOAD"] == "/opt/fast.so"
    assert f"note: {file} has a LD_PRELOAD of its own: it stays as it is" in result.err
    assert f"{file} sets LD_PRELOAD: it can keep our hook from deciding" in result.err
    assert proctor("uninstall", "claude-code", "--project").status == 0
    assert file.read_text() == '{"env": {"LD_PRELOAD": "/opt/fast.so"}}'


def test_two_places_are_told(proctor: Proctor, settings: Path, project: Path) -> None:
    """Whoever is installed twice hears of it, and where the rest is after one is gone."""
    proctor("install", "claude-code", "--no-proof")
    second = proctor("install", "claude-code", "--project", "--no-proof")
    gone = proctor("uninstall", "claude-code")

    assert f"Proctor is installed in {settings} too" in second.err
    assert "other PreToolUse hook" not in second.err
    assert gone.err.startswith("note: a Claude Code that runs now still calls the hook")
    assert f"note: still installed in {project}/.claude/settings.local.json: `" in gone.err
    assert gone.err.endswith("uninstall claude-code --project`\n")


def test_another_config_folder_has_a_hook_of_its_own(
    proctor: Proctor, settings: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLAUDE_CONFIG_DIR names other settings; neither installation touches the other."""
    proctor("install", "claude-code", "--no-proof")
    there = settings.read_bytes()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(project.parent / "work-claude"))
    said = json.loads(proctor("install", "claude-code", "--no-proof", "--json").out)

    assert said["settings"] == str(project.parent / "work-claude" / "settings.json")
    assert settings.read_bytes() == there
    assert proctor("uninstall", "claude-code").status == 0
    assert not (project.parent / "work-claude").exists()
    assert settings.read_bytes() == there


def test_hooks_that_were_off_are_told(proctor: Proctor, settings: Path) -> None:
    """Whoever had switched all hooks off hears that they are on, once; and they go off again."""
    settings.write_text('{"disableAllHooks": true}')
    first = proctor("install", "claude-code", "--no-proof")
    second = proctor("install", "claude-code", "--no-proof")
    proctor("uninstall", "claude-code")

    assert first.err == (
        f"note: {settings} had hooks switched off: they are on now, those of others too\n"
    )
    assert second.err == ""
    assert settings.read_text() == '{"disableAllHooks": true}'


def test_a_role_that_does_not_load_is_shown(
    proctor: Proctor, settings: Path, home: Path, project: Path
) -> None:
    """Its problems are printed, with status 1, and nothing is written."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "mine.yaml").write_text("permissions:\n  alow: [Read]\n")
    before = tree(project.parent)
    result = proctor("install", "claude-code", "--role", "mine")

    assert (result.status, result.out) == (1, "")
    assert "unknown-key" in result.err
    assert tree(project.parent) == before


def test_a_role_that_only_the_project_has_is_not_the_users(
    proctor: Proctor, settings: Path, project: Path
) -> None:
    """For all projects a role must be there in all of them; for this one it may be its own."""
    (project / ".proctor" / "roles").mkdir(parents=True)
    (project / ".proctor" / "roles" / "mine.yaml").write_text("tools: [Read]\n")

    assert proctor("install", "claude-code", "--role", "mine", "--no-proof").status == 2
    assert (
        proctor("install", "claude-code", "--role", "mine", "--project", "--no-proof").status == 0
    )


def test_without_claude_code_it_says_so(proctor: Proctor, settings: Path, claude: Path) -> None:
    """It is a sentence with a help; `--force` installs for the newest version that we know."""
    claude.unlink()
    result = proctor("install", "claude-code")
    forced = json.loads(proctor("install", "claude-code", "--force", "--json").out)

    assert result.status == 2
    assert result.err.splitlines()[0] == "error: Claude Code was not found"
    assert (forced["claude"], forced["version"]) == (None, "2.1.325")
    assert forced["ask_holds"] is False


def test_a_program_that_is_not_proven_is_not_installed(
    proctor: Proctor, settings: Path, home: Path, claude: Path
) -> None:
    """Where a hook does not block, nothing is written and the reason is said."""
    result = proctor("install", "claude-code")

    assert (result.status, result.out) == (1, "")
    assert "error: a PreToolUse hook did not run on Claude Code 2.1.325" in result.err
    assert "--no-proof installs all the same" in result.err
    assert settings.read_bytes() == BEFORE
    assert not (home / "hooks").exists()
    assert not (home / "proofs").exists()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["claude-cod"], "`claude-cod` is not an agent program that Proctor knows"),
        (["claude-code", "--user", "--project"], "--user and --project do not go together"),
    ],
)
@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_a_wrong_call_is_a_sentence(
    proctor: Proctor, claude: Path, command: str, words: list[str], error: str
) -> None:
    """It ends with status 2, and nothing is done."""
    result = proctor(command, *words)

    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[0] == f"error: {error}"


def test_a_file_that_cannot_be_parsed_is_refused(proctor: Proctor, settings: Path) -> None:
    """Line, column, caret and help are shown, with status 1."""
    settings.write_text('{\n  "model": "opus",\n}\n')
    result = proctor("install", "claude-code")

    assert (result.status, result.out) == (1, "")
    assert result.err == (
        f"{settings}:3:1: bad-json: a key was expected, not `}}`\n"
        "    3 | }\n"
        "      | ^\n"
        "      help: remove the comma before it; nothing was changed; mend the file, "
        "then run this again\n"
    )


def test_managed_settings_are_roots(proctor: Proctor, claude: Path) -> None:
    """Whoever is not root is told to use sudo; uninstall where nothing is needs nobody."""
    gone = proctor("uninstall", "claude-code", "--managed")

    assert gone.status == 0
    if os.geteuid() != 0:
        result = proctor("install", "claude-code", "--managed", "--no-proof")
        assert (result.status, result.err.splitlines()[0]) == (
            1,
            "error: the managed settings are root's",
        )


def test_it_is_not_done_in_the_users_home(
    proctor: Proctor, claude: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--project` needs a project."""
    monkeypatch.chdir(project.parent / "user")
    result = proctor("install", "claude-code", "--project", "--no-proof")

    assert result.status == 2
    assert "is not a project" in result.err
