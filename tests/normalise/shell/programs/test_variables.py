"""What sets variables."""

from __future__ import annotations

import pytest

from proctor.normalise.shell.knowledge.reading import Reading
from proctor.normalise.shell.meaning.argument import Argument
from proctor.normalise.shell.programs.variables import read
from tests.tables import each_row


def reading_of(*words: Argument | str) -> Reading:
    """Return what is read of a command that sets variables."""
    reading = Reading()
    read([w if isinstance(w, Argument) else Argument(w) for w in words], reading)
    return reading


@each_row(
    "words",
    [
        ("export", "A=1", "B=2"),
        ("export", Argument("A=$x", "not known")),
        ("declare", "list=(a b)"),
        ("declare", "list[3]=x"),
        ("unset", "A", "list[@]"),
        ("read", "-r", "a", "b"),
        ("getopts", "a:b[", "opt"),
    ],
)
def test_plain_names_are_harmless(words: tuple[Argument | str, ...]) -> None:
    """A name that is certain and matters to nobody is read as only reading."""
    reading = reading_of(*words)
    assert (None, {"read"}) == (reading.unknown, set(reading.classes))


@each_row(
    "words",
    [
        ("export", "PATH=/srv/x"),
        ("export", "GIT_SSH_COMMAND=x"),
        ("export", Argument("$x", "not known")),
        ("declare", "list=($(reboot))"),
        ("declare", "list=(`reboot`)"),
        ("declare", "a[$(reboot)]=1"),
        ("declare", "a[b]=1"),
        ("unset", "a[$(reboot)]"),
        ("unset", Argument("*", None, wild=True)),
        ("read", "PATH"),
        ("read", "a[$(reboot)]"),
        ("mapfile", "-t", "IFS"),
        ("getopts", "ab", "PATH"),
        ("declare", "--frob", "A=1"),
        ("nothing", "A"),
    ],
)
def test_what_is_evaluated_or_matters_is_doubted(words: tuple[Argument | str, ...]) -> None:
    """An index, a list in quotes, an uncertain name and one that programs obey."""
    assert reading_of(*words).unknown is not None


@pytest.mark.parametrize("name", ["export", "declare", "typeset", "readonly"])
def test_alone_they_show_everything(name: str) -> None:
    """Without words, all variables are shown, secrets among them."""
    assert "secret" in reading_of(name).classes
