"""Finding the rules that match, as one by one and as many."""

from __future__ import annotations

import re

from proctor import Effect, Policy, ToolCall, parse_rule
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.index import common, name_match
from proctor.policy.sorting import gives_all
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.role import Permissions
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

CALLS = [
    ToolCall(tool="Bash", input={"command": "git push origin main"}),
    ToolCall(tool="Bash", input={"command": "cat .env > out"}),
    ToolCall(tool="Read", input={"file_path": "docs/a.md"}),
    ToolCall(tool="Write", input={"file_path": "src/a.py"}),
    ToolCall(tool="WebFetch", input={"url": "https://a.example.com/x"}),
    ToolCall(tool="mcp__x__get", input={"id": 1}),
    ToolCall(tool="Skill", input={"skill": "review"}),
]
RULES = [
    "Bash", "Bash(git *)", "Bash(git push *)", "Bash(*main*)", "tool:bash:git .*", "Read",
    "Read(.env)",
    "Read(docs/**)", "Edit(src/**)", "Edit(*.py)", "Write", "WebFetch(domain:example.com)",
    "Edit(out)",
    "WebFetch(https://a.*)", "mcp__*", "mcp__x__get(*1*)", "Skill(rev*)", "tool:.*",
    "tool:git:push .*",
]  # fmt: skip


@each_row("effect", Effect)
@each_row("call", CALLS, ids=lambda call: str(call.tool))
def test_many_rules_find_what_each_alone_finds(
    call: ToolCall, effect: Effect, around: Surroundings
) -> None:
    """Among a thousand rules, the first written that matches decides, as it would alone."""
    action = normalise(call, around)
    filler = [f"Bash(cmd{n} *)" for n in range(300)] + [f"Read(dir{n}/**)" for n in range(300)]
    filler += [f"tool:bash:other{n} .*" for n in range(300)] + [f"mcp__f{n}" for n in range(100)]
    many = Policy.of(**{effect.word: [*filler, *RULES]})  # type: ignore[arg-type]  # lists by name

    alone = []
    for rule in RULES:
        policy = Policy.of(**{effect.word: [rule]})  # type: ignore[arg-type]  # the same
        found = policy.match(action.parts[0], action)
        if found and found.rule:
            alone.append(found.rule.text)

    found = many.match(action.parts[0], action)
    assert found is not None
    assert found.rule is not None
    assert found.rule.text == alone[0]


@each_row(
    ("glob", "name", "matches"),
    [
        ("*", "Bash", True), ("mcp__*", "mcp__a", True), ("mcp__?", "mcp__a", True),
        ("mcp__?", "mcp__ab", False), ("Bash", "bash", False), ("a*b?c", "axxbyc", True),
        ("a.c", "abc", False),
    ],
)  # fmt: skip
def test_a_name_meets_a_glob(glob: str, name: str, matches: bool) -> None:
    """Only `*` and `?` are wild in names, and case counts."""
    assert name_match(glob, name) is matches


@each_row(
    ("rule", "bash", "powershell"),
    [
        ("Bash", True, False), ("Bash(*)", True, False), ("Bash(**)", True, False), ("*",
        True, True),
        ("tool:.*", True, True), ("tool:bash:.*", True, False), ("run_command", True, False),
        ("B*", True, False),
        ("PowerShell", False, True), ("Bash(git *)", False, False), ("tool:bash:git.*",
        False, False),
        ("Read", False, False),
    ],
)  # fmt: skip
def test_which_rules_give_a_whole_shell(rule: str, bash: bool, powershell: bool) -> None:
    """A rule for every command of one shell says nothing of another shell."""
    parsed = parse_rule(rule, Effect.ALLOW)

    found = [gives_all(parsed, BUILT_IN, shell) for shell in ("Bash", "PowerShell")]
    assert found == [bash, powershell]


def test_every_form_of_a_thing_must_be_covered() -> None:
    """Rules answer together for several forms; one form without a rule is no answer."""
    assert common([[1], [2]]) == [1]
    assert common([[1], []]) == []
    assert common([]) == []


WORKSPACE = {
    "tool:create_file:.*": "inside",
    "tool:(create_file|str_replace):.*": "inside",
    "tool:create_file:(/etc|docs)/.*": "nowhere",
    "tool:create_file:/?.*": "inside",
    "tool:create_file:/{0,1}.*": "inside",
    "tool:create_file:/srv/x|tool:create_file:.*": "inside",
    "tool:create.*": "inside",
    "tool:[cs][^:]*:.*": "inside",
    "tool:create_file.*": "inside",
    "tool:create_file:.?/?srv/.*": "nowhere",
    "tool:create_file:/srv/.*": "outside",
    r"tool:create_file:\/srv/(a|b)\.txt": "outside",
    "tool:(?:create_file|str_replace):/srv/.*": "outside",
    "tool:.*": "both",
    "tool:.+": "both",
    "tool:[^:]+:.*": "both",
    "tool:(?!bash:).*": "both",
}


@each_row(("pattern", "covers"), WORKSPACE.items())
def test_a_pattern_for_files_stays_in_the_workspace(
    pattern: str, covers: str, around: Surroundings
) -> None:
    """As an allow it leaves the workspace only by a path that begins with a slash, or for all."""
    inside = ToolCall(tool="Write", input={"file_path": "src/a.py"})
    outside = ToolCall(tool="Write", input={"file_path": "/srv/a.txt"})
    found = [decide(normalise(call, around), Policy.of(allow=[pattern])).effect is Effect.ALLOW
             for call in (inside, outside)]  # fmt: skip

    assert found == [covers in ("inside", "both"), covers in ("outside", "both")]
    strict = Policy.of(deny=[pattern], otherwise="allow")
    matched = re.fullmatch(pattern, "tool:create_file:/srv/a.txt") is not None
    assert (decide(normalise(outside, around), strict).effect is Effect.DENY) is matched


@each_row(
    ("call", "effect"),
    [
        (ToolCall("Edit", {"file_path": "out/passwd"}), Effect.ASK),
        (ToolCall("Edit", {"file_path": "src/../../x"}), Effect.ASK),
        (ToolCall("NotebookEdit", {"notebook_path": "/srv/a.ipynb"}), Effect.ASK),
        (ToolCall("apply_patch", {"input": "*** Update File: /srv/a.py\n"}), Effect.ASK),
        (ToolCall("apply_patch", {"input": "*** Update File: a\n*** Add File: /b\n"}), Effect.ASK),
        (ToolCall("apply_patch", {"input": "*** Update File: a.py\n"}), Effect.ALLOW),
        (ToolCall("Bash", {"command": "echo x > /srv/a.py"}), Effect.ASK),
        (ToolCall("Bash", {"command": "cd /srv; echo x > a.py"}), Effect.ASK),
        (ToolCall("Bash", {"command": "echo x > a.py"}), Effect.ALLOW),
        (ToolCall("Edit", {"file_path": "/data/more/a.py"}), Effect.ALLOW),
        (ToolCall("Edit", {"file_path": "/data/more/../a.py"}), Effect.ASK),
        (ToolCall("Edit", {"file_path": "/data/moreover"}), Effect.ASK),
    ],
)
def test_no_detour_leads_an_edit_out_of_the_workspace(
    call: ToolCall, effect: Effect, around: Surroundings
) -> None:
    """Links, `..`, patches and redirections are edits of where they lead."""
    policy = Policy.compile(
        Policy.of(allow=["tool:str_replace:.*", "tool:bash:echo .*"], otherwise="ask").permissions,
        additional_directories=["/data/more"],
    )
    linked = around.of_call(links={f"{around.cwd}/out/passwd": "/etc/passwd"})

    assert decide(normalise(call, linked), policy).effect is effect
    loaded = Policy.load(policy.dump_sorted())
    assert decide(normalise(call, linked), loaded).effect is effect


def test_a_long_command_asks_for_its_whole_string_once(around: Surroundings) -> None:
    """Hundreds of parts of a long line all meet a deny over the whole of it."""
    line = "; ".join(f"echo {n}" for n in range(400)) + "; echo needle"
    policy = Policy.of(allow=["Bash"], deny=["tool:bash:.*needle"])

    decision = decide(normalise(CALLS[0], around), policy)
    long = decide(normalise(ToolCall(tool="Bash", input={"command": line}), around), policy)

    assert decision.effect is Effect.ALLOW
    assert {finding.effect for finding in long.because} == {Effect.DENY}


def test_a_path_that_is_too_long_for_re_is_asked_about(around: Surroundings) -> None:
    """Where RE2 is not loaded, a deny that cannot be tried on a long path is an ask."""
    rules = (parse_rule("Read(**/a/**/b/**/c)", Effect.DENY), parse_rule("Read", Effect.ALLOW))
    policy = Policy.compile(Permissions(rules=rules), engine="re")
    path = "/" + "/".join(["a"] * 300)
    action = normalise(ToolCall(tool="Read", input={"file_path": path}), around)

    assert decide(action, policy).effect is Effect.ASK
