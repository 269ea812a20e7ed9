"""`proctor test`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Golden, Proctor, Write

PASSING = """\
role: coder
cases:
  - id: status
    call: {tool: Bash, command: git status}
    want: {effect: allow, rule: Bash(git status *)}
  - id: elsewhere
    call: {tool: Read, file_path: a, cwd: sub}
    want: {effect: allow}
"""
FAILING = """\
policy:
  deny: [{rule: Bash(git push *), why: Open a pull request.}]
cases:
  - id: push
    why: pushing is a person's work
    call: {tool: Bash, command: git push origin}
    want: {effect: ask, rule: Bash}
  - id: listing
    action: "tool:bash:ls"
    want: {effect: ask, source: otherwise}
"""


def test_the_projects_cases_are_run(process: Proctor, write: Write) -> None:
    """Without files, those of .proctor/cases are run."""
    write(".proctor/cases/a.yaml", PASSING)

    result = process("test")

    assert (result.status, result.out, result.err) == (0, "2 cases, none failed\n", "")


def test_a_failure_says_what_was_decided_and_why(
    proctor: Proctor, write: Write, golden: Golden
) -> None:
    """What is not as wanted is shown with the decision's reasons; the status is 1."""
    write("cases/a.yaml", FAILING)
    write("cases/b.yaml", PASSING)

    result = proctor("test", "cases")

    assert (result.status, result.err) == (1, "")
    golden("cli/test.txt", result.out)


def test_outcomes_as_json(proctor: Proctor, write: Write) -> None:
    """With --json every case is there, with its decision."""
    write("a.yaml", FAILING)

    result = proctor("test", "a.yaml", "--json")

    rows = json.loads(result.out)
    assert result.status == 1
    assert [(row["id"], row["passed"]) for row in rows] == [("push", False), ("listing", True)]
    assert rows[0]["wrong"] == [
        "wanted ask, decided deny",
        "wanted rule `Bash`, decided by `Bash(git push *)`",
    ]
    assert rows[0]["decision"]["because"][0]["where"] == "a.yaml:2"


def test_a_role_can_be_put_in_place_of_the_files_own(proctor: Proctor, write: Write) -> None:
    """--role decides, whatever the files say."""
    write("a.yaml", FAILING)

    rows = json.loads(proctor("test", "a.yaml", "--role", "coder", "--json").out)

    assert rows[0]["wrong"] == ["wanted rule `Bash`, decided by `Bash(git push *)`"]


def test_the_folder_of_a_call_is_below_the_root(
    proctor: Proctor, project: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A case means the same wherever the command is run."""
    write(
        ".proctor/cases/a.yaml",
        "policy: {allow: [Edit(/docs/**)]}\ncases:\n"
        "  - {id: a, call: {tool: Edit, file_path: x, cwd: docs}, want: {effect: allow}}\n"
        "  - {id: b, call: {tool: Edit, file_path: x}, want: {effect: ask}}\n",
    )
    (project / "src").mkdir()

    above = proctor("test")
    monkeypatch.chdir(project / "src")
    below = proctor("test")

    assert (above.status, below.status) == (0, 0)


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("a.yaml", "role: coder\ncases: []\n", "error: there is no case in these files"),
        (
            "b.yaml",
            PASSING,
            "a.yaml:1:1: unreadable: the file cannot be read: No such",
        ),
        ("a.yaml", "cases: [", "a.yaml:1:8: bad-yaml: "),
        ("a.yaml", PASSING.replace("coder", "codr"), "error: there is no role `codr`"),
        (
            "a.yaml",
            PASSING.replace("role: coder\n", ""),
            "error: `a.yaml` names neither a `role` nor a `policy`",
        ),
    ],
)
def test_what_cannot_be_read_has_status_2(
    proctor: Proctor, write: Write, name: str, text: str, error: str
) -> None:
    """No case, no file, no role: never a success."""
    write(name, text)

    result = proctor("test", "a.yaml")

    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(error)


@pytest.mark.parametrize("args", [[], ["empty"]])
def test_no_case_files_have_status_2(proctor: Proctor, project: Path, args: list[str]) -> None:
    """Nothing tested is not a success."""
    (project / "empty").mkdir()

    result = proctor("test", *args)

    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("error: there are no case files in `")
    assert result.err.splitlines()[1] == (
        "help: `proctor test --example` prints a case file to begin with, for .proctor/cases/"
    )


def test_the_example_is_a_case_file_that_passes(proctor: Proctor, write: Write) -> None:
    """What `--example` prints can be run as it is."""
    example = proctor("test", "--example")
    write(".proctor/cases/git.yaml", example.out)

    result = proctor("test")

    assert (example.status, example.err) == (0, "")
    assert (result.status, result.out, result.err) == (0, "3 cases, none failed\n", "")
