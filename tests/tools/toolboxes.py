"""Toolboxes for tests: a home with a role, and a judge that is told what to say."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from proctor import Context, tool
from proctor.errors import NotFound
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from proctor.tools.judging import Ruling
from proctor.tools.toolbox import Toolbox

# What ran, by the tools of the shop.
RAN: list[dict[str, Any]] = []


@tool(category="shop", read_only=True)
def price_of(product: str, currency: str = "EUR", note: str | None = None) -> str:
    """Return the price of a product."""
    RAN.append({"product": product, "currency": currency, "note": note})
    return f"4.20 {currency}"


@tool(category="shop")
async def order(product: str, pieces: int, context: Context) -> dict[str, object]:
    """Order a product."""
    await asyncio.sleep(0)
    RAN.append({"product": product, "pieces": pieces})
    return {"product": product, "for": context.person, "by": context.agent, "id": context.call_id}


@tool(category="shop")
def burn(product: str) -> str:
    """Fail half way."""
    RAN.append({"burnt": product})
    raise NotFound(f"no {product} to burn", help="buy some")


TOOLS = (price_of, order, burn)


class Says:
    """A judge that says one thing, and remembers what it was asked and told."""

    def __init__(self, effect: Effect = Effect.ALLOW) -> None:
        self.effect = effect
        self.asked: list[tuple[ToolCall, str, bool]] = []
        self.told: list[tuple[str, str, dict[str, Any]]] = []

    async def judge(
        self, call: ToolCall, *, role: str, project: str, uid: str, waits: bool = True
    ) -> Ruling:
        """Say it."""
        assert project
        assert uid
        self.asked.append((call, role, waits))
        return Ruling(Verdict(self.effect, "so it is said"), "record-1")

    async def tell(self, kind: str, call: ToolCall, *, uid: str, body: dict[str, Any]) -> bool:
        """Remember what became of a call."""
        assert uid
        self.told.append((kind, call.tool, body))
        return True


def write_role(home: Path, name: str, text: str) -> None:
    """Write a role of the home."""
    (home / "roles").mkdir(parents=True, exist_ok=True)
    (home / "roles" / f"{name}.yaml").write_text(text)


def a_toolbox(home: Path, shop: Path, role: str = "open", **more: Any) -> Toolbox:
    """Return a toolbox that keeps nothing: a judge of the test's own decides."""
    return Toolbox(role, home=home, workspace=shop, **{"judge": Says(), **more})
