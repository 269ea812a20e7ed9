"""What must hold for every call, every rule and every command, tried on random ones."""

import json
import shlex
from datetime import UTC, datetime

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from proctor import Effect, Policy, RuleError, ToolCall, parse_rule
from proctor.normalise import normalise
from proctor.normalise.shell.grammar.parse import parse
from proctor.normalise.shell.unreadable import Unreadable
from proctor.policy.decide import decide
from proctor.policy.explain import as_json
from proctor.policy.guard import objections, suspicious
from proctor.policy.pattern_set import PatternSet
from proctor.policy.patterns import RE, RE2, Regex, read_regex
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.mode import Mode
from proctor.terms.surroundings import Surroundings
from tests.amounts import amount

AROUND = Surroundings(
    cwd="/srv/app",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
    links={"/srv/app/link": "/etc/passwd"},
)

WORDS = st.sampled_from(
    "git push status --force -f rm -rf / x npm test make cat .env docs/a ~/.ssh/id sudo env "
    "xargs bash -c FOO=1 PATH=/x 2>&1 >out && || ; | & echo $x $(id) *.py".split()
)
COMMANDS = st.lists(WORDS, min_size=1, max_size=7).map(" ".join)
PLAIN_WORDS = st.lists(
    st.sampled_from("git push status --force -f rm -rf x npm test make cat .env docs/a".split()),
    min_size=1,
    max_size=5,
)
RULES = st.sampled_from(
    [
        "Bash", "Bash(git *)", "Bash(git push *)", "Bash(git push --force *)", "Bash(rm -rf *)",
        "Bash(npm test)", "Bash(make *)", "Bash(cat *)", "Bash(echo *)", "Read", "Read(.env)",
        "Edit", "Edit(docs/**)", "Write(src/**)", "WebFetch(domain:example.com)", "mcp__*",
        "tool:bash:git .*", "tool:.*", "tool:bash:.*", "tool:view:.*", "Agent",
    ]
)  # fmt: skip
RULE_LISTS = st.lists(RULES, max_size=4)
MODES = st.sampled_from([None, *Mode])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    "command cmd script file_path path url query pattern skill subagent_type remote".split()
)
INPUTS = JSON | st.dictionaries(FIELDS, JSON | COMMANDS, max_size=3)
TOOLS = st.sampled_from(BUILT_IN.names) | st.text(max_size=12) | st.just("mcp__a__b")


def effect_of(policy: CompiledPolicy, command: str) -> Effect:
    """Decide a shell command."""
    call = ToolCall(tool="Bash", input={"command": command})
    return decide(normalise(call, AROUND), policy).effect


def is_command(text: str) -> bool:
    """Say whether a text is a whole command."""
    try:
        parse(text)
    except Unreadable:
        return False
    return True


@given(TOOLS, INPUTS, MODES)
@example("Bash", {"command": "\ud800"}, None)
@example("\ud800", {}, None)
@example("Read", {"file_path": "a\0b"}, None)
@example("Bash", {"command": ["bash", "-lc", "ls"]}, None)
@settings(max_examples=amount(150, 1200), deadline=None)
def test_normalise_never_raises_and_the_answer_can_be_printed(
    tool: str, given_input: object, mode: Mode | None
) -> None:
    """Whatever an agent says becomes an action with parts, a decision and valid JSON."""
    policy = Policy.of(
        allow=["Read", "tool:view:.*"], deny=["Bash(rm *)", "tool:.*(?!x)secret.*"], mode=mode
    )

    action = normalise(ToolCall(tool=tool, input=given_input), AROUND)
    decision = decide(action, policy)

    assert action.parts
    assert json.loads(json.dumps(as_json(decision)))["effect"] in {"allow", "ask", "deny"}


@given(TOOLS, st.none() | st.integers() | st.lists(st.text()) | st.text(), MODES, RULE_LISTS)
@settings(max_examples=amount(75, 600), deadline=None)
def test_an_input_that_is_not_an_object_is_never_allowed(
    tool: str, given_input: object, mode: Mode | None, allow: list[str]
) -> None:
    """A broken call is never allowed, whatever the rules and the mode."""
    policy = Policy.of(allow=[*allow, "tool:.*", "*"], mode=mode, otherwise="allow")

    decision = decide(normalise(ToolCall(tool=tool, input=given_input), AROUND), policy)

    assert decision.effect > Effect.ALLOW


@given(COMMANDS, RULE_LISTS, RULE_LISTS, RULE_LISTS, RULES, MODES)
@settings(max_examples=amount(125, 1000), deadline=None)
def test_adding_a_deny_never_weakens(
    command: str,
    allow: list[str],
    ask: list[str],
    deny: list[str],
    added: str,
    mode: Mode | None,
) -> None:
    """One more deny rule makes no decision weaker."""
    before = Policy.of(allow=allow, ask=ask, deny=deny, mode=mode, otherwise="ask")
    after = Policy.of(allow=allow, ask=ask, deny=[*deny, added], mode=mode, otherwise="ask")

    assert effect_of(after, command) >= effect_of(before, command)


@given(COMMANDS, COMMANDS, RULE_LISTS, RULE_LISTS, RULE_LISTS, MODES)
@example("cd docs", "git status", ["Bash(git *)"], [], [], None)
@settings(max_examples=amount(125, 1000), deadline=None)
def test_joining_never_weakens(
    left: str, right: str, allow: list[str], ask: list[str], deny: list[str], mode: Mode | None
) -> None:
    """A command joined to another by `;` is decided no weaker than the other alone."""
    # `git &&` is none: no shell runs it, and only as a whole text does it meet `git .*`.
    assume(is_command(right))
    policy = Policy.of(allow=allow, ask=ask, deny=deny, mode=mode, otherwise="ask")
    joined = effect_of(policy, f"{left} ; {right}")

    assert joined >= effect_of(policy, right)


@given(PLAIN_WORDS, RULE_LISTS, RULE_LISTS, RULE_LISTS)
@settings(max_examples=amount(75, 600), deadline=None)
def test_quoting_changes_nothing(
    words: list[str], allow: list[str], ask: list[str], deny: list[str]
) -> None:
    """Quotes and spaces are how a command is written, not what it is."""
    policy = Policy.of(allow=allow, ask=ask, deny=deny, otherwise="ask")
    plain = effect_of(policy, " ".join(words))

    assert plain == effect_of(policy, "   ".join(f"'{word}'" for word in words))
    assert plain == effect_of(policy, " ".join(f'"{word}"' for word in words))
    assert plain == effect_of(policy, " ".join("\\" + word for word in words))


@given(PLAIN_WORDS, st.sampled_from(["sudo", "env", "nice", "nohup", "timeout 5", "command"]))
@settings(max_examples=amount(50, 400), deadline=None)
def test_a_wrapper_never_turns_a_deny_into_less(words: list[str], wrapper: str) -> None:
    """What is denied bare is denied behind a wrapper and inside `bash -c`."""
    assume(not words[0].startswith("-"))
    policy = Policy.of(allow=["Bash"], deny=["Bash(rm -rf *)", "Bash(git push *)", "Read(.env)"])
    command = shlex.join(words)
    bare = effect_of(policy, command)

    if bare is Effect.DENY:
        assert effect_of(policy, f"{wrapper} {command}") is Effect.DENY
        assert effect_of(policy, f"bash -c {shlex.quote(command)}") is Effect.DENY


GUARDED = st.sampled_from(
    "proctor approve claude --bare ~/.proctor/x ~/.claude/a .claude/x .proctor/r .git/hooks/x rm "
    "mv cp -r / /etc/claude-code/x tmux -L proctor git -c core.hooksPath=x env CLAUDE_CONFIG_DIR=x "
    "python3 -m proctor pip uninstall proctor-gate npx @openai/codex opencode.json .. cat grep "
    "/home/ada /opt/proctor/x link uv run && ; > x find -exec -delete ./.venv/bin/proctor "
    "-Improctor -c 'import\\ proctor' claude@latest ~/.p* .git .git/modules/a/hooks/x "
    "opencode.jsonc OPENCODE.JSON opencode.json/x /data /data/p/x .p*/* ~ "
    "$HOME/.proctor //home/ada/./.proctor".split()
)
GUARDED_TOOLS = (
    "Read Write Delete Grep Glob LS NotebookEdit WebFetch WebSearch mcp__a__b Frob Skill TodoWrite "
    "save_memory Agent self_edit_docs git_push"
).split()


@given(st.lists(GUARDED, min_size=1, max_size=6).map(" ".join), st.booleans())
@settings(max_examples=amount(375, 3000), deadline=None)
def test_what_is_not_suspicious_has_no_objection(command: str, folds_case: bool) -> None:
    """The quick look of the guard lets nothing pass that a full look would object to."""
    around = AROUND._replace(
        folds_case=folds_case, program=("/opt/proctor",), proctor_home_real="/data/p"
    )
    calls = [ToolCall(tool="Bash", input={"command": command})]
    for tool in GUARDED_TOOLS:
        fields = ("file_path", "path", "pattern", "url", "query", "skill", "remote")
        calls += [ToolCall(tool=tool, input={name: command}) for name in fields]
        calls.append(ToolCall(tool=tool, input={"path": "/home/ada", "pattern": command}))
    for action in (normalise(call, around) for call in calls):
        for part in action.parts:
            assert suspicious(part, around) or objections(part, action) is None


@given(
    st.sampled_from(["Bash", "Read", "Edit", "WebFetch", "mcp__a__b", "Agent", "task:list"]),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=30),
    st.sampled_from(list(Effect)),
)
@settings(max_examples=amount(100, 800), deadline=None)
def test_printing_and_parsing_a_rule_returns_it(tool: str, pattern: str, effect: Effect) -> None:
    """A rule that could be read is printed so that it reads the same again."""
    try:
        rule = parse_rule(f"{tool}({pattern})", effect)
    except RuleError:
        return

    assert parse_rule(str(rule), effect) == rule


PATTERNS = st.lists(
    st.sampled_from(
        [
            "a",
            "b",
            "/",
            ".*",
            ".",
            "a*",
            "b+",
            "[ab]",
            "[^a]",
            "(a|b)",
            "|",
            "$",
            "x?",
            r"\.",
            r"\w",
            "a{1,2}",
        ]
    ),
    min_size=1,
    max_size=5,
).map("".join)


@given(PATTERNS, st.text(st.sampled_from("ab/x.é\n"), max_size=8), st.booleans())
@settings(max_examples=amount(200, 1600), deadline=None)
def test_both_engines_agree(pattern: str, subject: str, search: bool) -> None:
    """RE2 and `re` give the same answer on every pattern that RE2 is given."""
    try:
        regex = read_regex(pattern, search=search)
    except RuleError:
        return

    assert PatternSet([regex], RE2).hits(subject) == PatternSet([regex], RE).hits(subject)


@given(st.text(st.sampled_from("ab*?{},/.[]()"), max_size=10), st.text(max_size=6))
@settings(max_examples=amount(75, 600), deadline=None)
def test_the_prefix_of_a_pattern_is_never_wrong(pattern: str, subject: str) -> None:
    """What is left out by the first characters would not have matched."""
    try:
        regex = read_regex(pattern)
    except RuleError:
        return
    without = Regex(regex.pattern, "", regex.on_re2)

    assert PatternSet([regex], RE).hits(subject) == PatternSet([without], RE).hits(subject)


@pytest.mark.parametrize("rules", [[], ["tool:.*"], ["Bash"], ["*"]])
def test_no_parts_is_an_error_and_never_a_yes(rules: list[str]) -> None:
    """An action without parts raises: no evidence is never allow."""
    action = normalise(ToolCall(tool="Bash", input={"command": "ls"}), AROUND)
    empty = type(action)(
        tool="Bash", kind=action.kind, string=action.string, parts=(), around=AROUND
    )

    with pytest.raises(ValueError, match="max"):
        decide(empty, Policy.of(allow=rules, otherwise="allow"))
