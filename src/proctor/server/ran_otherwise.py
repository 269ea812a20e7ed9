"""
Whether a command ran as it was decided.

Another hook beside ours may put another command in the place of the one that was decided
(`updatedInput`), and the program runs that. The hook cannot stop it: it has answered already.
But the program tells what it ran, so it is seen and kept.
"""

from __future__ import annotations

from proctor.terms.call import ToolCall

MOST = 5_000
Name = tuple[str, str]


class Decided:
    """The commands that may run, until they have."""

    def __init__(self) -> None:
        self.commands: dict[Name, int] = {}

    def note(self, session: str, call: ToolCall) -> None:
        """Note a command that was allowed; the oldest is forgotten where there are too many."""
        command = command_of(call)
        if command is None or not call.call_id:
            return
        if len(self.commands) >= MOST:
            del self.commands[next(iter(self.commands))]
        # A number in place of the text, which may be long and secret.
        self.commands[session, call.call_id] = hash(command)

    def otherwise(self, session: str, call: ToolCall) -> bool:
        """Say whether a call has run as another command than was decided."""
        decided = self.commands.pop((session, call.call_id or ""), None)
        return decided is not None and decided != hash(command_of(call))


def command_of(call: ToolCall) -> str | None:
    """Return the command of a shell's call; None where it has none."""
    given = call.input
    command = given.get("command") if isinstance(given, dict) else None
    return command if isinstance(command, str) else None
