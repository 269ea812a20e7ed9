"""The permission prompt as a server of one tool."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mcp import Client

from proctor.gateway.gateway import GatewaySetting
from proctor.gateway.prompt_serving import prompt_server
from proctor.testing import Trial, allow, deny
from proctor.tools.offered import Offered
from tests.gateway.gateway_rig import names_in, run, text_of


def asked(trial: Trial, *calls: tuple[str, dict[str, Any]]) -> tuple[list[str], list[str]]:
    """Return the tools that are listed, and what calls are answered."""

    async def main() -> tuple[list[str], list[str]]:
        offered = Offered(role=trial.role, stage="", workspace=trial.project, home=trial.home)
        setting = GatewaySetting(home=trial.home, workspace=trial.project, role=trial.role)
        async with Client(prompt_server(setting, trial.judge, offered), mode="legacy") as client:
            answers = [text_of(await client.call_tool(*call)) for call in calls]
            return await names_in(client), answers

    return run(main())


def test_it_answers_as_the_pipeline_decides(tmp_path: Path) -> None:
    """A rule's allow and a person's yes let the very input run, all else is a deny with words."""
    inputs = [{"command": words} for words in ("make", "git push", "git push -f", "rm -rf /")]
    with Trial(
        allow=["Bash(make)"],
        ask=["Bash(git push *)"],
        otherwise="deny",
        project=tmp_path,
        answers=[deny("not on Friday", action="*-f*"), allow()],
    ) as trial:
        calls = [("approve", {"tool_name": "Bash", "input": one}) for one in inputs]
        listed, answers = asked(trial, *calls)
        decided = [record.decision for record in trial.records]

    said = [json.loads(answer) for answer in answers]
    assert listed == ["approve"]
    assert [one["behavior"] for one in said] == ["allow", "allow", "deny", "deny"]
    assert [one.get("updatedInput") for one in said[:2]] == inputs[:2]
    assert "not on Friday" in said[2]["message"]
    assert decided == ["allow", "ask_approved", "ask_denied", "deny"]


def test_what_is_odd_is_a_deny(tmp_path: Path) -> None:
    """No tool, no input, or a role that does not load: nothing is allowed."""
    with Trial(allow=["Bash"], project=tmp_path) as trial:
        _, answers = asked(
            trial,
            ("approve", {}),
            ("approve", {"tool_name": "Bash", "input": "rm"}),
            ("approve", {"tool_name": "", "input": {}}),
        )

    assert [json.loads(answer)["behavior"] for answer in answers] == ["deny"] * 3


def test_it_has_no_other_tool(tmp_path: Path) -> None:
    """The tools of the role are not served beside it."""
    with Trial(allow=["read_file"], project=tmp_path) as trial:
        _, answers = asked(trial, ("read_file", {"path": "a"}))

    assert "there is no tool `read_file`" in answers[0]
