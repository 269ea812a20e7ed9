"""Reading a catalogue file: as it was generated, or as somebody changed it."""

from __future__ import annotations

import pytest

from proctor.documents import MAX_BYTES
from proctor.roles.files import MAX_GENERATED
from proctor.terms.kind import Kind
from proctor.tools.index_file import HEADER, Index, hash_of
from proctor.tools.index_reader import any_form, read_index
from tests.tables import each_row
from tests.tools.catalogues import defined, index_text

DEPLOY = defined("deploy", "destructive", names=("deploy", "ship"), fields=("target",))
LOOK = defined("look", "read_only", "idempotent", kind=Kind.READ, fields=("path",))
ODD = defined("odd", description='Says: "no" # really\n\nTwo\tparagraphs, ünï', category="on")


def test_what_was_written_is_read() -> None:
    """An index comes back whole: tools, modules, gone tools, time and digest."""
    text = index_text(DEPLOY, LOOK, ODD, modules=("shop.tools",), gone=("old",))
    index = Index(
        tools=(DEPLOY, LOOK, ODD),
        modules=("shop.tools",),
        gone=("old",),
        generated_at="2026-06-01T12:00:00Z",
        source_hash=hash_of((DEPLOY, LOOK, ODD)),
    )

    assert text.startswith(HEADER)
    assert index == read_index(text.encode(), "index.yaml").index


def test_both_ways_of_reading_say_the_same() -> None:
    """The reader of all YAML makes the same of a generated file, places included."""
    data = index_text(DEPLOY, LOOK, ODD, gone=("old",)).encode()
    quick, slow = read_index(data, "index.yaml"), any_form(data, "index.yaml", "")

    assert slow.index == quick.index
    assert {k: n.place for k, n in slow.spots.items()} == {
        k: n.place for k, n in quick.spots.items()
    }


def test_a_file_may_have_any_form_of_yaml() -> None:
    """A person's own layout means the same: the seed's block style, say."""
    text = """\
generatedAt: 2025-12-11T00:00:00Z
sourceHash: abc
tools:
  - id: read_ledger
    description: >
      Read the
      ledger
    annotations:
      read_only: true
    mutates: false
    parameters:
      type: object
      properties:
        path: {type: string}
      required: [path]
"""
    (tool,) = read_index(text.encode(), "index.yaml").index.tools

    assert tool.metadata() == {
        "id": "read_ledger",
        "name": "Read Ledger",
        "description": "Read the ledger\n",
        "category": "other",
        "mutates": False,
        "annotations": {"read_only": True},
        "parameters": {
            "type": "object",
            "properties": {"path": {"type": "string"}},
            "required": ["path"],
        },
    }


@pytest.mark.parametrize("text", ["", "# nothing\n", "tools: []\n", f"{HEADER}\ntools:\n"])
def test_an_empty_file_has_no_tools(text: str) -> None:
    """Nothing written is nothing known, and nothing wrong."""
    file = read_index(text.encode(), "index.yaml")

    assert (Index(), ()) == (file.index, file.problems)


@each_row(
    ("text", "line"),
    [
        ("tool: []", "x:1:1: unknown-key: `tool` is not a key of a catalogue of tools"),
        ("tools: {}", "x:1:8: wrong-type: `tools` is a list, not a map"),
        ("modules: shop", "x:1:10: wrong-type: `modules` is a list, not a text"),
        ("gone: [1]", "x:1:8: wrong-type: an entry of `gone` is a text, not a number"),
        ("generatedAt: 3", "x:1:14: wrong-type: `generatedAt` is a text, not a number"),
        ("tools: [a]", "x:1:9: wrong-type: a tool is a map, not a text"),
        ("tools: [{name: A}]", "x:1:9: missing-key: a tool has an `id`"),
        ("tools: [{id: 3}]", "x:1:14: wrong-type: `id` is a text, not a number"),
        ("tools: [{id: a b}]", "x:1:14: bad-tool-name: `a b` cannot be the name of a tool"),
        ("tools: [{id: a*}]", "x:1:14: bad-tool-name: `a*` cannot be the name of a tool"),
        ('tools: [{id: "tool:a:b"}]', ("x:1:14: bad-tool-name: `tool:a:b` cannot be the name of a"
         " tool")),
        ("tools: [{id: a, names: [b, a]}]", "x:1:24: wrong-value: the first of `names` is the id"),
        ("tools: [{id: a, kind: shel}]", "x:1:23: wrong-value: `shel` is not a kind of tool"),
        ("tools: [{id: a, mutates: no}]", ("x:1:26: wrong-type: `mutates` is true or false, not a"
         " text")),
        ("tools: [{id: a, annotations: {safe: true}}]",
         "x:1:31: unknown-key: `safe` is not a key of `annotations`"),
        ("tools: [{id: a, annotations: {read_only: 1}}]",
         "x:1:42: wrong-type: `read_only` is true or false, not a number"),
        ("tools: [{id: a, mutates: true, annotations: {read_only: true}}]",
         ("x:1:14: wrong-value: a tool that is `read_only` has `mutates: false`, and no line breaks"
         " in a word")),
        ("tools: [{id: a, parameters: []}]", ("x:1:29: wrong-type: `parameters` is a map, not a"
         " list")),
        ("tools: [{id: a, roles: [b]}]", "x:1:17: unknown-key: `roles` is not a key of a tool"),
        ("tools: [{id: a}, {id: a}]", "x:1:23: duplicate-tool: `a` is the name of two tools"),
        ("tools: [{id: a, names: [a, b]}, {id: b}]",
         "x:1:38: duplicate-tool: `b` is the name of two tools"),
        ("tools:\n  - id: a\n  - id: a\n", "x:3:9: duplicate-tool: `a` is the name of two tools"),
        ("tools: [", "x:1:8: bad-yaml: this `[` is not closed"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, line: str) -> None:
    """A file with an error does not count at all, and says where the error is."""
    file = read_index(text.encode(), "x")

    assert Index() == file.index
    assert line == file.problems[0].line()


def test_a_file_that_is_no_text_is_refused() -> None:
    """Bytes that are no UTF-8 are named as such."""
    assert [p.code for p in read_index(b"\xff", "x").problems] == ["not-utf-8"]


def test_a_generated_file_may_be_large() -> None:
    """A thousand tools are read; a file as large in another form is not."""
    tools = [defined(f"deploy_{n}", description="Put it online. " * 30) for n in range(1000)]
    text = index_text(*tools)
    other = text.replace("mutates: true", "mutates:  true", 1)

    assert len(text) > MAX_BYTES
    assert len(read_index(text.encode(), "x").index.tools) == 1000
    assert [p.code for p in read_index(other.encode(), "x").problems] == ["too-much"]


def test_half_of_a_file_that_is_too_large_is_not_read() -> None:
    """What was cut off at the limit would be missing without a word."""
    text = index_text(defined("a"))
    large = text + "\n" * (MAX_GENERATED + 1 - len(text))

    assert [p.code for p in read_index(large.encode(), "x").problems] == ["too-much"]
    assert read_index(large[:-1].encode(), "x").problems == ()
