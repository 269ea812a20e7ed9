"""Rules for classes: `Bash(@read)`, `Read(@secret)`, and what they cover."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from proctor import Effect, Policy, ToolCall
from proctor.errors import RuleError
from proctor.normalise import normalise
from proctor.policy.decide import decide
from proctor.policy.policy import Policy as CompiledPolicy
from proctor.policy.rules import parse_rule
from proctor.terms.catalogue import BUILT_IN, ToolInfo
from proctor.terms.classes import CLASSES
from proctor.terms.kind import Kind
from proctor.terms.role import Permissions
from proctor.terms.rule import Form
from proctor.terms.surroundings import Surroundings
from tests.tables import each_row

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
Rules = Mapping[str, Sequence[str]]


def of_command(command: str, policy: CompiledPolicy, around: Surroundings) -> Effect:
    """Return the effect of a command in the shell."""
    return of_call("Bash", {"command": command}, policy, around)


def of_call(
    tool: str, fields: Mapping[str, str], policy: CompiledPolicy, around: Surroundings
) -> Effect:
    """Return the effect of a call."""
    return decide(normalise(ToolCall(tool=tool, input=dict(fields)), around), policy).effect


@each_row("name", CLASSES)
def test_each_class_can_be_named_for_a_shell(name: str) -> None:
    """The rule is a pattern like others, and is printed as it was written."""
    rule = parse_rule(f" Bash( @{name} ) ", DENY)

    assert (rule.form, rule.tool, rule.pattern, str(rule)) == (
        Form.PATTERN,
        "Bash",
        f"@{name}",
        f"Bash(@{name})",
    )


@each_row(
    ("text", "offset", "length", "help_"),
    [
        ("Bash(@raed)", 5, 5, "read"),
        ("Bash(@Read)", 5, 5, "read"),
        ("Bash(@)", 5, 1, "@read"),
        ("Bash(@read x)", 5, 7, None),
        ("  Bash(@frob)", 7, 5, "@read, @write"),
        ("Bash(@unknown)", 5, 8, None),
        ("Bash(@deep)", 5, 5, None),
        ("Read(@read)", 5, 5, "@secret"),
        ("Edit(@write)", 5, 6, "@secret"),
        ("Read(@secrets)", 5, 8, "secret"),
        ("PowerShell(@raed)", 11, 5, "read"),
    ],
)
def test_a_class_that_is_none_is_refused_at_its_place(
    text: str, offset: int, length: int, help_: str | None
) -> None:
    """The error points at the class and says which there are, or which was meant."""
    with pytest.raises(RuleError) as caught:
        parse_rule(text, ALLOW)

    error = caught.value
    assert (error.code, error.offset, error.length) == ("unknown-class", offset, length)
    assert help_ is None or help_ in str(error.help)


def test_elsewhere_an_at_sign_is_plain_text() -> None:
    """Tools that have no classes may have targets that begin so."""
    assert parse_rule("Skill(@read)", ALLOW).pattern == "@read"


@each_row(
    ("allow", "command", "expected"),
    [
        (["@read"], "cat a", ALLOW),
        (["@read"], "cat a | sort -u", ALLOW),
        (["@read"], "cat a && rm b", ASK),
        (["@read"], "sort -o b a", ASK),
        (["@write"], "rm a", ALLOW),
        (["@write"], "cat a", ASK),
        (["@write"], "cp .env b", ASK),
        (["@secret"], "cp .env b", ASK),
        (["@write", "@secret"], "cp .env b", ALLOW),
        (["@network"], "curl -o a https://b.com", ASK),
        (["@network", "@write"], "curl -o a https://b.com", ALLOW),
        (["@write"], "rm -rf /media", ASK),
        (["@code"], "make", ALLOW),
        (["@read", "@write", "@network"], "make", ASK),
    ],
)
def test_an_allow_needs_every_class(
    allow: list[str], command: str, expected: Effect, around: Surroundings
) -> None:
    """A command with two classes is covered where both are, by one rule or by two."""
    policy = Policy.of(allow=[f"Bash({one})" for one in allow])

    assert of_command(command, policy, around) is expected


@each_row(
    ("deny", "command", "expected"),
    [
        ("@secret", "cp .env b", DENY),
        ("@write", "cp .env b", DENY),
        ("@network", "cp .env b", ALLOW),
        ("@write", "cat a", ALLOW),
        ("@write", "cat a; rm b", DENY),
        ("@destroy", "rm -rf /", DENY),
        ("@destroy", "rm -rf build", DENY),
        ("@destroy", "rm build.log", ALLOW),
        ("@destroy-outside", "rm -rf /", DENY),
        ("@destroy-outside", "rm -rf build", ALLOW),
        ("@read", "cat a", DENY),
        ("@read", "rm a", ALLOW),
        ("@code", "git log | python3 a.py", DENY),
    ],
)
def test_a_deny_needs_one_class(
    deny: str, command: str, expected: Effect, around: Surroundings
) -> None:
    """One class of one part is enough; reading counts only where nothing else does."""
    policy = Policy.of(allow=["Bash"], deny=[f"Bash({deny})"])

    assert of_command(command, policy, around) is expected


@each_row(
    ("command", "expected"),
    [
        ("frobnicate", ASK),
        ("sort --frob a", ASK),
        ("cat $X", ASK),
        ("$X", ASK),
        ("git frob", ASK),
        ("./cat a", ASK),
        ("cat a", ALLOW),
    ],
)
def test_what_is_not_known_is_never_covered(
    command: str, expected: Effect, around: Surroundings
) -> None:
    """All classes together allow no command of which something is unknown."""
    policy = Policy.of(allow=[f"Bash(@{one})" for one in CLASSES])

    assert of_command(command, policy, around) is expected


@each_row(
    ("tool", "fields", "rule", "expected"),
    [
        ("Read", {"file_path": ".env"}, "Read(@secret)", DENY),
        ("Read", {"file_path": "/home/ada/.ssh/id_rsa"}, "Read(@secret)", DENY),
        ("Read", {"file_path": ".env.example"}, "Read(@secret)", ALLOW),
        ("Read", {"file_path": "a"}, "Read(@secret)", ALLOW),
        ("Edit", {"file_path": ".env"}, "Edit(@secret)", DENY),
        ("Write", {"file_path": ".env", "content": "x"}, "Edit(@secret)", DENY),
        ("Edit", {"file_path": "a"}, "Edit(@secret)", ALLOW),
        ("Edit", {"file_path": ".env"}, "Read(@secret)", ALLOW),
        ("Read", {"file_path": ".env"}, "Edit(@secret)", ALLOW),
    ],
)
def test_a_file_tool_meets_rules_for_secrets(
    tool: str, fields: dict[str, str], rule: str, expected: Effect, around: Surroundings
) -> None:
    """By the path alone; a rule for reading is not about writing."""
    policy = Policy.of(allow=["Read", "Edit"], deny=[rule])

    assert of_call(tool, fields, policy, around) is expected


def test_secrets_can_be_allowed(around: Surroundings) -> None:
    """`Read(@secret)` gives the files with secrets and no others."""
    policy = Policy.of(allow=["Read(@secret)"], otherwise="deny")

    assert of_call("Read", {"file_path": ".env"}, policy, around) is ALLOW
    assert of_call("Read", {"file_path": "a.txt"}, policy, around) is DENY


@each_row(
    ("rules", "command", "expected"),
    [
        ({"allow": ["Bash(@read)"]}, "cat a > b", ASK),
        ({"allow": ["Bash(@read)", "Bash(@write)"]}, "cat a > b", ALLOW),
        ({"allow": ["Bash(@read)", "Edit(b)"]}, "cat a > b", ALLOW),
        ({"allow": ["Bash(@read)"]}, "cat a > /dev/null", ALLOW),
        ({"allow": ["Bash(@read)", "Bash(@write)"]}, "cat a > /dev/sda", ASK),
        ({"allow": ["Bash"], "deny": ["Bash(@write)"]}, "cat a > b", DENY),
        ({"allow": ["Bash"], "deny": ["Bash(@destroy)"]}, "cat a > /dev/sda", DENY),
        ({"allow": ["Bash"], "deny": ["Bash(@secret)"]}, "sort < .env", DENY),
    ],
)
def test_a_redirection_is_a_part_with_a_class(
    rules: Rules, command: str, expected: Effect, around: Surroundings
) -> None:
    """What it writes is written by the shell, so the shell's classes hold for it."""
    policy = Policy.of(allow=rules["allow"], deny=rules.get("deny", ()))

    assert of_command(command, policy, around) is expected


ZSH = ToolInfo(
    name="Zsh",
    names=("Zsh",),
    kind=Kind.SHELL,
    category="shell",
    description="Another shell.",
    fields=("command",),
)


@each_row(
    ("rules", "command", "expected"),
    [
        ({"allow": ["Bash(@read)"]}, "cat a", ASK),
        ({"allow": ["Zsh(@read)"]}, "cat a", ALLOW),
        ({"allow": ["Zsh(@read)"]}, "rm a", ASK),
        ({"allow": ["Zsh"], "deny": ["Bash(@code)"]}, "make", DENY),
        ({"allow": ["Zsh"], "deny": ["Zsh(@code)"]}, "make", DENY),
        ({"allow": ["Zsh"], "deny": ["Bash(@code)"]}, "cat a", ALLOW),
    ],
)
def test_a_deny_for_bash_holds_for_every_shell(
    rules: Rules, command: str, expected: Effect, around: Surroundings
) -> None:
    """An allow holds for the shell that it names and for no other."""
    catalogue = BUILT_IN.with_tools([ZSH])
    written = {
        effect: [parse_rule(text, effect, catalogue=catalogue) for text in texts]
        for effect, texts in rules.items()
    }
    every = tuple(rule for found in written.values() for rule in found)
    policy = CompiledPolicy.compile(Permissions(rules=every), catalogue=catalogue)

    fields = {"command": command}
    assert of_call("Zsh", fields, policy, around._replace(catalogue=catalogue)) is expected


@pytest.mark.parametrize("command", ["Get-ChildItem", "cat a"])
def test_a_shell_that_is_not_read_is_covered_by_no_class(
    command: str, around: Surroundings
) -> None:
    """Of PowerShell nothing is known, so no class is."""
    policy = Policy.of(allow=[f"PowerShell(@{one})" for one in CLASSES])

    assert of_call("PowerShell", {"command": command}, policy, around) is ASK


def test_the_order_of_effects_holds_for_classes(around: Surroundings) -> None:
    """A deny goes first, and an ask goes before an allow unless the order says otherwise."""
    allow, secret = ["Bash(cat *)"], ["Bash(@secret)"]
    policies = [
        Policy.of(allow=allow, ask=secret),
        Policy.of(allow=allow, ask=secret, order="deny, allow, ask"),
        Policy.of(allow=allow, ask=secret, deny=secret),
    ]

    assert [of_command("cat .env", one, around) for one in policies] == [ASK, ALLOW, DENY]


def test_the_decision_says_why_the_class_holds(around: Surroundings) -> None:
    """A person reads what of the command made it so, and by which rule."""
    policy = Policy.of(deny=["Bash(@secret)"])
    action = normalise(ToolCall(tool="Bash", input={"command": "cat .env"}), around)
    why = decide(action, policy).why

    assert "`.env`" in why
    assert "Bash(@secret)" in why


@each_row("command", ["cat a", "cat .env", "rm a", "rm -rf /", "make", "frob"])
def test_class_rules_survive_being_data(command: str, around: Surroundings) -> None:
    """What is dumped, made JSON and loaded is the same and decides the same."""
    policy = Policy.of(
        allow=["Bash(@read)", "Bash(@write)", "Read(@secret)"],
        ask=["Bash(@code)", "Edit(@secret)"],
        deny=["Bash(@destroy)", "Bash(@secret)"],
    )
    loaded = CompiledPolicy.load(json.loads(json.dumps(policy.dump())))

    assert loaded.dump() == policy.dump()
    assert of_command(command, loaded, around) is of_command(command, policy, around)
