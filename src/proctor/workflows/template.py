"""What a workflow template says: its stages, the role of each, and the gate that ends it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

# What verification commands may take together, where the gate does not say.
DEFAULT_TIMEOUT = 600.0


class GateKind(StrEnum):
    """What has to happen before a stage ends."""

    AUTO = "auto"
    HUMAN_APPROVAL = "human_approval"
    VERIFICATION = "verification"


@dataclass(frozen=True, slots=True)
class Gate:
    """
    The end of a stage.

    `prompt` is what a person is asked, `commands` are what has to succeed, one after the other,
    and `timeout` is how many seconds each of them may take.
    """

    kind: GateKind
    prompt: str = ""
    commands: tuple[str, ...] = ()
    timeout: float = DEFAULT_TIMEOUT


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a workflow: `role_id` is the role that counts while a run is in it."""

    name: str
    role_id: str
    gate: Gate
    type: str = ""
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """
    A workflow as it is written.

    `id` is what it is called by, `name` what people are shown. `builtin` says that it came with
    the program: no file can say that of itself. `stages` has at least one, each with a name of
    its own.
    """

    id: str
    name: str
    stages: tuple[Stage, ...]
    description: str = ""
    builtin: bool = False
    version: int = 1

    @property
    def roles(self) -> tuple[str, ...]:
        """Return the id of every role that a stage has, each once, in the order of the stages."""
        return tuple(dict.fromkeys(stage.role_id for stage in self.stages))
