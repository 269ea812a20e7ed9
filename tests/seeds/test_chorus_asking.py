"""
The Chorus document on asking: the prompt in Discord, who may answer, time, and batches.

The real server decides, and people press, write and react in the double of Discord. Nobody
else is a person than config.yaml says, by name or by a role of Discord's.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.seeds.asked_chats import ON_SQLITE
from tests.seeds.asked_rooms import ANN, DEV, EVE, PEOPLE, VIC, room_house
from tests.server.asking_rig import until, write_role
from tests.server.offices import run

COMMAND = "rm -rf node_modules && npm install"
BASH = ("Bash", {"command": COMMAND})
APPROVERS, GUESTS = 610000000000000001, 610000000000000002
PATH = {"path": "src/a.py"}


@ON_SQLITE
def test_the_prompt(home: Path, shop: Path) -> None:
    """It says that an agent wants to execute what, the action string, and how to answer."""

    async def work() -> None:
        async with room_house(home, shop) as house:
            deciding = house.decide("bash", {"command": COMMAND})
            message = await house.asked()
            lines = message["content"].splitlines()
            labels = [
                [each["label"] for each in row["components"]] for row in message["components"]
            ]
            await house.press(message, "Deny", ANN)
            number = (await deciding)["question"]

        assert lines[:5] == [
            "**Agent wants to execute:**", "```", f"Bash: {COMMAND}", "```",
            f"Action: `tool:bash:{COMMAND}`",
        ]  # fmt: skip
        words = f"write `allow {number}` or `deny {number} words`"
        assert f"Question {number}: press, react with ✅ or ❌, or {words}" in lines
        assert labels[0] == ["Allow", "Deny"]

    run(work())


@pytest.mark.parametrize(
    ("label", "effect", "outcome", "detail", "shown"),
    [
        ("Allow", "allow", "ask_approved", "", "✅ Allowed by ann through discord"),
        ("Deny", "deny", "ask_denied", "User denied", "❌ Denied by ann through discord"),
    ],
)
def test_approve_or_deny_with_a_button(
    label: str, effect: str, outcome: str, detail: str, shown: str, home: Path, shop: Path
) -> None:
    """The press is the decision; the trail names the requester, the action and who answered."""

    async def work() -> None:
        async with room_house(home, shop) as house:
            deciding = house.decide(*BASH)
            message = await house.asked()
            assert not deciding.done()
            await house.press(message, label, ANN)
            said = await deciding
            first = await house.edited(message)
            record = house.record()

        assert said["effect"] == effect
        assert first == f"{shown} (question {said['question']})"
        assert (record.agent_name, record.action_string) == ("frontend", f"tool:bash:{COMMAND}")
        assert (record.decision, record.detail, record.user_id) == (outcome, detail, "dev")
        assert (record.answered_by, record.channel) == ("ann", "discord")

    run(work())


@ON_SQLITE
@pytest.mark.parametrize(
    ("text", "effect", "why"),
    [("allow", "allow", ""), ("/allow", "allow", ""), ("deny", "deny", "denied by ann"),
     ("deny use npm ci", "deny", "use npm ci"), ("yes", "allow", ""), ("approve", "allow", ""),
     ("ok", "allow", ""), ("no", "deny", "denied by ann"),
     ("deny: use a branch", "deny", "use a branch")],
)  # fmt: skip
def test_a_text_reply(text: str, effect: str, why: str, home: Path, shop: Path) -> None:
    """A reply to the prompt answers it; what is said with a no is the agent's error message."""

    async def work() -> None:
        async with room_house(home, shop) as house:
            deciding = house.decide(*BASH)
            message = await house.asked()
            await house.discord.say(text, ANN, reply_to=int(message["id"]))
            said = await deciding
            await house.edited(message)

        assert said["effect"] == effect
        assert said["why"].startswith(why)

    run(work())


@ON_SQLITE
@pytest.mark.parametrize(("emoji", "outcome"), [("✅", "ask_approved"), ("❌", "ask_denied")])
def test_react_with_checkmark_to_approve_or_x_to_deny(
    emoji: str, outcome: str, home: Path, shop: Path
) -> None:
    """A reaction to the prompt answers it; of somebody who is nobody here it is refused."""

    async def work() -> None:
        async with room_house(home, shop) as house:
            deciding = house.decide(*BASH)
            message = await house.asked()
            await house.discord.react(int(message["id"]), emoji, EVE)
            await until(lambda: any(each["type"] == 19 for each in house.discord.messages.values()))
            assert not deciding.done()
            await house.discord.react(int(message["id"]), emoji, ANN)
            said = await deciding
            await house.edited(message)
            record = house.record()

        assert said["effect"] == ("allow" if emoji == "✅" else "deny")
        assert (record.decision, record.answered_by, record.channel) == (outcome, "ann", "discord")

    run(work())


@ON_SQLITE
def test_discord_roles_map_to_roles_of_people(home: Path, shop: Path) -> None:
    """Who has the role in Discord now answers as one who has it here, once, and loses it there."""
    more = f"""people: {{roles: {{discord: {{admin: "{APPROVERS}"}}}}}}
approvers: {{standard: [admin]}}
"""

    async def work() -> None:
        async with room_house(home, shop, more) as house:
            house.discord.members |= {ANN: [APPROVERS], DEV: [GUESTS]}
            deciding = house.decide(*BASH)
            message = await house.asked()
            await house.press(message, "Allow", DEV)
            await until(lambda: len(house.discord.whispers) == 1)
            await house.press(message, "Allow for this session", ANN)
            await until(lambda: len(house.discord.whispers) == 2)
            assert not deciding.done()
            await house.press(message, "Allow", ANN)
            said = await deciding
            record = house.record()
            assert (said["effect"], record.answered_by) == ("allow", f"discord:{ANN}")

            house.discord.members[ANN] = []
            again = house.decide(*BASH)
            message = await house.asked(2)
            await house.press(message, "Allow", ANN)
            await until(lambda: len(house.discord.whispers) == 3)
            assert not again.done()
            house.discord.members[DEV] = [APPROVERS]
            await house.discord.react(int(message["id"]), "❌", DEV)
            assert (await again)["effect"] == "deny"

    run(work())


@ON_SQLITE
@pytest.mark.parametrize(("profile", "effect"), [("standard", "allow"), ("open", "deny")])
def test_a_discord_role_grants_what_its_role_may(
    profile: str, effect: str, home: Path, shop: Path
) -> None:
    """Users with the developer role can grant `standard` or `locked` but not `open`."""
    more = f"""people: {{roles: {{discord: {{developer: "{APPROVERS}"}}}}}}
permission_grants: {{admin: [open, standard, locked], developer: [standard, locked]}}
"""

    async def work() -> str:
        async with room_house(home, shop, more) as house:
            house.discord.members[DEV] = [APPROVERS]
            deciding = house.decide("self_edit_permissions", {"profile": profile}, requester="")
            await house.press(await house.asked(), "Allow", DEV)
            return str((await deciding)["effect"])

    assert run(work()) == effect


@ON_SQLITE
def test_the_time_out(home: Path, shop: Path) -> None:
    """It is 60 s unless it is configured; when it is over, the action is denied."""

    async def work(more: str) -> tuple[float, str, str, str, str]:
        async with room_house(home, shop, PEOPLE + more) as house:
            if not more:
                return house.office.desk.timeout, "", "", "", ""
            await until(lambda: house.discord.gateway.listeners)
            deciding = house.decide(*BASH)
            message = await house.asked()
            said = await deciding
            mark = (await house.edited(message)).partition(" (")[0]
            record = house.record()
            told = said["why"].rpartition("(")[2]
            return house.office.desk.timeout, said["effect"], told, record.decision, mark

    assert run(work("")) == (60.0, "", "", "", "")
    assert run(work("approval: {timeout: 2}\n")) == (
        2.0, "deny", "nobody answered within 2 s)", "ask_timeout", "⏰ Timed Out",
    )  # fmt: skip


@ON_SQLITE
@pytest.mark.parametrize(
    ("more", "settings", "refused", "answers"),
    [
        ("", {}, EVE, VIC),
        ("approvers: {standard: [admin, developer]}\n", {}, VIC, DEV),
        ("approvers: {standard: [admin]}\n", {}, DEV, ANN),
        ("", {"roles": frozenset({"approvers"})}, DEV, ANN),
        ("", {"roles": frozenset({str(GUESTS)})}, ANN, VIC),
        ("", {"users": frozenset({VIC})}, ANN, VIC),
    ],
    ids=["strangers", "two roles", "one role", "Discord's role", "by its id", "users"],
)
def test_only_who_has_the_role_can_answer(
    more: str, settings: dict[str, Any], refused: int, answers: int, home: Path, shop: Path
) -> None:
    """Whoever has not is told so alone, pressed or written, and the question stays open."""

    async def work() -> None:
        async with room_house(home, shop, PEOPLE + more, **settings) as house:
            house.discord.roles |= {APPROVERS: "approvers", GUESTS: "guests"}
            house.discord.members |= {ANN: [APPROVERS], DEV: [], VIC: [GUESTS]}
            deciding = house.decide(*BASH)
            message = await house.asked()
            await house.press(message, "Allow", refused)
            await until(lambda: house.discord.whispers)
            await house.discord.say("allow", refused, reply_to=int(message["id"]))
            await house.press(message, "Deny", answers)
            said = await deciding
            record = house.record()

        assert {each.user for each in house.discord.whispers} == {refused}
        assert (said["effect"], record.detail) == ("deny", "User denied")

    run(work())


@ON_SQLITE
def test_a_batch_is_confirmed_one_by_one(home: Path, shop: Path) -> None:
    """The next prompt comes when the one before is answered, and a denial stops none."""

    async def work() -> None:
        async with room_house(home, shop) as house:
            batch = {
                name: house.decide("Bash", {"command": f"echo {name}"})
                for name in ("one", "two", "three")
            }
            waiting, said = dict(batch), []
            for count, label in enumerate(("Allow", "Deny", "Allow"), start=1):
                message = await house.asked(count)
                assert len(house.sent()) == count
                assert not any(task.done() for task in waiting.values())
                [name] = [each for each in waiting if f"Bash: echo {each}\n" in message["content"]]
                await house.press(message, label, ANN)
                said.append((await waiting.pop(name))["effect"])

        assert (said, waiting) == (["allow", "deny", "allow"], {})

    run(work())


@ON_SQLITE
@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("bash", {"command": "ls"}),
        ("git_push", {"remote": "origin", "branch": "main"}),
        ("git_merge_request", {"target": "main"}),
        ("self_edit_system_prompt", {"prompt": "x"}),
        ("self_edit_docs", {"path": "README.md", "content": "x"}),
        ("self_edit_permissions", {"profile": "standard"}),
        ("self_edit_model", {"model": "claude-sonnet-4-20250514"}),
    ],
)
def test_standard_asks_in_the_channel(tool: str, given: Any, home: Path, shop: Path) -> None:
    """Commands, pushing, merge requests and self-edits are prompted for; under `locked` nothing."""

    async def work() -> tuple[str, str, int]:
        async with room_house(home, shop) as house:
            deciding = house.decide(tool, given, requester="ann")
            await house.press(await house.asked(), "Allow", ANN)
            said = await deciding
            locked = await house.decide(tool, given, role="locked", agent="writing")
            return said["effect"], locked["effect"], len(house.sent())

    assert run(work()) == ("allow", "deny", 1)


@ON_SQLITE
def test_standard_does_the_rest_silently(home: Path, shop: Path) -> None:
    """Files, commits and branches prompt nobody, and neither does a tool that is not listed."""
    calls = [
        ("create_file", PATH, "allow"),
        ("str_replace", PATH, "allow"),
        ("view", PATH, "allow"),
        ("git_init", {}, "allow"),
        ("git_commit", {"message": "x"}, "allow"),
        ("git_branch", {"name": "feature/new-ui"}, "allow"),
        ("brand_new_tool", {"x": 1}, "deny"),
    ]

    async def work() -> tuple[list[str], list[Any], list[Any]]:
        async with room_house(home, shop) as house:
            said = [(await house.decide(tool, given))["effect"] for tool, given, _ in calls]
            return said, house.sent(), await house.office.questions()

    assert run(work()) == ([effect for *_, effect in calls], [], [])


@ON_SQLITE
def test_a_denial_lets_the_agent_try_something_else(home: Path, shop: Path) -> None:
    """The next call is decided by itself: it is asked about anew, or allowed by its rule."""

    async def work() -> list[str]:
        async with room_house(home, shop) as house:
            first = house.decide(*BASH)
            await house.press(await house.asked(), "Deny", ANN)
            again = [await first]
            again.append(await house.decide("view", PATH))
            second = house.decide(*BASH)
            await house.press(await house.asked(2), "Allow", ANN)
            return [said["effect"] for said in (*again, await second)]

    assert run(work()) == ["deny", "allow", "allow"]


@ON_SQLITE
def test_two_agents_are_asked_at_the_same_time(home: Path, shop: Path) -> None:
    """Each waits for its own prompt only."""

    async def work() -> list[str]:
        async with room_house(home, shop) as house:
            one = house.decide("Bash", {"command": "make a"})
            await house.asked(1)
            two = house.decide("Bash", {"command": "make b"}, agent="writing", session="s-2")
            message = await house.asked(2)
            await house.press(message, "Deny", ANN)
            done = await asyncio.wait_for(two, 30)
            assert not one.done()
            await house.press(house.sent()[0], "Allow", ANN)
            return [(await one)["effect"], done["effect"]]

    assert run(work()) == ["allow", "deny"]


WRITER = """\
profiles:
  writer:
    order: [deny, allow, ask]
    otherwise: deny
    allow: ["tool:view:.*", "tool:create_file:docs/.*", "tool:self_edit:docs:.*"]
    ask: ["tool:bash:.*", "tool:create_file:.*"]
  netted:
    order: [deny, allow, ask]
    otherwise: deny
    allow: ["tool:view:.*", "tool:create_file:src/.*"]
    ask: ["tool:.*"]
"""


@ON_SQLITE
@pytest.mark.parametrize(
    ("profile", "tool", "given", "effect"),
    [
        ("writer", "create_file", {"path": "docs/a.md"}, "allow"),
        ("writer", "self_edit_docs", {"path": "README.md", "content": "x"}, "allow"),
        ("writer", "create_file", {"path": "src/a.py"}, "prompt"),
        ("writer", "bash", {"command": "ls"}, "prompt"),
        ("writer", "git_commit", {"message": "x"}, "deny"),
        ("writer", "self_edit_model", {"model": "x"}, "deny"),
        ("netted", "create_file", {"path": "src/a.py"}, "allow"),
        ("netted", "create_file", {"path": "docs/a.md"}, "prompt"),
        ("netted", "git_commit", {"message": "x"}, "prompt"),
        ("netted", "brand_new_tool", {"x": 1}, "prompt"),
    ],
)
def test_a_profile_of_ones_own_prompts(
    profile: str, tool: str, given: Any, effect: str, home: Path, shop: Path
) -> None:
    """What its ask list names is prompted for, a catch-all too, and the rest prompts nobody."""
    write_role(home, f"permissions: {{profile: {profile}}}\n", "custom")

    async def work() -> str:
        async with room_house(home, shop, PEOPLE + WRITER) as house:
            deciding = house.decide(tool, given, role="custom")
            await until(lambda: deciding.done() or house.sent())
            if deciding.done():
                assert house.sent() == []
                return str((await deciding)["effect"])
            await house.press(await house.asked(), "Allow", ANN)
            assert (await deciding)["effect"] == "allow"
            return "prompt"

    assert run(work()) == effect
