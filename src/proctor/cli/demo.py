"""`proctor demo`: a scripted agent meets the role `coder`; nothing is run."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from proctor.assemble import Proctor
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.policy.explain import as_json as decision_json
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect

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
    ("I push it.", "Bash", {"command": "git push origin fix-login"}),
    ("Rejected. I make it fit.", "Bash", {"command": "git fetch && git push -f origin main"}),
    ("I clean up behind me.", "Bash", {"command": "sudo rm -rf build /var/cache/app"}),
    ("These rules are in my way.", "Write", {"file_path": "HOME/roles/coder.yaml"}),
)

EPILOG = """\b
Examples:
  proctor demo
  proctor demo --fast
  proctor demo --json
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command(epilog=EPILOG)
def demo(
    fast: Annotated[bool, typer.Option("--fast", help="Do not pause between the calls.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Watch a scripted agent meet the role `coder`, call by call.

    The calls are only decided, in a temporary project that is removed at the end:
    nothing is run, nothing is fetched.
    """
    with project() as (folder, home):
        proctor = Proctor.for_role(ROLE, cwd=folder, home=home)
        calls = [(said, script_call(tool, given, home)) for said, tool, given in SCRIPT]
        if as_json:
            render.out_json([decision_json(proctor.decide(call)) for _, call in calls])
            return
        show(proctor, calls, pause=0.0 if fast or not sys.stdout.isatty() else PAUSE)


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


def script_call(tool: str, given: dict[str, str], home: Path) -> ToolCall:
    """Make a call of a line of the script."""
    return ToolCall(
        tool=tool, input={key: text.replace("HOME", str(home)) for key, text in given.items()}
    )


def show(proctor: Proctor, calls: list[tuple[str, ToolCall]], *, pause: float) -> None:
    """Print each decision as it falls, then what they were together."""
    counts: Counter[Effect] = Counter()
    render.out((f"An agent with the role `{ROLE}` starts to work. Nothing is run.", "bold"))
    for number, (said, call) in enumerate(calls, start=1):
        render.out()
        render.out((f"{number:>2}  {said}", "bold"))
        decision = proctor.decide(call)
        render.show_decision(decision)
        counts[decision.effect] += 1
        sys.stdout.flush()
        time.sleep(pause)
    show_end(counts)


def show_end(counts: Counter[Effect]) -> None:
    """Print the summary, and what to try next."""
    render.out()
    words: list[render.Piece] = [(f"{len(SCRIPT)} calls: ", "bold")]
    for effect in Effect:
        words += [(f"{counts[effect]} {effect.word}", render.STYLES[effect.word]), ", "]
    render.out(*words[:-1])
    render.out()
    render.out("Try next:")
    command = render.command()
    render.out(f"  {command} role show {ROLE}")
    render.out(f"  {command} explain --role {ROLE} Bash 'git push --force'")
    render.out(f"  {command} init")
