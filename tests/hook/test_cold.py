"""The hook without a server: the same decisions, kept in the spool, asked where they must be."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from proctor.agent_overrides import FOR_GOOD, OverrideFiles, Owner
from proctor.audit.store import Filter
from proctor.keepers import open_reader
from proctor.owner.background import ensure_owner
from tests.hook.rig import (
    ASKS,
    ATTENDED,
    DENIED,
    PRE,
    READS,
    REQUEST,
    UNATTENDED,
    FakeServer,
    Rig,
    Said,
    allow,
    ended,
    says,
)
from tests.server.backgrounds import answer, kill, nobody_stays, pending
from tests.server.running import until

BUILDER = """
name: builder
permissions:
  allow: [Bash(make *)]
  deny:
    - {rule: Bash(make deploy *), why: Deployments go through the release train.}
"""
DEPLOYS = (
    "Proctor (role builder): `make deploy` is not allowed. "
    "Deployments go through the release train."
)
BROKEN = "permissions: ["


@pytest.fixture
def builder(rig: Rig) -> Iterator[Rig]:
    """Install a hook of a role of the home's own; whatever server it starts ends."""
    (rig.home / "roles").mkdir()
    (rig.home / "roles" / "builder.yaml").write_text(BUILDER)
    with nobody_stays(rig.home):
        yield rig.install(role="builder", ask_holds=True)


def no_server(rig: Rig) -> None:
    """Make sure that no server can be had: something else stands where its log goes."""
    (rig.home / "logs").write_text("")


def outcomes(home: Path) -> list[str]:
    """Return what is on record of a home, in its order."""
    with closing(open_reader(home)) as store:
        return [kept.record.decision for kept in store.find(Filter(), limit=100)]


def test_allow_and_deny_need_no_server(builder: Rig) -> None:
    """They are printed and on record, the first time and from the kept policy."""
    said = [builder.run(builder.event(command=c)) for c in ("make", "make deploy", "make all")]

    assert [one.decision for one in said] == ["allow", "deny", "allow"]
    assert said[1].why == DEPLOYS
    assert builder.decisions() == ["allow", "deny", "allow"]
    assert [*builder.home.glob("*.sock"), *builder.home.glob("*.db")] == []
    assert len([*(builder.home / "compiled").iterdir()]) == 1


def test_what_was_changed_for_the_agent_counts_without_a_server(builder: Rig) -> None:
    """A stricter profile holds, and a damaged file lets nothing pass by itself."""
    builder.install(role="builder", agent="b-1")
    first = builder.run(builder.event(command="make"))
    owner = Owner("b-1", "builder", str(builder.project), FOR_GOOD)
    OverrideFiles(builder.home).write(owner, {"profile": "locked"}, "ada")
    locked = builder.run(builder.event(command="make"))
    (builder.home / "overrides" / owner.file).write_text("{}")
    no_server(builder)
    damaged = builder.run(builder.event(command="make"))

    assert [one.decision for one in (first, locked, damaged)] == ["allow", "deny", "deny"]
    assert "damaged" in damaged.why


def test_the_record_is_that_of_the_server(builder: Rig) -> None:
    """It names agent, session, call, role, rule, project and policy, with its secrets redacted."""
    builder.run(builder.event(command="make TOKEN=hunter2hunter2"))
    builder.run(builder.event(command="make"), {"PROCTOR_AGENT": "arch-1"})
    first, second = builder.rows()
    named = ("agent_name", "session", "call_id", "role", "rule", "project", "harness", "cwd")

    assert {
        "agent_name": "claude-5f2c9a",
        "session": "5f2c9a",
        "call_id": "toolu_01",
        "role": "builder",
        "rule": "Bash(make *)",
        "project": str(builder.project),
        "harness": "claude-code",
        "cwd": str(builder.project),
    } == {name: first[name] for name in named}
    assert second["agent_name"] == "arch-1"
    assert first["policy_revision"] == second["policy_revision"] != ""
    assert "hunter2" not in json.dumps(first)


def test_the_users_own_secrets_are_redacted(builder: Rig) -> None:
    """Patterns of the home's config count in the kept policy, and while the config is broken."""
    config = builder.home / "config.yaml"
    config.write_text("redact: ['shop-[0-9]{4}']\n")
    call = builder.event(command="make deploy shop-4711")
    for _ in range(2):
        builder.run(call, {"PROCTOR_DEBUG": "1"})
    config.write_text("redact: [")
    builder.run(call, {"HANDSOFF_DEBUG": "1"})
    log = (builder.home / "logs" / "tool-used.txt").read_text()

    assert builder.decisions() == ["deny"] * 3
    assert "shop-4711" not in json.dumps(builder.rows())
    assert ("4711" not in log, log.count("make deploy")) == (True, 3)


@pytest.mark.parametrize("tool", ["AskUserQuestion", "ExitPlanMode"])
@pytest.mark.parametrize("event", [PRE, REQUEST])
def test_of_the_programs_own_questions_nothing_is_said(rig: Rig, tool: str, event: str) -> None:
    """They are for the user, and the program asks them by itself."""
    assert Said(0, "") == rig.run(rig.event(event, tool_name=tool, tool_input={}))


@pytest.mark.parametrize("event", ["Stop", "PostToolUse", "UserPromptSubmit", "SessionStart"])
def test_other_events_are_kept_in_silence(rig: Rig, event: str) -> None:
    """They start no server, print nothing, and stand in the spool without their content."""
    said = rig.run(rig.event(event, prompt="my secret plan", tool_response={"stdout": "secret"}))
    (row,) = rig.rows("event")

    assert Said(0, "") == said
    assert event.lower() == row["kind"].replace("-", "")
    assert (row["agent"], row["session"]) == ("claude-5f2c9a", "5f2c9a")
    assert "secret" not in json.dumps(row)
    assert not (rig.home / "start.lock").exists()


def test_a_denied_request_is_denied(rig: Rig) -> None:
    """At a PermissionRequest a deny is final, also where somebody sits at the dialog."""
    rig.install(ask_holds=True)
    for env in (None, ATTENDED):
        said = rig.run(rig.event(REQUEST, DENIED), env)

        assert (said.status, said.decision) == (0, "deny")


@pytest.mark.parametrize("command", [ASKS, READS], ids=["asked", "allowed"])
def test_a_request_that_is_not_denied_needs_people(rig: Rig, command: str) -> None:
    """The program itself wished to ask: without a server it is the dialog's, or denied."""
    rig.install(ask_holds=True)
    no_server(rig)
    attended = rig.run(rig.event(REQUEST, command), ATTENDED)
    headless = rig.run(rig.event(REQUEST, command))

    assert Said(0, "") == attended
    assert headless.decision == "deny"
    assert ["ask_timeout" if command == ASKS else "deny"] == rig.decisions()


def test_an_ask_without_a_server_says_why(rig: Rig) -> None:
    """Headless it is denied, with the reason and why nobody could be asked; both on record."""
    rig.install(ask_holds=True)
    no_server(rig)
    headless, attended = (rig.run(rig.event(command=ASKS), env) for env in (None, ATTENDED))

    assert "nobody can be asked: no server can be started" in headless.why
    assert attended.decision == "ask"
    assert rig.decisions() == ["ask_timeout", "ask_dialog"]


TWO_ROLES = [
    # The command, what `guarded` says of it, and what `coder` does.
    (READS, "allow", "allow"),
    ("make build", "ask", "allow"),
    ("rm -rf build", "ask", "deny"),
    (DENIED, "deny", "deny"),
]


@pytest.mark.parametrize("attended", [True, False])
def test_two_hooks_without_a_server_both_decide(rig: Rig, attended: bool) -> None:
    """
    An installed hook and that of the agent decide, each by its own role.

    The program takes the strictest answer. So neither is silent before a call, whatever the
    variables of the agent say: silence is a yes. In an open dialog neither says yes.
    """
    no_server(rig)
    own = Rig(rig.home, rig.project, rig.hook.with_name("own"))
    rig.install(role="guarded", ask_holds=True)
    own.install(role="coder", agent="arch-1", ask_holds=True)
    named = {"PROCTOR_AGENT": "arch-1", "PROCTOR_ROLE": "coder"}
    env = {**(ATTENDED if attended else UNATTENDED), **named}
    # Where nobody sits at the dialog, and no server can be had, there is nobody to ask.
    asks = "ask" if attended else "deny"
    for command, *wanted in TWO_ROLES:
        said = [each.run(each.event(command=command), env) for each in (rig, own)]
        words = [asks if word == "ask" else word for word in wanted]

        assert ([one.status for one in said], [one.decision for one in said]) == ([0, 0], words)
    requests = [each.run(each.event(REQUEST, "make build"), env) for each in (rig, own)]

    assert [one.decision for one in requests] == ["" if attended else "deny"] * 2
    assert {(row["role"], row["agent_name"]) for row in rig.rows()} == {
        ("guarded", "arch-1"), ("coder", "arch-1"),
    }  # fmt: skip


def test_an_ask_is_not_left_to_a_dialog_that_is_not_proven_to_hold(rig: Rig) -> None:
    """On a version where an `ask` may run, it is never answered."""
    no_server(rig)

    assert rig.run(rig.event(command=ASKS), ATTENDED).decision == "deny"


def test_an_ask_starts_the_server_and_waits_for_a_person(builder: Rig) -> None:
    """The question is asked there, the answer is the verdict, and it is on record once."""
    with builder.started(builder.event(command="npm publish")) as process:
        until(lambda: pending(builder.home))
        (question,) = pending(builder.home)
        answer(builder.home, question["id"])
        said = ended(process)
    until(lambda: outcomes(builder.home))

    assert (said.status, said.decision) == (0, "allow")
    assert outcomes(builder.home) == ["ask_approved"]
    assert builder.rows() == []


def test_a_question_outlives_the_server(builder: Rig) -> None:
    """Where the server is killed while it asks, another is started and the same one is answered."""
    with builder.started(builder.event(command="npm publish")) as process:
        until(lambda: pending(builder.home))
        (before,) = pending(builder.home)
        kill(builder.home)
        until(lambda: pending(builder.home))
        (after,) = pending(builder.home)
        answer(builder.home, after["id"], "deny", words="not on a Friday")
        said = ended(process)

    assert before["id"] == after["id"]
    assert (said.status, said.decision) == (0, "deny")
    assert "not on a Friday" in said.why


def test_warm_and_cold_say_the_same(builder: Rig) -> None:
    """With a server and without, the same calls get the same verdicts in the same words."""
    calls = [
        *(builder.event(command=c) for c in ("make", "make deploy", "make && make deploy")),
        builder.event(tool_name="Read", tool_input={"file_path": str(builder.home / "x")}),
        builder.event(tool_name="Bash", tool_input={"command": "make"}, permission_mode="plan"),
        builder.event("Stop"),
    ]
    cold = [builder.run(call, ATTENDED) for call in calls]
    ensure_owner(builder.home)
    warm = [builder.run(call, ATTENDED) for call in calls]

    assert cold == warm


def test_every_call_is_on_record_once(builder: Rig) -> None:
    """What was decided before the server ran, and then by it, is one trail."""
    for number in range(3):
        builder.run(builder.event(command="make", tool_use_id=f"before-{number}"))
    ensure_owner(builder.home)
    for number in range(3):
        builder.run(builder.event(command="make deploy", tool_use_id=f"after-{number}"))
    until(lambda: len(outcomes(builder.home)) >= 6)

    assert sorted(outcomes(builder.home)) == ["allow"] * 3 + ["deny"] * 3


def test_many_hooks_at_once_start_one_server(builder: Rig) -> None:
    """Questions of several calls that come together are all asked, by one server."""
    found: list[Said] = []
    calls = [builder.event(command=f"npm publish {n}", tool_use_id=f"t{n}") for n in range(4)]
    workers = [
        threading.Thread(target=lambda call=call: found.append(builder.run(call))) for call in calls
    ]
    for worker in workers:
        worker.start()
    answered: set[int] = set()

    def answer_all() -> bool:
        for question in pending(builder.home):
            if question["id"] not in answered:
                answer(builder.home, question["id"])
                answered.add(question["id"])
        return len(answered) == len(calls)

    until(answer_all)
    for worker in workers:
        worker.join(60)

    assert [said.decision for said in found] == ["allow"] * 4


def test_an_agent_that_wants_other_rights_needs_the_server(rig: Rig) -> None:
    """What a person may grant is for the server to say, also where the policy allows it."""
    (rig.home / "roles").mkdir()
    (rig.home / "roles" / "free.yaml").write_text("name: free\npermissions: {otherwise: allow}\n")
    rig.install(role="free")
    no_server(rig)
    call: dict[str, Any] = {
        "tool_name": "self_edit_permissions",
        "tool_input": {"profile": "open"},
    }

    assert rig.run(rig.event(**call)).decision == "deny"


def test_a_role_that_no_longer_loads_keeps_its_denies(builder: Rig) -> None:
    """What it denied is denied; all else is asked or denied, and the error is the reason."""
    builder.run(builder.event(command="make"))
    (builder.home / "roles" / "builder.yaml").write_text(BROKEN)
    no_server(builder)
    said = [
        builder.run(builder.event(command=command), env)
        for command, env in (("make deploy", ATTENDED), ("make", ATTENDED), ("make", None))
    ]

    assert [one.decision for one in said] == ["deny", "ask", "deny"]
    assert said[0].why == DEPLOYS
    assert all("the role `builder` does not load" in one.why for one in said[1:])
    assert all("`proctor role check builder` says what is wrong" in one.why for one in said[1:])


def test_a_role_that_is_gone_keeps_its_denies(builder: Rig) -> None:
    """A file that was deleted is a role that does not load; mended, it counts again."""
    builder.run(builder.event(command="make"))
    file = builder.home / "roles" / "builder.yaml"
    file.unlink()
    no_server(builder)
    gone = [builder.run(builder.event(command=c)).decision for c in ("make", "make deploy")]
    file.write_text(BUILDER)

    assert gone == ["deny", "deny"]
    assert builder.run(builder.event(command="make")).decision == "allow"


def test_a_role_that_never_loaded_allows_nothing(rig: Rig) -> None:
    """It is the dialog's, or denied, with the error as the reason; no server is started for it."""
    rig.install(role="bulider", ask_holds=True)
    attended, headless = (rig.run(rig.event(), env) for env in (ATTENDED, None))

    assert [attended.decision, headless.decision] == ["ask", "deny"]
    assert "there is no role `bulider`" in headless.why
    assert "or make it: `proctor role create bulider`" in headless.why
    assert not (rig.home / "start.lock").exists()


def test_a_change_of_the_role_counts_at_once(builder: Rig) -> None:
    """Whatever is kept, the files decide: an allow that is gone allows nothing any more."""
    no_server(builder)
    before = builder.run(builder.event(command="make")).decision
    file = builder.home / "roles" / "builder.yaml"
    file.write_text(BUILDER.replace("make *", "mace *"))
    after = builder.run(builder.event(command="make")).decision

    assert (before, after) == ("allow", "deny")


def test_a_server_that_cannot_leaves_it_to_the_hook(rig: Rig) -> None:
    """One that says `cold` also when it is asked again is as good as none."""

    def play(connected: Any, request: dict[str, Any]) -> None:
        says('{"ok":{}}\n' if request["op"] == "status" else "{id} cold\n")(connected, request)

    with FakeServer(rig.home, play) as server:
        said = rig.run(rig.event(command=ASKS))

    assert said.decision == "deny"
    assert [request["op"] for request in server.requests] == ["hook", "status", "hook"]


def test_the_hook_takes_the_answer_of_a_server_that_came_meanwhile(rig: Rig) -> None:
    """What the policy asks is handed to the server that answers by then."""
    first: list[dict[str, Any]] = []

    def play(connected: Any, request: dict[str, Any]) -> None:
        if request["op"] == "status":
            says('{"ok":{}}\n')(connected, request)
        elif not first:
            first.append(request)
        else:
            says(f"{{id}} wait\n{{id}} 0 {allow()}\n")(connected, request)

    with FakeServer(rig.home, play):
        assert Said(0, f"{allow()}\n") == rig.run(rig.event(command=ASKS))


def test_subagent_has_its_role_without_a_server(builder: Rig) -> None:
    """As on the server: its own role under its parent's, as the files say it."""
    roles = builder.home / "roles"
    (roles / "builder.yaml").write_text(BUILDER + "subagents: {Explore: looker}\n")
    (roles / "looker.yaml").write_text("permissions: {allow: [Bash(make help)], deny: [Bash]}\n")
    explore = {"agent_id": "a45", "agent_type": "Explore"}
    said = [
        builder.run(builder.event(command="make", **more))
        for more in ({}, explore, explore, {**explore, "agent_type": "general-purpose"})
    ]
    (roles / "looker.yaml").unlink()
    no_server(builder)
    gone = builder.run(builder.event(command="make", **explore))

    assert [one.decision for one in said] == ["allow", "deny", "deny", "allow"]
    assert gone.decision == "deny"
    assert [row["role"] for row in builder.rows()][:4] == [
        "builder",
        "looker under builder",
        "looker under builder",
        "builder",
    ]
