"""`proctor approve`, for more than once: what is remembered, and what is shown before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from proctor.audit.ids import seconds as moment
from proctor.owner.client import Client
from proctor.owner.who import running_server
from proctor.server.tokens import local_person
from proctor.terms.reply import Answer, Reply
from tests.cli.asking import Waiting, decide, make_role
from tests.cli.conftest import Proctor
from tests.cli.terminal import typed
from tests.cli.test_approvals import LONG_AGO, a_question, put
from tests.server.running import running
from tests.time_limit import SHARED

MAKE, PUSH = "make build", "git push origin main"


@pytest.fixture(scope="module")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Run one server for all tests of this file in which somebody answers."""
    home = tmp_path_factory.mktemp("approve") / ".proctor"
    make_role(home)
    home.chmod(0o700)
    with running(home, **{SHARED: "1"}):
        yield home


@pytest.fixture
def served(shared_home: Path, proctor: Proctor, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give its home with the role as it was at first; revoke what a test lets be remembered."""
    monkeypatch.setenv("PROCTOR_HOME", str(shared_home))
    make_role(shared_home)
    yield shared_home
    proctor("grant", "revoke", "--all")
    assert json.loads(proctor("grant", "list", "--json").out) == []


def test_for_the_session_the_very_same_is_not_asked_again(proctor: Proctor, served: Path) -> None:
    """The same agent in the same session gets the same answer; another agent is asked."""
    waiting = Waiting(served, MAKE)
    done = proctor("approve", waiting.number, "--session")
    first, again = waiting.end(), decide(served, MAKE)
    other = Waiting(served, MAKE, agent="docs-1")
    proctor("deny", other.number)
    grants = json.loads(proctor("grant", "list", "--json").out)

    assert (done.status, done.out) == (0, f"allowed  {waiting.number}  tool:bash:{MAKE}\n")
    assert done.err == "to be remembered for this session: see `proctor grant list`\n"
    assert (first, again["effect"], again["question"]) == ("allow", "allow", None)
    assert other.end() == "deny"
    assert [(one["scope"], one["agent"], one["session"]) for one in grants] == [
        ("session", "arch-1", "s-1")
    ]


def test_for_a_time_it_holds_that_long(proctor: Proctor, served: Path) -> None:
    """Ten minutes from the answer on, for every agent of the role."""
    waiting = Waiting(served, MAKE)
    proctor("approve", waiting.number, "--for", "10m")
    ended, other = waiting.end(), decide(served, MAKE, agent="docs-1")
    (grant,) = json.loads(proctor("grant", "list", "--json").out)

    assert (ended, other["effect"]) == ("allow", "allow")
    assert (grant["scope"], grant["made_by"], grant["agent"]) == ("time", local_person(), "")
    assert moment(grant["expires_at"]) - moment(grant["made_at"]) == 600


def test_always_where_a_rule_asked_is_a_grant_that_is_shown_first(
    proctor: Proctor, served: Path
) -> None:
    """Without a terminal it needs --yes, and nothing is answered before."""
    waiting = Waiting(served, PUSH)
    refused = proctor("approve", waiting.number, "--always")
    still = len(waiting.pending())
    done = proctor("approve", waiting.number, "--always", "--yes")
    ended, again = waiting.end(), decide(served, PUSH)

    shown = (
        f"tool:bash:{PUSH}\n"
        "always a grant for exactly this, in the same folder, under the role coder, until revoked\n"
    )
    assert (refused.status, refused.out, still) == (2, "", 1)
    assert refused.err.startswith(f"{shown}error: nobody is here to ask: nothing was answered\n")
    assert (done.status, done.out) == (0, f"allowed  {waiting.number}  tool:bash:{PUSH}\n")
    assert done.err.startswith(shown)
    assert (ended, again["effect"]) == ("allow", "allow")


def test_always_where_no_rule_asked_is_a_rule_that_is_shown_first(
    proctor: Proctor, served: Path
) -> None:
    """What is shown is what then stands in the role's file."""
    role = served / "roles" / "coder.yaml"
    waiting = Waiting(served, MAKE)
    done = proctor("approve", waiting.number, "--always", "-y", "--json")
    ended = waiting.end()
    grants = json.loads(proctor("grant", "list", "--json").out)

    assert (done.status, json.loads(done.out)["status"], ended) == (0, "answered", "allow")
    assert "always adds `Bash(make build)` to the role `coder`" in done.err
    assert "Bash(make build)" in role.read_text()
    assert grants == []


def test_a_whole_category_is_allowed_only_after_it_was_shown(
    proctor: Proctor, served: Path
) -> None:
    """Every shell command that the rules ask about, for this agent in this session."""
    waiting = Waiting(served, MAKE)
    refused = proctor("approve", waiting.number, "--category")
    done = proctor("approve", waiting.number, "--category", "--yes")
    ended, other = waiting.end(), decide(served, "make other")
    listed = proctor("grant", "list").out

    what = "allows every `bash` call of agent arch-1 in this session that the rules ask about\n"
    assert (refused.status, refused.out, what in refused.err) == (2, "", True)
    assert (done.status, what in done.err) == (0, True)
    assert (ended, other["effect"]) == ("allow", "allow")
    assert "every `bash` call that the rules ask about\n" in listed
    assert f"in the project {served.parent / 'shop'}\n" in listed


@pytest.mark.parametrize(("key", "status", "effect"), [("y", 0, "allow"), ("n", 1, "deny")])
def test_on_a_terminal_the_person_is_asked(
    proctor: Proctor, served: Path, key: str, status: int, effect: str
) -> None:
    """A yes allows it from now on; a no answers nothing at all."""
    waiting = Waiting(served, PUSH)
    ended, shown = typed(served, f"{key}\n", "approve", waiting.number, "--always")
    if key == "n":
        proctor("deny", waiting.number)
    # What an answer remembers is written before its call is told.
    told = waiting.end()
    grants = json.loads(proctor("grant", "list", "--json").out)

    assert (ended, told, len(grants)) == (status, effect, 1 - status)
    assert "a grant for exactly this" in shown
    assert "Allow this from now on? [y/N]" in shown


def test_what_is_of_no_kind_cannot_be_allowed_as_a_whole(proctor: Proctor, served: Path) -> None:
    """What a program asked by itself is allowed once, and nothing is remembered of it."""
    with Client.connect(served) as client:
        asked = client.call("ask", tool="Bash", action="tool:bash:make", seconds=600)
        wide = proctor("approve", str(asked["id"]), "--category", "--yes")
        long = proctor("approve", str(asked["id"]), "--session")
        still = client.call("questions", status="pending")
        proctor("deny", str(asked["id"]))

    assert (wide.status, long.status, len(still)) == (2, 2, 1)
    assert f"question {asked['id']} is of no kind that can be allowed as a whole" in wide.err


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--session", "--always"], "an answer holds for one time"),
        (["--for", "10m", "--session"], "an answer holds for one time"),
        (["--category", "--always"], "every call of a kind is allowed for the session only"),
        (["--category", "--for", "1h"], "every call of a kind is allowed for the session only"),
        (["--for", "soon"], "`soon` does not say how long"),
        (["--for", "3d"], "`3d` is longer than an answer can hold"),
    ],
)
def test_what_does_not_go_together_is_a_wrong_call(
    proctor: Proctor, home: Path, words: list[str], error: str
) -> None:
    """Nothing is looked up, and nothing is started for it."""
    result = proctor("approve", "1", *words)

    assert (result.status, result.out) == (2, "")
    assert f"error: {error}\n" in result.err
    assert not home.exists()


@pytest.mark.parametrize("words", [[], ["--always", "--yes"], ["--category", "--yes"]])
def test_no_server_is_started_for_a_question_that_has_ended(
    proctor: Proctor, home: Path, words: list[str]
) -> None:
    """Answered, taken back or over: the store knows it."""
    over = a_question("u-1", expires_at=LONG_AGO)
    put(home, over, a_question("u-2"), answer=Reply(Answer.DENY, "ada", "cli", "no"))
    late = proctor("approve", "1", *words)
    answered = proctor("approve", "2", *words)

    assert (late.status, late.out, answered.status, answered.out) == (2, "", 2, "")
    assert "error: question 1 has expired\n" in late.err
    assert "error: question 2 is answered already by ada\n" in answered.err
    assert running_server(home) is None


def test_words_for_the_agent_may_come_as_one(proctor: Proctor, served: Path) -> None:
    """`--message` is what the agent is told; words beside it are one too many."""
    with Client.connect(served) as client:
        number = str(client.call("ask", tool="Bash", action="tool:bash:make", seconds=600)["id"])
        twice = proctor("deny", number, "no", "--message", "use a branch")
        done = proctor("deny", number, "--message", "-- use a branch")
        told = client.call("wait", number=int(number), seconds=0)

    assert (twice.status, "said twice" in twice.err) == (2, True)
    assert (done.status, told["reply"]["words"]) == (0, "-- use a branch")


def test_without_a_number_the_only_question_is_shown_first(proctor: Proctor, served: Path) -> None:
    """The one that waits is meant, and a person sees it before they answer."""
    waiting = Waiting(served, MAKE)
    unseen = proctor("approve", "--yes")
    status, shown = typed(served, "y\n", "approve")

    assert (unseen.status, unseen.out) == (2, "")
    assert (status, waiting.end()) == (0, "allow")
    assert f"tool:bash:{MAKE}" in shown
    assert "Allow this? [y/N]" in shown


def test_without_a_number_nothing_is_guessed(proctor: Proctor, home: Path) -> None:
    """Where none waits, or several do, that is said; what has expired does not count."""
    put(home, a_question("u-1", expires_at=LONG_AGO))
    none = proctor("approve", "--always")
    put(home, a_question("u-2"), a_question("u-3"))
    several = proctor("approve", "--always")

    assert (none.status, none.err.splitlines()[0]) == (2, "error: no question waits")
    assert (several.status, several.err) == (
        2,
        "error: several questions wait: 2, 3\nhelp: name one: proctor approve 2\n",
    )
