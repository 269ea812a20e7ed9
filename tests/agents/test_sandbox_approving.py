"""An agent in a sandbox can never answer: each way to do so is tried, with a real server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from proctor.agents.processes import birth_of
from proctor.agents.sandbox import INNER_SOCKET
from proctor.agents.session_files import write_json
from proctor.hook.executable import hook_text, package_folder, write_hook
from proctor.hook.identity import Identity
from proctor.server.agent_sockets import NO_MESSAGE
from tests.agents.boxes import BEGIN, Box, short_place
from tests.server.running import Server, call, running, until

ROLE = """\
description: Asks about commands
permissions:
  allow: [Read, "Bash(git status)"]
  ask: [Bash]
  order: deny, allow, ask
  deny: ["Bash(git push *)"]
"""
EVENT = {
    "hook_event_name": "PreToolUse",
    "session_id": "11111111-1111-4111-8111-111111111111",
    "permission_mode": "default",
    "tool_name": "Bash",
    "tool_use_id": "toolu_01",
}
# Starts the hook, as the program would; what it prints is `decision`.
HOOK = """
def hook(command, wait=True):
    event = {**json.loads(sys.argv[1]), "cwd": os.getcwd(), "tool_input": {"command": command}}
    env = {**os.environ, "CLAUDE_PROJECT_DIR": os.getcwd(), "CLAUDE_CODE_ENTRYPOINT": "sdk-cli"}
    started = subprocess.Popen(["/run/proctor/hook"], stdin=-1, stdout=-1, stderr=-1, env=env)
    started.stdin.write(json.dumps(event).encode())
    started.stdin.close()
    return decision(started) if wait else started
def decision(started):
    out = started.stdout.read()
    started.wait()
    found = json.loads(out)["hookSpecificOutput"]["permissionDecision"] if out else ""
    return found or started.stderr.read().decode()
"""
# Every way to an answer that we can think of; each is told by what came of it.
TRIES = """
import urllib.request
from proctor.cli.main import main
def proctor(*words):
    # A process of its own, without loading everything again.
    pid = os.fork()
    if pid == 0:
        nothing = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(nothing, number)
        os.environ["PROCTOR_HOME"] = os.environ["HOME"] + "/.proctor"
        sys.argv = ["proctor", *words]
        main()  # It exits.
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
def web(path, body=None, **headers):
    request = urllib.request.Request(sys.argv[2] + path, body, headers)
    return tried(lambda: urllib.request.urlopen(request, timeout=20).status)
def said(request):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as own:
        own.connect("/run/proctor/hook.sock")
        own.sendall(json.dumps(request).encode() + b"\\n")
        return "error" if "error" in json.loads(own.makefile().readline()) else "ok"
COMMANDS = [
    ["approve", "1"], ["approve", "1", "--always"], ["deny", "1"], ["grant", "revoke", "1"],
    ["token"], ["token", "new", "ada"], ["trust", "."], ["install"], ["init"],
    ["attach", "box-1"], ["stop", "box-1"], ["restart", "box-1"], ["run", "--role", "coder"],
    ["send", "box-1", "--keys", "Enter"], ["send", "box-1", "--interrupt", "x"], ["uninstall"],
]
TOKEN = json.loads(read("/run/proctor/agent.json"))["token"]
ANSWER = json.dumps({"answer": "allow"}).encode()
# It says that nothing runs, and nothing ends by it.
proctor("down")
found = {
    "version": proctor("--version"),
    "commands": [words for words in COMMANDS if proctor(*words) == 0],
    "ops": [op for op in ("answer", "allow", "revoke", "keep", "decide", "ask", "wait", "cancel",
                          "questions", "grants", "agents", "records", "status", "stop", "look")
            if said({"op": op, "number": 1, "answer": "allow", "token": TOKEN}) == "ok"],
    "keys": [said({"op": "send", "name": "box-1", "text": "y", **more})
             for more in ({"keys": ["Enter"]}, {"interrupt": True}, {"sender": "ada"})],
    "web": [web("/api/questions/1/answer", ANSWER, **headers) for headers in (
                {}, {"Authorization": f"Bearer {TOKEN}"}, {"Authorization": "Bearer x"},
                {"Cookie": f"token={TOKEN}"}, {"Origin": "http://localhost", "Host": "localhost"})],
    "pages": [web(path) for path in ("/api/questions", "/api/records", "/events", "/")],
}
"""


@contextmanager
def boxed() -> Iterator[tuple[Box, Server]]:
    """Run a server, and give a sandbox with a hook whose session is live."""
    with short_place() as place, subprocess.Popen(["sleep", "600"]) as supervisor:
        box = Box(place).make()
        box.home.chmod(0o700)
        (box.home / "roles").mkdir()
        (box.home / "roles" / "coder.yaml").write_text(ROLE)
        (box.home / "config.yaml").write_text("approval: {timeout: 590}\n")
        # A person has not been here yet; what is there else would be no token.
        (box.home / "token").unlink()
        identity = Identity(
            "claude-code", str(box.home), "coder", box.name, socket=INNER_SOCKET, alone=False
        )
        text = hook_text(identity, python=sys.executable, package=package_folder())
        write_hook(box.folder / "hook", text)
        birth = birth_of(supervisor.pid)
        runs = {"number": 1, "supervisor": supervisor.pid, "birth": birth, "pid": supervisor.pid}
        write_json(box.folder / "running.json", runs)
        try:
            with running(box.home) as server:
                until((box.folder / "hook.sock").is_socket)
                yield box, server
        finally:
            supervisor.kill()


def test_an_agent_in_a_sandbox_cannot_answer_in_any_way() -> None:
    """Commands, ops, HTTP: none answers a question, and a person outside does."""
    script = (
        BEGIN
        + HOOK
        + """
asked = hook("make", wait=False)
sys.stdin.readline()
"""
        + TRIES
        + """
print(json.dumps(found), flush=True)
print(json.dumps([hook("git status"), hook("git push x"), decision(asked)]), flush=True)
"""
    )
    with boxed() as (box, server):
        words = box.words(sys.executable, "-I", "-c", script, json.dumps(EVENT), server.info["url"])
        with subprocess.Popen(
            words,
            env=box.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as inside:
            assert inside.stdin is not None
            assert inside.stdout is not None
            until(lambda: "make" in call(box.home, "approvals", "--json").stdout)
            inside.stdin.write("go on\n")
            inside.stdin.close()
            found = json.loads(inside.stdout.readline())
            still = call(box.home, "approvals", "--json").stdout
            approved = call(box.home, "approve", "1")
            decided = json.loads(inside.stdout.readline())

    refused = ["HTTPError"]
    assert found == {
        "version": 0,
        "commands": [],
        "ops": [],
        "keys": ["error"] * 3,
        "web": refused * 5,
        "pages": refused * 4,
    }
    assert "make" in still
    assert approved.returncode == 0, approved.stderr
    assert decided == ["allow", "deny", "allow"]


def test_an_agent_in_a_sandbox_is_denied_everything_where_no_server_runs() -> None:
    """Also what its role allows; when a server is there again, it is decided again."""
    script = BEGIN + HOOK + "print(json.dumps(hook('git status')))"

    def once(box: Box) -> str:
        done = box.run(sys.executable, "-I", "-c", script, json.dumps(EVENT))
        return str(json.loads(done.stdout))

    with boxed() as (box, server):
        before = once(box)
        server.kill()
        without = once(box)
        with running(box.home):
            until(lambda: once(box) == "allow")
            after = once(box)

    assert (before, after) == ("allow", "allow")
    assert without.startswith("Proctor: no server answers this agent")


def test_a_server_inside_is_nobodys() -> None:
    """A server that an agent starts in its sandbox has no home to run in."""
    with boxed() as (box, _):
        box.env = {"PROCTOR_HOME": str(box.home)}
        done = box.run(sys.executable, "-I", "-m", "proctor", "up")
        elsewhere = box.run("sh", "-c", f"ls -a {box.home}; ls -a {box.home}/sessions")

    assert done.returncode != 0
    assert elsewhere.stdout.split() == [".", "..", "sessions", ".", "..", "box-1"]


def test_what_is_said_on_the_socket_is_the_agents_own() -> None:
    """Whatever name an agent says, its records are under its own, and it sends in no other."""
    lie = {"op": "send", "name": "nobody-here", "text": "x", "sender": "arch-2"}
    script = (
        BEGIN
        + HOOK
        + """
hook("git status")
with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as own:
    own.connect("/run/proctor/hook.sock")
    own.sendall(sys.argv[2].encode() + b"\\n")
    print(own.makefile().readline())
"""
    )
    with boxed() as (box, _):
        box.env = {"PROCTOR_AGENT": "arch-2", "PROCTOR_ROLE": "open"}
        words = [sys.executable, "-I", "-c", script, json.dumps(EVENT), json.dumps(lie)]
        done = box.run(*words)
        (listed,) = json.loads(call(box.home, "audit", "list", "--json").stdout)

    assert json.loads(done.stdout)["error"]["message"] == NO_MESSAGE
    assert (listed["agent_name"], listed["role"]) == ("box-1", "coder")
