"""A role in the text of a file of its own, or as an entry of an index."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.errors import NotFound, ProctorError
from proctor.roles.role_text import held_by, put_role
from tests.amounts import amount
from tests.tables import each_row

INDEX = """\
# top
roles:
  - id: a   # first
    name: A

  # about b
  - id: b
    instructions: |
      One.

      # not a comment
    toolIds:
      - read_file   # yes
      # tail

  - name: Cee
# end
"""
FILE = "roles/index.yaml"


def put(text: str, role: str, new: str | None, name: str = FILE) -> str:
    """Change a role in a text."""
    data = put_role(text.encode(), name, role, new)
    assert data is not None
    return data.decode()


def test_an_entry_is_told_from_its_neighbours() -> None:
    """An entry's text is what its own file would be; the comments above it are the list's."""
    assert [(held.id, held.text) for held in held_by(FILE, INDEX.encode())] == [
        ("a", "id: a   # first\nname: A\n"),
        (
            "b",
            """\
id: b
instructions: |
  One.

  # not a comment
toolIds:
  - read_file   # yes
  # tail
""",
        ),
        ("cee", "name: Cee\n"),
    ]


@pytest.mark.parametrize("role", ["a", "b", "cee"])
def test_the_same_text_again_changes_nothing(role: str) -> None:
    """What was taken out of an index goes back byte for byte."""
    [own] = [held.text for held in held_by(FILE, INDEX.encode()) if held.id == role]

    assert put(INDEX, role, own) == INDEX


def test_an_entry_is_taken_out() -> None:
    """Only its own lines go."""
    assert put(INDEX, "cee", None) == INDEX.replace("  - name: Cee\n", "")
    assert "about b" in put(INDEX, "b", None)


def test_an_entry_is_added_behind_the_last() -> None:
    """It stands as its neighbours do, and says its id where its name gives another."""
    added = "\n  - id: dee\n    name: The D\n    tools: [x]\n# end\n"

    assert put(INDEX, "dee", "name: The D\ntools: [x]\n") == INDEX.replace(
        "\n# end\n", f"\n{added}"
    )


@each_row(
    ("text", "role", "new", "expected"),
    [
        ("roles:\n  - id: a\n", "a", None, "roles: []\n"),
        ("# mine\nroles: []\n", "a", "name: A\n", "# mine\nroles:\n  - name: A\n"),
        ("roles: [{id: a}, {id: b}]\n", "b", None, "roles:\n  - id: a\n"),
        ("roles:\n- id: a\n", "b", "name: b\n", "roles:\n- id: a\n- name: b\n"),
        ("roles:\n  - {id: a, name: x}\n", "a", "name: a\n", "roles:\n  - name: a\n"),
    ],
)
def test_every_way_of_writing_an_index(text: str, role: str, new: str, expected: str) -> None:
    """An empty list, one in brackets and one without indentation are changed too."""
    assert put(text, role, new) == expected


def test_a_file_of_its_own_is_the_role() -> None:
    """It is written as it is given, with its id where the file's name is another; or goes."""
    assert put("name: x\n", "x", "name: y\n", "roles/x.yaml") == "name: y\n"
    assert put("name: x\n", "z", "name: y\n", "roles/x.yaml") == "id: z\nname: y\n"
    assert put_role(b"name: x\n", "roles/x.yaml", "x", None) is None


def test_what_is_not_there_cannot_be_taken_out() -> None:
    """The index is named."""
    with pytest.raises(NotFound, match="no role `z`"):
        put(INDEX, "z", None)


@pytest.mark.parametrize("text", ["roles: {a: b}\n", "other: []\n", "roles:\n  - description: x\n"])
def test_an_index_that_is_none_is_left_alone(text: str) -> None:
    """Nobody knows what it holds."""
    with pytest.raises(ProctorError):
        put(text, "a", "name: a\n")


names = st.text("abcdefgh", min_size=1, max_size=6)
bodies = st.sampled_from(
    [
        "name: N\n",
        "name: N   # why\n# inside\ntools:\n  - read_file   # one\n\n  - view\n",
        "description: >\n  folded\n  text\nname: N\n",
        "instructions: |\n  a\n\n    b\n  # c\nname: N\n",
        "permissions: {allow: [Read], otherwise: deny}\n",
        "permissions:\n  deny:\n  - rule: Bash(rm *)\n    why: |\n      No.\n",
    ]
)


@settings(max_examples=amount(50, 400), deadline=None)
@given(
    roles=st.dictionaries(names, bodies, min_size=1, max_size=5),
    changed=st.dictionaries(names, st.none() | bodies, max_size=4),
    start=st.sampled_from(["roles: []\n", "# top\nroles: []\n", "roles:\n- id: zz\n"]),
)
def test_the_others_stay_what_they_are(
    roles: dict[str, str], changed: dict[str, str | None], start: str
) -> None:
    """Whatever is put in, changed and taken out, each role has the text that it was given last."""
    text = start
    for name, body in roles.items():
        text = put(text, name, f"id: {name}\n{body}")
    wanted = {name: f"id: {name}\n{body}" for name, body in roles.items()}
    for name, new in changed.items():
        if new is None and name not in wanted:
            continue
        text = put(text, name, new if new is None else f"id: {name}\n{new}")
        wanted = {key: value for key, value in wanted.items() if key != name}
        wanted |= {} if new is None else {name: f"id: {name}\n{new}"}
    found = {held.id: held.text for held in held_by(FILE, text.encode()) if held.id != "zz"}

    assert {name: found[name] for name in sorted(found)} == dict(sorted(wanted.items()))
