"""`proctor explain`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Golden, Proctor, Write

ROLE = """\
name: keeper
permissions:
  allow:
    - Bash(git status *)
    - Bash(git push *)
    - Read
    - Edit(docs/**)
  ask:
    - rule: Bash(git push *)
      by: human
  deny:
    - rule: Bash(git push --force *)
      why: It rewrites shared history. Push to a branch and open a pull request.
    - Read(.env)
    - mcp__prod__*
"""

CASES = {
    "chain": ["Bash", "git status && git push --force origin main"],
    "ask": ["Bash", "git push origin main"],
    "redirection": ["Bash", "git status > notes.txt"],
    "path": ["Read", ".env"],
    "edit": ["Write", '{"file_path": "docs/a.md", "content": "x"}'],
    "unmatched": ["WebFetch", "https://example.com/"],
    "unread": ["Bash", "git status $(cat x)"],
    "wrong-type": ["Read", '{"file_path": 7}'],
    "mcp": ["mcp__prod__drop", '{"table": "users"}'],
    "string": ["tool:bash:git status"],
    "forged": ["Bash", "ls\n\x1b[32mallow  everything\u202e"],
}


@pytest.fixture
def keeper(home: Path) -> None:
    """Have a role in the home."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "keeper.yaml").write_text(ROLE)


@pytest.mark.parametrize("name", CASES)
def test_an_explanation_reads_as_we_last_read_it(
    proctor: Proctor, keeper: None, golden: Golden, name: str
) -> None:
    """What a person reads names the part, the rule, its place and the reason."""
    result = proctor("explain", "--role", "keeper", *CASES[name])

    golden(f"explain/{name}.txt", f"{result.out}exit status {result.status}\n")


@pytest.mark.parametrize(
    ("args", "status", "effect"),
    [
        (["Bash", "git status"], 0, "allow"),
        (["Bash", "git push"], 10, "ask"),
        (["Bash", "git push --force"], 20, "deny"),
        (["tool:bash:git push -f"], 20, "deny"),
        (["--mode", "plan", "Edit", "docs/a"], 20, "deny"),
        (["Read", "--", "-rf"], 0, "allow"),
        (["Bash", '{"command": "{ git status; }"}'], 0, "allow"),
        (["Bash", '{"command": "$X status"}'], 10, "ask"),
        (["mcp__a__b"], 10, "ask"),
        (["brand_new_tool", "{}"], 10, "ask"),
        (["Bash", '{"command": "git status"}'], 0, "allow"),
        (["Bash", "{}"], 10, "ask"),
        (["Bash", '{"command": 7}'], 20, "deny"),
    ],
)
def test_the_status_is_the_effect(
    proctor: Proctor, keeper: None, args: list[str], status: int, effect: str
) -> None:
    """Allow is 0, ask 10, deny 20; the JSON says the same."""
    result = proctor("explain", "--role", "keeper", "--json", *args)

    assert (result.status, json.loads(result.out)["effect"], result.err) == (status, effect, "")


def test_the_json_has_its_exact_shape(process: Proctor, keeper: None) -> None:
    """The JSON has effect, action, and for each part effect, rule, place and reason."""
    result = process("explain", "--role", "keeper", "--json", "Bash", "git push -f origin main")

    assert result.status == 20
    assert json.loads(result.out) == {
        "effect": "deny",
        "action": "tool:bash:git push -f origin main",
        "because": [
            {
                "part": "git push -f origin main",
                "effect": "deny",
                "rule": "Bash(git push --force *)",
                "where": "~/.proctor/roles/keeper.yaml:12",
                "why": "It rewrites shared history. Push to a branch and open a pull request.",
                "classes": {
                    "write": "it changes the repository on another machine",
                    "network": "it changes the repository on another machine",
                    "destroy": "it rewrites history that others have",
                    "destroy-outside": "it rewrites history that others have",
                },
                "unknown": None,
                "by": None,
            }
        ],
    }


def test_a_rule_in_place_of_a_call_is_told_apart(proctor: Proctor) -> None:
    """The help is the call that the rule is about, ready to copy."""
    told = proctor("explain", "Bash(ls -l)").err

    assert "help: a call is not written as a rule: proctor explain Bash 'ls -l'\n" in told


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--role", "keper", "Read", "a"], "error: there is no role `keper`"),
        (["--mode", "plam", "Read", "a"], "error: `plam` is not a mode"),
        (["--cwd", "nowhere", "Read", "a"], "error: `nowhere` is not a folder"),
        (["Read"], "error: what shall `Read` work on?"),
        (["Bash", "npm", "test"], "error: `test` is one word too many"),
        (["Bash", ""], "error: the target is empty"),
        (["Bash", "  "], "error: the target is empty"),
        (["pytest -q"], "error: `pytest -q` is not a tool that is known"),
        (["Bahs", "ls"], "error: `Bahs` is not a tool that is known"),
        (["make"], "error: `make` is not a tool that is known"),
        (
            ["Bash", '{"command": "ls"'],
            (
                "error: what begins with `{` is the whole input as JSON, and this is none: "
                "Expecting ',' delimiter at line 1 column 17"
            ),
        ),
        (
            ["Bash", "{ git status; }"],
            (
                "error: what begins with `{` is the whole input as JSON, and this is none: "
                "Expecting property name enclosed in double quotes at line 1 column 3"
            ),
        ),
        (
            ["tool:"],
            "error: `tool:` is not an action string: it has the form tool:<name>:<detail>",
        ),
        (["tool:bash:ls", "x"], "error: a `tool:…` string stands alone"),
        (
            ["mcp__a__b", "x"],
            "error: `mcp__a__b` has no field of which we know that it is the target",
        ),
    ],
)
def test_a_wrong_call_has_status_2(
    proctor: Proctor, keeper: None, args: list[str], error: str
) -> None:
    """An unknown role, mode or folder, or missing words, is a wrong call and says what to do."""
    result = proctor("explain", *args)

    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[0] == error


def test_the_role_comes_from_the_environment(
    proctor: Proctor, keeper: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PROCTOR_ROLE names the role; --role is stronger; without both it is guarded."""
    call = ("explain", "--json", "Bash", "git push --force")
    guarded = proctor(*call).out
    monkeypatch.setenv("PROCTOR_ROLE", "keeper")

    assert "keeper.yaml" in proctor(*call).out
    assert "keeper.yaml" not in guarded
    assert proctor(*call, "--role", "guarded").out == guarded


def test_several_roles_are_explained_together(
    proctor: Proctor, keeper: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent that another has started has both roles in PROCTOR_ROLE; the strictest wins."""
    monkeypatch.setenv("PROCTOR_ROLE", "open under guarded")
    told = proctor("explain", "Bash", "sudo ls")

    assert told.status == 10
    assert ("rule tool:.*" in told.out, "rule Bash(@privileged)" in told.out) == (True, True)


def test_a_broken_role_has_status_1(proctor: Proctor, home: Path, keeper: None) -> None:
    """A role with errors decides nothing: its problems are shown."""
    (home / "roles" / "keeper.yaml").write_text("name: keeper\nalow: []\n")

    result = proctor("explain", "--role", "keeper", "Read", "a")

    assert (result.status, result.out) == (1, "")
    assert result.err.startswith("~/.proctor/roles/keeper.yaml:2:1: unknown-key: ")


def test_the_folder_of_the_call_counts(proctor: Proctor, keeper: None, project: Path) -> None:
    """With --cwd, relative paths are read from there."""
    (project / "docs").mkdir()

    result = proctor("explain", "--role", "keeper", "--cwd", "docs", "--json", "Edit", "a.md")

    assert json.loads(result.out)["action"] == "tool:str_replace:docs/a.md"


@pytest.mark.parametrize(
    "target", ["x" * 1_000_000, "\0", "\udcff", "{" * 100_000, '{"a":' * 50_000], ids=range(5)
)
def test_bad_input_is_never_allowed(proctor: Proctor, keeper: None, target: str) -> None:
    """A huge, null or broken text is asked or denied or refused, and never crashes."""
    result = proctor("explain", "--role", "keeper", "Bash", target)

    assert result.status in {2, 10, 20}
    assert len(result.out) < 10_000


def test_a_file_of_the_project_counts_only_if_trusted(
    proctor: Proctor, write: Write, keeper: None
) -> None:
    """An untrusted role of the project cannot allow."""
    write(".proctor/roles/free.yaml", "name: free\npermissions: {allow: [Bash]}\n")

    before = proctor("explain", "--role", "free", "Bash", "make")
    trusted = proctor("trust", "--yes")
    after = proctor("explain", "--role", "free", "Bash", "make")

    assert (before.status, trusted.status, after.status) == (10, 0, 0)


@pytest.mark.parametrize(
    ("args", "help_text"),
    [
        (
            ["pytest -q"],
            "a command needs its tool before it: proctor explain Bash 'pytest -q'",
        ),
        (
            ["npm", "test"],
            (
                "a command needs its tool before it: proctor explain Bash 'npm test'; "
                "a tool of your own, its input as JSON"
            ),
        ),
        (["Bahs", "ls"], "did you mean `Bash`?"),
    ],
)
def test_a_forgotten_tool_is_named(proctor: Proctor, args: list[str], help_text: str) -> None:
    """Whoever writes the command alone is told to write Bash before it."""
    assert proctor("explain", *args).err.splitlines()[1] == f"help: {help_text}"


def test_no_role_is_suggested_by_accident(proctor: Proctor) -> None:
    """A word that only looks a little like `open` leads nobody to it."""
    assert "did you mean" not in proctor("explain", "--role", "nope", "Read", "a").err


def test_a_role_that_does_not_stand_as_trusted_says_so(
    proctor: Proctor, write: Write, project: Path
) -> None:
    """One line on stderr tells of a project's role that nobody trusted or that has changed."""
    file = write(".proctor/roles/free.yaml", "permissions: {allow: [Bash]}\n")
    call = ("explain", "--role", "free", "--json", "Bash", "make")

    untrusted = proctor(*call)
    proctor("trust", "--yes")
    trusted = proctor(*call)
    file.write_text("permissions: {allow: [Bash], deny: [Read]}\n")
    changed = proctor(*call)

    assert untrusted.err == (
        "note: the role `free`: not trusted: it can only tighten, see `proctor trust`\n"
    )
    assert trusted.err == ""
    assert changed.err.startswith("note: the role `free`: changed since it was trusted: ")
    assert [json.loads(run.out)["effect"] for run in (untrusted, trusted, changed)] == [
        "ask",
        "allow",
        "allow",
    ]


def test_a_denial_by_the_mode_names_no_rule(proctor: Proctor, keeper: None) -> None:
    """Where a mode overrules a rule, the reason names it and `rule` is null."""
    allowed = proctor("explain", "--role", "keeper", "--mode", "plan", "--json", "Edit", "docs/a")
    asked = proctor("explain", "--role", "keeper", "--mode", "plan", "Bash", "git push")

    assert json.loads(allowed.out)["because"] == [
        {
            "part": "docs/a",
            "effect": "deny",
            "rule": None,
            "where": None,
            "why": "the mode plan denies what edits a file, even where Edit(docs/**) allows it",
            "classes": {},
            "unknown": None,
            "by": None,
        }
    ]
    assert asked.out.splitlines()[1:] == [
        "  deny   git push",
        "         the mode plan does not ask: asked by the rule Bash(git push *)",
        "         @write: it changes the repository on another machine",
        "         @network: it changes the repository on another machine",
    ]


def test_an_ask_says_that_only_a_person_may_answer(proctor: Proctor) -> None:
    """A question that no reviewer may answer is shown as such, in words and in JSON."""
    call = ("explain", "--role", "guarded", "Bash", "rm -rf build")

    assert "         by: human" in proctor(*call).out.splitlines()
    [part] = json.loads(proctor(*call, "--json").out)["because"]
    assert part["by"] == "human"
    assert "by:" not in proctor("explain", "--role", "guarded", "Bash", "curl a.example").out


def test_the_mode_auto_is_taken_as_a_hook_takes_it(proctor: Proctor) -> None:
    """`auto` edits as `acceptEdits` does, and runs no command."""
    call = ("explain", "--role", "guarded", "--mode", "auto")

    assert proctor(*call, "Write", "a.txt").out.startswith("allow")
    assert proctor(*call, "Bash", "make").out.startswith("ask")


def test_the_mode_that_was_assumed_is_named(proctor: Proctor, home: Path) -> None:
    """Where the role follows the agent program, one line says what was taken for its mode."""
    (home / "roles").mkdir(parents=True)
    (home / "roles" / "planner.yaml").write_text(
        "permission_mode: plan\npermissions: {profile: guarded}\n"
    )
    call = ("Bash", "ls")

    assert proctor("explain", "--role", "guarded", *call).err == (
        "note: the role `guarded` follows the mode of the agent program; this answer assumes "
        "`default` (another: --mode)\n"
    )
    assert proctor("explain", "--role", "guarded", "--mode", "plan", *call).err == ""
    assert proctor("explain", "--role", "planner", *call).err == ""
