"""Role files written by Proctor."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.errors import NotFound, ProctorError, RoleProblems, RuleError, UsageError
from proctor.roles.amend import with_rule
from proctor.roles.write import add_rule, create_role, default_roles, scaffold
from proctor.terms.effect import Effect
from tests.amounts import amount
from tests.roles.conftest import House, rules
from tests.tables import each_row

COMMENTED = """\
# top
name: x   # the name

permissions:
  # lists
  allow:
    - Read     # reading
    - "Bash(make *)"

  # now asks
  ask: [WebFetch]
# the end
"""


def test_a_rule_is_added_and_all_else_stays(house: House) -> None:
    """Comments, quotes, blank lines and order are what they were."""
    path = house.at_home("roles/x.yaml", COMMENTED)
    add_rule(path, Effect.ALLOW, "Bash(npm test *)")
    wanted = COMMENTED.replace(
        '    - "Bash(make *)"\n', '    - "Bash(make *)"\n    - Bash(npm test *)\n'
    )

    assert wanted == path.read_text()


def test_a_missing_list_is_made(house: House) -> None:
    """With the reason, where there is one."""
    path = house.at_home("roles/x.yaml", "name: x\npermissions:\n  allow: [Read]\n")
    add_rule(path, Effect.DENY, "Bash(curl *)", why="No network here.")

    assert path.read_text() == (
        "name: x\npermissions:\n  allow: [Read]\n  deny:\n"
        "    - rule: Bash(curl *)\n      why: No network here.\n"
    )


def test_a_comment_behind_a_rule_with_a_reason_stays_behind_the_list(house: House) -> None:
    """Also where the last rule is a map."""
    path = house.at_home(
        "roles/x.yaml",
        "permissions:\n    deny:\n        - rule: Agent\n          why: no\n    # end\nmodel: m\n",
    )
    add_rule(path, Effect.DENY, "Bash(curl *)")

    assert path.read_text() == (
        "permissions:\n    deny:\n        - rule: Agent\n          why: no\n"
        "        - Bash(curl *)\n    # end\nmodel: m\n"
    )


def test_a_role_of_an_index_gets_the_rule(house: House) -> None:
    """By its id or the slug of its name; the other roles stay as they are."""
    text = "roles:\n- id: a\n  tools: []\n\n# second\n- name: B C\n  permissions:\n    ask: []\n"
    path = house.at_home("roles/index.yaml", text)
    add_rule(path, Effect.ASK, "WebFetch", role_id="b-c")

    assert text.replace("ask: []", "ask:\n    - WebFetch") == path.read_text()
    with pytest.raises(NotFound) as caught:
        add_rule(path, Effect.ASK, "WebFetch", role_id="b-d")
    assert caught.value.help == "did you mean `b-c`?"
    with pytest.raises(NotFound):
        add_rule(path, Effect.ASK, "WebFetch")


@pytest.mark.parametrize("text", ["name: x\n", "name: x\ntools: [Read, Grep]\n"])
def test_a_role_without_permissions_keeps_what_it_had(house: House, text: str) -> None:
    """The first rule that is written takes nothing away."""
    before = house.role(text, "x")
    add_rule(house.home / "roles/x.yaml", Effect.ALLOW, "Bash(ls *)")
    after = house.load("x")

    assert [*rules(before, Effect.ALLOW), "Bash(ls *)"] == rules(after, Effect.ALLOW)
    assert before.permissions.otherwise is after.permissions.otherwise


def test_an_inherited_allow_list_is_not_replaced(house: House) -> None:
    """A list in the child would take the parent's away, so a person has to write it."""
    path = house.at_home("roles/x.yaml", "extends: coder\n")
    with pytest.raises(UsageError):
        add_rule(path, Effect.ALLOW, "Bash(ls *)")
    add_rule(path, Effect.DENY, "Bash(ls *)")

    assert path.read_text() == "extends: coder\npermissions:\n  deny:\n    - Bash(ls *)\n"


def test_a_rule_that_is_there_is_not_added_again(house: House) -> None:
    """The file stays as it is."""
    path = house.at_home("roles/x.yaml", COMMENTED)
    add_rule(path, Effect.ALLOW, "Read")

    assert path.read_text().count("Read ") == 1


@pytest.mark.parametrize(
    ("text", "rule", "error"),
    [
        ("name: x\n", "Bash(", RuleError),
        ("name: [\n", "Read", RoleProblems),
        ("a: 1\na: 2\n", "Read", RoleProblems),
        ("- x\n", "Read", UsageError),
        ("createdAt: 2025-13-45\n", "Read", ProctorError),
        ("permissions: {allow: Read}\n", "Grep", UsageError),
        ("permissions: &p {allow: &a [Grep], ask: *a}\n", "Read", ProctorError),
    ],
)
def test_what_cannot_be_written_leaves_the_file_alone(
    house: House, text: str, rule: str, error: type[Exception]
) -> None:
    """A bad rule, a bad file, or one that a machine had better not touch."""
    path = house.at_home("roles/x.yaml", text)

    with pytest.raises(error):
        add_rule(path, Effect.ALLOW, rule)
    assert text == path.read_text()
    assert [entry.name for entry in path.parent.iterdir()] == ["x.yaml"]


def test_line_ends_stay(house: House) -> None:
    """A file with CRLF keeps it."""
    path = house.at_home("roles/x.yaml", "permissions:\r\n  allow:\r\n    - Read\r\n")
    add_rule(path, Effect.ALLOW, "Grep")

    assert path.read_bytes() == b"permissions:\r\n  allow:\r\n    - Read\r\n    - Grep\r\n"


def test_two_writers_lose_nothing(house: House) -> None:
    """Each waits for the other."""
    path = house.at_home("roles/x.yaml", "permissions:\n  allow:\n    - Read\n")
    names = [f"mcp__a__{number}" for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: add_rule(path, Effect.ALLOW, name), names))

    assert {"Read", *names} == set(rules(house.load("x"), Effect.ALLOW))


@pytest.mark.parametrize("part", ["file", "folder", "above"])
def test_nothing_is_written_through_a_link(house: House, part: str) -> None:
    """Neither the file nor its folders may be links."""
    real = house.at_home("real/roles/x.yaml", "name: x\n")
    link = {
        "file": house.root / ".proctor/roles/x.yaml",
        "folder": house.root / ".proctor/roles",
        "above": house.root / ".proctor",
    }[part]
    target = {"file": real, "folder": real.parent, "above": real.parent.parent}[part]
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target)
    path = house.root / ".proctor/roles/x.yaml"

    with pytest.raises(UsageError):
        add_rule(path, Effect.ALLOW, "Read")
    with pytest.raises(UsageError):
        create_role(house.root / ".proctor/roles" / ("x.yaml" if part == "file" else "y.yaml"), "")
    assert real.read_text() == "name: x\n"
    assert [entry.name for entry in real.parent.iterdir()] == ["x.yaml"]


@pytest.mark.parametrize(("folder", "mode"), [(0o700, 0o600), (0o755, 0o644)])
def test_a_new_file_is_as_private_as_its_folder(tmp_path: Path, folder: int, mode: int) -> None:
    """And one that is there is not replaced."""
    (tmp_path / "roles").mkdir(mode=folder)
    path = tmp_path / "roles" / "x.yaml"
    create_role(path, "name: x\n")

    assert ("name: x\n", mode) == (path.read_text(), stat.S_IMODE(path.stat().st_mode))
    with pytest.raises(UsageError):
        create_role(path, "name: y\n")
    assert path.read_text() == "name: x\n"


def test_a_changed_file_keeps_its_mode(house: House) -> None:
    """Replacing does not open it to others."""
    path = house.at_home("roles/x.yaml", "name: x\n")
    path.chmod(0o640)
    add_rule(path, Effect.DENY, "Agent")

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_file_that_cannot_be_written_is_our_own_error(tmp_path: Path) -> None:
    """Whatever the system says."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ProctorError):
        create_role(tmp_path / "file" / "x.yaml", "name: x\n")
    with pytest.raises(ProctorError):
        add_rule(tmp_path / "nowhere" / "x.yaml", Effect.ALLOW, "Read")


@pytest.mark.parametrize("extends", [None, "architect"])
def test_a_scaffold_is_a_sound_role(house: House, extends: str | None) -> None:
    """What `role init` writes loads without a problem."""
    create_role(house.home / "roles/docs.yaml", scaffold("docs", extends=extends))

    assert house.shelf.problems() == []
    assert extends == house.load("docs").extends


@each_row("name", ["", "a b", "x: y", "../x", "12", "-", "a\n", "x" * 70, "a:b"])
def test_a_scaffold_has_a_name_that_can_be_one(name: str) -> None:
    """Anything else is a wrong call."""
    with pytest.raises(UsageError):
        scaffold(name)
    with pytest.raises(UsageError):
        scaffold("x", extends=name)


def test_the_default_roles_are_sound(house: House) -> None:
    """The four roles of a new project, with exactly their tools."""
    house.in_project("roles/index.yaml", default_roles())
    house.trust()

    assert house.shelf.problems() == []
    reads = ["read_file", "list_files", "search_files", "chain:status"]
    tasks = ["task:status", "task:list"]
    writes = ["write_file", "str_replace", "run_command", "task:start", "task:complete"]
    assert {
        "researcher": {*reads, *tasks},
        "implementer": {*reads, *tasks, *writes},
        "reviewer": {*reads, *tasks, "run_command", "task:approve"},
        "controller": {*reads, *tasks, "chain:new", "task:add", "spawn_impl_session"},
    } == {
        name: set(house.load(name).tools or ())
        for name in ("researcher", "implementer", "reviewer", "controller")
    }


WORDS = st.sampled_from(
    [
        *(
            "name: x\n",
            "permissions:\n",
            "  allow:\n",
            "    - Read\n",
            "  deny: []\n",
            "# c\n",
            "\n",
        ),
        *("  ask:\n", "    - {rule: Agent}\n", "    # d\n", "tools: [Read]\n", "model: |\n  x\n\n"),
    ]
)


@settings(max_examples=amount(50, 400), deadline=None)
@given(st.lists(WORDS, max_size=8).map("".join), st.sampled_from(Effect))
def test_a_rule_is_added_or_refused(text: str, effect: Effect) -> None:
    """Whatever the file looks like, the answer is the file with the rule or our own error."""
    try:
        new = with_rule(text.encode(), "x.yaml", effect, "Bash(ls *)", None)
    except ProctorError:
        return
    assert new.count(b"#") == text.count("#")
    assert b"Bash(ls *)" in new


def test_a_comment_behind_a_rule_in_braces_stays(house: House) -> None:
    """The new rule comes before what stands behind the list."""
    path = house.at_home("roles/x.yaml", "permissions:\n  deny:\n    - {rule: Agent} # a\n  # b\n")
    add_rule(path, Effect.DENY, "Task")

    assert path.read_text() == (
        "permissions:\n  deny:\n    - {rule: Agent} # a\n    - Task\n  # b\n"
    )


def test_a_file_that_is_not_there_is_not_found(house: House) -> None:
    """And a folder in its place is our own error too."""
    (house.home / "roles/y.yaml").mkdir(parents=True)
    with pytest.raises(NotFound):
        add_rule(house.home / "roles/x.yaml", Effect.ALLOW, "Read")
    with pytest.raises(ProctorError):
        add_rule(house.home / "roles/y.yaml", Effect.ALLOW, "Read")


def test_a_role_of_the_home_is_for_its_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folders that it is the first in are, too; those of a project are as open as others."""
    home, project = tmp_path / "user" / ".proctor", tmp_path / "shop" / ".proctor"
    monkeypatch.setenv("PROCTOR_HOME", str(home))
    before = os.umask(0o022)
    try:
        for place in (home, project):
            create_role(place / "roles" / "coder.yaml", "name: coder\n")
    finally:
        os.umask(before)

    modes = [
        [path.stat().st_mode & 0o777 for path in (place, place / "roles")]
        for place in (home, project)
    ]
    assert modes == [[0o700, 0o700], [0o755, 0o755]]
