"""
Other policy engines on one trivial policy: a role may do an action on a resource.

Each is asked in the fastest way it offers: policies parsed once, fast enforcer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib import import_module

from proctor.normalise import read_string
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.rules import parse_rule
from proctor.terms.effect import Effect
from proctor.terms.role import Permissions
from stopwatch import Case
from workload import AROUND

ROLE, ACTION = "coder", "read_record"
REQUESTS = 40
MODEL = """
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act
"""


def resources(size: int) -> list[str]:
    """Return what is asked about: half of it is in the policy."""
    chance = random.Random(size)  # noqa: S311 - the same numbers in every run
    return [f"record{chance.randrange(2 * size)}" for _ in range(REQUESTS)]


def peer_cases(size: int) -> tuple[dict[str, Case], list[str]]:
    """Return a case for each engine that is installed, and the names of those that are not."""
    cases, missing = {"proctor": asked_by(ours(size), size)}, []
    for name, make in {"cedarpy": cedar, "pycasbin": casbin, "oso": oso}.items():
        try:
            cases[name] = asked_by(make(size), size)
        except ImportError:
            missing.append(name)
    return cases, missing


def asked_by(may: Callable[[str], bool], size: int) -> Case:
    """Return the case of an engine, after a check that it means what we mean."""
    wanted = resources(size)
    for resource in wanted:
        assert may(resource) is (int(resource.removeprefix("record")) < size), resource

    def run() -> None:
        for resource in wanted:
            may(resource)

    return Case(run, REQUESTS)


def ours(size: int) -> Callable[[str], bool]:
    """Ask Proctor; the role is the policy, the action a tool, the resource its target."""
    rules = [parse_rule(f"{ACTION}(record{n})", Effect.ALLOW) for n in range(size)]
    policy = Policy.compile(Permissions(rules=tuple(rules)))
    actions = {r: read_string(f"tool:{ACTION}:{r}", AROUND) for r in resources(size)}
    return lambda resource: decide(actions[resource], policy).effect is Effect.ALLOW


def cedar(size: int) -> Callable[[str], bool]:
    """Ask Cedar, with policies and entities parsed before."""
    cedarpy = import_module("cedarpy")
    policies = cedarpy.PolicySet.from_str(
        "\n".join(
            f'permit(principal == Role::"{ROLE}", action == Action::"{ACTION}", '
            f'resource == Record::"record{n}");'
            for n in range(size)
        )
    )
    entities = cedarpy.Entities.from_json_str("[]")
    requests = {
        resource: {
            "principal": f'Role::"{ROLE}"',
            "action": f'Action::"{ACTION}"',
            "resource": f'Record::"{resource}"',
            "context": {},
        }
        for resource in resources(size)
    }
    return lambda resource: bool(
        cedarpy.is_authorized(requests[resource], policies, entities).allowed
    )


def casbin(size: int) -> Callable[[str], bool]:
    """Ask pycasbin's fast enforcer, which looks policies up by their key."""
    module = import_module("casbin")
    key = [0, 1, 2]
    model = module.FastModel(key)
    model.load_model_from_text(MODEL)
    enforcer = module.FastEnforcer(model, cache_key_order=key)
    for n in range(size):
        enforcer.add_policy(ROLE, f"record{n}", ACTION)
    return lambda resource: bool(enforcer.enforce(ROLE, resource, ACTION))


def oso(size: int) -> Callable[[str], bool]:
    """Ask oso."""
    engine = import_module("oso").Oso()
    facts = (f'allow("{ROLE}", "{ACTION}", "record{n}");' for n in range(size))
    engine.load_str("\n".join(facts))
    return lambda resource: bool(engine.is_allowed(ROLE, ACTION, resource))
