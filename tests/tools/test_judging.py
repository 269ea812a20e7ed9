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
from tests.time_limit import SHARED
from tests.tools.toolboxes import write_role

CLERK = """\
description: Works the till
permissions:
  allow: [price_of]
  ask: [order]
  otherwise: deny
"""
RAN: list[str] = []
# What is in the record from earlier tests.
EARLIER: set[str] = set()


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing."""
    RAN.clear()
    EARLIER.clear()


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


def furnish(folder: Path) -> Path:
    """Make a home with a role."""
    home = folder / "home"
    home.mkdir(mode=0o700)
    config = "tools:\n  price_of: {}\n  order: {}\n  give_away: {}\n"
    (home / "config.yaml").write_text(config)
    write_role(home, "clerk", CLERK)
    return home


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Return a home of the test's own; whatever runs for it ends with the test."""
    home = furnish(tmp_path)
    yield home
    owner = owner_of(home)
    if owner is not None:
        os.kill(owner["pid"], signal.SIGTERM)
        until(lambda: owner_of(home) is None)


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run one server for all tests of this file that leave it as it is."""
    home = furnish(tmp_path_factory.mktemp("judging"))
    with running(home, **{SHARED: "1"}):
        yield home


@pytest.fixture
def served(shared_home: Path) -> Path:
    """Give a home whose server runs; what earlier tests have left in its record is passed over."""
    EARLIER.update(one["uid"] for one in records(shared_home))
    EARLIER.update(one.uid for one in events(shared_home))
    return shared_home


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder


def box_of(home: Path, shop: Path) -> Toolbox:
    """Return the toolbox of a clerk."""
    return Toolbox(
        "clerk",
        home=home,
        workspace=shop,
        agent="till-1",
        person="ada",
        tools=(price_of, order, give_away),
    )


@pytest.fixture
def lone_box(home: Path, shop: Path) -> Toolbox:
    """Give a toolbox whose server is the test's own."""
    return box_of(home, shop)


@pytest.fixture
def box(served: Path, shop: Path) -> Toolbox:
    """Give a toolbox whose server runs already."""
    return box_of(served, shop)


def records(home: Path) -> list[dict[str, Any]]:
    """Return what was decided in this test, oldest first."""
    with Client.connect(home) as client:
        kept = client.call("records")
    return [one for one in reversed(kept) if one["uid"] not in EARLIER]


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


def test_an_allowed_call_is_kept_and_runs(served: Path, box: Toolbox) -> None:
    """The record has who, for whom, what and why; the event tells what became of it."""
    result = box.run("price_of", {"product": "tea"}, call_id="c-1")
    [kept] = records(served)
    [event] = [one for one in events(served) if one.kind == "tool-ran"]

    assert (result.text, RAN) == ("4.20", ["price of tea"])
    assert result.record == kept["uid"]
    assert {
        "agent_name": "till-1", "user_id": "ada", "tool": "price_of", "decision": "allow",
        "role": "clerk", "call_id": "c-1", "harness": "toolbox", "spooled": False,
    }.items() <= kept.items()  # fmt: skip
    assert kept["action_string"] == 'tool:price_of:{"product":"tea"}'
    assert (event.agent, event.body["ok"], event.body["record"]) == ("till-1", True, kept["uid"])


def events(home: Path) -> list[Any]:
    """Return the events that this test has made."""
    store = open_reader(home)
    try:
        return [one for one in store.events() if one.uid not in EARLIER]
    finally:
        store.close()


def test_an_approved_call_runs_once_and_is_asked_once(served: Path, box: Toolbox) -> None:
    """A person is asked once, the tool runs once, and the record says who approved."""
    with ThreadPoolExecutor(1) as pool:
        made = asking(box, served, pool)
        assert RAN == []
        answer(served, "allow")
        result = made.result(PATIENCE)
        [kept] = records(served)
        left = pending(served)

    assert (result.ok, RAN, left) == (True, ["1 tea"], [])
    assert (kept["decision"], kept["uid"]) == ("ask_approved", result.record)
    assert kept["input"] == {"product": "tea", "pieces": 1}


def test_a_refused_call_does_not_run(served: Path, box: Toolbox) -> None:
    """A person's no is a no, and their words are what the model is told."""
    with ThreadPoolExecutor(1) as pool:
        made = asking(box, served, pool)
        answer(served, "deny", words="the shop is closed")
        result = made.result(PATIENCE)
        [kept] = records(served)

    assert (result.ok, result.ran, RAN) == (False, False, [])
    assert "the shop is closed" in result.text
    assert kept["decision"] == "ask_denied"


def test_a_batch_asks_one_thing_at_a_time(served: Path, box: Toolbox) -> None:
    """Of two calls that ask, the second is asked when the first is answered, whatever that is."""
    calls = [("order", {"product": "tea"}, "c-1"), ("order", {"product": "salt"}, "c-2")]
    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(box.run_all, calls)
        until(lambda: pending(served))
        [first] = pending(served)
        answer(served, "deny")
        until(lambda: [one for one in pending(served) if one["id"] != first["id"]])
        answer(served, "allow")
        results = made.result(PATIENCE)

    assert [(one.call_id, one.ok) for one in results] == [("c-1", False), ("c-2", True)]
    assert RAN == ["1 salt"]


def test_a_tool_that_the_role_has_not_got_is_denied_and_kept(
    served: Path, shop: Path, box: Toolbox
) -> None:
    """
    A remembered tool is not offered; called all the same, its denial is in the audit.

    The refusal names it once, by the id that a role's file has, not by another program's name.
    """
    offered = [one.id for one in box.tools()]
    result = box.run("give_away", {"product": "tea"})
    (served / "roles" / "looker.yaml").write_text("toolIds: [read_file]\n")
    looker = Toolbox("looker", home=served, workspace=shop)
    other = looker.run("write_file", {"path": "a", "content": ""})
    kept, _ = records(served)

    assert other.error == "the tool `write_file` is not offered: the role does not have it"
    assert "give_away" not in offered
    assert {"price_of", "order"} <= set(offered)
    assert (kept["tool"], kept["decision"]) == ("give_away", "deny")
    assert result.error.startswith("the tool `give_away` is not offered")
    assert (RAN, kept["question"]) == ([], None)


def test_a_server_is_started_where_none_runs(home: Path, lone_box: Toolbox) -> None:
    """Nobody has to start anything first: the first call does."""
    assert owner_of(home) is None

    result = lone_box.run("price_of", {"product": "tea"})

    assert (result.ok, RAN) == (True, ["price of tea"])
    assert owner_of(home) is not None
    assert [kept["decision"] for kept in records(home)] == ["allow"]


def test_a_server_that_dies_while_it_asks_is_asked_again(home: Path, lone_box: Toolbox) -> None:
    """The question survives the crash; its answer lets the call run once."""
    with ThreadPoolExecutor(1) as pool:
        with running(home) as server:
            made = asking(lone_box, home, pool)
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


def test_nothing_runs_where_no_server_can_be_had(home: Path, lone_box: Toolbox) -> None:
    """Where no server starts nobody decides, so nothing runs, and the reason says so."""
    (home / "start.lock").mkdir()

    result = lone_box.run("price_of", {"product": "tea"})

    assert (result.ok, result.ran, RAN) == (False, False, [])
    assert result.error.startswith("nobody decided: no server can be started")


def test_what_cannot_be_handed_on_is_denied(served: Path, shop: Path) -> None:
    """An input that is no JSON, of a tool that is not offered, is a no like any other."""
    box = Toolbox("clerk", home=served, workspace=shop, tools=(give_away,))

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


def new_uid() -> str:
    """Return a name that no decision has yet."""
    return os.urandom(8).hex()


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


def test_the_same_call_under_the_same_name_is_kept_once(served: Path, shop: Path) -> None:
    """Who asks again, because a connection broke, is not in the audit twice."""
    judge = OwnerJudge(served)
    uid = new_uid()
    said = [asyncio.run(deciding(judge, shop, a_call(), uid)) for _ in range(3)]
    kept = records(served)

    assert len(set(said)) == 1
    assert [one["uid"] for one in kept] == [said[0].record]


def test_who_gives_up_takes_the_question_back(served: Path, shop: Path) -> None:
    """Nobody is asked about a call that nobody waits for, and the next one is answered."""
    judge = OwnerJudge(served)

    async def give_up() -> Any:
        asking = asyncio.create_task(
            deciding(judge, shop, a_call("order", product="tea", pieces=1), new_uid())
        )
        await asyncio.to_thread(until, lambda: pending(served))
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        await asyncio.to_thread(until, lambda: not pending(served))
        return await deciding(judge, shop, a_call(), new_uid())

    ruling = asyncio.run(give_up())

    assert ruling.verdict.effect is Effect.ALLOW


def test_many_who_wait_for_people_keep_nobody_from_being_answered(served: Path, shop: Path) -> None:
    """Forty open questions take no thread: an allowed call is answered beside them."""
    judge = OwnerJudge(served)

    async def crowd() -> Any:
        asking = [
            asyncio.create_task(
                deciding(
                    judge,
                    shop,
                    a_call("order", product=f"tea {n}")._replace(agent=f"a-{n}"),
                    new_uid(),
                )
            )
            for n in range(40)
        ]
        await asyncio.to_thread(until, lambda: len(pending(served)) == 40)
        ruling = await deciding(judge, shop, a_call(), new_uid())
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        return ruling

    ruling = asyncio.run(crowd())

    assert ruling.verdict.effect is Effect.ALLOW


@pytest.mark.parametrize(
    "given", [{"x": object()}, {"x": float("nan")}, {1: {2}}], ids=["object", "nan", "set"]
)
def test_an_input_that_is_no_json_is_a_no(served: Path, shop: Path, given: Any) -> None:
    """What cannot be handed on is denied on both sides, and nothing is raised."""
    judge = OwnerJudge(served)
    call = a_call()._replace(input=given, tool="give_away")

    said = [
        asyncio.run(deciding(judge, shop, call, new_uid())),
        judge.judge_now(call, role="clerk", project=str(shop), uid=new_uid()),
    ]

    assert [ruling.verdict.effect for ruling in said] == [Effect.DENY] * 2
