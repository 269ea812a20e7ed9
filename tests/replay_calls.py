"""
Decide a file of calls under several roles, and compare two such runs.

    python -m tests.replay_calls CALLS.jsonl --out before
    python -m tests.replay_calls CALLS.jsonl --out after
    python -m tests.replay_calls --compare before after

Run it before and after a change that must not change decisions. A line of CALLS is a shell command,
`{"command": …}`, or any call, `{"tool": …, "input": …}`, with `cwd` and `mode` if they matter;
`{PROJECT}` and `{HOME}` in its texts stand for the project and the user's home. Every call is
decided under each role in three ways: `warm`, as a running server decides; `cold`, as a hook
without a server does; and `plug`, as a plug decides in its own process.

The output folder gets two files with one line per call. `decisions.jsonl` has the effect, the rule
and its place, the classes of each part and who may answer. `reasons.jsonl` has the texts that
people read. Nothing is run: the calls see a made-up project and home in a temporary folder. Both
runs need a checkout at the same path, because a command may name it.

Exit status: 0, or 1 if the runs differ, 2 if they cannot be made or read, 130 after Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import gc
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

# Everything that this program needs of the package: what moves or is renamed is changed here, and
# in `Warm`, `Cold` and `Plug` below.
from proctor import Decision, ToolCall
from proctor.approval.askers import Manner
from proctor.hook.client import Hook
from proctor.hook.cold import main as answer_cold
from proctor.hook.identity import Identity
from proctor.owner.background import LOCK as START_LOCK
from proctor.owner.recorded_environment import record_environment
from proctor.owner.who import make_home
from proctor.pipeline import Gate, Pipeline
from proctor.plugs.near_judge import NearJudge
from proctor.policy.explain import as_json
from proctor.server.posts import Posts
from proctor.server.requests import Request
from proctor.terms.record import Record, Standing

ROOT = Path(__file__).parent.parent
ROLES = ("guarded", "coder", "standard", "researcher")
DECISIONS, REASONS = "decisions.jsonl", "reasons.jsonl"
AGENT, SESSION, PROGRAM = "replay-1", "replay", "claude-code"
ATTENDED = {b"CLAUDE_CODE_ENTRYPOINT": b"cli", b"CLAUDE_CODE_SESSION_ATTENDED": b"1"}
# What becomes of a call that a plug leaves to the server.
TO_SERVER = {"effect": "left to the server"}
# A cold or plug decision that equals the warm one.
SAME = "as warm"
EVERY = 0.5
LARGEST_SPOOL = 1 << 24
MOST_SHOWN = 40
PROJECT_FILES = {
    ".gitignore": "node_modules/\n.env\ndist/\n",
    ".env": "TOKEN=made-up\n",
    "Makefile": "test:\n\tpytest\nbuild:\n\tgo build ./...\n",
    "README.md": "# Shop\n",
    "docs/notes.md": "notes\n",
    "go.mod": "module example.org/shop\n\ngo 1.22\n",
    "main.go": "package main\n\nfunc main() {}\n",
    "package.json": '{"name": "shop", "scripts": {"test": "node --test", "build": "tsc -p ."}}\n',
    "pyproject.toml": '[project]\nname = "shop"\nversion = "0.1"\n',
    "scripts/build.sh": "#!/bin/sh\nmake build\n",
    "src/app.py": "def total(prices):\n    return sum(prices)\n",
    "src/index.ts": "export const total = (prices: number[]) => prices.length;\n",
    "tests/test_app.py": "from src.app import total\n",
}
HOME_FILES = {
    ".bashrc": "export EDITOR=vi\n",
    ".claude/settings.json": "{}\n",
    ".config/gh/hosts.yml": "github.com:\n",
    ".gitconfig": "[user]\n\tname = Ada\n\temail = ada@example.org\n",
    ".npmrc": "\n",
    ".profile": "\n",
    ".ssh/config": "Host *\n",
    ".ssh/id_ed25519": "not a key\n",
}


class Host(NamedTuple):
    """The made-up host: the user's home, Proctor's home and the project."""

    user: Path
    proctor: Path
    project: Path


@contextmanager
def stand_in_host() -> Iterator[Host]:
    """Make the host at a path that is always the same, and remove it at the end."""
    place = Path(tempfile.gettempdir()).resolve() / f"replay-calls-{os.geteuid()}"
    with Path(f"{place}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fail(f"another replay uses {place}")
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(mode=0o700)
        try:
            yield made_host(place)
        finally:
            os.chdir("/")
            shutil.rmtree(place, ignore_errors=True)
            Path(lock.name).unlink()


def made_host(place: Path) -> Host:
    """Write the files of the host, and stand in its project with its environment."""
    user = place / "home" / "ada"
    host = Host(user, user / ".proctor", user / "work" / "shop")
    for folder, files in ((user, HOME_FILES), (host.project, PROJECT_FILES)):
        for name, text in files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    os.environ.clear()
    os.environ.update(HOME=str(user), PATH="/usr/local/bin:/usr/bin:/bin", LANG="C.UTF-8")
    os.umask(0o077)
    subprocess.run(["git", "init", "-q", "-b", "main", host.project], check=True)
    make_home(host.proctor)
    record_environment(host.proctor, {"HOME": str(user)})
    os.chdir(host.project)
    return host


def calls_in(path: Path, host: Host) -> Iterator[ToolCall]:
    """Read the calls of a file, set in the made-up host."""
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                said = json.loads(line)
                yield call_of(placed(said, host), host)
            except (ValueError, TypeError, KeyError) as error:
                fail(f"{path}:{number}: not a call: {error!r}")


def call_of(said: dict[str, Any], host: Host) -> ToolCall:
    """Return the call of a line."""
    is_command = "tool" not in said
    return ToolCall(
        tool="Bash" if is_command else said["tool"],
        input={"command": said["command"]} if is_command else said["input"],
        cwd=said.get("cwd") or str(host.project),
        agent=AGENT,
        session=SESSION,
        harness=PROGRAM,
        mode=said.get("mode"),
    )


def placed(value: Any, host: Host) -> Any:
    """Replace the placeholders in every text of a value."""
    if isinstance(value, str):
        return value.replace("{PROJECT}", str(host.project)).replace("{HOME}", str(host.user))
    if isinstance(value, dict):
        return {name: placed(one, host) for name, one in value.items()}
    return [placed(one, host) for one in value] if isinstance(value, list) else value


class Seen:
    """The last decision that any pipeline made: neither a hook nor a plug hands it out."""

    def __init__(self) -> None:
        self.decision: Decision | None = None

    def taken(self) -> Decision | None:
        """Return the decision, and forget it."""
        decision, self.decision = self.decision, None
        return decision

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch all pipelines of this process."""
        decide = Pipeline.decide

        def watched(pipeline: Pipeline, call: ToolCall) -> Decision:
            self.decision = decide(pipeline, call)
            return self.decision

        Pipeline.decide = watched  # type: ignore[method-assign, assignment]  # put back below
        try:
            yield
        finally:
            Pipeline.decide = decide  # type: ignore[method-assign]


class Outcome(NamedTuple):
    """What one way came to: the verdict's effect and reason, and the record, if there is one."""

    effect: str
    why: str
    record: dict[str, Any]


class Warm:
    """Decides as a running server does, with nobody to ask: the program's own dialog is left."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.posts = Posts(host.proctor)
        self.kept: list[Record] = []
        self.loop = asyncio.new_event_loop()

    def decide(self, call: ToolCall, role: str) -> Outcome:
        """Decide a call."""
        post = self.posts.get(role, str(self.host.project))
        gate = Gate(post.pipeline, post.standing, desk=self, audit=self)
        verdict, *_ = self.loop.run_until_complete(gate.judge(call))
        return Outcome(verdict.effect.word, verdict.why, self.kept.pop()._asdict())

    async def ask(
        self, call: ToolCall, decision: Decision, standing: Standing, *, uid: str
    ) -> None:
        """Ask nobody."""

    def unasked(self, call: ToolCall, decision: Decision) -> Decision:
        """Leave a decision as it is."""
        return decision

    async def append(self, record: Record) -> bool:
        """Keep a record."""
        self.kept.append(record)
        return True

    def close(self) -> None:
        """Close the loop."""
        self.loop.close()


class Spooled:
    """Takes the one record out of the spool that a call has left there."""

    def __init__(self, host: Host) -> None:
        self.file = host.proctor / "spool" / "records.jsonl"
        self.read = 0

    def take(self) -> dict[str, Any]:
        """Return the record, empty if there is none."""
        if not self.file.exists():
            return {}
        with self.file.open("rb") as file:
            file.seek(self.read)
            rows = [json.loads(line)["row"] for line in file]
            self.read = file.tell()
        if self.read > LARGEST_SPOOL:
            os.truncate(self.file, 0)
            self.read = 0
        if len(rows) > 1:
            fail(f"one call left {len(rows)} records: {rows}")
        return dict(rows[0]) if rows else {}


class Ended(BaseException):
    """A hook would have ended its process, with this answer."""


class ColdHook(Hook):
    """A hook that hands its answer back where a real one prints it and ends."""

    __slots__ = ()

    def say(self, status: int, text: bytes) -> NoReturn:
        """Hand back an answer."""
        raise Ended(status, text)

    def refuse(self, why: bytes, *, also_dialogs: bool = False) -> NoReturn:
        """Hand back a refusal."""
        raise Ended(2, why)


class Cold:
    """Decides as a hook that finds no server; a person sits at the agent program's dialog."""

    def __init__(self, host: Host, spooled: Spooled) -> None:
        self.host = host
        self.spooled = spooled
        # A server that seems to be starting, so that no call starts one.
        self.lock = (host.proctor / START_LOCK).open("w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)

    def decide(self, call: ToolCall, role: str) -> Outcome:
        """Decide a call."""
        identity = Identity(
            PROGRAM, str(self.host.proctor), role, AGENT, True, 0.0, "", str(self.host.user)
        )
        hook = ColdHook(identity, b"PreToolUse", collects=False)
        hook.env = {**ATTENDED, b"CLAUDE_PROJECT_DIR": os.fsencode(self.host.project)}
        event = {
            "session_id": SESSION,
            "hook_event_name": "PreToolUse",
            "cwd": call.cwd,
            "tool_name": call.tool,
            "tool_input": call.input,
            **({"permission_mode": call.mode} if call.mode else {}),
        }
        hook.data = json.dumps(event).encode()
        try:
            answer_cold(hook)
        except Ended as ended:
            status, text = ended.args
        finally:
            gc.enable()
        if status or not text:
            return Outcome(f"exit {status}", text.decode(), self.spooled.take())
        said = json.loads(text)["hookSpecificOutput"]
        why = said.get("permissionDecisionReason", "")
        return Outcome(said["permissionDecision"], why, self.spooled.take())

    def close(self) -> None:
        """Let servers start again."""
        self.lock.close()


class Plug:
    """Decides as a plug does in its own process: an allow, or the server is asked."""

    def __init__(self, host: Host, spooled: Spooled) -> None:
        self.host = host
        self.judge = NearJudge(host.proctor)
        self.spooled = spooled

    def decide(self, call: ToolCall, role: str) -> Outcome | None:
        """Decide a call; None where the server would be asked."""
        request = Request(call, role, str(self.host.project), "replayed", Manner.HOLD)
        ruling = self.judge.allowed(request)
        if ruling is None:
            return None
        return Outcome(ruling.verdict.effect.word, ruling.verdict.why, self.spooled.take())

    def close(self) -> None:
        """Close nothing."""


class Replay:
    """Decides calls under all roles in all ways."""

    def __init__(self, host: Host, seen: Seen) -> None:
        self.seen = seen
        spooled = Spooled(host)
        self.ways: dict[str, Warm | Cold | Plug] = {
            "warm": Warm(host),
            "cold": Cold(host, spooled),
            "plug": Plug(host, spooled),
        }
        # What differs between machines and checkouts, longest first.
        places = {str(host.project): "{PROJECT}", str(host.user): "{HOME}"}
        places |= {sys.prefix: "{ENVIRONMENT}", str(ROOT): "{CHECKOUT}"}
        self.places = sorted(((json.dumps(k)[1:-1], v) for k, v in places.items()), reverse=True)

    def lines(self, number: int, call: ToolCall, roles: tuple[str, ...]) -> tuple[str, str]:
        """Decide a call, and return its line of decisions and its line of reasons."""
        decided: dict[str, Any] = {"n": number}
        reasons: dict[str, Any] = {"n": number}
        for role in roles:
            ways = {
                name: self.in_one_way(way.decide, call, role) for name, way in self.ways.items()
            }
            decided[role] = once({name: one for name, (one, _) in ways.items()})
            reasons[role] = once({name: text for name, (_, text) in ways.items()})
        return self.written(decided), self.written(reasons)

    def in_one_way(
        self, decide: Callable[[ToolCall, str], Outcome | None], call: ToolCall, role: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Decide a call in one way, and tell what was decided from what was said of it."""
        outcome = decide(call, role)
        decision = self.seen.taken()
        if outcome is None:
            return TO_SERVER, {}
        record = outcome.record
        if decision is None:
            return {"effect": outcome.effect, "record": record.get("decision")}, {
                "why": outcome.why
            }
        parts = as_json(decision)["because"]
        return {
            "effect": outcome.effect,
            "rule": decision.rule.text if decision.rule else None,
            "place": str(decision.rule.where) if decision.rule and decision.rule.where else None,
            "by": decision.by.value,
            "action": decision.action.string,
            "record": [record.get(f) for f in ("decision", "decider", "rule", "rule_place")],
            "parts": [
                {
                    "part": part["part"],
                    "effect": part["effect"],
                    "rule": part["rule"],
                    "place": part["where"],
                    "classes": list(part["classes"]),
                    "by": part["by"],
                }
                for part in parts
            ],
        }, {
            "why": outcome.why,
            "record": record.get("why"),
            "parts": [[part["why"], part["unknown"], *part["classes"].values()] for part in parts],
        }

    def written(self, row: dict[str, Any]) -> str:
        """Return a row as a line, the same in every checkout."""
        text = json.dumps(row, separators=(",", ":"))
        for place, name in self.places:
            text = text.replace(place, name)
        return f"{text}\n"

    def close(self) -> None:
        """Close what the ways hold open."""
        for way in self.ways.values():
            way.close()


def once(ways: dict[str, Any]) -> dict[str, Any]:
    """Return the ways with those marked that equal the warm one, which makes short lines."""
    warm = ways["warm"]
    return {name: SAME if name != "warm" and one == warm else one for name, one in ways.items()}


def replay(source: Path, out: Path, roles: tuple[str, ...]) -> int:
    """Decide the calls of a file, and write both files; what is written stays after Ctrl-C."""
    with source.open("rb") as lines:
        total = sum(1 for _ in lines)
    out.mkdir(parents=True, exist_ok=True)
    seen, done, began = Seen(), 0, time.monotonic()
    decisions, reasons = out / DECISIONS, out / REASONS
    with (
        decisions.open("w", encoding="utf-8") as decided,
        reasons.open("w", encoding="utf-8") as said,
        stand_in_host() as host,
        seen.watching(),
    ):
        calls = Replay(host, seen)
        shown = began
        try:
            for done, call in enumerate(calls_in(source, host), 1):
                first, second = calls.lines(done, call, roles)
                decided.write(first)
                said.write(second)
                if time.monotonic() - shown > EVERY:
                    shown = time.monotonic()
                    progress(done, total, shown - began)
        except KeyboardInterrupt:
            sys.stderr.write(f"\nstopped after {done - 1} of {total} calls\n")
            return 130
        finally:
            calls.close()
    progress(done, total, time.monotonic() - began)
    sys.stderr.write(f"\n{decisions}\n{reasons}\n")
    return 0


def progress(done: int, total: int, seconds: float) -> None:
    """Show how far it is."""
    left = (total - done) * seconds / done if done else 0.0
    sys.stderr.write(f"\r{done}/{total} calls, {seconds:.0f} s, {left:.0f} s left ")
    sys.stderr.flush()


def compare(old: Path, new: Path, roles: tuple[str, ...]) -> int:
    """Print where two runs differ, decisions before reasons; 1 if they do."""
    found = 0
    for name in (DECISIONS, REASONS):
        counts: Counter[str] = Counter()
        with (old / name).open(encoding="utf-8") as ours, (new / name).open() as theirs:
            for before, after in zip_longest(ours, theirs):
                if before == after:
                    continue
                if before is None or after is None:
                    counts["calls in one run only"] += 1
                    continue
                for line in differences(json.loads(before), json.loads(after), roles, counts):
                    if sum(counts.values()) <= MOST_SHOWN:
                        sys.stdout.write(f"{line}\n")
        sys.stdout.write(f"{name}: {sum(counts.values())} differences\n")
        for what, number in counts.most_common():
            sys.stdout.write(f"  {number:6}  {what}\n")
        found += counts.total()
    return 1 if found else 0


def differences(
    before: dict[str, Any], after: dict[str, Any], roles: tuple[str, ...], counts: Counter[str]
) -> Iterator[str]:
    """Return where two lines of one call differ, and count it by role, way and field."""
    for role in roles:
        for way in ("warm", "cold", "plug"):
            one, other = way_of(before, role, way), way_of(after, role, way)
            for field in sorted({*one, *other}):
                if one.get(field) != other.get(field):
                    counts[f"{role} {way} {field}"] += 1
                    action = one.get("action") or other.get("action") or ""
                    was, now = json.dumps(one.get(field)), json.dumps(other.get(field))
                    yield f"call {before['n']} {role} {way} {field}: {action}\n  - {was}\n  + {now}"


def way_of(line: dict[str, Any], role: str, way: str) -> dict[str, Any]:
    """Return what one way came to."""
    ways = line.get(role, {})
    found = ways.get(way, {})
    return dict(ways["warm"] if found == SAME else found)


def fail(why: str) -> NoReturn:
    """End without a result."""
    sys.stderr.write(f"replay_calls: {why}\n")
    sys.exit(2)


def main(words: list[str] | None = None) -> int:
    """Read the command line, and replay or compare."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.replay_calls",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("calls", nargs="?", type=Path, help="calls, one JSON object a line")
    parser.add_argument("--out", type=Path, help="folder for the output")
    parser.add_argument("--roles", default=",".join(ROLES), help="(default: %(default)s)")
    parser.add_argument("--compare", nargs=2, type=Path, metavar=("OLD", "NEW"))
    given = parser.parse_args(words)
    roles = tuple(given.roles.split(","))
    if not given.compare and not (given.calls and given.out):
        parser.error("specify CALLS and --out, or --compare OLD NEW")
    try:
        if given.compare:
            old, new = given.compare
            return compare(old, new, roles)
        return replay(given.calls, given.out, roles)
    except OSError as error:
        fail(str(error))


if __name__ == "__main__":
    sys.exit(main())
