"""Our settings and answers, as the real program takes them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import proctor
from proctor.adapters.claude_code import NO_OPINION, say
from proctor.adapters.claude_settings import role_settings, settings_text
from proctor.adapters.claude_versions import parse_version
from proctor.agents.session_build import hidden_tools
from proctor.policy.profiles import PROFILES
from proctor.proving.claude_run import ClaudeRun, PrivatePlace, run_claude
from proctor.proving.scripted_model import Call, ScriptedModel, Turn
from proctor.terms.effect import Effect
from proctor.terms.role import Role
from proctor.terms.verdict import Verdict
from tests.adapters.ground import role_of
from tests.real.programs import BOTH_VERSIONS, NEW, program_of

PACKAGES = str(Path(proctor.__file__).parent.parent)
HEARD = """
import sys
sys.path.append({packages!r})
from proctor.adapters.claude_code import hear
heard = hear(sys.stdin.buffer.read())
with open({log!r}, "a") as log:
    print(heard.event, heard.call.tool if heard.call else "", file=log)
answer = {answers!r}.get(heard.event, "")
if isinstance(answer, dict):
    answer = answer[heard.call.input["command"].split()[-1]]
print(answer)
"""
# What a hook says to an event, or to a command there by its last word.
Answers = dict[str, str] | dict[str, dict[str, str]]


def touch(name: str = "ran") -> Turn:
    """Return a turn that leaves a mark."""
    return Turn(calls=(Call("Bash", {"command": f"touch {name}", "description": "Leave a mark"}),))


# One call for each effect, told apart by the mark that it leaves.
TOUCHES = tuple(touch(effect.name) for effect in Effect)


def run(role: Role, answers: Answers, place: PrivatePlace, version: str, *turns: Turn) -> ClaudeRun:
    """Let the program make calls under the settings of a role, with a hook that says so."""
    program, number = program_of(version), parse_version(version)
    assert number
    hook = place.folder / "our hook"
    body = HEARD.format(packages=PACKAGES, log=str(place.folder / "log"), answers=answers)
    hook.write_text(f"#!{sys.executable} -I\n{body}")
    hook.chmod(0o700)
    settings = place.folder / "settings.json"
    made = role_settings(
        role,
        hook=str(hook),
        version=number,
        home=str(place.home),
        root=str(place.work),
        hidden=hidden_tools(role),
    )
    settings.write_text(settings_text(made))
    with ScriptedModel([*(turns or [touch()]), Turn("Done.")]) as model:
        options = ("--settings", str(settings))
        return run_claude(program, place, model, version=number, options=options)


def heard(place: PrivatePlace) -> list[str]:
    """Return what the hook heard, in order."""
    log = place.folder / "log"
    return log.read_text().splitlines() if log.exists() else []


def offered(run: ClaudeRun) -> set[str]:
    """Return the tools that the program said it has."""
    (start,) = [line for line in run.stream if line.get("subtype") == "init"]
    return set(start["tools"])


def by_effect(event: str) -> dict[str, str]:
    """Return an answer to each of the calls that are named after it."""
    return {each.name: say(event, Verdict(each, f"{each.name} by order")) for each in Effect}


def left(place: PrivatePlace) -> dict[Effect, bool]:
    """Return which of the calls has run."""
    return {effect: (place.work / effect.name).exists() for effect in Effect}


def denied(done: ClaudeRun) -> dict[Effect, bool]:
    """Return to which of the calls the model was told that it was denied, in our words."""
    told = zip(Effect, done.results, strict=True)
    return {effect: result.error and "DENY by order" in result.text for effect, result in told}


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_each_answer_is_taken(version: str, tmp_path: Path) -> None:
    """A generated file is accepted, our hook hears each call, and its answer is what happens."""
    place = PrivatePlace(tmp_path).make()
    done = run(role_of(), {"PreToolUse": by_effect("PreToolUse")}, place, version, *TOUCHES)

    assert left(place) == {effect: effect is Effect.ALLOW for effect in Effect}
    assert heard(place).count("PreToolUse Bash") == len(Effect)
    assert {"SessionStart ", "UserPromptSubmit ", "Stop "} <= set(heard(place))
    assert denied(done) == {effect: effect is Effect.DENY for effect in Effect}


def test_each_answer_to_a_request_is_taken(tmp_path: Path) -> None:
    """Where nothing was said before the call, the answer to the request is what happens."""
    place = PrivatePlace(tmp_path).make()
    answers = {"PermissionRequest": by_effect("PermissionRequest")}
    done = run(role_of(), answers, place, NEW, *TOUCHES)

    assert left(place) == {effect: effect is Effect.ALLOW for effect in Effect}
    assert heard(place).count("PermissionRequest Bash") == len(Effect)
    assert denied(done) == {effect: effect is Effect.DENY for effect in Effect}


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_only_the_tools_of_a_role_are_offered(version: str, tmp_path: Path) -> None:
    """A tool that the role does not have is not there, by whatever name the role calls its own."""
    place = PrivatePlace(tmp_path).make()
    role = role_of(tools=("read_file", "write_file", "list_files", "search_files"))
    done = run(role, {}, place, version)

    assert offered(done) == {"Read", "Write", "Glob", "Grep"}
    assert not done.ran
    assert "PreToolUse Bash" not in heard(place)


def test_a_tool_that_is_always_denied_is_not_offered(tmp_path: Path) -> None:
    """Under `locked` the model has what reads files, and what is left to people to answer."""
    place = PrivatePlace(tmp_path).make()
    role = Role(id="locked", name="locked", permissions=PROFILES["locked"])
    done = run(role, {}, place, NEW)

    assert offered(done) - NO_OPINION == {"Read"}
    assert not done.ran


def test_a_native_deny_holds_although_the_hook_allows(tmp_path: Path) -> None:
    """What the role denies is denied by the program itself as well."""
    place = PrivatePlace(tmp_path).make()
    answers = {"PreToolUse": say("PreToolUse", Verdict(Effect.ALLOW, ""))}

    assert not run(role_of(deny=("Bash(touch *)",)), answers, place, NEW).ran


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_a_role_that_may_only_write_writes(version: str, tmp_path: Path) -> None:
    """The second layer does not take from a role what the first one gives it."""
    place = PrivatePlace(tmp_path).make()
    answers = {"PreToolUse": say("PreToolUse", Verdict(Effect.ALLOW, ""))}
    turn = Turn(calls=(Call("Write", {"file_path": str(place.marker), "content": "x"}),))

    assert run(role_of(tools=("Write",)), answers, place, version, turn).ran
