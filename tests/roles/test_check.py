"""What a rule's author can hardly have meant is said, and not refused."""

from __future__ import annotations

import pytest

from proctor.tools.pins import Pins
from tests.roles.conftest import House
from tests.tools.upstream_tools import listed

NOT_A_GLOB = "`:*` repeats a colon: a pattern over the action string is a regular expression"


def warnings(house: House, rule: str, effect: str = "deny") -> list[tuple[str, str, str | None]]:
    """Return what is said of a role with one rule; it loads in any case."""
    house.at_home("config.yaml", "tools: {refund: {}}\n")
    house.at_home("roles/r.yaml", f"permissions:\n  otherwise: ask\n  {effect}:\n    - '{rule}'\n")
    assert house.load("r").id == "r"
    return [(one.code, one.message, one.help) for one in house.shelf.problems()]


@pytest.mark.parametrize(
    "rule",
    ["tool:refund:*900*", "tool:refund:*", "tool:bash:npm run test:*", "tool:*", "tool:(a|b):*x"],
)
def test_a_glob_over_the_action_string_is_warned_of(house: House, rule: str) -> None:
    """Such a deny would meet next to nothing, in silence."""
    assert warnings(house, rule) == [("not-a-glob", NOT_A_GLOB, "write `.*` for any text")]


@pytest.mark.parametrize(
    "rule",
    [
        "tool:refund:.*900.*", "tool:.*", "tool:(?:bash|view):.*", "tool:bash:a[:*]b",
        r"tool:bash:a:\*b", "tool:bash:[^:]*", "tool:bash:[]:*]x", "Bash(npm run test:*)",
    ],
)  # fmt: skip
def test_a_regular_expression_is_not(house: House, rule: str) -> None:
    """A star that repeats something else, or stands for itself, is one that was meant."""
    assert warnings(house, rule) == []


def test_allow_by_a_name_that_no_string_has_is_warned_of(house: House) -> None:
    """An allow is literal, so it allows nothing; the help is the pattern that was meant."""
    begins = "no action string begins with `tool:{}:`: this allows nothing"
    wanted = {
        "tool:read_file:docs/.*": ("read_file", "write `tool:view:docs/.*`"),
        "tool:run_command:ls": ("run_command", "write `tool:bash:ls`"),
        "tool:MultiEdit:.*": ("MultiEdit", "write `tool:str_replace:.*`"),
        "tool:git_push:origin .*": ("git_push", "write `tool:git:push origin .*`"),
        "tool:git_commit:.*": ("git_commit", "write `tool:git:commit`"),
        "tool:(view|read_file):.*": ("read_file", "write `tool:view:…`"),
        "tool:Task:.*": ("Task", "write `tool:Agent:.*`"),
    }
    found = {rule: warnings(house, rule, "allow") for rule in wanted}

    expected = {
        rule: [("matches-nothing", begins.format(name), hint)]
        for rule, (name, hint) in wanted.items()
    }
    assert expected == found


@pytest.mark.parametrize("rule", ["tool:git_push:.*", "tool:(view|Read):.*", "tool:run_command:x"])
def test_deny_by_any_name_is_not(house: House, rule: str) -> None:
    """It is met by the tool's calls."""
    assert warnings(house, rule) == warnings(house, rule, "ask") == []


def test_tool_without_a_detail_is_warned_of(house: House) -> None:
    """A pattern is compared with the whole string, which never ends at the name."""
    assert warnings(house, "tool:bash") == [
        (
            "matches-nothing",
            "no action string is `tool:bash` and nothing more",
            "write `tool:bash:.*`",
        )
    ]


def test_a_tool_that_an_upstream_does_not_have_is_warned_of(house: House) -> None:
    """Its tools were seen, so a slip in a name can be told; it never stops a role."""
    Pins(house.home).meet("shop", [listed("price_of"), listed("refund")])

    assert warnings(house, "mcp__shop__pric_of") == [
        (
            "matches-nothing",
            "`shop` had no tool `pric_of` when it was last asked",
            "did you mean `price_of`?",
        )
    ]
    assert warnings(house, "mcp__shop__zzzyx(*)") == [
        (
            "matches-nothing",
            "`shop` had no tool `zzzyx` when it was last asked",
            "`proctor tools upstreams` lists what it has",
        )
    ]


@pytest.mark.parametrize(
    "rule",
    ["mcp__shop", "mcp__shop__price_of", "mcp__shop__*", "mcp__shop__pric?_of", "mcp__other__x"],
)
def test_what_an_upstream_has_or_may_have_is_not(house: House, rule: str) -> None:
    """A name that is there, a glob, and a server that nobody has seen."""
    Pins(house.home).meet("shop", [listed("price_of"), listed("refund")])

    assert warnings(house, rule) == []


def test_a_server_of_which_only_the_user_spoke_is_not_known_whole(house: House) -> None:
    """A tool that is declared says nothing of the others of its server."""
    house.at_home("roles/r.yaml", "permissions: {allow: [mcp__shop__pric_of]}\n")
    house.at_home("config.yaml", "tools: {mcp__shop__price_of: {read_only: true}}\n")

    assert house.shelf.problems() == []


def test_a_role_of_an_agent_cannot_be_kept_from_loading_by_a_server(house: House) -> None:
    """What a server lists never makes a role fail, however odd it is."""
    odd = [listed(f"price_of_{n}") for n in range(999)] + [listed("mcp__shop__x"), listed("a__b")]
    Pins(house.home).meet("shop", odd)

    assert [code for code, _, _ in warnings(house, "mcp__shop__a__c")] == ["matches-nothing"]
    assert house.load("r").id == "r"
