"""The real Claude Code with our gateway: one answer to each call, whoever is asked."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

import pytest

from proctor.proving.scripted_model import Turn, call, say
from tests.cli.conftest import COMMAND
from tests.real import mcp_server
from tests.real.claude import headless
from tests.real.hooking import hook_of, settings_with
from tests.real.model import Model
from tests.real.place import Place
from tests.real.serving import answer, asked, serving, waiting
from tests.real.terminal import DIALOG, interactive
from tests.server.running import PATIENCE, environment, until

ROLE = """\
permissions:
  allow: [mcp__shelf__look]
  ask: [mcp__shelf__change]
  otherwise: ask
"""
TESTER = "permissions:\n  deny: [mcp__shelf__change]\n  otherwise: ask\n"
LOOK, CHANGE = "mcp__proctor__shelf_look", "mcp__proctor__shelf_change"
UPSTREAM = shlex.join([sys.executable, "-I", str(Path(mcp_server.__file__))])
DONE = "that was it"


def ours(*words: str) -> dict[str, Any]:
    """Return how the program starts our gateway."""
    return {"command": str(COMMAND), "args": ["mcp", *words]}


def gateway(place: Place, role: str = "coder", *words: str) -> list[str]:
    """Return the options with which the program has our gateway, before a shelf."""
    return servers(place, proctor=ours("--role", role, "--upstream", f"shelf={UPSTREAM}", *words))


def servers(place: Place, **named: dict[str, Any]) -> list[str]:
    """Return the options with which the program has MCP servers."""
    path = place.root / "mcp.json"
    path.write_text(json.dumps({"mcpServers": named}))
    return ["--mcp-config", str(path)]


def hooked(place: Place, role: str = "coder", text: str = ROLE, *, attended: bool = False) -> Path:
    """Write a role and the settings with its hook, without its rules in the program's words."""
    place.write_role(role, text)
    return settings_with(place, hook_of(place, role, ask_holds=attended))


def uses(*tools: str) -> list[Turn]:
    """Return a script that uses tools, one after the other."""
    return [*(call(tool, what="x") for tool in tools), say(DONE)]


def kept(place: Place) -> list[tuple[str, str]]:
    """Return of each record the tool and what was decided, oldest first."""
    return [(each["tool"], each["decision"]) for each in place.records()]


@pytest.mark.full
def test_without_a_terminal_a_person_is_asked_once(place: Place, model: Model) -> None:
    """The hook holds the call for a person, and the gateway takes over what they say."""
    settings = hooked(place)
    prompt = model.learn("go", call(CHANGE, what="old"), call(CHANGE, what="new"), say(DONE))
    line = {"tool": "mcp__shelf__change", "answer": "deny", "words": "use the other shelf"}
    lines = {**line, "action": "*old*"}, {**line, "action": "*new*", "answer": "allow"}
    with serving(place.home, *lines):
        headless(place, model, prompt, *gateway(place), settings=settings)
        denied, allowed = model.told("go")

        assert (denied.error, "use the other shelf" in denied.text) == (True, True)
        assert (allowed.error, "use the other shelf" in allowed.text) == (False, False)
        assert place.ran("mcp-change") == 1
        assert len(waiting(place.home, "")) == 2
        records = place.records()
    assert kept(place) == [
        ("mcp__shelf__change", "ask_denied"),
        ("mcp__shelf__change", "ask_approved"),
    ]
    assert all(f"called as {CHANGE}" in record["detail"] for record in records)


@pytest.mark.full
def test_what_the_rules_allow_is_kept_once(place: Place, model: Model) -> None:
    """A call that both allow runs, asks nobody and has one record."""
    settings = hooked(place)
    prompt = model.learn("go", *uses(LOOK, LOOK))
    with serving(place.home):
        headless(place, model, prompt, *gateway(place), settings=settings)

        assert [told.text for told in model.told("go")] == ["look was done"] * 2
        assert waiting(place.home, "") == []
    assert kept(place) == [("mcp__shelf__look", "allow")] * 2


@pytest.mark.full
def test_a_tool_of_ours_is_asked_about_once(place: Place, model: Model) -> None:
    """A tool whose defaults the gateway fills in has the answer of the hook, that saw none."""
    settings = hooked(place, text="permissions: {ask: [read_file], otherwise: deny}\n")
    (place.shop / "a.txt").write_text("here it is\n")
    wish = call("mcp__proctor__read_file", path="a.txt")
    prompt = model.learn("go", wish, say(DONE))
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, prompt, *gateway(place), settings=settings)
        [told] = model.told("go")

        assert ("here it is" in told.text, told.error) == (True, False)
        assert len(waiting(place.home, "")) == 1
    [record] = place.records()
    assert (record["tool"], record["decision"]) == ("Read", "ask_approved")


@pytest.mark.full
def test_another_role_of_the_gateway_denies(place: Place, model: Model) -> None:
    """What a person allows at the hook does not run where the gateway's own role denies it."""
    settings = hooked(place)
    # Its tool would not even be listed, if nothing of it could pass.
    place.write_role("tester", TESTER.replace("[mcp__shelf__change]", '["tool:mcp__.*:.*x.*"]'))
    prompt = model.learn("go", *uses(CHANGE))
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, prompt, *gateway(place, "tester"), settings=settings)

        assert (place.ran("mcp-change"), [told.error for told in model.told("go")]) == (0, [True])
        assert len(waiting(place.home, "")) == 1
    assert [(each["role"], each["decision"]) for each in place.records()] == [
        ("coder", "ask_approved"),
        ("tester", "deny"),
    ]


@pytest.mark.full
def test_a_server_that_the_repository_names_is_any_server(place: Place, model: Model) -> None:
    """A gateway in `.mcp.json` has its calls decided by their own names at the hook."""
    settings = hooked(place)
    [_, path] = gateway(place)
    (place.shop / ".mcp.json").write_text(Path(path).read_text())
    place.repository_says({"enableAllProjectMcpServers": True})
    prompt = model.learn("go", *uses(LOOK))
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, prompt, settings=settings)

        assert place.ran("mcp-look") == 1
    assert kept(place) == [(LOOK, "ask_approved"), ("mcp__shelf__look", "allow")]


@pytest.mark.full
@pytest.mark.parametrize(("key", "times"), [("1", 1), ("3", 0)])
def test_an_answer_in_the_dialog_is_the_only_one(
    place: Place, model: Model, key: str, times: int
) -> None:
    """Whoever answers in the terminal is obeyed by the gateway, too, and asked nothing more."""
    settings = hooked(place, attended=True)
    prompt = model.learn("go", *uses(CHANGE))
    with (
        serving(place.home),
        interactive(place, model, settings, *gateway(place)) as screen,
    ):
        screen.say(prompt)
        screen.shows(DIALOG)
        assert asked(place.home)["tool"] == "mcp__shelf__change"
        screen.answer(key)
        until(lambda: waiting(place.home) == [])
        if times:
            screen.shows(DONE)
        else:
            screen.say(model.learn("next", say(DONE)))

        assert place.ran("mcp-change") == times
        assert len(waiting(place.home, "")) == 1
        wanted = ["ask_dialog", "dialog_approved" if times else "dialog_unknown"]
        until(lambda: [decision for _, decision in kept(place)] == wanted)


@pytest.mark.full
def test_an_answer_in_a_channel_is_the_only_one(place: Place, model: Model) -> None:
    """Whoever answers beside the dialog has answered for the gateway, too."""
    settings = hooked(place, attended=True)
    prompt = model.learn("go", *uses(CHANGE))
    with (
        serving(place.home),
        interactive(place, model, settings, *gateway(place)) as screen,
    ):
        screen.say(prompt)
        screen.shows(DIALOG)
        answer(place.home, asked(place.home)["id"], "allow")
        screen.shows(DONE)

        assert place.ran("mcp-change") == 1
        assert len(waiting(place.home, "")) == 1
        until(lambda: [word for _, word in kept(place)] == ["ask_dialog", "ask_approved"])


def test_without_a_hook_the_gateway_asks(place: Place, model: Model) -> None:
    """Where no hook is, the gateway's own question is the one that is asked."""
    place.write_role("coder", ROLE)
    prompt = model.learn("go", *uses(CHANGE))
    mode = ("--permission-mode", "bypassPermissions")
    with serving(place.home, {"answer": "allow"}):
        headless(place, model, prompt, *gateway(place), *mode)

        assert place.ran("mcp-change") == 1
        assert len(waiting(place.home, "")) == 1
    assert kept(place) == [("mcp__shelf__change", "ask_approved")]


@pytest.mark.full
def test_a_gateway_by_http_takes_the_hook_s_answer(place: Place, model: Model) -> None:
    """A gateway that is no child of the program is known by its role and its project."""
    settings = hooked(place)
    prompt = model.learn("go", *uses(LOOK, CHANGE))
    with serving(place.home, {"answer": "allow"}), by_http(place) as (url, token):
        header = {"Authorization": f"Bearer {token}"}
        options = servers(place, proctor={"type": "http", "url": url, "headers": header})
        headless(place, model, prompt, *options, settings=settings)

        assert (place.ran("mcp-look"), place.ran("mcp-change")) == (1, 1)
        assert len(waiting(place.home, "")) == 1
    assert kept(place) == [
        ("mcp__shelf__look", "allow"),
        ("mcp__shelf__change", "ask_approved"),
    ]


@pytest.mark.full
def test_by_http_no_dialog_can_be_overtaken(place: Place, model: Model) -> None:
    """At a terminal, too, a call to a gateway that others reach is held for one person's answer."""
    settings = hooked(place, attended=True)
    prompt = model.learn("go", *uses(CHANGE))
    with serving(place.home), by_http(place) as (url, token):
        header = {"Authorization": f"Bearer {token}"}
        options = servers(place, proctor={"type": "http", "url": url, "headers": header})
        with interactive(place, model, settings, *options) as screen:
            screen.say(prompt)
            question = asked(place.home)
            assert question["tool"] == "mcp__shelf__change"
            answer(place.home, question["id"], "allow")
            screen.shows(DONE)

        assert place.ran("mcp-change") == 1
        assert len(waiting(place.home, "")) == 1
    assert kept(place) == [("mcp__shelf__change", "ask_approved")]


@contextmanager
def by_http(place: Place) -> Iterator[tuple[str, str]]:
    """Run a gateway that listens, and give its address and the token that it wants."""
    words = [
        "--role",
        "coder",
        "--upstream",
        f"shelf={UPSTREAM}",
        "--http",
        "127.0.0.1:0",
        "--json",
    ]
    with Popen(
        [COMMAND, "mcp", *words],
        cwd=place.shop,
        env=environment(place.home),
        stdin=DEVNULL,
        stdout=PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            said = json.loads(process.stdout.readline())
            yield said["url"], Path(said["token_file"]).read_text().strip()
        finally:
            process.terminate()
            process.wait(PATIENCE)
