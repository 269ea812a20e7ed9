"""Whether settings switch hooks off, or would let calls run without one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proctor.proving.examine_settings import examine_settings
from proctor.proving.finding import Finding, Fix
from proctor.proving.settings_seen import SettingsFile
from tests.proving.scenes import NEW, OLD, installed, our_hook, scene


def found(home: Path, area: str, **more: Any) -> list[Finding]:
    """Return what is found in one area; the scopes come by name, strongest first."""
    version, environ = more.pop("version", NEW), more.pop("environ", None)
    looked_at = scene(home, more, version=version, environ=environ)
    return [finding for finding in examine_settings(looked_at) if finding.area == area]


def test_nothing_that_switches_hooks_off_is_green(tmp_path: Path) -> None:
    """An explicit `false` is no switch."""
    user = installed(our_hook(tmp_path))

    assert [each.level for each in found(tmp_path, "switches", user=user)] == ["ok"]


def test_a_project_that_switches_hooks_off_is_a_problem(tmp_path: Path) -> None:
    """Its word is stronger than the user's `false`, and its file is not ours to change."""
    user = installed(our_hook(tmp_path))
    (switch,) = found(tmp_path, "switches", project={"disableAllHooks": True}, user=user)

    assert (switch.level, switch.fix) == ("problem", None)
    assert "--project" in switch.do


def test_our_own_file_can_be_switched_on_again(tmp_path: Path) -> None:
    """Where we are installed in the file that says it, that can be repaired."""
    user = {**installed(our_hook(tmp_path)), "disableAllHooks": True}
    (switch,) = found(tmp_path, "switches", user=user)

    assert switch.fix == Fix("switch-on", str(tmp_path / "user.json"), "user")


def test_a_switch_that_is_overruled_is_a_warning(tmp_path: Path) -> None:
    """Somebody stronger has said no."""
    said = found(
        tmp_path, "switches", local={"disableAllHooks": False}, project={"disableAllHooks": True}
    )

    assert [each.level for each in said] == ["warning"]


@pytest.mark.parametrize(
    ("scope", "level"), [("managed", "problem"), ("user", "problem"), ("project", "ok")]
)
def test_the_variable_that_makes_it_simple_is_a_problem(
    tmp_path: Path, scope: str, level: str
) -> None:
    """In settings too, but for a project's, which was measured to have no effect."""
    settings = {scope: {"env": {"CLAUDE_CODE_SIMPLE": "1"}}}

    assert [each.level for each in found(tmp_path, "switches", **settings)] == [level]


def test_the_same_variable_in_the_shell_is_a_problem(tmp_path: Path) -> None:
    """What is started from this shell starts without hooks."""
    (switch,) = found(tmp_path, "switches", environ={"CLAUDE_CODE_SIMPLE": "1"})

    assert (switch.level, switch.do) == ("problem", "unset CLAUDE_CODE_SIMPLE")


def test_managed_settings_may_take_only_their_own(tmp_path: Path) -> None:
    """Then ours count only there."""
    ours = installed(our_hook(tmp_path))
    only = {"allowManagedHooksOnly": True}

    assert [each.level for each in found(tmp_path, "switches", managed=only, user=ours)] == [
        "problem"
    ]
    assert [each.level for each in found(tmp_path, "switches", managed={**ours, **only})] == ["ok"]
    assert [each.level for each in found(tmp_path, "switches", project=only)] == ["ok"]


def test_plugins_can_overrule_a_hook(tmp_path: Path) -> None:
    """A warning, where the version has mods and one is enabled."""
    plugins = {"enabledPlugins": {"a@b": True, "c@d": False}}
    said = found(tmp_path, "switches", user=plugins)

    assert [each.level for each in said] == ["ok", "warning"]
    assert ("`a@b`" in said[1].what, "c@d" in said[1].what) == (True, False)
    assert [each.level for each in found(tmp_path, "switches", user=plugins, version=OLD)] == ["ok"]


@pytest.mark.parametrize(("version", "level"), [(NEW, "ok"), (OLD, "problem")])
@pytest.mark.parametrize("permissions", [{"allow": ["Bash"]}, {"defaultMode": "acceptEdits"}])
def test_what_would_run_if_the_hook_broke_is_told(
    tmp_path: Path, version: tuple[int, int, int], level: str, permissions: dict[str, object]
) -> None:
    """A problem where the version cannot be told to block then."""
    said = found(tmp_path, "rules", user={"permissions": permissions}, version=version)

    assert [each.level for each in said] == [level]


def test_rules_that_ask_again_are_a_warning(tmp_path: Path) -> None:
    """The program asks after we have allowed; many are told by the first few."""
    rules = [f"Bash(tool{number} *)" for number in range(6)]
    (said,) = found(tmp_path, "rules", user={"permissions": {"ask": rules}})

    assert said.level == "warning"
    assert said.what.count("Bash(tool") == 4
    assert "and 2 more" in said.what


def test_variables_of_a_project_are_told(tmp_path: Path) -> None:
    """Those that aim at us are harmless; one that chooses the model is worth a look."""
    env = {"PROCTOR_HOME": "/x", "TG_API_TOKEN": "x", "PATH": "/x", "ANTHROPIC_BASE_URL": "x"}
    said = found(tmp_path, "environment", project={"env": {**env, "LANG": "C"}})

    assert [each.level for each in said] == ["ok", "warning"]
    assert "`PATH`, `PROCTOR_HOME`, `TG_API_TOKEN`" in said[0].what
    assert "`ANTHROPIC_BASE_URL`" in said[1].what


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    """The program passes over it in silence, and we do not."""
    broken = SettingsFile("project", tmp_path / "s.json", {}, "is not JSON: x")
    first = next(examine_settings(replace(scene(tmp_path, {}), files=(broken,))))

    assert (first.level, "in silence" in first.what) == ("problem", True)


def test_no_settings_at_all_is_a_warning(tmp_path: Path) -> None:
    """There may be a reason, and it is told."""
    assert [each.level for each in found(tmp_path, "settings")] == ["warning"]
