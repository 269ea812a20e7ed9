"""What any process of the user can hand in and look at: it harms no question of others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.ids import new_uid, seconds, timestamp
from proctor.audit.inbox import MOST_HANDED_IN, MOST_OF_ONE
from proctor.errors import NotAllowed, NotFound, StoreError, UsageError
from proctor.owner.client import Client
from proctor.server.questions import LARGEST_BODY
from proctor.terms.grant import Grant
from proctor.terms.reply import Scope
from tests.server.asking_rig import ME, coder, configure, write_role
from tests.server.offices import opened, question, records, run, uid_of
from tests.server.web import Web


def handed(number: int = 0, **more: Any) -> dict[str, Any]:
    """Return a question in the name of a victim."""
    given = {"tool": "Bash", "action": f"tool:bash:{number}", "agent": "arch-1", "session": "s-1"}
    return {**given, "input": {}, "seconds": 86_400, **more}


async def fill(office: Any, **more: Any) -> list[dict[str, Any]]:
    """Hand in as much as is taken."""
    asked = [await office.ask(handed(number, **more)) for number in range(MOST_HANDED_IN)]
    with pytest.raises(StoreError, match="wait already"):
        await office.ask(handed(MOST_HANDED_IN, **more))
    return asked


def test_nobody_is_shown_what_takes_a_question_back(home: Path, shop: Path) -> None:
    """The uid of a question is in no list, no reply and no stream, but in the reply to its ask."""
    write_role(home)

    async def work() -> None:
        async with opened(home) as office:
            heard: asyncio.Queue[Any] = asyncio.Queue()
            office.bus.listeners.add(heard)
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            own = await question(office)
            uid = await uid_of(office, own)
            other = await office.ask(handed(body={"uid": "forged", "mark": "forged"}))
            shown = [
                await office.questions(),
                await office.wait(own["id"], 0),
                await office.wait(other["id"], 0),
                await office.answer(own["id"], {"answer": "deny"}, person=ME),
                await office.cancel(other["id"], other["uid"]),
                await asking,
            ]
            while not heard.empty():
                shown.append(heard.get_nowait())
            text = json.dumps(shown, default=repr)
            assert [uid in text, other["uid"] in text, '"uid"' in text] == [False] * 3
            assert other["mark"] in text
            assert "forged" not in text

    run(work())


def test_a_process_takes_back_what_it_asked_only(site: Web) -> None:
    """On the socket, the uid that came back with a question ends it; what is listed does not."""
    with Client.connect(site.home) as mine, Client.connect(site.home) as other:
        asked = mine.call("ask", **handed())
        (seen,) = other.call("questions", status="pending")
        with pytest.raises(NotFound):
            other.call("cancel", number=seen["id"], uid=seen["mark"])
        taken = mine.call("cancel", number=asked["id"], uid=asked["uid"])

    assert (seen["mark"], "uid" in seen, taken["status"]) == (asked["mark"], False, "cancelled")


async def asked_by_calls(office: Any) -> list[int]:
    """Return the numbers of the questions that wait and that a call has asked."""
    waiting = await office.questions("pending")
    return [question["id"] for question in waiting if not question.get("handed_in")]


def test_what_is_handed_in_takes_no_room_of_a_call(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full of questions in a victim's name, also after a restart, the victim is still asked."""
    write_role(home)
    monkeypatch.setattr("proctor.audit.inbox.MOST_OPEN", 1)
    monkeypatch.setattr("proctor.audit.inbox.MOST_OF_ONE", 1)

    async def work() -> list[str]:
        found = []
        async with opened(home) as office:
            first = (await fill(office))[0]
        for number in range(2):
            async with opened(home) as office:
                with pytest.raises(StoreError, match="wait already"):
                    await office.ask(handed(number, agent="another"))
                call = coder("make", shop, agent="arch-1", session="s-1")
                asking = asyncio.create_task(office.decide(call))
                while not (own := await asked_by_calls(office)):
                    await asyncio.sleep(0.01)
                await office.answer(own[0], {"answer": "allow"}, person=ME)
                found.append((await asking)["effect"])
        async with opened(home) as office:
            await office.cancel(first["id"], first["uid"])
            assert await office.ask(handed(agent="another"))
        return found

    assert MOST_HANDED_IN < MOST_OF_ONE
    assert run(work()) == ["allow", "allow"]


def test_what_is_handed_in_waits_as_long_as_a_call_at_most(home: Path) -> None:
    """Whoever wants a day gets what people have for every answer; less is as it was wanted."""

    async def work() -> list[int]:
        async with opened(home, timeout=30) as office:
            asked = [await office.ask(handed(wait, seconds=wait)) for wait in (86_400, 10)]
            return [round(seconds(q["expires_at"]) - seconds(q["asked_at"])) for q in asked]

    assert run(work()) == [30, 10]


@pytest.mark.parametrize(
    "body",
    [
        {"why": "x" * LARGEST_BODY},
        {"x" * LARGEST_BODY: 1},
        {str(number): "x" * 1000 for number in range(70)},
        {"why": "\ud800" * (LARGEST_BODY // 6)},
    ],
    ids=["text", "key", "many", "halves"],
)
def test_a_large_body_is_refused(body: dict[str, Any], home: Path) -> None:
    """What a process says beside the input is of a size; nothing of it is kept."""

    async def work() -> list[Any]:
        async with opened(home) as office:
            with pytest.raises(UsageError, match="`body` is too large"):
                await office.ask(handed(body=body))
            return await office.questions()

    assert run(work()) == []


def test_only_one_of_the_people_revokes(home: Path) -> None:
    """A token of a name that config.yaml does not know, or not any more, revokes nothing."""
    configure(home, "people:\n  li: {roles: [lead]}\n")
    grant = Grant(
        uid=new_uid(), key="k", scope=Scope.ALWAYS, made_by="li", made_at=timestamp(),
    )  # fmt: skip

    async def work() -> list[int]:
        async with opened(home) as office:
            number = office.keepers.store.grant(grant).id
            with pytest.raises(NotAllowed, match="not among the people"):
                await office.revoke(number, person="eve")
            left = [one["id"] for one in await office.grants()]
            done = await office.revoke(number, person="li")
            assert done == {"id": number, "revoked_by": "li"}
            return [len(left), len(await office.grants())]

    assert run(work()) == [1, 0]


def test_the_same_request_under_the_same_name_is_one_call(home: Path, shop: Path) -> None:
    """It gets the answer that was given, and has one record; under a new name it is asked."""
    write_role(home)

    async def work() -> tuple[list[str], int]:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop, uid="c-1")))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "allow"}, person=ME)
            found = [await asking, await office.decide(coder("make", shop, uid="c-1"))]
            kept = len(records(office))
            found.append(await office.decide(coder("make", shop, uid="c-2", ask="leave")))
            return [each["effect"] for each in found], kept

    assert run(work()) == (["allow", "allow", "ask"], 1)
