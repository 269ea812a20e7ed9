"""What a start loads: no command but `proctor mcp` waits for the library, and it for no other."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = "import sys; __import__(sys.argv[1]); print(' '.join(sys.modules))"


def loaded_by(module: str) -> set[str]:
    """Return the packages that a fresh interpreter has loaded for a module."""
    command = [sys.executable, "-I", "-c", LOADED, module]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name.partition(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("module", ["proctor", "proctor.cli.main", "proctor.cli.mcp"])
def test_the_library_is_loaded_when_it_is_served(module: str) -> None:
    """Neither the package nor a command imports what serves MCP before it is needed."""
    heavy = {"mcp", "mcp_types", "fastmcp", "starlette", "uvicorn", "httpx2", "pydantic"}

    assert loaded_by(module) & heavy == set()


def test_a_gateway_reads_no_settings_of_the_agents_folder() -> None:
    """FastMCP, which reads `.env` of the folder that it is imported in, is not part of it."""
    loaded = loaded_by("proctor.gateway.run")

    assert "mcp" in loaded
    assert loaded & {"fastmcp", "dotenv", "pydantic_settings"} == set()
