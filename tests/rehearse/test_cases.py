"""Case files: what they may say, and what is wrong in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from proctor.observe import surroundings
from proctor.pipeline import Pipeline
from proctor.rehearse.cases import Case, CaseProblems, Want, read_cases, run_case
from proctor.rehearse.inline_policy import compile_role
from proctor.terms.call import ToolCall
from proctor.terms.decision import Source
from proctor.terms.effect import Effect
from proctor.terms.mode import Mode
from proctor.terms.place import Place


def write(folder: Path, text: str) -> Path:
    """Write a case file."""
    path = folder / "cases.yaml"
    path.write_text(text)
    return path


def test_a_case_file_is_read(tmp_path: Path) -> None:
    """A file names a role, and its cases name calls and what is wanted."""
    path = write(
        tmp_path,
        """\
role: coder
cases:
  - id: status
    why: reading is harmless
    call: {tool: Bash, command: git status, cwd: sub, mode: plan}
    want: {effect: allow, rule: Bash(git status *), because: read, source: rule}
  - id: whole-input
    call: {tool: Bash, input: [1, null]}
    want: {effect: ask, rule: null}
  - id: string
    action: "tool:bash:npm test"
    want: {effect: deny}
""",
    )

    found = read_cases(path)

    assert (found.path, found.role, found.policy) == (path, "coder", None)
    assert found.cases == (
        Case(
            id="status",
            place=Place(str(path), 3, 5),
            why="reading is harmless",
            call=ToolCall(tool="Bash", input={"command": "git status"}, cwd="sub", mode="plan"),
            want=Want(
                effect=Effect.ALLOW,
                rule="Bash(git status *)",
                because="read",
                source=Source.RULE,
            ),
        ),
        Case(
            id="whole-input",
            place=Place(str(path), 7, 5),
            call=ToolCall(tool="Bash", input=[1, None]),
            want=Want(effect=Effect.ASK, no_rule=True),
        ),
        Case(
            id="string",
            place=Place(str(path), 10, 5),
            action="tool:bash:npm test",
            want=Want(effect=Effect.DENY),
        ),
    )


CASE = "  - {id: a, action: 'tool:x:y', want: {effect: ask}}\n"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("", ["1:1: empty-file"]),
        ("cases: [", ["1:8: bad-yaml"]),
        ("- a", ["1:1: wrong-type"]),
        ("role: x", ["1:1: missing-key"]),
        ("cases: {}", ["1:8: wrong-type"]),
        ("cases: []\ncasse: 1", ["2:1: unknown-key"]),
        (f"role: a\npolicy: {{}}\ncases:\n{CASE}", ["1:1: wrong-form"]),
        ("policy: 1\ncases: []", ["1:9: wrong-type"]),
        ("role: 5\ncases: []", ["1:7: wrong-type"]),
        (f"cases:\n{CASE}{CASE}", ["3:5: duplicate-id"]),
        (
            "cases: [{id: a}, {id: a, action: 'tool:b', want: {efect: ask}}]",
            [
                "1:9: missing-key",
                "1:9: wrong-form",
                "1:18: duplicate-id",
                "1:50: missing-key",
                "1:51: unknown-key",
            ],
        ),
        ("cases: [x]", ["1:9: wrong-type"]),
        ("cases: [{}]", ["1:9: missing-key", "1:9: wrong-form", "1:9: missing-key"]),
        ("cases: [{id: a, call: x, want: y}]", ["1:23: wrong-type", "1:32: wrong-type"]),
        ("cases: [{id: a, call: {}, want: {}}]", ["1:23: missing-key", "1:33: missing-key"]),
        ("cases: [{id: a, action: 'tool:b', want: {effect: maybe}}]", ["1:50: wrong-value"]),
        (
            "cases: [{id: a, action: 'tool:b', want: {effect: ask, source: x}}]",
            ["1:63: wrong-value"],
        ),
        (
            "cases: [{id: a, action: 'tool:b', want: {efect: ask}}]",
            ["1:41: missing-key", "1:42: unknown-key"],
        ),
        (
            "cases: [{id: a, call: {tool: Bash, input: {}, command: x}, want: {effect: ask}}]",
            ["1:47: wrong-form"],
        ),
        ("cases: [{id: a, action: b, want: {effect: ask}}]", ["1:25: wrong-value"]),
        ("policy: {alow: []}\ncases: []", ["1:10: unknown-key"]),
        ("policy: {allow: [Bash(]}\ncases: []", ["1:22: unclosed-parenthesis"]),
        (
            "policy: {profile: opne, mode: x}\ncases: []",
            ["1:19: unknown-profile", "1:31: wrong-value"],
        ),
        (
            "cases: [{id: a, call: {tool: B}, action: 'tool:b', want: {effect: ask}}]",
            ["1:9: wrong-form"],
        ),
    ],
)
def test_what_is_wrong_has_a_place(tmp_path: Path, text: str, problems: list[str]) -> None:
    """Everything that is wrong in a case file is named at once, with its place."""
    path = write(tmp_path, text)

    with pytest.raises(CaseProblems) as caught:
        read_cases(path)

    found = [f"{p.place.line}:{p.place.column}: {p.code}" for p in caught.value.problems]
    assert sorted(problems) == sorted(found)
    assert caught.value.exit_code == 2


def test_a_file_that_is_not_there_is_a_problem(tmp_path: Path) -> None:
    """A missing file is unreadable, not empty."""
    with pytest.raises(CaseProblems, match="unreadable"):
        read_cases(tmp_path / "none.yaml")


def test_an_inline_policy_is_a_role(tmp_path: Path) -> None:
    """A file can bring its own rules, mode and tools."""
    path = write(
        tmp_path,
        """\
policy:
  allow: [Bash(git status *)]
  deny: [{rule: Bash(git push *), why: not here}]
  otherwise: deny
  mode: plan
  tools: [Bash, Read]
cases: []
""",
    )

    policy = read_cases(path).policy

    assert policy is not None
    assert (policy.mode, policy.tools) == (Mode.PLAN, ("Bash", "Read"))
    assert policy.permissions.otherwise is Effect.DENY
    assert [(rule.effect, str(rule), str(rule.where)) for rule in policy.permissions.rules] == [
        (Effect.DENY, "Bash(git push *)", f"{path}:3"),
        (Effect.ALLOW, "Bash(git status *)", f"{path}:2"),
    ]


def pipeline(text: str, folder: Path) -> Pipeline:
    """Return what decides under an inline policy."""
    policy = read_cases(write(folder, f"policy: {text}\ncases: []\n")).policy
    assert policy is not None
    around = surroundings(cwd=folder, root=folder, home=folder / "home")
    return Pipeline(compile_role(policy), around)


CALL = ToolCall(tool="Bash", input={"command": "git push"})


@pytest.mark.parametrize(
    ("want", "wrong"),
    [
        (Want(effect=Effect.DENY), ()),
        (Want(effect=Effect.DENY, rule="Bash(git push *)", source=Source.RULE), ()),
        (Want(effect=Effect.DENY, because="by the rule"), ()),
        (Want(effect=Effect.ALLOW), ("wanted allow, decided deny",)),
        (
            Want(effect=Effect.DENY, rule="Bash"),
            ("wanted rule `Bash`, decided by `Bash(git push *)`",),
        ),
        (
            Want(effect=Effect.DENY, no_rule=True),
            ("wanted no rule, decided by `Bash(git push *)`",),
        ),
        (
            Want(effect=Effect.DENY, because="moon"),
            ("wanted a reason with `moon`, the reason is `denied by the rule Bash(git push *)`",),
        ),
        (
            Want(effect=Effect.DENY, source=Source.MODE),
            ("wanted to be decided by mode, was by rule",),
        ),
    ],
)
def test_a_case_says_what_is_not_as_wanted(
    tmp_path: Path, want: Want, wrong: tuple[str, ...]
) -> None:
    """Effect, rule, reason and source are compared, each in words."""
    case = Case(id="a", place=Place("x", 1), call=CALL, want=want)

    outcome = run_case(case, pipeline("{deny: [Bash(git push *)]}", tmp_path))

    assert (outcome.case, outcome.wrong) == (case, wrong)


def test_a_case_that_no_rule_decides_says_so(tmp_path: Path) -> None:
    """Where a rule is wanted and none decided, that is what is wrong."""
    want = Want(effect=Effect.ASK, rule="Bash")
    case = Case(id="a", place=Place("x", 1), action="tool:bash:ls", want=want)

    outcome = run_case(case, pipeline("{deny: [Bash(git push *)]}", tmp_path))

    assert outcome.wrong == ("wanted rule `Bash`, decided by no rule",)


def test_what_is_missing_is_said_to_be_needed(tmp_path: Path) -> None:
    """A key that is missing is one that the file needs."""
    path = write(tmp_path, "cases: [{id: a, call: {}, want: {}}]")

    with pytest.raises(CaseProblems) as caught:
        read_cases(path)

    assert [problem.message for problem in caught.value.problems] == [
        "a call needs `tool`",
        "`want` needs `effect`",
    ]


def test_a_path_may_be_a_text_and_cases_are_walked_through(tmp_path: Path) -> None:
    """`for case in read_cases("cases.yaml")` does what it says."""
    path = write(tmp_path, f"cases:\n{CASE}")

    found = read_cases(str(path))

    assert [case.id for case in found] == ["a"]
    assert found == read_cases(path)
