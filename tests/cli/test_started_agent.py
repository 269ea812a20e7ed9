"""What is said of an agent that was started."""

from __future__ import annotations

import sys

import pytest

from proctor.agents.session_files import Ended, Life, Session
from proctor.cli import render
from proctor.cli.started_agent import heard_by, show, show_way_out
from tests.cli.test_render import Terminal

SESSION = Session(
    name="shop-1",
    role="coder",
    command=("claude",),
    program="claude-code",
    cwd="/srv/app",
    project="/srv/app",
    session_id="s-1",
    started_at="2026-06-01T12:00:00.000Z",
    began=0.0,
)


@pytest.mark.parametrize(
    ("session", "life", "line"),
    [
        (SESSION, Life("running"), "started  shop-1  role coder, in /srv/app\n"),
        (
            SESSION._replace(sandbox=True),
            Life("running"),
            "started  shop-1  role coder, in the sandbox, in /srv/app\n",
        ),
        (
            SESSION._replace(role=""),
            Life("exited", Ended(1, "", 3)),
            "exited (3)  shop-1  no role, unchecked, in /srv/app\n",
        ),
    ],
    ids=["plain", "in the sandbox", "ended"],
)
def test_a_start_is_one_line(
    session: Session, life: Life, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its role, its folder, and whether it is in the sandbox."""
    show(session, life, attaches=True)

    assert capsys.readouterr() == (line, "")


def test_an_agent_is_told_of_no_command_that_it_may_not_call(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever starts an agent may talk to it; to look at it and to end it is for people."""
    for agent in (False, True):
        show(SESSION, Life("running"), attaches=False, agent=agent)
        show_way_out("shop-1", agent=agent)
    person, agent_s = (
        capsys.readouterr().err.replace(render.command(), "proctor").split("starts it again\n")
    )

    for word in ("attach", "stop", "logs", "restart"):
        assert f"`proctor {word} shop-1`" in person
    assert [word.partition("`")[0] for word in agent_s.split("`proctor ")[1:]] == [
        "send shop-1 TEXT", "list", "run --name shop-1 …",
    ]  # fmt: skip


def test_what_is_being_done_is_counted_and_a_note_stands_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever waits sees what for; a note has a line of its own."""
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("NO_COLOR", "1")
    with render.Progress("s: the agent is being started") as progress:
        heard = heard_by(progress)
        heard.doing("the server is being started")
        progress.next = 0
        progress.at(2)
        heard.tell("look here")

    shown = "\r2 s: the server is being started\r\x1b[2Knote: look here\n"
    assert stream.getvalue() == shown
