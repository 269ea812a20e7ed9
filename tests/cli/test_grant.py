"""`proctor grant`: what is remembered, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.cli.grant import complete_grant
from proctor.keepers import open_keepers
from proctor.owner.who import running_server
from proctor.server.tokens import local_person
from proctor.terms.grant import Grant
from proctor.terms.reply import Scope
from tests.cli.asking import Waiting, decide, make_role
from tests.cli.conftest import Golden, Proctor
from tests.cli.kept import HOSTILE
from tests.cli.test_approvals import LATER, LONG_AGO
from tests.cli.zones import in_zone
from tests.server.running import running


def a_grant(uid: str, **fields: Any) -> Grant:
    """Return a grant that holds until it is revoked."""
    given: dict[str, Any] = {
        "key": f"exact:{uid}",
        "scope": Scope.ALWAYS,
        "made_by": "ada",
        "made_at": LONG_AGO,
        "role": "coder",
        "body": {"action": "tool:bash:git push", "cwd": "/srv/app", "project": "/srv/app"},
    }
    return Grant(uid=uid, **{**given, **fields})


def put(home: Path, *grants: Grant, revoke: int = 0) -> None:
    """Keep grants, and revoke one of them."""
    keepers = open_keepers(home)
    try:
        for grant in grants:
            keepers.store.grant(grant)
        if revoke:
            keepers.store.revoke_grant(revoke, by="bob", at=LONG_AGO)
    finally:
        keepers.close()


SOME = (
    a_grant("g-1"),
    a_grant("g-2", scope=Scope.TIME, expires_at=LATER),
    a_grant("g-3", scope=Scope.TIME, expires_at=LONG_AGO),
    a_grant(
        "g-4",
        scope=Scope.SESSION,
        agent="arch-1",
        session="s-1",
        body={"category": "bash", "action": "tool:bash:ls", "project": "/srv/app"},
    ),
    a_grant("g-5"),
)


def test_where_nothing_is_remembered_it_says_so(proctor: Proctor, home: Path) -> None:
    """An empty home has no grant, and none is made of it."""
    result = proctor("grant", "list")

    assert (result.status, result.out, result.err) == (0, "", "nothing is remembered\n")
    assert proctor("grant", "list", "--json").out == "[]\n"
    assert proctor("grant", "revoke", "--all").err == "nothing is remembered\n"
    assert not home.exists()


def test_grants_are_listed_with_how_they_stand(proctor: Proctor, kept: Path) -> None:
    """Those that hold; with --all also those that are over or revoked."""
    put(kept, *SOME, revoke=5)
    live = json.loads(proctor("grant", "list", "--json").out)
    every = json.loads(proctor("grant", "list", "--json", "--all").out)

    assert [(row["id"], row["state"], row["scope"]) for row in live] == [
        (1, "holds", "always"), (2, "holds", "time"), (4, "holds", "session"),
    ]  # fmt: skip
    assert [(row["id"], row["state"]) for row in every] == [
        (1, "holds"), (2, "holds"), (3, "expired"), (4, "holds"), (5, "revoked"),
    ]  # fmt: skip
    assert every[4]["revoked_by"] == "bob"


def test_a_person_sees_what_is_allowed_by_whom_and_where(
    proctor: Proctor, home: Path, golden: Golden
) -> None:
    """Number, how long, role, agent, what, folder, who gave it and when."""
    put(home, *SOME, revoke=5)
    with in_zone("UTC"):
        result = proctor("grant", "list", "--all")

    golden("cli/grants.txt", result.out)


def test_nothing_in_a_grant_writes_to_the_terminal(proctor: Proctor, home: Path) -> None:
    """Control characters are spelled out; a body of an odd form is no reason to fall over."""
    body = {"action": HOSTILE, "cwd": HOSTILE}
    put(
        home,
        a_grant("g-1", role=HOSTILE, agent=HOSTILE, made_by=HOSTILE, body=body),
        a_grant("g-2", body={"action": 7, "cwd": ["x"], "category": {"a": 1}}),
    )
    result = proctor("grant", "list")

    assert result.status == 0
    assert result.out.replace("\n", "").isprintable()


def test_what_is_revoked_is_asked_again(proctor: Proctor, home: Path) -> None:
    """A grant ends at once, and says who ended it."""
    make_role(home)
    with running(home):
        waiting = Waiting(home, "make build")
        proctor("approve", waiting.number, "--session")
        waiting.end()
        held = decide(home, "make build")["effect"]
        done = proctor("grant", "revoke", "1")
        again = Waiting(home, "make build")
        proctor("deny", again.number)
        (row,) = json.loads(proctor("grant", "list", "--all", "--json").out)

    assert (held, again.end()) == ("allow", "deny")
    assert (done.status, done.out) == (0, "revoked  1  tool:bash:make build\n")
    assert (row["state"], row["revoked_by"]) == ("revoked", local_person())


def test_what_holds_is_revoked_and_what_does_not_is_an_error(proctor: Proctor, home: Path) -> None:
    """One wrong number keeps no other from being revoked, and is told at the end."""
    put(home, *SOME, revoke=5)
    with running(home):
        some = proctor("grant", "revoke", "5", "1", "1", "99")
        every = proctor("grant", "revoke", "--all", "--json")
        left = json.loads(proctor("grant", "list", "--json").out)

    assert (some.status, some.out) == (2, "revoked  1  tool:bash:git push\n")
    assert "error: there are no grants 5, 99 to revoke\n" in some.err
    assert json.loads(every.out) == [
        {"id": 2, "revoked_by": local_person()},
        {"id": 4, "revoked_by": local_person()},
    ]
    assert left == []


def test_no_server_is_started_for_a_grant_that_does_not_hold(proctor: Proctor, home: Path) -> None:
    """A mistyped number leaves nothing behind."""
    put(home, *SOME, revoke=5)
    result = proctor("grant", "revoke", "5")

    assert (result.status, result.out) == (2, "")
    assert "error: there is no grant 5 to revoke\n" in result.err
    assert running_server(home) is None


def test_the_numbers_that_hold_complete(project: Path, home: Path) -> None:
    """Each with what it allows."""
    put(home, *SOME, revoke=5)

    assert complete_grant("") == [
        ("1", "tool:bash:git push"),
        ("2", "tool:bash:git push"),
        ("4", "every `bash` call that the rules ask about"),
    ]


@pytest.mark.parametrize("words", [[], ["1", "--all"]])
def test_revoking_needs_numbers_or_all(proctor: Proctor, words: list[str]) -> None:
    """Neither nothing nor both."""
    result = proctor("grant", "revoke", *words)

    assert (result.status, result.out) == (2, "")
    assert "error: which grants?\n" in result.err


@pytest.mark.parametrize("command", ["list", "revoke"])
def test_each_command_has_json(proctor: Proctor, command: str) -> None:
    """Every command prints JSON where that is asked for."""
    assert "--json" in proctor("grant", command, "--help").out
