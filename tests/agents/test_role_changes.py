"""What `--set` changes of a role for one agent, and what it never does."""

from __future__ import annotations

import pytest

from proctor.agents.role_changes import changed, read_changes
from proctor.errors import UsageError
from proctor.terms.mode import Mode
from proctor.terms.role import Role
from tests.tables import each_row

PLAIN = Role(id="coder", name="coder", instructions="Do.", settings={"theme": {"name": "dark"}})


def test_key_and_value_are_read() -> None:
    """A value may have an equals sign in it, or be empty."""
    assert read_changes(["model=opus", "instructions=a=b", "system_prompt="]) == {
        "model": "opus",
        "instructions": "a=b",
        "system_prompt": "",
    }


@pytest.mark.parametrize("texts", [["model"], ["=opus"], [""], ["model=a", "model=b"]])
def test_anything_else_is_refused(texts: list[str]) -> None:
    """No key, no equals sign, or the same key twice."""
    with pytest.raises(UsageError):
        read_changes(texts)


def test_fields_are_changed_for_one_agent() -> None:
    """Each is of its own type, settings go by their path, and the role itself stays as it was."""
    new = changed(
        PLAIN,
        {
            "model": "opus",
            "permission_mode": "acceptEdits",
            "instructions": "",
            "system_prompt": "You are.",
            "isolated": "true",
            "sandbox": "true",
            "settings.theme.size": "12",
            "settings.spinner": "false",
            "settings.effortLevel": "high",
        },
    )

    assert (
        new.model, new.mode, new.instructions, new.system_prompt, new.isolated, new.sandbox,
        new.settings,
    ) == (
        "opus", Mode.ACCEPT_EDITS, None, "You are.", True, True,
        {"theme": {"name": "dark", "size": 12}, "spinner": False, "effortLevel": "high"},
    )  # fmt: skip
    assert PLAIN.settings == {"theme": {"name": "dark"}}


@each_row(
    "key",
    [
        "permissions", "permissions.allow", "permissions.otherwise", "tools", "hooks", "command",
        "follow_bypass", "additional_directories", "name", "extends", "settings", "settings.",
        "settings.hooks.PreToolUse", "settings.permissions.allow", "settings.disableAllHooks",
        "settings.env.PATH", "settings.a..b", "modle", "reviewer.model",
    ],
)  # fmt: skip
def test_what_loosens_cannot_be_set(key: str) -> None:
    """Rules, tools, hooks, command and what is made from them are the role's alone."""
    with pytest.raises(UsageError):
        changed(PLAIN, {key: "x"})


def test_a_slip_is_told() -> None:
    """The key that was meant is named."""
    with pytest.raises(UsageError) as caught:
        changed(PLAIN, {"modle": "opus"})

    assert caught.value.help == "did you mean `model`?"


@each_row(
    ("role", "mode"),
    [
        (None, "bypassPermissions"), (None, "nonsense"), (None, ""), (Mode.PLAN, "default"),
        (Mode.DONT_ASK, "acceptEdits"), (Mode.DEFAULT, "bypassPermissions"),
        (Mode.DEFAULT, "acceptEdits"),
    ],
)  # fmt: skip
def test_no_mode_is_looser_than_the_role(role: Mode | None, mode: str) -> None:
    """What the role says of its mode counts; bypass is said by a role or not at all."""
    with pytest.raises(UsageError):
        changed(Role(id="x", name="x", mode=role), {"permission_mode": mode})


@each_row("role", [None, *Mode])
@each_row("mode", [Mode.PLAN, Mode.DONT_ASK])
def test_a_strict_mode_can_always_be_set(role: Mode | None, mode: Mode) -> None:
    """The hook takes the stricter of the two."""
    assert changed(Role(id="x", name="x", mode=role), {"permission_mode": mode.value}).mode is mode


@pytest.mark.parametrize("key", ["sandbox", "isolated"])
def test_walls_are_not_taken_away(key: str) -> None:
    """A sandbox that the role wants stays, and only true and false are switches."""
    role = Role(id="x", name="x", sandbox=True, isolated=True)

    for value in ("false", "no", "", "0"):
        with pytest.raises(UsageError):
            changed(role, {key: value})
    assert changed(role, {key: "true"}) == role


@each_row("key", ["permission_mode", "instructions", "system_prompt", "isolated", "settings.x"])
def test_an_agent_sets_a_model_and_nothing_else(key: str) -> None:
    """Whoever starts another in its own name has no say in what that is told."""
    with pytest.raises(UsageError, match="an agent that starts another cannot set"):
        changed(PLAIN, {key: "plan"}, by_agent=True)
    assert changed(PLAIN, {"model": "haiku"}, by_agent=True).model == "haiku"


@each_row("name", ["--bare", "-p", " opus", "a b", "opus\n", "ä", "x" * 201, "--"])
def test_a_model_is_never_an_option(name: str) -> None:
    """It is the one word that an agent may choose for another's command."""
    with pytest.raises(UsageError, match="no name of a model"):
        changed(PLAIN, {"model": name}, by_agent=True)


@pytest.mark.parametrize("name", ["opus", "claude-opus-5-5", "us.anthropic.claude:0", "opus[1m]"])
def test_a_models_name_is_one(name: str) -> None:
    """As programs and services spell them."""
    assert changed(PLAIN, {"model": name}, by_agent=True).model == name
