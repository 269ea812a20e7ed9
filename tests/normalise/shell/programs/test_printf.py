"""`printf`: text is text, names and numbers may be evaluated."""

from __future__ import annotations

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.printf import read
from tests.tables import each_row


def doubted(*words: Argument | str) -> bool:
    """Say whether a call of printf is doubted."""
    reading = Reading()
    given = [w if isinstance(w, Argument) else Argument(w) for w in words]
    read([Argument("printf"), *given], reading)
    return reading.unknown is not None


UNKNOWN = Argument("$x", "not known")


@each_row(
    "words",
    [
        (),
        ("text",),
        ("%s\n", UNKNOWN),
        ("%s", "a[$(reboot)]"),
        ("%d", "5"),
        ("%d", UNKNOWN),
        ("100%%n", "a[0]"),
        ("-v", "name", "%s", "x"),
        ("-vname", "x"),
        ("--", "%s", "x"),
        ("---\n",),
        ("-v", "name"),
    ],
)
def test_text_is_harmless(words: tuple[Argument | str, ...]) -> None:
    """What is only printed, or put into a plain variable, is no matter."""
    assert not doubted(*words)


@each_row(
    "words",
    [
        (UNKNOWN,),
        (UNKNOWN, "a"),
        ("-v", UNKNOWN, "x"),
        ("-v", "PATH", "x"),
        ("-vPATH", "x"),
        ("-v", "a[$(reboot)]", "x"),
        ("-v",),
        ("-v", "ok", "-v", "LD_PRELOAD", "x"),
        ("%n", "name"),
        ("%5n", "name"),
        ("%d", "a[$(reboot)]"),
        ("%s %-08.3lf", "x", "a[1]"),
        ("%%%d", "a[1]"),
        (Argument("*", None, wild=True),),
    ],
)
def test_what_may_be_evaluated_is_doubted(words: tuple[Argument | str, ...]) -> None:
    """A name or number with an index, a variable that matters, a format from elsewhere."""
    assert doubted(*words)
