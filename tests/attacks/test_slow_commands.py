"""
Commands that keep the reader busy: their steps are counted, never their time.

Whatever an agent sends, reading it ends within the budget, what was not read is never allowed,
and a deny still meets what was read before.
"""

from __future__ import annotations

from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from proctor.approval import covered_files
from proctor.approval.covered_files import snapshot
from proctor.normalise import normalise
from proctor.normalise.shell.budget import MOST_RESERVE, MOST_STEPS, USED_UP
from proctor.normalise.shell.deeds import WILD_USE
from proctor.normalise.shell.parts import shell_parts
from proctor.normalise.shell.scene import Scene, scene_of
from proctor.observe import observed
from proctor.owner.client import Client, line_of
from proctor.policy.decide import decide
from proctor.policy.guard_programs import MOST_FILLED_IN, running
from proctor.terms.action import Part
from proctor.terms.call import ToolCall
from proctor.terms.effect import ALLOW, ASK, DENY
from tests.amounts import amount
from tests.server.asking_rig import coder, write_role
from tests.server.backgrounds import pending
from tests.server.running import running as running_server
from tests.server.running import until
from tests.slow_inputs import (
    AROUND,
    GUARDED,
    SIZE,
    decide_whole,
    different_globs,
    filled,
    plain_script,
    project,
    shell_call,
    worst_commands,
)
from tests.tables import each_row

# The last thing that is weighed may be larger than what is left.
OVERDRAFT = SIZE
# `make full` tries all of the worst commands, `make test` every third one.
EVERY = amount(3, 1)
# Calls of an agent, each in a session of its own.
FLOOD = 60
EXPENSIVE = worst_commands()["rows of `eval` with many words"]


def steps_of(text: str) -> tuple[int, tuple[Part, ...], Scene]:
    """Read a command; return the steps that it took, its parts, and its scene."""
    scene = scene_of(AROUND, "Bash", "bash")
    parts = shell_parts(text, scene)
    budget = scene.budget
    return MOST_STEPS - budget.left + MOST_RESERVE - budget.reserve.left, parts, scene


@each_row("name", list(worst_commands())[::EVERY])
def test_slow_commands_stay_within_the_budget(name: str) -> None:
    """No command takes more steps than there are, but for the one that ends the reading."""
    steps, parts, _ = steps_of(worst_commands()[name])

    assert steps <= MOST_STEPS + MOST_RESERVE + OVERDRAFT
    assert parts


@each_row("text", ["eval " * 60 + "ls", "eval " * 900 + "ls", "eval -- " * 400 + "ls"])
def test_rows_of_eval_take_steps_in_proportion_to_their_length(text: str) -> None:
    """What is left of a line is read once, not again behind every `eval`."""
    steps, parts, _ = steps_of(text)

    assert steps < 20 * len(text)
    assert parts[-1].command is not None
    assert parts[-1].command.words == ("ls",)


@each_row(
    "text",
    ["eval eval rm -rf /", "eval eval -- rm -rf /", "eval eval eval 'rm -rf /'",
     "f() { rm -rf /; }; eval eval f", "eval() { rm -rf /; }; eval eval ls"],
)  # fmt: skip
def test_rows_of_eval_hide_nothing(text: str) -> None:
    """Whatever number of them stands in front, a destructive command is denied."""
    assert decide_whole(shell_call(text)).effect is DENY


@each_row(
    "text",
    ["eval echo " + "a " * 1100 + "';rm -rf /'", "eval " * 1600 + "rm -rf /",
     'f() { eval "$@"; }; f echo ' + "a " * 1100 + "';rm -rf /'",
     'f() { shift 1000; "$@"; }; f ' + "a " * 1000 + "rm -rf /",
     "trap ls " + "a " * 1100 + "EXIT", "set -- " + "a " * 1100 + "; shift 1000; $1 -rf /"],
)  # fmt: skip
def test_words_beyond_the_limit_are_never_allowed(text: str) -> None:
    """A builtin or a function is not judged by its first thousand words alone."""
    assert decide_whole(shell_call(text)).effect is not ALLOW


def test_rest_of_a_long_command_is_unread() -> None:
    """Where the steps end, the rest is one unread part, and the call is asked about."""
    _, parts, _ = steps_of("ls\n" + EXPENSIVE)

    assert USED_UP in {part.unread for part in parts}
    assert decide_whole(shell_call("ls\n" + EXPENSIVE)).effect is ASK


def test_commands_before_the_end_of_the_budget_still_meet_a_deny() -> None:
    """What was read before the steps were used up counts."""
    assert decide_whole(shell_call("rm -rf /\n" + EXPENSIVE)).effect is DENY


@each_row("program", ["ls", "cat", "cp", "rm", "bash"])
def test_commands_behind_the_end_of_the_budget_still_meet_a_deny(program: str) -> None:
    """The reserve reads the short commands behind thousands of patterns."""
    text = different_globs(program, SIZE - 20) + "\nrm -rf /"
    _, parts, scene = steps_of(text)

    assert USED_UP in {part.unread for part in parts}
    assert scene.budget.reserve.left < MOST_RESERVE
    assert decide_whole(shell_call(text)).effect is DENY


def test_plain_commands_behind_an_expensive_text_still_meet_a_deny() -> None:
    """A reserve is left for what is plain in a text that took too long to parse."""
    text = filled("", "`a`", size=100_000) + "; )\n"
    _, parts, scene = steps_of(text)

    assert parts[0].unread
    assert scene.budget.reserve.left < MOST_RESERVE
    assert decide_whole(shell_call("rm -rf /;" + text)).effect is DENY


def test_commands_of_one_call_share_the_budget() -> None:
    """A call with several commands is read with the steps of one."""
    plain = plain_script()
    several = {"command": plain, "cmd": f"{plain} ", "script": f" {plain}"}
    info = AROUND.catalogue.get("Bash")
    fields = {name: several[name] for name in info.fields if name in several}
    fields |= {"command": plain}
    parts = normalise(ToolCall(tool="Bash", input=fields), AROUND).parts
    scene = scene_of(AROUND, "Bash", "bash")
    shell_parts(plain, scene)
    again = shell_parts(f"{plain} ", scene)

    assert len(parts) < 1001
    assert again[-1].unread == USED_UP


def test_salvage_starts_no_new_budget() -> None:
    """Texts that cannot be read, one inside the other, share one reserve."""
    _, _, scene = steps_of("bash -c '" * 3 + filled("(( ", "a;b|c&d `e` ", size=60_000))

    assert scene.budget.reserve.reserve is scene.budget.reserve
    assert scene.budget.left <= MOST_STEPS


def test_reading_takes_the_same_steps_again() -> None:
    """A tree that is kept from the first reading costs what it did then."""
    text = plain_script(20_000)

    assert steps_of(text)[0] == steps_of(text)[0]


def test_plain_script_is_read_whole() -> None:
    """A script of 128 KiB with ordinary commands does not use up the steps."""
    steps, parts, _ = steps_of(plain_script())

    assert steps < MOST_STEPS
    assert USED_UP not in {part.unread for part in parts}


@pytest.mark.parametrize("end", ["E", "'E'"])
def test_plain_here_document_is_read_whole(end: str) -> None:
    """A here-document of 100 KB costs few steps, expanded or not."""
    body = "some words of a plain text, and a bit more\n" * 2400
    steps, parts, _ = steps_of(f"cat > notes.txt <<{end}\n{body}E\n")

    assert len(body) > 100_000
    assert steps < MOST_STEPS // 8
    assert not any(part.unread for part in parts)


@each_row(
    "tool, name",
    [("Read", "file_path"), ("Edit", "file_path"), ("WebFetch", "url"), ("Glob", "pattern"),
     ("mcp__a__b", "a")],
)  # fmt: skip
def test_long_inputs_of_other_tools_are_decided(tool: str, name: str) -> None:
    """A path, a URL or a deep value of 64 KB has a decision, and it is not an allow by accident."""
    deep: object = "../" * 20_000
    for _ in range(200):
        deep = {"a": [deep]} if tool == "mcp__a__b" else deep
    call = ToolCall(tool=tool, input={name: deep})

    assert decide(normalise(call, AROUND), GUARDED).effect is not ALLOW


GLOBS = [name for name in worst_commands() if "globs" in name]


@each_row("name", [*GLOBS[::EVERY], "a link before a plain script"])
def test_snapshots_of_slow_commands_stay_within_their_steps(name: str) -> None:
    """Whatever patterns a command has, comparing them with names ends, and says so."""
    action = observed(shell_call(worst_commands()[name]), project())
    search = covered_files.Search(action)
    problem = covered_files.TOO_MANY
    with suppress(covered_files.TooMany):
        search.marks_of(search.paths())
        problem = ""
    taken = covered_files.MOST_STEPS - search.steps_left

    assert taken <= covered_files.MOST_STEPS + OVERDRAFT
    assert snapshot(action).problem == problem


def test_long_path_is_looked_up_where_a_system_finds_names() -> None:
    """A path of tens of thousands of folders that are not there is no way to walk back."""
    action = observed(shell_call(worst_commands()["a long path with globs"]), project())
    search = covered_files.Search(action)
    search.marks_of(search.paths())

    assert search.steps_left > covered_files.MOST_STEPS // 2


def test_pattern_is_compared_once() -> None:
    """Repeated patterns take no more than a step each."""
    once, often = (covered_files.Search(observed(shell_call(text), project()))
                   for text in ("bash folder*/f*", "bash " + "folder*/f* " * 500))  # fmt: skip
    found = [once.paths(), often.paths()]

    assert found[0] == found[1]
    assert once.steps_left - often.steps_left < 500 * 20


def test_snapshot_of_ten_thousand_files_is_complete() -> None:
    """A pattern for all files of a large project is still covered by a yes."""
    found = snapshot(observed(shell_call("bash folder*/f*"), project()))

    assert found.problem == ""
    assert len(found.marks) > 10_000


@each_row("text", ["bash " + "*/* " * 900 + "x", "npx " + "*/* " * 900 + "x"])
def test_wildcards_are_filled_in_a_limited_number_of_times(text: str) -> None:
    """Each filled-in program is a command to look at; many patterns are not as many commands."""
    part = normalise(shell_call(text), AROUND).parts[0]
    said = [why for _, why in running(part, AROUND)]

    assert sum("may stand for a program:" in why for why in said) <= MOST_FILLED_IN * 5
    assert any("in more ways than are looked at" in why for why in said)
    assert decide(normalise(shell_call(text), AROUND), GUARDED).effect is ASK


def test_patterns_take_steps_for_what_they_are_compared_with() -> None:
    """Each is compared with names of secrets and guarded places, so words cost less."""
    plain, wild = ("rm " + " ".join(f"{sign}x{n}" for n in range(300)) for sign in ("a", "*"))

    assert steps_of(wild)[0] - steps_of(plain)[0] >= 300 * WILD_USE


def test_session_with_slow_questions_lets_other_agents_ask(tmp_path: Path) -> None:
    """Its looks at files wait for each other, invented sessions too; others are asked before."""
    home = tmp_path / "home"
    home.mkdir()
    write_role(home)
    root = tmp_path / "shop"
    root.mkdir()
    # Cheap to decide, but a yes covers what it imports, wherever that may be.
    (root / "x.py").write_text("".join(f"import m{number}\n" for number in range(5000)))
    with running_server(home), ExitStack() as stack:
        for number in range(FLOOD):
            request = coder(f"python3 x.py {number}", root, agent="loud", session=f"s{number}")
            send(stack.enter_context(Client.connect(home)), request)
        send(stack.enter_context(Client.connect(home)), coder("make", root, agent="quiet"))
        until(lambda: any(one["agent"] == "quiet" for one in pending(home)))
        asked = pending(home)

    # Taken in the order in which they came, it would have been one of the last.
    assert len(asked) < FLOOD // 2


def send(client: Client, request: dict[str, Any]) -> None:
    """Send a call to be decided, and do not wait for the answer."""
    client.socket.sendall(line_of("decide", request))
