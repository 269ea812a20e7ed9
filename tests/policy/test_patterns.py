"""Regular expressions, one by one and many at once, on both engines."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest

from proctor.errors import RuleError
from proctor.policy.pattern_set import PatternSet
from proctor.policy.patterns import FLAGS, RE, RE2, literal_prefix, read_regex
from tests.tables import each_row

PATTERNS = [
    "tool:bash:git .*", "tool:bash:git (status|diff)", "tool:.*", "tool:view:.*\\.md", "a|b",
    "tool:bash:[^;]*", "x{2,3}", "\\d+", "\\w+ \\w+", "é.*", "tool:bash:.*$", "(?i)tool:BASH:x",
    "(?!tool:view).*", "(?<=x)y", "(a)\\1", "\\s+", "a\\Z", "tool:bash:a\nb",
    "\\bgit\\b.*", "a{,2}", "a++b", "^git", "status$", "\\.", "[\\]]", "tool:bash:", "",
]  # fmt: skip
SUBJECTS = [
    "", "tool:bash:git status", "tool:bash:git  status", "tool:bash:git diff\n", "tool:view:a/b.md",
    "tool:bash:", "a", "b", "xx", "xxx", "xxxx", "12", "١٢", "ab cd", "é", "éa", "TOOL:bash:X",
    "aa",
    "\t\v ", "tool:bash:a\nb", "git status", "git status\n", "a\n", "]", ".", "aab", "x\u00a0y",
]  # fmt: skip


@each_row("search", [False, True])
@each_row("pattern", PATTERNS)
def test_both_engines_say_what_re_says(pattern: str, search: bool) -> None:
    """A pattern means what Python's `re` makes of it, whichever engine runs it."""
    regex = read_regex(pattern, search=search)
    compiled = re.compile(pattern, FLAGS)
    both = [PatternSet([regex], engine) for engine in (RE2, RE)]

    for subject in SUBJECTS:
        match = compiled.search(subject) if search else compiled.fullmatch(subject)
        expected = [0] if match else []
        assert [expected, expected] == [found.hits(subject) for found in both], subject


def test_many_patterns_answer_at_once() -> None:
    """Every pattern that matches is named, and no other."""
    regexes = [read_regex(pattern) for pattern in PATTERNS]

    for engine in (RE2, RE):
        found = PatternSet(regexes, engine)
        for subject in SUBJECTS:
            expected = [n for n, p in enumerate(PATTERNS) if re.fullmatch(p, subject, FLAGS)]
            assert expected == sorted(found.hits(subject))


def test_a_thousand_patterns_answer_as_one_by_one() -> None:
    """How patterns are sorted inside changes nothing."""
    texts = [f"tool:bash:cmd{n} .*" for n in range(500)] + [f".*x{n}y.*" for n in range(500)]
    found = PatternSet([read_regex(text) for text in texts], RE2)

    assert sorted(found.hits("tool:bash:cmd7 ax8y")) == [7, 508]
    assert found.hits("tool:bash:cmd7") == []


@each_row(
    ("pattern", "prefix"),
    [
        ("abc", "abc"), ("ab.*", "ab"), ("ab*", "a"), ("ab?", "a"), ("ab{2}", "a"), ("a|b", ""),
        ("(a)", ""), (".*", ""), ("tool:bash:git (a|b)", ""),
    ],
)  # fmt: skip
def test_the_plain_beginning_of_a_pattern(pattern: str, prefix: str) -> None:
    """Every match begins with it, whatever follows."""
    found = literal_prefix(pattern)

    assert found == prefix or ("|" in pattern and pattern.startswith(found))


def test_a_subject_that_is_too_long_is_unsure() -> None:
    """A pattern that only `re` takes is not run on a long subject, and says so."""
    found = PatternSet([read_regex("(?!x).*y.*z")], RE2)

    assert found.hits("ayz") == [0]
    assert found.unsure("ayz") == []
    assert found.unsure("a" * 100_000) == [0]
    assert found.hits("a" * 100_000 + "yz") == []


def test_a_linear_pattern_is_sure_of_any_length() -> None:
    """RE2 takes a subject of any length."""
    found = PatternSet([read_regex(".*a.*b.*c.*")], RE2)

    assert found.unsure("x" * 100_000) == []
    assert found.hits("x" * 100_000 + "abc") == [0]


@each_row(
    "pattern", ["(", "[", "*a", "a**", "(?P<a>x)(?P<a>y)", "\\", "a{2,1}", "(?z)", "[[:alpha:]]"]
)
def test_what_re_does_not_take_is_refused(pattern: str) -> None:
    """A bad pattern is an error with the pattern in it."""
    with pytest.raises(RuleError) as caught:
        read_regex(pattern)

    assert caught.value.code == "bad-pattern"
    assert pattern in caught.value.message


@pytest.mark.parametrize("pattern", ["(" * 5000 + ")" * 5000, "a{1,100000000000}", "(?:" * 3000])
def test_a_pattern_that_is_too_deep_is_an_error(pattern: str) -> None:
    """A pattern made to break the parser breaks nothing."""
    with pytest.raises(RuleError):
        read_regex(pattern)


@pytest.mark.parametrize("engine", [RE2, RE])
@pytest.mark.parametrize("from_data", [False, True])
def test_a_set_is_whole_for_every_thread_that_asks_first(
    monkeypatch: pytest.MonkeyPatch, engine: str, from_data: bool
) -> None:
    """While one thread sorts the patterns, another does not find less than there is."""
    texts = ["tool:bash:git push.*", ".*--force.*", "(?!x).*force.*"]
    patterns = PatternSet([read_regex(text) for text in texts], engine)
    if from_data:
        patterns = PatternSet.from_data(patterns.data(), engine)
    begun, done = threading.Event(), threading.Event()
    sorts = PatternSet._build_set if engine == RE2 else PatternSet._find_by_start

    def slowly(self: PatternSet, *given: Any) -> Any:
        if not begun.is_set():
            begun.set()
            done.wait(30)
        return sorts(self, *given)

    name = "_build_set" if engine == RE2 else "_find_by_start"
    monkeypatch.setattr(PatternSet, name, slowly)
    found: list[list[int]] = []
    subject = "tool:bash:git push --force"
    first = threading.Thread(target=lambda: found.append(sorted(patterns.hits(subject))))
    first.start()
    begun.wait(0.5)
    found.append(sorted(patterns.hits(subject)))
    done.set()
    first.join()

    assert found == [[0, 1, 2]] * 2
