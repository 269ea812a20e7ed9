"""docs/workflows.md says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from proctor.workflows import check, read, task_moves, templates
from proctor.workflows.read import (
    GATE_KEYS,
    GATE_WORDS,
    LONGEST_TIMEOUT,
    MOST_COMMANDS,
    MOST_STAGES,
    STAGE_KEYS,
    STAGE_TYPES,
    TEMPLATE_KEYS,
    read_template,
)
from proctor.workflows.run import RunStatus, TaskStatus
from proctor.workflows.template import DEFAULT_TIMEOUT, GateKind
from proctor.workflows.templates import BUILT_IN_FOLDER
from tests.pages import ROOT, blocks, prose, table, words

PAGE = ROOT / "docs" / "workflows.md"
ROLES = ["researcher", "implementer", "reviewer"]
CODE = re.compile(r'"([a-z]+-[a-z-]+)"')


def keys(*heads: str) -> list[str]:
    """Return the keys that a table of the page has."""
    return [key for row in table(PAGE, *heads) for key in words(row[0])]


def test_the_example_is_a_template() -> None:
    """It reads without a problem, and has a gate of each kind."""
    example = blocks(PAGE, "yaml")[0]

    found = read_template(example.text.encode(), "feature.yaml", roles=ROLES)

    assert found.problems == ()
    assert found.template is not None
    assert {stage.gate.kind for stage in found.template.stages} == set(GateKind)


def test_every_key_is_in_its_table() -> None:
    """No more and no fewer."""
    assert sorted(keys("key", "value")) == sorted([*TEMPLATE_KEYS, *STAGE_KEYS, *GATE_KEYS])


def test_every_word_is_there() -> None:
    """Types of stages and gates, statuses of runs and tasks, and the built-in templates."""
    named = set(words(prose(PAGE)))
    built_in = {file.stem for file in (BUILT_IN_FOLDER / "built_in").glob("*.yaml")}

    assert {*STAGE_TYPES, *GATE_WORDS, *RunStatus, *TaskStatus, *built_in} <= named
    assert keys("gate", "opens when") == [kind.value for kind in GateKind]


def test_the_limits_are_those_of_the_code() -> None:
    """A number that the page gives is the one that counts."""
    text = prose(PAGE)

    assert f"at least one, at most {MOST_STAGES} |" in text
    assert f"at least one, at most {MOST_COMMANDS} |" in text
    assert (LONGEST_TIMEOUT, DEFAULT_TIMEOUT) == (3600, 600)
    assert "at most an hour; `10m` if not given" in text


def test_every_code_of_ours_is_explained() -> None:
    """On this page, or where those of roles are."""
    files = [Path(module.__file__ or "") for module in (read, templates, check, task_moves)]
    said = {code for file in files for code in CODE.findall(file.read_text())}
    explained = {
        word
        for page in (PAGE, ROOT / "docs" / "roles.md")
        for row in table(page, "code", "meaning")
        for word in words(row[0])
    }

    assert said - explained == {"workflow-templates", "built-in"}
