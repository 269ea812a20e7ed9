"""
Two of our hooks on one call, and a server that has just begun.

A new server knows only what is in the store. An agent that can end the old one at such a moment
may have people asked once more; it must not get a yes by that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.audit.stores.sqlite_store import SqliteStore
from proctor.errors import StoreError
from proctor.server import hook_events
from proctor.server.hook_dialogs import YES
from proctor.server.hook_flow import HookFlow
from proctor.terms.reply import Answer, Scope
from tests.attacks.test_two_hooks import DEPLOY, Pair, home, pair, shop
from tests.server.hook_rig import CLI, HEADLESS, pre, run, wish

__all__ = ["home", "shop"]


def fails(*_: Any, **__: Any) -> Any:
    """Stand for a store that is away."""
    raise StoreError("the store is away")


async def disagree(two: Pair) -> None:
    """Let the agent's role have a yes for good, and `guarded` ask in the dialog of the call."""
    first = await two.own(pre(DEPLOY), HEADLESS)
    await two.here.rings()
    await two.here.press(scope=Scope.ALWAYS)
    assert await first.word() == "allow"
    second = pre(DEPLOY, "2")
    assert await (await two.own(second)).word() == "allow"
    assert await (await two.stranger(second)).word() == "ask"


async def denied(two: Pair, env: dict[str, str]) -> list[str]:
    """Let both hooks ask for the dialog, say no to what `guarded` asks, and return their words."""
    waiting = [await two.own(wish(DEPLOY), env), await two.stranger(wish(DEPLOY), env)]
    await two.here.rings()
    await two.here.press(Answer.DENY)
    return [await hook.word() for hook in waiting]


@pytest.mark.parametrize(("env", "word"), [(CLI, ""), (HEADLESS, "deny")], ids=["cli", "headless"])
def test_a_record_that_cannot_be_read_is_no_yes(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch, env: dict[str, str], word: str
) -> None:
    """Whether another role has asked is not known, so the yes of one role opens no dialog."""

    async def work() -> list[str]:
        async with pair(home, shop) as two:
            await disagree(two)
        async with pair(home, shop) as two:
            with monkeypatch.context() as away:
                away.setattr(SqliteStore, "find", fails)
                said = [
                    await (await start(wish(DEPLOY), env)).word()
                    for start in (two.own, two.stranger)
                ]
            # Once it can be read, people are asked.
            return [*said, *await denied(two, env)]

    assert run(work()) == [word, word, "deny", "deny"]


def test_questions_before_many_records_are_found(
    home: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many calls were recorded since, the question of another role counts."""
    monkeypatch.setattr(hook_events, "PIECE", 2)

    async def work() -> list[str]:
        async with pair(home, shop) as two:
            await disagree(two)
            for n in range(5):
                await two.words(pre("ls", f"later-{n}"))
        async with pair(home, shop) as two:
            return await denied(two, CLI)

    assert run(work()) == ["deny", "deny"]


def test_a_yes_that_nobody_has_given_cannot_be_said(home: Path, shop: Path) -> None:
    """An answer for a dialog without anybody who was asked is an error, not a yes."""

    async def work() -> None:
        async with pair(home, shop) as two:
            with pytest.raises(ValueError, match="nobody"):
                await HookFlow(two.here.office).as_others(None, YES, [])  # type: ignore[arg-type]

    run(work())
