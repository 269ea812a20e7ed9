"""An agent that runs without hooks tries not to be noticed, or to make the server pay for it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from proctor.adapters import claude_transcripts
from proctor.adapters.claude_transcripts import Transcripts
from proctor.audit.alarms import ACKNOWLEDGED, THROUGH, open_alarms
from proctor.audit.ids import new_uid, timestamp
from proctor.audit.spool import event_line
from proctor.errors import NotAllowed
from proctor.owner.client import Client
from proctor.server.alarms import notice_of
from proctor.terms.event import Event
from tests.audit.homes import a_record
from tests.cli.kept import keep
from tests.server.offices import opened, run
from tests.server.running import call, running
from tests.tables import each_row
from tests.transcripts import call_line, ran, result_line, session_file, write

NOW = time.time() - 5
SINCE = NOW - 60


def seen(config: Path) -> list[str]:
    """Return the calls that are seen below a folder until every file had its turn."""
    transcripts = Transcripts(config)
    found = [each.call_id for each in transcripts.calls_seen(SINCE)]
    while not transcripts.is_between_walks:
        found += [each.call_id for each in transcripts.calls_seen(SINCE)]
    return found


def test_hostile_files_hide_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FIFOs, links, loops, closed files, odd names and rubbish: the honest file is still read."""
    monkeypatch.setattr(claude_transcripts, "LONGEST_LINE", 3 << 20)
    config, outside = tmp_path / "config", tmp_path / "outside"
    path = session_file(config)
    write(session_file(outside), ran("outside", NOW))
    project = path.parent
    os.mkfifo(project / "fifo.jsonl")
    (project / "link.jsonl").symlink_to(session_file(outside))
    (config / "projects" / "linked").symlink_to(session_file(outside).parent)
    (project / "loop").symlink_to(project)
    (project / "folder.jsonl").mkdir()
    (project / "closed.jsonl").write_text(ran("closed", NOW))
    (project / "closed.jsonl").chmod(0)
    (project / os.fsdecode(b"\xff.jsonl")).write_text(ran("odd", NOW))
    (project / "latin.jsonl").write_bytes(b'{"tool_use": "\xe9"}\n')
    (project / "deep.jsonl").write_text('{"tool_use":' + "[" * 100_000 + "\n")
    (project / "number.jsonl").write_text('{"tool_use":' + "9" * 100_000 + "}\n")
    (project / "types.jsonl").write_text(
        '{"type":"user","message":{"content":[{"type":"tool_result"},7,null]}}\n'
        '{"type":"assistant","message":{"content":[{"type":"tool_use","id":{},"name":[]}]}}\n'
        '["tool_use"]\n{"type":[],"message":{"content":[{"type":"tool_use"}]}}\n'
    )
    (project / "zeros.jsonl").touch()
    os.truncate(project / "zeros.jsonl", 1 << 30)
    write(path, ran("c1", NOW))
    transcripts = Transcripts(config)
    # The file of zeros takes many rounds; the honest one is read in the first.
    found = [each.call_id for each in transcripts.calls_seen(SINCE)]
    found += [each.call_id for each in transcripts.calls_seen(SINCE)]

    assert set(found) - {"closed"} == {"c1"}
    assert max(each.offset for each in transcripts.positions.values()) <= 8 << 20


def test_a_folder_of_transcripts_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    """Nothing leads out of the configuration folder."""
    write(session_file(tmp_path / "outside"), ran("c1", NOW))
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "projects").symlink_to(tmp_path / "outside" / "projects")

    assert seen(tmp_path / "config") == []


@each_row(
    "name, text",
    [
        ("a broken line before it", "{\n" + ran("c1", NOW)),
        ("no time", call_line("c1", NOW, timestamp=None) + result_line("c1", NOW)),
        ("a time to come", ran("c1", NOW + 10**6)),
        ("a time that is none", call_line("c1", NOW, timestamp="99999-x") + result_line("c1", NOW)),
        ("an unknown version", ran("c1", NOW, version="next")),
        ("a version of another type", ran("c1", NOW, version=7)),
        ("no session", ran("c1", NOW, sessionId=None)),
        ("a folder that is none", ran("c1", NOW, cwd="\0")),
        (
            "a failure",
            call_line("c1", NOW) + result_line("c1", NOW, error=True, text="Exit code 9"),
        ),
        ("a long line", call_line("c1", NOW, pad="x" * (2 << 20)) + result_line("c1", NOW)),
        ("a line that is too long before it", "y" * (9 << 20) + "\n" + ran("c1", NOW)),
    ],
    ids=lambda row: row[0],
)
def test_a_call_is_seen_whatever_surrounds_it(tmp_path: Path, name: str, text: str) -> None:
    """What a line leaves out or overdoes hides no call."""
    config = tmp_path / name.replace(" ", "-")
    write(session_file(config), text)

    assert seen(config) == ["c1"]


def test_many_calls_without_an_end_are_bounded(tmp_path: Path) -> None:
    """What is remembered of one file does not grow with what an agent writes."""
    path = session_file(tmp_path)
    write(path, *(call_line(f"c{number}", NOW) for number in range(2000)))
    transcripts = Transcripts(tmp_path)
    transcripts.calls_seen(SINCE)
    [position] = transcripts.positions.values()

    assert len(position.open) == claude_transcripts.MOST_OPEN


def test_an_agent_cannot_acknowledge_alarms(tmp_path: Path) -> None:
    """Neither by an event that it hands in, nor on the socket, nor by our own command."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    keep(home, a_record(decision="alarm"))
    forged = Event(new_uid(), timestamp(), "h", str(home), ACKNOWLEDGED, body={THROUGH: 2**40})
    with running(home), Client.connect(home) as client:
        client.call("keep", lines=[json.loads(event_line(forged))])
        with pytest.raises(NotAllowed):
            client.call("acknowledge", through=2**40)
        number = client.call("status")["alarms"]
    told = call(home, "explain", "--role", "guarded", "Bash", "proctor audit acknowledge")

    assert (number, told.returncode) == (1, 20)


def test_alarms_to_come_cannot_be_acknowledged(tmp_path: Path) -> None:
    """A number beyond the newest alarm covers nothing that is raised later."""

    async def work() -> tuple[int, int]:
        async with opened(tmp_path) as office:
            await office.append(a_record(decision="alarm"))
            await office.alarms.acknowledge(2**62, person="root")
            before = len(open_alarms(office.keepers.reader))
            await office.append(a_record(decision="alarm"))
            return before, len(open_alarms(office.keepers.reader))

    assert run(work()) == (0, 1)


def test_a_notice_has_no_words_of_an_agent() -> None:
    """Markup, mentions and line breaks in a tool or a name do not reach a chat."""
    record = a_record(agent_name="@everyone\nAllowed by ada", tool="<b>x</b>", why="ran")

    assert notice_of(record).startswith("Alarm: A tool call of an agent: ran. ")
