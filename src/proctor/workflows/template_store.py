"""
The workflow templates of one place, to be read, checked, made and changed.

A place is a project's `.proctor/workflow-templates`, or the home's. A change is one step under a
lock, and is refused where the template would be none, or the file is not what was seen. A project
that was trusted, and unchanged since, is trusted with the change in the same act.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from proctor.config import shown_home
from proctor.errors import NotFound, Problem, TemplateProblems, TooLate, UsageError
from proctor.nodes import visible
from proctor.roles.file_changes import PATIENCE, Place, put
from proctor.roles.files import SUFFIXES
from proctor.roles.find import RoleShelf
from proctor.roles.read import ID, stem
from proctor.roles.role_place import Files
from proctor.roles.trust import FOLDER as PROJECT_FOLDER
from proctor.roles.trust import make_folder, shown_file
from proctor.roles.uses import TEMPLATES, place_tree
from proctor.roles.write import cannot_write, locked_folder
from proctor.workflows.check import denied
from proctor.workflows.read import NO_ROLE, TemplateFile, read_template

LONGEST_REVISION = 32
GONE = "{file} is not there any more"
CHANGED = "{file} has changed since it was read"
LOOK_AGAIN = "look at it again; nothing was written"


@dataclass(frozen=True, slots=True)
class StoredTemplate:
    """A template as its own file has it; `revision` names exactly this text."""

    id: str
    file: str
    text: str

    @property
    def revision(self) -> str:
        """Return a name for exactly this text."""
        return revision_of(self.text)


@dataclass(frozen=True, slots=True)
class Saved:
    """
    What was written.

    `trusted` says whether the project is trusted as it now is; None for the home. `warnings` are
    what one may not have meant.
    """

    template: StoredTemplate
    trusted: bool | None
    warnings: tuple[Problem, ...] = ()


class TemplateStore:
    """The templates of a project, or of the home where no project is given."""

    def __init__(self, home: Path, root: Path | None = None) -> None:
        if root is not None and os.path.realpath(root / PROJECT_FOLDER) == os.path.realpath(home):
            root = None  # its `.proctor` is the home itself
        self.place = Place(home, root)

    def get(self, name: str) -> StoredTemplate:
        """
        Return a template of this place, whatever is wrong with it.

        Raises:
            NotFound: it has none of that name.
            UsageError: two files have it.
            TemplateProblems: it is no text.

        """
        return self._stored(self._files(), name)

    def check(self, name: str, text: str) -> tuple[Problem, ...]:
        """
        Return all that is wrong in a text, errors and warnings, as `workflow check` does.

        Raises:
            UsageError: no file can have such a text.

        """
        read = self._read(name, text)
        return (*map(self._mild, read.problems), *self._shut(read))

    def create(self, name: str, text: str) -> Saved:
        """
        Write a new template.

        Raises:
            UsageError: that is no name, or there is such a template.
            TemplateProblems: it would be none.

        """
        if not ID.fullmatch(name):
            hint = "letters, digits and . _ : -, at most 64, the first a letter or digit"
            raise UsageError(f"`{visible(name)}` cannot be the id of a template", help=hint)
        self._make_folder()
        with self._locked() as folder:
            files = self._files()
            taken = [n for n in self._names(files) if stem(n).lower() == name.lower()]
            if taken or os.path.lexists(self.place.folder / f"{TEMPLATES}{name}.yaml"):
                raise UsageError(f"there is a template `{name}` already", help="take another name")
            return self._put(files, f"{TEMPLATES}{name}.yaml", text, folder)

    def write(self, name: str, text: str, *, expected: str) -> Saved:
        """
        Give a template another text.

        Args:
            name: the template.
            text: all of its file.
            expected: the revision that was seen; nothing is written if it is another by now.

        Raises:
            NotFound: this place has no such template.
            TooLate: it is not any more what was seen.
            TemplateProblems: it would be none.

        """
        with self._locked() as folder:
            files = self._files()
            try:
                now = self._stored(files, name)
            except NotFound as error:
                raise TooLate(GONE.format(file=name), help=LOOK_AGAIN) from error
            if now.revision != expected:
                raise TooLate(CHANGED.format(file=now.file), help=LOOK_AGAIN)
            return self._put(files, self._name(files, name), text, folder)

    def _put(self, files: Files, name: str, text: str, folder: int) -> Saved:
        """Check and write."""
        problems = self.check(stem(name), text)
        errors = [problem for problem in problems if not problem.warning]
        if errors:
            raise TemplateProblems(errors)
        trusted = put(self.place, files, {name: encoded(text)}, (), {TEMPLATES: folder})
        stored = StoredTemplate(stem(name), self.shown(name), text)
        return Saved(stored, trusted, tuple(problem for problem in problems if problem.warning))

    def shown(self, name: str) -> str:
        """Name a file as people see it."""
        return (
            shown_file(name) if self.place.in_project else f"{shown_home(self.place.home)}/{name}"
        )

    def _read(self, name: str, text: str) -> TemplateFile:
        """Read a text as a template of this place."""
        roles = RoleShelf(self.place.home, self.place.root).names()
        file = self.shown(f"{TEMPLATES}{name}.yaml")
        return read_template(encoded(text), file, roles=roles)

    def _mild(self, problem: Problem) -> Problem:
        """Return a problem; a role that the home has not may be one of a project's."""
        away = problem.code == NO_ROLE and not self.place.in_project
        return problem._replace(warning=True) if away else problem

    def _shut(self, read: TemplateFile) -> Iterator[Problem]:
        """Return a warning for each command of a gate that the role of its stage is denied."""
        for written in read.commands if read.template is not None else ():
            if denied(written.role, written.node.text, self.place.root, self.place.home):
                yield written.node.problem(
                    "denied-command",
                    f"the role `{written.role}` may not run this, so the gate of stage "
                    f"`{written.stage}` never opens",
                    help="allow it in the role, or give the stage another role",
                    warning=True,
                )

    # Files

    def _files(self) -> Files:
        """Read the files as they are now."""
        return Files.read(self.place.home, self.place.root)

    def _names(self, files: Files) -> list[str]:
        """Return the files of the templates of this place."""
        tree = place_tree(files, in_project=self.place.in_project)
        names = [name for name in tree.files if name.startswith(TEMPLATES)]
        return [name for name in names if name.count("/") == 1 and name.endswith(SUFFIXES)]

    def _name(self, files: Files, name: str) -> str:
        """
        Return the file of a template.

        Raises:
            NotFound: there is none.
            UsageError: there are two.

        """
        found = [file for file in self._names(files) if stem(file) == name]
        if not found:
            raise NotFound(f"there is no template `{visible(name)}` in {self.shown(TEMPLATES)}")
        if len(found) > 1:
            both = " and ".join(map(self.shown, found))
            raise UsageError(f"`{visible(name)}` is in {both}", help="keep one of the two files")
        return found[0]

    def _stored(self, files: Files, name: str) -> StoredTemplate:
        """Return a template with the text of its file."""
        file = self._name(files, name)
        data = place_tree(files, in_project=self.place.in_project).files[file]
        try:
            return StoredTemplate(name, self.shown(file), data.decode())
        except UnicodeDecodeError:
            raise TemplateProblems(read_template(data, self.shown(file)).problems) from None

    def _make_folder(self) -> None:
        """Make the folder of the templates, where there is none."""
        folder = self.place.folder
        try:
            for place in (folder, folder / TEMPLATES.rstrip("/")):
                if self.place.in_project and place.is_symlink():
                    raise UsageError(f"{place} is a link", help="nothing is written through a link")
                if not os.path.lexists(place):
                    make_folder(place) if self.place.root is None else place.mkdir()
        except OSError as error:
            raise cannot_write(folder, error) from error

    @contextmanager
    def _locked(self) -> Iterator[int]:
        """Keep other writers out of the folder of the templates."""
        folder = self.place.folder / TEMPLATES.rstrip("/")
        try:
            with locked_folder(folder / "any.yaml", patience=PATIENCE) as descriptor:
                yield descriptor
        except FileNotFoundError:
            raise NotFound(f"there are no templates in {folder}") from None
        except OSError as error:
            raise cannot_write(folder, error) from error


def encoded(text: str) -> bytes:
    """
    Return a text as it is written.

    Raises:
        UsageError: it cannot be.

    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise UsageError("the text has half a character in it: no file can have that") from None


def revision_of(text: str) -> str:
    """Return a name for exactly this text."""
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:LONGEST_REVISION]
