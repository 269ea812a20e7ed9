"""The guard and every command of the table: an agent runs only those that the design leaves it."""

from __future__ import annotations

from collections.abc import Iterator

from proctor.cli.main import COMMANDS, load_command
from proctor.terms.effect import Effect
from proctor.terms.surroundings import Surroundings
from tests.policy.test_guard import ran
from tests.tables import each_row

# What only looks, and asks nobody; and what an agent may do where its rules let it.
FREE = {
    "explain", "check", "test", "replay", "list", "status", "role list", "role show", "send",
    "tools list", "tools show", "workflow list", "workflow show",
}  # fmt: skip


def every_command() -> Iterator[str]:
    """Return each command, with its subcommands."""
    for name in COMMANDS:
        below = getattr(load_command(name), "commands", None)
        yield from [f"{name} {each}" for each in below] if below else [name]


@each_row("command", list(every_command()))
def test_a_command_is_for_people_unless_it_is_on_the_list(
    command: str, around: Surroundings
) -> None:
    """A new command is refused to agents until somebody decides otherwise."""
    found = {
        start: ran(f"{start} {command}", around).effect is Effect.DENY
        for start in ("proctor", "python -m proctor", "/usr/local/bin/proctor")
    }

    assert found == dict.fromkeys(found, command not in FREE)


@each_row(
    "words",
    ["grant list", "grant list --json", "grant revoke 3", "grant revoke --all",
     "grant add bash --agent arch-1 --yes", "channel list",
     "channel test telegram", "channel test discord --wait 0", "approvals --watch",
     "approve 12 --session", "approve 12 --always --yes", "approve 12 --category -y",
     "approve --for 10m 12", "deny 12 --message no"],
)  # fmt: skip
def test_nothing_about_answers_is_an_agents(words: str, around: Surroundings) -> None:
    """Neither giving one, nor seeing what is remembered, nor writing to people."""
    starts = ("proctor", "sudo proctor", "bash -c 'proctor WORDS'", "PROCTOR_HOME=/tmp/x proctor")
    lines = [
        each.replace("WORDS", words) if "WORDS" in each else f"{each} {words}" for each in starts
    ]

    assert [ran(line, around).effect for line in lines] == [Effect.DENY] * len(lines)
