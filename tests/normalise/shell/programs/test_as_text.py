"""Words that are text, whatever they look like."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.as_text import read


def test_no_word_does_anything() -> None:
    """Options, unknown words and patterns change nothing."""
    reading = Reading()
    read([Argument("echo"), Argument("--x"), Argument("$a", "not known"), Argument("*")], reading)

    expected = Reading()
    expected.tame = True
    assert expected == reading
