"""PreToolUse on the socket: judged, held for people, or left to the program's dialog."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from proctor.audit.ids import timestamp
from proctor.server.hook_requests import GAVE_UP
from proctor.terms.question import Status
from proctor.terms.reply import Answer
from tests.server.asking_rig import until, write_role
from tests.server.hook_rig import CLI, HEADLESS, hooks, pre, run, wish
from tests.server.offices import records
from tests.tables import each_row


@pytest.mark.parametrize("env", [CLI, HEADLESS])
def test_what_the_rules_know_is_answered_at_once(
    home: Path, shop: Path, env: dict[str, str]
) -> None:
    """Allow and deny come in one line, in the form that the event takes, and are kept."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            allowed = await (await here.start(pre("git status"), env=env)).line()
            denied = await (await here.start(pre("git push --force x"), env=env)).line()
            kept = [(r.decision, r.agent_name, r.session, r.call_id) for r in records(here.office)]
            return allowed, denied, kept

    allowed, denied, kept = run(work())
    assert allowed == (
        '0 {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'
    )
    assert denied.startswith(
        '0 {"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny",'
        '"permissionDecisionReason":"'
    )
    assert kept == [
        ("allow", "arch-1", "s-1", "call-1"),
        ("deny", "arch-1", "s-1", "call-1"),
    ]


@pytest.mark.parametrize("answer", [Answer.ALLOW, Answer.DENY])
def test_an_open_call_is_held_until_a_person_answers(
    home: Path, shop: Path, answer: Answer
) -> None:
    """Where nobody sits there, the hook waits, and ends with what the person said."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            hook = await here.start(pre("make"), env=HEADLESS)
            await hook.waits()
            await here.rings()
            blocked = here.agent()
            await here.press(answer, words="as you wish")
            return await hook.end(), blocked, here.agent(), await here.kept(1)

    (status, printed), blocked, after, kept = run(work())
    yes = answer is Answer.ALLOW
    assert (status, printed["permissionDecision"]) == (0, "allow" if yes else "deny")
    no = "Proctor (role coder): denied by ada: as you wish"
    assert printed.get("permissionDecisionReason", no) == no
    assert (blocked, after) == (
        "blocked (permission: Bash)",
        "running Bash" if yes else "thinking",
    )
    assert kept == [("ask_approved" if yes else "ask_denied", "")]


@pytest.mark.parametrize("seconds", [1.2, 0.0, -5, float("nan")])
def test_a_held_call_ends_before_the_hook_does(home: Path, shop: Path, seconds: float) -> None:
    """However long people have, a second before the hook's own end the answer is no."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            word = await here.word(pre("make"), env=HEADLESS, seconds=seconds)
            return word, await here.kept(1), await here.office.questions("pending")

    assert run(work()) == ("deny", [("ask_timeout", "")], [])


def test_without_a_channel_an_open_call_is_refused_at_once(home: Path, shop: Path) -> None:
    """Nobody can be asked, so nobody is waited for."""

    async def work() -> str:
        async with hooks(home, shop, config="channels: {inbox: false}\n") as here:
            here.office.calling.open.clear()
            return await here.word(pre("make"), env=HEADLESS)

    assert run(work()) == "deny"


def test_a_call_without_an_input_is_asked_of_a_person(home: Path, shop: Path) -> None:
    """Absent, null and empty are the same: a dialog or a person; in two readings it is denied."""
    absent = {key: value for key, value in pre("make").items() if key != "tool_input"}
    given: list[dict[str, Any]] = [{}, {"tool_input": None}, {"tool_input": {}}]

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            words = [
                await here.word({**absent, **more, "tool_use_id": f"call-{n}"})
                for n, more in enumerate(given)
            ]
            hook = await here.start({**absent, "tool_use_id": "call-9"}, env=HEADLESS)
            await hook.waits()
            await here.rings()
            await here.press(Answer.DENY)
            twice = b'{"tool_input":null,' + json.dumps(pre("git status")).encode()[1:]
            return words, await hook.end(), await (await here.start(twice, env=HEADLESS)).word()

    words, (_, held), twice = run(work())
    assert (words, held["permissionDecision"], twice) == (["ask"] * 3, "deny", "deny")


@pytest.mark.parametrize("asked", [pre("make"), wish("make")])
def test_role_that_no_longer_loads_is_not_waited_for(
    home: Path, shop: Path, asked: dict[str, Any]
) -> None:
    """Unattended, what it would ask is denied at once, with file and line; a dialog still asks."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            await here.word(pre("git status"), env=HEADLESS)
            write_role(home, "permisions:\n  allow: [Bash]\n")
            here.office.posts.look_again()
            line = await (await here.start(asked, env=HEADLESS)).line()
            _, attended = await here.end(pre("make", call_id="call-2"), env=CLI)
            return line, attended, await here.office.questions(), records(here.office)[1]

    line, attended, questions, record = run(work())
    why = "the role `coder` does not load: "
    place = f"{home}/roles/coder.yaml:1:1: unknown-key: `permisions` is not a key of a role"
    assert '"deny"' in line
    assert (attended["permissionDecision"], questions) == ("ask", [])
    # No answer that is remembered mends a file.
    assert "approve --always" not in attended["permissionDecisionReason"]
    way = ". A person mends it: `proctor role check coder` says what is wrong"
    assert (record.decision, record.why) == ("deny", why + place + way)
    assert why + place + way in line


@each_row(
    "said",
    [
        {"tool_name": 7},
        {"tool_name": "", "tool_input": {}},
        {"tool_name": "Read", "tool_input": "a.txt"},
        b'{"tool_name":"Bash","tool_name":"Read","tool_input":{"file_path":"a"}}',
        b'{"tool_name":"Read","tool_input":{"file_path":"a","file_path":"b"}}',
    ],
)
def test_call_that_cannot_be_read_is_not_waited_for(
    home: Path, shop: Path, said: dict[str, Any] | bytes
) -> None:
    """Nobody could judge it: unattended it is denied at once, and on record."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            line = await (await here.start(said, env=HEADLESS)).line()
            return line, await here.office.questions(), records(here.office)

    line, questions, kept = run(work())
    assert "the call cannot be read: " in line
    assert '"permissionDecision":"deny"' in line
    assert (questions, {record.decision for record in kept}) == ([], {"deny"})


def test_a_hook_that_goes_away_closes_its_question(home: Path, shop: Path) -> None:
    """The phone shows at once that the program gave up; nothing was allowed, and that is kept."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            hook = await here.start(pre("make"), env=HEADLESS)
            await here.rings()
            await hook.kill()
            await here.closed()
            [over] = here.phone.over
            late = await here.press()
            kept = await here.kept(1)
            detail = records(here.office)[0].detail
            await until(lambda: here.agent() == "thinking")
            return over.status, over.reply and over.reply.words, late, kept, detail

    assert run(work()) == (
        Status.CANCELLED, GAVE_UP, False, [("ask_timeout", "")], GAVE_UP,
    )  # fmt: skip


def test_a_question_that_another_waits_for_stays_open(home: Path, shop: Path) -> None:
    """Of two identical calls one hook is killed: the answer still comes for the other."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            first = await here.start(pre("make", "call-1"), env=HEADLESS)
            await here.rings()
            second = await here.start(pre("make", "call-2"), env=HEADLESS)
            await second.waits()
            await until(lambda: any(s.waiting == 2 for s in here.office.desk.open.values()))
            await first.kill()
            await here.kept(1)
            open_still = here.phone.over == []
            await here.press()
            return open_still, await second.word(), len(here.phone.asked), await here.kept(2)

    assert run(work()) == (
        True, "allow", 1, [("ask_timeout", ""), ("ask_approved", "")],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("env", "holds"),
    [
        (HEADLESS, True),
        (CLI, False),
        ({**CLI, "CLAUDE_CODE_SESSION_ATTENDED": "0"}, True),
        ({"CLAUDE_CODE_ENTRYPOINT": "cli"}, True),
        ({}, True),
    ],
)
def test_only_a_proven_and_attended_program_is_left_to_its_dialog(
    tmp_path: Path, shop: Path, env: dict[str, str], holds: bool
) -> None:
    """Whatever is missing of it, the call is held."""
    (tmp_path / "home").mkdir()

    async def work() -> tuple[Any, ...]:
        async with hooks(tmp_path / "home", shop) as here:
            hook = await here.start(pre("make"), env=env, ask_holds=holds)
            await here.rings()
            await here.press()
            return await hook.word(), await here.kept(1)

    assert run(work()) == ("allow", [("ask_approved", "")])


def test_attended_an_open_call_is_left_to_the_dialog(home: Path, shop: Path) -> None:
    """It ends with `ask` and the reason; nobody is called, and the agent is blocked."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            status, printed = await here.end(pre("make"))
            return status, printed, here.phone.asked, here.agent(), await here.kept(1)

    status, printed, asked, state, kept = run(work())
    assert (status, printed["permissionDecision"]) == (0, "ask")
    assert printed["permissionDecisionReason"]
    assert (asked, state, kept) == ([], "blocked (permission: Bash)", [("ask_dialog", "")])


def test_where_it_is_named_who_may_answer_no_dialog_is_asked(home: Path, shop: Path) -> None:
    """Nobody knows who sits there: the call is held for those who may, attended or not."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop, config="approvers: {coder: [lead]}\n") as here:
            hook = await here.start(pre("make"))
            await here.rings()
            await here.press()
            return await hook.word(), await here.kept(1)

    assert run(work()) == ("allow", [("ask_approved", "")])


@pytest.mark.parametrize("tool", ["AskUserQuestion", "ExitPlanMode"])
@pytest.mark.parametrize("env", [CLI, HEADLESS])
def test_tools_that_speak_with_the_user_get_no_opinion(
    tmp_path: Path, shop: Path, tool: str, env: dict[str, str]
) -> None:
    """Nothing is printed and nobody is asked; an event is kept, and no record."""
    (tmp_path / "home").mkdir()

    async def work() -> tuple[Any, ...]:
        async with hooks(tmp_path / "home", shop) as here:
            said = await here.end(pre("x", tool_name=tool, tool_input={}), env=env)
            [kept] = await here.events(1)
            return said, kept.kind, kept.body["tool"], records(here.office), here.phone.asked

    assert run(work()) == ((0, ""), "pre-tool-use", tool, [], [])


def test_a_grant_answers_without_asking(home: Path, shop: Path) -> None:
    """What a person allowed for the session is not asked again, and not shown in a dialog."""

    async def work() -> tuple[Any, ...]:
        async with hooks(home, shop) as here:
            hook = await here.start(pre("make"), env=HEADLESS)
            await here.rings()
            await here.phone.press("7", scope="session")
            first = await hook.word()
            again = [await here.word(pre("make", "call-2"), env=env) for env in (CLI, HEADLESS)]
            return first, again, len(here.phone.asked)

    assert run(work()) == ("allow", ["allow", "allow"], 1)


def test_the_same_hook_again_is_the_same_question_and_one_record(home: Path, shop: Path) -> None:
    """One that comes again with its uid after a crash gets the answer of the one question."""

    async def work() -> tuple[Any, ...]:
        uid = "ab" * 16
        async with hooks(home, shop) as here:
            await here.start(pre("make"), env=HEADLESS, uid=uid)
            await here.rings()
        # The server has ended in the middle; the next one takes the question up.
        async with hooks(home, shop) as here:
            await here.rings()
            hook = await here.start(pre("make"), env=HEADLESS, uid=uid)
            await hook.waits()
            await until(lambda: here.office.desk.open)
            await here.press()
            word = await hook.word()
            again = await here.word(pre("make"), env=HEADLESS, uid=uid)
            return word, again, len(here.phone.asked), await here.kept(1)

    assert run(work()) == ("allow", "allow", 1, [("ask_approved", "")])


def test_another_call_under_an_old_uid_is_another(home: Path, shop: Path) -> None:
    """A uid takes over no answer: everything that was said belongs to it."""

    async def work() -> tuple[Any, ...]:
        uid = "cd" * 16
        async with hooks(home, shop) as here:
            hook = await here.start(pre("make"), env=HEADLESS, uid=uid)
            await here.rings()
            await here.press()
            first = await hook.word()
            other = await here.start(pre("make install"), env=HEADLESS, uid=uid)
            await here.rings(2)
            await here.press(Answer.DENY)
            return first, await other.word(), await here.kept(2)

    assert run(work()) == ("allow", "deny", [("ask_approved", ""), ("ask_denied", "")])


@pytest.mark.parametrize(
    ("name", "wanted"), [("PROCTOR_DEBUG", "1"), ("HANDSOFF_DEBUG", "1"), ("HANDSOFF_DEBUG", "0")]
)
def test_the_debug_log_has_a_line_for_each_call_where_it_is_wanted(
    tmp_path: Path, shop: Path, name: str, wanted: str
) -> None:
    """Whatever was decided; the dialog of the same call writes none."""
    place = tmp_path / "home"
    place.mkdir()

    async def work() -> None:
        env = {**HEADLESS, name: wanted}
        async with hooks(place, shop) as here:
            for command in ("git status", "git push --force x"):
                await here.word(pre(command), env=env)
            await here.word(wish("git push --force x"), env=env)

    run(work())
    log = place / "logs" / "tool-used.txt"
    lines = log.read_text().splitlines() if log.exists() else []
    assert [line.rpartition("] ")[2] for line in lines] == (
        ["Bash | git status", "Bash | git push --force x"] if wanted == "1" else []
    )


def test_the_debug_log_has_the_time_at_which_a_call_came(home: Path, shop: Path) -> None:
    """However long a person takes, the line is stamped with the moment of the call."""

    async def work() -> str:
        async with hooks(home, shop) as here:
            hook = await here.start(pre("make"), env={**HEADLESS, "PROCTOR_DEBUG": "1"})
            await hook.waits()
            await here.rings()
            asked = timestamp()
            await until(lambda: timestamp() > asked)
            await here.press(Answer.DENY)
            await hook.end()
            return asked

    asked = run(work())
    line = (home / "logs" / "tool-used.txt").read_text()
    assert line[1:].partition("]")[0] <= asked
