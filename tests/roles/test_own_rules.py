"""*Always*, by a person's own rules: read as a role file's are, and tried before they count."""

from __future__ import annotations

import pytest

from proctor import ToolCall
from proctor.errors import RoleProblems, UsageError
from proctor.roles.always import Lasting, write
from proctor.roles.history import History
from proctor.roles.own_rules import plan_own, read_own, refused
from proctor.roles.role_place import Files
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from tests.roles.conftest import House, rules
from tests.roles.test_always import NPM, NPM_RUN, ROLE, decided, planned
from tests.tables import each_row


def own(house: House, text: str, role: str = "tester", call: ToolCall = NPM) -> Lasting:
    """Plan an *always* by rules of a person's own."""
    decision = decided(house, role, call)
    return plan_own(decision, role, text, home=house.home, root=house.root)


def test_own_rules_stand_in_the_place_of_ours(house: House) -> None:
    """The role gains exactly them, the history says whose they are, and they do what they say."""
    house.at_home("roles/tester.yaml", ROLE)
    lasting = own(house, " Bash( npm * ) \n\nEdit(/docs/**)\n")
    ours = planned(house, "tester")
    write(lasting, by="ada", on="2026-11-16")

    assert lasting.edited
    assert lasting.rules == ("Bash(npm *)", "Edit(/docs/**)")
    assert ours
    assert lasting.mark != ours.mark
    assert rules(house.load("tester"), Effect.ALLOW)[-2:] == ["Bash(npm *)", "Edit(/docs/**)"]
    assert decided(house, "tester", NPM_RUN).effect is Effect.ALLOW
    entry = History(house.home, None).versions("tester")[-1]
    assert entry.note == "allowed always, by a rule of their own"


def test_what_was_proposed_is_no_rule_of_ones_own(house: House) -> None:
    """Whoever leaves it as it was has the plan that everybody has."""
    house.at_home("roles/tester.yaml", ROLE)

    assert own(house, "Bash(npm test)") == planned(house, "tester")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bash(npm run x)", "it would still be asked about"),
        ("Read", "it would still be asked about"),
    ],
    ids=["another-command", "what-is-there-already"],
)
def test_rules_that_do_not_allow_the_call_are_refused(house: House, text: str, words: str) -> None:
    """It is said what it takes."""
    house.at_home("roles/tester.yaml", ROLE)
    with pytest.raises(UsageError, match=words) as raised:
        own(house, text)

    assert raised.value.help == "it takes at least `Bash(npm test)`"


def test_a_file_that_cannot_be_written_takes_no_rule(house: House) -> None:
    """Another role in the same file has the list by an alias: it would gain them unseen."""
    text = "roles:\n  - id: tester\n    permissions: {otherwise: ask, allow: &a [Read]}\n"
    house.at_home("roles/index.yaml", text + "  - id: two\n    permissions: {allow: *a}\n")

    with pytest.raises(UsageError, match="no rule can be added for this"):
        own(house, "Bash(npm *)")


def test_rules_that_change_other_roles_otherwise_are_refused(house: House) -> None:
    """Where the call itself would be allowed, that is what is left to say."""
    house.at_home("roles/tester.yaml", ROLE)
    proposed = planned(house, "tester")
    assert proposed

    found = refused(proposed, proposed.rules, Files.read(house.home, house.root))

    assert found.message == "with this rule other roles would change in another way"


def test_where_no_rule_was_proposed_none_is_taken(house: House) -> None:
    """A rule that asks stays: one more allow is not what the answer to it is."""
    house.at_home("roles/tester.yaml", ROLE + "  ask: [Bash(npm *)]\n")

    with pytest.raises(UsageError, match="no rule can be added for this"):
        own(house, "Bash(npm test)")


@each_row(
    ("text", "code", "line", "column"),
    [
        ("Bahs(npm test)", "unknown-tool", 1, 1),
        ("Bash(npm test)\nBash(ls", "unclosed-parenthesis", 2, 5),
        ("Bash(@nonsense)", "unknown-class", 1, 6),
        ("Bash(\u200bnpm)", "bad-character", 1, 1),
        ("Bash(a\tb)", "bad-character", 1, 1),
        ("x" * 501, "long-rule", 1, 1),
    ],
    ids=["tool", "second-line", "class", "unseen", "control", "long"],
)
def test_a_wrong_rule_is_told_with_its_place(text: str, code: str, line: int, column: int) -> None:
    """The line and the column are those that its author sees."""
    with pytest.raises(RoleProblems) as raised:
        read_own(text, BUILT_IN)

    [problem] = raised.value.problems
    assert (problem.code, problem.place.line, problem.place.column) == (code, line, column)


@pytest.mark.parametrize("text", ["", " \n ", "\n".join("abcdef")], ids=["none", "blank", "many"])
def test_no_rule_and_too_many_are_refused(text: str) -> None:
    """A person reads what they agree to."""
    with pytest.raises(UsageError):
        read_own(text, BUILT_IN)
