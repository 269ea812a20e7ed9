"""`proctor test`: run case files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from proctor.assemble import Proctor
from proctor.cli import render
from proctor.cli.json_option import JsonOption
from proctor.cli.options import complete_role, here
from proctor.errors import NotFound, Problem, UsageError
from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.policy.explain import as_json as decision_json
from proctor.rehearse.cases import (
    Case,
    CaseFile,
    CaseProblems,
    Judge,
    Outcome,
    read_cases,
    run_case,
)
from proctor.rehearse.inline_policy import compile_role
from proctor.roles.find import RoleShelf
from proctor.roles.permissions import Known
from proctor.roles.trust import FOLDER

SUFFIXES = (".yaml", ".yml")
ADVICE = "`proctor test --example` prints a case file to begin with, for .proctor/cases/"
EXAMPLE = """\
# Calls, and the decision that you want of each: .proctor/cases/git.yaml
role: coder
cases:
  - id: looking-is-free
    call: {tool: Bash, command: git status}
    want: {effect: allow}

  - id: a-force-push-in-a-chain
    why: the dangerous half decides
    call: {tool: Bash, command: "git status && git push --force"}
    want: {effect: deny, rule: Bash(git push --force *)}

  - id: a-whole-action-string
    action: "tool:bash:git push origin main"
    want: {effect: ask}
"""

EPILOG = """\b
Examples:
  proctor test
  proctor test .proctor/cases/git.yaml
  proctor test --role reviewer --json
  proctor test --example > .proctor/cases/git.yaml

\b
Exit status: 0 all pass, 1 some fail, 2 a file cannot be read or there is no case.
"""

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("test", epilog=EPILOG)
def run_files(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE]...", help="Case files or folders; else .proctor/cases/."),
    ] = None,
    role: Annotated[
        str | None,
        typer.Option(
            "--role",
            metavar="ROLE",
            autocompletion=complete_role,
            help="Decide under this role, whatever the files say.",
        ),
    ] = None,
    example: Annotated[
        bool, typer.Option("--example", help="Print a case file to begin with, and run nothing.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """
    Run case files: calls with the decision that you want. Nothing is run but the rules.

    A case names a call and the wanted effect, and better the wanted rule too.
    """
    if example:
        for line in EXAMPLE.splitlines():
            render.out(line)
        return
    home, root = here()
    config = RoleShelf(home, root).config()
    known = Known(config.catalogue, config.profiles)
    found, unread = read_files(case_files(paths, root), known)
    outcomes = [
        (file, run_case(anchored(case, root), judge))
        for file in found
        for judge in [judge_of(file, role, home, root)]
        for case in file.cases
    ]
    if unread and not outcomes:
        raise CaseProblems(unread)
    if unread:
        render.show_error(CaseProblems(unread))
    elif not outcomes:
        raise UsageError("there is no case in these files", help=ADVICE)
    failed = [(file, outcome) for file, outcome in outcomes if outcome.wrong]
    if as_json:
        render.out_json([outcome_json(file, outcome) for file, outcome in outcomes])
    else:
        for _, outcome in failed:
            show_failure(outcome)
        show_counts(len(outcomes), len(failed))
    raise typer.Exit(CaseProblems.exit_code if unread else int(bool(failed)))


def read_files(paths: Sequence[Path], known: Known) -> tuple[list[CaseFile], list[Problem]]:
    """Read case files; return those that can be read, and what is wrong in the others."""
    found: list[CaseFile] = []
    problems: list[Problem] = []
    for path in paths:
        try:
            found.append(read_cases(path, known=known))
        except CaseProblems as broken:
            problems += broken.problems
    return found, problems


def case_files(paths: Sequence[Path] | None, root: Path) -> list[Path]:
    """
    Return the case files that are meant.

    Raises:
        NotFound: there are none.

    """
    places = paths or [nearby(root / FOLDER / "cases")]
    found: list[Path] = []
    for path in places:
        if path.is_dir():
            found += sorted(p for p in path.iterdir() if p.suffix in SUFFIXES and p.is_file())
        elif paths:
            found.append(path)
    if not found:
        looked = ", ".join(f"`{path}`" for path in places)
        raise NotFound(f"there are no case files in {looked}", help=ADVICE)
    return found


def nearby(path: Path) -> Path:
    """Return a path as short as people write it from here."""
    here_now = Path.cwd()
    return path.relative_to(here_now) if path.is_relative_to(here_now) else path


def judge_of(file: CaseFile, role: str | None, home: Path, root: Path) -> Judge:
    """
    Return who decides the cases of a file.

    Raises:
        UsageError: the file names neither a role nor a policy.

    """
    if role is None and file.policy is not None:
        return Pipeline(compile_role(file.policy), surroundings(cwd=root, root=root, home=home))
    name = role or file.role
    if name is None:
        raise UsageError(
            f"`{file.path}` names neither a `role` nor a `policy`",
            help="write one into it, or use --role",
        )
    return Proctor.for_role(name, cwd=root)


def anchored(case: Case, root: Path) -> Case:
    """Return a case whose folder is absolute; a relative one is below the project's root."""
    if case.call is None or case.call.cwd is None:
        return case
    return replace(case, call=case.call._replace(cwd=str(root / case.call.cwd)))


def outcome_json(file: CaseFile, outcome: Outcome) -> dict[str, object]:
    """Return how a case went as data."""
    return {
        "file": str(file.path),
        "line": outcome.case.place.line,
        "id": outcome.case.id,
        "passed": not outcome.wrong,
        "wrong": list(outcome.wrong),
        "decision": decision_json(outcome.decision),
    }


def show_failure(outcome: Outcome) -> None:
    """Print a case that is not as wanted, with what was decided and why."""
    case = outcome.case
    place = f"{case.place.file}:{case.place.line}:{case.place.column}"
    for wrong in outcome.wrong:
        render.out((place, "bold"), ": ", (case.id, "red"), f": {wrong}")
    if case.why:
        render.out(f"  why: {case.why}")
    for finding in outcome.decision.because:
        render.show_finding(finding)


def show_counts(total: int, failed: int) -> None:
    """Print how many passed."""
    style = "red" if failed else "green"
    render.out(
        (f"{render.count(total, 'case')}, {f'{failed:,}' if failed else 'none'} failed", style)
    )
