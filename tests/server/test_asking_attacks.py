"""What an agent tries that reaches the real server's socket, and wants to answer itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import NotAllowed, ProctorError, TooLate
from proctor.owner.client import Client
from proctor.server.tokens import Tokens
from tests.server.asking_rig import CODER, ME, answered, coder, effect, write_role
from tests.server.backgrounds import answer, pending
from tests.server.offices import opened, question, records, run, uid_of
from tests.server.running import PATIENCE, running, until
from tests.server.web import Web


@contextmanager
def waiting(
    home: Path, request: dict[str, Any], **proof: str
) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Have a call wait at a server that runs, and give it with its question."""

    def decide() -> dict[str, Any]:
        with Client.connect(home) as client:
            return dict(client.call("decide", within=PATIENCE, **request))

    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(decide)
        until(lambda: pending(home, **proof))
        try:
            yield asking, pending(home, **proof)[0]
        finally:
            for left in pending(home, **proof):
                answer(home, left["id"], "deny")


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"token": ""},
        {"token": "proctor_" + "a" * 43},
        {"token": None},
        {"token": ["x"]},
        {"person": ME},
        {"by": ME, "token": ME},
        {"channel": "inbox"},
    ],
    ids=str,
)
def test_nobody_answers_without_a_persons_token(
    more: dict[str, Any], site: Web, shop: Path
) -> None:
    """The socket is open to agents; a yes is not."""
    with waiting(site.home, coder("make", shop)) as (asking, asked):
        with Client.connect(site.home) as client, pytest.raises(ProctorError):
            client.call("answer", number=asked["id"], answer="allow", scope="always", **more)
        with Client.connect(site.home) as client, pytest.raises(ProctorError):
            client.call("revoke", number=1, **more)
        answer(site.home, asked["id"], "deny")
        assert asking.result(PATIENCE)["effect"] == "deny"
    # Nothing of it is told to whoever asks, and no token is needed to be told no.
    assert "token" not in json.dumps(asked)


def test_a_token_of_somebody_who_is_nobody_here_answers_nothing(home: Path, shop: Path) -> None:
    """Also that of the user of the machine, where people are named and they are none of them."""
    write_role(home)
    path = home / "config.yaml"
    store = path.read_text() if path.exists() else ""
    path.write_text(store + "people:\n  ada: {roles: [admin]}\n")
    tokens = Tokens(home)
    given = {name: tokens.new_token(name) for name in ("eve", ME, "ada")}
    shown = waiting(home, coder("make", shop), token=given["ada"])
    with running(home), shown as (asking, asked):
        with Client.connect(home) as client:
            for name in ("eve", ME):
                with pytest.raises(NotAllowed, match="not among the people"):
                    client.call("answer", number=asked["id"], answer="allow", token=given[name])
            client.call("answer", number=asked["id"], answer="allow", token=given["ada"])
        assert asking.result(PATIENCE)["effect"] == "allow"


def test_a_grant_holds_over_a_kill_of_the_server(home: Path, shop: Path) -> None:
    """It is written before whoever asked hears of it; the next server knows it."""
    write_role(home)
    token = Tokens(home).local_token()
    with running(home) as first, waiting(home, coder("make", shop)) as (asking, asked):
        with Client.connect(home) as client:
            client.call("answer", number=asked["id"], answer="allow", scope="session", token=token)
        assert asking.result(PATIENCE)["effect"] == "allow"
        del first
    with running(home) as second, Client.connect(home) as client:
        assert client.call("decide", **coder("make", shop))["effect"] == "allow"
        second.kill()
    with running(home), Client.connect(home) as client:
        assert client.call("decide", **coder("make", shop))["effect"] == "allow"
        [grant] = client.call("grants")
        client.call("revoke", number=grant["id"], token=token)
        assert client.call("decide", ask="leave", **coder("make", shop))["effect"] == "ask"


OTHER: list[dict[str, Any]] = [
    {"input": {"command": "make evil"}},
    {"input": {"command": "make", "timeout": 1}},
    {"agent": "arch-2"},
    {"session": "s-2"},
    {"cwd": "/"},
    {"role": "guarded"},
    {"subagent": "x"},
    {"requester": "ada"},
]


@pytest.mark.parametrize("other", OTHER, ids=str)
def test_an_answer_is_not_for_another_call_under_its_name(
    other: dict[str, Any], home: Path, shop: Path
) -> None:
    """A uid that was approved is no ticket: what differs in anything is asked by itself."""
    write_role(home)
    request = coder("make", shop, uid="c-1")

    async def work() -> str:
        async with opened(home, timeout=30) as office:
            await answered(office, request)
            asking = asyncio.create_task(office.decide({**request, **other}))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            return str((await asking)["effect"])

    assert run(work()) == "deny"


def test_an_answer_under_a_name_is_not_for_a_script_that_has_changed(
    home: Path, shop: Path
) -> None:
    """The very same request, with another script behind it, is asked about again."""
    write_role(home)
    (shop / "x.sh").write_text("echo good\n")
    request = coder("bash x.sh", shop, uid="c-1")

    async def work() -> str:
        async with opened(home) as office:
            await answered(office, request)
            (shop / "x.sh").write_text("echo evil\n")
            asking = asyncio.create_task(office.decide(request))
            asked = await question(office)
            await office.answer(asked["id"], {"answer": "deny"}, person=ME)
            return str((await asking)["effect"])

    assert run(work()) == "deny"


def test_an_answer_under_a_name_ends_with_a_rule_that_denies(home: Path, shop: Path) -> None:
    """Whoever asks again after a crash is decided by the rules of then."""
    write_role(home)
    request = coder("make", shop, uid="c-1")

    async def work() -> tuple[str, str]:
        async with opened(home) as office:
            first = await answered(office, request)
            write_role(home, CODER + '  deny: ["Bash(make *)"]\n')
            await asyncio.sleep(0.05)  # longer than a look at the files counts
            return first["effect"], (await office.decide(request))["effect"]

    assert run(work()) == ("allow", "deny")


def test_only_the_first_of_many_answers_counts(home: Path, shop: Path) -> None:
    """Twenty at once, of different scopes: one is taken, and what it says is what holds."""
    write_role(home)
    kinds: list[dict[str, Any]] = [
        {"answer": "allow"},
        {"answer": "allow", "scope": "session"},
        {"answer": "allow", "scope": "time", "seconds": 600},
        {"answer": "deny"},
    ] * 5
    # Each in words of its own: the very same answer, given twice at once, is one answer.
    replies = [{**kind, "words": f"number {n}"} for n, kind in enumerate(kinds)]

    async def work() -> None:
        async with opened(home) as office:
            asking = asyncio.create_task(office.decide(coder("make", shop)))
            number = (await question(office))["id"]
            done = await asyncio.gather(
                *(office.answer(number, reply, person=ME) for reply in replies),
                return_exceptions=True,
            )
            won = [
                reply for reply, told in zip(replies, done, strict=True) if isinstance(told, dict)
            ]
            assert len(won) == 1
            assert sum(isinstance(told, TooLate) for told in done) == len(replies) - 1
            assert (await asking)["effect"] == won[0]["answer"]
            longer = won[0].get("scope", "once") != "once"
            assert [grant["scope"] for grant in await office.grants()] == [
                won[0]["scope"] for _ in range(longer)
            ]
            assert len(records(office)) == 1

    run(work())


def test_an_answer_a_cancel_and_the_end_of_its_time_leave_one_end(home: Path, shop: Path) -> None:
    """Whichever is first; what the agent gets, the question and the record say the same."""
    write_role(home)

    async def once(number: int) -> tuple[str, str]:
        async with opened(home, timeout=0.3) as office:
            asking = asyncio.create_task(office.decide(coder(f"make {number}", shop)))
            asked = await question(office)
            uid = await uid_of(office, asked)
            await asyncio.sleep(0.29)
            await asyncio.gather(
                office.answer(asked["id"], {"answer": "allow"}, person=ME),
                office.cancel(asked["id"], uid),
                return_exceptions=True,
            )
            effect_of_it = (await asking)["effect"]
            ended = await office.wait(asked["id"], 0)
            kept = [record.decision for record in records(office) if record.question == asked["id"]]
            expected = {
                "answered": ["ask_approved"],
                "cancelled": ["ask_timeout"],
                "expired": ["ask_timeout"],
            }
            assert kept == expected[ended["status"]]
            return ended["status"], effect_of_it

    for number in range(5):
        status, effect_of_it = run(once(number))
        assert (status == "answered") == (effect_of_it == "allow")


def test_a_question_that_is_gone_cannot_be_answered_later(home: Path, shop: Path) -> None:
    """After its time, no yes runs anything, and none is remembered."""
    write_role(home)

    async def work() -> tuple[str, list[Any], str]:
        async with opened(home, timeout=0.2) as office:
            said = await office.decide(coder("make", shop))
            [asked] = await office.questions()
            with pytest.raises(TooLate):
                await office.answer(asked["id"], {"answer": "allow", "scope": "always"}, person=ME)
            known = await effect(office, coder("make", shop))
            return said["effect"], await office.grants(), known

    assert run(work()) == ("deny", [], "ask")
