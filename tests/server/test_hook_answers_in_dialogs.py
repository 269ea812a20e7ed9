"""A call that the hook left to the program's own dialog, and that comes to the gateway."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.asking_rig import write_role
from tests.server.gateway_rig import calls, gatewayed, wishes
from tests.server.hook_rig import CLI, event, run

TESTER = "permissions:\n  ask: [mcp__shop__buy]\n"


def test_a_call_that_comes_after_the_dialog_was_approved_there(home: Path, shop: Path) -> None:
    """Where the hook left a call to the dialog and it comes, nobody is asked, and it is kept."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            await here.here.start(wishes("shop_buy"), env=CLI, pid=here.program)
            await here.here.rings()
            answer = await here.decided()
            over = {**calls("shop_buy"), "hook_event_name": "PostToolUse"}
            await here.here.word(over, pid=here.program)
            return answer["effect"], len(here.here.phone.asked), await here.here.kept(2)

    told = [("ask_dialog", ""), ("dialog_approved", "ask_dialog")]
    assert run(work()) == ("allow", 1, told)


def test_a_call_that_comes_without_a_dialog_shows_nothing(home: Path, shop: Path) -> None:
    """Nobody was seen to be asked: another hook may have let it run, so a person is asked now."""

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            return await here.asks_again()

    assert run(work())


def test_a_dialog_that_somebody_else_answered(home: Path, shop: Path) -> None:
    """An answer of a channel beside the dialog is the one that the gateway takes over."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            beside = await here.here.start(wishes("shop_buy"), env=CLI, pid=here.program)
            await here.here.rings()
            await here.here.press()
            assert await beside.word() == "allow"
            answer = await here.decided()
            return answer["effect"], len(here.here.phone.asked), await here.here.kept(2)

    told = [("ask_dialog", ""), ("ask_approved", "ask_dialog")]
    assert run(work()) == ("allow", 1, told)


def test_a_call_that_comes_closes_the_question_beside_the_dialog(home: Path, shop: Path) -> None:
    """The program ends no hook when its dialog is approved: that the call comes ends the asking."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            beside = await here.here.start(wishes("shop_buy"), env=CLI, pid=here.program)
            await here.here.rings()
            blocked = here.here.agent()
            answer = await here.decided()
            said = await beside.word()
            await here.here.closed()
            return answer["effect"], said, blocked, here.here.agent(), await here.here.press()

    assert run(work()) == (
        "allow",
        "",
        "blocked (permission: mcp__shop__buy)",
        "running mcp__shop__buy",
        False,
    )


def test_after_a_no_in_the_dialog_a_call_asks(home: Path, shop: Path) -> None:
    """The hook beside a dialog that is refused is ended: a call that comes then is made up."""

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            beside = await here.here.start(wishes("shop_buy"), env=CLI, pid=here.program)
            await here.here.rings()
            await beside.kill()
            await here.here.closed()
            return await here.asks_again()

    assert run(work())


def test_no_dialog_is_opened_for_a_call_by_http(home: Path, shop: Path) -> None:
    """Whoever has the token could come first, so such a call is held until a person answers."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop, held=False) as here:
            here.key = here.hold("web", http=True)
            hook = await here.hook("shop_buy", env=CLI)
            await here.here.rings()
            blocked = here.here.agent()
            await here.here.press()
            words = await hook.word()
            answer = await here.decided()
            return blocked, words, answer["effect"], len(here.here.phone.asked)

    assert run(work()) == ("blocked (permission: mcp__shop__buy)", "allow", "allow", 1)


@pytest.mark.parametrize("more", [{"http": True}, {"prompt": True}])
def test_only_a_child_of_the_program_shows_that_a_dialog_was_approved(
    home: Path, shop: Path, more: dict[str, Any]
) -> None:
    """A call that somebody else can have made shows nothing: a person is asked about it."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            gateway = here.here.office.gateways.of_key(here.key)
            assert gateway is not None
            gateway.says(gateway.said._replace(**more))
            asks = await here.asks_again()
            await here.here.word(event("Stop"), pid=here.program)
            return asks, await here.here.kept(3)

    told = [("ask_dialog", ""), ("ask_approved", ""), ("dialog_unknown", "ask_dialog")]
    assert run(work()) == (True, told)


@pytest.mark.parametrize("name", ["Stop", "SessionEnd", "UserPromptSubmit"])
def test_a_call_that_has_come_was_approved(home: Path, shop: Path, name: str) -> None:
    """Of a call that the gateway had nobody says that nothing shows that it ran."""

    async def work() -> Any:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            await here.here.start(wishes("shop_buy"), env=CLI, pid=here.program)
            await here.here.rings()
            assert (await here.decided())["effect"] == "allow"
            await here.here.word(event(name), pid=here.program)
            return await here.here.kept(2)

    assert run(work()) == [("ask_dialog", ""), ("dialog_approved", "ask_dialog")]


@pytest.mark.parametrize("name", ["Stop", "SessionEnd", "UserPromptSubmit"])
def test_after_a_dialog_has_come_to_nothing_a_call_asks(home: Path, shop: Path, name: str) -> None:
    """Once the turn is over without the call, its id is worth nothing."""

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            assert await here.word("shop_buy", env=CLI) == "ask"
            await here.here.word(event(name), pid=here.program)
            return await here.asks_again()

    assert run(work())


def test_a_dialog_counts_for_its_own_role_only(home: Path, shop: Path) -> None:
    """Whoever sits before the dialog has answered for the hook's role, and nobody else's."""

    async def work() -> bool:
        async with gatewayed(home, shop) as here:
            write_role(home, TESTER, "tester")
            assert await here.word("shop_buy", env=CLI) == "ask"
            return await here.asks_again(role="tester")

    assert run(work())
