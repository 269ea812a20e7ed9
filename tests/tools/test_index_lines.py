"""The plain lines of a catalogue file."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from proctor.documents import read_document
from proctor.tools.index_lines import OtherFormError, lines_of, read_lines, value_of, written
from tests.tables import each_row

TEXT = st.text(max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
VALUE = TEXT | st.booleans() | st.lists(TEXT, max_size=3) | st.dictionaries(TEXT, JSON, max_size=3)
KEY = st.sampled_from(["id", "name", "parameters", "fields", "mutates"])


@given(VALUE)
@example({"\U00012544": None, "\U00012545": None})
@example({chr(0xD800): None, chr(0xD801): None})
def test_a_value_reads_the_same_quickly_and_as_yaml(value: Any) -> None:
    """Whatever the quick reader takes, the reader of all YAML takes for the same."""
    said = written(value)
    document = read_document(f"key: {said}\n".encode(), "x.yaml")

    assert document.root is not None, document.problems
    assert document.root.plain == {"key": value_of(said)}


@given(VALUE.filter(lambda value: "\\ud" not in repr(value) and "\ufffd" not in written(value)))
def test_a_value_comes_back(value: Any) -> None:
    """What was written is what is read."""
    assert value == value_of(written(value))


@given(st.lists(st.dictionaries(KEY, VALUE, min_size=1, max_size=4), max_size=3))
def test_a_file_reads_the_same_quickly_and_as_yaml(tools: list[dict[str, Any]]) -> None:
    """The lines of all tools together are YAML, and mean the same there."""
    text = "\n".join(lines_of({"sourceHash": "sha256:00"}, tools))
    document = read_document(text.encode(), "x.yaml")
    top, quickly = read_lines(text)

    assert document.root is not None, document.problems
    assert document.root.plain == {**top, "tools": [said for _, said in quickly]}


@given(st.text(alphabet="ab:#'\"{}[],&*!|>%@`~- \\\t\u2028", min_size=1, max_size=12))
def test_a_hand_written_value_is_never_read_otherwise(said: str) -> None:
    """Of anything that YAML reads in another way, the quick reader keeps its hands."""
    try:
        value = value_of(said)
    except OtherFormError:
        return
    document = read_document(f"key: {said}\n".encode(), "x.yaml")

    assert document.root is not None
    assert document.root.plain == {"key": value}


@each_row("word", ["true", "No", "null", "~", "1", "a: b", "a #b", "a:", "- a", ""])
def test_a_text_that_means_something_else_gets_quotes(word: str) -> None:
    """No reader of YAML takes a description for a number, a truth value or a map."""
    assert f'"{word}"' == written(word)


def test_a_line_names_its_tool() -> None:
    """Each tool knows the line on which it begins, for those who complain about it."""
    text = "\n".join(lines_of({}, [{"id": "a"}, {"id": "b", "name": "B"}]))

    assert read_lines(text) == ({}, [(3, {"id": "a"}), (5, {"id": "b", "name": "B"})])


@each_row(
    "text",
    [
        "tools:\n  - id: a\n    id: b",
        "tools:\n    id: a",
        "tools:\n - id: a",
        "tools:\n  - id: a\n      name: deep",
        "tools:\n  - id: |",
        "tools:\n  - id: &a b",
        "tools:\n  - id: a # a comment",
        'tools:\n  - parameters: {"a": 1, "a": 2}',
        'tools:\n  - parameters: {"a": NaN}',
        'tools:\n  - id: "\\ud83d\\ude00"',
        "tools:\n  - id: a\ntools:\n  - id: b",
        "id: a",
        "tools: [a]",
        "tools:\n  - id: a\u2028b",
    ],
)
def test_any_other_form_is_left_to_the_reader_of_yaml(text: str) -> None:
    """The quick reader takes what it is sure of, and nothing else."""
    with pytest.raises(OtherFormError):
        read_lines(text)
