"""Policies of any size, actions that meet them, and the plain loop that we are compared with."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.rules import parse_rule
from proctor.terms.action import Action
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.role import Permissions
from proctor.terms.surroundings import Surroundings

ROOT = "/home/me/project"
AROUND = Surroundings(
    cwd=ROOT,
    home="/home/me",
    root=ROOT,
    start=ROOT,
    proctor_home="/home/me/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
    program=("/usr/lib/proctor",),
)
NO_RULES = Policy.compile(Permissions())
ACTIONS = 200
DENY_EVERY = 5


@dataclass(frozen=True, slots=True)
class Sample:
    """One numbered rule: as we write it, as a plain pattern, and a call that it is about."""

    rule: str
    pattern: str
    call: ToolCall
    subject: str


def path_sample(number: int) -> Sample:
    """Return a path rule; the calls name absolute paths, as agent programs do."""
    tool = "Edit" if number % 2 else "Read"
    folder = f"src/pkg{number}"
    return Sample(
        rule=f"{tool}({folder}/**)",
        pattern=f"{tool}:{folder}(?:/.*)?",
        call=ToolCall(tool=tool, input={"file_path": f"{ROOT}/{folder}/model/table.py"}),
        subject=f"{tool}:{folder}/model/table.py",
    )


def string_sample(number: int) -> Sample:
    """Return a rule over the action string, of a command or of a new file."""
    if number % 2:
        detail, text = f"bash:cmd{number}", " --verbose all"
        call = ToolCall(tool="Bash", input={"command": f"cmd{number}{text}"})
        rule = f"tool:{detail} .*"
    else:
        detail, text = f"create_file:src/pkg{number}", "/model/table.py"
        call = ToolCall(tool="Write", input={"file_path": f"{ROOT}/src/pkg{number}{text}"})
        rule = f"tool:{detail}/.*"
    return Sample(rule=rule, pattern=rule, call=call, subject=f"tool:{detail}{text}")


SAMPLES: dict[str, Callable[[int], Sample]] = {
    "path rules": path_sample,
    "action-string rules": string_sample,
}


@dataclass(frozen=True, slots=True)
class Workload:
    """
    A policy of some size, a loop that means the same, and what both are asked.

    Half of the actions meet a rule at a random place, half meet none.
    """

    policy: Policy
    actions: tuple[Action, ...]
    loop: Callable[[str], Effect]
    subjects: tuple[str, ...]

    def decide_all(self) -> None:
        """Ask our policy about every action."""
        policy = self.policy
        for action in self.actions:
            decide(action, policy)

    def decide_all_without_rules(self) -> None:
        """Ask a policy without rules: what a decision costs besides its rules."""
        for action in self.actions:
            decide(action, NO_RULES)

    def loop_all(self) -> None:
        """Ask the loop about every action."""
        loop = self.loop
        for subject in self.subjects:
            loop(subject)


def workload(sample: Callable[[int], Sample], size: int) -> Workload:
    """Make a workload and check that both sides say the same of every action."""
    samples = [sample(number) for number in range(size)]
    rules = [parse_rule(s.rule, effect_of(n)) for n, s in enumerate(samples)]
    chance = random.Random(size)  # noqa: S311 - the same numbers in every run
    asked = [sample(chance.randrange(size)) for _ in range(ACTIONS // 2)]
    asked += [sample(size + chance.randrange(size)) for _ in range(ACTIONS // 2)]
    chance.shuffle(asked)
    made = Workload(
        policy=Policy.compile(Permissions(rules=tuple(rules))),
        actions=tuple(normalise(s.call, AROUND) for s in asked),
        loop=plain_loop([(s.pattern, effect_of(n)) for n, s in enumerate(samples)]),
        subjects=tuple(s.subject for s in asked),
    )
    for action, subject in zip(made.actions, made.subjects, strict=True):
        assert decide(action, made.policy).effect is made.loop(subject), subject
    return made


def effect_of(number: int) -> Effect:
    """Mix denies with allows."""
    return Effect.DENY if number % DENY_EVERY == 0 else Effect.ALLOW


def plain_loop(patterns: list[tuple[str, Effect]]) -> Callable[[str], Effect]:
    """Return what one would write first: denies, then allows, and the first match wins."""
    strictest_first = sorted(patterns, key=lambda row: -row[1])
    compiled = [(re.compile(text, re.DOTALL).fullmatch, effect) for text, effect in strictest_first]

    def loop(subject: str) -> Effect:
        for fullmatch, effect in compiled:
            if fullmatch(subject):
                return effect
        return Effect.ASK

    return loop
