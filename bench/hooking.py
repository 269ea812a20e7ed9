"""
One whole hook call, as an agent program starts it: a process, its answer, its end.

The measure is a bare start of the same interpreter, in the same run and in turns; so the
figures of different machines can be compared. Time on the clock, since a warm hook waits
for the server, which works for it.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import Identity
from served import served
from stopwatch import Effort
from table import Section, milli

ROUNDS = {True: 50, False: 5}
FEW_ROUNDS = 5
SHORT = "git status"
# Ten commands in 157 characters; and twenty, of which nine are three in a loop of three.
LONG = (
    "cd src && git log --oneline -20 --author=ada | grep -v wip | sort | uniq -c | head -5 && "
    "find . -name '*.py' -print0 | xargs -0 wc -l; git diff --stat HEAD~3"
)
LOOP = f"{LONG}; for f in a b c; do cat $f.txt | sed 's/x/y/' | tr a-z A-Z; done"
TWICE = "warm, twenty commands, some in a loop"
RULES = 1000
BARE = "python -I -S -c pass"
# What is reached, by row; none for peers.
TARGETS = {
    "warm, `git status`": 1.4,
    "warm, a long compound command": 1.5,
    "cold, `git status`, role guarded": 5.5,
    f"cold, `git status`, {RULES:,} rules": 6.0,
}


@dataclass(frozen=True, slots=True)
class Hook:
    """A process to time: its words, what it reads, where it runs."""

    words: list[str]
    event: Path
    cwd: Path
    environment: Mapping[str, str]

    def run(self) -> float:
        """Start it, wait for its end, and return how long that took."""
        began = time.perf_counter()
        with self.event.open("rb") as event:
            subprocess.run(
                self.words,
                stdin=event,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=self.cwd,
                env=dict(self.environment),
                check=True,
            )
        return time.perf_counter() - began


def whole_hooks(effort: Effort) -> Section:
    """Measure whole hook calls, ours and those of peers, against a bare interpreter."""
    rounds = ROUNDS[effort.rounds > FEW_ROUNDS]
    section = Section(
        f"A whole hook call, median of {rounds} rounds in turns, as a ratio to `{BARE}`",
        ("hook", "time", "ratio"),
    )
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        with all_hooks(place) as (hooks, missing):
            taken = in_turns(hooks, rounds)
    bare = taken[BARE]
    for name, seconds in taken.items():
        section.rows.append((name, milli(seconds), f"{seconds / bare:.2f}"))
    for name, most in TARGETS.items():
        ratio = taken[name] / bare
        section.target(f"{name}: at most {most}", f"{ratio:.2f}", holds=ratio <= most)
    if missing:
        section.notes.append(f"not installed here, so left out: {', '.join(missing)}")
    return section


def in_turns(hooks: Mapping[str, Hook], rounds: int) -> dict[str, float]:
    """Return the median time of each, one after the other in every round."""
    taken: dict[str, list[float]] = {name: [] for name in hooks}
    for hook in hooks.values():
        hook.run()  # what is written once, bytecode and policies, is written now
        hook.run()
    for _ in range(rounds):
        for name, hook in hooks.items():
            taken[name].append(hook.run())
    return {name: statistics.median(times) for name, times in taken.items()}


@contextmanager
def all_hooks(place: Path) -> Iterator[tuple[dict[str, Hook], list[str]]]:
    """Make everything that is timed, with a server for the warm ones."""
    for name in ("user", "cold", "rules"):
        (place / name).mkdir(mode=0o700)
    many_rules(place / "rules")
    bare = {"PATH": os.defpath, "HOME": str(place / "user"), "LANG": "C.UTF-8"}
    with served() as server:
        project = server.project
        short = event(place / "short.json", SHORT, project)
        long = event(place / "long.json", LONG, project)
        loop = event(place / "loop.json", LOOP, project)
        around = {**bare, "CLAUDE_PROJECT_DIR": str(project), "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}

        def ours(home: Path, said: Path, role: str = "guarded") -> Hook:
            return Hook([str(our_hook(home, role))], said, project, around)

        warm, compound, cold, many = TARGETS
        hooks = {
            BARE: Hook([sys.executable, "-I", "-S", "-c", "pass"], short, project, bare),
            warm: ours(server.home, short),
            compound: ours(server.home, long),
            TWICE: ours(server.home, loop),
            cold: ours(place / "cold", short),
            many: ours(place / "rules", short, "many"),
        }
        peers, missing = peer_hooks(short, project, around)
        yield {**hooks, **peers}, missing


def our_hook(home: Path, role: str) -> Path:
    """Write the executable of a home."""
    path = home / "hooks" / f"claude-code-{role}"
    identity = Identity(program="claude-code", home=str(home), role=role)
    write_hook(path, hook_text(identity, python=sys.executable, package=package_folder()))
    return path


def many_rules(home: Path) -> None:
    """Write a role with many rules, of which one is met."""
    roles = home / "roles"
    roles.mkdir()
    rules = [f"    - Bash(tool{n % 50} verb{n} *)" for n in range(RULES - 1)]
    lines = ["name: many", "permissions:", "  allow:", *rules, "    - Bash(git status)"]
    (roles / "many.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def event(path: Path, command: str, cwd: Path) -> Path:
    """Write what Claude Code says before a command runs."""
    said = {
        "session_id": "5b1c1d9e-2f4e-4d7c-9a2e-3a8f0c6d1e22",
        "transcript_path": str(cwd / "transcript.jsonl"),
        "cwd": str(cwd),
        "permission_mode": "default",
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": command, "description": "look"},
        "tool_use_id": "toolu_01",
    }
    path.write_text(json.dumps(said), encoding="utf-8")
    return path


def peer_hooks(
    said: Path, cwd: Path, environment: Mapping[str, str]
) -> tuple[dict[str, Hook], list[str]]:
    """Return the hooks of peers that are installed, and the names of those that are not."""
    cache = Path(__file__).parent.parent / ".cache" / "peers" / "node_modules" / ".bin"
    beside = f"{Path(sys.executable).parent}:{cache}:{os.environ.get('PATH', '')}"
    known = {
        "nah": ["nah", "_claude-hook"],
        "Dippy": ["dippy"],
        "cc-safety-net": ["cc-safety-net", "hook", "--claude-code"],
    }
    found, missing = {}, []
    for name, (program, *words) in known.items():
        path = shutil.which(program, path=beside)
        if path is None:
            missing.append(name)
        else:
            around = {**environment, "PATH": beside}
            found[f"{name}, `git status`"] = Hook([path, *words], said, cwd, around)
    return found, missing
