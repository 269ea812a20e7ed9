"""How answers look, whatever is in them."""

from __future__ import annotations

import json
from typing import Any

from proctor import errors
from proctor.errors import ProctorError
from proctor.server.answers import TooLarge, encode, status_of
from tests.tables import each_row


@each_row(
    ("data", "text"),
    [
        ({"a": [1, None, True, "x"]}, b'{"a":[1,null,true,"x"]}'),
        ("é\u2028\ud800", b'"\\u00e9\\u2028\\ud800"'),
        ({"n": float("nan")}, b'{"n":"nan"}'),
        ([float("inf"), -float("inf"), 1.5], b'["inf","-inf",1.5]'),
        (({"a": ()},), b'[{"a":[]}]'),
    ],
    ids=repr,
)
def test_data_is_json_in_ascii(data: object, text: bytes) -> None:
    """Of what JSON has no like, words are said."""
    assert encode(data) == text


def test_what_is_too_deep_is_cut_off() -> None:
    """One value that nobody can read keeps nobody from the others."""
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    found = json.loads(encode({"deep": deep, "other": 7}))

    assert found["other"] == 7
    assert json.dumps(found).count("[") == 49


def test_every_kind_of_error_has_a_status() -> None:
    """None is a success, and what went wrong here is not blamed on the asker."""
    ours: list[type[ProctorError]] = [
        kind
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, ProctorError)
    ]
    told = {kind.__name__: status_of(ProctorError.__new__(kind)) for kind in (*ours, TooLarge)}

    assert {"StoreError": 503, "ServerError": 503, "NoOwner": 503}.items() <= told.items()
    assert {"NotFound": 404, "TooLate": 409, "TooLarge": 413, "NotAllowed": 403}.items() <= (
        told.items()
    )
    assert {"UsageError": 400, "WrongWord": 400, "RoleProblems": 422}.items() <= told.items()
    assert min(told.values()) == 400
