"""Tools, found by their names."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from proctor import UsageError, tool
from proctor.errors import ToolDeclarationError
from proctor.terms.catalogue import BUILT_IN
from proctor.tools.definition import ToolDefinition
from proctor.tools.registry import Registry
from tests.tables import each_row

MODULE = """
from functools import partial
from proctor import tool
from proctor.tools.declare import tool as other_name

@tool(names=["cost"])
def price(product: str) -> str:
    '''Return a price.'''
    return product

def no_tool() -> None:
    '''Do nothing.'''

class Holder:
    definition = price.definition

holder = Holder()

@other_name
async def advise() -> str:
    '''Give advice.'''
    return ""

the_same = price
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Write modules that can be imported, and forget them afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    written = []

    def write(text: str = MODULE, name: str = "shop_tools_of_a_test") -> str:
        (tmp_path / f"{name}.py").write_text(text)
        written.append(name)
        return name

    yield write
    for name in written:
        sys.modules.pop(name, None)


@tool(names=["second_name"])
def first() -> str:
    """Be the first."""
    return ""


def from_catalogue(description: str = "Elsewhere.") -> ToolDefinition:
    """Return a tool that no function here runs."""
    return ToolDefinition(
        id="remote", name="Remote", description=description, category="x", parameters={}
    )


def test_a_tool_is_found_by_each_of_its_names() -> None:
    """The id and the other names lead to the same definition; anything else to none."""
    registry = Registry()

    assert registry.add(first) is first.definition
    assert registry.get("first") is registry.get("second_name") is first.definition
    assert registry.get("First") is None
    assert ("second_name" in registry, "third" in registry, len(registry)) == (True, False, 1)


def test_the_same_function_may_be_added_again() -> None:
    """A tool that two modules name is one tool."""
    registry = Registry([first.definition, first.definition])

    assert list(registry) == [first.definition]


def test_a_name_means_one_tool() -> None:
    """A second function of an id, or of another's further name, is refused and changes nothing."""

    @tool(id="first")
    def other() -> str:
        """Be another."""
        return ""

    @tool(id="third", names=["second_name"])
    def third() -> str:
        """Be the third."""
        return ""

    registry = Registry([first.definition])
    with pytest.raises(
        UsageError, match=r"`first` is declared twice: .*first \(.*, .*other"
    ) as caught:
        registry.add(other)
    with pytest.raises(UsageError, match="`second_name` is declared twice"):
        registry.add(third)

    assert caught.value.help == "give one of them another id: @tool(id='…')"
    assert (registry.definitions, registry.get("third")) == ((first.definition,), None)


def test_tools_without_a_function_are_the_same_where_they_are_equal() -> None:
    """Two catalogues may name the same tool, but not two tools by one name."""
    registry = Registry([from_catalogue(), from_catalogue()])

    assert len(registry) == 1
    with pytest.raises(UsageError, match="the catalogue's `remote`"):
        registry.add(from_catalogue("Somewhere else."))


@pytest.mark.parametrize("thing", [len, None, "first", SimpleNamespace(definition="first")])
def test_what_is_no_tool_cannot_be_added(thing: Any) -> None:
    """A function without `@tool`, and anything that only looks like one, is refused."""
    with pytest.raises(UsageError, match="is not a tool") as caught:
        Registry().add(thing)

    assert caught.value.help == "put `@tool` on the function"


def test_a_decorator_above_a_tool_is_an_error() -> None:
    """What stands above `@tool` would not run at a call, so it is never left out in silence."""

    @functools.wraps(first)
    def guarded() -> str:
        return "not for you"

    with pytest.raises(ToolDeclarationError, match="another decorator stands above") as caught:
        Registry().add(guarded)

    assert caught.value.help == "put `@tool` first: what stands above it would not run"


def test_the_tools_of_a_module_come_in_the_order_of_their_declaration(
    module: Callable[..., str],
) -> None:
    """Functions with `@tool` are collected once each; what only has such an attribute is not."""
    registry = Registry.from_modules([module()])

    assert [definition.names for definition in registry] == [("price", "cost"), ("advise",)]


def test_a_module_that_hides_a_tool_behind_a_decorator_is_refused(
    module: Callable[..., str],
) -> None:
    """Also in a module, a decorator above `@tool` is found."""
    above = "\nimport functools\nprice = functools.wraps(price)(lambda product: product)\n"

    with pytest.raises(ToolDeclarationError, match="stands above the `@tool` of `price`"):
        Registry.from_modules([module(MODULE + above)])


def test_tools_of_two_modules_with_one_id_are_refused(module: Callable[..., str]) -> None:
    """Which of the two would run is never left to the order of modules."""
    names = [module(name="shop_a_of_a_test"), module(name="shop_b_of_a_test")]

    with pytest.raises(
        UsageError, match=r"shop_a_of_a_test\.price \(.*_a_of_a_test.py:\d+\), shop_b"
    ):
        Registry.from_modules(names)


@each_row("name", ["", "../x", "shop.", ".shop", "shop tools", "a;b", "x\x1b"])
def test_what_is_no_name_of_a_module_is_not_imported(name: str) -> None:
    """A path, a relative name and anything else that is no module's name is refused."""
    with pytest.raises(UsageError, match="is not the name of a module"):
        Registry.from_modules([name])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import no_such_module_of_a_test", "ModuleNotFoundError: No module named"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("1 +", "SyntaxError"),
        ("raise RuntimeError('\\x1b[2J')", r"RuntimeError: \\x1b\[2J"),
    ],
)
def test_a_module_that_cannot_be_imported_is_an_error_of_ours(
    text: str, said: str, module: Callable[..., str]
) -> None:
    """Whatever happens in a module is said with its name; it never looks like no tools."""
    with pytest.raises(UsageError, match=f"the module `shop_tools_of_a_test` cannot be.*{said}"):
        Registry.from_modules([module(text)])


def test_the_tools_that_come_with_proctor_have_every_name_of_the_earlier_designs() -> None:
    """Each is found by its name, and a policy sees it as the catalogue has it."""
    registry = Registry.built_in()
    names = (
        "read_file write_file list_files search_files run_command create_file str_replace view "
        "bash git_init git_commit git_push git_branch git_merge_request self_edit_system_prompt "
        "self_edit_docs self_edit_permissions self_edit_model chain:status chain:new task:add "
        "task:start task:complete task:approve task:status task:list spawn_impl_session"
    )

    found = {name: registry.get(name) for name in names.split()}

    assert {name: tool and tool.info for name, tool in found.items()} == {
        name: BUILT_IN.get(name) for name in names.split()
    }


def test_a_wrong_declaration_in_a_module_is_said_as_such(module: Callable[..., str]) -> None:
    """The error of `@tool` arrives with its help."""
    with pytest.raises(ToolDeclarationError) as caught:
        Registry.from_modules([module("from proctor import tool\n@tool\ndef f(x): 'X.'\n")])

    assert caught.value.help == "annotate it: `x: str`"
