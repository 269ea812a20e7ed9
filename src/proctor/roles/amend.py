"""
Add a rule to the text of a role file; everything else in it stays as it was.

Comments, order and quotes are kept by ruamel.yaml's round trip, the indentation
by looking at how the file does it. What comes out is read again and compared:
if it says anything but the old file and the rule, it is not written.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq

from proctor.documents import Document, read_document
from proctor.errors import NotFound, ProctorError, RoleProblems, UsageError, did_you_mean
from proctor.nodes import Mapping as MappingNode
from proctor.nodes import Node, Sequence, visible
from proctor.roles.permissions import PROFILE_OF_NOTHING, inferred_keys
from proctor.roles.read import slug
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode

DEFAULT_INDENT = {"mapping": 2, "sequence": 4, "offset": 2}


def with_rule(
    data: bytes, file: str, effect: Effect, entry: str | Mapping[str, str], role_id: str | None
) -> bytes:
    """
    Return a role file that has one rule more.

    Raises:
        RoleProblems: the file cannot be read.
        NotFound: the file has no such role.
        UsageError: the rule would do something else there.
        ProctorError: the file cannot be written back without loss.

    """
    document = read_document(data, file)
    if document.problems:
        raise RoleProblems(document.problems)
    wanted = document.root.plain if document.root else None
    insert(role_in(wanted, role_id, file), effect, entry)
    text = data.decode("utf-8")
    newline = "\r\n" if "\r\n" in text else "\n"
    try:
        yaml = round_trip(document)
        tree = yaml.load(text.replace("\r\n", "\n"))
        insert(role_in(tree, role_id, file), effect, entry)
        stream = StringIO()
        yaml.dump(tree, stream)
    except ProctorError:
        raise
    except Exception as error:
        raise lossy(file) from error
    new = stream.getvalue().replace("\n", newline).encode()
    again = read_document(new, file)
    if again.problems or again.root is None or again.root.plain != wanted:
        raise lossy(file)
    return new


def lossy(file: str) -> ProctorError:
    """Return the error for a file that a machine had better not write."""
    message = f"{visible(file)} cannot be written back without loss"
    return ProctorError(message, help="add the rule by hand")


def round_trip(document: Document) -> YAML:
    """Return a reader and writer that keeps what a file looks like."""
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 1_000_000
    yaml.explicit_start = next(iter(document.source.lines), "").startswith("---")
    yaml.indent(**{**DEFAULT_INDENT, **indentation(document.root)})
    return yaml


def indentation(root: Node | None) -> dict[str, int]:
    """Return how far a file's first block list and first block map are indented."""
    found: dict[str, int] = {}
    nodes = [root]
    while nodes:
        node = nodes.pop(0)
        nodes += node.items if isinstance(node, Sequence) else []
        for key, value in node.pairs if isinstance(node, MappingNode) else ():
            below = value.line > key.line
            if below and isinstance(value, Sequence) and value.items:
                found.setdefault("offset", value.column - key.column)
                found.setdefault("sequence", value.items[0].column - key.column)
            elif below and isinstance(value, MappingNode):
                found.setdefault("mapping", value.column - key.column)
            nodes.append(value)
    return found if found.get("sequence", 2) >= found.get("offset", 0) + 2 else {}


def role_in(tree: Any, role_id: str | None, file: str) -> dict[str, Any]:
    """Return the map of a role in a file of either shape."""
    roles = tree.get("roles") if isinstance(tree, dict) else None
    if not isinstance(roles, list):
        if isinstance(tree, dict):
            return tree
        raise UsageError(f"{visible(file)} holds no role")
    ids: dict[str | None, dict[str, Any]] = {
        str(role.get("id") or slug(str(role.get("name", "")))): role
        for role in roles
        if isinstance(role, dict)
    }
    if role_id in ids:
        return ids[role_id]
    names = [str(name) for name in ids]
    hint = did_you_mean(role_id, names) if role_id else f"there are {', '.join(names)}"
    raise NotFound(f"{visible(file)} has no role `{visible(role_id)}`", help=hint)


def insert(role: dict[str, Any], effect: Effect, entry: str | Mapping[str, str]) -> None:
    """Put an entry at the end of a list; the role otherwise stays what it was."""
    permissions = role.get("permissions")
    if permissions is None:
        permissions = role["permissions"] = CommentedMap(implied(role))
    elif isinstance(permissions, dict):
        permissions |= inferred_keys(role, BUILT_IN)
    rules = permissions.get(effect.word) if isinstance(permissions, dict) else ""
    if not isinstance(rules, list | None):
        raise UsageError("the role's `permissions` are wrong", help="see `proctor role check`")
    if rules is None:
        if role.get("extends") is not None and effect is Effect.ALLOW:
            message = f"this role takes its `allow` list from `{visible(role['extends'])}`"
            hint = "a list here would replace that one: write it by hand"
            raise UsageError(message, help=hint)
        rules = permissions[effect.word] = CommentedSeq()
    if entry not in rules:
        item = entry if isinstance(entry, str) else CommentedMap(entry)
        rules.append(item)
        if isinstance(rules, CommentedSeq) and len(rules) > 1:
            move_tail(rules)


def implied(role: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return what a role without `permissions` has, so that writing them takes nothing away.

    Raises:
        UsageError: they would make its bypass count.

    """
    tools = role.get("tools", role.get("toolIds"))
    if role.get("extends") is not None:
        return {}
    if isinstance(tools, list):
        return {"otherwise": "deny", "allow": CommentedSeq(tools)}
    if role.get("permission_mode") == Mode.BYPASS.value or role.get("follow_bypass") is True:
        message = "this role has a bypass that counts as soon as it has `permissions`"
        raise UsageError(message, help="write `permissions` by hand, or take the bypass out")
    return {"profile": PROFILE_OF_NOTHING}


def move_tail(rules: CommentedSeq) -> None:
    """Put the blank lines and comments behind a list behind its new last entry."""
    holder, key = last_leaf(rules, len(rules) - 2)
    slot = 0 if isinstance(holder, CommentedSeq) else 2
    tokens = holder.ca.items.get(key)
    behind = tokens[slot] if tokens and len(tokens) > slot else None
    text = getattr(behind, "value", "")
    same_line, found, tail = text.partition("\n")
    if behind is None or not found or not tail.strip(" ") or rules.fa.flow_style():
        return
    behind.value = f"{same_line}\n"
    holder, key = last_leaf(rules, len(rules) - 1)
    moved = type(behind)(f"\n{tail}", behind.start_mark, None)
    holder.ca.items[key] = (
        [moved, None, None, None] if holder is rules else [None, None, moved, None]
    )


def last_leaf(holder: Any, key: Any) -> tuple[Any, Any]:
    """Return the innermost list or map, and the key in it, that ends an entry."""
    while isinstance(inner := holder[key], CommentedMap | CommentedSeq) and inner:
        if inner.fa.flow_style():
            break
        holder, key = (
            inner,
            (len(inner) - 1 if isinstance(inner, CommentedSeq) else list(inner)[-1]),
        )
    return holder, key
