"""Which roles a command means, this project's or the home's, and how it tells what it did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Annotated, Any

import typer

from proctor.cli import render
from proctor.cli.options import here
from proctor.documents import read_document
from proctor.errors import FileProblems, ProctorError, UsageError
from proctor.owner.who import make_home
from proctor.roles.read import ID, LINES, TEXTS
from proctor.roles.store import Change, RoleStore
from proctor.roles.trust import FOLDER
from proctor.roles.uses import Use

TEXT_KEYS = (*LINES, *TEXTS, "permission_mode")

PlaceOption = Annotated[
    bool | None,
    typer.Option("--home/--project", help="The role of your home, or of this project."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Another value for a key, `permissions.otherwise=deny`; nothing behind = clears it.",
    ),
]


def person() -> str:
    """Return who calls."""
    from proctor.server.tokens import local_person  # noqa: PLC0415 - slow to load

    return local_person()


def store_for_new(in_home: bool | None) -> RoleStore:
    """Return where a new role goes: this project if it has .proctor/, else the home."""
    home, root = here()
    if in_home is None:
        in_home = not (root / FOLDER).is_dir()
    make_home(home)
    return RoleStore(home, None if in_home else root)


def store_of(name: str, in_home: bool | None) -> RoleStore:
    """Return the place that has a role, or had it: the project's before the home's."""
    home, root = here()
    if in_home is not None:
        return RoleStore(home, None if in_home else root)
    for store in (RoleStore(home, root), RoleStore(home)):
        if has_role(store, name):
            return store
    return store_of_history(name, in_home)


def store_of_history(name: str, in_home: bool | None) -> RoleStore:
    """Return the place whose history of a role is meant: the project's, also if it is deleted."""
    home, root = here()
    if in_home is not None:
        return RoleStore(home, None if in_home else root)
    places = [RoleStore(home, root), RoleStore(home)]
    for store in places:
        if store.history.numbers(name) or has_role(store, name):
            return store
    return places[not (root / FOLDER).is_dir()]


def has_role(store: RoleStore, name: str) -> bool:
    """Say whether a place has a role now."""
    return any(role.id == name for role in store.list())


def complete_own_role(incomplete: str) -> list[str]:
    """Return the roles that can be changed and begin so."""
    return own_roles(incomplete, deleted=False)


def complete_kept_role(incomplete: str) -> list[str]:
    """Return the roles that can be changed, and those of which something is kept."""
    return own_roles(incomplete, deleted=True)


def own_roles(incomplete: str, *, deleted: bool) -> list[str]:
    """Return the roles of the project and the home; a shell that completes sees no error."""
    try:
        home, root = here()
        stores = (RoleStore(home, root), RoleStore(home))
        names = {role.id for store in stores for role in store.list()}
        names |= {name for store in stores if deleted for name in store.history.roles()}
        # A project's file may name a role as it likes: only what is an id gets into a shell.
        return sorted(n for n in names if n.startswith(incomplete) and ID.fullmatch(n))
    except (ProctorError, OSError):
        return []


def read_settings(words: Sequence[str] | None) -> dict[str, Any]:
    """
    Read `KEY=VALUE` words; a value is YAML, but for keys that are always a text.

    Raises:
        UsageError: one of them is not of this form.

    """
    found: dict[str, Any] = {}
    for word in words or ():
        key, equals, text = word.partition("=")
        if not (key and equals):
            raise UsageError(f"`{word}` is not KEY=VALUE", help="for example model=opus")
        if key in TEXT_KEYS or not text.strip():
            found[key] = text or None
            continue
        document = read_document(text.encode(), f"--set {key}")
        if document.problems or document.root is None:
            message = f"the value of `{key}` cannot be read"
            raise UsageError(message, help=document.problems[0].message)
        found[key] = document.root.plain
    return found


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """
    Say of a change that was refused that nothing was written: the file may not even be there.

    Raises:
        typer.Exit: it was refused.

    """
    try:
        yield
    except FileProblems as error:
        render.show_error(error)
        render.out("nothing was written: this is what would be wrong", err=True)
        raise typer.Exit(error.exit_code) from None


def tell(change: Change, *, as_json: bool, notes: Sequence[str] = ()) -> None:
    """Say what was done, and what else is to be said of it."""
    change = replace(change, notes=(*change.notes, *notes))
    if as_json:
        render.out_json(change_json(change))
        return
    if not change.number:
        render.out(f"nothing changed in {change.path}")
        for note in change.notes:
            render.out(("note: ", "bold"), note)
        return
    render.out(f"{change.what} {change.role_id} in {change.path} (version {change.number})")
    for use in change.moved:
        render.out(f"  moved the {use.kind} {use.name} ({use.where})")
    for note in change.notes:
        render.out(("note: ", "bold"), note)
    if change.trusted is False:
        render.out("not trusted: until `proctor trust`, this can only tighten")


def change_json(change: Change) -> dict[str, object]:
    """Return what was done, as data."""
    role = change.role
    return {
        "id": change.role_id,
        "what": change.what.value,
        "version": change.number,
        "file": str(change.path),
        "trusted": change.trusted,
        "revision": role.revision if role else None,
        "role": dict(role.fields) if role else None,
        "moved": [use_json(use) for use in change.moved],
        "notes": list(change.notes),
    }


def use_json(use: Use) -> Mapping[str, str]:
    """Return somebody who uses a role, as data."""
    return {"kind": use.kind, "name": use.name, "where": use.where}
