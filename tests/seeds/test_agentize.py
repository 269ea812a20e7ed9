"""
The agentize document: rules of tool and regex, targets, prefixes, fail-safety.

Where ours differs from it, the test names the page in docs/decisions.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from proctor import Effect, Policy, RuleError, ToolCall, parse_rule
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY


def rule(tool: str, regex: str) -> dict[str, object]:
    """Write a rule as a pair of tool and regex."""
    return {"tool": tool, "regex": regex}


RULES = Policy.of(
    deny=[rule("Bash", "^rm -rf"), rule("Bash", "^git push --force"), rule("Read", r"^\.env$")],
    ask=[rule("Bash", "^git push"), rule("Write", r"\.lock$")],
    allow=[
        rule("Bash", "^git (status|push)"),
        rule("Bash", "^ls"),
        rule("Read", ".*"),
        rule("Write", ".*"),
        rule("Skill", "^review"),
        rule("WebFetch", "^https://docs[.]"),
        rule("WebSearch", "tax"),
        {"tool": "Glob"},
    ],
)


def decided(tool: str, fields: object, around: Surroundings, policy: Policy = RULES) -> Effect:
    """Decide a call."""
    return decide(normalise(ToolCall(tool=tool, input=fields), around), policy).effect


def ran(command: str, around: Surroundings, policy: Policy = RULES) -> Effect:
    """Decide a command."""
    return decided("Bash", {"command": command}, around, policy)


def test_the_example_input_is_allowed(around: Surroundings) -> None:
    """The document's own call is allowed by its rule."""
    call = ToolCall(tool="Bash", input={"command": "git status"}, session="abc123")

    assert decide(normalise(call, around), RULES).effect is ALLOW


@each_row(
    ("tool", "fields", "wanted"),
    [
        ("Bash", {"command": "rm -rf build"}, DENY),
        ("Bash", {"command": "git push --force origin main"}, DENY),
        ("Bash", {"command": "git push origin main"}, ASK),
        ("Bash", {"command": "git status"}, ALLOW),
        ("Bash", {"command": "git commit"}, ASK),
        ("Bash", {"command": "echo git status"}, ASK),
        ("Read", {"file_path": "src/cart.py"}, ALLOW),
        ("Read", {"file_path": ".env"}, DENY),
        ("Write", {"file_path": "src/cart.py"}, ALLOW),
        ("Write", {"file_path": "uv.lock"}, ASK),
        ("Edit", {"file_path": "src/cart.py"}, ASK),
        ("Glob", {"pattern": "*.py"}, ALLOW),
        ("Skill", {"skill": "review-pr"}, ALLOW),
        ("Skill", {"skill": "deploy"}, ASK),
        ("WebFetch", {"url": "https://docs.python.org/3/"}, ALLOW),
        ("WebFetch", {"url": "https://example.com/docs."}, ASK),
        ("WebSearch", {"query": "new tax rates"}, ALLOW),
        ("brand_new_tool", {"x": 1}, ASK),
    ],
)
def test_deny_before_ask_before_allow(
    tool: str, fields: dict[str, object], wanted: Effect, around: Surroundings
) -> None:
    """Deny is checked first, then ask, then allow; what matches nothing is asked."""
    assert decided(tool, fields, around) is wanted


def test_the_order_of_the_lists_is_not_that_of_the_rules(around: Surroundings) -> None:
    """A deny that is written last still comes first."""
    policy = Policy.of(
        allow=[rule("Bash", "^git")], ask=[rule("Bash", "^git push")], deny=[rule("Bash", "push")]
    )

    assert ran("git push", around, policy) is DENY


@each_row(
    ("tool", "fields", "target"),
    [
        ("Bash", {"command": "git status"}, "git status"),
        ("Bash", {"command": "ENV=value OTHER=x git status"}, "git status"),
        ("Read", {"file_path": "src/cart.py"}, "src/cart.py"),
        ("Write", {"file_path": "src/cart.py"}, "src/cart.py"),
        ("Edit", {"file_path": "src/cart.py"}, "src/cart.py"),
        ("Skill", {"skill": "review-pr"}, "review-pr"),
        ("WebFetch", {"url": "https://example.com/a"}, "https://example.com/a"),
        ("WebSearch", {"query": "tax rates"}, "tax rates"),
        ("TodoWrite", {"todos": [], "b": 1}, '{"b":1,"todos":[]}'),
        ("brand_new_tool", {"x": "y" * 200}, '{"x":"' + "y" * 200 + '"}'),
    ],
)
def test_the_target_of_a_tool(
    tool: str, fields: Mapping[str, object], target: str, around: Surroundings
) -> None:
    """
    The target is taken from the field of the table.

    Of any other tool it is the whole input, where the document cuts it at 100
    characters: docs/decisions/0012-targets-and-equal-tools.md.
    """
    part, *others = normalise(ToolCall(tool=tool, input=fields), around).parts

    assert ([part.targets], others) == ([(target,)], [])


def test_what_stands_behind_the_hundredth_character_counts(around: Surroundings) -> None:
    """
    A deny sees the end of a long input too.

    See docs/decisions/0012-targets-and-equal-tools.md.
    """
    policy = Policy.of(allow=[{"tool": "mcp__db__run"}], deny=[rule("mcp__db__run", "DROP")])
    fields = {"comment": "x" * 200, "sql": "DROP TABLE users"}

    assert decided("mcp__db__run", fields, around, policy) is DENY


@each_row(
    ("written", "fields", "met"),
    [
        (rule("mcp__db__run", '"mode": "drop"'), {"mode": "drop"}, True),
        (rule("mcp__db__run", '"mode":"drop"'), {"mode": "drop"}, True),
        (rule("mcp__db__run", '^{"z": 1, "a": 2}$'), {"z": 1, "a": 2}, True),
        (rule("mcp__db__run", '^{"a": 2, "z": 1}$'), {"z": 1, "a": 2}, True),
        (rule("mcp__db__run", '^{"z":1,"a":2}$'), {"z": 1, "a": 2}, True),
        (rule("mcp__db__run", '"in": {"b": 1, "a": 2}'), {"in": {"b": 1, "a": 2}}, True),
        (rule("mcp__db__run", '"who": "zoë"'), {"who": "zoë"}, True),
        (rule("mcp__db__run", r'"who": "zo\\u00eb"'), {"who": "zoë"}, True),
        ('mcp__db__run(*"mode": "drop"*)', {"mode": "drop"}, True),
        ('tool:mcp__db__run:.*"mode": "drop".*', {"mode": "drop"}, True),
        (rule("mcp__db__run", '"mode": "drop"'), {"mode": "dropped"}, False),
        (rule("mcp__db__run", '"mode":  "drop"'), {"mode": "drop"}, False),
    ],
)
def test_a_deny_meets_every_usual_spelling_of_json(
    written: str | dict[str, object], fields: Mapping[str, object], met: bool, around: Surroundings
) -> None:
    """
    A deny or ask over a whole input sees it with blanks and without, keys given or sorted.

    An allow sees the canonical text alone: docs/decisions/0012-targets-and-equal-tools.md.
    """
    every = {"tool": "mcp__db__run"}
    denied = decided("mcp__db__run", fields, around, Policy.of(allow=[every], deny=[written]))
    asked = decided("mcp__db__run", fields, around, Policy.of(allow=[every], ask=[written]))

    assert (denied, asked) == ((DENY, ASK) if met else (ALLOW, ALLOW))


def test_an_allow_sees_json_in_one_spelling(around: Surroundings) -> None:
    """No order of keys or blanks that an agent chooses makes an allow match."""
    fields = {"z": 1, "a": 2}
    wanted = {'"a":2,"z":1': ALLOW, '"z":1,"a":2': ASK, '"a": 2': ASK, '"z": 1, "a"': ASK}

    found = {
        regex: decided("mcp__x__y", fields, around, Policy.of(allow=[rule("mcp__x__y", regex)]))
        for regex in wanted
    }

    assert found == wanted


@each_row("path", [".env", "./.env", "/home/ada/shop/.env", "src/../.env", "~/shop/.env"])
def test_a_path_is_matched_however_it_is_written(path: str, around: Surroundings) -> None:
    """
    An absolute path meets a deny for the relative one.

    agentize compared the text that it got: docs/decisions/0003-matching-has-a-direction.md.
    """
    assert decided("Read", {"file_path": path}, around) is DENY


@each_row(
    ("regex", "path", "wanted"),
    [
        # The field as the agent program sends it, which is absolute.
        ("^/home/ada/shop/", "/home/ada/shop/src/a.py", ALLOW),
        ("^/home/ada/shop/", "src/a.py", ALLOW),
        ("^/home/ada/shop/src/.*[.]py$", "/home/ada/shop/src/a.py", ALLOW),
        ("^/home/ada/shop/(src|docs)/", "/home/ada/shop/lib/a.py", ASK),
        ("^/home/ada/shop$", "/home/ada/shop", ALLOW),
        ("^/", "src/a.py", ALLOW),
        ("^/.*", "/srv/x", ALLOW),
        (".*/[.]tmp/.*", "/home/ada/shop/.tmp/a.md", ALLOW),
        ("^src/", "/home/ada/shop/src/a.py", ALLOW),
        # Ways out: what is compared is where the path leads, never what was written.
        ("^/home/ada/shop/", "/home/ada/shop/../notes.txt", ASK),
        ("^/home/ada/shop/", "/home/ada/shop/src/../../notes.txt", ASK),
        ("^/home/ada/shop/", "../notes.txt", ASK),
        ("^/home/ada/shop/", "~/notes.txt", ASK),
        ("^/home/ada/shop/", "/home/ada/shop2/a.py", ASK),
        ("^/home/ada/shop/", "/home/ada/SHOP/a.py", ASK),
        ("^/home/ada/shop/SRC/", "/home/ada/shop/src/a.py", ASK),
        ("^/home/ada/shop/", "out/x", ASK),
        ("^/home/ada/shop/", "/home/ada/shop/out/x", ASK),
        ("^/home/ada/shop/", "in/x", ALLOW),
        ("^/home/ada/shop/in/", "in/x", ASK),
        ("^/home/ada/shop/tmp/", "/home/ada/shop/tmp/../src/a.py", ASK),
        ("tmp/", "/home/ada/shop/tmp/../src/a.py", ASK),
        ("^[.]/", "./src/a.py", ASK),
        ("^~/", "~/shop/src/a.py", ASK),
        ("^/etc/", "etc/passwd", ASK),
        # The folders above the project are not the agent's to be allowed by.
        ("ada/", "src/a.py", ASK),
        ("/ada/", "src/a.py", ASK),
        (".*/ada/.*", "src/a.py", ASK),
        ("(^|/)home/", "src/a.py", ASK),
        ("^/srv/|shop/", "src/a.py", ASK),
        ("(?<!x)ada/", "src/a.py", ASK),
        ("(?<!x)ada/", "a/" * 2040 + "a", ASK),
    ],
    ids=lambda row: str(row)[:100],
)
def test_an_allow_sees_a_file_of_the_project_by_both_its_paths(
    regex: str, path: str, wanted: Effect, around: Surroundings
) -> None:
    """A regex allows a file by its path in the project, or by its whole path."""
    links = {
        "/home/ada/shop/out/x": "/home/ada/notes.txt",
        "/home/ada/shop/in/x": "/home/ada/shop/src/x",
    }
    around = around._replace(links=links)
    read, write = (Policy.of(allow=[rule(tool, regex)]) for tool in ("Read", "Write"))

    found = [
        decided("Read", {"file_path": path}, around, read),
        decided("Write", {"file_path": path}, around, write),
    ]

    assert found == [wanted, wanted]


def test_an_allow_of_a_whole_path_says_nothing_of_a_search(around: Surroundings) -> None:
    """What an agent searches for cannot make its folder look like one of the project."""
    policy = Policy.of(allow=[rule("Grep", "^/home/ada/shop/"), rule("Glob", "^/home/ada/shop/")])

    assert decided("Grep", {"pattern": "x", "path": "/etc"}, around, policy) is ASK
    assert decided("Glob", {"pattern": "*", "path": "/etc"}, around, policy) is ASK


@each_row(
    "command",
    ["git status", "ENV=foo git status", "ENV=value OTHER=x git status", 'MODE="a b" git status',
     "MODE='a b' git status", "MODE= git status", "MODE=a\\ b git status"],
)  # fmt: skip
def test_variables_in_front_are_stripped(command: str, around: Surroundings) -> None:
    """A rule that begins with `^git status` matches with and without variables in front."""
    assert ran(command, around) is ALLOW


@each_row(
    "command",
    ["LD_PRELOAD=/tmp/x.so git status", "PATH=/tmp git status", "GIT_PAGER=evil git status",
     "A=1 GIT_SSH_COMMAND=evil git status", "X=$(evil) git status", "X=`evil` git status",
     "X=<(evil) git status"],
)  # fmt: skip
def test_a_variable_that_runs_code_is_not_stripped_for_an_allow(
    command: str, around: Surroundings
) -> None:
    """
    Only harmless variables are dropped before an allow is compared.

    agentize dropped them all: docs/decisions/0003-matching-has-a-direction.md.
    """
    assert ran(command, around) is ASK


@pytest.mark.parametrize("prefix", ["A=1", "LD_PRELOAD=/tmp/x.so", "PATH=/tmp A=1", 'A="a b"'])
def test_any_variable_is_stripped_for_a_deny(prefix: str, around: Surroundings) -> None:
    """No variable in front of a command saves it from a deny or an ask."""
    assert ran(f"{prefix} rm -rf build", around) is DENY
    assert ran(f"{prefix} git push origin main", around) is ASK


@each_row(
    "prefix",
    ["set -x && ", "set -e && ", "set -o pipefail && ", "set -x && set -e && ",
     "set -x && set -o pipefail && set -e && ", "set -ex && ", "set -euo pipefail && ",
     "set -eo pipefail; ", "set -x; ", "set -x&&", "  set -x && ", "set -x\n", "set +e && ",
     "set -x && FOO=1 ", "FOO=1 && set -x && ", "set -e; FOO=1 BAR=2 ", "export FOO=1 && ",
     "cd src && set -x && ", ": && ", "true; "],
)  # fmt: skip
def test_prefixes_that_do_nothing_are_stripped(prefix: str, around: Surroundings) -> None:
    """A command is decided as if what does nothing by itself did not stand before it."""
    assert ran(f"{prefix}git status", around) is ALLOW
    assert ran(f"{prefix}git push origin main", around) is ASK
    assert ran(f"{prefix}rm -rf build", around) is DENY
    assert ran(f"{prefix}make", around) is ASK


@each_row(
    "command",
    ["ls; rm -r src", "ls && sudo reboot", "ls || make", "ls | sh", "ls & make", "ls\nmake",
     "ls > ~/.bashrc", "ls $(make)", "ls `make`", "git status; git commit", "set -x; make; ls"],
)  # fmt: skip
def test_an_allowed_beginning_does_not_carry_the_rest(command: str, around: Surroundings) -> None:
    """
    A chain is allowed only if each of its parts is.

    agentize matched the beginning: docs/decisions/0003-matching-has-a-direction.md.
    """
    assert ran(command, around) is ASK


def test_a_tuple_is_refused_with_how_to_write_it() -> None:
    """The document's rules are pairs; the error has the mapping that means the same."""
    with pytest.raises(RuleError) as told:
        Policy.of(allow=[("Bash", r"^git status")])  # type: ignore[list-item]  # as printed there

    assert (told.value.code, told.value.help) == (
        "wrong-type",
        "write a tool and its regex as {'tool': 'Bash', 'regex': '^git status'}",
    )
    for other in (("Bash",), ("Bash", 7), 7):
        with pytest.raises(RuleError) as told:
            Policy.of(allow=[other])  # type: ignore[list-item]  # no rule at all
        assert told.value.help is None


@each_row("regex", ["(", "[a-", "*x", "(?P<a>x)(?P<a>y)"])
@each_row("effect", Effect)
def test_a_broken_regex_is_refused_at_load(regex: str, effect: Effect) -> None:
    """
    A rule that is none does not load, so none is ever skipped.

    agentize asked, and in practice skipped it: docs/decisions/0011-no-answer-is-no.md.
    """
    with pytest.raises(RuleError) as refused:
        parse_rule(rule("Bash", regex), effect)

    assert refused.value.code == "bad-pattern"


@each_row(
    "regex",
    ["(a+)+$", "^(a|aa)*b", "^(a|a)*b", "(ab|ab)*c", "(a|ab?)*c", "(?=(a+)+$)x", r"(\w+\s?)*!"],
)
def test_a_regex_that_can_explode_is_refused_at_load(regex: str) -> None:
    """
    A pattern that could hang the decision does not load.

    See docs/decisions/0006-exploding-patterns-are-refused.md.
    """
    with pytest.raises(RuleError) as refused:
        parse_rule(rule("Bash", regex), DENY)

    assert refused.value.code == "exploding-pattern"


def test_a_pattern_that_cannot_be_tried_asks(around: Surroundings) -> None:
    """A target too long for a pattern with a look-ahead is asked, as the document wishes."""
    policy = Policy.of(allow=["Bash"], deny=[rule("Bash", "^echo (?!a).*b")])

    assert ran("echo ab", around, policy) is ALLOW
    assert ran("echo cb", around, policy) is DENY
    assert ran(f"echo a{'x' * 5000}", around, policy) is ASK


@each_row(
    ("tool", "fields", "wanted"),
    [
        # Only an allow for the tool: asked, as in the document.
        ("Skill", {}, ASK),
        ("WebFetch", {}, ASK),
        ("WebSearch", {"query": None}, ASK),
        ("Edit", {"file_path": 7}, ASK),
        ("Write", {}, ASK),
        ("Write", [], ASK),
        # A deny for the tool, which cannot be evaluated: asked, as in the document.
        ("Bash", {}, ASK),
        ("Bash", {"description": "x"}, ASK),
        ("Bash", None, ASK),
        ("Glob", None, ASK),
        # A target that cannot be read is not a missing one: the deny counts.
        ("Bash", {"command": ""}, DENY),
        ("Bash", {"command": ["a", 1]}, DENY),
        ("Bash", [], DENY),
        ("Read", {"path": ["a", 1]}, DENY),
    ],
)
def test_a_missing_target_asks(
    tool: str, fields: object, wanted: Effect, around: Surroundings
) -> None:
    """
    A call without its target is asked about; one whose target cannot be read meets the denies.

    See docs/decisions/0062-a-missing-target-asks.md.
    """
    assert decided(tool, fields, around) is wanted


@each_row(
    ("rule_for", "called"),
    [("Bash", "run_shell_command"), ("Read", "read_file"), ("read_file", "Read"),
     ("Write", "create_file"), ("str_replace", "Edit")],
)  # fmt: skip
def test_another_name_of_a_tool_meets_the_same_rule(
    rule_for: str, called: str, around: Surroundings
) -> None:
    """
    Tools that mean the same are one tool; in the document a name matches exactly.

    See docs/decisions/0012-targets-and-equal-tools.md.
    """
    policy = Policy.of(deny=[rule(rule_for, "secret")], allow=["*"])
    fields = {"command": "cat secret"} if rule_for == "Bash" else {"file_path": "secret"}

    assert decided(called, fields, around, policy) is DENY
