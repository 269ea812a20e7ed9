"""What a person hears of upstreams that fail and of tools that are held, and what a model does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.gateway.listed_tools import read_listing
from proctor.terms.upstream import UpstreamSetting
from proctor.testing import Trial
from proctor.tools.pins import Pins
from tests.gateway.gateway_rig import (
    ECHO,
    client_of,
    listing_from,
    names_in,
    run,
    text_of,
    until,
)
from tests.gateway.upstream_rig import odd

MISSING = UpstreamSetting(name="shop", command=("/srv/app/no-such-program",))


def trial_in(project: Path, **rules: Any) -> Trial:
    """Return a trial whose rules let nothing through that they do not name."""
    return Trial(project=project, **{"otherwise": "deny", **rules})


def told(trial: Trial, kind: str) -> list[dict[str, Any]]:
    """Return what the events of a kind say."""
    return [dict(event.body) for event in trial.events if event.kind == kind]


@pytest.mark.parametrize(
    ("setting", "why"),
    [
        (MISSING, "there is no program `/srv/app/no-such-program`"),
        (odd("dies-at-start"), "ended with status"),
        (MISSING._replace(command=("true",), env=(("KEY", "${NOT_THERE}"),)), "`NOT_THERE`"),
        (UpstreamSetting(name="shop", url="http://127.0.0.1:9/mcp"), "cannot be reached"),
    ],
    ids=["no program", "ends", "no variable", "no address"],
)
def test_an_upstream_that_does_not_start_is_told_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, setting: UpstreamSetting, why: str
) -> None:
    """A person reads why on stderr, the audit has it, and the model is not told of no tool."""
    with trial_in(tmp_path, allow=["mcp__shop__*"]) as trial:

        async def main() -> list[str]:
            async with client_of(trial, setting) as client:
                assert await names_in(client) == []
                return [text_of(await client.call_tool("shop_refund", {})) for _ in range(2)]

        said = run(main())
        (line,) = [one for one in caplog.messages if "is down" in one]
        assert line.startswith("the upstream `shop` is down: ")
        assert why in line
        assert "; next attempt " in line
        (event,) = told(trial, "upstream-down")
        assert (event["upstream"], event["tool"]) == ("shop", "mcp__shop")
        assert why in event["why"]
        assert all("the MCP server `shop` is down: " in one and why in one for one in said)
        assert all("there is no tool" not in one for one in said)
        refused = [(one["tool"], one["why"]) for one in told(trial, "tool-refused")]
        assert refused == [("mcp__shop__refund", "upstream-down")] * 2


def test_what_a_dead_upstream_wrote_stays_out_of_the_audit(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its last words may hold a secret: they are for the person at the terminal."""
    loud = UpstreamSetting(name="shop", command=("sh", "-c", "echo my-secret >&2; exit 3"))
    with trial_in(tmp_path, allow=["mcp__shop__*"]) as trial:

        async def main() -> None:
            async with client_of(trial, loud) as client:
                await names_in(client)

        run(main())
        assert "my-secret" in caplog.text
        (event,) = told(trial, "upstream-down")
        assert "ended with status 3" in event["why"]
        assert "my-secret" not in json.dumps(event)


def test_an_upstream_that_comes_back_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Down and well again are one line and one event each."""
    with trial_in(tmp_path, allow=["mcp__shop__*"]) as trial:

        async def main() -> None:
            async with client_of(trial, odd("dies-in-call")) as client:
                await names_in(client)
                await client.call_tool("shop_wait", {})

                async def well() -> bool:
                    return bool(told(trial, "upstream-well"))

                await until(well)

        run(main())
        lines = [one for one in caplog.messages if one.startswith("the upstream")]
        assert lines[1:] == ["the upstream `shop` is well again"]
        assert [len(told(trial, kind)) for kind in ("upstream-down", "upstream-well")] == [1, 1]


def test_of_a_server_that_the_role_has_nothing_of_nothing_is_told(tmp_path: Path) -> None:
    """Whether such a server is down is no business of the model."""
    with trial_in(tmp_path, allow=["read_file", "mcp__shop__get_*"]) as trial:

        async def main() -> list[str]:
            async with client_of(trial, MISSING) as client:
                names = ("shop_refund", "shop_get_price", "shop_", "shop_\x1b[2J", "shopping")
                return [text_of(await client.call_tool(name, {})) for name in names]

        said = run(main())
        assert ["is down" in one for one in said] == [False, True, False, False, False]
        assert "there is no tool `shop_refund`" in said[0]


@pytest.mark.parametrize("offered", [True, False])
def test_a_held_tool_is_told_to_people_and_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, *, offered: bool
) -> None:
    """One line and one event say how to look at it; the model hears of it if it had the tool."""
    file = tmp_path / "tools.json"
    setting = listing_from(file, {**ECHO, "description": "Other"})
    rules = {"allow": ["mcp__shop__*"] if offered else ["read_file"]}
    with trial_in(tmp_path, **rules) as trial:
        Pins(trial.home).meet("shop", before(ECHO))

        async def main() -> list[str]:
            async with client_of(trial, setting) as client:
                await names_in(client)
                return [text_of(await client.call_tool("shop_echo", {})) for _ in range(2)]

        said, _ = run(main())
        (line,) = [one for one in caplog.messages if "held" in one]
        assert line == (
            "the tool `echo` of the upstream `shop` is held: its description changed since it was "
            "first seen; `proctor tools pin shop/echo` shows it"
        )
        (event,) = told(trial, "tool-held")
        assert (event["tool"], event["upstream"]) == ("mcp__shop__echo", "shop")
        assert ("`proctor tools pin shop/echo`" in said) is offered
        assert ("there is no tool" in said) is not offered
        refused = [(one["tool"], one["why"]) for one in told(trial, "tool-refused")]
        assert (
            refused
            == [("mcp__shop__echo", "held") if offered else ("shop_echo", "unknown-tool")] * 2
        )


def test_many_held_tools_are_one_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A server whose tools all changed does not fill the terminal."""
    many = [{**ECHO, "name": f"echo{number}"} for number in range(40)]
    setting = listing_from(tmp_path / "tools.json", *({**one, "title": "T"} for one in many))
    with trial_in(tmp_path, allow=["mcp__shop__*"]) as trial:
        Pins(trial.home).meet("shop", before(*many))

        async def main() -> None:
            async with client_of(trial, setting) as client:
                await names_in(client)
                await names_in(client)

        run(main())
        (line,) = [one for one in caplog.messages if "held" in one]
        assert line.startswith("40 tools of the upstream `shop` are held")
        assert "`proctor tools pin shop`" in line
        assert len(told(trial, "tool-held")) == 40


def before(*tools: dict[str, Any]) -> Any:
    """Return tools as an upstream has listed them."""
    return read_listing(list(tools), more=False).tools
