"""`proctor open`."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from proctor.cli.open import has_display
from proctor.server.tokens import Tokens, local_person
from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.cli.conftest import Proctor
from tests.policy.test_guard import ran
from tests.server.backgrounds import nobody_stays
from tests.server.running import PATIENCE, running
from tests.server.telling import a_session
from tests.tables import each_row

PEOPLE = "people: {%s: {roles: [admin]}, dan: {roles: [developer]}}"


@pytest.fixture(autouse=True)
def _no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no test open a browser of whoever runs it."""
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def opened(url: str) -> httpx.Response:
    """Open an address, as a browser does that nobody is signed in with."""
    # The first page after a start waits until the routes are loaded.
    return httpx.get(url, trust_env=False, timeout=PATIENCE)


def test_it_starts_the_server_and_prints_a_link(proctor: Proctor, home: Path) -> None:
    """The link stands alone on stdout, and signs the local user in, once."""
    with nobody_stays(home):
        result = proctor("open", "--print", "--page", "/approvals")
        url = result.out.removesuffix("\n")
        first, second = opened(url), opened(url)

    assert (result.status, url.startswith("http://127.0.0.1")) == (0, True)
    assert result.err == f"good once, for 5 minutes, as {local_person()}:\n"
    assert (first.status_code, 'data-next="/approvals"' in first.text) == (200, True)
    assert first.cookies[f"proctor_session_{httpx.URL(url).port}"]
    assert second.status_code == 401


def test_it_opens_the_browser_where_there_is_one(
    process: Proctor, proctor: Proctor, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser gets the link, and it is not printed too; without one it is printed."""
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}\n')
    browser.chmod(0o755)
    with running(home):
        monkeypatch.setenv("BROWSER", str(browser))
        result = process("open")
        monkeypatch.setenv("BROWSER", str(tmp_path / "nothing"))
        without = process("open")
        monkeypatch.delenv("BROWSER")
        as_data = json.loads(proctor("open", "--json").out)
        answer = opened(seen.read_text())

    assert result.out == f"opened in your browser, signed in as {local_person()}\n"
    assert answer.status_code == 200
    assert "/sign-in/" in without.out
    assert (as_data["person"], as_data["seconds"]) == (local_person(), 300)


def test_an_administrator_makes_a_link_for_somebody_else(proctor: Proctor, home: Path) -> None:
    """Who is among the people and has a token; nobody else gets one, and no other page."""
    home.mkdir(mode=0o700, parents=True)
    (home / "config.yaml").write_text(PEOPLE % local_person())
    with running(home):
        without = proctor("open", "--person", "dan")
        Tokens(home).new_token("dan")
        made = proctor("open", "--person", "dan")
        unknown = proctor("open", "--person", "eve")
        elsewhere = proctor("open", "--page", "//evil.example")

    assert (without.status, "`dan` has no token" in without.err) == (2, True)
    assert (made.status, made.out.startswith("http"), ", as dan:" in made.err) == (0, True, True)
    assert (unknown.status, "not among the people" in unknown.err) == (2, True)
    assert (elsewhere.status, "the path of a page" in elsewhere.err) == (2, True)


def test_who_has_locked_themselves_out_is_told_the_line(proctor: Proctor, home: Path) -> None:
    """The one that `proctor check` names too; with it the door is open, and nothing is said."""
    home.mkdir(mode=0o700, parents=True)
    config = home / "config.yaml"
    config.write_text("people:\n  vera: {roles: [viewer]}\n")
    line = f"{local_person()}: {{roles: [admin]}}"
    checked = proctor("check")
    with running(home):
        refused = proctor("open", "--print")
    config.write_text(f"people:\n  vera: {{roles: [viewer]}}\n  {line}\n")

    assert "no-administrator" in checked.out + checked.err
    assert line in checked.out + checked.err
    assert (refused.status, refused.out, line in refused.err) == (2, "", True)
    assert "no-administrator" not in proctor("check").out


@each_row(
    "line",
    ["proctor open", "proctor open --print", "proctor open --json --page /approvals",
     "python -m proctor open --print", "bash -c 'proctor open --print'", "sudo proctor open",
     "PROCTOR_HOME=/tmp/x proctor open --print | tail -1", "uvx --from proctor-gate proctor open"],
)  # fmt: skip
def test_no_agent_gets_a_link(line: str, around: Surroundings) -> None:
    """However it is called: a link makes whoever opens it a person."""
    assert ran(line, around).effect is Effect.DENY


def test_an_agent_that_calls_it_nevertheless_is_refused(
    proctor: Proctor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the guard did not see the command, the command sees who calls it."""
    a_session(home)
    monkeypatch.setenv("PROCTOR_AGENT", "arch-1")
    result = proctor("open", "--print")

    assert (result.status, result.out) == (2, "")
    assert "proctor open" in result.err


@pytest.mark.parametrize(
    ("env", "seen"),
    [({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True), ({"BROWSER": "b"}, True)],
    ids=["x11", "wayland", "named"],
)
def test_a_browser_is_opened_where_it_can_be_seen(env: dict[str, str], seen: bool) -> None:
    """By any of what says so."""
    assert has_display(env) is seen
