"""The built-in tools are those that the earlier designs name, and agree with the catalogue."""

import re
from pathlib import Path

import pytest

from proctor.errors import ToolInputError
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.kind import Kind
from proctor.tools.arguments import checked
from proctor.tools.definition import ToolDefinition
from tests.tables import each_row
from tests.tools.workspaces import TOOLS

CHORAGEN = """
    read_file write_file list_files search_files run_command chain:status chain:new task:add
    task:start task:complete task:approve task:status task:list spawn_impl_session
""".split()
CHORUS = """
    create_file str_replace view bash git_init git_commit git_push git_branch git_merge_request
    self_edit_system_prompt self_edit_docs self_edit_permissions self_edit_model
""".split()


PAGE = Path(__file__).parents[3] / "docs" / "tools.md"


def name_of(definition: ToolDefinition) -> str:
    """Return a tool's id for the id of a test."""
    return definition.id


@each_row("name", [*CHORAGEN, *CHORUS])
def test_every_tool_of_the_seeds_is_there_and_runs(name: str) -> None:
    """No role names a tool that does not exist: each has a function."""
    definition = TOOLS.get(name)

    assert definition is not None
    assert definition.function is not None


def test_two_names_for_one_thing_share_one_implementation() -> None:
    """`view`, `create_file` and `bash` are other names of the same tools."""
    pairs = [("view", "read_file"), ("create_file", "write_file"), ("bash", "run_command")]

    assert [TOOLS.get(one) for one, _ in pairs] == [TOOLS.get(other) for _, other in pairs]


@each_row("definition", TOOLS, ids=name_of)
def test_a_tool_agrees_with_the_catalogue(definition: ToolDefinition) -> None:
    """Kind, category and annotations are the catalogue's, and the target is a field of it."""
    known = BUILT_IN.get(definition.id)

    assert (known.kind, known.category, known.annotations) == (
        definition.kind,
        definition.category,
        definition.annotations,
    )
    assert {*definition.names} <= {*known.names}
    assert {*definition.fields} <= {*known.fields}
    assert definition.mutates is not known.annotations.read_only


@each_row("definition", TOOLS, ids=name_of)
def test_a_tool_has_one_description(definition: ToolDefinition) -> None:
    """What a model is told begins with what people read in lists."""
    assert definition.summary == f"{BUILT_IN.get(definition.id).description}."


@each_row("definition", TOOLS, ids=name_of)
def test_what_rules_see_is_what_the_tool_works_on(definition: ToolDefinition) -> None:
    """
    A parameter that rules know as a target is one that must be given.

    Only where a search without a path means the working folder, to rules as to the tool, may
    it be left out.
    """
    known = set(BUILT_IN.get(definition.id).fields)
    taken = set(definition.parameters["properties"]) & known
    needed = set(definition.parameters.get("required", ()))

    if definition.id in ("list_files", "search_files"):
        assert definition.parameters["properties"]["path"]["default"] == "."
    else:
        assert taken <= needed
    assert not known or taken


@each_row("definition", TOOLS, ids=name_of)
def test_a_tool_can_be_offered_to_a_model(definition: ToolDefinition) -> None:
    """It says what it does and what each parameter is, and takes nothing else."""
    assert definition.description
    assert definition.parameters["additionalProperties"] is False
    assert all(
        re.match(r"[A-Z].*\S", shape["description"])
        for shape in definition.parameters["properties"].values()
    )


@each_row("definition", TOOLS, ids=name_of)
@each_row(
    "name", ["context", "workspace", "home", "role_of", "agent", "person", "is_admin", "env", "cwd"]
)
def test_no_model_says_who_it_is(definition: ToolDefinition, name: str) -> None:
    """What comes from the program that runs the tool is refused as an argument."""
    needed = {"string": "x", "array": [], "number": 1.0}
    shapes = definition.parameters["properties"]
    given = {key: needed[shapes[key]["type"]] for key in definition.parameters.get("required", ())}

    with pytest.raises(ToolInputError):
        checked(definition, {**given, name: "x"})


def test_only_what_reads_says_so() -> None:
    """Of the built-in tools these and no others change nothing."""
    reads = "read_file list_files search_files chain:status task:status task:list".split()

    assert reads == [one.id for one in TOOLS if one.annotations.read_only]
    assert [one.kind for one in TOOLS if one.id == "run_command"] == [Kind.SHELL]


def test_the_page_lists_every_tool() -> None:
    """The table of docs/tools.md has each tool with its names and parameters, in order."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## Built-in tools\n")[2]
    rows = [
        [re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|")[:3]]
        for line in section.partition("\nWhat holds")[0].splitlines()
        if line.startswith("| `")
    ]

    assert rows == [[[one.id], [*one.names[1:]], shown_parameters(one)] for one in TOOLS]


def shown_parameters(definition: ToolDefinition) -> list[str]:
    """Return the parameters as the page shows them: those that may be left out with a mark."""
    needed = definition.parameters.get("required", ())
    names = definition.parameters["properties"]
    return [name if name in needed else f"{name}?" for name in names]
