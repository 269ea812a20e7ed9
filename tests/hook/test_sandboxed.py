"""The hook of an agent in a sandbox: where no server answers, nothing is decided but no."""

from __future__ import annotations

import socket
import threading

import pytest

from proctor.hook.client import FIRST, LARGEST_INSIDE, NOBODY
from proctor.server.agent_sockets import LONGEST
from tests.hook.rig import (
    ASKS,
    ATTENDED,
    READS,
    REQUEST,
    UNATTENDED,
    FakeServer,
    Request,
    Rig,
    Said,
    allow,
    ended,
    says,
)

SAID = f"Proctor: {NOBODY.decode()}\n"


@pytest.fixture
def boxed(rig: Rig) -> Rig:
    """Return a hook that may not decide by itself."""
    return rig.install(alone=False)


@pytest.mark.parametrize("command", [READS, ASKS])
@pytest.mark.parametrize("env", [ATTENDED, UNATTENDED], ids=["attended", "unattended"])
def test_without_a_server_every_call_is_denied(
    boxed: Rig, command: str, env: dict[str, str]
) -> None:
    """Also what the role allows; nothing is kept, and no server is started."""
    said = boxed.install(alone=False, ask_holds=True).run(boxed.event(command=command), env)

    assert Said(2, "", SAID) == said
    assert sorted(boxed.home.iterdir()) == []


def test_without_a_server_a_request_is_denied_or_left_to_the_dialog(boxed: Rig) -> None:
    """Where nobody sits there it is denied; a dialog that is open stays open."""
    data = boxed.event(REQUEST, READS)
    boxed.install(alone=False, ask_holds=True)

    assert boxed.run(data, UNATTENDED).decision == "deny"
    assert Said(0, "") == boxed.run(data, ATTENDED)


@pytest.mark.parametrize(
    ("event", "status"), [("Stop", 0), ("PostToolUse", 0), ("ConfigChange", 2)]
)
def test_without_a_server_other_events_are_let_go(boxed: Rig, event: str, status: int) -> None:
    """What needs no decision passes, a change of settings does not, and nothing is kept."""
    assert boxed.run(boxed.event(event)).status == status
    assert sorted(boxed.home.iterdir()) == []


@pytest.mark.parametrize("answer", ["{id} cold\n", "{id} 0 \n", "rubbish\n", ""])
def test_a_server_that_does_not_decide_means_no(boxed: Rig, answer: str) -> None:
    """One that cannot, or does not answer as it should, is no reason to decide here."""
    with FakeServer(boxed.home, says(answer)):
        assert Said(2, "", SAID) == boxed.run(boxed.event())


def test_what_the_server_says_holds(boxed: Rig) -> None:
    """With a server it is the same hook as any other."""
    with FakeServer(boxed.home, says(f"{{id}} 0 {allow()}\n")):
        assert Said(0, f"{allow()}\n") == boxed.run(boxed.event())


def test_a_server_that_is_slow_is_waited_for(boxed: Rig) -> None:
    """A server that takes longer than other hooks would wait is still the only one who decides."""
    late = threading.Event()

    def play(connected: socket.socket, request: Request) -> None:
        late.wait(FIRST + 1)
        connected.sendall(f"{request['id']} 0 {allow()}\n".encode())

    with FakeServer(boxed.home, play):
        assert Said(0, f"{allow()}\n") == boxed.run(boxed.event())


def test_a_server_that_comes_back_is_asked_again(boxed: Rig) -> None:
    """A question that people were asked survives a restart, and so does its hook."""
    times: list[Request] = []

    def play(connected: socket.socket, request: Request) -> None:
        times.append(request)
        more = f"{request['id']} 0 {allow()}\n" if len(times) > 1 else ""
        connected.sendall(f"{request['id']} wait\n{more}".encode())

    with FakeServer(boxed.home, play), boxed.started(boxed.event()) as process:
        said = ended(process)

    assert Said(0, f"{allow()}\n") == said
    assert [one["uid"] for one in times] == [times[0]["uid"]] * 2


def test_a_call_that_no_server_would_take_is_refused_with_the_reason(boxed: Rig) -> None:
    """A call blocks, and an event of which nothing is to be decided is passed over."""
    words = "Proctor: the call is larger than 500 kB, the most in a sandbox"
    large = "x" * LARGEST_INSIDE

    assert Said(2, "", f"{words}\n") == boxed.run(boxed.event(command=large))
    assert Said(0, "", "") == boxed.run(boxed.event("PostToolUse", command=large))
    longest = boxed.event(command="x" * (LARGEST_INSIDE - 10_000))
    assert boxed.run(longest) == Said(2, "", SAID)
    # With everything that is sent besides, it is no longer than the server takes.
    assert 2 * LARGEST_INSIDE + 40_000 < LONGEST
