"""What a toolbox offers: the role's tools, the stage's, and always as they are now."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from proctor import tool
from proctor.errors import NotFound, RoleProblems, UsageError
from proctor.owner.client import Client
from proctor.server.tokens import Tokens
from proctor.terms.effect import Effect
from proctor.tools.toolbox import Toolbox
from tests.server.running import running
from tests.tools.toolboxes import Says, a_toolbox, write_role

TEMPLATE = """\
name: sale
stages:
  - {name: look, type: request, roleId: looker, prompt: Look., gate: {type: auto}}
  - {name: sell, type: implementation, roleId: seller, prompt: Sell., gate: {type: auto}}
"""
RAN: list[str] = []


@tool(category="shop", read_only=True)
def price_of(product: str) -> str:
    """
    Return the price of a product.

    Args:
        product: what it is called in the shop.

    """
    RAN.append(product)
    return "4.20"


@tool(category="shop", id="shop:order")
def order(product: str) -> str:
    """Order a product."""
    RAN.append(product)
    return "ordered"


TOOLS = (price_of, order)


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    """Begin with nothing."""
    RAN.clear()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home whose config knows the tools of the shop."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    config = 'tools:\n  price_of: {read_only: true}\n  "shop:order": {}\n'
    (home / "config.yaml").write_text(config)
    write_role(home, "looker", "tools: [price_of]\n")
    write_role(home, "seller", 'tools: [price_of, "shop:order"]\n')
    (home / "workflow-templates").mkdir()
    (home / "workflow-templates" / "sale.yaml").write_text(TEMPLATE)
    return home


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """Give a project."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    return folder


def ids(box: Toolbox) -> list[str]:
    """Return the ids of what is offered."""
    return [one.id for one in box.tools()]


def test_a_role_is_offered_what_it_has(home: Path, shop: Path) -> None:
    """Of all tools there are, a role is offered those that it has, in the order they are known."""
    assert ids(a_toolbox(home, shop, "looker", tools=TOOLS)) == ["price_of"]
    assert ids(a_toolbox(home, shop, "seller", tools=TOOLS)) == ["price_of", "shop:order"]
    assert ids(a_toolbox(home, shop, "seller under looker", tools=TOOLS)) == ["price_of"]


def test_built_in_tools_are_there_from_the_start(home: Path, shop: Path) -> None:
    """A role that may only look is offered the built-in tools that only look."""
    write_role(home, "reader", "permissions: {profile: locked}\n")

    offered = ids(a_toolbox(home, shop, "reader"))

    assert "read_file" in offered
    assert not {"run_command", "write_file", "git_push"} & set(offered)


def test_schemas_are_what_a_model_takes(home: Path, shop: Path) -> None:
    """Name, description and input schema; a name has only the letters that models take."""
    box = a_toolbox(home, shop, "seller", tools=TOOLS)

    assert box.schemas() == [
        {
            "name": "price_of",
            "description": "Return the price of a product.",
            "input_schema": price_of.definition.parameters,
        },
        {
            "name": "shop_order",
            "description": "Order a product.",
            "input_schema": order.definition.parameters,
        },
    ]
    assert box.run("shop_order", {"product": "tea"}).tool == "shop:order"
    assert box.run("shop:order", {"product": "salt"}).tool == "shop:order"
    assert RAN == ["tea", "salt"]


def test_tools_that_a_model_could_not_tell_apart_are_refused(home: Path, shop: Path) -> None:
    """Two ids that are one name to a model are an error when the toolbox is made."""

    @tool(category="shop")
    def shop_order(product: str) -> str:
        """Order a product otherwise."""
        return product

    with pytest.raises(UsageError, match="to a model"):
        a_toolbox(home, shop, "seller", tools=(order, shop_order))


def test_a_change_of_the_role_counts_at_once(home: Path, shop: Path) -> None:
    """A tool that was taken out of the role is not offered any more, and does not run."""
    judge = Says()
    box = a_toolbox(home, shop, "seller", tools=TOOLS, judge=judge)
    assert box.run("shop_order", {"product": "tea"}).ok

    write_role(home, "seller", "tools: [price_of]\n")

    assert ids(box) == ["price_of"]
    assert not box.run("shop_order", {"product": "tea"}).ok
    assert RAN == ["tea"]


def test_a_role_that_does_not_load_runs_nothing(home: Path, shop: Path) -> None:
    """While a role has an error, listing raises it and every call is refused with it."""
    box = a_toolbox(home, shop, "seller", tools=TOOLS)
    write_role(home, "seller", "tools: 7\n")

    with pytest.raises(RoleProblems):
        box.tools()
    result = box.run("price_of", {"product": "tea"})

    assert (result.ok, result.ran, RAN) == (False, False, [])
    assert "seller.yaml" in result.error


def test_there_must_be_a_role_or_a_stage(home: Path, shop: Path) -> None:
    """A toolbox that nobody says the role of is no toolbox."""
    for role, stage in (("", ""), ("@WF-20261116-001", ""), ("seller", "sell"), ("a", "a/b/c")):
        with pytest.raises(UsageError):
            a_toolbox(home, shop, role, stage=stage)


def test_a_loop_that_runs_is_not_held_up(home: Path, shop: Path) -> None:
    """Inside an event loop, the call that waits is refused with what to write instead."""
    box = a_toolbox(home, shop, "seller", tools=TOOLS)

    async def inside() -> None:
        box.run("price_of", {"product": "tea"})

    with pytest.raises(UsageError, match="an event loop runs here"):
        asyncio.run(inside())


def test_a_stage_of_a_template_gives_its_role(home: Path, shop: Path) -> None:
    """`template/stage` is that stage's role, alone or over the role that is given."""
    assert ids(a_toolbox(home, shop, "", stage="sale/look", tools=TOOLS)) == ["price_of"]
    assert ids(a_toolbox(home, shop, "seller", stage="sale/look", tools=TOOLS)) == ["price_of"]
    judge = Says()
    box = a_toolbox(home, shop, "seller", stage="sale/look", tools=TOOLS, judge=judge)
    assert box.run("price_of", {"product": "tea"}).ok
    assert [role for _, role, _ in judge.asked] == ["seller under looker"]


def test_a_stage_that_is_not_there_is_named(home: Path, shop: Path) -> None:
    """A mistyped stage gives nothing, and the nearest one is named."""
    box = a_toolbox(home, shop, "", stage="sale/loop", tools=TOOLS)

    with pytest.raises(NotFound, match="no stage `loop`"):
        box.tools()
    assert "no stage `loop`" in box.run("price_of", {"product": "tea"}).error
    assert RAN == []


def asked(home: Path, op: str, **fields: Any) -> dict[str, Any]:
    """Ask the server as a person."""
    with Client.connect(home) as client:
        return dict(client.call(op, token=Tokens(home).local_token(), **fields))


def test_a_workflow_that_moves_on_changes_what_is_offered_and_what_runs(
    home: Path, shop: Path
) -> None:
    """The stage of the run counts at each listing and each call, and its end ends everything."""
    with running(home):
        run = asked(home, "run-start", template="sale", project=str(shop))["id"]
        box = Toolbox("seller", stage=run, home=home, workspace=shop, tools=TOOLS)

        assert ids(box) == ["price_of"]
        first = box.run("shop_order", {"product": "tea"})
        asked(home, "run-advance", run=run)
        assert ids(box) == ["price_of", "shop:order"]
        second = box.run("shop_order", {"product": "tea"})
        asked(home, "run-cancel", run=run)
        assert ids(box) == []
        third = box.run("shop_order", {"product": "tea"})
        with Client.connect(home) as client:
            kept = [one["decision"] for one in reversed(client.call("records"))]

    assert (first.ok, second.ok, third.ok) == (False, True, False)
    assert "cancelled" in third.error
    assert third.verdict is not None
    assert third.verdict.effect is Effect.DENY
    assert RAN == ["tea"]
    assert kept == ["deny", "allow", "deny"]


def test_a_run_that_nobody_knows_offers_nothing(home: Path, shop: Path) -> None:
    """A run that was never started gives no role, so nothing is offered and nothing runs."""
    box = a_toolbox(home, shop, "seller", stage="WF-20261116-999", tools=TOOLS)

    assert ids(box) == []
    assert "WF-20261116-999" in box.run("price_of", {"product": "tea"}).error
    assert RAN == []


@pytest.mark.parametrize(
    "rules",
    [
        "tools: [Grep, Read]\npermissions: {allow: [Grep], ",
        "tools: [search_files]\npermissions: {allow: [Grep], otherwise: deny, ",
        "tools: [search_files]\npermissions: {otherwise: ask, ",
    ],
)
def test_looking_through_folders_leaves_out_what_a_rule_keeps(
    rules: str, home: Path, shop: Path
) -> None:
    """A tool that looks at many files shows none that a rule denies, or would ask about."""
    write_role(home, "seeker", f"{rules}deny: [Read(hidden.txt)], ask: ['Read(keys/**)']}}\n")
    box = a_toolbox(home, shop, "seeker")
    for name in ("hidden.txt", "keys/a", "notes.txt", "deep/er/notes.txt"):
        path = shop / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text("the word is treasure\n")

    result = box.run("search_files", {"pattern": "treasure"})

    assert result.ok, result.error
    assert sorted(line.split(":")[0] for line in result.text.splitlines()) == [
        "deep/er/notes.txt",
        "notes.txt",
    ]


def test_a_role_or_a_stage_may_be_none(home: Path, shop: Path) -> None:
    """None is the same as leaving it out; both left out, or no text, is an error of ours."""
    assert ids(Toolbox(None, stage="sale/look", home=home, workspace=shop, tools=TOOLS)) == (
        ids(Toolbox(stage="sale/look", home=home, workspace=shop, tools=TOOLS))
    )
    assert ids(Toolbox("looker", stage=None, home=home, workspace=shop, tools=TOOLS)) == [
        "price_of"
    ]
    with pytest.raises(UsageError, match="needs a role or a stage"):
        Toolbox(None, home=home, workspace=shop)
    wrong: Any = 7
    with pytest.raises(UsageError, match="the role of a toolbox is a text, not 7"):
        Toolbox(wrong, home=home, workspace=shop)
    with pytest.raises(UsageError, match="the stage of a toolbox is a text, not 7"):
        Toolbox("looker", stage=wrong, home=home, workspace=shop)


def test_a_role_names_the_tools_of_the_toolbox_without_a_sync(tmp_path: Path, shop: Path) -> None:
    """What the code declares is known to the role, here and on the server; annotations count."""
    home = tmp_path / "plain"
    home.mkdir(mode=0o700)
    write_role(home, "looker", "tools: [price_of, 'shop:order']\npermission_mode: plan\n")
    write_role(home, "buyer", "permissions: {allow: ['shop:order'], otherwise: deny}\n")
    with pytest.raises(RoleProblems):
        Toolbox("looker", home=home, workspace=shop).tools()

    with running(home):
        looker = Toolbox("looker", home=home, workspace=shop, tools=TOOLS)
        buyer = Toolbox("buyer", home=home, workspace=shop, tools=TOOLS)
        assert (ids(looker), ids(buyer)) == (["price_of"], ["shop:order"])
        results = [
            looker.run("price_of", {"product": "tea"}),
            looker.run("shop_order", {"product": "tea"}),
            buyer.run("shop_order", {"product": "salt"}),
            buyer.run("price_of", {"product": "salt"}),
        ]
        with Client.connect(home) as client:
            kept = [one["decision"] for one in reversed(client.call("records"))]

    assert [result.ok for result in results] == [True, False, True, False]
    assert kept == ["allow", "deny", "allow", "deny"]
    assert RAN == ["tea", "salt"]
