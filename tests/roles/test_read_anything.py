"""Whatever bytes a role file has, it is read or refused in our own words."""

from __future__ import annotations

import contextlib
import json

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proctor.errors import Problem, ProctorError
from proctor.roles.read import ROLE_KEYS, read_role_file
from tests.amounts import amount
from tests.roles.conftest import House
from tests.roles.test_read import KNOWN, WHOLE

MUTATIONS = st.lists(
    st.tuples(
        st.integers(0, len(WHOLE) - 1),
        st.integers(0, 6),
        st.sampled_from(
            ["", "\n", " ", ": ", "- ", "[", "{", "'", '"', "\0", "\t", "&a ", "*a", "!"]
        ),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=amount(100, 800), deadline=None)
@given(MUTATIONS)
def test_a_mutated_role_file_is_read_or_refused(changes: list[tuple[int, int, str]]) -> None:
    """Whatever a file has become, reading it gives roles and problems, never an exception."""
    text = WHOLE
    for at, cut, new in changes:
        text = text[:at] + new + text[at + cut :]
    file = read_role_file(text.encode(), "x/any.yaml", KNOWN)

    assert all(isinstance(problem, Problem) for problem in file.problems)
    for problem in file.problems:
        problem.render().encode()


ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(
    max_examples=amount(20, 120),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.dictionaries(st.sampled_from([*ROLE_KEYS, "roles", "zzz"]), ANY, max_size=5))
def test_values_of_any_type_load_or_are_refused(house: House, fields: dict[str, object]) -> None:
    """Every value of every key, whatever its type, ends in a role or in our own error."""
    for name in ("r.yaml", "index.yaml"):
        house.at_home(f"roles/{name}", json.dumps(fields))
        shelf = house.shelf
        shelf.problems()
        for role in shelf.names():
            with contextlib.suppress(ProctorError):
                shelf.load(role)
