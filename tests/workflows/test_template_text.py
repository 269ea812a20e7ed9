"""A template's text after a form: what was not changed stays to the letter, comments too."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.documents import read_document
from proctor.errors import RoleProblems
from proctor.workflows.read import read_template
from proctor.workflows.template_text import StageFields, TemplateFields, edited, fields_of
from tests.tables import each_row

FILE = "workflow-templates/feature.yaml"
TEXT = """\
# How we build.
name: feature
displayName: A feature   # for people
version: 2
stages:
  # Find out first.
  - name: request
    type: request
    roleId: researcher   # reads only
    prompt: |
      Find out what is wanted.
      Change nothing.
    gate:
      # somebody has to look
      type: human_approval
      prompt: Is it understood?

  # Then build.
  - name: build
    roleId: implementer
    gate: auto
  - name: proof
    roleId: implementer
    initPrompt: Prove it.
    gate:
      type: verification_pass
      commands: [make lint, make test]   # both
      timeout: 5m
# The end.
"""


def with_stage(fields: TemplateFields, number: int, **changes: str) -> TemplateFields:
    """Return a form with one stage filled in otherwise."""
    stages = list(fields.stages)
    stages[number] = stages[number]._replace(**changes)  # type: ignore[arg-type] # texts only
    return fields._replace(stages=tuple(stages))


def test_a_form_shows_what_the_file_says() -> None:
    """Each field has the text of its key, whichever of two names that has."""
    fields = fields_of(TEXT, FILE)

    assert fields[:3] == ("A feature", "", "2")
    assert fields.stages == (
        StageFields(
            0, "request", "request", "researcher", "Find out what is wanted.\nChange nothing.\n",
            "human_approval", "Is it understood?",
        ),
        StageFields(1, "build", "", "implementer", "", "auto"),
        StageFields(
            2, "proof", "", "implementer", "Prove it.", "verification", "",
            "make lint\nmake test", "5m",
        ),
    )  # fmt: skip


def test_a_form_that_is_sent_as_it_came_changes_nothing() -> None:
    """Not one letter: a browser's own ends of lines were made ours before."""
    assert edited(TEXT, FILE, fields_of(TEXT, FILE)) == TEXT


def test_a_changed_key_changes_its_line_alone() -> None:
    """Comments above, behind and inside of the stage stay."""
    fields = with_stage(fields_of(TEXT, FILE), 0, role="reader", gate_prompt="Really?")

    new = edited(TEXT, FILE, fields._replace(display_name="Another", version="3"))

    assert new == (
        TEXT.replace("A feature   # for people", "Another   # for people")
        .replace("version: 2", "version: 3")
        .replace("roleId: researcher   #", "roleId: reader   #")
        .replace("Is it understood?", "Really?")
    )


def test_a_stage_that_is_moved_takes_its_comments_along() -> None:
    """The lines of all stages are the same ones, in another order."""
    fields = fields_of(TEXT, FILE)
    first, second, third = fields.stages

    new = edited(TEXT, FILE, fields._replace(stages=(second, first, third)))

    assert sorted(new.split("\n")) == sorted(TEXT.split("\n"))
    assert "  # Then build.\n  - name: build\n" in new
    assert new.index("# Then build.") < new.index("# Find out first.") < new.index("name: proof")
    assert fields_of(new, FILE).stages == (
        second._replace(was=0),
        first._replace(was=1),
        third,
    )


def test_stages_are_added_and_taken_away() -> None:
    """The others stay as they are."""
    fields = fields_of(TEXT, FILE)
    added = StageFields(None, "look", "review", "reviewer", "Look.\nAt all.", "auto")

    new = edited(TEXT, FILE, fields._replace(stages=(fields.stages[0], added, fields.stages[2])))

    assert "build" not in new.replace("How we build", "")
    assert "      # somebody has to look\n" in new
    assert "[make lint, make test]   # both" in new
    assert [stage.name for stage in fields_of(new, FILE).stages] == ["request", "look", "proof"]
    assert "    prompt: |\n      Look.\n      At all.\n" in new
    assert new.endswith("# The end.\n")


@each_row(
    ("stage", "changes", "gate"),
    [
        (0, {"gate": "auto"}, {"type": "auto"}),
        (1, {"gate": "human_approval"}, "human_approval"),
        (1, {"gate": "verification", "commands": " make \n\n"},
         {"type": "verification", "commands": ["make"]}),
        (2, {"commands": "make"},
         {"type": "verification_pass", "commands": ["make"], "timeout": "5m"}),
        (2, {"timeout": "90"},
         {"type": "verification_pass", "commands": ["make lint", "make test"], "timeout": 90}),
        (2, {"gate": "human_approval", "gate_prompt": "ok?"},
         {"type": "human_approval", "prompt": "ok?"}),
    ],
    ids=["to-auto", "to-a-person", "to-commands", "one-command", "time", "from-commands"],
)  # fmt: skip
def test_a_gate_says_what_belongs_to_its_kind(
    stage: int, changes: dict[str, str], gate: object
) -> None:
    """What was filled in for another kind is not written."""
    new = edited(TEXT, FILE, with_stage(fields_of(TEXT, FILE), stage, **changes))

    assert read_template(new.encode(), FILE).problems == ()
    root = read_document(new.encode(), FILE).root
    said: Any = root.plain if root else {}
    assert said["stages"][stage]["gate"] == gate


HOSTILE = ["- x", "a: b", "#no", "'", '"', "{", "!tag", "&a", "*a", "~", "no", "\t", "%x", "x\ty"]


@each_row("text", HOSTILE, ids=ascii)
def test_whatever_is_filled_in_is_text(text: str) -> None:
    """No field becomes anything else in the file, or breaks it."""
    fields = with_stage(fields_of(TEXT, FILE), 1, prompt=f"x {text}", gate="human_approval")

    new = edited(TEXT, FILE, with_stage(fields, 1, gate_prompt=f"{text} x"))

    [stage] = [stage for stage in fields_of(new, FILE).stages if stage.name == "build"]
    assert (stage.prompt, stage.gate_prompt) == (f"x {text}".rstrip(), f"{text} x")


def test_stages_on_one_line_are_written_anew() -> None:
    """What is not written a stage after the other can be changed too."""
    text = "stages: [{name: a, roleId: r, gate: auto}, {name: b, roleId: r, gate: auto}]\n"
    fields = with_stage(fields_of(text, FILE), 1, name="c")

    new = edited(text, FILE, fields)

    assert [stage.name for stage in fields_of(new, FILE).stages] == ["a", "c"]


def test_of_nothing_a_template_is_made() -> None:
    """A new file has what was filled in, in the usual order of keys."""
    stage = StageFields(None, "plan", "design", "reader", "Plan it.", "auto")

    new = edited("", FILE, TemplateFields("Mine", "For us", "1", (stage,)))

    assert new == (
        "displayName: Mine\ndescription: For us\nversion: 1\nstages:\n  - name: plan\n"
        "    type: design\n    roleId: reader\n    prompt: Plan it.\n    gate: auto\n"
    )


def test_what_is_no_yaml_is_told() -> None:
    """A broken file is not guessed at."""
    with pytest.raises(RoleProblems):
        fields_of("stages: [", FILE)
