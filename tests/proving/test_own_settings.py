"""The trial of the settings that apply, with the real program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.proving.claude_run import PrivatePlace
from proctor.proving.finding import Finding
from proctor.proving.own_settings import judge_own, own_trials, write_copies
from proctor.proving.trials import run_trials
from tests.proving.scenes import NEW, OLD, installed, our_hook, scene
from tests.real.programs import NEW as NEW_NAME
from tests.real.programs import OLD as OLD_NAME
from tests.real.programs import program_of

NAMES = {NEW: NEW_NAME, OLD: OLD_NAME}


def tried(home: Path, version: tuple[int, int, int] = NEW, **files: Any) -> list[Finding]:
    """Try settings, given by scope with the strongest first, and return what is found."""
    looked_at = scene(home, files, version=version)
    program = str(program_of(NAMES[version]))
    return [*judge_own(run_trials(program, version, own_trials(looked_at)))]


@pytest.mark.parametrize("version", [NEW, pytest.param(OLD, marks=pytest.mark.full)])
def test_what_install_writes_is_started(tmp_path: Path, version: tuple[int, int, int]) -> None:
    """With the entries as they are installed, a call is decided by the hook."""
    (found,) = tried(tmp_path, version, user=installed(our_hook(tmp_path), version))

    assert (found.level, found.what) == (
        "ok",
        "with the settings of this folder a hook in the place of ours is started, and decides",
    )


@pytest.mark.parametrize(
    "weaker",
    [
        pytest.param({"project": {"disableAllHooks": True}}, marks=pytest.mark.full),
        {"local": {"disableAllHooks": True}, "project": {"disableAllHooks": False}},
    ],
)
def test_a_stronger_file_that_switches_hooks_off_is_seen_to(
    tmp_path: Path, weaker: dict[str, Any]
) -> None:
    """The user's `false` does not hold against it, and the program itself says so."""
    (found,) = tried(tmp_path, **weaker, user=installed(our_hook(tmp_path)))

    assert (found.level, "does not start our hook" in found.what) == ("problem", True)


def test_local_settings_stand_above_a_projects(tmp_path: Path) -> None:
    """There a `false` holds, and so do our hooks."""
    (found,) = tried(
        tmp_path, local=installed(our_hook(tmp_path)), project={"disableAllHooks": True}
    )

    assert found.level == "ok"


def test_nothing_is_tried_without_hooks_of_ours(tmp_path: Path) -> None:
    """Somebody else's are not started, and managed ones apply by themselves."""
    ours = installed(our_hook(tmp_path))

    assert own_trials(scene(tmp_path, {"user": installed(Path("/srv/other"))})) == []
    assert own_trials(scene(tmp_path, {"managed": ours})) == []


def test_only_what_bears_on_it_is_copied(tmp_path: Path) -> None:
    """No hook, variable or helper of anybody else gets into the place."""
    user = installed(our_hook(tmp_path))
    user["hooks"]["PreToolUse"].append({"hooks": [{"type": "command", "command": "/srv/theirs"}]})
    user |= {
        "apiKeyHelper": "/srv/helper",
        "env": {"CLAUDE_CODE_SIMPLE": "1", "ANTHROPIC_BASE_URL": "http://example.com"},
        "permissions": {"deny": ["Bash"]},
    }
    place = PrivatePlace(tmp_path / "place").make()
    write_copies(scene(tmp_path, {"user": user}), place, Path("/srv/trial hook"))
    entry = {"type": "command", "command": "'/srv/trial hook'", "timeout": 600}
    group = {"matcher": "", "hooks": [{**entry, "onFailure": "block"}]}

    assert json.loads((place.config / "settings.json").read_text()) == {
        "disableAllHooks": False,
        "env": {"CLAUDE_CODE_SIMPLE": "1"},
        "hooks": {"PreToolUse": [group]},
        "permissions": {"allow": ["Bash"]},
    }
    assert not (place.work / ".claude").exists()
