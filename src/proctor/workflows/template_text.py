"""
The text of a template after a form was filled in; comments stay wherever they can.

A stage that was not changed keeps its lines, wherever it is moved to, and what stands above
it goes along. In one that was changed only the keys are written that are other now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from proctor.errors import FileProblems, ProctorError
from proctor.nodes import Mapping as MapNode
from proctor.roles.amend import round_trip
from proctor.roles.yaml_edit import Edit, Span, item_spans, key_spans, parsed, proven, with_key
from proctor.workflows.read import GATE_WORDS
from proctor.workflows.template import GateKind

STAGES, GATE = "stages", "gate"
TOP = ("displayName", "description", "version")
# What a gate of a kind can say beside its kind.
GATE_FIELDS = {
    GateKind.AUTO: (),
    GateKind.HUMAN_APPROVAL: ("prompt",),
    GateKind.VERIFICATION: ("prompt", "commands", "timeout"),
}
LONGEST_NUMBER = 9


class StageFields(NamedTuple):
    """
    A stage as somebody fills it in: all of it text.

    `was` is its place in the file, from 0, or None for a new one. `commands` has one a line.
    """

    was: int | None = None
    name: str = ""
    type: str = ""
    role: str = ""
    prompt: str = ""
    gate: str = GateKind.HUMAN_APPROVAL.value
    gate_prompt: str = ""
    commands: str = ""
    timeout: str = ""


class TemplateFields(NamedTuple):
    """A template as somebody fills it in."""

    display_name: str = ""
    description: str = ""
    version: str = ""
    stages: tuple[StageFields, ...] = ()


def fields_of(text: str, file: str) -> TemplateFields:
    """
    Return what a form shows of a file, as far as it can be understood.

    Raises:
        RoleProblems: it is no YAML.

    """
    root = parsed(text, file).root
    plain = root.plain if root else {}
    said = plain if isinstance(plain, dict) else {}
    listed = said.get(STAGES)
    stages = listed if isinstance(listed, list) else []
    name, about, version = (shown(said.get(key)) for key in TOP)
    found = (
        stage_fields(number, stage)
        for number, stage in enumerate(stages)
        if isinstance(stage, dict)
    )
    return TemplateFields(name, about, version, tuple(found))


def stage_fields(number: int, stage: Mapping[str, Any]) -> StageFields:
    """Return what a form shows of a stage."""
    kind, asked, commands, timeout = gate_of(stage.get(GATE))
    return StageFields(
        was=number,
        name=shown(stage.get("name")),
        type=shown(stage.get("type")),
        role=shown(stage.get("roleId")),
        prompt=shown(stage.get("prompt", stage.get("initPrompt"))),
        gate=kind,
        gate_prompt=asked,
        commands=commands,
        timeout=timeout,
    )


def gate_of(gate: object) -> tuple[str, str, str, str]:
    """Return kind, prompt, commands and time of a gate; an unknown kind is shown as it is."""
    if not isinstance(gate, dict):
        return known_kind(gate), "", "", ""
    commands = gate.get("commands")
    lines = "\n".join(map(shown, commands)) if isinstance(commands, list) else shown(commands)
    return (
        known_kind(gate.get("type")),
        shown(gate.get("prompt")),
        lines,
        shown(gate.get("timeout")),
    )


def known_kind(word: object) -> str:
    """Return the kind of a gate by its usual name."""
    said = shown(word)
    return GATE_WORDS[said].value if said in GATE_WORDS else said


def shown(value: object) -> str:
    """Return a value of a file as it stands in a field."""
    return "" if value is None else str(value)


def edited(text: str, file: str, fields: TemplateFields) -> str:
    """
    Return the text of a file with what was filled in.

    Raises:
        RoleProblems: it cannot be read as it is.
        ProctorError: it cannot be changed without loss.

    """
    new = text
    for key, value in zip(TOP, fields[:-1], strict=True):
        root = parsed(new, file).root
        plain = root.plain if root else {}
        before = plain.get(key) if isinstance(plain, dict) else None
        if shown(before).strip() != value.strip():
            new = with_key(new, file, (key,), number_or_text(value.strip()))
    root = parsed(new, file).root
    plain = root.plain if root else {}
    listed = plain.get(STAGES) if isinstance(plain, dict) else None
    old = listed if isinstance(listed, list) else []
    wanted = [(one.was, plain_stage(one, old)) for one in fields.stages]
    if [stage for _, stage in wanted] == old:
        return new
    try:
        return with_stages(new, file, wanted)
    except FileProblems:
        raise
    except ProctorError:
        return with_key(new, file, (STAGES,), [stage for _, stage in wanted])


def number_or_text(text: str) -> int | str | None:
    """Return a whole number where a text is one, the text else; None for an empty one."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return text or None


def plain_stage(fields: StageFields, stages: Sequence[Any]) -> dict[str, Any]:
    """Return a stage with what was filled in; what says the same already stays as it is."""
    was = fields.was
    before = stages[was] if was is not None and was < len(stages) else None
    stage: dict[str, Any] = dict(before) if isinstance(before, dict) else {}
    prompt = "initPrompt" if "initPrompt" in stage else "prompt"
    for key, value in (
        ("name", fields.name.strip()),
        ("type", fields.type.strip()),
        ("roleId", fields.role.strip()),
        (prompt, fields.prompt),
    ):
        put(stage, key, as_block(value) if key == prompt else value)
    gate = plain_gate(fields, stage.get(GATE))
    if gate is None:
        stage.pop(GATE, None)
    else:
        stage[GATE] = gate
    return stage


def as_block(text: str) -> str:
    """Return a text as a file has it: one of several lines ends with the end of a line."""
    stripped = text.rstrip()
    return f"{stripped}\n" if "\n" in stripped else stripped


def put(into: dict[str, Any], key: str, value: str | int | None) -> None:
    """Set a key, unless it says the same; an empty text takes it away."""
    if shown(into.get(key)).rstrip() == shown(value).rstrip():
        return
    if value in ("", None):
        into.pop(key, None)
    else:
        into[key] = value


def plain_gate(fields: StageFields, before: object) -> object:
    """Return a gate with what was filled in; what does not belong to its kind is left out."""
    kind = fields.gate.strip()
    of_kind = GATE_FIELDS.get(GATE_WORDS[kind], ()) if kind in GATE_WORDS else ()
    given = {
        "prompt": fields.gate_prompt,
        "commands": "\n".join(filter(None, map(str.strip, fields.commands.split("\n")))),
        "timeout": fields.timeout.strip(),
    }
    given = {key: value if key in of_kind else "" for key, value in given.items()}
    was_kind, *was = gate_of(before)
    if (kind, *map(str.rstrip, given.values())) == (was_kind, *map(str.rstrip, was)):
        return before
    if not any(given.values()) and not isinstance(before, dict):
        return kind or None
    gate: dict[str, Any] = dict(before) if isinstance(before, dict) else {}
    if kind != was_kind or "type" not in gate:
        gate["type"] = kind
    put(gate, "prompt", as_block(given["prompt"]))
    put(gate, "timeout", number_or_text(given["timeout"]))
    lines = given["commands"].split("\n") if given["commands"] else []
    if not lines:
        gate.pop("commands", None)
    elif lines != gate.get("commands"):
        gate["commands"] = lines
    return gate


# Lines


def with_stages(text: str, file: str, wanted: Sequence[tuple[int | None, dict[str, Any]]]) -> str:
    """
    Return a text with other stages.

    Raises:
        ProctorError: it is not written a stage after the other.

    """
    document = parsed(text, file)
    root = document.root
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    while lines and lines[-1].strip() in ("", "..."):
        lines.pop()
    spans = key_spans(lines, root, len(lines)) if isinstance(root, MapNode) else None
    key = (spans or {}).get(STAGES)
    items = item_spans(lines, key.value, key.stop) if key is not None else None
    if key is None or not items or not wanted:
        raise ProctorError("the stages are not written one after the other")
    edit = Edit(lines, round_trip(document))
    starts = [key.start + 1, *(item.stop for item in items)]
    new: list[str] = []
    for was, stage in wanted:
        if was is None or was >= len(items):
            new += edit.entry(stage, items[0].column)
            continue
        item = items[was]
        # What stands above a stage goes along with it.
        new += [*lines[starts[was] : item.start], *stage_lines(edit, item, stage, file)]
    whole = [*lines[: key.start + 1], *new, *lines[items[-1].stop :]]
    newline = "\r\n" if "\r\n" in text else "\n"
    plain = root.plain if root is not None else {}
    said = plain if isinstance(plain, dict) else {}
    expected = {**said, STAGES: [stage for _, stage in wanted]}
    return proven(newline.join(whole) + newline, file, expected)


def stage_lines(edit: Edit, item: Span, stage: dict[str, Any], file: str) -> list[str]:
    """Return the lines of a stage: as they are, with some keys changed, or written anew."""
    lines = edit.lines[item.start : item.stop]
    before = item.value.plain
    if before == stage:
        return lines
    column = item.value.column - 1
    blank = " " * column
    inner = [blank + lines[0][column:], *lines[1:]]
    if not isinstance(before, dict) or any(
        line.strip() and line[:column].strip() for line in inner
    ):
        return edit.entry(stage, item.column)
    text = "\n".join(line[column:] for line in inner) + "\n"
    for path, value in differences(before, stage):
        text = with_key(text, file, path, value)
    first, *rest = text.rstrip("\n").split("\n")
    if not first.strip() or first.startswith((" ", "#")):
        return edit.entry(stage, item.column)
    dash = f"{' ' * item.column}-".ljust(column)
    return [dash + first, *(blank + line if line else line for line in rest)]


def differences(
    before: Mapping[str, Any], now: Mapping[str, Any]
) -> list[tuple[tuple[str, ...], Any]]:
    """Return each key that is other now, and its value; None for one that is gone."""
    found: list[tuple[tuple[str, ...], Any]] = []
    for key in dict.fromkeys((*before, *now)):
        old, new = before.get(key), now.get(key)
        if old == new:
            continue
        if key == GATE and isinstance(old, dict) and isinstance(new, dict) and new:
            found += [((GATE, *path), value) for path, value in differences(old, new)]
        else:
            found.append(((key,), new))
    return found
