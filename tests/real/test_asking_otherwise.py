"""Asks in other circumstances: killed hooks, the program's own rules, an old program, a dialog."""

from __future__ import annotations

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from proctor.proving.scripted_model import bash, call, say
from tests.real.claude import headless
from tests.real.hooking import under
from tests.real.model import Model, Told
from tests.real.place import FREE, Place, mark
from tests.real.programs import OLD
from tests.real.serving import answer, asked, serving, waiting
from tests.real.terminal import DIALOG, interactive
from tests.server.running import until

pytestmark = pytest.mark.full

ASKING = "permissions:\n  allow: [Read]\n  ask: [Bash]\n"
DONE = "that was it"


def hook_processes(hook: Path) -> list[int]:
    """Return the processes of a hook that run now."""
    words = ["pgrep", "-f", "--", f"-IS {hook}$"]
    found = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    return [int(number) for number in found.split()]


def test_a_hook_that_is_killed_while_it_waits_is_no_yes(place: Place, model: Model) -> None:
    """The call does not run, and nobody is asked any longer about what nobody waits for."""
    settings = under(place, "asking", ASKING, permissions={"allow": ["Bash"]})
    prompt = model.learn("go", bash(mark()), say("done"))
    with serving(place.home), ThreadPoolExecutor(1) as pool:
        run = pool.submit(headless, place, model, prompt, settings=settings)
        asked(place.home)
        [process] = hook_processes(place.home / "hooks" / "hook")
        os.kill(process, signal.SIGKILL)
        run.result()

        assert (place.ran(), [each.error for each in model.told("go")]) == (0, [True])
        until(lambda: waiting(place.home) == [])


@pytest.mark.parametrize(("said", "times"), [("allow", 1), ("deny", 0)])
def test_what_the_program_itself_would_ask_is_asked_of_people(
    place: Place, model: Model, said: str, times: int
) -> None:
    """Where our rules allow and the user's own settings ask, people are asked, once."""
    settings = under(place, "free", FREE, permissions={"ask": ["Bash"]})
    prompt = model.learn("go", bash(mark()), say("done"))
    with serving(place.home, {"answer": said}):
        headless(place, model, prompt, settings=settings)

        assert place.ran() == times
        assert [each["status"] for each in waiting(place.home, "")] == ["answered"]


def test_an_old_program_in_a_terminal_waits_for_the_channel(place: Place, model: Model) -> None:
    """Where an ask was not proven to hold, the hook holds the call and there is no dialog."""
    settings = under(place, "asking", ASKING, version=OLD)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home), interactive(place, model, settings, version=OLD) as screen:
        screen.say(prompt)
        number = asked(place.home)["id"]
        assert DIALOG not in screen.text
        answer(place.home, number, "allow")
        screen.shows(DONE)

    assert (place.ran(), model.told("go")) == (1, [Told("x")])


def test_escape_in_the_dialog_closes_the_question(place: Place, model: Model) -> None:
    """Who walks away from the dialog is not asked elsewhere any more, and nothing runs."""
    settings = under(place, "asking", ASKING, ask_holds=True)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home), interactive(place, model, settings) as screen:
        screen.say(prompt)
        screen.shows(DIALOG)
        asked(place.home)
        screen.answer("Escape")
        until(lambda: waiting(place.home) == [])

    assert place.ran() == 0


def test_an_expired_question_leaves_the_dialog(place: Place, model: Model) -> None:
    """Nobody has answered in time elsewhere, and whoever sits there still can."""
    place.configure("approval: {timeout: 1}\n")
    settings = under(place, "asking", ASKING, ask_holds=True)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home), interactive(place, model, settings) as screen:
        screen.say(prompt)
        screen.shows(DIALOG)
        until(lambda: [each["status"] for each in waiting(place.home, "")] == ["expired"])
        screen.answer("1")
        screen.shows(DONE)

    assert place.ran() == 1


@pytest.mark.parametrize(("said", "times"), [("ALLOW", 1), ("DENY", 0)])
def test_the_reviewer_comes_before_the_dialog(
    place: Place, model: Model, said: str, times: int
) -> None:
    """What the reviewer has decided is not asked of whoever sits there."""
    reviewer = place.script("reviewer", f"cat > /dev/null\necho {said}")
    place.configure(f"reviewer: {{command: [{reviewer}]}}\n")
    text = f"{ASKING}  agent: {{instructions: Judge.}}\n"
    settings = under(place, "reviewed", text, ask_holds=True)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home), interactive(place, model, settings) as screen:
        screen.say(prompt)
        shown = screen.shows(DONE, DIALOG)

        assert (place.ran(), DIALOG in shown, waiting(place.home, "")) == (times, False, [])


@pytest.mark.parametrize("path", ["cold", "warm"])
def test_a_question_of_the_program_itself_is_not_ours(
    place: Place, model: Model, path: str
) -> None:
    """What the model asks its user is between them: we say nothing, and nobody else is asked."""
    settings = under(place, "asking", ASKING, ask_holds=True)
    choices = [{"label": "blue", "description": "b"}, {"label": "red", "description": "r"}]
    question = {"question": "Which colour?", "header": "Colour", "options": choices}
    wish = call("AskUserQuestion", questions=[{**question, "multiSelect": False}])
    prompt = model.learn("go", wish, say(DONE))
    with serving(place.home), interactive(place, model, settings) as screen:
        screen.say(prompt)
        screen.shows("Which colour?")
        screen.press("Enter")
        screen.insist("Enter", lambda text: DONE in text)

        assert waiting(place.home, "") == []
    assert ["blue" in each.text for each in model.told("go")] == [True]
