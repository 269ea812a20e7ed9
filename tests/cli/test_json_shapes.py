"""
The shape of every `--json` output: programs read it, so its keys and types are kept.

A small home is used from its beginning to its end, and each command is run where it has something
to say. What it prints is kept in `tests/golden/cli-json.json` by keys and types, without values. To
renew it: `GOLDEN=write pytest tests/cli/test_json_shapes.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proctor.agent_overrides import STARTED, OverrideFiles, Owner
from proctor.cli.main import COMMANDS, load_command
from proctor.tools.pins import Pins
from tests.cli.conftest import Proctor
from tests.cli.test_workflow_tasks import by_agent
from tests.server.running import until
from tests.tools.upstream_tools import listed

GOLDEN = Path(__file__).parent.parent / "golden" / "cli-json.json"
RENEW = f"to renew {GOLDEN.name}: GOLDEN=write pytest tests/cli/test_json_shapes.py"
VERSION = "2.1.325"
CLAUDE = f"""\
#!/bin/sh
case " $*" in
*" --version"*) echo "{VERSION} (Claude Code)" ;;
*) exec sleep 600 ;;
esac
"""
TEMPLATE = """\
displayName: Small
stages:
  - {name: plan, type: design, roleId: architect, prompt: Plan it., gate: {type: auto}}
  - {name: build, type: implementation, roleId: coder, prompt: Build it., gate: {type: auto}}
"""
CASES = """\
role: guarded
cases:
  - {id: reads, call: {tool: Read, file_path: a.txt}, want: {effect: allow}}
"""
# Of these no output is kept, because of what they do.
NOT_RUN = {
    "channel test": "it reaches a chat service",
    "mcp": "it prints JSON only where it serves by HTTP, until it is ended",
}


def shape_of(value: Any) -> Any:
    """Return the keys and types of a value; the elements of a list have one shape together."""
    if isinstance(value, dict):
        return {name: shape_of(one) for name, one in sorted(value.items())}
    if isinstance(value, list):
        return [joined([shape_of(one) for one in value])] if value else []
    names = {bool: "boolean", int: "number", float: "number", str: "text", type(None): "null"}
    return names[type(value)]


def joined(shapes: list[Any]) -> Any:
    """Return one shape for several; a key that only some have is marked by `?`."""
    objects = [one for one in shapes if isinstance(one, dict)]
    if len(objects) == len(shapes):
        names = sorted({name for one in objects for name in one})
        return {
            name + ("" if all(name in one for one in objects) else "?"): joined(
                [one[name] for one in objects if name in one]
            )
            for name in names
        }
    lists = [one for one in shapes if isinstance(one, list)]
    if len(lists) == len(shapes):
        inside = [element for one in lists for element in one]
        return [joined(inside)] if inside else []
    return " or ".join(sorted({one if isinstance(one, str) else json.dumps(one) for one in shapes}))


def json_commands() -> set[str]:
    """Return every command that has `--json`, from the command tree."""

    def below(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
        if hasattr(command, "commands"):
            for name, inner in command.commands.items():
                yield from below(inner, (*words, name))
        else:
            yield " ".join(words), command

    found = [each for name in COMMANDS for each in below(load_command(name), (name,))]
    return {words for words, command in found if any("--json" in p.opts for p in command.params)}


class Recorder:
    """Runs commands with `--json`, and keeps the shape of what they print."""

    def __init__(self, proctor: Proctor, project: Path, home: Path) -> None:
        self.proctor = proctor
        self.project = project
        self.home = home
        self.known = json_commands()
        self.shapes: dict[str, list[Any]] = {}
        self.hooks: list[subprocess.Popen[bytes]] = []

    def run(self, *words: str, lines: bool = False, status: int = 0) -> Any:
        """Run a command, and return what it prints."""
        done = self.proctor(*words, "--json")
        assert done.status == status, (words, done.err, done.out)
        return self.keep(words, done.out, lines=lines)

    def keep(self, words: tuple[str, ...], text: str, *, lines: bool = False) -> Any:
        """Keep the shape of what a command printed."""
        value = [json.loads(line) for line in text.splitlines()] if lines else json.loads(text)
        most = range(len(words), 0, -1)
        name = next(n for i in most if (n := " ".join(words[:i])) in self.known)
        self.shapes.setdefault(name, []).append(shape_of(value))
        return value

    def put_program(self) -> None:
        """Put an agent program on the PATH that was proven already, as far as anyone knows."""
        program = self.project.parent / "bin" / "claude"
        program.parent.mkdir()
        program.write_text(CLAUDE)
        program.chmod(0o755)
        status = program.stat()
        proof = {"claude": str(program), "version": VERSION, "size": status.st_size,
                 "changed": status.st_mtime_ns, "ask_holds": True, "words": "made up"}  # fmt: skip
        (self.home / "proofs").mkdir(mode=0o700, exist_ok=True)
        (self.home / "proofs" / "claude-code.json").write_text(json.dumps({"proofs": [proof]}))

    def ask(self, command: str) -> None:
        """Let a hook ask about a command, and wait until the question is there."""
        before = len(json.loads(self.proctor("approvals", "--json").out))
        event = {
            "session_id": "s-1",
            "hook_event_name": "PreToolUse",
            "cwd": str(self.project),
            "tool_name": "Bash",
            "tool_input": {"command": command},
        }
        hook = subprocess.Popen(
            [sys.executable, "-m", "proctor", "hook", "claude-code"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        assert hook.stdin
        hook.stdin.write(json.dumps(event).encode())
        hook.stdin.close()
        self.hooks.append(hook)
        until(lambda: len(json.loads(self.proctor("approvals", "--json").out)) > before)


@pytest.fixture
def recorder(
    proctor: Proctor,
    project: Path,
    home: Path,
    outside: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Iterator[Recorder]:
    """Give a small home with a server and an agent program, and end both."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.defpath}")
    home.mkdir(mode=0o700)
    made = Recorder(proctor, project, home)
    try:
        yield made
    finally:
        proctor("stop", "coder-1", "--force")
        proctor("down")
        for hook in made.hooks:
            hook.wait(60)


def test_json_outputs_keep_their_shape(recorder: Recorder) -> None:
    """Every command with `--json` prints the keys and types of the golden file."""
    run = recorder.run
    use_files(recorder)
    use_server(recorder)
    use_agents(recorder)
    run("down")
    found = {name: joined(shapes) for name, shapes in sorted(recorder.shapes.items())}
    if os.environ.get("GOLDEN") == "write":
        GOLDEN.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")

    assert json.loads(GOLDEN.read_text()) == found, RENEW
    assert json_commands() == {*found, *NOT_RUN}


def use_files(recorder: Recorder) -> None:
    """Run what needs no server."""
    run, project = recorder.run, recorder.project
    run("init")
    run("trust", "--yes")
    run("status")
    run("role", "list")
    run("role", "show", "coder")
    run("role", "check")
    run("role", "init", "painter", "--home")
    run("role", "create", "baker", "--home")
    run("role", "copy", "coder", "cook", "--home")
    run("role", "edit", "baker", "--set", "description=Bakes", "--home")
    run("role", "history", "baker", "--home")
    run("role", "history", "baker", "1", "--home")
    run("role", "restore", "baker", "1", "--home")
    run("role", "delete", "baker", "--home", "--yes")
    run("tools", "list")
    run("tools", "show", "Bash")
    run("tools", "sync")
    Pins(recorder.home).meet("github", [listed("get", "Get an issue", read_only=True)])
    run("tools", "upstreams")
    run("tools", "pin", "github/get", "--yes")
    run("tools", "unpin", "github/get")
    run("channel", "list")
    run("explain", "Bash", "git push --force && make", status=20)
    run("check")
    cases, calls = project / "cases.yaml", project / "calls.jsonl"
    cases.write_text(CASES)
    calls.write_text('{"tool": "Read", "input": {"file_path": "a.txt"}}\n')
    run("test", str(cases))
    run("replay", str(calls), lines=True)
    # Before there is an agent program: with one, it is proven for a minute.
    run("doctor", "--quick", status=1)
    recorder.put_program()
    run("install", "claude-code", "--project")
    run("uninstall", "claude-code", "--project")
    run("demo", "--fast")


def use_server(recorder: Recorder) -> None:
    """Run what asks the server."""
    run = recorder.run
    run("up", "--background")
    run("status")
    run("token")
    run("open", "--print")
    recorder.ask("npm publish")
    run("approvals")
    run("approve", "1")
    recorder.ask("npm install left-pad")
    run("deny", "2")
    run("grant", "add", "bash", "--agent", "coder-9", "--yes")
    run("grant", "list")
    run("grant", "revoke", "1")
    run("audit", "list")
    run("audit", "show", "1")
    run("audit", "stats")
    run("audit", "events")
    run("audit", "verify")
    run("audit", "acknowledge")
    templates = recorder.home / "workflow-templates"
    templates.mkdir(mode=0o700, exist_ok=True)
    (templates / "small.yaml").write_text(TEMPLATE)
    run("workflow", "list")
    run("workflow", "check")
    run("workflow", "show", "small")
    started = run("workflow", "start", "small", "--title", "Try it")["id"]
    for number, title in enumerate(("Write it", "Read it", "Drop it"), 1):
        added = run("workflow", "task", "add", started, title)
        assert added["task"]["id"] == f"T-00{number}"
    for action in ("start", "complete", "return"):
        run("workflow", "task", action, started, "T-001")
    for action in ("start", "complete"):
        by_agent(recorder.home, action, started, "T-002")
    run("workflow", "task", "approve", started, "T-002")
    run("workflow", "task", "status", started, "T-002")
    for task in ("T-001", "T-003"):
        run("workflow", "task", "drop", started, task)
    run("workflow", "task", "list", started)
    run("workflow", "status")
    run("workflow", "status", started)
    run("workflow", "advance", started)
    run("workflow", "cancel", started)


def use_agents(recorder: Recorder) -> None:
    """Run what starts agents and ends them."""
    run = recorder.run
    run("run", "--role", "coder", "--name", "coder-1", "--detach")
    run("list")
    run("send", "coder-1", "Hello.")
    run("logs", "coder-1")
    session = json.loads((recorder.home / "sessions" / "coder-1" / "agent.json").read_text())
    owner = Owner("coder-1", "coder", session["project"], f"{STARTED}{session['id']}")
    OverrideFiles(recorder.home).write(owner, {"profile": "locked"}, "ada, today")
    run("role", "revoke", "--agent", "coder-1")
    run("session", "list")
    run("stop", "coder-1")
    run("restart", "coder-1")
    run("stop", "coder-1")
    run("resume", "coder-1")
    run("stop", "coder-1")
    run("session", "clean", "coder-1")
