"""A plug is loaded by whoever uses it, and says what it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

FRAMEWORKS = ("agents", "langchain", "langchain_core", "claude_agent_sdk", "mcp", "fastmcp")
WITHOUT = """
import sys
sys.modules[sys.argv[1]] = None
from proctor.errors import MissingExtra
try:
    __import__(sys.argv[2])
except MissingExtra as error:
    print(error.message)
    print(error.help)
"""
LOADED = """
import sys
for name in sys.argv[2:]:
    __import__(name)
print([name for name in sys.argv[1].split() if name in sys.modules])
"""


def output(code: str, *words: str) -> str:
    """Return what a fresh interpreter prints."""
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    ("package", "plug", "extra"),
    [
        ("agents", "openai_agents", "openai-agents"),
        ("langchain", "langchain", "langchain"),
    ],
)
def test_a_missing_framework_is_named_with_its_extra(package: str, plug: str, extra: str) -> None:
    """Who has not installed it reads how to."""
    said = output(WITHOUT, package, f"proctor.plugs.{plug}")

    assert said == (
        f"the plug for {extra} needs the package {extra}\npip install 'proctor-gate[{extra}]'\n"
    )


def test_no_framework_is_loaded_before_its_plug() -> None:
    """Neither the package nor what the plugs stand on costs anybody a framework."""
    ours = ("proctor", "proctor.plugs.calls", "proctor.plugs.exact_arguments", "proctor.testing")

    assert output(LOADED, " ".join(FRAMEWORKS), *ours) == "[]\n"
