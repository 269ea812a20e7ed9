"""Start agents again: anew, with their conversation, with the variables that they had."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from proctor.agent_overrides import STARTED, OverrideFiles, Owner
from proctor.agents.launching import relaunch
from proctor.agents.session_files import life_of, names
from proctor.agents.stopping import stop
from proctor.errors import NotFound, ProctorError, UsageError
from tests.agents.claude_double import Double
from tests.agents.test_launching import CODER


def test_a_restarted_agent_begins_anew_as_it_was(doubled: Double) -> None:
    """Same name, folder, words and `--set`; another conversation, and its role is read anew."""
    doubled.role("coder", CODER)
    first = doubled.run("coder", set={"model": "haiku"}, extra=("Begin.",))
    doubled.started("coder")
    doubled.role("coder", CODER.replace("Write code", "Write tests"))
    second = relaunch(doubled.home, "coder", resume=False, wanted=doubled.wanted())
    words = doubled.started("coder")["words"]

    assert (first.number, second.number) == (1, 2)
    assert first.session_id != second.session_id
    assert {"haiku", "Write tests.", "Begin.", second.session_id} <= set(words)
    assert first.token != second.token
    assert life_of(doubled.home, second).state == "running"


def test_what_was_changed_for_an_agent_outlasts_a_restart_and_no_more(doubled: Double) -> None:
    """Another agent of that name has its role as it is, and nothing is left of the change."""
    doubled.role("coder", CODER)
    first = doubled.run("coder", set={"model": "haiku"})
    doubled.started("coder")
    files = OverrideFiles(doubled.home)
    owner = Owner("coder", "coder", first.project, f"{STARTED}{first.id}")
    changes = {"model": "sonnet-9", "system_prompt": "Be brief.", "docs": {"a.md": "# Ours"}}
    files.write(owner, changes, "ada, today")
    second = relaunch(doubled.home, "coder", resume=False, wanted=doubled.wanted())
    words = doubled.started("coder")["words"]
    stop(doubled.home, "coder")
    third = doubled.run("coder")
    later = doubled.started("coder")["words"]

    assert first.id == second.id != third.id
    assert {"sonnet-9", "Be brief.\n\n# Your documents\n\n## a.md\n\n# Ours"} <= set(words)
    assert not {"sonnet-9", "haiku"} & set(later)
    assert not files.names()


def test_a_resumed_agent_goes_on_with_its_conversation(doubled: Double) -> None:
    """By its id, with everything of its role, and without saying its prompt once more."""
    doubled.role("coder", CODER)
    first = doubled.run("coder", extra=("Begin.",))
    doubled.started("coder")
    talk = Path(doubled.environ["HOME"], ".claude", "projects", "-srv-app")
    talk.mkdir(parents=True)
    (talk / f"{first.session_id}.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="runs: there is nothing to resume"):
        relaunch(doubled.home, "coder", resume=True, wanted=doubled.wanted())
    stop(doubled.home, "coder")
    second = relaunch(doubled.home, "coder", resume=True, wanted=doubled.wanted())
    words = doubled.started("coder")["words"]

    assert first.session_id == second.session_id
    assert words[2:4] == ["--resume", first.session_id]
    assert words[-2:] == ["--append-system-prompt", "Write code."]
    # What was not said again is not forgotten: who begins anew says it.
    stop(doubled.home, "coder")
    relaunch(doubled.home, "coder", resume=False, wanted=doubled.wanted())
    assert doubled.started("coder")["words"][-1] == "Begin."


def test_without_a_conversation_it_begins_anew(doubled: Double) -> None:
    """The program would end with an error otherwise; a person is told."""
    doubled.role("coder", CODER)
    doubled.run("coder")
    doubled.started("coder")
    stop(doubled.home, "coder")
    told: list[str] = []
    relaunch(doubled.home, "coder", resume=True, wanted=doubled.wanted(tell=told.append))

    assert doubled.started("coder")["words"][2] == "--session-id"
    assert "there is no conversation of `coder` to go on with: it begins anew" in told


def test_the_variables_of_the_last_start_can_be_taken_again(doubled: Double) -> None:
    """They come from the terminal's memory: whoever presses a key there has few of their own."""
    doubled.role("coder", CODER)
    doubled.environ["COLOUR"] = "gr\N{LATIN SMALL LETTER U WITH DIAERESIS}n; $x\n#{y}"
    doubled.run("coder")
    doubled.started("coder")
    few = {"PATH": os.defpath, "HOME": doubled.environ["HOME"]}
    relaunch(
        doubled.home,
        "coder",
        resume=False,
        same_variables=True,
        wanted=doubled.wanted(environ=few),
    )

    assert doubled.started("coder")["variables"]["COLOUR"] == doubled.environ["COLOUR"]


def test_a_role_that_has_become_wrong_ends_nobody(doubled: Double) -> None:
    """What runs goes on where the next start cannot be."""
    doubled.role("coder", CODER)
    session = doubled.run("coder")
    doubled.role("coder", "permissions: {allow: Read}\n")
    with pytest.raises(ProctorError):
        relaunch(doubled.home, "coder", resume=False, wanted=doubled.wanted())

    assert life_of(doubled.home, session).state == "running"


def test_who_was_never_there_is_not_started_again(doubled: Double) -> None:
    """And no lock, folder or terminal is made for them."""
    with pytest.raises(NotFound):
        relaunch(doubled.home, "ghost", resume=False)

    assert names(doubled.home) == []
