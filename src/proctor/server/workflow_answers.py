"""What the HTTP paths of workflows answer, for the description of the interface."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class GateAnswer(BaseModel):
    """The end of a stage."""

    type: str
    prompt: str
    commands: list[str]
    timeout: float


class StageAnswer(BaseModel):
    """A stage of a template."""

    name: str
    type: str
    role: str
    prompt: str
    gate: GateAnswer


class ToolsOfStage(StageAnswer):
    """A stage, with the tools that its role gives; with `trouble`, the role does not load."""

    tools: list[str] | str | None
    trouble: str | None


class TaskAnswer(BaseModel):
    """A task of a run."""

    id: str
    title: str
    stage: str
    status: str
    by: str
    done_by: str
    approved_by: str
    workers: list[str]


class EntryAnswer(BaseModel):
    """Something that has happened to a run."""

    at: str
    what: str
    by: str
    stage: str
    text: str


class ShortRunAnswer(BaseModel):
    """Where a run stands."""

    id: str
    template: str
    title: str
    status: str
    stage: str
    role: str | None
    next: str | None
    version: int


class RunAnswer(ShortRunAnswer):
    """A run, whole; `question` is the number of the one that its gate waits for."""

    project: str
    prompt: str
    question: int | None
    stages: list[StageAnswer]
    tasks: list[TaskAnswer]
    history: list[EntryAnswer]
    created_by: str
    created_at: str
    updated_at: str


class MovedTaskAnswer(BaseModel):
    """A task that was moved, and where its run stands then."""

    task: TaskAnswer | None
    run: ShortRunAnswer


class TemplateAnswer(BaseModel):
    """A template; of one with an error only its id and where it is."""

    id: str
    name: str = ""
    description: str = ""
    builtin: bool = False
    version: int = 1
    origin: str
    file: str
    trusted: bool
    loads: bool
    changed: bool
    problems: list[str]
    stages: list[StageAnswer] = []


class WholeTemplateAnswer(TemplateAnswer):
    """A template with the tools of its stages, its text, and what names exactly that text."""

    stages: list[ToolsOfStage] = []  # type: ignore[assignment]  # each says more
    text: str
    revision: str | None = Field(description="Null for a template that came with the program.")


class CheckedAnswer(BaseModel):
    """All that is wrong in a text; it is a template where none of them is an error."""

    loads: bool
    problems: list[dict[str, Any]]


class SavedAnswer(BaseModel):
    """What was written; `trusted` is null for the home."""

    id: str
    file: str
    revision: str
    trusted: bool | None
    problems: list[dict[str, Any]]
