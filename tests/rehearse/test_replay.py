"""Every line gets its answer."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from io import BytesIO

from proctor.pipeline import Pipeline
from proctor.policy.policy import Policy
from proctor.policy.rules import parse_rule
from proctor.rehearse.replay import MAX_LINE, Answer, read_call, read_lines, replay
from proctor.terms.call import ToolCall
from proctor.terms.decision import Decision
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.record import Record
from proctor.terms.role import Permissions
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

AROUND = Surroundings(
    cwd="/w", home="/h", root="/w", start="/w", proctor_home="/h/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
)  # fmt: skip
READING = Permissions(rules=(parse_rule({"rule": "Read", "why": "because"}, Effect.ALLOW),))
decide = Pipeline(Policy.compile(READING), AROUND).decide


ABOUT = "it records what became of an earlier call"


def record(**changes: object) -> bytes:
    """Return a record as `proctor audit export` writes it."""
    kept = Record("u-1", "2026-06-01T12:00:00.000Z", "a", "tool:view:a", "ask_dialog")
    read = {"tool": "Read", "input": {"file_path": "a"}, **changes}
    return json.dumps({**kept._asdict(), **read}).encode()


def fail(call: ToolCall) -> Decision:
    """Fail as a bug would."""
    raise KeyError(call.tool)


def answers(text: bytes) -> list[dict[str, object]]:
    """Replay a text under a policy that allows to read."""
    lines = read_lines(BytesIO(text))
    return [answer.as_json() for answer in replay(lines, decide, cwd="/w")]


def test_a_call_gets_effect_rule_and_reason() -> None:
    """An answer has the number of its line, the effect, the rule and the reason."""
    line = b'{"tool": "Read", "input": {"file_path": "a"}}\n'

    assert answers(line) == [{"n": 1, "effect": "allow", "rule": "Read", "why": "because"}]


@each_row(
    ("line", "why"),
    [
        (b"", "the line is empty"),
        (b"   ", "the line is empty"),
        (b"nonsense", "not JSON at column 1"),
        (b'{"tool": "Read"', "not JSON at column 16"),
        (b"[1]", "the line is not an object"),
        (b"null", "the line is not an object"),
        (b"{}", "`tool` must be the name of a tool"),
        (b'{"tool": "", "input": {"file_path": "a"}}', "`tool` must be the name of a tool"),
        (b'{"tool": ["Read"], "input": {"file_path": "a"}}', "`tool` must be the name of a tool"),
        (b'{"tool": "Read"}', "`input` is missing"),
        (record(input=None), "the record has no input"),
        (record(about="u-0"), ABOUT),
        (record(about="u-0", decision="dialog_approved", input=None), ABOUT),
        (record(decision="alarm", tool="", input=None), "it records something else than a call"),
        (b'{"tool": "Read", "input": {}, "cwd": 1}', "`cwd` must be text"),
        (b'{"tool": "Read", "input": {}, "mode": {}}', "`mode` must be text"),
        (b"\xff", "the line is not UTF-8"),
        (b"[" * 100_000, "the JSON is too deep or holds a number that is too long"),
        (
            b'{"n": ' + b"9" * 10_000 + b"}",
            "the JSON is too deep or holds a number that is too long",
        ),
    ],
    ids=range(19),
)
def test_a_line_that_is_no_call_is_asked(line: bytes, why: str) -> None:
    """What is no call is answered with ask and the reason, and the next line with its own."""
    call = b'{"tool": "Read", "input": {"file_path": "a"}}'

    assert answers(line + b"\n" + call) == [
        {"n": 1, "effect": "ask", "rule": None, "why": f"not a call: {why}"},
        {"n": 2, "effect": "allow", "rule": "Read", "why": "because"},
    ]


def test_a_line_beyond_all_measure_is_one_line() -> None:
    """A line over the limit is asked, is not kept whole, and does not shift the numbers."""
    text = b"x" * (2 * MAX_LINE + 5) + b'\n{"tool": "Read", "input": {"file_path": "a"}}\n'

    assert [(a["n"], a["effect"]) for a in answers(text)] == [(1, "ask"), (2, "allow")]


def test_a_failure_is_an_answer() -> None:
    """A call that cannot be decided is asked, and says so."""
    call = ToolCall(tool="Read", input={}, cwd="/w/")
    line = b'{"tool": "Read", "input": {}}'

    found = list(replay(iter([line]), fail, cwd="/w"))

    assert found == [Answer(1, Effect.ASK, None, "could not be decided: KeyError", call)]


def test_the_folder_is_the_calls_own_or_the_current_one() -> None:
    """A call without `cwd` is made where replay runs."""
    own = json.dumps({"tool": "Read", "input": [], "cwd": "/x", "mode": "plan"}).encode()

    assert read_call(own, cwd="/w") == ToolCall(tool="Read", input=[], cwd="/x", mode="plan")
    assert read_call(b'{"tool": "Read", "input": 1, "cwd": "x"}', cwd="/w").cwd == "/w/x"
    assert read_call(b'{"tool": "Read", "input": 1}', cwd="/w").cwd == "/w/"


def test_answers_come_as_lines_come() -> None:
    """An answer is ready before the next line is read."""
    taken: list[int] = []

    def lines() -> object:
        for n in range(3):
            taken.append(n)
            yield b'{"tool": "Read", "input": {"file_path": "a"}}'

    stream = replay(lines(), decide, cwd="/w")  # type: ignore[arg-type] # a generator will do

    assert (next(stream).n, taken) == (1, [0])


def test_the_names_of_a_hook_will_do() -> None:
    """What an agent program sends its hook is a call too; what is said twice is none."""
    sent = {"tool_name": "Read", "tool_input": {"file_path": "a"}, "permission_mode": "plan"}
    fields = {"file_path": "a"}

    assert read_call(json.dumps(sent).encode(), cwd="/w") == ToolCall(
        tool="Read", input=fields, cwd="/w/", mode="plan"
    )
    assert answers(b'{"tool": "Read", "input": {}, "tool_name": "Bash"}')[0]["why"] == (
        "not a call: `tool` and `tool_name` are the same thing"
    )


def test_record_of_a_call_is_a_call() -> None:
    """An exported record has no text where its program said nothing."""
    fields = {"file_path": "a"}

    assert read_call(record(), cwd="/w") == ToolCall(tool="Read", input=fields, cwd="/w/")
    assert read_call(record(mode="plan", cwd="/x"), cwd="/w") == ToolCall(
        tool="Read", input=fields, cwd="/x", mode="plan"
    )


def test_a_denial_by_a_mode_names_no_rule() -> None:
    """What the mode denies, no rule denied: the reason names the rule that it overruled."""
    writing = Permissions(rules=(parse_rule("Edit(/docs/**)", Effect.ALLOW),))
    planning = Pipeline(Policy.compile(writing).in_mode(Mode.PLAN), AROUND)
    line = b'{"tool": "Edit", "input": {"file_path": "docs/a"}}'

    found = next(replay(iter([line]), planning.decide, cwd="/w"))

    assert found.as_json() == {
        "n": 1,
        "effect": "deny",
        "rule": None,
        "why": "the mode plan denies what edits a file, even where Edit(/docs/**) allows it",
    }
