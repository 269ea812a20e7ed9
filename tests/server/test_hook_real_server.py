"""The hook itself, as a process, before a real server: killed on either side."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import proctor
from proctor.owner.client import LOOKING
from proctor.server.hook_requests import GAVE_UP
from proctor.server.tokens import Tokens
from proctor.terms.question import CLOSED
from tests.server.hook_rig import CLI, HEADLESS, hexed, post, pre, wish
from tests.server.running import PATIENCE, running, until
from tests.server.web import Web

PACKAGE = str(Path(proctor.__file__).parent.parent)


@pytest.fixture
def own_home(tmp_path: Path) -> Path:
    """Give a home with a store of its own."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


class Caller:
    """Somebody who speaks to a server, by its socket."""

    def __init__(self, home: Path, shop: Path, path: str, agent: str = "arch-1") -> None:
        self.home = home
        self.shop = shop
        self.path = path
        self.agent = agent

    def op(self, op: str, **fields: Any) -> Any:
        """Ask for an op; what only looks is shown to the local user."""
        if op in LOOKING:
            fields["token"] = Tokens(self.home).local_token()
        with socket.socket(socket.AF_UNIX) as peer:
            peer.settimeout(PATIENCE)
            peer.connect(self.path)
            peer.sendall(json.dumps({"op": op, **fields}).encode() + b"\n")
            with peer.makefile() as said:
                return json.loads(said.readline())["ok"]

    def pending(self) -> list[Any]:
        """Return the questions that wait, once there is one."""
        until(lambda: self.op("questions", status="pending"))
        return list(self.op("questions", status="pending"))

    def answer(self, answer: str) -> None:
        """Answer the question that waits, as the user."""
        number, token = self.pending()[0]["id"], Tokens(self.home).local_token()
        self.op("answer", number=number, answer=answer, token=token)

    def decisions(self) -> list[str]:
        """Return what is kept, oldest first."""
        kept = reversed(self.op("records", agent=self.agent))
        return [record["decision"] for record in kept]

    def ends(self) -> list[tuple[str, str]]:
        """Return how each question ended."""
        ours = [q for q in self.op("questions") if q["agent"] == self.agent]
        return [(q["status"], (q["reply"] or {}).get("words", "")) for q in ours]

    def hook(
        self, said: dict[str, Any], env: dict[str, str], seconds: float = 60.0
    ) -> subprocess.Popen[bytes]:
        """Start the hook as an agent program does, which gives it so many seconds."""
        identity = ("claude-code", str(self.home), "", self.agent, True, seconds, self.path)
        code = (
            f"import sys; sys.path.append({PACKAGE!r}); "
            f"from proctor.hook.client import main; main({identity!r})"
        )
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**env, "CLAUDE_PROJECT_DIR": str(self.shop)},
        )
        assert process.stdin is not None
        process.stdin.write(json.dumps({**said, "cwd": str(self.shop)}).encode())
        process.stdin.close()
        process.stdin = None
        return process

    def printed(self, process: subprocess.Popen[bytes]) -> Any:
        """Wait for the end of a hook, and return what it printed."""
        out, problems = process.communicate(timeout=PATIENCE)
        assert (process.returncode, problems) == (0, b"")
        return json.loads(out)["hookSpecificOutput"] if out else None


def test_a_dialog_with_the_hook_itself(site: Web, shop: Path) -> None:
    """Asked in the dialog, killed when it was answered there, and approved since it ran."""
    caller = Caller(site.home, shop, site.server.info["socket"], "dialog-1")
    allowed = caller.printed(caller.hook(pre("git status", "call-0"), CLI))
    asked = caller.printed(caller.hook(pre("npm publish"), CLI))
    beside = caller.hook(wish("npm publish"), CLI)
    caller.pending()
    beside.terminate()
    silent = caller.printed(beside)
    until(lambda: caller.ends() == [("cancelled", CLOSED)])
    ran = caller.printed(caller.hook(post("npm publish"), CLI))
    until(lambda: len(caller.decisions()) == 3)
    kept = caller.decisions()

    assert (allowed["permissionDecision"], asked["permissionDecision"]) == ("allow", "ask")
    assert (silent, ran) == (None, None)
    assert kept == ["allow", "ask_dialog", "dialog_approved"]


def test_a_hook_that_is_killed_while_it_is_held(site: Web, shop: Path) -> None:
    """The kernel closes its socket: the question ends, and the record says why."""
    caller = Caller(site.home, shop, site.server.info["socket"], "killed-1")
    held = caller.hook(pre("npm publish"), HEADLESS)
    caller.pending()
    held.kill()
    held.communicate()
    until(lambda: caller.ends() == [("cancelled", GAVE_UP)])
    until(lambda: caller.decisions() == ["ask_timeout"])


def test_a_held_hook_gets_the_answer(site: Web, shop: Path) -> None:
    """What the user says by the socket is what the program hears."""
    caller = Caller(site.home, shop, site.server.info["socket"], "held-1")
    held = caller.hook(pre("npm publish"), HEADLESS)
    caller.answer("allow")
    said = caller.printed(held)

    assert said == {"hookEventName": "PreToolUse", "permissionDecision": "allow"}


@pytest.mark.parametrize(
    ("event", "env"),
    [
        ("PreToolUse", HEADLESS),
        pytest.param("PermissionRequest", CLI, marks=pytest.mark.full),
    ],
)
def test_a_server_that_is_killed_asks_no_second_time(
    own_home: Path, shop: Path, event: str, env: dict[str, str]
) -> None:
    """The hook comes again with its uid: the question that was open is answered, and kept once."""
    call = pre("npm publish") if event == "PreToolUse" else wish("npm publish")
    said = json.dumps({**call, "cwd": str(shop)})
    line = {
        "op": "hook", "v": 1, "id": os.urandom(8).hex(), "program": "claude-code",
        "event": hexed(said), "role": "", "agent": hexed("arch-1"), "ask_holds": True,
        "seconds": 60.0, "uid": os.urandom(16).hex(),
        "env": {name: hexed(value) for name, value in env.items()},
    }  # fmt: skip
    if event == "PermissionRequest":
        with running(own_home) as server:
            caller = Caller(own_home, shop, server.info["socket"])
            assert caller.printed(caller.hook(pre("npm publish"), CLI))
    with running(own_home) as server, socket.socket(socket.AF_UNIX) as peer:
        caller = Caller(own_home, shop, server.info["socket"])
        peer.connect(caller.path)
        peer.sendall(json.dumps(line).encode() + b"\n")
        [before] = caller.pending()
        server.kill()
        heard = peer.recv(100)
    with running(own_home) as server, socket.socket(socket.AF_UNIX) as peer:
        caller = Caller(own_home, shop, server.info["socket"])
        peer.settimeout(PATIENCE)
        peer.connect(caller.path)
        peer.sendall(json.dumps(line).encode() + b"\n")
        again = peer.recv(100)
        [after] = caller.pending()
        caller.answer("allow")
        answer = peer.recv(1000)
        kept = caller.decisions()

    assert heard == again == f"{line['id']} wait\n".encode()
    assert before["id"] == after["id"]
    assert b"allow" in answer
    first = ["ask_dialog"] if event == "PermissionRequest" else []
    assert kept == [*first, "ask_approved"]
