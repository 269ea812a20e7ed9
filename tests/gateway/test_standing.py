"""As whom a gateway serves: an agent that starts one gets no more than it has."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from proctor.errors import UsageError
from proctor.gateway.standing import Served, served
from tests.agents.test_session_files import a_session, kept

RUN = "WF-20261116-001"


def test_a_person_names_the_role(tmp_path: Path) -> None:
    """What is named counts; of the environment only who the agent is."""
    env = {"PROCTOR_ROLE": "open", "PROCTOR_AGENT": "ada-1"}

    assert served(tmp_path, env, role="coder", stage="", agent="") == Served("coder", "", "ada-1")
    assert served(tmp_path, env, role="coder", stage="", agent="b") == Served("coder", "", "b")


def test_a_variable_only_tightens(tmp_path: Path) -> None:
    """The role of the environment counts under `guarded`, and not where a stage is named."""
    env = {"PROCTOR_ROLE": "open"}

    assert [
        served(tmp_path, env, role="", stage="", agent="").role,
        served(tmp_path, env, role="", stage=RUN, agent=""),
    ] == ["open under guarded", Served("", RUN, "")]


def test_without_a_role_it_says_how_to_name_one(tmp_path: Path) -> None:
    """Nobody is served under a role that nobody named."""
    with pytest.raises(UsageError) as caught:
        served(tmp_path, {}, role="", stage="", agent="")

    assert "--role" in str(caught.value.help)


def test_the_permission_prompt_has_a_role_as_the_hook_has(tmp_path: Path) -> None:
    """What counts otherwise does so only where nothing else is named."""
    env = {"PROCTOR_ROLE": "open"}

    assert [
        served(tmp_path, some, role=role, stage=stage, agent="", otherwise="guarded")
        for some, role, stage in [({}, "", ""), (env, "", ""), ({}, "coder", ""), ({}, "", RUN)]
    ] == [
        Served("guarded", "", ""),
        Served("open under guarded", "", ""),
        Served("coder", "", ""),
        Served("", RUN, ""),
    ]


@pytest.mark.parametrize(
    ("own", "role", "expected"),
    [
        ("coder", "", Served("coder", "", "arch-1")),
        ("coder", "open", Served("open under coder", "", "arch-1")),
        ("", "open", Served("open under guarded", "", "arch-1")),
        ("coder under boss", "coder", Served("coder under boss", "", "arch-1")),
        (
            "dev under @WF-20261116-001",
            "open",
            Served("open under dev", RUN, "arch-1"),
        ),
        ("@WF-20261116-001", "", Served("", RUN, "arch-1")),
    ],
)
def test_an_agents_own_role_always_counts(
    tmp_path: Path, own: str, role: str, expected: Served
) -> None:
    """Whatever role, and whatever name, an agent asks for, its own is above it."""
    kept(tmp_path, a_session("arch-1", role=own))
    env = {"PROCTOR_AGENT": "arch-1", "PROCTOR_ROLE": "open"}

    assert served(tmp_path, env, role=role, stage="", agent="somebody") == expected


def test_an_agent_of_a_stage_does_not_get_into_another(tmp_path: Path) -> None:
    """Two workflow runs do not count together."""
    kept(tmp_path, a_session("arch-1", role="@WF-20261116-001"))

    with pytest.raises(UsageError):
        served(tmp_path, {"PROCTOR_AGENT": "arch-1"}, role="", stage="WF-20261116-002", agent="")


ASK = (
    "import sys, json, os; from pathlib import Path; from proctor.errors import NotAllowed; "
    "from proctor.gateway.standing import served; home, answer = map(Path, sys.argv[1:])\n"
    "try: said = list(served(home, os.environ, role='open', stage='', agent='boss'))\n"
    "except NotAllowed as error: said = [type(error).__name__]\n"
    "answer.write_text(json.dumps(said))"
)


def below_a_supervisor(home: Path, gateway_home: Path, **env: str) -> list[str]:
    """Ask as whom a gateway serves, from below what looks like the supervisor of `arch-1`."""
    answer, script = home / "answer.json", home / "proctor" / "agents" / "supervisor.py"
    script.parent.mkdir(parents=True, exist_ok=True)
    script.write_text("import json, os, subprocess\nsubprocess.run(json.loads(os.environ['X']))\n")
    words = json.dumps([sys.executable, "-c", ASK, str(gateway_home), str(answer)])
    command = [sys.executable, "-IS", str(script), f"{home}/sessions/arch-1"]
    subprocess.run(command, env={**env, "X": words}, check=True)
    said: list[str] = json.loads(answer.read_text())
    return said


def test_the_process_counts_and_not_what_it_says(tmp_path: Path) -> None:
    """An agent that takes its variables away, or names another home, is still that agent."""
    home, other = tmp_path / "home", tmp_path / "other"
    other.mkdir()
    kept(home, a_session("arch-1", role="coder"))

    assert [
        below_a_supervisor(home, home),
        below_a_supervisor(home, home, PROCTOR_AGENT="boss", PROCTOR_ROLE="open"),
        below_a_supervisor(home, other),
    ] == [["open under coder", "", "arch-1"], ["open under coder", "", "arch-1"], ["NotAllowed"]]
