"""The warm hook: it believes a server that answers as agreed, and no other."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys

import pytest

from proctor.owner.socket_path import socket_path
from tests.hook.rig import (
    ASKS,
    ATTENDED,
    DENIED,
    PATIENCE,
    PRE,
    REQUEST,
    FakeServer,
    Request,
    Rig,
    Said,
    allow,
    ended,
    is_root,
    says,
)

ASK = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}'
# Of a call that the role denies, each of these would be a yes if it were believed.
LIES = {
    "another's id": f"0123456789abcdef 0 {allow()}\n",
    "no id": f"0 {allow()}\n",
    "another event": f"{{id}} 0 {allow(REQUEST)}\n",
    "another event's name only": "{id} 0 "
    '{"hookSpecificOutput":{"hookEventName":"PreToolUseX","permissionDecision":"allow"}}\n',
    "exit 1": f"{{id}} 1 {allow()}\n",
    "exit 00": f"{{id}} 00 {allow()}\n",
    "a flat answer": '{id} 0 {"permissionDecision":"allow"}\n',
    "an old answer": '{id} 0 {"decision":"approve"}\n',
    "text before it": f"{{id}} 0 fine: {allow()}\n",
    "half a line": f"{{id}} 0 {allow()}",
    "half an answer": f"{{id}} 0 {allow()[:-2]}\n",
    "no opinion": "{id} 0 \n",
    "nothing at all": "{id} 0\n",
    "an empty object": "{id} 0 {}\n",
    "no text": f"{{id}} 0 {allow()[:-2]}é}}}}\n",
    "rubbish": "\0\1\2\n",
    "an empty line": "\n",
    "a server of another kind": '{"error":{"code":"usage-error","message":"no such op"}}\n',
    "it cannot": "{id} cold\n",
    "waiting twice": f"{{id}} wait\n{{id}} wait\n{{id}} 0 {allow()}\n",
}


def test_what_the_server_says_is_printed(rig: Rig) -> None:
    """The answer is printed whole, with its status, and nothing is kept by the hook."""
    with FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")):
        said = rig.run(rig.event(command=DENIED))

    assert Said(0, f"{allow()}\n") == said
    assert rig.rows() == []


def test_the_request_has_everything_and_nothing_else(rig: Rig) -> None:
    """The event goes over as it came, with the identity and the variables that count."""
    data = rig.event() + b" \n"
    env = {**ATTENDED, "PROCTOR_HOME": "/srv/evil", "TG_API_TOKEN": "x", "CLAUDE_PID": "77"}
    rig.install(agent="arch-1", ask_holds=True, seconds=100.0)
    with FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")) as server:
        rig.run(data, env)
    (request,) = server.requests
    named, left = request.pop("id"), request.pop("seconds")
    uid = request.pop("uid")
    told = {key: bytes.fromhex(value).decode() for key, value in request.pop("env").items()}

    assert {
        "op": "hook",
        "v": 1,
        "program": "claude-code",
        "event": data.hex(),
        "role": b"guarded".hex(),
        "agent": b"arch-1".hex(),
        "ask_holds": True,
    } == request
    assert {**ATTENDED, "CLAUDE_PROJECT_DIR": str(rig.project), "CLAUDE_PID": "77"} == told
    assert (len(named), len(uid)) == (16, 32)
    assert 90 < left < 100


def test_only_beside_a_dialog_a_hook_waits_longer(rig: Rig) -> None:
    """A PermissionRequest where somebody sits may take its own time; every other one may not."""
    rig.install(ask_holds=True, seconds=100.0, dialog_seconds=1000.0)
    silent = FakeServer(rig.home, says("{id} 0 \n"))
    with silent as server:
        for event, env in ((REQUEST, ATTENDED), (REQUEST, None), (PRE, ATTENDED)):
            rig.run(rig.event(event, ASKS), env)

    left = [request["seconds"] for request in server.requests if request["op"] == "hook"]
    assert [100 < seconds < 1000 for seconds in left] == [True, False, False]


def test_a_variable_is_not_the_word_of_the_file(rig: Rig) -> None:
    """What the environment says is told as its word, never as that of the executable."""
    env = {"PROCTOR_ROLE": "open", "PROCTOR_AGENT": "mallory"}
    told = {name: value.encode().hex() for name, value in env.items()}
    seen = []
    for role, agent in (("guarded", "arch-1"), ("", "")):
        rig.install(role=role, agent=agent)
        with FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")) as server:
            rig.run(rig.event(), env)
        socket_path(rig.home).unlink()
        asked = server.requests[0]
        seen.append([bytes.fromhex(asked[key]) for key in ("role", "agent")])
        assert told.items() <= asked["env"].items()

    assert seen == [[b"guarded", b"arch-1"], [b"", b""]]


def test_a_refusal_of_the_server_blocks(rig: Rig) -> None:
    """Exit 2 of the server is exit 2 of the hook, with its words on stderr."""
    with FakeServer(rig.home, says("{id} 2 it cannot be read\n")):
        said = rig.run(rig.event())

    assert Said(2, "", "it cannot be read\n") == said


def test_a_person_is_waited_for(rig: Rig) -> None:
    """After `wait`, the answer may take its time."""
    with FakeServer(rig.home, says(f"{{id}} wait\n{{id}} 0 {allow()}\n")):
        assert Said(0, f"{allow()}\n") == rig.run(rig.event(command=DENIED))


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_lie_is_not_believed(rig: Rig, lie: str) -> None:
    """Whatever is no answer to what was asked, the hook decides by itself."""
    rig.install(seconds=30.0)
    with FakeServer(rig.home, says(lie)):
        said = rig.run(rig.event(command=DENIED))

    assert (said.status, said.decision) == (0, "deny")


def test_an_endless_answer_is_not_read_to_its_end(rig: Rig) -> None:
    """Twenty megabytes without an end are no answer."""

    def flood(connected: socket.socket, request: Request) -> None:
        connected.sendall(request["id"].encode() + b" 0 " + b"x" * (20 << 20))

    with FakeServer(rig.home, flood):
        assert rig.run(rig.event(command=DENIED)).decision == "deny"


def test_no_opinion_is_believed_where_there_is_none(rig: Rig) -> None:
    """Of the tools that ask the user themselves, and of other events, nothing is said."""
    with FakeServer(rig.home, says("{id} 0 \n")) as server:
        plan = rig.run(rig.event(tool_name="ExitPlanMode", tool_input={}))
        stop = rig.run(rig.event("Stop"))

        assert [Said(0, ""), Said(0, "")] == [plan, stop]
        assert len(server.requests) == 2
    assert rig.rows("event") == []


@pytest.mark.parametrize("event", [PRE, REQUEST])
def test_a_server_that_hangs_is_not_waited_for(rig: Rig, event: str) -> None:
    """One that takes the call and says nothing is passed over, and the call is decided."""
    rig.install(seconds=8.0)
    server = FakeServer(rig.home, says(""))
    server.play = server.hang
    with server:
        said = rig.run(rig.event(event, DENIED))

    assert (said.status, said.decision) == (0, "deny")


def test_a_server_that_does_not_even_take_the_call_is_not_waited_for(rig: Rig) -> None:
    """One that is stopped accepts nothing; the call is decided."""
    rig.install(seconds=8.0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as stopped:
        stopped.bind(str(socket_path(rig.home)))
        stopped.listen(1)

        assert rig.run(rig.event(command=DENIED)).decision == "deny"


@pytest.mark.parametrize(
    ("event", "env", "expected"),
    [
        (PRE, None, Said(2, "", "Proctor: nobody answered in time\n")),
        (PRE, ATTENDED, Said(2, "", "Proctor: nobody answered in time\n")),
        (REQUEST, ATTENDED, Said(0, "")),
    ],
    ids=["headless", "in a terminal", "beside the dialog"],
)
def test_a_server_that_hangs_while_it_asks_is_a_no(
    rig: Rig, event: str, env: dict[str, str] | None, expected: Said
) -> None:
    """After `wait` and silence, the hook answers before its own deadline, and it is no yes."""
    rig.install(seconds=2.0, ask_holds=True)
    server = FakeServer(rig.home, says(""))

    def play(connected: socket.socket, request: Request) -> None:
        connected.sendall(f"{request['id']} wait\n".encode())
        server.hang()

    server.play = play
    with server:
        assert expected == rig.run(rig.event(event, ASKS), env)


def test_a_request_that_nobody_answers_is_denied_headless(rig: Rig) -> None:
    """Where no dialog is, a denial is printed, because an exit status does not deny."""
    rig.install(seconds=2.0)
    server = FakeServer(rig.home, says(""))

    def play(connected: socket.socket, request: Request) -> None:
        connected.sendall(f"{request['id']} wait\n".encode())
        server.hang()

    server.play = play
    with server:
        said = rig.run(rig.event(REQUEST, ASKS))

    assert (said.status, said.decision, said.why) == (0, "deny", "Proctor: nobody answered in time")


def test_a_server_that_dies_while_it_asks_is_asked_again(rig: Rig) -> None:
    """The same question goes to the next server under the same name."""
    rig.install(seconds=60.0)

    def play(connected: socket.socket, request: Request) -> None:
        if request["op"] == "status":
            connected.sendall(b'{"ok":{"pid":1}}\n')
        elif len([r for r in server.requests if r["op"] == "hook"]) == 1:
            connected.sendall(f"{request['id']} wait\n{request['id']} 0 {allow()[:20]}".encode())
        else:
            connected.sendall(f"{request['id']} 0 {allow()}\n".encode())

    with FakeServer(rig.home, play) as server:
        said = rig.run(rig.event(command=ASKS))
    asked = [request for request in server.requests if request["op"] == "hook"]

    assert Said(0, f"{allow()}\n") == said
    assert len(asked) == 2
    assert len({request["uid"] for request in asked}) == 1


def test_a_listener_of_another_user_is_not_asked(rig: Rig) -> None:
    """Whoever else listens there hears nothing and decides nothing; only root can try it."""
    code = (
        "import os, socket, sys\n"
        "s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)\n"
        "s.bind(sys.argv[1]); os.chmod(sys.argv[1], 0o777)\n"
        "if os.geteuid() == 0: os.setuid(65534)\n"
        "s.listen(5); print('ready', flush=True)\n"
        "c, _ = s.accept()\n"
        "print(len(c.recv(1 << 16)) > 0, flush=True)\n"
    )
    words = [sys.executable, "-c", code, str(socket_path(rig.home))]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as listener:
        assert listener.stdout is not None
        assert listener.stdout.readline() == "ready\n"
        said = rig.run(rig.event(command=DENIED))
        heard = listener.stdout.readline()
        listener.wait(PATIENCE)

    assert said.decision == "deny"
    assert heard == f"{not is_root()}\n"


def test_a_long_home_has_its_socket_elsewhere(rig: Rig) -> None:
    """Where the home's path is too long for a socket, the server is found all the same."""
    rig.home = rig.home / ("deep" * 25)
    rig.home.mkdir(mode=0o700)
    rig.install()
    path = socket_path(rig.home)
    try:
        with FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")):
            assert Said(0, f"{allow()}\n") == rig.run(rig.event(command=DENIED))
    finally:
        path.unlink()


def test_a_folder_under_tmp_that_is_open_to_others_is_not_believed(rig: Rig) -> None:
    """Whoever could have put the socket there could have put another one there."""
    folder = rig.home.parent / "tmp"
    folder.mkdir(mode=0o700)
    path = folder / "0123.sock"
    rig.install(socket=str(path))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen(1)
        folder.chmod(0o777)
        said = rig.run(rig.event(command=DENIED))
        listener.setblocking(False)

        assert said.decision == "deny"
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_the_event_is_told_by_the_outer_object(rig: Rig) -> None:
    """A call whose input names another event does not make a silent end believed."""
    nested = {"command": DENIED, "hook_event_name": "Stop"}
    with rig.started(None) as process:
        assert process.stdin is not None
        process.stdin.write(rig.event(tool_input=nested)[:-1])  # it is no JSON
        process.stdin.close()
        process.stdin = None

        assert ended(process).status == 2


def test_no_input_makes_a_call_another_event(rig: Rig) -> None:
    """Where only the call's own input names an event, the call needs a verdict all the same."""
    nested = {"hook_event_name": "Stop", "command": DENIED}
    data = json.dumps({"tool_name": "Bash", "tool_input": nested}).encode()
    with FakeServer(rig.home, says("{id} 2 refused\n")):
        believed = rig.run(data)
    socket_path(rig.home).unlink()

    assert Said(2, "", "refused\n") == believed
    assert rig.run(data).decision == "deny"
    assert rig.run(data[:-1]).status == 2


def test_what_says_no_event_is_a_call(rig: Rig) -> None:
    """Stdin without an event's name goes over as a PreToolUse, in the folder of the hook."""
    with FakeServer(rig.home, says(f"{{id}} 0 {allow()}\n")) as server:
        rig.env = {"CLAUDE_PROJECT_DIR": ""}
        said = rig.run(b' {"tool_name": "Bash", "tool_input": {"command": "ls"}} ')
    (request,) = server.requests
    event = json.loads(bytes.fromhex(request["event"]))

    assert Said(0, f"{allow()}\n") == said
    assert event["hook_event_name"] == PRE
    assert os.fsencode(rig.project).hex() == request["env"]["CLAUDE_PROJECT_DIR"]
