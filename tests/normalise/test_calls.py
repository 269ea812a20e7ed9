"""From a call to an action: tools, targets, action strings."""

from __future__ import annotations

import pytest

from proctor.normalise import normalise, wants
from proctor.terms.action import Does, Part
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN, ToolInfo
from proctor.terms.kind import Kind
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row


def parts(tool: str, fields: object, around: Surroundings) -> tuple[Part, ...]:
    """Return the parts of a call."""
    return normalise(ToolCall(tool=tool, input=fields), around).parts


@each_row(
    ("tool", "fields", "string"),
    [
        ("Bash", {"command": "npm test"}, "tool:bash:npm test"),
        ("run_command", {"cmd": "npm test"}, "tool:bash:npm test"),
        ("Read", {"file_path": "a/../b"}, "tool:view:b"),
        ("view", {"path": "/etc/x"}, "tool:view:/etc/x"),
        ("Write", {"file_path": "/home/ada/shop/a"}, "tool:create_file:a"),
        ("Edit", {"file_path": "a"}, "tool:str_replace:a"),
        ("MultiEdit", {"file_path": "a"}, "tool:str_replace:a"),
        ("NotebookEdit", {"notebook_path": "a"}, "tool:str_replace:a"),
        ("apply_patch", {"input": "*** Add File: a"}, "tool:str_replace:a"),
        ("WebFetch", {"url": "https://A.com"}, "tool:WebFetch:https://A.com"),
        ("WebSearch", {"query": "x"}, "tool:WebSearch:x"),
        ("Skill", {"skill": "x"}, "tool:Skill:x"),
        ("Task", {"subagent_type": "x"}, "tool:Agent:x"),
        ("Grep", {"pattern": "x"}, "tool:Grep:pattern=x path=."),
        ("Glob", {"pattern": "*", "path": "a"}, "tool:Glob:pattern=* path=a"),
        ("git_push", {"remote": "o", "branch": "b"}, "tool:git:push o b"),
        ("git_push", {}, "tool:git:push  "),
        ("git_branch", {"name": "x"}, "tool:git:branch x"),
        ("git_merge_request", {"target": "main"}, "tool:git:merge_request main"),
        ("git_commit", {"message": "x"}, "tool:git:commit"),
        ("self_edit_docs", {"path": "a"}, "tool:self_edit:docs:a"),
        ("self_edit_permissions", {"profile": "open"}, "tool:self_edit:permissions:open"),
        ("self_edit_model", {"model": "opus"}, "tool:self_edit:model:opus"),
        ("mcp__x__y", {"b": 1, "a": "ü"}, 'tool:mcp__x__y:{"a":"ü","b":1}'),
        ("Other", {}, "tool:Other:{}"),
    ],
)
def test_a_call_has_its_action_string(
    tool: str, fields: object, string: str, around: Surroundings
) -> None:
    """The action string is in the words of the table, with paths as they are shown."""
    assert normalise(ToolCall(tool=tool, input=fields), around).string == string


@each_row(
    ("tool", "fields", "does"),
    [
        ("Read", {"file_path": "a"}, Does.READ),
        ("Edit", {"file_path": "a"}, Does.EDIT),
        ("WebSearch", {"query": "a"}, Does.READ),
        ("WebFetch", {"url": "a.com"}, Does.OTHER),
        ("Agent", {"prompt": "a"}, Does.DELEGATE),
        ("Bash", {"command": "ls"}, Does.READ),
        ("Bash", {"command": "touch x"}, Does.EDIT),
        ("Bash", {"command": "frob"}, Does.OTHER),
        ("Bash", {"command": "cd x"}, Does.IDLE),
        ("mcp__x__read", {}, Does.OTHER),
        ("Unknown", {}, Does.OTHER),
    ],
)
def test_what_a_call_does_comes_from_its_tool(
    tool: str, fields: object, does: Does, around: Surroundings
) -> None:
    """A tool without annotations may change anything; fetching a page sends data out."""
    assert [part.does for part in parts(tool, fields, around)] == [does]


@each_row("fields", [None, 7, "ls", ["ls"], True, 1.5])
@each_row("tool", ["Bash", "Read", "Write", "WebFetch", "Agent", "mcp__a__b"])
def test_an_input_that_is_no_object_is_malformed(
    tool: str, fields: object, around: Surroundings
) -> None:
    """Whatever the tool, such a call has one malformed part."""
    assert [part.malformed for part in parts(tool, fields, around)] == [True]


def test_a_tool_name_that_is_no_text_is_malformed(around: Surroundings) -> None:
    """A program that sends no name for its tool gets no further."""
    found = normalise(ToolCall(tool=7, input={}), around).parts  # type: ignore[arg-type]  # hostile

    assert [part.malformed for part in found] == [True]


def test_a_folder_that_is_not_known_is_malformed(around: Surroundings) -> None:
    """Without a working folder no path has a meaning."""
    found = parts("Read", {"file_path": "a"}, around._replace(cwd=""))

    assert [part.malformed for part in found] == [True]


def test_two_fields_are_two_targets(around: Surroundings) -> None:
    """Where two fields could hold the target and differ, both are targets."""
    found = parts("Read", {"file_path": "a", "path": "b"}, around)

    assert [part.text for part in found] == ["a", "b"]


def test_two_fields_that_agree_are_one_target(around: Surroundings) -> None:
    """The same path twice is one part."""
    assert len(parts("Read", {"file_path": "a", "path": "a"}, around)) == 1


def test_wants_lists_what_must_be_looked_up(around: Surroundings) -> None:
    """The paths of a call, its redirections and its operands are looked up, dots and all."""
    call = ToolCall(tool="Bash", input={"command": "cat l/../x > out"})

    assert wants(call, around) >= {"/home/ada/shop/l/../x", "/home/ada/shop/out"}


def test_a_declared_tool_is_read_by_its_kind(around: Surroundings) -> None:
    """A tool of the catalogue that a person declared has its fields and its kind."""
    deploy = ToolInfo(
        name="deploy", names=("deploy",), kind=Kind.SHELL, category="x", description="",
        fields=("line",),
    )  # fmt: skip
    known = around._replace(catalogue=BUILT_IN.with_tools([deploy]))

    action = normalise(ToolCall(tool="deploy", input={"line": "ls; rm x"}), known)

    assert [part.text for part in action.parts] == ["ls", "rm x"]
    assert action.parts[0].strings == ("tool:deploy:ls",)


@each_row(
    ("command", "broken"),
    [("ls", False), ("ls $X", False), ("ls \0", True), ("ls \ud800", True), ("x" * 140_000, True)],
)
def test_what_no_program_takes_is_broken(command: str, broken: bool, around: Surroundings) -> None:
    """Null bytes, halves of characters and far too long commands are never allowed."""
    assert any(part.broken for part in parts("Bash", {"command": command}, around)) is broken


def test_a_deep_input_is_broken_not_a_crash(around: Surroundings) -> None:
    """JSON of a hundred thousand levels is unread."""
    deep: dict[str, object] = {}
    for _ in range(100_000):
        deep = {"a": deep}

    assert all(part.unread for part in parts("mcp__x__y", deep, around))


LARGE: dict[str, tuple[str, dict[str, object]]] = {
    "a host of many labels": ("WebFetch", {"url": "https://" + "a." * 200_000 + "com"}),
    "a patch of blanks": ("apply_patch", {"input": "*** Add File: a" + " " * 100_000}),
    "blanks inside a header": ("apply_patch", {"input": "*** Add File: a" + " " * 100_000 + "b"}),
    "many files": ("read_many_files", {"paths": [f"a{n}" for n in range(20_000)]}),
    "many files of a patch": (
        "apply_patch", {"input": "\n".join(f"*** Add File: a{n}" for n in range(20_000))},
    ),
    "a long path": ("Read", {"file_path": "a/" * 100_000}),
    "a long path of a document": ("self_edit_docs", {"path": "a/" * 100_000}),
    "a long folder": ("Bash", {"command": "ls", "workdir": "a/" * 100_000}),
    "a pattern of many alternatives": ("Glob", {"pattern": "{a,b}" * 20_000}),
}  # fmt: skip


@each_row("name", LARGE)
def test_what_is_far_too_large_is_unread(name: str, around: Surroundings) -> None:
    """Whatever is too large to look at has an unread part, and never more parts than a few."""
    tool, fields = LARGE[name]
    found = parts(tool, fields, around)

    assert any(part.unread for part in found)
    assert len(found) <= 501


@pytest.mark.parametrize("count", [500, 501])
def test_the_files_that_are_looked_at_keep_their_parts(count: int, around: Surroundings) -> None:
    """So many files are read one by one; what goes beyond is one unread part."""
    found = parts("read_many_files", {"paths": [f"a{n}" for n in range(count)]}, around)

    assert [part.unread is None for part in found] == [True] * 500 + [False] * (count - 500)


def test_a_long_path_still_shows_what_it_names(around: Surroundings) -> None:
    """What is left of a long path without its dots can be denied by name."""
    [part] = parts("Read", {"file_path": "./" * 5000 + ".env"}, around)

    assert part.unread
    assert [touch.path.absolute for touch in part.touches] == ["/home/ada/shop/.env"]


def test_no_long_path_is_looked_up(around: Surroundings) -> None:
    """Following a path that no file system takes would only take long."""
    call = ToolCall(tool="Bash", input={"command": "cat " + "a/" * 5000})

    assert all(len(path) <= 4096 for path in wants(call, around))


def test_a_document_has_its_link_in_its_strings(around: Surroundings) -> None:
    """A document counts as written and as it leads."""
    linked = around._replace(links={"/home/ada/shop/a": "/home/ada/shop/b"})
    [part] = parts("self_edit_docs", {"path": "a"}, linked)

    assert part.strings == ("tool:self_edit:docs:a", "tool:self_edit:docs:b")
    assert part.targets == ("a", "b")


def test_a_deleted_file_of_a_patch_is_destructive(around: Surroundings) -> None:
    """Only what a patch deletes is destroyed by it."""
    found = parts("apply_patch", {"input": "*** Add File: a\n*** Delete File: b"}, around)

    assert [(part.text, part.destructive) for part in found] == [("a", False), ("b", True)]


@each_row(
    ("pattern", "texts"),
    [
        ("*.{ts,tsx}", ["."]),
        ("{a,b}/c", [".", "a/c", "b/c"]),
        ("../*", [".", "/home/ada"]),
        ("{.,x}{.,y}/*", [".", ".y", "/home/ada", "x.", "xy"]),
        ("/etc/*", [".", "/etc"]),
    ],
)
def test_a_pattern_leads_where_its_alternatives_do(
    pattern: str, texts: list[str], around: Surroundings
) -> None:
    """Each alternative of a pattern is followed as far as it is plain."""
    found = parts("Glob", {"pattern": pattern}, around)

    assert sorted(part.text.partition(" path=")[2] for part in found) == texts
