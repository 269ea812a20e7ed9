"""Which template a name means, and which may start."""

from __future__ import annotations

import pytest

from proctor.errors import NotAllowed, NotFound, RoleProblems, TemplateProblems
from proctor.roles.write import default_roles
from proctor.workflows.templates import Found, Origin, find_template, startable, templates
from tests.roles.conftest import House, house

__all__ = ["house"]

TEXT = "displayName: {}\nstages: [{{name: work, roleId: coder, gate: auto}}]\n"
FOLDER = "workflow-templates"
BROKEN = "stages: [{name: work, roleId: coder}]\n"


def found(house: House, name: str) -> Found:
    """Return the template of a name."""
    return find_template(house.root, house.home, name)


def shown(house: House, name: str) -> tuple[str, str, bool]:
    """Return display name, place and whether it may start."""
    one = found(house, name)
    assert one.template is not None
    return one.template.name, one.origin, one.trusted


def put(house: House, name: str, display: str, *, at_home: bool = False) -> None:
    """Write a template."""
    write = house.at_home if at_home else house.in_project
    write(f"{FOLDER}/{name}", TEXT.format(display))


def with_roles(house: House) -> None:
    """Give the home the four roles of a new project."""
    house.at_home("roles/index.yaml", default_roles())


def test_the_built_in_ones_are_always_there(house: House) -> None:
    """With or without a project, and they start where their roles are."""
    with_roles(house)

    for root in (None, house.root):
        listed = templates(root, house.home)
        assert [(each.id, each.origin, each.file) for each in listed] == [
            ("hotfix", Origin.BUILT_IN, "built-in/hotfix.yaml"),
            ("standard", Origin.BUILT_IN, "built-in/standard.yaml"),
        ]
        assert [startable(root, house.home, each.id) for each in listed] == [
            each.template for each in listed
        ]


def test_without_its_roles_a_built_in_one_is_shown_and_does_not_start(house: House) -> None:
    """The error names the role."""
    assert found(house, "hotfix").template is not None
    with pytest.raises(TemplateProblems, match="there is no role `implementer`"):
        startable(house.root, house.home, "hotfix")


def test_nearer_wins(house: House) -> None:
    """Project before home before built in."""
    put(house, "hotfix.yaml", "Of home", at_home=True)
    assert shown(house, "hotfix") == ("Of home", "home", True)

    put(house, "hotfix.yml", "Of the project")
    house.trust()
    assert shown(house, "hotfix") == ("Of the project", "project", True)
    assert startable(house.root, house.home, "hotfix").name == "Of the project"
    assert startable(None, house.home, "hotfix").name == "Of home"


def test_what_nobody_trusted_is_shown_and_does_not_start(house: House) -> None:
    """It keeps its name from what lies further out: nothing falls back."""
    put(house, "hotfix.yaml", "Of a stranger")

    assert shown(house, "hotfix") == ("Of a stranger", "project", False)
    with pytest.raises(NotAllowed, match=r"`?.proctor/workflow-templates/hotfix.yaml is not"):
        startable(house.root, house.home, "hotfix")


def test_what_was_trusted_counts_until_it_is_trusted_again(house: House) -> None:
    """Neither a changed nor a deleted file changes what starts; new ones do not start."""
    put(house, "own.yaml", "First")
    house.trust()
    put(house, "own.yaml", "Second")
    put(house, "new.yaml", "New")

    assert startable(house.root, house.home, "own").name == "First"
    assert [p.code for p in found(house, "own").problems] == ["changed-since-trust"]
    assert shown(house, "new") == ("New", "project", False)

    (house.root / ".proctor" / FOLDER / "own.yaml").unlink()
    assert startable(house.root, house.home, "own").name == "First"

    house.trust()
    assert shown(house, "new") == ("New", "project", True)
    with pytest.raises(NotFound, match="there is no workflow template `own`"):
        found(house, "own")


def test_a_broken_one_never_falls_back(house: House) -> None:
    """In whatever place: its name is taken, nothing starts, and the error says where."""
    for write, file in ((house.at_home, "hotfix.yaml"), (house.in_project, "standard.yaml")):
        write(f"{FOLDER}/{file}", BROKEN)
    house.trust()

    for name in ("hotfix", "standard"):
        assert found(house, name).template is None
        with pytest.raises(TemplateProblems) as caught:
            startable(house.root, house.home, name)
        assert [(p.code, p.place.line) for p in caught.value.problems] == [("missing-key", 1)]


def test_two_files_of_one_name_are_none(house: House) -> None:
    """Neither is taken; the problem names the other."""
    put(house, "own.yaml", "One", at_home=True)
    put(house, "own.yml", "Two", at_home=True)

    with pytest.raises(TemplateProblems, match=r"is also in .*own\.yaml"):
        startable(house.root, house.home, "own")


def test_a_link_in_a_project_is_not_followed(house: House) -> None:
    """The template of its name is none, and nothing further out takes its place."""
    outside = house.at_home("elsewhere.yaml", TEXT.format("Elsewhere"))
    (house.root / ".proctor" / FOLDER).mkdir(parents=True)
    (house.root / ".proctor" / FOLDER / "hotfix.yaml").symlink_to(outside)

    assert [p.code for p in found(house, "hotfix").errors] == ["link"]
    with pytest.raises(TemplateProblems):
        startable(house.root, house.home, "hotfix")


@pytest.mark.parametrize("name", [".proctor", f".proctor/{FOLDER}"])
def test_a_folder_that_cannot_be_read_hides_nothing(house: House, name: str) -> None:
    """Where any template may be hidden, none is listed."""
    place = house.root / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(house.root)

    with pytest.raises(TemplateProblems, match="a link in a project's folder"):
        templates(house.root, house.home)


def test_the_home_is_no_project(house: House) -> None:
    """Who works right above the home has its templates as the home's."""
    put(house, "own.yaml", "Of home", at_home=True)
    (house.root / ".proctor").symlink_to(house.home)

    assert shown(house, "own") == ("Of home", "home", True)


def test_files_deeper_down_and_of_other_kinds_are_none(house: House) -> None:
    """Only YAML files right in the folder are templates."""
    put(house, "old/own.yaml", "Old", at_home=True)
    put(house, "own.txt", "Text", at_home=True)

    assert [each.id for each in templates(house.root, house.home)] == ["hotfix", "standard"]


def test_an_unknown_name_has_a_suggestion(house: House) -> None:
    """Or all the names there are."""
    with pytest.raises(NotFound) as near:
        found(house, "hotfx")
    with pytest.raises(NotFound) as far:
        found(house, "release")

    assert near.value.help == "did you mean `hotfix`?"
    assert far.value.help == "there are hotfix, standard"


def test_a_damaged_copy_is_an_error(house: House) -> None:
    """Nothing is taken from what is not what was trusted."""
    put(house, "own.yaml", "First")
    house.trust()
    (copy,) = (house.home / "trust").glob(f"*/*/{FOLDER}/own.yaml")
    copy.write_text(TEXT.format("Forged"))

    with pytest.raises(RoleProblems):
        templates(house.root, house.home)


def test_roles_of_a_project_count_for_its_templates(house: House) -> None:
    """A role that only the project has can be a stage's; elsewhere it is unknown."""
    house.in_project("roles/tester.yaml", "tools: [Read]\n")
    house.at_home(f"{FOLDER}/own.yaml", "stages: [{name: a, roleId: tester, gate: auto}]\n")

    assert startable(house.root, house.home, "own").roles == ("tester",)
    with pytest.raises(TemplateProblems, match="there is no role `tester`"):
        startable(None, house.home, "own")
