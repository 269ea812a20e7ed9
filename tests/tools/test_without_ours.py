"""What a person is shown of a catalogue: not our own tools, and all else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proctor.roles.files import Tree
from proctor.roles.preview import diff_lines
from proctor.roles.trust import ProjectFiles
from proctor.tools.definition import ToolDefinition
from proctor.tools.index_file import NAME, Index, text_of
from proctor.tools.registry import Registry
from proctor.tools.without_ours import without_ours
from tests.tools.catalogues import defined

OURS = Registry.built_in().definitions
LOOK = defined("look", "read_only", category="search", description="Look around")


def catalogue(*tools: ToolDefinition) -> bytes:
    """Return a catalogue file."""
    return text_of(Index(tools=tools, generated_at="2026-11-16T09:30:00Z")).encode()


def shown(now: bytes, trusted: bytes | None = None) -> tuple[str, int]:
    """Return the diff that a person sees, and how many tools are left out."""
    before = None if trusted is None else Tree({NAME: trusted})
    files, number = without_ours(ProjectFiles(Tree({NAME: now}), before, None))
    return "\n".join(diff_lines(files)), number


def test_only_the_users_own_tools_are_shown() -> None:
    """Of a first catalogue our tools are left out, and counted."""
    text, number = shown(catalogue(*OURS, LOOK))

    assert number == len(OURS)
    assert [line for line in text.splitlines() if "- id:" in line] == ["+  - id: look"]


@pytest.mark.parametrize(
    "other",
    [
        {"description": "Read what is there."},
        {"annotations": OURS[0].annotations._replace(open_world=True)},
        {"names": (*OURS[0].names, "peek")},
        {"parameters": {**OURS[0].parameters, "additionalProperties": 0}},
    ],
)
def test_what_is_not_quite_ours_is_shown(other: dict[str, object]) -> None:
    """A tool with one of our names and another word in it is not passed over."""
    changed: ToolDefinition = replace(OURS[0], **other)  # type: ignore[arg-type] # by the table
    text, number = shown(catalogue(changed, *OURS[1:]))

    assert number == len(OURS) - 1
    assert f"+  - id: {OURS[0].id}" in text.splitlines()


@pytest.mark.parametrize("more", [b"# a word\n", b"\n", b"gone: [x]\n"])
def test_a_file_of_another_form_is_shown_whole(more: bytes) -> None:
    """What `sync` would not write so may hold more than its tools."""
    now = catalogue(*OURS) + more
    text, number = shown(now)

    assert number == 0
    assert len(text.splitlines()) > len(now.splitlines())


def test_a_change_is_shown_as_one() -> None:
    """Both sides are without our tools; a catalogue that has not changed says nothing."""
    text, number = shown(catalogue(*OURS, LOOK), catalogue(*OURS))

    assert (number, "+  - id: look" in text) == (len(OURS), True)
    assert shown(catalogue(*OURS), catalogue(*OURS)) == ("", 0)
