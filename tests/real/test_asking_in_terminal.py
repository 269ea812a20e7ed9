"""An ask where somebody sits there: the dialog and the channels, and the first answer counts."""

from __future__ import annotations

import pytest

from proctor.proving.scripted_model import Call, Turn, bash, say
from proctor.terms.question import APPROVED, CLOSED
from tests.real.hooking import under
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.serving import answer, asked, serving, waiting
from tests.real.terminal import DIALOG, interactive
from tests.server.running import running, until

ASKING = """\
permissions:
  allow: [Read]
  ask:
    - rule: Bash
      why: Somebody shall look at this first.
"""
DONE = "that was it"


def test_the_first_answer_counts(place: Place, model: Model) -> None:
    """Who answers in the dialog closes the question, and who answers elsewhere the dialog."""
    # Beside the dialog the question waits on when this is over.
    place.home.joinpath("config.yaml").write_text("approval: {timeout: 1}\n")
    settings = under(place, "asking", ASKING, ask_holds=True)
    with serving(place.home), interactive(place, model, settings) as screen:
        screen.say(model.learn("yes", bash(mark("yes")), say("that has run")))
        assert "Somebody shall look at this first." in screen.shows(DIALOG)
        assert asked(place.home)["tool"] == "Bash"
        screen.answer("1")
        until(lambda: waiting(place.home) == [])
        screen.shows("that has run")
        wanted = ["ask_dialog", "dialog_approved"]
        until(lambda: outcomes(place) == wanted)
        assert place.ran("yes") == 1

        screen.say(model.learn("no", bash(mark("no")), say(DONE)))
        screen.shows(DIALOG)
        assert asked(place.home)["tool"] == "Bash"
        screen.answer("2")
        until(lambda: waiting(place.home) == [])
        # What was not run in the end is known by what comes next.
        screen.say(model.learn("next", say("and now?")))
        screen.shows("and now?")
        wanted += ["ask_dialog", "dialog_unknown"]
        until(lambda: outcomes(place) == wanted)
        assert place.ran("no") == 0

        for said, outcome in (("allow", "ask_approved"), ("deny", "ask_denied")):
            ended = f"{said} was the answer"
            screen.say(model.learn(said, bash(mark(said)), say(ended)))
            screen.shows(DIALOG)
            answer(place.home, asked(place.home)["id"], said, words="as you were")
            screen.shows(ended)
            screen.loses(DIALOG)
            [told] = model.told(said)

            denied = said == "deny"
            assert (place.ran(said), told.error) == (0 if denied else 1, denied), said
            assert ("as you were" in told.text) is denied, said
            wanted.extend(["ask_dialog", outcome])
            until(lambda: outcomes(place) == wanted)

        questions = sorted(waiting(place.home, ""), key=lambda question: question["id"])
        assert [(one["status"], one["reply"]["words"]) for one in questions] == [
            ("cancelled", APPROVED),
            ("cancelled", CLOSED),
            ("answered", "as you were"),
            ("answered", "as you were"),
        ]


def outcomes(place: Place) -> list[str]:
    """Return what was decided, oldest first."""
    return [decision for _, decision in place.decisions()]


@pytest.mark.full
def test_several_calls_are_asked_in_both_places(place: Place, model: Model) -> None:
    """Of two calls in one answer the dialog may answer one and a channel the other."""
    settings = under(place, "asking", ASKING, ask_holds=True)
    names = ("one", "two")
    batch = tuple(Call("Bash", {"command": mark(name), "description": name}) for name in names)
    prompt = model.learn("go", Turn(calls=batch), say(DONE))
    with serving(place.home), interactive(place, model, settings) as screen:
        screen.say(prompt)
        screen.shows(DIALOG)
        first = asked(place.home)
        assert first["action"] == f"tool:bash:{mark('one')}"
        screen.insist("1", lambda text: mark("one") not in text.partition(DIALOG)[0][-600:])
        until(lambda: first["id"] not in {each["id"] for each in waiting(place.home)})
        second = asked(place.home)
        assert second["action"] == f"tool:bash:{mark('two')}"
        answer(place.home, second["id"], "deny")
        screen.shows(DONE)

    assert [place.ran(name) for name in names] == [1, 0]
    assert [each.error for each in model.told("go")] == [False, True]


@pytest.mark.full
def test_without_a_server_one_is_started_beside_the_dialog(place: Place, model: Model) -> None:
    """Where no server runs, an ask shows the dialog all the same, and the inbox can answer."""
    settings = under(place, "asking", ASKING, ask_holds=True)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with interactive(place, model, settings) as screen:
        screen.say(prompt)
        screen.shows(DIALOG)
        answer(place.home, asked(place.home)["id"], "allow")
        screen.shows(DONE)
        screen.loses(DIALOG)

    assert place.ran() == 1


@pytest.mark.full
def test_without_a_channel_there_is_the_dialog(place: Place, model: Model) -> None:
    """Where nobody else can be asked, whoever sits there is, and what they say counts."""
    place.configure("channels: {inbox: false}\n")
    settings = under(place, "asking", ASKING, ask_holds=True)
    with running(place.home), interactive(place, model, settings) as screen:
        screen.say(model.learn("yes", bash(mark("yes")), say(DONE)))
        screen.answer("1")
        screen.shows(DONE)
        screen.say(model.learn("no", bash(mark("no")), say("never said")))
        screen.answer("2")
        screen.shows("Interrupted")

    assert (place.ran("yes"), place.ran("no")) == (1, 0)


@pytest.mark.full
def test_what_is_allowed_shows_no_dialog(place: Place, model: Model) -> None:
    """In the terminal, too, an allow runs without a word and a deny is told to the model."""
    text = "permissions:\n  otherwise: allow\n  deny: [Bash(git push *)]\n"
    settings = under(place, "careful", text, ask_holds=True)
    prompt = model.learn("go", bash(mark()), bash("git push"), say(DONE))
    with interactive(place, model, settings) as screen:
        screen.say(prompt)
        shown = screen.shows(DONE)

    assert (place.ran(), DIALOG in shown) == (1, False)
    assert [each.error for each in model.told("go")] == [False, True]
