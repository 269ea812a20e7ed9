"""The settings of Claude Code for a role."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor import Proctor
from proctor.adapters.claude_settings import (
    NEUTRAL,
    NEUTRAL_TO_COMMANDS,
    hook_entries,
    neutral,
    neutral_to_commands,
    reviewer_text,
    role_settings,
    settings_text,
    started,
)
from proctor.adapters.claude_versions import OUR_EVENTS, Version
from proctor.terms.role import Hook, Reviewer, Role
from tests.adapters.golden import compare
from tests.adapters.ground import HOME, ROOT, role_of
from tests.tables import each_row

EXAMPLES = Path(__file__).parent / "example_roles"
BUILT_IN = ("architect", "coder", "guarded", "locked", "open", "ops", "reviewer", "standard")
WRITTEN = sorted(path.stem for path in EXAMPLES.glob("*.yaml"))
NEW, OLD, OLDEST = (2, 1, 325), (2, 0, 77), (1, 0, 128)
COMMANDS = dict.fromkeys(NEUTRAL_TO_COMMANDS, "")
HOOK = "/home/ada/.proctor/hooks/claude-code"


def settings_of(role: Role, version: Version | None = NEW, hook: str = HOOK) -> dict[str, object]:
    """Return the settings of a role in the project of these tests."""
    return role_settings(role, hook=hook, version=version, home=HOME, root=ROOT)


def example(name: str, folder: Path) -> Role:
    """Load one of the roles beside this file."""
    roles = folder / "home" / "roles"
    roles.mkdir(parents=True)
    (roles / f"{name}.yaml").write_text((EXAMPLES / f"{name}.yaml").read_text())
    return Proctor.for_role(name, cwd=folder, home=folder / "home").role


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_settings_of_a_built_in_role(name: str, tmp_path: Path) -> None:
    """The settings of each built-in role are what we last read."""
    role = Proctor.for_role(name, cwd=tmp_path, home=tmp_path / "home").role

    compare(f"built-in-{name}.json", settings_text(settings_of(role)))


@pytest.mark.parametrize("name", WRITTEN)
def test_the_settings_of_an_example_role(name: str, tmp_path: Path) -> None:
    """The settings of each role of the examples are what we last read."""
    compare(f"example-{name}.json", settings_text(settings_of(example(name, tmp_path))))


@pytest.mark.parametrize("version", [OLD, OLDEST, None])
def test_the_settings_for_an_old_version(version: Version | None, tmp_path: Path) -> None:
    """An old version gets neither allows nor events that it does not know."""
    name = ".".join(map(str, version)) if version else "unknown"
    settings = settings_of(example("ops", tmp_path), version)

    compare(f"example-ops-{name}.json", settings_text(settings))


@pytest.mark.parametrize("name", ["architect", "coder", "ops"])
def test_the_reviewers_instructions_are_a_file_of_their_own(name: str, tmp_path: Path) -> None:
    """A role with a reviewer has a text for it; one without has none."""
    role = example(name, tmp_path)
    text = reviewer_text(role)

    assert text == (None if name == "ops" else role.reviewer.instructions)
    assert text is None or text.endswith(".\n")


def test_a_reviewer_without_words_has_an_empty_file() -> None:
    """A reviewer that is enabled and has no instructions is still one."""
    assert reviewer_text(role_of(reviewer=Reviewer(enabled=True))) == "\n"
    assert reviewer_text(role_of(reviewer=Reviewer(instructions="x"))) is None


def test_one_entry_for_each_event() -> None:
    """Each event of ours has one entry, for every tool, that blocks if it fails."""
    entries = hook_entries("gate", NEW)
    handler = {
        "type": "command",
        "command": "gate",
        "args": [],
        "timeout": 600,
        "onFailure": "block",
    }

    assert list(entries) == list(OUR_EVENTS)
    assert entries["PreToolUse"] == [{"matcher": "", "hooks": [handler]}]
    day = handler | {"timeout": 86_400}
    assert entries["PermissionRequest"] == [{"matcher": "", "hooks": [day]}]
    assert entries["Stop"] == [{"matcher": "", "hooks": [handler | {"timeout": 10}]}]


def test_an_old_version_gets_no_word_that_it_does_not_know() -> None:
    """Where `onFailure` is not honoured it is not written."""
    handler = {"type": "command", "command": "gate", "args": [], "timeout": 600}

    assert hook_entries("gate", OLD)["PreToolUse"] == [{"matcher": "", "hooks": [handler]}]
    assert "onFailure" not in json.dumps(hook_entries("gate", (2, 1, 294)))


@each_row(
    ("path", "version", "wanted"),
    [
        (HOOK, NEW, {"command": HOOK, "args": []}),
        (HOOK, OLD, {"command": HOOK, "args": []}),
        (HOOK, (1, 0, 128), {"command": HOOK}),
        (HOOK, None, {"command": HOOK}),
        ("/home/ada l/it's", NEW, {"command": "/home/ada l/it's", "args": []}),
        ("/home/ada l/it's", OLD, {"command": "'/home/ada l/it'\"'\"'s'"}),
    ],
)
def test_no_shell_starts_the_hook_where_that_is_possible(
    path: str, version: tuple[int, int, int] | None, wanted: dict[str, object]
) -> None:
    """A repository can put a word before every command line; where a shell must, it is quoted."""
    assert started(path, version) == wanted


def test_own_hooks_stand_beside_ours() -> None:
    """A role's hooks are added behind ours in the program's nested form."""
    hooks = (
        Hook(event="PreToolUse", command="look.sh", matcher="Bash", timeout=5),
        Hook(event="PreToolUse", command="look-again.sh"),
        Hook(event="CwdChanged", command="tell.sh"),
        Hook(event="MoonRise", command="howl.sh"),
    )
    made = settings_of(role_of(hooks=hooks))["hooks"]
    assert isinstance(made, dict)
    ours = hook_entries(HOOK, NEW)
    look = {"type": "command", "command": "look.sh", "timeout": 5}

    assert made == ours | {
        "PreToolUse": [
            *ours["PreToolUse"],
            {"matcher": "Bash", "hooks": [look]},
            {"matcher": "", "hooks": [{"type": "command", "command": "look-again.sh"}]},
        ],
        "CwdChanged": [{"matcher": "", "hooks": [{"type": "command", "command": "tell.sh"}]}],
    }


def test_own_settings_cannot_touch_what_is_ours() -> None:
    """Whatever a role's settings say of hooks, permissions and the switch, ours stands."""
    own = {
        "hooks": {},
        "permissions": {"allow": ["Bash"]},
        "disableAllHooks": True,
        "model": "haiku",
        "env": {"LANG": "C"},
    }
    settings = settings_of(role_of(settings=own, model="opus"))

    env = {**neutral(NEW, {}), **COMMANDS, "LANG": "C"}
    assert settings == settings_of(role_of(model="opus")) | {"env": env}
    assert settings["disableAllHooks"] is False
    assert settings_of(role_of(settings=own))["model"] == "haiku"


def test_what_would_end_our_hook_is_empty() -> None:
    """A repository's variables for the loader have no effect; a shell's, where there is one."""
    assert settings_of(role_of())["env"] == dict.fromkeys(NEUTRAL, "") | COMMANDS
    with_shell = dict.fromkeys([*NEUTRAL, "SHELLOPTS"], "")
    assert neutral(NEW, {}, by_shell=True) == with_shell
    assert settings_of(role_of(), OLD)["env"] == with_shell | COMMANDS


def test_a_variable_that_the_role_sets_counts() -> None:
    """Name by name: whoever wrote the role wanted it so."""
    own = {"env": {"LD_PRELOAD": "/usr/lib/fast.so", "LANG": "C"}}

    assert settings_of(role_of(settings=own))["env"] == (
        dict.fromkeys(NEUTRAL, "") | COMMANDS | own["env"]
    )
    odd = settings_of(role_of(settings={"env": ["LD_DEBUG"]}))
    assert odd["env"] == neutral(NEW, {}) | COMMANDS


def test_what_would_change_commands_is_the_persons_own() -> None:
    """A repository's variables for commands have no effect; inside of the program all are empty."""
    own = {"PYTHONPATH": "/srv/lib", "NODE_OPTIONS": "--no-warnings", "LANG": "C"}

    assert neutral_to_commands(own) == COMMANDS | {
        "PYTHONPATH": "/srv/lib",
        "NODE_OPTIONS": "--no-warnings",
    }
    assert neutral_to_commands(own | {"CLAUDECODE": "1"}) == COMMANDS


@each_row(
    ("environment", "wanted"),
    [
        ({}, ""),
        ({"LD_LIBRARY_PATH": "/opt/a/lib:/opt/b"}, "/opt/a/lib:/opt/b"),
        ({"LD_LIBRARY_PATH": "/opt/a:"}, "/opt/a"),
        ({"LD_LIBRARY_PATH": ".;lib::/opt/a;/opt/b"}, "/opt/a:/opt/b"),
        ({"LD_LIBRARY_PATH": "/opt/a", "CLAUDECODE": "1"}, ""),
    ],
)
def test_a_persons_libraries_stay(environment: dict[str, str], wanted: str) -> None:
    """But none that would lie in the repository, or that a repository may have set."""
    hostile = {"LD_PRELOAD": "/srv/app/x.so", "LD_AUDIT": "/srv/app/x.so"}
    made = neutral(NEW, environment | hostile)

    assert made == dict.fromkeys(NEUTRAL, "") | {"LD_LIBRARY_PATH": wanted}


def test_working_folders_are_absolute() -> None:
    """Further folders of a role are written as the policy means them."""
    folders = ("/var/log", "~", "~/notes", "runbooks", "/var/log")
    permissions = settings_of(role_of(additional_directories=folders))["permissions"]

    assert permissions == {
        "allow": [],
        "deny": [],
        "additionalDirectories": ["/var/log", HOME, f"{HOME}/notes", f"{ROOT}/runbooks"],
    }


def test_asks_are_never_written() -> None:
    """No ask goes into the settings: the program would ask again after our answer."""
    settings = settings_of(role_of(ask=("Bash(git push *)", "WebFetch"), deny=("Write",)))

    assert settings["permissions"] == {"allow": [], "deny": ["Write"]}


@pytest.mark.parametrize("version", [NEW, OLD, None])
def test_a_role_that_may_only_write_can_write(version: Version | None) -> None:
    """A deny of Read is left out where the version might forbid writing with it."""
    denied = settings_of(role_of(tools=("Write",)), version)["permissions"]
    assert isinstance(denied, dict)

    assert ("Read" in denied["deny"]) == (version == OLD)
    assert "Bash" in denied["deny"]
    assert "Write" not in denied["deny"]


@pytest.mark.parametrize("wide", ["Read", "Read(//**)"])
def test_reading_is_not_allowed_where_its_deny_is_left_out(wide: str) -> None:
    """Where a deny of all reading cannot be written, no allow of it is written either."""
    settings = settings_of(role_of(allow=("Read", "Read(~/x/**)", "Glob"), deny=(wide,)))
    permissions = settings["permissions"]
    assert isinstance(permissions, dict)

    assert permissions["deny"] == []
    assert [text for text in permissions["allow"] if text.startswith("Read")] == []


def test_the_text_of_a_file() -> None:
    """Settings are written with two blanks, in their order, as they are read by people."""
    assert (
        settings_text({"b": "\u00e4", "a": [1]}) == '{\n  "b": "\u00e4",\n  "a": [\n    1\n  ]\n}\n'
    )


def test_no_key_moves_a_conversation_out_of_its_terminal() -> None:
    """The agent view is off where the version has one, unless the role says otherwise."""
    asked = role_of(settings={"disableAgentView": False})

    assert settings_of(role_of())["disableAgentView"] is True
    assert settings_of(asked)["disableAgentView"] is False
    assert "disableAgentView" not in settings_of(role_of(), OLD)
