"""
The h2 document: role files with instructions, rules, a reviewer, hooks and settings.

Where ours differs from it, the test names the page in docs/decisions.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor import Effect, Mode, Proctor, ToolCall
from proctor.policy.profiles import PROFILES
from proctor.rehearse.check import check
from proctor.roles.find import RoleShelf
from proctor.terms.role import Hook, Reviewer
from tests.seeds.h2_document import ARCHITECT, CODER, OPS, RULES
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a home with the roles of the document, as printed, and a project beside it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    home = tmp_path / "home"
    (home / "roles").mkdir(parents=True)
    (tmp_path / "shop").mkdir()
    roles = {"architect": ARCHITECT, "coder": CODER, "ops": OPS, "rules": RULES}
    for name, text in roles.items():
        (home / "roles" / f"{name}.yaml").write_text(text)
    return home


def effects(role: str, home: Path, calls: list[tuple[str, str]]) -> dict[tuple[str, str], Effect]:
    """Decide calls of an agent under a role, in the project."""
    agent = Proctor.for_role(role, cwd=home.parent / "shop", home=home)
    fields = {"Bash": "command", "WebFetch": "url", "WebSearch": "query", "Glob": "pattern",
              "Grep": "pattern", "NotebookEdit": "notebook_path"}  # fmt: skip
    return {
        (tool, target): agent.decide(
            ToolCall(tool=tool, input={fields.get(tool, "file_path"): target})
        ).effect
        for tool, target in calls
    }


def test_the_roles_are_found_by_name(home: Path) -> None:
    """A role in the home's folder is there by the name of its file, before a built-in one."""
    shelf = RoleShelf(home)

    names = ["architect", "coder", "ops", "rules"]
    assert set(names) <= set(shelf.names())
    assert [shelf.load(name).origin for name in names] == ["home"] * 4
    assert shelf.problems(names) == []


def test_the_roles_pass_the_check(home: Path) -> None:
    """`role check architect` has nothing to say of the document's own roles."""
    assert check(home, home.parent / "shop") == []


def test_a_role_has_everything_that_its_file_says(home: Path) -> None:
    """Description, model, instructions, reviewer and settings are all read."""
    role = RoleShelf(home).load("architect")

    assert (role.id, role.name, role.model) == ("architect", "architect", "opus")
    assert role.description == "Designs systems and reviews architecture decisions"
    assert role.instructions is not None
    assert role.instructions.startswith("You are an architect agent. Your responsibilities:\n- ")
    assert role.instructions.endswith("Use proctor send to communicate with other agents.\n")
    assert role.reviewer == Reviewer(
        enabled=True,
        instructions="You are reviewing permission requests for an architect agent.\n"
        "This agent designs systems and writes documentation.\n"
        "ALLOW: read-only tools, standard dev commands, writing to docs/\n"
        "DENY: destructive operations, system modifications, force pushes\n"
        "ASK_USER: anything modifying source code, publishing, or secrets\n",
    )
    assert role.settings == {"enabledPlugins": {}}
    assert (role.mode, role.system_prompt, role.tools) == (None, None, None)


def test_the_rules_of_a_role_know_their_lines(home: Path) -> None:
    """Each rule is read in its list and knows where it is written."""
    rules = RoleShelf(home).load("architect").permissions.rules
    found = {
        effect: [rule.text for rule in rules if rule.effect is effect] for effect in (ALLOW, DENY)
    }
    wanted = ["Read", "Glob", "Grep", "WebSearch", "WebFetch", "Write(docs/**)", "Edit(docs/**)"]
    line = ARCHITECT.splitlines().index('    - "Bash(sudo *)"') + 1

    assert found == {ALLOW: wanted, DENY: ["Bash(rm -rf *)", "Bash(sudo *)"]}
    assert [rule.where.line for rule in rules if rule.where and "sudo" in rule.text] == [line]


def test_the_architect_decides_as_the_document_says(home: Path) -> None:
    """Listed tools run, listed commands are denied, and the rest goes to reviewer or person."""
    wanted = {
        ("Read", "src/main.go"): ALLOW,
        ("Glob", "**/*.go"): ALLOW,
        ("Grep", "TODO"): ALLOW,
        ("WebSearch", "queues"): ALLOW,
        ("WebFetch", "https://example.com/"): ALLOW,
        ("Write", "docs/design.md"): ALLOW,
        ("Edit", "docs/a/b/c.md"): ALLOW,
        ("Write", "src/main.go"): ASK,
        ("Edit", "README.md"): ASK,
        ("Write", "docs/../src/main.go"): ASK,
        ("Bash", "rm -rf build"): DENY,
        ("Bash", "rm -fr build"): DENY,
        ("Bash", "sudo ls"): DENY,
        ("Bash", "sudo"): DENY,
        ("Bash", "make test && sudo make install"): DENY,
        ("Bash", "make test"): ASK,
        ("Bash", "rm build/a.o"): ASK,
        ("NotebookEdit", "docs/a.ipynb"): ALLOW,
    }

    assert effects("architect", home, list(wanted)) == wanted


@each_row(
    ("lists", "wanted"),
    [
        ("", ASK),
        ("  profile: guarded\n", ALLOW),
        ('    - "Bash(@read)"\n', ALLOW),
    ],
)
def test_a_read_that_no_rule_covers_is_asked(lists: str, wanted: Effect, home: Path) -> None:
    """`profile: guarded` beside the lists of the document lets reads run, as docs/roles.md says."""
    place = "  allow:\n" if lists.startswith("    ") else "permissions:\n"
    text = ARCHITECT.replace(place, place + lists)
    (home / "roles" / "architect.yaml").write_text(text)
    calls = [("Bash", "ls -la"), ("Bash", "git status")]

    assert effects("architect", home, calls) == dict.fromkeys(calls, wanted)
    assert effects("architect", home, [("Bash", "make test"), ("Bash", "sudo ls")]) == {
        ("Bash", "make test"): ASK,
        ("Bash", "sudo ls"): DENY,
    }


def test_session_tools_do_not_stop_the_architect(home: Path) -> None:
    """What concerns lists of its own session runs, as in Claude Code; the rest is asked."""
    agent = Proctor.for_role("architect", cwd=home.parent / "shop", home=home)
    asked = ("CronCreate", "ScheduleWakeup", "Workflow", "Skill", "SendMessage", "KillShell")

    for tool in ("ToolSearch", "CronList", "ListAgents", "TodoWrite", "TaskUpdate"):
        assert agent.decide(ToolCall(tool=tool, input={"query": "x"})).effect is ALLOW
    for tool in asked:
        assert agent.decide(ToolCall(tool=tool, input={"name": "x"})).effect is ASK


def test_the_minimal_role(home: Path) -> None:
    """The coder has its six tools whole; a reviewer with instructions is enabled."""
    wanted = {
        ("Read", "/etc/hosts"): ALLOW,
        ("Glob", "*"): ALLOW,
        ("Grep", "x"): ALLOW,
        ("Bash", "make test"): ALLOW,
        ("Bash", "rm -rf build > log.txt"): ALLOW,
        ("Bash", "echo $(date)"): ALLOW,
        ("Write", "src/a.py"): ALLOW,
        ("Edit", "src/a.py"): ALLOW,
        ("WebFetch", "https://example.com/"): ASK,
        ("WebSearch", "x"): ASK,
    }

    assert effects("coder", home, list(wanted)) == wanted
    assert RoleShelf(home).load("coder").reviewer == Reviewer(
        enabled=True,
        instructions="You are reviewing permissions for a coding agent.\n"
        "ALLOW: all standard dev tools (read, write, edit, bash, grep, glob)\n"
        "DENY: destructive ops (rm -rf, sudo, force push)\nASK_USER: anything unusual\n",
    )


def test_a_role_with_hooks(home: Path) -> None:
    """The hooks of a role are read with event, matcher, command and timeout."""
    role = RoleShelf(home).load("ops")

    assert role.model == "sonnet"
    assert role.hooks == (
        Hook(event="PostToolUse", matcher="Bash", command="notify-on-deploy.sh", timeout=10),
    )
    assert role.reviewer == Reviewer(enabled=False)


def test_a_role_without_rules_can_work(home: Path) -> None:
    """
    The operations role says nothing of permissions: it looks without being asked, and acts with it.

    In the document everything but reads would be asked by the program itself:
    docs/decisions/0070-a-role-without-rules-is-guarded.md.
    """
    wanted = {
        ("Read", "src/main.go"): ALLOW,
        ("WebSearch", "502 after deploy"): ALLOW,
        ("Bash", "systemctl status shop"): ALLOW,
        ("Bash", "journalctl -n 50"): ALLOW,
        ("Bash", "tail -n 20 /var/log/syslog"): ALLOW,
        ("Bash", "systemctl restart shop"): ASK,
        ("Bash", "make deploy"): ASK,
        ("Write", "src/main.go"): ASK,
        ("WebFetch", "https://example.com/"): ASK,
        ("Read", ".env"): ASK,
        ("Bash", "rm -rf /var/log"): DENY,
    }

    assert effects("ops", home, list(wanted)) == wanted
    assert RoleShelf(home).load("ops").permissions == PROFILES["guarded"]


@pytest.mark.parametrize("mode", ["default", "acceptEdits", "plan", "dontAsk", "bypassPermissions"])
def test_the_modes_of_a_role(mode: str, home: Path) -> None:
    """Each mode of the document is read, where its comment stands; of `plan` it is said to stay."""
    text = ARCHITECT.replace("# permission_mode: plan\n", f"permission_mode: {mode}\n")
    (home / "roles" / "moody.yaml").write_text(text)
    shelf = RoleShelf(home)

    assert shelf.load("moody").mode is Mode(mode)
    expected = [("plan-stays", True)] if mode == "plan" else []
    assert [(each.code, each.warning) for each in shelf.problems(["moody"])] == expected


def test_delegate_is_a_mode_of_ours(home: Path) -> None:
    """
    `delegate` is read with a warning, and Proctor itself keeps to it.

    Today's Claude Code has no such mode: docs/decisions/0007-modes-and-delegate.md.
    """
    (home / "roles" / "lead.yaml").write_text(
        "name: lead\npermission_mode: delegate\npermissions: {allow: [Bash]}\n"
    )
    [warning] = RoleShelf(home).problems(["lead"])
    agent = Proctor.for_role("lead", cwd=home.parent / "shop", home=home)
    calls = {
        ("Agent", "subagent_type"): ALLOW,
        ("Read", "file_path"): ALLOW,
        ("Edit", "file_path"): DENY,
        ("Bash", "command"): DENY,
    }

    assert (warning.warning, warning.code, warning.place.line) == (True, "delegate-mode", 2)
    assert {
        (tool, field): agent.decide(ToolCall(tool=tool, input={field: "make"})).effect
        for tool, field in calls
    } == calls


def test_a_system_prompt_beside_instructions(home: Path) -> None:
    """A role may replace the program's prompt, add to it, or both."""
    (home / "roles" / "judge.yaml").write_text(
        "name: judge\nsystem_prompt: |\n  You judge.\ninstructions: |\n  Be brief.\n"
    )
    role = RoleShelf(home).load("judge")

    assert (role.system_prompt, role.instructions) == ("You judge.\n", "Be brief.\n")


@each_row(
    ("tool", "target", "wanted"),
    [
        ("Read", "anything", ALLOW),
        ("Read", "/etc/hosts", ALLOW),
        ("Write", "docs/a.md", ALLOW),
        ("Write", "docs/a/b.md", ALLOW),
        ("Write", "docs", ALLOW),
        ("Write", "src/docs/a.md", ASK),
        ("Write", "/docs/a.md", ASK),
        ("Edit", "docs/a.md", ALLOW),  # a pattern for Write is one for Edit
        ("Bash", "make", ALLOW),
        ("Bash", "make test", ALLOW),
        ("Bash", "makefile", ASK),
        ("Bash", "go test ./...", ALLOW),
        ("Bash", "go test", ALLOW),
        ("Bash", "go vet", ASK),
        ("Bash", "make build && go test ./...", ALLOW),
        ("Bash", "make test > log.txt", ASK),
        ("Edit", "internal/main.go", ALLOW),
        ("Edit", "internal/a/b/main.go", ALLOW),
        ("Edit", "internal/a/main.c", ASK),
        ("Edit", "main.go", ASK),
        ("Bash", "rm -rf build", DENY),
        ("Bash", "rm -r -f build", DENY),
        ("Bash", "make && rm --force --recursive build", DENY),
        ("Bash", "rm build", ASK),
        ("Bash", "sudo make", DENY),
        ("Bash", "/usr/bin/sudo -u root make", DENY),
        ("Bash", "git push --force", DENY),
        ("Bash", "git push --force origin main", DENY),
        ("Bash", "git push -f origin main", DENY),
        ("Bash", "git push origin main --force", DENY),
        ("Bash", "git -C . push --force", DENY),
        ("Bash", "git push origin main", ASK),
    ],
)
def test_the_format_of_a_rule(tool: str, target: str, wanted: Effect, home: Path) -> None:
    """The rules that explain the format match what their comments say."""
    assert effects("rules", home, [(tool, target)]) == {(tool, target): wanted}
