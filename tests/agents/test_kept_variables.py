"""The variables of the last start, in the memory of a terminal and in no file."""

from __future__ import annotations

import pytest

from proctor.agents.engine import Engine
from proctor.agents.kept_variables import keep_variables, kept_variables
from proctor.errors import EngineError
from tests.agents.terminals import launched, scripted, shows, until

ODD = {
    "PLAIN": "x",
    "EMPTY": "",
    "LINES_OF": "a\nb\tc\x1b[31m",
    "FORMAT": "#{pane_pid} #(touch x) $HOME ; kill-server",
    "QUOTES": "'\"\\",
    "UMLAUT": "\N{LATIN SMALL LETTER A WITH DIAERESIS}\udcff",
    "LONG": "x" * 100_000,
}


def test_every_value_comes_back(engine: Engine) -> None:
    """Whatever is in it; and it is not what the terminal's programs see."""
    launched(engine, "one", scripted("env PLAIN"))
    keep_variables(engine, "one", ODD)

    assert kept_variables(engine, "one") == ODD
    assert "PLAIN=<not set>" in shows(engine, "one", "PLAIN=")


def test_they_outlast_the_program(engine: Engine) -> None:
    """And go with the terminal."""
    launched(engine, "one", scripted("exit 1"))
    keep_variables(engine, "one", {"A": "b"})
    until(lambda: engine.panes()["one"].dead)
    after = kept_variables(engine, "one")
    engine.end("one")

    assert (after, kept_variables(engine, "one")) == ({"A": "b"}, {})


def test_without_a_terminal_nothing_is_kept(engine: Engine) -> None:
    """Nobody is told that it was."""
    assert kept_variables(engine, "ghost") == {}
    with pytest.raises(EngineError):
        keep_variables(engine, "ghost", {"A": "b"})
