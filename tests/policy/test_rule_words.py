"""What a rule matches, in words, for whoever is about to add it."""

from __future__ import annotations

from proctor.policy.rule_words import Reach, of_command, reach_of
from proctor.policy.rules import parse_rule
from proctor.terms.catalogue import BUILT_IN
from proctor.terms.effect import Effect
from tests.tables import each_row

TEXT, IN = "where * is any text", "in one name"
PATHS = "where ** is any path, * any text"
WIDE: tuple[tuple[str | dict[str, str], str], ...] = (
    ("Bash", "every use of Bash, whatever it does"),
    ("mcp__github__*", "every use of every tool whose name fits mcp__github__*"),
    ("tool:bash:npm .*", "every call whose action string fits the expression tool:bash:npm .*"),
    ({"tool": "Bash", "regex": "^npm"}, "every use of Bash in which ^npm is found"),
    ("Bash(@network)", "every use of Bash of the class @network"),
    ("Bash(*)", "every command, whatever it does"),
    ("Bash(npm *)", "every command that begins with npm, whatever follows"),
    ("Bash(npm run:*)", "every command that begins with npm run, whatever follows"),
    ("Bash(git * main)", "every command of the form git * main, where * is any text"),
    ("Bash(git * x *)", f"every command of the form git * x, and whatever follows, {TEXT}"),
    ("Edit(notes.md)", "changes of every file of the name notes.md, at any depth"),
    ("Edit(/a/**)", f"changes of every file that fits a/** in the project, {PATHS}"),
    ("Read(a/*.py)", f"reading every file that fits a/*.py below the working folder, {TEXT} {IN}"),
    ("WebFetch(domain:example.org)", "every page of example.org and of every domain below it"),
    ("WebFetch(example.org)", "every page of example.org and of every domain below it"),
    ("WebFetch(https://a.org/*)", f"every address that fits https://a.org/*, {TEXT}"),
    ("Skill(rev*)", "Skill with whatever fits rev*, where * is any text"),
)  # fmt: skip
EXACT = (
    ("Bash(npm test)", "exactly the command npm test, in every folder"),
    ("Edit(//srv/a.md)", "changes of exactly /srv/a.md"),
    ("Edit(/docs/a.md)", "changes of exactly docs/a.md in the project"),
    ("Read(~/notes/a.md)", "reading exactly ~/notes/a.md"),
    ("WebFetch(https://example.org/a)", "exactly the address https://example.org/a"),
    ("Skill(review)", "Skill with exactly review"),
)
CASES = [(rule, Reach(words, wide=True)) for rule, words in WIDE]
CASES += [(rule, Reach(words, wide=False)) for rule, words in EXACT]


@each_row(("rule", "reach"), CASES, ids=[str(rule) for rule, _ in CASES])
def test_a_rule_says_what_it_matches(rule: str | dict[str, str], reach: Reach) -> None:
    """In words, and whether that is more than one thing."""
    assert reach_of(parse_rule(rule, Effect.ALLOW), BUILT_IN) == reach


def test_a_pattern_that_cannot_be_read_counts_as_wide() -> None:
    """Nothing is called exact in doubt."""
    assert of_command('npm "test').wide
