"""
A real server of a temporary home, with people, roles, agents and a record of their own.

    with site(folder) as here:
        asked = here.ask("npm publish", agent="shop-1")     # waits in the inbox
        here.client("ada").get("/approvals")                # signed in, as a browser is
        assert asked.verdict() == "allow"                   # what the agent was told
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page

from proctor.server.tokens import Tokens
from tests.server.running import PATIENCE, Server, running, until

ADMIN, DEVELOPER, VIEWER = "ada", "dan", "vera"
CONFIG = f"""\
people:
  {ADMIN}: {{roles: [admin]}}
  {DEVELOPER}: {{roles: [developer]}}
  {VIEWER}: {{roles: [viewer]}}
permission_grants:
  admin: [open, standard, locked]
  developer: [standard, locked]
  viewer: [locked]
approval: {{timeout: 2h}}
"""
ROLES = {
    "builder": """\
name: builder
description: Builds and tests the shop
permissions:
  allow: [Read, Grep, "Bash(@read)", "Bash(make *)"]
  ask: ["Bash(@secret)", "Read(@secret)", "Bash(@network)"]
  deny:
    - rule: Bash(@destroy)
      why: This cannot be undone. Ask a person to do it.
""",
    "reader": """\
name: reader
description: Reads, and changes nothing
tools: [Read, Grep, Glob]
permissions: {allow: [Read, Grep, Glob], otherwise: deny}
""",
}
WORKFLOW = """\
displayName: Plan, then build
stages:
  - name: plan
    type: design
    roleId: reader
    prompt: Plan it.
    gate: {type: human_approval, prompt: Is the plan good?}
  - name: build
    type: implementation
    roleId: builder
    prompt: Build it.
    gate: {type: auto}
"""
# What was decided before anybody looks: the agent, its role, the tool and its input.
BEFORE: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    ("shop-1", "builder", "Bash", {"command": "git status"}),
    ("shop-1", "builder", "Read", {"file_path": "src/app.py"}),
    ("shop-1", "builder", "Bash", {"command": "make test"}),
    ("shop-1", "builder", "Bash", {"command": "git push -f origin main"}),
    ("docs-1", "reader", "Grep", {"pattern": "login", "path": "docs"}),
    ("docs-1", "reader", "Write", {"file_path": "docs/new.md", "content": "# New"}),
)
# Where session.js keeps the key of a session.
KEPT = "proctor-key"
HEADLESS = {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli", "CLAUDE_CODE_SESSION_ATTENDED": "0"}


class Asked:
    """A call of an agent that waits for a person; the agent itself waits at the socket."""

    def __init__(self, site: Site, peer: socket.socket, call_id: str) -> None:
        self.site = site
        self.peer = peer
        self.lines = peer.makefile("r", encoding="ascii")
        found: list[int] = []

        def there() -> bool:
            pending = site.bearer().get("/api/approvals").json()
            found[:] = [one["id"] for one in pending if one["call_id"] == call_id]
            return bool(found)

        until(there)
        self.number = found[0]

    def verdict(self) -> str:
        """Wait for what the agent is told: `allow` or `deny`."""
        said = ""
        while not said or said.endswith(" wait\n"):
            said = self.lines.readline()
            assert said, "the server hung up"
        printed = json.loads(said.split(" ", 2)[2])["hookSpecificOutput"]
        return str(printed["permissionDecision"])

    def answer(self, answer: str = "allow", person: str = ADMIN, **more: Any) -> httpx.Response:
        """Answer it by the API, as somebody does elsewhere."""
        body = {"answer": answer, **more}
        return self.site.bearer(person).post(f"/api/approvals/{self.number}", json=body)

    def leave(self) -> None:
        """Let the agent go away: nobody waits for the answer any more."""
        self.lines.close()
        self.peer.close()


class Site:
    """A server that runs, and everybody who uses it."""

    def __init__(self, home: Path, project: Path, server: Server, stack: ExitStack) -> None:
        self.home = home
        self.project = project
        self.server = server
        self.url = str(server.info["page"])
        self.stack = stack
        self.tokens = {name: Tokens(home).new_token(name) for name in (ADMIN, DEVELOPER, VIEWER)}
        self.asked: list[Asked] = []
        self.clients: dict[tuple[str, str], httpx.Client] = {}

    # People

    @property
    def cookie_name(self) -> str:
        """Return the name of the cookie of this server's sessions."""
        return f"proctor_session_{self.url.rsplit(':', 1)[1]}"

    def bearer(self, person: str = ADMIN) -> httpx.Client:
        """Return a client with a person's token, for the API."""
        headers = {"Authorization": f"Bearer {self.tokens[person]}"}
        return self.kept("bearer", person, headers=headers)

    def client(self, person: str = ADMIN) -> httpx.Client:
        """Return a client with a person's session, as their browser has one, its key included."""
        made = self.kept("session", person, headers={"Origin": self.url})
        if not made.cookies:
            answer = made.post("/sign-in", data={"token": self.tokens[person]})
            assert made.cookies, f"{person} cannot sign in: {answer.status_code} {answer.text}"
            made.headers["X-CSRF-Token"] = answer.headers["x-csrf-token"]
        return made

    def stranger(self) -> httpx.Client:
        """Return a client of nobody."""
        return self.kept("stranger", "")

    def kept(self, kind: str, person: str, **how: Any) -> httpx.Client:
        """Return the client of this kind, made when it is first wanted."""
        if (kind, person) not in self.clients:
            made = httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, **how)
            self.clients[kind, person] = self.stack.enter_context(made)
        return self.clients[kind, person]

    def sign_in(self, page: Page, person: str = ADMIN) -> None:
        """Give a browser's context the session of a person; before its first page is opened."""
        client = self.client(person)
        page.context.add_cookies(
            [
                {"name": one.name, "value": one.value or "", "url": self.url}
                for one in client.cookies.jar
            ]
        )
        key = json.dumps(client.headers["X-CSRF-Token"])
        page.context.add_init_script(f"localStorage.setItem('{KEPT}', {key})")

    # Agents

    def ask(
        self,
        command: str,
        *,
        agent: str = "shop-1",
        role: str = "builder",
        tool: str = "Bash",
        given: dict[str, Any] | None = None,
        session: str = "",
        subagent: str = "",
    ) -> Asked:
        """Let an agent want something that has to be asked; returns as soon as it waits."""
        call_id = f"toolu_{os.urandom(8).hex()}"
        said = {
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": {"command": command} if given is None else given,
            "tool_use_id": call_id,
            **({"agent_id": subagent} if subagent else {}),
        }
        asked = Asked(self, self.send(said, agent=agent, role=role, session=session), call_id)
        self.asked.append(asked)
        return asked

    def event(
        self, name: str, *, agent: str = "shop-1", role: str = "builder", **fields: Any
    ) -> str:
        """Let an agent's hook tell of an event, and return what it prints."""
        said = {"hook_event_name": name, **fields}
        with (
            self.send(said, agent=agent, role=role) as peer,
            peer.makefile("r", encoding="ascii") as lines,
        ):
            line = lines.readline()
            while line.endswith(" wait\n"):
                line = lines.readline()
        return line.split(" ", 2)[2].strip()

    def send(
        self, said: dict[str, Any], *, agent: str, role: str, session: str = ""
    ) -> socket.socket:
        """Send what a hook sends, and return the connection at which it waits."""
        common = {"session_id": session or f"s-{agent}", "permission_mode": "default"}
        event = json.dumps({**common, "cwd": str(self.project), **said}).encode()
        env = {**HEADLESS, "CLAUDE_PROJECT_DIR": str(self.project)}
        request = {
            "op": "hook", "v": 1, "id": os.urandom(8).hex(), "program": "claude-code",
            "event": event.hex(), "role": role.encode().hex(), "agent": agent.encode().hex(),
            "ask_holds": True, "seconds": 3600.0, "uid": os.urandom(16).hex(),
            "env": {name: value.encode().hex() for name, value in env.items()},
        }  # fmt: skip
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(PATIENCE)
        peer.connect(str(self.server.info["socket"]))
        peer.sendall(json.dumps(request).encode() + b"\n")
        return peer

    def seed(self) -> None:
        """Let agents have done something."""
        for agent, role, tool, given in BEFORE:
            call = {"tool_name": tool, "tool_input": given, "tool_use_id": os.urandom(8).hex()}
            self.event("PreToolUse", agent=agent, role=role, **call)
            self.event("PostToolUse", agent=agent, role=role, **call)

    def clear(self) -> None:
        """Let no question wait any more: the next test begins with an empty inbox."""
        for asked in self.asked:
            asked.leave()
        self.asked.clear()
        until(lambda: not self.bearer().get("/api/approvals").json())


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    """Run a server with people, roles, a workflow and some history."""
    home, project = folder / "home", folder / "shop"
    (project / ".git").mkdir(parents=True)
    (home / "roles").mkdir(mode=0o700, parents=True)
    (home / "workflow-templates").mkdir(mode=0o700)
    home.chmod(0o700)
    (home / "config.yaml").write_text(CONFIG)
    for name, text in ROLES.items():
        (home / "roles" / f"{name}.yaml").write_text(text)
    (home / "workflow-templates" / "plan-build.yaml").write_text(WORKFLOW)
    with running(home) as server, ExitStack() as stack:
        here = Site(home, project, server, stack)
        here.seed()
        try:
            yield here
        finally:
            for asked in here.asked:
                asked.leave()
