"""A template as a form: what was filled in, stages moved about, problems by stage, differences."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any, NamedTuple

from proctor.documents import read_document
from proctor.errors import Problem, UsageError
from proctor.nodes import Mapping as MapNode
from proctor.nodes import Sequence as ListNode
from proctor.server.web.forms import Form
from proctor.workflows.read import MOST_STAGES, STAGE_TYPES
from proctor.workflows.template import GateKind
from proctor.workflows.template_text import STAGES, StageFields, TemplateFields

# What the form has once, and what it has for every stage.
ONCE = (
    "project", "id", "expected", "source", "do", "reviewed", "displayName", "description",
    "version",
)  # fmt: skip
EACH = (
    "was", "name", "type", "role", "prompt", "gate", "gate_prompt", "commands", "timeout",
)  # fmt: skip
NEW = "new"
LARGEST = 2 << 20
TYPES = (("", "not said"), *((word, word) for word in STAGE_TYPES))
GATES = (
    (GateKind.HUMAN_APPROVAL.value, "a person says yes"),
    (GateKind.AUTO.value, "opens by itself"),
    (GateKind.VERIFICATION.value, "commands succeed"),
)
# What one can do to the stages.
ADD, REMOVE, UP, DOWN = "add", "remove", "up", "down"
CONTEXT = 3
SIGNS = {"+": "added", "-": "removed", "@": "place"}


class Draft(NamedTuple):
    """
    What somebody has filled in.

    `expected` is the revision of the file that it began with; empty for a new template, of which
    `source` may be the one that it was copied from.
    """

    project: str
    id: str
    expected: str
    source: str
    fields: TemplateFields
    reviewed: str = ""

    @property
    def is_new(self) -> bool:
        """Say whether there is no file of it yet."""
        return not self.expected


def read_draft(form: Form) -> Draft:
    """
    Read what was filled in.

    Raises:
        UsageError: the fields of some stages are missing, or there are too many.

    """
    columns = [form.texts(name) for name in EACH]
    if len({len(column) for column in columns}) > 1:
        raise UsageError("each stage has all of its fields", help="load the page again")
    if len(columns[0]) > MOST_STAGES:
        raise UsageError(f"a template has at most {MOST_STAGES} stages")
    stages = tuple(StageFields(place_of(was), *texts) for was, *texts in zip(*columns, strict=True))
    once = (form.text("displayName"), form.text("description"), form.text("version"))
    return Draft(
        form.text("project"),
        form.text("id").strip(),
        form.text("expected"),
        form.text("source"),
        TemplateFields(*once, stages=stages),
        form.text("reviewed"),
    )


def place_of(was: str) -> int | None:
    """
    Return the place of a stage in its file; None for a new one.

    Raises:
        UsageError: it is none.

    """
    if was == NEW:
        return None
    if not (was.isascii() and was.isdigit() and len(was) < len("1000")):
        raise UsageError("a stage has a place in its file, or is new")
    return int(was)


def moved(stages: Sequence[StageFields], what: str) -> tuple[StageFields, ...]:
    """
    Return stages after somebody has added one, or moved or removed one by its number.

    Raises:
        UsageError: that cannot be done.

    """
    word, _, said = what.partition("-")
    found = list(stages)
    if word == ADD and not said:
        if len(found) >= MOST_STAGES:
            raise UsageError(f"a template has at most {MOST_STAGES} stages")
        return (*found, StageFields())
    number = int(said) if said.isascii() and said.isdigit() and len(said) < len("1000") else -1
    if not 0 <= number < len(found) or word not in (REMOVE, UP, DOWN):
        raise UsageError("there is no such stage to be moved or removed")
    taken = found.pop(number)
    if word != REMOVE:
        found.insert(max(number - 1, 0) if word == UP else number + 1, taken)
    return tuple(found)


def problem_rows(problems: Sequence[Problem], text: str) -> list[dict[str, Any]]:
    """Return problems as they are shown: with the stage that they are in, errors first."""
    starts = stage_lines(text)
    rows = [
        {
            "stage": sum(start <= problem.place.line for start in starts),
            "line": problem.place.line,
            "column": problem.place.column,
            "code": problem.code,
            "message": problem.message,
            "help": problem.help or "",
            "warning": problem.warning,
            "text": problem.line_text or "",
            "caret": " " * (problem.place.column - 1) + "^" * max(1, min(problem.length, 200)),
        }
        for problem in problems
    ]
    return sorted(rows, key=lambda row: (row["warning"], row["line"]))


def stage_lines(text: str) -> list[int]:
    """Return the line in which each stage of a text begins."""
    root = read_document(text.encode(errors="replace"), "").root
    stages = root.get(STAGES) if isinstance(root, MapNode) else None
    return [item.line for item in stages.items] if isinstance(stages, ListNode) else []


def difference(before: str, now: str, file: str) -> list[dict[str, str]]:
    """Return how two texts differ, a line each, with what it means."""
    lines = difflib.unified_diff(
        before.splitlines(), now.splitlines(), file, file, n=CONTEXT, lineterm=""
    )
    rows = list(lines)[2:]
    return [{"text": line, "what": SIGNS.get(line[:1], "same")} for line in rows]
