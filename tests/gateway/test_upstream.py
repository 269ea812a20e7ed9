"""An upstream that behaves: started, listed, called and stopped."""

from __future__ import annotations

import asyncio
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import UpstreamError
from proctor.gateway.upstream import Upstream
from proctor.gateway.upstream_result import UpstreamResult
from proctor.terms.upstream import UpstreamSetting
from proctor.tools.upstream_tool import UpstreamTool
from tests.gateway.upstream_rig import NEVER, odd, running, until


def test_an_upstream_is_listed_and_called(tmp_path: Path) -> None:
    """Its tools are there once it is ready, and a call returns what the server returned."""

    async def scene() -> None:
        async with running(odd("well"), tmp_path) as shop:
            empty: dict[str, Any] = {"type": "object", "properties": {}}
            text = {"type": "object", "properties": {"text": {"type": "string"}}}
            expected = (
                UpstreamTool(name="echo", description="Says it again", input_schema=text),
                UpstreamTool(name="wait", description="Waits", input_schema=empty),
            )

            assert ("", (), expected) == (
                shop.upstream.trouble,
                shop.upstream.remarks,
                shop.upstream.tools,
            )
            assert shop.troubles == [""]
            assert UpstreamResult([{"type": "text", "text": "a\u2028 \\ud800 b"}]) == (
                await shop.upstream.call("echo", {"text": "a\u2028 \\ud800 b"})
            )

    asyncio.run(scene())


def test_many_calls_at_once_share_one_connection(tmp_path: Path) -> None:
    """Each of many calls gets its own answer, and the process is the same before and after."""

    async def scene() -> None:
        async with running(odd("well"), tmp_path) as shop:
            session = shop.upstream.session
            texts = [f"text {at}" for at in range(200)]

            assert texts == await asyncio.gather(*(shop.echo(text) for text in texts))
            assert shop.upstream.session is session

    asyncio.run(scene())


def test_a_call_waits_for_the_first_start(tmp_path: Path) -> None:
    """A call that comes while the upstream is being started for the first time is answered."""

    async def scene() -> None:
        upstream = Upstream(odd("well"), workspace=tmp_path, changed=lambda: None)
        assert upstream.trouble == "it is being started"
        await upstream.start()
        await upstream.start()
        try:
            with pytest.raises(UpstreamError, match="has no tool `nothing`"):
                await upstream.call("nothing", {})
            assert (await upstream.call("echo", {"text": "early"})).text == "early"
        finally:
            await upstream.stop()

    asyncio.run(scene())


def test_a_call_before_the_start_or_after_the_end_fails_at_once(tmp_path: Path) -> None:
    """Nothing is started by a call."""

    async def scene() -> None:
        upstream = Upstream(odd("well"), workspace=tmp_path, changed=lambda: None)
        await upstream.stop()
        with pytest.raises(UpstreamError, match="is down, and nothing was done") as caught:
            await upstream.call("echo", {})
        assert (caught.value.code, caught.value.help) == ("down", "the gateway has stopped it")

    asyncio.run(scene())


def test_stopping_ends_the_process_and_its_children(tmp_path: Path) -> None:
    """What a server has started in its group does not outlive it."""

    async def scene() -> None:
        trace = tmp_path / "trace"
        async with running(odd("child", trace), tmp_path):
            pids = [int(word) for word in trace.read_text().split()]
            assert all(lives(pid) for pid in pids)
        await until(lambda: not any(lives(pid) for pid in pids))

    asyncio.run(scene())


def test_stopping_ends_a_process_that_does_not_want_to(tmp_path: Path) -> None:
    """A server that reads no end of its input and no signal is killed."""

    async def scene() -> None:
        trace = tmp_path / "trace"
        async with running(odd("stubborn", trace), tmp_path):
            pid = int(trace.read_text())
        assert not lives(pid)

    asyncio.run(scene())


def test_stopping_while_it_is_being_started_leaves_nothing(tmp_path: Path) -> None:
    """A server that hangs in its handshake is ended with the upstream."""

    async def scene() -> None:
        upstream = Upstream(odd("hangs-at-start"), workspace=tmp_path, changed=lambda: None)
        await upstream.start()
        await asyncio.sleep(0)
        await upstream.stop()
        assert upstream.trouble == "it was stopped"

    asyncio.run(scene())


def test_an_upstream_gets_only_harmless_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of Proctor, of a model's keys or of a channel reaches it; what is set up does."""
    for name in ("PROCTOR_HOME", "PROCTOR_TOKEN", "ANTHROPIC_API_KEY", "TG_TOKEN", "LC_ALL"):
        monkeypatch.setenv(name, "C")
    monkeypatch.setenv("SHOP_KEY", "k-4711")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "no")
    (tmp_path / "inside").mkdir()

    async def scene() -> None:
        setting = odd("environment", env=(("KEY", "Bearer ${SHOP_KEY}"),), cwd="inside")
        async with running(setting, tmp_path) as shop:
            told = json.loads(await shop.echo())
        given = set(told["env"]) - {"__CF_USER_TEXT_ENCODING", "LC_CTYPE"}
        known = "PATH HOME LANG TERM TZ TMPDIR USER SHELL LOGNAME".split()
        locale = {name for name in os.environ if name.startswith("LC_")}

        assert given <= {*known, *locale, "KEY"}
        assert told["env"]["KEY"] == "Bearer k-4711"
        assert told["cwd"] == str((tmp_path / "inside").resolve())

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("setting", "code", "words"),
    [
        (
            UpstreamSetting("shop", command=("no-such-program-4711",)),
            "it is not started: there is no program `no-such-program-4711`",
            "install it",
        ),
        (
            UpstreamSetting("shop", command=("true",), cwd="nowhere"),
            "it is not started: there is no folder",
            "nowhere",
        ),
        (
            odd("well", env=(("KEY", "${NO_SUCH_4711}"),)),
            "it is not started: there is no variable `NO_SUCH_4711`",
            "set NO_SUCH_4711",
        ),
        (UpstreamSetting("shop", command=("/",)), "it is not started: `/`: ", "denied"),
    ],
)
def test_what_cannot_be_started_says_why(
    tmp_path: Path, setting: UpstreamSetting, code: str, words: str
) -> None:
    """The trouble of the upstream names the program, folder or variable, and calls say it too."""

    async def scene() -> None:
        async with running(setting, tmp_path, NEVER) as shop:
            trouble = shop.upstream.trouble
            error = await shop.fails()

        assert trouble.startswith(code)
        assert words in trouble
        assert trouble in error.message
        assert error.help is not None
        assert error.help.startswith("it is started again in ")

    asyncio.run(scene())


def test_progress_reaches_whoever_called(tmp_path: Path) -> None:
    """Only numbers of this call count, and words come with control characters visible."""
    seen: list[tuple[float, float | None, str]] = []
    awaited: list[float] = []

    async def later(done: float, total: float | None, words: str) -> None:
        awaited.append(done)
        raise RuntimeError(words)

    def at_once(done: float, total: float | None, words: str) -> None:
        seen.append((done, total, words))

    async def scene() -> None:
        async with running(odd("progress"), tmp_path) as shop:
            result = await shop.upstream.call("echo", {}, progress=at_once)
            await until(lambda: time.monotonic() - last_progress(shop.upstream) > 0.1)
            await shop.upstream.call("echo", {}, progress=later)
            await until(lambda: bool(awaited))
        assert result.text == "done"

    asyncio.run(scene())
    assert seen == [(1, 2, "half\\x07")]
    assert awaited == [1]


def test_a_cancelled_call_is_taken_back(tmp_path: Path) -> None:
    """The server is told that nobody waits any more, and the connection goes on."""

    async def scene() -> None:
        trace = tmp_path / "trace"
        async with running(odd("slow", trace), tmp_path) as shop:
            call = asyncio.create_task(shop.upstream.call("wait", {}))
            await until(lambda: '"wait"' in trace.read_text())
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            assert await shop.echo("after") == "after"
            assert "notifications/cancelled" in trace.read_text()
            assert shop.upstream.session is not None
            assert shop.upstream.session.peer.waiting == {}

    asyncio.run(scene())


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, b"bytes", object()])
def test_arguments_that_are_no_json_are_not_sent(tmp_path: Path, value: object) -> None:
    """A call with them fails before the server hears of it, and the connection goes on."""

    async def scene() -> None:
        async with running(odd("well"), tmp_path) as shop:
            error = await shop.fails(text=value)
            assert error.code == "bad-arguments"
            assert await shop.echo("after") == "after"

    asyncio.run(scene())


def last_progress(upstream: Upstream) -> float:
    """Return when the upstream last told of progress."""
    return upstream.session.peer.progress_at if upstream.session else 0.0


def lives(pid: int) -> bool:
    """Say whether a process is there and not only waiting to be noted."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"
