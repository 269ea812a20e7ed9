"""What somebody writes in the editor of roles: read from its form, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import Request

from proctor.errors import FileProblems, Problem, ProctorError, UsageError
from proctor.roles.drafting import Drafted, lines_of_rules
from proctor.roles.role_text import plain_of
from proctor.roles.stored_role import StoredRole, given_id, new_id
from proctor.server.role_desk import refuse_long
from proctor.server.role_drafts import RoleDrafts
from proctor.server.web.forms import Form, read_form
from proctor.server.web.roles_form import EFFECTS, LINES, SWITCH, TEXTS, Filled, applied
from proctor.terms.catalogue import Catalogue
from proctor.terms.unseen import is_whole

LARGEST = 8 << 20
AS_FORM, AS_TEXT = "form", "text"
ALL, LISTED = "all", "listed"
TOOL_EFFECT = "effect:"
SEEN = ("expected", "reviewed")
PLAIN = ("opened", "base", "how", "text", "new", "id", "every", "others", "of", *SEEN)
WORDS = (*LINES, *TEXTS, "order", "reviewer")
MANY = ("tool", *EFFECTS)


@dataclass(frozen=True, slots=True)
class Writing:
    """
    The state of an editor.

    `opened` is the text of the file when it was opened, empty for a new role. `base` is what
    the form was made of, and `form` what stands in it now; `text` is the role as it would be.
    `trouble` says why there is none. `rows` are the lines of rules as they stand in the form.
    `reviewed` is the revision of the text whose changes were shown, `expected` that of the file
    that they were shown against.
    """

    id: str
    project: str
    is_new: bool
    opened: str
    base: str
    how: str
    text: str
    form: Filled | None = None
    trouble: str = ""
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    expected: str = ""
    of: str | None = None
    reviewed: str = ""

    @property
    def is_reviewed(self) -> bool:
        """Say whether its author has been shown what exactly this text would change."""
        return self.reviewed == revision_of(self.text)

    @property
    def seen(self) -> str:
        """Return the revision that its author has seen."""
        return "" if self.is_new else revision_of(self.opened)


@dataclass(frozen=True, slots=True)
class Verdict:
    """
    What is wrong with a draft, each problem at its place.

    `at` has those of a line of rules, by list and row of the form. `elsewhere` has the rest.
    """

    writing: Writing
    draft: Drafted | None
    at: Mapping[tuple[str, int], list[Problem]]
    elsewhere: tuple[Problem, ...]
    trouble: str = ""
    help: str = ""

    @property
    def errors(self) -> int:
        """Return how many errors keep it from being saved."""
        found = self.draft.errors if self.draft else ()
        return len(found) + bool(self.trouble)

    @property
    def warnings(self) -> int:
        """Return how many warnings there are."""
        return len(self.draft.warnings) if self.draft else 0


def revision_of(text: str) -> str:
    """Return the name of exactly this text."""
    return StoredRole("", Path(), text, {}).revision


async def read_writing(request: Request, role: str, project: str, known: Catalogue) -> Writing:
    """
    Read the editor's form.

    Raises:
        UsageError: it is not as our page sends it.

    """
    effects = {f"{TOOL_EFFECT}{info.name}" for info in known.tools}
    form = await read_form(request, {*PLAIN, *WORDS, *effects}, LARGEST, many=MANY)
    for name, values in form.fields.items():
        refuse_long(*values)
        if not all(map(is_whole, values)):
            raise UsageError(f"the field `{name}` has half of a character in it")
    return writing_of(form, role, project, known)


def writing_of(form: Form, role: str, project: str, known: Catalogue) -> Writing:
    """Return what somebody is writing."""
    opened, base = unpacked(form.text("opened")), unpacked(form.text("base"))
    is_new, how = form.flag("new"), form.text("how", AS_FORM)
    rows = {effect: form.texts(effect) for effect in EFFECTS}
    said = Filled() if how == AS_TEXT else filled_in(form, known, rows)
    text, trouble = form.text("text"), ""
    if how == AS_TEXT:
        # A browser knows one kind of line end; the file keeps its own.
        text = text.replace("\n", "\r\n") if "\r\n" in opened else text
    else:
        try:
            text = applied(base, said, known)
        except ProctorError as error:
            text, trouble = base, error.message
    if is_new and not trouble:
        role, trouble = id_for_new(form, text)
    return Writing(
        role,
        project,
        is_new,
        opened,
        base,
        how,
        text,
        None if how == AS_TEXT else said,
        trouble,
        rows,
        form.text("expected"),
        form.text("of") if "of" in form else None,
        form.text("reviewed"),
    )


def id_for_new(form: Form, text: str) -> tuple[str, str]:
    """Return the id of a new role, or what is wrong with it or with its name."""
    given = form.text("id")
    try:
        if given:
            return given_id(given), ""
        said = plain_of(text, "the role")
        name = str(said.get("name") or "") if isinstance(said, dict) else ""
        return (new_id(name), "") if name else ("", "a role has a name")
    except FileProblems:
        return "new-role", ""
    except ProctorError as error:
        return "", error.message


def filled_in(form: Form, known: Catalogue, rows: Mapping[str, tuple[str, ...]]) -> Filled:
    """Return what stands in the form."""
    words = {name: form.text(name) for name in WORDS}
    if words["reviewer"] not in SWITCH:
        raise UsageError("the reviewer is on, off, or as its instructions say")
    tools = frozenset(form.texts("tool")) if form.text("every") == LISTED else None
    effects = {}
    for info in known.tools:
        said = form.text(f"{TOOL_EFFECT}{info.name}")
        if said in EFFECTS:
            effects[info.name] = said
    others = tuple(line.strip() for line in form.text("others").split("\n") if line.strip())
    lines = {effect: tuple(row for row in rows[effect] if row.strip()) for effect in EFFECTS}
    return Filled(words, tools, others if tools is not None else (), effects, lines)


async def judged(drafts: RoleDrafts, writing: Writing) -> Verdict:
    """Say what is wrong with a draft."""
    if writing.trouble:
        return Verdict(writing, None, {}, (), writing.trouble)
    try:
        draft = await drafts.look(writing.id, writing.text, writing.project, new=writing.is_new)
    except ProctorError as error:
        return Verdict(writing, None, {}, (), error.message, error.help or "")
    at, elsewhere = placed(writing, draft)
    return Verdict(writing, draft, at, tuple(elsewhere))


def placed(
    writing: Writing, draft: Drafted
) -> tuple[dict[tuple[str, int], list[Problem]], list[Problem]]:
    """Put each problem to the row of the form that it is about; the rest stays apart."""
    lines = lines_of_rules(draft.root)
    entries = entries_of(draft)
    at: dict[tuple[str, int], list[Problem]] = {}
    elsewhere: list[Problem] = []
    # Problems of other files have lines of their own.
    own = draft.file.rsplit("/", 1)[-1]
    for problem in (*draft.errors, *draft.warnings):
        here = problem.place.file.endswith(own) and not problem.place.note
        effect, number = lines.get(problem.place.line, ("", 0)) if here else ("", 0)
        rows = writing.rows.get(effect, ()) if writing.how == AS_FORM else ()
        listed = entries.get(effect, [])
        entry = listed[number] if number < len(listed) else None
        if entry is not None and entry in rows:
            at.setdefault((effect, rows.index(entry)), []).append(problem)
        else:
            elsewhere.append(problem)
    return at, elsewhere


def entries_of(draft: Drafted) -> dict[str, list[Any]]:
    """Return the lists of rules of a draft, as they are written."""
    said = draft.root.plain if draft.root else None
    permissions = said.get("permissions") if isinstance(said, dict) else None
    found = permissions if isinstance(permissions, dict) else {}
    return {
        effect: listed if isinstance(listed := found.get(effect), list) else []
        for effect in EFFECTS
    }


def packed(text: str) -> str:
    """Return a text that a browser gives back as it is, its line ends too."""
    return json.dumps(text)


def unpacked(said: str) -> str:
    """
    Return a text that was packed.

    Raises:
        UsageError: it was not.

    """
    try:
        text = json.loads(said) if said else ""
    except (ValueError, RecursionError):
        raise UsageError("the form is not one of ours") from None
    if not isinstance(text, str) or not is_whole(text):
        raise UsageError("the form is not one of ours")
    return text
