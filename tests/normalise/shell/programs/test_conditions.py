"""`test`, `[` and `[[`: they look, unless they evaluate."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.conditions import read
from tests.tables import each_row


def doubted(text: str, *unknown: str) -> bool:
    """Say whether a condition is doubted; words among `unknown` are not certain."""
    reading = Reading()
    words = [Argument(w, "not known" if w in unknown else None) for w in text.split(" ")]
    read(words, reading)
    return reading.unknown is not None


@each_row(
    "text",
    [
        "[ -f a ]",
        "[ a = b ]",
        "test -n x -o -z y",
        "[ 1 -eq 2 ]",
        "[ word -eq 2 ]",
        "[[ 1 -lt -2 ]]",
        "[[ a =~ ^b.*c$ ]]",
        "[[ -e a && ! -d b ]]",
    ],
)
def test_looking_is_harmless(text: str) -> None:
    """Files, texts and plain numbers are only looked at."""
    assert not doubted(text)


@each_row("count", ["$?", "$#", "${#list[@]}", '"$#"', "${#x}"])
def test_counts_are_numbers(count: str) -> None:
    """What is always a number evaluates nothing."""
    assert not doubted(f"[[ {count} -gt 0 ]]", count)


@each_row(
    "text",
    [
        "[ -v a ]",
        "test -R a",
        "[[ -v a ]]",
        "[[ name -eq 1 ]]",
        "[[ 1 -ge name ]]",
        "[[ a[0] -eq 1 ]]",
        "[ a[x] -eq 1 ]",
        "[ `x` -ne 1 ]",
        "[[ $x -eq 1 ]]",
        "[[ ${#a[x]} -eq 1 ]]",
    ],
)
def test_what_is_evaluated_is_doubted(text: str) -> None:
    """A name behind -v, and both sides of a comparison of numbers."""
    assert doubted(text, "$x", "${#a[x]}")


def test_a_plain_comparison_of_something_unknown_is_fine() -> None:
    """`[` takes an unknown word as a number or fails."""
    assert not doubted("[ $x -eq 1 ]", "$x")
