"""What could pass is offered; what every input would be denied of is not."""

from contextlib import suppress
from datetime import UTC, datetime

from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from proctor import Effect, Policy, RuleError, ToolCall, parse_rule
from proctor.normalise import normalise
from proctor.normalise.commands import NOT_READ
from proctor.policy.decide import decide
from proctor.policy.offering import UNREAD_SHELLS, Offering, could_pass, own_starts
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.terms.catalogue import BUILT_IN, Annotations, Catalogue, ToolInfo
from proctor.terms.decision import Decision
from proctor.terms.kind import Kind
from proctor.terms.mode import Mode
from proctor.terms.permissions import ALLOW_BEFORE_ASK, STRICT_FIRST, Permissions
from proctor.terms.rule import Rule
from proctor.terms.surroundings import Surroundings
from tests.amounts import amount
from tests.realistic_inputs import INPUTS
from tests.tables import each_row

OWN = (
    ToolInfo("price_of", ("price_of", "price"), Kind.OTHER, "shop", "Look a price up",
             annotations=Annotations(read_only=True)),
    ToolInfo("close_shop", ("close_shop",), Kind.OTHER, "shop", "Close", ("branch",),
             Annotations(destructive=True)),
    ToolInfo("set_label", ("set_label",), Kind.OTHER, "shop", "Label",
             annotations=Annotations(edit=True)),
)  # fmt: skip
CATALOGUE: Catalogue = BUILT_IN.with_tools(OWN)
AROUND = Surroundings(
    cwd="/srv/app",
    home="/home/ada",
    root="/srv/app",
    start="/srv/app",
    proctor_home="/home/ada/.proctor",
    now=datetime(2026, 1, 1, tzinfo=UTC),
    catalogue=CATALOGUE,
)
NAMES = [
    "Bash", "run_command", "PowerShell", "Read", "view", "Write", "Edit", "MultiEdit",
    "apply_patch", "Delete", "Glob", "Grep", "WebFetch", "WebSearch", "Agent", "Skill", "git_push",
    "git_init", "git_merge_request", "self_edit_docs", "self_edit_model", "task:add",
    "chain:status", "mcp__github__get_issue", "price_of", "price", "close_shop", "set_label",
    "nobody_knows_it",
]  # fmt: skip
RULES: list[str] = [
    *NAMES, "*", "mcp__*", "git_*", "task:?dd", "?ash", "Edi*", "price*",
    "Bash(*)", "Bash(git *)", "Bash(rm -rf *)", "Bash(echo * > out)", "Bash(@read)",
    "Bash(@write)", "Read(**)", "Read(.env)", "Read(@secret)", "Edit(docs/**)", "Write(*)",
    "Grep(src/**)", "WebFetch(*)", "WebFetch(domain:example.com)", "Skill(*)", "Skill(pdf)",
    "Agent(reviewer)", "price_of(*)", "close_shop(*)", "set_label(**)", "mcp__github__get_issue(*)",
    "tool:.*", "tool:bash:.*", "tool:bash:.+", "tool:bash:git .*", "tool:(bash|view):.*",
    "tool:b.*", "tool:view:.*", "tool:view:docs/.*", "tool:str_replace:.*", "tool:create_file:.*",
    "tool:git:.*", "tool:git:push .*", "tool:git:push origin .*", "tool:git:init",
    "tool:self_edit:.*", "tool:self_edit:docs:.*", "tool:price_of:.*", "tool:price:.*",
    "tool:run_command:.*", "tool:Bash:git .*", "tool:read_file:.*", "tool:Read:docs/.*",
    "tool:(write_file|Task):.*", "tool:MultiEdit:.*", "tool:git_push:.*", "tool:git_.*",
    "tool:self_edit_docs:.*", "tool:(?!view:|Read:).*",
    "tool:close_shop:.*", "tool:close.*", "tool:(?!bash).*", "tool:view:(?!docs).*",
    "tool:bash:.*|tool:view:x", "tool:task:add:.*", r"tool:\w+:.*", "tool:[a-z]*:.*",
    "tool:(git|self_edit):(push|docs).*", "tool:(Read|create_file):(a|b*)", "tool:(b|g).*",
    "tool:(view:a|git:push .*)", "(?:tool:view|tool:Bash):.*", "tool:(bash|git(:init)?)(:.*)?",
    "tool:mcp__.*", "tool:close_shop:(a+b+c+)+?.*",
]  # fmt: skip
MAPPED: list[dict[str, object]] = [
    {"tool": "Bash", "regex": ".*"}, {"tool": "Read", "regex": "^"}, {"tool": "Read"},
    {"tool": "price_of", "regex": "^.*$"}, {"tool": "Write", "regex": "docs/"},
    {"tool": "Edit", "regex": ".*"}, {"tool": "MultiEdit", "regex": "(?=x)y"},
    {"tool": "close_shop", "regex": "(?=x)y"}, {"tool": "WebFetch", "regex": ".*"},
    {"rule": "Bash", "until": "2020-01-01"}, {"rule": "Read", "until": "2030-01-01"},
]  # fmt: skip


def readable(effect: Effect) -> list[Rule]:
    """Return the rules that can stand in the list of an effect; some cannot be allows."""
    found = []
    texts: list[str | dict[str, object]] = [*RULES, *MAPPED]
    for text in texts:
        with suppress(RuleError):
            found.append(parse_rule(text, effect, catalogue=CATALOGUE))
    return found


ANY_RULE = st.one_of([st.sampled_from(readable(effect)) for effect in Effect])
TOOL_LISTS = st.none() | st.lists(st.sampled_from([*NAMES, "*", "mcp__*", "git_*"]), max_size=4)
WORDS = st.sampled_from(
    "git push status rm -rf / x echo cat .env .e* $x $(id) > >> out docs/a && ; | ( ` 'a".split()
)
TEXTS = st.one_of(
    st.lists(WORDS, max_size=5).map(" ".join),
    st.sampled_from(
        ["", "docs/a.md", ".env", "/etc/passwd", "https://example.com/a", "http://a\\b", "pdf",
         "reviewer", "a\0b", "x" * 5000, "*** Update File: docs/a", "\n", "> out",
         ".proctor/roles/a.yaml", ".git/hooks/a", "~/.claude/x"]
    ),
    st.text(max_size=10),
)  # fmt: skip
VALUES = st.one_of(TEXTS, st.none(), st.integers(), st.lists(TEXTS, max_size=2))
FIELDS = st.sampled_from(
    "command cmd file_path path pattern url query skill subagent_type remote branch name target "
    "model input x".split()
)


@st.composite
def policies(draw: st.DrawFn) -> CompiledPolicy:
    """Make any policy of some rules."""
    rules = draw(st.lists(ANY_RULE, max_size=5))
    return CompiledPolicy.compile(
        Permissions(
            rules=tuple(rules),
            order=draw(st.sampled_from([STRICT_FIRST, ALLOW_BEFORE_ASK])),
            otherwise=draw(st.sampled_from([Effect.DENY, Effect.DENY, Effect.ASK, Effect.ALLOW])),
        ),
        tools=draw(TOOL_LISTS),
        mode=draw(st.sampled_from([None, *Mode])),
        follow_bypass=draw(st.booleans()),
        catalogue=CATALOGUE,
    )


@st.composite
def calls(draw: st.DrawFn) -> ToolCall:
    """Make any call: the fields of the tool, or others, with something in them."""
    tool = draw(st.sampled_from(NAMES))
    info = CATALOGUE.get(tool)
    known = dict(INPUTS.get(info.name, {}))
    own = st.sampled_from(info.fields) if info.fields else FIELDS
    more = draw(st.dictionaries(own | FIELDS, VALUES, max_size=3))
    inputs: object = draw(st.sampled_from([{**known, **more}, more, more, known, None]))
    mode = draw(st.sampled_from([None, None, *(mode.value for mode in Mode)]))
    return ToolCall(tool=tool, input=inputs, mode=mode)


def decided(policy: CompiledPolicy, call: ToolCall) -> Decision:
    """Decide a call."""
    return decide(normalise(call, AROUND), policy)


@settings(max_examples=amount(125, 1000), deadline=None)
@given(policy=policies(), call=calls())
@example(Policy.of(otherwise="deny", allow=["Edit"]), ToolCall("Bash", {"command": "> out"}))
@example(Policy.of(otherwise="allow", deny=["Bash"]), ToolCall("Bash", {"command": "> out"}))
@example(Policy.of(otherwise="deny"), ToolCall("Edit", {"file_path": ".proctor/config.yaml"}))
@example(Policy.of(otherwise="deny", deny=["Read(.env)"]), ToolCall("Bash", {"command": "cat .e*"}))
@example(Policy.of(otherwise="deny", ask=["tool:b.*"]), ToolCall("Skill", {}))
@example(
    Policy.of(otherwise="deny", deny=["tool:view:(?!docs).*"]),
    ToolCall("Read", {"file_path": "docs/" + "x" * 5000}),
)
def test_whatever_is_not_denied_is_offered(policy: CompiledPolicy, call: ToolCall) -> None:
    """A tool of which some call is allowed or asked is never withheld."""
    note(str([(rule.effect, str(rule)) for rule in policy.rules]))
    note(f"{policy.otherwise} {policy.mode} {policy.tools} {policy.order}")
    decision = decided(policy, call)

    assert decision.effect is Effect.DENY or could_pass(policy, CATALOGUE.get(call.tool))


WITHHELD = [
    ("Bash", {"tools": ["Read"]}),
    ("Bash", {"tools": []}),
    ("Bash", {"deny": ["Bash"]}),
    ("Bash", {"deny": ["?ash"]}),
    ("Bash", {"deny": ["tool:bash:.*"]}),
    ("Bash", {"deny": ["tool:(bash|view):.*"]}),
    ("Read", {"deny": ["tool:.*"]}),
    ("Read", {"deny": ["read_file"], "otherwise": "allow", "mode": "bypassPermissions"}),
    ("Read", {"deny": [{"tool": "Read", "regex": ".*"}]}),
    ("Skill", {"deny": ["Skill(*)"]}),
    ("mcp__github__get_issue", {"deny": ["mcp__*"]}),
    ("git_push", {"deny": ["tool:git:push.*"]}),
    ("Edit", {"mode": "plan", "allow": ["Edit"]}),
    ("WebFetch", {"mode": "plan"}),
    ("Agent", {"mode": "plan"}),
    ("Edit", {"mode": "delegate"}),
    ("Read", {"mode": "dontAsk"}),
    ("Read", {"mode": "dontAsk", "ask": ["Read"]}),
    ("Bash", {"otherwise": "deny"}),
    ("Glob", {"otherwise": "deny", "allow": ["Read"]}),
    ("Write", {"otherwise": "deny", "allow": ["tool:str_replace:docs/.*"]}),
    ("Bash", {"profile": "locked"}),
    ("Write", {"profile": "locked"}),
    ("WebFetch", {"profile": "standard"}),
    ("Read", {"otherwise": "deny", "deny": ["tool:view:secret.*"]}),
    ("Delete", {"mode": "plan"}),
    ("WebFetch", {"otherwise": "deny", "ask": ["Read(docs/**)", "tool:view:.*"]}),
    ("Bash", {"otherwise": "deny", "allow": ["tool:create_file:src/.*"]}),
    ("PowerShell", {"otherwise": "deny", "allow": ["tool:create_file:src/.*"]}),
    ("Bash", {"otherwise": "deny", "allow": ["Write", "MultiEdit", "apply_patch"]}),
    ("Bash", {"otherwise": "deny", "ask": ["Read", "Write", "mcp__*", "tool:view:.*"]}),
    ("Bash", {"allow": ["tool:(create_file|view):.*"]}),
    ("Bash", {"allow": ["tool:(create_file:src|view:docs)/.*"]}),
    ("Bash", {"otherwise": "deny", "allow": ["tool:view:a|tool:create_file:b"]}),
    ("git_push", {"otherwise": "deny", "allow": ["tool:git:(init|commit)"]}),
    ("mcp__a__b", {"otherwise": "deny", "ask": ["tool:(bash:|git:(commit|branch)).*"]}),
    ("WebFetch", {"otherwise": "deny", "ask": ["tool:(bash|create_file):.*"]}),
]
OFFERED = [
    ("Bash", {}),
    # `> src/a` alone passes.
    ("Bash", {"otherwise": "deny", "allow": ["tool:str_replace:src/.*"]}),
    ("Bash", {"otherwise": "deny", "allow": ["Write(src/**)"]}),
    ("Bash", {"otherwise": "deny", "ask": ["tool:view:.env"]}),
    ("Bash", {"otherwise": "deny", "ask": ["tool:create_file:.*"]}),
    ("Bash", {"tools": ["run_command"]}),
    ("Bash", {"tools": ["*"]}),
    ("Bash", {"deny": ["Bash(*)"]}),
    ("Bash", {"deny": [{"rule": "Bash", "until": "2030-01-01"}]}),
    ("Bash", {"deny": ["tool:bash:.+"]}),
    ("Bash", {"deny": ["tool:bash:(?!ls).*"]}),
    ("Bash", {"deny": ["tool:view:x|tool:bash:.*"]}),
    ("Bash", {"mode": "plan"}),
    ("Agent", {"mode": "delegate"}),
    ("Read", {"mode": "plan", "ask": ["Read"]}),
    ("Read", {"mode": "dontAsk", "allow": ["Read(docs/**)"]}),
    ("Grep", {"otherwise": "deny", "allow": ["Read(docs/**)"]}),
    ("Read", {"profile": "locked"}),
    ("Bash", {"profile": "standard"}),
    ("git_push", {"otherwise": "deny", "allow": ["tool:git:push origin feature/.*"]}),
    ("mcp__github__get_issue", {"otherwise": "deny", "ask": ["mcp__github__*"]}),
    ("Delete", {"mode": "bypassPermissions"}),
    ("Delete", {"mode": "acceptEdits"}),
    ("Bash", {"otherwise": "deny", "ask": ["Read(.env)"]}),
    ("Bash", {"otherwise": "deny", "ask": ["tool:git:push .*"]}),
    ("Bash", {"otherwise": "deny", "deny": ["Bash(rm *)"]}),
    ("Grep", {"otherwise": "deny", "ask": ["Read(docs/**)"]}),
    ("Write", {"otherwise": "deny", "ask": ["Edit"]}),
    ("MultiEdit", {"otherwise": "deny", "ask": ["tool:create_file:.*"]}),
    ("self_edit_docs", {"otherwise": "deny", "ask": ["Edit(docs/**)"]}),
    ("git_push", {"otherwise": "deny", "ask": ["tool:git:.*"]}),
    ("Bash", {"allow": ["tool:(create_file|str_replace):.*"]}),
    ("Write", {"otherwise": "deny", "ask": [{"tool": "Edit", "regex": "^docs/"}]}),
    ("Bash", {"otherwise": "deny", "allow": ["tool:(view|ba(sh|t)):.*"]}),
    ("Bash", {"otherwise": "deny", "allow": ["tool:(view|[a-c].*)"]}),
    ("git_push", {"otherwise": "deny", "allow": ["tool:git:(init|p.*)"]}),
    ("git_push", {"otherwise": "deny", "ask": ["tool:(view:(a|b)|g?it_push:.*)"]}),
]


@each_row(("tool", "policy"), WITHHELD, ids=str)
def test_a_tool_is_withheld_when_every_input_is_denied(
    tool: str, policy: dict[str, object]
) -> None:
    """What is denied whatever its input is not offered."""
    assert not could_pass(Policy.of(**policy), BUILT_IN.get(tool))  # type: ignore[arg-type]  # data


@each_row(("tool", "policy"), OFFERED, ids=str)
def test_a_tool_is_offered_when_some_input_could_pass(tool: str, policy: dict[str, object]) -> None:
    """What some input could pass is offered, and so is what is in doubt."""
    assert could_pass(Policy.of(**policy), BUILT_IN.get(tool))  # type: ignore[arg-type]  # data


@each_row("name", sorted(INPUTS))
def test_strings_begin_as_the_offering_believes(name: str) -> None:
    """The action string of every built-in tool begins as its patterns are compared."""
    info = BUILT_IN.get(name)
    action = normalise(ToolCall(tool=name, input=INPUTS[name]), AROUND)

    assert action.string.startswith(own_starts(info))


def test_a_tool_is_offered_when_one_of_its_names_could_pass() -> None:
    """A tool that the policy knows only by one of its names is judged by each of them."""
    tool = ToolInfo("lookup", ("lookup", "Read"), Kind.OTHER, "shop", "Look up")

    assert Offering(Policy.of(tools=["Read"])).could_pass(tool)
    assert not Offering(Policy.of(tools=["Write"])).could_pass(tool)


def test_a_rule_for_urls_holds_for_every_tool_that_fetches() -> None:
    """A tool of one's own that fetches is offered where a URL of it would be asked about."""
    tool = ToolInfo("download", ("download",), Kind.FETCH, "web", "Download", ("url",))
    rules = (parse_rule("WebFetch(domain:example.com)", "ask"),)
    policy = CompiledPolicy.compile(
        Permissions(rules=rules, otherwise=Effect.DENY), catalogue=BUILT_IN.with_tools([tool])
    )

    assert could_pass(policy, tool)


def test_a_tool_stays_withheld_when_its_own_annotations_say_more() -> None:
    """What a tool says of itself counts only where the policy's catalogue says so too."""
    tool = ToolInfo("lookup", ("lookup",), Kind.READ, "shop", "Look up",
                    annotations=Annotations(read_only=True))  # fmt: skip

    assert not could_pass(Policy.of(mode="plan"), tool)


def test_what_only_the_guard_asks_about_is_not_offered() -> None:
    """A tool that no rule gives is not offered for the inputs that the guard would ask about."""
    policy = Policy.of(otherwise="deny")

    assert not could_pass(policy, BUILT_IN.get("Edit"))


def test_a_shell_of_ones_own_meets_the_rules_for_bash() -> None:
    """What bash is asked about, another shell is asked about too, unless nobody reads it."""
    own = ToolInfo("run_it", ("run_it",), Kind.SHELL, "shop", "Run it", ("command",))
    rules = (parse_rule("tool:bash:.*", "ask"),)
    catalogue = BUILT_IN.with_tools([own])
    policy = CompiledPolicy.compile(
        Permissions(rules=rules, otherwise=Effect.DENY), catalogue=catalogue
    )
    around = AROUND._replace(catalogue=catalogue)
    call = normalise(ToolCall("run_it", {"command": "ls"}), around)

    assert decide(call, policy).effect is Effect.ASK
    assert could_pass(policy, own)
    assert not could_pass(policy, BUILT_IN.get("PowerShell"))
    assert set(NOT_READ) == UNREAD_SHELLS


def test_an_allowed_edit_offers_the_shell() -> None:
    """A command that only redirects is an edit, so where edits are allowed it could pass."""
    policy = Policy.of(otherwise="deny", allow=["Edit"])

    assert decided(policy, ToolCall("Bash", {"command": "> out"})).effect is Effect.ALLOW
    assert could_pass(policy, BUILT_IN.get("Bash"))


def test_a_thousand_tools_are_looked_at_in_one_go() -> None:
    """The rules are looked at once for many tools, and each gets the answer that it gets alone."""
    tools = [
        ToolInfo(f"tool_{n}", (f"tool_{n}",), Kind.OTHER, "shop", "Do it") for n in range(1000)
    ]
    policy = CompiledPolicy.compile(
        Permissions(
            rules=(
                parse_rule("tool_1", "deny"),
                parse_rule("tool_2*", "deny"),
                parse_rule("tool:tool_3:.*", "deny"),
            )
        ),
        tools=[f"tool_{n}" for n in range(500)],
        catalogue=BUILT_IN.with_tools(tools),
    )
    offering = Offering(policy)
    offered = [tool.name for tool in tools if offering.could_pass(tool)]

    assert offered == [tool.name for tool in tools if could_pass(policy, tool)]
    assert len(offered) == 500 - 2 - 111
