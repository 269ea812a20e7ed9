"""What the rules plainly allow is decided here and kept; everything else is the owner's word."""

from __future__ import annotations

import asyncio
import json
import os
import pwd
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.store import Filter
from proctor.keepers import open_reader
from proctor.owner.client import Client
from proctor.owner.recorded_environment import record_environment
from proctor.owner.socket_path import socket_path
from proctor.plugs.calls import AgentCalls, is_allowed
from proctor.plugs.near_judge import NearJudge, is_json
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.record import Record
from proctor.tools.judging import OwnerJudge, Ruling
from tests.plugs.clerks import clerks_home
from tests.server.running import PATIENCE, running, until
from tests.tables import each_row
from tests.tools.toolboxes import write_role

CLERK = """
permissions:
  allow:
    - price_of
    - Bash(ls *)
    - Read
    - self_edit_permissions
    - mcp__shop__*
  ask: [order]
  deny: [refund]
  otherwise: deny
"""
CONFIG = "tools:\n  price_of: {}\n  order: {}\n  refund: {}\n"
OWNERS = "the owner was asked"
Text = type("Text", (str,), {})
Judged = Callable[..., Ruling]


class Watched(NearJudge):
    """A judge that notes what it hands to the owner, who says no."""

    def __init__(self, home: Path) -> None:
        super().__init__(home)
        self.handed_on: list[dict[str, Any]] = []

    async def decided(self, request: dict[str, Any]) -> object:
        """Note it."""
        return self.decided_now(request)

    def decided_now(self, request: dict[str, Any]) -> object:
        """Note it."""
        self.handed_on.append(request)
        return {"effect": "deny", "why": OWNERS}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Be where an owner takes the user to be."""
    monkeypatch.setenv("HOME", pwd.getpwuid(os.geteuid()).pw_dir)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home with the role of a clerk."""
    return clerks_home(tmp_path, config=CONFIG, role=CLERK)


@pytest.fixture
def near(home: Path) -> Watched:
    """Give a judge without a server."""
    return Watched(home)


@pytest.fixture(params=["loop", "thread"])
def judged(request: pytest.FixtureRequest, near: Watched, tmp_path: Path) -> Judged:
    """Give both ways to have a call judged."""

    def judge(call: ToolCall, **more: Any) -> Ruling:
        words = {"role": "clerk", "project": str(tmp_path), "uid": "name-of-it", **more}
        if request.param == "thread":
            return near.judge_now(call, **words)
        return asyncio.run(near.judge(call, **words))

    return judge


def a_call(where: Path, tool: str = "price_of", given: object = None, **more: Any) -> ToolCall:
    """Return a call."""
    given = {"product": "tea"} if given is None else given
    return ToolCall(tool=tool, input=given, cwd=str(where), agent="till", **more)


def spooled(home: Path) -> list[dict[str, Any]]:
    """Return the records that wait in the spool."""
    file = home / "spool" / "records.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return [json.loads(line)["row"] for line in lines]


def test_an_allow_needs_no_server_and_is_kept_before_it_is_said(
    home: Path, near: Watched, judged: Judged, tmp_path: Path
) -> None:
    """Nobody is asked and nothing is started; the record is there for whoever looks."""
    ruling = judged(a_call(tmp_path, given={"product": "TOKEN=abc"}, call_id="c-1"))

    assert ruling.verdict.effect is Effect.ALLOW
    assert [row["uid"] for row in spooled(home)] == [ruling.record]
    assert near.handed_on == []
    assert not socket_path(home).exists()
    store = open_reader(home)
    [kept] = store.find(Filter())
    store.close()
    record: Record = kept.record
    assert (record.agent_name, record.role, record.decision) == ("till", "clerk", "allow")
    assert (record.rule, record.decider, record.call_id) == ("price_of", "rule", "c-1")
    assert record.input == {"product": "TOKEN=[redacted]"}
    assert record.spooled


@pytest.mark.parametrize(
    ("call", "more"),
    [
        ({"tool": "order"}, {}),
        ({"tool": "refund"}, {}),
        ({"tool": "unheard_of"}, {}),
        ({"tool": "Bash", "given": {"command": "rm -rf /"}}, {}),
        ({"tool": "Bash", "given": {"command": "ls; $(cat x)"}}, {}),
        ({"tool": "self_edit_permissions", "given": {"profile": "open"}}, {}),
        ({"given": "no object"}, {}),
        ({"given": {"product": ("tea",)}}, {}),
        ({"given": {1: "tea"}}, {}),
        ({"given": {"product": Path("/tea")}}, {}),
        ({"given": {"product": "\ud83d\ude00"}}, {}),
        ({"given": {"product": 10**30}}, {}),
        ({"given": {"product": "x" * (1 << 20)}}, {}),
        ({"given": {"product": [0] * (1 << 20)}}, {}),
        ({"tool": Text("price_of")}, {}),
        ({"tool": ""}, {}),
        ({"mode": 3}, {}),
        ({"subagent": ["b"]}, {}),
        ({}, {"role": "nobody"}),
        ({}, {"role": ""}),
        ({}, {"role": "@WF-20261117-001"}),
        ({}, {"role": "clerk under @WF-20261117-001"}),
        ({}, {"role": "clerk under locked"}),
        ({}, {"uid": ""}),
        ({}, {"uid": "u" * 65}),
        ({}, {"project": "/not/there\0"}),
        ({}, {"project": ""}),
    ],
)
def test_whatever_is_not_plainly_allowed_is_the_owners_to_say(
    home: Path,
    near: Watched,
    judged: Judged,
    tmp_path: Path,
    call: dict[str, Any],
    more: dict[str, Any],
) -> None:
    """An ask, a deny, other rights, a stage, an odd input: nothing of it is decided here."""
    ruling = judged(a_call(tmp_path, **call), **more)

    assert (ruling.verdict.effect, ruling.verdict.why) == (Effect.DENY, OWNERS)
    assert len(near.handed_on) == 1
    assert spooled(home) == []


def test_a_call_without_a_folder_is_the_owners_to_say(
    near: Watched, judged: Judged, tmp_path: Path
) -> None:
    """Where it would run is not known here."""
    judged(a_call(tmp_path)._replace(cwd=None))

    assert len(near.handed_on) == 1


def test_a_spool_that_cannot_be_written_allows_nothing(
    home: Path, near: Watched, judged: Judged, tmp_path: Path
) -> None:
    """What is not kept does not run by our word."""
    (home / "spool").write_text("not a folder")

    assert judged(a_call(tmp_path)).verdict.why == OWNERS
    assert len(near.handed_on) == 1


def test_where_the_user_is_at_home_is_the_owners_word(
    home: Path, near: Watched, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program's HOME may be anything; rules and the guard are about the user's own folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert judged(a_call(tmp_path)).verdict.why == OWNERS
    record_environment(home, {"HOME": str(tmp_path)})

    other = NearJudge(home)
    words: Any = {"role": "clerk", "project": str(tmp_path), "uid": "u-1"}
    assert is_allowed(other.judge_now(a_call(tmp_path), **words))


def test_somebody_is_started_to_take_in_a_long_spool(
    home: Path, near: Watched, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent whose calls are all allowed would else fill it without end."""
    started: list[Path] = []
    there = threading.Event()

    def start(whose: Path, **_: Any) -> None:
        started.append(whose)
        there.set()

    monkeypatch.setattr("proctor.plugs.near_judge.ensure_owner", start)
    monkeypatch.setattr("proctor.plugs.near_judge.NOW_AND_THEN", 2)
    for long, number in ((8 << 20, 2), (1, 1)):
        monkeypatch.setattr("proctor.plugs.near_judge.LONG", long)
        assert (started, [is_allowed(judged(a_call(tmp_path))) for _ in range(number)]) == (
            [], [True] * number,
        )  # fmt: skip
    judged(a_call(tmp_path))

    assert there.wait(PATIENCE)
    assert started == [home]


def test_in_somebody_elses_home_nothing_is_left(
    home: Path, near: Watched, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its owner could not read it."""
    monkeypatch.setattr("proctor.plugs.near_judge.os.geteuid", lambda: 4711)

    assert judged(a_call(tmp_path)).verdict.why == OWNERS
    near.prepare("clerk", str(tmp_path))
    assert (len(near.handed_on), spooled(home)) == (1, [])
    assert sorted(path.name for path in home.iterdir()) == ["config.yaml", "roles"]


def test_whatever_breaks_in_here_allows_nothing(
    near: Watched, judged: Judged, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception is no yes, wherever it comes from."""

    def breaks(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    for place in ("posts.get", "spool.put", "keeper_of"):
        owner, _, name = place.rpartition(".")
        with monkeypatch.context() as broken:
            broken.setattr(getattr(near, owner) if owner else near, name, breaks)
            assert judged(a_call(tmp_path)).verdict.why == OWNERS
    assert len(near.handed_on) == 3


def test_a_role_that_changes_is_seen(
    home: Path, near: Watched, judged: Judged, tmp_path: Path
) -> None:
    """Its files are looked at as the owner looks at them; one that is broken allows nothing."""
    assert is_allowed(judged(a_call(tmp_path)))
    for text in (CLERK.replace("    - price_of\n", ""), CLERK.replace("allow:", "alow:")):
        write_role(home, "clerk", text)
        until(lambda: not is_allowed(judged(a_call(tmp_path))))
    write_role(home, "clerk", CLERK)

    until(lambda: is_allowed(judged(a_call(tmp_path))))


def test_what_is_secret_here_is_read_again(
    home: Path, near: Watched, judged: Judged, tmp_path: Path
) -> None:
    """A pattern that somebody adds to `redact:` counts for the records from then on."""
    judged(a_call(tmp_path))
    (home / "config.yaml").write_text(f"{CONFIG}redact: ['te.']\n")

    def is_hidden() -> bool:
        judged(a_call(tmp_path))
        return bool(spooled(home)[-1]["input"]["product"] == "[redacted]")

    until(is_hidden)
    (home / "config.yaml").write_text(f"{CONFIG}redact: ['(']\n")
    until(lambda: not is_allowed(judged(a_call(tmp_path))))


def test_many_threads_at_once(near: Watched, home: Path, tmp_path: Path) -> None:
    """Each call of each thread is kept, once."""
    asked: Any = {"role": "clerk", "project": str(tmp_path)}

    def work(thread: int) -> None:
        for n in range(25):
            call = a_call(tmp_path, given={"product": f"{thread}-{n}"})
            assert is_allowed(near.judge_now(call, uid=f"{thread}-{n}", **asked))

    threads = [threading.Thread(target=work, args=[n]) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    rows = spooled(home)
    assert len({row["uid"] for row in rows}) == len(rows) == 200


PARTLY_OF_ITS_OWN = ("n", "uid", "seq", "hash", "timestamp", "duration_us", "spooled")


def test_the_owner_decides_the_same_and_keeps_it_under_the_same_name(
    home: Path, tmp_path: Path
) -> None:
    """The record is the same but for its times; handed in again, it is kept once."""
    calls: list[dict[str, Any]] = [
        {"session": "s/t", "subagent": "b", "harness": "langchain", "requester": "ada"},
        {
            "given": {
                "product": "TOKEN=abc",
                "pieces": [1, -0.0, 1e300, None, True, {"é": "😀"}],
            }
        },
        {"tool": "Bash", "given": {"command": "ls -la src"}, "mode": "acceptEdits"},
        {"tool": "Read", "given": {"file_path": "notes.txt"}},
        {"tool": "mcp__shop__get", "given": {}, "call_id": "c-1"},
    ]
    words: Any = {"role": "clerk", "project": str(tmp_path)}
    near, owner = NearJudge(home), OwnerJudge(home)
    seen: set[str] = set()
    with running(home), Client.connect(home) as client:
        for number, call in enumerate(calls):
            made = a_call(tmp_path, **call)
            here = near.judge_now(made, uid=f"first-{number}", **words)
            there = owner.judge_now(made, uid=f"second-{number}", **words)
            again = owner.judge_now(made, uid=f"first-{number}", **words)
            rows = [row for row in client.call("records") if row["uid"] not in seen]
            seen |= {row["uid"] for row in rows}

            assert here == again, call
            assert here.verdict == there.verdict
            assert sorted(row["uid"] for row in rows) == sorted([here.record, there.record])
            first, second = (
                {k: v for k, v in row.items() if k not in PARTLY_OF_ITS_OWN} for row in rows
            )
            assert first == second
        owner.close()
        near.close()


def test_a_plug_decides_here_unless_told_otherwise(home: Path, tmp_path: Path) -> None:
    """Without a judge, an allow starts no server, and the role is loaded before the first call."""
    calls = AgentCalls("clerk", home=home, workspace=tmp_path)
    assert isinstance(calls.judge, NearJudge)
    assert calls.judge.posts.known

    assert is_allowed(calls.decide_now("price_of", {"product": "tea"}))
    assert not socket_path(home).exists()


@each_row(
    ("value", "want"),
    [
        ({"a": [1, "b", None, {"c": 1.5}]}, True),
        ({"a": {1, 2}}, False),
        (Text("a"), False),
        ({"a": "é😀"}, True),
        ({"a": "\ud800"}, False),
        (type("Map", (dict,), {})(), False),
    ],
)
def test_only_what_json_gives_back_unchanged_is_decided_here(value: object, want: bool) -> None:
    """Anything else would be another input to the owner."""
    assert is_json(value, 64, [1000]) is want


def test_what_is_nested_without_end_is_not() -> None:
    """It ends."""
    knot: list[object] = []
    knot.append(knot)

    assert not is_json(knot, 64, [1000])
