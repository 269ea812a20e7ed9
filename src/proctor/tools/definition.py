"""One tool as everybody sees it: the catalogue, the policy, the model and whoever runs it."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from proctor.terms.catalogue import BUILT_IN, Annotations, ToolInfo
from proctor.terms.kind import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from proctor.tools.shapes import Fields

# A tool that says nothing of itself may change anything.
NOTHING_SAID = Annotations()
# Where a word of an id ends: before a capital behind a small letter, and at what is no letter.
BETWEEN_WORDS = re.compile(r"[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@dataclass(frozen=True, kw_only=True)
class ToolDefinition:
    """
    A tool: what it is called, what it takes, what it says of itself, and what runs it.

    `names` are all names of the tool, the id first. `fields` are the parameters
    that hold the target which rules speak of; without any, it is the whole input.
    `function` is None where an agent program or a server runs the tool; then
    there is no `shape` either, and `parameters` is what they said.
    """

    id: str
    name: str
    description: str
    category: str
    parameters: dict[str, Any] = field(hash=False)
    mutates: bool = True
    annotations: Annotations = NOTHING_SAID
    names: tuple[str, ...] = ()
    kind: Kind = Kind.OTHER
    fields: tuple[str, ...] = ()
    function: Callable[..., Any] | None = None
    wants_context: str = ""
    shape: Fields | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Put the id first among the names."""
        object.__setattr__(self, "names", tuple(dict.fromkeys((self.id, *self.names))))

    @property
    def summary(self) -> str:
        """Return the first paragraph of the description, on one line."""
        return " ".join(self.description.strip().split("\n\n")[0].split())

    @cached_property
    def info(self) -> ToolInfo:
        """
        Return the tool as policies see it.

        A name of the built-in catalogue is always the tool that it is there: no
        declaration can make another one of it.
        """
        if self.id in BUILT_IN.names:
            return BUILT_IN.get(self.id)
        return ToolInfo(
            name=self.id,
            names=self.names,
            kind=self.kind,
            category=self.category,
            description=self.summary,
            fields=self.fields,
            annotations=self.annotations,
        )

    def metadata(self) -> dict[str, Any]:
        """Return what a catalogue file keeps of the tool, as plain values."""
        marks = {mark: True for mark, said in self.annotations._asdict().items() if said}
        kept: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "category": self.category,
            "mutates": self.mutates,
        }
        if marks:
            kept["annotations"] = marks
        if len(self.names) > 1:
            kept["names"] = list(self.names)
        if self.kind is not Kind.OTHER:
            kept["kind"] = self.kind.value
        if self.fields:
            kept["fields"] = list(self.fields)
        return {**kept, "parameters": deepcopy(self.parameters)}


def humanised(name: str) -> str:
    """Return an id as people read it: `read_file` is `Read File`."""
    words = [word for word in BETWEEN_WORDS.split(name) if word]
    return " ".join(word[0].upper() + word[1:] for word in words) or name
