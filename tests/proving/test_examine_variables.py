"""Whether variables can keep our hook from deciding."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.adapters.claude_settings import NEUTRAL
from proctor.proving.examine_variables import EMPTIED, examine_variables
from proctor.proving.finding import Finding
from tests.proving.scenes import NEW, OLD, installed, our_hook, scene

EMPTY = {"env": dict.fromkeys(NEUTRAL, "")}


def found(home: Path, **more: Any) -> list[Finding]:
    """Return what is found; the scopes come by name, strongest first."""
    version, environ = more.pop("version", NEW), more.pop("environ", None)
    return [*examine_variables(scene(home, more, version=version, environ=environ))]


def levels(home: Path, **more: Any) -> list[str]:
    """Return how bad it is."""
    return [each.level for each in found(home, **more)]


def env(name: str, value: object = "/srv/app/x") -> dict[str, Any]:
    """Return settings that set one variable."""
    return {"env": {name: value}}


def test_what_install_takes_away_is_what_doctor_says_it_does() -> None:
    """Both know the same names."""
    assert EMPTIED == NEUTRAL


def test_nothing_is_said_of_nothing(tmp_path: Path) -> None:
    """Empty ones, and those that no hook heeds, are no finding."""
    harmless = {"env": {"PYTHONHOME": "/x", "PYTHONPATH": "/x", "LANG": "C", "LD_PRELOAD": ""}}

    assert found(tmp_path, project=harmless, environ={"PYTHONHOME": "/x", "LD_DEBUG": ""}) == []


@pytest.mark.parametrize("scope", ["project", "local"])
@pytest.mark.parametrize(
    "name", ["LD_PRELOAD", "LD_BIND_NOW", "DYLD_INSERT_LIBRARIES", "GCONV_PATH", "LOCPATH"]
)
def test_what_a_repository_may_have_brought_is_a_problem(
    tmp_path: Path, scope: str, name: str
) -> None:
    """What the loader heeds can keep our hook from deciding."""
    (said,) = found(tmp_path, **{scope: env(name)})

    assert (said.level, "can keep our hook from deciding" in said.what) == ("problem", True)
    assert ("--project" in said.do) == (scope == "project" and name in NEUTRAL)


@pytest.mark.parametrize("scope", ["user", "managed"])
def test_what_a_person_set_is_a_warning(tmp_path: Path, scope: str) -> None:
    """Their own settings and their shell say it on purpose."""
    assert levels(tmp_path, **{scope: env("LD_PRELOAD")}) == ["warning"]
    assert levels(tmp_path, environ={"LD_LIBRARY_PATH": "/opt/lib"}) == ["warning"]


@pytest.mark.parametrize("scope", ["managed", "local"])
def test_a_stronger_file_takes_it_away(tmp_path: Path, scope: str) -> None:
    """Where ours says nothing, loudly, a project's has no effect; a weaker file does not help."""
    (said,) = found(tmp_path, **{scope: EMPTY}, project=env("LD_PRELOAD"))

    assert (said.level, "overrules it" in said.what) == ("warning", True)
    assert levels(tmp_path, project=env("LD_PRELOAD"), user=EMPTY) == ["problem"]
    assert levels(tmp_path, local=EMPTY, environ={"LD_PRELOAD": "/x"}) == []


def test_a_stronger_file_that_is_not_empty_is_no_help(tmp_path: Path) -> None:
    """Null is not nothing: nobody has measured what it does."""
    said = levels(tmp_path, local=env("LD_PRELOAD", None), project=env("LD_PRELOAD"))

    assert said == ["problem", "warning"]


@pytest.mark.parametrize("name", ["LD_TRACE_LOADED_OBJECTS", "LD_SHOW_AUXV"])
@pytest.mark.parametrize("value", ["1", ""])
def test_two_of_them_nobody_takes_away(tmp_path: Path, name: str, value: str) -> None:
    """Whatever their value, and whoever stands above."""
    (first, second) = found(tmp_path, local=env(name, ""), project=env(name, value))

    assert [first.level, second.level] == ["problem", "problem"]
    assert "--project" not in second.do
    assert levels(tmp_path, user=env(name, value)) == ["problem"]
    assert levels(tmp_path, environ={name: value}) == ["problem"]


@pytest.mark.parametrize("name", ["CLAUDE_CODE_SHELL_PREFIX", "SHELLOPTS", "BASH_FUNC_trap%%"])
def test_a_shell_is_a_problem_where_one_starts_our_hook(tmp_path: Path, name: str) -> None:
    """With `args` and a version that heeds them there is none."""
    hook = our_hook(tmp_path)
    direct, by_shell = installed(hook, args=[]), installed(hook)

    assert levels(tmp_path, project=env(name), user=direct) == ["warning"]
    assert levels(tmp_path, project=env(name), user=by_shell) == ["problem"]
    assert levels(tmp_path, project=env(name), user=direct, version=OLD) == ["problem"]
    hook.write_text("#!/bin/sh\n")
    assert levels(tmp_path, project=env(name), user=direct) == ["problem"]
    hook.unlink()
    assert levels(tmp_path, project=env(name), user=direct) == ["warning"]


def test_what_runs_before_each_command_is_a_warning(tmp_path: Path) -> None:
    """It does not reach our hook, but whoever reads this wants to know."""
    assert levels(tmp_path, project=env("BASH_ENV"), version=OLD) == ["warning"]


def test_what_we_wrote_ourselves_is_fine(tmp_path: Path) -> None:
    """The person's own libraries, as they were at the time; another value is not ours."""
    kept = {"file": str(tmp_path / "local.json"), "env": {"LD_LIBRARY_PATH": "/opt/lib"}}
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "claude-code-project-1.json").write_text(json.dumps(kept))

    assert levels(tmp_path, local=env("LD_LIBRARY_PATH", "/opt/lib")) == ["ok"]
    assert levels(tmp_path, local=env("LD_LIBRARY_PATH", "/srv/app")) == ["problem"]
