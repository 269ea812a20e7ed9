"""Which allows go into the settings."""

from __future__ import annotations

import pytest

from proctor.adapters.claude_native_allows import native_allows
from proctor.terms.mode import Mode
from proctor.terms.role import ALLOW_BEFORE_ASK
from tests.adapters.ground import GROUND, Written, role_of
from tests.tables import each_row

ALLOWS = (
    "Read",
    "Grep",
    "Edit",
    "Edit(docs/**)",
    "WebFetch",
    "Bash(make *)",
    "Bash(git status *)",
    "Bash(env)",
    "mcp__shop__get_*",
    "TodoWrite",
)
WRITTEN = [
    "Read",
    "Grep",
    "Edit",
    "Edit(//srv/app/docs/**)",
    "WebFetch",
    "Bash(make *)",
    "Bash(git status *)",
    "Bash(env)",
    "mcp__shop__get_*",
    "TodoWrite",
]
COMMANDS = ["Bash(make *)", "Bash(git status *)", "Bash(env)"]
EDITS = ["Edit", "Edit(//srv/app/docs/**)"]
MAKE, STATUS, ENV = COMMANDS


def test_without_anything_stricter_all_are_written() -> None:
    """Where a role neither asks nor denies, its allows are written as they are."""
    assert native_allows(role_of(allow=ALLOWS), GROUND) == WRITTEN


@each_row(
    ("rule", "gone"),
    [
        ("Bash(git push *)", [ENV]),
        ("Bash(git *)", [STATUS, ENV]),
        ("Bash(git --output *)", [STATUS, ENV]),
        ("Bash(make install)", [MAKE, ENV]),
        ("Bash(m*)", COMMANDS),
        ("Bash(@network)", COMMANDS),
        ("Bash", COMMANDS),
        ({"tool": "Bash", "regex": "x"}, COMMANDS),
        ("PowerShell(x *)", []),
        ("Read(.env)", ["Read", "Grep", *COMMANDS]),
        ("Read(@secret)", ["Read", "Grep", *COMMANDS]),
        ("Grep", ["Grep"]),
        ("Edit(src/**)", [*EDITS, *COMMANDS]),
        ("Write", ["Edit(//srv/app/docs/**)", *COMMANDS]),
        ("Wri*", ["Edit(//srv/app/docs/**)", *COMMANDS]),
        ("Edit", [*EDITS, *COMMANDS]),
        ("WebFetch(domain:example.com)", ["WebFetch", *COMMANDS]),
        ("mcp__shop__get_price", ["mcp__shop__get_*"]),
        ("mcp__*", ["mcp__shop__get_*"]),
        ("mcp__shop__set_price", []),
        ("mcp__till__*", []),
        ("Todo*", ["TodoWrite"]),
        ("WebSearch", []),
        ("*", WRITTEN),
        ("tool:bash:curl .*", WRITTEN),
    ],
)
def test_an_allow_gives_way_to_an_ask(rule: Written, gone: list[str]) -> None:
    """An allow is left out where an ask may be about the same call: the program has no asks."""
    role = role_of(allow=ALLOWS, ask=(rule,))

    assert [text for text in WRITTEN if text not in gone] == native_allows(role, GROUND)


@each_row(
    ("rule", "gone"),
    [
        # Written as a deny, which the program puts first.
        ("Edit", COMMANDS),
        ("mcp__till__set", []),
        ("TodoWrite", []),
        ("WebFetch(domain:example.com)", COMMANDS),
        ("Read(~/.ssh/**)", ["Grep", *COMMANDS]),
        ("Edit(//etc/**)", COMMANDS),
        # Written, but not for all that ours denies.
        ("Edit(src/**)", [*EDITS, *COMMANDS]),
        ("Edit({.env,//x})", [*EDITS, *COMMANDS]),
        ("Bash(rm -rf *)", [ENV]),
        # Not written.
        ("Bash(@destroy)", COMMANDS),
        ({"rule": "Edit(//etc/**)", "until": "2999-12-31"}, [*EDITS, *COMMANDS]),
    ],
)
def test_an_allow_gives_way_to_a_deny_that_says_less(rule: Written, gone: list[str]) -> None:
    """An allow is left out where the program's deny would not hold all that ours holds."""
    role = role_of(allow=ALLOWS, deny=(rule,))

    assert [text for text in WRITTEN if text not in gone] == native_allows(role, GROUND)


def test_an_ask_behind_the_allows_changes_nothing() -> None:
    """In the order deny, allow, ask an allow is not asked about, here and there."""
    role = role_of(allow=ALLOWS, ask=("tool:.*",), order=ALLOW_BEFORE_ASK)

    assert native_allows(role, GROUND) == WRITTEN


@each_row(
    ("pattern", "kept"),
    [
        ("docker ps *", True),
        ("docker exec *", False),
        ("docker *", False),
        ("git *", False),
        ("git log *", True),
        ("git rebase *", False),
        ("find *", False),
        ("sudo -l", False),
        ("./run *", False),
        ("A=1 make", False),
        ("npm test *", True),
    ],
)
def test_a_program_that_runs_others_is_not_allowed_past_a_deny(pattern: str, *, kept: bool) -> None:
    """A command that may run another one is left out where some command is denied."""
    role = role_of(allow=(f"Bash({pattern})",), deny=("Bash(rm *)",))

    assert native_allows(role, GROUND) == ([f"Bash({pattern})"] if kept else [])


@pytest.mark.parametrize("mode", [Mode.PLAN, Mode.DELEGATE])
def test_modes_that_narrow_an_allow_have_none(mode: Mode) -> None:
    """In modes that deny what a rule allows, no allow is written."""
    assert native_allows(role_of(allow=ALLOWS, mode=mode), GROUND) == []


def test_what_the_user_is_asked_is_never_allowed() -> None:
    """Of the tools that ask the user the hook says nothing, so an allow would answer for them."""
    role = role_of(allow=("AskUserQuestion", "ExitPlanMode", "*Plan*", "EnterPlanMode"))

    assert native_allows(role, GROUND) == ["EnterPlanMode"]


def test_a_tool_that_the_role_lacks_is_not_allowed() -> None:
    """An allow for a tool that the role does not have is left out."""
    role = role_of(allow=("Read", "Bash", "view"), tools=("read_file",))

    assert native_allows(role, GROUND) == ["Read"]
