"""
Warn of rules that never count: about tools that the role does not have, or of changes in `plan`.

Whoever lists `tools:` and allows another one below finds every call of it denied. Only an
allow or an ask is told of: a deny changes nothing, and may be there for roles that extend
this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from proctor.nodes import Mapping, Node, visible
from proctor.nodes import Sequence as SequenceNode
from proctor.roles.check import glob_matches
from proctor.roles.permissions import Fields
from proctor.roles.values import Notes
from proctor.terms.catalogue import Catalogue, ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.mode import Mode
from proctor.terms.rule import Form, Rule

# A command reads, writes and fetches: rules for these count for it too.
BY_COMMANDS = (Kind.READ, Kind.EDIT, Kind.FETCH, Kind.SEARCH)
# Patterns for one of these hold for others of the same.
FAMILIES = (frozenset({Kind.EDIT}), frozenset({Kind.READ, Kind.SEARCH}))


def check_listed(notes: Notes, catalogue: Catalogue, node: Node, fields: Fields) -> None:
    """Warn of each allow and ask of a role that is about none of the tools that it lists."""
    tools: Sequence[Rule] | None = fields.get("tools")
    permissions = fields.get("permissions")
    if tools is None or not isinstance(permissions, dict):
        return
    listed = Listed([rule.tool for rule in tools], catalogue)
    for effect in (Effect.ASK, Effect.ALLOW):
        for rule in permissions.get(effect.word) or ():
            if not listed.can_meet(rule):
                tool = visible(rule.tool)
                message = f"{effect} `{visible(rule.text)}` never counts: `tools` has no `{tool}`"
                hint = f"add `{tool}` to `tools`, or remove the rule"
                notes.warn(spot_of(rule, node, effect), "unlisted-tool", message, help=hint)


def check_plan(notes: Notes, catalogue: Catalogue, node: Node, fields: Fields) -> None:
    """Warn of a role in `plan` with rules for changes, as if a person could end its plan."""
    permissions = fields.get("permissions")
    if fields.get("permission_mode") is not Mode.PLAN or not isinstance(permissions, dict):
        return
    rules = [rule for word in ("allow", "ask") for rule in permissions.get(word) or ()]
    vain = [
        rule
        for rule in rules
        if rule.form in (Form.TOOL, Form.PATTERN)
        and catalogue.get(rule.tool).kind in (Kind.EDIT, Kind.DELEGATE)
    ]
    if vain:
        shown = visible(vain[0].text)
        message = (
            f"`{shown}` never counts: a role's mode `plan` stays, also after a plan is approved"
        )
        hint = (
            "leave `permission_mode` out, and begin with: proctor run … -- --permission-mode plan"
        )
        at = node.get("permission_mode") if isinstance(node, Mapping) else None
        notes.warn(at or node, "plan-stays", message, help=hint)


class Listed:
    """The tools that a role lists."""

    def __init__(self, tools: Sequence[str], catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.names = frozenset(tool for tool in tools if not set("*?") & set(tool))
        self.globs = tuple(tool for tool in tools if tool not in self.names)

    def can_meet(self, rule: Rule) -> bool:
        """Say whether a rule can meet a call of one of these tools; in doubt it can."""
        if rule.form is Form.STRING or set("*?") & set(rule.tool):
            return True
        tool = self.catalogue.get(rule.tool)
        if self.has(tool):
            return True
        if Kind.SHELL in self.kinds and tool.kind in BY_COMMANDS:
            return True
        return rule.form is not Form.TOOL and any(
            tool.kind in family and family & self.kinds for family in FAMILIES
        )

    def has(self, tool: ToolInfo) -> bool:
        """Say whether a tool is listed, under any of its names."""
        return not self.names.isdisjoint(tool.names) or any(
            glob_matches(glob, name) for glob in self.globs for name in tool.names
        )

    @cached_property
    def kinds(self) -> frozenset[Kind]:
        """Return the kinds of the tools that are listed."""
        named = {self.catalogue.get(name).kind for name in self.names}
        wild = {tool.kind for tool in self.catalogue.tools if self.has(tool)} if self.globs else ()
        return frozenset({*named, *wild})


def spot_of(rule: Rule, node: Node, effect: Effect) -> Node:
    """Return where a rule is written."""
    permissions = node.get("permissions") if isinstance(node, Mapping) else None
    listed = permissions.get(effect.word) if isinstance(permissions, Mapping) else None
    items = listed.items if isinstance(listed, SequenceNode) else ()
    return next((item for item in items if item.place == rule.where), node)
