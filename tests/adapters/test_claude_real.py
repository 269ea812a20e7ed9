"""Our settings and answers, as the real program takes them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import proctor
from proctor.adapters.claude_code import say
from proctor.adapters.claude_settings import role_settings, settings_text
from proctor.adapters.claude_versions import parse_version
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
print({answers!r}.get(heard.event, ""))
"""
TOUCH = Turn(calls=(Call("Bash", {"command": "touch ran", "description": "Leave a mark"}),))


def run(
    role: Role, answers: dict[str, str], place: PrivatePlace, version: str, turn: Turn = TOUCH
) -> ClaudeRun:
    """Let the program make a call under the settings of a role, with a hook that says so."""
    program, number = program_of(version), parse_version(version)
    assert number
    hook = place.folder / "our hook"
    body = HEARD.format(packages=PACKAGES, log=str(place.folder / "log"), answers=answers)
    hook.write_text(f"#!{sys.executable} -I\n{body}")
    hook.chmod(0o700)
    settings = place.folder / "settings.json"
    made = role_settings(
        role, hook=str(hook), version=number, home=str(place.home), root=str(place.work)
    )
    settings.write_text(settings_text(made))
    with ScriptedModel([turn, Turn("Done.")]) as model:
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


@pytest.mark.parametrize("version", BOTH_VERSIONS)
@pytest.mark.parametrize("effect", Effect)
def test_an_answer_is_taken(effect: Effect, version: str, tmp_path: Path) -> None:
    """A generated file is accepted, our hook hears the call, and its answer is what happens."""
    place = PrivatePlace(tmp_path).make()
    answers = {"PreToolUse": say("PreToolUse", Verdict(effect, "by order of the tester"))}
    done = run(role_of(), answers, place, version)

    assert done.ran == (effect is Effect.ALLOW)
    assert "PreToolUse Bash" in heard(place)
    assert {"SessionStart ", "UserPromptSubmit ", "Stop "} <= set(heard(place))
    assert effect is not Effect.DENY or "by order of the tester" in done.words


@pytest.mark.parametrize("effect", Effect)
def test_an_answer_to_a_request_is_taken(effect: Effect, tmp_path: Path) -> None:
    """Where nothing was said before the call, the answer to the request is what happens."""
    place = PrivatePlace(tmp_path).make()
    answer = say("PermissionRequest", Verdict(effect, "by order of the tester"))
    done = run(role_of(), {"PermissionRequest": answer}, place, NEW)

    assert done.ran == (effect is Effect.ALLOW)
    assert "PermissionRequest Bash" in heard(place)
    assert effect is not Effect.DENY or "by order of the tester" in done.words


@pytest.mark.parametrize("version", BOTH_VERSIONS)
def test_only_the_tools_of_a_role_are_offered(version: str, tmp_path: Path) -> None:
    """A tool that the role does not have is not there, by whatever name the role calls its own."""
    place = PrivatePlace(tmp_path).make()
    role = role_of(tools=("read_file", "write_file", "list_files", "search_files"))
    done = run(role, {}, place, version)

    assert offered(done) == {"Read", "Write", "Glob", "Grep"}
    assert not done.ran
    assert "PreToolUse Bash" not in heard(place)


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
