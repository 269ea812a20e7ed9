"""The AI reviewer behind the real program: what it says counts, and its silence is no yes."""

from __future__ import annotations

import pytest

from proctor.proving.scripted_model import bash, say
from tests.real.claude import headless
from tests.real.hooking import under
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.serving import serving

REVIEWED = """\
permissions:
  allow: [Read]
  ask: [Bash]
  agent: {instructions: Judge with care.}
"""
BY_HAND = "permissions:\n  ask: [{rule: Bash, by: human}]\n  agent: {instructions: Judge.}\n"
RUBBISH, SILENCE = "echo ALLOWED, of course", "sleep 60"
ASKED = ("ASK_USER", "rubbish", "silence")
SCRIPTS = {
    "ALLOW": "printf 'ALLOW\\nharmless\\n'",
    "DENY": "printf 'DENY\\nit leaves the shop\\n'",
    "ASK_USER": "printf 'ASK_USER\\nI do not know\\n'",
    "rubbish": RUBBISH,
    "silence": SILENCE,
}


def reviewed(place: Place, model: Model, said: str, person: str, role: str = REVIEWED) -> None:
    """Have one call reviewed; a person answers by the script whatever is left."""
    reviewer = place.script("reviewer", f"cat > {place.root}/prompt; {SCRIPTS[said]}")
    place.configure(f"reviewer: {{command: [{reviewer}], timeout: 1}}\n")
    settings = under(place, "reviewed", role)
    prompt = model.learn("go", bash(mark()), say("done"))
    with serving(place.home, {"answer": person}):
        headless(place, model, prompt, settings=settings)


@pytest.mark.parametrize(
    ("said", "times"), [pytest.param("ALLOW", 1, marks=pytest.mark.full), ("DENY", 0)]
)
def test_a_verdict_of_the_reviewer_counts(
    place: Place, model: Model, said: str, times: int
) -> None:
    """ALLOW runs the call and DENY does not, and no person is asked."""
    reviewed(place, model, said, person="deny" if times else "allow")
    [told] = model.told("go")
    [kept] = place.records()

    assert (place.ran(), told.error) == (times, times == 0)
    assert ("it leaves the shop" in told.text) is (times == 0)
    assert (kept["decider"], kept["channel"]) == ("reviewer", "reviewer")


@pytest.mark.full
@pytest.mark.parametrize("said", ASKED)
@pytest.mark.parametrize(("person", "times"), [("allow", 1), ("deny", 0)])
def test_whatever_else_it_says_is_asked(
    place: Place, model: Model, said: str, person: str, times: int
) -> None:
    """ASK_USER, rubbish and silence leave the call to people: neither yes nor no."""
    reviewed(place, model, said, person)
    [kept] = place.records()

    assert place.ran() == times
    assert (kept["decider"], kept["channel"]) == ("person", "scripted")


@pytest.mark.full
def test_what_is_for_humans_never_reaches_it(place: Place, model: Model) -> None:
    """A question `by: human` is not shown to the reviewer at all."""
    reviewed(place, model, "ALLOW", person="deny", role=BY_HAND)

    assert (place.ran(), (place.root / "prompt").exists()) == (0, False)
