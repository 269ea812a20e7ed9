"""Roles that extend roles."""

from __future__ import annotations

import pytest

from proctor.errors import RoleProblems
from proctor.policy.profiles import PROFILES
from proctor.roles.store import RoleStore
from proctor.terms.effect import Effect
from proctor.terms.role import Hook
from tests.roles.conftest import House, rules
from tests.tables import each_row

PARENT = """\
name: parent
description: The parent
model: opus
permission_mode: plan
tools: [Read, Bash]
hooks:
  Stop: [{command: stop.sh}]
  PreCompact: [{command: compact.sh}]
settings: {a: {x: 1, y: 2}, b: 3, list: [1, 2]}
permissions:
  otherwise: deny
  allow: [Read, Glob]
  ask: [Bash(git push *)]
  deny: [Bash(sudo *)]
  agent: {instructions: Strict., model: haiku}
"""


def test_maps_merge_and_lists_replace_but_deny_and_ask_add(house: House) -> None:
    """A child says what differs; it adds to denies and asks and replaces its allows."""
    house.at_home("roles/parent.yaml", PARENT)
    child = house.role(
        "extends: parent\nmodel: haiku\nhooks: {Stop: [{command: other.sh}]}\n"
        "settings: {a: {y: 5}, list: [3]}\n"
        "permissions:\n  allow: [Grep]\n  ask: [WebFetch]\n  deny: [Bash(rm *)]\n"
        "  agent: {model: sonnet}\n"
    )

    assert rules(child, Effect.ALLOW) == ["Grep"]
    assert rules(child, Effect.ASK) == ["Bash(git push *)", "WebFetch"]
    assert rules(child, Effect.DENY) == ["Bash(sudo *)", "Bash(rm *)"]
    assert Effect.DENY is child.permissions.otherwise
    assert child.settings == {"a": {"x": 1, "y": 5}, "b": 3, "list": [3]}
    assert (
        Hook(event="Stop", command="other.sh"),
        Hook(event="PreCompact", command="compact.sh"),
    ) == child.hooks
    assert (
        child.reviewer.model,
        child.reviewer.instructions,
        child.reviewer.enabled,
    ) == ("sonnet", "Strict.", True)
    assert (
        child.name,
        child.description,
        child.model,
        child.tools,
        child.extends,
    ) == ("r", "The parent", "haiku", ("Read", "Bash"), "parent")


def test_a_rule_keeps_its_own_file_and_line(house: House) -> None:
    """A merged role's rules point to where each is written."""
    house.at_home("roles/parent.yaml", PARENT)
    child = house.role("extends: parent\npermissions:\n  deny:\n    - Bash(rm *)\n")

    assert [f"{house.home}/roles/parent.yaml:14", f"{house.home}/roles/r.yaml:4"] == [
        str(rule.where) for rule in child.permissions.rules if rule.effect is Effect.DENY
    ]


def test_null_clears(house: House) -> None:
    """A null takes away what the parent gave, at every level, and ask too."""
    house.at_home("roles/parent.yaml", PARENT)
    child = house.role(
        "extends: parent\nmodel: null\ntools: ~\npermission_mode:\nhooks: {Stop: null}\n"
        "settings: {a: {x: null}, b: null}\npermissions: {allow: null, ask: null, agent: null}\n"
    )

    assert (child.model, child.tools, child.mode) == (None, None, None)
    assert (Hook(event="PreCompact", command="compact.sh"),) == child.hooks
    assert child.settings == {"a": {"y": 2}, "list": [1, 2]}
    assert tuple(rules(child, effect) for effect in (Effect.ALLOW, Effect.ASK, Effect.DENY)) == (
        [],
        [],
        ["Bash(sudo *)"],
    )
    assert not child.reviewer.enabled


@pytest.mark.parametrize(
    ("text", "column"),
    [("extends: parent\npermissions: {deny: null}\n", 15), ("extends: parent\npermissions:\n", 1)],
)
def test_a_parents_deny_cannot_be_cleared(house: House, text: str, column: int) -> None:
    """Neither a null deny nor null permissions lift it: they are errors."""
    house.at_home("roles/parent.yaml", PARENT)

    assert [("deny-cleared", 2, column)] == house.codes(text)
    assert house.errors("r") == ["deny-cleared"]


def test_another_profile_keeps_the_denies_of_the_parents(house: House) -> None:
    """A child that leaves its parent's profile for a looser one is still denied what it was."""
    house.at_home("config.yaml", "profiles: {strict: {allow: [Read], deny: [Bash(curl *)]}}\n")
    house.at_home("roles/parent.yaml", "permissions: {profile: strict}\n")
    child = house.role("extends: parent\npermissions: {profile: open}\n")

    assert rules(child, Effect.DENY) == ["Bash(curl *)"]
    assert rules(child, Effect.ALLOW) == ["tool:.*"]


def test_a_role_extends_its_namesake_one_step_further_out(house: House) -> None:
    """The project's coder extends the home's, and that the built-in one."""
    house.at_home("roles/coder.yaml", "extends: coder\npermissions: {deny: [Bash(curl *)]}\n")
    house.in_project("roles/coder.yaml", "extends: coder\npermissions: {deny: [Bash(wget *)]}\n")
    house.trust()

    denied = rules(house.load("coder"), Effect.DENY)

    assert denied[-2:] == ["Bash(curl *)", "Bash(wget *)"]
    assert "Bash(sudo *)" in denied


def test_a_homes_role_never_has_a_projects_parent(house: House) -> None:
    """Parents are searched outward, so a cloned project cannot slip one in."""
    house.at_home("roles/mine.yaml", "extends: coder\n")
    house.in_project("roles/coder.yaml", "permissions: {profile: open}\n")
    house.trust()

    assert "tool:.*" not in rules(house.load("mine"), Effect.ALLOW)


def test_a_circle_of_parents_is_an_error(house: House) -> None:
    """Its way is named."""
    house.at_home("roles/a.yaml", "extends: b\n")
    house.at_home("roles/b.yaml", "extends: a\n")

    problems = house.shelf.problems(["a"])

    assert [p.message for p in problems] == ["the parents go in a circle: a -> b -> a"]
    assert house.errors("a") == ["cycle"]
    assert house.errors("b") == ["cycle"]


def test_a_built_in_role_extends_no_namesake_that_is_not_there(house: House) -> None:
    """A role that extends itself and has nobody further out has an unknown parent."""
    assert house.codes("extends: r\n") == [("unknown-parent", 1, 10)]


@pytest.mark.parametrize(("parents", "codes"), [(10, []), (11, ["too-many-parents"])])
def test_ten_parents_in_a_row_are_enough(house: House, parents: int, codes: list[str]) -> None:
    """One more is an error."""
    for number in range(parents):
        house.at_home(f"roles/r{number}.yaml", f"extends: r{number + 1}\n")
    house.at_home(f"roles/r{parents}.yaml", "name: top\n")

    assert codes == [problem.code for problem in house.shelf.problems(["r0"])]


def test_a_parents_error_is_the_childs(house: House) -> None:
    """A role does not load while its parent has an error; the place is the parent's."""
    house.at_home("roles/parent.yaml", "nmae: x\n")
    house.at_home("roles/r.yaml", "extends: parent\n")

    assert [f"{house.home}/roles/parent.yaml"] == [
        problem.place.file for problem in house.shelf.problems(["r"])
    ]
    assert house.errors("r") == ["unknown-key"]


def test_a_tool_list_stops_being_the_permission_where_a_child_has_permissions(
    house: House,
) -> None:
    """The rule about tools alone looks at the role that came out."""
    house.at_home("roles/parent.yaml", "tools: [Read]\n")
    child = house.role("extends: parent\npermissions: {deny: [Read(.env)]}\n")

    assert (rules(child, Effect.ALLOW), child.permissions.otherwise) == ([], Effect.ASK)


def test_an_allow_that_replaces_the_parents_is_a_warning(house: House) -> None:
    """It names what is gone; a list that repeats the parent's takes nothing away."""
    house.at_home("roles/p.yaml", "permissions: {allow: [Read, Glob]}\n")
    lost = "extends: p\npermissions:\n  allow: [Read, Bash]\n"

    assert house.codes(lost) == [("replaces-allow", 3, 3)]
    assert "gone are `Glob`" in house.shelf.problems()[0].message
    assert house.codes("extends: p\npermissions: {allow: [Glob, Read, Bash]}\n") == []
    assert house.codes("extends: p\npermissions: {deny: [Bash]}\n") == []


@each_row(
    ("agent", "warned"),
    [
        ("{enabled: true}", True),
        ("{model: haiku}", True),
        ("{enabled: true, instructions: ''}", True),
        ("{enabled: false, model: haiku}", False),
        ("{instructions: Look.}", False),
        ("{}", False),
    ],
)
def test_a_reviewer_without_instructions_is_a_warning(
    house: House, agent: str, warned: bool
) -> None:
    """It is never asked, so the file says something else than what happens."""
    found = house.codes(f"permissions:\n  allow: [Read]\n  agent: {agent}\n")

    assert found == [("reviewer-without-instructions", 3, 3)] * warned


def test_a_reviewer_may_have_its_parents_instructions(house: House) -> None:
    """What counts is what came out: a child can add them, and take them away."""
    house.at_home("roles/p.yaml", "permissions: {agent: {instructions: Look.}}\n")

    assert house.codes("extends: p\npermissions: {agent: {enabled: true}}\n") == []
    assert house.shelf.load("r").reviewer.enabled
    lost = "extends: p\npermissions: {agent: {enabled: true, instructions: null}}\n"
    assert [code for code, *_ in house.codes(lost)] == ["reviewer-without-instructions"]
    assert not house.shelf.load("r").reviewer.enabled


def test_roles_of_subagents_merge_by_type(house: House) -> None:
    """A child changes an entry, takes one away with null, and keeps the rest."""
    house.at_home("roles/parent.yaml", 'subagents: {Explore: locked, Plan: locked, "*": same}\n')
    child = house.role("extends: parent\nsubagents: {Explore: open, Plan: null}\n")

    assert child.subagents == (("Explore", "open"), ("*", "same"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("subagents: {Explore: nobody}", "unknown-role"),
        ("subagents: {Explore: coder under open}", "bad-id"),
        ("subagents: {Explore: '@WF-20260601-001'}", "bad-id"),
        ("subagents: {Explore: [locked]}", "wrong-type"),
        ("subagents: {Explore: ''}", "bad-id"),
        ("subagents: locked", "wrong-type"),
    ],
)
def test_role_of_a_subagent_is_one_that_is_there(house: House, text: str, code: str) -> None:
    """Otherwise the role that names it does not load."""
    with pytest.raises(RoleProblems, match=code):
        house.role(f"{text}\n")


def test_role_of_a_subagent_is_not_deleted(house: House) -> None:
    """Another role would not load without it."""
    house.at_home("roles/looker.yaml", "tools: [Read]\n")
    house.at_home("roles/boss.yaml", "subagents: {Explore: looker}\n")

    with pytest.raises(RoleProblems, match="unknown-role"):
        RoleStore(house.home).delete("looker", by="ada")


def test_untrusted_role_says_nothing_of_subagents(house: House) -> None:
    """An entry of it could take the place of a narrower one."""
    house.at_home("roles/boss.yaml", "subagents: {Explore: locked}\n")
    house.in_project("roles/boss.yaml", "subagents: {Explore: open}\n")

    assert house.load("boss").subagents == (("Explore", "locked"),)


def test_a_child_keeps_the_denies_of_a_parent_without_rules(house: House) -> None:
    """Such a parent has the profile `guarded`, so its denies stay; a list of tools is alone."""
    denied = "Bash(@destroy-outside)"
    house.at_home("roles/bare.yaml", "model: opus\n")
    house.at_home("roles/barer.yaml", "extends: bare\nmodel: haiku\n")
    widest = [house.role(f"extends: {parent}\npermissions: {{otherwise: allow, allow: [Bash]}}\n")
              for parent in ("bare", "barer")]  # fmt: skip
    own = house.role("extends: bare\npermissions: {profile: guarded, deny: [Bash(sudo *)]}\n")
    bare = house.role("extends: bare\n")
    tools = house.role("extends: bare\ntools: [Read]\n")

    assert [rules(role, Effect.DENY) for role in widest] == [[denied]] * 2
    assert [rules(role, Effect.ALLOW) for role in widest] == [["Bash"]] * 2
    assert rules(own, Effect.DENY) == [denied, "Bash(sudo *)"]
    assert PROFILES["guarded"] == bare.permissions
    assert (rules(tools, Effect.ALLOW), tools.permissions.otherwise) == (["Read"], Effect.DENY)
