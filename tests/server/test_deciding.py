"""What a gateway says beside a call: it is read, or refused, and never looser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UsageError
from tests.server.asking_rig import write_role
from tests.server.offices import bash, opened, run

ROLE = "permissions: {allow: [Bash(make)], otherwise: deny}\n"


def decided(home: Path, shop: Path, **more: Any) -> dict[str, Any]:
    """Have a command decided."""

    async def work() -> dict[str, Any]:
        async with opened(home) as office:
            return await office.decide(bash("make", shop, role="coder", uid="one", **more))

    write_role(home, ROLE)
    return run(work())


@pytest.mark.parametrize("more", [{}, {"gateway": ""}, {"gateway": "0" * 32}, {"said": {"x": 1}}])
def test_a_gateway_that_is_not_there_changes_nothing(
    home: Path, shop: Path, more: dict[str, Any]
) -> None:
    """Without a gateway that holds its line, a call is decided and named as any other."""
    answer = decided(home, shop, **more)

    assert (answer["effect"], answer["rule"]) == ("allow", "Bash(make)")
    assert answer["record"].endswith("-allow")


def test_the_same_call_has_the_same_name_through_any_gateway(home: Path, shop: Path) -> None:
    """A gateway whose line was renewed hands the same call in under the same name."""
    names = {
        decided(home, shop, **more)["record"] for more in ({}, {"gateway": "x"}, {"said": None})
    }

    assert len(names) == 1


@pytest.mark.parametrize("key", [1, None, ["x"], {}])
def test_a_key_is_a_text(home: Path, shop: Path, key: object) -> None:
    """A key of another kind is a wrong request."""
    with pytest.raises(UsageError, match="`gateway` is a text"):
        decided(home, shop, gateway=key)
