"""`proctor approvals`, `approve` and `deny`, as a person types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.cli.answer import complete_question
from proctor.keepers import open_keepers
from proctor.owner.client import Client
from proctor.server.tokens import local_person
from proctor.terms.question import Question, Status
from proctor.terms.reply import Answer, Reply
from tests.cli.conftest import Golden, Proctor
from tests.cli.kept import HOSTILE
from tests.cli.zones import in_zone
from tests.server.running import call, running

LONG_AGO, LATER = "2026-06-01T12:00:00.000Z", "2999-01-01T00:00:00.000Z"


def a_question(uid: str, **fields: Any) -> Question:
    """Return a question that waits for long."""
    given = {
        "host": "anvil",
        "home": "0a0b0c0d",
        "agent": "arch-1",
        "tool": "Bash",
        "action": "tool:bash:git push origin main",
        "asked_at": LONG_AGO,
        "expires_at": LATER,
        "body": {
            "role": "coder",
            "cwd": "/srv/app",
            "parts": [
                {"part": "cd web", "effect": "allow", "why": "no"},
                {"part": "git push", "effect": "ask", "why": "a rule asks"},
            ],
        },
    }
    return Question(uid=uid, **{**given, **fields})


def put(home: Path, *questions: Question, answer: Reply | None = None) -> None:
    """Keep questions; the last of them is answered, if there is an answer."""
    keepers = open_keepers(home)
    try:
        kept = [keepers.store.ask(question) for question in questions]
        if answer is not None:
            keepers.store.close_question(kept[-1].id, Status.ANSWERED, at=LONG_AGO, reply=answer)
    finally:
        keepers.close()


# Without a server: what the store has


def test_where_nobody_waits_it_says_so(proctor: Proctor, home: Path) -> None:
    """An empty home has no question, and none is made of it."""
    result = proctor("approvals")

    assert (result.status, result.out, result.err) == (0, "", "nobody waits for an answer\n")
    assert proctor("approvals", "--json").out == "[]\n"
    assert not home.exists()


def test_questions_are_listed_oldest_first(proctor: Proctor, kept: Path) -> None:
    """Each has its number, status, agent, tool and action; only pending ones, unless all."""
    reply = Reply(Answer.DENY, "ada", "cli", "use a branch")
    put(kept, a_question("u-1"), a_question("u-2", agent="docs-1"), a_question("u-3"), answer=reply)
    rows = json.loads(proctor("approvals", "--json").out)
    every = json.loads(proctor("approvals", "--json", "--all").out)
    last = json.loads(proctor("approvals", "--json", "--all", "--limit", "1").out)

    assert [
        {name: row[name] for name in ("id", "status", "agent", "tool", "action")} for row in rows
    ] == [
        {"id": number, "status": "pending", "agent": agent, "tool": "Bash",
         "action": "tool:bash:git push origin main"}
        for number, agent in ((1, "arch-1"), (2, "docs-1"))
    ]  # fmt: skip
    assert [(row["id"], row["status"]) for row in every] == [
        (1, "pending"), (2, "pending"), (3, "answered"),
    ]  # fmt: skip
    assert every[2]["reply"]["words"] == "use a branch"
    assert [row["id"] for row in last] == [3]
    assert len(json.loads(proctor("approvals", "--json", "-n", "9" * 30).out)) == 2


def test_a_person_sees_what_is_wanted_and_why(proctor: Proctor, home: Path, golden: Golden) -> None:
    """The parts that are asked, the folder, the answer; and how to answer."""
    over = a_question("u-1", expires_at=LONG_AGO)
    put(home, over, a_question("u-2"), answer=Reply(Answer.DENY, "ada", "cli", "use a branch"))
    with in_zone("UTC"):
        result = proctor("approvals", "--all")

    golden("cli/approvals.txt", result.out)
    told = "answer: proctor approve ID [--session], or proctor deny ID [WORDS]\n"
    assert proctor("approvals").err == told


def test_self_edit_shows_what_it_changes(proctor: Proctor, home: Path) -> None:
    """Whoever answers in a terminal sees as much as in any other place, and for how long it is."""
    body = {
        "role": "coder",
        "changes": ["only the agent `arch-1`, until it ends", "otherwise: deny becomes \x1b[1m"],
        "always": "the same for good",
        "parts": [{"part": "self_edit:permissions:open", "effect": "ask", "why": "a rule asks"}],
    }
    action = "tool:self_edit:permissions:open"
    put(home, a_question("u-1", tool="self_edit_permissions", action=action, body=body))

    assert proctor("approvals").out.split("\n", 1)[1] == (
        "      tool:self_edit:permissions:open\n"
        "      changes  only the agent `arch-1`, until it ends\n"
        "      changes  otherwise: deny becomes \\x1b[1m\n"
        "      ask    self_edit:permissions:open: a rule asks\n"
        "      always   the same for good\n"
    )


def test_nothing_in_a_question_writes_to_the_terminal(proctor: Proctor, home: Path) -> None:
    """Control characters are spelled out; a body of an odd form is no reason to fall over."""
    body = {"role": HOSTILE, "cwd": HOSTILE, "parts": [{"part": HOSTILE, "effect": "ask"}, 7]}
    odd = {"role": ["x"], "cwd": {}, "parts": 5, "changes": [7, HOSTILE], "always": 7}
    put(
        home,
        a_question("u-1", agent=HOSTILE, action=HOSTILE, body=body),
        a_question("u-2", body=odd),
    )
    result = proctor("approvals")

    assert result.status == 0
    assert result.out.replace("\n", "").isprintable()


def test_the_numbers_that_wait_complete(proctor: Proctor, home: Path) -> None:
    """Those that begin so, each with what is wanted; those that have ended do not."""
    over = Reply(Answer.DENY, "ada", "cli", "no")
    put(home, *(a_question(f"u-{each}") for each in range(12)), answer=over)

    assert complete_question("1") == [
        ("1", "tool:bash:git push origin main"),
        ("10", "tool:bash:git push origin main"),
        ("11", "tool:bash:git push origin main"),
    ]


@pytest.mark.parametrize("words", [["approve", "x"], ["deny", "x"], ["approve"]])
def test_an_answer_needs_a_number(proctor: Proctor, words: list[str]) -> None:
    """Anything else is a wrong call."""
    assert proctor(*words).status == 2


# With a server: a person answers, and whoever asked is told


def ask(client: Client) -> int:
    """Ask something that a person must answer, and return its number."""
    asked = client.call("ask", tool="Bash", action="tool:bash:make", agent="arch-1", seconds=600)
    return int(asked["id"])


def test_what_is_approved_reaches_whoever_asked(proctor_at: Proctor, kept: Path) -> None:
    """The answer is the local user's, from the command line, once."""
    with running(kept), Client.connect(kept) as client:
        number = ask(client)
        pending = json.loads(proctor_at(kept, "approvals", "--json").out)
        done = proctor_at(kept, "approve", str(number))
        told = client.call("wait", number=number, seconds=30)
        again = proctor_at(kept, "deny", str(number))

    assert [(one["id"], one["status"], one["action"]) for one in pending] == [
        (number, "pending", "tool:bash:make")
    ]
    assert (done.status, done.out) == (0, f"allowed  {number}  tool:bash:make\n")
    assert (told["status"], told["reply"]["answer"], told["reply"]["by"]) == (
        "answered", "allow", local_person(),
    )  # fmt: skip
    assert (again.status == 0, again.out) == (False, "")
    assert "error: " in again.err


def test_what_is_denied_comes_with_the_words(proctor_at: Proctor, home: Path) -> None:
    """As JSON, the question as it stands then."""
    with running(home), Client.connect(home) as client:
        number = ask(client)
        done = proctor_at(home, "deny", "--json", str(number), "use", "a", "branch")
        told = client.call("wait", number=number, seconds=30)
        plain = proctor_at(home, "deny", str(ask(client)))

    assert (done.status, json.loads(done.out)["status"]) == (0, "answered")
    assert (told["reply"]["answer"], told["reply"]["words"]) == ("deny", "use a branch")
    assert plain.out.startswith("denied  ")


def test_an_answer_to_what_nobody_asked_is_an_error(proctor_at: Proctor, home: Path) -> None:
    """It names the number, and where the numbers are."""
    with running(home):
        done = proctor_at(home, "approve", "99")

    assert (done.status, done.out) == (2, "")
    assert done.err == "error: there is no question 99\nhelp: see `proctor approvals`\n"


@pytest.mark.parametrize("number", ["99", "0", "9" * 30])
def test_no_server_is_started_for_a_question_that_nobody_asked(
    proctor: Proctor, home: Path, number: str
) -> None:
    """A mistyped number leaves nothing behind, not even a token."""
    result = proctor("approve", number)

    assert (result.status, result.out) == (2, "")
    assert f"there is no question {number}" in result.err
    assert not home.exists()


def test_a_question_that_was_asked_before_the_server_ended_is_answered_by_the_next(
    home: Path,
) -> None:
    """The command starts one where none runs, and the question is there still."""
    put(home, a_question("u-1"))
    done = call(home, "approve", "1")
    call(home, "down")

    assert (done.returncode, done.stdout) == (0, "allowed  1  tool:bash:git push origin main\n")


def test_a_number_is_not_answered_in_another_store_than_the_one_that_was_listed(
    proctor_at: Proctor,
    home: Path,
) -> None:
    """Where the server keeps elsewhere, nothing is answered: the number means something else."""
    put(home, a_question("u-1"))
    with running(home, PROCTOR_STORE="memory"), Client.connect(home) as client:
        number = ask(client)
        listed = json.loads(proctor_at(home, "approvals", "--json").out)
        done = proctor_at(home, "approve", str(number))
        there = client.call("questions")

    assert [(one["id"], one["action"]) for one in listed] == [
        (number, "tool:bash:git push origin main")
    ]
    assert (done.status, done.out) == (1, "")
    assert "the server keeps in `memory`" in done.err
    assert [(one["id"], one["action"], one["status"]) for one in there] == [
        (number, "tool:bash:make", "pending")
    ]


GATE = {
    "once": True,
    "role": "controller",
    "cwd": "/srv/app",
    "parts": [
        {"part": "WF-20260601-001, stage plan", "effect": "ask", "why": "Is the plan good?"},
        {"part": "stage build, role implementer", "effect": "then", "why": ""},
        {"part": "T-001 (stage build) Write it", "effect": "todo", "why": ""},
    ],
}


def test_a_gate_shows_the_tasks_and_what_comes_next(proctor: Proctor, home: Path) -> None:
    """All that a person needs to answer; what is not possible for a gate is not offered."""
    put(home, a_question("u-1", tool="workflow", action="tool:workflow:WF-1", body=GATE))
    shown = proctor("approvals")
    remembered = proctor("approve", "1", "--always", "--yes")

    assert shown.out.splitlines()[2:5] == [
        "      ask      WF-20260601-001, stage plan: Is the plan good?",
        "      then     stage build, role implementer",
        "      todo     T-001 (stage build) Write it",
    ]
    assert shown.err == "answer: proctor approve ID, or proctor deny ID [WORDS]\n"
    assert (remembered.status, remembered.out) == (2, "")
    assert remembered.err.startswith("error: of question 1 nothing is remembered")
    put(home, a_question("u-2"))
    assert "[--session]" in proctor("approvals").err
