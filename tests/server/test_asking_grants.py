"""Remembered answers, end to end: what is allowed for longer than once, and what ends it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotFound, UsageError
from tests.server.asking_rig import CODER, ME, answered, coder, effect, write_role
from tests.server.offices import opened, question, records, run

LONGER: list[dict[str, Any]] = [
    {"scope": "session"},
    {"scope": "time", "seconds": 600},
    {"scope": "always"},
]
NAMES = ["session", "time", "always"]
STRICT = CODER + '  deny: ["Bash(make *)"]\n'


def test_an_answer_for_once_is_for_once(home: Path, shop: Path) -> None:
    """The very same call is asked about again, and nothing is remembered."""
    write_role(home)

    async def work() -> tuple[str, str, list[Any]]:
        async with opened(home) as office:
            first = await answered(office, coder("make", shop))
            return first["effect"], await effect(office, coder("make", shop)), await office.grants()

    assert run(work()) == ("allow", "ask", [])


@pytest.mark.parametrize("reply", LONGER, ids=NAMES)
def test_an_answer_for_longer_answers_the_same_call(
    reply: dict[str, Any], home: Path, shop: Path
) -> None:
    """It runs without a question, also after the server was started again, until it is revoked."""
    write_role(home)
    request = coder("make", shop)

    async def work() -> list[str]:
        async with opened(home) as office:
            seen = [(await answered(office, request, **reply))["effect"]]
            seen.append((await office.decide(request))["effect"])
        async with opened(home) as office:
            seen.append((await office.decide(request))["effect"])
            [grant] = await office.grants()
            await office.revoke(grant["id"], person=ME)
            seen.append(await effect(office, request))
            with pytest.raises(NotFound):
                await office.revoke(grant["id"], person=ME)
            last = records(office)
            assert [
                (record.decision, record.decider, record.answered_by, record.channel)
                for record in last
            ] == [
                ("ask_approved", "person", ME, "inbox"),
                ("ask_approved", "grant", ME, "grant"),
                ("ask_approved", "grant", ME, "grant"),
                ("ask_dialog", "rule", "", ""),
            ]
            return seen

    assert run(work()) == ["allow", "allow", "allow", "ask"]


OTHERS: list[dict[str, Any]] = [
    {"input": {"command": "make all"}},
    {"input": {"command": "make", "timeout": 5}},
    {"cwd": "sub"},
    {"role": "other"},
    {"project": "elsewhere"},
]


@pytest.mark.parametrize("reply", LONGER, ids=NAMES)
def test_an_answer_is_for_exactly_what_was_asked(
    reply: dict[str, Any], home: Path, shop: Path
) -> None:
    """Another input, folder, role or project is asked about, whatever the answer holds for."""
    write_role(home)
    write_role(home, name="other")
    (shop / "sub").mkdir()
    elsewhere = shop.parent / "elsewhere"
    (elsewhere / ".git").mkdir(parents=True)
    places = {"sub": str(shop / "sub"), "elsewhere": str(elsewhere)}
    request = coder("make", shop)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, request, **reply)
            return [
                await effect(
                    office,
                    {**request, **{k: places.get(str(v), v) for k, v in other.items()}},
                )
                for other in OTHERS
            ]

    assert run(work()) == ["ask"] * len(OTHERS)


@pytest.mark.parametrize(
    ("reply", "others"),
    [(LONGER[0], "ask"), (LONGER[1], "allow"), (LONGER[2], "allow")],
    ids=NAMES,
)
def test_only_a_sessions_answer_is_for_its_agent_and_session(
    reply: dict[str, Any], others: str, home: Path, shop: Path
) -> None:
    """The others hold for whoever has the same role in the same project."""
    write_role(home)

    async def work() -> list[str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), **reply)
            return [
                await effect(office, coder("make", shop, agent="arch-2")),
                await effect(office, coder("make", shop, session="s-2")),
                await effect(office, coder("make", shop, agent="", session="")),
            ]

    assert run(work()) == [others] * 3


def test_an_answer_for_a_session_needs_one(home: Path, shop: Path) -> None:
    """Whoever names neither agent nor session is asked each time: they may be anybody."""
    write_role(home)
    request = coder("make", shop, agent="", session="")

    async def work() -> str:
        async with opened(home) as office:
            await answered(office, request, scope="session")
            return await effect(office, request)

    assert run(work()) == "ask"


def test_an_answer_for_a_time_ends_with_it(home: Path, shop: Path) -> None:
    """After its seconds, the same call is asked about again."""
    write_role(home)
    request = coder("make", shop)

    async def work() -> tuple[str, list[Any]]:
        async with opened(home) as office:
            await answered(office, request, scope="time", seconds=2)
            first = await effect(office, request)
            async with asyncio.timeout(30):
                while await effect(office, request) != "ask":
                    await asyncio.sleep(0.05)
            return first, await office.grants()

    assert run(work()) == ("allow", [])


@pytest.mark.parametrize("reply", LONGER, ids=NAMES)
@pytest.mark.parametrize(
    ("command", "script"),
    [("bash x.sh", "x.sh"), ("./x.sh", "x.sh"), ("make", "Makefile"), ("sh -e x.sh", "x.sh")],
)
def test_an_answer_ends_when_the_script_changes(
    reply: dict[str, Any], command: str, script: str, home: Path, shop: Path
) -> None:
    """And holds again when it says the same again: it was an answer about that content."""
    write_role(home)
    path = shop / script
    path.write_text("all:\n\techo one\n")
    path.chmod(0o755)

    async def work() -> list[str]:
        async with opened(home) as office:
            seen = [(await answered(office, coder(command, shop), **reply))["effect"]]
            seen.append(await effect(office, coder(command, shop)))
            path.write_text("all:\n\techo two\n")
            seen.append(await effect(office, coder(command, shop)))
            path.unlink()
            seen.append(await effect(office, coder(command, shop)))
            path.write_text("all:\n\techo one\n")
            return [*seen, await effect(office, coder(command, shop))]

    assert run(work()) == ["allow", "allow", "ask", "ask", "allow"]


@pytest.mark.parametrize("swap", ["content", "link", "gone", "pipe"])
def test_a_yes_is_for_the_script_that_was_asked_about(swap: str, home: Path, shop: Path) -> None:
    """One that is changed, or points elsewhere, while people think is not run by their yes."""
    write_role(home)
    (shop / "good.sh").write_text("echo good\n")
    (shop / "evil.sh").write_text("echo evil\n")
    link = shop / "x.sh"
    if swap == "pipe":
        # What it says cannot be read, and is not waited for.
        os.mkfifo(link)
    else:
        link.symlink_to("good.sh")

    def change() -> None:
        if swap == "content":
            (shop / "good.sh").write_text("echo evil\n")
            return
        link.unlink()
        if swap != "gone":
            link.symlink_to("evil.sh")

    async def work() -> tuple[str, str, list[Any]]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("bash x.sh", shop)))
            number = (await question(office))["id"]
            change()
            await office.answer(number, {"answer": "allow", "scope": "session"}, person=ME)
            said = await asking
            return said["effect"], said["why"], await office.grants()

    told = "what it runs has changed since it was asked about"
    if swap == "content":
        changed = f"`{shop}/good.sh` has changed since it was asked about"
        told = f"{changed}: call it again to have it asked again"
    assert run(work()) == ("deny", f"allowed by {ME}, but {told}", [])


@pytest.mark.parametrize("reply", LONGER, ids=NAMES)
def test_no_answer_lifts_a_deny(reply: dict[str, Any], home: Path, shop: Path) -> None:
    """A rule that denies counts whatever was answered before, and for a whole category too."""
    write_role(home)

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            await answered(office, coder("make", shop), **reply)
            before = await effect(office, coder("make", shop))
            write_role(home, STRICT)
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            return before, await effect(office, coder("make", shop))

    assert run(work()) == ("allow", "deny")


def test_an_answer_can_be_for_exactly_one_scope(home: Path, shop: Path) -> None:
    """What does not belong together is refused, and the question stays open."""
    write_role(home)
    wrong: list[dict[str, Any]] = [
        {"answer": "deny", "scope": "session"},
        {"answer": "allow", "scope": "time"},
        {"answer": "allow", "scope": "session", "seconds": 5},
        {"answer": "allow", "category": "bash"},
        {"answer": "allow", "scope": "always", "category": "bash"},
        {"answer": "allow", "scope": "session", "category": "edit"},
        {"answer": "allow", "scope": "session", "category": "everything"},
        {"answer": "timeout"},
        {"answer": "allow", "by": "ada"},
        {"answer": "allow", "decider": "grant"},
        {"answer": "allow", "words": "x" * 5000},
    ]

    async def work() -> str:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            number = (await question(office))["id"]
            for reply in wrong:
                with pytest.raises(UsageError):
                    await office.answer(number, reply, person=ME)
            await office.answer(number, {"answer": "deny", "words": "no"}, person=ME)
            return str((await asking)["why"])

    assert run(work()) == "no"


def test_always_is_a_rule_where_no_rule_asked(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is shown before it is taken, stands in the role's file, and counts at the next call."""
    monkeypatch.setattr("proctor.server.posts.SECONDS", 3600.0)
    write_role(home, "# Ours.\npermissions:\n  allow: [Read]  # all of it\n")
    request = coder("npm test", shop)

    async def work() -> tuple[str, list[Any], list[str]]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(request))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "allow", "scope": "always"}, person=ME)
            first = (await asking)["effect"]
            second = await office.decide(coder("npm test", shop, agent="arch-2", session="s-9"))
            kept = [(record.decision, record.decider) for record in records(office)]
            assert kept == [("ask_approved", "person"), ("allow", "rule")]
            return asked["always"], await office.grants(), [first, second["effect"]]

    shown, grants, effects = run(work())
    written = (home / "roles" / "coder.yaml").read_text()
    assert "npm test" in shown
    assert (grants, effects) == ([], ["allow", "allow"])
    assert "# Ours.\n" in written
    assert "# all of it" in written
    assert "Bash(npm test)" in written


def test_always_is_a_grant_where_the_file_has_changed_meanwhile(home: Path, shop: Path) -> None:
    """What would be written is not what was shown: then it holds for exactly this call."""
    write_role(home, "permissions:\n  allow: [Read]\n")
    asked_by_rule = "permissions:\n  allow: [Read]\n  ask: ['Bash(npm *)']\n"

    async def work() -> tuple[str, list[str]]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("npm test", shop)))
            number = (await question(office))["id"]
            write_role(home, asked_by_rule)
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            await office.answer(number, {"answer": "allow", "scope": "always"}, person=ME)
            said = await asking
            return said["effect"], [grant["scope"] for grant in await office.grants()]

    assert run(work()) == ("allow", ["always"])
    assert (home / "roles" / "coder.yaml").read_text() == asked_by_rule
