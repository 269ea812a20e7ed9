"""How long a decision takes: against a plain loop, against other engines, and the whole way."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from peers import peer_cases
from proctor.assemble import Proctor
from proctor.home import project_root
from proctor.normalise import normalise
from proctor.observe import observe, surroundings
from proctor.policy.decide import decide
from proctor.terms.call import ToolCall
from stopwatch import Case, Effort, in_turns
from table import Section, micro, rate, times
from workload import ACTIONS, SAMPLES, workload

FASTER_THAN_LOOP = 10
GROWTH = 2
AT, SMALL, LARGE = 1000, 100, 10_000
PEER_SIZES = (100, 1000)
CALLS = {
    "Read": {"file_path": "src/app/model.py"},
    "Edit": {"file_path": "src/app/model.py", "old_string": "a", "new_string": "b"},
    "Bash git status": {"command": "git status"},
    "Bash compound": {"command": "cd src && git log --oneline | head -5; pytest -q > out.txt"},
}


def against_loop(effort: Effort) -> Section:
    """Time `decide` at several sizes beside a loop over compiled patterns."""
    section = Section(
        "decide(action, policy) against a loop over compiled `re` patterns",
        ("rules", "number", "decide", "a second", "loop", "faster by"),
    )
    cases: dict[str, Case] = {}
    for form, sample in SAMPLES.items():
        for size in effort.sizes:
            made = workload(sample, size)
            cases[f"ours {form} {size}"] = Case(made.decide_all, ACTIONS)
            cases[f"loop {form} {size}"] = Case(made.loop_all, ACTIONS)
        cases[f"bare {form}"] = Case(made.decide_all_without_rules, ACTIONS)
    taken = in_turns(cases, effort)
    for form in SAMPLES:
        for size in effort.sizes:
            own, loop = taken[f"ours {form} {size}"], taken[f"loop {form} {size}"]
            cells = (f"{size:,}", micro(own), rate(own), micro(loop), times(loop / own))
            section.rows.append((form, *cells))
    for form in SAMPLES:
        note_targets(section, form, taken)
        bare = micro(taken[f"bare {form}"])
        section.notes.append(f"{form}: the same actions under a policy without rules: {bare}")
    return section


def note_targets(section: Section, form: str, taken: Mapping[str, float]) -> None:
    """Note whether the targets of one form of rule hold."""
    faster = taken[f"loop {form} {AT}"] / taken[f"ours {form} {AT}"]
    wanted = f"{form}: at {AT:,} rules at least {FASTER_THAN_LOOP} x as fast as the loop"
    section.target(wanted, times(faster), holds=faster >= FASTER_THAN_LOOP)
    if f"ours {form} {LARGE}" in taken:
        growth = taken[f"ours {form} {LARGE}"] / taken[f"ours {form} {SMALL}"]
        wanted = f"{form}: {LARGE:,} rules cost at most {GROWTH} x what {SMALL} cost"
        section.target(wanted, f"{growth:.2f} x", holds=growth <= GROWTH)


def against_peers(effort: Effort) -> Section:
    """Time one trivial policy in every engine that is installed."""
    section = Section(
        "One trivial policy: a role may do an action on a resource",
        ("engine", "rules", "decision", "a second", "proctor is faster by"),
    )
    cases: dict[str, Case] = {}
    missing: list[str] = []
    for size in PEER_SIZES:
        found, missing = peer_cases(size)
        cases |= {f"{name} {size}": case for name, case in found.items()}
    taken = in_turns(cases, effort)
    for name, seconds in taken.items():
        engine, _, count = name.partition(" ")
        ratio = seconds / taken[f"proctor {count}"]
        shown = "" if engine == "proctor" else times(ratio)
        section.rows.append((engine, f"{int(count):,}", micro(seconds), rate(seconds), shown))
        if engine != "proctor":
            section.target(f"faster than {engine} at {count} rules", times(ratio), holds=ratio > 1)
    section.notes += [f"{name} is not installed here and was left out" for name in missing]
    return section


def whole_way(effort: Effort) -> Section:
    """Time the way from a ToolCall to a Decision, and its stages, for the role `coder`."""
    section = Section(
        "From ToolCall to Decision, role `coder`",
        ("call", "whole way", "a second", "observe", "normalise", "decide", "of it decide"),
    )
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder).resolve()
        project, home = place / "project", place / "home" / ".proctor"
        (project / ".git").mkdir(parents=True)
        home.mkdir(parents=True)
        cases = {
            key: case
            for name, fields in CALLS.items()
            for key, case in stages(name, fields, project, home).items()
        }
        taken = in_turns(cases, effort)
    for name in CALLS:
        whole, decision = taken[f"{name}: whole"], taken[f"{name}: decide"]
        parts = (taken[f"{name}: {stage}"] for stage in ("observe", "normalise", "decide"))
        share = f"{100 * decision / whole:.0f} %"
        section.rows.append((name, micro(whole), rate(whole), *map(micro, parts), share))
    section.notes.append("observe looks links up on the disk and reads the call to know which")
    return section


def stages(name: str, fields: dict[str, str], project: Path, home: Path) -> dict[str, Case]:
    """Return the cases of one call: all of it, and each stage alone."""
    proctor = Proctor.for_role("coder", cwd=project, home=home)
    call = ToolCall(tool=name.split(maxsplit=1)[0], input=fields, cwd=str(project))
    known = surroundings(cwd=project, root=project_root(project, home), home=home, start=project)
    around = observe(call, known)
    action = normalise(call, around)
    return {
        f"{name}: whole": Case(lambda: proctor.decide(call)),
        f"{name}: observe": Case(lambda: observe(call, known)),
        f"{name}: normalise": Case(lambda: normalise(call, around)),
        f"{name}: decide": Case(lambda: decide(action, proctor.policy)),
    }
