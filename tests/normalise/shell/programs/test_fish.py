"""What of fish is read."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.classify import classify
from proctor.normalise.shell.knowledge.reading import Inner
from proctor.normalise.shell.meaning.argument import Argument
from tests.tables import each_row


def test_plain_words_mean_what_they_mean_elsewhere() -> None:
    """They are looked into as those of any shell."""
    reading = classify([Argument("fish"), Argument("-c"), Argument("rm -rf x")])

    assert ([Inner(text="rm -rf x")], None) == (reading.inners, reading.hidden)


@each_row(
    "words",
    [(), ("-c", "ls (id)"), ("-c", "ls; id"), ("-c", "set -x PAGER x"), ("-c", "ls", "a"),
     ("-C", "ls"), ("a.fish",), ("-c", "$x"), ("-c", "eval ls")],
)  # fmt: skip
def test_everything_else_is_not_read(words: tuple[str, ...]) -> None:
    """A command may be hidden in it."""
    reading = classify([Argument("fish"), *(Argument(word) for word in words)])

    assert reading.hidden is not None
    assert "code" in reading.classes
