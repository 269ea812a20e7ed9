"""
The variables that we put into settings, so that those of a weaker file have no effect. Pure.

A variable is ours if we have put it there and it still says what we wrote. One that a person
has written stays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from proctor.installing.json_spans import Object, Value, plain_value
from proctor.installing.layout import Edit, Layout, put_in, take_out
from proctor.installing.settings_shape import BLANK, MARK, check_once, unfit

ENV = "env"
NONE: Mapping[str, str] = MappingProxyType({})


class Variables(NamedTuple):
    """What we want in the file, and what we have put there before."""

    wanted: Mapping[str, str] = NONE
    left: Mapping[str, str] = NONE

    def stale(self, name: str, value: object) -> bool:
        """Say whether it is one that we have left there, and not what we want now."""
        return name in self.left and value == self.left[name] != self.wanted.get(name)

    def of_others(self, said: Mapping[str, object]) -> dict[str, object]:
        """Return what is neither what we want nor what we have put there."""
        ours = {*self.wanted.items(), *self.left.items()}
        return {
            name: value
            for name, value in said.items()
            if not isinstance(value, str) or (name, value) not in ours
        }


def check_env(root: Object) -> None:
    """
    Refuse an `env` that we could not add to.

    Raises:
        Unfit: it is there twice, or is no object.

    """
    check_once(root, ENV)
    there = root.get(ENV)
    if there is not None and not isinstance(there, Object):
        raise unfit(there, "`env` is an object with a text for each name")


def env_as_wanted(data: Mapping[str, Any], variables: Variables) -> bool:
    """Say whether every name that we want is there, by us or by others, and nothing stale."""
    said = data.get(ENV, {})
    if not isinstance(said, dict):
        return not variables.wanted
    return variables.wanted.keys() <= said.keys() and not any(
        variables.stale(name, value) for name, value in said.items()
    )


def env_additions(
    text: str, layout: Layout, there: Value | None, wanted: Mapping[str, str]
) -> list[Edit]:
    """Return the edits that add what is missing in an `env` that is there."""
    if not isinstance(there, Object):
        return []
    missing = [(name, value) for name, value in wanted.items() if not there.named(name)]
    return put_in(text, layout, there, missing)


def env_removals(text: str, there: Object, left: Mapping[str, str]) -> tuple[list[Edit], bool]:
    """Return the edits that take ours out, and whether they empty it."""
    gone = [
        number
        for number, member in enumerate(there.members)
        if member.key in left and plain_value(text, member.value) == left[member.key]
    ]
    return take_out(there, gone), bool(gone) and len(gone) == len(there.members)


def env_in(text: str | None) -> dict[str, object]:
    """Return the variables that a settings file sets; the file was read before."""
    body = (text or "").removeprefix(MARK)
    said = json.loads(body).get(ENV) if body.strip(BLANK) else None
    return said if isinstance(said, dict) else {}
