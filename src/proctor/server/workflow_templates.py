"""
Workflow templates as people look at them and change them, of the home or of a known project.

A template is looked up as an agent of that project would find it: the project's own, the home's,
the built-in ones. It is changed where it is written: in the project that is named, else at home.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, NamedTuple

from proctor.errors import FileProblems, NotFound, Problem
from proctor.roles.find import RoleShelf
from proctor.server.known_projects import chosen, projects_of
from proctor.server.office import Office
from proctor.server.stage_tools import found_json, stages_of
from proctor.server.web.changes import note_change
from proctor.workflows.template_store import Saved, StoredTemplate, TemplateStore
from proctor.workflows.templates import (
    BUILT_IN_FOLDER,
    BUILT_IN_PART,
    Found,
    Origin,
    find_template,
    templates,
)


class WholeTemplate(NamedTuple):
    """
    A template in the place that counts for its name, with what its stages give.

    `stored` is its file as it is now, where it can be changed; None for a built-in one.
    """

    found: Found
    stages: list[dict[str, Any]]
    stored: StoredTemplate | None
    text: str


async def root_of(office: Office, project: str) -> Path | None:
    """
    Return the root of a project that is known; None where none is named.

    Raises:
        NotFound: it is not known.

    """
    if not project:
        return None
    return Path(chosen(await projects_of(office), project).root)


async def listed(office: Office, project: str) -> tuple[Found, ...]:
    """
    Return every template that a project can use, or that the home has.

    Raises:
        NotFound: the project is not known.
        FileProblems: a folder cannot be read that may hold any template.

    """
    root = await root_of(office, project)
    return await asyncio.to_thread(templates, root, office.home)


async def whole(office: Office, name: str, project: str) -> WholeTemplate:
    """
    Return one template, whatever is wrong with it.

    Raises:
        NotFound: there is none, or the project is not known.
        FileProblems: a folder cannot be read that may hold any template.

    """
    root = await root_of(office, project)
    return await asyncio.to_thread(look, office.home, root, name)


def look(home: Path, root: Path | None, name: str) -> WholeTemplate:
    """Return one template."""
    found = find_template(root, home, name)
    stored, text = None, ""
    try:
        if found.origin is Origin.BUILT_IN:
            text = built_in_text(name)
        else:
            stored = store_of(found, home, root).get(name)
            text = stored.text
    except (NotFound, FileProblems):
        # What counts was trusted, and is not there any more; or it is no text.
        stored = None
    stages = stages_of(found.template, home, root or home) if found.template else []
    return WholeTemplate(found, stages, stored, text)


def store_of(found: Found, home: Path, root: Path | None) -> TemplateStore:
    """Return the place in which a template is written."""
    return TemplateStore(home, root if found.origin is Origin.PROJECT else None)


def built_in_text(name: str) -> str:
    """Return the text of a template that came with the program; its name was looked up."""
    return (BUILT_IN_FOLDER / BUILT_IN_PART / f"{name}.yaml").read_text(encoding="utf-8")


def whole_json(one: WholeTemplate) -> dict[str, Any]:
    """Return a template as plain values, with its text and what names exactly that."""
    return {
        **found_json(one.found),
        "stages": one.stages,
        "text": one.text,
        "revision": one.stored.revision if one.stored else None,
    }


async def role_names(office: Office, project: str) -> list[str]:
    """Return the roles that a stage can have."""
    root = await root_of(office, project)
    return await asyncio.to_thread(lambda: RoleShelf(office.home, root).names())


async def store_for(office: Office, project: str) -> TemplateStore:
    """
    Return the templates of a project, or of the home.

    Raises:
        NotFound: the project is not known.

    """
    return TemplateStore(office.home, await root_of(office, project))


async def checked(office: Office, name: str, text: str, project: str) -> tuple[Problem, ...]:
    """Return all that is wrong in a text, as a template of a place."""
    store = await store_for(office, project)
    return await asyncio.to_thread(store.check, name, text)


async def saved(  # noqa: PLR0913 - a change has these parts
    office: Office, name: str, text: str, *, project: str, person: str, expected: str | None
) -> Saved:
    """
    Write a template, and keep who did.

    Args:
        office: where it is kept.
        name: the template.
        text: all of its file.
        project: the folder of its project; empty for the home.
        person: who does it.
        expected: the revision that they saw; None for a new one.

    Raises:
        NotFound: there is no such template, or the project is not known.
        TooLate: it is not any more what was seen.
        TemplateProblems: it would be none.
        UsageError: the name is none, or taken.

    """
    store = await store_for(office, project)
    if expected is None:
        done = await asyncio.to_thread(store.create, name, text)
        what = "template-created"
    else:
        done = await asyncio.to_thread(store.write, name, text, expected=expected)
        what = "template-saved"
    await note_change(
        office,
        person,
        what,
        template=name,
        file=done.template.file,
        project=project,
        revision=done.template.revision,
    )
    return done
