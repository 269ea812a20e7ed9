"""Which role a name means."""

from __future__ import annotations

import os

import pytest

from proctor.errors import NotFound
from proctor.roles.find import RoleShelf
from proctor.roles.store import RoleStore
from proctor.roles.write import default_roles
from proctor.terms.effect import Effect
from tests.roles.conftest import House, rules

BUILT_IN = ["architect", "coder", "guarded", "locked", "open", "ops", "reviewer", "standard"]


def test_the_built_in_roles_are_always_there(house: House) -> None:
    """Without any file the shelf has seven roles, without a problem, under stable names."""
    shelf = RoleShelf(house.home, None)

    assert shelf.names() == BUILT_IN
    assert shelf.problems() == []
    assert [f"built-in/{name}.yaml" for name in BUILT_IN] == [
        shelf.load(name).where.file  # type: ignore[union-attr]  # a role that was read has a place
        for name in BUILT_IN
    ]


def test_nearer_wins(house: House) -> None:
    """The project's role comes before the home's, and that before the built-in one."""
    house.at_home("roles/coder.yaml", "description: home\n")
    assert (house.load("coder").description, house.load("coder").origin) == ("home", "home")

    house.in_project("roles/coder.yaml", "description: project\n")
    house.trust()
    assert (house.load("coder").description, house.load("coder").origin) == ("project", "project")
    assert house.shelf.names() == BUILT_IN


def test_an_unknown_role_is_not_found(house: House) -> None:
    """With a suggestion; a check of it says the same."""
    for ask in (house.load, lambda name: house.shelf.problems([name])):
        with pytest.raises(NotFound) as caught:
            ask("codr")
        assert caught.value.help == "did you mean `coder`?"


def test_the_same_id_twice_in_one_place_names_both(house: House) -> None:
    """Neither is taken; the message names the other file and line."""
    house.at_home("roles/a.yaml", "id: x\n")
    house.at_home("roles/b.yaml", "name: B\nid: x\n")

    problems = house.shelf.problems()

    assert [f"the role `x` is also in {house.home}/roles/a.yaml:1"] == [p.message for p in problems]
    one, other = house.home / "roles/b.yaml", house.home / "roles/a.yaml"
    help_text = f"keep one: remove {one}, or {other}; to keep both, give one another `id`"
    assert [p.help for p in problems] == [help_text]
    assert house.errors("x") == ["duplicate-role"]


def test_the_same_id_in_file_and_index_names_both(house: House) -> None:
    """The two shapes share one place."""
    house.at_home("roles/x.yaml", "name: X\n")
    house.at_home("roles/index.yaml", "roles:\n  - id: x\n")

    assert house.errors("x") == ["duplicate-role"]
    [problem] = house.shelf.problems()
    assert f"or the entry at {house.home}/roles/index.yaml:2; " in str(problem.help)


# h2 shows only the name and what it is for.
REVIEWER = "name: reviewer\ndescription: Reviews code changes and designs\n"


@pytest.mark.parametrize("file", ["reviewer.yaml", "h2.yaml"])
def test_a_file_of_ones_own_replaces_an_unchanged_default_role(file: str, house: House) -> None:
    """The copy counts, the check says so, and the store changes and deletes that one."""
    house.at_home("roles/index.yaml", default_roles())
    house.at_home(f"roles/{file}", f"id: reviewer\n{REVIEWER}")
    store = RoleStore(house.home)

    assert house.load("reviewer").description == "Reviews code changes and designs"
    [problem] = house.shelf.problems(["reviewer"])
    assert (problem.code, problem.warning) == ("default-replaced", True)
    assert f"{house.home}/roles/index.yaml:" in problem.message
    assert [role.id for role in store.list()].count("reviewer") == 1
    assert store.update("reviewer", {"model": "opus"}, by="ada").path.name == file
    assert house.load("reviewer").model == "opus"

    store.delete("reviewer", by="ada")

    assert house.load("reviewer").origin == "built in"
    assert house.load("controller").origin == "home"


@pytest.mark.parametrize(
    "change",
    [
        ("      - run_command\n      - chain:status\n      - task:approve", "      - read_file"),
        ("description: Review and approval", "description: My review and approval"),
    ],
)
def test_a_default_role_that_somebody_changed_is_not_replaced(
    change: tuple[str, str], house: House
) -> None:
    """Which of the two is meant, only a person can say: no agent works under either."""
    house.at_home("roles/index.yaml", default_roles().replace(*change))
    house.at_home("roles/reviewer.yaml", REVIEWER)

    assert house.errors("reviewer") == ["duplicate-role"]


def test_a_file_that_cannot_be_read_does_not_leave_the_default_role(house: House) -> None:
    """The person has a role of that name: until it can be read, none works."""
    house.at_home("roles/index.yaml", default_roles())
    house.at_home("roles/reviewer.yaml", "name: [\n")

    assert house.errors("reviewer") == ["bad-yaml"]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("coder.yaml", b"name: [\n", "bad-yaml"),
        ("coder.yaml", b"\xff\xfe", "not-utf-8"),
        ("coder.yaml", b"a\0b", "bad-character"),
        ("coder.yaml", b"#" * 600_000, "too-much"),
        ("coder.yaml", b"", "empty-file"),
        ("index.yaml", b"roles: [\n", "bad-yaml"),
        ("other.yaml", b"id: coder\nx: [\n", "bad-yaml"),
    ],
)
def test_a_broken_file_never_falls_back_in_silence(
    house: House, name: str, data: bytes, code: str
) -> None:
    """While a nearer file that is or may be the role cannot be read, the role does not load."""
    house.at_home(f"roles/{name}", data)

    assert [code] == house.errors("coder")
    assert code in [problem.code for problem in house.shelf.problems()]


def test_file_too_large_to_read_is_a_problem_of_its_role(house: House) -> None:
    """To check the role by name says what is wrong, and not that there is no such role."""
    house.at_home("roles/big.yaml", b"#" * 600_000)

    assert [problem.code for problem in house.shelf.problems(["big"])] == ["too-much"]


def test_a_broken_file_of_another_role_is_no_hindrance(house: House) -> None:
    """It names no id, so it can only be the role of its own name."""
    house.at_home("roles/other.yaml", "name: [\n")

    assert house.load("coder").id == "coder"
    assert "other" in house.shelf.names()
    assert house.errors("other") == ["bad-yaml"]


def test_only_yaml_files_of_the_folder_itself_are_roles(house: House) -> None:
    """Other files, hidden ones and folders are left alone."""
    for name in ("README.md", ".draft.yaml", "old.yaml.bak", "sub/deep.yaml"):
        house.at_home(f"roles/{name}", "nmae: x\n")

    assert house.shelf.names() == BUILT_IN
    assert house.shelf.problems() == []


def test_problems_of_some_roles_leave_out_the_others(house: House) -> None:
    """A check of one role tells of that role."""
    house.at_home("roles/a.yaml", "nmae: x\n")
    house.at_home("roles/b.yaml", "nmae: x\n")

    assert [f"{house.home}/roles/a.yaml"] == [p.place.file for p in house.shelf.problems(["a"])]
    assert len(house.shelf.problems()) == 2


def test_a_file_name_with_control_characters_is_shown_harmlessly(house: House) -> None:
    """A hostile name cannot speak to the terminal."""
    house.in_project("roles/x\x1b[31m.yaml", "name: x\n")
    house.in_project(os.fsdecode(b"roles/y\xff.yaml"), "name: y\n")

    for problem in house.shelf.problems():
        assert "\x1b" not in problem.render()
        problem.render().encode()
    assert [problem.code for problem in house.shelf.problems()] == ["bad-id", "bad-id"]


def test_a_links_target_is_not_a_role_of_the_project(house: House) -> None:
    """Links of a project are refused, wherever they lead; nothing of theirs is read."""
    secret = house.at_home("secret.yaml", "name: stolen\n")
    (house.root / ".proctor" / "roles").mkdir(parents=True)
    (house.root / ".proctor" / "roles" / "leak.yaml").symlink_to(secret)

    assert "stolen" not in house.shelf.names()
    assert house.errors("leak") == ["link"]
    assert [(problem.code, problem.place.file) for problem in house.shelf.problems()] == [
        ("link", ".proctor/roles/leak.yaml")
    ]


@pytest.mark.parametrize("part", [".proctor", ".proctor/roles"])
def test_a_linked_folder_of_a_project_is_refused(house: House, part: str) -> None:
    """Neither `.proctor` itself nor its folders may be links."""
    house.at_home("elsewhere/roles/spy.yaml", "name: spy\n")
    target = house.home / "elsewhere"
    link = house.root / part
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(target if part == ".proctor" else target / "roles")

    assert "spy" not in house.shelf.names()
    assert "link" in house.errors("coder")


def test_the_homes_files_may_be_links(house: House) -> None:
    """A user who keeps their roles elsewhere may link to them."""
    kept = house.at_home("dotfiles/mine.yaml", "description: mine\n")
    (house.home / "roles").mkdir()
    (house.home / "roles" / "mine.yaml").symlink_to(kept)

    assert house.load("mine").description == "mine"


def test_a_link_of_the_home_that_leads_nowhere_is_a_problem(house: House) -> None:
    """It is not passed over."""
    (house.home / "roles").mkdir()
    (house.home / "roles" / "mine.yaml").symlink_to(house.home / "gone.yaml")

    assert house.errors("mine") == ["unreadable"]


def test_a_pipe_is_not_a_role(house: House) -> None:
    """It is refused without waiting for a writer."""
    (house.root / ".proctor" / "roles").mkdir(parents=True)
    os.mkfifo(house.root / ".proctor" / "roles" / "coder.yaml")

    assert house.errors("coder") == ["not-a-file"]


def test_config_that_is_wrong_keeps_every_role_from_loading(house: House) -> None:
    """A role may depend on it, so none loads; the check tells of both."""
    house.at_home("config.yaml", "profils: {}\n")

    assert house.errors("coder") == ["unknown-key"]
    assert [problem.code for problem in house.shelf.problems()] == ["unknown-key"]


def test_a_declared_tool_can_be_named(house: House) -> None:
    """A tool of config.yaml is known to roles."""
    house.at_home("config.yaml", "tools: {deploy: {kind: other}}\n")

    assert rules(house.role("permissions: {ask: [deploy]}\n"), Effect.ASK) == ["deploy"]


def test_folders_and_bypass_of_the_config_reach_the_role(house: House) -> None:
    """They are added to the role's own."""
    house.at_home("config.yaml", "follow_bypass: true\nadditional_directories: [/b]\n")
    role = house.role("additional_directories: [/a]\n")

    assert (role.additional_directories, role.follow_bypass) == (("/a", "/b"), True)


def test_a_broken_home_is_not_passed_over_for_a_projects_role(house: House) -> None:
    """What lies under an untrusted role must be known for certain."""
    house.at_home("roles/index.yaml", "roles: [\n")
    house.in_project("roles/mine.yaml", "name: mine\n")

    assert house.errors("mine") == ["bad-yaml"]


def test_a_file_in_the_place_of_the_home_is_a_problem(house: House) -> None:
    """It is said, and nothing loads."""
    file = house.at_home("file", "x")

    assert [problem.code for problem in RoleShelf(file).problems()] == ["unreadable"]


def test_without_the_built_in_roles_nothing_untrusted_loads(house: House) -> None:
    """A broken installation is an error, never a role without anything under it."""
    house.in_project("roles/mine.yaml", "permissions: {allow: [Bash]}\n")
    shelf = house.shelf
    shelf.__dict__["_layers"] = shelf._layers[:2]

    with pytest.raises(NotFound):
        shelf.load("mine")
