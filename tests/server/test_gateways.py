"""Which gateway a call of an MCP server's tool means, and where it stays what it is called."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UsageError
from proctor.server.gateways import Gateways, Meant, Place, ancestors_of, number_of, written
from proctor.tools.outer_names import hashed
from tests.server.asking_rig import until
from tests.server.gateway_rig import NAMES, OURS, calls, family, gatewayed
from tests.server.hook_rig import HEADLESS, run
from tests.server.line_house import house
from tests.server.offices import records
from tests.tables import each_row

SAID: dict[str, Any] = {
    "server": "proctor",
    "role": "coder",
    "project": "/srv/app",
    "agent": "",
    "names": NAMES,
    "http": True,
    "prompt": False,
}
HERE = Place("coder", "/srv/app", "")
LOOK = "mcp__proctor__shop_look"


def held(**more: Any) -> Gateways:
    """Return gateways with one that is reached by HTTP."""
    gateways = Gateways()
    gateways.hold("one", {**SAID, **more}, 0)
    return gateways


def tool(meant: Meant | None) -> str | None:
    """Return the tool that is meant, if one is."""
    return meant.tool if meant is not None else None


def test_a_name_outside_means_the_tool_behind_it() -> None:
    """A call of a gateway's server means the tool that the gateway names."""
    assert tool(held().meant(LOOK, OURS, HERE)) == "mcp__shop__look"


def test_a_server_is_known_by_its_name_as_it_is_written_in_those_of_its_tools() -> None:
    """What the program replaces in a server's name is replaced here, too."""
    gateways = held(server="proctor gate.1")
    server = {"name": "proctor gate.1", "source": "dynamic"}

    assert tool(gateways.meant("mcp__proctor_gate_1__shop_look", server, HERE)) == "mcp__shop__look"


@each_row("server", ["github", "shop", "proctors", "my-proctor", "Proctor", "_"])
def test_only_a_server_that_is_named_as_ours_is_one(server: str) -> None:
    """Whoever says that they are a gateway of another name changes nothing about that server."""
    gateways = held(server=server)
    said = {"name": server, "source": "user"}

    assert gateways.meant(f"mcp__{written(server)}__shop_look", said, HERE) is None


@each_row(
    ("name", "meant"),
    [
        ("task_add", "task:add"),
        ("read_file", "read_file"),
        ("shop_look", "mcp__shop__look"),
        (hashed("mcp__shop__look"), "mcp__shop__look"),
        (hashed("mcp__shop__look.at"), "mcp__shop__look.at"),
    ],
)
def test_a_name_that_our_gateways_give_a_tool_counts(name: str, meant: str) -> None:
    """A tool is meant by the names that it can have outside."""
    assert tool(held(names={name: meant}).meant(f"mcp__proctor__{name}", OURS, HERE)) == meant


@each_row(
    ("name", "meant"),
    [
        ("github_delete", "mcp__shop__look"),
        ("look", "mcp__shop__look"),
        ("shop_look", "mcp__shop_look__"),
        ("shop_look", "mcp__shop_look"),
        ("shop_look_at", "mcp__shop_look__at"),
        ("_look", "mcp____look"),
        ("mcp__shop__look", "mcp__shop__look"),
        ("shop_look", "Read"),
        ("shop_look_00000000", "mcp__shop__look"),
    ],
)
def test_a_name_that_no_gateway_of_ours_gives_a_tool_counts_for_nothing(
    name: str, meant: str
) -> None:
    """A pair that we would not make ourselves is passed over, whoever says it."""
    assert held(names={name: meant}).meant(f"mcp__proctor__{name}", OURS, HERE) is None


@each_row("source", ["project", "plugin", "agent", "sdk", "claudeai", "", None])
def test_a_server_that_a_repository_can_name_means_nothing(source: str | None) -> None:
    """A server counts only where the user or an administrator has named it."""
    assert held().meant(LOOK, {"name": "proctor", "source": source}, HERE) is None


@each_row(
    ("name", "server", "place"),
    [
        (LOOK, None, HERE),
        (LOOK, {"name": "shelf", "source": "user"}, HERE),
        ("mcp__shelf__shop_look", OURS, HERE),
        ("mcp__proctor__shop_sell", OURS, HERE),
        ("mcp__proctor__", OURS, HERE),
        ("shop_look", OURS, HERE),
        (LOOK, OURS, HERE._replace(role="tester")),
        (LOOK, OURS, HERE._replace(project="/srv/other")),
    ],
)
def test_whatever_does_not_fit_means_nothing(name: str, server: object, place: Place) -> None:
    """Another server, tool, role or project than the gateway's leaves a call what it is."""
    assert held().meant(name, server, place) is None


def test_of_two_gateways_by_one_name_none_is_meant() -> None:
    """Where nobody can say which one is called, neither is."""
    gateways = held()
    gateways.hold("two", SAID, 0)

    assert gateways.meant(LOOK, OURS, HERE) is None
    gateways.drop("two")
    assert tool(gateways.meant(LOOK, OURS, HERE)) == "mcp__shop__look"


def test_a_gateway_on_standard_streams_is_a_child_of_the_program() -> None:
    """Only the agent program that it comes from means such a gateway, under whatever role."""
    with family() as (program, child):
        gateways = Gateways()
        gateways.hold("one", {**SAID, "http": False}, child)
        place = Place("tester", "/srv/app", str(program))

        assert tool(gateways.meant(LOOK, OURS, place)) == "mcp__shop__look"
        for other in (str(child), "1", "0", "", "many", "-1", "9" * 30):
            assert gateways.meant(LOOK, OURS, place._replace(program=other)) is None


def test_names_that_are_told_again_hold_from_then_on() -> None:
    """A gateway whose tools have changed says so on the same line, and keeps its key."""
    gateways = Gateways()
    first = gateways.hold("one", SAID, 0)
    second = gateways.hold("one", {**SAID, "names": {"task_add": "task:add"}}, 0)

    assert first == second
    assert gateways.meant(LOOK, OURS, HERE) is None
    assert tool(gateways.meant("mcp__proctor__task_add", OURS, HERE)) == "task:add"


def test_a_key_is_known_while_its_line_is_held() -> None:
    """Nobody is known by another key, by none, or after they are gone."""
    gateways = Gateways()
    key = gateways.hold("one", SAID, 0)["key"]
    found = gateways.of_key(key)

    assert (found is not None, gateways.of_key(""), gateways.of_key("é")) == (True, None, None)
    gateways.drop("one")
    assert gateways.of_key(key) is None


@each_row(
    "wrong",
    [
        {"server": ""},
        {"server": 1},
        {"role": None},
        {"agent": "x" * 401},
        {"project": "shop"},
        {"names": ["task:add"]},
        {"names": {"task_add": ""}},
        {"names": {"task_add": 1}},
        {"names": {str(number): "x" for number in range(20_001)}},
        {"http": "yes"},
        {"prompt": 1},
        {"more": True},
    ],
)
def test_what_is_not_said_as_it_should_be_is_refused(wrong: dict[str, Any]) -> None:
    """A gateway that says something odd is none."""
    gateways = Gateways()
    with pytest.raises(UsageError):
        gateways.hold("one", {**SAID, **wrong}, 0)
    assert gateways.held == {}


def test_a_number_of_a_process_is_a_small_one_above_the_first() -> None:
    """The first process is everybody's parent, so it names nobody."""
    assert [number_of(text) for text in ("12", "1", "0", "٣", "1e3")] == [12, 0, 0, 0, 0]
    assert 1 not in set(ancestors_of(os.getpid()))


def test_a_call_is_decided_as_what_it_means(home: Path, shop: Path) -> None:
    """The hook decides a gateway's tool as the tool behind it, and the record has both names."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            words = [await here.word(name) for name in ("shop_look", "shop_burn")]
            found = records(here.here.office)
            return words, [(kept.action_string, kept.detail) for kept in found]

    words, kept = run(work())
    assert words == ["allow", "deny"]
    assert [string.partition(":{")[0] for string, _ in kept] == [
        "tool:mcp__shop__look",
        "tool:mcp__shop__burn",
    ]
    assert [detail.partition("called as ")[2] for _, detail in kept] == [
        "mcp__proctor__shop_look",
        "mcp__proctor__shop_burn",
    ]


def test_a_rule_about_the_other_name_still_denies(home: Path, shop: Path) -> None:
    """What a rule denies by the name that the program uses is denied, whatever it means."""

    async def work() -> str:
        async with gatewayed(home, shop) as here:
            return await here.word("shop_never")

    assert run(work()) == "deny"


def test_a_process_that_says_it_is_another_server_changes_nothing(home: Path, shop: Path) -> None:
    """A deny of a server's tool stays one, whatever somebody says that the tool means."""
    role = "permissions: {allow: [mcp__shelf__look, Read], otherwise: deny}\n"
    other = {"name": "github", "source": "user"}

    async def work() -> list[str]:
        async with gatewayed(home, shop, role=role, held=False) as here:
            words = []
            for meant in ("mcp__shelf__look", "read_file"):
                here.hold(meant, server="github", names={"read_file": meant})
                said = calls("x", tool_name="mcp__github__read_file", mcp_server=other)
                said["tool_input"] = {"path": "a.txt"}
                words.append(str(await here.here.word(said, pid=here.program)))
                here.here.office.gateways.drop(meant)
            return words

    assert run(work()) == ["deny", "deny"]


def test_a_gateway_s_tool_works_in_the_gateway_s_folder(home: Path, shop: Path) -> None:
    """A path is read from the gateway's folder, wherever the agent has gone meanwhile."""
    role = "permissions: {allow: [Edit(/in/**)], otherwise: deny}\n"
    given = {"path": "in/a.txt", "old_str": "a", "new_str": "b"}

    async def work() -> str:
        async with gatewayed(home, shop, role=role) as here:
            return await here.word("str_replace", tool_input=given, cwd="/srv/elsewhere")

    assert run(work()) == "allow"


def test_a_line_that_ends_is_forgotten(home: Path, shop: Path) -> None:
    """Once a gateway has hung up, its tools are decided as any MCP server's."""

    async def work() -> list[str]:
        async with gatewayed(home, shop, held=False, config="channels: {inbox: false}\n") as here:
            peer = await here.here.here.peer()
            said = {**SAID, "project": str(shop), "http": True}
            held = await peer.call({"op": "gateway", **said})
            assert set(held["ok"]) == {"key"}
            words = [await here.word("shop_look")]
            await peer.close()
            gateways = here.here.office.gateways
            await until(lambda: not gateways.held)
            hook = await here.here.start(calls("shop_look"), env=HEADLESS, pid=here.program)
            await here.here.rings()
            await here.here.press()
            return [*words, await hook.word(), here.here.phone.asked[0].tool]

    assert run(work()) == ["allow", "allow", LOOK]


def test_the_owner_knows_the_process_of_a_gateway_by_the_system_s_word(home: Path) -> None:
    """Whose child a gateway is, is not what it says: it comes from the socket."""

    async def work() -> frozenset[int]:
        async with house(home) as here:
            peer = await here.peer()
            await peer.call({"op": "gateway", **SAID})
            [gateway] = here.office.gateways.held.values()
            return gateway.ancestors

    assert run(work()) == frozenset(ancestors_of(os.getpid()))


def test_a_gateway_that_is_not_one_is_told_so(home: Path) -> None:
    """An odd request on the socket gets an error, and its connection goes on."""

    async def work() -> list[str]:
        async with house(home) as here:
            peer = await here.peer()
            answers = [await peer.call({"op": "gateway"}), await peer.call({"op": "status"})]
            return [*answers[0], *answers[1]]

    assert run(work()) == ["error", "ok"]
