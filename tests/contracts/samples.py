"""Rows to keep, with everything filled in that a row has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proctor.audit.chain import Head, link
from proctor.audit.rows import Kept, to_values
from proctor.audit.store import Filter, Link, Store
from proctor.terms.agent import Agent
from proctor.terms.event import Event
from proctor.terms.grant import Grant
from proctor.terms.kept_run import KeptRun
from proctor.terms.question import Question
from proctor.terms.record import Record
from proctor.terms.reply import Answer, Reply, Scope

HOST, HOME = "alpha", "/home/ada/.proctor"
MANY = 100_000
# A wait that only ends where something hangs.
HANGS = 30.0

# Texts that something on the way could take for more than a text.
ODD = {
    "empty": "",
    "blank": " \t ",
    "long": "long text " * 10_000,
    "emoji": "🦊 and 👩‍👩‍👧 and \U0001f1ef\U0001f1f5",
    "right to left": "שלום \u202e mirrored \u202c مرحبا",
    "combining": "e\u0301 is not é, ß is not ss, ǆ, İstanbul",
    "newlines": "one\ntwo\r\nthree\rfour\x0b\x0c\x85\u2028five",
    "control": "\x1b[31mred\x1b[0m \x07 \x7f",
    "quotes": """it's "so" `there` ''two'' $$""",
    "placeholders": "100% %s %(a)s ? ?1 :name $1 {x}",
    "backslashes": r"C:\new\x00 \u0000 \' \\",
    "sql": "'; DROP TABLE records; --",
    "like": "a_b%c[d]*e^f",
    "json": '{"a": [1, null]}',
    "nul": "before\0behind",
    "half a pair": "\ud83d alone and \udc80 too",
}

RECORD = Record(
    uid="u-0",
    timestamp="2026-06-01T12:00:00.000Z",
    agent_name="coder-1",
    action_string="tool:bash:npm test",
    decision="ask_approved",
    user_id="ada",
    detail="go on",
    tool="Bash",
    role="coder",
    decider="person",
    rule="Bash(npm *)",
    rule_place="roles/coder.yaml:12",
    why="a rule asks",
    answered_by="grace",
    channel="web",
    question=7,
    project="/srv/app",
    cwd="/srv/app/web",
    subagent="helper",
    session="s-1",
    harness="claude",
    call_id="call-1",
    mode="default",
    policy_revision="r1",
    input={"command": "npm test", "timeout": 5, "deep": [{"a": None}, True, 1.5]},
    input_digest="d1",
    duration_us=1234,
    spooled=True,
    about="u-before",
)


def record(uid: str, **changes: Any) -> Record:
    """Return a record of this name."""
    return RECORD._replace(uid=uid, **changes)


def links(
    records: Sequence[Record], heads: dict[str, Head], *, host: str = HOST, home: str = HOME
) -> list[Link]:
    """Return records in their places behind the heads of their chains."""
    found, now = [], dict(heads)
    for each in records:
        values = to_values(each)
        name = values[Record._fields.index("agent_name")]
        before = now.get(name, Head())
        seq = before.seq + 1
        now[name] = Head(seq, link(before.hash, host, home, seq, values))
        found.append(Link(host, home, seq, now[name].hash, values))
    return found


def keep(store: Store, *records: Record, host: str = HOST, home: str = HOME) -> list[Kept]:
    """Keep records, and return them as they came back."""
    store.insert(links(records, store.heads(host, home), host=host, home=home))
    uids = {each.uid for each in records}
    return [kept for kept in everything(store) if kept.record.uid in uids]


def everything(store: Store) -> list[Kept]:
    """Return all records, oldest first."""
    return store.find(Filter(), limit=MANY, newest=False)


def question(uid: str, **changes: Any) -> Question:
    """Return a question of this name that nobody has asked yet."""
    return Question(
        uid=uid,
        host=HOST,
        home=HOME,
        agent="coder-1",
        tool="Bash",
        action="tool:bash:npm publish",
        asked_at="2026-06-01T12:00:00.000Z",
        expires_at="2026-06-01T12:05:00.000Z",
        session="s-1",
        digest="d1",
        body={"role": "coder", "parts": ["npm publish"], "deep": {"n": 1, "none": None}},
    )._replace(**changes)


REPLY = Reply(
    answer=Answer.ALLOW,
    by="grace",
    channel="web",
    words="once, then never again",
    scope=Scope.TIME,
    seconds=600,
    at="2026-06-01T12:01:00.000Z",
    question=3,
)


def grant(uid: str, **changes: Any) -> Grant:
    """Return a grant of this name."""
    return Grant(
        uid=uid,
        key="k-1",
        scope=Scope.ONCE,
        made_by="grace",
        made_at="2026-06-01T12:00:00.000Z",
        role="coder",
        agent="coder-1",
        session="s-1",
        expires_at="2026-06-01T13:00:00.000Z",
        body={"tool": "Bash", "deep": [1, {"a": None}]},
    )._replace(**changes)


def agent(name: str, **changes: Any) -> Agent:
    """Return an agent of this name."""
    return Agent(
        host=HOST,
        home=HOME,
        name=name,
        role="coder",
        state="idle",
        tool="Bash",
        session="s-1",
        since="2026-06-01T12:00:00.000Z",
        seen_at="2026-06-01T12:00:01.000Z",
        body={"pid": 12, "deep": [None]},
    )._replace(**changes)


def event(uid: str, **changes: Any) -> Event:
    """Return an event of this name."""
    return Event(
        uid=uid,
        timestamp="2026-06-01T12:00:00.000Z",
        host=HOST,
        home=HOME,
        kind="started",
        agent="coder-1",
        session="s-1",
        body={"pid": 12, "deep": [None]},
        spooled=True,
    )._replace(**changes)


def run(run_id: str, **changes: Any) -> KeptRun:
    """Return a run of this id that nobody has kept yet."""
    return KeptRun(
        id=run_id,
        project="/srv/app",
        template="standard",
        status="active",
        created_at="2026-06-01T12:00:00.000Z",
        updated_at="2026-06-01T12:00:00.000Z",
        body={"stage": 0, "deep": [{"a": None}, True, 1.5]},
    )._replace(**changes)
