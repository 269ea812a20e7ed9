"""What can be asked on the socket, where the office behind it is in trouble."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import MissingExtra, NoOwner, NotFound, StoreError, UsageError
from proctor.owner.client import KINDS
from proctor.server.answers import HIDDEN
from proctor.server.office import Office
from proctor.server.ops import Ops, encode, refusal
from proctor.server.tokens import Tokens


def reply(home: Path, op: str, **fields: str) -> Any:
    """Ask an office that was never opened."""
    ops = Ops(Office(home), Tokens(home), info={"pid": 7}, stop=lambda: None)
    return json.loads(asyncio.run(ops.reply(op, {**fields})))


def test_what_nobody_expected_is_told_to_the_log_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A peer learns that it failed; why stands in the log."""
    assert reply(tmp_path, "grants", token=Tokens(tmp_path).local_token()) == {
        "error": {"code": "internal", "message": HIDDEN, "help": None}
    }
    assert "a request failed" in caplog.text
    assert "AttributeError" in caplog.text


def test_a_server_in_trouble_still_says_that_it_is_there(tmp_path: Path) -> None:
    """Its status is an answer, with the trouble in it."""
    assert reply(tmp_path, "status") == {"ok": {"pid": 7, "trouble": HIDDEN}}


def test_an_error_of_ours_is_told_as_it_is() -> None:
    """Its kind, its sentence and its help reach whoever asked."""
    told = json.loads(refusal(NotFound("there is none", help="look elsewhere")))

    assert told == {
        "error": {"code": "not-found", "message": "there is none", "help": "look elsewhere"}
    }


def test_the_client_knows_the_codes() -> None:
    """What the server calls an error, the client makes the same error of."""
    kinds = (MissingExtra, NotFound, StoreError, UsageError)

    assert {kind.code: kind for kind in kinds}.items() <= KINDS.items()
    assert NoOwner.code not in KINDS


def test_an_answer_is_one_line_whatever_is_in_it() -> None:
    """No text of an agent can look like the end of a line, or like another answer."""
    line = encode({"ok": 'a\n{"ok": 1}\u2028\ud800\x1b'})

    assert line.count(b"\n") == 1
    assert line.isascii()
