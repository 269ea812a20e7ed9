"""What Claude Code says and hears."""

from __future__ import annotations

import json

import pytest

from proctor.adapters.claude_code import NO_OPINION, TWO_READINGS, Heard, hear, refuse, say
from proctor.adapters.claude_versions import EVENTS_OF_2_1_325
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.verdict import Verdict
from tests.adapters.claude_events import CALL, COMMON, EVENTS, SESSION, TURN, written
from tests.tables import each_row

BASH_CALL = ToolCall(
    tool="Bash",
    input={"command": "make test", "description": "Run tests"},
    cwd="/home/ada/shop",
    agent="till-1",
    session=SESSION,
    harness="claude-code",
    call_id="toolu_01",
    mode="default",
)
BODIES: dict[str, dict[str, object]] = {
    "SessionStart": {"source": "startup", "model": "opus"},
    "UserPromptSubmit": {"prompt_id": "prompt-1", "prompt_length": 14},
    "PreToolUse": {"prompt_id": "prompt-1"},
    "PermissionRequest": {"prompt_id": "prompt-1", "permission_suggestions": 1},
    "PostToolUse": {"prompt_id": "prompt-1", "duration_ms": 812},
    "PostToolUseFailure": {
        "prompt_id": "prompt-1",
        "error": "Exit code 2",
        "error_length": 29,
        "is_interrupt": False,
        "duration_ms": 40,
    },
    "PostToolBatch": {"prompt_id": "prompt-1", "tool_calls": 1},
    "PermissionDenied": {"prompt_id": "prompt-1", "reason": "Classifier unavailable"},
    "Notification": {"notification_type": "permission_prompt", "message_length": 28},
    "PreCompact": {"trigger": "auto", "custom_instructions_length": 14},
    "SubagentStart": {"agent_type": "Explore"},
    "SubagentStop": {
        "agent_type": "Explore",
        "prompt_id": "prompt-1",
        "last_assistant_message_length": 9,
        "stop_hook_active": False,
    },
    "Stop": {
        "prompt_id": "prompt-1",
        "last_assistant_message_length": 15,
        "background_tasks": 0,
        "session_crons": 1,
        "stop_hook_active": True,
    },
    "SessionEnd": {"reason": "other"},
}
WITH_CALL = {
    "PreToolUse", "PermissionRequest", "PostToolUse", "PostToolUseFailure", "PermissionDenied",
}  # fmt: skip
NOTHING = Heard("", None, "", "", "", "", {})
WHY_IN_JSON = "so \\u201cit\\u201d\\nis"


@each_row("event", EVENTS_OF_2_1_325)
def test_every_event_is_heard(event: str) -> None:
    """Each of the events has its name, its session and its folder; five of them have a call."""
    heard = hear(written(event))

    assert (event, SESSION, "/home/ada/shop") == (heard.event, heard.session, heard.cwd)
    assert (heard.call is not None) == (event in WITH_CALL and event in EVENTS)


@each_row("event", EVENTS)
def test_what_is_kept_of_an_event_is_small(event: str) -> None:
    """Of an event its sizes, sources and reasons are kept, and no content."""
    assert BODIES[event] == hear(written(event)).body


def test_a_call_is_taken_over_whole() -> None:
    """A call has the tool, the input and all that the program says of where it comes from."""
    assert hear(written("PreToolUse"), agent="till-1").call == BASH_CALL


def test_a_request_has_no_call_id() -> None:
    """A PermissionRequest comes without the id of its call."""
    heard = hear(written("PermissionRequest"), agent="till-1")

    assert BASH_CALL._replace(call_id=None) == heard.call


def test_a_subagent_is_told_by_its_id() -> None:
    """The id of a sub-agent marks its calls; its type alone, which a main agent may have, not."""
    inside = hear(written("PreToolUse", agent_id="a1b2", agent_type="Explore"))
    main = hear(written("PreToolUse", agent_type="Explore"))

    assert inside.call
    assert main.call
    assert (inside.subagent, inside.call.subagent) == ("a1b2", "a1b2")
    assert (main.subagent, main.call.subagent) == ("", None)


def test_the_server_of_an_mcp_tool_is_kept() -> None:
    """Where an MCP tool comes from is kept with the event."""
    server = {"name": "echo", "source": "dynamic", "more": "x"}
    heard = hear(written("PreToolUse", tool_name="mcp__echo__say", mcp_server=server))

    assert heard.body["mcp_server"] == {"name": "echo", "source": "dynamic"}


def test_a_call_without_an_event_is_the_usual_one() -> None:
    """A call that names no event and no folder is a PreToolUse, or what the caller says it is."""
    data = b'{"tool_name": "Bash", "tool_input": {"command": "git status"}, "session_id": "abc123"}'
    call = ToolCall("Bash", {"command": "git status"}, session="abc123", harness="claude-code")

    assert Heard("PreToolUse", call, "abc123", "", "", "", {}) == hear(data)
    assert hear(data, usual="PermissionRequest").event == "PermissionRequest"


@each_row(
    "data",
    [
        b"", b" \n", b"null", b"[]", b'[{"hook_event_name": "PreToolUse"}]', b'"PreToolUse"',
        b"3", b"{", b'{"hook_event_name": "PreToolUse"', b"{}", b"{} {}", b"\xff\xfe\x00",
        b'{"hook_event_name": "PreToolUse", "tool_name": "Bash\n"}', b"\0" * 10,
        b'{"a":' * 100_000, b"[" * 100_000, b'{"n": ' + b"1" * 10_000 + b"}",
        b'{"hook_event_name": null}', b'{"hook_event_name": 7}', b'{"hook_event_name": ["Stop"]}',
        b'{"hook_event_name": ""}', b'{"hook_event_name": "Stop\\n"}',
        b'{"hook_event_name": "St\\u00f6p"}', b'{"hook_event_name": "\\ud800"}',
        b'{"hook_event_name": "' + b"A" * 65 + b'"}',
        b'{"hook_event_name": "Stop", "hook_event_name": "PreToolUse"}',
        b'{"hook_event_name": "PreToolUse", "hook_event_name": "Stop"}',
    ],
)  # fmt: skip
def test_what_cannot_be_told_has_no_name(data: bytes) -> None:
    """What is no event, or may be two, is heard as nothing."""
    assert hear(data) == NOTHING


@each_row("field", ["tool_name", "tool_input", "toolName", "toolArgs", "command"])
def test_another_programs_event_for_a_call_has_no_name(field: str) -> None:
    """An unknown event that carries a call is not taken for one that may be let pass."""
    other = json.dumps({"hook_event_name": "preToolUse", field: "x"}).encode()
    known = json.dumps({"hook_event_name": "Notification", field: "x"}).encode()

    assert hear(other).event == ""
    assert hear(known).event == "Notification"


def test_an_unknown_event_without_a_call_keeps_its_name() -> None:
    """What a newer version adds is heard by its name."""
    assert hear(b'{"hook_event_name": "MoonRise", "source": "x"}').event == "MoonRise"


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf", b"\r\n \t"])
def test_marks_and_blanks_around_it_do_not_matter(start: bytes) -> None:
    """A byte order mark or blanks before the JSON change nothing."""
    assert hear(written("PreToolUse")) == hear(start + written("PreToolUse"))


@each_row(
    "more",
    [
        b'"tool_input":{"command":"rm -rf /"}',
        b'"tool_input":{"command":"make test"}',
        b'"hook_event_name":"PreToolUse"',
        b'"x":{"y":[{"a":1,"a":2}]}',
        b'"x":NaN', b'"x":-Infinity', b'"x":1e999', b'"x":"\xff"',
    ],
)  # fmt: skip
def test_what_can_be_read_in_two_ways_has_no_object_for_an_input(more: bytes) -> None:
    """A key that stands twice, or what JSON does not have: a text, which is not a missing input."""
    for data in (b"{" + more + b"," + written("PreToolUse")[1:],
                 written("PreToolUse")[:-1] + b"," + more + b"}"):  # fmt: skip
        heard = hear(data)

        assert heard.event == "PreToolUse"
        assert heard.call
        assert (heard.call.tool, heard.call.input) == ("Bash", TWO_READINGS)


def test_two_tools_are_none() -> None:
    """Where the name of the tool stands twice, neither counts."""
    call = hear(b'{"tool_name":"Bash",' + written("PreToolUse", tool_name="Read")[1:]).call

    assert call
    assert (call.tool, call.input) == ("", TWO_READINGS)


@each_row("value", [None, 7, 1.5, True, [], ["Bash"], {}, {"a": 1}])
def test_fields_of_wrong_types_do_not_raise(value: object) -> None:
    """A field of a wrong type is as good as none, and a tool of one has no name."""
    fields = dict.fromkeys((*TURN, "tool_use_id", "agent_id", "error", "mcp_server"), value)
    data = json.dumps(
        {**fields, **CALL, "tool_name": value, "hook_event_name": "PreToolUse"}
    ).encode()
    heard = hear(data)

    assert heard.call
    expected = ToolCall("", CALL["tool_input"], cwd="", harness="claude-code")
    assert expected == heard.call
    assert (heard.session, heard.subagent, heard.cwd, heard.mode) == ("", "", "", "")


@each_row("value", [None, 7, "ls", ["ls"], True])
def test_an_input_is_handed_on_as_it_is(value: object) -> None:
    """An input that is no object stays what it is: whoever reads it calls it malformed."""
    data = json.dumps({**COMMON, "hook_event_name": "PreToolUse", "tool_name": "Bash",
                       "tool_input": value})  # fmt: skip
    call = hear(data.encode()).call

    assert call
    assert value == call.input


@each_row("cwd", ["", "shop", "/a\0b", "/a\ud800", "~/shop"])
def test_a_folder_that_is_none_is_not_the_usual_one(cwd: str) -> None:
    """A call whose folder cannot be one keeps an empty one, so that it is never allowed."""
    heard = hear(written("PreToolUse", cwd=cwd))

    assert heard.call
    assert (heard.cwd, heard.call.cwd) == ("", "")


def test_words_are_cut_and_cleaned() -> None:
    """What is kept as words is short, and nothing in it moves or hides anything."""
    heard = hear(written("SessionEnd", reason="a\x1b[2J\u202e" + "b" * 500, session_id="s\ud800\n"))

    assert heard.body["reason"] == "a\ufffd[2J\ufffd" + "b" * 194
    assert heard.session == "s\ufffd\ufffd"


@each_row(
    ("error", "kept"),
    [
        ("Exit code 127", "Exit code 127"),
        ("Exit code 1\nAKIA0123", "Exit code 1"),
        ("ENOENT: no such file, open '/home/ada/x'", "ENOENT"),
        ("rate_limit", "rate_limit"),
        ("AKIAIOSFODNN7EXAMPLE", "other"),
        ("the secret is swordfish: yes", "other"),
        ("", "other"),
        ("\u00e4rger: x", "other"),
    ],
)
def test_of_an_error_its_class_is_kept(error: str, kept: str) -> None:
    """An error may say what was in a file, so that only its kind is kept."""
    assert kept == hear(written("PostToolUseFailure", error=error)).body["error"]


def test_numbers_that_are_none_are_not_kept() -> None:
    """A number that no computer holds exactly is left out."""
    assert "duration_ms" not in hear(written("PostToolUse", duration_ms=10**20)).body


@each_row(
    ("event", "effect", "text"),
    [
        ("PreToolUse", Effect.ALLOW, '"permissionDecision":"allow"'),
        (
            "PreToolUse",
            Effect.DENY,
            f'"permissionDecision":"deny","permissionDecisionReason":"Proctor: {WHY_IN_JSON}"',
        ),
        (
            "PreToolUse",
            Effect.ASK,
            f'"permissionDecision":"ask","permissionDecisionReason":"Proctor: {WHY_IN_JSON}"',
        ),
        ("PermissionRequest", Effect.ALLOW, '"decision":{"behavior":"allow"}'),
        (
            "PermissionRequest",
            Effect.DENY,
            '"decision":{"behavior":"deny","message":"Proctor: so \\u201cit\\u201d\\nis"}',
        ),
    ],
)
def test_a_verdict_is_said_in_the_events_own_form(event: str, effect: Effect, text: str) -> None:
    """A verdict becomes the one line of JSON that its event takes."""
    expected = f'{{"hookSpecificOutput":{{"hookEventName":"{event}",{text}}}}}'

    assert expected == say(event, Verdict(effect, "so \u201cit\u201d\nis"))


def test_nothing_is_said_where_nothing_is_taken() -> None:
    """An ask leaves a PermissionRequest to its dialog, and no other event takes a verdict."""
    assert say("PermissionRequest", Verdict(Effect.ASK, "x")) == ""
    silent = set(EVENTS_OF_2_1_325) - {"PreToolUse", "PermissionRequest"} | {""}
    assert {""} == {say(event, Verdict(effect, "x")) for event in silent for effect in Effect}


def test_only_allow_itself_is_a_yes() -> None:
    """A verdict that is none of ours is said as a deny."""
    odd = Verdict(1, "x")  # type: ignore[arg-type]  # it is equal to ALLOW, and is not it

    assert '"deny"' in say("PreToolUse", odd)
    assert '"deny"' in say("PermissionRequest", odd)


@each_row("char", ["a", "\n", "\u20ac", "\U0001f511", "\ud800"])
def test_reasons_are_cut_to_what_the_program_takes(char: str) -> None:
    """A reason has at most 9,000 units of UTF-16, and ends as text."""
    told = json.loads(say("PreToolUse", Verdict(Effect.DENY, char * 20_000)))
    reason = told["hookSpecificOutput"]["permissionDecisionReason"]

    assert 8_998 <= len(reason.encode("utf-16-le")) // 2 <= 9_000
    assert reason.endswith("\u2026")


def test_a_denial_without_words_gets_some() -> None:
    """An empty reason is not sent: some programs take it for none at all."""
    assert "No reason" in say("PreToolUse", Verdict(Effect.DENY, ""))
    assert "No reason" in say("PermissionRequest", Verdict(Effect.DENY, ""))


def test_a_refusal_ends_in_the_way_that_blocks() -> None:
    """Exit 2 blocks a call and what cannot be told; a request needs the denial itself."""
    denial = say("PermissionRequest", Verdict(Effect.DENY, "no home"))

    assert refuse("PreToolUse", "no\nhome\x1b at  all") == (2, "no home at all")
    assert refuse("", "no home") == (2, "no home")
    assert refuse("PreToolUse", "\n") == (2, "The call could not be decided.")
    assert (0, denial) == refuse("PermissionRequest", "no home")
    assert refuse("PostToolUse", "no home") == (0, "")
    assert refuse("SessionEnd", "no home") == (0, "")


def test_two_tools_speak_for_themselves() -> None:
    """The tools that ask the user are left to the program."""
    assert {"AskUserQuestion", "ExitPlanMode"} == NO_OPINION
