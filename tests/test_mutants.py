"""Mutants change one place of one function, and keep their names when other code moves."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.mutants.mutations import Mutant, chosen, mutants_of, source_of
from tests.mutants.tracing import Trace, with_reports
from tests.tables import each_row

MODULE = """
LIMIT = 3

def judge(rules, strict):
    if not rules:
        raise ValueError
    for rule in rules:
        if rule.skip and strict:
            continue
        rule.count(1)
        if rule.effect == "deny":
            return rule.effect
    return max(rules)

class Gate:
    def is_open(self):
        return True
"""


def mutants(place: Path, text: str) -> dict[str, str]:
    """Return the mutants of a module by name, each with its text."""
    file = place / "gate.py"
    file.write_text(text)
    return {mutant.name: source_of(mutant, text) for mutant in mutants_of(file, place)}


@each_row(
    ("name", "line"),
    [
        ("gate.py::judge::not#0", "    if rules:"),
        ("gate.py::judge::raise#0", "        pass"),
        ("gate.py::judge::and-or#0", "        if rule.skip or strict:"),
        ("gate.py::judge::condition#0", "        if not (rule.skip and strict):"),
        ("gate.py::judge::continue#0", "            break"),
        ("gate.py::judge::constant#0", "        rule.count(2)"),
        ("gate.py::judge::call#0", "        pass"),
        ("gate.py::judge::compare#0", "        if rule.effect != 'deny':"),
        ("gate.py::judge::return#0", "            return None"),
        ("gate.py::judge::return#1", "    return None"),
        ("gate.py::Gate.is_open::constant#0", "        return False"),
    ],
)
def test_mutant_changes_one_line(tmp_path: Path, name: str, line: str) -> None:
    """Each kind of change touches its own line and no other."""
    before = ast.unparse(ast.parse(MODULE)).splitlines()
    after = mutants(tmp_path, MODULE)[name].splitlines()

    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [line]


def test_every_place_has_a_mutant_and_names_survive_edits(tmp_path: Path) -> None:
    """A module yields the mutants above and no others, wherever its functions stand."""
    names = set(mutants(tmp_path, MODULE))
    moved = MODULE.replace("LIMIT = 3", "LIMIT = 4\n\ndef first():\n    pass\n")

    assert len(names) == 11
    assert set(mutants(tmp_path, moved)) == names


def test_choice_is_stable(tmp_path: Path) -> None:
    """The same seed takes the same mutants; a new function elsewhere replaces few of them."""
    file = tmp_path / "gate.py"
    file.write_text(MODULE)
    every = list(mutants_of(file, tmp_path))

    assert chosen(every, 4, seed=0) == chosen(every[::-1], 4, seed=0)
    assert chosen(every, 4, seed=0) != chosen(every, 4, seed=1)
    assert set(chosen(every[1:], 4, seed=0)) >= set(chosen(every, 4, seed=0)) - {every[0]}


def test_traced_function_reports_first() -> None:
    """A traced function reports its number, behind its docstring; others stay as they are."""
    text = 'def one():\n    """Say."""\n    return 1\n\ndef two():\n    return 2\n'
    one, two = (ast.unparse(node) for node in ast.parse(with_reports(text, {"one": 7})).body)

    assert [line.strip() for line in one.splitlines()[2:]] == [
        "from proctor import mutants_reporter as _r",
        "_r.called(7)",
        "return 1",
    ]
    assert two == "def two():\n    return 2"


def test_nearest_tests_run_first(tmp_path: Path) -> None:
    """The test file of the module comes first, then one of each function, and only what passed."""
    file = tmp_path / "gate.py"
    file.write_text(MODULE)
    mutant = next(mutants_of(file, tmp_path))
    seconds = {
        "tests/test_gate.py::test_slow": 9.0,
        "tests/test_far.py::test_rows[1]": 0.1,
        "tests/test_far.py::test_rows[2]": 0.1,
    }
    callers = {("gate.py", "judge"): {*seconds, "tests/test_far.py::test_that_failed"}}

    assert Trace(callers, seconds).tests_for(mutant) == list(seconds)


def test_mutant_without_known_callers_gets_the_tests_of_its_part() -> None:
    """A hook runs with an environment of its own and cannot name the test that called it."""
    mutant = Mutant("hook/client.py", "talk", "compare", 0)
    seconds = {
        "tests/hook/test_client.py::test_talk": 1.0,
        "tests/audit/test_chain.py::test_x": 1.0,
    }

    assert Trace({}, seconds).tests_for(mutant) == ["tests/hook/test_client.py::test_talk"]
