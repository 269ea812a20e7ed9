"""
One role in the text of a file: a file of its own, or an entry of an index.yaml.

Seen from here a role is the text that would be its own file; of an index, the lines of its
entry. The other entries of an index stay byte for byte as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from proctor.documents import read_document
from proctor.errors import NotFound, ProctorError, RoleProblems
from proctor.nodes import Mapping, Sequence, visible
from proctor.roles.files import Tree
from proctor.roles.layers import ROLES
from proctor.roles.read import INDEX, slug, stem
from proctor.roles.remembered import Memory
from proctor.roles.replaced_default import is_default
from proctor.roles.yaml_edit import Span, item_spans, parsed, proven, with_key, without

# The key `tools` of a role that is written one key a line: nothing else stands at the margin.
TOOLS_KEY = re.compile(r"^tools(?=\s*:)", re.MULTILINE)
INDEX_TEXT = "roles: []\n"
# So far an entry of a new list stands to the right.
DASH_COLUMN = 2
HELD: Memory[tuple[Held, ...]] = Memory()


@dataclass(frozen=True, slots=True)
class Held:
    """A role in a file: the file's name in its `.proctor`, and the role's own text."""

    id: str
    name: str
    text: str
    fields: dict[str, Any]


def is_index(name: str) -> bool:
    """Say whether a file can hold several roles."""
    return name.rsplit("/", 1)[-1] in INDEX


def held_in(tree: Tree) -> list[Held]:
    """
    Return every role of a place, also of those that do not load as far as they can be told.

    Default roles that a person's own replace are not among them: see `replaced_in`.
    """
    found = all_held(tree)
    gone = set(map(id, replaced_among(found)))
    return [held for held in found if id(held) not in gone]


def replaced_in(tree: Tree) -> list[Held]:
    """Return the default roles of a place that a person's own stand in place of."""
    return replaced_among(all_held(tree))


def all_held(tree: Tree) -> list[Held]:
    """Return every role of a place."""
    found: list[Held] = []
    for name, data in sorted(tree.files.items()):
        if name.startswith(ROLES) and name.count("/") == 1:
            found += held_by(name, data)
    return found


def replaced_among(found: list[Held]) -> list[Held]:
    """Return those of several roles that are default ones beside another of their id."""
    times = Counter(held.id for held in found)
    twice = [held for held in found if times[held.id] > 1]
    ours = [held for held in twice if is_default(held.name, held.fields)]
    own = {held.id for held in twice if held not in ours}
    return [held for held in ours if held.id in own]


def held_by(name: str, data: bytes) -> tuple[Held, ...]:
    """Return the roles of one file; nobody changes what comes out of here."""
    return HELD.get((name, data), len(data), lambda: tuple(read_held(name, data)))


def read_held(name: str, data: bytes) -> list[Held]:
    """Read the roles of one file."""
    text = data.decode("utf-8", "replace").removeprefix("\ufeff")
    root = read_document(data, name).root
    if not is_index(name):
        plain = root.plain if isinstance(root, Mapping) else {}
        fields = plain if isinstance(plain, dict) else {}
        return [Held(id_of(fields, stem(name)), name, text, fields)]
    items = entries_of(root)
    spans = index_spans(text, root)
    found = []
    for at, item in enumerate(items.items if items else ()):
        fields = item.plain if isinstance(item.plain, dict) else {}
        role_id = id_of(fields, slug(str(fields.get("name") or "")))
        own = entry_text(text, spans[at]) if spans else dumped(fields)
        if role_id:
            found.append(Held(role_id, name, own, fields))
    return found


def id_of(fields: dict[str, Any], default: str) -> str:
    """Return the id of a role, as it is read."""
    said = fields.get("id")
    return said if isinstance(said, str) and said else default


def entries_of(root: object) -> Sequence | None:
    """Return the list of an index."""
    found = root.get("roles") if isinstance(root, Mapping) else None
    return found if isinstance(found, Sequence) else None


def index_spans(text: str, root: object) -> list[Span] | None:
    """Return the lines of each entry of an index; None where they are not written one by one."""
    items = entries_of(root)
    if items is None or not items.items or not isinstance(root, Mapping):
        return None
    lines = lines_of(text)
    behind = [k.line - 1 for k, v in root.pairs if k.line > items.line and v is not items]
    return item_spans(lines, items, min(behind, default=len(lines)))


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, without blank ones at its end."""
    lines = text.replace("\r\n", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def entry_text(text: str, span: Span) -> str:
    """Return an entry of an index as a file of its own."""
    first, *rest = lines_of(text)[span.start : span.stop]
    column = span.value.column - 1
    own = [first[column:], *(line[min(column, indent_of(line)) :] for line in rest)]
    return "\n".join(own) + "\n"


def indent_of(line: str) -> int:
    """Return how many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def dumped(fields: dict[str, Any]) -> str:
    """Return a role as text where its own cannot be told from its neighbours'."""
    return with_fields("", "a role", fields)


def with_fields(text: str, file: str, fields: dict[str, Any]) -> str:
    """Return a text with these keys set."""
    for key, value in fields.items():
        text = with_key(text, file, (key,), value)
    return text


def put_role(data: bytes | None, name: str, role_id: str, text: str | None) -> bytes | None:
    """
    Return a file in which a role has another text.

    Args:
        data: the file; None where there is none yet.
        name: its name in its `.proctor`.
        role_id: the role.
        text: what it shall be; None takes it away.

    Returns:
        The file as it shall be; None where it shall not be there any more.

    Raises:
        RoleProblems: the file, or the text, cannot be read.
        NotFound: a role shall be taken away that the file has not got.
        ProctorError: the file cannot be changed without loss.

    """
    if not is_index(name):
        return None if text is None else with_id(text, name, role_id, stem(name)).encode()
    old = INDEX_TEXT if data is None else data.decode("utf-8", "replace").removeprefix("\ufeff")
    new = None if text is None else entry_with_id(text, name, role_id)
    return in_index(old, name, role_id, new).encode()


def entry_with_id(text: str, name: str, role_id: str) -> str:
    """Return the text of an entry whose id is what it shall be, whatever its name is."""
    plain = parsed(text, name).root
    fields = plain.plain if plain else {}
    default = slug(str(fields.get("name") or "")) if isinstance(fields, dict) else ""
    return with_id(text, name, role_id, default)


def with_id(text: str, name: str, role_id: str, default: str) -> str:
    """Return a text that says its id, where it would else have another."""
    root = parsed(text, name).root
    fields = root.plain if isinstance(root, Mapping) else None
    if not isinstance(fields, dict) or id_of(fields, default) == role_id:
        return text  # what is no map is told by whoever reads it
    return with_key(text, name, ("id",), role_id, first=True)


def as_entry(text: str, name: str, role_id: str, others: list[Held]) -> str:
    """Return a new role's text as the other roles of its index are written."""
    used = {key for held in others if held.name == name for key in held.fields}
    if "tools" not in used:
        text = TOOLS_KEY.sub("toolIds", text, count=1)
    # A list of roles that only have names goes on so.
    return with_key(text, name, ("id",), role_id, first=True) if "id" in used or not used else text


def in_index(text: str, name: str, role_id: str, new: str | None) -> str:
    """Return an index with an entry replaced, added or taken away."""
    root = parsed(text, name).root
    items = entries_of(root)
    if items is None or root is None or not isinstance(root.plain, dict):
        raise ProctorError(f"{visible(name)} has no list `roles`", help="mend it by hand")
    ids = [h.id for h in held_by(name, text.encode())]
    if len(ids) != len(items.items):
        raise ProctorError(f"a role of {visible(name)} has no id", help="mend it by hand")
    at = ids.index(role_id) if role_id in ids else None
    if at is None and new is None:
        raise NotFound(f"{visible(name)} has no role `{visible(role_id)}`")
    entry = [] if new is None else [plain_of(new, name)]
    listed = [item.plain for item in items.items]
    roles = [*listed, *entry] if at is None else [*listed[:at], *entry, *listed[at + 1 :]]
    wanted = {**root.plain, "roles": roles}
    spans = index_spans(text, root)
    if not spans or not roles:
        if not listed and len(root.plain) == 1 and new is not None:
            return proven(first_entry(text, new), name, wanted)
        return with_key(text, name, ("roles",), roles)
    lines = lines_of(text)
    if at is None:
        last = spans[-1]
        gap = [""] if len(spans) > 1 and not lines[last.start - 1].strip() else []
        lines[last.stop : last.stop] = [*gap, *entry_lines(new or "", last)]
    elif new is None:
        lines = without(lines, spans[at])
    else:
        lines[spans[at].start : spans[at].stop] = entry_lines(new, spans[at])
    newline = "\r\n" if "\r\n" in text else "\n"
    return proven(newline.join(lines) + newline, name, wanted)


def first_entry(text: str, new: str) -> str:
    """Return an index whose list was empty, with one entry."""
    top = [line for line in lines_of(text) if not line.strip() or line.startswith("#")]
    entry = entry_lines(new, None)
    return "\n".join([*top, "roles:", *entry]) + "\n"


def entry_lines(text: str, span: Span | None) -> list[str]:
    """Return the text of a role as an entry of a list, standing as its neighbours do."""
    dash = DASH_COLUMN if span is None else span.column
    column = dash + 2 if span is None else span.value.column - 1
    lines = [line for line in lines_of(text) if line != "---"]
    first = next((i for i, line in enumerate(lines) if line and not line.startswith("#")), 0)
    above = [f"{' ' * dash}{line}".rstrip() for line in lines[:first]]
    marked = f"{' ' * dash}-{' ' * (column - dash - 1)}{lines[first] if lines else ''}"
    below = [f"{' ' * column}{line}" if line else line for line in lines[first + 1 :]]
    return [*above, marked, *below]


def plain_of(text: str, name: str) -> object:
    """
    Return what a role's text says.

    Raises:
        RoleProblems: it cannot be read.

    """
    document = read_document(text.encode(), name)
    if document.problems:
        raise RoleProblems(document.problems)
    return document.root.plain if document.root else {}
