"""Tools that a program declares with its calls: what the server believes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.errors import RoleProblems, UsageError
from proctor.roles.kept_policy import FOLDER
from proctor.server.requests import read_request
from proctor.tools.declarations import MOST, MOST_WORDS, declarations
from tests.server.asking_rig import answered, configure, effect, write_role
from tests.server.offices import opened, records, run
from tests.tables import each_row
from tests.tools.toolboxes import price_of

SELLER = """\
tools: [price_of, order]
permissions:
  allow: ["order(tea)"]
  deny: ["order(wine)"]
"""


def declared(name: str, *annotations: str, **more: Any) -> dict[str, Any]:
    """Return a tool as a program declares it."""
    usual = {"name": name, "names": [], "kind": "other", "fields": []}
    return {**usual, "annotations": list(annotations), **more}


TOOLS = [declared("price_of", "read_only"), declared("order", fields=["product"])]


def request(tool: str, project: Path, **more: Any) -> dict[str, Any]:
    """Return a request about a call of the shop."""
    call = {"tool": tool, "input": {"product": more.pop("product", "tea")}, "cwd": str(project)}
    return {**call, "agent": "till-1", "role": "seller", "declared": TOOLS, **more}


def test_a_role_names_tools_that_the_program_declares(home: Path, shop: Path) -> None:
    """Their targets count for the rules, and their annotations in every mode, for it alone."""
    write_role(home, SELLER, "seller")

    async def work() -> None:
        async with opened(home) as office:
            found = [
                await effect(office, request("order", shop, product=name))
                for name in ("tea", "wine", "salt")
            ]
            planned = [
                await effect(office, request(tool, shop, mode="plan"))
                for tool in ("price_of", "order")
            ]
            with pytest.raises(RoleProblems):
                await office.decide({**request("order", shop), "declared": []})
            other = [declared("price_of"), declared("order", fields=["product"])]
            unsaid = await effect(office, request("price_of", shop, mode="plan", declared=other))

        assert found == ["allow", "deny", "ask"]
        assert planned == ["allow", "deny"]
        assert unsaid == "deny"

    run(work())
    # A hook that finds no server must not know the tools of some program.
    assert list((home / FOLDER).glob("*")) == []


def test_a_question_about_a_declared_tool_is_asked_and_answered(home: Path, shop: Path) -> None:
    """People are asked as about any call, and their yes is looked at under the same tools."""
    write_role(home, SELLER, "seller")

    async def work() -> None:
        async with opened(home) as office:
            said = await answered(office, request("order", shop, product="salt"))
            always = await answered(
                office, request("order", shop, product="pepper"), scope="always"
            )
            again = await effect(office, request("order", shop, product="pepper"))
            kept = [(record.decision, record.action_string) for record in records(office)]

        assert (said["effect"], always["effect"], again) == ("allow", "allow", "allow")
        assert kept[:2] == [
            ("ask_approved", "tool:order:salt"),
            ("ask_approved", "tool:order:pepper"),
        ]

    run(work())


@each_row(
    ("tool", "given", "said"),
    [
        # A built-in tool is what it is, under each of its names.
        ("Bash", {"command": "make"}, declared("Bash", "read_only")),
        ("bash", {"command": "make"}, declared("bash", "read_only")),
        ("Bash", {"command": "make"}, declared("mine", "read_only", names=["Bash"])),
        ("Write", {"file_path": "a"}, declared("Write", "read_only", fields=["x"])),
        # So is a tool of an MCP server, and one that the config declares.
        ("mcp__db__drop", {}, declared("mcp__db__drop", "read_only")),
        ("mcp__db__drop", {}, declared("mine", "read_only", names=["mcp__db__drop"])),
        ("refund", {"euros": 900}, declared("refund", "read_only")),
    ],
)
def test_a_declaration_says_nothing_of_a_known_tool(
    tool: str, given: dict[str, Any], said: dict[str, Any], home: Path, shop: Path
) -> None:
    """What a catalogue knows stays what it is, whatever a program says of it."""
    configure(home, "tools:\n  refund: {}\n")
    call = {"tool": tool, "input": given, "cwd": str(shop), "role": "guarded", "mode": "plan"}

    async def work() -> None:
        async with opened(home) as office:
            assert await effect(office, {**call, "declared": [said]}) == "deny"

    run(work())


def test_a_declaration_does_not_move_the_target_of_a_known_tool(home: Path, shop: Path) -> None:
    """A deny over the whole input of a tool holds, whatever field a program would rather show."""
    configure(home, "tools:\n  refund: {}\n")
    rule = "{tool: refund, regex: '\"euros\":900', why: Too much.}"
    write_role(home, f"permissions:\n  allow: [refund]\n  deny:\n    - {rule}\n", "clerk")
    call = {"tool": "refund", "input": {"order": "A", "euros": 900}, "cwd": str(shop)}

    async def work() -> None:
        async with opened(home) as office:
            said = [declared("refund", fields=["order"])]
            assert await effect(office, {**call, "role": "clerk", "declared": said}) == "deny"

    run(work())


def test_what_is_sent_is_what_was_declared() -> None:
    """A tool is read as the same tool, without the texts for people."""
    sent = declarations([price_of.definition.info])
    data = {"tool": "price_of", "input": {}, "cwd": "/", "declared": sent}

    wanted = price_of.definition.info._replace(description="", category="other")
    assert read_request(data).declared == (wanted,)


@each_row(
    "wrong",
    [
        {},
        "price_of",
        [1],
        [[]],
        [{}],
        [{"name": "a"}],
        [declared("")],
        [declared("a", names="b")],
        [declared("a", names=[1])],
        [declared("a", kind="mcp")],
        [declared("a", kind="any")],
        [declared("a", kind=["other"])],
        [declared("a", "harmless")],
        [declared("a", more=1)],
        [declared("a", annotations={"read_only": True})],
        [declared("a" * 201)],
        [declared("a", fields=["x"] * MOST_WORDS)],
        [declared("a")] * (MOST + 1),
    ],
)
def test_what_is_no_declaration_is_an_error(wrong: object) -> None:
    """Nothing of another form is taken for a tool."""
    with pytest.raises(UsageError, match="declared"):
        read_request({"tool": "a", "input": {}, "cwd": "/", "declared": wrong})
