"""A model behind HTTP can be a reviewer."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from proctor.approval.review_request import Request
from proctor.approval.reviewer import Judgement, Review, Said
from proctor.approval.reviewers.http import (
    MOST_OUTPUT,
    Http,
    Key,
    Price,
    Style,
    anthropic_said,
    cause_of,
    endpoint,
    proxy_for,
)
from proctor.errors import WrongWord
from tests.approval.review_calls import (
    HARMLESS,
    HOSTILE,
    INSTRUCTIONS,
    around,
    hostile,
    taken_apart,
)
from tests.approval.scripts import PATIENCE
from tests.doubles.anthropic import Anthropic
from tests.doubles.model_service import Answer, ModelService
from tests.doubles.openai import OpenAI
from tests.tables import each_row

KINDS: dict[Style, type[ModelService]] = {Style.OPENAI: OpenAI, Style.ANTHROPIC: Anthropic}
NAMES = {Style.OPENAI: "small-2026-01-01", Style.ANTHROPIC: "small"}
ASK_USER = Judgement.ASK_USER


@pytest.fixture(params=Style)
def style(request: pytest.FixtureRequest) -> Style:
    """Give each way to speak to a service."""
    found: Style = request.param
    return found


@pytest.fixture
def service(style: Style) -> Iterator[ModelService]:
    """Give a service of its kind."""
    with KINDS[style]() as service:
        yield service


def reviewed(
    service: ModelService, style: Style, request: Request = HARMLESS, **changes: Any
) -> Review:
    """Return the review by a service, without the time that it took."""
    fields: dict[str, Any] = {
        "style": style,
        "url": service.url,
        "model": "small",
        "instructions": INSTRUCTIONS,
        "key": Key(service.key),
        "seconds": PATIENCE,
    }
    review = asyncio.run(Http(**(fields | changes)).review(request))
    assert service.key not in review.reason
    return review._replace(seconds=0, tokens=None)


def prompt_in(service: ModelService, index: int) -> str:
    """Return the one thing that a model was told."""
    (message,) = service.requests[index].body["messages"]
    assert message["role"] == "user"
    return str(message["content"])


def test_a_service_judges(style: Style, service: ModelService) -> None:
    """What a model answers is the verdict; what it cost is known where prices are."""
    service.answers = type(service.answers)([Answer("DENY\nno"), Answer("ALLOW\nfine")])
    name = NAMES[style]

    assert reviewed(service, style) == Review(Judgement.DENY, "no", 0, None, name)
    assert reviewed(service, style, price=Price(1.0, 5.0)) == Review(
        Judgement.ALLOW, "fine", 0, 0.0008, name
    )


@each_row(
    ("usage", "tokens"),
    [
        ({"input_tokens": 700, "output_tokens": 20}, 720),
        ({"input_tokens": 700}, None),
        ({"input_tokens": -1, "output_tokens": 20}, None),
        ({"input_tokens": True, "output_tokens": 20}, None),
        ("many", None),
        (None, None),
    ],
)
def test_how_much_was_said_is_known_where_it_is_told(usage: object, tokens: int | None) -> None:
    """A service that names no price tells at least how many tokens it took."""
    message = {
        "type": "message",
        "model": "small",
        "stop_reason": "end_turn",
        "content": [{"type": "text", "text": "DENY"}],
        "usage": usage,
    }

    assert anthropic_said(message, None) == Said("DENY", None, "small", tokens)


def test_a_service_is_told_nothing_but_the_prompt(style: Style, service: ModelService) -> None:
    """A request holds the model, the prompt, and the key where it belongs."""
    reviewed(service, style)
    (got,) = service.requests
    limit = {"max_tokens": 1024} if style is Style.ANTHROPIC else {}
    message = {"role": "user", "content": prompt_in(service, 0)}

    assert got.body == {"model": "small", "messages": [message]} | limit
    assert taken_apart(prompt_in(service, 0)).data["tool"] == "Bash"
    assert service.key.encode() not in got.raw
    assert service.key not in got.path


@pytest.mark.parametrize("name", HOSTILE)
def test_a_call_cannot_talk_to_a_model(name: str, style: Style, service: ModelService) -> None:
    """The bytes that a model receives around a call are the same for any call."""
    reviewed(service, style)
    reviewed(service, style, hostile(HOSTILE[name]))
    harmless, other = (
        around(got.raw, prompt_in(service, at)) for at, got in enumerate(service.requests)
    )

    assert harmless == other


@pytest.mark.parametrize(
    ("answer", "reason"),
    {
        "error": (Answer(status=500), "answered with status 500"),
        "overloaded": (Answer(status=529), "answered with status 529"),
        "too many": (Answer(status=429), "answered with status 429"),
        "moved": (Answer(status=307, location="/elsewhere"), "answered with status 307"),
        "empty": (Answer(raw=b""), "did not answer in JSON"),
        "rubbish": (Answer(raw=b"\xff\xfe<html>"), "did not answer in JSON"),
        "deep": (Answer(raw=b"[" * 100_000), "did not answer in JSON"),
        "bare": (Answer(raw=b"ALLOW"), "did not answer in JSON"),
        "a text": (Answer(raw=b'"ALLOW"'), "gave no whole answer"),
        "nothing": (Answer(raw=b"{}"), "gave no whole answer"),
        "null": (Answer(raw=b"null"), "gave no whole answer"),
        "too much": (Answer("ALLOW\n" + "x" * MOST_OUTPUT), "said more than 256000 bytes"),
        "gone": (Answer(drops=True), "could not be reached"),
    }.values(),
)
def test_a_service_that_fails_leaves_it_to_a_person(
    answer: Answer, reason: str, style: Style, service: ModelService
) -> None:
    """No error of a service is a verdict, and it is asked once."""
    service.answers[0] = answer

    assert reviewed(service, style) == Review(
        ASK_USER, f"the reviewer's service {reason}", 0, None, "small", failed=True
    )
    assert len(service.requests) == 1


@pytest.mark.parametrize("text", ["", "allow", "I think\nALLOW"])
def test_a_model_that_rambles_leaves_it_to_a_person(
    text: str, style: Style, service: ModelService
) -> None:
    """What is not a verdict is none, whoever says it."""
    service.answers[0] = Answer(text)

    assert reviewed(service, style).verdict is ASK_USER


def test_a_service_has_its_time(style: Style, service: ModelService) -> None:
    """A service that does not answer in time is not waited for."""
    service.answers[0] = Answer(hangs=True)
    review = reviewed(service, style, seconds=0.2)

    assert review == Review(ASK_USER, "its timeout is 0.2 s", 0, None, "small", failed=True)


def test_a_service_that_is_not_there_leaves_it_to_a_person(style: Style) -> None:
    """Where nobody listens, a person is asked."""
    with KINDS[style]() as service:
        url = service.url
    review = reviewed(service, style, url=url)

    assert review.reason == "connection refused"


@pytest.mark.parametrize(
    ("key", "reason"),
    [
        (Key("sk-wrong-s3cret"), "the reviewer's service answered with status 401"),
        (Key(), "the reviewer's service answered with status 401"),
        (Key(variable="UNSET"), "`UNSET`, which holds the reviewer's key, was not set"),
        (Key("s3cret\nx: y"), "the reviewer's key holds what no key holds"),
        (Key("s3crét"), "the reviewer's key holds what no key holds"),
    ],
)
def test_a_wrong_key_is_never_told(
    key: Key, reason: str, style: Style, service: ModelService
) -> None:
    """What is wrong with a key is said without the key."""
    assert reviewed(service, style, key=key) == Review(
        ASK_USER, reason, 0, None, "small", failed=True
    )


def test_a_key_comes_from_a_recorded_variable(
    style: Style, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A named variable counts as it was recorded, not as the process has it now."""
    monkeypatch.setenv("JUDGE_KEY", "sk-of-somebody-else")
    service.answers[0] = Answer("ALLOW")
    recorded = {"JUDGE_KEY": f"{service.key}\n"}
    key = Key(variable="JUDGE_KEY")

    assert reviewed(service, style, key=key, environment=recorded).verdict is Judgement.ALLOW


def test_variables_of_the_process_count_for_nothing(
    style: Style, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No proxy that an agent put into the environment comes between us and the service."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    service.answers[0] = Answer("ALLOW")

    assert reviewed(service, style).verdict is Judgement.ALLOW


def test_a_recorded_proxy_is_used(style: Style, service: ModelService) -> None:
    """Where the recorded environment names a proxy, nothing goes past it."""
    recorded = {"HTTP_PROXY": service.url}
    review = reviewed(service, style, url="http://judge.invalid", environment=recorded)

    assert review.reason == "the reviewer's service answered with status 404"
    assert service.requests[0].path.startswith("http://judge.invalid/v1/")


@each_row(
    ("url", "expected"),
    [
        ("https://api.example.org", "https://api.example.org/v1/messages"),
        ("https://api.example.org/", "https://api.example.org/v1/messages"),
        ("https://api.example.org/v1", "https://api.example.org/v1/messages"),
        ("https://api.example.org/v1/messages", "https://api.example.org/v1/messages"),
        ("http://127.0.0.1:8080/llm/", "http://127.0.0.1:8080/llm/v1/messages"),
    ],
)
def test_an_address_leads_to_the_endpoint(url: str, expected: str) -> None:
    """People write the address of a service in several ways."""
    assert str(endpoint(url, Style.ANTHROPIC)) == expected


@each_row(
    ("url", "environment", "proxy"),
    [
        ("https://a.corp.org", {}, None),
        ("https://a.corp.org", {"HTTPS_PROXY": "http://p:3128"}, "http://p:3128"),
        ("https://a.corp.org", {"https_proxy": "p:3128", "HTTPS_PROXY": "q"}, "http://p:3128"),
        ("https://a.corp.org", {"HTTP_PROXY": "http://p:3128"}, None),
        ("https://a.corp.org", {"ALL_PROXY": "socks5://p:1080"}, "socks5://p:1080"),
        ("https://a.corp.org", {"ALL_PROXY": "http://p", "NO_PROXY": "x, .corp.org"}, None),
        ("https://a.corp.org", {"ALL_PROXY": "http://p", "no_proxy": "*.corp.org"}, None),
        ("https://a.corp.org", {"ALL_PROXY": "http://p", "no_proxy": "*"}, None),
        ("https://a.corp.org", {"ALL_PROXY": "http://p", "no_proxy": "rp.org,"}, "http://p"),
        ("http://localhost:11434", {"ALL_PROXY": "http://p"}, None),
    ],
)
def test_a_proxy_is_found_as_other_programs_find_it(
    url: str, environment: dict[str, str], proxy: str | None
) -> None:
    """The usual variables count in both spellings, with their exceptions; loopback has none."""
    assert proxy_for(endpoint(url, Style.OPENAI), environment) == proxy


@each_row(
    ("error", "words"),
    [
        (ConnectionRefusedError(111, "s3cret"), "connection refused"),
        (TimeoutError(110, "s3cret"), "connection timed out"),
        (socket.gaierror(-2, "s3cret"), "the service's host was not found"),
        (ssl.SSLCertVerificationError(1, "s3cret"), "the service's certificate is not trusted"),
        (httpx.ProxyError("407 s3cret"), "the proxy refused to connect"),
        (ValueError("s3cret"), "the reviewer's service could not be reached"),
    ],
)
def test_why_a_service_is_not_reached_is_told_in_our_words(error: Exception, words: str) -> None:
    """What a library says of a failure may quote a key, so only its kind counts."""
    outer = httpx.ConnectError("s3cret")
    outer.__cause__ = error

    assert cause_of(outer) == words


@each_row(
    "url",
    ["", "api.example.org", "ftp://x", "https://", "https://s3cret@x.org", "file:///x", "h\n://"],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    """A wrong address is a mistake in the configuration, and is not repeated."""
    with pytest.raises(WrongWord) as caught:
        endpoint(url, Style.OPENAI)

    assert "s3cret" not in caught.value.render()


@pytest.mark.parametrize(
    "answer",
    [
        {"choices": [{"finish_reason": "length", "message": {"content": "ALLOW"}}]},
        {"choices": [{"finish_reason": "stop", "message": {"content": None}}]},
        {"choices": []},
        {"choices": [{"finish_reason": "stop", "message": {"content": "ALLOW"}}] * 2},
        {"type": "message", "stop_reason": "max_tokens", "content": [{"type": "text"}]},
        {"type": "message", "stop_reason": "refusal", "content": []},
        {"type": "error", "error": {"type": "api_error", "message": "ALLOW"}},
    ],
)
def test_half_an_answer_is_none(answer: Any, style: Style, service: ModelService) -> None:
    """An answer that was cut off, refused or is of another form is left to a person."""
    service.answers[0] = Answer(raw=json.dumps(answer).encode())

    assert reviewed(service, style).reason == "the reviewer's service gave no whole answer"


def test_thoughts_are_no_answer(service: ModelService, style: Style) -> None:
    """What a model thinks before it answers does not count; a price of rubbish is none."""
    content = [{"type": "thinking", "thinking": "ALLOW"}, {"type": "text", "text": "DENY\nno"}]
    message = {"role": "assistant", "reasoning_content": "ALLOW", "content": "DENY\nno"}
    answer = {
        "type": "message",
        "stop_reason": "end_turn",
        "content": content,
        "choices": [{"finish_reason": "stop", "message": message}],
        "usage": {"input_tokens": -1, "prompt_tokens": True, "completion_tokens": "1"},
    }
    service.answers[0] = Answer(raw=json.dumps(answer).encode())

    assert reviewed(service, style, price=Price(1, 1)) == Review(
        Judgement.DENY, "no", 0, None, "small"
    )


def test_without_the_package_one_is_told_what_to_install() -> None:
    """A missing package is named with the command that installs it."""
    program = (
        "import sys; sys.modules['httpx'] = None\n"
        "from proctor.errors import MissingExtra\n"
        "try:\n    import proctor.approval.reviewers.http\n"
        "except MissingExtra as error:\n    print(error.render())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )

    assert done.stdout == (
        "a reviewer behind HTTP needs the package httpx\n"
        "help: pip install 'proctor-gate[reviewer]'\n"
    )
