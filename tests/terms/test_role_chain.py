"""Names of roles that count together."""

from __future__ import annotations

import pytest

from proctor.terms.role_chain import roles_of, runs_of, under
from tests.tables import each_row


@pytest.mark.parametrize(
    ("role", "above", "chain"),
    [
        ("coder", "architect", "coder under architect"),
        ("coder", "architect under guarded", "coder under architect under guarded"),
        ("coder", "coder", "coder"),
        ("coder", "architect under coder", "coder under architect"),
    ],
)
def test_a_chain_names_each_role_once(role: str, above: str, chain: str) -> None:
    """The agent's own comes first, and whoever spawned it behind."""
    assert under(role, above) == chain
    assert roles_of(chain)[0] == role
    assert set(roles_of(chain)) == {role, *roles_of(above)}


def test_a_plain_name_is_a_chain_of_one() -> None:
    """Also one that only looks like a chain."""
    assert roles_of("coder") == ("coder",)
    assert roles_of("under") == ("under",)
    assert roles_of("") == ("",)


@each_row(
    ("chain", "runs"),
    [
        ("coder", ()),
        ("@WF-20261116-001", ("WF-20261116-001",)),
        ("coder under @WF-20261116-001 under guarded", ("WF-20261116-001",)),
        ("@WF-20261116-001 under @WF-20261116-002", ("WF-20261116-001", "WF-20261116-002")),
        ("coder@WF-20261116-001", ()),
        ("@", ("",)),
    ],
)
def test_the_workflow_runs_of_a_chain_are_known(chain: str, runs: tuple[str, ...]) -> None:
    """Each word that begins with the mark stands for a run, also one that can be none."""
    assert runs_of(chain) == runs
