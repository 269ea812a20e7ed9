"""Read the `tools:` of a config.yaml: tools of your own, and where their targets stand."""

from __future__ import annotations

from proctor.errors import RuleError
from proctor.nodes import Mapping, Node, Scalar, visible
from proctor.policy.rules import parse_rule
from proctor.roles.permissions import Fields
from proctor.roles.values import Notes, is_null
from proctor.terms.catalogue import FIELDS, Annotations, Catalogue, ToolInfo, unknown_tool
from proctor.terms.kind import Kind
from proctor.terms.rule import Form

ANNOTATIONS = ("read_only", "destructive", "idempotent", "edit", "open_world")
TOOL_KEYS = ("description", "category", "kind", "fields", *ANNOTATIONS)


def read_tools(node: Node, notes: Notes, catalogue: Catalogue) -> tuple[ToolInfo, ...]:
    """Read every declared tool; of a known one only the fields of its target may be said."""
    tools = []
    for key, value in notes.mapping(node, "`tools`"):
        fields = read_tool(value, notes)
        if not is_name(key.text):
            message = f"`{visible(key.text)}` cannot be the name of a tool"
            notes.error(key, "bad-tool-name", message)
        elif key.text in catalogue.names:
            tools.append(changed(key, value, fields, notes, catalogue))
        else:
            tools.append(declared(key.text, fields))
    return tuple(tools)


def is_name(name: str) -> bool:
    """Say whether rules can name a tool so."""
    try:
        rule = parse_rule(name)
    except RuleError:
        return False
    return rule.form is Form.TOOL and rule.tool == name and "*" not in name and "?" not in name


def read_tool(node: Node, notes: Notes) -> Fields:
    """Read what is said of one tool."""
    fields: Fields = {}
    if is_null(node):
        return fields
    for key, value in notes.mapping(node, "a tool"):
        name = key.text
        if name not in TOOL_KEYS:
            notes.unknown_key(key, "a tool", TOOL_KEYS)
        elif name in ANNOTATIONS:
            fields[name] = bool(notes.boolean(value, f"`{name}`"))
        elif name == "kind":
            fields[name] = notes.choice(value, "a kind of tool", Kind)
        elif name == "fields":
            fields[name] = tuple(item.text for item in notes.texts(value, "`fields`"))
        else:
            fields[name] = notes.line(value, f"`{name}`") or ""
    return fields


def changed(
    key: Scalar, node: Node, fields: Fields, notes: Notes, catalogue: Catalogue
) -> ToolInfo:
    """Return a known tool with other fields; what it is and does is not for a file to say."""
    for name in fields:
        if name != "fields":
            at = node.key(name) if isinstance(node, Mapping) else None
            message = f"`{visible(key.text)}` is a known tool: its `{name}` cannot be changed"
            notes.error(at or key, "known-tool", message, help="`fields` can be")
    known = catalogue.get(key.text)
    return known._replace(fields=fields.get("fields") or known.fields)


def declared(name: str, fields: Fields) -> ToolInfo:
    """Return a tool of the user's own; what is not said of it is the careful choice."""
    kind = fields.get("kind") or unknown_tool(name).kind
    return ToolInfo(
        name=name,
        names=(name,),
        kind=kind,
        category=fields.get("category") or kind.value,
        description=fields.get("description") or "",
        fields=fields.get("fields") or FIELDS.get(kind, ()),
        annotations=Annotations(**{mark: fields.get(mark, False) for mark in ANNOTATIONS}),
    )
