"""The lines of the files in which rules are written, for whoever points at one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from proctor.config import home_tree, shown_home
from proctor.documents import LINE_BREAK
from proctor.nodes import Source, shown_line
from proctor.roles.trust import project_files, shown_file
from proctor.terms.place import Place

# By the file's name and by the note of its places: a trusted copy can differ from the file.
Texts = Mapping[tuple[str, str], bytes]


def texts_here(home: Path, root: Path | None) -> Texts:
    """Return the files of the home and of the project, by the names that places have."""
    name = shown_home(home)
    texts = {(shown_file(file, name), ""): data for file, data in home_tree(home).files.items()}
    if root is None:
        return texts
    project = project_files(root, home)
    for file, data in (project.trusted.files if project.trusted else {}).items():
        texts[shown_file(file), project.note(file)] = data
    return texts | {(shown_file(file), ""): data for file, data in project.now.files.items()}


def line_at(place: Place, texts: Texts) -> str | None:
    """Return the line of a place as a terminal may show it, if its file is among these."""
    data = texts.get((place.file, place.note))
    if data is None:
        return None
    text = data.decode(errors="replace").removeprefix("\ufeff")
    return shown_line(Source(place.file, tuple(LINE_BREAK.split(text))), place.line, place.column)
