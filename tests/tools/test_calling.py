"""The way of a call: in which order things happen, and what stops it."""

from __future__ import annotations

import asyncio
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from proctor import tool
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.tools.result import ToolResult
from tests.tools.toolboxes import RAN, TOOLS, Says, a_toolbox, write_role


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing."""
    RAN.clear()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home."""
    return tmp_path / "home"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a folder to work in."""
    folder = tmp_path / "shop"
    folder.mkdir()
    return folder


def test_an_allowed_call_runs_once(home: Path, shop: Path) -> None:
    """What the judge allows runs once, and the result has its value, its text and its record."""
    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge, agent="till-1", person="ada")

    result = box.run("price_of", {"product": "tea"}, call_id="c-1")

    assert result == ToolResult(
        tool="price_of",
        call_id="c-1",
        ok=True,
        ran=True,
        value="4.20 EUR",
        text="4.20 EUR",
        verdict=Verdict(Effect.ALLOW, "so it is said"),
        record="record-1",
    )
    assert RAN == [{"product": "tea", "currency": "EUR", "note": None}]
    [(call, role, waits)] = judge.asked
    assert (call.tool, call.input) == ("price_of", {"product": "tea", "currency": "EUR"})
    assert (call.agent, call.requester, call.call_id) == ("till-1", "ada", "c-1")
    assert (call.cwd, role, waits) == (str(shop), "open", True)
    [(kind, name, body)] = judge.told
    assert (kind, name, body["ok"], body["error"]) == ("tool-ran", "price_of", True, "")
    assert body["record"] == "record-1"


@pytest.mark.parametrize("effect", [Effect.DENY, Effect.ASK])
def test_a_call_that_is_not_allowed_does_not_run(effect: Effect, home: Path, shop: Path) -> None:
    """A deny is a no, and so is what is left to a dialog that nobody has here."""
    box = a_toolbox(home, shop, tools=TOOLS, judge=Says(effect))

    result = box.run("order", {"product": "tea", "pieces": 2})

    assert (result.ok, result.ran, result.error) == (False, False, "so it is said")
    assert "nothing was done" in result.text
    assert result.verdict == Verdict(effect, "so it is said")
    assert RAN == []


def test_a_tool_gets_its_context_from_the_program(home: Path, shop: Path) -> None:
    """Who asks and for whom is what the toolbox was made with."""
    box = a_toolbox(home, shop, tools=TOOLS, agent="till-1", person="ada")

    result = box.run("order", {"product": "tea", "pieces": 2}, call_id="c-2")

    assert result.value == {"product": "tea", "for": "ada", "by": "till-1", "id": "c-2"}
    assert result.text == '{"product": "tea", "for": "ada", "by": "till-1", "id": "c-2"}'


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"product": "tea", "pieces": 1, "context": {"person": "root"}}, "not in the schema"),
        ({"product": "tea", "pieces": "1"}, "`pieces`"),
        ({"product": "tea"}, "`pieces` is missing"),
        ({"product": "tea", "pieces": 1, "workspace": "/"}, "not in the schema"),
        ([], "must be a map"),
        (None, "must be a map"),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused_before_anybody_is_asked(
    arguments: object, words: str, home: Path, shop: Path
) -> None:
    """What is not what the tool takes neither runs nor reaches a person; an event tells of it."""
    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge)

    result = box.run("order", arguments)

    assert (result.ok, result.ran, result.verdict) == (False, False, None)
    assert words in result.error
    assert (RAN, judge.asked) == ([], [])
    assert [kind for kind, _, _ in judge.told] == ["tool-refused"]


def test_a_tool_that_nobody_has_is_refused(home: Path, shop: Path) -> None:
    """A name that a model has made up runs nothing, and the nearest one is named."""
    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge)

    result = box.run("price_off", {"product": "tea"})

    assert result.error == "there is no tool `price_off`; did you mean `price_of`?"
    assert (RAN, judge.asked) == ([], [])
    assert judge.told == [("tool-refused", "price_off", {"why": "unknown-tool"})]


def test_a_name_of_any_length_and_kind_is_only_quoted(home: Path, shop: Path) -> None:
    """What stands for a tool's name is never more than a short text on one line."""
    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge)

    for name in ("x" * 100_000, "a\nb\x1b[2J", 7, None, ["price_of"]):
        result = box.run(name, {})  # type: ignore[arg-type]  # what a model can say
        assert result.error.startswith("there is no tool `")
        assert len(result.error) < 400
        assert result.error.isprintable()
    assert all(name.isprintable() and len(name) < 300 for _, name, _ in judge.told)


def test_refusal_names_the_tool_as_the_caller_did(home: Path, shop: Path) -> None:
    """Who called `bash` need not know that it is `run_command` here."""
    write_role(home, "seller", "tools: [price_of]\npermissions: {allow: [price_of]}\n")
    home.joinpath("config.yaml").write_text("tools: {price_of: {read_only: true}}\n")
    box = a_toolbox(home, shop, "seller", judge=Says())

    assert box.run("bash", {"command": "ls"}).error == "the tool `bash` is not offered"


def test_a_tool_outside_the_role_is_refused_whatever_the_judge_says(home: Path, shop: Path) -> None:
    """A tool that is not offered is kept as a denial by the judge, asks nobody and never runs."""
    write_role(home, "seller", "tools: [price_of]\npermissions: {allow: [price_of]}\n")
    home.joinpath("config.yaml").write_text("tools: {price_of: {read_only: true}}\n")
    judge = Says()
    box = a_toolbox(home, shop, "seller", tools=TOOLS, judge=judge)

    result = box.run("order", {"product": "tea", "pieces": 1})

    assert result.error == "the tool `order` is not offered"
    assert [waits for _, _, waits in judge.asked] == [False]
    assert RAN == []


def test_a_failing_tool_has_run(home: Path, shop: Path) -> None:
    """What a tool raises is told to the model; its words are not in the event."""
    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge)

    result = box.run("burn", {"product": "s3cret"})

    assert (result.ok, result.ran) == (False, True)
    assert result.text == "The tool failed: no s3cret to burn (buy some)"
    [(_, _, body)] = judge.told
    assert (body["ok"], body["error"]) == (False, "NotFound")
    assert "s3cret" not in str(body)


def test_a_batch_goes_on_after_a_failure(home: Path, shop: Path) -> None:
    """Calls of a batch run one after the other, results in order, and none cancels another."""
    box = a_toolbox(home, shop, tools=TOOLS)

    results = box.run_all(
        [
            ("price_of", {"product": "tea"}, "c-1"),
            ("burn", {"product": "tea"}, "c-2"),
            ("nothing", {}, "c-3"),
            ("price_of", {"product": "salt"}),
        ]
    )

    assert [(one.call_id, one.ok) for one in results] == [
        ("c-1", True), ("c-2", False), ("c-3", False), ("", True),
    ]  # fmt: skip
    assert [min(one) for one in RAN] == ["currency", "burnt", "currency"]


def test_calls_at_once_are_judged_one_by_one(home: Path, shop: Path) -> None:
    """Calls that are made at the same time are asked about one after the other."""

    class Slow(Says):
        at_once = most = 0

        async def judge(self, *args: Any, **more: Any) -> Any:
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            for _ in range(5):
                await asyncio.sleep(0)
            self.at_once -= 1
            return await super().judge(*args, **more)

    judge = Slow()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge)

    async def all_of_them() -> list[ToolResult]:
        return await asyncio.gather(
            *(box.call("price_of", {"product": str(n)}, call_id=str(n)) for n in range(8))
        )

    results = asyncio.run(all_of_them())

    assert [one.call_id for one in results] == [str(n) for n in range(8)]
    assert judge.most == 1
    assert len(RAN) == 8


def test_a_cancelled_call_is_told_of(home: Path, shop: Path) -> None:
    """Whoever cancels a call whose tool has begun leaves an event that says so."""
    begun, go_on = threading.Event(), threading.Event()

    @tool(category="shop")
    def wait_long() -> str:
        """Wait until somebody says so."""
        begun.set()
        go_on.wait(30)
        return "done"

    judge = Says()
    box = a_toolbox(home, shop, tools=(wait_long,), judge=judge)

    async def cancelled() -> None:
        task = asyncio.create_task(box.call("wait_long", {}))
        await asyncio.to_thread(begun.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        go_on.set()

    asyncio.run(cancelled())

    [(kind, _, body)] = judge.told
    assert (kind, body["ok"], body["error"]) == ("tool-ran", False, "CancelledError")


class Broken(Says):
    """A judge that fails whenever it is asked or told."""

    async def judge(self, *args: Any, **more: Any) -> Any:
        """Fail."""
        raise OSError("the judge is ill")

    async def tell(self, *args: Any, **more: Any) -> bool:
        """Fail."""
        raise OSError("the judge is ill")


def test_a_judge_that_fails_has_not_said_yes(home: Path, shop: Path) -> None:
    """Whatever is raised where somebody should decide is a no."""
    result = a_toolbox(home, shop, tools=TOOLS, judge=Broken()).run("price_of", {"product": "tea"})

    assert result.error == "nobody decided: OSError: the judge is ill"
    assert RAN == []


def test_what_cannot_be_kept_afterwards_has_happened(home: Path, shop: Path) -> None:
    """A tool that ran stays one that ran; the result has a remark."""

    class Deaf(Says):
        async def tell(self, *args: Any, **more: Any) -> bool:
            raise OSError

    result = a_toolbox(home, shop, tools=TOOLS, judge=Deaf()).run("price_of", {"product": "tea"})

    assert (result.ok, result.remarks) == (True, ("what became of it could not be kept",))


def test_a_tool_that_exits_does_not_end_the_loop(home: Path, shop: Path) -> None:
    """A tool that calls `sys.exit` has failed, and no more than that."""

    @tool(category="shop")
    def leave() -> str:
        """Leave."""
        sys.exit(3)

    @tool(category="shop")
    async def leave_later() -> str:
        """Leave, asynchronously."""
        sys.exit(3)

    box = a_toolbox(home, shop, tools=(leave, leave_later))

    for name in ("leave", "leave_later"):
        result = box.run(name, {})
        assert (result.ok, result.ran, result.error) == (False, True, "SystemExit: 3")
