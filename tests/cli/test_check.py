"""`proctor check`."""

from __future__ import annotations

import json

from tests.cli.conftest import Golden, Proctor, Write


def test_a_sound_project_passes(process: Proctor) -> None:
    """Where nothing is wrong the status is 0 and stdout is empty."""
    result = process("check")

    assert (result.status, result.out) == (0, "")
    assert result.err == "roles, rules and config: no problems, no warnings\n"


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
        "    - view\n    - Edit(docs/**)\n    - Write(docs/a/**)\n",
    )

    result = proctor("check")

    assert (result.status, result.err) == (0, "roles, rules and config: no problems, 3 warnings\n")
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
