"""The page of tools is true: whoever follows it from a function to the audit gets there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import ROOT, Block, blocks
from tests.server.running import PATIENCE

PAGE = ROOT / "docs" / "tools.md"
WALK = "## From a function to the audit"
# What differs from day to day.
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}")


def walk() -> list[Block]:
    """Return the blocks of the way from a function to the audit."""
    text = PAGE.read_text()
    first = text[: text.index(WALK)].count("\n") + 1
    return [block for block in blocks(PAGE) if block.line > first]


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Give the environment of somebody who has only installed Proctor, and end their server."""
    folder = tmp_path / "shop"
    (folder / ".git").mkdir(parents=True)
    here = str(Path(sys.executable).parent)
    env = {"HOME": str(tmp_path / "user"), "PATH": f"{here}:{os.environ['PATH']}"}
    (tmp_path / "user").mkdir()
    yield {**env, "PWD": str(folder), "LANG": "C.UTF-8", "TZ": "UTC"}
    done(["proctor", "down"], {**env, "PWD": str(folder)})


def done(words: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, in the folder that the environment names."""
    return subprocess.run(
        words,
        env=env,
        cwd=env["PWD"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=4 * PATIENCE,
    )


def test_a_newcomer_gets_from_a_function_to_the_audit(newcomer: dict[str, str]) -> None:
    """A tool is declared, given to a role, shown, called and found in the audit, by the page."""
    printed: list[str] = []
    for block in walk():
        if block.language == "sh":
            ran = done(["bash", "-euc", block.text], newcomer)
            assert ran.returncode == 0, ran.stderr
            printed.append(MOMENT.sub("NOW", ran.stdout))
        else:
            assert MOMENT.sub("NOW", block.text) == printed[-1]

    declared, shown, called, kept = printed
    assert "price_of" in declared
    assert re.search(r"^    price_of +Return the price of a product\.$", shown, re.MULTILINE)
    assert "4.20 EUR" in called
    assert 'tool:price_of:{"product":"tea"}' in kept
