"""Where remembered answers lie."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.ids import SteadyClock, timestamp
from proctor.audit.inbox import Inbox
from proctor.audit.shelf import Shelf
from proctor.errors import StoreError
from proctor.keepers import Keepers, open_keepers
from proctor.terms.grant import Grant
from proctor.terms.reply import Scope


@pytest.fixture
def keepers(home: Path) -> Iterator[Keepers]:
    """Give what keeps a home."""
    with closing(open_keepers(home)) as opened:
        yield opened


def inbox_of(keepers: Keepers) -> Inbox:
    """Return the questions of a home."""
    return Inbox(keepers.store, keepers.identity, keepers.redactor, thread=keepers.shared)


def grant(**more: Any) -> Grant:
    """Return an answer to keep."""
    given = {"uid": "g-1", "key": "exact:1", "scope": Scope.ALWAYS, "made_by": "ada"}
    return Grant(**{**given, "made_at": timestamp(), **more})


def test_what_is_kept_is_found_under_its_key(keepers: Keepers) -> None:
    """And under no other; the same one is kept once."""

    async def work() -> tuple[list[str], list[Grant]]:
        shelf = Shelf(inbox_of(keepers))
        kept = [await shelf.add(grant()) for _ in range(2)]
        assert kept[0] == kept[1]
        await shelf.add(grant(uid="g-2"))
        return [found.uid for found in await shelf.grants_for("exact:1")], await shelf.grants_for(
            "exact:2"
        )

    assert asyncio.run(work()) == (["g-1", "g-2"], [])


def test_what_is_over_or_revoked_is_not_found(keepers: Keepers) -> None:
    """It ends with its time, or at once."""

    async def work() -> list[str]:
        shelf = Shelf(inbox_of(keepers))
        await shelf.add(grant(uid="past", expires_at=timestamp(time.time() - 1)))
        await shelf.add(grant(uid="later", expires_at=timestamp(time.time() + 600)))
        gone = await shelf.add(grant(uid="gone"))
        keepers.store.revoke_grant(gone.id, by="ada", at=timestamp())
        return [found.uid for found in await shelf.grants_for("exact:1")]

    assert asyncio.run(work()) == ["later"]


def test_clock_that_is_set_back_ends_no_grant_later(keepers: Keepers) -> None:
    """A grant ends after its time, also where the clock was set back, or was before a start."""
    now, passed = [1_800_000_000.0], [50.0]

    def shelf() -> Shelf:
        clock = SteadyClock(lambda: now[0], lambda: passed[0])
        return Shelf(inbox_of(keepers), clock)

    async def holds(one: Shelf) -> bool:
        return bool(await one.grants_for("exact:1"))

    async def work() -> list[bool]:
        first = shelf()
        end = timestamp(first.clock() + 600)
        await first.add(grant(made_at=timestamp(first.clock()), expires_at=end))
        seen = [await holds(first)]
        now[0] -= 86_400
        passed[0] += 599
        seen += [await holds(first), await holds(shelf())]
        passed[0] += 2
        seen.append(await holds(first))
        second = shelf()
        seen.append(await holds(second))
        passed[0] += 601
        seen.append(await holds(second))
        now[0] += 3 * 86_400
        return [*seen, await holds(shelf())]

    assert asyncio.run(work()) == [True, True, True, False, True, False, False]


def test_no_secret_is_kept(keepers: Keepers) -> None:
    """What people are shown of a grant is redacted before it is written."""
    secret = "ghp_" + "a1B2" * 9

    async def work() -> list[Grant]:
        shelf = Shelf(inbox_of(keepers))
        body = {"action": f"tool:bash:curl -H 'Authorization: Bearer {secret}' https://example.org"}
        await shelf.add(grant(body=body))
        return await shelf.grants_for("exact:1")

    found = asyncio.run(work())
    assert secret not in json.dumps(found[0].body)
    assert "curl" in found[0].body["action"]


def test_a_store_that_cannot_be_reached_remembers_nothing(
    keepers: Keepers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nobody has answered, and people are asked."""

    def fails(*_: object, **__: object) -> list[Grant]:
        raise StoreError("the disk is gone")

    monkeypatch.setattr(type(keepers.store), "grants_for", fails)
    assert asyncio.run(Shelf(inbox_of(keepers)).grants_for("exact:1")) == []
