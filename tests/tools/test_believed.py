"""What counts of a catalogue file."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proctor.terms.catalogue import BUILT_IN, Annotations, Catalogue, unknown_tool
from proctor.terms.kind import Kind
from proctor.tools.believed import with_index
from proctor.tools.definition import ToolDefinition
from proctor.tools.index_reader import read_index
from tests.tables import each_row
from tests.tools.catalogues import defined, index_text

MARKS = st.builds(Annotations, *[st.booleans()] * 5)


def joined(
    *tools: ToolDefinition,
    onto: Catalogue = BUILT_IN,
    trusted: bool = True,
    gone: tuple[str, ...] = (),
) -> Catalogue:
    """Return a catalogue with a file's tools; nothing is wrong with them."""
    file = read_index(index_text(*tools, gone=gone).encode(), "index.yaml")
    found, problems = with_index(onto, file, outer=onto, trusted=trusted)
    assert problems == ()
    return found


def test_a_file_of_ones_own_counts_as_it_is() -> None:
    """Kind, fields, annotations and further names are believed."""
    tool = defined("look", "read_only", names=("look", "peek"), kind=Kind.READ, fields=("path",))

    assert tool.info == joined(tool).get("peek")


def test_of_a_strangers_tool_only_the_name_counts() -> None:
    """Its kind, its annotations and its further names do not."""
    tool = defined("look", "read_only", names=("look", "peek"), kind=Kind.READ, fields=("path",))
    found = joined(tool, trusted=False)

    assert unknown_tool("look") == found.get("look")
    assert not found.knows("peek")


@each_row("trusted", [True, False])
@each_row("name", ["Bash", "bash", "run_command", "Write", "chain:new"])
def test_a_known_name_stays_what_it_is(name: str, trusted: bool) -> None:
    """No file makes a read-only tool of a shell, under any of its names."""
    tool = defined(name, "read_only", kind=Kind.READ)
    found = joined(tool, trusted=trusted)

    assert BUILT_IN.tools == found.tools
    assert BUILT_IN.get(name) == found.get(name)


def test_a_tool_cannot_take_a_known_name_as_a_further_one() -> None:
    """A harmless tool that is also called Bash would be a shell without rules."""
    tool = defined("harmless", "read_only", names=("harmless", "Bash"))
    file = read_index(index_text(tool).encode(), "index.yaml")
    found, problems = with_index(BUILT_IN, file, outer=BUILT_IN, trusted=True)

    assert found is BUILT_IN
    assert [problem.line() for problem in problems] == [
        "index.yaml:7:9: known-tool: `harmless` cannot be called `Bash`: that is known"
    ]


@given(MARKS, MARKS, st.booleans())
def test_a_second_file_only_takes_promises_back(
    first: Annotations, second: Annotations, trusted: bool
) -> None:
    """Two files on one tool: it has what both promise, and every warning of either."""
    here = BUILT_IN.with_tools([defined("deploy").info._replace(annotations=first)])
    again = defined("deploy", *(mark for mark, on in second._asdict().items() if on))
    found = joined(again, onto=here, trusted=trusted).get("deploy")

    assert found == here.get("deploy")._replace(
        annotations=Annotations(
            read_only=first.read_only and second.read_only,
            destructive=first.destructive or second.destructive,
            idempotent=first.idempotent and second.idempotent,
            edit=first.edit and second.edit,
            open_world=first.open_world or second.open_world,
        )
    )


def test_a_second_file_changes_neither_kind_nor_fields_nor_names() -> None:
    """What further out is an unknown kind of tool stays one."""
    here = joined(defined("deploy"))
    shell = defined("deploy", names=("deploy", "ship"), kind=Kind.SHELL, fields=("command",))

    assert here.get("deploy") == joined(shell, onto=here).get("deploy")
    assert not joined(shell, onto=here).knows("ship")


def test_a_file_with_an_error_adds_nothing() -> None:
    """What is wrong with it is handed on."""
    file = read_index(b"tools: {}", "index.yaml")

    assert (BUILT_IN, file.problems) == with_index(BUILT_IN, file, outer=BUILT_IN, trusted=True)


def test_what_is_gone_is_not_known() -> None:
    """A gone tool has no kind and no promises; only that it was there is remembered."""
    found = joined(gone=("deploy",))

    assert frozenset({"deploy"}) == found.gone
    assert not found.knows("deploy")


def test_what_is_back_is_not_gone() -> None:
    """A later file that has the tool ends its being gone."""
    assert frozenset() == joined(defined("deploy"), onto=joined(gone=("deploy",))).gone


def test_a_file_cannot_say_that_anothers_tool_is_gone() -> None:
    """What is known from further out stays so: Bash, and a tool of the home."""
    here = joined(defined("deploy"))

    assert frozenset() == joined(onto=here, gone=("deploy", "Bash", "mcp__a__b")).gone
