"""PermissionRequest and the reviewer: when it is asked, and what it is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from proctor.terms.reply import Answer
from tests.server.hook_rig import (
    CLI,
    HEADLESS,
    both,
    hooks,
    run,
    wish,
)

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
        ("", "arch-1", {}, "allow"),
        ("", "arch-2", {}, "deny"),
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
        config = f"reviewer: {{command: [{script}]}}\n"
        async with hooks(home, shop, config=config, timeout=0.2) as here:
            return await here.word(
                wish("make"), role=role, agent=agent, env={**HEADLESS, **variables}
            )

    assert run(work()) == word
