"""Ports: the server is ended by whoever ends the process that listens on its port."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from proctor import Policy
from proctor.audit.owner import FILE, OwnerLock
from proctor.observe import observed, surroundings
from proctor.policy.decide import decide
from proctor.server.last_port import keep_port
from proctor.server_ports import server_ports
from proctor.terms.call import ToolCall
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from tests.tables import each_row

OPEN = Policy.of(allow=["*", "tool:.*"], mode=Mode.BYPASS, otherwise="allow")
PORT, PAGE, LAST, OTHER = 41234, 52345, 43210, 3000
DENIED = [
    "fuser -k PORT/tcp",
    "f''user -k PORT/tcp",
    "sudo fuser -k -n tcp PORT",
    "kill $(lsof -t -i:PORT)",
    "kill -9 `lsof -ti tcp:PORT`",
    "kill $(ss -lptn 'sport = :PORT' | cut -d= -f2)",
    "ss -K dport = PORT",
    "ss -K 'sport = :PORT'",
    "ss --kill dst 127.0.0.1:PORT",
    "npx kill-port PORT",
    "npx --yes kill-port@2 PORT",
    "kill-port PORT",
    "npx fkill-cli :PORT",
    "bash -c 'fuser -k PORT/tcp'",
]
ASKED = ["lsof -ti :PORT | xargs kill", "lsof -i:PORT", "fuser PORT/tcp"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give a home whose server has said its ports, and had another one before."""
    folder = tmp_path / "home"
    folder.mkdir(mode=0o700)
    lock = OwnerLock(folder)
    assert lock.try_take()
    lock.publish(kind="server", url=f"http://127.0.0.1:{PORT}", page=f"http://127.0.0.1:{PAGE}")
    lock.release()
    keep_port(folder, LAST)
    return folder


def effect(command: str, home: Path) -> Effect:
    """Decide a command in a project of a home under the widest policy."""
    around = surroundings(cwd=home.parent, root=home.parent, home=home)
    call = ToolCall(tool="Bash", input={"command": command})
    return decide(observed(call, around), OPEN).effect


def test_ports_are_those_that_the_server_says(home: Path) -> None:
    """Of the server, of its pages, and of the last one."""
    assert server_ports(str(home)) == (PORT, PAGE, LAST)
    assert json.loads((home / FILE).read_text())["page"].endswith(str(PAGE))


@each_row("command", DENIED)
def test_server_is_not_ended_by_its_port(command: str, home: Path) -> None:
    """Whichever port it has; other ports are no concern of the guard."""
    for port in (PORT, PAGE, LAST, 7762):
        assert effect(re.sub("PORT", str(port), command), home) is Effect.DENY
    assert effect(re.sub("PORT", str(OTHER), command), home) is Effect.ALLOW


@each_row("command", ASKED)
def test_looking_for_the_server_is_asked(command: str, home: Path) -> None:
    """What finds its process may be meant to end it."""
    for port in (PORT, PAGE, 7762):
        assert effect(re.sub("PORT", str(port), command), home) is Effect.ASK


@pytest.mark.parametrize("text", ["", "{", "[]", '{"url": "x"}', '{"port": "1"}', "\0" * 99_999])
def test_odd_files_have_no_ports(text: str, tmp_path: Path) -> None:
    """The usual port counts all the same."""
    (tmp_path / FILE).write_text(text)
    assert server_ports(str(tmp_path)) == ()
    assert effect("fuser -k 7762/tcp", tmp_path) is Effect.DENY
