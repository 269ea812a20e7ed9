"""
An MCP server by hand, over standard input and output, that misbehaves in one way.

    python odd_server.py WAY [FILE]

`FILE` is where it leaves its traces, or what it goes by. Without a fault it has the tools
`echo` and `wait`, and answers each request in its turn.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

WAY = sys.argv[1] if len(sys.argv) > 1 else "well"
FILE = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(os.devnull)
STATELESS = "2026-07-28"
NO_INPUT = {"type": "object", "properties": {}}
TOOLS: list[Any] = [
    {
        "name": "echo",
        "description": "Says it again",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}},
    },
    {"name": "wait", "description": "Waits", "inputSchema": NO_INPUT},
]


def say(body: Any) -> None:
    """Write a message."""
    sys.stdout.write(json.dumps(body) + "\n")
    sys.stdout.flush()


def tell(method: str, **params: Any) -> None:
    """Send a notification."""
    say({"jsonrpc": "2.0", "method": method, "params": params})


def answer(number: Any, result: Any) -> None:
    """Answer a request."""
    say({"jsonrpc": "2.0", "id": number, "result": result})


def text(number: Any, words: str) -> None:
    """Answer a call with a text."""
    answer(number, {"content": [{"type": "text", "text": words}]})


def tool(name: str, **more: Any) -> dict[str, Any]:
    """Return a tool."""
    return {"name": name, "description": name, "inputSchema": NO_INPUT, **more}


def tools() -> list[Any]:
    """Return the tools of this way."""
    odd: dict[str, Callable[[], list[Any]]] = {
        "many": lambda: [tool(f"tool_{at}") for at in range(10_000)],
        "twice": lambda: [*TOOLS, tool("both", title="one"), tool("both", title="two")],
        "same": lambda: [*TOOLS, tool("both"), tool("both")],
        "long-name": lambda: [*TOOLS, tool("x" * (1 << 20))],
        "bad-schema": lambda: [
            *TOOLS,
            tool("number", inputSchema=5),
            tool("no_type", inputSchema={"type": "objekt"}),
            tool("elsewhere", inputSchema={"type": "object", "$ref": "https://example.com/s"}),
            tool("output", outputSchema=[]),
            7,
        ],
        "from-file": lambda: json.loads(FILE.read_text()),
    }
    return odd[WAY]() if WAY in odd else TOOLS


def flood() -> None:
    """Send notifications until nobody reads them."""
    for at in range(20_000):
        tell("notifications/message", level="info", data=f"news {at}")


def die(number: Any, params: dict[str, Any]) -> None:
    """End in the middle of a call."""
    sys.stderr.write("out of paper\x1b[31m\n")
    sys.stderr.flush()
    os._exit(3)


def large_id_last(number: Any, params: dict[str, Any]) -> None:
    """Answer with 50 MB and say only then to what."""
    result = {"content": [{"type": "text", "text": "x" * 50_000_000}]}
    say({"jsonrpc": "2.0", "result": result, "id": number})


def endless(number: Any, params: dict[str, Any]) -> None:
    """Answer with 50 MB in a line that does not end."""
    sys.stdout.write(f'{{"jsonrpc":"2.0","id":{number},"result":"' + "x" * 50_000_000)
    sys.stdout.flush()
    time.sleep(3600)


def hang(number: Any, params: dict[str, Any]) -> None:
    """Hang in the tool `wait`."""
    if params["name"] == "wait":
        time.sleep(3600)
    echo(number, params)


def leave(number: Any, params: dict[str, Any]) -> None:
    """Never answer the tool `wait`, and go on."""
    if params["name"] != "wait":
        echo(number, params)


def progress(number: Any, params: dict[str, Any]) -> None:
    """Tell of progress, also of what nobody waits for."""
    token = params["_meta"]["progressToken"]
    tell("notifications/progress", progressToken=token, progress=1, total=2, message="half\x07")
    strangers: list[Any] = ["other", 4711, None, [], True]
    for other in strangers:
        tell("notifications/progress", progressToken=other, progress=1)
    tell("notifications/progress", progressToken=token, progress="much")
    text(number, "done")


def known(number: Any, params: dict[str, Any]) -> None:
    """Answer for the tools that there are, and say when they have changed."""
    if params["name"] not in {one["name"] for one in tools()}:
        error = {"code": -32602, "message": f"Unknown tool: {params['name']}"}
        say({"jsonrpc": "2.0", "id": number, "error": error})
        return
    echo(number, params)
    if params["arguments"].get("text") == "changed":
        tell("notifications/tools/list_changed")


def raw(number: Any, params: dict[str, Any]) -> None:
    """Write an answer as it is given, with the number of the request for NUMBER."""
    sys.stdout.write(params["arguments"]["line"].replace("NUMBER", str(number)) + "\n")
    sys.stdout.flush()


def echo(number: Any, params: dict[str, Any]) -> None:
    """Say it again."""
    text(number, str(params["arguments"].get("text", "")))


def surroundings(number: Any, params: dict[str, Any]) -> None:
    """Say in which folder and environment this runs."""
    text(number, json.dumps({"cwd": str(Path.cwd()), "env": dict(os.environ)}))


def closes_output(number: Any, params: dict[str, Any]) -> None:
    """Close the output and live on."""
    os.close(1)
    time.sleep(3600)


def closes_input(number: Any, params: dict[str, Any]) -> None:
    """Close the input, and die as soon as somebody has opened the named pipe and closed it."""
    os.close(0)
    FILE.read_bytes()
    die(number, params)


CALLS: dict[str, Callable[[Any, dict[str, Any]], None]] = {
    "dies-in-call": die,
    "large": lambda number, _: text(number, "x" * 50_000_000),
    "large-id-last": large_id_last,
    "endless": endless,
    "hangs": hang,
    "slow": leave,
    "progress": progress,
    "environment": surroundings,
    "results": lambda number, params: answer(number, json.loads(params["arguments"]["result"])),
    "raw": raw,
    "closes-output": closes_output,
    "closes-input": closes_input,
    "from-file": known,
}


def before() -> None:
    """Do what is done before anything is read."""
    if WAY == "dies-at-start":
        sys.stderr.write("no configuration\nuse --config\n")
        sys.exit(2)
    if WAY == "garbage":
        sys.stdout.write("Welcome to the shop!\n\n\x00\xff{]\n[1, 2]\n" + "[" * 100_000 + "\n")
        sys.stdout.flush()
    if WAY == "stderr":
        sys.stderr.write("a warning about nothing at all\n" * 500_000 + "the last\x1b[2J line\n")
        sys.stderr.flush()
    if WAY == "child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        FILE.write_text(f"{os.getpid()} {child.pid}")
    if WAY == "stubborn":
        import signal  # noqa: PLC0415 - for this way only

        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        FILE.write_text(str(os.getpid()))


def began(number: Any) -> None:
    """Answer the handshake."""
    if WAY == "hangs-at-start":
        sys.stderr.write("waiting for the moon\n")
        sys.stderr.flush()
        time.sleep(3600)
    version = "1999-01-01" if WAY == "version" else "2025-06-18"
    answer(
        number,
        {
            "protocolVersion": version,
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "odd", "version": "1"},
        },
    )
    if WAY == "floods":
        flood()
    if WAY == "asks":
        for at, method in enumerate(("sampling/createMessage", "elicitation/create", "ping")):
            say({"jsonrpc": "2.0", "id": f"s{at}", "method": method, "params": {}})
        say({"jsonrpc": "2.0", "id": 77, "method": "roots/list"})
    if WAY == "unasked":
        answer(1, {"tools": [tool("forged")]})
        answer(4711, {"tools": [tool("forged")]})
        answer("2", {"tools": [tool("forged")]})
        answer(True, {"tools": [tool("forged")]})


def listed(number: Any, cursor: str | None) -> None:
    """Answer with a page of the tools."""
    page = int(cursor or "0")
    if WAY == "pages":
        more = {"nextCursor": str(page + 1)} if page < 2 else {}
        answer(number, {"tools": [tool(f"page_{page}")], **more})
    elif WAY == "endless-pages":
        answer(number, {"tools": [tool(f"page_{page}")], "nextCursor": str(page + 1)})
    elif WAY == "no-list":
        answer(number, {"tools": "none"})
    elif WAY == "refuses-list":
        error = {"code": -32601, "message": "no tools here"}
        say({"jsonrpc": "2.0", "id": number, "error": error})
    else:
        answer(number, {"tools": tools()})


def modern(message: dict[str, Any]) -> bool:
    """Say whether a request says by itself who sends it."""
    meta = message.get("params", {}).get("_meta", {})
    stamped = meta.get("io.modelcontextprotocol/protocolVersion") == STATELESS
    offered = meta.get("io.modelcontextprotocol/clientCapabilities") == {}
    return stamped and offered and "io.modelcontextprotocol/clientInfo" in meta


def serve(message: dict[str, Any]) -> None:
    """Answer one message."""
    method, number = message.get("method"), message.get("id")
    if WAY in {"modern", "newer"} and not modern(message):
        error = {"code": -32022, "message": "no handshakes here"}
        say({"jsonrpc": "2.0", "id": number, "error": error})
    elif method == "initialize":
        began(number)
    elif method == "server/discover":
        answer(number, {"supportedVersions": ["2099-01-01" if WAY == "newer" else STATELESS]})
    elif method == "tools/list":
        listed(number, message["params"].get("cursor"))
    elif method == "tools/call":
        CALLS.get(WAY, echo)(number, message["params"])
    elif method == "ping":
        answer(number, {})
    if (WAY, method) in {("exits-after-list", "tools/list"), ("exits-after-call", "tools/call")}:
        sys.exit(0)


def main() -> None:
    """Serve until the input ends."""
    before()
    for line in sys.stdin:
        if WAY in {"asks", "slow"}:
            with FILE.open("a") as trace:
                trace.write(line)
        serve(json.loads(line))
    if WAY == "stubborn":
        time.sleep(3600)


if __name__ == "__main__":
    main()
