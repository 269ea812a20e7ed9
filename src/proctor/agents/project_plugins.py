"""
Plugins that a repository turns on: off for an agent of ours, unless its role says otherwise.

A plugin brings hooks, and may bring code that runs inside of the program and overrules hooks
that are not managed (measured). Whoever clones a repository was not asked about it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from proctor.answering_hooks import FILES, LARGEST, PLUGINS, above, text_of
from proctor.errors import UsageError

ENABLED = PLUGINS[0]


def project_plugins(start: str, root: str, user: str) -> list[str]:
    """
    Return the plugins that settings of a project turn on.

    Args:
        start: where the agent is started.
        root: the root of the project.
        user: the user's folder, whose settings are the person's own.

    Raises:
        UsageError: settings cannot be read; the program may read them otherwise than we do.

    """
    found: dict[str, None] = {}
    for folder in above(start, root, user):
        for name in FILES:
            found |= dict.fromkeys(turned_on_in(f"{folder}/{name}"))
    return list(found)


def turned_on_in(path: str) -> list[str]:
    """
    Return the plugins that one file turns on.

    Raises:
        UsageError: it cannot be read.

    """
    try:
        text = text_of(path, LARGEST, errors="replace")
        if text is None:
            return []
        named = json.loads(text).get(ENABLED) or {}
        return [name for name, value in named.items() if value is not False]
    except (OSError, ValueError, AttributeError, RecursionError) as error:
        raise UsageError(
            f"`{path}` cannot be read, and may turn something on that overrules the role",
            help="mend it, or move it away; then start the agent",
        ) from error


def without_plugins(settings: Mapping[str, Any], plugins: list[str]) -> dict[str, Any]:
    """Return settings that turn plugins off, but for those that they name themselves."""
    named = settings.get(ENABLED)
    own = named if isinstance(named, dict) else {}
    off = {one: False for one in plugins if one not in own}
    return {**settings, ENABLED: {**off, **own}} if off else dict(settings)
