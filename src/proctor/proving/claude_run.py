"""
One run of an installed Claude Code, headless, against the scripted model.

Its folders are private, its environment is made from nothing, and the only network that it
is told of is loopback. Whatever it started in its process group ends with it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack

from proctor.proving.claude_program import Version, knows, search_path
from proctor.proving.scripted_model import ScriptedModel, ToolResult, results_in
from proctor.proving.uninterrupted import uninterrupted

MARKER = "ran"
# Not our own name: what is called so under /tmp is closed to agents.
PREFIX = "trial-"
PROMPT = "begin"
HOOKS_TOLD = "--include-hook-events"
GENTLE, SECONDS = 3.0, 60.0
SETTINGS = {
    "user": ("config", "settings.json"),
    "project": ("work", ".claude/settings.json"),
    "local": ("work", ".claude/settings.local.json"),
}
# What keeps the program from calling home, and from changing itself.
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_BUG_COMMAND": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
}


@dataclass(frozen=True, slots=True)
class PrivatePlace:
    """The folders of a run: a home, a config, a work folder and one for temporary files."""

    folder: Path

    @property
    def home(self) -> Path:
        """Return what the program takes for its user's home."""
        return self.folder / "home"

    @property
    def config(self) -> Path:
        """Return CLAUDE_CONFIG_DIR."""
        return self.folder / "config"

    @property
    def work(self) -> Path:
        """Return the folder that the program works in."""
        return self.folder / "work"

    @property
    def tmp(self) -> Path:
        """Return TMPDIR."""
        return self.folder / "tmp"

    @property
    def marker(self) -> Path:
        """Return the file that a call makes to show that it ran."""
        return self.work / MARKER

    def make(self) -> PrivatePlace:
        """Make the folders, for nobody else to see."""
        for folder in (self.home, self.config, self.work, self.tmp):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self

    def write_settings(self, settings: Mapping[str, object], scope: str = "user") -> Path:
        """Write the settings of a scope: user, project or local."""
        folder, name = SETTINGS[scope]
        path = self.folder / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(settings, indent=1))
        return path

    def environment(self, model: ScriptedModel) -> dict[str, str]:
        """Return the whole environment of a run."""
        made = {
            "PATH": search_path(),
            "HOME": str(self.home),
            "USER": "proctor",
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "SHELL": "/bin/sh",
            "CLAUDE_CONFIG_DIR": str(self.config),
            "TMPDIR": str(self.tmp),
            "CLAUDE_CODE_TMPDIR": str(self.tmp),
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": model.key,
            "CLAUDE_CODE_MAX_RETRIES": "1",
            **QUIET,
        }
        if os.geteuid() == 0:
            # Else the program refuses bypassPermissions to root.
            made["IS_SANDBOX"] = "1"
        if bash := shutil.which("bash"):
            made["SHELL"] = bash
        return made


@contextmanager
def private_place() -> Iterator[PrivatePlace]:
    """Make a place that is gone afterwards, whatever happens meanwhile."""
    with tempfile.TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True) as folder:
        yield PrivatePlace(Path(folder).resolve()).make()


@dataclass(frozen=True, slots=True)
class HookEvent:
    """What the program said of a hook: `hook_started` or `hook_response`, and its outcome."""

    kind: str
    name: str
    event: str
    outcome: str
    output: str


@dataclass(frozen=True, slots=True)
class ClaudeRun:
    """What became of a run; `status` is None where it had to be ended."""

    status: int | None
    ran: bool
    results: tuple[ToolResult, ...]
    hooks: tuple[HookEvent, ...]
    tools: tuple[str, ...]
    seconds: float
    stream: tuple[dict[str, Any], ...]
    stderr: str

    @property
    def words(self) -> str:
        """Return the first result that the model got, or what the program complained of."""
        if self.results:
            return self.results[0].text
        said = (str(line.get("result", "")) for line in self.stream if line["type"] == "result")
        return self.stderr.strip() or next(said, "")


class RunOptions(TypedDict, total=False):
    """
    How a run differs from the plainest one.

    `options` of yours come last, `environment` is added to the one that is made from
    nothing, and `seconds` is how long it may take from its start.
    """

    prompt: str
    options: Sequence[str]
    environment: Mapping[str, str]
    seconds: float


def run_claude(
    claude: str | Path,
    place: PrivatePlace,
    model: ScriptedModel,
    *,
    version: Version,
    **how: Unpack[RunOptions],
) -> ClaudeRun:
    """Run it once with `--print` to its end, and return what happened."""
    with Running(claude, place, model, version=version, **how) as running:
        running.start()
        return running.finish()


class Running:
    """
    A run that goes on while its `with` lasts, so that several can go on at once.

    It is begun by `start`, within the `with`: whatever interrupts us from then on, it ends.

    Args:
        claude: the program.
        place: its folders; what it says is kept there.
        model: the model that it talks to.
        version: its version.
        how: the rest, as `RunOptions` has it.

    """

    def __init__(
        self,
        claude: str | Path,
        place: PrivatePlace,
        model: ScriptedModel,
        *,
        version: Version,
        **how: Unpack[RunOptions],
    ) -> None:
        options = how.get("options", ())
        words = [str(Path(claude).absolute()), "--print", how.get("prompt", PROMPT)]
        words += ["--output-format", "stream-json", "--verbose"]
        words += [flag for flag in (HOOKS_TOLD,) if knows(version, flag)]
        if "--permission-mode" not in options:
            words += ["--permission-mode", "default"]
        self.words = [*words, *options]
        self.place = place
        self.model = model
        self.environment = {**place.environment(model), **how.get("environment", {})}
        self.seconds = how.get("seconds", SECONDS)
        self.begun = time.monotonic()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Be there to end it."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End whatever is left of it."""
        self._end()

    def finish(self) -> ClaudeRun:
        """Wait until it has ended, or end it when its time is over, and say what happened."""
        status = self._wait()
        if status and f"unknown option '{HOOKS_TOLD}'" in self._said("err"):
            self.words.remove(HOOKS_TOLD)
            self.start()
            status = self._wait()
        stream = tuple(read_stream(self._said("out")))
        return ClaudeRun(
            status=status,
            ran=self.place.marker.exists(),
            results=self.model.tool_results() or tuple(results_told(stream)),
            hooks=tuple(hooks_told(stream)),
            tools=self.model.tools_offered(),
            seconds=time.monotonic() - self.begun,
            stream=stream,
            stderr=self._said("err"),
        )

    def start(self) -> None:
        """Start it, and know of it in the same moment."""
        folder = self.place.folder
        with (
            (folder / "out").open("wb") as out,
            (folder / "err").open("wb") as err,
            uninterrupted(),
        ):
            self.process = subprocess.Popen(  # noqa: S603 - the program that is proven
                self.words,
                cwd=self.place.work,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def _said(self, name: str) -> str:
        return (self.place.folder / name).read_text(errors="replace")

    def _wait(self) -> int | None:
        """Return its exit status; None where its time was over first."""
        if self.process is None:
            return None
        left = max(0.0, self.begun + self.seconds - time.monotonic())
        with suppress(subprocess.TimeoutExpired):
            return self.process.wait(left)
        self._end()
        return None

    def _end(self) -> None:
        """End it: asked first, so that it ends its own hooks, and then made to, group and all."""
        process = self.process
        if process is None:
            return
        with uninterrupted():
            if process.poll() is None:
                signal_group(process, signal.SIGTERM)
                with suppress(subprocess.TimeoutExpired):
                    process.wait(GENTLE)
            signal_group(process, signal.SIGKILL)
            process.wait()


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send a signal to all of a process's group; it may be empty already."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def read_stream(out: str) -> Iterator[dict[str, Any]]:
    """Return the lines of a stream that are objects with a type."""
    for line in out.splitlines():
        with suppress(ValueError):
            read = json.loads(line)
            if isinstance(read, dict) and isinstance(read.get("type"), str):
                yield read


def results_told(stream: Sequence[dict[str, Any]]) -> Iterator[ToolResult]:
    """Return the results of calls that the program showed."""
    messages = [line.get("message") for line in stream if line["type"] == "user"]
    return results_in([message for message in messages if isinstance(message, dict)])


def hooks_told(stream: Sequence[dict[str, Any]]) -> Iterator[HookEvent]:
    """Return what the program said of its hooks."""
    for line in stream:
        kind = str(line.get("subtype", ""))
        if line["type"] == "system" and kind.startswith("hook_"):
            names = ("hook_name", "hook_event", "outcome", "output")
            name, event, outcome, output = (str(line.get(each) or "") for each in names)
            yield HookEvent(kind=kind, name=name, event=event, outcome=outcome, output=output)
