"""The permission prompt of Claude Code: only an allow of the judge becomes one."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.gateway.linked_judge import SAID
from proctor.gateway.prompt_tool import FAILED, NOT_YOURS, ODD, TOOL, approve
from proctor.terms.call import UNKNOWN_FOLDER, ToolCall
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.testing import Trial, allow, deny
from proctor.tools.judging import Ruling
from tests.tables import each_row

ASKED = {"tool_name": "Bash", "input": {"command": "make"}, "tool_use_id": "toolu_1"}
META = {"claudecode/toolUseId": "toolu_1", "progressToken": 2}


class Scripted:
    """A judge that says what a test wants, and remembers what it was asked."""

    def __init__(self, effect: Effect = Effect.ALLOW, why: str = "", error: str = "") -> None:
        self.ruling = Ruling(Verdict(effect, why))
        self.error = error
        self.calls: list[ToolCall] = []
        self.said: list[object] = []

    async def judge(self, call: ToolCall, **_: object) -> Ruling:
        """Say it."""
        given = SAID.get()
        self.calls.append(call)
        self.said.append(given.said if given else None)
        if self.error:
            raise RuntimeError(self.error)
        return self.ruling

    async def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Keep nothing: what became of the call is the program's to tell."""
        raise AssertionError((kind, call, uid, body))


def answer(judge: Any, arguments: object = ASKED, **more: Any) -> Any:
    """Return what Claude Code is answered."""
    how = {"role": "coder", "project": "/srv/app", "agent": "arch-1", "meta": META, **more}
    return json.loads(asyncio.run(approve(judge, arguments, **how)))


def test_an_allow_lets_the_very_input_run() -> None:
    """A call that may run runs as it was decided."""
    judge = Scripted()

    assert answer(judge) == {"behavior": "allow", "updatedInput": {"command": "make"}}
    [call] = judge.calls
    assert call == ToolCall(
        tool="Bash",
        input={"command": "make"},
        cwd=UNKNOWN_FOLDER,
        agent="arch-1",
        harness="claude-code",
        call_id="toolu_1",
    )
    assert judge.said == [{"command": "make"}]


@pytest.mark.parametrize("effect", [Effect.DENY, Effect.ASK])
def test_everything_else_is_a_deny_with_its_reason(effect: Effect) -> None:
    """What is denied, and what would need a dialog, does not run."""
    assert answer(Scripted(effect, "not here")) == {"behavior": "deny", "message": "not here"}


def test_a_deny_has_words() -> None:
    """The program takes no deny without a message."""
    assert answer(Scripted(Effect.DENY)) == {"behavior": "deny", "message": "No reason was given."}


def test_a_judge_that_fails_has_not_said_yes() -> None:
    """An error is a deny that tells its kind, and nothing of what it says."""
    failed = FAILED.format(kind="RuntimeError")
    assert answer(Scripted(error="secret")) == {"behavior": "deny", "message": failed}


@each_row(
    "odd",
    [
        None,
        [],
        "Bash",
        {},
        {**ASKED, "tool_name": ""},
        {**ASKED, "tool_name": ["Bash"]},
        {**ASKED, "input": "make"},
        {**ASKED, "input": None},
        {**ASKED, "tool_use_id": 7},
        {**ASKED, "tool_use_id": "x" * 201},
        {"input": {}},
        {"tool_name": "Bash"},
    ],
)
def test_what_cannot_be_understood_is_denied(odd: object) -> None:
    """Whatever is not a call is asked of nobody."""
    judge = Scripted()

    assert answer(judge, odd) == {"behavior": "deny", "message": ODD}
    assert judge.calls == []


@pytest.mark.parametrize("said", ["toolu_2", "", None])
def test_a_model_that_calls_it_gets_nothing(said: str | None) -> None:
    """A call of the tool by the model is told apart by its id, and asked of nobody."""
    judge = Scripted()

    assert answer(judge, {**ASKED, "tool_use_id": said}) == {
        "behavior": "deny",
        "message": NOT_YOURS,
    }
    assert judge.calls == []


def test_a_program_that_names_no_call_is_asked_about_all_the_same() -> None:
    """Where the program says no id, there is nothing to compare, and the rules decide."""
    judge = Scripted(Effect.DENY, "no")
    without = {name: ASKED[name] for name in ("tool_name", "input")}

    assert answer(judge, without, meta=None) == {"behavior": "deny", "message": "no"}
    assert [call.call_id for call in judge.calls] == [None]


def test_it_takes_no_more_than_it_says() -> None:
    """The tool has one form, that all versions of the program use, and says what it is for."""
    assert TOOL["inputSchema"]["required"] == ["tool_name", "input"]
    assert "outputSchema" not in TOOL
    assert "allows nothing" in TOOL["description"]


def test_where_a_command_runs_is_not_known(tmp_path: Path) -> None:
    """After a `cd` that nobody told of, `rm key` may be in a folder that a rule protects."""
    rules: dict[str, Any] = {
        "allow": ["Bash(rm *)", "Bash(make)", "Read"],
        "deny": ["Edit(./secrets/**)"],
    }
    wishes: list[tuple[str, dict[str, str]]] = [
        ("Bash", {"command": "rm key"}),
        ("Bash", {"command": "rm secrets/key"}),
        ("Bash", {"command": f"rm {tmp_path}/key"}),
        ("Bash", {"command": "make"}),
        ("Bash", {"command": "echo x > key"}),
        ("Read", {"file_path": str(tmp_path / "key")}),
        ("Read", {"file_path": "key"}),
        ("Grep", {"pattern": "x"}),
    ]
    with Trial(project=tmp_path, **rules) as trial:
        how = {"role": trial.role, "project": str(tmp_path), "meta": None}
        said = [
            answer(trial.judge, {"tool_name": tool, "input": given}, **how)["behavior"]
            for tool, given in wishes
        ]
        kept = [(record.decision, record.cwd) for record in trial.records]

    ends = ["ask_timeout", "deny", "allow", "allow", "ask_timeout", "allow"]
    assert kept == [(end, UNKNOWN_FOLDER) for end in (*ends, "ask_timeout", "ask_timeout")]
    assert said == ["allow" if end == "allow" else "deny" for end, _ in kept]


def test_it_goes_the_way_of_every_call(tmp_path: Path) -> None:
    """What the role allows runs, what it denies does not, and a person answers what it asks."""
    rules: dict[str, Any] = {"allow": ["Read"], "ask": ["Bash"], "deny": ["WebFetch"]}
    answers = [allow(action="*make"), deny("use a branch", action="*push")]
    with Trial(project=tmp_path, answers=answers, **rules) as trial:
        asked = [
            ("Read", {"file_path": str(tmp_path / "a")}),
            ("Bash", {"command": "make"}),
            ("Bash", {"command": "git push"}),
            ("WebFetch", {"url": "https://example.com", "prompt": "x"}),
        ]
        said = [
            answer(
                trial.judge,
                {"tool_name": tool, "input": given, "tool_use_id": f"toolu_{number}"},
                role=trial.role,
                project=str(tmp_path),
                meta={"claudecode/toolUseId": f"toolu_{number}"},
            )
            for number, (tool, given) in enumerate(asked)
        ]
        kept = [record.decision for record in trial.records]

    assert [each["behavior"] for each in said] == ["allow", "allow", "deny", "deny"]
    assert said[2]["message"] == "use a branch"
    assert kept == ["allow", "ask_approved", "ask_denied", "deny"]
