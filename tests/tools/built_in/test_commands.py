"""Commands run in the workspace, under the agent's name and within its time."""

import time
from pathlib import Path

import pytest

from proctor.errors import UsageError
from proctor.tools.context import Context
from tests.tools.workspaces import call, context_in, wrote


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """An agent in a workspace."""
    return context_in(tmp_path)


@pytest.mark.parametrize("name", ["run_command", "bash"])
def test_a_command_runs_in_the_workspace(context: Context, name: str) -> None:
    """Both names of the tool run it, words alone or with a shell."""
    wrote(context.workspace, "a.txt", "one\n")

    assert call(name, context, command="cat a.txt") == "one"
    assert call(name, context, command="cat a.txt | tr o O && echo two") == "One\ntwo"
    assert call(name, context, command="true") == "[it wrote nothing]"


def test_a_command_of_several_lines_runs(context: Context) -> None:
    """A line end is nothing special to the tool."""
    assert call("bash", context, command="echo one\necho two\n") == "one\ntwo"


def test_a_file_name_is_no_command(context: Context) -> None:
    """What a shell would run inside a word stays a word, where no shell is needed."""
    assert call("bash", context, command="printenv 'x; touch made' '$(touch made)'") == (
        "[exit status 1]"
    )
    assert not (context.workspace / "made").exists()


def test_a_command_knows_its_agent_and_no_keys(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands of ours that an agent runs see who calls; tokens are not there."""
    monkeypatch.setenv("PROCTOR_TOKEN", "secret")
    monkeypatch.setenv("PROCTOR_AGENT", "somebody-else")

    said = call("run_command", context, command="env").splitlines()

    assert "PROCTOR_AGENT=coder-1" in said
    assert f"PROCTOR_HOME={context.home}" in said
    assert [line for line in said if "secret" in line or "somebody-else" in line] == []


def test_a_command_has_a_time_limit(context: Context) -> None:
    """What takes longer is ended, and it is said."""
    said = call("run_command", context, command="echo begun; sleep 600", timeout=0.5)

    assert said.startswith("begun\n[it was ended after ")


def test_a_command_ends_when_nobody_waits_any_more(tmp_path: Path) -> None:
    """The deadline of the call counts, whatever time the model wishes."""
    short = context_in(tmp_path, deadline=time.monotonic() + 0.5)
    over = context_in(tmp_path, deadline=time.monotonic() - 1)

    assert "[it was ended after" in call("bash", short, command="sleep 600", timeout=3000)
    with pytest.raises(UsageError, match="no time left"):
        call("bash", over, command="touch made")
    assert not (over.workspace / "made").exists()


@pytest.mark.parametrize("timeout", [0, -1, 3601, float("inf"), float("nan")])
def test_a_time_that_is_none_is_refused(context: Context, timeout: float) -> None:
    """No command runs for ever."""
    with pytest.raises(UsageError, match="timeout"):
        call("run_command", context, command="true", timeout=timeout)
