"""What a tool says of itself, and what cannot be."""

from __future__ import annotations

import re
from typing import Any

import pytest

from proctor import Effect, Policy, ToolCall, tool
from proctor.errors import RuleError, ToolDeclarationError
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.rules import parse_rule
from proctor.terms.catalogue import BUILT_IN, Annotations
from proctor.terms.kind import Kind
from proctor.terms.role import Permissions
from proctor.terms.rule import Form
from proctor.terms.surroundings import Surroundings
from proctor.tools.claims import ID, Said
from proctor.tools.definition import ToolDefinition
from tests.tables import each_row


def declare(**said: Any) -> ToolDefinition:
    """Declare a tool that takes a path, a command and some more."""

    def job(path: str, command: str, url: str, paths: list[str], number: int = 1) -> str:
        """Do a job."""
        return f"{path}{command}{url}{paths}{number}"

    return tool(**said)(job).definition


def refused(**said: Any) -> tuple[str, str | None]:
    """Return what is said about a declaration that cannot be."""
    with pytest.raises(ToolDeclarationError) as caught:
        declare(**said)
    return caught.value.message, caught.value.help


def test_a_tool_that_says_nothing_may_change_anything() -> None:
    """Every default is the careful one."""
    definition = declare()

    assert (definition.mutates, definition.annotations) == (True, Annotations())
    assert (definition.kind, definition.fields, definition.category) == (Kind.OTHER, (), "other")


def test_mutates_follows_from_read_only() -> None:
    """A tool that only reads does not mutate; it may say so itself."""
    assert declare(read_only=True).mutates is False
    assert declare(read_only=True, mutates=False).mutates is False
    assert declare(mutates=True).mutates is True
    assert declare(edit=True).mutates is True


@pytest.mark.parametrize("word", ["mutates", "destructive", "edit"])
def test_what_only_reads_changes_nothing(word: str) -> None:
    """`read_only` together with a word that says the opposite is an error."""
    assert refused(read_only=True, **{word: True}) == (
        f"the tool `job` cannot be read_only and {word}",
        "one of them is not true: leave it out",
    )


def test_mutates_alone_never_makes_a_tool_harmless() -> None:
    """The word that people see is not the one that decides: that has to be said."""
    message, help_ = refused(mutates=False)

    assert message == "the tool `job` says mutates=False, but not read_only=True"
    assert help_ == "if it changes nothing at all, say read_only=True; else leave mutates out"


@each_row("word", [*Annotations._fields, "mutates"])
@each_row("value", ["no", "False", 0, 1, None, []])
def test_yes_and_no_are_truth_values(word: str, value: object) -> None:
    """A text such as "no" would count as a yes, so nothing but True and False is taken."""
    message, _ = refused(**{word: value})

    assert message == f"the tool `job`: `{word}` is True or False, not {value!r}"


def test_a_word_that_nobody_knows_is_an_error() -> None:
    """A slip in a word is found, and is never the same as not saying it."""
    message = "the tool `job`: `readonly` is nothing that can be said of a tool"

    assert refused(readonly=True) == (message, "did you mean `read_only`?")
    assert refused(allowedRoles=["x"])[1] == ", ".join(Said.__annotations__)


@each_row("name", ["a b", "@x", "é", "1x", "x(", "x*", "tool:x", "x" * 65, "\x1b"])
def test_a_name_that_rules_cannot_say_is_refused(name: str) -> None:
    """An id and a further name are words that a rule and a model can write."""
    help_ = "begin with a letter; then letters, digits and _ . : -, at most 64"

    assert refused(id=name)[1] == help_
    assert refused(names=[name])[1] == help_


@each_row("name", ["x", "_x", "chain:end", "a.b-c_d", "Tool:x", "x" * 64])
def test_a_name_that_is_taken_is_a_rule_for_that_tool(name: str) -> None:
    """What `@tool` takes as a name, a rule can say."""
    try:
        rule = parse_rule(declare(id=name).id)
    except RuleError:
        pytest.fail("no rule can name the tool")

    assert (rule.form, rule.tool) == (Form.TOOL, name)


def test_all_known_names_can_be_declared() -> None:
    """The names of the catalogue are names by the same measure."""
    assert [name for name in BUILT_IN.names if not ID.fullmatch(name)] == []


def test_the_names_of_mcp_servers_are_theirs() -> None:
    """A function cannot take the name of a server's tool, which is never unknown."""
    assert refused(id="mcp__github__merge")[1] == "take a name without `mcp__`"


def test_names_are_a_list() -> None:
    """One text is not a list of its letters."""
    assert refused(names="xy") == ("the tool `job`: `names` is a list of names", "names=['…']")


def test_further_names_stand_behind_the_id() -> None:
    """The id comes first, and each name once."""
    assert declare(names=["work", "job", "work"]).names == ("job", "work")


def test_a_known_name_cannot_be_a_further_name_of_something_else() -> None:
    """Neither a tool of one's own nor another known one hides behind a known name."""
    assert refused(names=["Read"]) == (
        "`job`, `Read` are not names of one tool",
        "known tools of their own: Read",
    )
    assert refused(id="read_file", names=["write_file"], read_only=True, idempotent=True)[0] == (
        "`read_file`, `write_file` are not names of one tool"
    )
    assert refused(id="read_file", names=["my_reader"], read_only=True, idempotent=True)[0] == (
        "`read_file`, `my_reader` are not names of one tool"
    )


def test_a_known_tool_is_declared_with_what_is_known_of_it() -> None:
    """Kind, category and target come from the table; the policy sees its entry."""
    definition = declare(id="read_file", names=["view"], read_only=True, idempotent=True)

    assert (definition.kind, definition.category) == (Kind.READ, "filesystem")
    assert (definition.names, definition.fields) == (("read_file", "view"), ("path",))
    assert definition.info == BUILT_IN.get("Read")


@each_row("name", ["update_plan", "wait", "TaskUpdate", "write_file", "git_push"])
def test_a_known_name_by_accident_is_an_error(name: str) -> None:
    """A tool of one's own never takes over the harmless words of a known namesake."""
    message, help_ = refused(id=name)
    true = [mark for mark, said in BUILT_IN.get(name).annotations._asdict().items() if said]

    assert message.startswith(f"`{name}` is a known tool (")
    assert help_ == "take another id, or say what is known of it: " + ", ".join(
        f"{mark}=True" for mark in true
    )


def test_a_known_tool_that_hands_work_on_says_so() -> None:
    """A mode lets such tools run, and their annotations say nothing, so the kind must."""
    assert refused(id="task", target="path") == (
        "`task` is a known tool (Hand work to another agent): is that what this one does?",
        "take another id, or say kind='delegate'",
    )
    with pytest.raises(ToolDeclarationError, match="does not say which parameter holds"):
        declare(id="task", kind="delegate")


def test_a_known_tool_cannot_be_more_harmless_than_it_is() -> None:
    """Neither its annotations, nor its kind, nor its target are for a declaration to say."""
    assert refused(id="Bash", read_only=True)[1] == (
        "take another id, or say what is known of it: no annotations"
    )
    assert refused(id="Bash", kind="other")[0] == "`Bash` is a known tool, of the kind shell"
    assert refused(id="Bash", target="path") == (
        "`Bash` is a known tool, and its target is not `path`",
        "it is command or cmd or script or code",
    )
    assert refused(id="git_commit", target="path")[1] == "it is the whole input"


def test_a_known_tool_without_its_target_is_an_error() -> None:
    """A call of it could never be allowed, so that is said before."""
    with pytest.raises(ToolDeclarationError, match="does not say which parameter holds"):

        @tool(id="WebSearch", read_only=True, open_world=True)
        def look(words: str) -> str:
            """Look."""
            return words


@each_row(
    ("kind", "marks", "fields"),
    [
        ("shell", {}, ("command",)),
        ("read", {"read_only": True}, ("path",)),
        (Kind.EDIT, {"edit": True}, ("path",)),
        ("fetch", {"open_world": True}, ("url",)),
        ("other", {}, ()),
    ],
)
def test_a_kind_knows_the_usual_parameters(
    kind: Kind | str, marks: dict[str, bool], fields: tuple[str, ...]
) -> None:
    """Without `target`, the parameter with the usual name holds it."""
    definition = declare(kind=kind, **marks)

    assert (definition.kind, definition.fields) == (Kind(kind), fields)
    assert definition.info.fields == fields


def test_a_kind_without_a_target_is_an_error() -> None:
    """Where no parameter has a usual name, it has to be said."""
    message = "the tool `job` does not say which parameter holds its target"

    assert refused(kind="search") == (message, "say it: target='…'")
    assert declare(kind="search", target="command").fields == ("command",)


@each_row(
    ("said", "message"),
    [
        ({"kind": "read"}, "is of the kind read, but does not say read_only=True"),
        ({"kind": "edit"}, "is of the kind edit, but does not say edit=True"),
        ({"kind": "shell", "read_only": True}, "is of the kind shell, which is never read_only"),
        ({"kind": "delegate", "read_only": True}, "is of the kind delegate, which is never"),
        ({"kind": "mcp"}, "`mcp` is not a kind of tool"),
        ({"kind": "nonsense"}, "`nonsense` is not a kind of tool"),
        ({"kind": Kind.MCP}, "`mcp` is not a kind of tool"),
    ],
)
def test_a_kind_goes_with_what_is_said(said: dict[str, Any], message: str) -> None:
    """A kind that says something else than the annotations is an error."""
    assert re.search(message, refused(**said)[0])


def test_a_slip_in_a_kind_is_found() -> None:
    """The nearest kind is named, or all of them."""
    assert refused(kind="shel")[1] == "did you mean `shell`?"
    assert refused(kind="mcp")[1] == (
        "possible are shell, read, edit, fetch, search, delegate, other"
    )


def test_a_target_is_a_parameter_that_holds_text() -> None:
    """Rules are compared with text; only a file tool may name several paths."""
    assert declare(target="path").fields == ("path",)
    assert declare(target=["path", "url"]).fields == ("path", "url")
    assert declare(kind="read", target="paths", read_only=True).fields == ("paths",)
    assert refused(target="paht") == (
        "the tool `job` has no parameter `paht` to be its target",
        "did you mean `path`?",
    )
    assert refused(target="number")[0] == "the target `number` of the tool `job` is not text"
    assert refused(target="paths")[0] == "the target `paths` of the tool `job` is not text"


def test_a_context_is_no_target() -> None:
    """What a model cannot give is nothing that rules are compared with."""
    from proctor import Context  # noqa: PLC0415 - the types of the function below

    def job(context: Context) -> str:
        """Do a job."""
        return context.role

    job.__annotations__["context"] = Context
    with pytest.raises(ToolDeclarationError, match="has no parameter `context` to be its target"):
        tool(target="context")(job)


@each_row(
    ("said", "plan", "edits", "outside"),
    [
        ({}, "DENY", "ASK", "ASK"),
        ({"read_only": True}, "ALLOW", "ALLOW", "ALLOW"),
        ({"edit": True}, "DENY", "ASK", "ASK"),
        ({"edit": True, "kind": "edit"}, "DENY", "ALLOW", "ASK"),
        ({"read_only": True, "kind": "read"}, "ALLOW", "ALLOW", "ASK"),
        ({"edit": True, "kind": "edit", "destructive": True}, "DENY", "ASK", "ASK"),
        ({"kind": "shell"}, "ALLOW", "ALLOW", "ALLOW"),
    ],
)
def test_a_declared_tool_is_decided_by_what_it_says(
    said: dict[str, Any], plan: str, edits: str, outside: str, around: Surroundings
) -> None:
    """A mode lets run what says of itself that it is that harmless, and nothing else."""
    around = around._replace(catalogue=BUILT_IN.with_tools([declare(**said).info]))
    inside = {"path": f"{around.root}/a.txt", "command": "ls", "url": "", "paths": []}
    found = []
    for mode, given in (
        ("plan", inside),
        ("acceptEdits", inside),
        ("acceptEdits", {**inside, "path": "/opt/a.txt"}),
    ):
        action = normalise(ToolCall(tool="job", input=given), around)
        found.append(decide(action, Policy.of(mode=mode)).effect.name)

    assert found == [plan, edits, outside]


def test_a_deny_meets_a_tool_of_its_own_by_any_name_and_by_its_target(
    around: Surroundings,
) -> None:
    """Rules see a declared tool as they see any other: its names are one, its target is read."""
    info = declare(names=["work"], kind="read", read_only=True).info
    around = around._replace(catalogue=BUILT_IN.with_tools([info]))
    policy = Policy.compile(
        Permissions(
            rules=(parse_rule("work(secrets/**)", effect=Effect.DENY),), otherwise=Effect.ALLOW
        ),
        catalogue=around.catalogue,
    )

    def effect(path: str) -> Effect:
        return decide(normalise(ToolCall(tool="job", input={"path": path}), around), policy).effect

    assert effect(f"{around.root}/secrets/key") is Effect.DENY
    assert effect(f"{around.root}/readme") is Effect.ALLOW
