"""`proctor role list|show|init|check`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Golden, Proctor, Write

ARCHITECT = """\
name: architect
description: "Designs systems and reviews architecture decisions"
model: opus
instructions: |
  You are an architect agent.

  Start with the problem.
permissions:
  allow: [Read, Glob, "Write(docs/**)"]
  ask: [{rule: Bash(git push *), until: 2099-01-01}]
  deny: ["Bash(rm -rf *)", "Bash(sudo *)"]
  agent:
    enabled: true
    model: haiku
    instructions: |
      ALLOW what only reads.
      ASK_USER about the rest.
hooks:
  PostToolUse: [{matcher: Bash, command: notify-on-deploy.sh, timeout: 10}]
  Stop: [{command: "echo 'all done'"}]
settings: {enabledPlugins: {}, env: {STAGE: test}}
createdAt: "2026-11-01T10:00:00Z"
"""


@pytest.fixture
def architect(home: Path) -> Path:
    """Have a role in the home that shadows a built-in one."""
    path = home / "roles" / "architect.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(ARCHITECT)
    return path


def test_roles_are_listed_in_columns(process: Proctor, golden: Golden) -> None:
    """The list has a line a role: its id, where it comes from, and what it is for."""
    result = process("role", "list")

    assert (result.status, result.err) == (0, "")
    golden("cli/role-list.txt", result.out)


def test_a_role_that_does_not_load_is_listed_as_such(proctor: Proctor, write: Write) -> None:
    """A broken role is not hidden: its line says how to find out more."""
    write(".proctor/roles/broken.yaml", "alow: []\n")

    lines = proctor("role", "list").out.splitlines()

    assert "(does not load: proctor role check broken)" in " ".join(lines)
    assert len(lines) == 12


@pytest.mark.parametrize(
    ("name", "text"),
    [("config.yaml", "profils: {}\n"), ("roles/index.yaml", "roles: [\n")],
)
def test_the_one_file_at_fault_is_named_once(
    proctor: Proctor, write: Write, name: str, text: str
) -> None:
    """Where no role loads because of one file, that file is named, and the status is 1."""
    write(f".proctor/{name}", text)

    result = proctor("role", "list")

    assert (result.status, result.out) == (1, "")
    assert result.err.count(f".proctor/{name}:") == 1
    assert result.err.splitlines()[-1] == "11 roles do not load because of this"


def test_a_damaged_copy_is_named_once(proctor: Proctor, write: Write, home: Path) -> None:
    """Nothing else can be told then."""
    write(".proctor/roles/x.yaml", "name: x\n")
    proctor("trust", "--yes")
    next((home / "trust").rglob("x.yaml")).write_text("name: y\n")

    result = proctor("role", "list")

    assert (result.status, result.out) == (1, "")
    assert result.err.count("trust-damaged") == 1


def test_the_list_says_where_a_role_comes_from_and_if_it_is_trusted(
    proctor: Proctor, write: Write, home: Path
) -> None:
    """Behind its description a role says where it is from, and if it counts as written."""
    (home / "roles").mkdir(parents=True)
    for name in ("same", "changed", "gone"):
        write(f".proctor/roles/{name}.yaml", "description: Works\n")
    proctor("trust", "--yes")
    write(".proctor/roles/changed.yaml", "description: Other\n")
    write(".proctor/roles/new.yaml", "description: New\n")
    Path(".proctor/roles/gone.yaml").unlink()
    (home / "roles" / "mine.yaml").write_text("description: Mine\n")
    (home / "roles" / "bare.yaml").write_text("permissions: {otherwise: ask}\n")

    lines = proctor("role", "list").out.splitlines()
    rows = {row["id"]: row["trust"] for row in json.loads(proctor("role", "list", "--json").out)}

    assert [line for line in lines if line.endswith(")")] == [
        "bare         -  (home)",
        "changed      Works  (project, changed since trusted)",
        "gone         Works  (project, deleted since trusted)",
        "mine         Mine  (home)",
        "new          New  (project, not trusted)",
        "same         Works  (project)",
    ]
    assert "coder        Builds features, with tests" in lines
    assert {name: rows[name] for name in ("changed", "gone", "mine", "new", "same", "coder")} == {
        "changed": "changed",
        "gone": "deleted",
        "mine": None,
        "new": "untrusted",
        "same": "trusted",
        "coder": None,
    }


def test_a_role_says_how_it_stands_to_what_was_trusted(proctor: Proctor, write: Write) -> None:
    """Every state has its line."""
    role = write(".proctor/roles/x.yaml", "name: x\n")

    def line(name: str) -> str:
        shown = proctor("role", "show", name).out.splitlines()
        told = next(line for line in shown if line.startswith("Trust:"))
        return told.split(maxsplit=1)[1].split(":")[0]

    words = [line("x")]
    proctor("trust", "--yes")
    words.append(line("x"))
    role.write_text("name: x\n# more\n")
    words.append(line("x"))
    role.unlink()
    words += [line("x"), line("coder")]

    assert words == [
        "not trusted",
        "trusted",
        "changed since it was trusted",
        "its file is gone",
        "needs none",
    ]


def test_a_rule_of_the_copy_is_named_by_the_projects_path(proctor: Proctor, write: Write) -> None:
    """A decision names the file that people know, and says that it is as trusted."""
    write(".proctor/roles/x.yaml", "permissions:\n  allow: [Bash(make *)]\n")
    proctor("trust", "--yes")
    write(".proctor/roles/x.yaml", "# more\npermissions:\n  allow: [Bash(make *)]\n")

    result = proctor("explain", "--role", "x", "Bash", "make")

    assert ".proctor/roles/x.yaml:2 (as trusted)" in result.out


def test_a_long_list_has_a_rule_a_line(proctor: Proctor, home: Path) -> None:
    """So it can be read on a narrow terminal; a rule that has ended is marked."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "x.yaml").write_text(
        "permissions:\n  allow: [Read, Glob, Grep, Bash(make *), Bash(git status *),"
        " Bash(git log *), Bash(git diff *)]\n  deny: [{rule: Bash(sudo *), until: 2001-01-01}]\n"
    )

    lines = proctor("role", "show", "x").out.splitlines()

    assert lines[lines.index("  Allow:") :][:3] == ["  Allow:", "    Read", "    Glob"]
    assert "  Deny:  Bash(sudo *) (ended 2001-01-01T23:59+00:00)" in lines
    assert max(map(len, lines[lines.index("Permissions:") :])) <= 60


def test_a_rule_is_shown_with_its_approvers(proctor: Proctor, home: Path) -> None:
    """Whoever reads a role sees who may answer what it asks."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "x.yaml").write_text(
        "permissions:\n"
        "  ask:\n"
        "    - {rule: Bash(make *), approvers: [lead, admin], until: 2099-01-01}\n"
        "    - {rule: Bash(npm *), by: human}\n"
    )

    shown = proctor("role", "show", "x").out.splitlines()

    assert "    Bash(make *) (approvers lead, admin; until 2099-01-01T23:59+00:00)" in shown
    assert "    Bash(npm *) (by human)" in shown


def test_the_list_as_json(proctor: Proctor, write: Write) -> None:
    """The JSON says where each role comes from, and whether it is trusted."""
    write(".proctor/roles/mine.yaml", "description: Mine\n")

    rows = {row["id"]: row for row in json.loads(proctor("role", "list", "--json").out)}

    assert rows["mine"] == {
        "id": "mine",
        "name": "mine",
        "description": "Mine",
        "origin": "project",
        "where": ".proctor/roles/mine.yaml:1",
        "trust": "untrusted",
        "untrusted": True,
        "loads": True,
    }
    assert (rows["coder"]["origin"], rows["coder"]["untrusted"]) == ("built in", False)


def test_a_role_is_shown_with_the_tools_that_its_rules_offer(proctor: Proctor) -> None:
    """`locked` has no list of tools and still not all of them."""
    shown = {role: proctor("role", "show", role).out for role in ("locked", "open")}

    assert "Tools:       all\n" in shown["open"]
    assert "all\n" not in shown["locked"]
    assert "    read_file " in shown["locked"]
    assert "write_file" not in shown["locked"]


def test_a_role_is_shown_whole(process: Proctor, architect: Path, golden: Golden) -> None:
    """The page shows facts, instructions, permissions, reviewer, hooks and settings."""
    result = process("role", "show", "architect")

    assert (result.status, result.err) == (0, "")
    golden("cli/role-show.txt", result.out)


def test_an_untrusted_role_says_so(
    proctor: Proctor, home: Path, write: Write, golden: Golden
) -> None:
    """Of a project's role that nobody trusted only what counts is shown, and that it is so."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "mine.yaml").write_text("permissions: {allow: [Read, Glob]}\n")
    write(
        ".proctor/roles/mine.yaml",
        "name: Mine\ntools: [Read]\npermission_mode: plan\n"
        "permissions: {allow: [Bash], deny: [Read(x)]}\n",
    )

    golden("cli/role-show-untrusted.txt", proctor("role", "show", "mine").out)


def test_a_role_as_json(proctor: Proctor, architect: Path) -> None:
    """The JSON has every rule with its place."""
    data = json.loads(proctor("role", "show", "architect", "--json").out)

    assert (data["model"], data["mode"], data["tools"]) == ("opus", None, None)
    assert data["permissions"]["rules"][2] == {
        "effect": "ask",
        "rule": "Bash(git push *)",
        "why": None,
        "by": "any",
        "approvers": [],
        "until": "2099-01-01T23:59:59.999999+00:00",
        "where": "~/.proctor/roles/architect.yaml:10",
    }
    assert data["permissions"]["agent"] == {
        "enabled": True,
        "model": "haiku",
        "instructions": "ALLOW what only reads.\nASK_USER about the rest.\n",
    }
    assert data["hooks"] == [
        {
            "event": "PostToolUse",
            "command": "notify-on-deploy.sh",
            "matcher": "Bash",
            "timeout": 10,
        },
        {"event": "Stop", "command": "echo 'all done'", "matcher": "", "timeout": None},
    ]
    assert data["settings"] == {"enabledPlugins": {}, "env": {"STAGE": "test"}}
    assert (data["follow_bypass"], data["created_at"]) == (False, "2026-11-01T10:00:00Z")


def test_an_agent_is_not_shown_what_is_for_people(
    proctor: Proctor, architect: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Settings may hold secrets, and what the reviewer is told is none of its business."""
    monkeypatch.setenv("CLAUDECODE", "1")
    shown = proctor("role", "show", "architect").out
    data = json.loads(proctor("role", "show", "architect", "--json").out)

    assert shown.count("(shown to people only)") == 3
    assert [word for word in ("STAGE", "notify", "ALLOW what") if word in shown] == []
    assert (data["hooks"], data["settings"], data["permissions"]["agent"]["instructions"]) == (
        None, None, None,
    )  # fmt: skip
    assert "Allow: Read, Glob" in shown


def test_a_role_says_how_its_agents_are_started(proctor: Proctor, home: Path) -> None:
    """Whoever has written that it is in a sandbox can see that it counts."""
    path = home / "roles" / "builder.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(
        "permission_mode: plan\ncommand: [claude, --verbose, a b]\nisolated: true\n"
        "sandbox: true\npermissions: {allow: [Read]}\n"
    )
    shown = proctor("role", "show", "builder").out.splitlines()
    data = json.loads(proctor("role", "show", "builder", "--json").out)

    assert shown[1:5] == [
        "Mode:        plan",
        "Command:     claude --verbose 'a b'",
        "Isolated:    true",
        "Sandbox:     true",
    ]
    assert (data["command"], data["isolated"], data["sandbox"]) == (
        ["claude", "--verbose", "a b"], True, True,
    )  # fmt: skip


def test_a_role_cannot_forge_a_line(proctor: Proctor, write: Write) -> None:
    """What a foreign file says is printed without its escapes."""
    write(".proctor/roles/evil.yaml", 'permissions: {deny: [{rule: Read, why: "a\\e[32m\\nb"}]}\n')

    result = proctor("explain", "--role", "evil", "Read", "x")

    assert result.out.splitlines()[-1] == r"         a\x1b[32m\nb"


def test_an_unknown_role_is_a_wrong_call(proctor: Proctor) -> None:
    """A name that is no role has status 2 and the nearest name."""
    result = proctor("role", "show", "codr")

    assert (result.status, result.out) == (2, "")
    assert result.err == "error: there is no role `codr`\nhelp: did you mean `coder`?\n"


def test_sound_roles_pass(process: Proctor) -> None:
    """Where nothing is wrong the status is 0 and stdout is empty."""
    result = process("role", "check")

    assert (result.status, result.out) == (0, "")
    assert result.err == "all roles: no problems, no warnings\n"


def test_every_problem_is_told(proctor: Proctor, write: Write, golden: Golden) -> None:
    """Each problem is `file:line:column: code: message` with caret and help; the status is 1."""
    write(
        ".proctor/roles/bad.yaml",
        "name: bad\nalow: []\npermissions:\n  allow: [Reed, 'Bash(x', Read]\n"
        "  deny: [view]\n  order: allow, deny, ask\n",
    )

    result = proctor("role", "check", "bad")

    assert (result.status, result.err) == (1, "bad: 4 problems, no warnings\n")
    golden("cli/role-check.txt", result.out)


def test_problems_as_json(proctor: Proctor, write: Write) -> None:
    """With --json the problems are a list of objects."""
    write(".proctor/roles/bad.yaml", "alow: []\n")

    result = proctor("role", "check", "--json")

    assert result.status == 1
    assert json.loads(result.out)[0] == {
        "file": ".proctor/roles/bad.yaml",
        "line": 1,
        "column": 1,
        "code": "unknown-key",
        "message": "`alow` is not a key of a role",
        "help": json.loads(result.out)[0]["help"],
        "warning": False,
    }


def test_warnings_do_not_change_the_status(proctor: Proctor, write: Write) -> None:
    """A role with warnings alone passes."""
    write(".proctor/roles/a.yaml", "permissions: {deny: [Bash], allow: [Bash(ls)]}\n")

    result = proctor("role", "check", "a")

    assert result.status == 0
    assert result.err == "a: no problems, 2 warnings\n"


@pytest.mark.parametrize("base", [[], ["--from", "architect"]])
def test_a_new_role_passes_its_check(process: Proctor, home: Path, base: list[str]) -> None:
    """`role init` writes a file that loads; outside a .proctor/ it goes to the home."""
    made = process("role", "init", "writer", *base)
    checked = process("role", "check", "writer")

    assert (made.status, made.out.splitlines()[0]) == (0, f"wrote {home}/roles/writer.yaml")
    assert (checked.status, checked.err) == (0, "writer: no problems, no warnings\n")


def test_a_new_role_goes_to_the_project_that_has_roles(proctor: Proctor, project: Path) -> None:
    """In a project with .proctor/ the role is the project's, unless --home says otherwise."""
    (project / ".proctor").mkdir()

    inside = json.loads(proctor("role", "init", "a", "--json").out)
    outside = json.loads(proctor("role", "init", "b", "--home", "--json").out)

    assert inside == {
        "id": "a",
        "file": str(project / ".proctor" / "roles" / "a.yaml"),
        "trusted": False,
        "notes": [],
    }
    assert outside["trusted"] is True


def test_a_new_role_that_shadows_a_built_in_one_says_so(proctor: Proctor, project: Path) -> None:
    """In words and as data; of one that extends it, that it does; of a home's role as well."""
    made = proctor("role", "init", "architect").out.splitlines()
    extends = proctor("role", "init", "coder", "--from", "coder").out.splitlines()
    (project / ".proctor").mkdir()
    inner = json.loads(proctor("role", "init", "architect", "--json").out)

    assert made[1] == (
        "note: it takes the place of the built-in role `architect`: "
        "nothing of that one counts, its denies neither"
    )
    assert extends[1] == ("note: it takes the place of the built-in role `coder`, which it extends")
    assert [note.split(":")[0] for note in inner["notes"]] == [
        "it takes the place of the role `architect` of your home (~/.proctor/roles/architect.yaml)"
    ]


@pytest.mark.parametrize("base", [[], ["--from", "coder"]])
def test_the_reviewer_of_a_new_role_needs_only_its_marks_taken_away(
    proctor: Proctor, home: Path, base: list[str]
) -> None:
    """Uncommented it is a reviewer that loads."""
    proctor("role", "init", "mine", *base)
    path = home / "roles" / "mine.yaml"
    before, mark, after = path.read_text().partition("  # agent:\n")
    lines = [line.replace("  # ", "  ", 1) for line in (mark + after).splitlines()]
    path.write_text(before + "\n".join(lines) + "\n")
    checked = proctor("role", "check", "mine")
    data = json.loads(proctor("role", "show", "mine", "--json").out)["permissions"]["agent"]

    assert (checked.status, checked.err) == (0, "mine: no problems, no warnings\n")
    assert (data["enabled"], data["model"]) == (True, "haiku")
    assert data["instructions"].startswith("ALLOW: what only reads")


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["../x"], "error: `../x` cannot be the name of a role"),
        (["x", "--from", "codr"], "error: there is no role `codr`"),
    ],
)
def test_a_wrong_name_makes_nothing(
    proctor: Proctor, home: Path, args: list[str], error: str
) -> None:
    """A name that cannot be one, or an unknown base, is a wrong call."""
    result = proctor("role", "init", *args)

    assert (result.status, result.err.splitlines()[0]) == (2, error)
    assert [path.name for path in (home / "roles").iterdir()] == ["index.yaml"]


@pytest.mark.parametrize("name", ["reviewer", "researcher"])
def test_init_refuses_a_role_of_the_fresh_home(proctor: Proctor, home: Path, name: str) -> None:
    """One that the home's index has would make both unusable."""
    result = proctor("role", "init", name, "--home")

    assert (result.status, f"there is a role `{name}` already" in result.err) == (2, True)
    assert [path.name for path in (home / "roles").iterdir()] == ["index.yaml"]


def test_a_role_is_never_overwritten(proctor: Proctor, architect: Path) -> None:
    """`role init` refuses a name that has a file."""
    result = proctor("role", "init", "architect", "--home")

    assert result.status == 2
    assert architect.read_text() == ARCHITECT


def test_a_role_from_another_says_what_replaces(proctor: Proctor, home: Path) -> None:
    """The file says plainly that an own `allow` replaces, with an example that repeats rules."""
    proctor("role", "init", "mine", "--from", "coder")
    text = (home / "roles" / "mine.yaml").read_text()

    assert "`allow` of your own REPLACES the `allow` of coder" in text
    assert "  #   - Read                  # repeated" in text.splitlines()
