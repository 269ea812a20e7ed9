"""JSON with its places: it reads what Python reads, strictly, and points at what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.installing.json_spans import Array, NotJson, Object, Scalar, Value, parse
from tests.tables import each_row

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


def rebuilt(text: str, node: Value) -> Any:
    """Return what the spans of a node say."""
    if isinstance(node, Object):
        return {member.key: rebuilt(text, member.value) for member in node.members}
    if isinstance(node, Array):
        return [rebuilt(text, item) for item in node.items]
    return json.loads(text[node.start : node.end])


@given(value=PLAIN, indent=st.sampled_from([None, 0, 1, 4, "\t"]), escaped=st.booleans())
def test_it_reads_what_python_writes(value: Any, indent: int | str | None, escaped: bool) -> None:
    """Every value comes back from its spans, however it is laid out."""
    text = json.dumps(value, indent=indent, ensure_ascii=escaped)

    assert rebuilt(text, parse(text)) == value


@given(text=st.text(alphabet='{}[]",:\\ntrue1.-e \n/#u0a', max_size=20))
def test_it_takes_nothing_that_python_refuses(text: str) -> None:
    """What is read here is JSON to every other reader, and nothing else is."""
    assert is_json(text) == (offset_of_slip(text) is None)
    assert 0 <= (offset_of_slip(text) or 0) <= len(text)


def offset_of_slip(text: str) -> int | None:
    """Return where a text is no JSON, if it is none."""
    try:
        parse(text)
    except NotJson as wrong:
        return wrong.offset
    return None


def is_json(text: str) -> bool:
    """Say whether Python takes a text for JSON."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


@each_row(
    ("text", "offset", "message", "advice"),
    [
        ('{"a": 1,}', 8, "a key was expected, not `}`", "remove the comma before it"),
        ("[1,]", 3, "a value was expected, not `]`", "remove the comma before it"),
        ('{"a": 1 // x\n}', 8, "`,` or `}` was expected, not `/`",
         "a settings file has no comments: remove it"),
        ("{'a': 1}", 1, "a key was expected, not `'`",
         'texts stand in plain double quotes: "…"'),
        ('{"a" 1}', 5, "`:` was expected, not `1`", ""),
        ('{"a": 1', 7, "`,` or `}` was expected, not the end of the file", ""),
        ('{"a": nul}', 6, "a value was expected, not `n`", ""),
        ('{"a": NaN}', 6, "a value was expected, not `N`", ""),
        ('{"a": "x\ny"}', 6, "this text does not end, or holds what a text may not hold", ""),
        ("{} x", 3, "there is more after the end: `x`", ""),
        ("", 0, "a value was expected, not the end of the file", ""),
        ("[" * 101, 100, "it is nested too deep", ""),
    ],
)  # fmt: skip
def test_a_slip_is_pointed_at(text: str, offset: int, message: str, advice: str) -> None:
    """The error knows where it is, and what people usually mean by it."""
    with pytest.raises(NotJson) as caught:
        parse(text)

    assert (offset, message, advice) == (
        caught.value.offset,
        caught.value.message,
        caught.value.advice,
    )


def test_a_key_that_is_there_twice_is_seen_twice() -> None:
    """Nothing is merged in silence; the last one counts, as everywhere."""
    root = parse('{"a": 1, "a": true}')

    assert isinstance(root, Object)
    assert [member.start for member in root.named("a")] == [1, 9]
    assert root.get("a") == Scalar(14, 18, value=True)
