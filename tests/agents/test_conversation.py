"""Which conversation an agent had last."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents.conversation import is_kept, last_conversation
from tests.agents.test_session_files import a_session

TALK = "6f1c7a54-6f0e-4c55-9a64-2f8a4a4a8f11"


def test_a_conversation_is_where_the_program_keeps_it(tmp_path: Path) -> None:
    """Under the folder of any project, by its id."""
    folder = tmp_path / "projects" / "-srv-app"
    folder.mkdir(parents=True)
    session = a_session(session_id=TALK)
    before = last_conversation(tmp_path / "home", session, tmp_path)
    (folder / f"{TALK}.jsonl").write_text("{}\n")

    assert (before, last_conversation(tmp_path / "home", session, tmp_path)) == ("", TALK)


@pytest.mark.parametrize("said", ["", "*", "../x", "8c1f", f"{TALK}/../x", "[a-z]*"])
def test_what_is_no_id_is_no_conversation(said: str, tmp_path: Path) -> None:
    """An id is one, and no pattern and no path."""
    folder = tmp_path / "projects" / "-srv-app"
    folder.mkdir(parents=True)
    (folder / f"{TALK}.jsonl").write_text("{}\n")

    assert not is_kept(tmp_path, said)
