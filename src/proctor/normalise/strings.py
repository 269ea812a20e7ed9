"""Read a raw action string, `tool:bash:npm test`, as if a tool had been called."""

from __future__ import annotations

from dataclasses import replace

from proctor.normalise.calls import normalise
from proctor.normalise.targets import SPECIAL
from proctor.normalise.unreadable import STRING_NAMES
from proctor.terms.action import Action, Does, Part
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import MCP_PREFIX, Catalogue, ToolInfo
from proctor.terms.kind import Kind
from proctor.terms.rule import Form, Rule
from proctor.terms.surroundings import Surroundings

PREFIX = "tool:"
CANONICAL = {string: tool for tool, string in STRING_NAMES.items()}


def read_string(string: str, around: Surroundings, *, mode: str | None = None) -> Action:
    """
    Read an action string into an action.

    Raises:
        ValueError: it does not begin with `tool:` and a name.

    """
    if not string.startswith(PREFIX) or len(string) == len(PREFIX):
        message = f"`{string}` is not an action string: it has the form tool:<name>:<detail>"
        raise ValueError(message)
    special = special_tool(string)
    if special:
        info = around.catalogue.get(special)
        return opaque(string, info, around, mode)
    name, detail = split(string[len(PREFIX) :], around.catalogue)
    info = around.catalogue.get(CANONICAL.get(name, name))
    if info.kind in (Kind.SHELL, Kind.READ, Kind.EDIT, Kind.FETCH) and info.name != "apply_patch":
        call = ToolCall(tool=info.name, input={info.fields[0]: detail}, mode=mode)
        return replace(normalise(call, around), string=string)
    return opaque(string, info, around, mode)


def special_tool(string: str) -> str | None:
    """Return the git or self-edit tool whose action string this is."""
    for tool, (template, _) in SPECIAL.items():
        fixed = template.partition("{")[0]
        if string == fixed.rstrip() or (fixed != template and string.startswith(fixed)):
            return tool
    return None


def split(rest: str, catalogue: Catalogue) -> tuple[str, str]:
    """Split name and detail; a known name may have a colon of its own."""
    pieces = rest.split(":")
    for count in (1,) if rest.startswith(MCP_PREFIX) else (2, 1):
        name = ":".join(pieces[:count])
        if catalogue.knows(CANONICAL.get(name, name)):
            return name, ":".join(pieces[count:])
    return pieces[0], ":".join(pieces[1:])


def opaque(string: str, info: ToolInfo, around: Surroundings, mode: str | None) -> Action:
    """Make the action of a string whose detail is the whole target."""
    detail = string.split(":", 2)[2] if string.count(":") > 1 else ""
    shown = normalise(ToolCall(tool=info.name, input={}), around)
    part = Part(
        tool=info.name,
        kind=info.kind,
        text=detail or string,
        strings=(string,),
        targets=(detail,),
        does=Does.OTHER if shown.parts[0].malformed else shown.parts[0].does,
        destructive=info.annotations.destructive,
    )
    return Action(
        tool=info.name, kind=info.kind, string=string, parts=(part,), around=around, mode=mode
    )


def read_example(rule: Rule, example: str, around: Surroundings) -> Action:
    """Read an example of a rule: a target, or for a `tool:` rule a whole action string."""
    if rule.form is Form.STRING:
        return read_string(example, around)
    info = around.catalogue.get(rule.tool)
    if info.fields and info.name not in SPECIAL:
        return normalise(ToolCall(tool=rule.tool, input={info.fields[0]: example}), around)
    return opaque(f"{PREFIX}{rule.tool}:{example}", info, around, None)
