"""
Read role files: text to drafts, one for each role, with every problem at once.

A file holds one role, or several under `roles:` where it is an `index.yaml`. A
draft has only what its own file says; parents come in `extend.py`, profiles in
`build.py`.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Any

from proctor.documents import MAX_BYTES, read_document
from proctor.errors import Problem, RuleError
from proctor.nodes import Mapping, Node, Scalar, visible
from proctor.policy.rules import parse_rule
from proctor.roles.check import check_tool_name
from proctor.roles.permissions import (
    PERMISSION_KEYS,
    Fields,
    Known,
    infer,
    read_permissions,
    value_node,
)
from proctor.roles.unlisted import check_listed, check_plan
from proctor.roles.values import Notes, is_null
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.place import Place
from proctor.terms.role import Hook
from proctor.terms.role_chain import SAME
from proctor.terms.rule import Form, Rule

INDEX = ("index.yaml", "index.yml")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,63}")
# An id in a text that no parser can read, and what makes its value another than it looks.
WRITTEN_ID = re.compile(rb"\bid\b[\"']?\s*:\s*(.*)")
FIRST_WORD = re.compile(rb"[\"']?([A-Za-z0-9][A-Za-z0-9._:-]{0,63})")
NOT_PLAIN = re.compile(rb"[*&!|>]|\"[^\"]*\\")
LINES = ("name", "description", "model", "extends", "createdAt", "updatedAt")
TEXTS = ("system_prompt", "instructions")
SWITCHES = ("follow_bypass", "isolated", "sandbox")
LISTS = ("additional_directories", "command")
OTHERS = (
    "id", "permission_mode", "permissions", "hooks", "settings", "tools", "toolIds", "subagents",
    "delegates",
)  # fmt: skip
ROLE_KEYS = (*LINES, *TEXTS, *SWITCHES, *LISTS, *OTHERS)
# Keys that belong one level further in.
INSIDE = dict.fromkeys(PERMISSION_KEYS, "permissions")
HOOK_KEYS = ("matcher", "command", "timeout")
HOOK_EVENTS = (
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "PermissionRequest",
    "UserPromptSubmit",
    "Notification",
    "PreCompact",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "SessionStart",
    "SessionEnd",
)
# Letters that have no accent to take off, and what people write for them.
LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})
OURS_IN_SETTINGS = ("hooks", "permissions", "disableAllHooks")


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """
    One role as its own file has it.

    `fields` holds the keys that are written, read into values; None stands for
    a null. `problems` are its own and those of the file as such: those of
    another role in the same index do not count.
    """

    id: str
    node: Node
    fields: Fields
    problems: tuple[Problem, ...] = ()

    @property
    def where(self) -> Place:
        """Return where the role begins."""
        return self.node.place


@dataclass(frozen=True, slots=True, eq=False)
class RoleFile:
    """
    The roles of one file.

    `claims` are the ids that a file names which cannot be parsed; `unsure` means that it may hold
    any role.
    """

    drafts: tuple[Draft, ...] = ()
    problems: tuple[Problem, ...] = field(default=())
    unsure: bool = False
    claims: tuple[str, ...] = ()


def read_role_file(data: bytes, file: str, known: Known, note: str = "") -> RoleFile:
    """Read one file; `file` is its name as people shall see it, `note` what to add there."""
    document = read_document(data, file, note)
    notes = Notes(document.problems)
    index = file.rsplit("/", 1)[-1] in INDEX
    root = document.root
    if root is None:
        if not document.problems:
            place = Place(file, 1)
            problem = Problem(code="empty-file", message="the file is empty", place=place)
            notes.problems.append(problem)
        claims = claimed_ids(data)
        unsure = index or claims is None
        return RoleFile((), tuple(notes.problems), unsure, claims or ())
    nodes: tuple[tuple[Node, str | None], ...] = () if index else ((root, stem(file)),)
    if index:
        with notes.reading(root, "this index of roles"):
            nodes = index_entries(root, notes)
    shared = tuple(notes.problems)
    drafts: list[Draft] = []
    for node, default in nodes:
        own = Notes()
        role_id, fields = read_role(node, default, own, known)
        notes.problems += own.problems
        if role_id is not None:
            drafts.append(Draft(role_id, node, fields, (*shared, *own.problems)))
    unsure = index and (len(drafts) < len(nodes) or bool(shared))
    return RoleFile(tuple(drafts), tuple(notes.problems), unsure)


def claimed_ids(data: bytes) -> tuple[str, ...] | None:
    """
    Return the ids that are written in a file that cannot be parsed; None where it may have any.

    INVARIANT: a role that such a file may hold is never taken from further out.
    """
    found: list[str] = []
    # Text of two bytes a letter has a null byte beside each letter of an id.
    for said in WRITTEN_ID.findall(data.replace(b"\0", b"")):
        if NOT_PLAIN.match(said):
            return None
        word = FIRST_WORD.match(said)
        if word and not word[1].endswith(b":"):
            found.append(word[1].decode())
    # Of a file that is too large only the beginning was read.
    return None if not found and len(data) > MAX_BYTES else tuple(dict.fromkeys(found))


def stem(file: str) -> str:
    """Return a file's name without folder and ending."""
    return file.rsplit("/", 1)[-1].rsplit(".", 1)[0]


def slug(name: str) -> str:
    """Return an id made of a display name; of a letter with an accent the letter."""
    text = name.lower()
    if not text.isascii():
        apart = unicodedata.normalize("NFD", text.translate(LETTERS))
        text = "".join(each for each in apart if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def index_entries(root: Node, notes: Notes) -> tuple[tuple[Node, str | None], ...]:
    """Return the roles of an index.yaml, each with the id that its name gives it."""
    entries: list[tuple[Node, str | None]] = []
    seen = False
    for key, value in notes.mapping(root, "an index of roles"):
        if key.text != "roles":
            notes.unknown_key(key, "an index of roles", ("roles",))
            continue
        seen = True
        for item in notes.items(value, "`roles`"):
            name = item.get("name") if isinstance(item, Mapping) else None
            text = name.text if isinstance(name, Scalar) and not is_null(name) else ""
            entries.append((item, slug(text) or None))
    if isinstance(root, Mapping) and not seen:
        notes.error(root, "missing-key", "an index of roles has a list `roles`")
    return tuple(entries)


def read_role(
    node: Node, default: str | None, notes: Notes, known: Known
) -> tuple[str | None, Fields]:
    """Read one role and find its id."""
    reader = RoleReader(notes, known)
    fields: Fields = {}
    for key, value in notes.mapping(node, "a role"):
        if key.text not in ROLE_KEYS:
            notes.unknown_key(key, "a role", ROLE_KEYS, INSIDE)
        else:
            name = "tools" if key.text == "toolIds" else key.text
            with notes.reading(value, f"`{key.text}`"):
                fields[name] = None if is_null(value) else reader.value(key.text, value)
    if isinstance(node, Mapping) and node.get("tools") and (again := node.key("toolIds")):
        message = "`tools` and `toolIds` mean the same"
        notes.error(again, "both-given", message, help="keep one of them")
    with notes.reading(node, "this role"):
        check_listed(notes, known.catalogue, node, fields)
        check_plan(notes, known.catalogue, node, fields)
        if fields.get("permissions") and not fields.get("extends"):
            infer(fields["permissions"], value_node(node, "permissions"), notes, known)
    role_id = fields.get("id") or default
    at = node.get("id") if isinstance(node, Mapping) else None
    if not isinstance(role_id, str):
        if isinstance(node, Mapping):
            notes.error(at or node, "missing-id", "this role has neither `id` nor `name`")
        return None, fields
    if not ID.fullmatch(role_id):
        hint = "letters, digits and . _ : -, at most 64, the first a letter or digit"
        notes.error(at or node, "bad-id", f"`{visible(role_id)}` cannot be an id", help=hint)
        return None, fields
    return role_id, fields


class RoleReader:
    """Reads the values of a role, key by key."""

    def __init__(self, notes: Notes, known: Known) -> None:
        self.notes = notes
        self.known = known

    def value(self, key: str, node: Node) -> Any:
        """Read the value of one key."""
        what = f"`{key}`"
        if key in LINES or key == "id":
            return self.notes.line(node, what)
        if key in TEXTS:
            return self.notes.text(node, what)
        if key in SWITCHES:
            return self.notes.boolean(node, what)
        if key in LISTS:
            return tuple(item.text for item in self.notes.texts(node, what))
        if key == "permissions":
            return read_permissions(node, self.notes, self.known, what)
        read = {
            "permission_mode": self.mode,
            "hooks": self.hooks,
            "settings": self.settings,
            "tools": self.tools,
            "toolIds": self.tools,
            "subagents": self.subagents,
            "delegates": self.delegates,
        }
        return read[key](node)

    def mode(self, node: Node) -> Mode | None:
        """Read `permission_mode`."""
        mode = self.notes.choice(node, "a permission mode", Mode)
        if mode is Mode.DELEGATE:
            message = "today's Claude Code has no mode `delegate`; Proctor keeps to it by itself"
            self.notes.warn(node, "delegate-mode", message)
        return mode

    def tools(self, node: Node) -> tuple[Rule, ...]:
        """Read a list of tools as the rules that allow them, which know their places."""
        rules = []
        for item in self.notes.texts(node, "`tools`"):
            try:
                rule = parse_rule(item.text, Effect.ALLOW, where=item.place)
            except RuleError:
                rule = None
            if rule is None or rule.form is not Form.TOOL:
                message = f"`{visible(item.text)}` is not the name of a tool"
                hint = "patterns go into `permissions`, `allow`"
                self.notes.error(item, "bad-tool-name", message, help=hint)
                continue
            check_tool_name(self.notes, self.known.catalogue, rule.tool, item)
            rules.append(rule)
        return tuple(rules)

    def subagents(self, node: Node) -> dict[str, str | None]:
        """Read which role each type of sub-agent has; null takes a parent's entry away."""
        found: dict[str, str | None] = {}
        for key, value in self.notes.mapping(node, "`subagents`"):
            what = f"the role of `{visible(key.text)}`"
            role = None if is_null(value) else self.notes.line(value, what)
            if role is not None and not ID.fullmatch(role):
                message = f"`{visible(role)}` cannot be the id of a role"
                hint = f"name a role, or `{SAME}` for that of the parent"
                self.notes.error(value, "bad-id", message, help=hint)
            found[key.text] = role
        return found

    def delegates(self, node: Node) -> tuple[str, ...]:
        """Read the roles of which an agent may start agents in their own right."""
        items = self.notes.texts(node, "`delegates`")
        for item in items:
            if not ID.fullmatch(item.text):
                message = f"`{visible(item.text)}` cannot be the id of a role"
                self.notes.error(item, "bad-id", message, help="name each role")
        return tuple(item.text for item in items)

    def settings(self, node: Node) -> dict[str, object]:
        """Read settings of the agent program; some of them are ours to write."""
        for key, _ in self.notes.mapping(node, "`settings`"):
            if key.text in OURS_IN_SETTINGS:
                message = f"`{key.text}` cannot be set in `settings`"
                hint = "see `hooks` and `permissions` of the role itself"
                self.notes.error(key, "forbidden-setting", message, help=hint)
        plain = node.plain
        return dict(plain) if isinstance(plain, dict) else {}

    def hooks(self, node: Node) -> dict[str, tuple[Hook, ...] | None]:
        """Read hooks: for each event a list."""
        found: dict[str, tuple[Hook, ...] | None] = {}
        for key, value in self.notes.mapping(node, "`hooks`"):
            if key.text not in HOOK_EVENTS:
                hint = self.notes.suggest(key.text, HOOK_EVENTS)
                message = f"`{visible(key.text)}` is not an event that is known"
                self.notes.warn(key, "unknown-event", message, help=hint)
            if is_null(value):
                found[key.text] = None
                continue
            items = self.notes.items(value, f"`{visible(key.text)}` of `hooks`")
            hooks = (self.hook(key.text, item) for item in items)
            found[key.text] = tuple(hook for hook in hooks if hook is not None)
        return found

    def hook(self, event: str, node: Node) -> Hook | None:
        """Read one hook."""
        fields: Fields = {}
        for key, value in self.notes.mapping(node, "a hook"):
            if key.text not in HOOK_KEYS:
                self.notes.unknown_key(key, "a hook", HOOK_KEYS)
            elif key.text == "timeout":
                fields["timeout"] = self.notes.number(value, "`timeout`")
            else:
                fields[key.text] = self.notes.text(value, f"`{key.text}`")
        if isinstance(node, Mapping) and node.get("command") is None:
            self.notes.error(node, "missing-key", "a hook has a `command`")
        if not isinstance(fields.get("command"), str):
            return None
        return Hook(
            event=event,
            command=fields["command"],
            matcher=fields.get("matcher") or "",
            timeout=fields.get("timeout"),
        )
