"""`proctor hook` and `proctor permission-request`: the same hook, by hand."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.agents.test_session_files import a_session, kept
from tests.cli.conftest import COMMAND, Result
from tests.server.backgrounds import answer, nobody_stays, pending
from tests.server.running import until

CALL = {"tool_name": "Bash", "tool_input": {"command": "git status"}, "session_id": "abc123"}
ATTENDED = {"CLAUDE_CODE_ENTRYPOINT": "cli", "CLAUDE_CODE_SESSION_ATTENDED": "1"}
ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}\n'


@pytest.fixture
def house(home: Path) -> Iterator[Path]:
    """Give a home in which no server stays."""
    home.mkdir(mode=0o700)
    with nobody_stays(home):
        yield home


def run(*words: str, given: object = CALL, **env: str) -> Result:
    """Run the command with an event on stdin."""
    done = subprocess.run(
        [COMMAND, *words],
        input=json.dumps(given) if not isinstance(given, str) else given,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return Result(done.returncode, done.stdout, done.stderr)


def bash(command: str, **more: object) -> dict[str, object]:
    """Return a Bash call."""
    return {**CALL, "tool_input": {"command": command}, **more}


def rows(home: Path, kind: str) -> list[dict[str, Any]]:
    """Return what was spooled."""
    spool = home / "spool" / "records.jsonl"
    lines = map(json.loads, spool.read_text().splitlines() if spool.exists() else [])
    return [line["row"] for line in lines if line["kind"] == kind]


def test_a_call_as_the_seed_has_it(house: Path) -> None:
    """Only tool, input and session on stdin: exactly the seed's answer, without a reason."""
    assert Result(0, ALLOW, "") == run("hook", "claude-code")


def test_a_deny_says_why(house: Path) -> None:
    """The reason goes to the agent; the exit status is 0, as for every verdict in JSON."""
    said = run("hook", "claude-code", given=bash("rm -rf /"))
    inside = json.loads(said.out)["hookSpecificOutput"]

    assert (
        said.status,
        inside["hookEventName"],
        inside["permissionDecision"],
    ) == (0, "PreToolUse", "deny")
    assert inside["permissionDecisionReason"]


def test_the_role_is_that_of_the_option_else_of_the_variable_else_guarded(
    house: Path, project: Path
) -> None:
    """What is said nearest counts; a variable can only make `guarded` stricter."""
    for words, env in (
        (("--role", "locked"), {"PROCTOR_ROLE": "open"}),
        ((), {"PROCTOR_ROLE": "open"}),
        ((), {}),
    ):
        run("hook", "claude-code", *words, given=bash("rm -rf /"), **env)

    names = ["locked", "open under guarded", "guarded"]
    assert [row["role"] for row in rows(house, "record")] == names
    assert {str(project)} == {row["project"] for row in rows(house, "record")}


@pytest.mark.parametrize(
    ("role", "command", "word"),
    [
        ("open", "git status", "allow"),
        ("open", "rm -rf /", "deny"),
        # `open` allows it, `guarded` asks, and nobody is there to be asked.
        ("open", "sudo make install", "deny"),
        ("locked", "git status", "deny"),
        ("nonesuch", "git status", "deny"),
    ],
)
def test_a_variable_can_only_tighten(house: Path, role: str, command: str, word: str) -> None:
    """Whatever it says, nothing is allowed that `guarded` would not allow."""
    (house / "config.yaml").write_text("channels: {inbox: false}\n")
    said = run("hook", "claude-code", given=bash(command), PROCTOR_ROLE=role)

    assert json.loads(said.out)["hookSpecificOutput"]["permissionDecision"] == word


def test_the_agent_is_that_of_the_option_else_of_the_variable(house: Path) -> None:
    """
    Where nobody names it, it is named by its session.

    Its role counts beside `guarded`, and so does what a variable says: a name is no proof. With a
    role of its own a hook may be called anything.
    """
    kept(house, a_session("arch-1", role="architect"))
    kept(house, a_session("other", role="open under coder"))
    for words, env in (
        (("--agent", "arch-1"), {"PROCTOR_AGENT": "other"}),
        ((), {"PROCTOR_AGENT": "other"}),
        (("--agent", "arch-1"), {"PROCTOR_ROLE": "locked"}),
        ((), {}),
        (("--agent", "laptop", "--role", "open"), {}),
    ):
        run("hook", "claude-code", *words, given=bash("rm -rf /"), **env)

    assert [(row["agent_name"], row["role"]) for row in rows(house, "record")] == [
        ("arch-1", "architect under guarded"),
        ("other", "open under coder under guarded"),
        ("arch-1", "architect under locked under guarded"),
        ("claude-abc123", "guarded"),
        ("laptop", "open"),
    ]


@pytest.mark.parametrize("name", ["ghost", '../"x', "broken"])
def test_an_unknown_agent_is_a_denial_that_says_so(house: Path, name: str) -> None:
    """Not a decision under another role, and neither left to a dialog."""
    broken = house / "sessions" / "broken"
    broken.mkdir(parents=True)
    (broken / "agent.json").write_text("{")
    before = run("hook", "claude-code", "--agent", name)
    dialog = run("permission-request", "--agent", name, **ATTENDED)
    decision = json.loads(dialog.out)["hookSpecificOutput"]["decision"]

    assert (before.status, before.out, decision["behavior"]) == (2, "", "deny")
    assert "so it is not known which role decides. See `proctor list`" in before.err
    assert decision["message"].endswith("which role decides. See `proctor list`")
    assert run("hook", "collect", "--agent", name).status == 0


@pytest.mark.parametrize("event", ["PreToolUse", "PermissionRequest", "Stop", "Notification"])
def test_collect_keeps_and_says_nothing(house: Path, event: str) -> None:
    """It takes any event, never decides, and ends with 0."""
    given = bash("rm -rf /", hook_event_name=event)

    assert Result(0, "", "") == run("hook", "collect", "--agent", "arch-1", given=given)
    (row,) = rows(house, "event")
    assert ("arch-1", event.lower()) == (row["agent"], row["kind"].replace("-", ""))
    assert rows(house, "record") == []


@pytest.mark.parametrize("given", ["", "{", "[]", "\0"])
def test_collect_takes_what_is_no_event(house: Path, given: str) -> None:
    """Rubbish is no reason to stop an agent that is only watched."""
    assert Result(0, "", "") == run("hook", "collect", given=given)


def test_a_request_is_answered_in_its_own_words(house: Path) -> None:
    """A request without an event's name is a PermissionRequest; a deny has a message."""
    kept(house, a_session("arch-1", role="architect"))
    said = run("permission-request", "--agent", "arch-1", given=bash("rm -rf /"))
    inside = json.loads(said.out)["hookSpecificOutput"]

    assert (
        said.status,
        inside["hookEventName"],
        inside["decision"]["behavior"],
    ) == (0, "PermissionRequest", "deny")
    assert inside["decision"]["message"].startswith("Proctor (role architect under guarded): ")
    assert inside["decision"]["message"].endswith(
        ". The call did not come from inside the session of arch-1,"
        " so it was decided as `architect under guarded`."
    )
    assert said.err == (
        "Proctor: The call did not come from inside the session of arch-1,"
        " so it was decided as `architect under guarded`.\n"
    )
    assert [row["agent_name"] for row in rows(house, "record")] == ["arch-1"]


def test_a_request_that_a_person_answers(house: Path) -> None:
    """The server is started, the question asked, and the answer is exactly the seed's."""
    kept(house, a_session("arch-1", role="architect"))
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [COMMAND, "permission-request", "--agent", "arch-1"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(bash("make test")))
        process.stdin.close()
        process.stdin = None
        until(lambda: pending(house))
        (question,) = pending(house)
        answer(house, question["id"])
        out, _ = process.communicate(timeout=60)

    expected = (
        '{"hookSpecificOutput":{"hookEventName":"PermissionRequest",'
        '"decision":{"behavior":"allow"}}}\n'
    )
    assert (0, expected) == (process.returncode, out)
    os.close(theirs)
    told = os.read(ours, 4096).decode()
    os.close(ours)
    # At once; that somebody waits is told only at a terminal.
    first, second = told.splitlines()
    assert first.startswith("Proctor: The call did not come from inside the session of arch-1")
    assert second.startswith("Waiting up to 55 s for a person. Answer in another terminal with")


def test_a_request_is_left_to_the_dialog_where_nobody_can_be_asked(house: Path) -> None:
    """Somebody sits at the program: nothing is printed, and its dialog stays."""
    (house / "logs").write_text("")

    assert Result(0, "", "") == run("permission-request", given=bash("make test"), **ATTENDED)


@pytest.mark.parametrize(
    "words", [("hook", "claude-code"), ("hook", "collect"), ("permission-request",)]
)
def test_at_a_terminal_it_says_what_to_pipe_in(house: Path, words: tuple[str, ...]) -> None:
    """A person who types it is told how it is used, instead of waiting for ever."""
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [COMMAND, *words], stdin=theirs, capture_output=True, text=True, check=False, timeout=60
        )
    finally:
        os.close(ours)
        os.close(theirs)

    assert done.returncode == 2
    assert "an event comes as JSON on stdin" in done.stderr
    assert "proctor hook claude-code" in done.stderr


@pytest.mark.parametrize("given", ["", "{", "not json"])
def test_what_is_no_event_blocks(house: Path, given: str) -> None:
    """By hand as by itself, what cannot be read is exit 2."""
    said = run("hook", "claude-code", given=given)

    assert (said.status, said.out) == (2, "")


def test_a_closed_stdout_blocks(house: Path) -> None:
    """A verdict that nobody hears is no yes."""
    script = f"{COMMAND} hook claude-code >&-"
    done = subprocess.run(
        ["/bin/sh", "-c", script], input=json.dumps(CALL), text=True, check=False, timeout=60
    )

    assert done.returncode == 2


def test_the_debug_log_has_a_line_for_each_call(house: Path) -> None:
    """With PROCTOR_DEBUG=1, whatever was decided; without it, there is no log."""
    run("hook", "claude-code")
    without = (house / "logs" / "tool-used.txt").exists()
    for command in ("git status", "rm -rf /"):
        run("hook", "claude-code", given=bash(command), PROCTOR_DEBUG="1")
    lines = (house / "logs" / "tool-used.txt").read_text().splitlines()

    assert not without
    assert [line.partition("] ")[2] for line in lines] == [
        "[abc123] [guarded] Bash | git status",
        "[abc123] [guarded] Bash | rm -rf /",
    ]
