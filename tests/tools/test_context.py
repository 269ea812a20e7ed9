"""What a tool is told about its call."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from proctor import Context


def test_what_is_not_known_is_empty() -> None:
    """A context needs a workspace and a home; the rest is empty until somebody knows it."""
    context = Context(workspace=Path("/srv/app"), home=Path("/srv/home"))

    assert (context.role, context.agent, context.person, context.run) == ("", "", "", "")
    assert (context.deadline, context.may_read) == (None, None)


def test_a_tool_cannot_change_what_it_is_told() -> None:
    """A context is a value: no tool makes itself somebody else for the next."""
    context = Context(workspace=Path("/srv/app"), home=Path("/srv/home"), person="ada")

    with pytest.raises(FrozenInstanceError):
        context.person = "root"  # type: ignore[misc]  # that is the point
