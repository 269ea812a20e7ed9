"""What a pattern is about, told from the pattern itself: held against the patterns themselves."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from proctor.policy.patterns import FLAGS
from proctor.policy.whatever_follows import (
    FOUND_EVERYWHERE,
    beginnings,
    can_begin_so,
    matches_whatever_follows,
)
from tests.amounts import amount
from tests.tables import each_row

PIECES = st.sampled_from(
    ["tool:", "bash", "view", ":", ".*", ".+", ".", "a", "b*", "(bash|view)", "(?:x)?", "(?!rm)",
     "(?=a)", "[a-z]*", "[^:]", "|", "$", "^", r"\.", r"\w+", r"\b", "?", "{2}", "(", ")", "\\"]
)  # fmt: skip
PATTERNS = st.lists(PIECES, min_size=1, max_size=6).map("".join)
STARTS = st.sampled_from(["tool:bash:", "tool:view:", "tool:a:", "", "a"])
RESTS = st.text(alphabet="abrm:./ \n$", max_size=6)


def fullmatches(pattern: str, text: str) -> bool | None:
    """Say whether a pattern matches a text; None if it is no pattern."""
    try:
        return re.compile(pattern, FLAGS).fullmatch(text) is not None
    except re.error:
        return None


@settings(max_examples=amount(125, 1000), deadline=None)
@given(pattern=PATTERNS, start=STARTS, rest=RESTS)
def test_what_is_certain_holds_for_every_rest(pattern: str, start: str, rest: str) -> None:
    """A pattern of which it is certain matches whatever follows, and nothing else can begin so."""
    matched = fullmatches(pattern, start + rest)
    if matched is None:
        return

    assert matched or not matches_whatever_follows(pattern, start)
    assert not matched or can_begin_so(pattern, start)
    assert not matched or (start + rest).startswith(beginnings(pattern))


@each_row(
    ("pattern", "start"),
    [
        (".*", "tool:bash:"),
        ("tool:.*", "tool:bash:"),
        ("tool:bash:.*", "tool:bash:"),
        ("tool:(bash|view):.*", "tool:view:"),
        ("tool:git:push.*", "tool:git:push"),
    ],
)
def test_a_plain_rest_is_certain(pattern: str, start: str) -> None:
    """The ways in which people write `everything` are known as such."""
    assert matches_whatever_follows(pattern, start)


@each_row(
    ("pattern", "expected"),
    [
        ("tool:view:.*", ("tool:view:",)),
        ("tool:(view|ba(?:sh|t)):a.*", ("tool:bash:a", "tool:bat:a", "tool:view:a")),
        ("tool:(view:a|bash.*)b", ("tool:bash", "tool:view:ab")),
        ("tool:(a|a.)b", ("tool:a", "tool:ab")),
        ("tool:view:x|tool:bash:y", ("tool:bash:y", "tool:view:x")),
        ("tool:(a|b)(?!x)c(d|e)?f", ("tool:ac", "tool:bc")),
        ("tool:(?i:a|b)", ("tool:",)),
        ("(?i)tool:(a|b)", ("",)),
        ("tool:" + "(a|b)" * 9, None),
    ],
)
def test_each_alternative_has_a_beginning(pattern: str, expected: tuple[str, ...] | None) -> None:
    """Alternatives are told apart as far as they are plain text, up to a number of them."""
    found = beginnings(pattern)

    assert found == expected if expected else len(found) == 64


@each_row(
    "pattern",
    [
        "tool:bash:.+",
        "tool:bash:git.*",
        "tool:bash:(?!rm).*",
        "tool:view:x|tool:bash:.*",
        r"tool:bash:\\.*",
        r"tool:bash:\\b.*",
        "tool:bash:$.*",
        "tool:bash:[.*",
        "tool:bash:(.*",
        "tool:view:.*",
    ],
)
def test_in_doubt_it_is_not_certain(pattern: str) -> None:
    """What looks around, what needs more, and what cannot be read says nothing of every text."""
    assert not matches_whatever_follows(pattern, "tool:bash:")


@each_row("pattern", sorted(FOUND_EVERYWHERE))
@each_row("text", ["", "a", "\n", "a\nb\n", "\0"])
def test_what_is_found_everywhere_is(pattern: str, text: str) -> None:
    """Each pattern of the list is found in any text."""
    assert re.search(pattern, text, FLAGS)
