"""
The roles of one place, to be listed, made, changed, copied and deleted.

A place is a project's `.proctor/roles`, or the home's; both ways of writing roles are known,
a file for each and an `index.yaml`. Each change is one step under a lock, is kept in the
history, keeps comments, and is refused where a role would not load or somebody uses it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from proctor.errors import NotFound, TooLate, UsageError
from proctor.nodes import visible
from proctor.roles.deleting import replacement, users
from proctor.roles.file_changes import ROLES, Place, after, check, locked_parts, put
from proctor.roles.files import Tree
from proctor.roles.further_out import not_here
from proctor.roles.history import History, Kept, Version, What, now_text
from proctor.roles.new_role import file_for_new, refuse_taken, text_of_new
from proctor.roles.role_place import Files, Moment
from proctor.roles.role_text import Held, held_in, is_index, put_role, replaced_in
from proctor.roles.stored_role import (
    OWN_KEYS,
    Change,
    StoredRole,
    checked,
    given_id,
    new_id,
    own_text,
    path_of,
    refuse_index,
    refuse_renamed,
    spelled_out,
    stamped,
)
from proctor.roles.told_changes import notes_on
from proctor.roles.trust import FOLDER, make_folder
from proctor.roles.uses import Use, place_tree, uses_of
from proctor.roles.write import cannot_write
from proctor.roles.yaml_edit import with_key

# A method is called `list` here.
Keepings = list[Kept]
__all__ = ["Change", "RoleStore", "StoredRole"]


class RoleStore:
    """The roles of a project, or of the home where no project is given."""

    def __init__(self, home: Path, root: Path | None = None) -> None:
        if root is not None and os.path.realpath(root / FOLDER) == os.path.realpath(home):
            root = None  # its `.proctor` is the home itself
        self.place = Place(home, root)
        self.history = History(home, root)

    def list(self) -> tuple[StoredRole, ...]:
        """Return every role of this place, also those that do not load, sorted by id."""
        held = held_in(self._tree(self._files()))
        return tuple(sorted(map(self._stored, held), key=lambda role: role.id))

    def get(self, role_id: str) -> StoredRole:
        """
        Return a role of this place.

        Raises:
            NotFound: it has none of that id.

        """
        return self._stored(self._held(self._tree(self._files()), role_id))

    def uses(self, role_id: str) -> tuple[Use, ...]:
        """Return everybody who uses a role of this place."""
        return tuple(uses_of(role_id, self._files(), in_project=self.place.in_project))

    def create(
        self,
        name: str,
        fields: Mapping[str, Any] | None = None,
        *,
        by: str,
        role_id: str | None = None,
        text: str = "",
    ) -> Change:
        """
        Make a role; its id is the slug of its name, and stays.

        Args:
            name: its display name.
            fields: its other keys, as in a role file.
            by: who makes it.
            role_id: its id, taken as it is, where that shall not be the slug of its name.
            text: a text to begin with, such as a role file with comments.

        Raises:
            UsageError: the name gives no id, the id is none or taken, or a key cannot be set.
            RoleProblems: such a role would not load.

        """
        role_id = new_id(name) if role_id is None else given_id(role_id)
        more = {key: value for key, value in checked(fields or {}).items() if value is not None}
        self._make_folder()
        with self._locked() as (files, folders):
            tree = self._tree(files)
            others = held_in(tree)
            refuse_taken(role_id, [held.id for held in others])
            file = self._file_for_new(tree, role_id)
            new = text_of_new(
                text, name=name, file=file, role_id=role_id, others=others, fields=more
            )
            return self._commit(files, folders, {role_id: (file, new)}, What.CREATED, by)

    def update(
        self, role_id: str, changes: Mapping[str, Any], *, by: str, expected: str | None = None
    ) -> Change:
        """
        Change keys of a role; None clears one. The id stays, whatever the name becomes.

        Args:
            role_id: the role.
            changes: the keys; a key of a map inside is `permissions.otherwise`. The role's own
                id may be among them.
            by: who changes it.
            expected: the revision that was seen; nothing is written if it is another by now.

        Raises:
            NotFound: this place has no such role.
            TooLate: it is not any more what was seen.
            RoleProblems: the role would not load.

        """
        # A role that is sent back as it was read names its id.
        wanted = checked({k: v for k, v in changes.items() if (k, v) != ("id", role_id)})

        def edited(held: Held, files: Files) -> str:
            text = held.text
            if not (files.in_project and files.in_project.read_as_before):
                text = spelled_out(text, held.name, Moment(files).config().catalogue)
            for key, value in wanted.items():
                text = with_key(text, held.name, path_of(key, held.fields), value)
            return text

        return self._edit(role_id, edited, by=by, expected=expected)

    def write(self, role_id: str, text: str, *, by: str, expected: str | None = None) -> Change:
        """
        Give a role another text, as one does in an editor.

        Raises:
            NotFound, TooLate, RoleProblems: as for `update`.
            UsageError: the text is of another id.

        """

        def own(held: Held, _: Files) -> str:
            return own_text(text, held.name, role_id)

        return self._edit(role_id, own, by=by, expected=expected)

    def restore(self, role_id: str, number: int, *, by: str, expected: str | None = None) -> Change:
        """
        Bring back an earlier version of a role, also of one that was deleted: a new version.

        Args:
            role_id: the role.
            number: the version.
            by: who brings it back.
            expected: the revision that was seen, empty for no role at all; nothing is written
                if it is another by now.

        Raises:
            NotFound: there is no such version.
            TooLate: it is not any more what was seen.
            RoleProblems: the role would not load any more.

        """
        version = self.history.version(role_id, number)
        text = version.text
        if text is None:
            raise NotFound(f"version {number} of `{visible(role_id)}` has no text")
        self._make_folder()
        with self._locked() as (files, folders):
            tree = self._tree(files)
            held = next((h for h in held_in(tree) if h.id == role_id), None)
            if held:
                self._refuse_changed(held, expected)
            elif expected:
                message = f"the role `{visible(role_id)}` was deleted since it was read"
                raise TooLate(message, help="look at it again; nothing was written")
            file = held.name if held else self._file_of_version(tree, version)
            new = stamped(text, file)
            put_in = {role_id: (file, new)}
            return self._commit(files, folders, put_in, What.RESTORED, by, f"version {number}")

    def delete(
        self,
        role_id: str,
        *,
        by: str,
        replace_with: str | None = None,
        also: Sequence[Use] = (),
        expected: str | None = None,
    ) -> Change:
        """
        Delete a role that nobody uses; or move those that do to another, all or nothing.

        Args:
            role_id: the role.
            by: who deletes it.
            replace_with: the role that those who use it get instead.
            also: who else uses it, of whom the files of roles do not tell.
            expected: the revision that was seen; nothing is done if it is another by now.

        Raises:
            NotFound: this place has no such role, or there is none to take its place.
            TooLate: it is not any more what was seen.
            UsageError: somebody uses it, or cannot be moved; the message names them.
            RoleProblems: another role would not load.

        """
        with self._locked(templates=replace_with is not None) as (files, folders):
            held = self._held(self._tree(files), role_id)
            self._refuse_changed(held, expected)
            found = users(role_id, files, self.place, replace_with, also)
            texts, templates = replacement(found, files, self.place, role_id, replace_with)
            roles = {role_id: (held.name, None), **texts}
            note = f"replaced by {replace_with}" if replace_with and found else ""
            # The default role of the same id would come back in its place.
            hidden = [one for one in replaced_in(self._tree(files)) if one.id == role_id]
            more = {**templates, **self._without(files, hidden)}
            change = self._commit(files, folders, roles, What.DELETED, by, note, more)
            return replace(change, moved=tuple(found))

    def copy(self, role_id: str, name: str, *, by: str, text: str | None = None) -> Change:
        """
        Make a role of the text of another, comments and all, under a name of its own.

        Args:
            role_id: the role of this place to copy.
            name: the display name of the new one.
            by: who copies it.
            text: its text, where it is of another place.

        Raises:
            NotFound: this place has no such role.
            UsageError, RoleProblems: as for `create`.

        """
        start = self.get(role_id).text if text is None else text
        for key in OWN_KEYS:
            start = with_key(start, f"the role `{visible(role_id)}`", (key,), None)
        return self.create(name, by=by, text=start)

    def _edit(
        self, role_id: str, edited: Callable[[Held, Files], str], *, by: str, expected: str | None
    ) -> Change:
        """Write another text of a role, with the time of the change in it."""
        with self._locked() as (files, folders):
            held = self._held(self._tree(files), role_id)
            self._refuse_changed(held, expected)
            new = edited(held, files)
            if new == held.text:
                path = self.place.folder / held.name
                return Change(role_id, What.UPDATED, 0, path, None, self._stored(held))
            new = stamped(new, held.name)
            return self._commit(files, folders, {role_id: (held.name, new)}, What.UPDATED, by)

    def _commit(  # noqa: PLR0913, PLR0917 - one step of several files
        self,
        files: Files,
        folders: Mapping[str, int],
        roles: Mapping[str, tuple[str, str | None]],
        what: What,
        by: str,
        note: str = "",
        others: Mapping[str, bytes] | None = None,
    ) -> Change:
        """Check, keep and write: the first role is the one that this is about."""
        if not by.strip():
            raise UsageError("a change by nobody is none", help="say who makes it")
        tree = self._tree(files)
        before = {held.id: held.text for held in held_in(tree)}
        changes: dict[str, bytes | None] = dict(others or {})
        for role_id, (file, text) in roles.items():
            data = changes.get(file, tree.files.get(file))
            changes[file] = put_role(data, file, role_id, text)
        touched = [role_id for role_id, (_, text) in roles.items() if text is not None]
        then = after(files, changes, in_project=self.place.in_project)
        now_held = {held.id: held for held in held_in(self._tree(then))}
        first, (_, first_text) = next(iter(roles.items()))
        made, gone = (first, "") if first_text is not None else ("", first)
        refuse_renamed(set(before), set(now_held), made, gone)
        shelf = check(files, then, touched)
        was = next((held for held in held_in(tree) if held.id == first), None)
        notes = notes_on(was, now_held.get(first), (Moment(files), shelf), self.place)
        kept: Keepings = []
        try:
            for role_id, (file, text) in roles.items():
                said = {"role": role_id, "by": by, "at": now_text(), "file": file}
                said["what"] = what if role_id == first else What.REPLACED
                said["note"] = note if role_id == first else f"its parent {first} was {note}"
                texts = {"before": before.get(role_id), "after": text and now_held[role_id].text}
                kept.append(self.history.keep({**said, **texts}))
            # What an old version says, nobody has looked at now: it may have come by a pull.
            seen = what is not What.RESTORED
            trusted = put(self.place, files, changes, touched, folders, seen=seen)
        except BaseException:
            for each in kept:
                each.forget()
            raise
        main, (file, text) = next(iter(roles.items()))
        stored = self._stored(now_held[main]) if text is not None else None
        number = self.history.numbers(main)[-1]
        path = self.place.folder / file
        return Change(main, what, number, path, trusted, stored, notes=notes)

    def _without(self, files: Files, gone: Sequence[Held]) -> dict[str, bytes]:
        """Return the files of roles as they are without some of an index."""
        tree = self._tree(files)
        texts = {
            held.name: put_role(tree.files[held.name], held.name, held.id, None) for held in gone
        }
        return {name: data for name, data in texts.items() if data is not None}

    def _stored(self, held: Held) -> StoredRole:
        """Return a role as others see it."""
        return StoredRole(held.id, self.place.folder / held.name, held.text, held.fields)

    def _held(self, tree: Tree, role_id: str) -> Held:
        """Return a role of this place, and the file that it is in."""
        found = [held for held in held_in(tree) if held.id == role_id]
        if len(found) > 1:
            files = " and ".join(visible(held.name) for held in found)
            message = f"the role `{visible(role_id)}` is in {files}"
            raise UsageError(message, help="take one of them out by hand")
        if not found:
            raise not_here(role_id, [held.id for held in held_in(tree)], self.place)
        return found[0]

    def _refuse_changed(self, held: Held, expected: str | None) -> None:
        """Refuse a role that is not any more what somebody has seen."""
        if expected is not None and self._stored(held).revision != expected:
            message = f"the role `{visible(held.id)}` has changed since it was read"
            raise TooLate(message, help="look at it again; nothing was written")

    def _file_for_new(self, tree: Tree, role_id: str) -> str:
        """Return the file for a new role, where nothing is in its way."""
        file = file_for_new(role_id, tree.files)
        if is_index(file) and file in tree.files:
            return file
        refuse_index(role_id)
        if file in tree.files or os.path.lexists(self.place.folder / file):
            raise UsageError(f"{self.place.folder / file} is already there")
        return file

    def _file_of_version(self, tree: Tree, version: Version) -> str:
        """Return the file for a role that was deleted: where it was, if that can be."""
        if is_index(version.file) and version.file in tree.files:
            return version.file
        return self._file_for_new(tree, version.role)

    def _make_folder(self) -> None:
        """Make the folder of the roles, where there is none."""
        folder = self.place.folder
        try:
            for place in (folder, folder / ROLES.rstrip("/")):
                if self.place.in_project and place.is_symlink():
                    message = f"{place} is a link"
                    raise UsageError(message, help="nothing is written through a link")
                if not os.path.lexists(place):
                    make_folder(place) if self.place.root is None else place.mkdir()
        except OSError as error:
            raise cannot_write(folder, error) from error

    def _files(self) -> Files:
        """Read the files as they are now."""
        return Files.read(self.place.home, self.place.root)

    def _tree(self, files: Files) -> Tree:
        """Return the files of this place."""
        return place_tree(files, in_project=self.place.in_project)

    @contextmanager
    def _locked(self, *, templates: bool = False) -> Iterator[tuple[Files, dict[str, int]]]:
        """Keep other writers out, and read the files."""
        try:
            with locked_parts(self.place, templates=templates) as folders:
                files = self._files()
                yield files, folders
        except FileNotFoundError:
            raise NotFound(f"there are no roles in {self.place.folder}") from None
        except OSError as error:
            raise cannot_write(self.place.folder / ROLES.rstrip("/"), error) from error
