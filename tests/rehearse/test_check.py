"""Everything that is wrong, at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.config import RULES_HELP
from proctor.errors import NotFound, Problem
from proctor.rehearse.check import check, check_roles
from tests.tables import each_row

SHADOWED = "permissions:\n  allow: [Bash(git push *)]\n  deny: [Bash(git *)]\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty home."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    return tmp_path / "user" / ".proctor"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return an empty project."""
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


def put(path: Path, text: str) -> Path:
    """Write a file and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def lines(home: Path, root: Path, *only: Path) -> list[str]:
    """Return what is wrong, a line each."""
    return [problem.line() for problem in check(home, root, only=only)]


PUSH = "allow `Bash(git push *)`"
UNTRUSTED_CONFIG = ".proctor/config.yaml:1:1: warning: untrusted-config"
GONE = "gone are `Read`, `Glob`, `Grep` and 31 more"


def never(where: str, rule: str, wider: str) -> str:
    """Return the warning for a rule that never decides."""
    return f"{where}: warning: shadowed-rule: {rule} never decides: {wider} always comes first"


def test_nothing_is_wrong_with_what_is_built_in(home: Path, root: Path) -> None:
    """The built-in roles and profiles have neither problems nor warnings."""
    assert lines(home, root) == []


def test_roles_config_and_shadows_come_together(home: Path, root: Path) -> None:
    """What is wrong in roles and config of project and home is told at once, in order."""
    put(home / "roles" / "a.yaml", SHADOWED)
    put(root / ".proctor" / "roles" / "b.yaml", "alow: []\npermissions: {allow: [Reed]}\n")
    put(
        root / ".proctor" / "config.yaml",
        "profiles:\n  p:\n    deny: [Read]\n    ask: [view]\n",
    )

    assert lines(home, root) == [
        f"{UNTRUSTED_CONFIG}: the config: not trusted: only what makes things stricter counts",
        never(".proctor/config.yaml:4:11", "ask `view`", "deny `Read` (.proctor/config.yaml:3)"),
        ".proctor/roles/b.yaml:1:1: unknown-key: `alow` is not a key of a role",
        ".proctor/roles/b.yaml:2:23: unknown-tool: `Reed` is not a tool that is known",
        never(
            "~/.proctor/roles/a.yaml:2:11", PUSH, "deny `Bash(git *)` (~/.proctor/roles/a.yaml:3)"
        ),
    ]


def test_a_broken_config_is_a_problem_among_others(home: Path, root: Path) -> None:
    """A config with an error does not hide what is wrong in roles."""
    put(home / "config.yaml", "profils: {}\n")
    put(home / "roles" / "a.yaml", "alow: []\n")

    assert lines(home, root) == [
        "~/.proctor/config.yaml:1:1: unknown-key: `profils` is not a key of a config",
        "~/.proctor/roles/a.yaml:1:1: unknown-key: `alow` is not a key of a role",
    ]


def test_profiles_in_json_files_are_not_overlooked(home: Path, root: Path) -> None:
    """Files of another program are not read, and `check` says where a profile belongs."""
    for path in (home / "config.json", home / "agent.json", home / "roles" / "x.json",
                 root / ".proctor" / "agent.json", root / ".proctor" / "roles" / "y\n.json",
                 home / "sessions" / "a" / "agent.json", root / "config.json"):  # fmt: skip
        put(path, '{"permissions": {"allow": ["tool:view:.*"]}}')
    found = check(home, root)

    assert [problem.line().partition(" warning: not-read: ")[0] for problem in found] == [
        ".proctor/agent.json:1:1:",
        r".proctor/roles/y\n.json:1:1:",
        "~/.proctor/agent.json:1:1:",
        "~/.proctor/config.json:1:1:",
        "~/.proctor/roles/x.json:1:1:",
    ]
    assert all("`profiles: {NAME: …}`" in (problem.help or "") for problem in found)
    assert [problem.place.file for problem in check(home, root, only=[home / "config.json"])] == [
        "~/.proctor/config.json"
    ]


def test_rules_beside_the_keys_of_a_config_are_told_where_they_belong(
    home: Path, root: Path
) -> None:
    """The lists of a profile, at the top of config.yaml, are no keys of a config."""
    put(home / "config.yaml", 'allow: ["tool:view:.*"]\nask: []\npermissions: {}\n')

    helps = [problem.help for problem in check(home, root)]
    assert len(helps) == 3
    assert set(helps) == {RULES_HELP}


@each_row(
    ("written", "wanted"),
    [
        ("standard", "write `{profile: standard}`"),
        ("strict", "write `{profile: strict}`"),
        ("standrad", "write `{profile: standard}`"),
        ("[Read]", "write `{profile: standard}`"),
        ("profile:standard", "put a space behind the colon: `profile: …`"),
    ],
)
def test_a_profile_in_place_of_permissions(
    written: str, wanted: str, home: Path, root: Path
) -> None:
    """Whoever writes just a name is told how a profile is named."""
    put(home / "config.yaml", "profiles: {strict: {profile: locked}}\n")
    put(home / "roles" / "a.yaml", f"permissions: {written}\n")

    [problem] = check(home, root)
    assert (problem.code, problem.help) == ("wrong-type", wanted)


def test_an_untrusted_role_is_checked_as_it_is_written(home: Path, root: Path) -> None:
    """Its allows do not count yet, and are looked at all the same."""
    put(root / ".proctor" / "roles" / "b.yaml", SHADOWED)

    assert [problem.code for problem in check(home, root)] == ["untrusted-role", "shadowed-rule"]


def test_a_child_may_overrule_its_parent(home: Path, root: Path) -> None:
    """A rule that still decides in the parent is not reported because of a child."""
    put(home / "roles" / "mother.yaml", "permissions: {allow: [Bash(git push *)]}\n")
    put(home / "roles" / "child.yaml", "extends: mother\npermissions: {deny: [Bash(git *)]}\n")

    assert lines(home, root) == []


def test_only_some_places_are_told(home: Path, root: Path) -> None:
    """With paths, what is wrong elsewhere is left out."""
    mine = put(home / "roles" / "a.yaml", SHADOWED)
    theirs = put(root / ".proctor" / "roles" / "b.yaml", "alow: []\n")

    assert len(lines(home, root, mine)) == 1
    assert lines(home, root, theirs) == lines(home, root, root)
    assert lines(home, root, home / "roles", root / ".proctor") == lines(home, root)


def test_a_role_file_anywhere_is_checked(home: Path, root: Path) -> None:
    """A file or folder outside the places of roles is read as role files."""
    file = put(root / "examples" / "c.yaml", f"extends: nobody\n{SHADOWED}")
    good = put(root / "examples" / "d.yml", f"extends: coder\n{SHADOWED}")

    assert lines(home, root, file) == [
        f"{file}:1:10: unknown-parent: `nobody` is not a role that can be extended here"
    ]
    assert lines(home, root, root / "examples") == [
        *lines(home, root, file),
        f"{good}:3:3: warning: replaces-allow: this `allow` replaces that of `coder`: {GONE}",
        never(f"{good}:3:11", PUSH, f"deny `Bash(git *)` ({good}:4)"),
    ]


def test_a_folder_without_roles_is_not_fine(home: Path, root: Path) -> None:
    """Where there is nothing to check, nothing is said to be right."""
    (root / "empty").mkdir()

    with pytest.raises(NotFound):
        check(home, root, only=[root / "empty"])


def test_named_roles_alone_are_checked(home: Path, root: Path) -> None:
    """`role check NAME` tells of that role, and not of another in the same file."""
    put(
        home / "roles" / "index.yaml",
        "roles:\n"
        "  - {id: a, permissions: {deny: [Bash], allow: [Bash(a)]}}\n"
        "  - {id: b, permissions: {deny: [Bash], allow: [Bash(b)]}}\n",
    )

    found = [problem.place.line for problem in check_roles(home, root, ["b"])]

    assert found == [3]
    with pytest.raises(NotFound):
        check_roles(home, root, ["c"])


def shadows(home: Path, root: Path) -> list[Problem]:
    """Return the warnings for rules that never decide."""
    return [problem for problem in check(home, root) if problem.code == "shadowed-rule"]


def test_a_rule_that_never_decides_is_pointed_at(home: Path, root: Path) -> None:
    """The warning has the line of the rule and a caret under it, in every place of rules."""
    put(home / "roles" / "a.yaml", SHADOWED)
    put(root / ".proctor" / "config.yaml", "profiles:\n  p: {deny: [Read], ask: ['view']}\n")
    mapped = "permissions:\n  deny: [Bash]\n  allow:\n    - rule: Bash(make *)\n      why: x\n"
    anywhere = put(root / "examples" / "c.yaml", mapped)

    shown = [problem.render().splitlines()[1:3] for problem in shadows(home, root)]
    elsewhere = check(home, root, only=[anywhere])[0].render().splitlines()[1:3]

    assert shown == [
        [
            "    2 |   p: {deny: [Read], ask: ['view']}",
            "      |                           ^^^^^^",
        ],
        ["    2 |   allow: [Bash(git push *)]", "      |           ^^^^^^^^^^^^^^^^"],
    ]
    assert elsewhere == ["    4 |     - rule: Bash(make *)", "      |       ^^^^^^^^^^^^^^^^^^"]


@each_row(
    ("ask", "wider"),
    [
        ("TodoWrite", "allow `TodoWrite` (built-in/standard.yaml:7)"),
        ("Read", "allow `tool:view:.*` (built in)"),
        ("git_commit", "allow `tool:git:commit` (built in)"),
        ("Write", "allow `tool:create_file:.*` (built in)"),
        ("Bash", None),
        ("git_push", None),
        ("WebFetch", None),
    ],
)
def test_an_ask_for_a_tool_that_an_allow_comes_before_is_told(
    ask: str, wider: str | None, home: Path
) -> None:
    """An ask that a role adds to `standard` by a tool's name is reported, with the way out."""
    role = put(home / "roles" / "a.yaml", f"extends: standard\npermissions:\n  ask: [{ask}]\n")
    [*told] = check(home, None)
    put(role, role.read_text() + "  order: deny, ask, allow\n")

    wanted = [f"ask `{ask}` never decides: {wider} always comes first"] if wider else []
    assert [problem.message for problem in told] == wanted
    assert all((one.help or "").endswith("write `order: deny, ask, allow`") for one in told)
    assert check(home, None) == []
