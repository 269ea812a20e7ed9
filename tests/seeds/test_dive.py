"""
The dive document: modes, rules with specifiers, annotations.

Where ours differs from it, the test names the page in docs/decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from proctor import Effect, Mode, Policy, Proctor, RuleError, ToolCall, parse_rule
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy as Compiled
from proctor.terms.catalogue import BUILT_IN, Annotations, ToolInfo
from proctor.terms.decision import Decision
from proctor.terms.kind import Kind
from proctor.terms.role import Permissions
from proctor.terms.rule import Form
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
NO_RECURSION = "Deleting whole folders is not done here."


def guide(mode: Mode | None = None) -> Policy:
    """Make the rules of the guide; an allow comes before an ask there."""
    return Policy.of(
        deny=[{"rule": "Bash(rm -rf*)", "why": NO_RECURSION}],
        allow=["Read", "Glob", "Bash(go test*)", "mcp__*"],
        ask=[{"rule": "Write", "why": "Look at what is written."}],
        order=["deny", "allow", "ask"],
        mode=mode,
    )


def decided(
    policy: Compiled, tool: str, fields: Mapping[str, object], around: Surroundings
) -> Decision:
    """Decide a call."""
    return decide(normalise(ToolCall(tool=tool, input=fields), around), policy)


def ran(policy: Compiled, command: str, around: Surroundings) -> Effect:
    """Decide a command."""
    return decided(policy, "Bash", {"command": command}, around).effect


@each_row(
    ("tool", "fields", "wanted"),
    [
        ("Read", {"file_path": "main.go"}, ALLOW),
        ("Glob", {"pattern": "**/*.go"}, ALLOW),
        ("Bash", {"command": "go test"}, ALLOW),
        ("Bash", {"command": "go test ./..."}, ALLOW),
        ("Bash", {"command": "go test -run TestCart ./cart"}, ALLOW),
        ("Bash", {"command": "go build ./..."}, ASK),
        ("Bash", {"command": "rm -rf build"}, DENY),
        ("mcp__github__create_issue", {"title": "x"}, ALLOW),
        ("mcp__files__write", {"path": "x"}, ALLOW),
        ("Write", {"file_path": "main.go"}, ASK),
        ("Edit", {"file_path": "main.go"}, ASK),
        ("WebFetch", {"url": "https://example.com"}, ASK),
        ("brand_new_tool", {}, ASK),
    ],
)
def test_the_rules_of_the_guide(
    tool: str, fields: dict[str, object], wanted: Effect, around: Surroundings
) -> None:
    """Each rule of the guide does what it says, and what no rule names is confirmed."""
    assert decided(guide(), tool, fields, around).effect is wanted


def test_a_rule_says_why(around: Surroundings) -> None:
    """The message of a rule is the reason that the agent and the person read."""
    denied = decided(guide(), "Bash", {"command": "rm -rf build"}, around)
    asked = decided(guide(), "Write", {"file_path": "main.go"}, around)

    assert (denied.why, asked.why) == (NO_RECURSION, "Look at what is written.")
    assert denied.rule == parse_rule({"rule": "Bash(rm -rf*)", "why": NO_RECURSION}, DENY)


@each_row(
    "command",
    ["rm  -rf x", "/bin/rm -rf x", "sudo rm -rf x", "rm -fr x", "rm -r -f x", "'rm' -rf x",
     "rm --recursive --force x", "rm x -rf", "go test ./... && rm -rf x", "go test; rm -rf x",
     "A=1 rm -rf x", "bash -c 'rm -rf x'", "go test | xargs rm -rf", "find . -exec rm -rf {} +",
     "go test\nrm -rf x"],
)  # fmt: skip
def test_a_deny_is_met_by_every_spelling(command: str, around: Surroundings) -> None:
    """
    A deny holds for the command however it is spelled, wrapped or joined.

    dive compared text: docs/decisions/0003-matching-has-a-direction.md.
    """
    assert ran(guide(), command, around) is DENY


@each_row(
    ("command", "wanted"),
    [
        ("go test ./... 2>&1", ALLOW),
        ("go test ./... > /dev/null", ALLOW),
        ("go test ./... > ~/.bashrc", ASK),
        ("go test ./...; ls", ASK),
        ("go test $(curl https://example.com)", ASK),
        ("go test ./... && go test ./cart", ALLOW),
    ],
)
def test_an_allow_covers_each_part_and_nothing_more(
    command: str, wanted: Effect, around: Surroundings
) -> None:
    """
    Every part needs its allow; a written file is a part, a descriptor is none.

    See docs/decisions/0003-matching-has-a-direction.md.
    """
    assert ran(guide(), command, around) is wanted


def test_two_allows_cover_a_chain_together(around: Surroundings) -> None:
    """
    The parts of a chain may be covered by different rules, which dive did not do.

    See docs/decisions/0003-matching-has-a-direction.md.
    """
    policy = Policy.of(allow=["Bash(git fetch *)", "Bash(go test *)"])

    assert ran(policy, "git fetch && go test ./...", around) is ALLOW


READ: tuple[str, dict[str, object]] = ("Read", {"file_path": "main.go"})
LOOK: tuple[str, dict[str, object]] = ("Grep", {"pattern": "x"})
EDIT: tuple[str, dict[str, object]] = ("Edit", {"file_path": "main.go"})
RUN: tuple[str, dict[str, object]] = ("Bash", {"command": "make"})


@each_row(
    ("mode", "read", "edit", "run"),
    [
        (Mode.DEFAULT, ASK, ASK, ASK),
        (Mode.PLAN, ALLOW, DENY, DENY),
        (Mode.ACCEPT_EDITS, ALLOW, ALLOW, ASK),
        (Mode.BYPASS, ALLOW, ALLOW, ALLOW),
        (Mode.DONT_ASK, DENY, DENY, DENY),
    ],
)
def test_the_modes(
    mode: Mode, read: Effect, edit: Effect, run: Effect, around: Surroundings
) -> None:
    """Each mode treats what no rule matches as the guide says."""
    policy = Policy.of(mode=mode)
    found = [decided(policy, *call, around).effect for call in (READ, LOOK, EDIT, RUN)]

    assert found == [read, read, edit, run]


def test_dont_ask_denies_what_is_not_explicitly_allowed(around: Surroundings) -> None:
    """The example for pipelines: three rules run, everything else is denied."""
    policy = Policy.of(allow=["Read", "Glob", "Bash(go test*)"], mode=Mode.DONT_ASK)

    assert decided(policy, *READ, around).effect is ALLOW
    assert decided(policy, "Glob", {"pattern": "*.go"}, around).effect is ALLOW
    assert ran(policy, "go test ./...", around) is ALLOW
    assert [decided(policy, *call, around).effect for call in (EDIT, RUN, LOOK)] == [DENY] * 3
    assert ran(policy, "go test $(cat x)", around) is DENY
    lists = ("BashOutput", "TodoWrite", "TaskCreate", "ToolSearch", "ListAgents")
    assert [decided(policy, tool, {}, around).effect for tool in lists] == [DENY] * 5


def test_an_allow_rule_does_not_beat_plan_and_an_ask_rule_not_dont_ask(
    around: Surroundings,
) -> None:
    """
    Plan only reads, and dontAsk never asks, whatever a rule says.

    In dive rules came before the mode: docs/decisions/0007-modes-and-delegate.md.
    """
    assert ran(guide(Mode.PLAN), "go test ./...", around) is DENY
    assert decided(guide(Mode.PLAN), *READ, around).effect is ALLOW
    assert decided(guide(Mode.DONT_ASK), "Write", {"file_path": "a"}, around).effect is DENY
    assert decided(guide(Mode.BYPASS), "Write", {"file_path": "a"}, around).effect is ASK


@each_row("mode", Mode)
def test_a_deny_comes_first_of_all(mode: Mode, around: Surroundings) -> None:
    """
    Nothing comes before a deny: no allow, no mode, and no answer for the session.

    dive asked its session allowlist first: docs/decisions/0002-grants-are-not-rules.md.
    """
    policy = Policy.of(allow=["Bash"], deny=["Bash(rm -rf*)"], mode=mode)

    assert ran(policy, "rm -rf build", around) is DENY


def test_an_ask_is_an_ask_when_nobody_is_there(around: Surroundings) -> None:
    """
    The decision of an ask rule is never a yes for want of someone to ask.

    Without a dialog dive allowed it: docs/decisions/0011-no-answer-is-no.md.
    """
    assert decided(guide(), "Write", {"file_path": "main.go"}, around).effect is ASK


FIELDS = [
    *(("Bash", field, "go vet ./...", "Bash(go vet *)") for field in
      ("command", "cmd", "script", "code")),
    *((tool, field, "cart/main.go", f"{tool}(cart/**)") for tool in ("Read", "Write", "Edit")
      for field in ("file_path", "filePath", "path")),
    ("WebFetch", "url", "https://example.com/a", "WebFetch(domain:example.com)"),
]  # fmt: skip


@each_row(("tool", "field", "target", "rule"), FIELDS)
@each_row("effect", Effect)
def test_a_specifier_is_compared_with_the_right_field(
    tool: str, field: str, target: str, rule: str, effect: Effect, around: Surroundings
) -> None:
    """A pattern finds its target in each of the fields that the guide lists."""
    lists: dict[str, list[str]] = {effect.word: [rule]}
    policy = Policy.of(
        allow=lists.get("allow", []), ask=lists.get("ask", []), deny=lists.get("deny", []),
        otherwise=DENY if effect is not DENY else ALLOW,
    )  # fmt: skip

    assert decided(policy, tool, {field: target}, around).effect is effect
    assert decided(policy, tool, {field: "zz.org/zz"}, around).effect is policy.otherwise


def test_where_two_fields_differ_both_count(around: Surroundings) -> None:
    """
    A second field does not hide behind the first: deny needs one, allow needs both.

    dive took the first: docs/decisions/0012-targets-and-equal-tools.md.
    """
    policy = Policy.of(allow=["Bash(go test*)"], deny=["Bash(rm *)"])
    hidden = {"command": "go test", "script": "rm x"}
    unlike = {"command": "go test", "script": "make"}

    assert decided(policy, "Bash", hidden, around).effect is DENY
    assert decided(policy, "Bash", unlike, around).effect is ASK


def test_a_missing_specifier_is_asked_and_meets_no_allow(around: Surroundings) -> None:
    """
    A call without its target is asked about, and no allow covers it.

    See docs/decisions/0062-a-missing-target-asks.md.
    """
    policy = guide()

    assert decided(policy, "Bash", {}, around).effect is ASK
    assert decided(policy, "Read", {}, around).effect is ASK


def test_the_fields_of_a_tool_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The config says which field of a custom tool holds its target."""
    monkeypatch.setenv("HOME", str(tmp_path))
    home = tmp_path / ".proctor"
    (home / "roles").mkdir(parents=True)
    (tmp_path / "shop").mkdir()
    (home / "config.yaml").write_text("tools:\n  deploy: {fields: [stage]}\n")
    (home / "roles" / "ship.yaml").write_text(
        "permissions:\n  allow: [deploy(test-*)]\n  deny: [deploy(prod*)]\n"
    )
    agent = Proctor.for_role("ship", cwd=tmp_path / "shop", home=home)
    stages = {"test-1": ALLOW, "prod-eu": DENY, "demo": ASK}

    assert {
        stage: agent.decide(ToolCall(tool="deploy", input={"stage": stage})).effect
        for stage in stages
    } == stages


def test_rules_are_read_from_strings() -> None:
    """A rule is a tool, or a tool and a specifier; a bare tool has none."""
    allow, deny = parse_rule("Bash(go test *)", ALLOW), parse_rule("mcp__*", DENY)

    assert (allow.effect, allow.form, allow.tool, allow.pattern) == (
        ALLOW, Form.PATTERN, "Bash", "go test *",
    )  # fmt: skip
    assert (deny.effect, deny.form, deny.tool, deny.pattern) == (DENY, Form.TOOL, "mcp__*", None)


@each_row("text", ["", "  ", "Bash()", "Bash(  )", "Bash(go test", "(x)"])
def test_what_is_no_rule_is_refused(text: str) -> None:
    """A rule without tool, pattern or closing parenthesis is an error, not a guess."""
    with pytest.raises(RuleError):
        parse_rule(text, ALLOW)


@each_row(
    ("glob", "tool", "matches"),
    [("mcp__*", "mcp__github__get", True), ("mcp__*", "mcp_x", False), ("Re?d", "Read", True),
     ("*", "Bash", True), ("mcp__git?ub__*", "mcp__github__x", True), ("read", "READ", False)],
)  # fmt: skip
def test_a_glob_names_tools(glob: str, tool: str, matches: bool, around: Surroundings) -> None:
    """`*` and `?` are wild in the name of a tool, and case counts."""
    fields = {"file_path": "a"} if tool == "Read" else {"command": "ls"}
    found = decided(Policy.of(allow=[glob], otherwise=DENY), tool, fields, around)

    assert found.effect is (ALLOW if matches else DENY)


@each_row(
    ("marks", "kind", "plan", "edits", "bypass"),
    [
        (Annotations(read_only=True), Kind.OTHER, ALLOW, ALLOW, ALLOW),
        (Annotations(edit=True), Kind.EDIT, DENY, ALLOW, ALLOW),
        (Annotations(edit=True, destructive=True), Kind.EDIT, DENY, ASK, ALLOW),
        (Annotations(destructive=True), Kind.OTHER, DENY, ASK, ALLOW),
        (Annotations(idempotent=True), Kind.OTHER, DENY, ASK, ALLOW),
        (Annotations(), Kind.OTHER, DENY, ASK, ALLOW),
    ],
)
def test_annotations_influence_the_modes(
    marks: Annotations,
    kind: Kind,
    plan: Effect,
    edits: Effect,
    bypass: Effect,
    around: Surroundings,
) -> None:
    """Read-only tools run in plan and acceptEdits, edits in the second, what destroys in none."""
    tool = ToolInfo(
        name="own", names=("own",), kind=kind, category="x", description="",
        fields=("path",), annotations=marks,
    )  # fmt: skip
    catalogue = BUILT_IN.with_tools([tool])
    around = around._replace(catalogue=catalogue)
    policies = [
        Compiled.compile(Permissions(), mode=mode, catalogue=catalogue)
        for mode in (Mode.PLAN, Mode.ACCEPT_EDITS, Mode.BYPASS)
    ]

    assert [decided(policy, "own", {"path": "a"}, around).effect for policy in policies] == [
        plan, edits, bypass,
    ]  # fmt: skip
