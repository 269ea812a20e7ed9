"""Questions that are made of decisions."""

from __future__ import annotations

from typing import Any

from proctor import Policy
from proctor.approval.drafts import draft_of
from proctor.approval.neighbours import Proposed
from proctor.terms.call import ToolCall
from proctor.terms.question import Draft
from proctor.terms.record import Standing
from tests.tables import each_row

STANDING = Standing(role="coder", project="/srv/shop", policy_revision="r1")
PUSH = ToolCall(
    tool="Bash",
    input={"command": "make && git push"},
    cwd="/srv/shop",
    agent="arch-1",
    session="s-1",
    subagent="helper",
    harness="claude-code",
    call_id="c-1",
    requester="ada",
)
RULES = Policy.of(
    ask=[{"rule": "Bash(git push *)", "why": "Shared.", "approvers": ["lead"]}, "Bash(make *)"]
)


def drafted(call: ToolCall = PUSH, policy: Policy = RULES, **more: Any) -> Draft:
    """Make a question of a call."""
    return draft_of(call, policy.decide(call), STANDING, **{"uid": "u", "seconds": 60.0, **more})


def test_a_question_says_all_that_a_person_needs() -> None:
    """Who wants what, where, under which role, which rules ask, and who may answer."""
    draft = drafted(always=Proposed("adds `Bash(make)`", ("Bash(make)",)), review="haiku: ASK_USER")

    assert (draft.agent, draft.session, draft.tool, draft.action) == (
        "arch-1", "s-1", "Bash", "tool:bash:make && git push",
    )  # fmt: skip
    assert (draft.input, draft.seconds) == (PUSH.input, 60.0)
    told = dict(draft.body)
    rule = RULES.decide(PUSH).rule
    assert rule is not None
    parts = told.pop("parts")
    assert told == {
        "approvers": [["lead"]],
        "role": "coder",
        "project": "/srv/shop",
        "policy_revision": "r1",
        "cwd": "/srv/shop",
        "by": "human",
        "why": RULES.decide(PUSH).why,
        "rule": rule.text,
        "always": "adds `Bash(make)`",
        "rules": ["Bash(make)"],
        "review": "haiku: ASK_USER",
        "category": "",
        "subagent": "helper",
        "harness": "claude-code",
        "call_id": "c-1",
        "requester": "ada",
    }
    assert [(part["part"], part["effect"], part["rule"], part["why"]) for part in parts][1:] == [
        ("git push", "ask", "Bash(git push *)", "Shared.")
    ]


def test_who_may_answer_comes_first() -> None:
    """Whatever is too long to be kept, that is kept."""
    assert next(iter(drafted().body)) == "approvers"


@each_row(
    ("tool", "given", "category"),
    [
        ("Bash", {"command": "make"}, "bash"),
        ("Write", {"file_path": "/srv/shop/a", "content": ""}, "edit"),
        ("Read", {"file_path": "/srv/shop/a"}, "read"),
        ("WebFetch", {"url": "https://example.org"}, "fetch"),
        ("self_edit_permissions", {"profile": "open"}, ""),
        ("mcp__github__push", {}, ""),
        ("Write", {"file_path": "/srv/shop/.git/hooks/pre-commit", "content": ""}, ""),
    ],
)
def test_the_wider_choice_is_the_kind_of_the_call(
    tool: str, given: dict[str, str], category: str
) -> None:
    """None where there is no such kind, and none for what the guard asks about."""
    call = ToolCall(tool=tool, input=given, cwd="/srv/shop")

    assert drafted(call, Policy.of()).body["category"] == category


def test_the_name_of_a_question_is_bound_to_what_would_run() -> None:
    """The same call is the same question; with another script it is another; no record's name."""
    asked = [("", "u"), ("", "u"), ("1", "u"), ("2", "u"), ("", "v"), ("", "u\x001")]
    names = [drafted(files=files, uid=uid).uid for files, uid in asked]

    assert names[0] == names[1]
    assert len(set(names)) == 4
    assert "u" not in names


@each_row("odd", [5, ["a"], {"a": 1}, b"x", "\ud800"])
def test_whatever_an_agent_calls_itself_is_a_text(odd: Any) -> None:
    """Nothing that a program says of itself makes a question fail."""
    draft = drafted(PUSH._replace(agent=odd, session=odd, call_id=odd, requester=odd), uid="\ud800")

    assert all(isinstance(value, str) for value in (draft.agent, draft.session, draft.uid))
    assert isinstance(draft.body["requester"], str)
