"""A trial decides, asks and keeps as a server does, and leaves nothing behind."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from proctor import Effect, NotFound, RuleError, UsageError, tool
from proctor.errors import ChannelError, RoleProblems
from proctor.terms.question import Status
from proctor.testing import Trial, allow, deny
from tests.tables import each_row
from tests.testing.conftest import PUSH

pytestmark = pytest.mark.usefixtures("project")


def write_role(folder: Path, name: str, text: str) -> None:
    """Write a role file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.yaml").write_text(text)


# Deciding


def test_rules_of_ones_own_decide() -> None:
    """Lists are enough; a tool that nobody knows is the builder's own."""
    with Trial(allow=["Read", "query_orders"], deny=["Bash(rm *)"], otherwise="deny") as trial:
        told = {
            name: (outcome.effect, outcome.rule)
            for name, outcome in {
                "read": trial.call("Read", {"file_path": "a.txt"}),
                "own": trial.call("query_orders", {"customer": 7}),
                "rm": trial.call("Bash", {"command": "rm -rf x"}),
                "other": trial.call("send_invoice"),
            }.items()
        }

    assert told == {
        "read": (Effect.ALLOW, "Read"),
        "own": (Effect.ALLOW, "query_orders"),
        "rm": (Effect.DENY, "Bash(rm *)"),
        "other": (Effect.DENY, ""),
    }


def test_everything_that_a_policy_takes_can_be_tried() -> None:
    """Profile, mode, order, otherwise and tools mean what they mean to `Policy.of`."""
    with Trial(profile="locked", ask=["tool:.*"], answers=[deny("no")]) as trial:
        assert trial.call("Read", {"file_path": "a"})
        assert trial.call("Bash", {"command": "ls"}).why == "no"
    with Trial(allow=["Bash(ls *)"], mode="dontAsk", tools=["Bash", "send_invoice"]) as trial:
        assert trial.call("Bash", {"command": "ls"})
        assert not trial.call("Bash", {"command": "make"})
        assert not trial.call("Read", {"file_path": "a"})
    order: list[Effect | str] = [Effect.DENY, "allow", Effect.ASK]
    with Trial(allow=["Bash(ls *)"], ask=["Bash"], order=order, otherwise=Effect.DENY) as trial:
        assert trial.call("Bash", {"command": "ls"})
        assert trial.call("Bash", {"command": "make"}).decision.effect is Effect.ASK
        assert trial.call("WebFetch", {"url": "https://example.org"}).decision.effect is Effect.DENY


def test_a_built_in_role_decides() -> None:
    """A name is enough for a role that came with the program."""
    with Trial("coder") as trial:
        assert trial.call("Bash", {"command": "git status"}).rule == "Bash(git status *)"
        assert not trial.call("Bash", {"command": "git push --force"})


@pytest.mark.parametrize(("trusted", "effect"), [(True, Effect.ALLOW), (False, Effect.DENY)])
def test_a_role_of_the_project_counts(project: Path, trusted: bool, effect: Effect) -> None:
    """A team tries the roles of its repository as they will count once they are trusted."""
    write_role(
        project / ".proctor" / "roles", "builder", "permissions:\n  allow: ['Bash(make *)']\n"
    )

    with Trial("builder", project=project, trusted=trusted) as trial:
        assert trial.call("Bash", {"command": "make all"}).effect is effect


def test_a_role_of_another_home_counts_and_that_home_is_only_read(tmp_path: Path) -> None:
    """Roles, people and tools are taken from it; not a byte of it changes, and none is added."""
    home = tmp_path / "team"
    write_role(home / "roles", "builder", "permissions:\n  ask: ['Bash(make *)']\n")
    (home / "config.yaml").write_text(
        "people:\n  ada: {roles: [lead]}\napprovers: {builder: [lead]}\n"
    )
    before = {path: path.stat().st_mtime_ns for path in home.rglob("*")}

    with Trial("builder", home=home, answers=[allow(user="ada")]) as trial:
        by_ada = trial.call("Bash", {"command": "make"})
        trial.answer(allow(user="mallory"))
        by_nobody = trial.call("Bash", {"command": "make -j"})

    assert (by_ada.effect, by_ada.record.answered_by) == (Effect.ALLOW, "ada")
    assert (by_nobody.effect, by_nobody.record.decision) == (Effect.DENY, "ask_timeout")
    assert before == {path: path.stat().st_mtime_ns for path in home.rglob("*")}


def test_the_guard_stands_before_the_home_that_is_meant(tmp_path: Path) -> None:
    """What is closed to agents in earnest is closed in a trial, and the trial's home too."""
    with Trial(allow=["*"], otherwise="allow", mode="bypassPermissions") as trial:
        for path in (tmp_path / "user" / ".proctor" / "config.yaml", trial.home / "config.yaml"):
            assert trial.call("Read", {"file_path": str(path)}).effect is Effect.DENY
        assert trial.call("Read", {"file_path": "a.txt"})


def test_a_role_that_changes_counts_as_it_is_now() -> None:
    """A trial reads its files again, as a server does."""
    with Trial("coder") as trial:
        role = trial.home / "roles" / "coder.yaml"
        role.parent.mkdir()
        role.write_text("permissions:\n  deny: [{rule: Bash, why: No shell today.}]\n")
        for _ in range(3000):
            outcome = trial.call("Bash", {"command": "git status"})
            if not outcome:
                break

    assert outcome.why == "No shell today."


# Asking


def test_a_script_answers_and_the_first_that_fits_counts() -> None:
    """Answers are about tools and action strings; their words reach the agent."""
    answers = [
        deny("Use a branch.", action="tool:bash:git push*"),
        allow("Bash", words="Go on."),
    ]
    with Trial(ask=["Bash", "Read"], answers=answers) as trial:
        push = trial.call("Bash", PUSH)
        make = trial.call("Bash", {"command": "make"})
        read = trial.call("Read", {"file_path": "a"})
        questions = trial.questions

    assert [(one.effect, one.why) for one in (push, make)] == [
        (Effect.DENY, "Use a branch."),
        (Effect.ALLOW, "Go on."),
    ]
    assert (read.effect, read.record.decision) == (Effect.DENY, "ask_timeout")
    assert [one.status for one in questions] == [
        Status.ANSWERED, Status.ANSWERED, Status.EXPIRED,
    ]  # fmt: skip
    assert [push.question, make.question, read.question] == list(questions)


def test_without_an_answer_a_question_is_a_no() -> None:
    """Nobody is there, so nobody has allowed it; and nobody waits for them."""
    with Trial(ask=["Bash"]) as trial:
        outcome = trial.call("Bash", PUSH)

    assert not outcome
    assert outcome.decision.effect is Effect.ASK
    assert "nobody answers in this trial" in outcome.why


def test_a_yes_for_the_session_is_remembered_and_one_for_once_is_not() -> None:
    """Grants are those of the desk."""
    with Trial(ask=["Bash"], answers=[allow()]) as trial:
        once = [trial.call("Bash", PUSH).record.decider for _ in range(2)]
        trial.answer(allow(scope="session"))
        session = [trial.call("Bash", PUSH).record.decider for _ in range(2)]
        elsewhere = trial.call("Bash", PUSH, session="another").record.decider

    assert (once, session, elsewhere) == (["person"] * 2, ["person", "grant"], "person")


def test_a_question_that_wants_somebody_in_particular_is_not_answered_by_anybody() -> None:
    """An approver who is named nowhere cannot be played by a script."""
    with Trial(ask=[{"rule": "Bash", "approvers": ["boss"]}], answers=[allow()]) as trial:
        outcome = trial.call("Bash", PUSH)

    assert not outcome
    assert "no known person has the role `boss`" in outcome.why


def test_a_reviewer_and_channels_of_a_home_are_never_reached(tmp_path: Path) -> None:
    """A test starts no model and writes to nobody, whatever the home is configured for."""
    home, ran = tmp_path / "team", tmp_path / "ran"
    agent = "{enabled: true, instructions: Allow everything.}"
    write_role(home / "roles", "builder", f"permissions:\n  ask: [Bash]\n  agent: {agent}\n")
    (home / "config.yaml").write_text(
        f"store: postgresql://127.0.0.1:1/none\nreviewer: {{command: [touch, '{ran}']}}\n"
        f"channels: {{telegram: {{token: '123456789:{'A' * 35}', chat: '1'}}}}\n"
    )

    with Trial("builder", home=home, answers=[deny("No.")]) as trial:
        assert trial.call("Bash", PUSH).why == "No."
        channels = [one.name for one in trial._opened.thread.office.calling.channels]

    assert channels == ["scripted"]
    assert not ran.exists()


# Keeping


def test_records_are_those_of_an_audit() -> None:
    """Who, what, why and by which rule; secrets are taken out."""
    secret = "ghp_" + "a1B2c3D4" * 5
    with Trial(allow=["Bash"], agent="arch-1", person="ada", project="/") as trial:
        outcome = trial.call("Bash", {"command": f"curl -H 'Authorization: Bearer {secret}' x.org"})
        records = trial.records

    assert records == (outcome.record,)
    assert (outcome.record.agent_name, outcome.record.user_id) == ("arch-1", "ada")
    assert (outcome.record.role, outcome.record.project) == ("trial", "/")
    assert secret not in repr(records)


def test_an_outcome_is_true_only_where_the_call_may_run() -> None:
    """`assert trial.call(…)` cannot pass by accident."""
    with Trial(allow=["Read"], deny=["Bash"]) as trial:
        assert trial.call("Read", {"file_path": "a"})
        assert not trial.call("Bash", PUSH)
        assert not trial.call("WebSearch", {"query": "x"})


# In every colour


def test_a_trial_is_used_in_a_loop() -> None:
    """Calls that wait do not hold up the loop, nor do others' in threads."""

    async def play() -> list[Any]:
        async with Trial(ask=["Bash"], answers=[allow(delay=0.05)]) as trial:
            calls = (trial.acall("Bash", {"command": f"make {n}"}) for n in range(3))
            return [*await asyncio.gather(*calls), trial.call("Bash", PUSH)]

    assert [outcome.effect for outcome in asyncio.run(play())] == [Effect.ALLOW] * 4


# Ends


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    """No file, no thread, no process; nothing was written into the user's home."""
    before = threading.active_count()
    with Trial("coder", answers=[allow(scope="always")]) as trial:
        trial.call("Bash", {"command": "npm run odd"})
        home = trial.home
        assert not list(home.glob("*.db"))
        assert not list(home.glob("*.sock"))

    assert threading.active_count() == before
    assert not home.exists()
    assert list((tmp_path / "tmp").iterdir()) == []
    assert list((tmp_path / "user").iterdir()) == []


def test_nothing_is_left_behind_where_it_cannot_begin(tmp_path: Path, project: Path) -> None:
    """A role that is not there, or wrong, fails at once and as the file's problems say."""
    write_role(project / ".proctor" / "roles", "odd", "permissions: {alow: [Read]}\n")
    before = threading.active_count()
    for role, error in (("codr", NotFound), ("odd", RoleProblems)):
        with pytest.raises(error), Trial(role):
            pass

    assert threading.active_count() == before
    assert list((tmp_path / "tmp").iterdir()) == []


def test_no_framework_is_loaded_for_a_trial() -> None:
    """Whoever tests rules needs none of the packages of plugs and gateway."""
    code = "import sys, proctor.testing, proctor.plugs; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    tops = {name.partition(".")[0] for name in loaded}

    assert tops & {"claude_agent_sdk", "agents", "langchain", "mcp", "fastmcp"} == set()


@each_row(
    ("wrong", "error"),
    [
        ({}, UsageError),
        ({"role": "coder", "allow": ["Read"]}, UsageError),
        ({"allow": ["Read"], "home": "/srv/team"}, UsageError),
        ({"deny": ["Bahs(rm *)"]}, RuleError),
        ({"allow": "Read"}, TypeError),
        ({"profile": "opne"}, NotFound),
        ({"mode": "plam"}, UsageError),
        ({"allow": ["Read"], "answers": [{"answer": "maybe"}]}, ChannelError),
        ({"allow": ["Read"], "answers": [{"answer": "allow", "tol": "Bash"}]}, ChannelError),
    ],
)
def test_what_cannot_be_tried(wrong: dict[str, Any], error: type[Exception]) -> None:
    """A slip is an error where it is written, never a trial of something else."""
    with pytest.raises(error):
        Trial(**wrong)


def test_a_trial_is_open_once() -> None:
    """Before and after its `with` it says so."""
    trial = Trial(allow=["Read"])
    with pytest.raises(UsageError, match="not open"):
        trial.call("Read")
    with trial, pytest.raises(UsageError, match="begun already"):
        trial.__enter__()
    with pytest.raises(UsageError, match="not open"):
        _ = trial.records


def test_a_field_that_no_call_has_is_an_error() -> None:
    """A mistyped one is never silently without effect."""
    with Trial(allow=["Read"]) as trial, pytest.raises(UsageError, match="`agnt` is not known"):
        trial.call("Read", {"file_path": "a"}, agnt="x")


def test_a_trial_takes_declared_tools_and_specifier_fields() -> None:
    """What `Policy.of` takes of tools counts in a trial of the same rules."""

    @tool(read_only=True)
    def price_of(product: str) -> str:
        """Return the price of a product."""
        return product

    fields = {"deploy": ["target"], "Bash": ["line"]}
    rules: dict[str, Any] = {"allow": ["deploy(test-*)"], "deny": ["deploy(prod*)", "Bash(rm *)"]}
    with Trial(**rules, specifier_fields=fields, otherwise="deny") as trial:
        assert trial.call("deploy", {"target": "test-1"})
        assert not trial.call("deploy", {"target": "prod"})
        assert not trial.call("Bash", {"line": "rm x", "command": "ls"})
    with Trial(mode="plan", tools=[price_of]) as trial:
        assert trial.call("price_of", {"product": "tea"})
        assert not trial.call("Read", {"file_path": "a"})
