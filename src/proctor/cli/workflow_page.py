"""How workflow templates and runs are shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from proctor.cli.moments import local_time
from proctor.cli.render import LABEL, out, shorten
from proctor.workflows.templates import Found

LONGEST = 100
STATUS_STYLES = {
    "active": "green",
    "waiting": "yellow",
    "completed": "",
    "cancelled": "dim",
    "failed": "red",
}
MARKS = {"dropped": "[-]", "done": "[x]", "approved": "[x]", "doing": "[~]", "todo": "[ ]"}
# So many lines of a run's history are shown.
LAST = 12
CHANGED_NOTE = (
    "it has changed since it was trusted, and what was trusted is what starts; "
    "`proctor trust` shows the difference"
)


def show_template_list(found: Sequence[Found]) -> None:
    """Print a line for each template."""
    width = max((len(each.id) for each in found), default=0) + 2
    for each in found:
        out((each.id.ljust(width), "bold"), *line_of(each))


def line_of(found: Found) -> list[str | tuple[str, str]]:
    """Return what is said of a template behind its id."""
    notes = [found.origin.value]
    if not found.trusted:
        notes.append("not trusted")
    if found.changed:
        notes.append("changed since it was trusted, which is what starts")
    mark = (f"  ({', '.join(notes)})", "dim")
    if found.missing:
        lacking = f"needs roles that are not here: {', '.join(found.missing)}"
        return [(f"{lacking}; see proctor workflow check {found.id}", "red"), mark]
    if found.template is None or found.errors:
        return [(f"does not load: proctor workflow check {found.id}", "red"), mark]
    stages = " > ".join(stage.name for stage in found.template.stages)
    return [
        shorten(found.template.description or found.template.name, LONGEST),
        mark,
        f"  {stages}",
    ]


def show_template(found: Found, stages: Sequence[dict[str, Any]]) -> None:
    """Print a template, stage by stage."""
    template = found.template
    if template is None:
        return
    facts = (
        ("Name", template.name),
        ("Description", template.description),
        ("From", f"{found.origin.value}, {found.file}"),
        ("Trust", "" if found.trusted else "not trusted: no run of it starts, see `proctor trust`"),
    )
    for label, value in facts:
        if value:
            out((f"{label}:".ljust(LABEL), "bold"), value)
    for number, stage in enumerate(stages, start=1):
        out()
        kind = f" ({stage['type']})" if stage["type"] else ""
        out((f"{number}. {stage['name']}", "bold"), kind)
        show_stage(stage)
    for problem in found.problems:
        hint = f" ({problem.help})" if problem.help else ""
        kind = "warning: " if problem.warning else "error: "
        out((kind, "yellow"), f"{problem.message}{hint}", err=True)


def show_stage(stage: dict[str, Any]) -> None:
    """Print what counts in a stage, and what ends it."""
    out("   Role:   ", stage["role"])
    tools = stage["tools"]
    if stage["trouble"]:
        out("   Tools:  ", (f"none: {stage['trouble']}", "red"))
    else:
        out("   Tools:  ", tools if isinstance(tools, str) else ", ".join(tools) or "none")
    # Whole: it is what the agent will be told.
    for number, line in enumerate(stage["prompt"].strip().splitlines()):
        out("           " if number else "   Prompt: ", line)
    gate = stage["gate"]
    out("   Gate:   ", gate["type"], f": {gate['prompt']}" if gate["prompt"] else "")
    for command in gate["commands"]:
        out("           $ ", command)


def show_run_list(runs: Sequence[dict[str, Any]]) -> None:
    """Print a line for each run."""
    if not runs:
        out("no workflow run is under way", err=True)
    for run in runs:
        out(
            (run["id"], "bold"),
            "  ",
            (run["status"], STATUS_STYLES[run["status"]]),
            f"  {run['template']}{stage_words(run)}",
            (f"  role {run['role']}" if run["role"] else "", "dim"),
            f"  {shorten(run['title'], LONGEST)}" if run["title"] else "",
        )


def stage_words(run: dict[str, Any]) -> str:
    """Return in which stage a run is; of one that was ended before its end, where it was."""
    if is_live(run):
        return f": {run['stage']}"
    return "" if run["status"] == "completed" else f" (was in {run['stage']})"


def is_live(run: dict[str, Any]) -> bool:
    """Say whether a run is still in a stage: one that has ended has no role."""
    return run["role"] is not None


def show_tasks(tasks: Sequence[dict[str, Any]]) -> None:
    """Print the tasks of a run, those of one stage together."""
    if not tasks:
        out("it has no tasks", err=True)
    for stage in dict.fromkeys(task["stage"] for task in tasks):
        out((stage, "bold"))
        for task in (each for each in tasks if each["stage"] == stage):
            show_task(task)


def show_task(task: dict[str, Any]) -> None:
    """Print a task."""
    out(*task_line(task))


def task_line(task: dict[str, Any]) -> list[str | tuple[str, str]]:
    """Return a task on one line: how it stands, and who has brought it there."""
    status = task["status"]
    who = {"done": task["done_by"], "approved": task["approved_by"], "dropped": ""}
    by = who.get(status, ", ".join(task["workers"]))
    said = f"  {status} by {by}" if by else f"  {status}"
    return ["  ", MARKS[status], f" {task['id']} {task['title']}", (said, "dim")]


def show_run(run: dict[str, Any]) -> None:
    """Print a run: its stages, its tasks and the last of what has happened."""
    show_run_list([run])
    out((f"in {run['project']}, by {run['created_by']}", "dim"))
    for stage in run["stages"]:
        now = stage["name"] == run["stage"] and is_live(run)
        style = "bold" if now else ""
        out("  > " if now else "    ", (stage["name"], style), f"  role {stage['role']}")
        for task in (each for each in run["tasks"] if each["stage"] == stage["name"]):
            out("    ", *task_line(task))
    hidden = len(run["history"]) - LAST
    if hidden > 0:
        out((f"  … {hidden} earlier, see --json", "dim"))
    for entry in run["history"][-LAST:]:
        show_entry(entry)


def show_entry(entry: dict[str, Any]) -> None:
    """Print one thing that has happened to a run."""
    first, *more = entry["text"].splitlines() or [""]
    out(
        (f"  {local_time(entry['at'])}  ", "dim"),
        f"{entry['stage']}: {entry['what']} by {entry['by']}",
        f": {first}" if first else "",
    )
    for line in more:
        out("      ", line)
