"""The permission prompt beside a hook: nobody is asked twice, and no wish is passed over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from proctor.terms.call import UNKNOWN_FOLDER
from tests.server.gateway_rig import gatewayed
from tests.server.hook_rig import event, run


def test_the_program_s_own_wish_is_put_to_people(home: Path, shop: Path) -> None:
    """Where the hook lets a call run and the program asks all the same, a person is asked."""

    async def work() -> tuple[Any, ...]:
        async with gatewayed(home, shop, held=False) as here:
            here.key = here.hold("prompt", prompt=True, names={})
            read = {"tool_name": "Read", "tool_input": {"file_path": str(shop / "a")}}
            said = {**read, "tool_use_id": "toolu_1"}
            assert await here.here.word(event("PreToolUse", **said), pid=here.program) == "allow"
            given = read["tool_input"]
            asks = await here.asks_again("Read", input=given, said=given)
            return asks, await here.here.kept(2)

    assert run(work()) == (True, [("allow", ""), ("ask_approved", "allow")])


def test_a_person_is_not_asked_by_the_prompt_what_they_said_at_the_hook(
    home: Path, shop: Path
) -> None:
    """What a person has allowed at the hook is allowed at the prompt, by either name."""

    async def work() -> list[bool]:
        async with gatewayed(home, shop) as here:
            here.key = here.hold("prompt", prompt=True, names={})
            found = []
            for number, tool in enumerate(("mcp__proctor__shop_buy", "mcp__shop__buy")):
                await here.approved(call_id=f"toolu_{number}")
                found.append(await here.asks_again(tool, call_id=f"toolu_{number}"))
            return found

    assert run(work()) == [False, False]


def test_without_a_hook_the_prompt_goes_by_the_rules(home: Path, shop: Path) -> None:
    """Where no hook was called, the prompt allows what the role allows."""

    async def work() -> str:
        async with gatewayed(home, shop, held=False) as here:
            here.key = here.hold("prompt", prompt=True, names={})
            given = {"file_path": str(shop / "a")}
            answer = await here.decided("Read", input=given, said=given)
            return str(answer["effect"])

    assert run(work()) == "allow"


def test_where_a_hook_has_told_of_the_folder_it_is_known(home: Path, shop: Path) -> None:
    """The prompt does not know where a command runs; the hook of the same call does."""
    role = 'permissions: {allow: ["Bash(rm *)"], deny: ["Edit(/secrets/**)"]}\n'
    given = {"command": "rm key"}

    async def work() -> list[bool]:
        async with gatewayed(home, shop, role=role, held=False) as here:
            here.key = here.hold("prompt", prompt=True, names={})
            said = {"tool_name": "Bash", "tool_input": given, "tool_use_id": "toolu_1"}
            before = event("PreToolUse", **said)
            how: dict[str, Any] = {"input": given, "said": given, "cwd": UNKNOWN_FOLDER}
            first = await here.asks_again("Bash", **how)
            unread = here.here.phone.asked[-1].body["parts"][0]["why"]
            assert await here.here.word(before, pid=here.program) == "allow"
            await here.asks_again("Bash", **how)
            wished = here.here.phone.asked[-1].body["why"]
            return [first, "cannot be read" in unread, "wants a person to confirm it" in wished]

    assert run(work()) == [True, True, True]
