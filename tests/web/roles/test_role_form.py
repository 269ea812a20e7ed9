"""A role file as a form and back: whatever the form does not show, or nobody changed, stays."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proctor.errors import RoleProblems, UsageError
from proctor.server.web.roles_form import Filled, applied, filled
from proctor.terms.catalogue import BUILT_IN

TEXT = """\
# why this role is there
name: builder   # short
description: Builds
tools: [read_file, Bash, mcp__github__*]
permissions:
  # what it may
  allow:
    - read_file            # by its other name
    - Bash(make *)         # make
    - rule: Bash(npm test)
      why: It is safe.
      match: [npm test]
  ask:
    - Bash(git push *)
  deny: []
  agent: {instructions: Look twice.}
hooks:
  Stop: [{command: "true"}]
"""


def test_a_role_as_the_form_shows_it() -> None:
    """A bare tool is a button, a text a line, and a map is kept; other keys are shown apart."""
    form = filled(TEXT, BUILT_IN)

    assert form.word("name") == "builder"
    assert form.word("reviewer_instructions") == "Look twice."
    assert (form.tools, form.others) == (frozenset({"Read", "Bash"}), ("mcp__github__*",))
    assert form.effects == {"Read": "allow"}
    assert form.lines == {"allow": ("Bash(make *)",), "ask": ("Bash(git push *)",), "deny": ()}
    assert form.kept["allow"] == ("rule: Bash(npm test)\nwhy: It is safe.\nmatch:\n  - npm test",)
    assert list(form.further) == ["hooks"]


def test_what_nobody_changed_stays_to_the_byte() -> None:
    """A form that is sent as it came changes nothing, comments and other spellings included."""
    assert applied(TEXT, filled(TEXT, BUILT_IN), BUILT_IN) == TEXT


def test_a_change_writes_the_order_that_was_inferred() -> None:
    """A deny that the form adds beside two lists of patterns does not undo what they imply."""
    text = "permissions:\n  allow: ['tool:bash:npm .*']\n  ask: ['tool:bash:.*']\n"
    form = filled(text, BUILT_IN)
    changed = replace(form, lines={**form.lines, "deny": ("tool:bash:npm publish.*",)})

    written = applied(text, changed, BUILT_IN)
    assert applied(text, form, BUILT_IN) == text
    assert "  order: deny, allow, ask\n  otherwise: deny\n" in written


def test_only_the_changed_lines_are_others() -> None:
    """A rule more, a button and a word: everything else stays in its place, with its comment."""
    form = filled(TEXT, BUILT_IN)
    changed = replace(
        form,
        words={**form.words, "description": "Builds it", "otherwise": "deny"},
        effects={"Read": "allow", "Grep": "ask"},
        lines={**form.lines, "allow": ("Bash(make *)", "Bash(ls *)")},
    )
    before, after = TEXT.splitlines(), applied(TEXT, changed, BUILT_IN).splitlines()

    assert [line for line in before if line not in after] == ["description: Builds"]
    assert [line.strip() for line in after if line not in before] == [
        "description: Builds it",
        "- Bash(ls *)",
        "- Grep",
        "otherwise: deny",
    ]


def test_a_tool_that_is_ticked_is_listed_by_its_id() -> None:
    """As the page shows it, and as the tools stand that are listed already."""
    text = "toolIds:\n  - read_file\n"
    form = replace(filled(text, BUILT_IN), tools=frozenset({"Read", "Write", "Bash"}))

    assert applied(text, form, BUILT_IN) == (
        "toolIds:\n  - read_file\n  - run_command\n  - write_file\n"
    )


def test_a_button_that_is_turned_moves_the_rule() -> None:
    """The name goes from one list to the other; a list that is emptied stays a list."""
    text = "name: x\npermissions:\n  allow:\n    - Read\n"
    form = replace(filled(text, BUILT_IN), effects={"Read": "deny"})

    assert applied(text, form, BUILT_IN) == (
        "name: x\npermissions:\n  allow: []\n  deny:\n    - Read\n"
    )


def test_a_tool_that_two_rules_name_has_no_button() -> None:
    """Which of both the button would mean nobody knows, so both are lines."""
    text = "permissions:\n  allow: [Read]\n  ask: [view]\n"
    form = filled(text, BUILT_IN)

    assert (form.effects, form.lines["allow"], form.lines["ask"]) == ({}, ("Read",), ("view",))
    assert applied(text, form, BUILT_IN) == text


@pytest.mark.parametrize(
    ("tools", "others", "listed"),
    [
        pytest.param(frozenset({"Read"}), ("mcp__github__*",), "", id="one-less"),
        pytest.param(frozenset({"Read", "Bash", "Grep"}), (), "", id="one-more-and-no-glob"),
        pytest.param(None, (), "no list", id="all"),
        pytest.param(frozenset(), (), "[]", id="none"),
    ],
)
def test_the_list_of_tools(
    tools: frozenset[str] | None, others: tuple[str, ...], listed: str
) -> None:
    """A tool keeps the name by which it is listed; all tools means no list, and none an empty."""
    form = replace(filled(TEXT, BUILT_IN), tools=tools, others=others)
    text = applied(TEXT, form, BUILT_IN)
    again = filled(text, BUILT_IN)

    assert (again.tools, again.others) == (tools, others)
    assert ("tools" in text) is (listed != "no list")
    assert "Bash\n" not in text or "read_file\n" in text


def test_instructions_of_several_lines_stay_readable() -> None:
    """They are written line by line, and the same again is no change."""
    form = Filled({"name": "x", "instructions": "one\ntwo"})
    text = applied("", form, BUILT_IN)

    assert text == "name: x\ninstructions: |\n  one\n  two\n"
    assert applied(text, filled(text, BUILT_IN), BUILT_IN) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("permissions: {allow: Read}", "`allow` is no list", id="no-list"),
        pytest.param("name: [a]", "`name` is no text", id="no-text"),
        pytest.param("tools: Read", "`tools` is no list of names", id="tools-no-list"),
        pytest.param("permissions: x", "`permissions` is no map", id="no-map"),
        pytest.param("permissions: {agent: {enabled: 3}}", "neither true nor", id="no-switch"),
        pytest.param("- a", "it is no map", id="list"),
    ],
)
def test_what_the_form_cannot_show_it_refuses(text: str, why: str) -> None:
    """Nothing is left out in silence: then the text is what one edits."""
    with pytest.raises(UsageError, match=why):
        filled(text, BUILT_IN)


def test_a_text_that_is_no_yaml_has_its_problem() -> None:
    """The form does not guess what was meant."""
    with pytest.raises(RoleProblems, match="bad-yaml"):
        filled("name: [x", BUILT_IN)
