"""What is said of templates to whoever writes them."""

from __future__ import annotations

import re

from proctor.roles.write import default_roles
from proctor.workflows.check import check_templates
from proctor.workflows.read import INIT_ROLES
from proctor.workflows.templates import startable
from tests.roles.conftest import House, house

__all__ = ["house"]

GOOD = "stages: [{name: work, roleId: implementer, gate: auto}]\n"
BROKEN = "stages: [{name: work, roleId: implementer}]\n"
OWN = "workflow-templates/own.yaml"


def checked(house: House) -> list[tuple[str, str, bool]]:
    """Return file, code and whether it is a warning, of everything that is said."""
    found = check_templates(house.root, house.home)
    return [(p.place.file, p.code, p.warning) for p in found]


def with_roles(house: House) -> None:
    """Give the home the four roles of a new project."""
    house.at_home("roles/index.yaml", default_roles())


def test_nothing_is_wrong_with_what_came_along(house: House) -> None:
    """Where the roles of a new project are, with a project or without."""
    with_roles(house)

    assert checked(house) == []
    assert check_templates(None, house.home) == []


def test_roles_that_are_missing_for_a_built_in_one_are_warned_of(house: House) -> None:
    """Each is named once for each stage; that is not the project's fault."""
    warned = check_templates(house.root, house.home)

    assert {problem.warning for problem in warned} == {True}
    assert {problem.message for problem in warned} == {
        f"there is no role `{name}`" for name in ("implementer", "researcher", "controller")
    }


def test_a_built_in_one_that_is_hidden_is_not_looked_at(house: House) -> None:
    """Who has their own of that name needs no roles for the other."""
    with_roles(house)
    house.at_home("workflow-templates/standard.yaml", BROKEN)

    assert checked(house) == [
        (f"{house.home}/workflow-templates/standard.yaml", "missing-key", False)
    ]


def test_a_role_that_is_missing_for_ones_own_is_an_error(house: House) -> None:
    """In a file of the home or of the project."""
    house.in_project(OWN, GOOD)
    house.at_home("workflow-templates/theirs.yaml", GOOD)

    errors = [(file, code) for file, code, warning in checked(house) if not warning]

    assert errors == [
        (f".proctor/{OWN}", "unknown-role"),
        (f"{house.home}/workflow-templates/theirs.yaml", "unknown-role"),
    ]


def test_what_nobody_trusted_is_warned_of(house: House) -> None:
    """It can be shown, and does not start."""
    with_roles(house)
    house.in_project(OWN, GOOD)

    assert checked(house) == [(f".proctor/{OWN}", "untrusted-template", True)]


def test_a_change_that_breaks_a_trusted_one_is_found(house: House) -> None:
    """What was trusted still starts; who has just written it is told what is wrong."""
    with_roles(house)
    house.in_project(OWN, GOOD)
    house.trust()
    house.in_project(OWN, BROKEN)

    assert startable(house.root, house.home, "own").id == "own"
    assert checked(house) == [
        (f".proctor/{OWN}", "changed-since-trust", True),
        (f".proctor/{OWN}", "missing-key", False),
    ]


def test_a_command_that_the_role_may_not_run_is_warned_of(house: House) -> None:
    """Such a gate never opens; one that the role is allowed, or asked about, is no problem."""
    with_roles(house)
    house.at_home("roles/careful.yaml", "permissions: {allow: [Bash(make *)], ask: [Bash]}\n")
    text = "stages: [{{name: a, roleId: {}, gate: {{type: verification, commands: [make, tox]}}}}]"
    for role in ("reviewer", "implementer", "careful"):
        house.at_home(f"workflow-templates/{role}.yaml", text.format(role))

    found = check_templates(house.root, house.home)

    assert [(p.code, p.warning, p.message) for p in found] == [
        (
            "denied-command",
            True,
            f"the role `reviewer` may not run `{command}`, so the gate of stage `a` never opens",
        )
        for command in ("make", "tox")
    ]
    line = text.format("reviewer")
    assert [(p.place.line, p.place.column, p.line_text) for p in found] == [
        (1, line.index(command) + 1, line) for command in ("make", "tox")
    ]


def test_the_missing_roles_of_a_built_in_one_that_is_named_are_errors(house: House) -> None:
    """Whoever asks about it wants to start it; `proctor init` is named, which writes them."""
    found = check_templates(house.root, house.home, meant={"hotfix"})

    assert {(p.place.file, p.code, p.warning, p.help) for p in found} == {
        ("built-in/hotfix.yaml", "unknown-role", False, "`proctor init` writes this role")
    }


def test_the_roles_of_init_are_those_that_it_writes(house: House) -> None:
    """All of them, in their order, and the built-in templates have no others."""
    with_roles(house)
    written = re.findall(r"^  - id: (\S+)", default_roles(), re.MULTILINE)

    assert tuple(written) == INIT_ROLES
    for name in ("standard", "hotfix"):
        assert set(startable(house.root, house.home, name).roles) <= set(INIT_ROLES)
