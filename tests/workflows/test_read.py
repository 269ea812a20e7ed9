"""Template files say what they mean, or say where they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proctor.workflows import templates
from proctor.workflows.read import TemplateFile, read_template
from proctor.workflows.template import Gate, GateKind, Stage, Template
from tests.tables import each_row

ROLES = ["researcher", "implementer", "reviewer", "controller"]
WHOLE = b"""\
name: feature
displayName: A feature
description: From the wish to the work
version: 3
builtin: true
createdAt: 2026-06-01T00:00:00Z
updatedAt: "2026-06-02T00:00:00Z"
stages:
  - name: wish
    type: request
    roleId: researcher
    initPrompt: |
      Find out what is wanted.
        - and why
    gate:
      type: human_approval
      prompt: Is that it?
  - name: work
    roleId: implementer
    prompt: Do it
    gate: auto
  - name: proof
    type: verification
    roleId: reviewer
    gate: {type: verification, commands: [make test, "git diff --check"], timeout: 2m}
"""


def read(text: str | bytes, file: str = ".proctor/workflow-templates/feature.yaml") -> TemplateFile:
    """Read a text as a template of a project with four roles."""
    data = text.encode() if isinstance(text, str) else text
    return read_template(data, file, roles=ROLES)


def problems(text: str) -> list[tuple[str, int, int]]:
    """Return code, line and column of what is wrong, and see that nothing counts then."""
    found = read(text)
    assert found.template is None or {p.code for p in found.problems} == {"unknown-role"}
    return [(p.code, p.place.line, p.place.column) for p in found.problems]


def stage(*lines: str) -> str:
    """Return a template with one stage, whose first line is line 2."""
    return "stages:\n" + "".join(
        f"  {'-' if not at else ' '} {line}\n" for at, line in enumerate(lines)
    )


def test_a_template_comes_out_whole() -> None:
    """Every key is read, a block of text as a block, and no file makes itself built in."""
    assert read(WHOLE) == TemplateFile(
        Template(
            id="feature",
            name="A feature",
            description="From the wish to the work",
            version=3,
            stages=(
                Stage(
                    name="wish",
                    type="request",
                    role_id="researcher",
                    prompt="Find out what is wanted.\n  - and why\n",
                    gate=Gate(GateKind.HUMAN_APPROVAL, prompt="Is that it?"),
                ),
                Stage(name="work", role_id="implementer", prompt="Do it", gate=Gate(GateKind.AUTO)),
                Stage(
                    name="proof",
                    type="verification",
                    role_id="reviewer",
                    gate=Gate(
                        GateKind.VERIFICATION,
                        commands=("make test", "git diff --check"),
                        timeout=120.0,
                    ),
                ),
            ),
        ),
        (),
    )


def test_the_file_s_name_is_the_id() -> None:
    """Without `name` and `displayName` both are made of it."""
    found = read(stage("{name: a, roleId: reviewer, gate: auto}"), "x/bug-fix.yml").template

    assert found is not None
    assert (found.id, found.name, found.version) == ("bug-fix", "Bug Fix", 1)


def test_verification_has_another_name_elsewhere() -> None:
    """`verification_pass` is the same gate."""
    text = stage("name: a", "roleId: reviewer", "gate: {type: verification_pass, commands: [x]}")

    found = read(text).template

    assert found is not None
    assert found.stages[0].gate.kind is GateKind.VERIFICATION


OK = ("name: a", "roleId: reviewer", "gate: auto")
WRONG = {
    "empty": ("", [("empty-file", 1, 1)]),
    "only a comment": ("# nothing\n", [("empty-file", 1, 1)]),
    "no map": ("- a\n", [("wrong-type", 1, 1)]),
    "no yaml": ("stages: [\n", [("bad-yaml", 1, 9)]),
    "no stages": ("name: feature\n", [("missing-key", 1, 1)]),
    "stages that are none": ("stages: []\n", [("wrong-value", 1, 9)]),
    "stages that are a text": ("stages: all\n", [("wrong-type", 1, 9)]),
    "a stage that is a text": ("stages: [a]\n", [("wrong-type", 1, 10)]),
    "another name than the file's": ("name: other\n" + stage(*OK), [("other-name", 1, 7)]),
    "an unknown key": ("stage: []\n" + stage(*OK), [("unknown-key", 1, 1)]),
    "a key twice": ("name: feature\nname: feature\n" + stage(*OK), [("duplicate-key", 2, 1)]),
    "a version that is a text": ("version: v1\n" + stage(*OK), [("wrong-type", 1, 10)]),
    "builtin that is a text": ("builtin: 'yes'\n" + stage(*OK), [("wrong-type", 1, 10)]),
    "no name": (stage("roleId: reviewer", "gate: auto"), [("missing-key", 2, 5)]),
    "no role": (stage("name: a", "gate: auto"), [("missing-key", 2, 5)]),
    "no gate": (stage("name: a", "roleId: reviewer"), [("missing-key", 2, 5)]),
    "a null role": (stage("name: a", "roleId:", "gate: auto"), [("wrong-type", 4, 5)]),
    "a null gate": (stage("name: a", "roleId: reviewer", "gate:"), [("wrong-type", 5, 1)]),
    "a list of roles": (
        stage("name: a", "roleId: [reviewer]", "gate: auto"),
        [("wrong-type", 3, 13)],
    ),
    "an unknown role": (
        stage("name: a", "roleId: reviever", "gate: auto"),
        [("unknown-role", 3, 13)],
    ),
    "a role in another case": (
        stage("name: a", "roleId: Reviewer", "gate: auto"),
        [("unknown-role", 3, 13)],
    ),
    "a run for a role": (
        stage("name: a", 'roleId: "@WF-20260601-001"', "gate: auto"),
        [("bad-id", 3, 13)],
    ),
    "a chain for a role": (
        stage("name: a", "roleId: reviewer under implementer", "gate: auto"),
        [("bad-id", 3, 13)],
    ),
    "a name of several words": (
        stage("name: a b", "roleId: reviewer", "gate: auto"),
        [("bad-id", 2, 11)],
    ),
    "a type that is none": (stage(*OK, "type: desing"), [("wrong-value", 5, 11)]),
    "both prompts": (stage(*OK, "prompt: a", "initPrompt: b"), [("both-given", 6, 5)]),
    "a prompt that is a list": (stage(*OK, "prompt: [a]"), [("wrong-type", 5, 13)]),
    "hooks of a stage": (stage(*OK, "hooks: {onEnter: []}"), [("unknown-key", 5, 5)]),
    "onEnter": (stage(*OK, "onEnter: []"), [("unknown-key", 5, 5)]),
    "a model": (stage(*OK, "defaultModel: {}"), [("unknown-key", 5, 5)]),
    "tools of a stage": (stage(*OK, "tools: [Bash]"), [("unknown-key", 5, 5)]),
    "the same stage twice": (stage(*OK) + stage(*OK)[8:], [("duplicate-stage", 5, 11)]),
}


@each_row("name", WRONG)
def test_what_is_wrong_is_said_where_it_is(name: str) -> None:
    """Code, line and column; and there is no template."""
    text, wanted = WRONG[name]

    assert wanted == problems(text)


GATES = {
    "{}": [("missing-key", 4, 11)],
    "[]": [("wrong-type", 4, 11)],
    "open": [("wrong-value", 4, 11)],
    "true": [("wrong-type", 4, 11)],
    "{type: none}": [("wrong-value", 4, 18)],
    "{type: chain_complete}": [("wrong-value", 4, 18)],
    "{type: auto, satisfied: true}": [("unknown-key", 4, 24)],
    "{type: auto, agentTriggered: true}": [("unknown-key", 4, 24)],
    "{type: auto, prompt: Sure?}": [("wrong-value", 4, 32)],
    "{type: auto, commands: [x]}": [("wrong-value", 4, 34)],
    "{type: human_approval, timeout: 5}": [("wrong-value", 4, 43)],
    "verification": [("missing-key", 4, 11)],
    "{type: verification}": [("missing-key", 4, 11)],
    "{type: verification, commands: []}": [("missing-key", 4, 11)],
    "{type: verification, commands: make test}": [
        ("wrong-type", 4, 42),
        ("missing-key", 4, 11),
    ],
    '{type: verification, commands: [""]}': [("wrong-value", 4, 43)],
    '{type: verification, commands: [" # nothing"]}': [("wrong-value", 4, 43)],
    '{type: verification, commands: ["a\\nb"]}': [("wrong-value", 4, 43)],
    "{type: verification, commands: [x], timeout: 0}": [("wrong-value", 4, 56)],
    "{type: verification, commands: [x], timeout: 2h}": [("wrong-value", 4, 56)],
    "{type: verification, commands: [x], timeout: never}": [("wrong-value", 4, 56)],
}


@each_row("gate", GATES)
def test_a_gate_that_is_none_is_an_error(gate: str) -> None:
    """No slip of the pen makes an open gate."""
    text = stage("name: a", "roleId: reviewer", f"gate: {gate}")

    assert GATES[gate] == problems(text)


@each_row(
    ("text", "help_text"),
    [
        (stage("name: a", "roleId: reviever", "gate: auto"), "did you mean `reviewer`?"),
        (stage(*OK, "role: reviewer"), "did you mean `roleId`?"),
        (stage(*OK, "typ: design"), "did you mean `type`?"),
        ("stagse: []\n" + stage(*OK), "did you mean `stages`?"),
        (
            stage(*OK, "onExit: []"),
            "a stage does nothing by itself; put commands into a `verification` gate",
        ),
    ],
)  # fmt: skip
def test_a_problem_says_what_to_do(text: str, help_text: str) -> None:
    """The nearest word, or what there is in its place."""
    assert [help_text] == [problem.help for problem in read(text).problems]


def test_a_role_that_is_missing_leaves_the_template_to_be_looked_at() -> None:
    """The error stands beside it; any other error leaves nothing."""
    missing = read(stage("name: a", "roleId: tester", "gate: auto"))
    worse = read(stage("name: a", "roleId: tester", "gate: auto", "x: 1"))

    assert missing.template is not None
    assert [p.code for p in missing.problems] == ["unknown-role"]
    assert worse.template is None


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("stages:\n" + "".join(
            f"  - {{name: s{n}, roleId: reviewer, gate: auto}}\n" for n in range(51)), 2),
        (stage(*OK[:2], f"gate: {{type: verification, commands: {['x'] * 21}}}"), 4),
        (stage(*OK[:2], f"gate: {{type: verification, commands: [{'x' * 2001}]}}"), 4),
        (stage(*OK, f"prompt: {'x' * 20_001}"), 5),
    ],
    ids=["stages", "commands", "a command", "a prompt"],
)  # fmt: skip
def test_there_is_a_limit_to_everything(text: str, place: int) -> None:
    """A template is no book."""
    assert [("too-much", place)] == [(code, line) for code, line, _ in problems(text)]


@pytest.mark.parametrize("file", ["x/.yaml", "x/a b.yaml", "x/@WF.yaml", "x/" + "a" * 65 + ".yaml"])
def test_a_file_has_a_name_that_can_be_an_id(file: str) -> None:
    """What could be taken for something else is refused."""
    assert [p.code for p in read(stage(*OK), file).problems] == ["bad-id"]


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300).map(str.encode)))
def test_whatever_the_bytes_are_there_is_an_answer(data: bytes) -> None:
    """Nothing raises, and where there is no template there is a problem."""
    found = read(data)

    assert found.template is not None or found.problems


LINES = st.sampled_from(WHOLE.decode().splitlines(keepends=True))


@given(st.lists(LINES, max_size=25))
def test_shuffled_lines_never_open_a_gate(lines: list[str]) -> None:
    """Of whatever lines a template is made, each stage of it has a role and a gate as written."""
    found = read("".join(lines)).template

    if found is not None:
        assert all(stage.role_id in ROLES and stage.name for stage in found.stages)
        assert all(
            stage.gate.commands
            for stage in found.stages
            if stage.gate.kind is GateKind.VERIFICATION
        )
        auto = [stage for stage in found.stages if stage.gate.kind is GateKind.AUTO]
        assert len(auto) <= sum("gate: auto" in line for line in lines)


@pytest.mark.parametrize("name", ["standard", "hotfix"])
def test_the_built_in_ones_have_the_roles_of_a_new_project(name: str) -> None:
    """They read without a problem where `proctor init` has made its four roles."""
    file = Path(templates.__file__).parent / "built_in" / f"{name}.yaml"

    found = read_template(file.read_bytes(), file.name, roles=ROLES, builtin=True)

    assert found.problems == ()
    assert found.template is not None
    assert (found.template.id, found.template.builtin) == (name, True)
    assert all(stage.prompt and stage.type for stage in found.template.stages)
    assert found.template.stages[-1].gate.kind is GateKind.HUMAN_APPROVAL
