"""Whether a command ran as it was decided."""

from __future__ import annotations

from proctor.server.ran_otherwise import MOST, Decided
from proctor.terms.call import ToolCall


def bash(command: object, name: str | None = "c-1") -> ToolCall:
    """Return a call of the shell."""
    return ToolCall(tool="Bash", input={"command": command}, call_id=name)


def test_the_same_command_is_no_news() -> None:
    """What ran as decided is forgotten; a second word about it tells nothing."""
    decided = Decided()
    decided.note("s", bash("ls"))

    assert not decided.otherwise("s", bash("ls"))
    assert not decided.otherwise("s", bash("rm x"))
    assert decided.commands == {}


def test_another_command_is_told() -> None:
    """Also one that is no text any more."""
    for ran in ("rm x", None, 7):
        decided = Decided()
        decided.note("s", bash("ls"))
        assert decided.otherwise("s", bash(ran))


def test_only_what_was_noted_is_compared() -> None:
    """Another session, a call without a name and a tool without a command tell nothing."""
    decided = Decided()
    decided.note("s", bash("ls", None))
    decided.note("s", ToolCall(tool="Read", input={"file_path": "a"}, call_id="c-2"))
    decided.note("s", ToolCall(tool="Bash", input="ls", call_id="c-3"))

    assert decided.commands == {}
    assert not decided.otherwise("t", bash("ls"))


def test_the_oldest_is_forgotten() -> None:
    """Calls that never tell their end do not fill the memory."""
    decided = Decided()
    for number in range(MOST + 1):
        decided.note("s", bash("ls", f"c-{number}"))

    assert len(decided.commands) == MOST
    assert not decided.otherwise("s", bash("rm x", "c-0"))
    assert decided.otherwise("s", bash("rm x", f"c-{MOST}"))
