"""One agent's state: what holds it up comes first, and each call only ends itself."""

from __future__ import annotations

import pytest

from proctor.server.agent_states import MOST_CALLS, AgentState, body_of, from_row, in_words
from proctor.terms.agent import Agent
from tests.tables import each_row

ONE, TWO, SUB = ("", "1"), ("", "2"), ("sub", "1")


def test_what_holds_an_agent_up_comes_first() -> None:
    """Blocked before reviewing before running before what it does itself."""
    state = AgentState("arch-1")
    seen = [state.state]
    state.runs(ONE, "Read")
    seen.append(state.state)
    state.reviews(TWO, "Bash")
    seen.append(state.state)
    state.asks(SUB, "Edit")
    seen.append(state.state)
    for key in (SUB, TWO, ONE):
        state.over(key)
        seen.append(state.state)

    assert seen == [
        ("starting", ""),
        ("running", "Read"),
        ("reviewing permission", "Bash"),
        ("blocked", "Edit"),
        ("reviewing permission", "Bash"),
        ("running", "Read"),
        ("starting", ""),
    ]


def test_the_last_call_that_began_is_the_one_that_runs() -> None:
    """When it is over, the one before it is still running."""
    state = AgentState("arch-1")
    state.runs(ONE, "Agent")
    state.runs(SUB, "Bash")
    seen = [state.state]
    state.over(SUB)

    assert [*seen, state.state] == [("running", "Bash"), ("running", "Agent")]


@pytest.mark.parametrize("event", ["Stop", "StopFailure", "UserPromptSubmit", "Notification"])
def test_the_end_of_a_turn_ends_the_agents_own_calls(event: str) -> None:
    """A sub-agent in the background goes on."""
    state = AgentState("arch-1")
    for key in (ONE, SUB):
        state.asks(key, "Bash")
    state.hear(event, "", {"notification_type": "idle_prompt"})

    assert list(state.blocked) == [SUB]


def test_what_a_sub_agent_says_never_moves_the_agent_itself() -> None:
    """Whatever the event, but that its own calls are over."""
    state = AgentState("arch-1")
    state.hear("UserPromptSubmit", "", {})
    state.runs(SUB, "Bash")
    for event in ("Stop", "SessionStart", "PreCompact", "UserPromptSubmit", "Notification"):
        state.hear(event, "sub", {"notification_type": "idle_prompt"})
    before = state.state
    state.hear("SubagentStop", "sub", {})

    assert (before, state.state) == (("running", "Bash"), ("thinking", ""))


def test_a_compaction_ends_where_it_began() -> None:
    """By hand it was idle before, by itself it was thinking."""
    seen = []
    for before, ends in (("Stop", "PostCompact"), ("UserPromptSubmit", "SessionStart")):
        state = AgentState("arch-1")
        for event in (before, "PreCompact", "PreCompact"):
            state.hear(event, "", {})
        seen.append(state.state[0])
        state.hear(ends, "", {"source": "compact"})
        seen.append(state.state[0])

    assert seen == ["compacting", "idle", "compacting", "thinking"]


def test_calls_without_end_are_bounded() -> None:
    """An agent that begins calls for ever takes no more room."""
    state = AgentState("arch-1")
    for number in range(MOST_CALLS + 50):
        state.runs(("", str(number)), "B" * 10_000)

    assert len(state.running) == MOST_CALLS
    assert len(state.state[1]) == 100


@each_row(
    ("state", "tool", "words"),
    [
        ("running", "Bash", "running Bash"),
        ("blocked", "Bash", "blocked (permission: Bash)"),
        ("reviewing permission", "Bash", "reviewing permission"),
        ("idle", "", "idle"),
        ("running", "", "running"),
    ],
)
def test_states_as_people_read_them(state: str, tool: str, words: str) -> None:
    """The tool is named where that helps."""
    assert in_words(state, tool) == words


@pytest.mark.parametrize(("kept", "taken"), [("idle", "idle"), ("blocked", "thinking")])
def test_an_agent_is_taken_up_as_it_was(kept: str, taken: str) -> None:
    """Which of its calls go on nobody knows, so none is shown."""
    row = Agent("h", "h", "arch-1", "coder", kept, "Bash", "s-1", body={"pid": "7"})
    state = from_row(row)

    assert (state.state, state.session, state.pid, state.role) == ((taken, ""), "s-1", "7", "coder")


@pytest.mark.parametrize("how", ["exited", "lost"])
def test_one_that_is_gone_is_gone_whatever_comes(how: str) -> None:
    """Its calls are over, and neither an event nor a call brings it back."""
    state = AgentState("arch-1")
    state.asks(ONE, "Bash")
    state.go(how, 3)
    state.asks(TWO, "Bash")
    state.hear("UserPromptSubmit", "", {})

    assert (state.state, ONE in state.blocked, state.exit_code) == ((how, ""), False, 3)


def test_one_that_is_started_again_begins_anew() -> None:
    """What it was blocked on, how it ended and which process it was are over; its name stays."""
    state = AgentState("arch-1", session="s-1", pid="7")
    state.asks(SUB, "Bash")
    state.go("exited", None, "SIGKILL")
    state.begin("1.0 2")

    assert (state.state, state.pid, state.signal, state.start, state.blocked) == (
        ("starting", ""), "", "", "1.0 2", {},
    )  # fmt: skip


def test_an_agent_of_ours_is_taken_up_with_all_that_is_known() -> None:
    """What the row says of it is what it says again."""
    state = AgentState("arch-1", session="s-1", pid="7")
    state.start, state.cwd, state.parent, state.sandbox = "1.0 1", "/srv/app", "boss", True
    state.tokens, state.cost, state.birth = 12, 0.5, "99"
    state.go("exited", 3)
    row = Agent("h", "h", "arch-1", state="exited", session="s-1", body=body_of(state))

    assert body_of(from_row(row)) == body_of(state)
    assert from_row(row).state == ("exited", "")


@each_row("odd", [None, "x", [1], {}, True, -1, float("nan"), float("inf")])
def test_a_row_that_was_damaged_is_taken_up_all_the_same(odd: object) -> None:
    """What is no number and no text is none."""
    names = ("pid", "birth", "start", "cwd", "parent", "tokens", "cost", "exit_code", "signal")
    row = Agent("h", "h", "arch-1", state="lost", body=dict.fromkeys(names, odd))
    state = from_row(row)

    assert (state.state, state.tokens >= 0, state.cost >= 0) == (("lost", ""), True, True)


def test_one_that_tells_nothing_is_taken_up_as_running() -> None:
    """It runs, with no tool; of one with a tool nobody knows whether the call goes on."""
    rows = [Agent("h", "h", "a", state="running", tool=tool) for tool in ("", "Bash")]

    assert [from_row(row).state for row in rows] == [("running", ""), ("thinking", "")]
