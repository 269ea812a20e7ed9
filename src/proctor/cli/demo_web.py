"""
`proctor demo --web`: the real server, two scripted agents at work, and a question that waits.

Everything happens in a temporary folder that stands for the user's home, and is removed at
the end: no setting, store, channel or role of the real one has a part in it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from proctor.cli import render
from proctor.errors import ProctorError
from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import CLAUDE_CODE, Identity
from proctor.own_process import module_command
from proctor.owner.background import own_environment
from proctor.owner.client import Client
from proctor.roles.write import default_roles
from proctor.server.run import run
from proctor.server.tokens import Tokens

PAUSE, QUICK = 2.5, 0.05
# How long a question waits, in seconds: a visitor may look at other things first.
PATIENCE = 7200
# The agents: what they are called, the script that they follow, and how much slower they are.
AGENTS = (("shop-1", "builder", 1.0), ("docs-1", "reader", 3.0))
POLL = 0.05
# All that is taken over from the environment: how the terminal shows things.
TERMINAL = ("TERM", "COLORTERM", "NO_COLOR", "COLUMNS", "LANG", "LC_ALL")
CONFIG = f"approval: {{timeout: {PATIENCE}}}\n"
ROLES = {
    "builder": """\
name: builder
description: Builds and tests the shop
permissions:
  allow:
    - Read
    - Edit(/src/**)
    - Bash(@read)
    - Bash(make *)
    - Bash(git add *)
    - Bash(git commit *)
    - Bash(git fetch)
  ask: [Bash(@secret), Read(@secret), Bash(@network), WebFetch]
  order: deny, allow, ask
  deny:
    - rule: Bash(@destroy)
      why: This cannot be undone. Ask a person to do it.
""",
    "reader": """\
name: reader
description: Reads the documentation, and changes nothing
permissions:
  allow: [Read, Grep, Glob]
  deny:
    - rule: Write
      why: You only read. Say what is missing, and somebody writes it.
  otherwise: deny
""",
}
FILES = {
    "src/login.py": "def login():\n    pass\n",
    "src/cart.py": "def add(item):\n    pass\n",
    "src/search.py": "def search(words):\n    pass\n",
    "docs/login.md": "# The login\n",
    "docs/cart.md": "# The cart\n",
    "config/.env": "KEY=not-a-real-one\n",
    "Makefile": "test:\n\tpython3 -m unittest\n",
}


class Place(NamedTuple):
    """Where the demo happens: a folder for a home, Proctor's own in it, and a project."""

    folder: Path
    home: Path
    project: Path


def serve_demo(*, fast: bool, as_json: bool) -> None:
    """
    Run the server of a demo until somebody ends it, and leave nothing behind.

    Args:
        fast: let the agents hardly pause.
        as_json: print where it is as one line of JSON.

    """
    with demo_place() as place:
        # Whatever the real environment says of stores, bots and homes does not count here.
        kept = {name: os.environ[name] for name in TERMINAL if name in os.environ}
        os.environ.clear()
        os.environ.update({**own_environment(place.home), **kept, "HOME": str(place.folder)})
        crew = Crew(place, QUICK if fast else PAUSE)

        def ready(info: dict[str, Any]) -> None:
            # The server answers only once we are back in its loop.
            opening = Opening(place, crew, str(info["page"]), as_json=as_json)
            threading.Thread(target=opening.run, daemon=True).start()

        # Asked for another link in the background, we are told that nobody types there.
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
        try:
            run(place.home, ready=ready)
        finally:
            crew.end()


@contextmanager
def demo_place() -> Iterator[Place]:
    """Make a home with the roles of agents and workflows, and a small project."""
    with TemporaryDirectory(prefix="proctor-demo-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        place = Place(folder, folder / ".proctor", folder / "shop")
        written = {f"shop/{path}": text for path, text in FILES.items()}
        written |= {f".proctor/roles/{role}.yaml": text for role, text in ROLES.items()}
        # The roles that `proctor init` would write: those of the workflows that come with Proctor.
        written[".proctor/roles/index.yaml"] = default_roles()
        written[".proctor/config.yaml"] = CONFIG
        for path, text in written.items():
            (folder / path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        (place.project / ".git").mkdir()
        yield place


class Crew:
    """The scripted agents, each a process of its own."""

    def __init__(self, place: Place, pause: float) -> None:
        self.place = place
        self.pause = pause
        self.agents: list[subprocess.Popen[bytes]] = []
        self.over = threading.Event()
        self.lock = threading.Lock()

    def start(self, socket: str) -> None:
        """Let all of them begin, unless it is over already."""
        with self.lock:
            if not self.over.is_set():
                self.agents += [self.started(*agent, socket=socket) for agent in AGENTS]

    def started(
        self, name: str, script: str, slower: float, *, socket: str
    ) -> subprocess.Popen[bytes]:
        """Start one, with a hook that knows who it is."""
        identity = Identity(
            program=CLAUDE_CODE,
            home=str(self.place.home),
            role=script,
            agent=name,
            seconds=PATIENCE + 60.0,
            socket=socket,
            user_home=str(self.place.folder),
            # It must not bring the server back that has just been ended.
            alone=False,
        )
        hook = self.place.home / "demo" / name
        write_hook(hook, hook_text(identity, python=sys.executable, package=package_folder()))
        words = [script, name, str(hook), str(self.place.project), str(self.pause * slower)]
        return subprocess.Popen(  # noqa: S603 - our own program
            module_command("proctor.cli.demo_agent", *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # A group of its own, with the hooks that it starts.
            start_new_session=True,
        )

    def end(self) -> None:
        """End all of them, and whatever hook of theirs waits."""
        with self.lock:
            self.over.set()
        for agent in self.agents:
            with suppress(ProcessLookupError):
                os.killpg(agent.pid, signal.SIGKILL)
            agent.communicate()


class Opening:
    """What happens once the server answers: agents begin, and a visitor is told where to look."""

    def __init__(self, place: Place, crew: Crew, url: str, *, as_json: bool) -> None:
        self.place = place
        self.crew = crew
        self.url = url
        self.as_json = as_json

    def run(self) -> None:
        """Let the agents begin, and tell the visitor as soon as a question waits."""
        with suppress(ProctorError):
            self.begin()

    def begin(self) -> None:
        """
        Start the agents, wait for the first question, and tell; again for each line that comes.

        Raises:
            ProctorError: the server has ended meanwhile.

        """
        with Client.connect(self.place.home) as client:
            self.crew.start(str(client.call("status")["socket"]))
            while not client.call("questions", status="pending"):
                if self.crew.over.wait(POLL):
                    return
        self.tell()
        with suppress(OSError):
            # A link is good for some minutes only.
            while sys.stdin.readline():
                self.tell()

    def tell(self) -> None:
        """Say where to look."""
        token = Tokens(self.place.home).local_token()
        with Client.connect(self.place.home) as client:
            link = str(client.call("link", token=token, page="/approvals")["url"])
        if self.as_json:
            told = {"page": self.url, "link": link, "home": str(self.place.home)}
            render.out_json({**told, "pid": os.getpid()}, indent=None)
        else:
            render.out(("An agent is at work, and waits for your answer:", "bold"))
            render.out()
            render.out((f"  {link}", "green"))
            render.out()
            render.out("The link opens once; Enter prints another. Nothing is really run.")
            render.out("Ctrl-C ends the demo, and removes all of it.")
        sys.stdout.flush()
