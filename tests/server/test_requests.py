"""What a request says is read strictly."""

from __future__ import annotations

from typing import Any

import pytest

from proctor.approval.askers import Manner
from proctor.errors import UsageError
from proctor.server.requests import read_draft, read_filter, read_reply, read_request, read_status
from proctor.terms.call import ToolCall
from proctor.terms.question import Status
from proctor.terms.reply import Answer, Reply, Scope
from tests.tables import each_row

CALL: dict[str, Any] = {"tool": "Bash", "input": {"command": "ls"}, "cwd": "/srv/app"}


def test_a_call_is_read_whole() -> None:
    """Every field of a call reaches it, and what is not said is guarded and waits."""
    words = dict.fromkeys(
        ("agent", "session", "subagent", "harness", "call_id", "mode", "requester"), "x"
    )
    request = read_request({**CALL, **words})

    assert request.call == ToolCall(**CALL, **words)
    assert (request.role, request.project, request.manner) == ("guarded", "/srv/app", Manner.HOLD)
    assert request.uid == ""


@pytest.mark.parametrize("said", [{}, {"cwd": None}])
def test_a_call_without_a_folder_is_where_its_agent_was_started(said: dict[str, None]) -> None:
    """No default of a role that others use too stands in for it."""
    request = read_request({"tool": "Bash", "project": "/srv/app/web", **said})

    assert (request.call.cwd, request.project) == ("/srv/app/web", "/srv/app/web")


@each_row(
    "change",
    [
        {"tool": None},
        {"tool": ""},
        {"tool": 7},
        {"cwd": None},
        {"cwd": "srv"},
        {"cwd": 7},
        {"project": ["/srv"]},
        {"agent": {"name": "x"}},
        {"mode": True},
        {"role": 7},
        {"role": {}},
        {"uid": 0},
        {"project": []},
        {"cwd": "/srv\0"},
        {"cwd": "/srv/\ud800"},
        {"cwd": "/" + "x" * 5000},
        {"uid": "x" * 65},
        {"uid": 7},
        {"ask": "allow"},
        {"ask": None},
        {"allow": True},
        {"is_admin": True},
    ],
    ids=str,
)
def test_a_wrong_call_is_refused(change: dict[str, Any]) -> None:
    """A field of the wrong type, or one that nobody knows, is an error."""
    with pytest.raises(UsageError):
        read_request({**CALL, **change})


def test_an_answer_is_read_whole() -> None:
    """An answer is allow or deny, for a scope; who gives it is told apart elsewhere."""
    once = {"answer": "allow", "words": "fine", "scope": "once"}
    timed = {"answer": "allow", "scope": "time", "seconds": 600}
    wide = {"answer": "allow", "scope": "session", "category": "bash"}

    assert [read_reply(data) for data in (once, timed, wide)] == [
        Reply(Answer.ALLOW, words="fine"),
        Reply(Answer.ALLOW, scope=Scope.TIME, seconds=600),
        Reply(Answer.ALLOW, scope=Scope.SESSION, category="bash"),
    ]


@each_row(
    "data",
    [
        {},
        {"answer": ""},
        {"answer": "ALLOW"},
        {"answer": True},
        {"answer": ["allow"]},
        {"answer": "timeout"},
        {"answer": "allow", "scope": "forever"},
        {"answer": "allow", "scope": "time"},
        {"answer": "allow", "scope": "always", "seconds": 60},
        {"answer": "allow", "scope": "always", "category": "bash"},
        {"answer": "allow", "category": "bash"},
        {"answer": "allow", "scope": "session", "category": ["bash"]},
        {"answer": "deny", "scope": "always"},
        {"answer": "allow", "scope": ["once"]},
        {"answer": "allow", "seconds": -1},
        {"answer": "allow", "seconds": float("nan")},
        {"answer": "allow", "seconds": True},
        {"answer": "allow", "words": 7},
        {"answer": "allow", "words": "x" * 4001},
        {"answer": "allow", "by": "root"},
    ],
    ids=str,
)
def test_a_wrong_answer_is_refused(data: dict[str, Any]) -> None:
    """What is not plainly an answer is none."""
    with pytest.raises(UsageError):
        read_reply(data)


@each_row(
    "data",
    [
        {"tool": "Bash"},
        {"tool": "Bash", "action": 7},
        {"tool": "Bash", "action": "x", "body": []},
        {"tool": "Bash", "action": "x", "seconds": "60"},
        {"tool": "Bash", "action": "x", "status": "answered"},
    ],
    ids=str,
)
def test_a_wrong_question_is_refused(data: dict[str, Any]) -> None:
    """A question says what it is about, and cannot say how it stands."""
    with pytest.raises(UsageError):
        read_draft(data)


@pytest.mark.parametrize("data", [{"agent": 7}, {"before": "7"}, {"agnet": "x"}], ids=str)
def test_a_wrong_filter_is_refused(data: dict[str, Any]) -> None:
    """A filter that is mistyped never means everything."""
    with pytest.raises(UsageError):
        read_filter(data)


def test_a_status_is_one_of_four() -> None:
    """Nothing means all; another word is an error."""
    assert (read_status(""), read_status("pending")) == (None, Status.PENDING)
    with pytest.raises(UsageError):
        read_status("open")


def test_a_name_of_megabytes_is_cut_before_it_is_looked_at() -> None:
    """Nobody keeps the server busy with the name of a field, nor gets all of it back."""
    with pytest.raises(UsageError) as refused:
        read_request({**CALL, "x" * 5_000_000: 1})

    assert len(refused.value.message) < 200
