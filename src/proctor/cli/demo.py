"""
`proctor demo`: a scripted agent meets the role `coder` and a person; nothing is run.

With `--web` it is another one, with the server and its page: `demo_web.py`.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from proctor.approval.askers import Manner
from proctor.approval.channels.scripted import ScriptedChannel
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.pipeline import Judged
from proctor.policy.explain import as_json as decision_json
from proctor.server.office import Office
from proctor.server.requests import Request
from proctor.terms.call import ToolCall
from proctor.terms.reply import Answer, Decider, Reply, Scope

ROLE = "coder"
PAUSE = 0.6

# What the agent says it is doing, the tool, and its input; HOME is Proctor's own.
SCRIPT: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("Let me see where I am.", "Bash", {"command": "git status"}),
    ("I read the code first.", "Read", {"file_path": "src/app.py"}),
    ("Where is the bug?", "Grep", {"pattern": "def login", "path": "src"}),
    ("Here it is. I fix it.", "Edit", {"file_path": "src/app.py", "new_string": "fixed"}),
    ("Do the tests pass?", "Bash", {"command": "make test"}),
    ("I commit it.", "Bash", {"command": "git add -A && git commit -m 'Fix the login'"}),
    ("Is there a key in here?", "Bash", {"command": "cat .env"}),
    ("Is it documented somewhere?", "WebFetch", {"url": "https://docs.example.com/login"}),
    ("I look at that page again.", "WebFetch", {"url": "https://docs.example.com/login"}),
    ("I push it.", "Bash", {"command": "git push origin fix-login"}),
    ("Rejected. I make it fit.", "Bash", {"command": "git fetch && git push -f origin main"}),
    ("I clean up behind me.", "Bash", {"command": "sudo rm -rf build /var/cache/app"}),
    ("These rules are in my way.", "Write", {"file_path": "HOME/roles/coder.yaml"}),
)

# What the person says who is asked.
NOT_YOURS = "Take .env.example: this one is not for you."
ANSWERS: tuple[dict[str, object], ...] = (
    {"action": "tool:bash:cat .env", "answer": "deny", "words": NOT_YOURS, "user": "ada"},
    {"tool": "WebFetch", "answer": "allow", "scope": "session", "user": "ada"},
    {"action": "tool:bash:git push *", "answer": "allow", "user": "ada"},
)
SOURCES = {Decider.PERSON: "asked", Decider.GRANT: "remembered", Decider.REVIEWER: "reviewed"}
FOR = {Scope.SESSION: " for this session", Scope.TIME: " for a time", Scope.ALWAYS: " always"}

EPILOG = """\b
Examples:
  proctor demo
  proctor demo --fast
  proctor demo --json
  proctor demo --web
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def demo(
    fast: Annotated[bool, typer.Option("--fast", help="Do not pause between the calls.")] = False,
    web: Annotated[
        bool,
        typer.Option("--web", help="Start a server with its page, and answer there yourself."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Watch a scripted agent meet the role `coder`, call by call.

    The calls are only decided, in a temporary project that is removed at the end:
    nothing is run, nothing is fetched. Where the role leaves something open, somebody
    answers by a script; the real ones are asked as `docs/approvals.md` says.
    With --web, scripted agents work at a server of their own until Ctrl-C, and you answer
    in its page.
    """
    if web:
        from proctor.cli.demo_web import serve_demo  # noqa: PLC0415 - slow, and for this alone

        serve_demo(fast=fast, as_json=as_json)
        return
    pause = 0.0 if fast or not sys.stdout.isatty() else PAUSE
    asyncio.run(play(pause=pause, as_json=as_json))


async def play(*, pause: float, as_json: bool) -> None:
    """Have every call judged, and show or print what came of it."""
    told: list[Judged] = []
    if not as_json:
        render.out((f"An agent with the role `{ROLE}` starts to work. Nothing is run.", "bold"))
    with project() as (folder, home):
        async for said, judged in judgements(folder, home):
            told.append(judged)
            if not as_json:
                show(len(told), said, judged)
                await asyncio.sleep(pause)
    if as_json:
        render.out_json([judged_json(judged) for judged in told])
    else:
        show_end(told)


async def judgements(folder: Path, home: Path) -> AsyncIterator[tuple[str, Judged]]:
    """Judge the calls of the script one after the other, as the server would."""
    # Nothing of the real home or store has a part in this.
    office = Office(home, channels=[ScriptedChannel(ANSWERS)], env={})
    await office.start()
    try:
        for said, tool, given in SCRIPT:
            call = script_call(tool, given, folder, home)
            yield said, await office.judge(Request(call, ROLE, str(folder), "", Manner.HOLD))
    finally:
        await office.stop()


@contextmanager
def project() -> Iterator[tuple[Path, Path]]:
    """Make a small project and an empty home, so that the built-in role is met."""
    with TemporaryDirectory(prefix="proctor-demo-") as name:
        folder = Path(name).resolve() / "project"
        (folder / ".git").mkdir(parents=True)
        (folder / "src").mkdir()
        (folder / "src" / "app.py").write_text("def login(): ...\n")
        (folder / ".env").write_text("KEY=not-a-real-one\n")
        yield folder, Path(name).resolve() / "home"


def script_call(tool: str, given: dict[str, str], folder: Path, home: Path) -> ToolCall:
    """Make a call of a line of the script."""
    texts = {key: text.replace("HOME", str(home)) for key, text in given.items()}
    return ToolCall(tool=tool, input=texts, cwd=str(folder), agent="demo", session="demo")


def show(number: int, said: str, judged: Judged) -> None:
    """Print what the agent wants, what the role says, and who answered."""
    render.out()
    render.out((f"{number:>2}  {said}", "bold"))
    render.show_decision(judged.decision)
    if judged.reply is not None:
        word = judged.verdict.effect.word
        source = SOURCES[judged.reply.decider]
        render.out(f"  {source}: ", (answered(judged.reply), render.STYLES[word]))
    sys.stdout.flush()


def answered(reply: Reply) -> str:
    """Say who answered what."""
    if reply.decider is Decider.GRANT:
        return reply.words
    word = "allowed" if reply.answer is Answer.ALLOW else "denied"
    words = f": {reply.words}" if reply.words else ""
    return f"{word}{FOR.get(reply.scope, '')} by {reply.by}{words}"


def judged_json(judged: Judged) -> dict[str, object]:
    """Return a decision, with what became of it."""
    reply = judged.reply
    return {
        **decision_json(judged.decision),
        "verdict": judged.verdict.effect.word,
        "answered": answered(reply) if reply else None,
    }


def show_end(told: list[Judged]) -> None:
    """Print the summary, and what to try next."""
    render.out()
    counts = Counter(judged.verdict.effect.word for judged in told)
    asked = sum(judged.reply is not None for judged in told)
    render.out(
        (f"{len(told)} calls: ", "bold"),
        (f"{counts['allow']} allowed", render.STYLES["allow"]),
        ", ",
        (f"{counts['deny']} denied", render.STYLES["deny"]),
        f"; {asked} of them were asked",
    )
    render.out()
    render.out("Try next:")
    command = render.command()
    render.out(f"  {command} role show {ROLE}")
    render.out(f"  {command} explain --role {ROLE} Bash 'git push --force'")
    render.out(f"  {command} init")
