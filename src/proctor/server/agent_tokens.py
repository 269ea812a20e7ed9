"""
The token of a session, by which its agent hands in what it has done.

It opens two paths and nothing else, and nobody's token but a session's opens them. Whoever
has it can say of that one agent whatever they like, and of no other.
"""

from __future__ import annotations

import hmac
from pathlib import Path

from proctor.agents.session_files import Session, read_session
from proctor.agents.session_folder import is_name
from proctor.agents.telemetry_variables import MARK
from proctor.errors import NotFound

LOGS, METRICS = "/v1/logs", "/v1/metrics"
PATHS = frozenset({LOGS, METRICS})
# In the scope of a request that has come in by such a token.
SESSION = "proctor.session"


def session_of(home: Path, given: str) -> Session | None:
    """
    Return the session whose token was given, behind its name; None for anything else.

    Its file is read each time: a session that is started anew has another token at once.
    """
    name, _, token = given.partition(MARK)
    if not token or not is_name(name):
        return None
    try:
        session = read_session(home, name)
    except NotFound:
        return None
    kept = session.token
    if not isinstance(kept, str) or not kept:
        return None
    pair = (each.encode("utf-8", "surrogatepass") for each in (kept, token))
    return session if hmac.compare_digest(*pair) else None
