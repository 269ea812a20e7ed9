"""Importing the modules that declare tools."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from proctor.errors import ToolDeclarationError, UsageError
from proctor.tools.importing import FromSource, ModuleMissing, from_source, imported, is_below

NAME = "shop_of_importing"
Write = Callable[[str], Path]


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Stand in a folder that Python imports from, and write its module."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> Path:
        sys.modules.pop(NAME, None)
        path = tmp_path / f"{NAME}.py"
        path.write_text(text)
        return path

    yield write
    sys.modules.pop(NAME, None)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("x = 1\n1/0\n", 2, "ZeroDivisionError: division by zero"),
        ("x = 1\n\nx +\n", 3, "SyntaxError: invalid syntax"),
        ("\nimport no_such_module_x\n", 2, "ModuleNotFoundError: No module named 'no_such_mod"),
        ("import json\njson.loads('{')\n", 2, "JSONDecodeError: Expecting property name"),
        ("def f():\n    raise SystemExit(3)\nf()\n", 2, "SystemExit: 3"),
    ],
)
def test_what_goes_wrong_is_said_with_its_place(
    text: str, line: int, words: str, code: Write
) -> None:
    """File and line are those of the module's own code, not of what it called elsewhere."""
    code(text)

    with pytest.raises(UsageError) as caught:
        imported(NAME)
    start = f"{NAME}.py:{line}: the module `{NAME}` cannot be imported: {words}"
    assert caught.value.message[: len(start)] == start


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("@tool(readonly=True)", "the tool `price`: `readonly` is nothing that can be said"),
        ("@tool(read_only='no')", "the tool `price`: `read_only` is True or False, not 'no'"),
        ("@tool(kind='x')", "the tool `price`: `x` is not a kind of tool"),
        ("@tool(names='xy')", "the tool `price`: `names` is a list of names"),
        ("@tool(read_only=True, edit=True)", "the tool `price` cannot be read_only and edit"),
    ],
)
def test_a_wrong_declaration_names_file_line_module_and_tool(
    said: str, words: str, code: Write
) -> None:
    """The line is that of the decorator, and the help is the one of the declaration."""
    code(f"from proctor import tool\n\n\n{said}\ndef price() -> str:\n    'Say it.'\n")

    with pytest.raises(ToolDeclarationError) as caught:
        imported(NAME)
    start = f"{NAME}.py:4: the module `{NAME}` cannot be imported: {words}"
    assert caught.value.message[: len(start)] == start
    assert caught.value.help


@pytest.mark.parametrize(
    ("name", "help_"),
    [
        ("no_such_module_x", None),
        ("no_such_module_x.tools", None),
        (f"{NAME}.py", f"name it as Python imports it: {NAME}"),
        (f"{NAME}.more", None),
    ],
)
def test_a_module_that_is_not_there_is_missing(name: str, help_: str | None, code: Write) -> None:
    """That is another mistake than one in a module that is there."""
    folder = code("").parent

    with pytest.raises(ModuleMissing) as caught:
        imported(name)
    assert (caught.value.message, caught.value.help, caught.value.module) == (
        f"there is no module `{name}`, seen from {folder}",
        help_,
        name,
    )


@pytest.mark.parametrize("name", ["./shop/tools.py", "shop/tools.py", "shop/tools"])
def test_a_path_is_told_as_a_module(name: str) -> None:
    """Who names a file is told its name as a module."""
    with pytest.raises(UsageError) as caught:
        imported(name)

    assert caught.value.help == "name it as Python imports it: shop.tools"


def test_stale_bytecode_is_not_read(code: Write) -> None:
    """A file of the same size and time as the one that was compiled counts as it is now."""
    path = code("SAID = 'old'\n")
    before = path.stat()
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(path)], check=True)
    code("SAID = 'new'\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    compiled = {file: file.read_bytes() for file in path.parent.rglob("*.pyc")}

    assert importlib.import_module(NAME).SAID == "old"
    sys.modules.pop(NAME)
    with from_source():
        assert imported(NAME).SAID == "new"
    assert compiled == {file: file.read_bytes() for file in path.parent.rglob("*.pyc")}


def test_no_bytecode_is_written(code: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is imported from source leaves nothing behind, a package neither."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    folder = code("from shop_parts_of_importing.part import SAID\n").parent
    (folder / "shop_parts_of_importing").mkdir()
    (folder / "shop_parts_of_importing/part.py").write_text("SAID = 1\n")
    with from_source():
        assert imported(NAME).SAID == 1

    assert list(folder.rglob("*.pyc")) == []
    assert FromSource not in sys.meta_path
    for name in [name for name in sys.modules if name.startswith("shop_parts_of_importing")]:
        sys.modules.pop(name)


def test_two_quick_edits_of_equal_length_count(code: Write) -> None:
    """However fast somebody saves, the last text is the one that runs."""
    with from_source():
        said = []
        for number in range(10):
            code(f"SAID = {number}\n")
            said.append(imported(NAME).SAID)

    assert said == list(range(10))


def test_where_a_module_lies_is_told_without_running_it(code: Write, tmp_path: Path) -> None:
    """A package counts for its modules; nothing is imported."""
    code("raise SystemExit\n")

    assert [is_below(tmp_path, name) for name in (NAME, f"{NAME}.x", "no_such")] == [
        True,
        True,
        False,
    ]
    assert NAME not in sys.modules
