"""The words that start Claude Code, and those that nobody may add."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.agents.claude_command import (
    check_extra,
    check_extra_of_agent,
    is_claude,
    long_prompts,
    mode_of,
    words_of,
)
from proctor.errors import UsageError
from proctor.terms.mode import Mode
from proctor.terms.role import Role
from tests.agents.test_session_files import a_session
from tests.tables import each_row

SETTINGS = Path("/home/ada/.proctor/sessions/coder/.claude/settings.json")
PLAIN = Role(id="coder", name="coder")


def test_a_role_becomes_words() -> None:
    """Settings, session, mode, model and both prompts, and what a person added last."""
    role = Role(
        id="coder", name="coder", model="opus", system_prompt="You are.", instructions="Do.\nIt."
    )
    session = a_session(command=("/usr/bin/claude",), mode="plan", extra=("--verbose", "Begin."))

    assert [
        "/usr/bin/claude", "--settings", str(SETTINGS), "--session-id", "8c1f",
        "--permission-mode", "plan", "--model", "opus", "--system-prompt", "You are.",
        "--append-system-prompt", "Do.\nIt.", "--verbose", "Begin.",
    ] == words_of(role, session, SETTINGS, resume=False)  # fmt: skip


def test_a_mode_is_always_said() -> None:
    """Without one the program would choose for itself."""
    words = words_of(PLAIN, a_session(), SETTINGS, resume=False)

    assert words[-2:] == ["--permission-mode", "default"]


def test_a_resumed_session_gets_everything_again() -> None:
    """The program remembers what was said, and not under which role."""
    role = Role(id="coder", name="coder", model="opus", instructions="Do.")
    words = words_of(role, a_session(mode="dontAsk"), SETTINGS, resume=True)

    assert [
        "claude", "--settings", str(SETTINGS), "--resume", "8c1f", "--permission-mode", "dontAsk",
        "--model", "opus", "--append-system-prompt", "Do.",
    ] == words  # fmt: skip


@pytest.mark.parametrize(
    ("mode", "told"),
    [(None, "default"), (Mode.DELEGATE, "default"), (Mode.BYPASS, "bypassPermissions")],
)
def test_what_the_program_does_not_know_it_is_not_told(mode: Mode | None, told: str) -> None:
    """Delegate is ours alone."""
    assert told == mode_of(Role(id="x", name="x", mode=mode))


@each_row(
    "words",
    [
        "--bare", "--safe-mode", "--settings /tmp/x.json", "--settings={}",
        "--setting-sources user", "--restricted", "--permission-mode auto",
        "--permission-mode=auto", "--permission-mode",
        "--permission-mode plan --permission-mode auto",
        "--dangerously-skip-permissions", "--allow-dangerously-skip-permissions",
        "--permission-prompt-tool x", "--allowedTools Bash", "--allowed-tools=Bash",
        "--ALLOWEDTOOLS Bash", "--allowed_tools Bash", "--session-id x", "--resume", "-r x", "-c",
        "-pc", "--continue", "--fork-session", "--bg", "--background", "--cloud", "--teleport",
        "--verbose --settings x", "--model opus", "--system-prompt x", "--append-system-prompt x",
        "mcp add x", "update", "doctor", "config set x",
    ],
)  # fmt: skip
def test_words_that_lead_past_the_role_are_refused(words: str) -> None:
    """Each with a sentence that says why."""
    with pytest.raises(UsageError, match=r"(cannot be given to the agent: |starts no agent)"):
        check_extra(words.split(), PLAIN)


@each_row(
    "words",
    [
        [], ["Write the tests."], ["-p", "Write the tests."], ["--verbose"],
        ["--add-dir", "../lib"],
        ["--effort", "high"], ["--disallowedTools", "WebFetch"], ["--debug-file", "x.log"],
        ["--permission-mode", "plan", "Begin."], ["--permission-mode=plan"],
        ["Do not use --settings here."], ["--system-prompt-snapshot", "off"], ["-"],
    ],
)  # fmt: skip
def test_other_words_are_the_persons_own(words: list[str]) -> None:
    """A prompt, and options that change nothing of what is checked."""
    check_extra(words, PLAIN)


@each_row("mode", [Mode.DEFAULT, Mode.ACCEPT_EDITS, Mode.DELEGATE, Mode.DONT_ASK, Mode.PLAN])
def test_a_role_with_a_mode_does_not_begin_with_another(mode: Mode) -> None:
    """What the role says counts, and `plan` of a role is not left."""
    with pytest.raises(UsageError, match="cannot be given to the agent"):
        check_extra(["--permission-mode", "plan"], Role(id="x", name="x", mode=mode))


def test_a_role_that_says_bypass_may_be_told_so() -> None:
    """The role has it already."""
    role = Role(id="x", name="x", mode=Mode.BYPASS)

    check_extra(["--dangerously-skip-permissions"], role)


@each_row("words", [["-p", "x"], ["--verbose"], ["a", "b"], ["-"], ["--mcp-config={}"]])
def test_an_agent_adds_one_prompt_and_nothing_else(words: list[str]) -> None:
    """An option can name a server that runs whatever it likes."""
    with pytest.raises(UsageError, match="one prompt and no options"):
        check_extra_of_agent(words)
    check_extra_of_agent(["Write the tests."])


@each_row(
    ("command", "expected"),
    [
        (["claude"], True), (["/opt/bin/claude", "--x"], True), (["./claude"], True),
        (["claude-next"], False), (["codex"], False), ([], False), (["/claude/run"], False),
    ],
)  # fmt: skip
def test_claude_is_known_by_its_name(command: list[str], expected: bool) -> None:
    """The name of the program's file is what counts."""
    assert expected == is_claude(command)


def test_a_prompt_that_is_no_word_any_more_goes_by_a_file() -> None:
    """The system takes words up to a length; the program reads files too."""
    role = Role(id="x", name="x", system_prompt="s" * 100_001, instructions="i" * 100_000)
    words = words_of(role, a_session(), SETTINGS, resume=False)

    assert words[-4:] == [
        "--system-prompt-file", str(SETTINGS.with_name("system-prompt.md")),
        "--append-system-prompt", "i" * 100_000,
    ]  # fmt: skip
    assert long_prompts(role) == {"system-prompt.md": "s" * 100_001}


@each_row("text", ["--bare", "--safe-mode", "-p", "--", "--settings={}"])
def test_a_value_is_never_an_option(text: str) -> None:
    """The program looks through all words for some options; a value is not one of them."""
    role = Role(id="coder", name="coder", model=text, system_prompt=text, instructions=text)

    assert [
        "claude", "--settings", str(SETTINGS), "--session-id", "8c1f", "--permission-mode",
        "default", f"--model={text}", f"--system-prompt={text}", f"--append-system-prompt={text}",
    ] == words_of(role, a_session(), SETTINGS, resume=False)  # fmt: skip
