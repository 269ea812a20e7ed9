"""`proctor up`, as a person types it."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from proctor.cli.up import check_version, show_server
from proctor.errors import ServerError
from proctor.server.last_port import keep_port
from tests.cli.conftest import Proctor
from tests.server.running import call, running


def test_in_the_background_it_returns_once_it_answers(home: Path) -> None:
    """`up --background` says where it is, `status` too; a second finds it and succeeds."""
    up = call(home, "up", "--background", "--json", PROCTOR_STORE="memory")
    said = json.loads(up.stdout)
    status = json.loads(call(home, "status", "--json").stdout)
    second = call(home, "up", "--background")
    again = call(home, "up", "--background", "--json")
    elsewhere = call(home, "up", "--background", "--port", "1")
    down = json.loads(call(home, "down", "--json").stdout)

    assert (up.returncode, up.stderr) == (0, "")
    assert set(said) == {"pid", "url", "page", "socket", "since", "home", "trouble"}
    assert {name: status[name] for name in said} == said
    # The store that the person named has reached it.
    assert (status["running"], status["store"]) == (True, "memory")
    assert (second.returncode, second.stderr) == (0, "")
    assert f"proctor is already running: {said['url']}, pid {said['pid']}\n" in second.stdout
    assert (again.returncode, json.loads(again.stdout)) == (0, said)
    assert (elsewhere.returncode, elsewhere.stdout) == (1, "")
    assert f"a server is running already: pid {said['pid']}, {said['url']}" in elsewhere.stderr
    assert down == {"stopped": True, "pid": said["pid"]}


def test_server_of_another_version_is_not_taken_for_this_one() -> None:
    """It says which version runs, and how to replace it."""
    with pytest.raises(ServerError) as told:
        check_version({"version": "0.0.1"})

    assert told.value.message.startswith("a server of version 0.0.1 is running, and ")
    assert told.value.help == "replace it: proctor down && proctor up --background"


def test_in_words_it_says_where_it_is(home: Path) -> None:
    """What a person reads names the address, the process, the socket, and how to end it."""
    up = call(home, "up", "--background", PROCTOR_STORE="memory", PROCTOR_USE_TG="yes")
    status = json.loads(call(home, "status", "--json").stdout)
    call(home, "down")
    call(home, "up", "--background", PROCTOR_STORE="memory")
    again = call(home, "up", "--background", PROCTOR_USE_TG="1", TG_API_TOKEN=f"1:{'A' * 30}")
    call(home, "down")

    assert up.stdout == (
        f"proctor is up: {status['url']}, pid {status['pid']}\n"
        f"socket  {status['socket']}\n"
        f"page    {status['page']}, signed in by `proctor open`\n"
        "`proctor down` ends it\n"
    )
    assert up.stderr.startswith("warning: telegram: `PROCTOR_USE_TG` is not on or off")
    assert up.stderr.count("warning") == 1
    assert again.stderr == ("warning: telegram: PROCTOR_USE_TG is on, but TG_CHAT_ID is not set\n")


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (
            {"TG_API_TOKEN": f"1:{'A' * 30}", "TG_CHAT_ID": "-100", "TG_ALLOWED_USER_IDS": ""},
            "`TG_ALLOWED_USER_IDS` names nobody",
        ),
        ({}, "PROCTOR_USE_TG is on, but TG_API_TOKEN and TG_CHAT_ID are not set"),
    ],
    ids=["empty list of users", "neither token nor chat"],
)
def test_background_server_refuses_wrong_variables_of_telegram(
    home: Path, variables: dict[str, str], said: str
) -> None:
    """It has no such channel, and `up`, `status` and `channel list` say why."""
    switch = {"PROCTOR_STORE": "memory", "PROCTOR_USE_TG": "1"}
    up = call(home, "up", "--background", **switch, **variables)
    status = call(home, "status")
    listed = call(home, "channel", "list")
    call(home, "down")
    logged = (home / "logs" / "server.log").read_text()

    assert up.stderr.startswith(f"warning: telegram: {said}")
    assert f"channels   telegram off: {said}" in status.stdout
    assert f"telegram  variables    off: {said}" in listed.stdout
    assert f"warning: telegram: {said}" in logged


def test_it_warns_of_a_channel_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    """Here as in the background, one line a channel; one that works is not named."""
    channels = [
        {"name": "inbox", "state": "on", "trouble": None},
        {"name": "telegram", "state": "off", "trouble": "PROCTOR_USE_TG is not on or off"},
    ]

    show_server({"url": "http://127.0.0.1:1", "channels": channels}, as_json=True, here=True)

    printed = capsys.readouterr()
    assert printed.err == "warning: telegram: PROCTOR_USE_TG is not on or off\n"
    assert "channels" not in json.loads(printed.out)


def test_it_says_loudly_who_has_its_port(home: Path) -> None:
    """What pages and people still send to the port of last time goes to somebody else."""
    home.mkdir(mode=0o700, parents=True)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        keep_port(home, port)
        up = call(home, "up", "--background", PROCTOR_STORE="memory")
        status = call(home, "status")
        call(home, "down")
    words = f"port {port}, where this server was last time, is held by somebody else"

    assert up.returncode == 0
    assert up.stderr.startswith(f"warning: {words}")
    assert f"trouble    {words}" in status.stdout


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--background", "--install"], "--background and --install do not go together"),
        (["--install", "--uninstall"], "--install and --uninstall do not go together"),
        (["--install", "--port", "9000"], "--port is not for a service"),
    ],
)
def test_what_does_not_go_together_is_a_wrong_call(
    proctor: Proctor, words: list[str], error: str
) -> None:
    """It is a sentence, with status 2, and nothing is done."""
    result = proctor("up", *words)

    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[0] == f"error: {error}"


@pytest.mark.parametrize("port", ["0", "-1", "65536", "x"])
def test_a_port_is_a_port(proctor: Proctor, port: str) -> None:
    """A number that is none of a port is a wrong call."""
    assert proctor("up", "--port", port).status == 2


def test_a_service_is_written_and_removed(
    proctor: Proctor, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--install` writes a file and tells what switches it on; `--uninstall` takes it away."""
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("PROCTOR_STORE", "memory")
    wrote = proctor("up", "--install")
    file = Path(wrote.out.splitlines()[0].removeprefix("wrote "))

    assert (wrote.status, file.is_relative_to(project.parent / "user")) == (0, True)
    assert file.is_file()
    assert wrote.err == (
        "note: PROCTOR_STORE is not written into the service: put `store:` into config.yaml\n"
    )

    removed = proctor("up", "--uninstall", "--json")

    assert json.loads(removed.out)["file"] == str(file)
    assert not file.exists()
    assert proctor("up", "--uninstall").status == 2


def test_a_first_one_in_the_foreground_stops_a_second(home: Path) -> None:
    """Without loading the server, the second says who is running."""
    with running(home, PROCTOR_STORE="memory") as server:
        second = call(home, "up")

    assert second.returncode == 1
    assert f"pid {server.info['pid']}, {server.info['url']}, since " in second.stderr
