"""
What the documentation says of commands is true: what is read, the classes, the tables.

A row with the columns followed, example and parts has these parts; one with construct, example
and "unread in it" has these unread. A `table` block is in the language of command tables.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proctor import ToolCall
from proctor.normalise import normalise
from proctor.normalise.shell.knowledge.table import (
    DIRECTIVES,
    MADE_UP,
    ROLES,
    Spec,
    entries,
    parse_block,
)
from proctor.terms.classes import CLASSES
from proctor.terms.surroundings import Surroundings
from tests.pages import ROOT, Block, blocks, table, words
from tests.tables import each_row

RULES = ROOT / "docs" / "rules.md"
TABLES = ROOT / "docs" / "commands.md"


@each_row("row", table(RULES, "construct"), ids=lambda row: row[0])
def test_the_shell_reader_does_not_read_what_the_page_says(
    row: list[str], around: Surroundings
) -> None:
    """Of an example, that and only that is unread which its row says."""
    (command,), unread = words(row[1]), words(row[2])
    action = normalise(ToolCall(tool="Bash", input={"command": command}), around)

    assert unread == [part.text for part in action.parts if part.unread]


@each_row("row", table(RULES, "followed"), ids=lambda row: row[0])
def test_the_shell_reader_follows_what_the_page_says(row: list[str], around: Surroundings) -> None:
    """An example has the parts that its row names, in that order, and all of them are read."""
    (command,), parts = words(row[1]), words(row[2])
    action = normalise(ToolCall(tool="Bash", input={"command": command}), around)

    assert [(text, None) for text in parts] == [(part.text, part.unread) for part in action.parts]


def test_there_are_tables_of_what_the_shell_reader_reads() -> None:
    """Both tables are found, so that neither passes unread."""
    assert [len(table(RULES, head)) > 10 for head in ("construct", "followed")] == [True, True]


def test_the_classes_are_those_of_the_code() -> None:
    """The page of rules and that of tables list every class, and no other, in order of weight."""
    rules = [word for row in table(RULES, "class") for word in words(row[0])]
    tables = [word for row in table(TABLES, "class") for word in words(row[0])]

    assert [f"@{one}" for one in CLASSES] == rules
    assert [*CLASSES] == tables


def test_the_language_of_the_tables_is_that_of_the_page() -> None:
    """The page of tables has every role, made-up class and directive of the code, and no other."""
    listed = {
        head: {word for row in table(TABLES, head) for word in words(row[0])}
        for head in ("role", "made up", "directive")
    }

    assert {
        "role": ROLES,
        "made up": MADE_UP,
        "directive": DIRECTIVES | {"@by:NAME"},
    } == listed


def every_entry(spec: Spec) -> Iterator[Spec]:
    """Return an entry and all entries below it, parsed."""
    yield spec
    for index, (names, _) in enumerate(spec.subcommands):
        yield from every_entry(spec.child(index, names[0]))


@pytest.mark.parametrize("block", blocks(TABLES, "table"), ids=str)
def test_the_tables_of_the_page_parse(block: Block) -> None:
    """An example table is in the language, to its last subcommand."""
    found = [
        entry.name
        for name, text in entries(block.text).items()
        for entry in every_entry(parse_block(text, name, None))
    ]

    assert found


@each_row("row", table(TABLES, "command", "classes"), ids=lambda row: row[0])
def test_a_table_says_what_the_page_says(row: list[str], around: Surroundings) -> None:
    """A command of the page has the classes of its row, or is unknown."""
    (command,), expected = words(row[0]), words(row[1])
    part = normalise(ToolCall(tool="Bash", input={"command": command}), around).parts[0]

    assert expected == [*part.classes, *(["unknown"] if part.unsure else [])]
