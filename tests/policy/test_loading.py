"""A policy that was sorted, packed and loaded again decides as the one that was compiled."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from proctor import ToolCall
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.kept_rules import BLOCK, KeptRules
from proctor.policy.patterns import FLAGS, RE, RE2
from proctor.policy.policy import Policy
from proctor.policy.profiles import PROFILES
from proctor.policy.rules import parse_rule
from proctor.terms.action import Action
from proctor.terms.catalogue import BUILT_IN, Catalogue, ToolInfo
from proctor.terms.effect import Effect
from proctor.terms.kind import Kind
from proctor.terms.permissions import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from proctor.terms.place import Place
from proctor.terms.rule import Rule
from tests.amounts import amount
from tests.test_properties import AROUND

WHOLE_LINE = "Bash(a && b)"
TEXTS: list[str | dict[str, object]] = [
    "Read", "Bash", "mcp__*", "mcp__x?__*", "Bash(@read)", "Edit(@secret)", "Bash(git *)",
    "Bash(git push *)", "Bash(git push --force *)", "Bash(git status)", "Bash(/usr/bin/git log)",
    "Bash(* --version)", "Bash(rm -rf *)", "Bash(date > out.txt)", WHOLE_LINE, "Bash(X=1 make)",
    "Read(.env)", "Read(docs/**)", "Edit(//etc/**)", "Edit(~/x/*)", "Read(../up/*.md)",
    "Write(src/{a,b}.py)", "Glob(src/**)", "WebFetch(domain:example.com)",
    "WebFetch(*.example.com)", "WebFetch(https://example.com/a/*)", "WebFetch(example.com:8080)",
    "Skill(a*)", "tool:bash:npm (test|ci)", "tool:bash:git .*", "tool:view:.*secret.*", "tool:.*",
    "tool:git:push .*", "tool:bash:(?!git).*x", "tool:create_file:src/.*",
    {"tool": "Bash", "regex": "^git (push|pull)"}, {"tool": "Bash", "regex": "x$"},
    {"tool": "Skill", "regex": "^a"}, {"rule": "Bash(make *)", "until": "2026-01-01"},
    {"rule": "Bash(make test)", "until": "2027-01-01", "why": "It takes long."},
]  # fmt: skip
COMMANDS = [
    "git status", "git push origin main", "git push -f", "/usr/bin/git log", "rm -fr x",
    "make test", "npm test", "npm ci && git status", "cat .env", "echo x > src/a.py",
    "date > out.txt", "a && b", "cat ~/x/y", "curl https://example.com/a/b", "ls $(x", "X=1 make",
    "cat .e*", "git --version", "sudo git push", "true", "cd docs; cat a.md > b",
    "python3 -c 'x'", "",
]  # fmt: skip
CALLS = [
    *(ToolCall(tool="Bash", input={"command": command}) for command in COMMANDS),
    *(ToolCall(tool=t, input={"file_path": f}) for t in ("Read", "Edit", "Write")
      for f in (".env", "docs/a.md", "/etc/hosts", "/home/ada/x/y", "../up/a.md", "src/b.py")),
    *(ToolCall(tool="WebFetch", input={"url": url, "prompt": "p"}) for url in (
        "https://example.com/a/b", "http://a.example.com:8080/", "https://evil.net/x.example.com")),
    ToolCall(tool="Skill", input={"command": "abc"}), ToolCall(tool="mcp__xy__get", input={}),
    ToolCall(tool="Bash", input={}), ToolCall(tool="Read", input={"file_path": 3}),
    ToolCall(tool="WebSearch", input={"query": "x"}), ToolCall(tool="Unheard", input={"a": "b"}),
    ToolCall(tool="Glob", input={"pattern": "**/*.py", "path": "src"}),
]  # fmt: skip
ACTIONS = [normalise(call, AROUND) for call in CALLS]
RULES = st.lists(
    st.tuples(st.sampled_from(range(len(TEXTS))), st.sampled_from(list(Effect))), max_size=40
)


def rules_of(drawn: list[tuple[int, Effect]]) -> tuple[Rule, ...]:
    """Make rules, each with a place of its own; no rule can allow a whole line."""
    return tuple(
        parse_rule(
            TEXTS[at],
            Effect.ASK if TEXTS[at] == WHOLE_LINE else effect,
            where=Place("role.yaml", line),
        )
        for line, (at, effect) in enumerate(drawn, start=1)
    )


def through_json(policy: Policy, engine: str, catalogue: Catalogue = BUILT_IN) -> Policy:
    """Return a policy as another process gets it."""
    data = json.loads(json.dumps(policy.dump_sorted()))
    return Policy.load(data, catalogue=catalogue, engine=engine)


@given(drawn=RULES, order=st.sampled_from([STRICT_FIRST, ALLOW_BEFORE_ASK]))
@example(drawn=[(at, Effect.DENY) for at in range(len(TEXTS))], order=STRICT_FIRST)
@example(drawn=[(at, Effect.ALLOW) for at in range(len(TEXTS))], order=STRICT_FIRST)
@example(drawn=[(at, Effect(at % 3 + 1)) for at in range(len(TEXTS))], order=ALLOW_BEFORE_ASK)
@settings(max_examples=amount(20, 120), deadline=None)
def test_a_loaded_policy_decides_like_the_compiled_one(
    drawn: list[tuple[int, Effect]], order: tuple[Effect, ...]
) -> None:
    """Every call gets the same findings, by the same rules, on both engines."""
    compiled = Policy.compile(Permissions(rules=rules_of(drawn), order=order))
    loaded = [through_json(compiled, engine) for engine in (RE, RE2)]

    for action in ACTIONS:
        expected = decide(action, compiled)
        assert [expected, expected] == [decide(action, policy) for policy in loaded]


def test_a_loaded_policy_is_dumped_again_the_same() -> None:
    """Nothing is lost or turned round on the way, whether it was asked or not."""
    drawn = [(at, Effect(at % 3 + 1)) for at in range(len(TEXTS))]
    compiled = Policy.compile(Permissions(rules=rules_of(drawn)), tools=["Bash"])
    loaded = through_json(compiled, RE)

    assert loaded.dump_sorted() == compiled.dump_sorted()
    for action in ACTIONS:
        decide(action, loaded)
    assert loaded.dump_sorted() == compiled.dump_sorted()
    assert loaded.dump() == compiled.dump()
    assert loaded.permissions == compiled.permissions


def test_what_is_sorted_with_other_tools_is_sorted_anew() -> None:
    """A tool of which the sorting knew nothing is found under its own kind."""
    tool = ToolInfo(
        name="Zsh", names=("Zsh", "zsh"), kind=Kind.SHELL, category="x", description="",
        fields=("command",),
    )  # fmt: skip
    catalogue = BUILT_IN.with_tools([tool])
    rule = parse_rule("Zsh(rm *)", Effect.DENY, catalogue=catalogue)
    wide = Policy.compile(Permissions(rules=(rule,)), catalogue=catalogue)
    narrow = Policy.compile(Permissions(rules=(rule,)))
    around = AROUND._replace(catalogue=catalogue)
    action = normalise(ToolCall(tool="zsh", input={"command": "rm x"}), around)

    expected = decide(action, wide)
    assert expected.effect is Effect.DENY
    assert expected == decide(action, through_json(narrow, RE, catalogue))
    assert expected == decide(action, through_json(wide, RE, catalogue))


def test_a_catalogue_without_the_built_in_tools_is_sorted_anew() -> None:
    """Two odd catalogues are never taken for the same."""
    rule = parse_rule("Bash(rm *)", Effect.DENY)
    odd = Policy.compile(Permissions(rules=(rule,)), catalogue=Catalogue(()))

    loaded = through_json(odd, RE, Catalogue(BUILT_IN.tools[1:]))

    assert (
        loaded.strict.data
        == Policy.compile(
            Permissions(rules=(rule,)), catalogue=Catalogue(BUILT_IN.tools[1:])
        ).strict.data
    )


def status(around_action: str = "git status") -> Action:
    """Return the action of a command."""
    return normalise(ToolCall(tool="Bash", input={"command": around_action}), AROUND)


def test_no_rule_is_made_that_a_call_does_not_come_near() -> None:
    """Of a thousand rules, only the one that speaks is made of its row."""
    rules = [parse_rule(f"Bash(tool{n % 50} verb{n} *)", Effect.ALLOW) for n in range(999)]
    rules.append(parse_rule("Bash(git status)", Effect.ALLOW))
    loaded = through_json(Policy.compile(Permissions(rules=tuple(rules))), RE)

    found = decide(status(), loaded).rule

    assert found == rules[-1]
    assert isinstance(loaded.rules, KeptRules)
    assert list(loaded.rules.made) == [999]
    packed = [block for block in loaded.rules.blocks if isinstance(block, str)]
    assert len(packed) == len(loaded.rules.blocks) - 1
    assert list(loaded.allows.verbs) == [("Bash", "git", "status")]


def test_rules_that_are_kept_are_a_row_of_rules() -> None:
    """They have a length, an order and each its number, over the ends of blocks too."""
    rules = tuple(parse_rule(f"Bash(x{n})", Effect.ASK) for n in range(2 * BLOCK + 1))
    kept = through_json(Policy.compile(Permissions(rules=rules)), RE).rules

    assert (len(rules), list(rules)) == (len(kept), list(kept))
    assert kept[BLOCK] == rules[BLOCK]


@pytest.mark.parametrize("name", PROFILES)
def test_the_profiles_decide_the_same(name: str) -> None:
    """What ships with us is loaded as it is compiled."""
    compiled = Policy.compile(PROFILES[name])
    loaded = through_json(compiled, RE)

    for action in ACTIONS:
        assert decide(action, compiled) == decide(action, loaded)


PIECES = [
    "a",
    "b",
    "(",
    ")",
    "|",
    "(?:",
    "(?=",
    "(?#",
    "[",
    "]",
    "\\",
    "*",
    "?",
    "+",
    "^",
    "$",
    ".",
]


@given(
    pattern=st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
    subject=st.text(st.sampled_from("ab|()[\\\n"), max_size=5),
    search=st.booleans(),
)
@example(pattern="(?#(|b)a|b", subject="b", search=False)
@example(pattern="ab(a|b)|b", subject="b", search=False)
@example(pattern="^a(a|b)", subject="bab", search=True)
@example(pattern="^a|b", subject="xb", search=True)
@settings(max_examples=amount(250, 2000), deadline=None)
def test_the_beginning_of_a_pattern_rules_out_nothing_that_matches(
    pattern: str, subject: str, search: bool
) -> None:
    """Whatever `re` finds is found, with options inside groups and at the top."""
    try:
        rule = parse_rule(
            {"tool": "Skill", "regex": pattern} if search else f"tool:{pattern}", Effect.DENY
        )
    except Exception:  # noqa: BLE001 - no pattern, so nothing to compare
        return
    index = Policy.compile(Permissions(rules=(rule,)), engine=RE).strict
    text = rule.pattern or ""
    one = index.regexes["Skill"] if search else index.strings
    asked = subject if search else f"tool:{subject}"

    match = re.search(text, asked, FLAGS) if search else re.fullmatch(text, asked, FLAGS)
    assert bool(match) == bool(one.hits(asked))
