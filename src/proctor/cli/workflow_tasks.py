"""`proctor workflow task`: the tasks of a run, for people; agents have tools for them."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from proctor.cli import render
from proctor.cli.as_person import as_person
from proctor.cli.json_option import JsonOption
from proctor.cli.run_names import complete_run, complete_stage, complete_task
from proctor.cli.workflow_page import show_task, show_tasks
from proctor.home import proctor_home
from proctor.workflows.as_json import task_json
from proctor.workflows.lookup import run_in
from proctor.workflows.task_moves import known_task

EPILOG = """\b
Examples:
  proctor workflow task list WF-20261116-001
  proctor workflow task add WF-20261116-001 'Read the prices' --stage implementation
  proctor workflow task approve WF-20261116-001 T-001
  proctor workflow task return WF-20261116-001 T-001 the tests are missing
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)

RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", autocompletion=complete_run, help="WF-YYYYMMDD-NNN.")
]
TaskArgument = Annotated[
    str, typer.Argument(metavar="TASK", autocompletion=complete_task, help="T-NNN.")
]
WordsArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[WORDS…]", help="Why, for the history.")
]


@app.callback()
def task() -> None:
    """Work on the tasks of a run."""


@app.command("list")
def list_tasks(run: RunArgument, as_json: JsonOption = False) -> None:
    """List the tasks of a run, stage by stage."""
    found = [task_json(each) for each in run_in(proctor_home(), run).tasks]
    if as_json:
        render.out_json(found)
    else:
        show_tasks(found)


@app.command()
def status(run: RunArgument, task: TaskArgument, as_json: JsonOption = False) -> None:
    """Show one task of a run."""
    found = task_json(known_task(run_in(proctor_home(), run), task))
    if as_json:
        render.out_json(found)
    else:
        show_task(found)


@app.command()
def add(
    run: RunArgument,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="What is to be done.")],
    stage: Annotated[
        str,
        typer.Option(
            "--stage",
            metavar="STAGE",
            autocompletion=complete_stage,
            help="In which stage, this one or a later; else in this one.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Add a task to the stage that a run is in, or to a later one."""
    move("add", run, title=title, stage=stage, as_json=as_json)


@app.command()
def start(run: RunArgument, task: TaskArgument, as_json: JsonOption = False) -> None:
    """Start a task of the stage that a run is in, as yours."""
    move("start", run, task=task, as_json=as_json)


@app.command()
def complete(run: RunArgument, task: TaskArgument, as_json: JsonOption = False) -> None:
    """
    Say that a task is done, which was started.

    Somebody else approves it, where the gate of its stage wants that.
    """
    move("complete", run, task=task, as_json=as_json)


@app.command()
def approve(run: RunArgument, task: TaskArgument, as_json: JsonOption = False) -> None:
    """
    Approve a task that others have done.

    It may be one of this stage, or of an earlier one.
    """
    move("approve", run, task=task, as_json=as_json)


@app.command("return")
def send_back(
    run: RunArgument, task: TaskArgument, words: WordsArgument = None, as_json: JsonOption = False
) -> None:
    """Send a task back that is done: it is to be done again."""
    move("return", run, task=task, title=" ".join(words or ()), as_json=as_json)


@app.command()
def drop(
    run: RunArgument, task: TaskArgument, words: WordsArgument = None, as_json: JsonOption = False
) -> None:
    """
    Say that a task need not be done.

    No gate waits for it any more. Only people can do that, and what is approved stays so.
    """
    move("drop", run, task=task, title=" ".join(words or ()), as_json=as_json)


def move(action: str, run: str, *, as_json: bool, **fields: str) -> None:
    """Do something about a task, in the local user's name, and print what came of it."""
    given = {name: text for name, text in fields.items() if text}
    with as_person(proctor_home()) as person:
        done: dict[str, Any] = person.call("task", action=action, run=run, **given)
    if as_json:
        render.out_json(done)
        return
    show_task(done["task"])
    now = done["run"]
    role = f", role {now['role']}" if now["role"] else ""
    render.out((f"{now['id']} is {now['status']}: stage {now['stage']}{role}", "dim"), err=True)
