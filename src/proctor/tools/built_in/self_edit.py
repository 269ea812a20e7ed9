"""
Tools by which an agent changes what it is itself: prompt, documents, permissions, model.

Whether it may, and what can be at all, is decided before, by rules, people and the right of a
person to grant a profile. The server then makes the change that was approved, for this agent
alone, and no other.
"""

from __future__ import annotations

from typing import Any

from proctor.errors import NoOwner
from proctor.owner.background import ensure_owner
from proctor.owner.client import Client
from proctor.tools.context import Context
from proctor.tools.declare import tool

OP = "self-edit"


@tool(id="self_edit_system_prompt", category="self_edit")
def self_edit_system_prompt(context: Context, prompt: str) -> str:
    """
    Change the agent's own system prompt.

    The agent is you; it counts from your next start on.

    Args:
        context: Where and for whom.
        prompt: The whole new text.

    """
    return made(context, "self_edit_system_prompt", prompt=prompt)


@tool(id="self_edit_docs", category="self_edit", target="path")
def self_edit_docs(context: Context, path: str, content: str) -> str:
    """
    Write a document of the agent's own.

    The agent is you; you are told it from your next start on. No file of the workspace changes.

    Args:
        context: Where and for whom.
        path: What it is called, as `docs/notes.md`; it ends in .md, .rst, .txt or .adoc.
        content: All of its new content.

    """
    return made(context, "self_edit_docs", path=path, content=content)


@tool(id="self_edit_permissions", category="self_edit", target="profile")
def self_edit_permissions(context: Context, profile: str) -> str:
    """
    Change the agent's own permissions to those of a profile.

    The agent is you, and nobody else of your role; denies and asks of your role stay.

    Args:
        context: Where and for whom.
        profile: The profile, as `standard`.

    """
    return made(context, "self_edit_permissions", profile=profile)


@tool(id="self_edit_model", category="self_edit", target="model")
def self_edit_model(context: Context, model: str) -> str:
    """
    Change the agent's own model.

    The agent is you; it counts from your next start on.

    Args:
        context: Where and for whom.
        model: The model, as `sonnet`.

    """
    return made(context, "self_edit_model", model=model)


def made(context: Context, tool: str, **given: str) -> str:
    """
    Have the server make a change that was approved, and say so.

    Raises:
        NotAllowed: it was not approved, or something else was.
        ServerError: there is no server, and none can be started.

    """
    fields: dict[str, Any] = {
        "tool": tool,
        "input": given,
        "role": context.role,
        "agent": context.agent,
        "session": context.session,
        "project": str(context.workspace),
    }
    try:
        client = Client.connect(context.home)
    except NoOwner:
        ensure_owner(context.home)
        client = Client.connect(context.home)
    with client:
        return str(client.call(OP, within=None, **fields)["text"])
