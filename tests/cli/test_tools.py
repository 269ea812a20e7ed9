"""`proctor tools list|show|sync`, and the tools that `proctor role show` lists."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.terms.catalogue import BUILT_IN
from proctor.tools.registry import Registry
from tests.cli.conftest import Golden, Proctor, Write
from tests.tools.catalogues import defined, index_text

SHOP = '''\
from proctor import tool

print("loading the shop")


@tool(category="release", destructive=True, names=["ship"])
def deploy(target: str, retries: int = 3) -> str:
    """
    Put the shop online.

    Args:
        target: staging or live.

    """
    return target
'''
LOOK = defined("look", "read_only", category="search", description="Look around")


@pytest.fixture
def shop(write: Write) -> Path:
    """Have a module of tools in the project."""
    return write("shop.py", SHOP)


def test_tools_are_listed_by_category(proctor: Proctor, golden: Golden) -> None:
    """The list has a line a tool, with what it is for and its other names."""
    result = proctor("tools", "list")

    assert (result.status, result.err) == (0, "")
    golden("cli/tools-list.txt", result.out)


def test_the_list_has_every_known_tool(proctor: Proctor) -> None:
    """As data, a tool has all that a catalogue file has, where it is from, and its names."""
    rows = json.loads(proctor("tools", "list", "--json").out)
    (read,) = [row for row in rows if row["id"] == "read_file"]

    assert [row["id"] for row in rows] == [tool.id for tool in BUILT_IN.tools]
    assert read["parameters"]["required"] == ["path"]
    assert {key: read[key] for key in read if key not in {"parameters", "fields"}} == {
        "id": "read_file",
        "name": "Read File",
        "description": "Read the contents of a file",
        "category": "filesystem",
        "mutates": False,
        "annotations": {"read_only": True, "idempotent": True},
        "names": ["Read", "read_file", "view", "read"],
        "kind": "read",
        "origin": "built in",
        "trusted": True,
        "gone": False,
    }


def test_only_those_of_a_category_or_role_are_listed(proctor: Proctor, write: Write) -> None:
    """Both can be said at once."""
    write(".proctor/roles/a.yaml", "tools: [Read, Bash, 'task:*', mcp__git__log]\n")
    proctor("trust", "--yes")

    def ids(*words: str) -> list[str]:
        rows = json.loads(proctor("tools", "list", "--json", *words).out)
        return [row["id"] for row in rows]

    assert ids("--category", "git") == [t.name for t in BUILT_IN.tools if t.category == "git"]
    assert ids("--role", "a", "--category", "filesystem") == ["read_file"]
    assert ids("--role", "a")[:2] == ["run_command", "read_file"]
    assert ids("--role", "a")[-1] == "mcp__git__log"


def test_a_category_that_nothing_is_in_is_a_slip(proctor: Proctor) -> None:
    """The help names the one that was meant."""
    result = proctor("tools", "list", "--category", "filesytem")

    assert (result.status, result.out) == (2, "")
    assert "did you mean `filesystem`?" in result.err


def test_a_role_without_tools_has_none(proctor: Proctor, write: Write) -> None:
    """Nothing is listed, and said so."""
    write(".proctor/roles/a.yaml", "tools: []\n")
    proctor("trust", "--yes")

    assert proctor("tools", "list", "--role", "a").out == "no tools\n"


def test_a_tool_is_shown_whole(proctor: Proctor, golden: Golden) -> None:
    """Any of its names will do."""
    result = proctor("tools", "show", "view")

    assert (result.status, result.err) == (0, "")
    golden("cli/tools-show.txt", result.out)


def test_an_unknown_tool_is_not_found(proctor: Proctor) -> None:
    """A slip gets a suggestion; an MCP server's tool can be named, but not shown."""
    slip, mcp = proctor("tools", "show", "read_fil"), proctor("tools", "show", "mcp__git__log")

    assert (slip.status, mcp.status) == (2, 2)
    assert "did you mean `read_file`?" in slip.err
    assert "only its MCP server knows" in mcp.err


def test_tools_of_the_code_are_written_down(process: Proctor, shop: Path) -> None:
    """What is new is told, and that it has to be trusted; what the module prints is apart."""
    result = process("tools", "sync", "--module", "shop")
    folder = shop.parent.resolve() / ".proctor/tools"

    assert (result.status, result.err) == (0, "loading the shop\n")
    assert result.out.splitlines() == [
        f"wrote {folder}/index.yaml",
        f"wrote {folder}/categories.yaml",
        f"{len(Registry.built_in()) + 1} tools: our own and those of shop",
        f"  new      {len(Registry.built_in())} of our own",
        "  new      deploy",
        "",
        "What a project says of its tools counts once you trust it: proctor trust",
    ]


def test_a_tool_of_ones_own_can_be_named_by_a_role(
    process: Proctor, proctor: Proctor, shop: Path, write: Write, golden: Golden
) -> None:
    """Declared, written down, trusted and named, it stands in the role with its description."""
    process("tools", "sync", "--module", "shop")
    write(".proctor/roles/seller.yaml", "tools: [read_file, ship, 'git_*']\n")
    proctor("trust", "--yes")
    result = proctor("role", "show", "seller")
    data = json.loads(proctor("role", "show", "seller", "--json").out)

    assert (result.status, result.err) == (0, "")
    golden("cli/role-show-tools.txt", result.out)
    assert data["tools_by_category"][-1] == {
        "category": "release",
        "name": "Release",
        "tools": [
            {"id": "ship", "description": "Put the shop online.", "mutates": True, "gone": False}
        ],
    }


def test_a_second_run_needs_no_module_and_writes_nothing(
    process: Proctor, proctor: Proctor, shop: Path
) -> None:
    """Once trusted, the modules are remembered; JSON says what became of it."""
    process("tools", "sync", "--module", "shop")
    proctor("trust", "--yes")
    result = process("tools", "sync", "--json")
    index = shop.parent.resolve() / ".proctor/tools/index.yaml"

    assert json.loads(result.out) == {
        "file": str(index),
        "tools": len(Registry.built_in()) + 1,
        "modules": ["shop"],
        "empty": [],
        "added": [],
        "changed": [],
        "gone": {},
        "unchanged": True,
        "written": [],
        "trusted": True,
    }


def test_a_gone_tool_is_told_and_stays_in_the_role(
    process: Proctor, proctor: Proctor, shop: Path, write: Write
) -> None:
    """`sync` names the role, `role check` warns, `role show` and `tools show` say it."""
    process("tools", "sync", "--module", "shop")
    write(".proctor/roles/seller.yaml", "tools: [deploy]\n")
    shop.write_text("")
    synced = process("tools", "sync", "--module", "shop")
    proctor("trust", "--yes")
    checked = proctor("role", "check", "seller")

    assert "  gone     deploy: still named by seller" in synced.out.splitlines()
    assert checked.status == 0
    assert "warning: gone-tool: `deploy` is not in the code any more" in checked.out
    assert "    deploy  (gone)" in proctor("role", "show", "seller").out.splitlines()
    assert "gone: it is not in the code any more" in proctor("tools", "show", "deploy").out


def test_a_strangers_tool_is_listed_as_such(proctor: Proctor, write: Write) -> None:
    """It can be seen, but what it says of itself is not what counts."""
    write(".proctor/tools/index.yaml", index_text(LOOK))
    before = json.loads(proctor("tools", "show", "look", "--json").out)
    listed = proctor("tools", "list", "--category", "search").out.splitlines()
    proctor("trust", "--yes")
    after = json.loads(proctor("tools", "show", "look", "--json").out)

    assert (before["trusted"], before["mutates"], before["description"]) == (
        False, True, "Look around",
    )  # fmt: skip
    assert "  look          Look around  (not trusted)" in listed
    assert (after["trusted"], after["mutates"]) == (True, False)


def test_a_catalogue_for_all_projects(
    process: Proctor, proctor: Proctor, shop: Path, home: Path
) -> None:
    """It is written into the home, and counts at once."""
    result = process("tools", "sync", "--module", "shop", "--home")

    assert result.out.startswith(f"wrote {home}/tools/index.yaml\n")
    assert "proctor trust" not in result.out
    assert json.loads(proctor("tools", "show", "ship", "--json").out)["origin"] == "home"


def test_the_nearest_categories_count(proctor: Proctor, write: Write, home: Path) -> None:
    """The project's file before the home's; what is wrong with it is told."""
    (home / "tools").mkdir(parents=True)
    (home / "tools/categories.yaml").write_text("categories: [{id: git, name: Ours}]\n")
    ours = proctor("tools", "list", "--category", "git").out.splitlines()[0]
    write(".proctor/tools/categories.yaml", "categories: [{id: git, name: Theirs}]\n")
    theirs = proctor("tools", "list", "--category", "git").out.splitlines()[0]
    write(".proctor/tools/categories.yaml", "categories: [{name: Nobody}]\n")
    broken = proctor("tools", "list")

    assert (ours, theirs) == ("Ours", "Theirs")
    assert (broken.status, broken.out) == (1, "")
    assert ".proctor/tools/categories.yaml:1:14: missing-key" in broken.err


def test_what_a_catalogue_says_is_made_plain(proctor: Proctor, write: Write) -> None:
    """A description cannot forge a line or a colour of ours."""
    said = defined("look", category="search", description="a\x1b[31mb\u202ec")
    write(".proctor/tools/index.yaml", index_text(said))
    out = proctor("tools", "list").out + proctor("tools", "show", "look").out

    assert "\x1b" not in out
    assert "\u202e" not in out


def test_trust_shows_what_a_catalogue_says_of_its_tools(proctor: Proctor, write: Write) -> None:
    """Whoever trusts sees the further names and the promises of each tool."""
    tool = defined("look", "read_only", names=("look", "peek"), fields=("path",))
    write(".proctor/tools/index.yaml", index_text(tool))
    shown = proctor("trust").out.splitlines()

    assert "  tool look: also called peek; kind other; target in path; read_only" in shown


def test_a_role_is_listed_with_what_could_pass(proctor: Proctor, write: Write) -> None:
    """A role without a list has what its rules leave; what one lists and denies is marked."""
    write(".proctor/roles/a.yaml", "tools: [Read, Bash]\npermissions: {deny: [Bash]}\n")
    proctor("trust", "--yes")
    rows = json.loads(proctor("tools", "list", "--json", "--role", "a").out)
    locked = json.loads(proctor("tools", "list", "--json", "--role", "locked").out)
    bash = proctor("tools", "list", "--role", "a", "--category", "command").out.splitlines()[1]

    assert [(row["id"], row["denied"]) for row in rows] == [
        ("run_command", True),
        ("read_file", False),
    ]
    assert bash.endswith("; only listed: no call of it can pass)")
    assert {"run_command", "write_file", "str_replace"}.isdisjoint(row["id"] for row in locked)
    assert ("read_file", False) in [(row["id"], row["denied"]) for row in locked]


def test_no_modules_are_a_choice_of_their_own(
    process: Proctor, proctor: Proctor, shop: Path
) -> None:
    """A deleted module can be dropped; naming one and none at once is refused."""
    process("tools", "sync", "--module", "shop")
    proctor("trust", "--yes")
    shop.unlink()
    gone, both = process("tools", "sync"), process("tools", "sync", "--module", "a", "--no-modules")
    dropped = process("tools", "sync", "--no-modules")

    assert (gone.status, both.status, dropped.status) == (2, 2, 0)
    assert gone.err.splitlines()[1].endswith("proctor tools sync --no-modules")
    assert both.err.startswith("error: --module and --no-modules contradict each other")
    assert "  gone     deploy: no role names it" in dropped.out.splitlines()


def test_a_module_without_tools_is_said(process: Proctor) -> None:
    """A typing slip that hits another module does not look like success."""
    assert "  none     json declares no tool" in process("tools", "sync", "--module", "json").out


def test_a_first_trust_shows_ones_own_tools_alone(
    process: Proctor, proctor: Proctor, shop: Path
) -> None:
    """Proctor's own are left out of the diff, and that is said."""
    process("tools", "sync", "--module", shop.stem)
    lines = proctor("trust", "--yes").out.splitlines()
    own = f"{len(Registry.built_in())} tools of Proctor's own"

    assert "  +  - id: deploy" in lines
    assert not any("read_file" in line for line in lines)
    assert f"  left out of .proctor/tools/index.yaml: {own}, as this version has them" in lines
