"""Which rules never decide."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import permutations

import pytest

from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy
from proctor.policy.rules import parse_rule
from proctor.rehearse.shadow import covers, find_shadows, shadowing
from proctor.terms.call import ToolCall
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from proctor.terms.role import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from proctor.terms.rule import Rule
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

WIDER = [
    ("Bash", "Bash"),
    ("Bash", "bash"),
    ("Bash", "Bash(git push *)"),
    ("Bash(*)", "Bash(git push *)"),
    ("Bash(git *)", "Bash(git push *)"),
    ("Bash(git *)", "Bash(git push:*)"),
    ("Bash(git:*)", "Bash(git)"),
    ("Bash(git *)", "run_command(git log)"),
    ("Read", "view"),
    ("Read(docs/**)", "Read(docs/a/**)"),
    ("Edit(docs/**)", "Write(docs/a.md)"),
    ("Edit(docs/)", "Edit(docs/*.md)"),
    ("Edit(**/x/**)", "Edit(**/x/y)"),
    ("WebFetch(domain:example.com)", "WebFetch(api.example.com)"),
    ("WebFetch(Example.com.)", "WebFetch(domain:example.com)"),
    ("{tool: Bash}", "Bash(git *)"),
    ("Read", "{tool: Read, regex: git}"),
    ("mcp__*", "mcp__github__get_issue"),
    ("*", "Read(docs/**)"),
    ("Skill(doc*)", "Skill(docx)"),
    ("tool:.*", "tool:bash:git (push|pull).*"),
    ("tool:bash:git .*", "tool:bash:git push.*"),
    ("tool:bash:git.*", "tool:bash:git"),
]

NOT_WIDER = [
    ("Bash(git *)", "Bash"),
    ("Bash(git *)", "Bash(gitk *)"),
    ("Bash(git)", "Bash(git push *)"),
    ("Bash(make *)", "Bash(make * > log)"),
    ("Bash(g* *)", "Bash(git push *)"),
    ("Bash(git *)", "Read(git/x)"),
    ("Edit", "Edit(docs/**)"),
    ("Read", "Read(docs/**)"),
    ("Edit", "Write"),
    ("Edit", "{tool: Edit, regex: git}"),
    ("Edit(docs/**)", "Edit(docs)"),
    ("Edit(docs/**)", "Edit(/docs/a)"),
    ("Edit(docs/**)", "Edit(docs/../a)"),
    ("Edit(docs/**)", "Edit(docsx/a)"),
    ("Edit({a}/**)", "Edit({a,b}/d)"),
    ("WebFetch(example.com)", "WebFetch(notexample.com)"),
    ("WebFetch(example.com)", "WebFetch(https://example.com/*)"),
    ("WebFetch", "WebFetch(https://a.b/*)"),
    ("tool:view:.*", "tool:view:[.]env"),
    ("mcp__github__*", "mcp__*"),
    ("tool:bash:git .*", "tool:bash:git.*"),
    ("tool:bash:git.*", "tool:bash:gi?.*"),
    ("tool:bash:git.*", "tool:bash:git?.*"),
    ("tool:bash:git.*", "tool:bash:git push|tool:view:x"),
    ("tool:bash:git.*", "tool:bash:git[(]|tool:view:x[)]"),
    ("tool:.*", "Bash(git *)"),
    ("{tool: Bash, regex: git}", "Bash(git *)"),
]

MAPPINGS = {
    "{tool: Bash}": {"tool": "Bash"},
    "{tool: Bash, regex: git}": {"tool": "Bash", "regex": "git"},
    "{tool: Edit, regex: git}": {"tool": "Edit", "regex": "git"},
    "{tool: Read, regex: git}": {"tool": "Read", "regex": "git"},
}


def rule(text: str, effect: Effect = Effect.DENY) -> Rule:
    """Read a rule; a mapping is written as its text."""
    return parse_rule(MAPPINGS.get(text, text), effect)


@each_row(("wide", "narrow"), WIDER)
def test_a_plainly_wider_rule_covers_another(wide: str, narrow: str) -> None:
    """The same pattern and a wider one cover a rule."""
    assert covers(rule(wide), rule(narrow), BUILT_IN)


@each_row(("wide", "narrow"), NOT_WIDER)
def test_in_doubt_a_rule_covers_nothing(wide: str, narrow: str) -> None:
    """A rule that leaves something over, or might, does not cover another."""
    assert not covers(rule(wide), rule(narrow), BUILT_IN)


def shadows(*rules: tuple[str, Effect], order: tuple[Effect, ...] = STRICT_FIRST) -> dict[str, str]:
    """Return the texts of shadowed rules with their effect, and of what shadows them."""
    permissions = Permissions(rules=tuple(parse_rule(t, e) for t, e in rules), order=order)
    return {
        f"{narrow.effect} {narrow}": f"{wide.effect} {wide}"
        for narrow, wide in find_shadows(permissions, BUILT_IN)
    }


def test_a_deny_shadows_what_comes_later() -> None:
    """Deny comes first in every order, so a wider deny shadows asks and allows."""
    found = shadows(
        ("Bash(git push *)", Effect.ALLOW),
        ("Bash(git push origin *)", Effect.ASK),
        ("Bash(git *)", Effect.DENY),
    )

    assert found == {
        "allow Bash(git push *)": "deny Bash(git *)",
        "ask Bash(git push origin *)": "deny Bash(git *)",
    }


def test_an_allow_never_shadows_a_deny() -> None:
    """A wider rule that comes later shadows nothing."""
    assert shadows(("Bash", Effect.ALLOW), ("Bash(rm *)", Effect.DENY)) == {}


def test_an_allow_for_the_workspace_leaves_what_is_outside() -> None:
    """Of two patterns for files, the wider one does not reach where the narrow one does."""
    wide = ("tool:create_file:.*", Effect.ALLOW)

    assert shadows(wide, ("tool:create_file:/tmp/.*", Effect.ALLOW)) == {}
    assert shadows(wide, ("tool:create_file:docs/.*", Effect.ALLOW))


def test_order_says_whether_ask_or_allow_comes_first() -> None:
    """The same two rules shadow each other by the policy's order."""
    rules = (("Skill(docx)", Effect.ALLOW), ("Skill", Effect.ASK))

    assert shadows(*rules) == {"allow Skill(docx)": "ask Skill"}
    assert shadows(*rules, order=ALLOW_BEFORE_ASK) == {}


def test_a_literal_allow_leaves_something_to_a_generous_ask() -> None:
    """An ask on a command also matches through wrappers, where an allow does not."""
    rules = (("Bash(git push *)", Effect.ALLOW), ("Bash(git push *)", Effect.ASK))

    assert shadows(*rules, order=ALLOW_BEFORE_ASK) == {}
    assert shadows(*rules) == {"allow Bash(git push *)": "ask Bash(git push *)"}


def test_a_deny_of_a_tool_shadows_its_literal_allows() -> None:
    """An allow on a URL is for its tool alone, so a deny of the tool comes first."""
    found = shadows(("WebFetch(example.com)", Effect.ALLOW), ("WebFetch", Effect.DENY))

    assert found == {"allow WebFetch(example.com)": "deny WebFetch"}


def test_a_duplicate_in_one_list_is_found() -> None:
    """Of two equal rules with one effect the later one never decides."""
    found = shadows(("Read", Effect.ALLOW), ("Read", Effect.ALLOW))

    assert found == {"allow Read": "allow Read"}


@each_row(
    ("one", "other"),
    [("Read", "view"), ("Write(docs/**)", "Edit(docs/**)"), ("Bash(git *)", "run_command(git *)")],
)
def test_the_same_rule_for_an_equal_tool_is_not_too_much(one: str, other: str) -> None:
    """Whoever writes both means both names; where the effects differ, one never decides."""
    for effect in (Effect.ALLOW, Effect.ASK, Effect.DENY):
        assert shadows((one, effect), (other, effect)) == {}
    assert shadows((one, Effect.DENY), (other, Effect.ALLOW)) == {f"allow {other}": f"deny {one}"}


def test_a_narrow_rule_before_a_wide_one_keeps_its_own_reason() -> None:
    """Within one list the earlier rule answers first, so it is not reported."""
    assert shadows(("Bash(git push *)", Effect.DENY), ("Bash(git *)", Effect.DENY)) == {}


def test_a_rule_that_ends_earlier_shadows_nothing() -> None:
    """After `until` the wider rule is gone, and the other one decides."""
    wide = parse_rule({"rule": "Bash", "until": "2030-01-01"}, Effect.DENY)
    narrow = parse_rule("Bash(rm *)", Effect.DENY)
    brief = parse_rule({"rule": "Bash(ls)", "until": "2029-01-01"}, Effect.DENY)
    permissions = Permissions(rules=(wide, narrow, brief))

    assert list(find_shadows(permissions, BUILT_IN)) == [(brief, wide)]


def test_who_may_answer_makes_a_difference() -> None:
    """An ask for a human is not shadowed by an ask for anyone."""
    anyone = parse_rule("Bash(git *)", Effect.ASK)
    human = parse_rule({"rule": "Bash(git push *)", "by": "human"}, Effect.ASK)

    assert list(find_shadows(Permissions(rules=(anyone, human)), BUILT_IN)) == []


@pytest.mark.parametrize(
    ("wide", "narrow", "shadowed"),
    [
        ([], ["lead"], False),
        (["dev"], ["lead"], False),
        (["dev", "lead"], ["lead", "dev"], True),
        (["lead"], [], True),
    ],
)
def test_every_asks_approvers_count(wide: list[str], narrow: list[str], shadowed: bool) -> None:
    """An ask that wants other people adds something to a wider one."""
    more = [{"approvers": names} if names else {} for names in (wide, narrow)]
    wider = parse_rule({"rule": "Bash(git *)", "by": "human", **more[0]}, Effect.ASK)
    rule = parse_rule({"rule": "Bash(git push *)", "by": "human", **more[1]}, Effect.ASK)
    found = list(find_shadows(Permissions(rules=(wider, rule)), BUILT_IN))

    assert found == ([(rule, wider)] if shadowed else [])


def test_a_rule_that_decides_in_another_role_is_not_reported() -> None:
    """What a child overrules still decides in the parent."""
    allow = parse_rule("Bash(git push *)", Effect.ALLOW)
    deny = parse_rule("Bash(git *)", Effect.DENY)
    parent, child = Permissions(rules=(allow,)), Permissions(rules=(allow, deny))

    assert shadowing([child], BUILT_IN) == {allow: deny}
    assert shadowing([parent, child], BUILT_IN) == {}


TEXTS = [
    "*", "Bash", "Bash(*)", "Bash(git *)", "Bash(git push *)", "Bash(git push --force *)",
    "Bash(rm -rf *)", "Bash(rm *)", "Bash(make *)", "Bash(make * > log)", "Read", "Grep",
    "Read(docs/**)", "Read(docs/a/**)", "Read(.env)", "Edit", "Edit(docs/**)", "Write(docs/a.md)",
    "WebFetch", "WebFetch(example.com)", "WebFetch(domain:api.example.com)", "mcp__*",
    "mcp__a__b", "Skill(doc*)", "Skill(docx)", "tool:.*", "tool:bash:git.*",
    "tool:bash:git push.*", "tool:view:.*", "tool:view:docs/.*",
]  # fmt: skip
COMMANDS = [
    "git", "git push", "git push -f origin main", "sudo git push", "git -C x push --force",
    "LD_PRELOAD=x git push", "rm -fr x", "make all > log", "make all > other", "cat docs/a/x",
    "cat .env", "curl https://example.com/x", "curl api.example.com", "git push $(x)",
    "bash -c 'git push'", "git status; rm -rf y", "tee docs/a.md", "",
]  # fmt: skip
OTHERS: list[tuple[str, object]] = [
    *(("Read", {"file_path": path}) for path in ("docs/a/x", "docs/link", ".env", 7)),
    *((tool, {"file_path": "docs/a.md"}) for tool in ("Write", "Edit", "MultiEdit")),
    *(("WebFetch", {"url": url}) for url in ("https://example.com/a", "api.example.com", None)),
    ("Grep", {"pattern": "x", "path": "docs/a"}),
    ("mcp__a__b", {"x": 1}),
    ("Skill", {"skill": "docx"}),
    ("Bash", ["ls"]),
]
AROUND = Surroundings(
    cwd="/w/sub", home="/h", root="/w", start="/w", proctor_home="/h/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC), links={"/w/sub/docs/link": "/etc/x"},
)  # fmt: skip


@pytest.mark.parametrize("order", [STRICT_FIRST, ALLOW_BEFORE_ASK])
def test_what_never_decides_can_be_removed(order: tuple[Effect, ...]) -> None:
    """Without a rule that is said to be shadowed, every call is decided as before."""
    inputs = [*(("Bash", {"command": text}) for text in COMMANDS), *OTHERS]
    actions = [normalise(ToolCall(tool=tool, input=given), AROUND) for tool, given in inputs]
    rules = [parse_rule(text, effect) for text in TEXTS for effect in Effect]
    wrong: list[str] = []

    def effects(*rules: Rule) -> list[Effect]:
        policy = Policy.compile(Permissions(rules=rules, order=order))
        return [decide(action, policy).effect for action in actions]

    for pair in permutations(rules, 2):
        for narrow, wide in find_shadows(Permissions(rules=pair, order=order), BUILT_IN):
            if effects(*pair) != effects(wide):
                wrong.append(f"{wide.effect} {wide} over {narrow.effect} {narrow}")

    assert wrong == []


def test_many_rules_are_compared_with_few() -> None:
    """Ten thousand rules of one tool are no square of work."""
    rules = tuple(parse_rule(f"Bash(tool{n} run *)", Effect.ALLOW) for n in range(10_000))
    wide = parse_rule("Bash(tool7 *)", Effect.DENY)

    assert dict(find_shadows(Permissions(rules=(*rules, wide)), BUILT_IN)) == {rules[7]: wide}
