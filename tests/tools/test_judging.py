"""The owner decides about the calls of a toolbox: a real server, a real store, real people."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from proctor import tool
from proctor.audit.owner import owner_of
from proctor.keepers import open_reader
from proctor.owner.client import Client
from proctor.server.tokens import Tokens
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.tools.judging import OwnerJudge, read_ruling
from proctor.tools.result import ToolResult
from proctor.tools.toolbox import Toolbox
from tests.server.running import PATIENCE, running, until
from tests.tables import each_row
from tests.tools.toolboxes import write_role

CLERK = """\
description: Works the till
permissions:
  allow: [price_of]
  ask: [order]
  otherwise: deny
"""
RAN: list[str] = []


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing."""
    RAN.clear()


@tool(category="shop", read_only=True)
def price_of(product: str) -> str:
    """Return the price of a product."""
    RAN.append(f"price of {product}")
    return "4.20"


@tool(category="shop")
def order(product: str, pieces: int = 1) -> str:
    """Order a product."""
    RAN.append(f"{pieces} {product}")
    return "ordered"


@tool(category="shop")
def give_away(product: str) -> str:
    """Give a product away."""
    RAN.append(f"gave {product} away")
    return "gone"


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Return a home with a role; whatever runs for it ends with the test."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    config = "tools:\n  price_of: {}\n  order: {}\n  give_away: {}\n"
    (home / "config.yaml").write_text(config)
    write_role(home, "clerk", CLERK)
    yield home
    owner = owner_of(home)
    if owner is not None:
        os.kill(owner["pid"], signal.SIGTERM)
        until(lambda: owner_of(home) is None)


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder


@pytest.fixture
def box(home: Path, shop: Path) -> Toolbox:
    """Give the toolbox of a clerk."""
    return Toolbox(
        "clerk",
        home=home,
        workspace=shop,
        agent="till-1",
        person="ada",
        tools=(price_of, order, give_away),
    )


def records(home: Path) -> list[dict[str, Any]]:
    """Return what was decided, oldest first."""
    with Client.connect(home) as client:
        return list(reversed(client.call("records")))


def pending(home: Path) -> list[dict[str, Any]]:
    """Return what waits for somebody's answer."""
    with Client.connect(home) as client:
        return list(client.call("questions", status="pending"))


def answer(home: Path, word: str, **more: Any) -> None:
    """Answer the question that waits."""
    [asked] = pending(home)
    with Client.connect(home) as client:
        token = Tokens(home).local_token()
        client.call("answer", number=asked["id"], answer=word, token=token, **more)


def asking(box: Toolbox, home: Path, pool: ThreadPoolExecutor) -> Future[ToolResult]:
    """Make a call that asks, and return once it does."""
    made = pool.submit(box.run, "order", {"product": "tea"}, call_id="c-1")
    until(lambda: pending(home))
    return made


def test_an_allowed_call_is_kept_and_runs(home: Path, box: Toolbox) -> None:
    """The record has who, for whom, what and why; the event tells what became of it."""
    with running(home):
        result = box.run("price_of", {"product": "tea"}, call_id="c-1")
        [kept] = records(home)
        [event] = [one for one in events(home) if one.kind == "tool-ran"]

    assert (result.text, RAN) == ("4.20", ["price of tea"])
    assert result.record == kept["uid"]
    assert {
        "agent_name": "till-1", "user_id": "ada", "tool": "price_of", "decision": "allow",
        "role": "clerk", "call_id": "c-1", "harness": "toolbox", "spooled": False,
    }.items() <= kept.items()  # fmt: skip
    assert kept["action_string"] == 'tool:price_of:{"product":"tea"}'
    assert (event.agent, event.body["ok"], event.body["record"]) == ("till-1", True, kept["uid"])


def events(home: Path) -> list[Any]:
    """Return the events that are kept."""
    store = open_reader(home)
    try:
        return list(store.events(limit=100))
    finally:
        store.close()


def test_an_approved_call_runs_once_and_is_asked_once(home: Path, box: Toolbox) -> None:
    """A person is asked once, the tool runs once, and the record says who approved."""
    with running(home), ThreadPoolExecutor(1) as pool:
        made = asking(box, home, pool)
        assert RAN == []
        answer(home, "allow")
        result = made.result(PATIENCE)
        [kept] = records(home)
        left = pending(home)

    assert (result.ok, RAN, left) == (True, ["1 tea"], [])
    assert (kept["decision"], kept["uid"]) == ("ask_approved", result.record)
    assert kept["input"] == {"product": "tea", "pieces": 1}


def test_a_refused_call_does_not_run(home: Path, box: Toolbox) -> None:
    """A person's no is a no, and their words are what the model is told."""
    with running(home), ThreadPoolExecutor(1) as pool:
        made = asking(box, home, pool)
        answer(home, "deny", words="the shop is closed")
        result = made.result(PATIENCE)
        [kept] = records(home)

    assert (result.ok, result.ran, RAN) == (False, False, [])
    assert "the shop is closed" in result.text
    assert kept["decision"] == "ask_denied"


def test_a_batch_asks_one_thing_at_a_time(home: Path, box: Toolbox) -> None:
    """Of two calls that ask, the second is asked when the first is answered, whatever that is."""
    calls = [("order", {"product": "tea"}, "c-1"), ("order", {"product": "salt"}, "c-2")]
    with running(home), ThreadPoolExecutor(1) as pool:
        made = pool.submit(box.run_all, calls)
        until(lambda: pending(home))
        [first] = pending(home)
        answer(home, "deny")
        until(lambda: [one for one in pending(home) if one["id"] != first["id"]])
        answer(home, "allow")
        results = made.result(PATIENCE)

    assert [(one.call_id, one.ok) for one in results] == [("c-1", False), ("c-2", True)]
    assert RAN == ["1 salt"]


def test_a_tool_that_the_role_has_not_got_is_denied_and_kept(home: Path, box: Toolbox) -> None:
    """A remembered tool is not offered; called all the same, its denial is in the audit."""
    with running(home):
        offered = [one.id for one in box.tools()]
        result = box.run("give_away", {"product": "tea"})
        [kept] = records(home)

    assert "give_away" not in offered
    assert {"price_of", "order"} <= set(offered)
    assert (kept["tool"], kept["decision"]) == ("give_away", "deny")
    assert result.error.startswith("the tool `give_away` is not offered")
    assert (RAN, kept["question"]) == ([], None)


def test_a_server_is_started_where_none_runs(home: Path, box: Toolbox) -> None:
    """Nobody has to start anything first: the first call does."""
    assert owner_of(home) is None

    result = box.run("price_of", {"product": "tea"})

    assert (result.ok, RAN) == (True, ["price of tea"])
    assert owner_of(home) is not None
    assert [kept["decision"] for kept in records(home)] == ["allow"]


def test_a_server_that_dies_while_it_asks_is_asked_again(home: Path, box: Toolbox) -> None:
    """The question survives the crash; its answer lets the call run once."""
    with ThreadPoolExecutor(1) as pool:
        with running(home) as server:
            made = asking(box, home, pool)
            server.kill()
        until(lambda: owner_of(home) is not None and answering(home))
        until(lambda: pending(home))
        answer(home, "allow")
        result = made.result(PATIENCE)

    assert (result.ok, RAN) == (True, ["1 tea"])
    assert [kept["decision"] for kept in records(home)] == ["ask_approved"]


def answering(home: Path) -> bool:
    """Say whether a server answers."""
    try:
        pending(home)
    except Exception:  # noqa: BLE001 - not yet, for whatever reason
        return False
    return True


def test_nothing_runs_where_no_server_can_be_had(home: Path, box: Toolbox) -> None:
    """Where no server starts nobody decides, so nothing runs, and the reason says so."""
    (home / "start.lock").mkdir()

    result = box.run("price_of", {"product": "tea"})

    assert (result.ok, result.ran, RAN) == (False, False, [])
    assert result.error.startswith("nobody decided: no server can be started")


def test_what_cannot_be_handed_on_is_denied(home: Path, shop: Path) -> None:
    """An input that is no JSON, of a tool that is not offered, is a no like any other."""
    box = Toolbox("clerk", home=home, workspace=shop, tools=(give_away,))

    with running(home):
        result = box.run("give_away", {"product": object()})

    assert (result.ok, result.ran, RAN) == (False, False, [])


@each_row(
    "said",
    [
        None, [], "allow", {}, {"effect": "allow"}, {"effect": "yes", "why": ""},
        {"effect": ["allow"], "why": ""}, {"effect": "ALLOW", "why": ""}, {"effect": 1, "why": ""},
        {"effect": "allow", "why": None}, {"effect": "allow", "why": "", "record": 7},
    ],
    ids=str,
)  # fmt: skip
def test_an_answer_that_is_none_is_a_deny(said: object) -> None:
    """Whatever is not plainly an answer of the server never becomes an allow."""
    assert read_ruling(said).verdict.effect is Effect.DENY


# Connections that are kept


def a_call(tool: str = "price_of", **given: Any) -> ToolCall:
    """Return a call of the till."""
    return ToolCall(tool, given or {"product": "tea"}, agent="till-1", session="s", call_id="c-1")


def deciding(judge: OwnerJudge, shop: Path, call: ToolCall, uid: str) -> Any:
    """Ask a judge, from a loop."""
    return judge.judge(call, role="clerk", project=str(shop), uid=uid)


def test_a_server_that_is_started_anew_is_asked_on_a_new_connection(home: Path, shop: Path) -> None:
    """Whoever keeps a judge for long does not notice that the server is another one."""
    judge = OwnerJudge(home)
    effects = []
    for turn in ("one", "two"):
        with running(home):
            effects.append(asyncio.run(deciding(judge, shop, a_call(), f"u-{turn}")))
            effects.append(
                judge.judge_now(a_call(), role="clerk", project=str(shop), uid=f"v-{turn}")
            )
            assert judge.tell_now("tool-ran", a_call(), uid=f"t-{turn}", body={"ok": True})
            kept = len(records(home))

    assert [ruling.verdict.effect for ruling in effects] == [Effect.ALLOW] * 4
    assert kept == 4


def test_the_same_call_under_the_same_name_is_kept_once(home: Path, shop: Path) -> None:
    """Who asks again, because a connection broke, is not in the audit twice."""
    judge = OwnerJudge(home)
    with running(home):
        said = [asyncio.run(deciding(judge, shop, a_call(), "u-1")) for _ in range(3)]
        kept = records(home)

    assert len(set(said)) == 1
    assert [one["uid"] for one in kept] == [said[0].record]


def test_who_gives_up_takes_the_question_back(home: Path, shop: Path) -> None:
    """Nobody is asked about a call that nobody waits for, and the next one is answered."""
    judge = OwnerJudge(home)

    async def give_up() -> Any:
        asking = asyncio.create_task(
            deciding(judge, shop, a_call("order", product="tea", pieces=1), "u-1")
        )
        await asyncio.to_thread(until, lambda: pending(home))
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.to_thread(until, lambda: not pending(home))
        return await deciding(judge, shop, a_call(), "u-2")

    with running(home):
        ruling = asyncio.run(give_up())

    assert ruling.verdict.effect is Effect.ALLOW


def test_many_who_wait_for_people_keep_nobody_from_being_answered(home: Path, shop: Path) -> None:
    """Forty open questions take no thread: an allowed call is answered beside them."""
    judge = OwnerJudge(home)

    async def crowd() -> Any:
        asking = [
            asyncio.create_task(
                deciding(
                    judge,
                    shop,
                    a_call("order", product=f"tea {n}")._replace(agent=f"a-{n}"),
                    f"q-{n}",
                )
            )
            for n in range(40)
        ]
        await asyncio.to_thread(until, lambda: len(pending(home)) == 40)
        ruling = await deciding(judge, shop, a_call(), "u-1")
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        return ruling

    with running(home):
        ruling = asyncio.run(crowd())

    assert ruling.verdict.effect is Effect.ALLOW


@pytest.mark.parametrize(
    "given", [{"x": object()}, {"x": float("nan")}, {1: {2}}], ids=["object", "nan", "set"]
)
def test_an_input_that_is_no_json_is_a_no(home: Path, shop: Path, given: Any) -> None:
    """What cannot be handed on is denied on both sides, and nothing is raised."""
    judge = OwnerJudge(home)
    call = a_call()._replace(input=given, tool="give_away")

    with running(home):
        said = [
            asyncio.run(deciding(judge, shop, call, "u-1")),
            judge.judge_now(call, role="clerk", project=str(shop), uid="u-2"),
        ]

    assert [ruling.verdict.effect for ruling in said] == [Effect.DENY] * 2
