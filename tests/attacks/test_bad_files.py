"""
A file that cannot be read harms itself only.

One role file with a slip took down `role list`, `explain`, `check`, `run` and the hook of every
role. Each test puts broken files beside good ones: the broken file is reported with a place, and
everything else goes on. `test_mutated_files.py` tries thousands of them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from proctor.config import NAME, Config, with_file
from proctor.documents import read_document
from proctor.errors import FileProblems
from proctor.rehearse.cases import CaseProblems, read_cases
from proctor.rehearse.check import check
from proctor.roles.files import Tree, read_tree
from proctor.roles.permissions import Known
from proctor.roles.read import read_role_file
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.role import Permissions
from proctor.workflows.read import read_template
from tests.agents.claude_double import double
from tests.attacks.harm import OTHER, assert_others_decide, checked
from tests.cli.conftest import Proctor as Command
from tests.hook.rig import DENIED, READS, Rig
from tests.roles.conftest import House

SLIPS = {
    "match": '{rule: "tool:bash:ls", match: ["ls -la"]}',
    "tool-glob": '{rule: "tool:*", match: ["x"]}',
    "no-tool": '{rule: "tool:.*", not_match: [x]}',
    "two-tools": '{rule: "tool:bash:a|tool:view:b", match: [a]}',
}
CODES = {
    "match": "example-did-not-match",
    "tool-glob": "bad-example",
    "no-tool": "bad-example",
    "two-tools": "bad-example",
}


def role_with(rule: str) -> str:
    """Return a role file with one rule."""
    return f"name: bad\npermissions:\n  deny:\n    - {rule}\n"


# The slips that were tracebacks.


@pytest.mark.parametrize("slip", SLIPS)
def test_one_bad_role_leaves_every_command_and_role(
    slip: str, home: Path, proctor: Command
) -> None:
    """`check` names the file, line and column; `role list` and `explain` go on."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "bad.yaml").write_text(role_with(SLIPS[slip]))

    listed = proctor("role", "list")
    explained = proctor("explain", "--role", "guarded", "--json", "Bash", "ls")
    checked = proctor("check", "--json")
    refused = proctor("explain", "--role", "bad", "Bash", "ls")

    assert (listed.status, explained.status, checked.status, refused.status) == (0, 0, 1, 1)
    assert "(does not load: proctor role check bad)" in " ".join(listed.out.split())
    assert json.loads(explained.out)["effect"] == "allow"
    errors = [each for each in json.loads(checked.out) if not each.get("warning")]
    assert [(each["code"], each["line"]) for each in errors] == [(CODES[slip], 4)]
    assert "Traceback" not in listed.err + explained.err + checked.err + refused.err


def test_an_example_that_is_a_target_is_read_as_one(house: House) -> None:
    """`ls -la` of a `tool:bash:` rule is the command; the rule does with it what it says."""
    rules = [
        '{rule: "tool:bash:ls.*", match: [ls -la, "tool:bash:ls"], not_match: [cat x]}',
        '{rule: "tool:bash:ls", not_match: ["ls -la"]}',
        '{rule: "tool:git:push.*", match: ["push origin main"]}',
    ]

    assert [house.codes(role_with(rule), "fine") for rule in rules] == [[], [], []]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_bad_example_in_a_profile_has_its_place(house: House, slip: str) -> None:
    """A config with an error loads no role, and says where."""
    house.at_home("config.yaml", f"profiles:\n  mine:\n    deny:\n      - {SLIPS[slip]}\n")

    with pytest.raises(FileProblems) as caught:
        house.load("guarded")

    assert [(each.code, each.place.line) for each in caught.value.problems] == [(CODES[slip], 4)]


@pytest.mark.parametrize("slip", SLIPS)
def test_a_bad_example_in_a_case_file_has_its_place(tmp_path: Path, slip: str) -> None:
    """So has one in the policy of a case file."""
    file = tmp_path / "cases.yaml"
    file.write_text(f"policy:\n  deny:\n    - {SLIPS[slip]}\ncases: []\n")

    with pytest.raises(CaseProblems) as caught:
        read_cases(file)

    assert [(each.code, each.place.line) for each in caught.value.problems] == [(CODES[slip], 3)]


def test_a_case_without_a_tool_is_a_problem_and_others_run(
    project: Path,
    proctor: Command,
) -> None:
    """A call with an empty tool is reported with its place; cases of other files are run."""
    good = (
        "role: guarded\ncases:\n  - {id: a, call: {tool: Bash, command: ls}, want: {effect: %s}}\n"
    )
    bad = (
        "role: guarded\ncases:\n  - {id: b, call: {tool: '', command: ls}, want: {effect: allow}}\n"
    )
    (project / "bad.yaml").write_text(bad)
    (project / "good.yaml").write_text(good % "allow")
    (project / "wrong.yaml").write_text(good % "deny")

    done = proctor("test", "bad.yaml", "good.yaml", "wrong.yaml")

    assert done.status == 2
    assert "bad.yaml:3:26: wrong-value: `tool` of a call is empty" in done.err
    assert "2 cases, 1 failed" in done.out
    assert "Traceback" not in done.err


def test_hook_of_another_role_decides_beside_a_bad_role(rig: Rig) -> None:
    """A hook without a server loads its own role, whatever the file beside it says."""
    (rig.home / "roles").mkdir()
    (rig.home / "roles" / "bad.yaml").write_text(role_with(SLIPS["match"]))
    (rig.home / "roles" / "worse.yaml").write_bytes(b"\xff\xfe\0id: worse")

    assert rig.run(rig.event(command=READS)).decision == "allow"
    assert rig.run(rig.event(command=DENIED)).blocks


def test_agent_of_another_role_starts_beside_a_bad_role(tmp_path: Path) -> None:
    """`run` looks at all roles, and starts the agent of a good one."""
    with double(tmp_path) as doubled:
        doubled.role("coder", "instructions: Write code.\n")
        doubled.role("bad", role_with(SLIPS["tool-glob"]))

        assert doubled.run("coder").role == "coder"


ODD_NAMES = ("a b", "\u202egpj", "a\nb", "\udcff", "-", "x" * 200)


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_a_file_with_an_odd_name_is_reported(
    name: str,
    home: Path,
    proctor: Command,
) -> None:
    """Its name is shown on one line, and no other role is harmed."""
    for folder, text in (("roles", "alow: []\n"), ("workflow-templates", "stages: []\n")):
        (home / folder).mkdir(parents=True)
        (home / folder / f"{name}.yaml").write_text(text)
    house = House(home, Path.cwd())
    house.at_home("roles/other.yaml", OTHER)

    done = [proctor("check"), proctor("check", "--json"), proctor("role", "list"),
            proctor("role", "list", "--json"), proctor("workflow", "list")]  # fmt: skip

    assert {"unknown-key", "wrong-value"} <= {each["code"] for each in json.loads(done[1].out)}
    assert [each.status for each in done[:4]] == [1, 1, 0, 0]
    assert "Traceback" not in "".join(each.err for each in done)
    checked(check(home, house.root), {})
    assert_others_decide(house, "other", "guarded")


class Failing(dict[str, Permissions]):
    """Profiles of which none can be looked up: a reader that asks for one fails."""

    def __contains__(self, name: object) -> bool:
        """Fail in a way that no reader expects."""
        raise ZeroDivisionError


class Names(list[str]):
    """Names of roles of which none can be looked up."""

    def __contains__(self, name: object) -> bool:
        """Fail in a way that no reader expects."""
        raise ZeroDivisionError


def test_an_exception_while_reading_is_a_problem_at_its_place(tmp_path: Path) -> None:
    """Whatever a reader raises is reported where it was reading; the rest of the file is read."""
    known = Known(BUILT_IN, Failing())
    index = "roles:\n  - {id: a, permissions: {profile: x}}\n  - {id: b, tools: [Read]}\n"
    cases = tmp_path / "cases.yaml"
    cases.write_text("policy:\n  profile: x\ncases: []\n")
    template = b"stages:\n  - {name: a, roleId: x, gate: auto}\n"

    with pytest.raises(CaseProblems) as caught:
        read_cases(cases, known=known)
    file = read_role_file(index.encode(), "x/index.yaml", known)
    stages = read_template(template, "x/t.yaml", roles=Names())
    said = Tree({NAME: b"profiles:\n  x: {profile: x}\n"})
    config = with_file(Config(), said, f"x/{NAME}", outer=Config(profiles=Failing()))

    found = [*caught.value.problems, *file.problems, *stages.problems, *config.problems]
    assert [(each.code, each.place.line, each.place.column) for each in found] == [
        ("unreadable", 1, 1),
        ("unreadable", 2, 26),
        ("unreadable", 2, 5),
        ("unreadable", 1, 1),
    ]
    assert found[-1].place.file == f"x/{NAME}"
    assert file.problems[0].message == "`permissions` cannot be read (ZeroDivisionError)"
    assert all(each.help for each in found)
    assert [(draft.id, bool(draft.problems)) for draft in file.drafts] == [
        ("a", True),
        ("b", False),
    ]
    assert stages.template is None


def test_shelf_keeps_roles_that_a_broken_file_may_hold(house: House) -> None:
    """A file that names an id is never passed over for that id, and harms no other."""
    for text in (b"id: coder\nx: [\n", b"id: 'coder'\nx: \xff\n", "id: coder\n".encode("utf-16")):
        house.at_home("roles/strange.yaml", text)

        assert house.errors("coder")
        assert house.load("guarded").origin == "built in"
    for text in (b'id: "c\\x6fder"\nx: [\n', b"a: &x coder\nid: *x\nx: [\n"):
        house.at_home("roles/strange.yaml", text)

        assert house.errors("guarded") == ["bad-yaml"]


def link_to(path: Path) -> None:
    """Put a link out of the project."""
    path.symlink_to("/etc/hostname")


def deep(path: Path) -> None:
    """Put folders, one in the other, deeper than is looked."""
    (path / "a" / "b" / "c" / "d" / "e").mkdir(parents=True)


@pytest.mark.parametrize("put", [link_to, os.mkfifo, Path.mkdir, deep])
@pytest.mark.parametrize("name", ["strange.yaml", "strange"])
def test_what_is_no_file_keeps_back_only_itself(
    house: House, put: Callable[[Path], object], name: str
) -> None:
    """A link, a pipe or a folder among a project's roles stops no other role of the project."""
    house.in_project("roles/other.yaml", OTHER)
    put(house.root / ".proctor" / "roles" / name)

    assert_others_decide(house, "guarded", "coder")
    assert house.load("other").name == "other"
    if name.endswith(".yaml"):
        assert house.errors("strange")


def calls_in(work: Callable[[], object]) -> int:
    """Return how many functions something calls: what it costs, on every machine."""
    number = 0

    def count(*_: object) -> None:
        nonlocal number
        number += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return number


MANY = [
    ("index", {"roles/index.yaml": "roles:\n" + "- {id: a, name: b}\n" * 5000}),
    (
        "profiles",
        {"config.yaml": "profiles:\n" + "".join(f" p{n}: {{allow: []}}\n" for n in range(9000))},
    ),
    (
        "files",
        {f"roles/r{n}.yaml": f"permissions: {{allow: [{'Read,' * 200}]}}\n" for n in range(300)},
    ),
]


@pytest.mark.parametrize(("name", "files"), MANY, ids=[name for name, _ in MANY])
def test_many_entries_of_a_project_are_not_read(
    house: House, name: str, files: dict[str, str]
) -> None:
    """A repository with thousands of roles or profiles keeps no other project waiting."""
    for path, text in files.items():
        house.in_project(path, text)
    number = calls_in(lambda: read_tree(house.root / ".proctor"))
    tree = read_tree(house.root / ".proctor")
    size = sum(len(data) for data in tree.files.values())

    assert tree.refused["."].code == "too-much", name
    assert (size < 200_000, number < 50_000) == (True, True)
    with pytest.raises(FileProblems):
        house.load("coder")


@pytest.mark.parametrize("start", ["[", "{", "[ ", "[{", "[a,", "- [", "[[],", '["",'])
def test_rows_of_brackets_cost_nothing(start: str) -> None:
    """A repository's file with thousands of them keeps no other project waiting."""
    text = (start * 5000).encode()
    number = calls_in(lambda: read_document(text, "index.yaml"))
    (problem,) = read_document(text, "index.yaml").problems[:1]

    assert (problem.code, number < 1000) == ("too-much", True)
