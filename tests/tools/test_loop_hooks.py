"""Hooks of a loop: what they see, what they may do, and that none of it is a yes by accident."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proctor.terms.effect import Effect
from proctor.tools.loop_hooks import Abort, Deny, HookContext
from proctor.tools.result import ToolResult
from tests.amounts import amount
from tests.tools.toolboxes import RAN, TOOLS, Says, a_toolbox


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


def test_hooks_see_the_call_in_order_and_may_rewrite_it(home: Path, shop: Path) -> None:
    """A hook sees tool, annotations and input; what it returns is what the next one sees."""
    seen: list[object] = []

    def first(context: HookContext) -> dict[str, Any]:
        seen.append((context.call.tool, context.annotations.read_only, dict(context.input)))
        context.input["product"] = "changed in place"
        return {"product": "salt"}

    async def second(context: HookContext) -> None:
        seen.append(context.input)

    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge, before=(first, second))

    assert box.run("price_of", {"product": "tea"}).ok
    assert seen == [
        ("price_of", True, {"product": "tea", "currency": "EUR"}),
        {"product": "salt", "currency": "EUR"},
    ]
    assert judge.asked[0][0].input == {"product": "salt", "currency": "EUR"}
    assert RAN == [{"product": "salt", "currency": "EUR", "note": None}]


def raises(error: BaseException) -> Any:
    """Return a hook that raises."""

    def hook(_: HookContext) -> None:
        raise error

    return hook


@pytest.mark.parametrize(
    ("hook", "words"),
    [
        (raises(Deny("not today")), "not today"),
        (raises(Deny()), "a hook refuses it"),
        (raises(KeyError("x")), "the hook `hook` failed: KeyError: 'x'"),
        (lambda _: True, "returned bool, which is no answer"),
        (lambda _: False, "returned bool, which is no answer"),
        (lambda _: "allow", "returned str, which is no answer"),
        (lambda _: {"product": 7}, "`product`"),
        (lambda _: {"product": "tea", "sudo": True}, "not in the schema"),
        (lambda: None, "failed: TypeError"),
    ],
)
def test_whatever_a_hook_does_but_go_on_refuses_the_call(
    hook: Any, words: str, home: Path, shop: Path
) -> None:
    """A hook that denies, fails, or answers what is no answer stops the call before the judge."""
    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge, before=(hook,))

    result = box.run("price_of", {"product": "tea"})

    assert (result.ok, result.ran) == (False, False)
    assert words in result.error
    assert (RAN, judge.asked) == ([], [])


def test_a_hook_cannot_allow_what_is_denied(home: Path, shop: Path) -> None:
    """All hooks going on leaves the deny of the policy what it is."""
    box = a_toolbox(home, shop, tools=TOOLS, judge=Says(Effect.DENY), before=(lambda _: None,))

    assert box.run("price_of", {"product": "tea"}).error == "so it is said"
    assert RAN == []


def test_abort_ends_the_loop(home: Path, shop: Path) -> None:
    """An abort is raised out of the toolbox, with the results of the calls before it."""

    def only_tea(context: HookContext) -> None:
        if context.input.get("product") != "tea":
            raise Abort("this shop sells tea")

    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge, before=(only_tea,))

    with pytest.raises(Abort, match="this shop sells tea") as caught:
        box.run_all([("price_of", {"product": "tea"}), ("price_of", {"product": "salt"})])

    assert [one.text for one in caught.value.results] == ["4.20 EUR"]
    assert len(RAN) == 1
    assert judge.told[-1] == ("tool-refused", "price_of", {"why": "aborted"})


def test_hooks_after_the_call_may_replace_the_text(home: Path, shop: Path) -> None:
    """A hook sees the result, and what it returns is the model's text; the value stays."""

    async def shout(context: HookContext, result: ToolResult) -> str:
        return f"{context.input['product']}: {result.text}!"

    box = a_toolbox(home, shop, tools=TOOLS, after=(shout, lambda _, __: None))

    result = box.run("price_of", {"product": "tea"})

    assert (result.text, result.value) == ("tea: 4.20 EUR!", "4.20 EUR")


def test_a_broken_hook_after_the_call_changes_nothing(home: Path, shop: Path) -> None:
    """The tool has run: what a hook does then is a remark, and the other hooks are told."""

    def broken(_: HookContext, __: ToolResult) -> str:
        raise RuntimeError("oh")

    box = a_toolbox(
        home, shop, tools=TOOLS, after=(broken, lambda _, __: 7, lambda _, __: "still told")
    )

    result = box.run("price_of", {"product": "tea"})

    assert (result.ok, result.text) == (True, "still told")
    assert result.remarks == (
        "the hook `broken` failed: RuntimeError: oh",
        "the hook `<lambda>` returned int, which is no text",
    )


def test_an_abort_after_the_call_comes_after_the_event(home: Path, shop: Path) -> None:
    """What ran is kept before a hook can end the loop."""

    def stop(_: HookContext, __: ToolResult) -> None:
        raise Abort

    judge = Says()
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge, after=(stop,))

    with pytest.raises(Abort):
        box.run("price_of", {"product": "tea"})
    assert [kind for kind, _, _ in judge.told] == ["tool-ran"]


EFFECTS = st.sampled_from(list(Effect))
VALUES = st.one_of(st.text(max_size=5), st.integers(), st.none(), st.booleans())
INPUTS = st.dictionaries(
    st.sampled_from(["product", "currency", "note", "context", "self"]), VALUES, max_size=4
)
HOOKS = st.lists(
    st.sampled_from(
        [
            lambda _: None,
            lambda _: {"product": "salt"},
            lambda context: {**context.input, "note": "n"},
            lambda context: context.input.clear(),
            lambda _: {"product": 1},
            lambda _: 0,
            raises(Deny("no")),
        ]
    ),
    max_size=3,
)


@settings(
    max_examples=amount(20, 120),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(effect=EFFECTS, given_=INPUTS, hooks=HOOKS)
def test_what_runs_was_allowed_exactly_so(
    effect: Effect, given_: dict[str, Any], hooks: list[Any], home: Path, shop: Path
) -> None:
    """A function runs once for an allow, with the input that was judged, and else never."""
    RAN.clear()
    judge = Says(effect)
    box = a_toolbox(home, shop, tools=TOOLS, judge=judge, before=hooks)

    result = box.run("price_of", given_)

    judged = [call.input for call, _, _ in judge.asked]
    allowed = judged if effect is Effect.ALLOW else []
    filled = [{"currency": "EUR", "note": None, **one} for one in allowed]  # type: ignore[dict-item]  # inputs are maps
    assert filled == RAN
    assert len(judged) <= 1
    assert result.ran == result.ok == bool(RAN)
