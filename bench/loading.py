"""How long a role takes to load, from its file and from the compiled form."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.patterns import RE, RE2
from proctor.policy.policy import Policy
from proctor.roles.find import RoleShelf
from proctor.terms.call import ToolCall
from stopwatch import Case, Effort, in_turns
from table import Section, milli, times
from workload import AROUND

RULES = 1000
FROM_FILE, FROM_COMPILED = 1.0, 0.030
YAML = "YAML file -> role -> policy"
# One of each form a person writes; {n} makes them differ.
FORMS = (
    "Read(src/pkg{n}/**)",
    "Edit(docs/part{n}/*.md)",
    "Bash(make target{n} *)",
    "Bash(git -C repo{n} push --force *)",
    '"tool:bash:npm run task{n}( .*)?"',
    '"tool:create_file:src/pkg{n}/.*"',
    "WebFetch(domain:host{n}.example.org)",
    "mcp__server{n}__*",
    '{{tool: Bash, regex: "^cargo (test|build) -p crate{n}"}}',
    "{{rule: Read(secrets/{n}/**), why: Ask for a copy without names in it.}}",
)


def role_text(count: int) -> str:
    """Write a role with so many rules, half of them deny or ask."""
    lists: dict[str, list[str]] = {"deny": [], "ask": [], "allow": [], "allow ": []}
    for number in range(count):
        rules = list(lists.values())[number // len(FORMS) % len(lists)]
        rules.append(FORMS[number % len(FORMS)].format(n=number))
    lists["allow"] += lists.pop("allow ")
    lines = ["name: large", "permissions:"]
    for effect, rules in lists.items():
        lines += [f"  {effect}:", *(f"    - {rule}" for rule in rules)]
    return "\n".join(lines) + "\n"


def loading(effort: Effort) -> Section:
    """Time the loading of a role of a thousand rules."""
    section = Section(
        f"Loading a role of {RULES:,} rules", ("from", "time", "to a first decision", "ratio")
    )
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve() / ".proctor"
        (home / "roles").mkdir(parents=True)
        (home / "roles" / "large.yaml").write_text(role_text(RULES), encoding="utf-8")
        written = json.dumps(from_file(home).dump())
        ways: dict[str, Callable[[], Policy]] = {YAML: partial(from_file, home)}
        for engine in (RE, RE2):
            ways[f"compiled form, engine {engine}"] = partial(from_compiled, written, engine)
        cases = {name: Case(way) for name, way in ways.items()}
        cases |= {f"{name} first": Case(partial(first, way)) for name, way in ways.items()}
        taken = in_turns(cases, effort)
    for name in ways:
        ratio = times(taken[YAML] / taken[name])
        cells = (milli(taken[name]), milli(taken[f"{name} first"]), "" if name == YAML else ratio)
        section.rows.append((name, *cells))
        limit = FROM_FILE if name == YAML else FROM_COMPILED
        wanted = f"{name} under {milli(limit)}"
        section.target(wanted, milli(taken[name]), holds=taken[name] < limit)
    return section


def from_file(home: Path) -> Policy:
    """Load the role as a door does, from the file."""
    shelf = RoleShelf(home, None)
    role = shelf.load("large")
    assert len(role.permissions.rules) == RULES
    return Policy.compile(role.permissions, tools=role.tools, mode=role.mode)


def from_compiled(written: str, engine: str) -> Policy:
    """Load what was compiled before."""
    return Policy.load(json.loads(written), engine=engine)


def first(way: Callable[[], Policy]) -> None:
    """Load and decide one call, since patterns are compiled when they are needed."""
    call = ToolCall(tool="Bash", input={"command": "make target12 all"})
    decide(normalise(call, AROUND), way())
