"""Raw action strings, and the examples of rules."""

from __future__ import annotations

import pytest

from proctor import Effect, parse_rule
from proctor.normalise import read_example, read_string
from proctor.terms.kind import Kind
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


@each_row(
    ("string", "tool", "kind", "texts"),
    [
        ("tool:bash:npm test", "Bash", Kind.SHELL, ["npm test"]),
        ("tool:bash:a; b", "Bash", Kind.SHELL, ["a", "b"]),
        ("tool:view:a:b", "Read", Kind.READ, ["a:b"]),
        ("tool:create_file:a", "Write", Kind.EDIT, ["a"]),
        ("tool:str_replace:a", "Edit", Kind.EDIT, ["a"]),
        ("tool:WebFetch:https://a.com/x:y", "WebFetch", Kind.FETCH, ["https://a.com/x:y"]),
        ("tool:git:push origin main", "git_push", Kind.OTHER, ["push origin main"]),
        ("tool:git:push  ", "git_push", Kind.OTHER, ["push  "]),
        ("tool:git:commit", "git_commit", Kind.OTHER, ["commit"]),
        ("tool:self_edit:docs:a", "self_edit_docs", Kind.OTHER, ["self_edit:docs:a"]),
        ("tool:task:list:x", "task:list", Kind.OTHER, ["list:x"]),
        ("tool:mcp__a__b:{}", "mcp__a__b", Kind.MCP, ["{}"]),
        ("tool:unknown:x", "unknown", Kind.OTHER, ["x"]),
        ("tool:unknown", "unknown", Kind.OTHER, ["tool:unknown"]),
    ],
)
def test_an_action_string_is_read_as_a_call(
    string: str, tool: str, kind: Kind, texts: list[str], around: Surroundings
) -> None:
    """A string becomes the action of the tool that it names, and stays as it is written."""
    action = read_string(string, around)

    assert (action.tool, action.kind, action.string) == (tool, kind, string)
    assert [part.text for part in action.parts] == texts


@each_row(
    ("string", "tool", "meant"),
    [
        ("tool:Bash:a", "Bash", "tool:bash:a"),
        ("tool:run_command:a; b", "Bash", "tool:bash:a; b"),
        ("tool:read_file:./a", "Read", "tool:view:a"),
        ("tool:MultiEdit:a", "MultiEdit", "tool:str_replace:a"),
        ("tool:git_push:origin main", "git_push", "tool:git:push origin main"),
        ("tool:git_commit:x", "git_commit", "tool:git:commit"),
        ("tool:self_edit_permissions:open", "self_edit_permissions",
         "tool:self_edit:permissions:open"),
        ("tool:list_files:src", "Glob", "tool:Glob:src"),
        ("tool:todowrite:{}", "TodoWrite", "tool:TodoWrite:{}"),
    ],
)  # fmt: skip
def test_another_name_is_read_as_the_string_of_the_call(
    string: str, tool: str, meant: str, around: Surroundings
) -> None:
    """No call has such a string: what is said of it would be true of no call."""
    action = read_string(string, around)

    assert (tool, meant) == (action.tool, action.string)
    assert string not in [one for part in action.parts for one in part.strings]


@each_row(
    "string",
    ["tool:WebSearch:", "tool:WebSearch", "tool:Skill:", "tool:SendMessage", "tool:view:",
     "tool:bash", "tool:WebFetch:", "tool:apply_patch:", "tool:self_edit:docs:",
     "tool:self_edit:docs", "tool:self_edit:model:", "tool:self_edit:permissions"],
)  # fmt: skip
def test_a_string_without_its_detail_is_malformed(string: str, around: Surroundings) -> None:
    """What a call may not leave out, a string may not either."""
    assert [part.malformed for part in read_string(string, around).parts] == [True]


@pytest.mark.parametrize(
    ("string", "paths"),
    [
        ("tool:apply_patch:docs/../.proctor/x", ["/home/ada/shop/.proctor/x"]),
        ("tool:apply_patch:*** Add File: a\n*** Delete File: b",
         ["/home/ada/shop/a", "/home/ada/shop/b"]),
        ("tool:self_edit:docs:../../x", ["/home/x"]),
    ],
)  # fmt: skip
def test_a_string_of_files_has_their_paths(
    string: str, paths: list[str], around: Surroundings
) -> None:
    """What guards paths sees those of patches and documents too."""
    parts = read_string(string, around).parts

    assert [touch.path.absolute for part in parts for touch in part.touches] == paths
    assert all(touch.writes for part in parts for touch in part.touches)


@each_row("string", ["", "tool:", "bash:ls", "Tool:bash:ls", "ls"])
def test_what_is_no_action_string_is_refused(string: str, around: Surroundings) -> None:
    """A string that does not begin with `tool:` and a name is an error in words."""
    with pytest.raises(ValueError, match="is not an action string"):
        read_string(string, around)


@each_row(
    ("rule", "example", "tool"),
    [
        ("Bash(git *)", "git status", "Bash"),
        ("Read(.env)", ".env", "Read"),
        ("WebFetch(domain:a.com)", "https://a.com", "WebFetch"),
        ("tool:view:.*", "tool:view:a", "Read"),
        ("mcp__a__b(*x*)", '{"a":"x"}', "mcp__a__b"),
        ("Skill(x)", "x", "Skill"),
        ("apply_patch(docs/**)", "docs/a", "apply_patch"),
        ("self_edit_docs(docs/*)", "docs/a", "self_edit_docs"),
    ],
)
def test_an_example_is_a_target_or_a_string(
    rule: str, example: str, tool: str, around: Surroundings
) -> None:
    """The examples of a `tool:` rule are action strings, those of others are targets."""
    action = read_example(parse_rule(rule, Effect.DENY), example, around)

    assert action.tool == tool
    assert not any(part.unread for part in action.parts)
