"""
The names that a tool can have outside of a gateway, by its id alone.

Rules and records have ids, `task:add` and `mcp__github__create_issue`; clients take neither
colons nor long names. A tool of ours has its plain name, `task_add`. An upstream's is
`github_create_issue`, if that is just what it is called, or ends in a hash of the id.
"""

from __future__ import annotations

import re
from hashlib import sha256

from proctor.terms.catalogue import MCP_PREFIX
from proctor.tools.model_names import model_name

LONGEST, HASH = 48, 8
# Stands before and behind the upstream in an id, and in no name of an upstream.
BETWEEN = "__"
UPSTREAM = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")


def outside_name(tool: str, taken: frozenset[str] = frozenset()) -> str:
    """Return the name of an upstream's tool by its id, if some names are others'."""
    plain = tool.split(BETWEEN, 1)[-1].replace(BETWEEN, "_", 1)
    fits = plain == model_name(plain) and len(plain) <= LONGEST and plain not in taken
    return plain if fits else hashed(tool)


def hashed(tool: str) -> str:
    """Return the name of an upstream's tool that ends in a hash of its id."""
    plain = model_name(tool.split(BETWEEN, 1)[-1].replace(BETWEEN, "_", 1))
    mark = sha256(tool.encode(errors="surrogatepass")).hexdigest()[:HASH]
    return f"{plain[: LONGEST - HASH - 1]}_{mark}"


def may_be_called(tool: str, name: str) -> bool:
    """Say whether a gateway of ours can have given a tool, by its id, that name."""
    if not tool.startswith(MCP_PREFIX):
        return bool(tool) and name == model_name(tool)
    upstream, _, own = tool.removeprefix(MCP_PREFIX).partition(BETWEEN)
    if not own or UPSTREAM.fullmatch(upstream) is None:
        return False
    return name in (outside_name(tool), hashed(tool))
