"""What requests about roles say, and what is answered: the shapes of `/api/roles`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, Field, ValidationError

from proctor.errors import UsageError
from proctor.roles.history import Version
from proctor.roles.key_changes import key_changes
from proctor.roles.store import Change
from proctor.roles.uses import Use
from proctor.server.bodies import read_body, read_object
from proctor.server.description import json_of
from proctor.server.problems import one_problem
from proctor.server.role_board import RoleRow
from proctor.server.role_rehearsal import Rehearsal
from proctor.server.wanted import Strict
from proctor.terms.unseen import is_whole

LARGEST = 4 << 20
LONGEST_NAME, LONGEST_TEXT = 200, 512 * 1024
DEEPEST = 30
Body = TypeVar("Body", bound=BaseModel)
Words = Annotated[str, Field(max_length=LONGEST_TEXT)]
ToolIds = Annotated[list[str] | None, Field(description="null: all tools; []: none.")]
Keys = Annotated[
    dict[str, Any],
    Field(description="Other keys of a role file, as in docs/roles.md; null takes one away."),
]


class NewRole(Strict):
    """A role that shall be made; its id is the slug of its name if not given."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    id: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    description: Words | None = None
    toolIds: ToolIds = None  # noqa: N815 - the seed's word
    fields: Keys = Field(default_factory=dict)


class RoleChanges(Strict):
    """
    What is to be different; what is not named stays. `text` is the whole role instead.

    `id` may be named, as that of the role itself.
    """

    id: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)] | None = None
    description: Words | None = None
    toolIds: ToolIds = None  # noqa: N815 - the seed's word
    fields: Keys = Field(default_factory=dict)
    text: Words | None = None

    def keys(self, role_id: str) -> dict[str, Any]:
        """Return the keys of a role file that are to change; its own id is none of them."""
        said = {
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "tools": self.toolIds,
        }
        named = {"tools" if name == "toolIds" else name for name in self.model_fields_set}
        keys = {**self.fields, **{key: value for key, value in said.items() if key in named}}
        return {key: value for key, value in keys.items() if (key, value) != ("id", role_id)}


class Copying(Strict):
    """The name of a copy, and the project that it is for; the home if not given."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    into: str = ""


class Restoring(Strict):
    """Which version shall come back."""

    number: Annotated[int, Field(ge=1, le=10**9)]


class Draft(Strict):
    """The text of a role that is being written."""

    text: Words


class Rehearsing(Draft):
    """A text, and whose calls it is tried on: those of this role, or with "" of all."""

    of: str | None = None


class UseAnswer(BaseModel):
    """Somebody who uses a role."""

    kind: str
    name: str
    where: str


class ProblemAnswer(BaseModel):
    """What is wrong in a file."""

    file: str
    line: int
    column: int
    code: str
    message: str
    help: str | None
    warning: bool
    line_text: str | None
    length: int


class RoleAnswer(BaseModel):
    """
    A role in a list; `revision` is also its ETag, and null for a built-in one.

    `toolIds` are those that it lists, `toolCount` of how many the rules let some call pass.
    """

    id: str
    name: str
    description: str
    toolIds: list[str] | None  # noqa: N815 - the seed's word
    toolCount: int  # noqa: N815 - as its neighbours
    createdAt: str | None  # noqa: N815 - the seed's word
    updatedAt: str | None  # noqa: N815 - the seed's word
    origin: str
    trust: str | None
    file: str | None
    revision: str | None
    loads: bool
    problems: list[ProblemAnswer]
    usedBy: list[UseAnswer]  # noqa: N815 - as its neighbours


class WholeRoleAnswer(RoleAnswer):
    """A role with its own text; parents and profile are not merged into `fields`."""

    text: str | None
    fields: dict[str, Any] | None


class ChangeAnswer(BaseModel):
    """What was done: `version` is 0 where nothing was different."""

    id: str
    what: str
    version: int
    file: str | None
    trusted: bool | None
    revision: str | None
    moved: list[UseAnswer]
    notes: list[str]


class ChangedRoleAnswer(ChangeAnswer, WholeRoleAnswer):
    """What was done, and the role as it now is."""


class VersionAnswer(BaseModel):
    """One change of a role, as it is kept."""

    number: int
    what: str
    by: str
    at: str
    note: str
    keys: str


class WholeVersionAnswer(VersionAnswer):
    """A change with the whole text before and after it; null where there was no such role."""

    before: str | None
    after: str | None


class CheckAnswer(BaseModel):
    """What would be wrong with a role, and what one may not have meant by it."""

    ok: bool
    problems: list[ProblemAnswer]
    notes: list[str]
    offered: list[str]


class MoveAnswer(BaseModel):
    """How many calls would be decided otherwise in one way."""

    old: str
    new: str
    number: int


class ChangedAnswer(BaseModel):
    """A call that would be decided otherwise; `n` is the number of its record."""

    n: int
    timestamp: str
    agent: str
    action: str
    recorded: str
    old: str
    new: str
    why: str


class RehearsalAnswer(BaseModel):
    """How far a rehearsal is, and what it found."""

    rehearsal: str
    done: bool
    looked: int
    same: int
    lacking: int
    ended: str
    moves: list[MoveAnswer]
    changed: list[ChangedAnswer]


def described_body(model: type[BaseModel]) -> dict[str, Any]:
    """Return how a body is described."""
    return {"requestBody": {"required": True, **json_of(model.model_json_schema())}}


async def read_model(request: Request, model: type[Body]) -> Body:
    """
    Read a body of a shape, strictly.

    Raises:
        TooLarge: it is.
        UsageError: it is no such thing.

    """
    data = read_object(await read_body(request, LARGEST))
    refuse_odd(data, DEEPEST)
    try:
        return model.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        part = ".".join(map(str, first["loc"]))[:LONGEST_NAME]
        raise UsageError(f"`{part}`: {first['msg'].lower()}" if part else first["msg"]) from None


def refuse_odd(value: object, deeper: int) -> None:
    """
    Refuse what no role file can hold: halves of characters, a long text, lists in lists in lists.

    Raises:
        UsageError: there are such.

    """
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise UsageError(f"a text has at most {LONGEST_TEXT // 1024} KiB")
    if isinstance(value, str) and not is_whole(value):
        raise UsageError("a text has half of a character in it")
    if isinstance(value, dict | list) and not deeper:
        raise UsageError("the body is too deep")
    if isinstance(value, dict):
        for name, inner in value.items():
            refuse_odd(name, deeper)
            refuse_odd(inner, deeper - 1)
    if isinstance(value, list):
        for inner in value:
            refuse_odd(inner, deeper - 1)


def role_json(row: RoleRow) -> dict[str, Any]:
    """Return a role as a line of the list."""
    role, stored = row.role, row.stored
    tools = role.tools if role else stored.tools if stored else None
    fields: Mapping[str, Any] = stored.fields if stored else {}
    return {
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "toolIds": None if tools is None else list(tools),
        "toolCount": row.tools,
        "createdAt": text_or_none(fields.get("createdAt")),
        "updatedAt": text_or_none(fields.get("updatedAt")),
        "origin": row.origin,
        "trust": row.trust or None,
        "file": str(stored.path) if stored else None,
        "revision": stored.revision if stored else None,
        "loads": row.loads,
        "problems": [one_problem(problem) for problem in row.problems],
        "usedBy": [use_json(use) for use in row.uses],
    }


def whole_json(row: RoleRow) -> dict[str, Any]:
    """Return a role with its text."""
    stored = row.stored
    return {
        **role_json(row),
        "text": stored.text if stored else None,
        "fields": dict(stored.fields) if stored else None,
    }


def text_or_none(value: object) -> str | None:
    """Return a text; whatever else stands there is told as one."""
    return None if value is None else str(value)


def use_json(use: Use) -> dict[str, str]:
    """Return somebody who uses a role."""
    return {"kind": use.kind, "name": use.name, "where": use.where}


def change_json(change: Change) -> dict[str, Any]:
    """Return what was done."""
    return {
        "id": change.role_id,
        "what": change.what.value,
        "version": change.number,
        "file": str(change.path),
        "trusted": change.trusted,
        "revision": change.role.revision if change.role else None,
        "moved": [use_json(use) for use in change.moved],
        "notes": list(change.notes),
    }


def version_json(version: Version, *, whole: bool = False) -> dict[str, Any]:
    """Return a change as it is kept."""
    told = {
        "number": version.number,
        "what": version.what.value,
        "by": version.by,
        "at": version.at,
        "note": version.note,
        "keys": key_changes(version),
    }
    return {**told, "before": version.before, "after": version.after} if whole else told


def rehearsal_json(number: str, found: Rehearsal) -> dict[str, Any]:
    """Return how far a rehearsal is."""
    return {
        "rehearsal": number,
        "done": found.done,
        "looked": found.looked,
        "same": found.same,
        "lacking": found.lacking,
        "ended": found.ended,
        "moves": [{"old": old, "new": new, "number": many} for old, new, many in found.moves],
        "changed": [
            {name: getattr(one, name) for name in ChangedAnswer.model_fields}
            for one in found.changed
        ],
    }
