"""A rule about a tool that the role does not have is told of."""

from __future__ import annotations

from collections.abc import Sequence

from proctor.policy.profiles import PROFILES
from proctor.roles.permissions import Known
from proctor.roles.read import read_role_file
from proctor.terms.catalogue import BUILT_IN
from tests.tables import each_row


def warned(tools: Sequence[str] | str, effect: str, *rules: str) -> list[tuple[str, int]]:
    """Return the warnings about a role's rules, with their lines."""
    lines = ["permissions:", f"  {effect}:", *(f"    - {rule}" for rule in rules)]
    listed = tools if isinstance(tools, str) else f"tools: [{', '.join(tools)}]"
    text = "\n".join([listed, *lines, ""])
    file = read_role_file(text.encode(), "a.yaml", Known(BUILT_IN, PROFILES))
    assert all(problem.warning for problem in file.problems)
    found = [each for each in file.problems if each.code == "unlisted-tool"]
    return [(each.message, each.place.line) for each in found]


@each_row("effect", ["allow", "ask"])
@each_row(
    "rule", ["WebFetch", "WebFetch(domain:a.org)", "Bash(make *)", "mcp__github__get_issue", "Edit"]
)
def test_a_rule_about_another_tool_is_told_of(effect: str, rule: str) -> None:
    """The warning has the rule's own line and the tool that is missing."""
    tool = rule.partition("(")[0]
    message = f"{effect} `{rule}` never counts: `tools` has no `{tool}`"

    assert warned(["Read", "Glob"], effect, "Read", rule) == [(message, 5)]


@each_row(
    ("tools", "rule"),
    [
        (["Read"], "read_file(docs/**)"),  # another name of the same
        (["Write"], "Edit(docs/**)"),  # a pattern holds for the family
        (["Grep"], "Read(docs/**)"),
        (["Bash"], "Edit(docs/**)"),  # what a command writes
        (["Bash"], "Edit"),
        (["Bash"], "WebFetch(domain:a.org)"),
        (["mcp__github__*"], "mcp__github__get_issue"),
        (['"*"'], "Bash(make *)"),
        (["Read"], "mcp__*"),  # in doubt
        (["Read"], '"tool:bash:make.*"'),
    ],
)
def test_a_rule_that_may_count_is_not(tools: list[str], rule: str) -> None:
    """In doubt nothing is said."""
    assert warned(tools, "ask", rule) == []


def test_a_deny_is_not_told_of() -> None:
    """It changes nothing, and may be there for roles that extend this one."""
    assert warned(["Read"], "deny", "Bash(rm *)") == []


def test_a_role_that_lists_no_tools_has_all() -> None:
    """Every rule may count, also where the list is that of a parent."""
    assert warned("name: a", "allow", "Bash(make *)") == []
    assert warned("tools: null", "allow", "Bash(make *)") == []


def test_a_role_without_any_tool_has_no_use_for_rules() -> None:
    """An empty list is none."""
    assert len(warned([], "allow", "Read", "Bash(make *)")) == 2


@each_row(
    ("mode", "rule", "told"),
    [
        ("plan", "Write(docs/**)", True),
        ("plan", "Edit", True),
        ("plan", "Agent(Explore)", True),
        ("plan", "Read", False),
        ("plan", "Bash(git status)", False),
        ("acceptEdits", "Edit", False),
    ],
)
def test_a_role_whose_plan_never_ends_is_told_of(mode: str, rule: str, *, told: bool) -> None:
    """Rules for changes do not begin to count when a person approves a plan."""
    text = f"permission_mode: {mode}\npermissions:\n  allow:\n    - {rule}\n"
    file = read_role_file(text.encode(), "a.yaml", Known(BUILT_IN, PROFILES))

    found = [(each.code, each.warning, each.place.line) for each in file.problems]
    assert found == ([("plan-stays", True, 1)] if told else [])
