"""The tools for chains and tasks work on runs that the home's server keeps."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from proctor.errors import NotFound, ProctorError, UsageError
from proctor.roles.write import default_roles
from proctor.tools.context import Context
from tests.server.running import running
from tests.tools.workspaces import call, context_in, wrote


@pytest.fixture
def context(tmp_path: Path) -> Iterator[Context]:
    """A planner in a project, and a server of its home."""
    made = context_in(tmp_path, role="controller", agent="planner-1")
    wrote(made.home, "roles/index.yaml", default_roles())
    made.home.chmod(0o700)
    with running(made.home):
        yield made


def test_a_chain_goes_from_hand_to_hand(context: Context) -> None:
    """One plans, one works, another approves; whoever has done a task does not approve it."""
    chain = call("chain:new", context, template="hotfix", title="The import is broken")
    run, stage = chain["id"], chain["stage"]
    added = call("task:add", context, title="Write a test", chain=run)
    task = added["task"]["id"]
    worker, checker = replace(context, agent="coder-1"), replace(context, agent="checker-1")

    call("task:start", worker, task=task, chain=run)
    call("task:complete", worker, task=task, chain=run)
    with pytest.raises(ProctorError):
        call("task:approve", worker, task=task, chain=run)
    before = call("task:status", context, task=task, chain=run)

    assert (chain["status"], before["title"], before["stage"]) == ("active", "Write a test", stage)
    assert (before["done_by"], before["status"]) == ("coder-1", "done")
    assert [task] == [one["id"] for one in call("task:list", checker, chain=run)]

    call("task:approve", checker, task=task, chain=run)
    after = call("task:status", checker, task=task, chain=run)
    assert (after["status"], after["approved_by"]) == ("approved", "checker-1")
    assert call("chain:status", checker, chain=run)["id"] == run


def test_without_a_word_the_chain_is_the_callers(context: Context) -> None:
    """An agent of a run need not name it, and may name another."""
    mine = call("chain:new", context, template="hotfix", title="Mine")["id"]
    other = call("chain:new", context, template="hotfix", title="Other")["id"]
    inside = replace(context, run=mine)

    call("task:add", inside, title="One")

    assert [len(call("task:list", inside, chain=run)) for run in ("", other)] == [1, 0]
    assert call("chain:status", inside)["id"] == mine


def test_what_is_not_there_is_said_so(context: Context) -> None:
    """An unknown template, run or task is an error with words."""
    run = call("chain:new", context, template="hotfix", title="Mine")["id"]

    for tool, given in (
        ("chain:new", {"template": "none", "title": "x"}),
        ("chain:status", {"chain": "WF-20000101-001"}),
        ("task:list", {"chain": "WF-20000101-001"}),
        ("task:status", {"chain": run, "task": "none"}),
        ("task:start", {"chain": run, "task": "none"}),
    ):
        with pytest.raises(ProctorError):
            call(tool, context, **given)


@pytest.mark.parametrize("title", ["", "  ", "x" * 501])
def test_a_title_is_needed(tmp_path: Path, title: str) -> None:
    """Nothing is begun without words for it, and no server is asked."""
    context = context_in(tmp_path)

    with pytest.raises(UsageError, match="title"):
        call("chain:new", context, template="hotfix", title=title)
    with pytest.raises(UsageError, match="title"):
        call("task:add", context, title=title)
    assert list(context.home.iterdir()) == []


def test_a_model_is_told_of_what_it_has(context: Context) -> None:
    """The parameter's own name, and a tool that lists chains: not a command of people."""
    with pytest.raises(UsageError, match="`chain` is missing") as missing:
        call("task:list", context)
    with pytest.raises(NotFound, match="there is no workflow run") as unknown:
        call("chain:status", context, chain="WF-20000101-001")

    assert missing.value.help == unknown.value.help
    assert "chain:status" in (unknown.value.help or "")
