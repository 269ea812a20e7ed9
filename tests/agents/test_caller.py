"""Which agent a process runs under, whatever it says of itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from proctor.agents.caller import calling_agent, is_inside_a_program, parents, people_only
from proctor.errors import NotAllowed
from tests.agents.terminals import launched, shows, terminals, until
from tests.agents.test_session_files import a_session, kept

ASK = (
    "import sys, json; from pathlib import Path; from proctor.agents.caller import calling_agent; "
    "Path(sys.argv[2]).write_text(json.dumps(calling_agent(Path(sys.argv[1]))))"
)


@contextmanager
def supervised(home: Path, *names: str) -> Iterator[Callable[..., str]]:
    """Ask from below what looks like supervisors of agents, the first the highest."""
    answer = home / "answer.json"
    script = home / "proctor" / "agents" / "supervisor.py"
    script.parent.mkdir(parents=True)
    script.write_text(
        "import json, os, subprocess, sys\nsubprocess.run(json.loads(os.environ['X']))\n"
    )

    def ask(**environ: str) -> str:
        words: list[str] = [sys.executable, "-c", ASK, str(home), str(answer)]
        chain = [[sys.executable, "-IS", str(script), f"{home}/sessions/{name}"] for name in names]
        for below in reversed(chain):
            words = ["/usr/bin/env", f"X={json.dumps(words)}", *below]
        subprocess.run(words, check=True, env=environ)
        said: str = json.loads(answer.read_text())
        return said

    yield ask


def test_a_person_is_no_agent(tmp_path: Path) -> None:
    """Neither where there are no sessions, nor where others are."""
    before = calling_agent(tmp_path, {})
    kept(tmp_path, a_session())

    assert (before, calling_agent(tmp_path, {})) == ("", "")


def test_who_runs_below_a_supervisor_is_its_agent(tmp_path: Path) -> None:
    """Also without any variable, and whatever PROCTOR_AGENT says."""
    kept(tmp_path, a_session("boss"))
    with supervised(tmp_path, "coder") as ask:
        said = [ask(), ask(PROCTOR_AGENT="boss"), ask(PROCTOR_AGENT="nobody")]

    assert said == ["coder", "coder", "coder"]


def test_an_agent_cannot_become_another_by_a_supervisor_of_its_own(tmp_path: Path) -> None:
    """The highest one counts, and above itself an agent puts nothing."""
    kept(tmp_path, a_session("boss"))
    with supervised(tmp_path, "coder", "boss") as ask:
        assert ask() == "coder"


def test_a_variable_counts_where_no_process_tells(tmp_path: Path) -> None:
    """If there is such a session, also one that is over; any other text is nobody."""
    kept(tmp_path, a_session(began=0.0))

    assert [
        calling_agent(tmp_path, {"PROCTOR_AGENT": said})
        for said in ("coder", "another", "../coder", "")
    ] == ["coder", "", "", ""]


def test_people_only_is_a_sentence_with_the_agents_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person passes, and an agent is told why not."""
    people_only(tmp_path, "`proctor approve`")
    kept(tmp_path, a_session())
    monkeypatch.setenv("PROCTOR_AGENT", "coder")

    with pytest.raises(NotAllowed, match="`proctor approve` is for people, and the agent `coder`"):
        people_only(tmp_path, "`proctor approve`")


def test_people_only_is_refused_inside_an_agent_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a person has started the program without us."""
    monkeypatch.setenv("CLAUDECODE", "1")

    with pytest.raises(NotAllowed, match="`proctor approve` is for people, and an agent program"):
        people_only(tmp_path, "`proctor approve`")


def test_parents_lead_to_the_top() -> None:
    """They begin with the process itself, and end."""
    above = list(parents(os.getpid()))

    assert [os.getpid(), os.getppid()] == above[:2]
    assert list(parents(2**22 + 1)) == []


def test_a_program_that_says_so_is_inside() -> None:
    """Claude Code tells everything that it starts."""
    assert is_inside_a_program({"CLAUDECODE": "1"})


def test_a_program_is_known_by_its_name_too(tmp_path: Path) -> None:
    """Whoever takes the variable away is still below a process that is called `claude`."""
    program = tmp_path / "claude"
    program.write_text('#!/bin/sh\n"$@"\nexit $?\n')
    program.chmod(0o755)
    code = "from proctor.agents.caller import is_inside_a_program; print(is_inside_a_program({}))"
    done = subprocess.run(
        [program, sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "True"


def test_what_an_agent_leaves_in_the_background_is_still_its_own(tmp_path: Path) -> None:
    """It forks twice, leaves its session, drops all variables, and is known all the same."""
    answer = tmp_path / "answer.json"
    script = tmp_path / "alone.py"
    script.write_text(
        "import os, sys, time\n"
        "if os.fork(): os._exit(0)\n"
        "os.setsid()\n"
        "if os.fork(): os._exit(0)\n"
        "time.sleep(0.2)\n"
        f"os.execve(sys.executable, [sys.executable, '-c', {ASK!r}, *sys.argv[1:]], {{}})\n"
    )
    home = tmp_path / "home"
    with terminals(home) as engine:
        words = [sys.executable, str(script), str(home), str(answer)]
        line = f"spawn {' '.join(words)}"
        scripted = Path(__file__).with_name("scripted_agent.py")
        launched(engine, "coder", [sys.executable, str(scripted), line])
        shows(engine, "coder", "ready>")
        until(lambda: answer.exists() and answer.read_text())

    assert json.loads(answer.read_text()) == "coder"
