"""What the indexes leave out without a comparison is what no comparison would have found."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from proctor import Effect, parse_rule
from proctor.normalise.shell.parts import tilded
from proctor.policy.command_patterns import CommandPattern, covers, meets, read_command_pattern
from proctor.policy.policy import Policy
from proctor.policy.strict_index import needed_texts
from proctor.terms.action import Command, Does, Part
from proctor.terms.kind import SHELL
from proctor.terms.role import Permissions

HOME = "/home/ada"
WORDS = [
    "git", "push", "status", "--force", "-f", "-fu", "--", "-", "rm", "-rf", "-r", "x", "--out=x",
    "-Xpush", "--request=push", "FOO=1", "/usr/bin/git", "./git", "a b", "git push", "x --force",
    "--f", "push:x", "", "*", "pu*", "~/x", "pus\\h", '"push"',
]  # fmt: skip
TEXTS = [
    "git", "git push", "git push --force", "git push -f x", "git -- push", "git -", "rm -rf x",
    "rm --recursive", "git 'push'", 'git "a b"', "git pus\\h", "git pu*", "* push", "git * x",
    "git push > x", "git push && rm x", "FOO=1 git push", "/usr/bin/git push", "git push:x",
    "~/x push", "git push x x", "curl -X push", "curl --request push", "git --out",
]  # fmt: skip
PATTERNS = [read_command_pattern(text + end) for text in TEXTS for end in ("", " *", ":*", "*")]
COMMANDS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(
    lambda words: Command(tuple(words))
)


@given(pattern=st.sampled_from(PATTERNS), command=COMMANDS)
def test_a_pattern_meets_nothing_that_lacks_what_it_needs(
    pattern: CommandPattern, command: Command
) -> None:
    """A command that a pattern meets has in it each text that the pattern is said to need."""
    text = " ".join(command.words)

    assert not meets(pattern, command) or all(one in text for one in needed_texts(pattern))


@given(pattern=st.sampled_from(PATTERNS))
def test_a_pattern_meets_its_own_words(pattern: CommandPattern) -> None:
    """What a pattern needs stands in the pattern itself, a dash for any of its options."""
    own = " ".join(pattern.words)

    assert all(one in own for one in needed_texts(pattern))


def test_what_a_pattern_needs_are_its_operands_and_a_dash() -> None:
    """Quotes, wildcards and operators are not looked into: such a pattern is always compared."""

    def needed(text: str) -> tuple[str, ...]:
        return needed_texts(read_command_pattern(text))

    assert needed("git push --force *") == ("push", "-")
    assert needed("git push:*") == ("push",)
    assert needed("sudo *") == ()
    assert needed("rm -rf") == ("-",)
    assert [needed(text) for text in ("git 'push' *", "git pu*h", "a b && c", "*")] == [()] * 4


RULES = [
    parse_rule(f"Bash({text}{end})", Effect.ALLOW)
    for text in TEXTS
    if "&&" not in text
    for end in ("", " *")
]
ALLOWS = Policy.compile(Permissions(rules=tuple(RULES))).allows


@given(words=st.lists(st.sampled_from([*WORDS, f"{HOME}/x"]), min_size=1, max_size=5))
@example(words=[f"{HOME}/x", "push"])
@example(words=["/usr/bin/git", "push"])
def test_allow_rules_are_found_as_if_each_were_tried(words: list[str]) -> None:
    """Sorted by their second word, the rules for a command are those that cover it."""
    whole = tuple(words)
    command = Command(whole, (("FOO", "1"),), tilded=tilded(whole, HOME))
    part = Part(
        tool="Bash", kind=SHELL, text="", strings=("",), targets=("",), does=Does.OTHER,
        command=command,
    )  # fmt: skip

    read = [read_command_pattern(rule.pattern or "") for rule in RULES]
    expected = [number for number, pattern in enumerate(read) if covers(pattern, command)]
    assert expected == sorted(set(ALLOWS.of_command(part)))
