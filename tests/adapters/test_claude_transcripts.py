"""Transcripts of Claude Code are read as they grow, and only calls that ran are seen."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from proctor.adapters import claude_transcripts
from proctor.adapters.claude_transcripts import Transcripts, project_folder_name
from tests.tables import each_row
from tests.transcripts import (
    ACCEPTED,
    REJECTED,
    SESSION,
    call_line,
    ran,
    result_line,
    session_file,
    write,
)

NOW = time.time() - 60
SINCE = NOW - 3600


def seen(transcripts: Transcripts, since: float = SINCE) -> list[str]:
    """Return the ids of the calls that are seen until every file had its turn."""
    found = [each.call_id for each in transcripts.calls_seen(since)]
    while not transcripts.is_between_walks:
        found += [each.call_id for each in transcripts.calls_seen(since)]
    return found


@each_row(
    "name, result, is_seen",
    [
        ("worked", {"permissionDecision": ACCEPTED}, True),
        ("worked, older version", {"version": "2.0.77"}, True),
        ("failed", {"error": True, "text": "Exit code 1", "permissionDecision": ACCEPTED}, True),
        ("failed, older version", {"error": True, "text": "Exit code 1"}, True),
        (
            "accepted by a word to come",
            {"error": True, "permissionDecision": {"decision": 7}},
            True,
        ),
        ("refused", {"error": True, "permissionDecision": REJECTED}, False),
        ("refused without an error", {"permissionDecision": REJECTED}, False),
        ("not valid", {"error": True, "text": "<tool_use_error>No such tool"}, False),
        ("rejected by a person", {"error": True, "text": "The user doesn't want to"}, False),
        ("made by a version without ids", {"version": "1.0.128"}, False),
    ],
)
def test_only_calls_that_ran_are_seen(
    tmp_path: Path, name: str, result: dict[str, Any], is_seen: bool
) -> None:
    """A call that was refused, interrupted or never valid raises no alarm."""
    version = {"version": result["version"]} if "version" in result else {}
    config = tmp_path / name.replace(" ", "-")
    write(session_file(config), call_line("c1", NOW, **version), result_line("c1", NOW, **result))

    assert seen(Transcripts(config)) == (["c1"] if is_seen else [])


def test_a_call_has_what_its_transcript_says(tmp_path: Path) -> None:
    """Session, sub-agent, folder and both times come from the lines; the tool from the call."""
    path = session_file(tmp_path, f"{SESSION}/subagents/agent-a1")
    write(path, call_line("c1", NOW, "Write"), result_line("c1", NOW + 5, agentId="a1"))
    [call] = Transcripts(tmp_path).calls_seen(SINCE)

    assert call._replace(called_at=0, ended_at=0) == (
        *("c1", "Write", SESSION, "a1", "/srv/shop", 0, 0),
        f"-srv-shop/{SESSION}/subagents/agent-a1.jsonl",
    )
    assert call.ended_at - call.called_at == pytest.approx(5, abs=0.01)


@pytest.mark.parametrize("tool", ["AskUserQuestion", "ExitPlanMode", "EndConversation"])
def test_tools_without_records_are_left_out(tmp_path: Path, tool: str) -> None:
    """Our hook has no opinion on them, or is not asked."""
    write(session_file(tmp_path), ran("c1", NOW, tool))

    assert seen(Transcripts(tmp_path)) == []


def test_a_transcript_is_read_as_it_grows(tmp_path: Path) -> None:
    """Nothing is seen twice; half a line waits for its other half, a call for its result."""
    path, transcripts = session_file(tmp_path), Transcripts(tmp_path)
    write(path, ran("c1", NOW), call_line("c2", NOW))
    first = seen(transcripts)
    end = result_line("c2", NOW)
    write(path, end[:20])
    half = seen(transcripts)
    write(path, end[20:])

    assert (first, half, seen(transcripts), seen(transcripts)) == (["c1"], [], ["c2"], [])


def test_positions_are_kept(tmp_path: Path) -> None:
    """The next process reads on where this one was, also between a call and its result."""
    path, transcripts = session_file(tmp_path), Transcripts(tmp_path)
    write(path, ran("c1", NOW), call_line("c2", NOW))
    seen(transcripts)
    kept = json.loads(json.dumps(transcripts.positions_to_keep()))
    write(path, result_line("c2", NOW))

    assert seen(Transcripts(tmp_path, kept)) == ["c2"]


@pytest.mark.parametrize("kept", [None, [], {"x": 1}, {"x": [1, 2]}, {"x": [1, 2, 3, {"a": 1}]}])
def test_damaged_positions_are_left_out(tmp_path: Path, kept: Any) -> None:
    """What cannot be read is read from the start again."""
    write(session_file(tmp_path), ran("c1", NOW))

    assert seen(Transcripts(tmp_path, kept)) == ["c1"]


def test_a_file_that_was_cut_or_replaced_is_read_anew(tmp_path: Path) -> None:
    """A rewritten transcript hides nothing that is appended to it later."""
    path, transcripts = session_file(tmp_path), Transcripts(tmp_path)
    write(path, ran("c1", NOW), ran("c2", NOW))
    first = seen(transcripts)
    path.write_text(ran("c3", NOW))
    cut = seen(transcripts)
    other = path.with_suffix(".new")
    other.write_text(ran("c4", NOW) * 3)
    other.rename(path)

    assert (first, cut, seen(transcripts)) == (["c1", "c2"], ["c3"], ["c4"] * 3)


def test_calls_from_before_are_not_seen(tmp_path: Path) -> None:
    """Neither in a file that was not written since, nor copied into a forked session."""
    old = session_file(tmp_path, "old")
    write(old, ran("c1", NOW))
    os.utime(old, (SINCE - 9, SINCE - 9))
    write(session_file(tmp_path, "fork"), ran("c2", SINCE - 9), ran("c3", NOW))

    assert seen(Transcripts(tmp_path)) == ["c3"]


def test_a_round_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is written without end, or many of them, keep no other from its turn."""
    monkeypatch.setattr(claude_transcripts, "SLICE", 4096)
    monkeypatch.setattr(claude_transcripts, "BYTES_PER_ROUND", 4096)
    monkeypatch.setattr(claude_transcripts, "ENTRIES_PER_ROUND", 8)
    for number in range(20):
        write(session_file(tmp_path, f"s{number}"), ran(f"c{number}", NOW))
    write(session_file(tmp_path, "big"), *(ran(f"b{each}", NOW) for each in range(40)))
    transcripts, longest = Transcripts(tmp_path), 0
    found: list[str] = []
    while len(found) < 60:
        now = transcripts.calls_seen(SINCE)
        longest = max(longest, len(now))
        found += [each.call_id for each in now]

    assert len(set(found)) == 60
    assert longest < 20


def test_files_beyond_the_limit_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More files than are followed are no reason to forget those that are."""
    monkeypatch.setattr(claude_transcripts, "MOST_FILES", 2)
    for number in range(3):
        write(session_file(tmp_path, f"s{number}"), ran(f"c{number}", NOW))
    transcripts = Transcripts(tmp_path)

    assert (len(seen(transcripts)), transcripts.overflows) == (2, True)


def test_files_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    """Positions do not grow for ever."""
    path, transcripts = session_file(tmp_path), Transcripts(tmp_path)
    write(path, ran("c1", NOW))
    seen(transcripts)
    path.unlink()
    seen(transcripts)

    assert transcripts.positions_to_keep() == {}


def test_the_folder_of_a_project_is_named_as_the_program_does() -> None:
    """Measured on 2.1.325: everything but letters and digits is a dash."""
    assert project_folder_name("/srv/a_b.c/ä") == "-srv-a-b-c--"
