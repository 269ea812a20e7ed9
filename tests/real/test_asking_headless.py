"""An ask where nobody sits before a terminal: the call waits for a channel."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from proctor.proving.claude_run import ClaudeRun
from proctor.proving.scripted_model import Call, Turn, bash, say
from tests.real.claude import headless
from tests.real.hooking import under
from tests.real.model import Model, Told
from tests.real.place import Place, mark
from tests.real.programs import BOTH_VERSIONS
from tests.real.serving import answer, asked, serving, waiting

ASKING = "permissions:\n  allow: [Read]\n  ask: [Bash]\n"


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_a_call_waits_for_the_channel(place: Place, model: Model, version: str) -> None:
    """An ask in `-p` waits until somebody answers, and then runs or does not."""
    settings = under(place, "asking", ASKING, version=version)
    prompt = model.learn("go", bash(mark("yes")), bash(mark("no")), say("done"))
    yes = {"tool": "Bash", "action": "*yes", "answer": "allow", "words": "go on", "delay": 0.5}
    no = {"tool": "Bash", "action": "*no", "answer": "deny", "words": "use a branch", "delay": 0.5}
    with serving(place.home, yes, no):
        headless(place, model, prompt, settings=settings, version=version)
        allowed, denied = model.told("go")

        assert (place.ran("yes"), allowed) == (1, Told("x"))
        assert (place.ran("no"), denied.error) == (0, True)
        assert "use a branch" in denied.text
        kept = [(each["decision"], each["channel"]) for each in place.records()]
        assert kept == [("ask_approved", "scripted"), ("ask_denied", "scripted")]


@pytest.mark.full
def test_a_batch_is_asked_call_by_call(place: Place, model: Model) -> None:
    """Of several calls in one answer each is a question, and a denial does not end the others."""
    settings = under(place, "asking", ASKING)
    names = ("one", "two", "three")
    batch = tuple(Call("Bash", {"command": mark(name), "description": "d"}) for name in names)
    prompt = model.learn("go", Turn(calls=batch), say("done"))
    with serving(place.home, {"action": "*two", "answer": "deny"}, {"answer": "allow"}):
        headless(place, model, prompt, settings=settings)
        outcomes = {kept["action_string"]: kept["decision"] for kept in place.records()}

    assert [place.ran(name) for name in names] == [1, 0, 1]
    assert [each.error for each in model.told("go")] == [False, True, False]
    assert outcomes == {
        f"tool:bash:{mark('one')}": "ask_approved",
        f"tool:bash:{mark('two')}": "ask_denied",
        f"tool:bash:{mark('three')}": "ask_approved",
    }


@pytest.mark.full
def test_an_answer_for_the_session_is_remembered(place: Place, model: Model) -> None:
    """The same call again in the session asks nobody; in another session it does."""
    settings = under(place, "asking", ASKING)
    wishes = (bash(mark()), bash(mark()), say("done"))
    with serving(place.home, {"answer": "allow", "scope": "session"}):
        headless(place, model, model.learn("first", *wishes), settings=settings)
        asked_in_first = len(waiting(place.home, ""))
        headless(place, model, model.learn("second", *wishes), settings=settings)

        assert (asked_in_first, len(waiting(place.home, ""))) == (1, 2)
    assert place.ran() == 4


@pytest.mark.full
def test_nobody_answers_and_nothing_runs(place: Place, model: Model) -> None:
    """A question that expires is a denial, and the model is told so."""
    place.configure("approval: {timeout: 1}\n")
    settings = under(place, "asking", ASKING)
    prompt = model.learn("go", bash(mark()), say("done"))
    with serving(place.home):
        headless(place, model, prompt, settings=settings)

        assert (place.ran(), [each.error for each in model.told("go")]) == (0, [True])
        assert [kept["decision"] for kept in place.records()] == ["ask_timeout"]


@pytest.mark.full
def test_no_channel_is_a_denial_at_once(place: Place, model: Model) -> None:
    """Where there is no way to a person at all, nobody is waited for."""
    place.configure("channels: {inbox: false}\n")
    settings = under(place, "asking", ASKING)
    prompt = model.learn("go", bash(mark()), say("done"))
    headless(place, model, prompt, settings=settings)

    assert (place.ran(), [each.error for each in model.told("go")]) == (0, [True])
    assert [kept["decision"] for kept in place.records()] == ["ask_timeout"]


@pytest.mark.full
def test_an_ask_without_a_server_starts_one(place: Place, model: Model) -> None:
    """Where no server runs, the hook starts one, and its inbox can answer."""
    settings = under(place, "asking", ASKING)
    prompt = model.learn("go", bash(mark()), say("done"))
    with in_background(place, model, prompt, settings=settings) as run:
        answer(place.home, asked(place.home)["id"], "allow")
        run.result()

    assert (place.ran(), model.told("go")) == (1, [Told("x")])


def test_a_server_that_dies_while_a_call_waits_is_replaced(place: Place, model: Model) -> None:
    """The question survives the server's death, and its answer through the next one counts."""
    settings = under(place, "asking", ASKING)
    prompt = model.learn("go", bash(mark()), say("done"))
    with (
        serving(place.home) as first,
        in_background(place, model, prompt, settings=settings) as run,
    ):
        number = asked(place.home)["id"]
        first.kill()
        assert asked(place.home)["id"] == number
        answer(place.home, number, "allow")
        run.result()

    assert (place.ran(), model.told("go")) == (1, [Told("x")])


@contextmanager
def in_background(
    place: Place, model: Model, prompt: str, **how: object
) -> Iterator[Future[ClaudeRun]]:
    """Run the program while the test goes on."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(headless, place, model, prompt, **how)  # type: ignore[arg-type]
