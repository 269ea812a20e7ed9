"""`proctor grant add`: a category for a session, before anything was asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from proctor.cli.grant_add import complete_category
from proctor.owner.who import running_server
from proctor.server.tokens import local_person
from tests.cli.asking import decide, make_role
from tests.cli.conftest import Proctor
from tests.cli.kept import HOSTILE
from tests.cli.terminal import typed
from tests.server.running import running

WHOSE = ("--agent", "arch-1", "--session", "s-1", "--role", "coder")


def shop_of(home: Path) -> Path:
    """Return the folder in which the agent of these tests works."""
    shop = home.parent / "shop"
    shop.mkdir(exist_ok=True)
    return shop


def test_what_is_added_is_not_asked(proctor: Proctor, home: Path) -> None:
    """It is shown first, then kept, in the person's name, and holds for that session only."""
    make_role(home)
    shop = shop_of(home)
    with running(home):
        done = proctor("grant", "add", "bash", *WHOSE, "--project", str(shop), "--yes")
        mine = decide(home, "make build", ask="leave")["effect"]
        other = decide(home, "make build", session="s-2", ask="leave")["effect"]
        (row,) = json.loads(proctor("grant", "list", "--json").out)
        listed = proctor("grant", "list").out

    assert (done.status, done.out) == (0, "granted  1  every `bash` call\n")
    assert done.err == (
        "allows every `bash` call of agent arch-1 in the session s-1 that the rules ask about\n"
        f"       under the role coder in {shop}\n"
        "       never what is denied or cannot be read, nor what the guard asks or a rule `by: "
        "human`\n"
    )
    assert (mine, other) == ("allow", "ask")
    assert (row["made_by"], row["state"], row["session"]) == (local_person(), "holds", "s-1")
    assert "every `bash` call that the rules ask about\n" in listed


def test_on_a_terminal_the_person_is_asked(proctor: Proctor, home: Path) -> None:
    """Only a yes keeps it; Enter alone is a no."""
    make_role(home)
    words = ("grant", "add", "bash", *WHOSE, "--project", str(shop_of(home)))
    with running(home):
        for key, status in (("n", 1), ("", 1), ("y", 0)):
            ended, shown = typed(home, f"{key}\n", *words)
            grants = json.loads(proctor("grant", "list", "--json").out)

            assert (key, ended, len(grants)) == (key, status, 1 - status)
            assert "Remember this? [y/N]" in shown


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_where_nobody_is_to_ask_nothing_is_kept(
    proctor: Proctor, home: Path, more: list[str]
) -> None:
    """Without a terminal, and for programs, it needs --yes; no server is started for it."""
    result = proctor("grant", "add", "bash", *WHOSE, *more)

    assert (result.status, result.out) == (2, "")
    assert "error: nobody is here to ask: nothing is remembered\n" in result.err
    assert running_server(home) is None


def test_as_json_it_is_the_grant(proctor: Proctor, home: Path) -> None:
    """As `grant list` has it; without a session, for calls that name none."""
    make_role(home)
    project = ("--project", str(shop_of(home)), "--role", "coder")
    with running(home):
        result = proctor("grant", "add", "edit", "--agent", "arch-1", *project, "--yes", "--json")
        (row,) = json.loads(proctor("grant", "list", "--json").out)
    made = json.loads(result.out)

    assert "of agent arch-1 in calls without a session that" in result.err
    assert {**made, "state": "holds"} == row
    assert (made["body"]["category"], made["session"]) == ("edit", "")


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["bsh", *WHOSE], "error: there is no such category\n"),
        (["bash", "--agent", ""], "error: whose calls?\n"),
        (["bash", *WHOSE, "--project", "/no/such/folder"], "error: `/no/such/folder` is not a"),
        (["bash"], "--agent"),
    ],
)
def test_what_cannot_be_added_is_an_error(
    proctor: Proctor, home: Path, words: list[str], error: str
) -> None:
    """A wrong word keeps nothing, and starts nothing."""
    result = proctor("grant", "add", *words, "--yes")

    assert (result.status, result.out, error in result.err) == (2, "", True)
    assert running_server(home) is None


def test_no_name_writes_to_the_terminal(proctor: Proctor) -> None:
    """Control characters of what was pasted are spelled out."""
    result = proctor("grant", "add", "bash", "--agent", HOSTILE, "--session", HOSTILE)

    assert result.err.replace("\n", "").isprintable()


def test_the_categories_complete() -> None:
    """By how they begin."""
    assert (complete_category("b"), complete_category("x")) == (["bash"], [])
