"""PermissionRequest and the reviewer: when it is asked, and what it is told."""

from __future__ import annotations

import asyncio
import stat
from pathlib import Path
from typing import Any

import pytest

from proctor.agents.parentage import Caller
from proctor.agents.serving import serve_for
from proctor.cli.doctor_home import REVIEWER, examine_home
from proctor.owner.background import hook_environment, start_for_person
from proctor.owner.recorded_environment import FILE
from proctor.terms.reply import Answer
from tests.server.asking_rig import write_role
from tests.server.hook_rig import (
    CLI,
    HEADLESS,
    both,
    hooks,
    pre,
    run,
    wish,
)
from tests.server.line_house import house
from tests.server.offices import records

REVIEWED = """\
description: A reviewer looks first
permissions:
  ask: [Bash]
  agent: {enabled: true, instructions: "Say what you think."}
"""


def test_the_reviewer_is_not_asked_again(home: Path, shop: Path) -> None:
    """It has looked before the dialog was opened; beside it, people are asked only."""

    async def work() -> str:
        script = shop.parent / "reviewer.sh"
        script.write_text('#!/bin/sh\ncat >/dev/null\necho x >> "$0.count"\necho ASK_USER\n')
        script.chmod(0o700)
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, role=REVIEWED, config=config) as here:
            hook = await both(here)
            await here.press()
            return await hook.word()

    assert run(work()) == "allow"
    assert (shop.parent / "reviewer.sh.count").read_text() == "x\n"


def test_no_reviewer_answers_for_what_the_program_wished(home: Path, shop: Path) -> None:
    """A machine that would allow everything is not even started."""

    async def work() -> str:
        script = shop.parent / "reviewer.sh"
        script.write_text('#!/bin/sh\ncat >/dev/null\necho x >> "$0.count"\necho ALLOW\n')
        script.chmod(0o700)
        role = REVIEWED.replace("ask: [Bash]", "allow: [Bash]")
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, role=role, config=config) as here:
            hook = await here.start(wish("make"))
            await here.rings()
            await here.press(Answer.DENY)
            return await hook.word()

    assert run(work()) == "deny"
    assert not (shop.parent / "reviewer.sh.count").exists()


def test_a_reviewer_without_instructions_is_not_asked(home: Path, shop: Path) -> None:
    """The h2 document: "not enabled (or no reviewer instructions)" is left to a person."""

    async def work() -> str:
        script = shop.parent / "reviewer.sh"
        script.write_text('#!/bin/sh\ncat >/dev/null\necho x >> "$0.count"\necho ALLOW\n')
        script.chmod(0o700)
        role = "permissions: {allow: [Read], agent: {enabled: true}}\n"
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, role=role, config=config) as here:
            hook = await both(here)
            await here.press(Answer.DENY)
            return await hook.word()

    assert run(work()) == "deny"
    assert not (shop.parent / "reviewer.sh.count").exists()


@pytest.mark.parametrize("env", [CLI, HEADLESS])
@pytest.mark.parametrize(("says", "word"), [("ALLOW", "allow"), ("DENY\\nno", "deny")])
def test_the_reviewer_answers_for_what_no_ask_came_before(
    home: Path, shop: Path, env: dict[str, str], says: str, word: str
) -> None:
    """What the rules leave open goes to it first, as before a call."""

    async def work() -> tuple[Any, ...]:
        script = shop.parent / "reviewer.sh"
        script.write_text(f"#!/bin/sh\ncat >/dev/null\nprintf '{says}\\n'\n")
        script.chmod(0o700)
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, role=REVIEWED, config=config) as here:
            return await here.word(wish("make"), env=env), here.phone.asked

    assert run(work()) == (word, [])


@pytest.mark.parametrize(
    ("role", "agent", "variables", "word"),
    [
        ("reviewed", "arch-1", {}, "allow"),
        ("reviewed", "arch-2", {}, "deny"),
        # A name without a role is in no file of ours.
        ("", "arch-1", {}, "deny"),
        ("", "../sessions/arch-1", {}, "deny"),
        # Whose name it is says a variable only, which anybody can set.
        ("", "", {"PROCTOR_AGENT": "arch-1"}, "deny"),
        # Its role has no reviewer, or none any more.
        ("coder", "arch-1", {}, "deny"),
        # Whoever spawned it has no reviewer.
        ("coder under guarded", "arch-1", {}, "deny"),
    ],
)
def test_a_reviewer_is_told_what_the_sessions_folder_says(
    home: Path, shop: Path, role: str, agent: str, variables: dict[str, str], word: str
) -> None:
    """Its file is that of the agent whose name the hook's own file, or a person, has said."""

    async def work() -> str:
        script = shop.parent / "reviewer.sh"
        script.write_text(
            "#!/bin/sh\ngrep -q 'Makefiles are harmless' && echo ALLOW || echo DENY\n"
        )
        script.chmod(0o700)
        told = home / "sessions" / "arch-1" / "permission-reviewer.md"
        told.parent.mkdir(parents=True)
        told.write_text("Makefiles are harmless.\n")
        told.chmod(0o600)
        write_role(home, REVIEWED, "reviewed")
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, config=config, timeout=0.2) as here:
            return await here.word(
                wish("make"), role=role, agent=agent, env={**HEADLESS, **variables}
            )

    assert run(work()) == word


def judge(shop: Path, text: str) -> str:
    """Write a reviewer, and return the configuration that names it."""
    script = shop.parent / "reviewer.sh"
    script.write_text(f"#!/bin/sh\ncat >/dev/null\n{text}\n")
    script.chmod(0o700)
    return f"reviewer: {{command: [{script}]}}\n"


def test_reviewer_that_fails_is_named_wherever_people_look(home: Path, shop: Path) -> None:
    """In the dialog, in the question beside it, in the record and by `doctor`; until it answers."""

    async def work() -> dict[str, Any]:
        async with hooks(home, shop, role=REVIEWED, config=judge(shop, "exit 3")) as here:
            _, said = await here.end(pre("make"))
            beside = await here.start(wish("make"))
            await here.rings()
            await here.press()
            assert await beside.word() == "allow"
            found = {
                "dialog": said["permissionDecisionReason"],
                "question": here.phone.asked[0].body["review"],
                "records": [record.detail for record in records(here.office)],
                "doctor": await asyncio.to_thread(told_by_doctor, home),
            }
            judge(shop, "echo 'ASK_USER: not sure'")
            await here.end(pre("make all", "call-2"))
            return found | {"later": await asyncio.to_thread(told_by_doctor, home)}

    def told_by_doctor(home: Path) -> list[tuple[str, str]]:
        return [(one.what, one.do) for one in examine_home(home) if one.do == REVIEWER]

    found = run(work())
    words = found["question"]

    assert words.startswith("reviewer reviewer.sh: no answer in ")
    assert words.endswith(" s: the reviewer `reviewer.sh` ended with status 3")
    assert f"; {words}. To stop being asked" in found["dialog"]
    assert found["records"] == [words, words]
    assert found["doctor"] == [(words, REVIEWER)]
    assert found["later"] == []


def test_reason_of_a_deny_goes_to_the_agent(home: Path, shop: Path) -> None:
    """A model that marks its word, or puts the reason behind it, is understood."""

    async def work() -> list[tuple[str, str]]:
        said = []
        config = judge(shop, "echo 'DENY: it publishes'")
        async with hooks(home, shop, role=REVIEWED, config=config) as here:
            for number, text in enumerate(("echo 'DENY: it publishes'", "echo '**DENY**'")):
                judge(shop, text)
                _, told = await here.end(pre(f"make {number}", f"call-{number}"))
                said.append((told["permissionDecision"], told["permissionDecisionReason"]))
        return said

    by = "Proctor (role coder): denied by reviewer reviewer.sh"
    assert run(work()) == [
        ("deny", f"{by}: it publishes"),
        ("deny", f"{by}: the reviewer denied this and gave no reason"),
    ]


def test_variables_of_a_reviewer_come_from_a_persons_terminal_alone(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each terminal renews them, nothing else is, and a repository's never get in."""
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://evil.example")
    first = {"HTTPS_PROXY": "http://p:1", "TG_API_TOKEN": "1:a", "PATH": "/opt/bin"}
    second = {"ANTHROPIC_AUTH_TOKEN": "t", "TG_API_TOKEN": "2:b", "LD_PRELOAD": "/srv/x.so"}
    names = {*first, *second, "ANTHROPIC_BASE_URL"}

    def as_hooks_start_it() -> dict[str, str]:
        return {name: value for name, value in hook_environment(home).items() if name in names}

    async def work() -> list[dict[str, str]]:
        seen = []
        async with house(home):
            for caller, variables in (
                (Caller(), first),
                (Caller(above="guarded"), {"ANTHROPIC_BASE_URL": "http://evil.example"}),
                (Caller(), second),
            ):
                await asyncio.to_thread(serve_for, home, caller, variables)
                seen.append(as_hooks_start_it())
            await asyncio.to_thread(start_for_person, home, {"http_proxy": "http://p:2"})
        return [*seen, {**hook_environment(home)}]

    *seen, last = run(work())
    kept = {"TG_API_TOKEN": "1:a", "PATH": "/opt/bin"}

    assert seen == [first, first, {**kept, "ANTHROPIC_AUTH_TOKEN": "t"}]
    assert last["http_proxy"] == "http://p:2"
    assert "ANTHROPIC_AUTH_TOKEN" not in last
    assert stat.S_IMODE((home / FILE).stat().st_mode) == 0o600
