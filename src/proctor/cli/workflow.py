"""`proctor workflow`: templates, and runs of them."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated, Any

import typer

from proctor.cli import render
from proctor.cli.as_person import as_person
from proctor.cli.json_option import JsonOption
from proctor.cli.options import here
from proctor.cli.run_names import complete_run, complete_template
from proctor.cli.workflow_page import (
    CHANGED_NOTE,
    show_run,
    show_run_list,
    show_template,
    show_template_list,
)
from proctor.cli.workflow_tasks import app as task_app
from proctor.errors import NotFound, TemplateProblems
from proctor.home import proctor_home
from proctor.keepers import open_reader
from proctor.owner.who import make_home
from proctor.server.stage_tools import found_json, stages_of
from proctor.workflows.as_json import run_json
from proctor.workflows.check import check_templates
from proctor.workflows.kept_run import from_kept
from proctor.workflows.lookup import run_in
from proctor.workflows.run import LIVE
from proctor.workflows.templates import find_template, startable, templates

EPILOG = """\b
Examples:
  proctor workflow list
  proctor workflow show standard
  proctor workflow start standard --title 'The import of prices'
  proctor run --workflow WF-20261116-001
  proctor workflow advance WF-20261116-001
  proctor workflow status
  proctor workflow task list WF-20261116-001
"""
# How long one look at a gate that is tried waits for its end, in seconds.
LOOK = 60.0
WAITING, ACTIVE, HUMAN = "waiting", "active", "human_approval"

app = typer.Typer(rich_markup_mode=None, add_completion=False, no_args_is_help=True, epilog=EPILOG)
app.add_typer(task_app, name="task")

TemplateArgument = Annotated[
    str,
    typer.Argument(metavar="TEMPLATE", autocompletion=complete_template, help="Its id."),
]
RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", autocompletion=complete_run, help="WF-YYYYMMDD-NNN.")
]


@app.callback()
def workflow() -> None:
    """Work in stages, each under a role of its own, with a gate between one and the next."""


@app.command("list")
def list_templates(as_json: JsonOption = False) -> None:
    """
    List the templates that can be used here.

    These are this project's, yours, and the built-in ones; the nearer wins.
    """
    home, root = here()
    found = templates(root, home)
    if as_json:
        render.out_json([found_json(each) for each in found])
    else:
        show_template_list(found)


@app.command()
def show(name: TemplateArgument, as_json: JsonOption = False) -> None:
    """
    Show a template, stage by stage.

    Of each stage its role, the tools of that, its prompt and its gate.

    Exit status: 0 shown, 1 it has an error.
    """
    home, root = here()
    found = find_template(root, home, name)
    if found.template is None:
        raise TemplateProblems(found.errors)
    stages = stages_of(found.template, home, root)
    if as_json:
        render.out_json({**found_json(found), "stages": stages})
    else:
        show_template(found, stages)
    raise typer.Exit(int(bool(found.errors)))


@app.command()
def check(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[TEMPLATE]...",
            autocompletion=complete_template,
            help="Only these templates; else all.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """
    Find everything that is wrong in templates.

    Each problem is `file:line:column: code: message`, with caret and help. Exit
    status: 0 nothing wrong (there may be warnings), 1 problems. A role that a built-in template
    needs and that is not here is a warning, and an error of a template that you name.
    """
    home, root = here()
    meant = {find_template(root, home, name).id for name in names or ()}
    problems = check_templates(root, home, meant=meant)
    if as_json:
        render.out_json([render.problem_json(problem) for problem in problems])
    else:
        render.show_problems(problems, checked=", ".join(names) if names else "all templates")
    raise typer.Exit(int(any(not problem.warning for problem in problems)))


@app.command()
def start(
    name: TemplateArgument,
    title: Annotated[
        str, typer.Option("--title", metavar="TEXT", help="What this run is about.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """
    Start a run of a template in this project.

    Its first stage begins. A template whose file has changed since it was trusted starts as it
    was trusted.
    """
    home, root = here()
    make_home(home)
    # The server looks again; here what is wrong can be shown with its lines.
    startable(root, home, name)
    found = find_template(root, home, name)
    with as_person(home) as person:
        run = person.call("run-start", template=name, project=str(root), title=title)
    shown(run, as_json=as_json)
    if found.changed:
        render.out((f"{found.file}: {CHANGED_NOTE}", "yellow"), err=True)
    if not as_json:
        render.out((f"its agent: proctor run --workflow {run['id']}", "dim"), err=True)


@app.command()
def status(
    name: Annotated[
        str,
        typer.Argument(metavar="[RUN]", autocompletion=complete_run, help="Only this one, whole."),
    ] = "",
    every: Annotated[bool, typer.Option("--all", help="Also those that have ended.")] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Show the runs that are under way, or one of them.

    Of one its stages, its tasks, and what has happened.
    """
    home = proctor_home()
    if name:
        shown(run_json(run_in(home, name)), as_json=as_json)
        return
    with closing(open_reader(home)) as store:
        kept = store.runs([] if every else [status.value for status in LIVE])
    runs = [run_json(from_kept(each)) for each in kept]
    if as_json:
        render.out_json(runs)
    else:
        show_run_list(runs)


@app.command()
def advance(
    name: RunArgument,
    stage: Annotated[
        str,
        typer.Option("--stage", metavar="STAGE", help="The stage that is meant to end."),
    ] = "",
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Do not wait for the commands of its gate.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    End the stage that a run is in, if its gate opens.

    An `auto` gate opens at once. The commands of a `verification` gate are run, and waited for.
    For a `human_approval` a question waits on the desk: `proctor approvals` shows it.

    Exit status: 0 it is in the next stage, or complete; 10 a person is asked, or its commands
    still run; 1 its gate did not open.
    """
    home = proctor_home()
    before = stage or current_stage(name)
    with as_person(home) as person:
        run = person.call("run-advance", run=name, stage=before)
        while run["status"] == WAITING and gate_of(run) != HUMAN and not no_wait:
            run = person.client.call("runs", run=name, wait=LOOK, within=LOOK + 30)
    shown(run, as_json=as_json)
    if run["status"] == WAITING:
        render.out((hint(run), "dim"), err=True)
        raise typer.Exit(10)
    if run["status"] == ACTIVE and run["stage"] == before:
        raise typer.Exit(1)


@app.command()
def cancel(
    name: RunArgument,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="For its history.")] = "",
    as_json: JsonOption = False,
) -> None:
    """
    End a run for good.

    Its agents have no role any more, and may do nothing.
    """
    with as_person(proctor_home()) as person:
        shown(person.call("run-cancel", run=name, why=why), as_json=as_json)


def current_stage(name: str) -> str:
    """
    Return the stage that a run is in: the one that a person means who says nothing else.

    Raises:
        NotFound: there is no such run.

    """
    return run_in(proctor_home(), name).current.name


def gate_of(run: dict[str, Any]) -> str:
    """Return the kind of the gate of the stage that a run is in."""
    stages = [stage for stage in run["stages"] if stage["name"] == run["stage"]]
    if not stages:
        raise NotFound(f"{run['id']} has no stage `{run['stage']}`")
    return str(stages[0]["gate"]["type"])


def hint(run: dict[str, Any]) -> str:
    """Say what a run waits for."""
    if gate_of(run) == HUMAN and (number := run.get("question")):
        return f"a person is asked: `proctor approve {number}` or `proctor deny {number} [WORDS]`"
    if gate_of(run) == HUMAN:
        return "a person is asked: see `proctor approvals`, answer with `proctor approve ID`"
    return f"its commands run: see `proctor workflow status {run['id']}`"


def shown(run: dict[str, Any], *, as_json: bool) -> None:
    """Print a run."""
    if as_json:
        render.out_json(run)
    else:
        show_run(run)
