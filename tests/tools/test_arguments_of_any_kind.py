"""Whatever a model sends is taken as it is meant, or refused in words."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from proctor.errors import ToolInputError
from proctor.tools.arguments import checked, with_defaults
from tests.tools.test_arguments import send

CODES = {"bad-arguments", "unknown-argument", "missing-argument"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = st.sampled_from(["items", "to", "weights", "speed", "door", "note", "name", "context"])


@given(st.dictionaries(KEYS, JSON, max_size=4) | JSON)
def test_any_json_is_either_taken_or_refused_with_a_code(arguments: object) -> None:
    """Nothing that a model can send raises anything else, and no refusal has controls in it."""
    found: tuple[str, str] | None = None
    try:
        checked(send.definition, arguments)
    except ToolInputError as error:
        found = error.code, error.message

    assert found is None or found[0] in CODES
    assert found is None or found[1].isprintable()


ITEM = st.fixed_dictionaries(
    {"name": st.text()},
    optional={"count": st.integers(min_value=1), "tags": st.lists(st.text(), max_size=2)},
)
FITTING = st.fixed_dictionaries(
    {"items": st.lists(ITEM, max_size=2)},
    optional={
        "to": st.none() | st.fixed_dictionaries({}, optional={"town": st.text()}),
        "weights": st.none() | st.dictionaries(st.text(), st.floats(-1, 1), max_size=2),
        "speed": st.sampled_from(["slow", "fast"]),
        "door": st.sampled_from(["front", 1, True]),
        "note": st.text() | st.integers(),
    },
)


@given(FITTING)
def test_what_fits_the_schema_is_taken_and_with_its_defaults_still_means_the_same(
    arguments: dict[str, Any],
) -> None:
    """What is decided about and what runs are the same, and both are plain JSON before."""
    decided = with_defaults(send.definition, arguments)
    found = checked(send.definition, decided)

    assert {key: found[key] for key in arguments} == checked(send.definition, arguments)
    assert json.loads(json.dumps(decided)) == decided
    assert decided == with_defaults(send.definition, decided)
