"""How long an agent waits when the server was killed: until its hook has the new one's answer."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from hooking import event, our_hook
from stopwatch import Effort
from table import Section, milli

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.backgrounds import answer, kill, pending
from tests.server.running import until

# What `guarded` asks about; the answer of a person is remembered, so that only a server can allow.
COMMAND = "make"
LONGEST = 1.0
ROUNDS = {True: 15, False: 3}
FEW_ROUNDS = 5


def restarting(effort: Effort) -> Section:
    """Kill the server, and time the hook that starts the next one and is answered by it."""
    rounds = ROUNDS[effort.rounds > FEW_ROUNDS]
    section = Section(
        f"A hook call after the server was killed, {rounds} rounds: it starts one and is answered",
        ("call", "least", "median", "most"),
    )
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        taken = measured(Path(folder), rounds)
    for name, times in taken.items():
        shown = (min(times), statistics.median(times), max(times))
        section.rows.append((name, *(milli(seconds) for seconds in shown)))
    middle = statistics.median(taken["after a kill"])
    what = f"the first answer of the new server in under {LONGEST:.0f} s"
    section.target(what, milli(middle), holds=middle < LONGEST)
    return section


def measured(place: Path, rounds: int) -> dict[str, list[float]]:
    """Return the times of hooks that meet a server, and of those that have to start it."""
    home, project = place / "home", place / "shop"
    home.mkdir(mode=0o700)
    project.mkdir()
    subprocess.run(["git", "init", "-q", str(project)], check=True)  # noqa: S607 - the user's git
    words = [str(our_hook(home, "guarded"))]
    said = event(place / "make.json", COMMAND, project).read_bytes()
    around = {"PATH": os.defpath, "HOME": str(place), "LANG": "C.UTF-8",
              "CLAUDE_PROJECT_DIR": str(project), "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}  # fmt: skip

    def allowed() -> float:
        began = time.perf_counter()
        done = subprocess.run(words, input=said, stdout=subprocess.PIPE, env=around, check=True)
        seconds = time.perf_counter() - began
        verdict = json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"]
        assert verdict == "allow", done.stdout
        return seconds

    taken: dict[str, list[float]] = {"server running": [], "after a kill": []}
    try:
        first = threading.Thread(target=allowed)
        first.start()
        until(lambda: bool(pending(home)))
        answer(home, pending(home)[0]["id"], scope="session")
        first.join()
        for _ in range(rounds):
            taken["server running"].append(allowed())
            kill(home, signal.SIGKILL)
            taken["after a kill"].append(allowed())
    finally:
        kill(home, signal.SIGTERM)
    return taken
