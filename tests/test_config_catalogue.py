"""Catalogue files count where the config's tools do: home, project, trusted or not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from proctor.assemble import Proctor
from proctor.errors import ConfigProblems, RoleProblems
from proctor.roles.find import RoleShelf
from proctor.roles.trust import trust
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import Annotations, unknown_tool
from proctor.terms.effect import Effect
from proctor.tools.catalogue import catalogue_of
from tests.tools.catalogues import defined, index_text

LOOK = defined("look", "read_only", names=("look", "peek"))


@dataclass(frozen=True)
class Places:
    """A home and a project."""

    home: Path
    root: Path

    def write(self, name: str, text: str) -> None:
        """Write a file of the project."""
        path = self.root / ".proctor" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def write_home(self, name: str, text: str) -> None:
        """Write a file of the home."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def trust(self) -> None:
        """Trust the project as it is."""
        trust(self.root, self.home)

    def codes(self) -> list[str]:
        """Return what a check of all roles finds."""
        return [problem.code for problem in RoleShelf(self.home, self.root).problems()]


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """Have an empty home and an empty project."""
    (tmp_path / "shop").mkdir()
    return Places(tmp_path / ".proctor", tmp_path / "shop")


def test_a_home_catalogue_counts_everywhere(places: Places) -> None:
    """What is in the home is its user's own."""
    places.write_home("tools/index.yaml", index_text(LOOK))

    assert LOOK.info == catalogue_of(places.root, places.home).get("peek")
    assert LOOK.info == catalogue_of(None, places.home).get("peek")


def test_a_project_catalogue_counts_once_trusted(places: Places) -> None:
    """Before, its tools can be named, and may change anything."""
    places.write("tools/index.yaml", index_text(LOOK))
    before = catalogue_of(places.root, places.home)
    places.trust()
    after = catalogue_of(places.root, places.home)

    assert [unknown_tool("look"), LOOK.info] == [before.get("look"), after.get("look")]
    assert [before.knows("peek"), after.knows("peek")] == [False, True]


def test_a_change_after_trust_only_tightens(places: Places) -> None:
    """A pull that declares a tool harmless changes nothing; one that takes it back does."""
    deploy, look = defined("deploy", "destructive"), LOOK
    places.write("tools/index.yaml", index_text(deploy, look))
    places.trust()
    places.write("tools/index.yaml", index_text(defined("deploy", "read_only"), defined("look")))
    found = catalogue_of(places.root, places.home)

    assert deploy.info == found.get("deploy")
    assert look.info._replace(annotations=Annotations()) == found.get("peek")


def test_a_deleted_catalogue_still_counts_as_trusted(places: Places) -> None:
    """What was trusted holds until a person trusts again."""
    places.write("tools/index.yaml", index_text(LOOK))
    places.trust()
    (places.root / ".proctor/tools/index.yaml").unlink()

    assert LOOK.info == catalogue_of(places.root, places.home).get("look")
    assert "deleted-since-trust" in places.codes()


def test_a_role_may_name_the_tools_of_a_catalogue(places: Places) -> None:
    """A name that is in a catalogue is known, in `tools` and in rules, further names too."""
    places.write("tools/index.yaml", index_text(LOOK))
    places.write("roles/a.yaml", "tools: [look]\npermissions: {allow: [look], ask: [peek]}\n")
    places.trust()

    assert places.codes() == []
    assert RoleShelf(places.home, places.root).load("a").tools == ("look",)


def test_an_unknown_name_is_still_an_error_with_a_suggestion(places: Places) -> None:
    """A slip in the name of one's own tool is found as any other."""
    places.write_home("tools/index.yaml", index_text(defined("deploy_shop")))
    places.write_home("roles/a.yaml", "tools: [deploy_shpo]\n")

    with pytest.raises(RoleProblems) as broken:
        RoleShelf(places.home, None).load("a")
    assert [(problem.code, problem.help) for problem in broken.value.problems] == [
        ("unknown-tool", "did you mean `deploy_shop`?")
    ]


def test_a_gone_tool_is_a_warning_and_the_role_keeps_it(places: Places) -> None:
    """The role loads as before; the name stays in its list."""
    places.write("tools/index.yaml", index_text(gone=("look",)))
    places.write("roles/a.yaml", "tools: [look, Read]\n")
    places.trust()

    assert places.codes() == ["gone-tool"]
    assert RoleShelf(places.home, places.root).load("a").tools == ("look", "Read")


def test_a_tool_is_gone_before_anybody_trusts_that(places: Places) -> None:
    """The trusted copy has the tool still, but the code has not: the check says so at once."""
    places.write("tools/index.yaml", index_text(LOOK))
    places.write("roles/a.yaml", "tools: [look]\n")
    places.trust()
    places.write("tools/index.yaml", index_text(gone=("look",)))

    assert {"gone-tool", "changed-since-trust"} == set(places.codes())


def test_the_catalogue_is_named_where_it_is_not_trusted(places: Places) -> None:
    """A check says of the file that nobody has trusted it."""
    places.write("tools/index.yaml", index_text(LOOK))

    assert places.codes() == ["untrusted-tools"]


def test_a_catalogue_with_an_error_keeps_roles_from_loading(places: Places) -> None:
    """Nothing is skipped in silence, be it a project's file that nobody trusts."""
    places.write("tools/index.yaml", "tools: {}\n")

    with pytest.raises(ConfigProblems) as broken:
        RoleShelf(places.home, places.root).load("guarded")
    assert [problem.line() for problem in broken.value.problems] == [
        ".proctor/tools/index.yaml:1:8: wrong-type: `tools` is a list, not a map"
    ]


def test_a_catalogue_that_is_a_link_keeps_roles_from_loading(places: Places) -> None:
    """A project cannot lead us out of its folder."""
    places.write_home("tools/index.yaml", index_text(LOOK))
    (places.root / ".proctor/tools").mkdir(parents=True)
    (places.root / ".proctor/tools/index.yaml").symlink_to(places.home / "tools/index.yaml")

    with pytest.raises(ConfigProblems) as broken:
        RoleShelf(places.home, places.root).load("guarded")
    assert [problem.code for problem in broken.value.problems] == ["link"]


def test_the_config_may_say_where_a_target_stands(places: Places) -> None:
    """A tool of the catalogue is a known one: its fields can be given, nothing else."""
    places.write("tools/index.yaml", index_text(LOOK))
    places.write("config.yaml", "tools: {look: {fields: [where]}}\n")
    places.trust()

    assert catalogue_of(places.root, places.home).get("look").fields == ("where",)

    places.write("config.yaml", "tools: {look: {destructive: false}}\n")
    with pytest.raises(ConfigProblems) as broken:
        catalogue_of(places.root, places.home)
    assert [problem.code for problem in broken.value.problems] == ["known-tool"]


def test_a_profile_may_name_the_tools_of_a_catalogue(places: Places) -> None:
    """The config is read with the catalogue beside it, trusted or not."""
    places.write("tools/index.yaml", index_text(LOOK))
    places.write("config.yaml", "profiles: {careful: {deny: [look]}}\n")

    assert {"untrusted-tools", "untrusted-config"} == set(places.codes())
    places.trust()
    assert places.codes() == []


@pytest.mark.parametrize(("trusted", "effect"), [(False, Effect.DENY), (True, Effect.ASK)])
def test_what_a_stranger_promises_decides_nothing(
    places: Places, trusted: bool, effect: Effect
) -> None:
    """In plan mode only what reads may be asked about: an untrusted promise is no reading."""
    places.write("tools/index.yaml", index_text(LOOK))
    places.write_home("roles/planner.yaml", "permission_mode: plan\npermissions: {ask: [look]}\n")
    if trusted:
        places.trust()
    proctor = Proctor.for_role("planner", home=places.home, cwd=places.root)

    assert effect is proctor.decide(ToolCall(tool="look", input={})).effect
