"""PermissionRequest on the socket: a dialog is open, and people are asked beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.server.web.overview import told_now
from proctor.terms.question import APPROVED, CLOSED, Status
from proctor.terms.reply import Answer
from tests.agents.session_homes import begun, lives
from tests.server.asking_rig import until
from tests.server.hook_rig import (
    CLI,
    HEADLESS,
    both,
    event,
    hooks,
    post,
    pre,
    run,
    wish,
)
from tests.server.offices import records


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_a_person_answers_for_the_dialog(home: Path, shop: Path, answer: Answer) -> None:
    """The phone was first: its answer is printed, under the call's id, behind the first record."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            hook = await both(here)
            blocked = here.agent()
            shown = here.phone.asked[0].body["call_id"]
            await here.press(answer)
            word = await hook.word()
            after = here.agent()
            # What became of it is known: nothing more is kept when it has run.
            await here.word(post("make"))
            await here.word(event("Stop"))
            await here.events(2)
            return blocked, shown, word, after, await here.kept(2), len(here.phone.asked)

    yes = answer is Answer.ALLOW
    assert run(work()) == (
        "blocked (permission: Bash)",
        "call-1",
        "allow" if yes else "deny",
        "running Bash" if yes else "thinking",
        [("ask_dialog", ""), ("ask_approved" if yes else "ask_denied", "ask_dialog")],
        1,
    )


def test_a_hook_that_the_dialog_has_ended_closes_its_question(home: Path, shop: Path) -> None:
    """Who sat there was first: the phone shows it at once, and cannot answer any more."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            hook = await both(here)
            await hook.kill()
            await here.closed()
            [over] = here.phone.over
            late = await here.press()
            await until(lambda: here.agent() == "running Bash")
            return over.status, over.reply and over.reply.words, late, await here.kept(1)

    assert run(work()) == (Status.CANCELLED, CLOSED, False, [("ask_dialog", "")])


@pytest.mark.parametrize(
    "said", [post("make"), event("Stop"), event("UserPromptSubmit"), event("SessionEnd")]
)
def test_a_hook_that_still_waits_is_let_go_when_the_dialog_is_over(
    home: Path, shop: Path, said: dict[str, Any]
) -> None:
    """A program that leaves its hook running tells by another event that it was answered."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            hook = await both(here)
            await here.word(said)
            ended = await hook.end()
            await here.closed()
            [over] = here.phone.over
            return ended, over.status, over.reply and over.reply.words, await here.kept(2)

    ran = said["hook_event_name"] == "PostToolUse"
    assert run(work()) == (
        (0, ""),
        Status.CANCELLED,
        APPROVED if ran else CLOSED,
        [("ask_dialog", ""), ("dialog_approved" if ran else "dialog_unknown", "ask_dialog")],
    )


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_a_question_beside_a_dialog_outlives_the_time_out(
    home: Path, shop: Path, answer: Answer
) -> None:
    """While the agent is blocked its question waits for people, and a late answer counts."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop, timeout=0.001) as here:
            hook = await both(here)
            # Takes longer than the time-out.
            assert await here.word(pre("git status", "call-2", session_id="s-2")) == "allow"
            waiting = [
                (one["agent"], one["tool"]) for one in await here.office.questions("pending")
            ]
            blocked, counts = here.agent(), await here.press(answer)
            return waiting, blocked, counts, await hook.word(), (await here.kept(2))[-1][0]

    yes = answer is Answer.ALLOW
    assert run(work()) == (
        [("arch-1", "Bash")],
        "blocked (permission: Bash)",
        True,
        "allow" if yes else "deny",
        "ask_approved" if yes else "ask_denied",
    )


def test_a_question_with_named_approvers_keeps_to_the_time_out(home: Path, shop: Path) -> None:
    """The dialog is nobody's to answer then: nothing is left open beside it."""

    async def work() -> tuple[Any, ...]:
        config = "approvers: {coder: [lead]}\n"
        async with hooks(home, shop, config=config, timeout=0.2) as here:
            assert await here.word(pre("make")) == "deny"
            return await here.word(wish("make")), len(await here.office.questions("pending"))

    assert run(work()) == ("deny", 0)


def test_a_question_ends_with_the_hook_and_leaves_the_dialog_open(home: Path, shop: Path) -> None:
    """Nothing is printed, the agent stays blocked, and what becomes of it is still told."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            assert await here.word(pre("make")) == "ask"
            hook = await here.start(wish("make"), seconds=1.2)
            ended, state = await hook.end(), here.agent()
            await here.word(post("make"))
            return ended, state, here.agent(), await here.kept(2)

    assert run(work()) == (
        (0, ""),
        "blocked (permission: Bash)",
        "thinking",
        [("ask_dialog", ""), ("dialog_approved", "ask_dialog")],
    )


def test_an_expired_question_denies_where_that_is_configured(home: Path, shop: Path) -> None:
    """`on_timeout: deny` answers for the dialog."""

    async def work() -> tuple[Any, ...]:
        config = "approval: {on_timeout: deny}\n"
        async with hooks(home, shop, config=config, timeout=0.2) as here:
            hook = await both(here)
            return await hook.word(), await here.kept(2)

    assert run(work()) == ("deny", [("ask_dialog", ""), ("ask_timeout", "ask_dialog")])


def test_a_closed_dialog_is_no_denial_even_where_time_outs_deny(home: Path, shop: Path) -> None:
    """Somebody answered in it: the record does not say that it was denied."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop, config="approval: {on_timeout: deny}\n") as here:
            hook = await both(here)
            await here.word(post("make"))
            return await hook.end(), await here.kept(2)

    assert run(work()) == ((0, ""), [("ask_dialog", ""), ("dialog_approved", "ask_dialog")])


def test_two_equal_calls_are_joined_oldest_first(home: Path, shop: Path) -> None:
    """Each dialog belongs to a call of its own, in the order in which they were asked."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            for number in ("call-1", "call-2"):
                assert await here.word(pre("make", number)) == "ask"
            first = await here.start(wish("make"))
            await here.rings()
            second = await here.start(wish("make"))
            await second.waits()
            await until(lambda: any(s.waiting == 2 for s in here.office.desk.open.values()))
            await here.press()
            words = [await first.word(), await second.word()]
            await here.kept(4)
            found = [(r.decision, r.call_id) for r in records(here.office)]
            return words, sorted(found), len(here.phone.asked)

    assert run(work()) == (
        ["allow", "allow"],
        [
            ("ask_approved", "call-1"),
            ("ask_approved", "call-2"),
            ("ask_dialog", "call-1"),
            ("ask_dialog", "call-2"),
        ],
        1,
    )


@pytest.mark.parametrize(
    ("command", "word", "kept"),
    [("git push --force x", "deny", "deny"), ("make", "allow", "ask_approved")],
)
def test_an_input_that_was_rewritten_is_decided_anew(
    home: Path, shop: Path, command: str, word: str, kept: str
) -> None:
    """Another hook put another command in the place of the one that was asked about."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            assert await here.word(pre("make all")) == "ask"
            hook = await here.start(wish(command))
            if word == "allow":
                await here.rings()
                await here.press()
            return await hook.word(), (await here.kept(2))[-1][0]

    assert run(work()) == (word, kept)


@pytest.mark.parametrize("env", [CLI, HEADLESS])
@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_what_the_rules_allow_is_asked_of_people_where_the_program_wishes_it(
    home: Path, shop: Path, env: dict[str, str], answer: Answer
) -> None:
    """Its own rule wanted somebody to be asked: our allow is no answer to that."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            assert await here.word(pre("git status"), env=env) == "allow"
            hook = await here.start(wish("git status"), env=env)
            await here.rings()
            by = here.phone.asked[0].body["by"]
            await here.press(answer)
            return await hook.word(), by, [word for word, _ in await here.kept(2)]

    yes = answer is Answer.ALLOW
    left = ["ask_dialog"] if env is CLI else []
    assert run(work()) == (
        "allow" if yes else "deny",
        "human",
        ["allow", *left, "ask_approved" if yes else "ask_denied"],
    )


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_a_repositorys_hook_answers_no_dialog_of_ours(
    home: Path, shop: Path, answer: Answer
) -> None:
    """Where its settings have one, the call is held until a person answers, also at a terminal."""
    hooks_of_theirs = {"PermissionRequest": [{"hooks": [{"type": "command", "command": "./yes"}]}]}

    async def work() -> str:
        async with hooks(home, shop) as here:
            assert await here.word(pre("make", "call-0")) == "ask"
            path = shop / ".claude" / "settings.json"
            path.parent.mkdir()
            path.write_text(json.dumps({"hooks": hooks_of_theirs}))
            hook = await here.start(pre("make all", session_id="s-2"), agent="arch-2")
            await here.rings()
            await here.press(answer)
            return await hook.word()

    assert run(work()) == ("allow" if answer is Answer.ALLOW else "deny")


@pytest.mark.parametrize("isolated", [False, True])
def test_a_persons_own_hook_answers_no_dialog_of_ours(
    home: Path, shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, isolated: bool
) -> None:
    """The call is held as for a repository's, but for an agent with settings of its own."""
    theirs = {"PermissionRequest": [{"hooks": [{"type": "command", "command": "./yes"}]}]}
    path = tmp_path / "user" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"hooks": theirs}))
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    lives(home, begun(home, isolated=isolated))

    async def work() -> tuple[str, bool]:
        async with hooks(home, shop) as here:
            hook = await here.start(pre("make"))
            if not isolated:
                await here.rings()
                await here.press(Answer.DENY)
            return await hook.word(), here.phone.asked == []

    assert run(work()) == (("ask", True) if isolated else ("deny", False))


@pytest.mark.parametrize(
    ("whose", "expected"),
    [("ours", ("dialog_approved", "person")), ("the role's", ("dialog_unknown", ""))],
)
def test_a_dialog_that_a_hook_may_have_answered_proves_no_person(
    home: Path, shop: Path, whose: str, expected: tuple[str, str]
) -> None:
    """A role may bring such a hook: then the record names nobody."""
    command = f"{home}/sessions/arch-1/hook" if whose == "ours" else "./yes"
    theirs = {"PermissionRequest": [{"hooks": [{"type": "command", "command": command}]}]}
    path = home / "sessions" / "arch-1" / ".claude" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps({"hooks": theirs}))

    async def work() -> tuple[str, str]:
        async with hooks(home, shop) as here:
            await both(here)
            await here.word(post("make"))
            await here.kept(2)
            last = records(here.office)[-1]
            return last.decision, last.decider

    assert run(work()) == expected


@pytest.mark.parametrize("env", [CLI, HEADLESS])
def test_roles_that_count_together_are_all_asked(
    home: Path, shop: Path, env: dict[str, str]
) -> None:
    """What one of them denies is denied, what one asks is asked, and the record names them all."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            how: dict[str, Any] = {"role": "open under coder", "env": env}
            words = [
                await here.word(pre(command), **how)
                for command in ("git status", "git push --force origin main")
            ]
            hook = await here.start(wish("make"), **how)
            await here.rings()
            await here.press(Answer.ALLOW)
            words.append(await hook.word())
            return words, {record.role for record in records(here.office)}

    assert run(work()) == (["allow", "deny", "allow"], {"open under coder"})


def test_unattended_a_request_that_nobody_answers_is_denied(home: Path, shop: Path) -> None:
    """There is no dialog that could stay open."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop, timeout=0.2) as here:
            word = await here.word(wish("make"), env=HEADLESS)
            return word, await here.kept(1)

    assert run(work()) == ("deny", [("ask_timeout", "")])


@pytest.mark.parametrize("tool", ["AskUserQuestion", "ExitPlanMode"])
@pytest.mark.parametrize("env", [CLI, HEADLESS])
def test_a_dialog_that_is_itself_the_question_gets_no_answer(
    tmp_path: Path, shop: Path, tool: str, env: dict[str, str]
) -> None:
    """Nothing is printed and nobody is asked."""
    (tmp_path / "home").mkdir()

    async def work() -> tuple[Any, ...]:
        async with hooks(tmp_path / "home", shop) as here:
            said = await here.end(wish("x", tool_name=tool, tool_input={}), env=env)
            return said, records(here.office), here.phone.asked

    assert run(work()) == ((0, ""), [], [])


@pytest.mark.parametrize("tool", ["AskUserQuestion", "ExitPlanMode"])
@pytest.mark.parametrize("known", [True, False])
def test_a_dialog_that_is_itself_the_question_blocks_its_agent(
    tmp_path: Path, shop: Path, tool: str, *, known: bool
) -> None:
    """
    From the open dialog to the end of the call, also if the server began in between.

    The overview says meanwhile where it is answered: no question of it can be answered there.
    """
    (tmp_path / "home").mkdir()
    what: dict[str, Any] = {"tool_name": tool, "tool_input": {}}

    async def work() -> tuple[list[str], list[tuple[bool, bool]]]:
        async with hooks(tmp_path / "home", shop) as here:
            states, seen = [], []
            await here.end(pre("x", **what) if known else event("UserPromptSubmit"))
            for said in (wish("x", **what), post("x", **what)):
                await here.end(said)
                states.append(here.agent())
                html = await told_now(here.office, {})
                seen.append(("1 agent is blocked" in html, "Nothing waits for you" in html))
            return states, seen

    states = [f"blocked (permission: {tool})", "thinking"]
    assert run(work()) == (states, [(True, False), (False, True)])


def test_rules_that_deny_meanwhile_end_the_dialog(home: Path, shop: Path) -> None:
    """Between the two events the role was changed: the engine of now decides."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            assert await here.word(pre("make")) == "ask"
            (home / "roles" / "coder.yaml").write_text('permissions:\n  deny: ["Bash(make *)"]\n')
            here.office.posts.looked.clear()
            here.office.posts.looked.update(dict.fromkeys(here.office.posts.known, 0.0))
            return await here.word(wish("make")), await here.kept(2), here.phone.asked

    assert run(work()) == ("deny", [("ask_dialog", ""), ("deny", "ask_dialog")], [])


def test_a_dialog_outlives_the_server(home: Path, shop: Path) -> None:
    """The hook comes again: it is the same question, joined to the same call, with one record."""

    async def work() -> tuple[Any, ...]:
        uid = "ef" * 16
        async with hooks(home, shop) as here:
            assert await here.word(pre("make")) == "ask"
            await here.start(wish("make"), uid=uid)
            await here.rings()
        async with hooks(home, shop) as here:
            await here.rings()
            hook = await here.start(wish("make"), uid=uid)
            await hook.waits()
            await until(lambda: here.office.desk.open)
            await here.press()
            word = await hook.word()
            kept = await here.kept(2)
            return word, kept, records(here.office)[-1].call_id, len(here.phone.asked)

    assert run(work()) == (
        "allow", [("ask_dialog", ""), ("ask_approved", "ask_dialog")], "call-1", 1,
    )  # fmt: skip


def test_what_the_program_wished_is_still_asked_after_a_crash(home: Path, shop: Path) -> None:
    """A new server does not take our own allow for the answer that was waited for."""

    async def work() -> str:
        uid = "0a" * 16
        async with hooks(home, shop) as here:
            await here.start(wish("git status"), uid=uid)
            await here.rings()
        async with hooks(home, shop) as here:
            hook = await here.start(wish("git status"), uid=uid)
            await hook.waits()
            await here.rings()
            await until(lambda: here.office.desk.open)
            await here.press(Answer.DENY)
            return await hook.word()

    assert run(work()) == "deny"


def test_prompt_in_the_middle_of_a_turn_ends_nothing(home: Path, shop: Path) -> None:
    """It carries the id of the prompt that the turn answers; a new prompt ends what is open."""
    first, second = {"prompt_id": "p-1"}, {"prompt_id": "p-2"}

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            await here.word(event("UserPromptSubmit", **first))
            held = await both(here, **first)
            await here.word(event("UserPromptSubmit", **first))
            waiting = here.agent()
            pressed = await here.press()
            answered = await held.word()
            await here.word(pre("make", "call-2", **first))
            await here.word(event("UserPromptSubmit", **second))
            return waiting, pressed, answered, here.agent()

    blocked = "blocked (permission: Bash)"
    assert run(work()) == (blocked, True, "allow", "thinking")
