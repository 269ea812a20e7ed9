"""
Have a call judged by a model behind HTTP, as OpenAI or as Anthropic speak it.

One request, no retries, no redirects: the key goes nowhere but to the address that was
configured, and nothing that the service or a library says is repeated, as it may quote it.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, NamedTuple

from proctor.approval.review_request import Request
from proctor.approval.reviewer import SECONDS, NoAnswer, Review, Said, review_with
from proctor.errors import MissingExtra, WrongWord

try:
    import httpx
except ImportError as error:
    raise MissingExtra(
        "a reviewer behind HTTP needs the package httpx",
        help="pip install 'proctor-gate[reviewer]'",
    ) from error

MOST_OUTPUT = 256_000
MOST_TOKENS = 1024
ANTHROPIC_VERSION = "2023-06-01"
MILLION = 1_000_000
OK = 200
# No proxy knows what listens on this machine.
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


class Style(StrEnum):
    """How a service is spoken to."""

    OPENAI = "openai"
    ANTHROPIC = "anthropic"


PATHS = {Style.OPENAI: "/v1/chat/completions", Style.ANTHROPIC: "/v1/messages"}


class Price(NamedTuple):
    """What a million tokens cost, in US dollars."""

    input: float
    output: float


class Key(NamedTuple):
    """A key: written in the configuration, or in a variable that was recorded at start."""

    value: str = ""
    variable: str = ""

    def found_in(self, environment: Mapping[str, str]) -> str:
        """
        Return the key, or nothing where none is configured.

        Raises:
            NoAnswer: a variable is named that was not set, or holds no key.

        """
        key = (self.value or environment.get(self.variable, "")).strip()
        if self.variable and not key:
            raise NoAnswer(f"`{self.variable}`, which holds the reviewer's key, was not set")
        if not (key.isascii() and key.isprintable()):
            raise NoAnswer("the reviewer's key holds what no key holds")
        return key


NO_KEY = Key()


class Http:
    """
    A model behind HTTP as a reviewer.

    `url` is the address of the service, with or without the path of its endpoint.
    `environment` is the one that was recorded: its proxy counts, and variables of the
    process count for nothing.
    """

    def __init__(  # noqa: PLR0913 - each of them is a key of the configuration
        self,
        *,
        style: Style,
        url: str,
        model: str,
        instructions: str,
        key: Key = NO_KEY,
        environment: Mapping[str, str] | None = None,
        price: Price | None = None,
        seconds: float = SECONDS,
    ) -> None:
        self.style = style
        self.url = endpoint(url, style)
        self.model = model
        self.instructions = instructions
        self.key = key
        self.environment = dict(environment or {})
        self.price = price
        self.proxy = proxy_for(self.url, self.environment)
        self.seconds = seconds

    async def review(self, request: Request) -> Review:
        """Judge a call; what goes wrong is ASK_USER."""
        return await review_with(
            self.ask, request, self.instructions, model=self.model, seconds=self.seconds
        )

    async def ask(self, prompt: str) -> Said:
        """Return what the model says to a prompt."""
        key = self.key.found_in(self.environment)
        try:
            answer = json.loads(await self.post(prompt, key))
        except httpx.TimeoutException:
            raise TimeoutError from None
        except httpx.TransportError as error:
            raise NoAnswer(cause_of(error)) from None
        except (ValueError, RecursionError):
            raise NoAnswer("the reviewer's service did not answer in JSON") from None
        read = openai_said if self.style is Style.OPENAI else anthropic_said
        return read(answer, self.price)

    async def post(self, prompt: str, key: str) -> bytes:
        """Send the one request, and return the body of the answer."""
        client = httpx.AsyncClient(
            trust_env=False,
            follow_redirects=False,
            timeout=self.seconds,
            proxy=self.proxy,
            verify=False if self.url.scheme == "http" and not self.proxy else self.trusted,
        )
        body = json.dumps(body_of(self.style, self.model, prompt))
        async with (
            client,
            client.stream("POST", self.url, content=body, headers=headers(self.style, key)) as got,
        ):
            if got.status_code != OK:
                raise NoAnswer(f"the reviewer's service answered with status {got.status_code}")
            found = bytearray()
            async for chunk in got.aiter_raw():
                found += chunk
                if len(found) > MOST_OUTPUT:
                    raise NoAnswer(f"the reviewer's service said more than {MOST_OUTPUT} bytes")
            return bytes(found)

    @cached_property
    def trusted(self) -> ssl.SSLContext:
        """Return whom we trust; to read that takes longer than all the rest of ours."""
        file, folder = map(self.environment.get, ("SSL_CERT_FILE", "SSL_CERT_DIR"))
        if file or folder:
            return ssl.create_default_context(cafile=file, capath=folder)
        return httpx.create_ssl_context(trust_env=False)


def endpoint(url: str, style: Style) -> httpx.URL:
    """
    Return the address of the endpoint of a service.

    Raises:
        WrongWord: it is not an address of a service.

    """
    path = PATHS[style]
    try:
        found = httpx.URL(url)
    except (httpx.InvalidURL, TypeError, ValueError):
        found = httpx.URL("")
    if found.scheme not in {"http", "https"} or not found.host or found.userinfo:
        raise WrongWord(
            "the `url` of a reviewer is not the address of a service",
            help="it begins with https:// and holds no key, as https://api.anthropic.com",
        )
    start = found.path.rstrip("/").removesuffix(path).removesuffix("/v1")
    return found.copy_with(path=f"{start}{path}")


def proxy_for(url: httpx.URL, environment: Mapping[str, str]) -> str | None:
    """Return the proxy through which an environment reaches an address, if it names one."""

    def told(name: str) -> str:
        return environment.get(name) or environment.get(name.upper()) or ""

    names = [each.strip() for each in told("no_proxy").split(",")]
    around = (name.lstrip("*.") for name in names)
    if any(f".{url.host}".endswith(f".{name}") for name in around if name):
        return None
    if url.host in LOOPBACK or "*" in names:
        return None
    proxy = told(f"{url.scheme}_proxy") or told("all_proxy")
    return (proxy if "://" in proxy else f"http://{proxy}") if proxy else None


def cause_of(error: BaseException) -> str:
    """Say why a service was not reached, in words of the system: a library's may quote."""
    step: BaseException | None = error
    while step is not None:
        if isinstance(step, httpx.ProxyError):
            return "the proxy refused to connect"
        if isinstance(step, ssl.SSLCertVerificationError):
            return "the service's certificate is not trusted"
        if isinstance(step, socket.gaierror):
            return "the service's host was not found"
        if isinstance(step, OSError) and step.errno:
            return os.strerror(step.errno).lower()
        step = step.__cause__ or step.__context__
    return "the reviewer's service could not be reached"


def headers(style: Style, key: str) -> dict[str, str]:
    """Return what is said beside a request."""
    said = {"content-type": "application/json", "accept-encoding": "identity"}
    if style is Style.ANTHROPIC:
        said["anthropic-version"] = ANTHROPIC_VERSION
    if not key:
        return said
    name, value = ("x-api-key", key) if style is Style.ANTHROPIC else ("authorization", bearer(key))
    return said | {name: value}


def bearer(key: str) -> str:
    """Return a key as OpenAI wants it."""
    return f"Bearer {key}"


def body_of(style: Style, model: str, prompt: str) -> dict[str, Any]:
    """Return a request; nothing is in it that some service of its kind might refuse."""
    body: dict[str, Any] = {"model": model, "messages": [{"role": "user", "content": prompt}]}
    return body | {"max_tokens": MOST_TOKENS} if style is Style.ANTHROPIC else body


def openai_said(answer: Any, price: Price | None) -> Said:
    """
    Return what a service in the manner of OpenAI said.

    Raises:
        NoAnswer: it is not a whole answer.

    """
    match answer:
        case {"choices": [{"finish_reason": "stop", "message": {"content": str(text)}}]}:
            used = used_of(answer.get("usage"), "prompt_tokens", "completion_tokens")
            return Said(text, cost_of(used, price), model_of(answer), used and sum(used))
    raise NoAnswer("the reviewer's service gave no whole answer")


def anthropic_said(answer: Any, price: Price | None) -> Said:
    """
    Return what a service in the manner of Anthropic said.

    Raises:
        NoAnswer: it is not a whole answer.

    """
    match answer:
        case {"type": "message", "stop_reason": "end_turn", "content": [*blocks]}:
            texts = [text for block in blocks if (text := text_of(block)) is not None]
            used = used_of(answer.get("usage"), "input_tokens", "output_tokens")
            return Said("".join(texts), cost_of(used, price), model_of(answer), used and sum(used))
    raise NoAnswer("the reviewer's service gave no whole answer")


def text_of(block: Any) -> str | None:
    """Return the text of a block that is one; a model may think in others."""
    match block:
        case {"type": "text", "text": str(text)}:
            return text
    return None


def model_of(answer: dict[str, Any]) -> str:
    """Return the model that answered, if it is named."""
    model = answer.get("model")
    return model if isinstance(model, str) else ""


def used_of(usage: Any, read: str, said: str) -> tuple[int, int] | None:
    """Return how many tokens were read and said, if that is told."""
    if not isinstance(usage, dict):
        return None
    tokens: list[Any] = [usage.get(read), usage.get(said)]
    if not all(type(number) is int and number >= 0 for number in tokens):
        return None
    return tokens[0], tokens[1]


def cost_of(used: tuple[int, int] | None, price: Price | None) -> float | None:
    """Return what an answer cost, if it can be known."""
    if price is None or used is None:
        return None
    return (used[0] * price.input + used[1] * price.output) / MILLION
