"""Which conversation an agent had last, so that it can go on with it."""

from __future__ import annotations

import uuid
from contextlib import suppress
from pathlib import Path

from proctor.agents.session_files import Session
from proctor.errors import ProctorError
from proctor.owner.client import Client, own_token

PROJECTS = "projects"


def last_conversation(home: Path, session: Session, config: Path) -> str:
    """
    Return the id of the conversation that an agent had last; empty where it had none.

    A person can have begun another one in the program, by `/clear`: then the server knows.

    Args:
        home: Proctor's own folder.
        session: what was started.
        config: the folder in which the program keeps what was said.

    """
    candidates = [told_by_server(home, session), session.session_id]
    return next((one for one in candidates if is_kept(config, one)), "")


def told_by_server(home: Path, session: Session) -> str:
    """Return which conversation the server has heard of last; empty where it does not know."""
    with suppress(ProctorError, OSError), Client.connect(home) as client:
        said = client.call("look", name=session.name, token=own_token(home)).get("session")
        return said if isinstance(said, str) else ""
    return ""


def is_kept(config: Path, conversation: str) -> bool:
    """Say whether the program has kept a conversation."""
    try:
        name = f"{uuid.UUID(conversation)}.jsonl"
    except ValueError:
        return False
    return any((config / PROJECTS).glob(f"*/{name}"))
