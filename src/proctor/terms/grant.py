"""A remembered answer."""

from __future__ import annotations

from proctor.terms.named_tuple import NamedTuple
from proctor.terms.reply import Scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Grant(NamedTuple):
    """
    One answer that holds for more than its own question, or for the next call only.

    `key` says for what it holds: whoever looks it up makes the same key of role,
    project, input, folder and script. `agent` and `session` are empty where it
    holds for all. `used_at` ends a grant for once, `revoked_at` any.
    """

    uid: str
    key: str
    scope: Scope
    made_by: str
    made_at: str
    role: str = ""
    agent: str = ""
    session: str = ""
    expires_at: str = ""
    body: dict[str, Any] = {}  # noqa: RUF012 - a default that nobody writes to
    id: int = 0
    used_at: str = ""
    revoked_at: str = ""
    revoked_by: str = ""
