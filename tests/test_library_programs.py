"""The programs of docs/library.md run here; tests/real has them in a fresh environment."""

from __future__ import annotations

import asyncio
import runpy
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

import proctor
from proctor import testing
from tests.pages import words
from tests.programs_of_a_page import PAGE, Program, programs

ROLE = "Your own tools in a role file"
EXPECTED = ["claude-agent-sdk", "openai-agents", "langchain", ROLE, "The gateway"]


def test_there_is_one_program_each() -> None:
    """Each plug has its example, and so has the gateway."""
    assert [program.name for program in programs()] == EXPECTED


# What these import is loaded here already, and they leave no server behind.
LOADED = ("claude-agent-sdk", "openai-agents", "langchain")


@pytest.fixture
def no_loop_left() -> Iterator[None]:
    """Close the default loop that openai-agents leaves behind: it would fail a later test."""
    yield
    policy = asyncio.get_event_loop_policy()
    with suppress(RuntimeError):
        policy.get_event_loop().close()
    policy.set_event_loop(None)


@pytest.mark.usefixtures("no_loop_left")
@pytest.mark.parametrize("name", LOADED)
def test_a_program_of_a_plug_prints_what_the_page_shows(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Whoever copies it has the same before them; `make full` runs it in a process of its own."""
    (program,) = (each for each in programs() if each.name == name)
    file = tmp_path / "program.py"
    file.write_text(program.text)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("PROCTOR_HOME", raising=False)
    monkeypatch.chdir(tmp_path)
    capfd.readouterr()
    runpy.run_path(str(file), run_name="program_of_the_page")

    assert capfd.readouterr().out == program.prints


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(each, marks=[pytest.mark.full] if each.name in LOADED else [], id=each.name)
        for each in programs()
    ],
)
def test_a_program_of_the_page_prints_what_the_page_shows(program: Program, tmp_path: Path) -> None:
    """Whoever copies it has the same before them."""
    assert program.run(sys.executable, tmp_path) == program.prints


@pytest.mark.parametrize("package", ["claude_agent_sdk", "agents", "langchain"])
def test_who_has_not_installed_it_reads_how_to(package: str, tmp_path: Path) -> None:
    """Our own import stands first, and its error says what to install, in the traceback."""
    chosen = [each for each in programs() if f"from {package}" in each.text]
    for number, program in enumerate(chosen):
        hidden = f"import sys\nsys.modules['{package}'] = None\n{program.text}"
        with pytest.raises(AssertionError) as caught:
            replace(program, text=hidden, files=()).run(sys.executable, tmp_path / str(number))
        last = str(caught.value).partition("\nassert ")[0].strip().splitlines()[-1]
        assert last.startswith("help: pip install 'proctor-gate["), last
    assert chosen


def test_a_role_file_that_names_ones_own_tools_needs_them_declared(tmp_path: Path) -> None:
    """Without the lines of config.yaml the error says them, in the traceback."""
    (program,) = (each for each in programs() if each.name == ROLE)
    role = tuple(file for file in program.files if "roles/" in file[0])
    with pytest.raises(AssertionError) as caught:
        replace(program, files=role).run(sys.executable, tmp_path)

    assert "declare it: `tools: {refund: {}}` in config.yaml" in str(caught.value)
    assert len(role) == 1


def test_every_public_name_is_on_the_page() -> None:
    """What is exported is said to be public, as code, and all of it can be loaded."""
    section = PAGE.read_text().partition("## What is public")[2]
    listed = {word.rpartition(".")[2] for word in words(section)}

    assert set(proctor.__all__) | set(testing.__all__) <= listed
    assert all(hasattr(testing, name) for name in testing.__all__)


def test_the_package_says_that_it_is_typed() -> None:
    """A type checker of whoever uses it looks into it."""
    assert (Path(proctor.__file__).parent / "py.typed").exists()
