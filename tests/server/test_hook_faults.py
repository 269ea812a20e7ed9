"""Hooks that say wrong things, and a server that fails in the middle: never a yes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from proctor.errors import StoreError
from proctor.server.ops import Ops
from tests.server.hook_rig import CLI, HEADLESS, event, hexed, hooks, pre, run, wish
from tests.server.offices import records


@pytest.fixture
def house_of(tmp_path: Path) -> Path:
    """Give a home with a store of its own."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


@pytest.mark.parametrize(
    "wrong",
    [
        {"v": 2},
        {"v": "1"},
        {"program": "codex"},
        {"event": "zz"},
        {"event": 7},
        {"event": None},
        {"role": "x"},
        {"role": hexed("r" * 401)},
        {"agent": ["00"]},
        {"ask_holds": 1},
        {"ask_holds": "true"},
        {"seconds": "5"},
        {"seconds": True},
        {"seconds": None},
        {"uid": "ab"},
        {"uid": "G" * 32},
        {"uid": None},
        {"env": []},
        {"env": {"CLAUDE_PID": 5}},
        {"env": {"CLAUDE_PID": hexed("p" * 9000)}},
        {"env": {f"N{number}": "" for number in range(40)}},
        {"more": 1},
    ],
)
def test_a_request_that_is_wrong_is_left_to_the_hook(
    house_of: Path, shop: Path, wrong: dict[str, Any]
) -> None:
    """It decides by itself; nothing was decided here."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            said = await here.end(pre("git status"), raw=wrong)
            return said, records(here.office)

    assert run(work()) == ((None, "cold"), [])


@pytest.mark.parametrize("name", [None, "", "ab", "G" * 16, 5, "ab" * 9])
def test_a_request_without_a_name_ends_the_connection(
    house_of: Path, shop: Path, name: object
) -> None:
    """There is nothing that it could be answered by."""

    async def work() -> bytes:
        async with hooks(house_of, shop) as here:
            hook = await here.start(pre("git status"), id=name)
            return await hook.peer.silence()

    assert run(work()) == b""


@pytest.mark.parametrize("env", [CLI, HEADLESS])
@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b"null",
        b'{"hook_event_name":',
        b"{}",
        json.dumps({"hook_event_name": 5, "tool_name": "Bash"}).encode(),
        json.dumps({"hook_event_name": "PreToolUse\n", "tool_name": "Bash"}).encode(),
        b'{"hook_event_name":"Stop","hook_event_name":"PreToolUse","tool_name":"Bash"}',
        b"[" * 100_000,
    ],
)
def test_an_event_that_cannot_be_told_is_never_let_through(
    house_of: Path, shop: Path, said: bytes, env: dict[str, str]
) -> None:
    """It may be a call: the hook ends in the way that blocks."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            return await here.end(said, env=env)

    status, _ = run(work())
    assert status == 2


@pytest.mark.parametrize(
    "more",
    [
        {"tool_name": None},
        {"tool_name": ["Bash"]},
        {"tool_input": None},
        {"tool_input": "git status"},
        {"tool_input": {}},
        {"cwd": "relative"},
        {"cwd": 5},
    ],
)
def test_a_call_that_is_not_whole_is_never_allowed(
    house_of: Path, shop: Path, more: dict[str, Any]
) -> None:
    """Where nobody answers for it, it is denied."""

    async def work() -> str:
        async with hooks(house_of, shop, timeout=0.05) as here:
            return await here.word({**pre("git status"), **more}, env=HEADLESS)

    assert run(work()) == "deny"


def test_ids_that_are_no_texts_move_nothing(house_of: Path, shop: Path) -> None:
    """Whatever stands where an id belongs, the event is kept and the hook ends well."""
    agents: list[Any] = [None, [], "x" * 10_000]

    async def work() -> list[Any]:
        async with hooks(house_of, shop) as here:
            return [
                await here.end(event("Stop", session_id=session, agent_id=agent), agent="")
                for session in (None, 5, {"a": 1}, "\x1b[2J", "s" * 10_000)
                for agent in agents
            ]

    assert set(run(work())) == {(0, "")}


@pytest.mark.parametrize("said", [pre("git status"), wish("git status"), event("Stop")])
@pytest.mark.parametrize("role", ["no-such-role", "../../etc/passwd", "a\0b", "\x1b[31m", "/"])
def test_a_role_that_does_not_load_is_left_to_the_hook(
    house_of: Path, shop: Path, said: dict[str, Any], role: str
) -> None:
    """It never loaded here, so the hook decides by itself; other events end well all the same."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            return await here.end(said, role=role)

    cold = said["hook_event_name"] != "Stop"
    assert run(work()) == ((None, "cold") if cold else (0, ""))


@pytest.mark.parametrize("folder", ["relative", "", "/\0", "/" + "x" * 5000])
def test_a_project_that_is_none_is_left_to_the_hook(
    house_of: Path, shop: Path, folder: str
) -> None:
    """Neither the variable nor the event names a folder: nobody knows which rules count."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            env = {**HEADLESS, "CLAUDE_PROJECT_DIR": folder}
            return await here.end({**pre("git status"), "cwd": ""}, env=env)

    assert run(work()) == (None, "cold")


def test_the_project_is_where_the_program_was_started(house_of: Path, shop: Path) -> None:
    """The working folder of a call never changes it; without the variable, that folder counts."""

    async def work() -> list[str]:
        other = shop.parent / "other"
        (other / ".git").mkdir(parents=True)
        async with hooks(house_of, shop) as here:
            await here.word(pre("git status", cwd=str(other)))
            await here.word(pre("git status", cwd=str(other)), env={"CLAUDE_PROJECT_DIR": "x"})
            return [Path(record.project).name for record in records(here.office)]

    assert run(work()) == ["shop", "other"]


def test_a_failure_before_anybody_was_asked_is_left_to_the_hook(
    house_of: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is not ours goes to the log, and decides nothing."""

    async def work() -> list[Any]:
        async with hooks(house_of, shop) as here:
            monkeypatch.setattr(here.office.posts, "get", broken)
            return [await here.end(said) for said in (pre("git status"), wish("git status"))]

    assert run(work()) == [(None, "cold")] * 2


@pytest.mark.parametrize(
    ("said", "env", "expected"),
    [
        (pre("make"), HEADLESS, "refused"),
        (pre("make"), CLI, "refused"),
        (wish("make"), HEADLESS, "denied"),
        (wish("make"), CLI, "silent"),
    ],
)
@pytest.mark.parametrize("error", [StoreError("the disk is full"), ValueError("secret")])
def test_a_failure_while_the_hook_waits_is_a_refusal(
    house_of: Path,
    shop: Path,
    said: dict[str, Any],
    env: dict[str, str],
    expected: str,
    error: Exception,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the dialect of the event; before a dialog that is open, nothing."""

    async def work() -> tuple[Any, ...]:
        async def fails(*_: Any) -> None:
            raise error

        async with hooks(house_of, shop) as here:
            monkeypatch.setattr(here.office.desk.grants, "bound", fails)
            return await here.end(said, env=env)

    status, printed = run(work())
    assert "secret" not in str(printed)
    if expected == "refused":
        assert status == 2
        assert printed
    elif expected == "denied":
        assert (status, printed["decision"]["behavior"]) == (0, "deny")
    else:
        assert (status, printed) == (0, "")


def test_what_cannot_be_kept_is_not_run(
    house_of: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unattended there is no dialog for it: what may change something is denied."""
    role = "permissions:\n  allow: [Bash]\n"

    async def work() -> list[str]:
        async with hooks(house_of, shop, role=role) as here:

            async def lost(_: object) -> bool:
                return False

            monkeypatch.setattr(here.office.writer, "append", lost)
            return [
                await here.word(pre("touch x"), env=HEADLESS),
                await here.word(pre("touch x")),
                await here.word(pre("git status"), env=HEADLESS),
            ]

    assert run(work()) == ["deny", "deny", "allow"]


def test_a_store_that_takes_no_events_fails_no_hook(
    house_of: Path, shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program goes on, and so do the agent's states."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:

            def fails(*_: Any) -> None:
                raise StoreError("the disk is full")

            monkeypatch.setattr(here.office.keepers.store, "put_events", fails)
            monkeypatch.setattr(here.office.keepers.store, "put_agents", fails)
            ended = [await here.end(event(name)) for name in ("SessionStart", "UserPromptSubmit")]
            return ended, here.agent()

    assert run(work()) == ([(0, "")] * 2, "thinking")


def test_a_crowd_of_hooks_is_answered_each_for_itself(home: Path, shop: Path) -> None:
    """Hundreds at once, of many sessions: each gets its own answer and its own record."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            started = [
                await here.start(
                    pre("git status" if number % 2 else "git push --force x", f"call-{number}",
                        session_id=f"s-{number % 7}"),
                    agent="",
                )
                for number in range(200)
            ]  # fmt: skip
            words = [await hook.word() for hook in started]
            return words, len(records(here.office)), sorted(here.office.agent_rows.known)

    words, kept, names = run(work())
    assert words == ["deny", "allow"] * 100
    assert kept == 200
    assert names == [f"claude-s-{number}" for number in range(7)]


def test_half_a_request_is_forgotten(house_of: Path, shop: Path) -> None:
    """A hook that dies in the middle of its line asked for nothing."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            peer = await here.here.peer()
            peer.send(b'{"op":"hook","v":1,"id":"' + os.urandom(8).hex().encode())
            await peer.close()
            return await here.word(pre("git status")), len(records(here.office))

    assert run(work()) == ("allow", 1)


def broken(*_: Any) -> Any:
    """Fail as nobody expects."""
    message = "a bug"
    raise RuntimeError(message)


def test_a_call_of_many_megabytes_is_decided_like_any_other(house_of: Path, shop: Path) -> None:
    """Its input is read, cut and kept; what is asked about it can still be joined."""
    content = "x" * 3_000_000

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop, role="permissions:\n  ask: [Write]\n") as here:
            given = {"file_path": "a", "content": content}
            call: dict[str, Any] = {"tool_name": "Write", "tool_input": given}
            word = await here.word(pre("x", **call))
            hook = await here.start(wish("x", **call))
            await here.rings()
            await here.phone.press("7")
            return word, await hook.word(), await here.kept(2)

    assert run(work()) == (
        "ask", "allow", [("ask_dialog", ""), ("ask_approved", "ask_dialog")],
    )  # fmt: skip


def test_a_flood_of_dialogs_is_bounded_and_each_has_an_end(house_of: Path, shop: Path) -> None:
    """Of more than a hundred calls of one session the oldest end as unknown."""

    async def work() -> tuple[Any, ...]:
        async with hooks(house_of, shop) as here:
            for number in range(105):
                await here.word(pre(f"make {number}", f"call-{number}"))
            kept = await here.kept(110)
            ops = here.here.server.ops
            assert isinstance(ops, Ops)
            held = len(ops.hooks.events.asked.of_session("s-1", None))
            await here.word(event("SessionEnd"))
            ended = await here.kept(210)
            return kept.count(("dialog_unknown", "ask_dialog")), held, len(ended)

    assert run(work()) == (5, 100, 210)
