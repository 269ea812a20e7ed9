"""A record for tests of the pages and paths about it: many agents, odd texts, a true chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proctor.audit.ids import new_uid, timestamp
from proctor.terms.record import Record
from tests.server.api_rig import Asker

# Says something to a browser, a terminal, a spreadsheet and a person.
HOSTILE = "<img src=x onerror=alert(1)>\"'`{{7*7}}\x1b[31m\u202e=1+1"


def made(
    agent: str, action: str = "tool:bash:make", decision: str = "allow", **more: Any
) -> Record:
    """Return a record that was made now."""
    fields: dict[str, Any] = {"tool": "bash", "role": "builder", "decider": "rule", **more}
    fields.setdefault("timestamp", timestamp())
    fields.setdefault("uid", new_uid())
    return Record(agent_name=agent, action_string=action, decision=decision, **fields)


def keep(asker: Asker, *records: Record) -> None:
    """Keep records, as the office does, one after the other."""

    async def work() -> None:
        for record in records:
            assert await asker.office.append(record)

    asker.do(work)


def hostile(agent: str = HOSTILE) -> Record:
    """Return a record in which every text is hostile."""
    texts = (
        "user_id", "detail", "tool", "role", "decider", "rule", "rule_place", "why", "answered_by",
        "channel", "project", "cwd", "subagent", "session", "harness", "call_id", "mode",
        "policy_revision", "input_digest",
    )  # fmt: skip
    given: dict[str, Any] = dict.fromkeys(texts, HOSTILE)
    return made(agent, f"tool:bash:{HOSTILE}", HOSTILE, **given, input={HOSTILE: [HOSTILE, None]})


def numbers(asker: Asker, **filters: Any) -> Sequence[int]:
    """Return the numbers of records, newest first."""
    found = asker.get("/api/audit", params=filters).json()
    return [one["n"] for one in found]
