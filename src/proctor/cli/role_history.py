"""`proctor role history` and `restore`: what a role was, and who changed it."""

from __future__ import annotations

from dataclasses import asdict
from difflib import unified_diff
from typing import Annotated

import typer

from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.role_places import (
    PlaceOption,
    all_or_nothing,
    complete_kept_role,
    has_role,
    person,
    store_of_history,
    tell,
)
from proctor.errors import NotFound, UsageError
from proctor.nodes import visible
from proctor.roles.history import Version, What
from proctor.roles.key_changes import key_changes
from proctor.roles.store import RoleStore

DIFF_STYLES = {"+": "green", "-": "red", "@": "cyan"}
LONGEST_NUMBER = 12
NameArgument = Annotated[
    str,
    typer.Argument(metavar="NAME", autocompletion=complete_kept_role, help="The role's id."),
]


def history(
    name: NameArgument,
    number: Annotated[
        str | None, typer.Argument(metavar="[NUMBER]", help="Only this one, with what changed.")
    ] = None,
    *,
    in_home: PlaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    List the changes of a role: number, when, what, who, which keys; with a number, the lines.

    `found` is what somebody changed by hand: it is noticed at the next change. What is kept
    outlives the role.
    """
    store = store_of_history(name, in_home)
    kept = store.history
    wanted = None if number is None else number_of(number, name)
    versions = kept.versions(name) if wanted is None else [kept.version(name, wanted)]
    if not versions:
        store.get(name)
        raise NotFound(f"nothing is kept of `{name}`", help="it was never changed by a command")
    if as_json:
        render.out_json([asdict(version) for version in versions])
        return
    for version in versions:
        show(version)
    if number is not None:
        show_lines(versions[0])
    further_out = RoleStore(store.place.home)
    if in_home is None and not has_role(store, name) and has_role(further_out, name):
        words = f"it is deleted here: `{visible(name)}` of your home counts now, see --home"
        render.out(("note: ", "bold"), words, err=True)


def show(version: Version) -> None:
    """Print one line about a change."""
    who = f"by {version.by}" if version.by else "(by hand)"
    keys = key_changes(version) if version.what in {What.UPDATED, What.FOUND} else ""
    note = "".join(f"  {said}" for said in (version.note, keys) if said)
    what = version.what.value.ljust(8)
    render.out((f"{version.number:>4}", "bold"), f"  {version.at}  {what}  {who}{note}")


def show_lines(version: Version) -> None:
    """Print the lines that a change took away and brought."""
    for line in unified_diff(
        (version.before or "").splitlines(),
        (version.after or "").splitlines(),
        f"{version.role} before" if version.before is not None else "(no such role)",
        f"{version.role} version {version.number}" if version.after is not None else "(deleted)",
        lineterm="",
        n=3,
    ):
        render.out("  ", (line, DIFF_STYLES.get(line[:1], "")))


def number_of(word: str, name: str) -> int:
    """
    Read the number of a version.

    Raises:
        UsageError: it is none.

    """
    if not (word.isascii() and word.isdigit()):
        hint = f"`proctor role history {visible(name)}` lists them"
        raise UsageError(f"`{visible(word)}` is not the number of a version", help=hint)
    return int(word[:LONGEST_NUMBER])


def restore(
    name: NameArgument,
    number: Annotated[str, typer.Argument(metavar="NUMBER", help="See `proctor role history`.")],
    *,
    in_home: PlaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Bring back an earlier version of a role, as a new one; of a deletion, what was deleted.

    It is checked like any change: what would not load any more is not written.
    """
    store = store_of_history(name, in_home)
    with all_or_nothing():
        change = store.restore(name, number_of(number, name), by=person())
    tell(change, as_json=as_json)
