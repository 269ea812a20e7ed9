"""
A scripted agent of `proctor demo --web`: a process that asks the real hook before each call.

    python -IS start.py proctor.cli.demo_agent SCRIPT NAME HOOK PROJECT PAUSE

It runs nothing and fetches nothing: between the two events of a call it only waits. It ends
with whoever started it, whose pipe is its standard input.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import NamedTuple

Call = tuple[str, dict[str, str]]
# What the builder is told to see to, in turns.
TASKS = ("login", "cart", "search")
# Before the first question nobody shall wait long.
HURRY = 0.1


class Turn(NamedTuple):
    """What a person has asked for, and the calls by which the agent goes about it."""

    prompt: str
    calls: tuple[Call, ...]


def building() -> Iterator[Turn]:
    """Fix one thing after the other; of each, some calls have to be asked about."""
    for number in itertools.count():
        task = TASKS[number % len(TASKS)]
        again = number // len(TASKS) + 1
        branch = f"fix-{task}" if again == 1 else f"fix-{task}-{again}"
        file = f"src/{task}.py"
        yield Turn(
            f"Fix the {task}, test it, and push it to a branch of its own.",
            (
                ("Bash", {"command": f"git log --oneline -- {file} | head -5"}),
                ("Read", {"file_path": file}),
                ("Edit", {"file_path": file, "old_string": "pass", "new_string": "return True"}),
                ("Bash", {"command": "make test"}),
                ("Bash", {"command": f"git add {file} && git commit -m 'Fix the {task}'"}),
                ("Bash", {"command": f"make test && git push origin {branch}"}),
                ("Bash", {"command": "cat config/.env | head -3"}),
                ("WebFetch", {"url": f"https://docs.example.com/{branch}", "prompt": "How?"}),
                ("Bash", {"command": "git fetch && git push -f origin main"}),
            ),
        )


def reading() -> Iterator[Turn]:
    """Look through the documentation, again and again; nothing of it has to be asked about."""
    for number in itertools.count():
        task = TASKS[number % len(TASKS)]
        yield Turn(
            f"Is the {task} documented?",
            (
                ("Grep", {"pattern": task, "path": "docs"}),
                ("Read", {"file_path": f"docs/{task}.md"}),
                ("Glob", {"pattern": "docs/*.md"}),
                ("Write", {"file_path": f"docs/{task}.md", "content": "# To be written\n"}),
            ),
        )


SCRIPTS = {"builder": building, "reader": reading}


class ScriptedAgent:
    """An agent that follows a script, and the hook that it asks."""

    def __init__(self, name: str, hook: str, project: str, pause: float) -> None:
        self.name = name
        self.hook = hook
        self.project = project
        self.pause = pause
        self.session = f"demo-{name}"
        self.numbers = itertools.count(1)
        self.env = {
            "PATH": os.defpath,
            "CLAUDE_CODE_ENTRYPOINT": "sdk-cli",
            "CLAUDE_CODE_SESSION_ATTENDED": "0",
            "CLAUDE_PROJECT_DIR": project,
            "CLAUDE_PID": str(os.getpid()),
        }

    def work(self, turns: Iterator[Turn]) -> None:
        """Do what the script says, without end."""
        self.tell("SessionStart", source="startup")
        pause, self.pause = self.pause, min(self.pause, HURRY)
        for turn in turns:
            self.tell("UserPromptSubmit", prompt=turn.prompt)
            for tool, given in turn.calls:
                self.call(tool, given)
            self.tell("Stop")
            self.pause = pause
            time.sleep(self.pause)

    def call(self, tool: str, given: dict[str, str]) -> None:
        """Ask whether a call may run, and do as if it did where it may."""
        fields = {
            "tool_name": tool,
            "tool_input": given,
            "tool_use_id": f"toolu_{self.name}_{next(self.numbers)}",
        }
        said = self.tell("PreToolUse", **fields)
        time.sleep(self.pause)
        if said.get("permissionDecision") == "allow":
            self.tell("PostToolUse", **fields, tool_response={"ok": True})
            time.sleep(self.pause)

    def tell(self, event: str, **fields: object) -> dict[str, str]:
        """Start the hook for an event, and return what it decides."""
        about = {"hook_event_name": event, "session_id": self.session, "cwd": self.project}
        said = json.dumps({**about, "permission_mode": "default", **fields})
        done = subprocess.run(  # noqa: S603 - the hook that was written for this demo
            [self.hook], input=said.encode(), env=self.env, capture_output=True, check=False
        )
        printed = json.loads(done.stdout) if done.stdout.strip() else {}
        return dict(printed.get("hookSpecificOutput", {}))


def end_with_parent() -> None:
    """Wait until whoever started us is gone, and go too, with the hook that may be waiting."""
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)


def main() -> None:
    """Be the agent that the arguments name."""
    script, name, hook, project, pause = sys.argv[1:]
    threading.Thread(target=end_with_parent, daemon=True).start()
    ScriptedAgent(name, hook, project, float(pause)).work(SCRIPTS[script]())


if __name__ == "__main__":
    main()
