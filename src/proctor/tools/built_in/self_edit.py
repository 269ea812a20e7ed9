"""
Tools by which an agent changes what it is itself: prompt, documents, permissions, model.

Whether it may is decided before, and by whom: rules, people, and for permissions the right of a
person to grant them. Here it is only written, with its history, and what does not load is not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from proctor.errors import NotFound, UsageError
from proctor.home import project_root
from proctor.nodes import visible
from proctor.roles.store import RoleStore
from proctor.terms.role_chain import roles_of
from proctor.tools.built_in.files import encoded
from proctor.tools.context import Context
from proctor.tools.declare import tool
from proctor.tools.workspace import write_bytes

LONGEST_PROMPT = 100_000
# What a document is, so that the right to change these is not one to change the program.
DOCUMENTS = (".md", ".markdown", ".rst", ".txt", ".adoc")
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/@\[\]-]{0,99}")
# What stays of a role's permissions under another profile: only what makes them stricter.
STRICT = ("deny", "ask", "agent")


@tool(id="self_edit_system_prompt", category="self_edit")
def self_edit_system_prompt(context: Context, prompt: str) -> str:
    """
    Change the agent's own system prompt.

    The agent is you; it counts from your next session on.

    Args:
        context: Where and for whom.
        prompt: The whole new text.

    """
    if not prompt.strip() or len(prompt) > LONGEST_PROMPT or not is_clean(prompt):
        raise UsageError(f"a prompt is a text of 1 to {LONGEST_PROMPT:,} characters")
    store, role = own_role(context)
    held = store.get(role).fields
    key = "system_prompt" if held.get("system_prompt") is not None else "instructions"
    return written(context, store, role, {key: prompt})


@tool(id="self_edit_docs", category="self_edit", target="path")
def self_edit_docs(context: Context, path: str, content: str) -> str:
    """
    Write a document of the workspace.

    Args:
        context: Where and for whom.
        path: The document, as seen from the workspace; its name ends in .md, .rst, .txt or .adoc.
        content: All of its new content.

    """
    if not path.lower().endswith(DOCUMENTS):
        raise UsageError(
            f"`{visible(path)}` is no document", help=f"its name ends in {', '.join(DOCUMENTS)}"
        )
    new = write_bytes(context.workspace, path, encoded(content))
    return f"{'made' if new else 'replaced'} {path}"


@tool(id="self_edit_permissions", category="self_edit", target="profile")
def self_edit_permissions(context: Context, profile: str) -> str:
    """
    Change the agent's own permissions to those of a profile.

    The agent is you; denies and asks of your role stay.

    Args:
        context: Where and for whom.
        profile: The profile, as `standard`.

    """
    store, role = own_role(context)
    held = store.get(role).fields
    return written(context, store, role, {"permissions": permissions_of(held, one_word(profile))})


@tool(id="self_edit_model", category="self_edit", target="model")
def self_edit_model(context: Context, model: str) -> str:
    """
    Change the agent's own model.

    The agent is you; it counts from your next session on.

    Args:
        context: Where and for whom.
        model: The model, as `sonnet`.

    """
    store, role = own_role(context)
    return written(context, store, role, {"model": one_word(model)})


def own_role(context: Context) -> tuple[RoleStore, str]:
    """
    Return the place of a caller's own role, and its id.

    Raises:
        UsageError: it has none that it could change.

    """
    role = roles_of(context.role)[0]
    if not role or role.startswith("@"):
        raise UsageError(
            "you have no role of your own: the workflow's stage says what you may do",
            help="a person changes the role of the stage",
        )
    for root in (project_root(context.workspace, context.home), None):
        store = RoleStore(context.home, root)
        try:
            store.get(role)
        except NotFound:
            continue
        return store, role
    raise NotFound(
        f"the role `{visible(role)}` is in no file that could be changed",
        help=f"a person makes one: proctor role copy {visible(role)}",
    )


def written(context: Context, store: RoleStore, role: str, changes: Mapping[str, Any]) -> str:
    """Write a change of the caller's own role, and say so."""
    asked_by = f" for {context.person}" if context.person else ""
    change = store.update(role, dict(changes), by=f"{context.agent or role}{asked_by}")
    return f"changed {', '.join(changes)} of the role {role}: version {change.number}"


def permissions_of(fields: Mapping[str, Any], profile: str) -> dict[str, Any]:
    """
    Return the permissions of a role under another profile.

    Its own allows go, and so do those that it has from its parent: else a stricter profile would
    not be one. What it denies and asks stays: the profile was granted, and nothing beyond it.
    """
    before = fields.get("permissions")
    kept = before if isinstance(before, dict) else {}
    made = {"profile": profile, **{key: kept[key] for key in STRICT if key in kept}}
    if fields.get("extends") is not None:
        made |= {"allow": [], "otherwise": None, "order": None}
    return made


def one_word(text: str) -> str:
    """
    Return a word that can be a name of a profile or a model, and no option of a program.

    Raises:
        UsageError: it can not.

    """
    if not WORD.fullmatch(text):
        raise UsageError(f"`{visible(text)}` is no name")
    return text


def is_clean(text: str) -> bool:
    """Say whether a text has nothing in it that a terminal would obey."""
    return all(char.isprintable() or char in "\n\t" for char in text)
