"""A program inside a program, two in one folder, and one that works for long."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest

from proctor.proving.scripted_model import Call, Turn, bash, say
from tests.amounts import amount
from tests.real.claude import headless
from tests.real.hooking import installed, under
from tests.real.model import Model
from tests.real.place import FREE, Place, mark
from tests.real.programs import program_of
from tests.real.serving import serving
from tests.server.running import running

DENYING = """\
permissions:
  otherwise: allow
  deny: [{rule: Bash(git push *), why: Not from here.}]
"""
# `make full` runs as many as a long session has.
CALLS, BATCH, DENIED = amount(20, 100), 5, 10


def nested(place: Place, model: Model, *options: str) -> str:
    """Return a command that starts a program inside the program."""
    programs = place.root / "bin"
    programs.mkdir()
    (programs / "claude").symlink_to(program_of())
    inner = model.learn("inner", bash(mark()), bash(f"{mark()}; git push"), say("done inside"))
    return " ".join([f"{programs}/claude", "-p", f"'{inner}'", *options])


@pytest.mark.full
def test_a_nested_program_is_not_started_by_itself(place: Place, model: Model) -> None:
    """Whatever the role gives away, a person must agree to it; where nobody can, it is refused."""
    place.configure("channels: {inbox: false}\n")
    installed(place, "free", FREE)
    command = nested(place, model)
    headless(place, model, model.learn("go", bash(command), say("done")))

    assert [each.error for each in model.told("go")] == [True]
    assert (model.conversation("inner"), place.ran()) == ([], 0)


@pytest.mark.full
def test_a_nested_program_without_hooks_is_refused(place: Place, model: Model) -> None:
    """Nobody is even asked about one whose hooks are switched off."""
    installed(place, "free", FREE)
    command = nested(place, model, "--bare")
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, model.learn("go", bash(command), say("done")))

    assert [each.error for each in model.told("go")] == [True]
    assert (model.conversation("inner"), place.ran()) == ([], 0)


def test_a_nested_program_has_hooks_of_its_own(place: Place, model: Model) -> None:
    """One that a person has agreed to is under the same role, with a session of its own."""
    installed(place, "denying", DENYING)
    command = nested(place, model)
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, model.learn("go", bash(command), say("done")))
        kept = {each["action_string"]: each for each in place.records()}
    outer = kept[f"tool:bash:{command}"]
    first, second = kept[f"tool:bash:{mark()}"], kept[f"tool:bash:{mark()}; git push"]

    assert [each.error for each in model.told("inner")] == [False, True]
    assert place.ran() == 1
    assert [each["decision"] for each in (outer, first, second)] == [
        "ask_approved",
        "allow",
        "deny",
    ]
    assert first["session"] == second["session"] != outer["session"]


@pytest.mark.parametrize("path", [pytest.param("cold", marks=pytest.mark.full), "warm"])
@pytest.mark.full
def test_two_agents_in_one_folder(place: Place, model: Model, path: str) -> None:
    """Each is under its own role, at the same time, and their records are told apart."""
    place.write_role("denying", DENYING)
    place.write_role("reader", "permissions:\n  otherwise: deny\n  allow: [Bash(ls *)]\n")
    commands = ("ls .", mark(), f"{mark('pushed')}; git push")
    roles = ("denying", "reader")
    settings = {role: under(place, role, agent=f"a-{role}", name=role) for role in roles}
    prompts = {role: model.learn(role, *map(bash, commands), say("done")) for role in roles}

    def work(role: str) -> None:
        headless(place, model, prompts[role], settings=settings[role])

    server = running(place.home) if path == "warm" else nullcontext()
    with server, ThreadPoolExecutor(2) as pool:
        list(pool.map(work, roles))
    decisions = {
        role: [kept["decision"] for kept in place.records() if kept["agent_name"] == f"a-{role}"]
        for role in roles
    }

    assert decisions == {"denying": ["allow", "allow", "deny"], "reader": ["allow", "deny", "deny"]}
    assert (place.ran(), place.ran("pushed"), place.verified()) == (1, 0, "")


@pytest.mark.parametrize("path", ["cold", pytest.param("warm", marks=pytest.mark.full)])
def test_many_calls_are_all_on_record(place: Place, model: Model, path: str) -> None:
    """Of many calls in one run none is lost, and the chain of their records is whole."""
    settings = under(place, "denying", DENYING)
    commands = [f"{mark()}; echo {n}" if n % DENIED else f"git push {n}" for n in range(CALLS)]
    batches = [commands[first : first + BATCH] for first in range(0, CALLS, BATCH)]
    turns = [Turn(calls=tuple(Call("Bash", {"command": each}) for each in b)) for b in batches]
    prompt = model.learn("go", *turns, say("done"))
    with running(place.home) if path == "warm" else nullcontext():
        headless(place, model, prompt, settings=settings)
    wanted = {(f"tool:bash:{c}", "deny" if "push" in c else "allow") for c in commands}

    assert len(place.records()) == CALLS
    assert set(place.decisions()) == wanted
    assert (place.ran(), place.verified()) == (CALLS - CALLS // DENIED, "")
    assert len({kept["call_id"] for kept in place.records()}) == CALLS
