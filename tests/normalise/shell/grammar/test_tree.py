"""The nodes of a tree, which are compared and shown by what they hold."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.grammar.tree import Compound, Text, Tilde, Wild, Word

LINES = [
    "f() { ls -l *.py; }",
    'for x in a ~/b "$c"; do cat < "$x" >> out & done',
    "a[1]=$((x + 1)) b=(1 2) make -j${n:-4} | tee <(cat) && [[ -f $x ]]",
    "cat <<E\n$x\nE",
]


@pytest.mark.parametrize("line", LINES)
def test_trees_of_one_text_are_equal(line: str) -> None:
    """Two bodies of a function that say the same are one."""
    assert parse(line) == parse(line)
    assert repr(parse(line)) == repr(parse(line))


@pytest.mark.parametrize("line", LINES)
def test_trees_of_different_texts_are_not_equal(line: str) -> None:
    """What stands deep inside counts too."""
    assert parse(line) != parse(line.replace("x", "y").replace("ls", "rm"))


def test_nodes_of_different_kinds_are_never_equal() -> None:
    """A wildcard is not a home folder of that name, and neither is a text."""
    assert Wild("*") != Tilde("*")
    assert Text("*") != "*"


def test_a_node_is_shown_by_what_it_holds() -> None:
    """So a failing comparison can be read."""
    assert repr(Word([Text("a")], "a")) == "Word(pieces=[Text(quoted=False, value='a')], raw='a')"


def test_a_node_has_lists_of_its_own() -> None:
    """What is added to one node is not in the next."""
    first, second = Compound("{", []), Compound("{", [])
    first.words.append(Word())

    assert second.words == []
    assert Word().pieces is not Word().pieces


def test_a_node_cannot_be_a_key() -> None:
    """It can change, so nothing may be looked up by it."""
    with pytest.raises(TypeError):
        hash(Word())
