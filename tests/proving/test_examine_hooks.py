"""Whether our hooks are in the settings, whole, and lead to a file of ours."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from proctor.proving.examine_hooks import examine_hooks
from proctor.proving.finding import Fix
from tests.proving.scenes import NEW, OLD, installed, our_hook, scene


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home that is closed to others."""
    path = tmp_path / "home"
    path.mkdir(mode=0o700)
    return path


def levels(home: Path, settings: dict[str, Any], **more: Any) -> list[str]:
    """Return the level of what is found in settings of the user."""
    return [finding.level for finding in examine_hooks(scene(home, {"user": settings}, **more))]


def words(home: Path, settings: dict[str, Any], **more: Any) -> str:
    """Return everything that is found in settings of the user."""
    return "\n".join(
        finding.what for finding in examine_hooks(scene(home, {"user": settings}, **more))
    )


@pytest.mark.parametrize("version", [NEW, OLD])
def test_what_install_writes_is_green(home: Path, version: tuple[int, int, int]) -> None:
    """Every event of the version, and a file that is ours alone."""
    assert levels(home, installed(our_hook(home), version), version=version) == ["ok"]


def test_without_hooks_of_ours_there_is_a_problem(home: Path) -> None:
    """Somebody else's hooks are not ours."""
    settings = installed(Path("/srv/other/hook"))

    assert levels(home, settings) == ["warning", "problem"]
    assert words(home, settings).endswith("our hooks are in none of these settings")


@pytest.mark.parametrize("scope", ["managed", "local", "project", "user"])
def test_a_hook_that_could_answer_for_a_person_is_named(home: Path, scope: str) -> None:
    """Whosever it is, questions are held because of it; ours are no such hook."""
    ours = installed(our_hook(home))
    entry = {"hooks": [{"type": "command", "command": "/opt/yes"}]}
    files: dict[str, dict[str, Any]] = {scope: {"hooks": {"PermissionRequest": [entry]}}}
    if scope == "user":
        ours["hooks"]["PermissionRequest"].append(entry)
    files["user"] = ours
    first, *rest = examine_hooks(scene(home, files))

    assert (first.level, [each.level for each in rest]) == ("warning", ["ok"])
    assert first.what.endswith(f"open no dialog: {home}/{scope}.json: `/opt/yes`")


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_in_a_subfolder_a_projects_hooks_do_not_count(
    home: Path, tmp_path: Path, name: str
) -> None:
    """Where the root has them, that is what is said."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    (root / ".claude").mkdir()
    (root / ".claude" / name).write_text(json.dumps(installed(our_hook(home))))
    (root / "src").mkdir()
    (found,) = examine_hooks(replace(scene(home, {}), folder=root / "src"))

    assert found.what.endswith("do not count in a subfolder")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"type": "http"}, "is not `command`"),
        ({"if": "Bash(git *)"}, "only some calls"),
        ({"async": True}, "it is not waited for"),
        ({"onFailure": "continue"}, "broken, it would let calls run"),
        ({"timeout": 60}, "timeout of 60"),
        ({"timeout": "long"}, "timeout of long"),
    ],
)
def test_an_entry_that_decides_less_is_a_problem(
    home: Path, change: dict[str, object], said: str
) -> None:
    """Each way in which ours could be weakened is named, and can be repaired."""
    settings = installed(our_hook(home), NEW, **change)
    found = [*examine_hooks(scene(home, {"user": settings}))]

    assert {finding.level for finding in found} == {"problem"}
    assert said in found[0].what
    assert found[0].fix == Fix("reinstall", str(home / "hooks" / "claude-code"), "user")


def test_a_matcher_must_take_everything(home: Path) -> None:
    """Ours is asked about every tool, or it is a problem."""
    settings = installed(our_hook(home))
    settings["hooks"]["PreToolUse"][0]["matcher"] = "Bash"

    assert "is asked about `Bash` only" in words(home, settings)


def test_an_event_that_nobody_serves_is_told(home: Path) -> None:
    """A deciding one is a problem, another one a warning."""
    settings = installed(our_hook(home))
    del settings["hooks"]["PreToolUse"], settings["hooks"]["Stop"]

    assert levels(home, settings) == ["problem", "warning"]
    assert "not asked at PreToolUse" in words(home, settings)
    assert "nobody hears Stop" in words(home, settings)


def test_an_event_that_the_version_does_not_know_is_a_problem(home: Path) -> None:
    """An old version drops the whole file then."""
    settings = installed(our_hook(home), OLD)
    settings["hooks"]["PostToolBatch"] = settings["hooks"]["PreToolUse"]

    assert "does not know PostToolBatch" in words(home, settings, version=OLD)


def test_a_file_that_is_gone_or_stale_is_a_problem(home: Path) -> None:
    """The file, its right to run, its package: each is named."""
    hook = our_hook(home)
    settings = installed(hook)
    hook.write_text(hook.read_text().replace("sys.path.append('/", "sys.path.append('/gone/"))
    assert "is stale: /gone/" in words(home, settings)
    hook.unlink()
    assert words(home, settings) == f"{hook} is not there: the hook cannot start"


def test_a_file_that_others_can_change_is_a_problem(home: Path) -> None:
    """The file itself can be closed by us; a folder above our home is its owner's."""
    hook = our_hook(home)
    hook.chmod(0o777)
    (found,) = examine_hooks(scene(home, {"user": installed(hook)}))

    assert (found.level, found.fix) == ("problem", Fix("close", str(hook)))
