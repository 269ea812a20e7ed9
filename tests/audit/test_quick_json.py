"""JSON from an encoder that is made once."""

from __future__ import annotations

import json
from json import encoder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.audit.quick_json import json_writer

PLAIN = json_writer()
SORTED = json_writer(default=repr, sort_keys=True)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("\ud800\0é"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES)
def test_it_writes_what_json_dumps_writes(value: object) -> None:
    """Hashes and digests rest on it: not a letter is another."""
    expected = json.dumps(value, separators=(",", ":"))

    assert expected == PLAIN(value)
    assert json.dumps(value, separators=(",", ":"), sort_keys=True) == SORTED(value)


def test_what_json_cannot_hold_is_an_error_or_made_into_something() -> None:
    """Without a default it is a TypeError; and the next text is not touched by it."""
    with pytest.raises(TypeError):
        PLAIN([b"x"])

    assert PLAIN([1]) == "[1]"
    assert SORTED({"a": b"x"}) == '{"a":"b\'x\'"}'


def test_what_contains_itself_ends() -> None:
    """It is an error, also the second time."""
    endless: list[object] = []
    endless.append(endless)

    for _ in range(2):
        with pytest.raises(RecursionError):
            PLAIN(endless)


def test_it_works_where_python_has_no_quick_encoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slow one writes the same."""
    monkeypatch.setattr(encoder, "c_make_encoder", None)
    value = {"b": [1, None, "é"], "a": b"x"}

    assert json_writer(default=repr, sort_keys=True)(value) == SORTED(value)
