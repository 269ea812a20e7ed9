"""What is answered to a message that is none."""

from __future__ import annotations

import json

import pytest

from proctor.gateway.unread import NO_REQUEST, NOT_JSON, Unread, refusals
from tests.tables import each_row

DEEP = "[" * 5000 + "]" * 5000
CALL = '"jsonrpc":"2.0","method":"tools/call"'


def answered(said: str | bytes | Unread) -> list[tuple[object, int]]:
    """Return the ids and codes of the answers."""
    lines = refusals(said.encode() if isinstance(said, str) else said)
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    read = [json.loads(line) for line in lines]
    return [(one["id"], one["error"]["code"]) for one in read]


@each_row(
    ("said", "number"),
    [
        ("{}", None),
        ("null", None),
        ('""', None),
        ("[]", None),
        ("[1, 2]", None),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', None),
        ('{"jsonrpc":"2.0","id":true,"method":"ping"}', None),
        ('{"jsonrpc":"2.0","id":[1],"method":"ping"}', None),
        ('{"jsonrpc":"2.0","id":NaN,"method":"ping"}', None),
        ('{"jsonrpc":"2.0","id":1e999,"method":"ping"}', None),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5),
        ('{"jsonrpc":"1.0","id":3,"method":"ping"}', 3),
        ('{"jsonrpc":"2.0","id":4,"method":5}', 4),
        ('{"jsonrpc":"2.0","params":{"x":"\\ud800"},"id":"a","method":"ping"}', "a"),
        ('{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', "\ud800"),
        (f'{{"id":"{"x" * 1001}","method":5}}', None),
    ],
)
def test_json_that_is_no_message_is_refused(said: str, number: object) -> None:
    """Whoever waits for the answer to an id gets one; where there is no id, nobody is named."""
    assert answered(said) == [(number, NO_REQUEST)]


@each_row(
    ("said", "number"),
    [
        ("{", None),
        (b"\xff\xfe{}", None),
        ("[" * 200_000, None),
        (f'{{"jsonrpc":"2.0","id":7,"method":"x","params":{DEEP}}}', 7),
        (f'{{{CALL}, "id" : "b-7" ,"params":{DEEP}}}', "b-7"),
        (f'{{{CALL},"params":{DEEP},"id":8}} \n', 8),
        (f'{{{CALL},"params":{DEEP},"id":{"9" * 5000}}}', None),
        (f'{{{CALL},"params":{{"x":{DEEP},"id":8}}}}', None),
        (f'{{{CALL},"params":{{"id":8}},"x":{DEEP}}}', None),
        (f'{{{CALL},"params":{DEEP},"text":"\\"id\\":8}}"}}', None),
        ('{"id":8', None),
        ('{"id":8,"method":"x"', 8),
    ],
)
def test_what_is_no_json_is_refused(said: str | bytes, number: object) -> None:
    """The id is told where it stands at one of the ends, and never one from within."""
    assert answered(said) == [(number, NOT_JSON)]


@pytest.mark.parametrize(
    "said",
    [
        '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}',
        '{"jsonrpc":"2.0","id":5,"result":"no object"}',
        '{"jsonrpc":"2.0","id":5,"error":"no object"}',
    ],
)
def test_what_nobody_waits_for_is_not_answered(said: str) -> None:
    """A wrong notification, or a wrong answer, ends here: an error could meet another request."""
    assert answered(said) == []


def test_each_request_of_a_list_is_refused() -> None:
    """Messages come one by one; who sent several at once hears it for each."""
    said = [{"id": 1, "method": "ping"}, {"method": "notifications/x"}, {"id": "z", "method": "a"}]

    assert answered(json.dumps(said)) == [(1, NO_REQUEST), ("z", NO_REQUEST)]
    assert len(answered(json.dumps(said * 1000))) == 67


def test_of_a_line_that_was_not_read_the_ends_count() -> None:
    """A message that is too long is refused by its id."""
    said = Unread(b'{"jsonrpc":"2.0","method":"x","params":{', b'xx"},"id":12}\n', "too long")

    assert answered(said) == [(12, NO_REQUEST)]
