"""The socket of an agent in a sandbox: it takes hooks and messages, as this agent's, only."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.session_files import Session, write_json, write_session
from proctor.agents.session_folder import session_folder
from proctor.server.agent_sockets import (
    LONGEST,
    MOST,
    NAME,
    NO_MESSAGE,
    NOTHING_ELSE,
    TOO_LONG,
    AgentSockets,
)
from proctor.server.lines import LONGEST_LINE
from proctor.server.ops import Fields
from proctor.terms.reply import Answer
from tests.server.asking_rig import until
from tests.server.hook_rig import CLI, HEADLESS, HookCall, Hooks, hexed, hooks, pre, run
from tests.server.line_house import Peer
from tests.server.offices import records

SEVERAL = b'{"op":"status"}\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Return a home; one kind of store will do."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    return folder


def session(name: str, cwd: Path, **more: Any) -> Session:
    """Return a session in a sandbox that has just been started."""
    return Session(
        name=name,
        role="coder",
        command=("claude",),
        program="claude-code",
        cwd=str(cwd),
        project=str(cwd),
        session_id="11111111-1111-4111-8111-111111111111",
        started_at="2026-11-16T11:00:00.000Z",
        began=time.time(),
        **{"sandbox": True, **more},
    )


def begin(home: Path, started: Session) -> Path:
    """Make the folder of a session, and return where its socket will be."""
    folder = Path(session_folder(str(home), started.name))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_session(folder, started)
    return folder / NAME


class Boxes:
    """A server, and the sockets of agents in a sandbox."""

    def __init__(self, here: Hooks, home: Path) -> None:
        self.here = here
        self.home = home
        self.ops = here.here.server.ops
        self.sockets = AgentSockets(self.ops, home)  # type: ignore[arg-type]  # a house has Ops
        self.sent: list[Fields] = []
        self.ops.table["send"] = self.send  # type: ignore[attr-defined]  # the same

    async def send(self, fields: Fields) -> object:
        """Note what would be sent."""
        self.sent.append(fields)
        return {"delivered": True}

    async def peer(self, name: str) -> Peer:
        """Connect to the socket of an agent, as a process in its sandbox does."""
        folder = os.open(session_folder(str(self.home), name), os.O_PATH)
        try:
            path = f"/proc/self/fd/{folder}/{NAME}"
            peer = Peer(*await asyncio.open_unix_connection(path, limit=LONGEST_LINE))
        finally:
            os.close(folder)
        self.here.here.peers.append(peer)
        return peer

    async def hook(self, name: str, said: dict[str, Any], **fields: Any) -> HookCall:
        """Start a hook of an agent in its sandbox."""
        request = {
            "op": "hook",
            "v": 1,
            "id": os.urandom(8).hex(),
            "program": "claude-code",
            "event": hexed(json.dumps({"cwd": str(self.here.project), **said})),
            "role": hexed(""),
            "agent": hexed(""),
            "ask_holds": True,
            "seconds": 300.0,
            "uid": os.urandom(16).hex(),
            "env": {key: hexed(value) for key, value in HEADLESS.items()},
            **fields,
        }
        peer = await self.peer(name)
        peer.send(request)
        return HookCall(peer, request["id"])


@asynccontextmanager
async def boxes(home: Path, shop: Path, *started: Session, **how: Any) -> AsyncIterator[Boxes]:
    """Run a server with agents in a sandbox."""
    async with hooks(home, shop, **how) as here:
        for one in started:
            begin(home, one)
        made = Boxes(here, home)
        await made.sockets.start()
        try:
            yield made
        finally:
            await made.sockets.close()


def test_a_hook_is_decided_and_kept_as_the_sessions(home: Path, shop: Path) -> None:
    """Agent, role and project are those of the session, whatever the request says."""
    lies = {
        "role": hexed("open"),
        "agent": hexed("arch-2"),
        "env": {
            key: hexed(value)
            for key, value in {
                **HEADLESS,
                "PROCTOR_AGENT": "arch-2",
                "PROCTOR_ROLE": "open",
                "PROCTOR_DEBUG": "1",
                "CLAUDE_PROJECT_DIR": "/srv/elsewhere",
                "CLAUDE_PID": "1",
            }.items()
        },
    }

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            words = [
                await (await here.hook("box-1", pre(command), **lies)).word()
                for command in ("git status", "git push --force x")
            ]
            kept = [
                (r.decision, r.agent_name, r.role, r.project) for r in records(here.here.office)
            ]
            state = here.here.office.agent_rows.known["box-1"]
            return words, kept, state.pid, list(here.here.office.agent_rows.known)

    words, kept, pid, known = run(work())
    assert words == ["allow", "deny"]
    assert kept == [
        ("allow", "box-1", "coder", str(shop)),
        ("deny", "box-1", "coder", str(shop)),
    ]
    assert pid == "box-1/1/1"
    assert known == ["box-1"]
    assert not (home / "debug").exists()


def test_an_ask_is_answered_from_outside(home: Path, shop: Path) -> None:
    """A call that has to be asked waits for a person, and for nobody inside."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            hook = await here.hook("box-1", pre("make"))
            await hook.waits()
            await here.here.rings()
            blocked = here.here.agent("box-1")
            peer = await here.peer("box-1")
            tries = [
                await peer.call({"op": "answer", "number": 1, "answer": "allow", "token": token})
                for token in (here.here.here.tokens.local_token(), "", None)
            ]
            await here.here.press()
            return tries, blocked, await hook.word()

    tries, blocked, word = run(work())
    assert [one["error"]["message"] for one in tries] == [NOTHING_ELSE] * 3
    assert blocked == "blocked (permission: Bash)"
    assert word == "allow"


def test_no_other_op_is_answered(home: Path, shop: Path) -> None:
    """Each op that the control socket knows is refused here, and so is one that nobody knows."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            peer = await here.peer("box-1")
            table = {"gateway", *here.ops.table} - {"send"}  # type: ignore[attr-defined]  # a house has Ops
            answers = {op: await peer.call({"op": op}) for op in sorted(table)}
            odd = [
                await peer.call(raw)
                for raw in (b"{}\n", b"[]\n", b"x\n", b'{"op":["hook"]}\n', b'{"op":"Hook"}\n')
            ]
            return answers, odd, here.sent

    answers, odd, sent = run(work())
    assert {"answer", "allow", "revoke", "stop", "records", "keep", "decide"} <= set(answers)
    assert {one["error"]["message"] for one in answers.values()} == {NOTHING_ELSE}
    assert {one["error"]["code"] for one in odd} == {"usage-error"}
    assert sent == []


@pytest.mark.parametrize(
    "more",
    [{"sender": "ada"}, {"interrupt": True}, {"keys": ["Enter"]}, {"token": "x"}, {"by": "ada"}],
    ids=lambda more: next(iter(more)),
)
def test_a_message_is_from_the_agent_and_has_words_only(
    home: Path, shop: Path, more: dict[str, Any]
) -> None:
    """An agent can send words in its own name, and neither keys nor another's name."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            peer = await here.peer("box-1")
            plain = await peer.call({"op": "send", "name": "arch-2", "text": "hello"})
            odd = await peer.call({"op": "send", "name": "arch-2", "text": "hello", **more})
            return plain, odd, here.sent

    plain, odd, sent = run(work())
    assert plain == {"ok": {"delivered": True}}
    assert odd["error"]["message"] == NO_MESSAGE
    assert sent == [{"name": "arch-2", "text": "hello", "sender": "box-1"}]


def test_what_is_taken_back_is_the_agents_own(home: Path, shop: Path) -> None:
    """Whose messages are meant is not for an agent in a sandbox to say."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            peer = await here.peer("box-1")
            own = await peer.call({"op": "send", "name": "arch-2", "withdraw": True})
            odd = {"op": "send", "name": "arch-2", "withdraw": True, "sender": "ada"}
            return own, await peer.call(odd), here.sent

    own, odd, sent = run(work())
    assert own == {"ok": {"delivered": True}}
    assert odd["error"]["message"] == NO_MESSAGE
    assert sent == [{"name": "arch-2", "withdraw": True, "sender": "box-1"}]


def test_an_agent_cannot_speak_in_anothers_session(home: Path, shop: Path) -> None:
    """An event with the id of another agent's session is not heard."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            asked = await here.here.word(pre("make"), env=CLI)
            said = pre("make") | {"hook_event_name": "PostToolUse"}
            end = await (await here.hook("box-1", said)).end()
            own = await (await here.hook("box-1", {**said, "session_id": "s-2"})).end()
            await here.here.events(1)
            return asked, end, own, [r.decision for r in records(here.here.office)]

    assert run(work()) == ("ask", (None, "cold"), (0, ""), ["ask_dialog"])


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_an_ask_is_held_and_left_to_no_dialog(home: Path, shop: Path, answer: Answer) -> None:
    """Whatever a hook inside says of who sits there: a dialog inside could be answered inside."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop)) as here:
            attended = {name: hexed(value) for name, value in CLI.items()}
            said = pre("make", session_id="s-9")
            hook = await here.hook("box-1", said, env=attended, ask_holds=True)
            await here.here.rings()
            await here.here.press(answer)
            return await hook.word(), [r.decision for r in records(here.here.office)]

    yes = answer is Answer.ALLOW
    assert run(work()) == (
        "allow" if yes else "deny",
        ["ask_approved" if yes else "ask_denied"],
    )


def test_only_live_sessions_in_a_sandbox_have_a_socket(home: Path, shop: Path) -> None:
    """A session without a sandbox has none, one that has ended none any more, a new start one."""

    async def work() -> Any:
        box, plain = session("box-1", shop), session("arch-1", shop, sandbox=False)
        async with boxes(home, shop, box, plain) as here:
            there = [sorted(here.sockets.open)]
            path = begin(home, box)
            modes = stat.filemode(path.stat().st_mode)
            write_json(path.parent / "ended.json", {"number": 1, "at": "x", "exit_code": 0})
            await here.sockets.look("box-1")
            there.append(sorted(here.sockets.open))
            gone = not path.exists()
            begin(home, box._replace(number=2))
            await here.sockets.look("box-1")
            there.append(sorted(here.sockets.open))
            word = await (await here.hook("box-1", pre("git status"))).word()
        return there, modes, gone, word, path.exists()

    assert run(work()) == ([["box-1"], [], ["box-1"]], "srw-------", True, "allow", False)


def test_a_socket_that_is_removed_is_made_again(home: Path, shop: Path) -> None:
    """Whatever takes it away, the server looks after it."""

    async def work() -> Any:
        box = session("box-1", shop)
        begin(home, box)
        async with hooks(home, shop) as here:
            made = Boxes(here, home)
            await made.sockets.start(every=0.01)
            path = begin(home, box)
            path.unlink()
            await until(path.exists)
            word = await (await made.hook("box-1", pre("git status"))).word()
            await made.sockets.close()
            return word

    assert run(work()) == "allow"


def test_a_name_that_is_too_long_for_a_socket_will_do(home: Path, shop: Path) -> None:
    """The longest name that an agent can have, in a home of any depth, has its socket."""
    deep = home / ("d" * 100)
    deep.mkdir(mode=0o700)
    name = "n" * 64

    async def work() -> Any:
        async with boxes(deep, shop, session(name, shop)) as here:
            return await (await here.hook(name, pre("git status"))).word()

    assert run(work()) == "allow"


def test_one_agent_has_so_many_connections_and_no_more(home: Path, shop: Path) -> None:
    """An agent that opens thousands is refused by itself, and others are answered."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop), session("box-2", shop)) as here:
            for _ in range(MOST):
                await (await here.peer("box-1")).call({"op": "status"})
            more = await here.peer("box-1")
            silence = await more.silence()
            word = await (await here.hook("box-2", pre("git status"))).word()
            return silence, word

    assert run(work()) == (b"", "allow")


def test_a_line_that_is_too_long_is_not_read(home: Path, shop: Path) -> None:
    """A large event of one agent is refused before anything is made of it; the longest is not."""

    async def work() -> Any:
        async with boxes(home, shop, session("box-1", shop), session("box-2", shop)) as here:
            heard = []
            for size in (LONGEST, LONGEST + 1, 12_000_000):
                peer = await here.peer("box-1")
                heard.append(await peer.call(b" " * (size - len(SEVERAL)) + SEVERAL))
            large = pre("echo " + "x" * 6_000_000)
            refused = await (await here.hook("box-1", large)).peer.hear()
            word = await (await here.hook("box-2", pre("git status"))).word()
            kept = [record.agent_name for record in records(here.here.office)]
            return [one["error"]["message"] for one in (*heard, refused)], word, kept

    told = [NOTHING_ELSE, *[TOO_LONG] * 3]
    assert run(work()) == (told, "allow", ["box-2"])


def test_a_link_in_the_place_of_a_session_folder_is_not_followed(home: Path, shop: Path) -> None:
    """A socket is made in a real folder of sessions only."""
    elsewhere = shop / "elsewhere"
    begin(home, session("box-1", shop)).parent.rename(elsewhere)
    Path(session_folder(str(home), "box-1")).symlink_to(elsewhere)

    async def work() -> Any:
        async with boxes(home, shop) as here:
            await here.sockets.look("box-1")
            return sorted(here.sockets.open)

    assert run(work()) == []
    assert not (elsewhere / NAME).exists()
