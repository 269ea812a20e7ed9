"""Try a channel through the server that runs: it is the one that listens there."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

from proctor.cli.channel_trial import ACTION, Step, Trial
from proctor.errors import ProctorError
from proctor.owner.client import Client
from proctor.terms.question import Status

TIMEOUT, MARGIN = 5.0, 10.0


def served_channels(home: Path) -> dict[str, dict[str, Any]] | None:
    """Return the channels of the server that runs, by name; None where none answers."""
    try:
        with Client.connect(home, TIMEOUT) as client:
            told = client.call("status").get("channels")
    except ProctorError:
        return None
    rows = told if isinstance(told, list) else []
    return {str(each.get("name")): each for each in rows if isinstance(each, dict)}


def try_server(home: Path, trial: Trial, wait: float) -> None:
    """
    Let the server ask the test question, and wait for the answer.

    Raises:
        ChannelError: nobody gave one.

    """
    trial.wait = wait
    question = trial.question
    with Client.connect(home) as client:
        asked = client.call(
            "ask",
            tool=question.tool,
            action=ACTION,
            agent=question.agent,
            body=question.body,
            seconds=wait,
        )
        words = f"question {asked['id']} is asked by the server: answer it within {wait:.0f} s"
        trial.tell(Step("wait", ok=None, said=words))
        ended = False
        try:
            within = wait + MARGIN
            told = client.call("wait", number=asked["id"], seconds=wait, within=within)
            ended = told["status"] != Status.PENDING.value
        finally:
            if not ended:
                with suppress(ProctorError), Client.connect(home) as other:
                    other.call("cancel", number=asked["id"], uid=asked["uid"])
    reply = told["reply"]
    if told["status"] != Status.ANSWERED.value or not reply:
        raise trial.nobody()
    through = "" if reply["channel"] == trial.channel else f", through {reply['channel']} instead"
    trial.tell(Step("answer", ok=not through, said=f"{reply['answer']} by {reply['by']}{through}"))
