"""`proctor role copy`: a role of your own out of another."""

from __future__ import annotations

from typing import Annotated

import typer

from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, here
from proctor.cli.role_places import (
    PlaceOption,
    all_or_nothing,
    person,
    store_for_new,
    tell,
)
from proctor.roles.copying import text_to_copy


def copy(
    name: Annotated[
        str, typer.Argument(metavar="NAME", autocompletion=complete_role, help="The role's id.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The name of the new one.")],
    *,
    in_home: PlaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Copy a role, comments and all, under a name of its own; built-in ones too.

    A project's role that nobody has trusted is not copied into your home, where it would count.
    """
    home, root = here()
    store = store_for_new(in_home)
    text = text_to_copy(name, home, root, into=store.place)
    with all_or_nothing():
        change = store.copy(name, new, by=person(), text=text)
    tell(change, as_json=as_json)
