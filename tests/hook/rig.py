"""A hook as it is installed, a server that does what a test wants, and how both are run."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import Identity
from proctor.owner.socket_path import make_folder, socket_path

# Only ends a hang.
PATIENCE = 60.0
ATTENDED = {"CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_SESSION_ATTENDED": "1"}
UNATTENDED = {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli", "CLAUDE_CODE_SESSION_ATTENDED": "0"}
PRE, REQUEST = "PreToolUse", "PermissionRequest"
READS, ASKS, DENIED = "git status", "npm publish", "rm -rf /"


@dataclass(frozen=True)
class Said:
    """How a hook ended."""

    status: int
    out: str
    err: str = ""

    @property
    def decision(self) -> str:
        """Return what it decided, empty where it printed nothing."""
        if not self.out:
            return ""
        inside = json.loads(self.out)["hookSpecificOutput"]
        return str(inside.get("permissionDecision") or inside["decision"]["behavior"])

    @property
    def why(self) -> str:
        """Return the reason that it gave."""
        inside = json.loads(self.out)["hookSpecificOutput"]
        return str(inside.get("permissionDecisionReason") or inside["decision"]["message"])

    @property
    def blocks(self) -> bool:
        """Say whether a tool call does not run after this PreToolUse, on any version."""
        return self.status == 2 or (self.status == 0 and self.decision == "deny")


def allow(event: str = PRE) -> str:
    """Return the answer that allows."""
    inside = '"permissionDecision":"allow"' if event == PRE else '"decision":{"behavior":"allow"}'
    return f'{{"hookSpecificOutput":{{"hookEventName":"{event}",{inside}}}}}'


@dataclass
class Rig:
    """A home, a project, and a hook."""

    home: Path
    project: Path
    hook: Path
    env: dict[str, str] = field(default_factory=dict)

    def install(
        self,
        *,
        python: str = sys.executable,
        package: str = "",
        by_shell: bool = False,
        **fields: Any,
    ) -> Rig:
        """Write the hook with another identity."""
        fields = {"role": "guarded", "socket": str(socket_path(self.home)), **fields}
        identity = Identity("claude-code", fields.pop("home", str(self.home)), **fields)
        folder = package or package_folder()
        text = hook_text(identity, python=python, package=folder, by_shell=by_shell)
        write_hook(self.hook, text)
        return self

    def event(self, name: str = PRE, command: str = READS, **more: object) -> bytes:
        """Return an event of a Bash call."""
        return json.dumps(
            {
                "session_id": "5f2c9a",
                "cwd": str(self.project),
                "permission_mode": "default",
                "hook_event_name": name,
                "tool_name": "Bash",
                "tool_input": {"command": command},
                "tool_use_id": "toolu_01",
                **more,
            }
        ).encode()

    def environment(self, env: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the environment of a hook."""
        given = UNATTENDED if env is None else env
        return {"CLAUDE_PROJECT_DIR": str(self.project), **self.env, **given}

    def run(self, data: bytes, env: Mapping[str, str] | None = None, **options: Any) -> Said:
        """Run the hook to its end."""
        done = subprocess.run(
            options.pop("words", [str(self.hook)]),
            input=data,
            env=self.environment(env),
            stdout=options.pop("stdout", subprocess.PIPE),
            stderr=subprocess.PIPE,
            check=False,
            timeout=PATIENCE,
            **{"cwd": self.project, **options},
        )
        return Said(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())

    @contextmanager
    def started(
        self, data: bytes | None, env: Mapping[str, str] | None = None
    ) -> Iterator[subprocess.Popen[bytes]]:
        """Start the hook; without data its stdin stays open."""
        with subprocess.Popen(
            [str(self.hook)],
            env=self.environment(env),
            cwd=self.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdin is not None
            try:
                if data is not None:
                    process.stdin.write(data)
                    process.stdin.close()
                    process.stdin = None
                yield process
            finally:
                process.kill()

    def rows(self, kind: str = "record") -> list[dict[str, Any]]:
        """Return what was spooled."""
        spool = self.home / "spool" / "records.jsonl"
        lines = spool.read_text().splitlines() if spool.exists() else []
        return [line["row"] for line in map(json.loads, lines) if line["kind"] == kind]

    def decisions(self) -> list[str]:
        """Return what the spooled records say became of their calls."""
        return [row["decision"] for row in self.rows()]


def ended(process: subprocess.Popen[bytes]) -> Said:
    """Wait for the end of a hook."""
    out, err = process.communicate(timeout=PATIENCE)
    return Said(process.returncode, out.decode(), err.decode())


Request = dict[str, Any]
Play = Callable[[socket.socket, Request], None]


class FakeServer:
    """Listens where the server would, and does with each request what the test says."""

    def __init__(self, home: Path, play: Play) -> None:
        self.play = play
        self.requests: list[Request] = []
        self.asked = threading.Event()
        self.over = threading.Event()
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        path = socket_path(home)
        make_folder(path)
        self.socket.bind(str(path))
        self.socket.listen(10)
        self.thread = threading.Thread(target=self.serve)
        self.workers: list[threading.Thread] = []

    def __enter__(self) -> FakeServer:  # noqa: PYI034 - a test's own
        self.thread.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self.over.set()
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        for thread in (self.thread, *self.workers):
            thread.join(PATIENCE)

    def serve(self) -> None:
        """Take connections until the end."""
        while True:
            try:
                connected, _ = self.socket.accept()
            except OSError:
                return
            worker = threading.Thread(target=self.answer, args=(connected,))
            self.workers.append(worker)
            worker.start()

    def answer(self, connected: socket.socket) -> None:
        """Read a request, and do what the test says."""
        with connected, connected.makefile("rb") as lines, suppress(OSError):
            line = lines.readline()
            if not line:
                return
            request = json.loads(line)
            self.requests.append(request)
            self.asked.set()
            self.play(connected, request)

    def hang(self, *_: object) -> None:
        """Do nothing until the test is over."""
        self.over.wait(PATIENCE)


def says(text: str) -> Play:
    """Answer with a text, in which `{id}` is that of the request."""

    def play(connected: socket.socket, request: Request) -> None:
        connected.sendall(text.replace("{id}", str(request.get("id"))).encode())

    return play


def is_root() -> bool:
    """Say whether the tests run as root."""
    return os.geteuid() == 0
