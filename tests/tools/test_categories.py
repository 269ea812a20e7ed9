"""The categories of tools, and the file that a person edits."""

from __future__ import annotations

import pytest

from proctor.terms.catalogue import BUILT_IN
from proctor.tools.categories import (
    DEFAULT,
    KNOWN,
    CategoriesFile,
    Category,
    in_order,
    read_categories,
    with_missing,
)
from tests.tables import each_row

SIX = ["filesystem", "search", "chain", "task", "session", "command"]


def read(text: str | None) -> tuple[Category, ...]:
    """Return the categories of a text with which nothing is wrong."""
    file = read_categories((text or "").encode(), "x")
    assert file.problems == ()
    return file.categories


def test_the_seed_has_six_categories() -> None:
    """They come first, in this order, whether a tool is in them or not."""
    assert [category.id for category in DEFAULT] == SIX
    assert [category.id for category in read(with_missing(None, (), "x"))] == SIX


def test_every_built_in_tool_is_in_a_known_category() -> None:
    """Each category of the built-in table has a name and a description."""
    assert {tool.category for tool in BUILT_IN.tools} <= set(KNOWN)
    assert all(category.description for category in KNOWN.values())


def test_further_categories_come_where_a_tool_is_in_them() -> None:
    """First those that we know, in their order, then one's own."""
    found = read(with_missing(None, ["release", "web", "git", "task"], "x"))

    assert [*SIX, "git", "web", "release"] == [category.id for category in found]
    assert list(range(1, 10)) == [category.order for category in found]
    assert Category("release", "Release", "", 9) == found[-1]


def test_a_persons_edits_stay() -> None:
    """What is missing is added at the end; every byte before it stays."""
    text = (
        "# Ours\n"
        "categories:\n"
        "- id: task          # first!\n"
        "  name: Things to do\n"
        "  order: 3\n"
        "- {id: release, description: 'Going live', order: 7}\n"
    )
    new = with_missing(text, ["task", "release", "search", "zoo"], "x")

    assert new is not None
    assert new.startswith(text)
    assert read(new) == (
        Category("task", "Things to do", "", 3),
        Category("release", "Release", "Going live", 7),
        Category("search", "Search", KNOWN["search"].description, 8),
        Category("zoo", "Zoo", "", 9),
    )


@pytest.mark.parametrize(
    "text",
    [
        "categories:\n  - id: task\n",
        "categories: [{id: task}]\n",
        "categories: [{id: task},\n  {id: a}]\n",
    ],
)
def test_a_complete_file_is_left_alone(text: str) -> None:
    """Where every category is there, nothing is written."""
    assert with_missing(text, ["task"], "x") is None


@pytest.mark.parametrize(
    "text", ["categories: [{id: task}]\n", "categories: []\n", "categories: 3\n", "[\n"]
)
def test_a_file_to_which_nobody_can_add_is_left_alone(text: str) -> None:
    """A list in one line, or a broken file, is its author's to complete."""
    assert with_missing(text, ["task", "search"], "x") is None


def test_lists_go_by_order_then_by_the_file() -> None:
    """Of two with the same order the first in the file comes first; unknown ones come last."""
    said = read("categories: [{id: b, order: 2}, {id: a, order: 2}, {id: task, order: 1}]")
    found = in_order(["zoo", "a", "task", "b", "search"], said)

    assert [category.id for category in found] == ["task", "b", "a", "search", "zoo"]


def test_a_category_without_an_order_stands_where_it_is_written() -> None:
    """The place in the list is the order."""
    assert (Category("b", "B", "", 1), Category("a", "A", "", 2)) == read(
        "categories: [{id: b}, {id: a}]"
    )


@each_row(
    ("text", "line"),
    [
        ("category: []", "x:1:1: unknown-key: `category` is not a key of a file of categories"),
        ("categories: {}", "x:1:13: wrong-type: `categories` is a list, not a map"),
        ("categories: [{name: A}]", "x:1:14: missing-key: a category has an `id`"),
        ("categories: [{id: a, order: 0}]", ("x:1:29: wrong-type: `order` is a whole number above "
         "zero, not a number")),
        ("categories: [{id: a, colour: red}]", ("x:1:22: unknown-key: `colour` is not a key of a "
         "category")),
        ("categories: [{id: a}, {id: a}]", ("x:1:23: duplicate-category: the category `a` is "
         "written twice")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, line: str) -> None:
    """A file with an error is named, not guessed at."""
    file = read_categories(text.encode(), "x")

    assert CategoriesFile((), file.problems) == file
    assert [line] == [problem.line() for problem in file.problems]
