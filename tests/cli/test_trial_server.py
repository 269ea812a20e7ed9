"""A channel is tried through the server that listens there."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from proctor.approval.people import People
from proctor.cli.channel_trial import Trial
from proctor.cli.trial_server import served_channels, try_server
from proctor.errors import ChannelError
from proctor.owner.client import Client
from proctor.server.tokens import Tokens, local_person
from tests.cli.trials import Tried
from tests.server.running import PATIENCE, running, until


def trial_of(name: str, found: Tried) -> Trial:
    """Return a trial of a channel."""
    return Trial(name, people=People(), wait=0, tell=found.tell)


def answer_what_comes(home: Path) -> None:
    """Answer the first question that waits."""
    with Client.connect(home) as client:
        until(lambda: client.call("questions", status="pending"))
        (question,) = client.call("questions", status="pending")
        token = Tokens(home).local_token()
        client.call("answer", number=question["id"], token=token, answer="allow")


@pytest.mark.parametrize(
    ("name", "ok", "through"), [("inbox", True, ""), ("telegram", False, ", through inbox instead")]
)
def test_the_server_says_who_answered_and_through_what(
    home: Path, name: str, ok: bool, through: str
) -> None:
    """An answer from elsewhere shows nothing about the channel."""
    found = Tried()
    with running(home):
        answering = threading.Thread(target=answer_what_comes, args=(home,))
        answering.start()
        try_server(home, trial_of(name, found), PATIENCE)
        answering.join(PATIENCE)

    assert found.marks == [("wait", None), ("answer", ok)]
    assert found.said("answer") == [f"allow by {local_person()}{through}"]


def test_where_nobody_answers_the_question_does_not_stay(home: Path) -> None:
    """It ends with the trial."""
    found = Tried()
    with running(home), Client.connect(home) as client:
        with pytest.raises(ChannelError, match="nobody answered in 1 s"):
            try_server(home, trial_of("inbox", found), 1)
        pending = client.call("questions", status="pending")

    assert pending == []


def test_the_channels_of_a_server_are_known_by_name(home: Path) -> None:
    """Where none runs, nothing is known."""
    before = served_channels(home)
    with running(home):
        during = served_channels(home)

    inbox = {"name": "inbox", "state": "on", "trouble": None, "set_up": "built in"}
    assert (before, during) == (None, {"inbox": inbox})
