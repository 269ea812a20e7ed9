"""Our rules in Claude Code's grammar."""

from __future__ import annotations

import pytest

from proctor.adapters.claude_native_rules import (
    missing_tools,
    native_denies,
    native_forms,
    without_a_stop_to_writing,
)
from proctor.adapters.claude_versions import TOOLS
from proctor.policy.policy import Policy
from proctor.terms.role import Permissions
from tests.adapters.ground import GROUND, Written, allow, deny
from tests.tables import each_row


@each_row(
    ("rule", "forms"),
    [
        # A tool, under all the names that the program has for it.
        ("Write", ("Write",)),
        ("write_file", ("Write",)),
        ("Bash", ("Bash", "Monitor")),
        ("Task", ("Agent", "Task")),
        ("Bash(*)", ("Bash", "Monitor")),
        ({"tool": "WebFetch"}, ("WebFetch",)),
        ("Notebook*", ("NotebookEdit", "NotebookRead")),
        ("mcp__github", ("mcp__github__*",)),
        ("mcp__github__push", ("mcp__github__push",)),
        ("mcp__github__get_*", ("mcp__github__get_*",)),
        ("mcp__*", ("mcp__*",)),
        ("mcp__git*", ("mcp__git*",)),
        ("*", (*TOOLS, "mcp__*")),
        ("mcp__git?ub__push", ()),
        ("mcp__*__push", ()),
        # Tools of others.
        ("git_push", ()),
        ("apply_patch", ()),
        # Commands.
        ("Bash(rm -rf *)", ("Bash(rm -rf *)",)),
        ("Bash(git push:*)", ("Bash(git push:*)",)),
        ("run_command(git push)", ("Bash(git push)",)),
        ("Bash(git * main)", ("Bash(git * main)",)),
        ("Bash(git commit -m 'a b')", ("Bash(git commit -m 'a b')",)),
        ("Bash(git * 'a b')", ()),
        ("Bash(@destroy)", ()),
        ("Bash(a && b)", ()),
        ("Bash(make > log)", ()),
        ("Bash(echo `id`)", ()),
        ("Bash(echo $(id))", ()),
        ("Bash(python -c print\\(1\\))", ()),
        ("Bash(:*)", ()),
        ("Bash(git:* push)", ()),
        ('Bash(echo "it\'s")', ()),
        ("PowerShell(Remove-Item *)", ()),
        ("PowerShell", ("PowerShell",)),
        # Paths: see the tests of paths.
        ("Write(docs/**)", ("Edit(//srv/app/docs/**)",)),
        ("MultiEdit(/docs/**)", ("Edit(//srv/app/docs/**)",)),
        ("view(.env)", ("Read(//**/.env)",)),
        ("Grep(src/**)", ()),
        ("Read(@secret)", ()),
        # Domains.
        (
            "WebFetch(domain:Example.com.)",
            ("WebFetch(domain:example.com)", "WebFetch(domain:*.example.com)"),
        ),
        (
            "WebFetch(example.com)",
            ("WebFetch(domain:example.com)", "WebFetch(domain:*.example.com)"),
        ),
        ("WebFetch(*.example.com)", ("WebFetch(domain:*.example.com)",)),
        ("WebFetch(domain:*.example.com)", ("WebFetch(domain:*.example.com)",)),
        ("WebFetch(domain:*)", ()),
        ("WebFetch(domain:ex*mple.com)", ()),
        ("WebFetch(example.com:8080)", ()),
        ("WebFetch(https://example.com/*)", ()),
        ("WebFetch({a,b}.com)", ()),
        # Other targets.
        ("Agent(Explore)", ("Agent(Explore)",)),
        ("Skill(review:code)", ("Skill(review:code)",)),
        ("Agent(Ex*)", ()),
        ("WebSearch(swordfish)", ()),
        # Other forms.
        ("tool:bash:.*", ()),
        ({"tool": "Bash", "regex": "^git"}, ()),
        ({"rule": "Bash(sudo *)", "until": "2999-12-31"}, ()),
        ({"rule": "Bash(sudo *)", "why": "No."}, ("Bash(sudo *)",)),
    ],
)
def test_a_deny_has_a_form_or_none(rule: Written, forms: tuple[str, ...]) -> None:
    """A deny is written as the program means the same, or it is left out."""
    assert forms == native_forms(deny(rule), GROUND, deny=True)


@each_row(
    ("rule", "forms"),
    [
        ("Bash(make *)", ("Bash(make *)",)),
        ("Bash(make:*)", ("Bash(make:*)",)),
        ("Bash(git * main)", ()),
        ("Bash(ls*)", ()),
        ("mcp__github__get_*", ("mcp__github__get_*",)),
        ("mcp__*", ()),
        ("mcp__git*", ()),
        ("Todo*", ("TodoRead", "TodoWrite")),
        ("Edit(docs/**)", ("Edit(//srv/app/docs/**)",)),
        ("Edit(notes.md)", ()),
    ],
)
def test_an_allow_is_taken_more_strictly(rule: str, forms: tuple[str, ...]) -> None:
    """Of an allow only such forms are written as cannot mean more than ours."""
    assert forms == native_forms(allow(rule), GROUND, deny=False)


def test_denies_stand_there_once() -> None:
    """Two rules that come to the same are one."""
    rules = [deny("Write(docs/**)"), deny("Edit(docs/**)"), deny("Bash(rm *)")]

    assert native_denies(rules, GROUND) == ["Edit(//srv/app/docs/**)", "Bash(rm *)"]


def test_the_agent_tool_has_its_old_name_in_old_versions() -> None:
    """A rule for sub-agents names the tool as the version does."""
    forms = native_forms(deny("Agent(Explore)"), GROUND._replace(agent="Task"), deny=True)

    assert forms == ("Task(Explore)",)


@each_row(
    ("rule", "forms"),
    [
        ("Bash(rm -rf *)", ("Bash(rm -rf:*)",)),
        ("Bash(git push:*)", ("Bash(git push:*)",)),
        ("Bash(git push)", ("Bash(git push)",)),
        ("Bash(ls*)", ()),
        ("Bash(git * main)", ()),
        ("Bash(git * main *)", ()),
        ("Bash(*)", ("Bash", "Monitor")),
        ("Edit(docs/**)", ("Edit(//srv/app/docs/**)",)),
    ],
)
def test_an_old_version_knows_no_star_but_one(rule: str, forms: tuple[str, ...]) -> None:
    """An old version drops the file for a star in a command, so that it gets `:*` or nothing."""
    assert native_forms(deny(rule), GROUND._replace(stars=False), deny=True) == forms


@each_row(
    "tools",
    [(), ("Read",), ("read_file", "run_command"), ("Read", "mcp__x__*"), ("*",), ("W*", "Task?*")],
)
def test_a_tool_is_denied_if_the_role_lacks_it(tools: tuple[str, ...]) -> None:
    """Each tool of the program is denied by its bare name just where the policy denies it."""
    policy = Policy.compile(Permissions(), tools=tools)
    lacking = [name for name in TOOLS if not policy.has_tool(name)]
    missing = missing_tools(tools, GROUND)

    assert lacking == [name for name in missing if name != "mcp__*"]
    assert ("mcp__*" in missing) == (not any("mcp" in one or one == "*" for one in tools))


def test_a_role_without_a_list_has_all_tools() -> None:
    """Nothing is denied where a role does not list its tools."""
    assert missing_tools(None, GROUND) == []


@pytest.mark.parametrize("wide", ["Read", "Read(//**)", "Read(~/**)", "Read(//srv/app/**)"])
def test_a_deny_of_all_reading_does_not_stop_writing(wide: str) -> None:
    """A role that may write keeps that, although the program ties it to reading."""
    writers = ["Edit", "NotebookEdit", "Write"]

    assert without_a_stop_to_writing(["Bash", wide], "/srv/app") == ["Bash"]
    assert without_a_stop_to_writing([wide, "Edit", "Bash"], "/srv/app") == ["Edit", "Bash"]
    assert [wide, *writers] == without_a_stop_to_writing([wide, *writers], "/srv/app")
    assert without_a_stop_to_writing(["Read(//**/.env)"], "/srv/app") == ["Read(//**/.env)"]
