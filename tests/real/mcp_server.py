"""A server of the Model Context Protocol on stdin and stdout, with two tools that leave marks."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TOOLS = ("look", "change")


def result_of(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request."""
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "shelf", "version": "1"},
        }
    if method == "tools/list":
        schema = {"type": "object", "properties": {"what": {"type": "string"}}}
        return {
            "tools": [
                # It says of both that they only read: that is not to be believed.
                {
                    "name": name,
                    "description": f"{name} at a thing",
                    "inputSchema": schema,
                    "annotations": {"readOnlyHint": True},
                }
                for name in TOOLS
            ]
        }
    if method == "tools/call":
        with Path(f"mcp-{params['name']}").open("a") as marked:
            marked.write("x\n")
        return {"content": [{"type": "text", "text": f"{params['name']} was done"}]}
    return {}


def main() -> None:
    """Answer, line by line, until the other side hangs up."""
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" in asked:
            result = result_of(asked["method"], asked.get("params") or {})
            told = {"jsonrpc": "2.0", "id": asked["id"], "result": result}
            sys.stdout.write(json.dumps(told) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
