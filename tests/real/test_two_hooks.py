"""
The real Claude Code with two of our hooks: an installed one, and that of `proctor run`.

Before the server decided once for both, three of six starts wrote a file that nobody had
answered for: `guarded` asked, and the agent's own hook allowed it in the open dialog.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from proctor.keepers import open_reader
from proctor.proving.scripted_model import Turn, bash, call, say
from tests.agents.terminals import until
from tests.amounts import amount
from tests.installing.running import proctor_in
from tests.real.claude import headless
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import program_of
from tests.real.serving import answer, asked, serving, waiting
from tests.real.starting import Starter, proven, starter

TRIES = amount(4, 20)
# Asked of people by this role, and by `guarded`.
MAKER = "permissions:\n  allow: [Read]\n  ask: [Bash, Write]\n"


@pytest.fixture
def person(place: Place, model: Model) -> Iterator[Starter]:
    """Give somebody at a shell who has installed our hook for all of their sessions."""
    proven(place)
    proctor_in(place.private, "install", "claude-code", "--user", "--claude", str(program_of()))
    with starter(place, model) as made:
        yield made


def finished(place: Place) -> list[str]:
    """Return the ids of the calls of which it is kept that they have run."""
    reader = open_reader(place.home)
    try:
        events = reader.events()
    finally:
        reader.close()
    return [str(event.body["call_id"]) for event in events if event.kind == "post-tool-use"]


def test_the_role_of_the_agent_decides_alone(person: Starter, place: Place, model: Model) -> None:
    """What the agent's role allows runs without a dialog, time and again, and is kept once."""
    turns: list[Turn] = []
    for number in range(TRIES):
        path = place.shop / f"made-{number}.txt"
        turns.append(call("Write", file_path=str(path), content="x"))
    prompt = model.learn("make", *turns, say("all is made"))
    with serving(place.home):
        person.run("--role", "coder", "--", prompt)
        screen = person.shows("coder", "all is made")
        until(lambda: len(place.records()) >= TRIES)
        until(lambda: len(finished(place)) >= TRIES)
        found = [(each["agent_name"], each["role"], each["decision"]) for each in place.records()]
        open_questions = waiting(place.home, "")

    assert len(finished(place)) == TRIES
    assert found == [("coder", "coder", "allow")] * TRIES
    assert (open_questions, "PermissionRequest" in screen) == ([], False)
    assert len(list(place.shop.glob("made-*.txt"))) == TRIES


@pytest.mark.parametrize("said", ["allow", pytest.param("deny", marks=pytest.mark.full)])
def test_one_question_is_asked_for_both(
    person: Starter, place: Place, model: Model, said: str
) -> None:
    """What the agent's role asks is asked once, and nothing runs before somebody has answered."""
    place.write_role("maker", MAKER)
    prompt = model.learn("make", bash(mark()), say("that was it"))
    with serving(place.home):
        person.run("--role", "maker", "--", prompt)
        person.shows("maker", "Do you want to proceed?")
        question = asked(place.home)
        before = place.ran()
        answer(place.home, question["id"], said)
        person.shows("maker", "that was it")
        outcome = "ask_approved" if said == "allow" else "ask_denied"
        until(lambda: [word for _, word in place.decisions()] == ["ask_dialog", outcome])
        roles = {each["role"] for each in place.records()}
        asked_for = [each["role"] for each in waiting(place.home, "")]

    assert (before, place.ran()) == (0, 1 if said == "allow" else 0)
    assert (roles, asked_for) == ({"maker"}, ["maker"])


def test_what_was_allowed_always_is_not_asked_of_an_agent(
    person: Starter, place: Place, model: Model
) -> None:
    """A yes for good in a session of the person's own holds under `proctor run`, too."""
    command = mark()
    # Each conversation describes the same command in other words.
    steps = [call("Bash", command=command, description=words) for words in ("Mark", "Mark it")]
    first = model.learn("first", steps[0], say("the first is done"))
    again = model.learn("again", steps[1], say("the second is done"))
    always = {"tool": "Bash", "answer": "allow", "scope": "always"}
    with serving(place.home, always):
        headless(place, model, first)
        asked_before = len(waiting(place.home, ""))
        person.run("--role", "guarded", "--", again)
        screen = person.shows("guarded", "the second is done")
        questions = waiting(place.home, "")

    assert (asked_before, len(questions)) == (1, 1)
    assert (place.ran(), "Do you want to proceed?" in screen) == (2, False)
