"""The tools of upstreams in the catalogue that policies are made with."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.assemble import Proctor
from proctor.config import load_config
from proctor.pipeline import Pipeline
from proctor.roles.content_key import content_key
from proctor.roles.file_times import signed
from proctor.roles.find import RoleShelf
from proctor.roles.kept_policy import KeptPolicy, read_kept, write_kept
from proctor.roles.trust import trust
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import Annotations, ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.record import Standing
from proctor.tools.pin_file import path_in
from proctor.tools.pins import Pins
from tests.tools.upstream_tools import listed

GET, DROP = listed("get", read_only=True), listed("drop", destructive=True)
ID = "mcp__github__get"
CALL = ToolCall(tool=ID, input={"get": "12"})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Have a home that has seen an upstream."""
    home = tmp_path / "user" / ".proctor"
    Pins(home).meet("github", [GET, DROP])
    return home


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Have a project."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    return root


def pin(home: Path, tool: str = "get") -> None:
    """Pin a tool as it is."""
    pins = Pins(home)
    pins.pin("github", tool, pins.seen("github").standings[tool].hash, "ada")


def marks(home: Path, root: Path | None = None, name: str = ID) -> Annotations:
    """Return what is believed of a tool."""
    return load_config(home, root).catalogue.get(name).annotations


def effect(home: Path, root: Path, mode: str, call: ToolCall = CALL) -> Effect:
    """Return what becomes of a call in a mode, where no rule speaks of it."""
    return Proctor.for_role("guarded", cwd=root, home=home, mode=mode).decide(call).effect


def test_a_seen_tool_is_in_the_catalogue_with_what_tightens(home: Path) -> None:
    """Its id, its kind and its warnings are there, none of its promises and no word of its text."""
    catalogue = load_config(home, None).catalogue
    name = "mcp__github__drop"

    assert catalogue.get(name) == ToolInfo(
        name=name,
        names=(name,),
        kind=Kind.MCP,
        category="mcp",
        description="",
        annotations=Annotations(destructive=True),
    )
    assert marks(home) == Annotations()


def test_a_pinned_tool_that_only_reads_runs_in_the_modes_that_plan(home: Path, root: Path) -> None:
    """Before a person has pinned it, it may change anything; after a change again."""
    before = effect(home, root, "plan")
    pin(home)
    pinned = effect(home, root, "plan")
    Pins(home).meet("github", [GET._replace(description="Other"), DROP])

    assert (before, pinned) == (Effect.DENY, Effect.ALLOW)
    assert effect(home, root, "plan") is Effect.DENY


def test_a_pin_does_not_make_an_edit_of_a_tool_that_writes(home: Path, root: Path) -> None:
    """Pinned or not, what destroys runs in no mode but bypassPermissions."""
    pin(home, "drop")
    call = ToolCall(tool="mcp__github__drop", input={"drop": "12"})

    assert {mode: effect(home, root, mode, call) for mode in ("plan", "acceptEdits")} == {
        "plan": Effect.DENY,
        "acceptEdits": Effect.ASK,
    }


def test_what_a_person_wrote_in_the_config_counts(home: Path, root: Path) -> None:
    """A tool of one's own `tools:` is what one said, whatever was seen and pinned."""
    pin(home)
    (home / "config.yaml").write_text(
        f"tools:\n  {ID}: {{open_world: true}}\n  mcp__github__drop: {{read_only: true}}\n"
    )

    assert marks(home, root) == Annotations(open_world=True)
    assert marks(home, root, "mcp__github__drop") == Annotations(read_only=True)


def test_what_a_trusted_project_says_counts_and_of_others_nothing(home: Path, root: Path) -> None:
    """A cloned repository changes nothing about a pinned tool until a person trusts it."""
    pin(home)
    (root / ".proctor").mkdir()
    (root / ".proctor/config.yaml").write_text(f"tools:\n  {ID}: {{destructive: true}}\n")
    before = marks(home, root)
    trust(root, home)

    assert (before, marks(home, root)) == (
        Annotations(read_only=True),
        Annotations(destructive=True),
    )


def test_a_project_cannot_bring_pins(home: Path, root: Path) -> None:
    """Files of that name count in the home alone, also those of a trusted project."""
    pin(home)
    folder = root / ".proctor/tools/upstreams"
    folder.mkdir(parents=True)
    text = path_in(home, "github").read_text().replace('"upstream": "github"', '"upstream": "evil"')
    (folder / "evil.json").write_text(text)
    (folder / "evil.json").chmod(0o600)
    trust(root, home)

    assert "mcp__evil__get" not in load_config(home, root).catalogue.names


def test_no_list_of_a_server_makes_a_config_fail(home: Path, root: Path) -> None:
    """A role and a profile that name its tools load before and after they were seen."""
    (home / "config.yaml").write_text(
        f"tools:\n  {ID}: {{read_only: true}}\n"
        f"profiles:\n  mine: {{allow: [{ID}, 'mcp__github__*', mcp__github__later]}}\n"
    )
    (home / "roles").mkdir()
    (home / "roles/seller.yaml").write_text(f"tools: [{ID}, mcp__github__later]\n")
    before = RoleShelf(home, root).problems()
    Pins(home).meet("github", [GET, DROP, listed("later")])

    assert [(one.code, one.warning) for one in before] == [("matches-nothing", True)]
    assert list(RoleShelf(home, root).problems()) == []


def test_of_a_damaged_file_nothing_is_believed(home: Path, root: Path) -> None:
    """Roles load all the same, a warning says it, and the tools may change anything."""
    pin(home)
    path_in(home, "github").write_text("{}")
    (problem,) = load_config(home, root).problems

    assert (problem.code, problem.warning) == ("damaged-pins", True)
    assert problem.help == "`proctor tools unpin github --forget` makes a new start"
    assert effect(home, root, "plan") is Effect.DENY


def test_what_others_could_have_written_is_not_believed(home: Path, root: Path) -> None:
    """A file that is open to others counts as damaged."""
    pin(home)
    path_in(home, "github").chmod(0o666)

    assert effect(home, root, "plan") is Effect.DENY


def test_a_pin_takes_effect_at_once(home: Path, root: Path) -> None:
    """The owner's look at the files and the key of kept policies both see it."""
    places = str(home), str(root)
    seen = signed(home, str(root)), content_key(*places)
    pin(home)
    after = signed(home, str(root)), content_key(*places)

    assert (seen[0] != after[0], seen[1] != after[1]) == (True, True)


def test_a_kept_policy_believes_what_the_role_does(home: Path, root: Path) -> None:
    """A hook without a server decides by the pin, and not after the pin was taken back."""
    pin(home)
    places = str(home), str(root)
    proctor = Proctor.for_role("guarded", cwd=root, home=home, mode="plan")
    pipeline = proctor.pipeline
    assert isinstance(pipeline, Pipeline)
    kept = KeptPolicy(policy=pipeline.policy, standing=Standing(role="guarded"))
    write_kept(*places, "guarded", kept, content=content_key(*places))
    found = read_kept(*places, "guarded")
    Pins(home).unpin("github", "get", "ada")

    assert found is not None
    decided = Pipeline(found.policy, pipeline.around).decide(CALL)
    assert decided.effect is Effect.ALLOW
    assert read_kept(*places, "guarded") is None
