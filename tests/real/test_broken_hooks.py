"""
A hook that is broken, on the real program: killed, hung, missing, lying.

The settings let Bash run by the program's own rules, so that only the hook is in the way.
Our own hook cannot be made to do these things: here it has been replaced.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.proving.scripted_model import bash, say
from tests.real.claude import headless
from tests.real.hooking import entry, hook_of, settings_with
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.programs import OLD
from tests.real.terminal import DIALOG, interactive

pytestmark = pytest.mark.full

MISSING = ""
PRE = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"%s"}}'
REQUEST = (
    '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"%s"}}}'
)
OTHER = PRE.replace("PreToolUse", "PostToolUse") % "allow"
BROKEN = {
    "killed": "kill -9 $$",
    "hung": "sleep 600",
    "missing": MISSING,
    "raised": "exit 1",
    "lying by its status": f"echo '{PRE % 'allow'}'; echo '{REQUEST % 'allow'}'; exit 3",
    "lying about the event": f"echo '{OTHER}'",
    "lying in rubbish": "echo '{it is allowed}'",
    "lying with a word that there is not": f"echo '{PRE % 'maybe'}'",
}
# Measured: to the program these are no failures, so that `onFailure` does not count.
NO_FAILURE = {
    "silent": "true",
    "in plain words": "echo it is denied",
    "cut off": f"printf '%s' '{(PRE % 'deny')[:-2]}'",
    "without its frame": """echo '{"permissionDecision":"deny"}'""",
}
# Measured: without `onFailure`, the program goes by its own rules.
OPEN = ("killed", "hung", "missing", "raised")
PATIENCE = 1


def broken(place: Place, what: str) -> Path:
    """Write a hook that is broken."""
    text = BROKEN[what]
    return place.script("broken", f"cat > /dev/null\n{text}") if text else place.root / "nowhere"


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_hook_before_a_tool_is_no_yes(place: Place, model: Model, what: str) -> None:
    """Under PreToolUse the call does not run, although the program's own rules allow it."""
    silent = place.script("silent", "cat > /dev/null")
    hooks = {"PreToolUse": entry(broken(place, what), timeout=PATIENCE)}
    settings = settings_with(place, silent, hooks=hooks, permissions={"allow": ["Bash"]})
    headless(place, model, model.learn("go", bash(mark()), say("done")), settings=settings)
    [told] = model.told("go")

    assert (place.ran(), told.error) == (0, True)
    assert 'blocking because onFailure is "block"' in told.text


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_hook_of_a_request_is_no_yes(place: Place, model: Model, what: str) -> None:
    """Under PermissionRequest the call does not run either."""
    silent = place.script("silent", "cat > /dev/null")
    hooks = {"PermissionRequest": entry(broken(place, what), timeout=PATIENCE)}
    settings = settings_with(place, silent, hooks=hooks)
    headless(place, model, model.learn("go", bash(mark()), say("done")), settings=settings)
    [told] = model.told("go")

    assert (place.ran(), told.error) == (0, True)
    assert 'blocking because onFailure is "block"' in told.text


@pytest.mark.parametrize("what", ["killed", "hung", "missing"])
def test_a_broken_hook_of_a_request_closes_the_dialog(
    place: Place, model: Model, what: str
) -> None:
    """In the terminal a request whose hook breaks is denied as well."""
    asks = place.script("asks", f"cat > /dev/null; echo '{PRE % 'ask'}'")
    hooks = {"PermissionRequest": entry(broken(place, what), timeout=PATIENCE)}
    silent = place.script("silent", "cat > /dev/null")
    settings = settings_with(place, silent, hooks={"PreToolUse": entry(asks), **hooks})
    prompt = model.learn("go", bash(mark()), say("that was it"))
    with interactive(place, model, settings) as screen:
        screen.say(prompt)
        screen.shows("that was it")
        screen.loses(DIALOG)

    assert (place.ran(), [each.error for each in model.told("go")]) == (0, [True])


@pytest.mark.parametrize("what", NO_FAILURE)
def test_a_hook_that_ends_well_and_says_nothing_usable_is_a_hole(
    place: Place, model: Model, what: str
) -> None:
    """
    A limit of the program: such a hook leaves the word to its own rules, `onFailure` or not.

    So ours must never end with 0 before all of its answer is written.
    """
    hook = place.script("unusable", f"cat > /dev/null\n{NO_FAILURE[what]}")
    silent = place.script("silent", "cat > /dev/null")
    ran = []
    for word, allow in (("asked", []), ("allowed", ["Bash"])):
        hooks = {"PreToolUse": entry(hook)}
        settings = settings_with(place, silent, hooks=hooks, permissions={"allow": allow})
        headless(place, model, model.learn(word, bash(mark()), say("done")), settings=settings)
        ran.append(place.ran())

    assert ran == [0, 1]


def test_an_old_program_takes_some_writing_for_harmless(place: Place, model: Model) -> None:
    """A limit of 2.0.77: behind a broken hook a redirection runs that no rule allows."""
    hooks = {"PreToolUse": entry(broken(place, "killed"), OLD)}
    silent = place.script("silent", "cat > /dev/null")
    settings = settings_with(place, silent, version=OLD, hooks=hooks)
    prompt = model.learn("go", bash("echo x >> ran"), say("done"))
    headless(place, model, prompt, settings=settings, version=OLD)

    assert place.ran() == 1


@pytest.mark.parametrize("what", OPEN)
def test_an_old_program_goes_by_its_own_rules(place: Place, model: Model, what: str) -> None:
    """What has no `onFailure` runs what its own rules allow, and nothing that they do not."""
    settings = {
        allowed: settings_with(
            place,
            place.script("silent", "cat > /dev/null"),
            version=OLD,
            name=f"{allowed}.json",
            hooks={"PreToolUse": entry(broken(place, what), OLD, timeout=PATIENCE)},
            permissions={"allow": ["Bash"] if allowed else []},
        )
        for allowed in (False, True)
    }
    ran = []
    for allowed, path in settings.items():
        prompt = model.learn(f"go-{int(allowed)}", bash(mark()), say("done"))
        headless(place, model, prompt, settings=path, version=OLD)
        ran.append(place.ran())

    assert ran == [0, 1]


def test_a_hook_whose_package_is_gone_asks_whoever_sits_there(place: Place, model: Model) -> None:
    """
    Beside a rule that allows the call: in the terminal the program's dialog decides.

    With nobody there it blocks, and so does a project that could bring an answer of its own.
    """
    hook = hook_of(place, "guarded", package="/srv/gone", ask_holds=True, user_home=str(place.user))
    settings = settings_with(place, hook, permissions={"allow": ["Bash"]})
    headless(
        place, model, model.learn("alone", bash(mark("alone")), say("done")), settings=settings
    )
    with interactive(place, model, settings) as screen:
        screen.say(model.learn("yes", bash(mark("yes")), say("that has run")))
        assert "Proctor cannot be started: ModuleNotFoundError" in screen.shows(DIALOG)
        screen.answer("1")
        screen.shows("that has run")
        (place.shop / ".claude").mkdir(exist_ok=True)
        screen.say(model.learn("no", bash(mark("no")), say("that was it")))
        screen.shows("that was it")
    [alone], [refused] = model.told("alone"), model.told("no")

    assert [place.ran(name) for name in ("alone", "yes", "no")] == [0, 1, 0]
    assert (alone.error, refused.error) == (True, True)
