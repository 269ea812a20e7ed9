"""One key of a YAML text changes; every other line stays as it is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.documents import read_document
from proctor.errors import ProctorError, RoleProblems, UsageError
from proctor.roles.yaml_edit import with_key
from tests.amounts import amount
from tests.tables import each_row

TEXT = """\
# top
name: x  # the x
model: opus   # big
# about tools
tools:
  - read_file   # one
  # two
  - write_file
  - Bash

# rules
permissions:
  # why
  otherwise: ask
  deny:
    - Bash(rm *)
# end
"""


def edited(text: str, path: str, value: object) -> str:
    """Change one key."""
    return with_key(text, "roles/x.yaml", path.split("."), value)


@each_row(
    ("path", "value", "old", "new"),
    [
        ("name", "y", "name: x  # the x\n", "name: y  # the x\n"),
        ("name", "a: b", "name: x  # the x\n", "name: 'a: b'  # the x\n"),
        ("model", None, "model: opus   # big\n", ""),
        ("permissions.otherwise", "deny", "otherwise: ask\n", "otherwise: deny\n"),
        ("permissions.otherwise", None, "  otherwise: ask\n", ""),
        ("permissions.order", "deny, ask, allow", "    - Bash(rm *)\n",
         "    - Bash(rm *)\n  order: deny, ask, allow\n"),
        ("tools", ["read_file", "Bash"], "  - write_file\n", ""),
        ("tools", ["read_file", "write_file", "Bash", "Glob"], "  - Bash\n",
         "  - Bash\n  - Glob\n"),
        ("tools", ["write_file"], "  - read_file   # one\n  # two\n  - write_file\n  - Bash\n",
         "  # two\n  - write_file\n"),
        ("instructions", "One.\n\nTwo.\n", "# end\n",
         "instructions: |\n  One.\n\n  Two.\n# end\n"),
        ("updatedAt", "2026-11-16T10:00:00Z", "# end\n",
         "updatedAt: 2026-11-16T10:00:00Z\n# end\n"),
    ],
)  # fmt: skip
def test_only_the_lines_of_the_key_change(path: str, value: object, old: str, new: str) -> None:
    """All comments and all other lines are where they were."""
    assert edited(TEXT, path, value) == TEXT.replace(old, new)


@each_row(
    ("text", "path", "value", "new"),
    [
        ("{name: x, model: y}\n", "model", None, "name: x\n"),
        ("# mine\n{name: x}\n", "model", "opus", "# mine\nname: x\nmodel: opus\n"),
        ("tools: [a, b]\nname: x\n", "tools", ["a"], "tools:\n  - a\nname: x\n"),
        ("tools:\n- a\n- b\nname: x\n", "tools", ["a", "c"], "tools:\n- a\n- c\nname: x\n"),
        ("permissions: {otherwise: ask}\n", "permissions.otherwise", "deny",
         "permissions:\n  otherwise: deny\n"),
        ("permissions:\n  otherwise: ask\nname: x\n", "permissions.otherwise", None,
         "permissions: {}\nname: x\n"),
        ("name: x", "model", "opus", "name: x\nmodel: opus\n"),
        ("", "name", "x", "name: x\n"),
        ("---\nname: x\n...\n", "model", "y", "---\nname: x\nmodel: y\n"),
        ("name: x\r\nmodel: y\r\n", "model", "z", "name: x\r\nmodel: z\r\n"),
        ("tools: null\n", "tools", [], "tools: []\n"),
        ("name: 'x' # c\n", "name", "y", "name: y # c\n"),
    ],
)  # fmt: skip
def test_every_way_of_writing_is_known(text: str, path: str, value: object, new: str) -> None:
    """What is not written a key a line is written anew, and says what it shall."""
    assert edited(text, path, value) == new


def test_the_same_again_changes_nothing() -> None:
    """Not a byte."""
    assert edited(TEXT, "model", "opus") == TEXT


def test_what_cannot_be_read_is_not_changed() -> None:
    """The problem of the text is the answer."""
    with pytest.raises(RoleProblems):
        edited("name: [", "name", "x")


def test_a_key_of_what_is_no_map_is_refused() -> None:
    """There is nothing to put it into."""
    with pytest.raises(UsageError, match="no map at `model`"):
        edited("model: opus\n", "model.name", "x")


def test_a_change_that_would_say_something_else_is_refused() -> None:
    """An anchor that another key refers to cannot be taken away with its key."""
    with pytest.raises(ProctorError, match="without loss"):
        edited("allow: &a [Read]\nother: *a\n", "allow", None)


words = st.text(min_size=1, max_size=12)
leaves = st.one_of(words, st.booleans(), st.integers(-(10**9), 10**9))
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(words, inner, max_size=3)),
    max_leaves=6,
)


@settings(max_examples=amount(75, 600), deadline=None)
@given(key=st.sampled_from(["name", "tools", "permissions", "new"]), value=values)
def test_whatever_is_put_in_comes_out(key: str, value: Any) -> None:
    """A value is either exactly what is read again, or nothing is changed and somebody told."""
    try:
        new = edited(TEXT, key, value)
    except ProctorError:
        return
    document = read_document(new.encode(), "x")
    before: Any = read_document(TEXT.encode(), "x").root

    assert document.problems == ()
    assert document.root is not None
    assert document.root.plain == {**before.plain, key: value}
