"""What the real program tells of itself: every call that it let run, and what it has used."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from proctor.proving.scripted_model import Call, Turn, bash, call, say
from proctor.server.accepted_calls import NEVER_ASKED, NOT_A_PERSON
from tests.real.claude import headless
from tests.real.model import Model
from tests.real.place import Place, mark
from tests.real.serving import answer, asked, serving
from tests.real.telling import NAME, alarms, has_used, started
from tests.real.terminal import DIALOG, interactive
from tests.server.running import until

CAREFUL = "permissions:\n  otherwise: allow\n  deny: [Bash(git push *)]\n"
ASKING = "permissions:\n  allow: [Read]\n  ask: [Bash]\n"
DONE = "that was it"
# Of one answer of the scripted model.
TOKENS, DOLLARS = 2, 0.000024
ELSEWHERE = "http://127.0.0.1:9"
AWAY = {
    "CLAUDE_CODE_ENABLE_TELEMETRY": "0",
    "OTEL_SDK_DISABLED": "true",
    "OTEL_LOGS_EXPORTER": "none",
    "OTEL_EXPORTER_OTLP_ENDPOINT": ELSEWHERE,
    "OTEL_EXPORTER_OTLP_LOGS_ENDPOINT": f"{ELSEWHERE}/v1/logs",
    "OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Bearer x",
    "OTEL_EXPORTER_OTLP_LOGS_HEADERS": "Authorization=Bearer x",
    "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
    "OTEL_LOG_USER_PROMPTS": "1",
    "OTEL_LOG_TOOL_DETAILS": "1",
}
SCOPES = ("project", "local", "user")
HELPER = """echo '{"Authorization": "Bearer of-somebody-else"}'"""


def hook_out(*, allow: bool = True) -> dict[str, Any]:
    """Return settings from which our hook before a call is gone, behind our back."""
    rules = {"permissions": {"allow": ["Bash"]}} if allow else {}
    return {"hooks": {"PreToolUse": [], "PermissionRequest": []}, **rules}


@pytest.mark.full
def test_what_was_decided_raises_no_alarm(place: Place, model: Model) -> None:
    """
    Calls that we let run or refused, in batches and by sub-agents, are told and joined.

    The program keeps its variables for telemetry from what it runs.
    """
    names = ("one", "two")
    batch = tuple(Call("Bash", {"command": mark(name), "description": "d"}) for name in names)
    model.learn("sub", bash(mark("three")), say("done"))
    delegate = call(
        "Agent", description="d", prompt="please [[sub]]", subagent_type="general-purpose"
    )
    environment = bash("env > seen")
    turns = Turn(calls=batch), bash("git push"), delegate, environment, say(DONE)
    prompt = model.learn("go", *turns)
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "careful", CAREFUL)
        headless(place, model, prompt, settings=agent.settings, **agent.variables)
        said = [body for body in model.requests if body.get("tools")]
        used = has_used(place, TOKENS * len(said))

    assert [place.ran(name) for name in (*names, "three")] == [1, 1, 1]
    # The server has ended, and looked at all that waited before it did.
    assert alarms(place) == []
    assert used[0] == TOKENS * len(said)
    assert used[1] == pytest.approx(DOLLARS * len(said))
    seen = Path(place.shop, "seen").read_text()
    assert ("PATH=" in seen, "OTEL" in seen, "a-token-of-a-test" in seen) == (True, False, False)


@pytest.mark.parametrize("way", [pytest.param("a yes", marks=pytest.mark.full), "another hook"])
def test_a_hook_that_was_taken_out_is_noticed(place: Place, model: Model, way: str) -> None:
    """What runs without our hook, by a rule or by somebody else's hook, is an alarm each."""
    other = place.script(
        "other",
        """cat > /dev/null; echo '{"hookSpecificOutput": {"hookEventName":
        "PreToolUse", "permissionDecision": "allow"}}' | tr -d '\\n'""",
    )
    more = hook_out(allow=way == "a yes")
    if way != "a yes":
        more["hooks"]["PreToolUse"] = [{"hooks": [{"type": "command", "command": str(other)}]}]
    prompt = model.learn("go", bash(mark()), bash(mark("next")), say(DONE))
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "careful", CAREFUL, **more)
        headless(place, model, prompt, settings=agent.settings, **agent.variables)
        until(lambda: len(alarms(place)) == 2)

    assert (place.ran(), place.ran("next")) == (1, 1)
    assert alarms(place) == [("tool:Bash:", NEVER_ASKED)] * 2
    assert [why.partition(":")[0] for _, why in alarms(place)] == ["unseen-call"] * 2
    assert place.verified() == ""


def test_a_person_raises_no_alarm(place: Place, model: Model) -> None:
    """Who says yes in a channel or in the dialog is a person; a call that was denied never ran."""
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "asking", ASKING)
        with interactive(place, model, agent.settings, **agent.variables) as screen:
            screen.say(model.learn("channel", bash(mark("channel")), say("by a channel")))
            screen.shows(DIALOG)
            answer(place.home, asked(place.home)["id"], "allow")
            screen.shows("by a channel")
            has_used(place, 2 * TOKENS)

            screen.say(model.learn("yes", bash(mark("yes")), say("by the dialog")))
            screen.answer("1")
            screen.shows("by the dialog")
            has_used(place, 4 * TOKENS)

            screen.say(model.learn("no", bash(mark("no")), say(DONE)))
            screen.answer("2")
            screen.shows("Interrupted")
            has_used(place, 5 * TOKENS)

    assert [place.ran(name) for name in ("channel", "yes", "no")] == [1, 1, 0]
    assert alarms(place) == []


def saying_yes(place: Place) -> dict[str, Any]:
    """Return settings with a hook that answers every dialog."""
    yes = {"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}}
    said = json.dumps({"hookSpecificOutput": yes})
    hook = place.script("theirs", f"cat > /dev/null; echo '{said}'")
    entry = {"hooks": [{"type": "command", "command": str(hook)}]}
    return {"hooks": {"PermissionRequest": [entry]}}


@pytest.mark.full
def test_a_hook_that_answers_the_dialog_is_noticed(place: Place, model: Model) -> None:
    """One of the role's own lets run what we asked about: an alarm, and no person is named."""
    theirs = saying_yes(place)["hooks"]
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "asking", ASKING)
        settings = json.loads(agent.settings.read_text())
        settings["hooks"]["PermissionRequest"] += theirs["PermissionRequest"]
        own = place.home / "sessions" / NAME / ".claude" / "settings.json"
        own.parent.mkdir()
        own.write_text(json.dumps(settings))
        with interactive(place, model, own, **agent.variables) as screen:
            screen.say(prompt)
            screen.shows(DONE)
            until(lambda: alarms(place) != [])

    assert alarms(place) == [(f"tool:bash:{mark()}", NOT_A_PERSON)]
    kept = [(each["decision"], each["decider"]) for each in place.records()]
    assert kept[:2] == [("ask_dialog", "rule"), ("dialog_unknown", "")]


@pytest.mark.parametrize("scope", [pytest.param("project", marks=pytest.mark.full), "user"])
def test_a_hook_of_others_answers_nothing(place: Place, model: Model, scope: str) -> None:
    """Where the project or the person has such a hook, the call waits for a person's answer."""
    place.private.write_settings(saying_yes(place), scope)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "asking", ASKING)
        with interactive(place, model, agent.settings, **agent.variables) as screen:
            screen.say(prompt)
            number = asked(place.home)["id"]
            assert (place.ran(), DIALOG in screen.text) == (0, False)
            answer(place.home, number, "deny")
            screen.shows(DONE)

    assert (place.ran(), alarms(place)) == (0, [])


@pytest.mark.full
@pytest.mark.parametrize(
    "scopes", [SCOPES, *(pytest.param((scope,), marks=pytest.mark.full) for scope in SCOPES)]
)
def test_other_settings_do_not_silence_it(
    place: Place, model: Model, scopes: tuple[str, ...]
) -> None:
    """Variables and helpers of a repository, or of the user, do not turn it off or away."""
    said: Mapping[str, object] = {"env": AWAY, "otelHeadersHelper": HELPER}
    for scope in scopes:
        place.private.write_settings(said, scope)
    prompt = model.learn("go", bash(mark()), say(DONE))
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "careful", CAREFUL, **hook_out())
        headless(place, model, prompt, settings=agent.settings, **agent.variables)
        until(lambda: alarms(place) != [])
        has_used(place, 2 * TOKENS)

    assert alarms(place) == [("tool:Bash:", NEVER_ASKED)]


@pytest.mark.full
def test_it_goes_on_with_the_next_server(place: Place, model: Model) -> None:
    """A server that was killed is told nothing; what comes after it goes to the next one."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place.configure(f"server: {{port: {free.getsockname()[1]}}}\n")
    turns = bash(mark()), say("half of it"), bash(mark("next")), say(DONE)
    prompt = model.learn("go", *turns)
    with serving(place.home) as server:
        agent = started(place, server.info["url"], "careful", CAREFUL, **hook_out())
        with interactive(place, model, agent.settings, **agent.variables) as screen:
            screen.say(prompt)
            screen.shows("half of it")
            until(lambda: len(alarms(place)) == 1)
            server.kill()
            with serving(place.home):
                screen.say("go on")
                screen.shows(DONE)
                until(lambda: len(alarms(place)) == 2)

    assert alarms(place) == [("tool:Bash:", NEVER_ASKED)] * 2
