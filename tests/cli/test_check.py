"""`proctor check`."""

from __future__ import annotations

import json

from tests.cli.conftest import Golden, Proctor, Write


def test_a_sound_project_passes(process: Proctor) -> None:
    """Where nothing is wrong the status is 0 and stdout is empty."""
    result = process("check")

    assert (result.status, result.out) == (0, "")
    assert result.err == "roles, rules, config and workflows: no problems, no warnings\n"


def test_what_is_wrong_is_told(proctor: Proctor, write: Write, golden: Golden) -> None:
    """Roles, config and rules that never decide come in one list."""
    write(".proctor/config.yaml", "profils: {}\n")
    write(".proctor/roles/a.yaml", "permissions: {allow: ['tool:(a+)+$']}\n")

    result = proctor("check")

    assert result.status == 1
    golden("cli/check.txt", result.out)


def test_shadowed_rules_are_warnings(proctor: Proctor, write: Write, golden: Golden) -> None:
    """A rule that never decides is named with the one that comes first; the status stays 0."""
    write(
        ".proctor/roles/a.yaml",
        "permissions:\n  deny: [Bash(git *)]\n  allow:\n    - Bash(git push *)\n    - Read\n"
        "    - Read\n    - Edit(docs/**)\n    - Write(docs/a/**)\n",
    )

    result = proctor("check")

    assert (result.status, result.err) == (
        0,
        "roles, rules, config and workflows: no problems, 4 warnings\n",
    )
    golden("cli/check-shadowed.txt", result.out)


def test_problems_as_json(proctor: Proctor, write: Write) -> None:
    """With --json the problems are a list of objects."""
    write(".proctor/roles/a.yaml", "alow: []\n")

    result = proctor("check", "--json", ".proctor/roles/a.yaml")

    assert (result.status, [row["code"] for row in json.loads(result.out)]) == (1, ["unknown-key"])


def test_a_path_that_is_not_there_is_a_wrong_call(proctor: Proctor) -> None:
    """A missing file is not a sound one."""
    result = proctor("check", "nowhere.yaml")

    assert (result.status, result.err) == (2, "error: `nowhere.yaml` is not there\n")


def test_a_project_with_a_tool_of_its_own_can_be_edited(proctor: Proctor, write: Write) -> None:
    """After `trust` and an edit the roles load, the edit is told, and it can be trusted again."""
    write(".proctor/config.yaml", "tools: {ship: {description: Ships, kind: other}}\n")
    write(".proctor/roles/a.yaml", "permissions: {allow: [ship]}\n")
    proctor("trust", "--yes")
    write(".proctor/roles/a.yaml", "permissions: {allow: [ship]}\n# more\n")

    changed = proctor("check", "--json")
    again = proctor("trust", "--yes")
    sound = proctor("check", "--json")

    assert [row["code"] for row in json.loads(changed.out)] == ["changed-since-trust"]
    assert (changed.status, again.status, json.loads(sound.out)) == (0, 0, [])


def test_an_untrusted_project_is_told(proctor: Proctor, write: Write) -> None:
    """What nobody has trusted is a warning, with the command that does."""
    write(".proctor/roles/a.yaml", "permissions: {allow: [Read]}\n")

    (row,) = json.loads(proctor("check", "--json").out)

    assert (row["code"], row["warning"]) == ("untrusted-role", True)
    assert "`proctor trust`" in row["help"]


def test_workflow_templates_are_checked_too(proctor: Proctor, write: Write) -> None:
    """One that is broken is a problem; that a built-in one misses roles is nobody's fault here."""
    path = write(".proctor/workflow-templates/own.yaml", "stages: [{name: a, gate: auto}]\n")

    found = json.loads(proctor("check", "--json").out)
    alone = proctor("check", str(path))
    elsewhere = write(".proctor/roles/fine.yaml", "description: Fine\n")

    errors = [(each["file"], each["code"]) for each in found if not each["warning"]]
    assert errors == [(".proctor/workflow-templates/own.yaml", "missing-key")]
    assert not [each for each in found if each["file"].startswith("built-in")]
    assert (alone.status, proctor("check", str(elsewhere)).status) == (1, 0)
