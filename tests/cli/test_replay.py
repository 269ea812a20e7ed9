"""`proctor replay`."""

from __future__ import annotations

import json

import pytest

from tests.amounts import amount
from tests.cli.conftest import Golden, Proctor, Write

LINES = """\
{"tool": "Bash", "input": {"command": "git status"}}
{"tool": "Bash", "input": {"command": "rm -rf /"}, "cwd": "/"}
nonsense
{"tool": "Read", "input": {"file_path": "a"}}

{"tool": "Bash", "input": ["ls"]}
"""


def answers(text: str) -> list[dict[str, object]]:
    """Read lines of JSON."""
    return [json.loads(line) for line in text.splitlines()]


def test_every_line_has_its_answer(process: Proctor, write: Write) -> None:
    """With --json there is an answer a line, in order, whatever the lines are."""
    write("calls.jsonl", LINES)

    result = process("replay", "calls.jsonl", "--role", "coder", "--json")

    found = answers(result.out)
    assert (result.status, result.err) == (0, "")
    assert [set(answer) for answer in found] == [{"n", "effect", "rule", "why"}] * 6
    assert [(answer["n"], answer["effect"]) for answer in found] == [
        (1, "allow"), (2, "deny"), (3, "ask"), (4, "allow"), (5, "ask"), (6, "deny"),
    ]  # fmt: skip


def test_stdin_is_read(process: Proctor) -> None:
    """`-` reads the calls from stdin."""
    result = process("replay", "-", "--json", input=LINES)

    assert [answer["n"] for answer in answers(result.out)] == [1, 2, 3, 4, 5, 6]


def test_people_get_a_summary(proctor: Proctor, write: Write, golden: Golden) -> None:
    """Without --json the effects are counted and the first denials shown."""
    write("calls.jsonl", LINES + LINES.splitlines()[1] * 1 + "\n")

    result = proctor("replay", "calls.jsonl", "--role", "coder")

    assert result.status == 0
    golden("cli/replay.txt", result.out)


def test_an_empty_file_is_no_calls(proctor: Proctor, write: Write) -> None:
    """A file without lines gives no answers, and says so with a status."""
    write("calls.jsonl", "")

    told = (2, "error: there is no call in `calls.jsonl`")
    plain, as_json = proctor("replay", "calls.jsonl"), proctor("replay", "calls.jsonl", "--json")

    assert (plain.status, plain.err.splitlines()[0]) == told
    assert plain.out.splitlines()[0] == "no calls"
    assert (as_json.status, as_json.err.splitlines()[0], as_json.out) == (*told, "")
    assert "proctor audit export" in plain.err


def test_lines_without_a_call_are_answered_and_an_error(proctor: Proctor, write: Write) -> None:
    """Each has its answer, and the status says that there was nothing to decide."""
    write("calls.jsonl", 'nonsense\n{"tool": "Bash"}\n')

    result = proctor("replay", "calls.jsonl", "--json")

    assert (result.status, [a["effect"] for a in answers(result.out)]) == (2, ["ask", "ask"])


def test_a_mode_can_be_forced(proctor: Proctor, write: Write) -> None:
    """--mode decides, whatever role and program say."""
    write("calls.jsonl", '{"tool": "Write", "input": {"file_path": "a"}}\n')

    result = proctor("replay", "calls.jsonl", "--role", "coder", "--mode", "plan", "--json")

    assert answers(result.out)[0]["effect"] == "deny"


def test_many_calls_are_decided_in_one_process(proctor: Proctor, write: Write) -> None:
    """Thousands of lines are one run."""
    many = amount(3000, 20_000)
    write("calls.jsonl", '{"tool": "Read", "input": {"file_path": "a"}}\n' * many)

    result = proctor("replay", "calls.jsonl", "--role", "coder", "--json")

    assert result.out.count('"effect": "allow"') == many


@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["none.jsonl"], "error: cannot read `none.jsonl`: No such file or directory"),
        (["."], "error: cannot read `.`: Is a directory"),
        (["x", "--role", "codr"], "error: there is no role `codr`"),
        (["x", "--mode", "x"], "error: `x` is not a mode"),
    ],
)
def test_a_wrong_call_has_status_2(proctor: Proctor, args: list[str], error: str) -> None:
    """A file, role or mode that is not there is a wrong call."""
    result = proctor("replay", *args)

    assert (result.status, result.err.splitlines()[0]) == (2, error)


def test_what_is_no_call_is_counted_apart(proctor: Proctor, write: Write) -> None:
    """The summary says how many lines were no calls, and names the first."""
    call = '{"tool_name": "Read", "tool_input": {"file_path": "a"}}\n'
    write("calls.jsonl", call * 1200 + "nonsense\n\n")

    result = proctor("replay", "calls.jsonl", "--role", "coder")

    assert result.out.splitlines() == [
        "1,200 calls",
        "  allow   1,200 100.0%",
        "  ask         0   0.0%",
        "  deny        0   0.0%",
        "not a call: 2 (the first: line 1,201, not JSON at column 1)",
    ]
