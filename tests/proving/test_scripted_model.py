"""The scripted model on loopback."""

from __future__ import annotations

import json
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest

from proctor.proving.scripted_model import Call, ScriptedModel, ToolResult, Turn, bash, call, say

TOOLS = [{"name": "Read"}, {"name": "Bash"}]


def post(
    model: ScriptedModel, body: object, *, path: str = "/v1/messages?beta=true", key: str = ""
) -> tuple[int, Any]:
    """Ask the model as a program would; return the status and what came back."""
    where = urlsplit(model.url)
    connection = HTTPConnection(where.hostname or "", where.port or 0, timeout=30)
    try:
        headers = {"x-api-key": key or model.key, "content-type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read().decode()
    finally:
        connection.close()
    if response.getheader("content-type") == "application/json":
        return response.status, json.loads(text)
    lines = [line[6:] for line in text.splitlines() if line.startswith("data: ")]
    return response.status, [json.loads(line) for line in lines]


def asked(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a request with these messages."""
    return {"model": "m", "max_tokens": 9, "messages": list(messages), "tools": TOOLS, **more}


def user(text: str = "begin") -> dict[str, Any]:
    """Return a message of the user's."""
    return {"role": "user", "content": [{"type": "text", "text": text}]}


HEARD = {"role": "assistant", "content": [{"type": "text", "text": "…"}]}


def text_of(answer: tuple[int, Any]) -> str:
    """Return the words of an answer that did not come as a stream."""
    return str(answer[1]["content"][0]["text"])


def test_the_turns_are_played_in_order() -> None:
    """The answer is the turn that comes after what was said already, and after all a few words."""
    with ScriptedModel([say("one"), say("two")]) as model:
        heard = [text_of(post(model, asked(user(), *[HEARD] * count))) for count in range(3)]

    assert heard == ["one", "two", "the script is over"]


def test_the_same_request_gets_the_same_answer() -> None:
    """A program that tries again does not skip a turn."""
    with ScriptedModel([say("one"), say("two")]) as model:
        assert [text_of(post(model, asked(user()))) for _ in range(2)] == ["one", "one"]


def test_a_stream_carries_the_whole_turn() -> None:
    """Text and calls come as blocks, and the end says that tools are wanted."""
    turn = Turn("look", (Call("Read", {"file_path": "/srv/app/é"}, id="toolu_1"),))
    with ScriptedModel([turn]) as model:
        status, events = post(model, asked(user(), stream=True))

    deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
    assert status == 200
    assert [event["type"] for event in events] == [
        "message_start",
        *["content_block_start", "content_block_delta", "content_block_stop"] * 2,
        "message_delta",
        "message_stop",
    ]
    assert deltas[0] == {"type": "text_delta", "text": "look"}
    assert json.loads(deltas[1]["partial_json"]) == {"file_path": "/srv/app/é"}
    assert events[-2]["delta"]["stop_reason"] == "tool_use"


def test_another_conversation_plays_another_script() -> None:
    """A subagent is known by words of its first message."""
    with ScriptedModel([say("main")], others={'the "inner" one': [say("inner")]}) as model:
        assert text_of(post(model, asked(user()))) == "main"
        assert text_of(post(model, asked(user('do the "inner" one')))) == "inner"


@pytest.mark.parametrize("body", [asked(user(), tools=[]), asked(user("Warmup"))])
def test_what_is_not_the_conversation_is_an_aside(body: dict[str, Any]) -> None:
    """A request for a title, or one that warms up, plays no turn."""
    with ScriptedModel([say("one")]) as model:
        assert text_of(post(model, body)) == "ok"


def test_it_remembers_tools_and_results() -> None:
    """What the program offered and handed back is known afterwards, each result once."""
    results = [
        {"type": "tool_result", "tool_use_id": "a", "content": "fine"},
        {"type": "tool_result", "tool_use_id": "b", "content": [{"text": "no"}], "is_error": True},
    ]
    with ScriptedModel([bash("ls"), call("Read", file_path="x"), say("end")]) as model:
        post(model, asked(user()))
        for _ in range(2):
            post(model, asked(user(), HEARD, {"role": "user", "content": results}))

    assert model.tools_offered() == ("Bash", "Read")
    assert model.tool_results() == (ToolResult("a", "fine", False), ToolResult("b", "no", True))


def test_it_answers_nobody_without_its_key() -> None:
    """Another program of this machine gets nothing, and leaves no trace."""
    with ScriptedModel([say("one")]) as model:
        status, _ = post(model, asked(user()), key="sk-ant-other")

    assert (status, model.requests) == (401, [])


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/v1/messages/count_tokens", {}, 200),
        ("/v1/other", {}, 404),
        ("/v1/messages", ["no object"], 404),
    ],
)
def test_other_requests_end_with_a_word(path: str, body: object, status: int) -> None:
    """Tokens are counted, and what it does not know is refused."""
    with ScriptedModel([say("one")]) as model:
        assert post(model, body, path=path)[0] == status


def test_it_is_gone_after_its_with() -> None:
    """Nobody listens any more, and there is no address to give."""
    with ScriptedModel([]) as model:
        assert model.url.startswith("http://127.0.0.1:")

    with pytest.raises(RuntimeError, match="not listening"):
        assert model.url
